#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Stopped anywhere while letters leave: none is lost, and what goes out twice
is the same letter.

The process is ended at every checkpoint, and with SIGKILL at random times.
KILLS=n sets how many times."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from smtphouse import SmtpHouse  # noqa: E402
from stopping import Twin, rows  # noqa: E402
from tap import Tap  # noqa: E402

KILLS = int(os.environ.get("KILLS", "60"))


def check(house, smtp, twice=None):
    """All are sent, and the server has each, byte for byte as stored."""
    states = {row[0] for row in rows(house, "SELECT state FROM outbox")}
    assert states == {"sent"}, states
    raws = {raw: number for number, raw in
            rows(house, "SELECT id, unpacked(raw) FROM outbox_raw")}
    counts = dict.fromkeys(raws.values(), 0)
    senders = {}
    for mail in smtp.log():
        number = raws[mail["content"].encode("latin-1")]  # or it is none
        counts[number] += 1
        assert senders.setdefault(number, mail["from"]) == mail["from"]
    assert all(counts.values()), "lost: %s" % counts
    if twice is not None:
        assert sum(counts.values()) <= len(counts) + twice, counts
    return counts


def test_every_checkpoint():
    with contextlib.closing(SmtpHouse()) as house:
        house.match(seats=["Anna", "Berta", "Carla"])
        doubled = 0
        for n in range(1, 100):
            twin = Twin(house)
            house.smtp.forget()
            done = twin.call("send", env={"TURNPOST_STOP_AT": str(n)})
            stopped = done.returncode != 0
            assert "ERROR: " not in done.stderr, done.stderr
            twin.ok("send")
            counts = check(twin, house.smtp, twice=1)
            doubled += sum(counts.values()) - len(counts)
            twin.close()
            if not stopped:
                break
        # marked and handed over, for each letter
        assert n == 7, n
        assert doubled == 3, doubled


def test_killed_at_random():
    rng = random.Random(11)
    with contextlib.closing(SmtpHouse()) as house:
        begin = time.monotonic()
        house.go()
        start = time.monotonic() - begin
        kills = 0
        for _ in range(8 * KILLS):
            if kills >= KILLS:
                break
            if not {"new", "sending", "unknown"} & set(house.states()):
                house.match(seats=["Anna", "Berta", "Carla", "Dora"])
                house.match(seats=["Emma", "Fritz", "Gerd", "Hans"])
            send = subprocess.Popen(house.command(["send"]),
                                    stderr=subprocess.DEVNULL)
            # from before its start to behind its end, however slow it is
            time.sleep(rng.random() * (start + 0.15))
            send.send_signal(signal.SIGKILL)
            kills += send.wait() == -signal.SIGKILL
        assert kills >= KILLS, kills
        # what was being handed over is tried again after a while
        for _ in range(8):
            house.go(120)
        counts = check(house, house.smtp)
        print("# %d kills, %d letters, %d doubled" % (
            kills, len(counts), sum(counts.values()) - len(counts)))


def main():
    tap = Tap()
    tap.run("every checkpoint", test_every_checkpoint)
    tap.run("killed at random", test_killed_at_random)
    tap.end()


main()
