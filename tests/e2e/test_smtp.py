#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Letters over SMTP: what becomes of each, whatever the server does."""

import contextlib
import os
import re
import signal
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import ROBOT, address  # noqa: E402
from smtphouse import SmtpHouse, invite, until  # noqa: E402
from stopping import rows  # noqa: E402
from tap import Tap  # noqa: E402

VERP = re.compile(r"robot\+b\.[a-z2-7]{13}@example\.org")


def stored(house):
    return dict(rows(house, "SELECT id, unpacked(raw) FROM outbox_raw"))


# ---- as it should be ----

def test_all_in_one_session():
    with contextlib.closing(SmtpHouse()) as house:
        invite(house, "Anna")
        invite(house, "Dora", ["Emma", "Fritz"])
        log = house.go()
        assert log.count(": sent") == 6, log
        mails = house.taken()
        assert len(mails) == 6 and house.states() == ["sent"] * 6
        assert len({mail["peer"] for mail in mails}) == 1
        assert [len(mail["to"]) for mail in mails] == [1] * 6
        assert {mail["ehlo"] for mail in mails} == {"example.org"}
        senders = {mail["from"] for mail in mails}
        assert len(senders) == 6, senders
        for sender in senders:
            assert VERP.fullmatch(sender), sender
        assert house.trouble() is None
        assert "password" not in log and "robotpw" not in log, log


def test_the_bytes_on_the_wire():
    with contextlib.closing(SmtpHouse()) as house:
        invite(house, "Anna", ["Berta", "Carla"])
        house.go()
        raws = [raw for _, raw in sorted(stored(house).items())]
        taken = [mail["content"].encode("latin-1")
                 for mail in house.taken()]
        assert taken == raws
        for raw in raws:
            assert max(raw) < 128
            head, body = raw.split(b"\r\n\r\n", 1)
            lines = body.split(b"\r\n")
            assert max(map(len, lines)) <= 76, max(lines, key=len)
            lines += head.split(b"\r\n")
            assert not re.search(b"[\r\n]", b"".join(lines))
        assert [mail["options"] for mail in house.taken()] == [
            ["SIZE=%d" % len(raw)] for raw in raws]


def test_lines_that_begin_with_dots():
    with contextlib.closing(SmtpHouse()) as house:
        invite(house, "Anna")
        raw = (b"From: a@example.org\r\nMessage-ID: <dots@example.org>\r\n"
               b"\r\nbefore\r\n.\r\n..\r\n.x\r\n.\r\nafter\r\n")
        db = sqlite3.connect(house.path("turnpost.db"))
        db.execute("UPDATE outbox_raw SET raw = ? WHERE id = 1", (raw,))
        db.commit()
        db.close()
        house.go()
        assert house.taken()[0]["content"].encode() == raw
        assert house.states() == ["sent"] * 3


def test_tls_from_the_first_byte():
    with contextlib.closing(SmtpHouse(tls="first")) as house:
        house.settings(scheme="smtps")
        invite(house, "Anna")
        house.go()
        assert house.states() == ["sent"] * 3, house.trouble()
        assert len({mail["peer"] for mail in house.taken()}) == 1


def test_null_sender_for_strangers():
    with contextlib.closing(SmtpHouse()) as house:
        house.deliver(b"From: Stranger <stranger@elsewhere.example>\r\n"
                      b"To: robot@example.org\r\nSubject: hello\r\n"
                      b"Message-ID: <1@elsewhere.example>\r\n\r\nhelp\r\n")
        house.go()
        mail, = house.taken()
        assert mail["to"] == ["stranger@elsewhere.example"], mail
        assert mail["from"] == "<>", mail
        # a server that lets only the robot's own address pass
        house.settings("envelope: plain")
        invite(house, "Anna")
        house.go(1)
        assert [mail["from"] for mail in house.taken()[1:]] == [ROBOT] * 3


def test_new_connection_when_the_old_one_is_used_up():
    with contextlib.closing(SmtpHouse(most=2)) as house:
        invite(house, "Anna", ["Berta", "Carla", "Dora"])
        house.go()
        assert house.states() == ["sent"] * 4
        assert len({mail["peer"] for mail in house.taken()}) == 2
        tries = rows(house, "SELECT tries FROM outbox")
        assert tries == [(0,)] * 4, tries


# ---- one letter is not taken ----

def test_greylisted():
    with contextlib.closing(SmtpHouse()) as house:
        invite(house, "Defer")
        house.go()
        letter = house.letter("Defer")
        assert letter["state"] == "later" and letter["tries"] == 1, letter
        assert "451 4.7.1 Greylisted" in letter["note"], letter
        assert house.state("Carla") == "sent"
        # a minute, and up to a fifth more
        wait = letter["next_try"] - house.now
        assert 60 <= wait <= 72, wait
        house.go(0.5)
        assert len([r for r in house.smtp.rcpts()
                    if r["to"] == address("Defer")]) == 1
        house.go(1)
        assert house.letter("Defer")["tries"] == 2
        house.go(6.5)
        assert house.state("Defer") == "sent"
        tries = [r["from"] for r in house.smtp.rcpts()
                 if r["to"] == address("Defer")]
        assert len(tries) == 3 and len(set(tries)) == 1, tries
        assert tries[0] == house.taken("Defer")[0]["from"]
        assert house.letter("Defer")["note"] == ""


