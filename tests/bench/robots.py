#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""How long a person waits for an answer while many robots must think.

MATCHES matches of robots alone wait (ROBOTS in the environment, 1,000 if it is
not set), and a person's mail comes while a robot thinks.  Wall time from then
to the answer in her Maildir, median of RUNS, beside that in a home without
robots, and the time of one decision.  The answer needs two rounds, that which
was thinking and the next, as cron or `turnpost serve` has them."""

import contextlib
import os
import sqlite3
import statistics
import subprocess
import sys
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir)
sys.path.insert(0, os.path.join(ROOT, "e2e"))

from house import TextHouse  # noqa: E402

MATCHES = int(os.environ.get("ROBOTS", "1000"))
RUNS = 7
LEVEL = "medium"


def home(matches):
    house = TextHouse()
    with open(house.path("turnpost.yaml"), "a", encoding="utf-8") as file:
        file.write("\nrobots:\n  think: 600\n")
    house.ok("match", "new", "mutineer", "--seat", "Anna <anna@example.org>",
             "--seat", "Bert <bert@example.org>", "--seat",
             "Cleo <cleo@example.org>")
    house.run()
    for _ in range(matches):
        house.ok("match", "new", "mutineer", *["--seat", "robot:" + LEVEL] * 4)
    return house


def robots_moves(db):
    return db.execute("SELECT count(*) FROM event WHERE by = 'robot'"
                      ).fetchone()[0]


def quick(house):
    """ms to the answer to a mail, nobody thinking."""
    letters = len(house.letters("Anna"))
    house.reply(house.newest("Anna"), "status")
    begin = time.monotonic()
    house.ok("run")
    took = time.monotonic() - begin
    assert len(house.letters("Anna")) == letters + 1
    house.now += 3600
    return 1000 * took


def busy(house, db, decisions):
    """The same, in the middle of a robot's thought."""
    letters = len(house.letters("Anna"))
    before, begin = robots_moves(db), time.monotonic()
    with subprocess.Popen(house.command(["run"])) as run:
        while robots_moves(db) < before + 5:
            assert run.poll() is None, "too few robots"
            time.sleep(0.002)
        decisions.append((time.monotonic() - begin) * 1000 / 5)
        house.reply(house.newest("Anna"), "status")
        begin, came = time.monotonic(), robots_moves(db)
        assert run.wait() == 0
    more = robots_moves(db) - came
    with subprocess.Popen(house.command(["run"])) as run:
        while not os.listdir(os.path.join(house.box("Anna"), "new")) or len(
                house.letters("Anna")) == letters:
            assert run.poll() is None, "no answer"
            time.sleep(0.002)
        took = time.monotonic() - begin
        run.terminate()
        run.wait()
    house.now += 3600
    return 1000 * took, more


def main():
    alone, many = home(0), home(MATCHES)
    floor = statistics.median(quick(alone) for _ in range(RUNS))
    decisions, found = [], []
    with contextlib.closing(sqlite3.connect(many.path("turnpost.db"))) as db:
        for _ in range(RUNS):
            found.append(busy(many, db, decisions))
    took = statistics.median(ms for ms, _ in found)
    print("a mail, no robots: %.0f ms" % floor)
    print("a mail while %d matches of robots (%s) wait: %.0f ms, %.2f times as "
          "long" % (MATCHES, LEVEL, took, took / floor))
    print("decisions made before its round ended: at most %d; one takes "
          "%.0f ms with all that follows" % (
              max(more for _, more in found), statistics.median(decisions)))
    alone.close()
    many.close()


if __name__ == "__main__":
    main()
