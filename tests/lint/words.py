#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""words.py [ROOT]: one word for one thing, in names and tables.

The words are those of HACKING.md.  Only names of C and SQL are looked at,
not comments or sentences for people.
"""
import re
import sys

sys.dont_write_bytecode = True
import source  # noqa: E402

# A part of a name: say this instead.
INSTEAD = {
    "player_id|playerid|user_id|userid|uid_of_user": "person or seat",
    "username|user_name": "name (of a person)",
    "game_id|gameid": "match (one play of a game)",
    "action_id|order_text": "move",
    "turn_id": "event number",
    "log_entry|logentry": "event",
}
# The same, in C alone: older tables keep the names of their columns.
INSTEAD_IN_C = {
    "tongues?": "language, or catalog (what it says)",
    "facts?": "context (what a template gets)",
    "habits?": "preferences, or behaviour (in simulations)",
    "hushed": "undisclosed",
    "brakes|braked|spared": "rate limit, or suppressed",
    "standby|standbys": "substitute",
    "life": "status (of a match)",
    "trial": "tryout",
    "paper": "body (of a letter)",
    "unreached": "undeliverable",
    "unwritten": "pending",
    "hers|theirs": "own, or whose it is",
    "recognised": "auth method",
    "cause": "dedup prefix",
}


def names(path, text):
    if path.endswith(".sql"):
        text = re.sub(r"--[^\n]*|'(?:''|[^'])*'",
                      lambda m: "\n" * m.group(0).count("\n"), text)
    else:
        text = source.code(text)
    for n, line in source.lines(text):
        for name in re.findall(r"[A-Za-z_]\w*", line):
            if not name.startswith("CURLOPT_"):  # not ours to choose
                yield n, name.lower()


def faults(root, path):
    instead = dict(INSTEAD)
    if not path.endswith(".sql"):
        instead.update(INSTEAD_IN_C)
    for n, name in names(path, source.read(root, path)):
        for words, better in instead.items():
            if re.search(rf"(?<![a-z])(?:{words})(?![a-z])", name):
                yield n, f'"{name}": say {better}'


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    bad = 0
    for path in source.files(root, source.LAYERS, ".c", ".h", ".sql"):
        for n, fault in faults(root, path):
            print(f"{path}:{n}: {fault}")
            bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
