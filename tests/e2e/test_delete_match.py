#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Matches that are deleted, as the organiser says or because they are old: no
row of any table and no file of the home holds anything of them."""

import contextlib
import os
import re
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from handmade import config, run_all, send, sql  # noqa: E402
from house import SEATS, House  # noqa: E402
from raws import unpacking  # noqa: E402

NAME = "Zinnober"
SAID = "swordfish is the word of the day"
DAY = 86400


def table(house, *more):
    """A match with talk, moves and mails, called off in the end."""
    house.policy(time="3d", settle="none", reminders="none", muster="none",
                 open_after="none", graces=0, offer="none", talk="open",
                 organiser="end")
    number = house.match("--name", NAME, *more)
    house.start()
    house.say("Steffi", "say all: " + SAID)
    house.ok("match", "end", str(number), "--reason", "the summer is over")
    house.run()
    # an answer that waited once, as where robots play
    sql(house, "INSERT INTO waiting_answer (match, seat, outbox, reply) SELECT"
        " match, seat, id, json_array(?) FROM outbox WHERE match = ? AND"
        " seat = 1 ORDER BY id LIMIT 1", SAID, number)
    return number


def cells(house):
    """Every value of every table, bytes unpacked: (table, text as bytes)."""
    with contextlib.closing(unpacking(sqlite3.connect(
            house.path("turnpost.db")))) as db:
        for name, in db.execute("SELECT name FROM sqlite_schema"
                                " WHERE type = 'table'").fetchall():
            columns = [row[1] for row in db.execute(
                "SELECT * FROM pragma_table_info(?)", (name,))]
            wanted = ", ".join("unpacked(raw)" if column == "raw" else
                               '"%s"' % column for column in columns)
            for row in db.execute('SELECT %s FROM "%s"' % (wanted, name)):
                for column, cell in zip(columns, row):
                    yield name, column, cell


def as_bytes(cell):
    return cell if isinstance(cell, bytes) else str(cell).encode()


def files(house):
    for folder, _, names in os.walk(house.dir):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                yield path, file.read()


def finish(house, rounds=40):
    """Rounds until nothing is to be deleted any more."""
    for _ in range(rounds):
        house.run()
        if not sql(house, "SELECT 1 FROM meta WHERE key LIKE 'delet%.%'"
                   " AND key <> 'deletion.look'"):
            return
    raise AssertionError("it is not deleted after %d rounds" % rounds)


def is_gone(house, number, *pieces):
    for name, column, cell in cells(house):
        assert column != "match" or cell != number, (name, column)
        for piece in (NAME, SAID, *pieces):
            assert piece.encode() not in as_bytes(cell), (name, column, piece)
    for path, data in files(house):
        for piece in (NAME, SAID, *pieces):
            assert piece.encode() not in data, (path, piece)
    assert sql(house, "SELECT count(*) FROM match WHERE id = ?",
               number) == [(0,)]
    assert sql(house, "PRAGMA foreign_key_check") == []
    assert sql(house, "PRAGMA integrity_check") == [("ok",)]


def test_with_notice(house):
    number = table(house)
    seeds = sql(house, "SELECT hex(server_seed) FROM match")
    done = house.ok("match", "delete", str(number), "--reason", "room",
                    "--in", "10d")
    assert re.search(r"match 1 is deleted from 2026-12-01T", done), done
    for shown in house.json("match", "list")[0], house.json("match", "show", "1"):
        assert shown["deletion"].startswith("2026-12-01T"), shown
    assert re.search(r"frees its \d+ letters and \d+ mails: about \d+ kB",
                     done), done
    house.run()
    for name in SEATS:
        house.newest(name).says(
            "the record of match 1 of Mutineer will be deleted after",
            "The organiser gives this reason: room",
            "If you want to keep what you have been told of the match",
            "→ history")
    # until then it is there, and whoever asks has it
    house.now += 9 * DAY
    house.say("Bernhard", "history").says(SAID)
    house.json("match", "show", str(number))
    house.ok("verify", str(number))
    letter = house.newest("Carmen")
    key = str(letter.mail["Reply-To"])
    sent = house.rows("SELECT max(id) FROM outbox")[0][0]
    house.now += DAY
    finish(house)
    is_gone(house, number, key, letter.id)
    for row in seeds:
        for path, data in files(house):
            assert bytes.fromhex(row[0]) not in data, path
    house.fails(1, "match 1 was deleted", "match", "show", "1")
    house.fails(1, "there is no letter %d" % sent, "outbox", "retry",
                str(sent))
    house.ok("check")
    # its number is no other match's
    assert house.match() == number + 1
    # a late answer, and one of somebody else's
    house.reply(letter, "status", quote=False)
    house.run()
    house.newest("Carmen").says(
        "the record of match 1 has been deleted here, so nothing was done")
    house.reply(letter, "status", sender="nobody@new.example", quote=False)
    house.run()
    assert house.json("inbox", "list")[0]["state"] == "ignored"


def test_languages(house):
    house.ok("match", "new", "mutineer", *[
        word for name, code in zip(SEATS, ["en", "de", "pl", "ru"])
        for word in ("--seat", "%s <%s@example.org> %s" % (
            name, name.lower(), code))])
    house.run()
    house.ok("match", "end", "1", "--reason", "x")
    house.ok("match", "delete", "1", "--reason", "Platz")
    house.run()
    for name, text in zip(SEATS, [
            "will be deleted after", "wird nach diesem Zeitpunkt gelöscht",
            "zostanie usunięty po tym terminie",
            "будет удалена после этого срока"]):
        house.newest(name).says(text, "Platz")
    house.ok("match", "delete", "1", "--cancel")
    assert house.json("match", "list")[0]["deletion"] is None
    house.run()
    for name, text in zip(SEATS, [
            "will not be deleted after all", "doch nicht gelöscht",
            "jednak nie będzie usunięta", "всё же не будет удалена"]):
        house.newest(name).says(text)
    house.now += 30 * DAY
    house.run()
    assert house.life() == "ended"
    house.fails(1, "match 1 is not going to be deleted",
                "match", "delete", "1", "--cancel")
    letters = {name: house.newest(name) for name in SEATS}
    house.ok("match", "delete", "1", "--reason", "x", "--at-once")
    house.run()
    house.newest("Bernhard").says("is being deleted now")
    finish(house)
    for name, text in zip(SEATS, [
            "the record of match 1 has been deleted", "ist hier gelöscht",
            "został tu usunięty", "здесь удалена"]):
        house.reply(letters[name], "status", quote=False)
        house.run()
        house.newest(name).says(text)


def test_others_stay(house):
    number = table(house)
    other = house.match("--name", "Other")
    house.start()
    house.say("Bernhard", "say all: hello there")
    house.fails(1, "match 2 is not over; call it off first with", "match",
                "delete", str(other), "--reason", "x")
    mine = house.rows("SELECT * FROM event WHERE match = 2")
    seats = house.rows("SELECT * FROM seat WHERE match = 2")
    letters = house.rows("SELECT count(*) FROM outbox_raw JOIN outbox"
                         " USING (id) WHERE match = 2")
    assert letters[0][0] > 3
    house.ok("match", "delete", str(number), "--reason", "x", "--at-once")
    finish(house)
    is_gone(house, number)
    assert house.rows("SELECT * FROM event WHERE match = 2") == mine
    assert house.rows("SELECT * FROM seat WHERE match = 2") == seats
    assert house.rows("SELECT count(*) FROM outbox_raw JOIN outbox"
                      " USING (id) WHERE match = 2") == letters
    house.say("Carmen", "history").says("hello there")


def test_old(house):
    config(house, "keep:\n  letters: 30d\n  matches: 40d")
    number = table(house)
    letters = len(house.letters("Bernhard"))
    house.now += 20 * DAY
    house.run()
    assert len(house.letters("Bernhard")) == letters
    house.now += 7 * DAY
    house.run(5)
    house.run()
    house.newest("Bernhard").says("Old matches are deleted here",
                                  "will be deleted after Friday, "
                                  "1 January 2027")
    house.now += 12 * DAY
    house.run()
    assert house.life() == "ended"
    house.now += 2 * DAY
    finish(house)
    is_gone(house, number)


def test_flags(house):
    """A reader's program has moved letters and marked them."""
    number = table(house)
    marked = 0
    for folder, _, names in os.walk(house.path("spool", "out")):
        if os.path.basename(folder) != "new":
            continue
        for name, flags in zip(sorted(names), ("", "S", "FS", "PRST")):
            os.rename(os.path.join(folder, name), os.path.join(
                os.path.dirname(folder), "cur", name + ":2," + flags))
            marked += 1
    assert marked > 8, marked
    house.ok("match", "delete", str(number), "--reason", "x", "--at-once")
    finish(house)
    is_gone(house, number)


