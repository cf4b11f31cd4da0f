#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Pages on a phone, of players with long names: nothing is cut or broken that
need not be, fingers find what they press, and pages lead to one another."""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, TextHouse, address  # noqa: E402
from pages import Browser, html_of  # noqa: E402
from series_house import seat, show  # noqa: E402
from site_house import (DAY, broken, folder, played, public, read,  # noqa: E402
                        write)
from tap import Tap  # noqa: E402

LANGUAGES = ("de", "en", "pl", "ru")
PEOPLE = ["Bartholomew von Hohenlohe-Schillings",
          "Maximilian Alexander Featherstonehaugh", "Wilhelmina Montgomery"]
# Pills that take two lines, and what a finger would miss.
MISSED = r"""
const missed = [];
for (const pill of document.querySelectorAll(".mark"))
    if (pill.getClientRects().length !== 1)
        missed.push("in pieces: " + pill.textContent);
for (const one of document.querySelectorAll("nav a, .button, select, button"))
    if (one.getBoundingClientRect().height < 44)
        missed.push("low: " + one.textContent);
return missed;
"""


def test_phone():
    house = played(seats=PEOPLE)
    write(house)
    browser = Browser()
    try:
        for language in LANGUAGES:
            for name in ("index", "match-1", "match-2", "replay-1"):
                path = os.path.join(folder(house), language, name + ".html")
                wrong = browser.wrong(path, 360, "light")
                wrong += browser.driver.execute_script(MISSED)
                assert not wrong, (language, name, wrong[:5])
    finally:
        browser.close()
    page = read(house, "en/match-1.html")
    assert page.count('<span class="mark">won</span>') > 0, page
    house.close()


def test_players_page():
    """It lists the matches of one player, and says no more."""
    house = played()
    house.reply(house.newest("Steffi"), "show me")
    house.run()
    write(house)
    page = read(house, "en/player-2.html")
    assert "<h2>Matches</h2>" in page and "by number" not in page, page
    house.close()


def test_ways():
    """From a series to its tables, from there back, and from a replay to its
    match."""
    house = TextHouse()
    public(house)
    house.ok("series", "new", "Winter cup", "--game", "fourth-bridge",
             "--seats", "3", "--rounds", "2", "--option", "turn_limit=2",
             "--within", "300d")
    for name in "Eva", "Fay", "Gus":
        seat(house, name)
    house.ok("series", "start", "1")
    house.run()
    write(house)
    back = '<a href="series-1.html">series <bdi>Winter cup</bdi></a>'
    assert back in read(house, "en/match-1.html")
    page = read(house, "en/series-1.html")
    assert '<a href="match-1.html">round 1, table 1</a>' in page, page
    assert " round 1 of 2 " in page and "2 rounds" not in page, page
    while show(house)["state"] != "over":
        house.run(2 * DAY)
    write(house)
    page = read(house, "en/series-1.html")
    assert " finished " in page and " 2 rounds" in page, page
    for number in "1", "2":
        assert back in read(house, "en/match-%s.html" % number)
        for language, text in (
                ("de", "Zur Seite der Partie"), ("en", "To the page of the"
                                                 " match"),
                ("pl", "Do strony partii"), ("ru", "\u041a \u0441\u0442\u0440"
                                             "\u0430\u043d\u0438\u0446\u0435")):
            assert re.search('<a href="match-%s.html">\u2190 %s' % (
                number, text), read(house, "%s/replay-%s.html" % (
                    language, number)))
    assert not broken(folder(house))[0]
    house.ok("export", "1", "--html", house.path("one.html"))
    with open(house.path("one.html"), encoding="utf-8") as file:
        assert 'href="match-1.html"' not in file.read()
    house.ok("match", "delete", "1", "--reason", "we need the room")
    house.run(30 * DAY)
    write(house)
    assert not broken(folder(house))[0]
    house.close()


def test_ways_to_a_late_page():
    """Where matches are shown when they are over, the page of a series comes
    after theirs, which lead to it then."""
    house = TextHouse()
    public(house, "when-over")
    house.ok("series", "new", "Winter cup", "--game", "fourth-bridge",
             "--seats", "3", "--rounds", "2", "--option", "turn_limit=2",
             "--within", "300d")
    for name in "Eva", "Fay", "Gus":
        seat(house, name)
    house.ok("series", "start", "1")
    house.run()
    while show(house)["round"] < 2:
        house.run(2 * DAY)
    write(house)
    back = '<a href="series-1.html">series <bdi>Winter cup</bdi></a>'
    assert "Winter cup" in read(house, "en/match-1.html")
    assert back not in read(house, "en/match-1.html")
    while show(house)["state"] != "over":
        house.run(2 * DAY)
    write(house)
    for number in "1", "2":
        assert back in read(house, "en/match-%s.html" % number), number
    assert not broken(folder(house))[0]
    house.close()


def test_invitation():
    """What an invitation says of pages needs no mark against being read as a
    command."""
    house = House()
    public(house)
    house.ok("match", "new", "mutineer", *[
        word for language in LANGUAGES
        for word in ("--seat", "%s <%s> %s" % (language, address(language),
                                               language))])
    house.run()
    for language in LANGUAGES:
        html = html_of(house.newest(language).mail)
        assert "<li" in html and not re.search("<li[^>]*>~", html), html
    house.close()


def main():
    tap = Tap()
    tap.all(globals(), sys.argv[1:])
    tap.end()


main()
