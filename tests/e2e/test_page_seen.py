#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Pages as people see them where there is little room, on paper, with few
colours, and with names that are written from right to left."""

import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from handmade import sql  # noqa: E402
from house import SEATS, TextHouse  # noqa: E402
from pages import Browser  # noqa: E402
from series_house import finish, home, tables  # noqa: E402
from site_house import folder, played, read, setting, write  # noqa: E402
from tap import Tap  # noqa: E402

SHALOM = "\u05e9\u05dc\u05d5\u05dd"
PEOPLE = ["Anna", "Wilhelmina Montgomery", "Eva", "Fay",
          "Maximilian Alexander Featherstonehaugh", "Gus"]
# What of tables leaves its card, and short names that are in pieces.
TABLES = r"""
const wrong = [];
for (const card of document.querySelectorAll(".card")) {
    const edge = card.getBoundingClientRect().right;
    for (const one of card.querySelectorAll("table")) {
        const box = one.closest(".wide") || one;
        if (box.getBoundingClientRect().right > edge)
            wrong.push("leaves its card: " + one.innerText.slice(0, 40));
    }
}
for (const name of document.querySelectorAll("table bdi"))
    if (name.textContent.length <= 3 && name.getClientRects().length !== 1)
        wrong.push("in pieces: " + name.textContent);
return wrong;
"""
# How far the commas of a list of names are from the names.
GAPS = r"""
const list = [...document.querySelectorAll(".people")].filter(
    one => one.textContent.includes("At the table"))[0];
const names = [...list.querySelectorAll("bdi")];
const range = document.createRange();
range.setStartAfter(names[0]);
range.setEndBefore(names[1]);
return range.getBoundingClientRect().left -
    names[0].getBoundingClientRect().right;
"""
INKS = r"""
return [...document.querySelectorAll("h1, .lead, .verdict, td, th, .button")]
    .map(one => getComputedStyle(one).color.match(/\d+/g).map(Number))
    .filter(one => Math.max(...one) > 128).length;
