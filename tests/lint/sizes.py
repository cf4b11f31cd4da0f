#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""sizes.py [ROOT]: no file over 600 lines, no function body over 80.

A body is what stands between "{" and "}" in the first column, as KNF has it;
in Python, a def with its docstring.
"""
import ast
import sys

sys.dont_write_bytecode = True
import source  # noqa: E402

FILE_MAX = 600
BODY_MAX = 80
FOLDERS = source.LAYERS + ["tests", "tools"]


def long_bodies(text):
    begin = None
    for n, line in source.lines(text):
        if line == "{":
            begin = n
        elif line == "}" and begin is not None:
            if n - begin - 1 > BODY_MAX:
                yield begin, n - begin - 1
            begin = None


def long_defs(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            size = node.end_lineno - node.lineno
            if size > BODY_MAX:
                yield node.lineno, size


def faults(root, path):
    text = source.read(root, path)
    size = text.count("\n")
    if size > FILE_MAX:
        yield 1, f"{size} lines; {FILE_MAX} at most"
    find = long_defs if path.endswith(".py") else long_bodies
    for n, body in find(text):
        yield n, f"a body of {body} lines; {BODY_MAX} at most"


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    bad = 0
    for path in source.files(root, FOLDERS, ".c", ".h", ".py"):
        for n, fault in faults(root, path):
            print(f"{path}:{n}: {fault}")
            bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
