#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""messages.py [ROOT]: each message of the log has an id of its own, and
turnpost-watch(7) lists all of them with their level.

Programs look for ids, so that words may change.  Calls within one function may
share an id: they tell the same in two ways.
"""
import re
import sys

sys.dont_write_bytecode = True
import source  # noqa: E402

PAGE = "man/turnpost-watch.7"
LEVELS = {"warn": "warning", "info": "info", "debug": "debug"}
CALL = re.compile(r"\blog_(warn|info|debug)\(\s*(?:\"([^\"\n]*)\",)?")
ID = re.compile(r"[a-z]+(-[a-z]+)*")
OWN = ("base/log.c", "base/log.h")


def messages(root):
    """(path, line, function, level, id or None) of each call."""
    for path in source.files(root, source.LAYERS, ".c", ".h"):
        if path in OWN:
            continue
        text = source.read(root, path)
        for call in CALL.finditer(text):
            before = text[:call.start()]
            yield (path, before.count("\n") + 1, before.count("\n}\n"),
                   LEVELS[call.group(1)], call.group(2))


def told(root):
    """id -> level, as the manual has them; faults of its list."""
    text = source.read(root, PAGE)
    part = re.search(r"(?ms)^\.Ss Messages of the log$(.*?)^\.S[sh] ", text)
    items = re.findall(r"(?m)^\.It Cm (\S+) No (\S+)$",
                       part.group(1) if part else "")
    names = [name for name, _ in items]
    bad = [f"{PAGE}: {name}: twice" for name in sorted(set(names))
           if names.count(name) > 1]
    if names != sorted(names):
        bad.append(f"{PAGE}: messages are not in the order of the alphabet")
    return dict(items), bad


def faults(root):
    known, places = {}, {}
    listed, bad = told(root)
    yield from bad
    for path, line, function, level, name in messages(root):
        at = f"{path}:{line}"
        if name is None or not ID.fullmatch(name):
            yield f"{at}: a message needs an id, \"lower-case\", a literal"
        elif places.setdefault(name, (path, function, level)) != (
                path, function, level):
            yield f"{at}: {name} is the id of another message"
        else:
            known[name] = level
    for name in sorted(known.keys() - listed.keys()):
        yield f"{PAGE}: lacks {name}, {known[name]}"
    for name in sorted(listed.keys() - known.keys()):
        yield f"{PAGE}: no message is {name}"
    for name in sorted(known.keys() & listed.keys()):
        if known[name] != listed[name]:
            yield f"{PAGE}: {name} is {known[name]}, not {listed[name]}"


def main():
    bad = list(faults(sys.argv[1] if len(sys.argv) > 1 else "."))
    for fault in bad:
        print(fault)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
