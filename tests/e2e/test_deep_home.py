#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Folders whose paths are too long: one sentence says so to its end, and nothing
is left there."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import ROBOT, House  # noqa: E402
from restoring import backup  # noqa: E402
from tap import Tap  # noqa: E402

LONGEST = 504 - len("/turnpost.db")
TOO_LONG = "may have 504: use a folder with a shorter path\n"


def deep(house, length):
    """A path of so many bytes, below the house's folder."""
    path = os.path.join(house.dir, "deep")
    while len(path) < length - 60:
        path += "/" + "x" * 50
    return path + "/" + "y" * (length - len(path) - 1)


def refused(house, code, end, *args):
    done = house.call(*args)
    assert done.returncode == code, done
    assert done.stderr.startswith("turnpost: "), done
    assert done.stderr.endswith(end), done
    assert done.stderr.count("\n") == 1 and done.stdout == "", done


def test_init():
    house = House(init=False)
    init = ("init", "--address", ROBOT, "--no-dialogue")
    for length in (LONGEST + 1, 1000, 4000):
        path = deep(house, length)
        refused(house, 1, TOO_LONG, *init, "--home", path)
        assert not os.path.exists(path) or os.listdir(path) == [], length
    refused(house, 74, "File name too long\n", *init, "--home",
            deep(house, 4500))
    house.ok(*init, "--home", deep(house, LONGEST))
    house.ok("run", "--home", deep(house, LONGEST))
    house.close()


def test_restore():
    house = House()
    path = backup(house)
    home = deep(house, 600)
    refused(house, 1, TOO_LONG, "restore", path, "--home", home)
    assert not os.path.exists(home)
    refused(house, 74, "File name too long\n", "restore", path, "--home",
            deep(house, 4500))
    house.ok("restore", path, "--home", deep(house, 400))
    house.close()


def test_backup():
    house = House()
    target = deep(house, 400)
    os.makedirs(os.path.dirname(target))
    house.ok("backup", target)
    assert os.path.isfile(target)
    target = deep(house, 600)
    os.makedirs(os.path.dirname(target))
    refused(house, 1, TOO_LONG, "backup", target)
    assert not os.path.exists(target)
    refused(house, 74, "File name too long\n", "backup", deep(house, 4500))
    house.fails(1, "turnpost: there is no folder /", "backup",
                deep(house, 3500))
    house.close()


def main():
    tap = Tap()
    tap.all(globals(), sys.argv[1:])
    tap.end()


main()
