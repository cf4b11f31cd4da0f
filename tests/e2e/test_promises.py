#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""turnpost-promises(7): each promise has its tests, and the exit statuses are
those of turnpost(1), each of them seen."""

import os
import re
import signal
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import SRC, House  # noqa: E402
from restoring import backup  # noqa: E402
from tap import Tap  # noqa: E402

MAILBOX = """\
mail:
  address: robot@example.org
  receive:
    - server: imap://localhost:1
      without-tls: yes
      user: robot
      password-command: echo secret
"""


def read(*path):
    with open(os.path.join(SRC, *path), encoding="utf-8") as file:
        return file.read()


def documented():
    text = read("man", "turnpost.1").split(".Sh EXIT STATUS\n")[1]
    return [int(n) for n in re.findall(
        r"(?m)^\.It (\d+)$", text.split(".Sh ")[0])]


def test_each_has_tests():
    page = re.findall(r"(?m)^\.It Em (.*)$", read("man",
                                                  "turnpost-promises.7"))
    table = read("HACKING.md").split("| promise | held by |\n")[1]
    rows = dict(re.findall(r"(?m)^\| ([^|`]+) \| (.*) \|$",
                           table.split("\n\n")[0]))
    assert list(rows) == page and len(page) > 5, (list(rows), page)
    for promise, tests in rows.items():
        paths = re.findall(r"`([^`]+)`", tests)
        assert paths, promise
        for path in paths:
            assert os.path.exists(os.path.join(SRC, path)), path


def test_documented():
    """Those of the manual are those that the program knows."""
    known = re.findall(r"EXIT_[A-Z]+ = (\d+)", read("cmd", "cmd.h"))
    assert sorted(map(int, known)) == sorted(documented()), known


def test_seen():
    assert documented() == [0, 1, 2, 74, 75, 78]
    house = House()
    house.ok("match", "list")
    house.fails(1, "there is already a turnpost home in", "init")
    house.fails(2, "Unknown option", "match", "list", "--nonsense")
    with open(house.path("turnpost.yaml"), encoding="ascii") as file:
        before = file.read()
    for text, code, piece in (
            (MAILBOX, 74, "localhost"),
            ("nonsense: yes\n", 78, "turnpost.yaml:1: there is no setting")):
        with open(house.path("turnpost.yaml"), "w", encoding="ascii") as file:
            file.write(text + house.store_line())
        house.fails(code, piece, "receive")
    os.remove(house.path("turnpost.yaml"))
    house.fails(78, "no turnpost home in", "run")
    with open(house.path("turnpost.yaml"), "w", encoding="ascii") as file:
        file.write(before)
    house.close()


def test_busy():
    house = House()
    path = backup(house)
    serving = subprocess.Popen(house.command(["serve"], clock=False),
                               stderr=subprocess.PIPE)
    try:
        for _ in range(300):
            done = house.call("restore", path)
            if done.returncode == 75:
                break
        assert "a turnpost is serving in" in done.stderr, done
    finally:
        serving.send_signal(signal.SIGTERM)
        serving.communicate()
    house.close()


def main():
    tap = Tap()
    tap.all(globals(), sys.argv[1:])
    tap.end()


main()
