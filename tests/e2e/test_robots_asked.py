#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Robots that players ask for by mail: by vote, or in a new match."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from held import set_think  # noqa: E402
from house import TextHouse  # noqa: E402
from tap import Tap  # noqa: E402
from test_robots import (  # noqa: E402
    ANNA, NUMBERED, held, made, newest_of, people_alone, resign)
from test_robots_seats import heard, level, table  # noqa: E402

NAMES = ["Anna", "Bert", "Cleo"]


def vote_for_robot(house, line):
    house.say("Anna", line).says("all players are asked")
    heard(house, "Cleo", "should a robot (level strong) play for Bert?")
    house.newest("Cleo").says("\u2192 vote yes 1")
    house.say("Cleo", "vote yes")
    assert level(house, 1) == "strong"
    heard(house, "Bert", "From now on a robot (level strong) plays for you, as "
          "the players have agreed.")
    heard(house, "Anna", "The proposal in vote 1 has passed: a robot for a "
          "player. For: Anna, Cleo.")


def test_vote(house):
    table(house)
    vote_for_robot(house, "vote robot Bert strong")
    house.say("Anna", "vote robot Bert strong").says(
        "A robot of that level already plays for Bert.")
    house.say("Anna", "vote robot Bert off")
    heard(house, "Cleo", "should the robot no longer play for Bert?")
    house.say("Cleo", "vote yes robot")
    assert level(house, 1) is None
    heard(house, "Bert", "you play again yourself.")


def test_own_seat(house):
    """The seat of a robot is no player's for whom it plays."""
    house.policy(majority="all", time="1d")
    house.match("--seat", "robot:easy", seats=NAMES[:2])
    house.run()
    house.start(NAMES[:2])
    house.say("Anna", "vote robot Robot-1 easy").says(
        "Robot-1 is a robot and already plays at that level.")
    for language, says in (
            ("de", "Robot-1 ist selbst ein Roboter"),
            ("pl", "Robot-1 to robot"), ("ru", "Robot-1 — робот")):
        house.ok("person", "set", "Anna", "--language", language)
        house.now += 7200
        house.say("Anna", "vote robot Robot-1 easy").says(says)


def test_alone(house):
    """A table of robots needs no invitations, and it is not said to."""
    with open(house.path("turnpost.yaml"), "a", encoding="utf-8") as file:
        file.write("signup: open\n")
    robots = ["--seat", "robot:easy"] * 3
    said = house.ok("match", "new", "mutineer", *robots)
    assert "match 1 has been made; it has begun, and its robots play" in said
    assert "invitations" not in said, said
    assert house.life(1) == "running" and not house.rows(
        "SELECT 1 FROM outbox")
    for more, what in (
            (["--seat", "Anna <anna@example.org>"],
             "invitations are in the outbox"),
            (["--seats-wanted", "4"],
             'people take its seats by mail, with "join 3"')):
        said = house.ok("match", "new", "mutineer", *robots, *more)
        assert what in said, said


def test_said_otherwise(house):
    table(house)
    vote_for_robot(house, "robot for seat Bert strong")
    house.say("Bert", "back").says("you play again yourself")
    assert level(house, 1) is None


def test_default_level(house):
    table(house)
    house.say("Anna", "vote robot Cleo")
    heard(house, "Bert", "should a robot (level medium) play for Cleo?")
    house.newest("Cleo").says("so you have no say in it")
    house.say("Cleo", "vote no").says("about your own seat")
    house.say("Bert", "vote no")
    assert level(house, 2) is None


def test_refused(house):
    table(house)
    house.say("Anna", "vote robot Bert off").says("No robot plays for Bert "
                                                  "now.")
    house.say("Anna", "vote robot Anna").says("about the seat of somebody "
                                              "else")
    house.say("Anna", "vote robot Dora").says("Dora", "replace NAME, robot NAME")
    house.say("Anna", "vote robot Bert clever").says(
        'A robot is easy, medium or strong, not "clever".')
    assert not house.rows("SELECT 1 FROM vote")


