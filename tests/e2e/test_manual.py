#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""The manual and the program agree: turnpost(1) names for each subcommand the
page that has it, and that page has each of its words and options."""

import glob
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import SRC, TURNPOST  # noqa: E402
from tap import Tap  # noqa: E402

# Options of all that changes something, which turnpost(1) has.
CHANGES = ("dry-run", "quiet")
# Options of all words of a group, in the tables of these.
SHARED = ("person", "inbox", "outbox")


def page(name):
    with open(os.path.join(SRC, "man", name), encoding="utf-8") as file:
        return file.read()


def table():
    """Of turnpost(1): where each subcommand is described."""
    text = page("turnpost.1").split(".Ss Subcommands\n")[1].split(".El\n")[0]
    where = {}
    for name, words in re.findall(r"\.It Xr (\S+) 1\n\.Cm (.*)", text):
        for word in words.split(" , "):
            assert word not in where, word
            where[word] = name + ".1"
    return where


def tables():
    done = subprocess.run([TURNPOST, "complete-words"], check=True,
                          capture_output=True, stdin=subprocess.DEVNULL)
    return json.loads(done.stdout)


def items(text, word):
    """What stands from each item of that word up to the next item's text."""
    pattern = r"^(?:\.It (?:Xo\n\.)?Cm %s\b)" % re.escape(word)
    return [text[found.start():] for found in re.finditer(
        pattern, text, re.M)]


def test_each_subcommand():
    where, told = table(), tables()["words"]
    assert set(where) == {entry["word"].split()[0] for entry in told}
    for entry in told:
        first = entry["word"].split()[0]
        text = page(where[first])
        assert "turnpost-" in where[first]
        if entry["arguments"] or entry["options"] or " " in entry["word"]:
            if first not in (*SHARED, "key"):
                assert items(text, entry["word"]), entry["word"]
        for option in entry["options"]:
            if option["name"] in CHANGES:
                continue
            assert re.search(r"Fl -%s\b" % option["name"], text), (
                entry["word"], option["name"])


def test_words_of_groups():
    """Those that are no entries of their own."""
    where = table()
    for entry in tables()["words"]:
        word = entry["word"]
        if word not in (*SHARED, "key"):
            continue
        for form in re.split(r" \| |, | or ", entry["arguments"]):
            below = form.split()[0]
            assert items(page(where[word]), "%s %s" % (word, below)), (
                word, below)


def test_options_of_all():
    text = page("turnpost.1")
    for option in tables()["options"]:
        name = option["letter"] or "-" + option["name"]
        assert re.search(r"^\.It Fl %s\b" % name, text, re.M), name
    for name in CHANGES:
        assert "\n.It Fl -%s" % name in text, name
    none = [entry["word"] for entry in tables()["changes"]
            if entry["why_not"]]
    item = text.split("\n.It Fl -dry-run")[1].split("\n.It ")[0]
    for word in none:
        assert re.search(r"^\.Cm .*\b%s\b" % word, item, re.M), word


def test_pages_are_found():
    """turnpost(1) names each other page, and each page names turnpost(1)."""
    first = page("turnpost.1").split(".Sh SEE ALSO\n")[1]
    for path in glob.glob(os.path.join(SRC, "man", "*.[1-8]")):
        name = os.path.basename(path)
        if name == "turnpost.1":
            continue
        assert ".Xr %s %s" % tuple(name.rsplit(".", 1)) in first, name
        see = page(name).split(".Sh SEE ALSO\n")[1]
        assert ".Xr turnpost 1" in see, name


def main():
    tap = Tap()
    for name, test in sorted(globals().items()):
        if name.startswith("test_"):
            tap.run(name[5:].replace("_", " "), test)
    tap.end()


main()
