#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Records stand alone: tests/model/verify.py, which was written from
turnpost-record(5), comes to the same as `turnpost verify`, about records of
all games and about each thing that can be changed in one."""

import copy
import json
import os
import re
import sqlite3
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../model")]

import verify  # noqa: E402
from house import House  # noqa: E402
from tap import Tap  # noqa: E402

DAY = 24 * 60
NAMES = ["Anna", "Bo", "Cyd", "Dan"]
# Luck words as written, and as they are hashed; one player gives none.
LUCK = [("three Papageien", "three Papageien"),
        ("\u201eZo\u0065\u0308\u201c \u2014  \uff44\uff14 ; help", None),
        ("pi\u0119\u0107 \u015bwi\u0144!", "pi\u0119\u0107 \u015bwi\u0144"),
        (None, None)]
MATCHES = {
    "mutineer": (3, []), "mutineer with pirates": (4, ["pirates=yes"]),
    "fourth-bridge": (3, ["turn_limit=25"]),
    "hexxi": (2, ["side=3", "circuits=4"])}
# Starts that are laid out, each leaving something to chance.
LAID = {
    "mutineer": {"captain": 1},
    "fourth-bridge": {"ring": 2 * ["forest"] + 5 * ["village"],
                      "carpenter": 1, "roles": ["traitor", "red", "green"],
                      "bag": 6 * ["red"] + 6 * ["blue"] + 6 * ["green"]
                      + 6 * ["yellow"] + 6 * ["black"],
                      "hand": ["work", "work", "cart-load", "cart-unload"]},
    "hexxi": {"start": 1}}
POLICY = ["time=1d", "graces=0", "open-after=none", "missed=robot",
          "robot=random", "offer=none", "return=none", "settle=none"]


def begun(house, what):
    """A match that all but one of its players leave when it has begun; the
    program moves for them, and at deadlines for her."""
    seats, options = MATCHES[what]
    more = [word for option in options for word in ("--option", option)]
    more += [word for rule in POLICY for word in ("--policy", rule)]
    game = what.split()[0]
    if not options or game != what or game == "fourth-bridge":
        path = house.path("setup.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(LAID[game], file)
        more += ["--setup", path]
    house.match(*more, seats=NAMES[:seats], game=game)
    house.run()
    letter = house.newest("Anna")
    for name, (luck, _) in zip(NAMES[:seats], LUCK):
        house.reply(house.newest(name), "ready luck " + luck
                    if luck else "ready")
    house.run()
    for name in NAMES[1:seats]:
        house.say(name, "resign")
        code = re.search(r"resign (\w{6})\b", house.newest(name).text)[1]
        house.say(name, "resign " + code)
    return letter


def played(house, what):
    """To its end; a move is taken back on the way."""
    invitation = begun(house, what)
    for number in range(600):
        house.run(2 * DAY)
        if number == 10:
            house.ok("match", "undo", "1", "--reason", "a slip")
        if house.life() == "over":
            return house.json("export", "1"), invitation, house.newest("Anna")
    raise AssertionError("no end")


def program(house, record):
    """What turnpost verify says, or None if it does not hold."""
    path = house.path("record.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(record, file, ensure_ascii=False)
    done = house.call("verify", path)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout if done.returncode == 0 else None


def wrong(record):
    try:
        verify.verify(record)
    except (verify.Wrong, LookupError, TypeError, ValueError) as fault:
        return fault
    return None


def changed(record):
    """Records in which one thing is another: (what, record)."""
    def one(what, change):
        other = copy.deepcopy(record)
        change(other)
        return what, other

    def option(r):
        for key, value in r["options"].items():
            r["options"][key] = (not value if isinstance(value, bool)
                                 else value - 1)

    drawn = next(e for e in [record, *record["events"]] if e["draws"])
    place = record["events"].index(drawn) if drawn is not record else None

    def draw(r):
        pair = (r if place is None else r["events"][place])["draws"][-1]
        pair[1] = (pair[1] + 1) % max(pair[0], 2)

    yield one("commitment", lambda r: r.update(commitment=r["seed"]))
    yield one("server seed", lambda r: r.update(server_seed=r["seed"]))
    yield one("seed", lambda r: r.update(seed=r["server_seed"]))
    yield one("luck", lambda r: r["players"][0].update(luck="three papageien"))
    yield one("no luck", lambda r: r["players"][0].update(luck=None))
    yield one("options", option)
    yield one("agreed", lambda r: r.update(agreed=r["seed"]))
    yield one("a draw", draw)
    yield one("no draws", lambda r: r.update(draws=[]) or r["events"].pop())
    yield one("a move", lambda r: r["events"].pop(3))
    yield one("a score", lambda r: r["scores"].__setitem__(0, 999))
    yield one("the end", lambda r: r.update(over=False))
    if "data" in record:
        yield one("an island", lambda r: r["data"]["islands"][3].update(
            ship=r["data"]["islands"][3]["ship"] + 1))
        yield one("its name", lambda r: r["data"]["islands"][3]["name"].update(
            en="Elsewhere"))
    if "setup" in record:
        yield one("no setup", lambda r: r.pop("setup"))


def check_luck(record):
    for (written, hashed), player in zip(LUCK, record["players"]):
        if hashed is not None or written is None:
            assert player["luck"] == hashed, player
    if len(record["players"]) > 1:
        assert record["players"][1]["luck"] == "\"Zo\u00eb\" - d4", \
            record["players"][1]


def check(what):
    house = House()
    try:
        record, invitation, last = played(house, what)
        check_luck(record)
        assert verify.verify(record) == []
        said = program(house, record)
        for key in ("commitment", "agreed"):
            invitation.says(record[key])
            last.says(record[key])
            assert "%s %s: " % (key, record[key]) in said, said
        assert "not covered" not in said, said
        # what was laid out cannot be found by trying
        text = verify.agreed(record)[32:]
        assert verify.fingerprint(text) != record["agreed"]
        for thing, other in changed(record):
            assert wrong(other), "the verifier takes another %s" % thing
            assert program(house, other) is None, thing
        check_older(house, record)
    finally:
        house.close()


def check_older(house, record):
    """Matches of an older version have no second fingerprint."""
    record.pop("agreed")
    assert verify.verify(record)
    said = program(house, record)
    line = re.search("^not covered by a fingerprint: (.*)$", said, re.M)[1]
    assert "options" in line, line
    assert ("data" in line) == ("data" in record), line
    assert ("setup" in line) == ("setup" in record), line
    base = sqlite3.connect(house.path("turnpost.db"))
    base.execute("UPDATE match SET agreed = NULL")
    base.commit()
    base.close()
    assert house.json("export", "1") == record
    assert line in house.ok("verify", "1")
    letter = house.say("Anna", "status")
    letter.says(record["commitment"])
    letter.lacks("second fingerprint")


def main():
    tap = Tap()
    for what in MATCHES:
        tap.run("records: " + what, check, what)
    tap.end()


main()
