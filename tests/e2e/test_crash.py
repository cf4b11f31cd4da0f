#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Stop anywhere, run again, and the end is the same.

The process is ended at every checkpoint of the steps, and with SIGKILL at
random times, while mails arrive.  Afterwards every move is there exactly
once, no letter is missing, and a letter that was handed over twice is the
same letter with the same Message-ID.  KILLS=n sets how many times."""

import os
import random
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House  # noqa: E402
from stopping import (  # noqa: E402
    check_letters, rows, same_wherever_stopped)
from tap import Tap  # noqa: E402
from example_round import MOVES, ROUND  # noqa: E402

KILLS = int(os.environ.get("KILLS", "200"))


def test_every_checkpoint(house):
    house.example()
    for player, line in ROUND[:6]:
        house.say(player, line)
    # three mails at once: a pass and its role, a status, one that is refused
    house.reply(house.newest("Steffi"), "pass mutineer")
    house.reply(house.newest("Carmen"), "status")
    house.reply(house.newest("Florian"), "play ruby")
    _, stops = same_wherever_stopped(house)
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
    tap.each(globals(), House)
    tap.end()


main()
