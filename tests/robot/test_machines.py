#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A robot thinks the same, to the last number, whatever built the program:
gcc and clang, with and without optimisation, here and on arm64 (by qemu-user;
"make arm64" brings that machine, and without it its part is skipped).  What is
built for this stays in build/thoughts, so that only its first time is long."""

import glob
import os
import shutil
import subprocess
import sys

SRC = os.environ.get("TURNPOST_SRC", os.getcwd())
sys.path.insert(0, os.path.join(SRC, "tests", "e2e"))

from tap import Tap  # noqa: E402

THERE = os.path.join(SRC, "build", "arm64")
# No more of the program than robots need.
FOLDERS = "base core robot games"
PKGS = "glib-2.0 yaml-0.1 jansson libsodium libdeflate"
DECISIONS = 250  # of each game
GAMES = 3


def build(name, *how, make=("make",)):
    place = os.path.join("build", "thoughts", name)
    sources = [source for folder in FOLDERS.split()
               for depth in ("*.c", "*/*.c")
               for source in sorted(glob.glob(os.path.join(folder, depth),
                                              root_dir=SRC))]
    objects = [source[:-2] + ".o" for source in sources]
    objects += ["embedded.o", "embedded_data.o"]
    program = os.path.join(place, "tests", "runner", "thoughts")
    # Make's own variables must not be those of a make that runs the tests.
    env = {key: value for key, value in os.environ.items()
           if not key.startswith("MAKE")}
    done = subprocess.run(
        [*make, "-s", "-j2", "V=plain", "B=" + place, "FOLDERS=" + FOLDERS,
         "PKGS=" + PKGS, "OPENED=", "CMD=", "CATALOGUES=", "TEST_LIBS=",
         "OBJ=" + " ".join(os.path.join(place, name) for name in objects),
         "BENCHES=" + program, *how, program],
        capture_output=True, text=True, check=False, cwd=SRC, env=env)
    assert done.returncode == 0, done.stdout + done.stderr
    return program


def said(*command):
    done = subprocess.run([*command, str(DECISIONS)], capture_output=True,
                          text=True, check=False, cwd=SRC)
    assert done.returncode == 0, done
    return done.stdout.splitlines()


def compare(mine, others):
    assert len(mine) == GAMES * DECISIONS, len(mine)
    for one, other in zip(mine, others):
        assert one == other, "here: %s\nthere: %s" % (one, other)
    assert len(mine) == len(others)


def main():
    tap = Tap()
    mine = tap.run("gcc -O2", lambda: said(
        build("gcc-O2", "CC=gcc", "CFLAGS=-O2")))
    for name, compiler in (("gcc -O0", "gcc"), ("clang -O0", "clang"),
                           ("clang -O2", "clang")):
        flag = name.split()[1]
        if shutil.which(compiler) is None:
            tap.skip(name, "there is no " + compiler)
            continue
        tap.run(name, lambda: compare(mine, said(build(
            compiler + flag, "CC=" + compiler, "CFLAGS=" + flag))))
    for flag in ("-O0", "-O2"):
        if not os.access(os.path.join(THERE, "run"), os.X_OK):
            tap.skip("arm64 " + flag,
                     "there is no arm64; \"make arm64\" brings one")
            continue
        tap.run("arm64 " + flag, lambda: compare(mine, said(
            os.path.join(THERE, "run"), build(
                "arm64" + flag, "CFLAGS=" + flag,
                make=(os.path.join(THERE, "make"),)))))
    tap.end()


main()
