#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What pages cost: CPU seconds and memory of "turnpost page" in a home with MANY
(PAGES in the environment, 10,000 if it is not set) finished public matches.

A match of each kind below is played to its end by robots for people who stay
away, and rows of these are copied, with people and numbers of their own.  All
pages are written from nothing, with replays, and again without; then a move is
made in a match that runs, and nothing at all."""

import contextlib
import os
import re
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                os.pardir, "e2e"))

from bighome import copy, database  # noqa: E402
from house import PLAIN, SEATS, TextHouse  # noqa: E402
from watching import high_water  # noqa: E402

MANY = int(os.environ.get("PAGES", "10000"))
KINDS = (("mutineer", 3), ("mutineer", 4), ("hexxi", 3), ("hexxi", 4),
         ("fourth-bridge", 3))
DAY = 24 * 60
# Rows that pages do not look at.
LEFT = ("inbox", "outbox", "notice", "page", "asking", "timer")


def play(house, match, game, seats):
    house.match(seats=SEATS[:seats], game=game)
    house.start(SEATS[:seats])
    for _ in range(400):
        house.run(2 * DAY)
        if house.life(match) == "over":
            return
    raise AssertionError("%s does not end" % game)


def multiply(house, times):
    """All people and all rows of all matches so many times."""
    with database(house) as db, db:
        last = {table: db.execute("SELECT max(id) FROM " + table
                                  ).fetchone()[0]
                for table in ("match", "person")}
        db.execute("CREATE TEMP TABLE copy (n INTEGER PRIMARY KEY)")
        db.executemany("INSERT INTO copy VALUES (?)",
                       [(n,) for n in range(1, times)])
        moved = {name: "t.%s + copy.n * %d" % (name, last[name])
                 for name in last}
        for name in ("folded", "address", "commitment"):
            moved[name] = "copy.n || '.' || t." + name
        for table, in db.execute("SELECT name FROM sqlite_schema"
                                 " WHERE type = 'table'").fetchall():
            columns = {row[1] for row in db.execute(
                "SELECT * FROM pragma_table_info(?)", (table,))}
            if table not in LEFT and (table in last or table == "address"
                                      or "match" in columns):
                own = "t.id + copy.n * %d" % last.get(table, 1000000)
                copy(db, table, **dict(moved, id=own))
    return times * len(KINDS)


def page(house, folder, *more):
    """CPU seconds, MiB at most, seconds."""
    begin, memory = time.monotonic(), 0
    with subprocess.Popen(
            house.command(["page", house.path(folder), *more]),
            stdout=subprocess.DEVNULL) as child:
        ended = 0
        while not ended:
            memory = max(memory, high_water(child.pid))
            time.sleep(0.005)
            ended, status, usage = os.wait4(child.pid, os.WNOHANG)
        child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0
    return (usage.ru_utime + usage.ru_stime, memory / 1024,
            time.monotonic() - begin)


def move(house, match):
    letter = house.newest(house.asked(match)[0])
    house.reply(letter, re.search(r"(?m)^ *(\d+) +\u2192 ",
                                  letter.text).group(1))
    before = len(house.moves(match))
    house.run()
    assert len(house.moves(match)) > before


def report(what, matches, took):
    cpu, memory, wall = took
    print("%-34s %8.2f s CPU%s, %5.1f MiB, %8.2f s in all" % (
        what, cpu, ", %.2f ms a match" % (1000 * cpu / matches)
        if matches else "", memory, wall), flush=True)


def main():
    print("load of the machine: %.1f %.1f %.1f" % os.getloadavg())
    with contextlib.closing(TextHouse()) as house:
        house.policy(**{**PLAIN, "time": "1d", "public": "yes",
                        "missed": "robot-easy"})
        for n, (game, seats) in enumerate(KINDS):
            play(house, n + 1, game, seats)
        matches = multiply(house, MANY // len(KINDS))
        running = house.match(seats=SEATS[:3])
        house.start(SEATS[:3])
        report("%d matches from nothing (goal 60)" % matches, matches,
               page(house, "site"))
        move(house, running)
        report("a move (goal .05)", 0, page(house, "site"))
        report("nothing has changed", 0, page(house, "site"))
        shutil.rmtree(house.path("site"))
        report("from nothing, without replays", matches,
               page(house, "bare", "--no-replays"))
    print("load of the machine: %.1f %.1f %.1f" % os.getloadavg())


main()
