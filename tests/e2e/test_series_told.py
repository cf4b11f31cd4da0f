#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What is told of series: to those who take part, who wait, whom the organiser
has entered, and to all others."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from series_house import (NEW, PEOPLE, home, seat, told,  # noqa: E402
                          write)
from tap import Tap  # noqa: E402


def test_private():
    """Who sits where is told to nobody else, unless the pages would."""
    for policy, seen in ("public=no", False), ("public=yes", True):
        house = home("--policy", policy, people=PEOPLE[:4])
        house.ok("series", "start", "1")
        house.run()
        seat(house, "Zoe", word="invite")
        letter = write(house, "Zoe", "series 1")
        letter.says("Winter cup", "A table has 4 seats")
        (letter.says if seen else letter.lacks)("Tables of round 1")
        (letter.says if seen else letter.lacks)("Cyd")
        write(house, "Anna", "series 1").says("Tables of round 1", "Cyd")
        house.close()


def test_stopped():
    """Matches of a series that is stopped may go on, and these are private."""
    house = home("--policy", "public=when-over", people=PEOPLE[:4])
    house.ok("series", "start", "1")
    house.run()
    seat(house, "Zoe", word="invite")
    house.ok("series", "stop", "--reason", "snow", "1")
    house.run()
    write(house, "Zoe", "series 1").lacks("Cyd")
    house.close()


def test_entered():
    """Whom the organiser enters is told how not to be in it."""
    house = home(people=PEOPLE[:3])
    told(house, "Anna")[-1].says("The organiser has entered you",
                                 "leave series 1", "before your first round")
    house.close()


def test_waits():
    house = home("--places", "4", people=PEOPLE[:4])
    seat(house, "Eva")
    house.run()
    letter = told(house, "Eva")[-1]
    letter.says("you are on the list of series 1")
    letter.lacks("you take part in")
    seat(house, "Fay", word="invite")
    letter = write(house, "Fay", "join series 1")
    letter.says("you are on the list of series 1 and wait for a place")
    letter.lacks("you take part in")
    house.close()


def test_options():
    house = home("--option", "pirates=yes", people=PEOPLE[:3])
    seat(house, "Dan", word="invite")
    house.run()
    told(house, "Dan")[-1].says("The game is played with: pirates")
    house.ok("person", "set", "Dan", "--language", "de")
    write(house, "Dan", "Serie 1").says("Gespielt wird mit: Piraten")
    house.close()


def test_invite():
    """Nobody is invited who could not join."""
    house = home("--rounds", "1", people=PEOPLE[:4])
    house.ok("series", "start", "1")
    house.fails(1, "its last round has begun", "series", "invite", "1",
                "Eva <eva@example.org>")
    house.close()


def test_list():
    """Of the series that are over, the last five."""
    house = home(people=PEOPLE[:1])
    for n in range(7):
        house.ok(*NEW[:2], "Old cup %d" % n, *NEW[3:])
        house.ok("series", "stop", str(n + 2), "--reason", "snow")
    letter = write(house, "Anna", "series")
    letter.says("Winter cup", *("Old cup %d" % n for n in range(2, 7)))
    letter.lacks("Old cup 1")
    letter.lacks("Old cup 0")
    house.close()


def main():
    tap = Tap()
    tap.all(globals(), sys.argv[1:])
    tap.end()


main()
