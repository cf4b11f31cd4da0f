#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Each letter about a series has its number in the outbox, each mail that asks
about one in the inbox; those of a match have that of the match alone."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from handmade import sql  # noqa: E402
from series_house import (NEW, PEOPLE, finish, home,  # noqa: E402
                          seat, show, told, write)
from house import address  # noqa: E402
from tap import Tap  # noqa: E402


def newest(house):
    """The last letter of the outbox, as its list and "show" have it."""
    row = house.json("outbox", "list")[0]
    one = house.json("outbox", "show", str(row["letter"]))
    assert one["series"] == row["series"], (row, one)
    return row


def is_about(house, series, *says):
    """The newest letter says this, and is about that series."""
    row = newest(house)
    name = row["to"].partition("@")[0].capitalize()
    house.newest(name).says(*says)
    assert row["match"] is None and row["series"] == series, row


def asked_about(house):
    """What the newest mail asked about."""
    row = house.json("inbox", "list")[0]
    one = house.json("inbox", "show", str(row["mail"]))
    assert one["series"] == row["series"] and row["match"] is None, (row, one)
    return row["series"]


def others(people):
    """A home whose series 1 is another one than the one to look at."""
    house = home(people=[])
    house.ok(*NEW, "--rounds", "2")
    for name in people:
        house.ok("series", "seat", "2", "%s <%s>" % (name, address(name)))
        house.run()
        is_about(house, 2, "you take part in series 2")
    return house


def test_mails():
    """Whoever asks, joins or leaves."""
    house = others(PEOPLE[:1])
    house.ok("series", "invite", "2", "Zoe <zoe@example.org>")
    house.run()
    is_about(house, 2, "join series 2")
    for line, says in (("join series 2", "Winter cup"),
                       ("series 2", "Winter cup"),
                       ("leave series 2", "series 2")):
        write(house, "Zoe", line).says(says)
        is_about(house, 2, says)
        assert asked_about(house) == 2, line
    for line in "series", "leave series 7", "matches":
        write(house, "Zoe", line)
        assert newest(house)["series"] is None, line
        assert asked_about(house) is None, line
    house.close()


def since(house, before):
    """Letters after that one about a series, and those of a match."""
    rows = [row for row in house.json("outbox", "list")
            if row["letter"] > before]
    return ([row for row in rows if row["kind"] == "series"],
            [row for row in rows if row["match"] is not None])


def test_rounds():
    """A round begins, is over with the standings, is the last."""
    house = others(PEOPLE[:4])
    before = newest(house)["letter"]
    house.ok("series", "start", "2")
    house.run()
    letters, of_match = since(house, before)
    assert [row["series"] for row in letters] == [2] * 4, letters
    assert of_match and {row["series"] for row in of_match} == {None}
    told(house, "Anna")[-1].says("round 1 of 2 of series 2")
    for number, says in (1, "Round 2 of 2 begins"), (2, "Thank you"):
        table, = [one for one in show(house, 2)["tables"]
                  if one["round"] == number]
        finish(house, table)
        before = newest(house)["letter"]
        house.run()
        letters, _ = since(house, before)
        assert [row["series"] for row in letters] == [2] * 4, letters
        assert {row["match"] for row in letters} == {None}, letters
        told(house, "Bo")[-1].says("round %d of series 2" % number, says)
    house.close()


def test_ends():
    """A table that cannot be made, too few people, a stop."""
    house = others(PEOPLE[:4])
    house.ok("series", "start", "2")
    house.ok("person", "delete", "Bo", "--resign")
    house.run()
    house.run()
    letters = told(house, "Anna")
    letters[-2].says("table 1 of round 1 of series 2", "could not be made")
    letters[-1].says("Too few people take part in series 2")
    house.ok("series", "seat", "1", "Cyd")
    house.ok("series", "stop", "1", "--reason", "snow")
    house.run()
    is_about(house, 1, "has stopped series 1", "snow")
    assert sql(house, "SELECT count(*) FROM outbox WHERE kind = 'series'"
               " AND (series IS NULL OR match IS NOT NULL)") == [(0,)]
    house.close()


def test_rehearsal():
    """A dry run says it, too."""
    house = others(PEOPLE[:1])
    would = house.json("series", "seat", "2", "Bo <bo@example.org>",
                       "--dry-run")
    letter, = would["letters"]
    assert letter["series"] == 2 and letter["match"] is None, letter
    house.close()


def main():
    tap = Tap()
    tap.all(globals(), sys.argv[1:])
    tap.end()


main()
