#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What an organiser who plays sees of the mails and letters of other seats
without a look: in lists, one by one and in the log, no more than that a mail
came; all of it with a look, which all players are told of."""

import contextlib
import email.utils
import os
import re
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, SEATS, address  # noqa: E402
from tap import Tap  # noqa: E402

FLORIAN = SEATS[2]


def table(*more, plays=True):
    house = House()
    with open(house.path("turnpost.yaml"), "r+", encoding="utf-8") as file:
        text = file.read()
        file.seek(0)
        file.write("organiser: %s\n%s" % (
            address(FLORIAN if plays else "Olga"), text))
    house.example(*more)
    return house


def rows(house, name, *args):
    """Of one player, oldest first."""
    return [row for row in reversed(house.json(*args))
            if (row.get("from") or row.get("to")) == address(name)]


def say(house, name, text, **more):
    """The step handle with all that the log can say."""
    house.reply(house.newest(name), text, **more)
    house.now += 60
    done = house.call("-v", "-v", "run")
    assert done.returncode == 0, done.stderr
    return done.stderr


# What a player may send while others are asked, of which nobody else learns.
SECRETS = ["play wine", "play wine\nplay grain\nplay salt", "play ruby",
           "check play wine", "cancel", "zzz", "wait"]


def test_twins(house):
    """Whatever Carmen sends, all is the same."""
    seen = set()
    for text in SECRETS:
        twin = table()
        log = say(twin, "Carmen", text)
        seen.add("\n".join(
            [twin.ok("--json", queue, "list") for queue in ("inbox", "outbox")]
            + [twin.ok("inbox", "list"), twin.ok("outbox", "list"),
               twin.ok("--json", "inbox", "show", "5"),
               twin.ok("inbox", "show", "5"), log]))
        twin.close()
    assert len(seen) == 1, "\n=====\n".join(sorted(seen))


def test_mails(house):
    """Nothing of other seats; of his own all."""
    log = say(house, "Bernhard", "pay 999")
    assert "refused" not in log and "seat 0: came" in log, log
    log += say(house, FLORIAN, "play ruby")
    assert "seat 2: done" in log or "seat 2: refused" in log, log
    for row in rows(house, "Bernhard", "inbox", "list"):
        assert row["match"] == 1 and row["seat"] == 0, row
        assert (row["state"], row["size"], row["tries"], row["note"]) == (
            "done", None, None, ""), row
    for row in rows(house, FLORIAN, "inbox", "list"):
        assert row["size"] > 0 and row["note"] != "", row
    shown = house.json("inbox", "show", "5")
    assert shown["size"] is None and shown["answered"] is None, shown


def test_states(house):
    """What became of a mail is not found by its state either."""
    say(house, "Bernhard", "pay 2", Auto_Submitted="auto-replied")
    say(house, FLORIAN, "hm", Auto_Submitted="auto-replied")
    ignored = house.json("inbox", "list", "--state", "ignored")
    assert [row["from"] for row in ignored] == [address(FLORIAN)], ignored
    assert [row["state"] for row in rows(
        house, "Bernhard", "inbox", "list", "--state", "done")] == [
            "done"] * 2


def test_question(_house):
    """Nor does the log tell what another seat was asked, and answered."""
    for plays in True, False:
        house = table(plays=plays)
        say(house, "Bernhard", "address b@elsewhere.example")
        code = re.findall(r"\u2192 (no \w+)$", "\n".join(
            letter.text for letter in house.letters("Bernhard")), re.M)[-1]
        log = say(house, "Bernhard", code, quote=False)
        assert ("question" in log) == (not plays), log
        house.close()


def test_many(house):
    """A state is looked for in all rows, however many are newer."""
    say(house, FLORIAN, "hm", Auto_Submitted="auto-replied")
    with contextlib.closing(sqlite3.connect(house.path("turnpost.db"))) as db:
        columns = [row[1] for row in db.execute("PRAGMA table_info(inbox)")
                   if row[1] not in ("id", "source")]
        db.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"
            " WHERE i < 1100) INSERT INTO inbox (source, %s) SELECT"
            " 'copy:' || i, %s FROM n, inbox WHERE id = (SELECT min(id) FROM"
            " inbox WHERE state = 'done')" % (
                ", ".join(columns), ", ".join(columns)))
        db.commit()
    ignored = house.json("inbox", "list", "--state", "ignored")
    assert [row["from"] for row in ignored] == [address(FLORIAN)], ignored
    done = house.json("inbox", "list", "--state", "done")
    assert len(done) == 1000, len(done)
    assert {row["state"] for row in done} == {"done"}


def test_unread(house):
    """Nobody knows yet whose it is."""
    house.reply(house.newest("Bernhard"), "pay 2")
    house.ok("receive")
    row, = house.json("inbox", "list", "--state", "new")
    assert row["size"] is None, row


def test_held(house):
    """Why a mail waits for the organiser is said."""
    house.reply(house.newest("Bernhard"), "pay 2", sender="eve@example.com")
    house.run()
    row, = house.json("inbox", "list", "--state", "held")
    assert row["note"] != "" and row["size"] is None, row


def test_letters(house):
    """The kind of a letter, and for whom it is, tell who is reminded."""
    assert rows(house, "Bernhard", "outbox", "list") == []
    hidden = {(row["to"], row["seat"], row["kind"])
              for row in house.json("outbox", "list")
              if row["to"] != address(FLORIAN)}
    assert hidden == {(None, None, None)}, hidden
    assert None not in {row["kind"] for row in rows(
        house, FLORIAN, "outbox", "list")}
    shown = house.json("outbox", "show", "1")
    for key in "kind", "to", "seat", "message_id", "answers":
        assert shown[key] is None, shown
    assert "player" not in shown, shown


def test_narrowed(house):
    """A list of one person tells no more than the whole list."""
    say(house, "Bernhard", "pay 2")
    say(house, FLORIAN, "play ruby")
    whole = house.json("outbox", "list")
    assert house.json("outbox", "list", "--match", "1") == whole
    assert house.json("outbox", "list", "--person", "Bernhard") == []
    own = house.json("outbox", "list", "--person", FLORIAN)
    assert own == [row for row in whole if row["to"] == address(FLORIAN)]
    assert own != []
    looked = house.json("--reveal", "outbox", "list", "--force", "--person",
                        "Bernhard")
    assert looked and {row["to"] for row in looked} == {address("Bernhard")}
    done = house.json("inbox", "list", "--person", "Bernhard", "--state",
                      "done")
    assert len(done) == 2, done
    for row in done:
        assert row["from"] == address("Bernhard") and row["note"] == "", row


def test_narrowed_state(house):
    """What became of one player's mails is not found by their state."""
    say(house, "Bernhard", "pay 2", Auto_Submitted="auto-replied")
    say(house, FLORIAN, "hm", Auto_Submitted="auto-replied")
    for state in "ignored", "duplicate":
        assert house.json("inbox", "list", "--person", "Bernhard", "--state",
                          state) == []
    row, = house.json("inbox", "list", "--person", FLORIAN, "--state",
                      "ignored")
    assert row["from"] == address(FLORIAN), row


