#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""The daemon and mailboxes on servers: woken by IDLE, polling without it,
and there again when a server was away."""

import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from imaphouse import NO_PENALTY, ImapHouse, mail  # noqa: E402
from cutter import Cutter  # noqa: E402
from dovecot import Dovecot  # noqa: E402
from tap import Tap  # noqa: E402

# As Dovecot tells them, without IDLE.
NO_IDLE = """
imap_capability = IMAP4rev1 SASL-IR LITERAL+ UIDPLUS MOVE ESEARCH
"""


class Serve:
    """A daemon that goes by the real clock; what it says goes to a file."""

    running = []

    def __init__(self, house):
        self.path = house.path("log")
        with open(self.path, "w", encoding="utf-8") as log:
            self.child = subprocess.Popen(
                house.command(["-v", "-v", "serve"], clock=False), stderr=log)
        self.running.append(self.child)

    def log(self):
        with open(self.path, encoding="utf-8") as log:
            return log.read()

    def until(self, what, seconds=30):
        """Wait for a word in the log, or for something to be true."""
        begin = time.monotonic()
        test = what if callable(what) else lambda: what in self.log()
        while not test():
            assert self.child.poll() is None, self.log()
            assert time.monotonic() < begin + seconds, (what, self.log())
            time.sleep(0.02)
        return time.monotonic() - begin

    def stop(self):
        begin = time.monotonic()
        self.child.send_signal(signal.SIGTERM)
        assert self.child.wait(60) == 0, self.log()
        assert time.monotonic() < begin + 5
        assert "Sanitizer" not in self.log(), self.log()
        return self.log()


def waiting_for_mail(house, serve, times=1):
    line = "waiting for mail at %s@" % house.user
    serve.until(lambda: serve.log().count(line) >= times)


def came(house, n):
    return lambda: len(house.raws()) == n


def test_idle(house):
    """Mail is taken in within two seconds, and again, and again."""
    serve = Serve(house)
    waiting_for_mail(house, serve)
    for n in range(1, 6):
        time.sleep(0.3 * n % 1)
        house.append(mail("m%d" % n))
        spent = serve.until(came(house, n), 10)
        assert spent < 2, spent
    spent = serve.until(lambda: house.waiting() == 0)
    log = serve.stop()
    assert log.count("waiting for mail") == 1, log
    assert "no bell" not in log, log


def test_before_idle(house):
    """What comes between the first look and the wait is not overlooked."""
    cutter = Cutter(house.dovecot.imap)

    def edit(data):
        if b"EXAMINE" in data:
            house.append(mail("between"))
        return data

    cutter.edit_there = edit
    house.settings(house.plain(cutter.port))
    serve = Serve(house)
    spent = serve.until(came(house, 1))
    assert spent < 20, spent
    serve.stop()
    cutter.close()


def test_no_idle(house):
    """Where there is none the mailbox is looked at every minute."""
    with Dovecot(more=NO_IDLE) as dovecot:
        house.dovecot = dovecot
        house.settings()
        serve = Serve(house)
        serve.until("has no IDLE")
        house.append(mail("m"))
        time.sleep(2)
        assert house.raws() == []
        spent = serve.until(came(house, 1), 75)
        assert spent > 10, spent
        log = serve.stop()
    assert log.count("no notice of new mail") == 1, log


def test_restart(house):
    """The server goes; when it is back, so is the bell."""
    with Dovecot(more=NO_PENALTY) as dovecot:
        house.dovecot = dovecot
        house.settings()
        serve = Serve(house)
        waiting_for_mail(house, serve)
        dovecot.stop()
        serve.until("no notice of new mail")
        dovecot.start()
        waiting_for_mail(house, serve, 2)
        house.append(mail("m"))
        spent = serve.until(came(house, 1), 10)
        assert spent < 2, spent
        serve.stop()


def test_server_that_is_away(house):
    """One that does not answer keeps no other waiting, and is not asked for
    ever: the pauses grow."""
    cutter = Cutter(house.dovecot.imap)
    cutter.deaf = True
    other = house.user + "b"
    house.settings(house.plain(cutter.port), house.entry(user=other))
    serve = Serve(house)
    serve.until("waiting for mail at %s@" % other)
    house.dovecot.append([mail("m")], user=other)
    spent = serve.until(came(house, 1), 10)
    assert spent < 2, spent
    assert serve.log().count("[mailbox-fails]") == 1, serve.log()
    rows = house.sql("SELECT what FROM trouble")
    assert rows == [("receive " + house.name,)], rows
    # its bell works first, and then it is asked again at once
    cutter.deaf = False
    house.append(mail("back"))
    serve.until(came(house, 2), 30)
    serve.until(lambda: house.sql("SELECT what FROM trouble") == [])
    serve.stop()
    cutter.close()


def test_hup(house):
    """New settings, new sessions."""
    other = house.user + "b"
    serve = Serve(house)
    waiting_for_mail(house, serve)
    house.settings(house.entry(user=other))
    serve.child.send_signal(signal.SIGHUP)
    serve.until("waiting for mail at %s@" % other)
    house.append(mail("old"))
    house.dovecot.append([mail("new")], user=other)
    serve.until(came(house, 1), 10)
    time.sleep(1)
    assert house.raws() == [mail("new")]
    serve.stop()


def test_odd_servers(house):
    """Words that a bell does not expect end it, not the daemon, and other
    bells ring on."""
    odd = [b"* BYE go away", b"B3 BAD what", b"B3 OK done", b"\x00\xff" * 9999,
           b"+ x\r\n" * 100000]
    cutters, entries = [], []
    for number, words in enumerate(odd):
        cutter = Cutter(house.dovecot.imap)
        cutter.edit = (lambda data, words=words:
                       data.replace(b"+ idling", words))
        cutters.append(cutter)
        entries.append(house.plain(cutter.port,
                                   user="%sx%d" % (house.user, number)))
    house.settings(*entries, house.entry())
    serve = Serve(house)
    waiting_for_mail(house, serve)
    for number in (0, 1, 2, 4):
        serve.until("no notice of new mail from %sx%d@" % (house.user, number))
    house.append(mail("m"))
    spent = serve.until(came(house, 1), 10)
    assert spent < 2, spent
    serve.stop()
    for cutter in cutters:
        cutter.close()


def test_silent(house):
    """No secret in what the daemon says."""
    serve = Serve(house)
    waiting_for_mail(house, serve)
    log = serve.stop()
    assert "robotpw" not in log and "LOGIN" not in log, log


def main():
    tap = Tap()
    with Dovecot(more=NO_PENALTY) as dovecot:
        for name, test in sorted(globals().items()):
            if name.startswith("test_"):
                house = ImapHouse(dovecot)
                tap.run(name[5:].replace("_", " "), test, house)
                # a test that failed left its daemon
                while Serve.running:
                    Serve.running.pop().kill()
                house.close()
    tap.end()


main()
