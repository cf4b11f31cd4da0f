#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What turnpost stands on fails: the library of the database is not there.  One
sentence says so, and the exit code."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from preloading import Preloading  # noqa: E402
from tap import Tap  # noqa: E402


def test_no_library(house):
    house.hide("libsqlite3")
    for args in (("match", "list"), ("run",), ("status",)):
        house.fails(74, "the library libsqlite3.so.0 cannot be opened; "
                    "install it again", *args)
    house.before = None
    house.ok("match", "list")


def main():
    tap = Tap()
    tap.each(globals(), Preloading)
    tap.end()


main()
