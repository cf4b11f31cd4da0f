#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What turnpost stands on fails: the library of the database is not there, the
disk does not take what became of letters.  One sentence says so, and the exit
code."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from preloading import Preloading  # noqa: E402
from tap import Tap  # noqa: E402

# The disk is gone when a letter has reached its reader, or from the beginning;
# SQLite must find these before what it was linked with.
GONE = r"""
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
static int gone;
void *dlopen(const char *file, int mode)
{
	void *(*next)(const char *, int) =
	    (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
	return next(file, mode & ~RTLD_DEEPBIND);
}
int rename(const char *from, const char *to)
{
	int r = syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
	if (r == 0 && strstr(to, "/spool/out/") != NULL)
		gone = 1;
	return r;
}
int fdatasync(int fd)
{
	char name[64], path[4096];
	ssize_t n;
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	n = readlink(name, path, sizeof(path));
	if ((gone || getenv("TEST_GONE") != NULL) && n > 4 &&
	    memcmp(path + n - 4, "-wal", 4) == 0) {
		errno = EIO;
		return -1;
	}
	return syscall(SYS_fdatasync, fd);
}
"""


def test_no_library(house):
    house.hide("libsqlite3")
    for args in (("match", "list"), ("run",), ("status",)):
        house.fails(74, "the library libsqlite3.so.0 cannot be opened; "
                    "install it again", *args)
    house.before = None
    house.ok("match", "list")


def test_what_became_of_letters(house):
    house.match()
    house.preload(GONE)
    house.now += 60
    house.fails(74, "turnpost.db: disk I/O error", "run")
    letter, = house.letters("Bernhard")
    house.before = None
    house.run()
    assert [one.id for one in house.letters("Bernhard")] == [letter.id]


def test_nothing_to_tell(house):
    """What a command that only looks has found in the log."""
    house.preload(GONE)
    house.ok("match", "list")
    house.fails(74, "turnpost.db: disk I/O error", "match", "list",
                env={"TEST_GONE": "1"})


def main():
    tap = Tap()
    tap.each(globals(), Preloading)
    tap.end()


main()
