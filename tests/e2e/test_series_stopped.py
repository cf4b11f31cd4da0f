#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A program that begins a round of a series and is stopped anywhere: homes are
copied with their turnpost.db, and each is stopped one step later."""

import os
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from series_house import PEOPLE, home, show, told  # noqa: E402
from tap import Tap  # noqa: E402


def run_until(house, n):
    return house.call("run", env={"TURNPOST_STOP_AT": str(n)}).returncode


def test_crash():
    """However often the program stops, each table is one match, and each
    person has one letter about the round."""
    house = home("--rounds", "2", "--begin", "2026-11-22")
    house.now += 86400
    kept = house.dir + "-kept"
    shutil.copytree(house.dir, kept)
    stops, n = 0, 0
    while True:
        n += 1
        shutil.rmtree(house.dir)
        shutil.copytree(kept, house.dir)
        if run_until(house, n) == 0:
            break
        stops += 1
        house.run()
        house.run()
        one = show(house)
        assert one["round"] == 1, (n, one)
        made = [table["match"] for table in one["tables"]]
        assert len(made) == len(set(made)) == 2, (n, made)
        assert len(house.json("match", "list")) == 2, n
        for name in PEOPLE:
            about = [letter for letter in told(house, name)
                     if "round 1 of 2" in letter.text]
            assert len(about) == 1, (n, name)
    assert stops > 3, stops
    shutil.rmtree(kept)
    house.close()


def main():
    tap = Tap()
    tap.all(globals(), sys.argv[1:])
    tap.end()


main()
