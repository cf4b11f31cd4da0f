#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A machine without the libraries that draw: letters show boards in text, and
have pictures an hour after the libraries have come."""

import contextlib
import os
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import SEATS  # noqa: E402
from preloading import Preloading  # noqa: E402
from tap import Tap  # noqa: E402

BOARD = "The islands clockwise from the ship:"


def pictures(letter):
    """Those that were drawn: one that could not be is a part with nothing."""
    return [part for part in letter.mail.walk()
            if part.get_content_type() == "image/png"
            and part.get_payload(decode=True)]


def able(house):
    (value,), = house.rows(
        "SELECT value FROM meta WHERE key = 'pictures.able'")
    return value.split()[0]


def test_boards_in_text(house):
    house.hide("librsvg")
    house.match()
    house.run()
    for name in SEATS:
        house.reply(house.newest(name), "ready")
    done = house.steps()
    assert done.stderr.count("letters have no pictures: the library "
                             "librsvg") == 1, done.stderr
    for name in SEATS:
        letter = house.newest(name)
        assert not pictures(letter)
        assert "cid:" not in letter.mail.as_string()
        letter.says(BOARD)
    # asked again after an hour only
    house.before = None
    house.reply(house.newest(SEATS[0]), "status")
    house.run()
    assert not pictures(house.newest(SEATS[0]))
    house.now += 3600
    house.reply(house.newest(SEATS[0]), "status")
    house.run()
    assert len(pictures(house.newest(SEATS[0]))) == 1
    # they go within the day: one letter leaves without its picture, and the
    # next is written without any
    assert able(house) == "yes"
    house.hide("librsvg")
    with contextlib.closing(
            sqlite3.connect(house.path("turnpost.db"))) as db, db:
        db.execute("DELETE FROM sprite")
        db.execute("DELETE FROM picture")
    for _ in range(2):
        house.reply(house.newest(SEATS[1]), "status")
        house.run()
        assert not pictures(house.newest(SEATS[1]))
        assert able(house) == "no"
    assert "cid:" not in house.newest(SEATS[1]).mail.as_string()


def main():
    tap = Tap()
    house = Preloading()
    tap.run("boards in text", lambda: test_boards_in_text(house))
    house.close()
    tap.end()


main()
