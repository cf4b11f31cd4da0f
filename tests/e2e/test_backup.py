#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Backups: what is in one, of which moment, which stay; whatever goes wrong is
said in one sentence, and nothing half done is left."""

import contextlib
import glob
import json
import os
import resource
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from example_round import ROUND  # noqa: E402
from house import House  # noqa: E402
from restoring import (backup, folder, restored, schema,  # noqa: E402
                       unpacked)
from steps_undone import undo  # noqa: E402
from tap import Tap  # noqa: E402

DAY = 86400


# ---- what is in it ----

def test_all_of_it():
    house = House()
    house.example()
    for name, text in (("password", "geheim\n"), ("card.yaml", "x: 1\n")):
        with open(house.path(name), "w", encoding="ascii") as file:
            file.write(text)
    os.chmod(house.path("password"), 0o400)
    outside = os.path.join(folder(), "key")
    with open(outside, "w", encoding="ascii") as file:
        file.write("of a link")
    os.symlink(outside, house.path("linked"))
    os.symlink(house.dir, house.path("circle"))
    os.mkfifo(house.path("pipe"))
    house.reply(house.newest(ROUND[0][0]), ROUND[0][1])  # not taken in yet
    path = backup(house)
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    files = unpacked(path)
    about = json.loads(files["turnpost-backup.json"])
    assert about["made"] == house.now and about["schema"] > 14, about
    for name in ("turnpost.yaml", "password", "card.yaml", "setup.json"):
        with open(house.path(name), "rb") as file:
            assert files[name] == file.read(), name
    assert files["linked"] == b"of a link"
    assert [name for name in files if name.startswith("spool/in/new/")]
    assert len([name for name in files if name.startswith("spool/out/")]) > 4
    for name in ("lock", "turnpost.db-wal", "pipe"):
        assert name not in files, sorted(files)
    other = restored(house, path, "--moved")
    assert stat.S_IMODE(os.stat(other.path("password")).st_mode) == 0o400
    assert stat.S_IMODE(os.stat(other.path("turnpost.db")).st_mode) == 0o600
    assert stat.S_IMODE(os.stat(other.dir).st_mode) == 0o700
    other.run()
    assert other.moves() == [("Bernhard", "pay 0")]
    house.close()
    other.close()


def test_long_names():
    house = House()
    deep = house.path("templates", "x" * 90, "y" * 90)
    os.makedirs(deep)
    with open(os.path.join(deep, "z" * 90), "w", encoding="ascii") as file:
        file.write("deep")
    other = restored(house, backup(house))
    with open(other.path("templates", "x" * 90, "y" * 90, "z" * 90),
              encoding="ascii") as file:
        assert file.read() == "deep"
    house.close()
    other.close()


def test_one_moment():
    """Others go on while it is made: each is whole, of some moment."""
    house = House()
    house.example()
    ends = threading.Event()

    def write():
        with contextlib.closing(sqlite3.connect(
                house.path("turnpost.db"), timeout=30)) as db:
            n = 0
            while not ends.is_set():
                n += 1
                with db:
                    for key in ("one", "two"):
                        db.execute("INSERT OR REPLACE INTO meta VALUES"
                                   " (?, ?)", (key, str(n) * 2000))

    writer = threading.Thread(target=write)
    writer.start()
    into = folder()
    for _ in range(5):
        house.now += 1
        house.ok("backup", into)
    ends.set()
    writer.join()
    for path in glob.glob(os.path.join(into, "*.zst")):
        with tempfile.NamedTemporaryFile() as file:
            file.write(unpacked(path)["turnpost.db"])
            file.flush()
            with contextlib.closing(sqlite3.connect(file.name)) as db:
                one, two = db.execute("SELECT value FROM meta WHERE key IN"
                                      " ('one', 'two')").fetchall()
                assert one == two
                assert db.execute("PRAGMA integrity_check").fetchall() == [
                    ("ok",)]
    house.close()


def test_while_serving():
    """The one that serves goes on, and so does the home that is made of it."""
    house = House()
    house.example()
    letter = house.newest(ROUND[0][0])
    serving = subprocess.Popen(house.command(["serve"], clock=False),
                               stderr=subprocess.DEVNULL)
    try:
        path = None
        for n in range(100):
            path = house.json("backup", os.path.join(
                folder(), "%d.tar.zst" % n))["file"]
            if n == 0:
                house.reply(letter, ROUND[0][1])
            if house.moves():
                break
            time.sleep(0.1)
        assert house.moves() == [("Bernhard", "pay 0")]
        path = backup(house)
        assert serving.poll() is None
    finally:
        serving.send_signal(signal.SIGTERM)
        serving.wait()
    other = restored(house, path)
    assert other.moves() == house.moves()
    house.close()
    other.close()


def test_within_the_home():
    """Backups that lie in the home do not go into others."""
    house = House()
    os.mkdir(house.path("backups"))
    for _ in range(3):
        house.now += 60
        path = backup(house, folder=house.path("backups"))
    assert not [name for name in unpacked(path) if name.endswith(".zst")]
    assert os.path.getsize(path) < 40000
    house.close()


def test_of_the_settings():
    house = House()
    house.fails(2, "give a file or a folder, or set \"backup: folder\"",
                "backup")
    os.mkdir(house.path("kept"))
    with open(house.path("turnpost.yaml"), "a", encoding="ascii") as file:
        file.write("\nbackup:\n  folder: kept\n")
    house.ok("backup")
    assert len(os.listdir(house.path("kept"))) == 1
    house.close()


# ---- which stay ----

def test_keep():
    house = House()
    into = folder()
    other = os.path.join(into, "turnpost-20200101T000000Z-0123456789abcdef"
                               ".tar.zst")
    for path in (other, os.path.join(into, "mine.txt")):
        with open(path, "w", encoding="ascii") as file:
            file.write("not ours")
    for _ in range(40):
        house.now += DAY // 2
        house.ok("backup", "--keep", "daily=3,weekly=2", into)
    names = sorted(os.listdir(into))
    assert os.path.basename(other) in names and "mine.txt" in names
    ours = [name for name in names if name not in (
        os.path.basename(other), "mine.txt")]
    # three days, and the last of the week before
    assert len(ours) == 4, ours
    house.now += 60
    done = house.json("backup", "--keep", "hourly=1", into)
    assert len(done["removed"]) == 4 and os.path.exists(done["file"]), done
    for wrong in ("", "daily", "daily=0", "daily=x", "often=3", "daily=7,"):
        house.fails(2, "--keep must be like daily=7,weekly=4", "backup",
                    "--keep", wrong, into)
    house.fails(2, "--keep needs a folder", "backup", "--keep", "daily=1",
                os.path.join(into, "file"))
    house.close()


def test_damaged():
    """What is damaged does not take the place of what is whole, night after
    night, until nothing else is left."""
    house = House()
    into = folder()
    house.example()
    whole = house.json("backup", into)["file"]
    with open(house.path("turnpost.db"), "r+b") as file:
        file.seek(10 * 4096)
        file.write(b"\xff" * 8192)
    for target in into, os.path.join(into, "another"):
        house.now += DAY
        done = house.fails(78, "is damaged: ", "backup", *(
            ["--keep", "daily=1"] if target == into else []), target)
        assert "restore an older backup" in done.stderr, done.stderr
    assert os.listdir(into) == [os.path.basename(whole)]
    house.close()


def test_keep_new():
    """One of tomorrow, of a clock that was wrong once, does not push out the
    one that was just made."""
    house = House()
    into = folder()
    house.now += 2 * DAY
    wrong = house.json("backup", into)["file"]
    house.now -= 2 * DAY
    done = house.json("backup", "--keep", "daily=1", into)
    assert os.path.exists(done["file"]) and os.path.exists(wrong), done
    house.close()


def test_not_ours():
    """What lies in a folder of backups, or of the home, and is none of
    ours."""
    house = House()
    into = folder()
    os.mkdir(house.path("lost+found"))
    with open(house.path("lost+found", "#12"), "w", encoding="ascii") as file:
        file.write("of fsck")
    os.symlink(house.dir, os.path.join(into, ".turnpost-backup-abcdef"))
    path = backup(house, folder=into)
    assert not [name for name in unpacked(path) if "lost+found" in name]
    assert os.path.exists(house.path("turnpost.db"))
    house.ok("check")
    target = folder()
    os.symlink(house.dir, os.path.join(target, ".turnpost-restore-abcdef"))
    house.ok("--home", target, "restore", path)
    assert os.path.exists(house.path("turnpost.db"))
    assert not os.path.exists(os.path.join(target, "lost+found"))
    house.close()


# ---- what watches over them ----

def warning(house):
    return [row["says"] for row in json.loads(
        house.call("--json", "check").stdout)
            if row["part"] == "backup" and row["state"] == "warning"]


def test_check():
    house = House()
    assert "backup" not in house.ok("check")
    into = folder()
    with open(house.path("turnpost.yaml"), "a", encoding="ascii") as file:
        file.write("\nbackup:\n  folder: %s\n  within: 2d\n" % into)
    assert "there is no backup of this home in" in warning(house)[0]
    house.ok("backup")
    assert not warning(house)
    assert "the newest backup in %s is 0 hours old" % into in house.ok("check")
    house.now += 2 * DAY
    assert not warning(house)
    house.now += DAY
    assert "is 3 days old, and the settings want one within 2 days" in (
        warning(house)[0])
    brief = house.call("check", "--brief")
    assert brief.returncode == 1 and "3 days old" in brief.stdout, brief
    # one of another home is none
    other = restored(house, backup(house), "--moved")
    for name in os.listdir(into):
        os.rename(os.path.join(into, name),
                  os.path.join(into, name[:26] + "0" * 16 + ".tar.zst"))
    assert "there is no backup of this home in" in warning(other)[0]
    shutil.rmtree(into)
    assert "the folder of the backups cannot be read" in warning(other)[0]
    house.close()
    other.close()


# ---- before the schema moves on ----

def older(house):
    """As schema 14 had it."""
    with contextlib.closing(sqlite3.connect(
            house.path("turnpost.db"))) as db, db:
        undo(db, 14)


def test_before_a_step():
    house = House()
    house.example()
    older(house)
    house.reply(house.newest(ROUND[0][0]), ROUND[0][1])
    house.run()
    assert house.moves() == [("Bernhard", "pay 0")]
    path, = glob.glob(house.path("backups", "*"))
    assert "turnpost-schema-14-" in path and schema(path) == 14
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    # such a backup is restored into a home of today
    other = restored(house, path, "--moved")
    assert other.moves() == []
    other.run()
    assert other.moves() == house.moves()
    # a later one takes its place, and in the folder of the settings
    older(house)
    house.ok("run")
    assert glob.glob(house.path("backups", "*")) == [path]
    into = folder()
    with open(house.path("turnpost.yaml"), "a", encoding="ascii") as file:
        file.write("\nbackup:\n  folder: %s\n" % into)
    older(house)
    house.ok("run")
    assert len(os.listdir(into)) == 1
    house.ok("backup", "--keep", "daily=1")
    assert len(os.listdir(into)) == 2
    house.close()
    other.close()


def test_no_step_without():
    """One sentence, and the home is left as it was."""
    house = House()
    older(house)
    with open(house.path("backups"), "w", encoding="ascii") as file:
        file.write("in the way")
    house.fails(74, "stays as it is, because the backup in", "run")
    with contextlib.closing(sqlite3.connect(house.path("turnpost.db"))) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (14,)
    os.remove(house.path("backups"))
    house.ok("run")
    house.close()


# ---- what goes wrong ----

def limited(size):
    """No file may grow beyond that, which looks like a full disk."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return limit



