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
SMALL = ["side=3", "circuits=2"]
PEOPLE = ["Anna", "Bo"]


STAY = ("--player changes no match that is here already: its players stay as"
        " they are")


def put(house, name, value):
    path = house.path(name)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file)
    return path


def begun(house, match, options=SMALL):
    """A match of such seats; its number."""
    more = [word for rule in POLICY for word in ("--policy", rule)]
    more += [word for option in options for word in ("--option", option)]
    chosen = [word for name in match for word in (
        "--seat", name if ":" in name else
        "%s <%s@example.org>" % (name, name.lower()))]
    number = house.json("match", "new", "hexxi", "--name", "Far away", *more,
                        *chosen)["match"]
    house.run()
    for name in match:
        if ":" not in name:
            house.reply(house.newest(name), "ready luck of " + name)
    house.run()
    return number


def played(house, seats):
    """Matches of such seats to their ends, by deadlines; their numbers."""
    numbers = [begun(house, match, options) for match, options in seats]
    for _ in range(200):
        house.run(2 * DAY)
        if not house.json("match", "list", "--state", "running"):
            return numbers
    raise AssertionError("no end")


def records():
    """Of another home: one of two people, one of robots, both as that home
    exports them; the first as one reveals it; one that is still played."""
    there = TextHouse()
    # so that numbers here and there differ
    there.ok("match", "new", "hexxi", "--seat", "X <x@example.org>", "--seat",
             "Y <y@example.org>")
    numbers = played(there, [(PEOPLE, SMALL),
                             (["robot:easy", "robot:medium"], [])])
    found = [there.json("export", str(number)) for number in numbers]
    assert there.json("rating"), "nobody is rated there"
    revealed = there.json("export", str(numbers[0]), "--reveal")
    number = begun(there, PEOPLE)
    there.run(2 * DAY)
    running = there.json("export", str(number), "--reveal")
    there.close()
    return *found, revealed, running


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


def test_imported(house, record, robots, *_):
    paths = [put(house, "a.json", record), put(house, "b.json", robots)]
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


def levels(house):
    """Of robots that are rated."""
    return {one["robot"] for one in house.json("rating") if "robot" in one}


def test_ratings(house, record, robots, *_):
    """Only those whom the organiser knows are rated, and robots."""
    path = put(house, "a.json", record)
    house.ok("import", put(house, "b.json", robots))
    assert levels(house) == {"easy", "medium"}
    before = house.json("outbox", "list")
    house.ok("import", path, "--player", "anna=anna@example.org", "--player",
             "Bo=Robert")
    house.run()
    assert house.json("outbox", "list") == before, "somebody was told of it"
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


def test_relieved(_, __, robots, *_more):
    """A robot that plays for somebody in the end has not played the match: the
    result is a robot's only where the record says so, or else who made the
    moves.  One who is rated alone changes no rating."""
    name = robots["players"][0]["name"]

    def taken(rated, by, *more):
        other = copy.deepcopy(robots)
        assert other["players"][0].pop("rated") == "easy"
        other["players"][0].update(rated)
        for event in other["events"]:
            if event["seat"] == 0:
                event["by"] = by
        house = here()
        house.ok("import", put(house, "a.json", other), *more)
        house.ok("verify", "2")
        found = levels(house), [one["name"] for one in house.json("rating")
                                if "person" in one]
        house.close()
        return found

    both, nobody = ({"easy", "medium"}, []), (set(), [])
    assert taken({"rated": 3}, "player") == nobody
    # people win and lose nothing against robots
    assert taken({"rated": 3}, "player", "--player", name + "=Annie") == (
        {"medium"}, [])
    assert taken({"rated": "strong"}, "robot") == nobody
    assert taken({"rated": "easy"}, "player") == both
    assert taken({}, "player") == nobody
    assert taken({}, "robot") == both


def test_usual_options(house, record, robots, *_):
    """A record may leave out options if they are the usual ones and no
    fingerprint has them."""
    other = copy.deepcopy(robots)
    del other["options"]
    house.fails(1, "cannot be verified", "import", put(house, "b.json", other))
    other["agreed"] = verify.fingerprint(verify.agreed(other))
    house.fails(1, "does not say its options", "import",
                put(house, "b.json", other))
    del other["agreed"]
    house.ok("import", put(house, "b.json", other))
    house.ok("verify", "2")
    assert house.json("export", "2")["options"] == {}
    assert house.json("export", "2")["scores"] == robots["scores"]


def test_equal_signs(house, record, *_):
    """In names and in addresses."""
    house.ok("match", "new", "hexxi", "--seat", "Eve <x=y=z@example.org>",
             "--seat", "Fay <fay@example.org>")
    other = copy.deepcopy(record)
    other["players"][0]["name"] = "A=x"
    other["players"][1]["name"] = "A"
    path = put(house, "a.json", other)
    house.fails(1, "no player of these records is named B", "import", path,
                "--player", "B=x=y=z@example.org")
    house.ok("import", path, "--player", "A=x=x=y=z@example.org", "--player",
             "A=fay@example.org")
    assert sql(house, "SELECT p.name FROM seat s JOIN person p ON p.id ="
                      " s.person WHERE s.match = 3 ORDER BY s.seat") == [
        ("Eve",), ("Fay",)]


def test_rehearsed(house, record, robots, *_):
    """The same list, and nothing is written."""
    house.ok("import", put(house, "b.json", robots))
    before = state_of(house)
    call = ("import", house.path("b.json"), put(house, "a.json", record))
    dry = house.json(*call, "--dry-run")
    said = house.ok(*call, "--dry-run", "--player", "Anna=Annie").splitlines()
    assert state_of(house) == before
    assert said[1:] == [
        "%s: match 3, Far away, is verified and would be here" % call[2],
        "1 of 2 matches would be new; nothing was changed",
        STAY], said
    assert dry == house.json(*call), dry
    assert [one["new"] for one in dry] == [False, True]


def test_once(house, record, _, revealed, *_more):
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
    said = house.ok("import", path)
    assert "is here already, as match 2" in said and STAY not in said, said
    said = house.ok("import", path, "--player", "Anna=Annie")
    assert said.endswith(STAY + "\n") and "--public" not in said, said
    said = house.ok("import", path, "--public")
    assert "--public changes no match that is here already" in said, said
    assert state_of(house) == before


def test_times(house, record, _, revealed, *_more):
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


def test_refused(house, record, robots, _, running):
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
    refused("ended before it began", lambda r: r.update(ended=1))
    refused("yet to come", lambda r: r.update(ended=2 ** 40))
    refused("must be higher", lambda r: r["events"][1].update(n=1))
    refused("\"by\" must be", lambda r: r["events"][1].update(by="magic"))
    refused("luck words", lambda r: r["players"][1].update(luck="a\nb"))
    refused("a character that can be seen",
            lambda r: r["players"][1].update(name="\u200b"))
    refused("control characters", lambda r: r.update(name="a\nb"))
    refused("1 to 80", lambda r: r.update(name="x" * 81))

    for high in 10 ** 9 + 1, 2 ** 63 - 1:
        refused("at most 1000000000", lambda r: r["events"][-1].update(n=high))

    def half(r):
        r.clear()
        r.update(running)

    assert running["events"] and not running["over"]
    refused("has not been played to its end", half)
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
    name = next(one["name"] for one in robots["players"]
                if one.get("rated") == one.get("robot", 0))
    house.fails(1, "is a robot, and no person's seat", "import", good,
                "--player", name + "=Annie")
    assert state_of(house) == before


def test_pages(house, record, robots, *_):
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
