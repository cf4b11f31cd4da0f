#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Robots at the table: at seats of their own, or in the place of people."""

import contextlib
import json
import os
import re
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import EXAMPLE, TextHouse, address  # noqa: E402
from stopping import Twin  # noqa: E402
from tap import Tap  # noqa: E402

NUMBERED = re.compile(r"^\s*\d+\s+\u2192 (.+)$", re.M)
ANNA = "Anna <anna@example.org>"


def made(house, *seats, game="mutineer", more=()):
    args = []
    for seat in seats:
        args += ["--seat", seat]
    return house.json("match", "new", game, *args, *more)["match"]


def held(house, seat, match=1):
    return house.json("match", "show", str(match))["seats"][seat]


def people_alone(house):
    """Everybody to whom a letter went has an address of a person."""
    rows = house.rows("SELECT person, address FROM outbox")
    assert rows and all(person for person, _ in rows), rows
    boxes = os.listdir(house.path("spool", "out"))
    assert boxes == [address("anna")], boxes


def play(house, limit=300):
    """Anna takes the first move of each letter until the match is over."""
    for _ in range(limit):
        if house.life() != "running":
            return
        found = NUMBERED.search(house.newest("Anna").text)
        if found:
            house.say("Anna", found.group(1))
        else:
            house.run()
    raise AssertionError("it does not end: " + house.newest("Anna").text)


def newest_of(house, match):
    return [letter for letter in house.letters("Anna")
            if "g%d-" % match in letter.text][-1]


def resign(house, name):
    code = house.say(name, "resign").text.split("\u2192 resign ")[1].split()[0]
    house.say(name, "resign " + code)


def test_one_person_against_robots(house):
    made(house, ANNA, "robot:easy", "robot:medium")
    house.run()
    letter = house.newest("Anna")
    letter.says("You are playing with Robot-1 (robot, easy) and Robot-2 "
                "(robot, medium).", "Robot-1 robot, easy", "We are waiting for Anna.")
    house.say("Anna", "ready")
    assert house.life() == "running"
    house.newest("Anna").says("Robot-1 (robot, easy)",
                              "Robot-2 (robot, medium)")
    assert not house.rows("SELECT 1 FROM event WHERE by <> 'robot'")
    play(house)
    assert house.life() == "over"
    assert re.search(r"^  Robot-2 \(robot, medium\) +-?\d+",
                     house.newest("Anna").text, re.M)
    by = dict(house.rows("SELECT seat, group_concat(DISTINCT by) FROM event"
                         " GROUP BY seat"))
    assert by == {0: "player", 1: "robot", 2: "robot"}, by
    assert not house.rows("SELECT 1 FROM timer")
    people_alone(house)
    house.ok("match", "log", "1")


def test_names_and_levels(house):
    made(house, ANNA, "Robot-1 <bert@example.org>", "robot:strong",
         "robot:easy")
    names = [seat["name"] for seat in house.json("match", "show", "1")["seats"]]
    assert names == ["Anna", "Robot-1", "Robot-2", "Robot-3"], names
    seat = held(house, 2)
    assert (seat["held"], seat["level"], seat["ready"]) == (
        "robot", "strong", True), seat
    assert "person" not in seat and "level" not in held(house, 1)
    assert len(house.json("person", "list")) == 2
    for level in ("clever", "", "Easy", "easy "):
        house.fails(1, "a robot is easy, medium or strong, as in robot:medium",
                    "match", "new", "hexxi", "--seat", ANNA, "--seat",
                    "robot:" + level)
    assert len(house.json("match", "list")) == 1
    house.fails(1, "must be default, random, easy, medium or strong", "match",
                "new", "hexxi", "--seat", ANNA, "--seat", "robot:easy",
                "--policy", "robot=clever")


