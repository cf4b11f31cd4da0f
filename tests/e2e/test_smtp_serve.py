#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""The daemon keeps its connection to the SMTP server."""

import contextlib
import email
import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from smtphouse import Smtp, SmtpHouse, invite, until  # noqa: E402
from stopping import rows  # noqa: E402
from tap import Tap  # noqa: E402


def test_serve():
    with contextlib.closing(SmtpHouse()) as house:
        invite(house, "Anna")
        daemon = subprocess.Popen(house.command(["-v", "serve"]),
                                  stderr=subprocess.PIPE, text=True)
        try:
            until(lambda: len(house.taken()) == 3)
            house.reply(house.newest("Anna"), "status")
            until(lambda: len(house.taken()) == 4)
            assert len({mail["peer"] for mail in house.taken()}) == 1
            # a connection that has gone is no try
            house.smtp.stop()
            house.smtp.start()
            house.reply(house.newest("Anna"), "status", subject="Re: a")
            until(lambda: len(house.taken()) == 5)
        finally:
            daemon.send_signal(signal.SIGTERM)
            _, log = daemon.communicate(timeout=60)
        assert "warning" not in log, log
        assert house.states() == ["sent"] * 5
        assert rows(house, "SELECT max(tries) FROM outbox") == [(0,)]
        ids = [email.message_from_string(mail["content"])["Message-ID"]
               for mail in house.taken()]
        assert len(set(ids)) == 5


def test_serve_ends_between_letters():
    with contextlib.closing(SmtpHouse()) as house:
        invite(house, "Slow")
        daemon = subprocess.Popen(house.command(["serve"]))
        until(lambda: len(house.smtp.rcpts()) == 1)
        daemon.send_signal(signal.SIGTERM)
        assert daemon.wait(60) == 0
        # the one under way is not torn off, and no other is begun
        assert house.states() == ["sent", "new", "new"]
        house.go()
        assert house.states() == ["sent"] * 3
        assert len(house.taken()) == 3


def test_serve_closes_what_it_does_not_need():
    with contextlib.closing(SmtpHouse()) as house:
        invite(house, "Anna")
        daemon = subprocess.Popen(house.command(["serve"]))
        try:
            until(lambda: len(house.taken()) == 3)
            for n in range(5):
                house.deliver(b"From: <>\r\nAuto-Submitted: auto-replied\r\n"
                              b"\r\n%d\r\n" % n)
                until(lambda: len(house.json("inbox", "list")) > n)
                time.sleep(0.3)
            house.reply(house.newest("Anna"), "status")
            until(lambda: len(house.taken()) == 4)
        finally:
            daemon.send_signal(signal.SIGTERM)
            assert daemon.wait(60) == 0
        peers = [mail["peer"] for mail in house.taken()]
        assert len(set(peers)) == 2, peers


def test_serve_reads_settings_anew():
    """Letters go to the server that the settings name now, although a session
    with the former one is open yet."""
    with contextlib.closing(SmtpHouse()) as house, \
            contextlib.closing(house.smtp) as former:
        invite(house, "Anna")
        daemon = subprocess.Popen(house.command(["serve"]))
        try:
            until(lambda: house.states() == ["sent"] * 3)
            letter = house.newest("Anna")
            house.smtp = Smtp()
            house.settings()
            daemon.send_signal(signal.SIGHUP)
            time.sleep(0.5)
            house.reply(letter, "status")
            until(lambda: house.states() == ["sent"] * 4)
        finally:
            daemon.send_signal(signal.SIGTERM)
            assert daemon.wait(60) == 0
        assert [len(one.log()) for one in (former, house.smtp)] == [3, 1]


def main():
    tap = Tap()
    tap.all(globals(), sys.argv[1:])
    tap.end()


main()
