#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Several workers of one home at once: each mail is handled once and in the
order of its sender and of its match, each letter leaves in order and with one
Message-ID, a deadline passes once, whoever is killed meanwhile, and records of
the matches can be verified."""

import os
import random
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import house as houses  # noqa: E402
import on_server  # noqa: E402
from example_round import MOVES, ROUND  # noqa: E402
from workers import (Serve, all_left, keep_up, machine, newest,  # noqa: E402
                     wait_for)

CHANCE = random.Random(int(os.environ.get("SEED", "1")))
MATCHES = int(os.environ.get("MATCHES", "4"))


def tables(house, n):
    """Matches of the same four players, all begun; their numbers."""
    house.example()
    first = house.rows("SELECT max(id) FROM match")[0][0]
    for i in range(1, n):
        house.example(again=i)
    return list(range(first, first + n))


def end_all():
    for child in Serve.running:
        child.kill()


if __name__ == "__main__":
    sys.exit(on_server.run(globals(), "workers at once", end_all))
