#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Ratings are the same, to the last bit, whatever built the program: gcc and
clang, with and without optimisation, here and on arm64 (by qemu-user; "make
arm64" brings that machine, and without it its part is skipped)."""

import os
import sys

SRC = os.environ.get("TURNPOST_SRC", os.getcwd())
sys.path[:0] = [os.path.join(SRC, "tests", "e2e"),
                os.path.join(SRC, "tests", "runner")]

from machines import everywhere  # noqa: E402
from tap import Tap  # noqa: E402

MATCHES, PLAYERS = 20000, 40


def main():
    tap = Tap()
    mine = everywhere(tap, "base core robot games rating", "ratings",
                      str(MATCHES))
    assert len(mine) == PLAYERS, len(mine)
    tap.end()


main()
