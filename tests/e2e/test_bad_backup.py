#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Files that are no good backup: damaged, foreign, of another turnpost, or made
to do harm.  One sentence each, and nothing is written."""

import contextlib
import io
import json
import os
import sqlite3
import stat
import subprocess
import sys
import tarfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House  # noqa: E402
from restoring import (backup, finished, folder, remade,  # noqa: E402
                       schema)
from tap import Tap  # noqa: E402

SRC = os.environ["TURNPOST_SRC"]
OLD = os.path.join(SRC, "tests/e2e/backups/1.tar.zst")


def empty(path):
    return not os.path.exists(path) or os.listdir(path) == []


def test_damaged():
    house = House()
    house.example()
    path = backup(house)
    with open(path, "rb") as file:
        good = file.read()
    bad = os.path.join(folder(), "bad")
    other = House(init=False)
    for where in (0, 7, 1000, len(good) // 2, len(good) - 120,
                  len(good) - 98, len(good) - 60, len(good) - 1):
        with open(bad, "wb") as file:
            file.write(good[:where] + bytes([good[where] ^ 4])
                       + good[where + 1:])
        done = other.call("restore", bad)
        assert done.returncode in (1, 78), (where, done)
        assert len(done.stderr.strip().splitlines()) == 1, done.stderr
        assert empty(other.dir)
    for size in (0, 10, 1000, len(good) - 1):
        with open(bad, "wb") as file:
            file.write(good[:size])
        done = other.call("restore", bad)
        assert done.returncode in (1, 78), (size, done)
        assert empty(other.dir)
    with open(bad, "wb") as file:
        file.write(good[:-1])
    other.fails(78, "its end is missing", "restore", bad)
    house.close()
    other.close()


def test_foreign():
    house = House()
    other = House(init=False)
    into = folder()
    for name, text in (("a.txt", b"hello"), ("none", b"")):
        with open(os.path.join(into, name), "wb") as file:
            file.write(text)
        other.fails(1, "this is no backup of turnpost", "restore",
                    os.path.join(into, name))
    packed = os.path.join(into, "a.tar.zst")
    subprocess.run(["tar", "--zstd", "-cf", packed, "-C", into, "a.txt"],
                   check=True)
    other.fails(78, "another program has packed it", "restore", packed)
    other.fails(1, "there is no file", "restore", os.path.join(into, "gone"))
    other.fails(1, "this is not a file", "restore", into)
    other.fails(2, "give the file of one backup", "restore")
    assert empty(other.dir)
    house.close()
    other.close()


def test_newer():
    """One whose schema this program does not know."""
    house = House()
    with contextlib.closing(sqlite3.connect(house.path("turnpost.db"))) as db:
        number, = db.execute("PRAGMA user_version").fetchone()
    path = backup(house)
    assert schema(path) == number
    made = remade(path, lambda name, data: data.replace(
        b'"schema": %d' % number, b'"schema": 99')
        if name == "turnpost-backup.json" else data)
    other = House(init=False)
    other.fails(78, "schema 99; this one knows %d" % number, "restore", made)
    assert empty(other.dir)
    house.close()
    other.close()


def test_of_an_older_program():
    """One of format 1 as the program wrote it before libarchive did."""
    other = House(init=False)
    other.now, other.count = 1795262520, 1000
    other.ok("restore", "--moved", OLD)
    for name, text, mode in (
            ("empty", "", 0o644), ("Grüße.txt", "umlauts", 0o644),
            ("key", "geheim\n", 0o400),
            (os.path.join("templates", "x" * 90, "y" * 90, "z" * 90), "deep",
             0o644)):
        with open(other.path(name), encoding="ascii") as file:
            assert file.read() == text, name
        found = os.stat(other.path(name))
        assert stat.S_IMODE(found.st_mode) == mode, name
    assert 1764000000 < found.st_mtime < time.time(), found
    other.run()
    assert other.moves() == [("Bernhard", "pay 0")]
    other.close()


def bundle(entries):
    """A file as turnpost packs them, of (TarInfo, bytes)."""
    out = io.BytesIO()
    for entry, data in entries:
        out.write(entry.tobuf(tarfile.GNU_FORMAT) + data
                  + bytes(-len(data) % 512))
    return finished(out.getvalue() + bytes(1024))


def entry_of(name, kind=tarfile.REGTYPE, size=0):
    entry = tarfile.TarInfo(name)
    entry.type, entry.size, entry.linkname = kind, size, "/etc/passwd"
    return entry


ABOUT = json.dumps({"schema": 1, "made": 1795262520}).encode()


def crafted(*more):
    return bundle([(entry_of("turnpost-backup.json", size=len(ABOUT)), ABOUT),
                   *((entry, b"") for entry in more)])


def test_too_big():
    """However small it is packed: it is refused before anything is written."""
    other = House(init=False)
    other.dir = os.path.join(other.dir, "a", "b")
    for path in (crafted(entry_of("turnpost.yaml", size=2 ** 60)),
                 bundle([(entry_of("turnpost-backup.json", size=len(ABOUT)),
                          ABOUT)] + 64 * [(entry_of("x", size=2 ** 48), b"")])):
        other.fails(74, "of room that are left there", "restore", path)
        assert not os.path.exists(os.path.dirname(other.dir))
    other.close()


def test_crafted_kinds():
    """Neither links nor devices, and no name that leads elsewhere."""
    other = House(init=False)
    for entry in (entry_of("a", tarfile.SYMTYPE),
                  entry_of("a", tarfile.LNKTYPE),
                  entry_of("a", tarfile.FIFOTYPE),
                  entry_of("a", tarfile.CHRTYPE), entry_of("../a"),
                  entry_of("/a"), entry_of("a//b"),
                  entry_of("..", tarfile.DIRTYPE), entry_of("a/" * 65 + "a")):
        other.fails(78, "that no turnpost puts into a backup", "restore",
                    crafted(entry))
        assert empty(other.dir), entry.name
    other.fails(78, "it has no turnpost.yaml", "restore", remade(
        OLD, lambda name, data: None if name == "turnpost.yaml" else data))
    assert empty(other.dir)
    other.close()


def test_broken_inside():
    """A checksum that is right over a database that is not."""
    house = House()
    path = backup(house)
    other = House(init=False)
    made = remade(path, lambda name, data: data[:4096] + b"x" * (
        len(data) - 4096) if name == "turnpost.db" else data)
    other.fails(78, "cannot be restored", "restore", made)
    assert empty(other.dir)
    house.close()
    other.close()


def main():
    tap = Tap()
    tap.all(globals(), sys.argv[1:])
    tap.end()


main()
