#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""letters_dict.py TURNPOST: make store/letters.dict anew.

It is what the letters of all games and languages have in common, for zstd,
which packs the bytes of mails and letters with it (store/pack.c): they take a
tenth of their size then, and a third without.  To be made anew when letters
look very different from before; a home keeps those that it has used, so that
what was packed with an older one can still be read.

It plays a match of each game in each language, in which all decisions are the
defaults, and trains on the letters.  Needs the package zstd."""

import base64
import os
import sqlite3
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir)
SIZE = 65536  # bytes
DAYS = 100
GAMES = ["mutineer", "fourth-bridge", "hexxi"]
LANGUAGES = ["en", "pl", "de", "ru"]
NAMES = ["Anna", "Boris", "Carla", "Dora"]


def play(game, language):
    """The home of such a match; letters look as they do to people."""
    from house import PLAIN, House

    house = House()
    house.policy(**dict(PLAIN, time="20h"))
    with open(house.path("turnpost.yaml"), "a", encoding="ascii") as file:
        file.write("\nkeep: forever\n")
    house.match(seats=NAMES, game=game)
    house.run()
    for name in NAMES:
        house.reply(house.newest(name), "language %s\nready" % language)
    for _ in range(DAYS // 4):
        house.run()
        house.now += 4 * 86400
    return house


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n\n")[0])
    os.environ["TURNPOST"] = os.path.abspath(sys.argv[1])
    os.environ["TURNPOST_SRC"] = os.path.abspath(ROOT)
    sys.path.insert(0, os.path.join(ROOT, "tests", "e2e"))
    with tempfile.TemporaryDirectory() as folder:
        samples = []
        for game in GAMES:
            for language in LANGUAGES:
                house = play(game, language)
                with sqlite3.connect(house.path("turnpost.db")) as db:
                    ids = [row[0] for row in db.execute(
                        "SELECT id FROM outbox ORDER BY id")]
                for number in ids:
                    shown = house.json("outbox", "show", str(number),
                                       "--reveal", "--force")
                    samples.append(os.path.join(folder, str(len(samples))))
                    with open(samples[-1], "wb") as file:
                        file.write(base64.b64decode(shown["raw_base64"])
                                   if "raw_base64" in shown
                                   else shown["raw"].encode())
                print(game, language, len(ids), flush=True)
                house.close()
        subprocess.run(["zstd", "--train", *samples, "--maxdict=%d" % SIZE,
                        "-o", os.path.join(ROOT, "store", "letters.dict")],
                       check=True)


main()
