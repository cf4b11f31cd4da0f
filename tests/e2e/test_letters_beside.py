#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Letters that wait, where several workers hand them over: none overtakes one
that is just being replaced, and a worker goes on when others were quicker."""

import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import house as houses  # noqa: E402
import on_server  # noqa: E402
import test_workers as workers  # noqa: E402
from another import WRITER, Another, until_waiting  # noqa: E402
from example_round import ROUND  # noqa: E402

BATCH = 128  # letters that a worker claims at once (app/transport/maildir_out.c)


def replacing(house, letter):
    """A transaction that has the row of a letter, as one that replaces it."""
    return Another(house, "outbox WHERE id = %d FOR UPDATE" % letter)


def first_moves(house):
    """The first two moves are handled, and no letter about them has left."""
    house.example()
    letter = house.newest(ROUND[0][0])
    for _, move in ROUND[:2]:
        house.reply(letter, move)
    house.ok("receive")
    house.ok("handle")


def two_to(house, name):
    """Letters to that player wait, of which the last one answers a mail that is
    not about the match: their numbers."""
    first_moves(house)
    house.deliver(("From: %s\nTo: robot@example.org\nMessage-ID: <help@x>\n"
                   "Subject: help\n\nhelp\n" % houses.address(name)).encode())
    house.ok("receive")
    house.ok("handle")
    return [n for n, in house.rows(
        "SELECT id FROM outbox WHERE state = 'new' AND address = ?"
        " ORDER BY id", houses.address(name))]


def left(house):
    return [n for n, in house.rows(
        "SELECT id FROM outbox WHERE state = 'sent' ORDER BY id")]


def keep_order(house, name, road=lambda _house: None):
    """While a letter is being replaced, none that was written later leaves to
    its reader; others do.  It is not replaced in the end."""
    before, (first, *later) = left(house), two_to(house, name)
    assert later
    road(house)
    another = replacing(house, first)
    try:
        house.ok("send")
        gone = left(house)
        assert len(gone) > len(before)
        assert not {first, *later} & set(gone), (first, later, gone)
    finally:
        another.fails()
    house.ok("send")
    assert {first, *later} <= set(left(house))


def test_being_replaced(_server, house):
    keep_order(house, "Steffi")


def test_leaves_before_it_is_replaced(_server, house):
    """A letter leaves while the next one to its reader is written: that waits,
    and tells only what came since."""
    first_moves(house)
    unsent = ("SELECT id, news_after FROM outbox WHERE address = ?"
              " AND state = 'new'")
    (first, told), = house.rows(unsent, houses.address("Steffi"))
    leaving = replacing(house, first)
    pausing = subprocess.Popen(
        house.command(["match", "pause", "1", "--reason", "tea"]),
        stdout=subprocess.DEVNULL)
    try:
        until_waiting(house)
    finally:
        leaving.ends("UPDATE outbox SET state = 'sent' WHERE id = %d" % first)
    assert pausing.wait(120) == 0
    house.ok("tick")
    (_, since), = house.rows(unsent, houses.address("Steffi"))
    assert since > told, (told, since)


def by_command(house):
    with open(house.path("turnpost.yaml"), "w", encoding="utf-8") as file:
        file.write("%smail:\n  address: robot@example.org\n  send:\n"
                   "    command: %s\n" % (
                       house.store_line(), house.path("sendmail")))
    with open(house.path("sendmail"), "w", encoding="ascii") as file:
        file.write("#!/bin/sh\nexec cat > /dev/null\n")
    os.chmod(house.path("sendmail"), 0o755)


def test_being_replaced_by_command(_server, house):
    """The same where letters leave one by one."""
    keep_order(house, "Steffi", by_command)


def many_wait(house):
    """More letters than a worker claims at once, each to another address."""
    for match in range(BATCH // 4 + 1):
        house.ok("match", "new", "mutineer", *(
            "--seat=%s <%s%d@example.org>" % (name, name.lower(), match)
            for name in houses.SEATS))
    waiting = [n for n, in house.rows(
        "SELECT id FROM outbox WHERE state = 'new' ORDER BY id")]
    assert len(waiting) > BATCH, len(waiting)
    return waiting


def was_quicker(house):
    """What a worker has claimed first was handed over by another one since it
    was listed: it hands over the rest."""
    waiting = many_wait(house)
    another = Another(house, "pg_advisory_xact_lock(%s)" % WRITER)
    worker = subprocess.Popen(house.command(["send"]),
                              stdout=subprocess.DEVNULL)
    try:
        until_waiting(house)
    finally:
        another.ends("UPDATE outbox SET state = 'sent' WHERE id <= %d"
                     % waiting[BATCH - 1])
    assert worker.wait(120) == 0
    assert set(waiting) <= set(left(house))


def test_others_were_quicker(_server, house):
    was_quicker(house)


def test_others_were_quicker_by_command(_server, house):
    """The same where letters leave one by one."""
    by_command(house)
    was_quicker(house)


if __name__ == "__main__":
    sys.exit(on_server.run(globals(), "letters beside others",
                           workers.end_all))
