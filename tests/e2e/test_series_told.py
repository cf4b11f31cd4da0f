#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What is told of series: to those who take part, who wait, whom the organiser
has entered, and to all others."""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from handmade import sql  # noqa: E402
from series_house import (NEW, PEOPLE, finish, home, points,  # noqa: E402
                          seat, show, tables, told, write)
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
    letter = write(house, "Zoe", "series 1")
    letter.says("Winter cup")
    letter.lacks("Cyd")
    house.close()


def test_entered():
    """Whom the organiser enters is told how not to be in it."""
    house = home(people=PEOPLE[:3])
    told(house, "Anna")[-1].says("The organiser has entered you",
                                 "leave series 1", "before your first round")
    house.close()


def test_begins():
    """When it begins stands in the first letter of everybody."""
    house = home("--begin", "2026-12-03", people=PEOPLE[:1])
    seat(house, "Bo", word="invite")
    house.run()
    for name in PEOPLE[:2]:
        told(house, name)[-1].says(
            "It begins on Thursday, 3 December 2026, 00:00 UTC.")
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


def finished(rounds, *more):
    """So many rounds are over, of the second of which points are shared."""
    house = home("--rounds", "4", *more)
    house.ok("series", "start", "1")
    house.run()
    for number in range(1, rounds + 1):
        for table in tables(house, number):
            finish(house, table, [1, 1, 1, 4] if number == 2 else None)
        house.run()
    return house


def chart_of(letter):
    """Points after each round, by name."""
    block = re.search(r"Points after each round.*?\n\n((?:.+\n)+)",
                      letter.text)[1]
    head, *rows = [line.split() for line in block.splitlines()]
    assert [row[0] for row in rows] == [str(n + 1) for n in range(len(rows))]
    return {name: [row[i + 1] for row in rows] for i, name in enumerate(head)}


def test_chart():
    """How the points came: of the best people, and of the reader."""
    house = finished(1)
    told(house, "Anna")[-1].lacks("Points after each round")
    house.close()
    house = finished(3)
    places = [one["name"] for one in show(house)["standings"]]
    letter = told(house, places[0])[-1]
    letter.says("of the first ones and of you")
    chart = chart_of(letter)
    assert list(chart) == places[:6], chart
    for name, told_points in points(house).items():
        assert name not in chart or chart[name][-1] == told_points, chart
    assert "2.33" in {row[1] for row in chart.values()} | {
        row[2] for row in chart.values()}, chart
    assert list(chart_of(write(house, places[7], "standings series 1"))) == (
        places[:5] + places[7:])
    write(house, places[0], "language deutsch")
    letter = write(house, places[0], "Serie 1")
    letter.says("2,33")
    letter.lacks("2.33")
    house.close()


def test_chart_outside():
    """Somebody who takes no part has no points in it.  Pages write them as
    people of their language do."""
    house = finished(2, "--policy", "public=yes")
    house.ok("page", house.path("site"))
    for language, has, lacks in ("en", "2.33", "2,33"), ("ru", "2,33", "2.33"):
        with open(house.path("site", language, "series-1.html"),
                  encoding="utf-8") as file:
            text = re.sub(r"<svg.*?</svg>", "", file.read(), flags=re.S)
        assert has in text and lacks not in text, (language, text)
    seat(house, "Zoe", word="invite")
    letter = write(house, "Zoe", "series 1")
    letter.says("of the first ones:")
    letter.lacks("of you")
    assert len(chart_of(letter)) == 6
    house.close()


def test_picture():
    """The chart is a picture, too, that names nobody who hides."""
    house = finished(1)
    first, reader = [one["name"] for one in show(house)["standings"]][:2]
    write(house, first, "hide me")
    sql(house, "UPDATE person SET plain = 0 WHERE name = ?", reader)
    mail = write(house, reader, "series 1").mail
    png, = [part for part in mail.walk()
            if part.get_content_type() == "image/png"]
    assert png.get_filename() == "series.png"
    html = mail.get_body(("html",)).get_content()
    assert re.search('alt="[^"]*in round 1, in the lead with [^"]*somebody', html)
    assert not re.search(r"\b%s\b" % first, html), html
    house.close()


def test_fingerprints():
    """The first letter of a match tells what its shuffle is checked with."""
    house = home(people=PEOPLE[:4])
    house.ok("series", "start", "1")
    house.run()
    match, = [table["match"] for table in tables(house, 1)]
    commitment = house.json("match", "show", str(match))["commitment"]
    for name in PEOPLE[:4]:
        first = [one for one in house.letters(name)
                 if "[g%d-" % match in one.mail["Subject"]][0]
        first.says("its fingerprint (BLAKE2b) is " + commitment,
                   "If the match is played to its end, the last letter reveals")
    house.close()


def test_ties():
    """All in first place are named, though the chart has fewer lines."""
    house = home("--rounds", "2")
    house.ok("series", "start", "1")
    house.run()
    for table in tables(house, 1):
        finish(house, table, [1, 1, 1, 1])
    house.run()
    sql(house, "UPDATE person SET plain = 0 WHERE name = 'Anna'")
    html = write(house, "Anna", "series 1").mail.get_body(("html",))
    alt, = re.findall('alt="([^"]*in round 1[^"]*)"', html.get_content())
    assert all(name in alt for name in PEOPLE), alt
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
