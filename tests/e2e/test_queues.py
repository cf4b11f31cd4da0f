#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What an organiser does with mails and letters: list, show, retry, release,
drop."""

import contextlib
import os
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, SEATS, address  # noqa: E402
from tap import Tap  # noqa: E402

# What the store notes on letters that a restore holds back.
HELD = ('held: the home that was lost may have sent it; "turnpost outbox'
        ' release" sends all such letters')
FAR = "carmen.at.her.grandmother@a-very-long-name.example.com"


def rows(house, sql, *args):
    with contextlib.closing(sqlite3.connect(house.path("turnpost.db"))) as db:
        db.row_factory = sqlite3.Row
        found = db.execute(sql, args).fetchall()
        db.commit()
    return found


def held(house):
    """A good key from an address that nobody knows; the mail's number."""
    turn = [letter for letter in house.letters("Bernhard")
            if "+g1." in letter.mail["Reply-To"]][-1]
    house.reply(turn, "pay 1", sender=FAR)
    house.run()
    mails = house.json("inbox", "list", "--state", "held")
    assert len(mails) >= 1, house.json("inbox", "list")
    return mails[0]["mail"]


def set_inbox(house, number, **what):
    for key, value in what.items():
        rows(house, "UPDATE inbox SET %s = ? WHERE id = ?" % key,
             value, number)


def set_outbox(house, number, **what):
    for key, value in what.items():
        rows(house, "UPDATE outbox SET %s = ? WHERE id = ?" % key,
             value, number)


def with_match(test):
    def run():
        house = House()
        try:
            house.example()
            test(house)
        finally:
            house.close()
    return run


@with_match
def test_list(house):
    number = held(house)
    house.now += 3 * 3600
    text = house.ok("inbox", "list")
    lines = text.splitlines()
    assert lines[0].split() == ["mail", "state", "age", "from", "match",
                                "seat", "note"], lines[0]
    assert max(len(line) for line in lines) <= 100, text
    first = lines[1].split()
    assert first[:3] == [str(number), "held", "3h"], first
    assert first[3] == FAR[:25] + "\u2026", first
    # newest first, and no column of zeros
    assert [int(line.split()[0]) for line in lines[1:]] == list(
        range(number, 0, -1)), text
    all_of_it = house.json("inbox", "list")[0]
    assert all_of_it["from"] == FAR and "age" not in all_of_it, all_of_it
    text = house.ok("outbox", "list")
    assert text.splitlines()[0].split() == [
        "letter", "state", "age", "to", "match", "seat", "kind",
        "note"], text
    assert max(len(line) for line in text.splitlines()) <= 100, text


@with_match
def test_list_state(house):
    number = held(house)
    only = house.json("inbox", "list", "--state", "held")
    assert [mail["mail"] for mail in only] == [number]
    done = house.json("inbox", "list", "--state", "done")
    assert done and all(mail["state"] == "done" for mail in done)
    house.fails(1, "there is no state \"lost\"; mails are new, done, ",
                "inbox", "list", "--state", "lost")
    house.fails(1, "later, unknown, replaced or dead",
                "outbox", "list", "--state", "lost")
    for state in ["unknown", "replaced"]:
        assert house.json("outbox", "list", "--state", state) == []


