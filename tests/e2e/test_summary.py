#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""The letter to the organiser: each cause, none without one, once a day, and
no word of what is done with."""

import contextlib
import os
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, address  # noqa: E402
from tap import Tap  # noqa: E402

DAY = 24 * 60
FAR = "mallory@example.com"


class Office(House):
    """A home with an organiser, and an example match in it."""

    def __init__(self, organiser="Olga <olga@example.org>"):
        super().__init__()
        with open(self.path("turnpost.yaml"), "a", encoding="utf-8") as file:
            file.write("organiser: %s\n" % organiser)
        self.example()

    def sql(self, text, *args):
        with contextlib.closing(
                sqlite3.connect(self.path("turnpost.db"))) as db:
            db.execute(text, args)
            db.commit()

    def summaries(self):
        return self.letters("Olga")

    def new(self, minutes=1):
        """Those that one more run brings."""
        before = len(self.summaries())
        self.run(minutes)
        return self.summaries()[before:]

    def hold(self, minutes=1):
        """A mail with a good key from a wrong address."""
        turn = [letter for letter in self.letters("Bernhard")
                if "+g1." in letter.mail["Reply-To"]][-1]
        self.reply(turn, "pay 1", sender=FAR)
        return self.new(minutes)

    def dead_letter(self):
        """A letter of today that was given up."""
        self.reply(self.newest("Steffi"), "help")
        self.now += 60
        self.ok("receive")
        self.ok("handle")
        letter = self.json("outbox", "list", "--state", "new")[0]["letter"]
        self.sql("UPDATE outbox SET state = 'dead', note = 'no room there'"
                 " WHERE id = ?", letter)
        return letter


def with_office(test):
    def run():
        office = Office()
        try:
            test(office)
        finally:
            office.close()
    return run


@with_office
def test_none(office):
    office.say("Bernhard", "pay 1")
    for _ in range(3):
        assert office.new(DAY) == []
    assert not os.path.exists(office.box("Olga"))


@with_office
def test_held(office):
    (letter,) = office.hold()
    number = office.json("inbox", "list", "--state", "held")[0]["mail"]
    letter.says("Hello Olga", "mail %d of 2026-11-21" % number, FAR,
                "(1 in all)", "→ turnpost inbox release N",
                "→ turnpost inbox drop N")
    letter.lacks("pay 1", "given up", "has failed and is", "No mail reaches")
    assert "olga@example.org" in letter.mail["To"]
    assert letter.mail["Auto-Submitted"] == "auto-generated"
    # once a day, as long as it is open
    assert office.new(60) == [] and office.new(DAY - 62) == []
    assert len(office.new(2)) == 1
    office.ok("inbox", "drop", str(number))
    assert office.new(DAY) == [] and office.new(DAY) == []


@with_office
def test_released(office):
    """What was released and done is not told again."""
    assert len(office.hold()) == 1
    number = office.json("inbox", "list", "--state", "held")[0]["mail"]
    office.sql("UPDATE inbox SET state = 'done' WHERE id = ?", number)
    assert office.new(DAY) == []


@with_office
def test_dead_mail(office):
    office.reply(office.newest("Bernhard"), "help")
    office.ok("receive")
    office.sql("UPDATE inbox SET state = 'dead', note = 'died three times'"
               " WHERE id = 5")
    (letter,) = office.new()
    letter.says("mail 5 of", "died three times", "→ turnpost inbox retry N")
    letter.lacks("held")
    office.ok("inbox", "retry", "5")
    assert office.new(DAY) == []


@with_office
def test_dead_letter(office):
    number = office.dead_letter()
    (letter,) = office.new()
    letter.says("letter %d of" % number, "no room there",
                address("Steffi"), "match 1, Steffi",
                "→ turnpost outbox retry N")
    assert len(office.new(DAY)) == 1
    office.ok("outbox", "drop", str(number))
    assert office.new(DAY) == []


@with_office
def test_unreached(office):
    """Told once, and again along with other things."""
    number = office.dead_letter()
    office.sql("UPDATE address SET unreached = ? WHERE address = ?",
               office.now, address("Steffi"))
    (letter,) = office.new()
    letter.says("Steffi (person 2), steffi@example.org, since 2026-11-21",
                "→ turnpost person set N --address ADDRESS")
    # her letters that were given up are no matter of their own
    letter.lacks("given up", "letter %d" % number)
    assert office.new(DAY) == []
    (letter,) = office.hold()
    letter.says("Steffi (person 2)", FAR)
    office.sql("UPDATE address SET unreached = 0")
    (letter,) = office.new(DAY)
    letter.lacks("Steffi (person 2)")


@with_office
def test_trouble(office):
    """Not before it has lasted for an hour; not when it is over."""
    office.sql("INSERT INTO trouble VALUES ('the disk in the cellar',"
               " 'it is wet', ?, ?)", office.now, office.now)
    assert office.new(30) == []
    (letter,) = office.new(31)
    letter.says("the disk in the cellar, since 2026-11-21",
                "it is wet", "→ turnpost check")
    assert len(office.new(DAY)) == 1
    office.sql("DELETE FROM trouble")
    assert office.new(DAY) == []


@with_office
def test_spared(office):
    office.say("Bernhard", "help")
    office.sql("UPDATE inbox SET answer = 'spared', handled = ?"
               " WHERE id < 4", office.now)
    (letter,) = office.new()
    letter.says("an hour: 3.", "→ turnpost inbox list")
    assert office.new(DAY) == []


@with_office
def test_many(office):
    """Ten of each, and how many there are in all."""
    for _ in range(13):
        office.say("Bernhard", "pay 99")
    office.sql("UPDATE inbox SET state = 'dead', note = 'x' WHERE id > 4")
    (letter,) = office.new(DAY)  # answers were spared, too
    letter.says("(%d in all)" % 13)
    assert letter.text.count("  mail ") <= 20, letter.text
    assert max(len(line) for line in letter.text.splitlines()) <= 72


@with_office
def test_no_answer_to_it(office):
    """Her answer does nothing; a robot's is not answered."""
    (letter,) = office.hold()
    office.reply(letter, "help", sender="olga@example.org")
    office.run()
    state = office.json("inbox", "list")[0]
    assert state["state"] == "ignored", state
    assert office.moves() == []


