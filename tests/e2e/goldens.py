# SPDX-License-Identifier: ISC
"""Letters held against tests/e2e/golden/.  TURNPOST_GOLDEN=renew writes them
anew: read the diff."""

import contextlib
import difflib
import json
import os
import sqlite3

from example_round import whole
from house import SRC, House, address

GOLDEN = os.path.join(SRC, "tests", "e2e", "golden")
DAY = 24 * 60


def compare(name, text):
    path = os.path.join(GOLDEN, name + ".txt")
    if os.environ.get("TURNPOST_GOLDEN") == "renew":
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return
    with open(path, encoding="utf-8") as file:
        want = file.read()
    if text != want:
        raise AssertionError("\n".join(difflib.unified_diff(
            want.splitlines(), text.splitlines(), name, "now", lineterm="")))


class Table:
    """A match whose letters are golden: laid out, with a seed that is always
    the same, the second player with letters in ASCII, and Dora looks on."""

    def __init__(self, tap, game, seats, laid_out, *more, folder):
        self.tap = tap
        self.folder = folder
        self.seats = seats
        self.taken = set()
        self.count = 0
        self.house = House()
        # by which it goes when plans act
        with contextlib.closing(
                sqlite3.connect(self.house.path("turnpost.db"))) as db:
            db.execute("UPDATE meta SET value = ? WHERE key = 'secret'",
                       ("5e" * 32,))
            db.commit()
        setup = self.house.path("setup.json")
        with open(setup, "w", encoding="utf-8") as file:
            json.dump(laid_out, file)
        self.house.match("--setup", setup, *more, seats=seats, game=game)
        with contextlib.closing(
                sqlite3.connect(self.house.path("turnpost.db"))) as db:
            db.execute("UPDATE match SET server_seed = zeroblob(32)")
            db.commit()
        self.house.ok("person", "set", "2", "--text", "ascii")
        self.house.run()

    def keep(self, what, *names):
        """The newest letters of those are golden, each under its name."""
        for name in names:
            self.count += 1
            file = "%s/%02d-%s-%s" % (self.folder, self.count, what,
                                      name.lower())
            self.taken.add(file)
            self.tap.run(file, compare, file, whole(self.house.newest(name)))

    def say(self, name, body, what=None):
        self.house.say(name, body)
        if what:
            self.keep(what, name)

    def start(self):
        for name in self.seats[:-1]:
            self.house.reply(self.house.newest(name), "ready")
        self.house.run()
        self.keep("answer-ready", self.seats[1])
        self.house.ok("match", "watch", "1", "Dora <%s>" % address("Dora"))
        self.say(self.seats[-1], "ready luck three parrots")

    def topics(self, name, game, behind):
        """What "rules" and each topic bring: from the title of that part to
        what stands behind it in every letter."""
        for word in ["rules", "help"]:
            self.say(name, word, word)
        folder = os.path.join(SRC, "templates", "en", game)
        titles = {file[6:-4] for file in os.listdir(folder)
                  if file.startswith("rules-")}
        for topic in sorted(titles):
            self.house.run(DAY // 24)
            self.house.say(name, "rules " + topic)
            text = self.house.newest(name).text
            with open(os.path.join(folder, "rules-%s.txt" % topic),
                      encoding="utf-8") as file:
                start = text.index(file.readline())
            part = text[start:text.index(behind, start)].rstrip() + "\n"
            file = "%s/rules-%s" % (self.folder, topic)
            self.taken.add(file)
            self.tap.run(file, compare, file, part)

    def plans(self, count):
        """So many planned moves are made, each a little after its turn has
        come."""
        for _ in range(count):
            self.house.run(8)

    def finish(self, minutes):
        """Nobody answers any more: deadlines make the moves to the end."""
        for _ in range(200):
            if self.house.json("match", "show", "1")["state"] == "over":
                return
            self.house.run(minutes)
        raise AssertionError("no end")

    def state(self):
        return self.house.state()

    def close(self):
        """Nothing lies there that no letter was held against."""
        def check():
            there = {"%s/%s" % (self.folder, name[:-4]) for name in
                     os.listdir(os.path.join(GOLDEN, self.folder))}
            assert there == self.taken, there ^ self.taken
        self.tap.run("%s: each file is a letter" % self.folder, check)
        self.house.close()
