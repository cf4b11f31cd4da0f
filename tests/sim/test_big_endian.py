#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A machine that keeps its numbers the other way round (s390x, by qemu-user):
the same chance, and the same season.  "make s390x" brings that machine; where
it did not, these tests are skipped."""

import os
import subprocess
import sys

SRC = os.environ.get("TURNPOST_SRC", os.getcwd())
sys.path.insert(0, os.path.join(SRC, "tests", "e2e"))

from tap import Tap  # noqa: E402

THERE = os.path.join(SRC, "build", "s390x")
SEASON = ("simulate", "season", "--seed=7", "--people", "8", "--matches", "2")
UNITS = ("tests/core/chance", "tests/core/match")


def output(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False,
                          cwd=SRC, env=dict(os.environ, ASAN_OPTIONS=""))
    assert done.returncode == 0, done
    return done.stdout


def build(*wanted):
    output(os.path.join(THERE, "make"), "-s",
           *(os.path.join(THERE, "build", name) for name in wanted))


def run_there(name, *args):
    return output(os.path.join(THERE, "run"),
                  os.path.join(THERE, "build", name), *args)


def test_chance():
    build(*UNITS)
    for name in UNITS:
        run_there(name)


def test_season():
    build("turnpost")
    assert run_there("turnpost", *SEASON) == output(
        os.environ["TURNPOST"], *SEASON)


def main():
    tap = Tap()
    for name, test in sorted(globals().items()):
        if not name.startswith("test_"):
            continue
        if os.access(os.path.join(THERE, "run"), os.X_OK):
            tap.run(name[5:], test)
        else:
            tap.skip(name[5:], "there is no s390x; \"make s390x\" brings one")
    tap.end()


main()
