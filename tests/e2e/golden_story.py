# SPDX-License-Identifier: ISC
"""A match in English whose letters are golden, told mail by mail."""

import json

from example_round import whole
from goldens import Book, Home
from house import address


class Table:
    """Laid out, with a seed that is always the same, the second player with
    letters in ASCII, and Dora looks on."""

    def __init__(self, tap, game, seats, laid_out, *more, folder):
        self.book = Book(tap, folder)
        self.seats = seats
        self.house = Home()
        setup = self.house.path("setup.json")
        with open(setup, "w", encoding="utf-8") as file:
            json.dump(laid_out, file)
        self.house.match("--setup", setup, *more, seats=seats, game=game)
        self.house.ok("person", "set", "2", "--text", "ascii")
        self.house.run()

    def keep(self, what, *names):
        """The newest letters of those are golden, each under its name."""
        for name in names:
            heading = "%s %s" % (what, name)
            assert heading not in self.book.letters, heading
            self.book.keep(heading, whole(self.house.newest(name)))

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

    def plans(self, count):
        """So many planned moves are made, each a little after its turn has
        come."""
        for _ in range(count):
            self.house.run(8)

    def finish(self, minutes):
        """Nobody answers any more: deadlines make the moves to the end."""
        for _ in range(200):
            if self.house.life() != "running":
                return
            self.house.run(minutes)
        raise AssertionError("no end")

    def state(self):
        return self.house.state()

    def close(self):
        self.book.close()
        self.house.close()
