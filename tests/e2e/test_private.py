#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Files that hold what is hidden are for nobody else on the machine to read,
whatever the umask and whatever was there before; and a full disk is told as
such from the first file on."""

import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House  # noqa: E402
from tap import Tap  # noqa: E402

UMASKS = (0o022, 0o077, 0)


def mode(path):
    return os.stat(path).st_mode & 0o7777


def before(path, old, text="old\n"):
    """No file is there, or one with that mode."""
    if os.path.exists(path):
        os.remove(path)
    if old is not None:
        with open(path, "w", encoding="ascii") as file:
            file.write(text)
        os.chmod(path, old)


def each_way(house, path, *args, text="old\n"):
    for umask in UMASKS:
        for old in (None, 0o644, 0o666, 0o600):
            before(path, old, text)
            house.ok(*args, umask=umask)
            assert mode(path) == 0o600, (args, oct(umask), old)


def test_home(house):
    """All that it writes itself, with letters that show hands."""
    os.umask(0o022)
    house.example()
    house.reply(house.newest("Bernhard"), "pay 0")
    house.run()
    found = 0
    for top, folders, names in os.walk(house.dir):
        for name in names:
            path = os.path.join(top, name)
            # the others came from this test
            if name.startswith("turnpost.db") or "spool/out" in top:
                found += 1
                assert mode(path) & 0o077 == 0, (path, oct(mode(path)))
        assert top == house.dir or mode(top) & 0o077 == 0 or (
            "spool" in top), top
    assert found > 10, found


def test_pictures(house):
    house.example()
    for end in ("png", "svg"):
        path = house.path("table." + end)
        each_way(house, path, "match", "show", "1", "--picture", path,
                 "--seat", "0")
        # what all may see is a file like others
        before(path, None)
        house.ok("match", "show", "1", "--picture", path, umask=0o022)
        assert mode(path) == 0o644


def test_page(house):
    house.example()
    path = house.path("match.html")
    # what is no page is not written over
    each_way(house, path, "--reveal", "export", "1", "--html", path,
             text="<!DOCTYPE html>\n")


def test_standard_output(house):
    """A file that the shell made."""
    house.example()
    path = house.path("record.json")
    for args, want in ((("--reveal", "export", "1"), 0o600),
                       (("--reveal", "match", "log", "1"), 0o600),
                       (("match", "log", "1"), 0o644)):
        before(path, 0o644)
        with open(path, "w", encoding="utf-8") as file:
            done = subprocess.run(house.command(args), stdout=file,
                                  check=False)
        assert done.returncode == 0, args
        assert mode(path) == want, (args, oct(mode(path)))


# ---- a full disk ----

SCRIPT = """
set -eu
mount -t tmpfs -o size=2m tmpfs "$1"
cd "$1"
for room in 0 4 8 16 28 40 100; do
	rm -rf "$1"/*
	if [ "$2" = open ]; then
		"$TURNPOST" --home "$1/h" init --address robot@example.org >&2
		# as a database that was copied alone: its log has to be made
		rm "$1/h/turnpost.db-wal" "$1/h/turnpost.db-shm"
	fi
	head -c "$((room * 1024))" /dev/zero >room
	dd if=/dev/zero of=fill bs=1k status=none 2>/dev/null || :
	rm room
	if [ "$2" = open ]; then
		[ "$room" -gt 28 ] && continue
		"$TURNPOST" --home "$1/h" match list || echo "failed"
	else
		"$TURNPOST" --home "$1/h" init --address r@example.org ||
			echo "failed"
	fi
done 2>&1
"""


def small_disk(house, what):
    """What it says in a file system of its own; None: that is not allowed."""
    folder = house.path("disk")
    os.mkdir(folder)
    try:
        done = subprocess.run(
            ["unshare", "--mount", "--map-root-user", "sh", "-c", SCRIPT,
             "sh", folder, what], capture_output=True, text=True, timeout=100,
            check=False)
    except OSError:
        return None
    if done.returncode != 0 and ("unshare" in done.stderr
                                 or "mount" in done.stderr):
        return None
    assert done.returncode == 0, done
    return done.stdout.splitlines()


def test_full_disk(tap):
    house = House()
    for what in ("init", "open"):
        said = small_disk(house, what)
        os.rmdir(house.path("disk"))
        name = "full disk, " + what
        if said is None:
            tap.skip(name, "no file system can be mounted here")
            continue

        def look(said=said):
            failed = said.count("failed")
            assert failed >= 5, said
            full = [line for line in said if "the disk is full" in line]
            assert len(full) == failed, said

        tap.run(name, look)
    house.close()


def main():
    tap = Tap()
    for name, test in sorted(globals().items()):
        if name == "test_full_disk":
            test(tap)
        elif name.startswith("test_"):
            house = House()
            tap.run(name[5:].replace("_", " "), test, house)
            house.close()
    tap.end()


main()
