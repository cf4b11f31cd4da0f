#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Letters that come back over real servers: refused at the door by SMTP, or
reported later with the null sender, by LMTP and IMAP."""

import contextlib
import email
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import ROBOT  # noqa: E402
from mailhouse import MailHouse  # noqa: E402
from tap import Tap  # noqa: E402

REPORT = """\
From: Mail Delivery System <Mailer-Daemon@mx.example.net>
To: {to}
Auto-Submitted: auto-replied
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1rAbCd-000001-2x@mx.example.net>
MIME-Version: 1.0
Content-type: multipart/report; report-type=delivery-status; boundary=eximdsn

--eximdsn
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

--eximdsn
Content-type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Action: failed
Final-Recipient: rfc822;anna@example.org
Status: 5.0.0
Remote-MTA: dns; mail.example.org
Diagnostic-Code: smtp; 550 5.1.1 no such user

--eximdsn
Content-type: message/rfc822

{letter}
--eximdsn--
"""


def gone(house):
    return [one["name"] for one in house.json("person", "list")
            if one["unreached"] is not None]


def report(house, letter, to):
    text = REPORT.format(to=to, letter=letter.raw.decode())
    house.dovecot.deliver(text.replace("\n", "\r\n").encode(), to, sender="")
    house.run()


def envelope(letter):
    """As its reader's server wrote it down."""
    return str(letter.mail["Return-Path"]).strip("<>")


def test_refused_at_the_door(house):
    house.match(seats=["Anna", "Reject", "Carla"])
    house.run()
    house.run()
    assert gone(house) == ["Reject"]
    for name in ["Anna", "Carla"]:
        house.newest(name).says("No mail reaches Reject")
    dead = house.json("outbox", "list", "--state", "dead")
    assert len(dead) == 1, dead
    # nothing more is tried there
    house.reply(house.newest("Anna"), "ready")
    house.run()
    assert len(house.json("outbox", "list", "--state", "dead")) == 1
    assert house.json("outbox", "list", "--state", "later") == []


def test_reported_later(house):
    house.match(seats=["Anna", "Berta", "Carla"])
    house.run()
    letter = house.newest("Anna")
    to = envelope(letter)
    assert to.startswith("robot+b.") and to.endswith("@example.org"), to
    report(house, letter, to)
    assert gone(house) == ["Anna"]
    for name in ["Berta", "Carla"]:
        house.newest(name).says("No mail reaches Anna")
    house.reply(letter, "ready")
    house.run()
    assert gone(house) == []
    for name in ["Berta", "Carla"]:
        house.newest(name).says("Mail reaches Anna again")


def test_plain_envelope(house):
    house.settings(send="envelope: plain")
    house.match(seats=["Anna", "Berta", "Carla"])
    house.run()
    letter = house.newest("Anna")
    assert envelope(letter) == ROBOT
    report(house, letter, ROBOT)
    assert gone(house) == ["Anna"]
    house.newest("Berta").says("No mail reaches Anna")


def test_an_answer_to_the_envelope(house):
    """A mail program that answers to Return-Path moves nothing."""
    house.match(seats=["Anna", "Berta", "Carla"])
    house.run()
    raw = house.reply(house.newest("Anna"), "ready",
                      to=envelope(house.newest("Anna")))
    assert b"+b." in email.message_from_bytes(raw)["To"].encode()
    house.run()
    assert not house.json("match", "show", "1")["seats"][0]["ready"]
    assert len(house.json("inbox", "list", "--state", "ignored")) == 1


def main():
    tap = Tap()
    for name, test in sorted(globals().items()):
        if name.startswith("test_"):
            with contextlib.closing(MailHouse()) as house:
                tap.run(name[5:].replace("_", " "), test, house)
    tap.end()


main()
