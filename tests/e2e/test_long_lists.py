#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Lists of a home with thousands of matches: they are printed as they are
read, so that they take no memory, hold up nobody, and may be read in part."""

import contextlib
import json
import os
import re
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import SEATS, TextHouse  # noqa: E402
from tap import Tap  # noqa: E402

COPIES = 2000
# A pipe holds 64 KiB, so that a writer of more waits for its reader.
PIECE = 65536
PEAK = 24 * 1024  # KiB; all matches at once take 40 MiB
LISTS = [("match", "list"), ("match", "list", "--json"), ("person", "list"),
         ("person", "list", "--json")]


def database(house):
    return contextlib.closing(
        sqlite3.connect(house.path("turnpost.db"), timeout=0))


def copy(db, table, step, more=()):
    """Each row COPIES times: those numbers of it grow by so much each time."""
    grown = dict(more, **step)
    columns = [row[1] for row in db.execute(
        "SELECT * FROM pragma_table_info(?)", (table,))]
    db.execute("INSERT INTO %s (%s) SELECT %s FROM %s AS t, copy" % (
        table, ", ".join(columns), ", ".join(
            grown.get(name, "t." + name) for name in columns), table))


def fill(house):
    """Three matches, one that runs, one in its muster, one called off, and
    copies of them with people of their own."""
    house.policy(time="3d", settle="none", reminders="none", muster="5d",
                 offer="none", organiser="extend, end")
    house.match("--name", "runs")
    house.start()
    house.match("--name", "waits")
    house.match("--name", "is over")
    house.ok("match", "end", "3", "--reason", "no wine")
    match = {"match": "t.match + copy.n * 3"}
    person = {"person": "t.person + copy.n * %d" % len(SEATS)}
    with database(house) as db, db:
        db.execute("CREATE TEMP TABLE copy (n INTEGER PRIMARY KEY)")
        db.executemany("INSERT INTO copy VALUES (?)",
                       [(n,) for n in range(1, COPIES)])
        copy(db, "person", {"id": "t.id + copy.n * %d" % len(SEATS)})
        copy(db, "address", person, {
            "id": "NULL", "folded": "copy.n || '.' || t.folded",
            "address": "copy.n || '.' || t.address"})
        copy(db, "match", {"id": "t.id + copy.n * 3"})
        copy(db, "seat", dict(match, **person))
        copy(db, "asking", match)
        # as many minutes apart, and not in the order of their numbers
        copy(db, "timer", dict(match, due="t.due + copy.n * 60 * 7 % 60000"))


class Reading:
    """The program's output, in pieces, while it waits for each to be read."""

    def __init__(self, house, *args):
        self.process = subprocess.Popen(
            house.command(args), stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, bufsize=0)
        self.peak = 0
        self.text = b""

    def piece(self):
        with contextlib.suppress(FileNotFoundError), open(
                "/proc/%d/status" % self.process.pid,
                encoding="utf-8") as file:
            found = re.search(r"VmHWM:\s*(\d+) kB", file.read())
            self.peak = max(self.peak, int(found[1]) if found else 0)
        got = self.process.stdout.read(PIECE)
        self.text += got
        return got

    def rest(self):
        while self.piece():
            pass
        said = self.process.stderr.read()
        assert self.process.wait() == 0 and said == b"", said
        return self.text.decode()


def test_memory(house):
    for args in LISTS:
        reading = Reading(house, *args)
        rows = reading.rest().count("\n")
        assert rows > COPIES * 3, (args, rows)
        with open(house.turnpost, "rb") as file:
            if b"__asan_init" in file.read():
                continue  # it keeps what is freed
        assert 0 < reading.peak < PEAK, (args, reading.peak)


def test_order(house):
    rows = house.json("match", "list")
    assert len({row["match"] for row in rows}) == len(rows) == 3 * COPIES
    order = [(row["state"] == "ended", row["until"] or "", row["match"])
             for row in rows]
    assert order == sorted(order)
    for state in ("muster", "running", "ended"):
        assert house.json("match", "list", "--state", state) == [
            row for row in rows if row["state"] == state], state
    assert house.json("match", "list", "--state", "over") == []
    # The table tells the same ones in the same order.
    lines = house.ok("match", "list").splitlines()
    assert [line.split()[0] for line in lines[1:]] == [
        str(row["match"]) for row in rows]
    # JSON in pieces is what it would be in one.
    text = house.ok("match", "list", "--json")
    assert text == json.dumps(rows, indent=2, ensure_ascii=False) + "\n"


def test_table(house):
    """Columns do not become narrower, and up to the next change of widths
    stand below each other."""
    lines = house.ok("match", "list").splitlines()
    starts = [line.index("mutineer") for line in lines[1:]]
    assert starts == sorted(starts)
    assert len(set(starts[:200])) == 1
    assert lines[0].index("game") == starts[0]


def test_while_it_is_read(house):
    """While a list waits for its reader others write, and what they wrote is
    in the rest of it."""
    for args in LISTS:
        reading = Reading(house, *args)
        reading.piece()
        changed = "Changed by %s" % " ".join(args).replace("--", "")
        with database(house) as db, db:
            db.execute("UPDATE match SET name = ? WHERE life = 'ended'",
                       (changed,))
            db.execute("UPDATE person SET zone = ?", (changed,))
            # nobody has to wait until a log of changes can be done with
        with database(house) as db:
            assert db.execute(
                "PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
        text = reading.rest()
        assert changed in text, args


def test_moves_on(house):
    """A match that gets another deadline meanwhile is there once."""
    reading = Reading(house, "match", "list", "--json")
    reading.piece()
    with database(house) as db, db:
        db.execute("UPDATE timer SET due = 253402300799 - due")
    rows = json.loads(reading.rest())
    assert sorted(row["match"] for row in rows) == list(
        range(1, 3 * COPIES + 1))


def test_reader_goes_away(house):
    for args in LISTS:
        reading = Reading(house, *args)
        assert b"\n" in reading.piece()
        reading.process.stdout.close()
        said = reading.process.stderr.read()
        assert said == b"", said
        assert reading.process.wait() == 74, reading.process.returncode


def test_nothing(house):
    with database(house) as db, db:
        db.execute("DELETE FROM timer")
        db.execute("DELETE FROM asking")
        db.execute("DELETE FROM match")
    assert house.ok("match", "list", "--json") == "[]\n"
    assert house.ok("match", "list").splitlines() == [
        "match  game  state  free  waits  name  overdue  waiting  since  "
        "until  paused  started  ended"]


tap = Tap()
home = TextHouse()
tap.run("a home is filled", fill, home)
tap.run("memory", test_memory, home)
tap.run("order", test_order, home)
tap.run("a table", test_table, home)
tap.run("others write meanwhile", test_while_it_is_read, home)
tap.run("a match moves on meanwhile", test_moves_on, home)
tap.run("the reader goes away", test_reader_goes_away, home)
tap.run("nothing", test_nothing, home)
home.close()
tap.end()