def test_names():
    house = House()
    into = folder()
    path = os.path.join(into, "one.tar.zst")
    house.ok("backup", path)
    with open(path, "rb") as file:
        bytes_before = file.read()
    house.fails(1, "is there already", "backup", path)
    with open(path, "rb") as file:
        assert file.read() == bytes_before
    house.fails(1, "there is no folder /nowhere/at", "backup",
                "/nowhere/at/all")
    assert os.listdir(into) == ["one.tar.zst"]
    house.close()


def test_full_disk():
    house = House()
    house.example()
    into = folder()
    for limit in (40000, 100000, 300000):
        done = house.call("backup", into, preexec_fn=limited(limit))
        assert done.returncode == 74, (limit, done.returncode, done.stderr)
        assert len(done.stderr.strip().splitlines()) == 1, done.stderr
        assert "was not made: " in done.stderr, done.stderr
        assert os.listdir(into) == [], limit
    house.ok("backup", into)
    house.close()


def killed(house, *args):
    """Ended at each of its places; yields after each."""
    for n in range(1, 100):
        done = house.call(*args, env={"TURNPOST_STOP_AT": str(n)})
        if done.returncode == 0:
            return
        assert done.returncode == -signal.SIGKILL, done
        yield n


def test_killed():
    house = House()
    into = folder()
    count = 0
    for _ in killed(house, "backup", into):
        assert not glob.glob(os.path.join(into, "*.zst"))
        count += 1
    assert count >= 3, count
    # what the others left is gone
    assert len(os.listdir(into)) == 1 and not glob.glob(
        os.path.join(into, ".turn*")), os.listdir(into)
    house.ok("check")
    house.close()


