# SPDX-License-Identifier: ISC
"""Tests of homes whose rows are on a PostgreSQL server, which they share."""

import sys

import house as houses
from house import House, postgres
from tap import Tap


def run(tests, what, last=lambda: None):
    """Every function test_NAME(server, house) of tests, by name, or those that
    the command line names; last is called in the end.  The exit status."""
    why = postgres.missing()
    if why:
        print("1..1\nok 1 - %s # SKIP %s" % (what, why))
        return 0
    tap = Tap()
    server = postgres.Server("fsync=off")
    houses.POSTGRES = server.url()
    try:
        for name, test in sorted(tests.items()):
            if name.startswith("test_") and (
                    not sys.argv[1:] or name[5:] in sys.argv[1:]):
                house = House()
                tap.run(name[5:].replace("_", " "), test, server, house)
                house.close()
    finally:
        last()
        server.close()
    print("1..%d" % tap.count)
    return 1 if tap.failed else 0
