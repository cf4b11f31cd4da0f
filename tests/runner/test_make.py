#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""The Makefile beside nothing: the make that it calls takes part in the jobs
that were asked for, and -n runs nothing."""

import os
import shutil
import subprocess
import sys
import tempfile

SRC = os.environ["TURNPOST_SRC"]
sys.path.insert(0, os.path.join(SRC, "tests/e2e"))

from tap import Tap  # noqa: E402


def make(*words):
    """(what it says, which of the tools it ran)"""
    env = {key: value for key, value in os.environ.items()
           if key not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "GAME")}
    with tempfile.TemporaryDirectory() as top:
        shutil.copy(os.path.join(SRC, "Makefile"), top)
        for tool in ("tools/deps.sh", "tests/run", "tests/bench/run"):
            path = os.path.join(top, tool)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="ascii") as file:
                file.write(f"#!/bin/sh\necho {tool} >>ran\n")
            os.chmod(path, 0o755)
        done = subprocess.run(["make", *words], cwd=top, env=env, text=True,
                              capture_output=True, check=False)
        said = done.stdout + done.stderr
        assert done.returncode == 0, said
        ran = os.path.join(top, "ran")
        if not os.path.exists(ran):
            return said, []
        with open(ran, encoding="ascii") as file:
            return said, file.read().split()


def jobs():
    for target in ("all", "san", "check", "check-game", "bench"):
        said, ran = make("-j2", target)
        assert "jobserver" not in said, f"{target}: {said}"
        assert ran[0] == "tools/deps.sh", f"{target}: {ran}"


def nothing():
    for target in ("all", "check", "check-game"):
        said, ran = make("-n", target)
        assert not ran and "tools/deps.sh" in said, f"{target}: {ran} {said}"


tap = Tap()
tap.run("the jobs are shared", jobs)
tap.run("-n runs nothing", nothing)
tap.end()
