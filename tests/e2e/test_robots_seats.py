#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Robots that play for a person for a while: by the organiser, when a
deadline is missed, by vote."""

import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from held import hold_robots  # noqa: E402
from house import TextHouse, address  # noqa: E402
from tap import Tap  # noqa: E402
from test_robots import ANNA, NUMBERED, held, made  # noqa: E402

NAMES = ["Anna", "Bert", "Cleo"]
DAY = 86400


def table(house, *policy, seats=None):
    args = []
    for item in ("graces=0", "time=1d") + policy:
        args += ["--policy", item]
    house.match(*args, seats=seats or NAMES)
    house.run()
    house.start(seats or NAMES)
    house.run()


def robot(house, seat, what, **more):
    return house.ok("match", "robot", "1", str(seat), what, "--reason",
                    "a test", **more)


def asked(house):
    return [seat["name"] for seat in house.json("match", "show", "1")["seats"]
            if seat.get("asked_to")]


def heard(house, name, *pieces):
    """In one of the letters that have come."""
    for piece in pieces:
        assert any(piece in " ".join(letter.text.split())
                   for letter in house.letters(name)), piece



def level(house, seat):
    return held(house, seat).get("level")


def by_robots(house, seat):
    return house.rows("SELECT count(*) FROM event WHERE by = 'robot' AND"
                      " seat = ?", seat)[0][0]


def play_until(house, done, limit=60):
    """Everybody takes the first move of the newest letter."""
    for _ in range(limit):
        if done():
            return
        for name in asked(house):
            found = NUMBERED.search(house.newest(name).text)
            if found:
                house.say(name, found.group(1))
        house.run()
    raise AssertionError("it never happens")


def test_organiser(house):
    table(house)
    robot(house, 1, "medium")
    house.run()
    seat = held(house, 1)
    assert (seat["held"], seat["level"]) == ("person", "medium"), seat
    heard(house, "Bert", "The organiser lets a robot (level medium) play for "
          "you: a test")
    house.newest("Bert").says(
        "A robot plays for you, and you get the news of the match.",
        "\u2192 back")
    heard(house, "Anna", "The organiser lets a robot (level medium) play for "
          "Bert: a test")
    house.newest("Anna").says(
        "Bert (robot, medium)", "Bert played by a robot (medium)")
    house.newest("Anna").lacks("A robot plays for you")
    play_until(house, lambda: by_robots(house, 1) > 1)
    assert not house.rows("SELECT 1 FROM timer WHERE kind = 'decide' AND"
                          " seat = 1")
    robot(house, 1, "off")
    house.run()
    seat = held(house, 1)
    assert seat["held"] == "person" and not seat.get("level"), seat
    heard(house, "Bert", "has taken the robot off your seat")
    heard(house, "Anna", "has taken the robot off the seat of Bert")
    before = by_robots(house, 1)
    play_until(house, lambda: "Bert" in asked(house))
    house.run()
    assert by_robots(house, 1) == before
    assert house.rows("SELECT 1 FROM timer WHERE kind = 'decide' AND seat = 1")


def test_refusals(house):
    table(house)
    args = ("match", "robot", "1")
    why = ("--reason", "a test")
    house.fails(1, "\"clever\": a robot is easy, medium or strong, and \"off\""
                " takes it away", *args, "1", "clever", *why)
    house.fails(1, 'match 1 has no seat "7"', *args, "7", "easy", *why)
    house.fails(1, "no robot plays for Bert in match 1", *args, "1", "off",
                *why)
    house.fails(2, "give --reason", *args, "1", "easy")
    house.fails(2, "usage: turnpost match robot MATCH SEAT medium", *args,
                "1", *why)
    robot(house, "Bert", "easy")
    house.fails(1, "a robot of that level already plays for Bert", *args, "1",
                "easy", *why)
    robot(house, 1, "strong")
    assert level(house, 1) == "strong"
    house.match("--seat", "robot:easy", seats=NAMES[:2])
    house.run()
    for name in NAMES[:2]:
        house.reply([letter for letter in house.letters(name)
                     if "[g2-" in letter.mail["Subject"]][-1], "ready")
    house.run()
    house.fails(1, "Robot-1 in match 2 is a robot and already plays at that"
                " level", "match", "robot", "2", "2", "easy", *why)
    house.ok("match", "end", "1", *why)
    house.fails(1, "match 1 is already over", *args, "1", "off", *why)
    assert level(house, 1) == "strong"


def test_right(house):
    table(house, "organiser=pause")
    house.fails(1, "did not agree that the organiser may let a robot play",
                "match", "robot", "1", "1", "easy", "--reason", "a test")


def test_own_seat(house):
    """A seat that no person ever had is open when its robot goes."""
    made(house, ANNA, "Bert <bert@example.org>", "robot:easy",
         more=("--policy", "offer=3d"))
    house.run()
    house.start(["Anna", "Bert"])
    house.run()
    robot(house, 2, "off")
    house.run()
    assert held(house, 2)["held"] == "open"
    house.newest("Anna").says("The organiser has taken the robot off the seat "
                              "of Robot-1: a test", "The seat of Robot-1 is "
                              "open")
    robot(house, 2, "strong")
    house.run()
    seat = held(house, 2)
    assert (seat["held"], seat["level"]) == ("robot", "strong"), seat
    assert not house.rows("SELECT 1 FROM timer WHERE kind = 'offer'")
    house.newest("Bert").says("Robot-1 (robot, strong)")


def test_missed(house):
    table(house, "missed=robot-easy", "open-after=none")
    who = asked(house)[0]
    seat = NAMES.index(who)
    other = NAMES[seat - 1]
    house.newest(who).says("After that a robot plays for you until you make a "
                           "move or write \"back\".")
    house.now += DAY + 3600
    house.run()
    assert level(house, seat) == "easy"
    heard(house, who, "You missed the deadline; from now on a robot "
          "(level easy) plays for you.")
    heard(house, other, "%s missed the deadline; from now on a robot (level "
          "easy) plays for %s." % (who, who), "%s (robot, easy)" % who)
    assert by_robots(house, seat) > 0
    events = house.rows("SELECT by FROM event WHERE seat = ?", seat)
    assert {by for by, in events} == {"robot"}, events
    house.say(who, "back").says("you play again yourself; the robot has "
                                "stopped")
    assert level(house, seat) is None
    house.run()
    heard(house, other, "%s plays again; the robot has stopped." % who)


def test_missed_then_moves(house):
    """The person moves before the robot has thought."""
    table(house, "missed=robot-strong", "open-after=none")
    hold_robots(house)
    who = asked(house)[0]
    seat = NAMES.index(who)
    found = NUMBERED.search(house.newest(who).text)
    move = found.group(1) if found else "promise 0"
    house.now += DAY + 3600
    house.run()
    assert level(house, seat) == "strong"
    assert house.rows("SELECT 1 FROM timer WHERE kind = 'robot' AND seat = ?",
                      seat)
    house.say(who, move)
    assert level(house, seat) is None
    assert house.rows("SELECT by FROM event WHERE seat = ?",
                      seat)[0] == ("player",)
    assert not house.rows("SELECT 1 FROM timer WHERE kind = 'robot'")


def verify(house, record, code=0):
    path = house.path("record.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(record, file)
    done = house.call("verify", path)
    assert done.returncode == code, done.stderr
    return done.stdout if code == 0 else done.stderr


def test_record(house):
    """It says which seats are robots', and is valid as before without that."""
    made(house, "robot:easy", "robot:strong", game="hexxi",
         more=("--option", "side=3", "--option", "circuits=1"))
    while house.life() != "over":
        house.run()
    record = house.json("export", "1")
    assert [player["robot"] for player in record["players"]] == [
        "easy", "strong"], record["players"]
    told = verify(house, record)
    assert "seat 0, Robot-1: a robot, level easy\n" in told, told
    assert "seat 1, Robot-2: a robot, level strong\n" in told, told
    model = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                         "../model/verify.py")
    done = subprocess.run([sys.executable, model, house.path("record.json")],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    assert done.returncode == 0, done.stdout
    house.ok("export", "--html", house.path("page.html"), "1")
    with open(house.path("page.html"), encoding="utf-8") as file:
        assert "Robot-1 (robot, easy)" in file.read()
    for level_ in ("clever", 3, None):
        record["players"][1]["robot"] = level_
        told = verify(house, record, 1)
        assert "seat 1 of the record: a robot is easy, medium or strong" in \
            told and told.count("\n") == 1, told
    for player in record["players"]:
        del player["robot"]
    assert "a robot, level" not in verify(house, record)


def test_status_in_words(house):
    """What a robot has done at a player's seat is told in the player's language,
    as all moves are."""
    house.example()
    house.ok("person", "set", address("bernhard"), "--language", "pl")
    robot(house, 0, "easy")
    house.run()
    assert by_robots(house, 0)
    letter = house.say("Bernhard", "stan")
    letter.says("Twoje ostatnie ruchy:", "\u2192 obiecaj ",
                "(wykona\u0142 robot)")
    letter.lacks("\u2192 pay ")


def test_policy(house):
    house.match("--policy", "missed=robot-medium", "--policy", "time=2d", seats=NAMES)
    house.run()
    house.newest("Anna").says("If your time runs out, a robot (level medium) "
                              "plays for you until you make a move or write "
                              "\"back\".")
    house.fails(1, "must be default, robot, wait, robot-easy, robot-medium or "
                "robot-strong", "match", "new", "hexxi", "--seat", ANNA,
                "--seat", "robot:easy", "--policy", "missed=robot-clever")


def test_resigns(house):
    """Who gives the seat up leaves no robot behind but that of the policy."""
    table(house, "offer=none")
    robot(house, 1, "easy")
    house.run()
    code = house.say("Bert", "resign").text.split("\u2192 resign ")[1]
    house.say("Bert", "resign " + code.split()[0])
    seat = held(house, 1)
    assert seat["held"] == "robot" and not seat.get("level"), seat


if __name__ == "__main__":
    tap = Tap()
    tap.each(globals(), TextHouse)
    tap.end()