def test_languages(house):
    for language, muster, table in (
            ("de", "Am Tisch: Robot-1 (Roboter, mittel) und du.",
             "Robot-1 (Roboter, mittel)"),
            ("pl", "Przy stole: Robot-1 (robot, poziom średni) i ty.",
             "Robot-1 (robot, poziom średni)"),
            ("ru", "За столом: Robot-1 (робот, уровень средний) и вы.",
             "Robot-1 (робот, уровень средний)")):
        house.ok("person", "set", "anna@example.org", "--language",
                 language) if language != "de" else None
        match = made(house, ANNA + " de", "robot:medium", game="hexxi")
        house.run()
        newest_of(house, match).says(muster)
        house.reply(newest_of(house, match), "ready")
        house.run()
        newest_of(house, match).says(table)


def test_alone_among_robots(house):
    """Nobody waits for a robot, and when the last person has left, the match
    is called off."""
    made(house, ANNA, "robot:easy", "robot:easy")
    house.run()
    house.say("Anna", "ready")
    house.say("Anna", "say Robot-1: hello").says(
        "Nobody is in that seat to hear it just now.")
    assert house.life() == "running"
    resign(house, "Anna")
    assert house.life() == "ended", house.newest("Anna").text
    people_alone(house)


def test_robots_alone(house):
    made(house, *["robot:easy"] * 3)
    house.run()
    assert house.life() == "over"
    assert not house.rows("SELECT 1 FROM outbox")
    assert house.rows("SELECT count(*) FROM holder") == [(0,)]


def test_matches_differ(house):
    """Robots do not play two matches alike, even if these begin alike; that
    one match is played the same again, test_stopped_while_thinking shows."""
    with open(house.path("setup.json"), "w", encoding="utf-8") as file:
        json.dump(EXAMPLE, file)
    for _ in range(2):
        made(house, *["robot:easy"] * 4,
             more=("--setup", house.path("setup.json")))
    house.run()
    one, two = (house.rows("SELECT group_concat(move) FROM event WHERE"
                           " match = ?", match) for match in (1, 2))
    assert one != two  # each match has chance of its own


def test_program_thinks(house):
    """A seat that nobody plays any more, as was agreed."""
    names = ["Anna", "Bert", "Cleo"]
    house.match("--policy", "robot=medium", "--policy", "offer=none",
                seats=names)
    house.run()
    house.newest("Anna").says("For an open seat the program thinks about each "
                              "move; its level is medium.")
    house.start(names)
    resign(house, "Bert")
    seat = held(house, 1)
    assert (seat["held"], seat["level"]) == ("robot", "medium"), seat
    house.newest("Anna").says("Bert (robot, medium)",
                              "Bert played by the program")
    assert house.rows("SELECT level FROM seat WHERE seat = 1") == [(None,)]


def started(house, *seats):
    made(house, ANNA, *seats)
    house.run()
    house.reply(house.newest("Anna"), "ready")


def stopped_anywhere(house, want):
    """A run that is stopped at each of its points in turn, and the next one,
    make these moves; returns how many points there are."""
    for n in range(1, 1000):
        twin = Twin(house)
        done = twin.call("run", env={"TURNPOST_STOP_AT": str(n)})
        twin.ok("run")
        assert twin.moves() == want, "stopped at %d" % n
        twin.close()
        if done.returncode == 0:
            break
    return n


def test_stopped_while_thinking(house):
    """Wherever it is stopped, the same moves are made in the end."""
    with open(house.path("setup.json"), "w", encoding="utf-8") as file:
        json.dump(EXAMPLE, file)
    # the first seat is the captain, who pays first
    made(house, "robot:easy", ANNA, "robot:easy", "robot:easy",
         more=("--setup", house.path("setup.json")))
    house.run()
    house.reply(house.newest("Anna"), "ready")
    house.now += 60
    even = Twin(house)
    even.ok("run")
    want = even.moves()
    assert want, even.newest("Anna").text
    even.close()
    assert stopped_anywhere(house, want) > 10


