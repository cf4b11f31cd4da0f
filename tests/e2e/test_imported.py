#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Finished matches of another home: verified, once each, all or none; in lists,
records, ratings and pages like those of this home."""

import copy
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../model")]

import verify  # noqa: E402
from handmade import sql  # noqa: E402
from house import TextHouse  # noqa: E402
from tap import Tap  # noqa: E402

DAY = 24 * 60
POLICY = ["time=1d", "graces=0", "open-after=none", "missed=robot",
          "robot=random", "offer=none", "return=none", "settle=none"]
PEOPLE = ["Anna", "Bo"]


def put(house, name, value):
    path = house.path(name)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file)
    return path


def played(house, seats):
    """Matches of such seats to their ends, by deadlines; their numbers."""
    more = [word for rule in POLICY for word in ("--policy", rule)]
    more += ["--option", "side=3", "--option", "circuits=2"]
    numbers = []
    for match in seats:
        chosen = [word for name in match for word in (
            "--seat", name if ":" in name else
            "%s <%s@example.org>" % (name, name.lower()))]
        numbers.append(house.json("match", "new", "hexxi", "--name",
                                  "Far away", *more, *chosen)["match"])
        house.run()
        for name in match:
            if ":" not in name:
                house.reply(house.newest(name), "ready luck of " + name)
        house.run()
    for _ in range(200):
        house.run(2 * DAY)
        if not house.json("match", "list", "--state", "running"):
            return numbers
    raise AssertionError("no end")


def records():
    """Of another home: one of two people, one of robots, both as that home
    exports them."""
    there = TextHouse()
    # so that numbers here and there differ
    there.ok("match", "new", "hexxi", "--seat", "X <x@example.org>", "--seat",
             "Y <y@example.org>")
    numbers = played(there, [PEOPLE, ["robot:easy", "robot:medium"]])
    found = [there.json("export", str(number)) for number in numbers]
    assert there.json("rating"), "nobody is rated there"
    revealed = there.json("export", str(numbers[0]), "--reveal")
    there.close()
    return *found, revealed


def here():
    """A home that knows Anna and Bo by other names."""
    house = TextHouse()
    house.ok("match", "new", "hexxi", "--seat", "Annie <anna@example.org>",
             "--seat", "Robert <bo@example.org>")
    house.run(400 * DAY)
    return house


def state_of(house):
    return [sql(house, "SELECT * FROM " + table + " ORDER BY 1, 2")
            for table in ("match", "seat", "event", "result", "holder",
                          "notice", "outbox", "person")]


def told(record):
    """What is the same in both homes."""
    other = copy.deepcopy(record)
    for key in ("match", "talk"):
        del other[key]
    for player in other["players"]:
        player.pop("rated", None)
    return other


def test_imported(house, record, robots, _):
    paths = [put(house, "a.json", record), put(house, "b.json", robots)]
    before = len(house.json("outbox", "list"))
    said = house.ok("import", *paths).splitlines()
    assert said == [
        "%s: match 2, Far away, is verified and here now" % paths[0],
        "%s: match 3, Far away, is verified and here now" % paths[1],
        "2 of 2 matches are new"], said
    for number, theirs in (("2", record), ("3", robots)):
        house.ok("verify", number)
        ours = house.json("export", number)
        assert told(ours) == told(theirs), (ours, theirs)
        assert house.json("match", "show", number)["imported"] == (
            theirs["match"])
        assert verify.verify(ours) == []
        assert house.json("match", "show", number)["state"] == "over"
    house.run()
    assert len(house.json("outbox", "list")) == before


def test_ratings(house, record, robots, _):
    """Only those whom the organiser knows are rated, and robots."""
    path = put(house, "a.json", record)
    house.ok("import", put(house, "b.json", robots))
    levels = {one.get("robot") for one in house.json("rating")}
    assert levels == {"easy", "medium"}, levels
    house.ok("import", path, "--player", "anna=anna@example.org", "--player",
             "Bo=Robert")
    rated = {one["name"]: one for one in house.json("rating")
             if "person" in one}
    assert set(rated) == {"Annie", "Robert"}, rated
    best = max(range(2), key=record["scores"].__getitem__)
    name = ["Annie", "Robert"][best]
    assert rated[name]["won"] == 1, (record["scores"], rated)
    folder = house.path("records")
    house.ok("export", "--all", folder)
    house.ok("verify", "--ratings",
             put(house, "list.json", house.json("rating")),
             *(os.path.join(folder, one) for one in os.listdir(folder)))
    # the players hear of it only when they ask
    house.say("Anna", "results")
    house.run()
    house.newest("Anna").says("Far away")


def test_once(house, record, _, revealed):
    """By the commitment, whatever else the record says."""
    path = put(house, "a.json", record)
    assert [one["new"] for one in house.json("import", path, path)] == [
        True, False]
    before = state_of(house)
    other = copy.deepcopy(record)
    other.update(match=77, name="Another", ended=record["ended"] - 5)
    for again in (record, other, revealed):
        found = house.json("import", put(house, "b.json", again))
        assert found == [{"file": house.path("b.json"), "match": 2,
                          "game": "hexxi", "name": again["name"],
                          "new": False}], found
    assert "is here already, as match 2" in house.ok("import", path)
    assert state_of(house) == before


def test_times(house, record, _, revealed):
    """A revealed record says when each move was made; one of before records
    said when the match began has its end alone."""
    house.ok("import", put(house, "a.json", revealed))
    times = [at for at, in sql(
        house, "SELECT at FROM event WHERE match = 2 ORDER BY n")]
    assert times == [event["at"] for event in revealed["events"]]
    row = sql(house, "SELECT started, ended FROM match WHERE id = 2")
    assert row == [(record["started"], record["ended"])], row
    assert record["started"] < times[0] <= times[-1] <= record["ended"]
    with open(os.path.join(HERE, "records/hexxi.json"),
              encoding="utf-8") as file:
        older = json.load(file)
    assert "started" not in older
    house.ok("import", os.path.join(HERE, "records/hexxi.json"))
    assert sql(house, "SELECT started, ended FROM match WHERE id = 3") == [
        (older["ended"], older["ended"])]


def test_refused(house, record, robots, _):
    """One clear sentence, and nothing of the other records is taken over."""
    good = put(house, "good.json", robots)
    before = state_of(house)

    def refused(piece, change, code=1):
        other = copy.deepcopy(record)
        change(other)
        bad = put(house, "bad.json", other)
        for order in ((good, bad), (bad, good)):
            done = house.fails(code, piece, "import", *order)
            assert bad in done.stderr and done.stderr.count("\n") == 1, done
            assert state_of(house) == before, piece

    refused("cannot be verified", lambda r: r["events"].pop(3))
    refused("the score of", lambda r: r["scores"].__setitem__(0, 99))
    refused("cannot be verified", lambda r: r.update(
        commitment=r["server_seed"]))
    refused("does not say when", lambda r: r.pop("ended"))
    refused("yet to come", lambda r: r.update(ended=2 ** 40))
    refused("must be higher", lambda r: r["events"][1].update(n=1))
    refused("\"by\" must be", lambda r: r["events"][1].update(by="magic"))
    refused("luck words", lambda r: r["players"][1].update(luck="a\nb"))
    refused("control characters", lambda r: r.update(name="a\nb"))
    refused("1 to 80", lambda r: r.update(name="x" * 81))

    def half(r):
        del r["events"][5:]
        r["over"] = False

    refused("score", half)
    house.fails(1, "not JSON", "import", good, put(house, "x.json", record)
                and __file__)
    house.fails(1, "not there", "import", good, house.path("none.json"))
    house.fails(2, "give records", "import")
    for player, piece in (("Cyd=Annie", "no player of these records"),
                          ("Anna", "needs a person of this home"),
                          ("Anna=zoe@example.org", "zoe@example.org")):
        house.fails(1, piece, "import", put(house, "a.json", record),
                    "--player", player)
    house.fails(1, "cannot be the same person", "import",
                house.path("a.json"), "--player", "Anna=Annie", "--player",
                "Bo=Annie")
    assert state_of(house) == before


def test_pages(house, record, robots, _):
    """Only what all who played agreed to show, and nobody who is hidden."""
    site = house.path("site")

    def shown(number=3):
        house.ok("page", site)
        path = os.path.join(site, "en", "match-%d.html" % number)
        if not os.path.exists(path):
            return None
        with open(path, encoding="utf-8") as file:
            return file.read()

    house.ok("import", put(house, "b.json", robots))
    assert shown(2) is None
    house.ok("import", put(house, "a.json", record), "--public", "--player",
             "Anna=Annie")
    text = shown()
    assert "Far away" in text and "Anna" in text and "Bo" in text
    assert record["commitment"] in text
    assert len(re.findall(r"Bo\b", text)) > 1
    house.say("Anna", "hide me")
    house.run()
    text = shown()
    assert "Far away" in text and "Anna" not in text, text


def main():
    tap = Tap()
    made = records()
    for name, test in sorted(globals().items()):
        if name.startswith("test_"):
            house = here()
            tap.run(name[5:], test, house, *made)
            house.close()
    tap.end()


main()
