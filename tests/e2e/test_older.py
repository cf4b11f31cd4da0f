#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Letters that an older turnpost sent: their codes count in its home when the
schema has moved on."""

import contextlib
import os
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from example_round import ROUND  # noqa: E402
from handmade import (  # noqa: E402
    BERNHARD, NEW, STEFFI, codes, config, key_of, last, made, run_all, send,
    sql)
from raws import unpacking  # noqa: E402
from steps_undone import undo  # noqa: E402

STRANGER = "zoe@new.example"
FORWARD = """fyi

---------- Forwarded message ---------
From: Steffi <steffi@example.org>
Date: Sat, 21 Nov 2026 at 12:03
Subject: what I would do
To: Bernhard <bernhard@example.org>

pay 2
"""


def make_older(house):
    """As schema 8 had it: three tables, each with numbers of its own."""
    with contextlib.closing(sqlite3.connect(
            house.path("turnpost.db"))) as db, db:
        undo(db, 14)
    for table, kept in [
            ("question", "kind, person, address, inbox, asked, closed,"
             " agreed"),
            ("wish", "kind, address, person, match, name, lines, asked,"
             " closed, again, language"),
            ("meant", "person, match, seat, lines, asked, closed")]:
        sql(house, "CREATE TABLE %s AS SELECT number AS id, %s FROM ask"
            " WHERE family = '%s'" % (table, kept, table))
    sql(house, "DROP TABLE ask")
    sql(house, "DROP TABLE sprite")
    sql(house, "ALTER TABLE picture DROP COLUMN svg")
    sql(house, "ALTER TABLE picture DROP COLUMN height")
    with contextlib.closing(unpacking(sqlite3.connect(
            house.path("turnpost.db")))) as db, db:
        for table in ("inbox_raw", "outbox_raw"):
            db.execute("UPDATE %s SET raw = unpacked(raw)" % table)
        db.execute("DROP TABLE dictionary")
    sql(house, "PRAGMA user_version = 8")


def test_codes(house):
    config(house, "signup: open")
    house.example()
    seat = house.newest("Bernhard")
    send(house, "ready", "other@new.example")
    house.now += 3600
    send(house, "rules", STRANGER)
    stranger = last(house, STRANGER)
    house.reply(seat, FORWARD, quote=False)
    house.run()
    meant = last(house, BERNHARD)
    meant.says("Did you mean that?")
    send(house, "status", NEW, key_of(seat))
    alias = last(house, BERNHARD)
    send(house, "forget me", STEFFI, key_of(house.newest("Steffi")))
    forget = last(house, STEFFI)
    before = sql(house, "SELECT kind, number, asked FROM ask ORDER BY id")
    assert sorted(row[0] for row in before) == [
        "alias", "forget", "meant", "stranger", "stranger"], before
    make_older(house)
    house.now += 3600
    assert send(house, "yes " + codes(meant))[0] == "done"
    made(house, "pay 2")
    assert send(house, "no " + codes(forget), STEFFI)[0] == "done"
    last(house, STEFFI).says("nothing has been deleted")
    assert send(house, "yes " + codes(alias))[0] == "done"
    assert NEW in str(house.json("person", "show", "1"))
    # the key of the letter, too
    house.reply(stranger, "Yes, it was me.")
    house.run()
    assert STRANGER in str(house.json("person", "list"))
    assert sorted(sql(house, "SELECT kind, number, asked FROM ask"
                      " WHERE kind <> 'person'")) == sorted(before)


def test_pictures(house):
    """A letter that waits leaves with the picture that was drawn for it."""
    house.example()
    house.reply(house.newest(ROUND[0][0]), ROUND[0][1])
    house.now += 60
    house.ok("receive")
    house.ok("handle")
    png = b"\x89PNG as it was drawn once"
    sql(house, "UPDATE picture SET png = x'%s'" % png.hex())
    make_older(house)
    count = len(house.letters(ROUND[1][0]))
    house.run()
    letters = house.letters(ROUND[1][0])[count:]
    assert [part.get_payload(decode=True) for letter in letters
            for part in letter.mail.walk()
            if part.get_content_maintype() == "image"] == [png]
    # the next one is drawn
    house.say(*ROUND[1])
    assert sql(house, "SELECT count(*) > 0 FROM picture"
               " WHERE svg <> x''") == [(1,)]


run_all(globals())
