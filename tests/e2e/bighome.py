# SPDX-License-Identifier: ISC
"""Homes with many matches: rows that are copied, which is quicker than to make
the matches."""

import contextlib
import sqlite3


def database(house, patience=0):
    """Whoever holds the database has so many seconds to let go of it."""
    return contextlib.closing(
        sqlite3.connect(house.path("turnpost.db"), timeout=patience))


def copy(db, table, **grown):
    """Each row again and again, but with these columns."""
    columns = [row[1] for row in db.execute(
        "SELECT * FROM pragma_table_info(?)", (table,))]
    db.execute("INSERT INTO %s (%s) SELECT %s FROM %s AS t, copy" % (
        table, ", ".join(columns), ", ".join(
            grown.get(name, "t." + name) for name in columns), table))


def multiply(house, times):
    """All matches and people so many times."""
    with database(house) as db, db:
        matches = db.execute("SELECT count(*) FROM match").fetchone()[0]
        people = db.execute("SELECT count(*) FROM person").fetchone()[0]
        db.execute("CREATE TEMP TABLE copy (n INTEGER PRIMARY KEY)")
        db.executemany("INSERT INTO copy VALUES (?)",
                       [(n,) for n in range(1, times)])
        match = "t.%%s + copy.n * %d" % matches
        person = "t.%%s + copy.n * %d" % people
        prefix = "copy.n || 'of%d.' || t.%%s" % people
        copy(db, "person", id=person % "id")
        copy(db, "address", id="NULL", folded=prefix % "folded",
             address=prefix % "address", person=person % "person")
        copy(db, "match", id=match % "id")
        copy(db, "seat", match=match % "match", person=person % "person")
        copy(db, "asking", match=match % "match")
        # as many minutes apart, and not in the order of their numbers
        copy(db, "timer", match=match % "match",
             due="t.due + copy.n * 60 * 7 % 60000")
