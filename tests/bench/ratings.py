#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What ratings cost: CPU seconds and memory of "turnpost rating list" in a home
with 100,000 matches of one game, which 2,000 people and three robots have
played."""

import os
import random
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "..", "e2e"))

from house import TURNPOST, House  # noqa: E402

MATCHES, PEOPLE, SEATS = 100000, 2000, 4
LEVELS = ["easy", "medium", "strong"]


def fill(house):
    chance = random.Random(4)
    db = sqlite3.connect(house.path("turnpost.db"))
    db.executemany("INSERT INTO person (id, name, language, zone, created,"
                   " text) VALUES (?, 'P' || ?, 'en', '', 1, 'utf-8')",
                   [(n, n) for n in range(1, PEOPLE + 1)])

    def rows():
        for match in range(1, MATCHES + 1):
            who = chance.sample(range(1, PEOPLE + 1), SEATS)
            robot = match % 5 == 0
            for seat in range(SEATS):
                yield ("mutineer", match * 60, match, seat,
                       chance.randrange(99), 1 + chance.randrange(SEATS),
                       None if robot and seat == 0 else who[seat],
                       LEVELS[match % 3] if robot and seat == 0 else None)

    db.executemany("INSERT INTO result (game, ended, match, seat, score,"
                   " place, person, level) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                   rows())
    db.commit()
    db.close()


def cost(house, *args):
    """CPU seconds and KiB of the best of three runs."""
    best = None
    for _ in range(3):
        with open(os.devnull, "w", encoding="ascii") as nothing, \
                subprocess.Popen([TURNPOST, "--home", house.home, *args],
                                 stdout=nothing) as child:
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = status
        assert status == 0, args
        one = usage.ru_utime + usage.ru_stime, usage.ru_maxrss
        best = min(best or one, one)
    return best


def main():
    house = House()
    house.home = house.path()
    begun = time.monotonic()
    fill(house)
    made = time.monotonic() - begun
    for args in (("rating", "list", "mutineer", "--json"),
                 ("rating", "list", "hexxi", "--json")):
        seconds, memory = cost(house, *args)
        print("%-36s %6.3f s CPU %6d KiB" % (" ".join(args), seconds, memory))
    print("%d matches (made in %.1f s)" % (MATCHES, made))
    house.close()


main()
