#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Letters that wait, where several workers hand them over: none overtakes one
that is just being replaced, a worker goes on when others were quicker, and
those that left long ago are not read."""

import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import house as houses  # noqa: E402
import on_server  # noqa: E402
import test_workers as workers  # noqa: E402
from another import WRITER, Another, until_waiting  # noqa: E402
from example_round import ROUND  # noqa: E402

LEFT, WAITING = 20000, 900  # letters
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


def copies(house, letter, first, many, state):
    """So many more of a letter, in that state, of no match and to readers of
    their own."""
    psql(house, "INSERT INTO outbox SELECT (jsonb_populate_record(o,"
         " jsonb_build_object('id', n, 'dedup', 'copy ' || n, 'bounce', NULL,"
         " 'address', 'reader' || n || '@example.org', 'match', NULL,"
         " 'seat', NULL, 'person', NULL, 'answers', NULL, 'number', 0,"
         " 'message_id', '<copy-' || n || '@x>', 'state', '%s'))).*"
         " FROM outbox AS o, generate_series(%d, %d) AS n WHERE o.id = %d" % (
             state, first, first + many - 1, letter))


def psql(house, sql):
    assert houses.postgres.psql(house.store, sql).returncode == 0


def test_what_has_left_is_not_read(_server, house):
    """A home that has sent many letters finds those that wait without going
    through the others."""
    first_moves(house)
    letter, = house.rows("SELECT max(id) FROM outbox")[0]
    copies(house, letter, letter + 1, LEFT, "sent")
    copies(house, letter, letter + LEFT + 1, WAITING, "new")
    psql(house, "INSERT INTO outbox_raw SELECT n, raw FROM outbox_raw,"
         " generate_series(%d, %d) AS n WHERE id = %d" % (
             letter + LEFT + 1, letter + LEFT + WAITING, letter))
    psql(house, "ANALYZE")
    psql(house, "SELECT pg_stat_reset()")
    house.ok("send")
    # a session leaves its figures when it ends, for which no program waits
    workers.wait_for(lambda: house.rows(
        "SELECT count(*) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        " AND backend_type = 'client backend'") == [(0,)])
    read, = house.rows("SELECT seq_tup_read + idx_tup_fetch"
                       " FROM pg_stat_user_tables"
                       " WHERE relid = 'outbox'::regclass")[0]
    assert WAITING < read < LEFT, read
    assert house.rows("SELECT count(*) FROM outbox WHERE state = 'new'") == [
        (0,)]


if __name__ == "__main__":
    sys.exit(on_server.run(globals(), "letters beside others",
                           workers.end_all))