def test_letters_first(house):
    """A letter that waits for its hour is written before its match goes."""
    number = table(house)
    house.run()
    house.ok("match", "delete", str(number), "--reason", "x", "--at-once")
    house.run()
    with contextlib.closing(sqlite3.connect(
            house.path("turnpost.db"))) as db, db:
        db.execute("INSERT INTO unwritten SELECT match, seat, person, 0, 0, ?"
                   " FROM seat WHERE match = ? AND seat = 0",
                   (int(house.now) + DAY, number))
    for _ in range(5):
        house.run()
    assert sql(house, "SELECT count(*) FROM match WHERE id = ?",
               number) == [(1,)]
    house.now += DAY + 60
    finish(house)
    is_gone(house, number)


def test_hinders_nothing(house):
    """A file that cannot be removed fails no step, and is tried again an hour
    later."""
    number = table(house)
    letter = next(os.path.join(folder, name) for folder, _, names in os.walk(
        house.path("spool", "out")) for name in names)
    os.remove(letter)
    os.mkdir(letter)
    house.ok("match", "delete", str(number), "--reason", "x", "--at-once")
    house.run()
    house.now += 60
    done = house.call("run")
    assert done.returncode == 0, done
    assert "cannot remove" in done.stderr, done
    assert "tried again in an hour" in done.stderr, done
    house.now += 60
    done = house.call("run")
    assert done.returncode == 0 and "cannot remove" not in done.stderr, done
    os.rmdir(letter)
    assert sql(house, "SELECT count(*) FROM match WHERE id = ?",
               number) == [(1,)]
    house.now += 3600
    finish(house)
    is_gone(house, number)