"""


def test_series_on_a_phone():
    """Short names of its tables stay in one piece, also where a column more
    tells what decided between equal points."""
    house = home("--rounds", "2", "--policy", "public=yes", "--seats", "3",
                 people=PEOPLE)
    house.ok("series", "start", "1")
    house.run()
    for number in 1, 2:
        for n, table in enumerate(tables(house, number)):
            finish(house, table)
            sql(house, "UPDATE result SET score = score + 10 * ?"
                " WHERE match = ?", n, table["match"])
        house.run()
    write(house)
    page = read(house, "en/series-1.html")
    assert "points of all opponents" in page
    browser = Browser()
    try:
        for language in "de", "en", "pl", "ru":
            path = os.path.join(folder(house), language, "series-1.html")
            for width in 320, 360:
                browser.show(path, width, "light")
                wrong = browser.driver.execute_script(TABLES, width)
                assert not wrong, (language, width, wrong)
    finally:
        browser.close()
    assert '<th scope="col"></th>' not in page
    house.close()


def test_who_sits_there():
    """No gap comes before a comma."""
    house = TextHouse()
    setting(house, "signup: open")
    house.policy(time="none", public="yes", muster="none", open_after="none")
    house.match("--seats-wanted", "4", seats=SEATS[:2])
    house.run()
    for name in SEATS[:2]:
        house.reply(house.newest(name), "ready")
        house.run()
    write(house)
    browser = Browser()
    try:
        browser.show(os.path.join(folder(house), "en", "index.html"), 800,
                     "light")
        gap = browser.driver.execute_script(GAPS)
    finally:
        browser.close()
    assert abs(gap) < 2, gap
    house.close()


def test_paper(house):
    """Dark letters, whatever the screen shows, and no picture that leaves the
    rest of a sheet empty."""
    write(house)
    browser = Browser()
    try:
        browser.show(os.path.join(folder(house), "en", "match-1.html"), 800,
                     "dark")
        browser.tell("Emulation.setEmulatedMedia", media="print", features=[
            {"name": "prefers-color-scheme", "value": "dark"}])
        assert browser.driver.execute_script(INKS) == 0
        tall = browser.driver.execute_script(
            "return Math.max(...[...document.querySelectorAll('figure svg')]"
            ".map(one => one.getBoundingClientRect().height))")
        assert 0 < tall < 600, tall
    finally:
        browser.close()


def test_few_colours(house):
    """Where a screen draws all grounds alike, a line around them tells what is
    a button."""
    write(house)
    browser = Browser()
    try:
        for name, button in (("match-1", ".button"), ("replay-1", "button")):
            browser.show(os.path.join(folder(house), "en", name + ".html"),
                         800, "light")
            edge = browser.driver.execute_script(
                "return getComputedStyle(document.querySelector("
                "arguments[0])).borderTopWidth", button)
            assert edge == "1px", (name, edge)
    finally:
        browser.close()


def summary_of(house):
    return json.loads(house.rows(
        "SELECT summary FROM page WHERE number = 1")[0][0])


def come_to(house, summary):
    """What lists and feeds tell of a match is put in place of what it was."""
    sql(house, "UPDATE page SET listed = 0, summary = ? WHERE number = 1",
        json.dumps(summary))


def test_right_to_left(house):
    """Points stay behind the name whose they are."""
    write(house)
    summary = summary_of(house)
    summary["players"][1]["name"] = SHALOM
    come_to(house, summary)
    write(house)
    feed = read(house, "en/results.atom")
    assert re.search("%s\u200e \\d" % SHALOM, feed), ascii(feed)
    assert "Bernhard\u200e" not in feed


def test_means(house):
    """Points on average are rounded, not cut."""
    write(house)
    summary = summary_of(house)
    for points, mean in ((5, 0, 0), "2"), ((5, 3, 0), "3"), ((-5, -3, 0), "-3"):
        for player, score in zip(summary["players"], points):
            player["score"] = score
        come_to(house, summary)
        write(house)
        page = read(house, "en/game-fourth-bridge.html")
        assert "<dt>Points on average</dt><dd>%s</dd>" % mean in page, points


def test_words(house):
    """Whoever is to move may be a man or a woman."""
    write(house)
    assert '<span class="mark">\u0445\u043e\u0434\u0438\u0442</span>' in read(
        house, "ru/match-2.html")
    assert "Zeiten sind in UTC angegeben." in read(house, "de/index.html")


def test_landmarks(house):
    """Programs that read pages aloud list what is called navigation: what
    leads through a match is that, what sets the speed is not."""
    write(house)
    assert read(house, "en/replay-1.html").count("<nav") == 1


def test_magnified(house):
    """Nothing sticks out of pages that are shown twice as large, and no date is
    in two lines."""
    write(house)
    browser = Browser()
    try:
        for name in "index", "match-1", "match-2", "replay-1":
            browser.show(os.path.join(folder(house), "ru", name + ".html"),
                         256, "light")
            wide = browser.driver.execute_script(
                "return document.documentElement.scrollWidth")
            assert wide <= 256, (name, wide)
            dates = browser.driver.execute_script(
                "return [...document.querySelectorAll('time')].map("
                "one => one.getClientRects().length)")
            assert set(dates) <= {1}, (name, dates)
    finally:
        browser.close()


def test_called_off():
    """A page says of a match that had begun what its letters say: in German
    and Polish, that it was broken off."""
    house = TextHouse()
    house.policy(time="none", public="yes", muster="none", open_after="none")
    house.match(seats=SEATS[:3])
    house.start(SEATS[:3])
    house.ok("match", "end", "1", "--reason", "snow")
    house.run()
    write(house)
    for language, word in (("de", "wurde abgebrochen"), ("pl", "przerwana"),
                           ("en", "was called off")):
        assert " %s</p>" % word in read(house, language + "/match-1.html")
    house.close()


def main():
    tap = Tap()
    house = played()
    for test in (test_paper, test_few_colours, test_magnified, test_landmarks,
                 test_words, test_right_to_left, test_means):
        if not sys.argv[1:] or test.__name__[5:] in sys.argv[1:]:
            tap.run(test.__name__, lambda test=test: test(house))
    house.close()
    for test in test_series_on_a_phone, test_who_sits_there, test_called_off:
        if not sys.argv[1:] or test.__name__[5:] in sys.argv[1:]:
            tap.run(test.__name__, test)
    tap.end()


main()
