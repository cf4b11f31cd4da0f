#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Over IMAP and SMTP: ended anywhere, servers that come and go.

turnpost is killed with SIGKILL at random times, again and again, while mails
lie in its mailbox and letters wait for the server; both servers are stopped
and started in between.  Afterwards every move was made exactly once, no
letter is missing, and a letter that came twice is the same letter, byte for
byte, with the same Message-ID.  KILLS=n sets how many times."""

import os
import random
import re
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from example_round import MOVES, ROUND  # noqa: E402
from house import SEATS  # noqa: E402
from mailhouse import MailHouse  # noqa: E402
from stopping import rows  # noqa: E402
from tap import Tap  # noqa: E402

KILLS = int(os.environ.get("KILLS", "200"))
TRACE = re.compile(rb"\A(?:(?:Return-Path|Delivered-To|Received):.*\r?\n"
                   rb"(?:[ \t].*\r?\n)*)*")


def body(raw):
    """A letter without what servers put in front of it."""
    return TRACE.sub(b"", raw).replace(b"\r\n", b"\n")


def killed(house, rng):
    """Start a run and kill it, mostly before its end."""
    house.now += 1
    run = subprocess.Popen(house.command(["run"]),
                           stderr=subprocess.DEVNULL)
    time.sleep(rng.random() ** 2 * house.usual)
    run.send_signal(signal.SIGKILL)
    return run.wait() == -signal.SIGKILL


def disturbed(house, rng):
    """A server that is away for one run."""
    server = rng.choice([house.dovecot, house.smtp])
    server.stop()
    house.now += 1
    house.call("run")
    server.start()


def finish(house):
    """Let it work until nothing waits: tries come at longer intervals."""
    for _ in range(12):
        house.now += 3 * 3600
        house.call("run")
        if not rows(house, "SELECT 1 FROM outbox WHERE state IN "
                           "('new', 'sending', 'later', 'unknown')"):
            return
    raise AssertionError("letters still wait: %s" % rows(
        house, "SELECT id, state, tries, note FROM outbox"
               " WHERE state NOT IN ('sent', 'replaced')"))


def check_letters(house):
    """All that left is there; what is there twice is one letter."""
    queued = {"<%s>" % row[0] for row in rows(
        house, "SELECT message_id FROM outbox WHERE state <> 'replaced'")}
    assert {row[0] for row in rows(house, "SELECT state FROM outbox")} <= {
        "sent", "replaced"}
    there, doubles = {}, 0
    for name in SEATS:
        for letter in house.letters(name):
            doubles += letter.id in there
            assert there.setdefault(letter.id, body(letter.raw)) == body(
                letter.raw), "%s came as two letters" % letter.id
    assert set(there) == queued, set(there) ^ queued
    return doubles


def usual_time(house):
    begin = time.monotonic()
    house.ok("run")
    return 2 * (time.monotonic() - begin)


def test_killed_at_random(house):
    rng = random.Random(17)
    house.example()
    house.usual = usual_time(house)
    kills = 0
    for player, line in ROUND:
        house.reply(house.newest(player), line)
        house.reply(house.newest(player), "status")
        for turn in range(KILLS // len(ROUND) + 1):
            kills += killed(house, rng)
            if turn % 8 == 5:
                disturbed(house, rng)
        finish(house)
    assert house.moves() == MOVES, house.moves()
    assert kills >= KILLS // 2, "only %d kills" % kills
    doubles = check_letters(house)
    assert doubles <= kills, doubles
    states = {row[0] for row in rows(house, "SELECT state FROM inbox")}
    assert states == {"done"}, rows(house, "SELECT id, state, note, tries "
                                           "FROM inbox WHERE state != 'done'")
    assert house.dovecot.count("INBOX") == 0
    assert house.dovecot.count("Processed") == len(
        rows(house, "SELECT 1 FROM inbox"))
    house.ok("verify", "1")


def main():
    tap = Tap()
    house = MailHouse()
    try:
        tap.run("over servers: killed at random", test_killed_at_random,
                house)
    finally:
        house.close()
    tap.end()


main()