def test_nobody_thinks(house):
    """Where robots never think, none is voted for, and one may go."""
    table(house)
    house.ok("match", "robot", "1", "2", "easy", "--reason", "a test")
    house.run()
    set_think(house, 0)
    house.say("Anna", "vote robot Bert").says(
        "Robots do not play here at the moment, so there is nothing to vote "
        "on.")
    assert not house.rows("SELECT 1 FROM vote")
    house.say("Cleo", "back").says("you play again yourself")
    written(house, "new mutineer players 3, robots 2").says(
        "Robots do not play here at the moment; please ask for a match without "
        "them.")
    assert not house.json("match", "list")[1:]


def test_robots_do_not_vote(house):
    """A vote waits neither for robots nor for those whom they play for."""
    house.match("--seat", "robot:easy", seats=NAMES)
    house.run()
    house.start(NAMES)
    house.ok("match", "robot", "1", "2", "easy", "--reason", "a test")
    house.run()
    house.say("Anna", "vote end")
    assert house.life() == "running"
    house.say("Bert", "vote yes")
    assert house.life() == "ended"


def written(house, line, language=""):
    """By somebody who is known, in a first mail about a second match."""
    with open(house.path("turnpost.yaml"), "a", encoding="utf-8") as file:
        file.write("\nsignup: open\n")
    if not house.json("match", "list"):
        made(house, (ANNA + " " + language).strip(), "robot:easy",
             game="hexxi")
    house.run()
    return asks(house, line)


def asks(house, line):
    house.reply(house.letters("Anna")[0], line)
    house.run()
    return house.newest("Anna")


def test_new_match(house):
    letter = written(house, "new mutineer players 3, robots 2")
    letter.says("Robot-1 (robot, medium)", "Robot-2 (robot, medium)",
                "There are no deadlines, and the robots reply at once.",
                "You can leave at any time; the match ends then.",
                "the match will be called off: \u2192 leave",
                "What this table has agreed on",
                "You can ask for hints, as all the others are robots.")
    letter.lacks("somebody else will take over", "let somebody else")
    house.reply(letter, "ready")
    house.run()
    assert house.life(2) == "running", house.newest("Anna").text
    assert [held(house, n, 2)["held"] for n in range(3)] == [
        "robot", "robot", "person"]


def test_new_match_waits(house):
    """With a seat left, others can join; the last person calls it off."""
    letter = written(house, "new mutineer players 4 robots 2 strong")
    letter.says("Robot-1 (robot, strong)")
    assert house.life(2) == "muster"
    house.reply(letter, "leave")
    house.run()
    assert house.life(2) == "ended", house.newest("Anna").text


def test_new_match_limits(house):
    written(house, "new mutineer players 3 robots 3").says(
        "At most 2 robots can play there, because a seat must be left for a "
        "person.")
    asks(house, "new mutineer players 3 robots 9").says("At most 2 robots")
    asks(house, "new mutineer robots 9, players 4").says("At most 3 robots")
    for number in ("-1", "many"):
        asks(house, f"new mutineer robots {number}").says(
            '"robots" must be a number from 0 to 3')
    asks(house, "new hexxi players 2 robots 2").says("At most 1 robot can play")
    asks(house, "new hexxi players 2 robots 1 clever").says(
        'A robot is easy, medium or strong, not "clever".')
    assert not house.json("match", "list")[1:]
    asks(house, "new hexxi players 2 robots 0, time 3d")
    assert [seat["held"] for seat in house.json("match", "show", "2")["seats"]
            ].count("robot") == 0


