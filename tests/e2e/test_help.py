#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What the program says of itself: every subcommand and group tells in a few
lines what it does, and ends well; nothing of it needs a home."""

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import SRC, TURNPOST  # noqa: E402
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


def test_brackets_stay_whole():
    """The first part of a sentence does not end within them."""
    for group in "match", "series":
        for line in ask(group, "--help").splitlines():
            assert line.count("(") == line.count(")"), line


def test_lines_are_short():
    for line in ask("--help").splitlines():
        assert len(line) < 80, line


def test_examples():
    """Debian has a system user "games", whose mail goes elsewhere."""
    paths = [os.path.join(SRC, "README.md")]
    for folder in "etc", "man":
        for top, _, names in os.walk(os.path.join(SRC, folder)):
            paths += [os.path.join(top, name) for name in names]
    for path in paths:
        with open(path, encoding="utf-8") as file:
            found = re.findall(r"games[@+]|[={~/] ?games\b|\bgames =",
                               file.read())
        assert not found, (path, found)


def test_readme():
    """Three parts; the home is named once, where the first match begins."""
    with open(os.path.join(SRC, "README.md"), encoding="utf-8") as file:
        text = file.read()
    assert re.findall(r"(?m)^## (.*)$", text) == ["Play", "Run", "Develop"]
    first = text.split("### Your first match")[1].split("###")[0]
    assert "export TURNPOST_HOME=" in first and "--home ~" not in first
    assert "set sendmail=" in first


def main():
    tap = Tap()
    for name, test in sorted(globals().items()):
        if name.startswith("test_"):
            tap.run(name, test)
    tap.end()


if __name__ == "__main__":
    main()
