#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Series that something hinders: tables that cannot be made, people who are
deleted, a rule that cannot be read, a stop between a round and its matches, a
match that is deleted."""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from handmade import sql  # noqa: E402
from series_house import (PEOPLE, finish, finish_round, home,  # noqa: E402
                          points, seat, show, tables, told)
from tap import Tap  # noqa: E402


def troubles(house):
    return [one for one, in sql(house, "SELECT what FROM trouble")]


def test_gone():
    """A round ends though its only table cannot be made, and so does the
    series; those who were to sit there are told."""
    house = home("--rounds", "1", people=PEOPLE[:4])
    house.ok("series", "start", "1")
    house.ok("person", "delete", "Bo", "--resign")
    house.run()
    house.run()
    assert tables(house, 1)[0]["state"] == "unfinished"
    assert show(house)["state"] == "over", show(house)
    letters = told(house, "Anna")
    letters[-2].says("table 1 of round 1 of series 1", "could not be made",
                     "without a result")
    letters[-1].says("Thank you for playing")
    house.close()


def spoil(house):
    """No table can be made any more; the terms as they were."""
    text = sql(house, "SELECT terms FROM series")[0][0]
    terms = json.loads(text)
    terms["options"][:1] = ["dragons=yes"]
    sql(house, "UPDATE series SET terms = ?", json.dumps(terms))
    return text


def test_mended():
    """A table is tried until what hinders it is mended; the organiser has a
    trouble till then."""
    house = home("--rounds", "1", people=PEOPLE[:4])
    house.ok("series", "start", "1")
    terms = spoil(house)
    house.run()
    house.run()
    assert tables(house, 1)[0]["state"] == "new"
    assert troubles(house) == ["series 1: table 1 of round 1"]
    sql(house, "UPDATE series SET terms = ?", terms)
    house.run(10)
    assert tables(house, 1)[0]["state"] == "playing"
    assert troubles(house) == []
    house.close()


def test_given_up():
    house = home("--rounds", "1", people=PEOPLE[:4])
    house.ok("series", "start", "1")
    spoil(house)
    house.run()
    house.run(60 * 23)
    assert tables(house, 1)[0]["state"] == "new"
    house.run(60)
    house.run()
    assert show(house)["state"] == "over" and troubles(house) == []
    told(house, "Dan")[-2].says("could not be made")
    house.close()


def test_put_off():
    """A series that cannot go on is tried every ten minutes."""
    house = home("--begin", "2026-11-22", people=PEOPLE[:4])
    rule = sql(house, "SELECT rule FROM series")[0][0]
    sql(house, "UPDATE series SET rule = 'luck'")
    house.now += 86400
    assert "series-failed" in house.steps().stderr
    assert troubles(house) == ["series 1"]
    due, = sql(house, "SELECT due FROM series")[0]
    assert due > house.now
    house.now += 60
    assert "series-failed" not in house.steps().stderr
    sql(house, "UPDATE series SET rule = ?", rule)
    house.run(10)
    assert show(house)["round"] == 1 and troubles(house) == []
    house.close()


def test_stopped_between():
    """No match is made of a series that was stopped before."""
    house = home(people=PEOPLE[:4])
    house.ok("series", "start", "1")
    house.ok("series", "stop", "1", "--reason", "snow")
    assert tables(house, 1)[0]["state"] == "unfinished"
    house.run()
    assert house.json("match", "list") == []
    house.close()


def test_forgotten():
    """Rounds to come are planned anew without somebody who is deleted."""
    house = home("--rounds", "3", people=PEOPLE[:5])
    house.ok("series", "start", "1")
    house.run()
    assert sql(house, "SELECT planned FROM series") == [(1,)]
    house.ok("person", "delete", "Bo", "--resign")
    assert sql(house, "SELECT planned FROM series") == [(0,)]
    house.close()


def test_two_rounds():
    """One letter tells of two rounds that end at once."""
    house = home("--rounds", "2", "--within", "1d", people=PEOPLE[:4])
    house.ok("series", "start", "1")
    house.run()
    house.run(60 * 24)
    for number in 1, 2:
        finish(house, tables(house, number)[0])
    house.run()
    told(house, "Anna")[-1].says("round 1 of series 1", "round 2 of series 1",
                                 "Thank you for playing")
    house.close()


def test_numbered():
    """Names that are alike get numbers that nobody else at the table has."""
    house = home(people=["Ann 3", "Ann"])
    house.ok("series", "seat", "1", "Ann <ann2@example.org>")
    seat(house, "Dan")
    house.ok("series", "start", "1")
    house.run()
    match = house.json("match", "show", str(tables(house, 1)[0]["match"]))
    found = sorted(one["name"] for one in match["seats"])
    assert len(set(found)) == 4 and found[-1] == "Dan", found
    house.close()


def test_deleted():
    """The points of a match stay when the match is deleted."""
    house = home("--rounds", "2", people=PEOPLE[:4])
    house.ok("series", "start", "1")
    house.run()
    table, = tables(house, 1)
    finish_round(house, 1)
    before = points(house)
    house.ok("match", "delete", str(table["match"]), "--at-once", "--reason",
             "x")
    for _ in range(30):  # some rows in each
        if "match" not in tables(house, 1)[0]:
            break
        house.run()
    assert "match" not in tables(house, 1)[0]
    assert points(house) == before
    house.ok("check")
    house.close()


def main():
    tap = Tap()
    tap.all(globals(), sys.argv[1:])
    tap.end()


main()
