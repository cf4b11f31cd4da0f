#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What tools/pack_words.py refuses, by file and key, before anything is
built."""

import os
import subprocess
import sys
import tempfile

SRC = os.environ.get("TURNPOST_SRC", os.getcwd())
sys.path.insert(0, os.path.join(SRC, "tests", "e2e"))

from tap import Tap  # noqa: E402


def pack(name, text):
    """What it said, and which tables it wrote."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "templates", name)
        os.makedirs(os.path.dirname(path))
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        done = subprocess.run(
            [os.path.join(SRC, "tools", "pack_words.py"), "out", "en"],
            cwd=folder, capture_output=True, text=True, check=False)
        assert (done.returncode != 0) == bool(done.stderr), done
        return done.stderr, sorted(os.listdir(
            os.path.join(folder, "out", "templates", "en")))


def test_lists():
    for name, text in (
            ("en/words.yaml", "request:\n  rules: [rules, manual]\n"
             "greeting: [hello]\n"),
            ("en/hexxi/words.yaml", "pay: [pay]\ndoes:\n  pay: [pays]\n")):
        said, tables = pack(name, text)
        assert said == "" and "forms.lexicon" in tables, (said, tables)


def test_refused():
    for name, text, why in (
            ("en/words.yaml", "request:\n  rules: manual\n",
             "'rules' must be a list"),
            ("en/words.yaml", "request:\n  rules:\n", "'rules' must be a list"),
            ("en/words.yaml", "request:\n  rules:\n    a: [b]\n",
             "'rules' must be a list"),
            ("en/words.yaml", "request:\n  rules: [manual, [a]]\n",
             "'rules' must be a list of texts"),
            ("en/words.yaml", "request: [rules]\n",
             "'request' must be a map of words"),
            ("en/words.yaml", "greeting: hello\n", "'greeting' must be a list"),
            ("en/hexxi/words.yaml", "pay: pay\n", "'pay' must be a list"),
            ("en/hexxi/words.yaml", "does:\n  pay: pays\n",
             "'pay' must be a list")):
        said, tables = pack(name, text)
        assert said == "templates/%s: %s\n" % (name, why), (text, said)
        assert not tables, tables


def main():
    tap = Tap()
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            tap.run(name[5:].replace("_", " "), test)
    tap.end()


main()