@with_office
def test_strangers(office):
    """It does not use up what strangers may ask for."""
    office.hold()
    rows = office.json("outbox", "list")
    assert [row["kind"] for row in rows].count("summary") == 1, rows
    for n in range(50):
        office.deliver(("From: s%d@example.net\nTo: robot@example.org\n"
                        "Message-ID: <s%d@example.net>\n\nhello\n"
                        % (n, n)).encode())
    office.run()
    answered = [row for row in office.json("outbox", "list")
                if row["kind"] == "stranger"]
    assert len(answered) == 50, len(answered)


@with_office
def test_unsent(office):
    """One that cannot leave makes way for the next."""
    os.makedirs(office.path("spool", "out"), exist_ok=True)
    with open(office.path("spool", "out", "olga@example.org"), "wb"):
        pass  # no folder can be made there
    turn = office.newest("Bernhard")
    office.reply(turn, "pay 1", sender=FAR)
    office.call("run")
    office.now += DAY * 60
    office.call("run")
    rows = [row["state"] for row in office.json("outbox", "list")
            if row["kind"] == "summary"]
    assert rows == ["later", "replaced"], rows


def test_nobody():
    """Without an organiser nobody is written to."""
    office = Office()
    try:
        with open(office.path("turnpost.yaml"), encoding="utf-8") as file:
            text = file.read()
        with open(office.path("turnpost.yaml"), "w",
                  encoding="utf-8") as file:
            file.write(text.replace("\norganiser:", "\n# organiser:"))
        assert office.hold() == []
        assert office.json("outbox", "list", "--state", "new") == []
    finally:
        office.close()


def test_bare():
    """An organiser without a name, in a zone of the home's."""
    office = Office("olga@example.org\nzone: Asia/Tokyo")
    try:
        (letter,) = office.hold()
        letter.says("Hello, this is", "of 2026-11-21 21:")
    finally:
        office.close()


tap = Tap()
for name, test in list(globals().items()):
    if name.startswith("test_"):
        tap.run(name[5:].replace("_", " "), test)
tap.end()
