#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Bytes of mails and letters go by age (setting keep), a slice a run; what may
still be needed stays, and what comes later is understood as before."""

import contextlib
import os
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from example_round import ROUND  # noqa: E402
from house import SEATS, TextHouse  # noqa: E402
from reports import bounce  # noqa: E402
from stopping import rows  # noqa: E402
from tap import Tap  # noqa: E402

DAY = 86400
HELD = ("SELECT (SELECT count(*) FROM inbox_raw),"
        " (SELECT count(*) FROM outbox_raw)")
ALL = "SELECT (SELECT count(*) FROM inbox), (SELECT count(*) FROM outbox)"


def played(keep="14d"):
    """The example round, its mails and letters."""
    house = TextHouse()
    with open(house.path("turnpost.yaml"), "a", encoding="ascii") as file:
        file.write("\nkeep: %s\n" % keep)
    house.example()
    house.raws = []
    for name, body in ROUND:
        house.raws.append(house.reply(house.newest(name), body))
        house.run()
    return house


def opened(house):
    return contextlib.closing(sqlite3.connect(house.path("turnpost.db")))


def later(house, days):
    """So many days in which turnpost ran some times each."""
    for _ in range(days):
        for _ in range(4):
            house.now += DAY // 4
            house.ok("run")


def files(house):
    """Of mails that were taken in."""
    return sorted(os.listdir(house.path("spool", "done", "cur")))


def put(house, name):
    """A file among those of mails that were taken in."""
    with open(house.path("spool", "done", "cur", name), "w",
              encoding="ascii") as file:
        file.write("x")


def add_rows(house, *mails):
    """Rows (name, state, taken in, handled) as if those mails had come."""
    with opened(house) as db, db:
        db.executemany(
            "INSERT INTO inbox (source, state, received, handled, sha,"
            " message_id, sender, tries, note, size, cut, says, answer,"
            " vouched) VALUES ('maildir:' || ?, ?, ?, ?, 'aa', 'm', 'a@x',"
            " 1, '', 1, 0, '', 'none', '')", mails)


def test_files():
    """Files of mails go with their bytes, as many at once as nobody waits
    for; those of mails that the database does not know stay, and so do all of
    another folder."""
    house = played()
    add_rows(house, *(("17.%d.old" % n, "done", house.now, house.now)
                      for n in range(600)))
    for n in range(600):
        put(house, "17.%d.old:2,S" % n)
    put(house, "note")
    put(house, "17.1.lost:2,S")
    other = house.path("spool", "in", "cur", "17.1.test:2,S")
    with open(other, "w", encoding="ascii") as file:
        file.write("x")
    mails = [name for name in files(house) if name.startswith("1795")]
    assert len(mails) > len(ROUND), mails
    later(house, 13)
    assert len(files(house)) == len(mails) + 602
    house.now += 3 * DAY
    held = []
    for _ in range(6):
        house.run()
        held.append(len(files(house)))
    assert all(a - b <= 500 for a, b in zip(held, held[1:])), held
    assert held[0] >= len(mails) + 102, held
    assert files(house) == ["17.1.lost:2,S", "note"], files(house)
    assert os.path.exists(other)
    house.close()


def test_files_that_stay():
    """A backup that is younger than the setting may need a file as long as
    its mail is younger; its name does not tell that."""
    house = played()
    then = house.now
    now = then + 20 * DAY
    mails = [("1795000000.waited", "done", now - DAY, now - DAY),
             ("42.eml", "done", now - DAY, now - DAY),
             ("20270101.7.host", "done", then, now - DAY),
             ("1795000000.held", "held", then, then),
             ("1795000000.dead", "dead", then, then),
             ("1795000000.new", "new", then, 0),
             ("43.eml", "done", then, then),
             ("44.eml", "ignored", then, 0),
             ("1795000000.twice", "duplicate", then, then)]
    add_rows(house, *mails)
    for mail in mails:
        put(house, mail[0] + ":2,S")
    house.now = now
    house.ok("tick")
    assert files(house) == sorted(mail[0] + ":2,S" for mail in mails[:6]
                                  ), files(house)
    house.close()


def test_files_of_each_machine():
    """Each looks at its own, whatever another one did with the same rows."""
    house = played()
    house.now += 16 * DAY
    house.run()
    add_rows(house, ("17.1.late", "done", house.now - 15 * DAY,
                     house.now - 15 * DAY))
    put(house, "17.1.late:2,S")
    house.run()
    # once a day...
    assert files(house) == ["17.1.late:2,S"], files(house)
    # ... on this machine
    os.remove(house.path("spool", "done", "swept"))
    house.run()
    assert files(house) == [], files(house)
    # a clock that was set back ends it for no longer
    put(house, "17.1.late:2,S")
    with open(house.path("spool", "done", "swept"), "w",
              encoding="ascii") as file:
        file.write("9999999999")
    house.run()
    assert files(house) == [], files(house)
    house.close()


def test_by_age():
    house = played()
    before = rows(house, ALL)[0]
    assert rows(house, HELD)[0] == before
    log = house.ok("match", "log", "1")
    later(house, 13)
    assert rows(house, HELD)[0] == before
    later(house, 3)
    mails, letters = rows(house, HELD)[0]
    # the last of each player, in a match that goes on
    assert mails == len(SEATS), mails
    assert letters == len(SEATS), letters
    assert rows(house, ALL)[0] == before
    assert house.ok("match", "log", "1") == log
    done = house.ok("check")
    assert "damaged" not in done, done
    house.close()


def test_forever():
    house = played("forever")
    before = rows(house, HELD)[0]
    later(house, 60)
    assert rows(house, HELD)[0] == before
    with open(house.path("turnpost.yaml"), encoding="ascii") as file:
        text = file.read()
    with open(house.path("turnpost.yaml"), "w", encoding="ascii") as file:
        file.write(text.replace("keep: forever", "keep: 7d"))
    house.fails(78, "keep must be a time of at least 14d like 30d, or forever",
                "run")
    house.close()


def test_ended():
    """Of a match that is over nothing stays but what it is made of."""
    house = played()
    house.ok("match", "end", "1", "--reason", "it rains")
    house.run()
    assert house.life() == "ended", house.life()
    record = house.ok("export", "1", "--reveal")
    later(house, 16)
    assert rows(house, HELD)[0] == (0, 0), rows(house, HELD)
    assert house.ok("export", "1", "--reveal") == record
    assert "damaged" not in house.ok("check")
    house.close()


def test_later_mails():
    """Duplicates, reports and answers about what is gone."""
    house = played()
    first = house.letters("Bernhard")[0]
    older = house.letters("Bernhard")[-2]
    later(house, 16)
    # the mail of a move comes once more, by another way
    before = house.moves()
    states = rows(house, "SELECT count(*) FROM inbox WHERE state = 'done'")
    house.deliver(house.raws[0], "again.1.test")
    house.run()
    assert house.moves() == before
    assert rows(house, "SELECT count(*) FROM inbox WHERE state = 'done'"
                ) == states
    # a letter of weeks ago comes back
    bounce(house, older)
    house.run()
    assert rows(house, "SELECT count(*) FROM bounce") == [(1,)]
    # and one is answered: its key and its thread are known
    house.reply(first, "status")
    house.run()
    house.newest("Bernhard").says("the state of the match is below")
    house.close()


def test_said():
    """What an organiser is told about bytes that are gone."""
    house = played()
    later(house, 16)
    gone, = rows(house, "SELECT min(id) FROM outbox WHERE state = 'sent'")[0]
    there, = rows(house, "SELECT max(id) FROM outbox_raw")[0]
    house.fails(1, "letter %d cannot be sent again, because its text is "
                "no longer kept" % gone, "outbox", "retry", str(gone))
    house.ok("outbox", "retry", str(there))
    house.run()
    assert "(its text is no longer kept)" in house.ok(
        "outbox", "show", str(gone), "--reveal", "--force")
    house.close()


def test_slices():
    """Not all at once: nobody waits for it."""
    house = played()
    with opened(house) as db, db:
        db.execute("WITH RECURSIVE i (n) AS (SELECT 1 UNION ALL SELECT n + 1"
                   " FROM i WHERE n < 1000) INSERT INTO outbox SELECT"
                   " 10000 + n, 'x' || n, NULL, NULL, NULL, 'a@example.org',"
                   " 'turn', 'x' || n, 'x' || n, NULL, 0, 'sent', 1, 0, 0, '',"
                   " 1, 1, 0, 0, NULL FROM i")
        # of a sweep that a clock far ahead has ended
        db.execute("INSERT INTO meta VALUES ('keep', '9999999999 0 0')")
        db.execute("DELETE FROM outbox_raw")  # of all the oldest is first
        db.execute("INSERT INTO outbox_raw SELECT id, zeroblob(20000)"
                   " FROM outbox WHERE id > 10000")
    size = os.path.getsize(house.path("turnpost.db"))
    held = []
    house.now += DAY
    for _ in range(20):
        house.run()
        held.append(rows(house, "SELECT count(*) FROM outbox_raw"
                         " WHERE id > 10000")[0][0])
    assert held[-1] == 0, held
    assert all(a - b <= 200 for a, b in zip(held, held[1:])), held
    with opened(house) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert os.path.getsize(house.path("turnpost.db")) < size / 2
    house.close()


def main():
    tap = Tap()
    tap.all(globals(), sys.argv[1:])
    tap.end()


main()