@with_match
def test_list_narrowed(house):
    """To a match, and to a person by name or by any of the addresses."""
    number = held(house)
    house.ok("match", "new", "mutineer", *(
        "--seat=%s <%s>" % (name, address(name)) for name in SEATS))
    house.run()
    old = address("Bernhard")
    house.ok("person", "set", old, "--address", "b@new.example")
    house.run()
    letters, mails = (house.json(queue, "list")
                      for queue in ("outbox", "inbox"))
    for match in 1, 2:
        of_it = house.json("outbox", "list", "--match", str(match))
        assert of_it == [row for row in letters if row["match"] == match]
        assert len(of_it) >= len(SEATS), of_it
    assert house.json("inbox", "list", "--match", "2") == []
    own = [row for row in letters if row["to"] in (old, "b@new.example")]
    assert {row["to"] for row in own} == {old, "b@new.example"}, own
    for name in "Bernhard", old.upper(), "b@new.example":
        assert house.json("outbox", "list", "--person", name) == own, name
    assert house.json("outbox", "list", "--person", "Bernhard", "--match",
                      "2", "--state", "sent") == [
        row for row in own if (row["match"], row["state"]) == (2, "sent")]
    # where it came from counts, not whose seat it is about
    wrote = house.json("inbox", "list", "--person", "Bernhard")
    assert wrote == [row for row in mails if row["from"] == old] != []
    assert number not in [row["mail"] for row in wrote]
    text = house.ok("inbox", "list", "--person", "Bernhard", "--match", "1")
    assert len(text.splitlines()) == 1 + len(wrote), text
    for queue in "inbox", "outbox":
        house.fails(1, "there is no match 7", queue, "list", "--match", "7")
        house.fails(1, 'there is no person "Zoe"', queue, "list",
                    "--person", "Zoe")
        house.fails(2, "--match takes the number of a match", queue, "list",
                    "--match", "x")


@with_match
def test_show(house):
    house.say("Bernhard", "pay 1")
    done = house.json("inbox", "list")[0]
    shown = house.json("inbox", "show", str(done["mail"]))
    assert shown["match"] == 1 and shown["seat"] == 0, shown
    assert shown["player"] == "Bernhard", shown
    assert shown["note"] == "done" and "raw" not in shown, shown
    number = held(house)
    text = house.ok("inbox", "show", str(number))
    assert "turnpost inbox release %d" % number in text, text
    assert "pay 1" not in text, text
    text = house.ok("--reveal", "inbox", "show", str(number))
    assert "pay 1" in text, text
    letter = house.json("outbox", "list")[0]
    shown = house.json("outbox", "show", str(letter["letter"]))
    assert shown["kind"] and shown["to"].endswith("@example.org"), shown
    house.fails(1, "there is no mail 999 in the inbox", "inbox", "show",
                "999")
    house.fails(1, "there is no letter 999 in the outbox", "outbox", "show",
                "999")


@with_match
def test_release(house):
    number = held(house)
    said = house.ok("inbox", "release", str(number))
    assert "as its player's own" in said, said
    (row,) = rows(house, "SELECT * FROM inbox WHERE id = ?", number)
    assert (row["state"], row["vouched"], row["tries"]) == (
        "new", "organiser", 0), dict(row)
    house.fails(1, "mail %d is new; only held ones can be released" % number,
                "inbox", "release", str(number))
    house.fails(1, "there is no mail 999", "inbox", "release", "999")
    done = house.json("inbox", "list", "--state", "done")[0]["mail"]
    house.fails(1, "is done; only held", "inbox", "release", str(done))
    assert rows(house, "SELECT vouched FROM inbox WHERE id = ?",
                done)[0]["vouched"] == ""
    house.fails(2, "usage: turnpost outbox list", "outbox", "release", "1")


@with_match
def test_retry(house):
    number = held(house)
    house.ok("inbox", "retry", str(number))
    (row,) = rows(house, "SELECT * FROM inbox WHERE id = ?", number)
    assert (row["state"], row["vouched"]) == ("new", ""), dict(row)
    house.run()
    (row,) = rows(house, "SELECT * FROM inbox WHERE id = ?", number)
    assert row["state"] == "held", dict(row)
    house.fails(1, "is done; only dead and held ones", "inbox", "retry", "1")


@with_match
def test_drop_mail(house):
    for state in ["held", "dead", "new"]:
        number = held(house)
        set_inbox(house, number, state=state)
        house.ok("inbox", "drop", str(number))
        (row,) = rows(house, "SELECT * FROM inbox WHERE id = ?", number)
        assert (row["state"], row["note"]) == (
            "ignored", "dropped by the organiser"), dict(row)
        house.run()
        assert house.moves() == [], house.moves()
    house.fails(1, "is ignored; only new, held and dead ones can be dropped",
                "inbox", "drop", str(number))
    house.fails(1, "is done; only new", "inbox", "drop", "1")
    house.fails(1, "there is no mail 999", "inbox", "drop", "999")


