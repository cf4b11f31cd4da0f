#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What tools/pack_yaml.py refuses, by file and line, before anything is
built."""

import os
import subprocess
import sys
import tempfile

SRC = os.environ.get("TURNPOST_SRC", os.getcwd())
sys.path.insert(0, os.path.join(SRC, "tests", "e2e"))

from tap import Tap  # noqa: E402


def pack(text):
    """(what it said, what it wrote or None)."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "words.yaml"), "w",
                  encoding="utf-8") as f:
            f.write(text)
        done = subprocess.run(
            [os.path.join(SRC, "tools", "pack_yaml.py"), "out", "words.yaml"],
            cwd=folder, capture_output=True, text=True, check=False)
        packed = os.path.join(folder, "out", "words.yaml")
        if done.returncode != 0:
            assert not os.path.exists(packed)
            return done.stderr, None
        with open(packed, "rb") as f:
            return done.stderr, f.read()


def test_tree():
    said, packed = pack("a: 'x'\nb:\n  - y\n")
    assert said == "", said
    assert packed == (b"\0\0\0\4" b"\0\0\0\2"
                      b"m\0\1\0" b"\0\2" b"t\0\1a\0x\0"
                      b"l\0\2b\0" b"\0\1" b"p\0\3\0y\0"), packed


def test_empty():
    assert pack("# nothing yet\n") == (
        "", b"\0\0\0\1" b"\0\0\0\1" b"m\0\1\0" b"\0\0")


def test_refused():
    for text, words in (
            ("a: 1\nb: 2\na: 3\n", "words.yaml:3: 'a' stands twice"),
            ("a: [1, 2\n", "words.yaml:2: "),
            ("a: &b 1\nc: *b\n", "words.yaml:1: anchors"),
            ("a: !b 1\n", "words.yaml:1: anchors"),
            ("a: \"x\\0y\"\n", "words.yaml:1: a NUL"),
            ("- a\n", "words.yaml:1: not a map"),
            ("words\n", "words.yaml:1: not a map"),
            ("? [a]\n: 1\n", "words.yaml:1: a key must be text")):
        said, packed = pack(text)
        assert packed is None and words in said, (text, said)
        assert "Traceback" not in said, said


def main():
    tap = Tap()
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            tap.run(name[5:].replace("_", " "), test)
    tap.end()


main()
