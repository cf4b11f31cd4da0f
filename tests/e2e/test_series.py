#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""turnpost simulate series: what it counts is what its tables show, and what
cannot be seated is refused in one sentence."""

import itertools
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import TURNPOST  # noqa: E402
from tap import Tap  # noqa: E402


def series(*args, code=0):
    done = subprocess.run([TURNPOST, "simulate", "series", *args], text=True,
                          capture_output=True, stdin=subprocess.DEVNULL)
    assert done.returncode == code, (args, done)
    return done.stdout if code == 0 else done.stderr


def shown(*args):
    return json.loads(series("--json", *args))


def counted(report, stayed):
    """Of the tables: meetings, places (of three), rests."""
    met = {pair: 0 for pair in itertools.combinations(sorted(stayed), 2)}
    places = {(who, place): 0 for who in stayed for place in range(3)}
    rests = {who: 0 for who in stayed}
    for one in report["rounds"]:
        for table in one["tables"]:
            for pair in itertools.combinations(sorted(table), 2):
                if pair in met:
                    met[pair] += 1
            for place, who in enumerate(table[:3]):
                if who in stayed:
                    places[who, place] += 1
        for who in one["resting"]:
            if who in stayed:
                rests[who] += 1
    return met.values(), places.values(), rests.values()


def test_counts():
    for args in (("--people", "13", "--seats", "3-4"),
                 ("--people", "11", "--seats", "3", "--rounds", "4"),
                 ("--people", "14", "--seats", "3-4", "--leave", "4")):
        report = shown(*args)
        there = set(range(1, report["people"] + 1))
        for one in report["rounds"]:
            seated = list(itertools.chain(*one["tables"])) + one["resting"]
            assert sorted(seated) == sorted(there), (args, one)
            there -= set(one["left"])
        met, places, rests = counted(report, there)
        assert report["met"] == [
            {"times": n, "pairs": list(met).count(n)}
            for n in range(min(met), max(met) + 1)], (args, report["met"])
        assert report["even"] == (max(met) - min(met) <= 1)
        for key, numbers in ("places", places), ("rests", rests):
            assert report[key] == {"least": min(numbers),
                                   "most": max(numbers)}, (args, key)


def test_leaving():
    """So many leave, in any order, and the rest still meet evenly."""
    report = shown("--people", "14", "--seats", "3-4", "--leave", "4")
    left = list(itertools.chain(*(one["left"] for one in report["rounds"])))
    assert len(left) == len(set(left)) == 4 and not report["rounds"][-1]["left"]
    assert max(one["times"] for one in report["met"]) <= 3, report["met"]


def test_text():
    text = series("--people", "9", "--seats", "3", "--rounds", "4")
    assert text.count("  table ") == 12, text
    assert text.endswith("36 pairs meet once\n"
                         "each sits in each place 1 to 2 times\n"
                         "each rests 0 times\nmeetings cannot be more even\n")
    assert series("--people", "9", "--seats", "3", "--rounds", "4") == text
    assert series("--people", "9", "--seats", "3", "--rounds", "4",
                  "--seed", "2") != text
    text = series("--people", "10", "--rounds", "1")
    assert "  resting  " in text, text
    text = series("--people", "2", "--seats", "2", "--rounds", "2")
    assert text.endswith("\n1 pair meets 2 times\n"
                         "each sits in each place once\n"
                         "each rests 0 times\nmeetings cannot be more even\n")


def test_points():
    """A rule scores what is drawn: with places, all that a table can give."""
    args = "--people", "9", "--seats", "4", "--rounds", "4", "--leave", "1"
    report = shown(*args, "--points", "places")
    assert {key: report[key] for key in report if key != "standings"} == shown(
        *args)
    rows = report["standings"]
    assert sorted(row["person"] for row in rows) == list(range(1, 10))
    assert [row["place"] for row in rows] == sorted(
        row["place"] for row in rows)
    tables = sum(len(one["tables"]) for one in report["rounds"])
    rests = sum(len(one["resting"]) for one in report["rounds"])
    assert sum(row["tables"] for row in rows) == 4 * tables
    total = sum(float(row["points"]) for row in rows)
    assert abs(total - 7 * tables - 2 * rests) < 0.1, (total, tables, rests)
    wins = shown(*args, "--points", "wins")["standings"]
    assert sum(float(row["points"]) for row in wins) == tables
    assert "place  person  points  tables  won\n" in series(
        *args, "--points", "score")


def test_refused():
    for args, piece, code in (
            (("--people", "3"), "3 people are too few for a series: a table"
             " needs 4", 2),
            (("--people", "8", "--leave", "6"), "of 8 people are left, and a"
             " table needs 4", 1),
            (("--people", "201"), "at most 200 people", 2),
            (("--seats", "7"), "from 2 to 6", 2),
            (("--seats", "4-3"), "from 2 to 6", 2),
            (("--seats", "four"), "--seats is a number", 2),
            (("--seats", "3-4x"), "--seats is a number", 2),
            (("--seats", "3-"), "--seats is a number", 2),
            (("--seats", ""), "--seats is a number", 2),
            (("--seats", "4- 5"), "--seats is a number", 2),
            (("--seats", "4294967300"), "--seats is a number", 2),
            (("--seats", "3-4294967300"), "--seats is a number", 2),
            (("--rounds", "0"), "1 to 50 rounds", 2),
            (("--points", "luck"), "there is no rule \"luck\"", 1),
            (("--leave", "13"), "no more people can leave", 2)):
        said = series(*args, code=code)
        assert piece in said and said.count("\n") == 1, (args, said)


def main():
    tap = Tap()
    tap.all(globals(), sys.argv[1:])
    tap.end()


main()
