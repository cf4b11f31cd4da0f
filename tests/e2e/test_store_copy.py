#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Copying the rows of a home while "turnpost serve" waits there for something
to do, or is at it: it would go on with the rows that were copied, and its moves
be lost."""

import fcntl
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import on_server  # noqa: E402
from test_postgres import another_locks, locks, use, wait_for  # noqa: E402
from test_workers import Serve  # noqa: E402

TURN = 1953525620       # the lock of a program at its steps...
LISTENERS = 1953525621  # ...and of those that serve


def refused(house, source, target):
    busy = house.call("store", "copy", source, target)
    assert busy.returncode == 75, (busy.returncode, busy.stdout, busy.stderr)
    assert '"turnpost serve" is running for the home in' in busy.stderr
    assert "stop it first" in " ".join(busy.stderr.split()), busy.stderr


def test_to_server(server, house):
    """The file of a home that is served is not copied."""
    file, place = house.path("turnpost.db"), server.place()
    house.ok("store", "copy", house.store, file)
    use(house, None)
    serve = Serve(house)
    try:
        refused(house, file, place)
        with open(house.path("lock"), "a", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            refused(house, file, place)
    finally:
        serve.stop()
    said = house.ok("store", "copy", file, place)
    assert 'name the database with "store"' in said and "-wal" in said, said
    missing = house.call("store", "copy", "nowhere.db", place)
    assert os.path.abspath("nowhere.db") in missing.stderr, missing.stderr


def test_from_server(server, house):
    """Nor are rows on a server for which a machine serves, whose connection was
    made anew."""
    copies = house.path("copies")
    os.mkdir(copies)
    file = os.path.join(copies, "turnpost.db")
    serve = Serve(house)
    try:
        refused(house, house.store, file)
        house.rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                   " WHERE application_name = 'turnpost'")
        wait_for(lambda: locks(server, LISTENERS) == 1)
        refused(house, house.store, file)
        with another_locks(house, TURN):
            refused(house, house.store, file)
    finally:
        serve.stop()
    assert os.listdir(copies) == []
    house.ok("store", "copy", house.store, file)


if __name__ == "__main__":
    sys.exit(on_server.run(globals(), "store copy"))
