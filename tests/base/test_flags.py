#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""With which flags the program is compiled: those that harden it, as far as
the compiler knows them for its machine."""

import os
import shutil
import subprocess
import sys
import tempfile

SRC = os.environ.get("TURNPOST_SRC", os.getcwd())
sys.path.insert(0, os.path.join(SRC, "tests", "e2e"))

from tap import Tap  # noqa: E402

CLASH, CONTROL = "-fstack-clash-protection", "-fcf-protection"
OLD = """#!/bin/sh
for arg; do
	[ "$arg" != %s ] || { echo "what is $arg?" >&2; exit 1; }
done
exec gcc "$@"
"""


def flags(compiler):
    """Those of one file, as make would compile it."""
    env = {key: value for key, value in os.environ.items()
           if not key.startswith("MAKE") and key not in ("CC", "V", "B")}
    done = subprocess.run(
        ["make", "-n", "V=release", "VERBOSE=1", "CC=" + compiler,
         "-W", "base/err.c", "build/release/base/err.o"], cwd=SRC, env=env,
        capture_output=True, text=True, check=False)
    line, = [line for line in done.stdout.splitlines() if " -c -o " in line]
    return line.split()


def test_gcc():
    found = flags("gcc")
    assert CLASH in found, found
    assert (CONTROL in found) == (os.uname().machine == "x86_64"), found
    assert "-D_TIME_BITS=64" in found, found


def test_clang():
    found = flags("clang")
    assert (CONTROL in found) == (os.uname().machine == "x86_64"), found
    found = flags("clang --target=aarch64-linux-gnu")
    assert CONTROL not in found, found


def test_compiler_that_does_not_know():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "cc")
        with open(path, "w", encoding="ascii") as file:
            file.write(OLD % CONTROL)
        os.chmod(path, 0o700)
        found = flags(path)
    assert CLASH in found and CONTROL not in found, found


def main():
    tap = Tap()
    for name, test in sorted(globals().items()):
        if name == "test_clang" and shutil.which("clang") is None:
            tap.skip("clang", "there is no clang here")
        elif name.startswith("test_"):
            tap.run(name[5:].replace("_", " "), test)
    tap.end()


main()
