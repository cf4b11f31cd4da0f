#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A series whose matches are played to their ends, scored by a rule of which
each number is another one."""

import os
import sys
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from handmade import sql  # noqa: E402
from house import House  # noqa: E402
from series_house import PEOPLE, points, seat, show, told  # noqa: E402
from site_house import public  # noqa: E402
from tap import Tap  # noqa: E402

POINTS, REST, ABSENT = [9, 6, 2], 4, 1
DAY = 60 * 24


def begun(people):
    house = House()
    house.text_alone()
    public(house, "no")
    with open(house.path("rule.yaml"), "w", encoding="ascii") as file:
        file.write("points: %s\nrest: %d\nabsent: %d\nunfinished: 7\n" % (
            POINTS, REST, ABSENT))
    house.ok("series", "new", "Winter cup", "--game", "fourth-bridge",
             "--seats", "3", "--rounds", "2", "--option", "turn_limit=2",
             "--within", "300d", "--points", house.path("rule.yaml"))
    for name in people:
        seat(house, name)
    house.ok("series", "start", "1")
    return house


def deserved(house, people):
    """By the results of the matches themselves, and whose they are."""
    got = dict.fromkeys(people, Fraction(0))
    for number in 1, 2:
        table, = (one for one in show(house)["tables"]
                  if one["round"] == number)
        results = {n: (place, person) for n, place, person in sql(
            house, "SELECT seat, place, person FROM result WHERE match = ?",
            table["match"])}
        places = [place for place, _ in results.values()]
        assert len(places) == 3, table
        for one in table["seats"]:
            place, person = results[one["seat"]]
            equal = places.count(place)
            shared = sum(POINTS[place - 1:place - 1 + equal])
            got[one["name"]] += (
                Fraction(shared, equal) if person == one["person"] else ABSENT)
        for name in set(people) - {one["name"] for one in table["seats"]}:
            got[name] += REST
    return got


def test_played():
    people = PEOPLE[:4]
    house = begun(people)
    for _ in range(120):
        house.run(2 * DAY)
        if show(house)["state"] == "over":
            break
    assert show(house)["state"] == "over", show(house)
    assert [one["state"] for one in show(house)["tables"]] == ["over"] * 2
    wanted = deserved(house, people)
    for name, text in points(house).items():
        assert abs(Fraction(text) - wanted.pop(name)) < Fraction(1, 100)
    assert not wanted
    told(house, "Anna")[-1].says("Final standings", "Thank you for playing",
                                 "First place: ")
    house.close()


def main():
    tap = Tap()
    tap.all(globals(), sys.argv[1:])
    tap.end()


main()
