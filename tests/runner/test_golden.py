# SPDX-License-Identifier: ISC
"""What "make golden" says of letters that it wrote anew."""
import os
import subprocess
import sys
import tempfile

GOLDEN = os.path.join(os.environ["TURNPOST_SRC"], "tests", "golden")
DE = "#### away\n\nDu bist fort.\n\n#### turn pay\n\neins\nzwei\n"
EN = "#### away\n\nYou are away.\n\n#### turn pay\n\none\ntwo\n"
MATCH = "#### turn Anna\n\none\n\n#### turn Boris\n\none\n"
LAST = "read the diff"

# name, what the letters become {file: (old, new)}, lines that are told
CASES = [
    ("nothing", {"golden/de/x.txt": (DE, DE)},
     ["no golden letter changed, nor a match"]),
    ("a kind in two languages", {
        "golden/de/x.txt": (DE, DE.replace("zwei", "zwo\ndrei")),
        "golden/en/x.txt": (EN, EN.replace("two", "three"))},
     ["turn 2 -2 +3 de 1, en 1", "2 of 4; 0 are new, 0 are gone: " + LAST]),
    ("two letters of a match", {
        "golden/bridge.txt": (MATCH, MATCH.replace("one", "two")),
        "golden/de/x.txt": (DE, DE.replace("fort", "weg"))},
     ["turn 2 -2 +2 bridge 2", "away 1 -1 +1 de 1",
      "3 of 4; 0 are new, 0 are gone: " + LAST]),
    ("a kind comes, one goes", {
        "golden/en/x.txt": (EN, EN.replace("away\n\n", "leave\n\n"))},
     ["away 1 -1 +0 en 1", "leave 1 -0 +1 en 1",
      "2 of 2; 1 are new, 1 are gone: " + LAST]),
    ("rules by their game", {
        "golden/en/rules-hexxi.txt": ("#### rules\n\na\n", "#### rules\n\nb\n")},
     ["rules-hexxi 1 -1 +1 en 1"]),
    ("a match", {"matches/hexxi-2.jsonl": ("{}\n", "[]\n")},
     ["whole match 1 -1 +1 hexxi-2 1"]),
]


def put(root, path, text):
    path = os.path.join(root, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def golden(files, status=0):
    """(exit status, what it printed) where tests/run makes those of them."""
    with tempfile.TemporaryDirectory() as root:
        for path, (old, new) in files.items():
            put(root, "tests/e2e/" + path, old)
            put(root, "new/" + path, new)
        put(root, "tests/run",
            '#!/bin/sh\n[ "$TURNPOST_GOLDEN" = renew ] || exit 9\n'
            "cp -r new/* tests/e2e/\nexit %d\n" % status)
        os.chmod(os.path.join(root, "tests/run"), 0o755)
        done = subprocess.run([sys.executable, GOLDEN, "build"], cwd=root,
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr


def main():
    failed = 0
    print("1..%d" % (len(CASES) + 1))
    for n, (name, files, want) in enumerate(CASES, 1):
        status, text = golden(files)
        flat = [" ".join(line.split()) for line in text.splitlines()]
        good = status == 0 and all(line in flat for line in want)
        failed += not good
        print("%s %d - %s" % ("ok" if good else "not ok", n, name))
        if not good:
            print("# " + text.replace("\n", "\n# "))
    status, text = golden({"golden/de/x.txt": (DE, EN)}, status=3)
    good = status == 3 and "turn" in text
    failed += not good
    print("%s %d - what failed is told" % (
        "ok" if good else "not ok", len(CASES) + 1))
    return 1 if failed else 0


sys.exit(main())