def test_changed_meanwhile(house):
    """A thought about a match that has changed since is dropped; nobody waits
    for a lock while a robot thinks."""
    with open(house.path("turnpost.yaml"), "a", encoding="utf-8") as file:
        file.write("\nrobots:\n  think: 3\n")
    made(house, *["robot:strong"] * 4, game="hexxi")
    with subprocess.Popen(house.command(["-v", "run"]), stderr=subprocess.PIPE,
                          text=True) as run, contextlib.closing(
            sqlite3.connect(house.path("turnpost.db"))) as db:
        waited = []
        while run.poll() is None:
            begin = time.monotonic()
            with db:
                db.execute("UPDATE match SET last_event = last_event + 1")
            waited.append(time.monotonic() - begin)
            time.sleep(0.2)
        log = run.stderr.read()
    assert run.returncode == 0 and "changed while a robot thought" in log, log
    assert max(waited) < 1, waited
    house.steps()
    assert house.rows("SELECT 1 FROM event")
    house.ok("match", "show", "1")


def test_thinking_ends(house):
    """No time to think in this round: mail is answered all the same, and
    the next round goes on there."""
    config = house.path("turnpost.yaml")
    with open(config, "a", encoding="utf-8") as file:
        file.write("\nrobots:\n  think: 0\n")
    started(house, *["robot:easy"] * 2)
    house.run()
    assert house.life() == "running"
    assert not house.rows("SELECT 1 FROM event WHERE by = 'robot'")
    while not house.rows("SELECT 1 FROM timer WHERE kind = 'robot'"):
        found = NUMBERED.search(house.newest("Anna").text)
        house.say("Anna", found.group(1))
    house.say("Anna", "status").says("match 1")
    assert not house.rows("SELECT 1 FROM event WHERE by = 'robot'")
    with open(config, encoding="utf-8") as file:
        text = file.read()
    with open(config, "w", encoding="utf-8") as file:
        file.write(text.replace("think: 0", "think: 5"))
    house.run()
    assert house.rows("SELECT 1 FROM event WHERE by = 'robot'")
    assert not house.rows("SELECT 1 FROM timer WHERE kind = 'robot'")
    with open(config, "w", encoding="utf-8") as file:
        file.write(text.replace("think: 0", "think: soon"))
    house.fails(78, "think must be a number of seconds from 0 to 3600", "run")


def test_thinks_for_who_missed(house):
    """A move for a player who missed the deadline is thought of as a robot's
    own: not in the step tick, which holds a lock, and once, wherever it
    stops."""
    config = house.path("turnpost.yaml")
    house.example("--policy", "missed=robot", "--policy", "robot=strong",
                  "--policy", "graces=0", "--policy", "time=1d")
    with open(config, encoding="utf-8") as file:
        text = file.read()
    with open(config, "a", encoding="utf-8") as file:
        file.write("\nrobots:\n  think: 0\n")
    house.now += 86400
    house.run()
    assert not house.moves()
    assert house.rows("SELECT kind, n FROM timer WHERE seat = 0 AND"
                      " kind <> 'remind' ORDER BY kind") == [
        ("decide", 0), ("robot", 1)]
    house.run(15)
    assert not house.moves()
    # A player who answers before there is time to think has answered.
    twin = Twin(house)
    twin.say("Bernhard", "pay 1")
    assert twin.moves() == [("Bernhard", "pay 1")]
    with open(twin.path("turnpost.yaml"), "w", encoding="utf-8") as file:
        file.write(text)
    twin.run()
    assert twin.moves() == [("Bernhard", "pay 1")]
    assert not twin.rows("SELECT 1 FROM timer WHERE kind = 'robot'")
    twin.close()
    # So has a player who gets more time.
    twin = Twin(house)
    twin.ok("match", "extend", "1", "1d", "--reason", "a test")
    with open(twin.path("turnpost.yaml"), "w", encoding="utf-8") as file:
        file.write(text)
    twin.run()
    assert not twin.moves()
    twin.close()
    with open(config, "w", encoding="utf-8") as file:
        file.write(text)
    house.now += 60
    even = Twin(house)
    even.steps()
    want = even.moves()
    assert len(want) == 1 and want[0][0] == "Bernhard", want
    assert even.rows("SELECT by FROM event") == [("deadline",)]
    even.newest("Bernhard").says(
        "You missed the deadline; the program has chosen the move.")
    even.close()
    assert stopped_anywhere(house, want) > 1


