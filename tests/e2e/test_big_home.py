#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A home with thousands of matches.  Its lists are printed as they are read,
so that they take no memory, hold up nobody, and may be read in part; a check
that takes a while says what it tries."""

import contextlib
import json
import os
import pty
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from bighome import database, multiply  # noqa: E402
from house import SEATS, TextHouse  # noqa: E402
from tap import Tap  # noqa: E402
from watching import FRUGAL, has_terminals, high_water  # noqa: E402

FEW = 300  # times three matches
TIMES = 7  # as many as that
MATCHES = 3 * FEW * TIMES
# A pipe holds 64 KiB, so that a writer of more waits for its reader.
PIECE = 65536
ABOVE = 6 * 1024  # KiB; all matches at once take 28 MiB more than FEW
LISTS = [("match", "list"), ("match", "list", "--json"), ("person", "list"),
         ("person", "list", "--json")]


def peaks(house):
    """The most memory that each list takes, in KiB."""
    high = []
    for args in LISTS:
        reading = Reading(house, *args)
        reading.rest()
        assert reading.peak > 0, args
        high.append(reading.peak)
    return high


def fill(house):
    """Matches that run, are in their muster, were called off; the memory of
    lists when they are few."""
    house.policy(time="3d", settle="none", reminders="none", muster="5d",
                 offer="none", organiser="extend, end")
    house.match("--name", "runs")
    house.start()
    house.match("--name", "waits")
    house.match("--name", "is over")
    house.ok("match", "end", "3", "--reason", "no wine")
    multiply(house, FEW)
    few = peaks(house)
    multiply(house, TIMES)
    return few


class Reading:
    """The program's output, in pieces, while it waits for each to be read."""

    def __init__(self, house, *args):
        self.process = subprocess.Popen(
            house.command(args), stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, bufsize=0, env=FRUGAL)
        self.peak = 0
        self.text = b""

    def piece(self):
        self.peak = max(self.peak, high_water(self.process.pid))
        got = self.process.stdout.read(PIECE)
        self.text += got
        return got

    def rest(self):
        while self.piece():
            pass
        said = self.process.stderr.read()
        assert self.process.wait() == 0 and said == b"", said
        return self.text.decode()


def test_memory(house, few):
    more = [now - then for now, then in zip(peaks(house), few)]
    print("# KiB more with %d times as many: %s" % (TIMES, more))
    assert max(more) < ABOVE, more


def test_order(house):
    rows = house.json("match", "list")
    assert len({row["match"] for row in rows}) == len(rows) == MATCHES
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
            # The list lets go of the database before it waits for its reader,
            # so that a log of changes can be done with although no reader
            # comes; it may be reading just now.
        with database(house, patience=10) as db:
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
        range(1, MATCHES + 1))


def test_reader_goes_away(house):
    for args in LISTS:
        reading = Reading(house, *args)
        assert b"\n" in reading.piece()
        reading.process.stdout.close()
        said = reading.process.stderr.read()
        assert said == b"", said
        assert reading.process.wait() == 74, reading.process.returncode


def test_figures(house):
    """They are those of the list, and of few deadlines the first ones."""
    rows = house.json("match", "list")
    status = house.json("status")
    for state in ("muster", "running", "over", "ended"):
        assert status["matches"][state] == len(
            [row for row in rows if row["state"] == state]), state
    assert status["matches"]["overdue"] == len(
        [row for row in rows if row["overdue"]])
    for key, state in ("asked_since", "running"), ("muster_since", "muster"):
        assert status["matches"][key] == min(
            row["since"] for row in rows if row["state"] == state), key
    assert [one["match"] for one in status["deadlines"]] == [
        row["match"] for row in rows[:5]]


def test_nothing(house):
    with database(house) as db, db:
        db.execute("DELETE FROM timer")
        db.execute("DELETE FROM asking")
        db.execute("DELETE FROM match")
    assert house.ok("match", "list", "--json") == "[]\n"
    assert house.ok("match", "list").splitlines() == [
        "match  game  state  free  waits  name  overdue  waiting  since  "
        "until  deletion  paused  started  ended"]


def test_terminal(house):
    """Somebody who waits for a check sees what for; a log does not."""
    near, far = pty.openpty()
    subprocess.run(house.command(["check"]), stdout=far, stderr=far,
                   check=True)
    os.close(far)
    shown = b""
    with contextlib.suppress(OSError), open(near, "rb", buffering=0) as file:
        while piece := file.read(PIECE):
            shown += piece
    assert re.search(rb"\r\x1b\[Ktrying the database, \d+\.\d MiB \.\.\."
                     rb"\r\x1b\[Kok +database: it is intact", shown), shown
    done = house.call("check")
    assert "trying" not in done.stdout + done.stderr, done


tap = Tap()
home = TextHouse()
peaks_of_few = tap.run("a home is filled", fill, home)
tap.run("memory", test_memory, home, peaks_of_few)
tap.run("order", test_order, home)
tap.run("a table", test_table, home)
tap.run("figures", test_figures, home)
tap.run("others write meanwhile", test_while_it_is_read, home)
tap.run("a match moves on meanwhile", test_moves_on, home)
tap.run("the reader goes away", test_reader_goes_away, home)
if has_terminals():
    tap.run("a check on a terminal", test_terminal, home)
else:
    tap.skip("a check on a terminal", "there are no pseudo-terminals here")
tap.run("nothing", test_nothing, home)
home.close()
tap.end()
