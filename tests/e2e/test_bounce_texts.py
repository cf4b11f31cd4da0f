#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Letters that come back without a report's form, or for a while only; and
what comes to the same address but tells of no letter's fate."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, SEATS  # noqa: E402
from reports import ask, bounce  # noqa: E402
from tap import Tap  # noqa: E402

DAY = 24 * 60
NEWS = "Bernhard promises the mate 3 points."


def mails(house, state):
    return house.json("inbox", "list", "--state", state)


def count(house, name):
    return len(house.letters(name))


def is_gone(house, name="Steffi"):
    return [one for one in house.json("person", "list")
            if one["name"] == name][0]["unreached"] is not None


def test_a_full_mailbox_is_no_lost_one(house):
    """Whatever the code: six days of it, and she is still written to."""
    house.example()
    for day in range(6):
        house.ok("match", "watch", "1",
                 "Dora%d <dora%d@example.org>" % (day, day))
        house.run()
        bounce(house, house.newest("Steffi"), ["5.2.2", "5.1.1", "5.0.0"][
            day % 3], says="552 the mailbox is over quota")
        house.run(DAY)
    assert not is_gone(house)
    before = count(house, "Steffi")
    house.say("Bernhard", "pay 3\nplay wine")
    assert count(house, "Steffi") == before + 1
    # of what came back nothing is lost
    house.newest("Steffi").says("lets Dora5 watch")


def test_a_late_letter_that_was_given_up(house):
    """Class 4, but given up: what was in it is told by the next one."""
    house.example()
    house.say("Bernhard", "pay 3\nplay wine")
    lost = house.newest("Steffi")
    lost.says(NEWS)
    bounce(house, lost, "4.4.7", says="451 4.4.7 too old")
    house.ok("match", "watch", "1", "Dora <dora@example.org>")
    house.run()
    house.newest("Steffi").says(NEWS, "lets Dora watch")


def test_bounces_that_say_nothing(house):
    """From nobody, or from a mail system, to a letter's own address; three
    days of it are enough, one is not."""
    house.example()
    heads = ["From: MAILER-DAEMON <>\nSubject: x\n",
             "Return-Path: <>\nFrom: gate@odd.example\nSubject: y\n",
             "From: postmaster@odd.example\nSubject: z\n"]
    for day, head in enumerate(heads):
        assert not is_gone(house), day
        house.ok("match", "watch", "1",
                 "Dora%d <dora%d@example.org>" % (day, day))
        house.run()
        bounce(house, house.newest("Steffi"),
               form=head + "To: {to}\nMessage-Id: <{n}@odd.example>\n\nno\n")
        house.run(DAY)
    assert is_gone(house)
    assert {code for code, in ask(house, "SELECT code FROM bounce")} == {
        "5.0.0"}


def test_delays_without_a_form(house):
    house.example()
    before = [count(house, name) for name in SEATS]
    for day in range(4):
        bounce(house, house.newest("Steffi"), form="""\
Return-Path: <>
From: Mailer-Daemon@old.example
To: {to}
Subject: Warning: message delayed %d hours
Message-Id: <{n}@old.example>

It will be retried.  550 5.1.1
""" % (24 * day + 24))
        house.run(DAY)
    assert [count(house, name) for name in SEATS] == before
    assert not is_gone(house)
    assert ask(house, "SELECT * FROM bounce") == []


def test_no_bounces_at_that_address(house):
    """A holiday, a receipt, a complaint, a demand to confirm: ignored."""
    house.example()
    letter = house.newest("Steffi")
    before = {name: count(house, name) for name in SEATS}
    form = "Return-Path: <>\nFrom: steffi@example.org\nTo: {to}\n" \
        "Message-Id: <{n}@example.org>\nMIME-Version: 1.0\n%s\n"
    for kind in ["Subject: Out of office\n\n550 5.1.1 call this number",
                 "Subject: Hallo\n\nIch bin im Urlaub.",
                 "Subject: Please confirm your message\n\nFollow the link.",
                 "Content-Type: multipart/report; boundary=b; report-type="
                 "disposition-notification\n\n--b\nContent-Type: message/"
                 "disposition-notification\n\nDisposition: x; deleted\n"
                 "\n--b--",
                 "Content-Type: multipart/report; boundary=b; report-type="
                 "feedback-report\n\n--b\nContent-Type: message/"
                 "feedback-report\n\nFeedback-Type: abuse\n\n--b--"]:
        for _ in range(4):
            bounce(house, letter, form=form % kind)
            house.run(DAY)
    assert not is_gone(house)
    assert ask(house, "SELECT * FROM bounce") == []
    assert {name: count(house, name) for name in SEATS} == before
    assert len(mails(house, "ignored")) == 20


def main():
    tap = Tap()
    tap.each(globals(), House)
    tap.end()


main()