def test_status_of_who_missed(house):
    """A robot is to think of the move for a player whose deadline has passed:
    everybody is told of that deadline, and of the robot.  The player may still
    answer."""
    house.example("--policy", "missed=robot", "--policy", "robot=strong",
                  "--policy", "graces=0", "--policy", "time=1d")
    with open(house.path("turnpost.yaml"), "a", encoding="utf-8") as file:
        file.write("\nrobots:\n  think: 0\n")
    deadline = held(house, 0)["deadline"]
    assert "thinks" not in held(house, 0)
    told = house.say("Steffi", "status").text
    when = re.search(r"the\s+deadline\s+is\s+([^.]+)\.", told).group(1)
    house.now += 2 * 86400
    house.run(15)
    seat = held(house, 0)
    assert (seat["deadline"], seat["thinks"]) == (deadline, True), seat
    told = " ".join(house.say("Steffi", "status").text.split())
    assert ("the deadline was %s, and a robot is to decide."
            % " ".join(when.split())) in told, told
    letter = house.say("Bernhard", "status")
    letter.says("has passed: a robot decides for you now, unless your answer "
                "comes first.")
    letter.lacks("Please answer before")
    # More time, and it is a deadline like others, which passes again.
    twin = Twin(house)
    twin.ok("match", "extend", "1", "3d", "--reason", "a test")
    twin.say("Bernhard", "status").says("Please answer before")
    later = held(twin, 0)["deadline"]
    assert later > deadline
    twin.now += 3 * 86400
    twin.run()
    twin.say("Steffi", "status").says("and a robot is to decide")
    twin.close()
    assert house.say("Bernhard", "pay 1") and house.moves() == [
        ("Bernhard", "pay 1")]


def test_status_of_who_is_relieved(house):
    """A robot plays for a while, and is to think: the match waits for it, not
    for the player's answer."""
    with open(house.path("turnpost.yaml"), "a", encoding="utf-8") as file:
        file.write("\nrobots:\n  think: 0\n")
    house.example()
    house.ok("match", "robot", "1", "0", "easy", "--reason", "away")
    letter = house.say("Bernhard", "status")
    letter.says("there is nothing for you to decide now",
                "A robot plays for you")
    letter.lacks("waiting for your answer", "deadline")
    house.say("Steffi", "status").says("waiting for Bernhard")
    seat = held(house, 0)
    assert (seat["deadline"], seat["thinks"]) == (None, True), seat


def robots_moves(db):
    return db.execute("SELECT count(*) FROM event WHERE by = 'robot'"
                      ).fetchone()[0]


def test_mail_first(house):
    """A mail that comes while robots think waits for one decision at most,
    and is answered before the next one, however many matches there are."""
    with open(house.path("turnpost.yaml"), "a", encoding="utf-8") as file:
        file.write("\nrobots:\n  think: 60\n")
    started(house, *["robot:easy"] * 2)
    house.run()
    for _ in range(20):
        made(house, *["robot:strong"] * 4, game="hexxi")
    letters = len(house.letters("Anna"))
    with subprocess.Popen(house.command(["run"])) as run, contextlib.closing(
            sqlite3.connect(house.path("turnpost.db"))) as db:
        before = robots_moves(db)
        while robots_moves(db) < before + 2:
            assert run.poll() is None
            time.sleep(0.01)
        house.reply(house.newest("Anna"), "status")
        came = robots_moves(db)
        assert run.wait() == 0
        assert came <= robots_moves(db) <= came + 1
        assert db.execute("SELECT count(*) FROM timer WHERE kind = 'robot'"
                          ).fetchone()[0] >= 20
    assert len(house.letters("Anna")) == letters
    with subprocess.Popen(house.command(["-v", "run"]), text=True,
                          stderr=subprocess.PIPE) as run:
        told = []
        for line in run.stderr:
            told.append(line)
            if "send: " in line:
                letters += 1
                # A second mail: it need not wait for all these robots.
                house.reply(house.newest("Anna"), "ping")
                break
        log = "".join(told) + run.stderr.read()
    assert run.returncode == 0
    assert log.index("send: 1") < log.find("think: ") or "think: " not in log
    assert len(house.letters("Anna")) == letters, log


if __name__ == "__main__":
    tap = Tap()
    tap.each(globals(), TextHouse)
    tap.end()