def test_cancel(house):
    """What the organiser keeps stays, however old; what has begun cannot be
    taken back."""
    config(house, "keep:\n  letters: 30d\n  matches: 40d")
    number = str(table(house))
    house.now += 27 * DAY
    house.run(5)
    house.run()
    house.newest("Bernhard").says("will be deleted after")
    house.ok("match", "delete", number, "--cancel")
    house.run()
    letters = len(house.letters("Bernhard"))
    for _ in range(4):
        house.now += 20 * DAY
        house.run(5)
        house.run()
    assert house.life() == "ended"
    assert len(house.letters("Bernhard")) == letters
    house.fails(1, "is not going to be deleted", "match", "delete", number,
                "--cancel")
    with contextlib.closing(sqlite3.connect(
            house.path("turnpost.db"))) as db, db:
        db.execute("INSERT INTO meta VALUES (?, '1')",
                   ("delete-begun." + number,))
    for more in (("--cancel",), ("--reason", "x", "--in", "14d")):
        house.fails(1, "is being deleted already", "match", "delete", number,
                    *more)


def test_within_a_second(house):
    """Each order and each cancellation is told, however soon it comes."""
    number = str(table(house))
    before = {name: len(house.letters(name)) for name in SEATS}
    for _ in range(2):
        house.ok("match", "delete", number, "--reason", "x", "--in", "40d")
        house.ok("match", "delete", number, "--cancel")
    house.ok("match", "delete", number, "--reason", "y", "--in", "50d")
    due = house.now + 50 * DAY
    house.run()
    for name in SEATS:
        assert len(house.letters(name)) == before[name] + 5, name
    rows = sql(house, "SELECT key, value FROM meta WHERE key LIKE 'delete%'"
               " OR key LIKE 'kept%'")
    assert rows == [("delete." + number, str(due))], rows


def test_refused(house):
    config(house, "keep:\n  matches: 10d")
    house.fails(78, "keep: matches must be a time of at least 30d",
                "match", "list")
    house = house.__class__()
    try:
        table(house)
        house.fails(2, "give --reason", "match", "delete", "1")
        house.fails(2, "give one of", "match", "delete", "1", "--at-once",
                    "--cancel")
        house.fails(2, "--in must be", "match", "delete", "1", "--reason",
                    "x", "--in", "soon")
        house.fails(1, "there is no match 9", "match", "delete", "9",
                    "--reason", "x")
    finally:
        house.close()


def test_slices(house):
    """The program may be stopped at any slice; the next one goes on."""
    number = table(house)
    house.ok("match", "delete", str(number), "--reason", "x", "--at-once")
    house.run()
    for stop in range(1, 12):
        house.now += 60
        house.call("run", env={"TURNPOST_STOP_AT": str(stop)})
        assert sql(house, "PRAGMA foreign_key_check") == []
    finish(house)
    is_gone(house, number)


def test_shown(house):
    """What is left of it says nothing of what it was."""
    number = table(house)
    sql(house, "INSERT INTO meta (key, value) VALUES (?, '1')",
        "delete-begun.%d" % number)
    shown = house.json("match", "show", str(number))
    assert shown["name"] == "(is being deleted)", shown
    assert shown["seats"] == [] and "view" not in shown, shown
    assert "(is being deleted)" in house.ok("match", "list")
    house.ok("match", "show", str(number))
    sql(house, "DELETE FROM meta WHERE key LIKE 'delete-begun.%'")


def test_served(_house):
    """A daemon goes on with it, and waits for no round of a minute."""
    house = House()
    number = table(house)
    delete = ["match", "delete", str(number), "--reason", "x", "--at-once"]
    said = house.ok(*delete, "--dry-run")
    assert 'told with the next "send" or "run"' in said, said
    daemon = subprocess.Popen(house.command(["serve"]),
                              stdout=subprocess.PIPE, text=True)
    try:
        assert "serves" in daemon.stdout.readline()
        said = house.ok(*delete)
        assert "its players are told now" in said, said
        end = time.monotonic() + 40
        while sql(house, "SELECT 1 FROM match WHERE id = ?", number):
            assert time.monotonic() < end and daemon.poll() is None
            time.sleep(0.2)
    finally:
        daemon.terminate()
        daemon.wait(60)
        house.close()


def test_bounce(house):
    """A report about a letter that is gone is no fault."""
    number = table(house)
    word, = house.rows("SELECT bounce FROM outbox WHERE match = 1"
                       " AND bounce IS NOT NULL LIMIT 1")[0]
    house.ok("match", "delete", str(number), "--reason", "x", "--at-once")
    house.run()
    finish(house)
    state, note = send(
        house, "It did not arrive.", sender="mailer-daemon@example.org",
        to="robot+b.%s@example.org" % word, subject="Undelivered Mail",
        Auto_Submitted="auto-replied")
    assert state == "ignored", (state, note)


run_all(globals())