def test_new_match_unknown_word(house):
    """What can be written is told as the reader would write it."""
    written(house, "nowa hexxi graczy 3 dziwnie", "pl").says(
        "Nie wiem, co znaczy tu \u201edziwnie\u201d.",
        "graczy, robot\u00f3w, nazwa, prywatna, bok, kolejki, czas")
    asks(house, "nowa hexxi graczy 3 bok 9").says(
        "Po s\u0142owie \u201ebok\u201d potrzebna jest liczba od 3 do 6.")
    house.ok("person", "set", "anna@example.org", "--language", "ru")
    asks(house, "\u043d\u043e\u0432\u0430\u044f \u043f\u0430\u0440\u0442"
         "\u0438\u044f \u043c\u044f\u0442\u0435\u0436\u043d\u0438\u043a "
         "\u043f\u0438\u0440\u0430\u0442\u044b 7").says(
        "\u041f\u043e\u0441\u043b\u0435 \u0441\u043b\u043e\u0432\u0430"
        " \u00ab\u043f\u0438\u0440\u0430\u0442\u044b\u00bb")
    assert not house.json("match", "list")[1:]


def test_new_match_in_languages(house):
    written(house, "neu Meuterer Spieler 3, Roboter 2 stark", "de").says(
        "Robot-1 (Roboter, stark)")
    for n, (language, line, piece) in enumerate((
            ("pl", "nowa buntownik graczy 3, robot\u00f3w 2 silne", "(robot, "),
            ("ru", "\u043d\u043e\u0432\u0430\u044f \u043f\u0430\u0440\u0442"
             "\u0438\u044f \u043c\u044f\u0442\u0435\u0436\u043d\u0438\u043a "
             "\u0438\u0433\u0440\u043e\u043a\u043e\u0432 3, "
             "\u0440\u043e\u0431\u043e\u0442\u043e\u0432 2 "
             "\u0441\u0438\u043b\u044c\u043d\u044b\u0445",
             "(\u0440\u043e\u0431\u043e\u0442, ")), 3):
        house.ok("person", "set", "anna@example.org", "--language", language)
        asks(house, line).says(piece)
        assert held(house, 0, n)["level"] == "strong"


def test_offered_again(house):
    """After a match against robots, the line that makes another such match is
    offered, in words of the reader's language."""
    letter = written(house, "new mutineer players 3, robots 2 easy")
    house.reply(letter, "ready")
    house.run()
    for _ in range(300):
        if house.life(2) == "over":
            break
        found = NUMBERED.search(house.newest("Anna").text)
        house.say("Anna", found.group(1)) if found else house.run()
    assert house.life(2) == "over"
    people_alone(house)
    last = newest_of(house, 2)
    # a stand-in is marked; these are no stand-ins
    last.lacks("(robot)")
    for n, (language, line) in enumerate((
            ("en", "new Mutineer players 3, robots 2 easy"),
            ("de", "neu Meuterer Spieler 3, Roboter 2 leicht"),
            ("pl", "nowa Buntownik graczy 3, robot\u00f3w 2 \u0142atwych"),
            ("ru", "\u043d\u043e\u0432\u0430\u044f \u043f\u0430\u0440\u0442"
             "\u0438\u044f \u041c\u044f\u0442\u0435\u0436\u043d\u0438\u043a "
             "\u0438\u0433\u0440\u043e\u043a\u043e\u0432 3, "
             "\u0440\u043e\u0431\u043e\u0442\u043e\u0432 2 "
             "\u043b\u0451\u0433\u043a\u0438\u0445")), 3):
        house.ok("person", "set", "anna@example.org", "--language", language)
        house.now += 3600  # for the rate limit
        house.reply(last, "status")
        house.run()
        newest_of(house, 2).says("\u2192 " + line)
        house.reply(last, line)
        house.run()
        assert held(house, 0, n)["level"] == "easy"
        house.reply(newest_of(house, n), "leave")
        house.run()
    assert len(house.json("match", "list")) == 6


def test_leaves_robots(house):
    """Robots alone do not go on when the last person gives up her seat."""
    letter = written(house, "new mutineer players 3, robots 2")
    house.reply(letter, "ready")
    house.run()
    resign(house, "Anna")
    assert house.life(2) == "ended"


if __name__ == "__main__":
    tap = Tap()
    tap.each(globals(), TextHouse)
    tap.end()
