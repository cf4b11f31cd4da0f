# SPDX-License-Identifier: ISC
"""Homes that are stopped anywhere, and whether it can be seen afterwards."""

import os
import shutil
import sqlite3

from example_round import whole
from house import House, SEATS
from raws import unpacking


def rows(house, query):
    if house.store:
        return house.rows(query)
    db = unpacking(sqlite3.connect(house.path("turnpost.db")))
    try:
        return db.execute(query).fetchall()
    finally:
        db.close()


def check_letters(house, names=SEATS):
    """Every queued letter lies in its mailbox, once under its id."""
    queued = {"<%s>" % row[0] for row in
              rows(house, "SELECT message_id FROM outbox "
                          "WHERE state != 'replaced'")}
    states = {row[0] for row in rows(house, "SELECT state FROM outbox "
                                            "WHERE state != 'replaced'")}
    assert states == {"sent"}, states
    there = [letter.id for name in names for letter in house.letters(name)]
    assert set(there) == queued, set(there) ^ queued
    assert len(there) == len(set(there)), "a letter lies there twice"


def letters_of(house):
    """All letters, without what differs between two homes."""
    return sorted((letter.name, whole(letter))
                  for name in SEATS for letter in house.letters(name))


class Twin(House):
    """A copy of a home, to be ended in another way."""

    def __init__(self, house):
        House.__init__(self, init=False)
        os.rmdir(self.dir)
        shutil.copytree(house.dir, self.dir, symlinks=True)
        self.now, self.count = house.now, house.count


def same_wherever_stopped(house):
    """Run with what lies in the mailbox: undisturbed, and stopped at each
    checkpoint and run again.  Returns what must come out, and how many
    checkpoints there were."""
    house.now += 60
    even = Twin(house)
    even.ok("run")
    want = letters_of(even), even.moves()
    even.close()
    for n in range(1, 1000):
        twin = Twin(house)
        done = twin.call("run", env={"TURNPOST_STOP_AT": str(n)})
        stopped = done.returncode != 0
        assert "ERROR: " not in done.stderr, done.stderr
        twin.ok("run")
        assert (letters_of(twin), twin.moves()) == want, "stopped at %d" % n
        check_letters(twin)
        twin.close()
        if not stopped:
            return want, n - 1
    raise AssertionError("there is no last checkpoint")
