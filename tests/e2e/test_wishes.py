#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Each wish of tests/scenarios/README is kept by a test that names it."""

import glob
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import SRC  # noqa: E402
from tap import Tap  # noqa: E402

NAMED = re.compile(r"\bwish(?:es)?\s+((?:\d+(?:,\s*|\s+and\s+)?)+)")


def named():
    """Number of a wish -> files that name it."""
    found = {}
    paths = glob.glob(os.path.join(SRC, "tests", "scenarios", "*.txt"))
    paths += glob.glob(os.path.join(SRC, "tests", "e2e", "test_*.py"))
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text = file.read().replace("\n#", "\n")
        for numbers in NAMED.findall(text):
            for number in re.findall(r"\d+", numbers):
                found.setdefault(int(number), []).append(path)
    return found


def wishes():
    with open(os.path.join(SRC, "tests", "scenarios", "README"),
              encoding="utf-8") as file:
        return dict((int(number), text) for number, text in
                    re.findall(r"(?m)^ ?(\d+) (.*)$", file.read()))


def kept(found, number):
    assert found.get(number), "no test names it"


def main():
    tap = Tap()
    found = named()
    for number, text in sorted(wishes().items()):
        tap.run("%d: %s" % (number, text), kept, found, number)
    tap.run("no other number", lambda: [wishes()[one] for one in found])
    tap.end()


main()
