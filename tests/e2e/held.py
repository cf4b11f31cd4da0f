# SPDX-License-Identifier: ISC
"""Robots that do not come to think: for now, or as the home is set."""

import contextlib
import sqlite3

LATER = 10 ** 10  # seconds


def execute(house, *lines):
    with contextlib.closing(sqlite3.connect(house.path("turnpost.db"))) as db:
        with db:
            for line in lines:
                db.execute(line)


def hold_robots(house):
    """What a robot is to think of comes far behind everything else."""
    put_off = ("CREATE TRIGGER held_%s AFTER %s ON timer WHEN NEW.kind ="
               " 'robot' AND NEW.due < %d BEGIN UPDATE timer SET due ="
               " due + %d WHERE match = NEW.match AND seat = NEW.seat AND"
               " kind = 'robot' AND n = NEW.n; END")
    execute(house, *[put_off % (word, word, LATER, LATER)
                     for word in ("insert", "update")])


def let_robots_go(house):
    execute(house, "DROP TRIGGER held_insert", "DROP TRIGGER held_update",
            "UPDATE timer SET due = due - %d WHERE kind = 'robot'" % LATER)


def set_think(house, seconds):
    """So many are robots given in each round; the last lines of the settings."""
    path = house.path("turnpost.yaml")
    with open(path, encoding="utf-8") as file:
        text = file.read().split("\nrobots:")[0]
    with open(path, "w", encoding="utf-8") as file:
        file.write(text + "\nrobots:\n  think: %s\n" % seconds)
