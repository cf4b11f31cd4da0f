#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A player whose mail program shows ASCII alone gets letters of nothing else,
and can answer what she reads in them."""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House  # noqa: E402
from tap import Tap  # noqa: E402

PLAYERS = [("Bernhard", "bernhard@example.org"),
           ("Jürgen", "steffi@example.org"), ("Zoë", "florian@example.org")]


def begin(house, *more):
    """A match of three, all ready; the second one reads ASCII."""
    args = []
    for name, where in PLAYERS:
        args += ["--seat", "%s <%s>" % (name, where)]
    house.ok("match", "new", "mutineer", "--name", "Café pay 3", *args, *more)
    house.ok("person", "set", "2", "--text", "ascii")
    house.run()
    for who in ["Bernhard", "Steffi", "Florian"]:
        house.reply(house.newest(who), "ready")
    house.run()


def is_ascii(letter):
    return letter.raw.isascii() and "=C3" not in letter.raw.decode() and \
        letter.text.isascii()


def test_person_says(house):
    begin(house)
    people = {p["person"]: p["text"] for p in house.json("person", "list")}
    assert people == {1: "utf-8", 2: "ascii", 3: "utf-8"}, people
    assert house.json("person", "show", "2")["text"] == "ascii"
    assert "text: ascii" in house.ok("person", "show", "2")
    assert "text" in house.ok("person", "list").splitlines()[0]
    house.ok("person", "set", "2", "--text", "utf-8")
    assert house.json("person", "show", "2")["text"] == "utf-8"
    house.fails(1, "ascii or utf-8", "person", "set", "2", "--text", "latin1")
    house.fails(1, "there is no person 9", "person", "show", "9")
    house.fails(2, "--text", "person", "set")


def test_letters(house):
    """All of them are ASCII, headers too; those of others are not."""
    begin(house, "--policy", "time=1h")
    for minutes in range(8):
        house.run(61)
    house.reply(house.newest("Steffi"), "help\nrules\nstatus\nhistory")
    house.run()
    # the first one went out before it was known
    letters = house.letters("Steffi")[1:]
    # how many there are, the drawn captain decides
    assert len(letters) > 2, len(letters)
    for letter in letters:
        assert is_ascii(letter), letter.raw.decode("utf-8", "replace")
        assert letter.mail.get_content_charset() == "us-ascii"
        assert "=?" not in letter.raw.decode(), letter.raw
        assert "Cafe pay 3" in letter.mail["Subject"], letter.mail["Subject"]
        assert letter.mail["To"].startswith("Jurgen <"), letter.mail["To"]
    text = "\n".join(letter.text for letter in letters)
    for piece in ["Jurgen", "Zoe", "=> help", " - "]:
        assert piece in text, piece
    assert not is_ascii(house.newest("Bernhard"))
    assert "Jürgen" in house.newest("Florian").text


def test_columns(house):
    """Names that have grown shorter move no column."""
    begin(house)
    letter = house.say("Steffi", "status")
    table = re.search(r"^  player .*?\n\n", letter.text, re.M | re.S).group(0)
    lines = table.rstrip().splitlines()
    end = lines[0].index("points") + len("points")
    assert len(lines) == 4 and "Jurgen (you)" in table, table
    for line in lines[1:]:
        assert re.search(r" \d$", line[:end]) and line[end] == " ", table


def test_answers(house):
    """By number, by the move as it stands, and with the subject of ours."""
    begin(house)
    seats = {0: "Bernhard", 1: "Steffi", 2: "Florian"}
    captain = seats[house.state()["captain"]]
    house.say(captain, "pay 1")
    while not re.search(r"^ +1  =>", house.newest("Steffi").text, re.M):
        acting = [s["seat"] for s in
                  house.json("match", "show", "1")["seats"] if s["asked"]]
        house.say(seats[acting[0]], "1")
    before = len(house.moves())
    letter = house.newest("Steffi")
    house.reply(letter, "", quote=False, threaded=False)
    house.run()
    assert len(house.moves()) == before, house.moves()
    number, move = re.findall(r"^ +(\d+)  => (\S.*)$", letter.text, re.M)[-1]
    answer = house.say("Steffi", move)
    answer.says('+ You wrote "%s": done => %s' % (move, move))
    assert house.moves()[before] == ("Jürgen", move), house.moves()
    assert number.isdigit()


def test_new_address(house):
    """The letter to the old address is hers too."""
    begin(house)
    house.ok("person", "set", "2", "--address", "j@new.example.org")
    house.run()
    letter = house.newest("Steffi")
    letter.says("changed the address")
    assert is_ascii(letter)


def main():
    tap = Tap()
    tap.each(globals(), House)
    tap.end()


main()