def test_refused():
    with contextlib.closing(SmtpHouse()) as house:
        invite(house, "Reject", ["Datafail", "Carla"])
        log = house.go()
        assert house.states()[:3] == ["dead", "dead", "sent"]
        assert house.bounces()[:2] == [
            (address("Reject"), "5.1.1", "550 5.1.1 No such user here"),
            (address("Datafail"), "5.6.0", "554 5.6.0 Content refused")]
        assert house.letter("Reject")["note"] == house.bounces()[0][2]
        assert "outbox 1: match 1 seat 0: dead: 550 5.1.1" in log, log
        def tries():
            return sum(r["to"] == address("Reject")
                       for r in house.smtp.rcpts())

        house.go(600)
        assert tries() == 1
        # the organiser tries again
        house.ok("outbox", "retry", "1")
        house.go()
        assert tries() == 2


def test_full_and_given_up():
    with contextlib.closing(SmtpHouse()) as house:
        invite(house, "Full", ["Databusy", "Carla"])
        house.go()
        waits = []
        for _ in range(8):
            letter = house.letter("Full")
            assert letter["state"] == "later", letter
            waits.append((letter["next_try"] - house.now) / 60)
            house.now = max(letter["next_try"],
                            house.letter("Databusy")["next_try"])
            house.go()
        want = [1, 5, 15, 30, 60, 120, 120, 120]
        for wait, least in zip(waits, want):
            assert least <= wait <= least * 1.2, waits
        assert len({wait / least for wait, least in zip(waits, want)}) > 4
        assert "451 4.3.1" in house.letter("Databusy")["note"]
        house.go(4 * 24 * 60)
        letter = house.letter("Full")
        assert letter["state"] == "dead", letter
        assert letter["note"] == (
            "given up after 4 days: 452 4.2.2 Mailbox full"), letter
        assert house.bounces() == []


def test_long_outage_and_then_busy():
    """Days without a server are no tries: nobody gives up in minutes."""
    with contextlib.closing(SmtpHouse()) as house:
        house.smtp.stop()
        invite(house, "Full")
        house.go()
        house.go(5 * 24 * 60)
        house.smtp.start()
        for wait in (61, 2, 7):
            house.go(wait)
            assert house.state("Full") == "later"
        for wait in (20, 40, 80):
            house.go(wait)
        assert house.state("Full") == "dead"


def test_refused_by_policy():
    with contextlib.closing(SmtpHouse()) as house:
        invite(house, "Policy")
        house.go()
        assert house.state("Policy") == "later"
        assert house.states()[1:] == ["sent"] * 2
        house.go(2)
        assert "letter 1 was refused by policy (550 5.7.1" in house.trouble()
        house.go(7)
        house.go(20)
        house.go(40)
        assert house.state("Policy") == "later"
        house.go(24 * 60)
        assert house.state("Policy") == "dead"
        assert house.bounces() == [
            (address("Policy"), "5.7.1", "550 5.7.1 Not wanted here")]


# ---- the last answer is lost ----

def test_answer_lost_but_delivered():
    with contextlib.closing(SmtpHouse()) as house:
        invite(house, "Drop")
        house.go()
        letter = house.letter("Drop")
        assert letter["state"] == "unknown", letter
        assert house.states()[1:] == ["sent"] * 2
        house.go(20)
        assert len(house.taken("Drop")) == 1
        for _ in range(10):
            house.go(40)
        mails = house.taken("Drop")
        assert len(mails) == 3, len(mails)
        assert len({mail["content"] for mail in mails}) == 1
        assert len({mail["from"] for mail in mails}) == 1
        assert house.state("Drop") == "dead"
        assert "it may have arrived" in house.letter("Drop")["note"]
        assert house.bounces() == []


def test_answer_lost_once():
    with contextlib.closing(SmtpHouse()) as house:
        invite(house, "Droponce", ["Cutonce", "Carla"])
        house.go()
        assert house.states() == ["unknown", "unknown", "sent"]
        house.go(40)
        assert house.states() == ["sent"] * 3
        first, second = house.taken("Droponce")
        assert first["content"] == second["content"]
        assert len(house.taken("Cutonce")) == 1


def test_slow():
    with contextlib.closing(SmtpHouse()) as house:
        invite(house, "Slow")
        house.go()
        assert house.states() == ["sent"] * 3
        assert len(house.taken("Slow")) == 1


def test_server_dies_in_data():
    with contextlib.closing(SmtpHouse()) as house:
        invite(house, "Slow")
        send = subprocess.Popen(house.command(["send"]),
                                stderr=subprocess.DEVNULL)
        until(lambda: house.smtp.log("data.jsonl"))
        house.smtp.halt(signal.SIGKILL)
        assert send.wait(60) == 0
        assert house.state("Slow") == "unknown"
        # nobody was there for the others
        assert house.states()[1:] == ["new"] * 2
        assert house.trouble() is not None
        house.smtp.start()
        house.go(40)
        assert house.states() == ["sent"] * 3
        assert house.trouble() is None
        assert len(house.taken()) == 3


def main():
    tap = Tap()
    tap.all(globals(), sys.argv[1:])
    tap.end()


main()
