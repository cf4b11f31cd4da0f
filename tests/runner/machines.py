# SPDX-License-Identifier: ISC
"""Programs of tests/runner, built by several compilers and for another
processor, that must print the same.  What is built for this stays in
build/thoughts, so that only its first time is long."""

import fcntl
import glob
import os
import shutil
import subprocess

SRC = os.environ.get("TURNPOST_SRC", os.getcwd())
THERE = os.path.join(SRC, "build", "arm64")
PKGS = "glib-2.0 yaml-0.1 jansson libsodium libdeflate"


def build(folders, program, name, *how, make=("make",)):
    """The program, with those folders and no more of turnpost."""
    place = os.path.join("build", "thoughts", name)
    sources = [source for folder in folders.split()
               for depth in ("*.c", "*/*.c")
               for source in sorted(glob.glob(os.path.join(folder, depth),
                                              root_dir=SRC))]
    objects = [source[:-2] + ".o" for source in sources]
    objects += ["embedded.o", "embedded_data.o"]
    path = os.path.join(place, "tests", "runner", program)
    # Make's own variables must not be those of a make that runs the tests.
    env = {key: value for key, value in os.environ.items()
           if not key.startswith("MAKE")}
    os.makedirs(os.path.join(SRC, "build", "thoughts"), exist_ok=True)
    with open(os.path.join(SRC, "build", "thoughts", "lock"), "wb") as lock:
        # A test beside this one builds the same objects.
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = subprocess.run(
            [*make, "-s", "-j2", "V=plain", "B=" + place, "FOLDERS=" + folders,
             "PKGS=" + PKGS, "OPENED=", "CMD=", "CATALOGUES=", "TEST_LIBS=",
             "OBJ=" + " ".join(os.path.join(place, name) for name in objects),
             "BENCHES=" + path, *how, path],
            capture_output=True, text=True, check=False, cwd=SRC, env=env)
    assert done.returncode == 0, done.stdout + done.stderr
    return path


def said(*command):
    done = subprocess.run(command, capture_output=True, text=True,
                          check=False, cwd=SRC)
    assert done.returncode == 0, done
    return done.stdout.splitlines()


def compare(mine, others):
    for one, other in zip(mine, others):
        assert one == other, "here: %s\nthere: %s" % (one, other)
    assert len(mine) == len(others)


def everywhere(tap, folders, program, *args):
    """What it prints, which all others must print as well."""
    mine = tap.run("gcc -O2", lambda: said(
        build(folders, program, "gcc-O2", "CC=gcc", "CFLAGS=-O2"), *args))
    for name, compiler in (("gcc -O0", "gcc"), ("clang -O0", "clang"),
                           ("clang -O2", "clang")):
        flag = name.split()[1]
        if shutil.which(compiler) is None:
            tap.skip(name, "there is no " + compiler)
            continue
        tap.run(name, lambda: compare(mine, said(build(
            folders, program, compiler + flag, "CC=" + compiler,
            "CFLAGS=" + flag), *args)))
    for flag in ("-O0", "-O2"):
        if not os.access(os.path.join(THERE, "run"), os.X_OK):
            tap.skip("arm64 " + flag,
                     "there is no arm64; \"make arm64\" brings one")
            continue
        tap.run("arm64 " + flag, lambda: compare(mine, said(
            os.path.join(THERE, "run"), build(
                folders, program, "arm64" + flag, "CFLAGS=" + flag,
                make=(os.path.join(THERE, "make"),)), *args)))
    return mine