def told_of_looks(house, name):
    house.run()
    return sum("looked at" in letter.text for letter in house.letters(name))


def test_look_for_a_state(house):
    """Nothing is learnt without a word from whether a look finds anything."""
    say(house, "Bernhard", "pay 2")
    for state in "ignored", "duplicate", "done":
        house.fails(1, "with --force it is", "--reveal", "inbox", "list",
                    "--state", state)
    told = told_of_looks(house, "Bernhard")
    assert house.json("--reveal", "inbox", "list", "--force", "--state",
                      "ignored") == []
    assert told_of_looks(house, "Bernhard") > told


def test_look_at_own_mails(house):
    """A sender is shown, so there is nothing to tell of a list of one."""
    say(house, FLORIAN, "play ruby")
    told = told_of_looks(house, "Bernhard")
    assert house.json("--reveal", "inbox", "list", "--person", FLORIAN)
    assert told_of_looks(house, "Bernhard") == told


def test_look_at_one_match(house):
    """Players of another one, in which the organiser plays too, hear nothing of
    a look at the letters of this."""
    house.example()
    house.run()
    assert house.json("--reveal", "outbox", "list", "--force", "--match", "1")
    house.run()
    told = [letter.mail["Subject"] for letter in house.letters("Bernhard")
            if "looked at" in letter.text]
    assert told, "nobody was told"
    assert all(text.startswith("[Mutineer 1]") for text in told), told


def test_reminded(_house):
    """Who is reminded does not stand in the log."""
    for plays in True, False:
        house = table("--policy", "time=2h", "--policy", "reminders=50%",
                      plays=plays)
        house.now += 3660
        log = house.call("-v", "-v", "run").stderr
        assert ("seat 0: is reminded" in log) == (not plays), log
        assert ("seat 0: sent" in log) == (not plays), log
        house.close()


def test_look(house):
    """With --reveal there is all, and all are told, once."""
    say(house, "Bernhard", "pay 999")
    for queue in "inbox", "outbox":
        house.fails(1, "plays in match 1", "--reveal", queue, "list")
        told = len(house.letters("Steffi"))
        sizes = {row.get("size", 1) for row in house.json(
            "--reveal", queue, "list", "--force")}
        assert None not in sizes, sizes
        house.run()
        assert len(house.letters("Steffi")) == told + 1
        letter = house.newest("Steffi")
        letter.says("has looked at hidden cards")
        at = email.utils.parsedate_to_datetime(letter.mail["Date"])
        assert abs(at.timestamp() - house.now) <= 3600, (at, house.now)
    notes = {row["note"] for row in rows(
        house, "Bernhard", "--reveal", "inbox", "list", "--force")}
    assert "refused" in notes, notes


def test_not_playing(_house):
    """Who does not play sees it all, and nobody is told."""
    house = table(plays=False)
    log = say(house, "Bernhard", "pay 999")
    assert "seat 0: refused" in log, log
    for more in [], ["--reveal"]:
        row = rows(house, "Bernhard", *more, "inbox", "list")[-1]
        assert row["note"] == "refused" and row["size"] > 0, row
    told = len(house.letters("Steffi"))
    house.run()
    assert len(house.letters("Steffi")) == told
    house.close()


def main():
    tap = Tap()
    tap.each(globals(), table)
    tap.end()


main()
