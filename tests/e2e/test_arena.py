#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Robots play each other: the report, its chart, and what is refused."""

import json
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import TURNPOST  # noqa: E402
from tap import Tap  # noqa: E402

TMP = tempfile.mkdtemp(prefix="turnpost-test-")


def arena(*args, code=0, first=()):
    done = subprocess.run([TURNPOST, *first, "simulate", "arena", *args],
                          capture_output=True, text=True, timeout=300,
                          cwd=TMP, env=dict(os.environ, TMPDIR=TMP))
    assert done.returncode == code, (done.returncode, done.stderr)
    return done


def without_times(text):
    report = json.loads(text)
    for part in [report, *report["by_options"]]:
        for one in part.get("contestants", []):
            assert one.pop("cpu_ms") is None or one["decisions"] > 0, one
    return report


def test_table():
    done = arena("mutineer", "--seats", "20,greedy,greedy", "--matches", "10")
    lines = done.stdout.splitlines()
    assert lines[0] == ("mutineer with 3 seats, 12 matches: 4 deals, each in "
                        "all rotations; seed 1"), lines[0]
    assert [line.split()[0] for line in lines[3:6]] == [
        "contestant", "20", "greedy"], lines
    assert lines[4].split()[1] == "12" and lines[5].split()[1] == "24", lines
    assert "moves a match: median" in done.stdout
    assert "\ntake mate " in done.stdout
    # not a terminal: a line for each tenth, without the line's beginning
    assert "\r" not in done.stderr and "12 of 12 matches\n" in done.stderr
    assert len(done.stderr.splitlines()) <= 10, done.stderr
    assert os.listdir(TMP) == [], os.listdir(TMP)


def test_same_seed():
    args = ["hexxi", "--seats", "easy,random", "--matches", "6", "--option",
            "side=4,5"]
    one = without_times(arena(*args, first=["--json"]).stdout)
    assert one["matches"] == 8 and len(one["by_options"]) == 2, one
    assert one == without_times(
        arena(*args, "--jobs", "3", first=["--json"]).stdout)
    assert one != without_times(
        arena(*args, "--seed", "2", first=["--json"]).stdout)
    strong, weak = one["contestants"]
    assert strong["win"]["mean"] > weak["win"]["mean"], one


def test_chart():
    arena("mutineer", "--seats", "flat:1,random,random", "--matches", "6",
          "--svg", "chart.svg")
    path = os.path.join(TMP, "chart.svg")
    root = ElementTree.parse(path).getroot()
    os.remove(path)
    texts = [one.text for one in root.iter() if one.tag.endswith("}text")]
    for text in "Win shares in mutineer", "flat:1", "random", "at seat 2":
        assert text in texts, (text, texts)
    assert "6 matches of 2 deals; lines: 95 % intervals; dashed: an even " \
           "share" in texts, texts
    done = arena("mutineer", "--seats", "random,random,random", "--svg",
                 "no/such/folder.svg", code=74)
    assert "no/such" in done.stderr and "name a file" in done.stderr
    assert not done.stdout  # before hours of matches, not behind them


def test_refused():
    seats = ["--seats", "random,random,random"]
    for args, words in [
            ([], "give a game and --seats"),
            (["mutineer"], "give a game and --seats"),
            (["chess", *seats], 'there is no game "chess"'),
            (["mutineer", *seats, "--seed", "-1"], "--seed must be 0 or more"),
            (["mutineer", "--seats", "random"],
             "mutineer has 3 to 4 seats, and --seats names 1 contestant"),
            (["hexxi", "--seats", "1,1,1,1,1"],
             "hexxi has 2 to 4 seats, and --seats names 5 contestants"),
            (["mutineer", "--seats", "random,random,clever"],
             'there is no contestant "clever"'),
            (["mutineer", "--seats", "random,random,flat:0"],
             "from 1 to 10000"),
            (["mutineer", "--seats", "random,random,0"], "from 1 to 1000000"),
            (["mutineer", "--seats", "random,random,1000001"],
             "from 1 to 1000000"),
            (["mutineer", *seats, "--option", "ships=3"],
             'no option "ships"'),
            (["mutineer", *seats, "--option", "pirates"], "needs a value"),
            (["mutineer", *seats, "--option", "pirates=maybe"], "yes or no"),
            (["mutineer", *seats, "--option", "pirates=yes,"], "yes or no"),
            (["mutineer", *seats, "--option", "pirates=no", "--option",
              "pirates=yes"], "given twice"),
            (["hexxi", *seats, "--option", "side=4x"], "a number from"),
            (["mutineer", *seats, "--matches", "0"], "1 to 1000000 matches"),
            (["mutineer", *seats, "--jobs", "0"], "1 to 64 jobs"),
    ]:
        done = arena(*args, code=2)
        assert words in done.stderr, (args, done.stderr)
        assert done.stderr.count("\n") == 1 and not done.stdout, done
    other = subprocess.run([TURNPOST, "simulate", "circus"], text=True,
                           capture_output=True, timeout=60)
    assert other.returncode == 2 and "circus" in other.stderr, other


def main():
    tap = Tap()
    for test in [test_table, test_same_seed, test_chart, test_refused]:
        tap.run(test.__name__[5:].replace("_", " "), test)
    os.rmdir(TMP)
    tap.end()


main()
