#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A machine without the libraries that draw: letters show boards in text, and
have pictures an hour after the libraries have come."""

import contextlib
import os
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, SEATS  # noqa: E402
from tap import Tap  # noqa: E402

# Stands in front of the loader's own.
HIDING = r"""
#include <dlfcn.h>
#include <string.h>
void *dlopen(const char *file, int mode)
{
	void *(*next)(const char *, int) =
	    (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
	if (file != NULL && strncmp(file, "librsvg", 7) == 0)
		return next("libno-such-library.so", mode);
	return next(file, mode);
}
"""
BOARD = "The islands clockwise from the ship:"


class Bare(House):
    bare = None  # what the program runs with

    def hide(self):
        library = self.path("hiding.so")
        subprocess.run(["gcc", "-shared", "-fPIC", "-D_GNU_SOURCE", "-x", "c",
                        "-o", library, "-"], input=HIDING, text=True,
                       check=True)
        options = os.environ.get("ASAN_OPTIONS", "")
        self.bare = {"LD_PRELOAD": library,
                     "ASAN_OPTIONS": options + ":verify_asan_link_order=0"}

    def call(self, *args, env=None, **more):
        return super().call(*args, env=dict(env or {}, **(self.bare or {})),
                            **more)


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
    house.hide()
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
    house.bare = None
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
    house.hide()
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
    house = Bare()
    tap.run("boards in text", lambda: test_boards_in_text(house))
    house.close()
    tap.end()


main()