def test_dropped_news_is_told_by_the_next():
    house = House()
    house.example()
    house.reply(house.newest("Bernhard"), "pay 3\nplay wine")
    house.ok("receive")
    house.ok("handle")
    letter = [one for one in house.json("outbox", "list", "--state", "new")
              if one["seat"] == 1][0]["letter"]
    house.ok("outbox", "drop", str(letter))
    house.ok("match", "watch", "1", "Dora <dora@example.org>")
    house.run()
    house.newest("Steffi").says("Bernhard promises the mate 3", "Dora")
    house.close()


@with_match
def test_drop_letter(house):
    """What was dropped does not leave, unless it is tried again."""
    house.reply(house.newest("Bernhard"), "help")
    house.now += 60
    house.ok("receive")
    house.ok("handle")
    letter = house.json("outbox", "list", "--state", "new")[0]["letter"]
    before = len(house.letters("Bernhard"))
    house.ok("outbox", "drop", str(letter))
    (row,) = rows(house, "SELECT * FROM outbox WHERE id = ?", letter)
    assert (row["state"], row["note"]) == (
        "dead", "dropped by the organiser"), dict(row)
    house.run()
    assert len(house.letters("Bernhard")) == before
    # again: nothing changes
    house.ok("outbox", "drop", str(letter))
    house.ok("outbox", "retry", str(letter))
    house.run()
    assert len(house.letters("Bernhard")) == before + 1
    house.fails(1, "is sent; only one that has not left can be dropped",
                "outbox", "drop", str(letter))
    house.fails(1, "there is no letter 999", "outbox", "drop", "999")
    for state in ["later", "unknown", "sending"]:
        set_outbox(house, letter, state=state)
        house.ok("outbox", "drop", str(letter))
    set_outbox(house, letter, state="replaced")
    house.fails(1, "is replaced; only one", "outbox", "drop", str(letter))


@with_match
def test_narrowed_alone(house):
    """What narrows a list narrows nothing else: who means some of the held
    letters must not drop or send all of them."""
    house.run()
    letter = house.json("outbox", "list")[0]["letter"]
    set_outbox(house, letter, state="dead", note=HELD)
    before = rows(house, "SELECT * FROM outbox")
    for args in (["outbox", "drop", "held", "--match", "1"],
                 ["outbox", "drop", "held", "--person", "1"],
                 ["outbox", "release", "--state", "dead"],
                 ["outbox", "--person", "1", "retry", str(letter)],
                 ["inbox", "drop", "1", "--match", "1"]):
        house.fails(2, "belong to \"turnpost %s list\" alone" % args[0], *args)
    assert list(map(tuple, rows(house, "SELECT * FROM outbox"))) == list(
        map(tuple, before))
    house.ok("outbox", "drop", "held")
    assert house.json("outbox", "show", str(letter))["note"] == (
        "dropped by the organiser")


@with_match
def test_usage(house):
    for args in [["inbox"], ["inbox", "show"], ["inbox", "drop"],
                 ["inbox", "list", "1"],
                 ["inbox", "drop", "1", "2"], ["outbox", "shred", "1"],
                 ["outbox", "drop", "-1"]]:
        done = house.call(*args)
        assert done.returncode == 2, (args, done)
        assert "usage: turnpost " in done.stderr or "--help" in done.stderr, done


tap = Tap()
tap.run("lists are narrow, newest first", test_list)
tap.run("of one state", test_list_state)
tap.run("of one match or person", test_list_narrowed)
tap.run("one mail, one letter", test_show)
tap.run("a held mail is released", test_release)
tap.run("a mail is tried again", test_retry)
tap.run("a mail is dropped", test_drop_mail)
tap.run("a letter is dropped", test_drop_letter)
tap.run("its news is told by the next one", test_dropped_news_is_told_by_the_next)
tap.run("what narrows a list", test_narrowed_alone)
tap.run("wrong usage", test_usage)
tap.end()
