#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Letters in four languages, text beside HTML and picture, as real programs
show them: mutt and s-nail the text, w3m the page.  What has to be read can be
read, no line is broken, each move is a link, and what mutt and s-nail send
back with all of it quoted is played."""

import os
import re
import shutil
import subprocess
import sys
import unicodedata
import urllib.parse

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                os.pardir, "peers"))

from choices import choices  # noqa: E402
from clients import Mutt, SNail  # noqa: E402
from house import SEATS  # noqa: E402
from tap import Tap  # noqa: E402
from test_clients import Desk  # noqa: E402

PLAYERS = dict(zip(SEATS, ["pl", "de", "ru", "en"]))
WIDTH = 80
# What must be there to read: by when, and what she has in her hand.
READ = {
    "en": ("24 November 2026", "Your hand:"),
    "pl": ("24 listopada 2026", "Twoja r\u0119ka:"),
    "de": ("24. November 2026", "Deine Hand:"),
    "ru": ("24 \u043d\u043e\u044f\u0431\u0440\u044f 2026",
           "\u0423 \u0432\u0430\u0441 \u043d\u0430 \u0440\u0443\u043a\u0430"
           "\u0445:"),
}
BROKEN = ("\ufffd", "=?utf-8", "=C5", "=D0", "\u00c3", "\u00d0\u00b0", "&#",
          "&amp;", "&gt;")


class Table(Desk):
    """The example round among players of four languages."""

    def example(self, *more):
        super().example("--policy", "time=3d", *more)
        for number, name in enumerate(SEATS, 1):
            self.ok("person", "set", str(number), "--language",
                    PLAYERS[name])

    def turn(self, name):
        """The letter that asks her, in her language."""
        letter = self.say(name, "status")
        assert letter.mail["Content-Language"] == PLAYERS[name]
        assert choices(letter.text), letter.text
        return letter


def columns(line):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else
               0 if unicodedata.combining(c) else 1 for c in line)


def check_words(text, language):
    for mark in BROKEN:
        assert mark not in text, (mark, text)
    for piece in READ[language]:
        assert piece in " ".join(text.split()), (piece, text)
    assert re.search(r"#~ .* ~#", text), text


def check_lines(letter, shown):
    """Each line stands there as it was written."""
    # Letter.text has its blanks
    shown = shown.replace("\u00a0", " ")
    lines = [line.rstrip() for line in shown.splitlines()]
    for line in letter.text.splitlines():
        assert columns(line) <= WIDTH, line
        assert line.rstrip() in lines, (line, shown)


def check_shown(client, letter, path, language):
    shown = client.show(path)
    check_lines(letter, shown)
    check_words(shown, language)
    for number, move in choices(letter.text).items():
        assert re.search(r"(?m)^ *%d +\u2192 %s$" % (number, re.escape(move)),
                         shown), (move, shown)


def read(house, name, where):
    """She reads the letter that asks her and writes the first move in it."""
    language = PLAYERS[name]
    letter = house.turn(name)
    path = house.file_of(letter)
    client = house.client(name)
    check_shown(client, letter, path, language)
    move = choices(letter.text)[min(choices(letter.text))]
    before = len(house.moves())
    client.reply(path, move, where)
    with open(house.collect(name), "rb") as file:
        raw = file.read().decode()
    assert raw.count("\n> ") > 10, raw  # it would be no test
    house.run()
    assert len(house.moves()) == before + 1, house.moves()
    answer = house.newest(name)
    answer.says(move)
    answer.lacks("\u2717")


def text_browser(house, name):
    """The page without a browser's means: words, and moves as links."""
    letter = house.turn(name)
    page = house.path("page.html")
    html = letter.mail.get_body(("html",))
    with open(page, "w", encoding="utf-8") as file:
        file.write(html.get_content())
    shown = subprocess.run(
        ["w3m", "-dump", "-T", "text/html", "-I", "UTF-8", "-O", "UTF-8",
         "-cols", str(WIDTH), "-o", "display_link_number=1",
         "-o", "decode_url=0", page], capture_output=True, text=True,
        timeout=60, check=True, env=dict(os.environ, HOME=house.dir)).stdout
    check_words(re.sub(r"\[\d+\]", "", shown), PLAYERS[name])
    for line in shown.partition("References:")[0].splitlines():
        assert columns(line) <= WIDTH, line
    links = [urllib.parse.unquote(uri).partition("&body=")[2] for uri in
             re.findall(r"\[\d+\] (mailto:\S+)", shown)]
    for move in choices(letter.text).values():
        assert move in links, (move, links, shown)


def browse(tap, house, name):
    if shutil.which("w3m") is None:
        tap.skip("w3m", "there is no w3m here")
    else:
        tap.run("w3m: " + PLAYERS[name], text_browser, house, name)


def with_program(tap, word, program, moves):
    house = Table(program)
    try:
        for number, (name, where) in enumerate(moves, 1):
            if program is Mutt:
                browse(tap, house, name)
            tap.run("%s: move %d, %s, written %s" % (
                word, number, PLAYERS[name], where), read, house, name, where)
    finally:
        house.close()


def main():
    tap = Tap()
    moves = [("Bernhard", "above"), ("Bernhard", "below"),
             ("Steffi", "above"), ("Florian", "below"), ("Carmen", "above")]
    for word, program, command in (("mutt", Mutt, "mutt"),
                                   ("s-nail", SNail, "s-nail")):
        if shutil.which(command) is None:
            tap.skip(word, "there is no %s here" % command)
        else:
            with_program(tap, word, program, moves)
    tap.end()


main()
