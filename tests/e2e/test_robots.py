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

from held import hold_robots, let_robots_go, set_think  # noqa: E402
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


def test_nobody_thinks(house):
    """Robots that are at a table wait, where robots never think, and no others
    come to one; mail is answered all the same, and the organiser is told."""
    started(house, *["robot:easy"] * 2)
    set_think(house, 0)
    while not house.rows("SELECT 1 FROM timer WHERE kind = 'robot'"):
        found = NUMBERED.search(newest_of(house, 1).text)
        house.say("Anna", found.group(1)) if found else house.run()
    before = len(house.moves())
    house.run(60)
    house.say("Anna", "status").says("match 1")
    assert house.life() == "running" and len(house.moves()) == before
    house.fails(1, "robots do not think here, so none can play", "match",
                "new", "mutineer", "--seat", ANNA, *["--seat", "robot:easy"] * 2)
    house.fails(1, "robots do not think here, so none can play", "match",
                "robot", "1", "0", "easy", "--reason", "away")
    assert len(house.json("match", "list")) == 1
    found = [item for item in house.json("check")
             if item["part"] == "robots"]
    assert [item["state"] for item in found] == ["warning"] and (
        "1 matches wait for robots" in found[0]["says"]), found
    set_think(house, 5)
    house.run()
    assert len(house.moves()) > before
    assert not house.rows("SELECT 1 FROM timer WHERE kind = 'robot'")
    assert "robots" not in [item["part"] for item in
                            house.json("check")]
    set_think(house, "soon")
    house.fails(78, "think must be a number of seconds from 0 to 3600", "run")


def test_policy_without_thought(house):
    """What a policy leaves to robots is done without them where none thinks,
    and letters say so: no match waits for what never comes."""
    set_think(house, 0)
    house.example("--policy", "missed=robot-strong", "--policy",
                  "robot=strong", "--policy", "graces=0", "--policy",
                  "time=1d", "--policy", "offer=none", "--policy",
                  "open-after=none")
    letter = house.newest("Bernhard")
    letter.says("After that this move is made for you: pay 0")
    letter.lacks("robot")
    house.say("Steffi", "rules").lacks("robot")
    house.now += 86400 + 60
    house.run()
    assert house.moves() == [("Bernhard", "pay 0")], house.moves()
    house.newest("Bernhard").says(
        "You missed the deadline; the default move is made.")
    assert not house.rows("SELECT 1 FROM seat WHERE level IS NOT NULL")
    # A seat that nobody plays.
    resign(house, "Bernhard")
    seat = held(house, 0)
    assert seat["held"] == "robot" and not seat.get("level"), seat
    assert not house.rows("SELECT 1 FROM timer WHERE kind = 'robot'")


def test_thinks_no_more(house):
    """Robots were to think for a player who missed a deadline and at a seat
    that was given up; then thinking is switched off, and the match goes on."""
    house.example("--policy", "missed=robot", "--policy", "robot=strong",
                  "--policy", "graces=0", "--policy", "time=1d", "--policy",
                  "offer=none")
    hold_robots(house)
    twin = Twin(house)
    resign(twin, "Bernhard")
    house.now += 86400 + 60
    house.run()
    for one in house, twin:
        assert one.rows("SELECT seat FROM timer WHERE kind = 'robot'") == [
            (0,)] and not one.moves()
        let_robots_go(one)
        set_think(one, 0)
        one.run()
        assert one.moves()[0] == ("Bernhard", "pay 0"), one.moves()
        assert not one.rows("SELECT 1 FROM timer WHERE kind = 'robot'")
        # letters that tell of it do not wait for the next run
        waiting = one.rows("SELECT address, kind FROM outbox WHERE state ="
                           " 'new'")
        assert not waiting, waiting
    twin.close()


def test_thinks_for_who_missed(house):
    """A move for a player who missed the deadline is thought of as a robot's
    own: not in the step tick, which holds a lock, and once, wherever it
    stops."""
    house.example("--policy", "missed=robot", "--policy", "robot=strong",
                  "--policy", "graces=0", "--policy", "time=1d")
    hold_robots(house)
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
    let_robots_go(twin)
    twin.run()
    assert twin.moves() == [("Bernhard", "pay 1")]
    assert not twin.rows("SELECT 1 FROM timer WHERE kind = 'robot'")
    twin.close()
    # So has a player who gets more time.
    twin = Twin(house)
    assert held(twin, 0)["thinks"]
    twin.ok("match", "extend", "1", "1d", "--reason", "a test")
    assert twin.rows("SELECT 1 FROM timer WHERE kind = 'robot'")
    assert "thinks" not in held(twin, 0)
    let_robots_go(twin)
    twin.run()
    assert not twin.moves()
    twin.close()
    let_robots_go(house)
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
    hold_robots(house)
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
    letter.says("Your turn: promise your mate some pay.")
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


def test_status_behind_a_deadline(house):
    """A deadline that has passed is told as one, before any step looked at it:
    to its player, to others, in the line that lists of mails show, and on
    public pages."""
    house.example("--policy", "time=1d", "--policy", "graces=0", "--policy",
                  "public=yes")
    house.ok("page", house.path("www"))
    with open(house.path("www", "en", "deadlines.ics"), encoding="utf-8") as at:
        assert "BEGIN:VEVENT" in at.read()
    house.now += 2 * 86400
    for name in "Bernhard", "Steffi":
        house.reply(house.newest(name), "status")
    house.ok("receive")
    house.ok("handle")
    house.ok("send")
    letter = house.newest("Bernhard")
    letter.says("Your turn: promise your mate some pay.", "Your deadline,",
                "has passed.")
    letter.lacks("Please answer before", "After that", "a robot")
    letter = house.newest("Steffi")
    letter.says("the deadline was")
    letter.lacks("the deadline is", "a robot")
    house.ok("page", house.path("www"), "--again")
    with open(house.path("www", "en", "deadlines.ics"), encoding="utf-8") as at:
        assert "BEGIN:VEVENT" not in at.read()


def test_status_of_who_is_relieved(house):
    """A robot plays for a while, and is to think: the match waits for it, not
    for the player's answer."""
    house.example()
    hold_robots(house)
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
