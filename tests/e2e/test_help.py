#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What the program says of itself: every subcommand and group tells in a few
lines what it does, and ends well; nothing of it needs a home."""

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import TURNPOST  # noqa: E402
from tap import Tap  # noqa: E402


def ask(*args):
    done = subprocess.run([TURNPOST, "--home", "/nonexistent", *args],
                          capture_output=True, text=True, timeout=60,
                          stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stderr) == (0, ""), (args, done)
    return done.stdout


def words(text):
    """Those of a list: two blanks, the word, what it does."""
    found = re.findall(r"^  ([a-z][a-z-]*)  +(\S.*)$", text, re.M)
    assert found, text
    return [word for word, _ in found]


def about(*args):
    """The lines that say what it does."""
    said = {ask(*args, flag) for flag in ("--help", "-h")}
    assert len(said) == 1, args
    parts = said.pop().split("\n\n")
    assert parts[0].lower().startswith("usage:"), parts
    lines = parts[1].splitlines()
    assert 1 <= len(lines) <= 5, (args, lines)
    assert lines[0][0].isupper() and lines[-1][-1] in ".:", (args, lines)
    for line in lines:
        assert len(line) < 80, (args, line)
    return "\n\n".join(parts)


def test_every_one():
    everything = words(ask("--help"))
    assert ask("-h") == ask("help") == ask("--help")
    assert len(everything) > 15 and "explain-deadlines" in everything
    for word in everything:
        about(word)
    for group in "match", "simulate":
        for word in words(about(group)):
            about(group, word)


def test_lines_are_short():
    for line in ask("--help").splitlines():
        assert len(line) < 80, line


def main():
    tap = Tap()
    for name, test in sorted(globals().items()):
        if name.startswith("test_"):
            tap.run(name, test)
    tap.end()


if __name__ == "__main__":
    main()
