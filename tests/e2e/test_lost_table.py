#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A database that lacks a table: statements are prepared when they are first
wanted, so the program may be amidst its work when it finds out.  It says so in
one sentence; nothing is lost, and nothing is done twice, once the table is
there again."""

import contextlib
import os
import shutil
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House  # noqa: E402
from tap import Tap  # noqa: E402

LOST = "lost_for_a_while"


@contextlib.contextmanager
def database(house):
    with contextlib.closing(sqlite3.connect(house.path("turnpost.db"))) as db:
        # what refers to a table that is renamed goes on referring to its name
        db.execute("PRAGMA legacy_alter_table = ON")
        db.execute("PRAGMA foreign_keys = OFF")
        yield db


def tables(house):
    with database(house) as db:
        return [name for (name,) in db.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table'"
            " AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name")]


def rename(house, table, name):
    with database(house) as db:
        db.execute("ALTER TABLE %s RENAME TO %s" % (table, name))


def ids(house):
    return sorted(letter.id for letter in house.letters("Bernhard"))


def beside(house):
    """The same home a second time."""
    other = House(init=False)
    other.now = house.now
    shutil.rmtree(other.dir)
    shutil.copytree(house.dir, other.dir)
    return other


def lose(house, table, want):
    """Did the program notice that the table was gone?"""
    rename(house, table, LOST)
    house.now += 60
    done = house.call("run")
    assert done.returncode in (0, 74), (table, done)
    assert done.returncode == 0 or (
        "turnpost.db is damaged: no such table: " in done.stderr), done
    assert "Sanitizer" not in done.stderr, done
    rename(house, LOST, table)
    house.run(60)
    assert house.moves() == [("Bernhard", "pay 1")], (table, house.moves())
    assert ids(house) == want, (table, ids(house), want)
    return done.returncode != 0


def test_each(house):
    house.example()
    house.reply(house.newest("Bernhard"), "pay 1\nsay all: good morning")
    want, noticed = None, []
    for table in [None] + tables(house):
        with contextlib.closing(beside(house)) as other:
            if table is None:
                other.run()
                other.run(60)
                want = ids(other)
            elif lose(other, table, want):
                noticed.append(table)
    assert {"inbox", "outbox", "event", "talk", "person"} <= set(noticed), (
        noticed)


def test_check(house):
    """It tries what no mail asked for just now."""
    for table in ("ask", "talk"):
        rename(house, table, LOST)
        done = house.call("check")
        assert done.returncode not in (0, -6), done
        assert ("turnpost.db is damaged: no such table: " in done.stdout
                and "restore a backup" in done.stdout), done
        rename(house, LOST, table)


def main():
    tap = Tap()
    tap.each(globals(), House)
    tap.end()


main()
