#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What the answer says to people who write to a match that is past, or in which
they no longer play: whoever they are, whatever became of the match, whichever
command they write, it is the truth, and tells by whom it came so.

Each story (see scenario.py) is followed by mails and by what the answer to each
must say.  What stands in UNTRUE must stand in none."""

import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from scenario import Scenario  # noqa: E402
from tap import Tap  # noqa: E402

UNTRUE = ["has already begun", "came without the key",
         "You already have a seat in match 1", "There is no match 1 that you"]
PRIVATE = """match hexxi Yves Zoe
Yves: new mutineer players 4 private
Yves: invite Bert <bert@example.org>
Yves: invite Fay <fay@example.org>
"""
# What somebody in match 1 writes: in reply to its letters, or afresh.
REPLIES = ["ready", "leave", "join 1", "watch 1", "pay 2", "resign"]
FRESH = ["ready", "status", "pay 2", "leave"]
CALLED_OFF = "Bert has declined to play and called the match off"
BY_YOU = "You have declined to play, so it is called off for everyone"
YOU_CALLED_OFF = "You have declined to play and called the match off"
RAIN = "The organiser has ended the match: it rains"
EVA = "The organiser has given your seat to somebody else: no time"
VOTED = "The players have agreed that somebody else plays in your place"
MISSED = "You missed too many deadlines in a row"

TABLES = {
    "a player calls a match off": (
        "match mutineer Anna Bert Cora Dora\nBert: resign\n",
        [("Anna 1: " + one, [CALLED_OFF]) for one in REPLIES]
        + [("Anna writes: " + one, [CALLED_OFF]) for one in FRESH[:1]]
        + [("Bert 1: " + one, []) for one in REPLIES]
        + [("Bert 1: ready", [BY_YOU]),
           ("Bert 1: leave", ["You called match 1 off"]),
           ("Bert writes: ready", [YOU_CALLED_OFF])]),
    "the organiser calls a match off": (
        "match mutineer Anna Bert Cora Dora\n"
        '$ match end 1 --reason "it rains"\n',
        [("Anna 1: " + one, [RAIN]) for one in REPLIES]
        + [("Anna writes: pay 2", [RAIN])]),
    "the organiser ends a match that runs": (
        'example\n$ match watch 1 "Olga <olga@example.org>"\n'
        '$ match end 1 --reason "it rains"\n',
        [("Steffi 1: " + one, [RAIN]) for one in REPLIES]
        + [("Olga 1: status", [RAIN]), ("Olga 1: watch 1", [RAIN]),
           ("Steffi 1: vote end", [RAIN])]),
    "a guest is replaced": (
        "match mutineer Anna Bert Cora Dora\nmark\n"
        '$ match replace 1 --seat 3 "Eva <eva@example.org>" '
        '--reason "no time"\n'
        ">> Dora: " + EVA + "\n>> Dora: you no longer play in match 1\n"
        ">> Dora! Thank you for playing\n> Dora gets 1\n",
        [("Dora 1: " + one, [EVA])
         for one in ("ready", "leave", "status", "pay 2", "hello")]
        + [("Dora writes: " + one, [EVA]) for one in FRESH]),
    "a player is replaced": (
        'example\n$ match replace 1 --seat 0 "Dora <dora@example.org>" '
        '--reason "no time"\n',
        [("Bernhard 1: " + one, [EVA.replace("Eva", "Dora")]) for one in ("ready", "leave", "pay 2", "resign")]
        + [("Bernhard writes: " + one, ["no time"]) for one in FRESH]),
    "a player is replaced and the match ends": (
        'example\n$ match replace 1 --seat 0 "Dora <dora@example.org>" '
        '--reason "no time"\n$ match end 1 --reason "it rains"\n',
        [("Bernhard 1: " + one, [RAIN]) for one in ("pay 2", "leave")]
        + [("Bernhard writes: status", [RAIN])]),
    "a player is voted out": (
        "policy time=3d majority=all offer=2d return=60d\nexample\n"
        "Steffi: vote replace Bernhard\nFlorian: vote yes\n"
        "Carmen: vote yes\n>> Bernhard: " + VOTED + "\n",
        [("Bernhard 1: " + one, [VOTED, "→ back"])
         for one in ("pay 2", "leave", "status")]
        + [("Bernhard writes: pay 2", [VOTED])]),
    "a player misses deadlines": (
        "policy time=1d open-after=1 offer=none missed=default\nexample\n"
        "+2d\n",
        [("Bernhard 1: pay 2", [MISSED]), ("Bernhard writes: pay 2", [MISSED]),
         ("Bernhard 1: leave", [MISSED])]),
    "a player resigns": (
        "policy return=60d\nexample\nSteffi: resign\nSteffi: resign CODE\n",
        [("Steffi 1: " + one, ["You have left the match", "→ back"])
         for one in ("pay 2", "leave", "status")]),
    "nobody is left in a private match": (
        PRIVATE + "mark\nYves /2: leave\n"
        "> Yves: nobody else is in it, so it is called off\n",
        [("Fay: yes CODE", ["Yves was the last player there and has called"]),
         ("Bert: yes CODE", ["Yves was the last player there"]),
         ("Bert: join 2", ["Yves was the last player there"]),
         ("Yves: join 2", ["You called match 2 off"]),
         ("Yves: leave 2", ["You called match 2 off"]),
         ("Yves: watch 2", ["You called match 2 off"])]),
    "a guest leaves a private match": (
        PRIVATE + "Bert: yes CODE\nYves /2: leave\nBert /2: leave\n"
        "> Bert: nobody else is in it, so it is called off\n",
        [("Bert LEFT: " + one, ["match 2 of Mutineer was called off",
                              "You were the last player"])
         for one in ("ready", "pay 2", "resign", "2", "vote yes")]
        + [("Bert: matches", ["You wrote \"matches\""])]),
    "a guest leaves a match that goes on": (
        PRIVATE + "Bert: yes CODE\nYves /2: leave\n"
        "> Yves: you have left match 2\n",
        [("Yves LEFT: " + one, ["you no longer have a seat in match 2",
                             "You have left before the start"])
         for one in ("ready", "pay 2", "2", "resign")]
        + [("Yves LEFT: leave", ["You have left match 2"])]),
    "a private match passes on": (
        PRIVATE + "Bert: yes CODE\nmark\nYves /2: leave\n"
        ">> Bert: Yves has left before the start; the seat is free\n"
        ">> Bert: The match now belongs to Bert, who can invite people to it\n"
        "> Bert gets 1\nFay: yes CODE\n",
        [("Bert: invite Gus <gus@example.org>",
          ["an invitation to match 2 goes to that address"]),
         ("Yves: invite Gus <gus@example.org>",
          ["You have made no match that still needs players"]),
         ("Yves: leave 2", ["You have left match 2"])]),
    "a match runs": (
        "example\n",
        [("Bernhard 1: join 1", ["You already have a seat in match 1"]),
         ("Bernhard 1: leave", ["Match 1 has begun; to leave it, reply"]),
         ("Bernhard 1: ready", ["The match has already begun"])]),
}


def told(house, name):
    """The number of the letter that said to somebody "you have left"."""
    return [number for number, letter in enumerate(house.house.letters(name), 1)
            if "you have left match" in " ".join(letter.text.split())][0]


def check(house, line, says):
    """Brakes on answers are no concern of this test: a day goes by."""
    name = line.split()[0].rstrip(":")
    if " LEFT: " in line:
        line = line.replace("LEFT", str(told(house, name)))
    house.skip("1d")
    house.mark()
    house.do(line, [])
    text = " ".join(" ".join(letter.text.split("#~")[0].split())
                    for letter in house.since(name))
    for piece in says:
        assert piece in text, "%s: no %r in %r" % (line, piece, text)
    if "already" not in "".join(says):
        for piece in UNTRUE:
            assert piece not in text, "%s: %r" % (line, text)


def tell(story, lines):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("config signup: open\n" + story)
        file.flush()
        house = Scenario(file.name)
        try:
            for number, line, more in house.blocks():
                house.line = number
                house.do(line, more)
            for line, says in lines:
                check(house, line, says)
        finally:
            house.house.close()


def main():
    tap = Tap()
    for name, (story, lines) in TABLES.items():
        tap.run(name, tell, story, lines)
    tap.end()


main()
