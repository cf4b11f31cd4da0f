#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Stop anywhere, run again, and the end is the same.

The process is ended at every checkpoint of the steps, and with SIGKILL at
random times, while mails arrive.  Afterwards every move is there exactly
once, no letter is missing, and a letter that was handed over twice is the
same letter with the same Message-ID.  KILLS=n sets how many times."""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, SEATS  # noqa: E402
from tap import Tap  # noqa: E402
from example_round import MOVES, ROUND  # noqa: E402

KILLS = int(os.environ.get("KILLS", "200"))


def rows(house, query):
    db = sqlite3.connect(house.path("turnpost.db"))
    try:
        return db.execute(query).fetchall()
    finally:
        db.close()


def check_letters(house):
    """Every queued letter lies in its mailbox, once under its id."""
    queued = {"<%s>" % row[0] for row in
              rows(house, "SELECT message_id FROM outbox")}
    states = {row[0] for row in rows(house, "SELECT state FROM outbox")}
    assert states == {"sent"}, states
    there = [letter.id for name in SEATS for letter in house.letters(name)]
    assert set(there) == queued, set(there) ^ queued
    assert len(there) == len(set(there)), "a letter lies there twice"


def letters_of(house):
    """All letters, without what differs between two homes."""
    from example_round import whole
    return sorted((letter.name, whole(letter))
                  for name in SEATS for letter in house.letters(name))


class Twin(House):
    """A copy of a home, to be ended in another way."""

    def __init__(self, house):
        House.__init__(self, init=False)
        os.rmdir(self.dir)
        shutil.copytree(house.dir, self.dir, symlinks=True)
        self.now, self.count = house.now, house.count


def test_every_checkpoint(house):
    house.example()
    for player, line in ROUND[:6]:
        house.say(player, line)
    # three mails at once: a pass and its role, a status, one that is refused
    house.reply(house.newest("Steffi"), "pass mutineer")
    house.reply(house.newest("Carmen"), "status")
    house.reply(house.newest("Florian"), "play ruby")
    house.now += 60
    even = Twin(house)
    even.ok("run")
    want = letters_of(even), even.moves()
    even.close()
    stops = 0
    for n in range(1, 1000):
        twin = Twin(house)
        done = twin.call("run", env={"TURNPOST_STOP_AT": str(n)})
        stopped = done.returncode != 0
        assert "ERROR: " not in done.stderr, done.stderr
        twin.ok("run")
        assert (letters_of(twin), twin.moves()) == want, "stopped at %d" % n
        check_letters(twin)
        twin.close()
        if not stopped:
            break
        stops += 1
    assert stops >= 8, "only %d checkpoints were reached" % stops


def killed(house, rng):
    """Start a run and kill it, mostly before its end."""
    house.now += 1
    run = subprocess.Popen(house.command(["run"]),
                           stderr=subprocess.DEVNULL)
    time.sleep(rng.random() ** 2 * house.usual)
    run.send_signal(signal.SIGKILL)
    return run.wait() == -signal.SIGKILL


def test_kill_at_random(house):
    rng = random.Random(7)
    house.example()
    begin = time.monotonic()
    house.call("run")
    house.usual = 2 * (time.monotonic() - begin)
    kills = 0
    for player, line in ROUND:
        house.reply(house.newest(player), line)
        house.reply(house.newest(player), "status", subject="Re: x")
        for _ in range(KILLS // len(ROUND) + 1):
            kills += killed(house, rng)
        house.run()
    assert house.moves() == MOVES, house.moves()
    assert kills >= KILLS // 2, "only %d kills" % kills
    check_letters(house)
    states = {row[0] for row in rows(house, "SELECT state FROM inbox")}
    assert states == {"done"}, rows(house, "SELECT id, state, note, tries "
                                           "FROM inbox WHERE state != 'done'")
    house.ok("verify", "1")


def main():
    tap = Tap()
    for name, test in sorted(globals().items()):
        if name.startswith("test_"):
            house = House()
            tap.run(name[5:].replace("_", " "), test, house)
            house.close()
    tap.end()


main()
