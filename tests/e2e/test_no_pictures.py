#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A machine without the libraries that draw: letters show boards in text, and
have pictures an hour after the libraries have come."""

import os
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
    return [part for part in letter.mail.walk()
            if part.get_content_type() == "image/png"]


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


def main():
    tap = Tap()
    house = Bare()
    tap.run("boards in text", lambda: test_boards_in_text(house))
    house.close()
    tap.end()


main()
