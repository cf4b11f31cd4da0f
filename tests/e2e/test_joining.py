#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A second machine that joins a home on a server: with other settings than the
first one's, letters that wait there would leave by the wrong way."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import on_server  # noqa: E402
from house import ROBOT, House  # noqa: E402


def said_by(done):
    return " ".join((done.stdout + done.stderr).split())


def test_joining(_server, house):
    house.match(seats=["Anna", "Berta", "Carla"])
    other = House(init=False)
    join = ["init", "--no-dialogue", "--store", house.store]
    try:
        for more in [], ["--address", ROBOT]:
            refused = other.call(*join, *more)
            said = said_by(refused)
            assert refused.returncode == 2, said
            assert "holds a home already, with 1 match and an address at" \
                " example.org;" in said, said
            assert "letters that wait there would leave by these settings" \
                in said, said
            assert not os.path.exists(other.path("turnpost.yaml"))
        joined = said_by(other.call(*join, "--yes"))
        assert "holds, with 1 match." in joined, joined
        assert "copy turnpost.yaml of another machine" in joined, joined
        checked = other.call("check")
        assert checked.returncode != 0, checked.stdout
        assert "written for an address at example.org, but these settings" \
            " say turnpost@localhost" in said_by(checked), checked.stdout
        with open(house.path("turnpost.yaml"), encoding="utf-8") as settings, \
                open(other.path("turnpost.yaml"), "w", encoding="utf-8") as to:
            to.write(settings.read())
        assert "written for an address" not in said_by(other.call("check"))
    finally:
        other.close()


def test_new(_server, house):
    """Of a home that is new nothing of the kind is said."""
    os.remove(house.path("turnpost.yaml"))
    house.rows("DELETE FROM meta")
    made = said_by(house.call("init", "--no-dialogue", "--store", house.store))
    assert "is now a turnpost home" in made and "join" not in made, made


if __name__ == "__main__":
    sys.exit(on_server.run(globals(), "joining"))