def test_restore_killed():
    house = House()
    path = backup(house)
    other = House(init=False)
    count = 0
    for _ in killed(other, "restore", path):
        count += 1
        other.fails(78, "there is no turnpost home", "run")
        if [name for name in os.listdir(other.dir)
                if not name.startswith(".turnpost-restore")]:
            other.fails(1, "an earlier restore into", "restore", path)
            shutil.rmtree(other.dir)
    assert count >= 4, count
    assert not glob.glob(other.path(".turn*"))
    other.ok("check")
    house.close()
    other.close()


def test_not_empty():
    house = House()
    path = backup(house)
    other = House()
    other.fails(1, "there is already a turnpost home in", "restore", path)
    serving = subprocess.Popen(other.command(["serve"], clock=False),
                               stderr=subprocess.PIPE)
    while not os.path.exists(other.path("serving")):
        pass
    for _ in range(100):
        done = other.call("restore", path)
        if done.returncode == 75:
            break
    assert "a turnpost is serving in" in done.stderr, done
    serving.send_signal(signal.SIGTERM)
    serving.communicate()
    os.remove(other.path("serving"))
    third = House(init=False)
    with open(third.path("file"), "w", encoding="ascii") as file:
        file.write("x")
    third.fails(1, "is not empty (file is in it)", "restore", path)
    assert os.listdir(third.dir) == ["file"]
    house.close()
    other.close()
    third.close()


def test_restore_full_disk():
    house = House()
    house.example()
    path = backup(house)
    other = House(init=False)
    other.dir = os.path.join(other.dir, "new")
    for limit in (1, 9000, 300000):
        done = other.call("restore", path, preexec_fn=limited(limit))
        assert done.returncode == 74, (limit, done.returncode, done.stderr)
        assert len(done.stderr.strip().splitlines()) == 1, done.stderr
        assert not os.path.exists(other.dir)
    other.ok("restore", path)
    house.close()
    other.close()


def main():
    tap = Tap()
    tap.all(globals(), sys.argv[1:])
    tap.end()


main()
