#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""The demo: whole matches by mail, as `make demo` plays them.

What is in order (each letter, each answer, the last letters, the record, the
proof) the demo checks itself; here it is seen to have come to its end.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys

from tap import Tap

DEMO = os.path.join(os.path.dirname(__file__), "../demo/demo.py")


def run(*options):
    done = subprocess.run([sys.executable, DEMO, *options],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True)
    if done.returncode or done.stderr:
        raise AssertionError("exit %d\n%s%s" % (
            done.returncode, done.stdout[-2000:], done.stderr[-8000:]))
    return done.stdout


def scores(said):
    found = re.findall(r"^Result: (.*)$", said, re.M)
    assert len(found) == 1 and len(re.findall(r" -?\d+", found[0])) == 4, said
    return found[0]


def clean(said):
    home = re.search(r"^  (.*)/home/spool/out ", said, re.M).group(1)
    assert os.path.basename(home).startswith("turnpost-demo-"), home
    shutil.rmtree(home)


def test_plain():
    said = run("--seed", "7")
    scores(said)
    for words in ("are invited", "round 8", "Reply with one of these moves",
                  "verify 1", "An independent model"):
        assert words in said, "no %r in:\n%s" % (words, said)
    assert len(re.findall(r"^    \| +\d+ +\u2192 ", said, re.M)) > 4, said
    clean(said)


def test_pirates():
    said = run("--seed", "8", "--quiet", "--option",
               "pirates=yes")
    scores(said)
    assert len(said.splitlines()) < 8, said
    clean(said)


def test_fourth_bridge():
    said = run("--seed", "5", "--game", "fourth-bridge", "--option",
               "turn_limit=8")
    scores(said)
    assert "Your role, which nobody else knows:" in said, said
    clean(said)


def test_hexxi():
    said = run("--seed", "9", "--game", "hexxi")
    scores(said)
    assert "Your hand:" in said and "initiative field:" in said, said
    clean(said)


def test_robots():
    """One person against robots of all levels, in real mails."""
    said = run("--seed", "11", "--robots", "--text")
    scores(said)
    for words in ("Anna plays with robots (easy, medium, strong)",
                  "  letter   1: ", "Your turn: ", "Robot-3 (robot, strong)",
                  "seat 1, Robot-1: a robot, level easy",
                  "An independent model"):
        assert words in said, "no %r in:\n%s" % (words, said)
    clean(said)


def test_robots_hexxi():
    said = run("--seed", "12", "--game", "hexxi", "--players", "2", "--robots",
               "--text", "--quiet")
    found = re.findall(r"^Result: (.*)$", said, re.M)
    assert len(found) == 1 and "Robot-1" in found[0], said
    clean(said)


def test_all_seats():
    """A person for each seat of the largest game that there may be: without
    --robots, no robot sits down in the place of one."""
    sys.path.append(os.path.dirname(DEMO))
    import demo
    with open(os.path.join(os.path.dirname(__file__),
                           "../../core/decision.h"), encoding="utf-8") as file:
        most = int(re.search(r"#define GAME_MAX_SEATS (\d+)", file.read())[1])

    class Seats(demo.Demo):
        def most(self):
            return most

    args = argparse.Namespace(seed=1, players=None, robots=False,
                              servers=False)
    begun = Seats(args)
    shutil.rmtree(os.path.dirname(begun.home))
    assert begun.robots == [] and len(begun.players) == most, begun.names
    assert len(set(begun.people)) == most, begun.people


def main():
    tap = Tap()
    tap.run("demo: a person for each seat", test_all_seats)
    tap.run("demo: a match by mail", test_plain)
    tap.run("demo: a match by mail with pirates, quiet", test_pirates)
    tap.run("demo: Fourth Bridge by mail", test_fourth_bridge)
    tap.run("demo: Pirates HEXXI by mail", test_hexxi)
    tap.run("demo: a person against robots", test_robots)
    tap.run("demo: a person against a robot, Pirates HEXXI", test_robots_hexxi)
    tap.end()


if __name__ == "__main__":
    main()
