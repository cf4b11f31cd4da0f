# SPDX-License-Identifier: ISC
"""Tests of homes whose rows are on a PostgreSQL server, which they share."""

import os
import sys

import house as houses
from house import House, postgres
from tap import Tap


def chosen(tests):
    """Every function test_NAME of tests, by name, or those that the command
    line names: names and functions."""
    for name, test in sorted(tests.items()):
        if name.startswith("test_") and (
                not sys.argv[1:] or name[5:] in sys.argv[1:]):
            yield name[5:].replace("_", " "), test


def check_rows(house):
    """All rows of the server keep the conditions that only a file checks."""
    file = house.path("rows.db")
    house.ok("store", "copy", house.store, file)
    os.remove(file)


def run(tests, what, last=lambda: None, apart=()):
    """Every test_NAME(server, house) that is chosen; last is called in the end.
    Those that are apart need no server.  The exit status."""
    tap = Tap()
    for name, test in chosen(tests):
        if test in apart:
            tap.run(name, test)
    why = postgres.missing()
    if why:
        tap.skip(what, why)
        print("1..%d" % tap.count)
        return 1 if tap.failed else 0
    server = postgres.Server("fsync=off")
    houses.POSTGRES = server.url()
    try:
        for name, test in chosen(tests):
            if test not in apart:
                house = House()
                tap.run(name, test, server, house)
                house.close()
    finally:
        last()
        server.close()
    print("1..%d" % tap.count)
    return 1 if tap.failed else 0
