#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A robot thinks the same, to the last number, whatever built the program:
gcc and clang, with and without optimisation, here and on arm64 (by qemu-user;
"make arm64" brings that machine, and without it its part is skipped)."""

import os
import sys

SRC = os.environ.get("TURNPOST_SRC", os.getcwd())
sys.path[:0] = [os.path.join(SRC, "tests", "e2e"),
                os.path.join(SRC, "tests", "runner")]

from machines import everywhere  # noqa: E402
from tap import Tap  # noqa: E402

DECISIONS = 250  # of each game
GAMES = 3


def main():
    tap = Tap()
    # no more of the program than robots need
    mine = everywhere(tap, "base core robot games", "thoughts",
                      str(DECISIONS))
    assert len(mine) == GAMES * DECISIONS, len(mine)
    tap.end()


main()
