#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""1,000 answers of players through IMAP in one run: the
whole of it, what we spend, and what the server (Dovecot) does.  Each answer
asks how the match stands; the letters that say it are text alone, or have HTML
and pictures that nobody got before.

They share one machine and wait for each other, so the server's own time is
its CPU time: what the rate leaves out."""

import contextlib
import os
import re
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                os.pardir, "e2e"))

from imaphouse import ImapHouse  # noqa: E402
from dovecot import Dovecot  # noqa: E402

MATCHES = 250
SEATS = 4
TICK = os.sysconf("SC_CLK_TCK")


def people(match):
    return ["Player %d" % (match * SEATS + seat + 1)
            for seat in range(SEATS)]


def address(name):
    return name.lower().replace(" ", "") + "@example.org"


def tree(pid):
    """It and all below it."""
    found = [pid]
    try:
        for task in os.listdir("/proc/%d/task" % pid):
            with open("/proc/%d/task/%s/children" % (pid, task),
                      encoding="ascii") as file:
                for child in file.read().split():
                    found += tree(int(child))
    except FileNotFoundError:
        pass
    return found


def server_seconds(pid):
    """CPU of those that run and of those that have ended."""
    ticks = 0
    for one in tree(pid):
        try:
            with open("/proc/%d/stat" % one, encoding="ascii") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except FileNotFoundError:
            continue
        ticks += sum(int(field) for field in fields[11:15])
    return ticks / TICK


def answer(house, name):
    """What her program makes of the invitation, with a quote below."""
    box = os.path.join(house.path("spool", "out", address(name)), "new")
    entry, = os.listdir(box)
    with open(os.path.join(box, entry), encoding="ascii") as file:
        letter = file.read()
    to = re.search(r"^Reply-To:\s+\S*?([^\s<>]+@[^\s<>]+)", letter, re.M)
    quote = "".join("> %s\r\n" % line for line in letter.splitlines())
    return ("Received: from client.example by mx.example; now\r\n"
            "From: %s <%s>\r\nTo: %s\r\nSubject: Re: a table\r\n"
            "Message-ID: <%s@client.example>\r\n"
            "Content-Type: text/plain; charset=utf-8\r\n\r\n"
            "ready\r\n\r\nOn Saturday the robot wrote:\r\n%s" % (
                name, address(name), to.group(1), address(name),
                quote)).encode()


def measure(house, what, *args):
    server = house.dovecot.child.pid
    before, begin = server_seconds(server), time.monotonic()
    with subprocess.Popen(house.command(args)) as child:
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - begin
    assert child.returncode == 0
    theirs = server_seconds(server) - before
    ours = usage.ru_utime + usage.ru_stime
    mails = MATCHES * SEATS
    print("%-32s %6.3f ms CPU a mail, the server's %.3f (%d mails, %.0f ms: "
          "%.0f/s, apart from the server's time %.0f/s)" % (
              what, ours * 1e3 / mails, theirs * 1e3 / mails, mails,
              wall * 1e3, mails / wall, mails / max(wall - theirs, 0.001)),
          flush=True)


class BenchHouse(ImapHouse):
    def plain(self, plain):
        """Are all letters text alone from now on?"""
        with contextlib.closing(
                sqlite3.connect(self.path("turnpost.db"))) as db, db:
            db.execute("UPDATE person SET plain = ?", (plain,))


def main():
    with Dovecot() as dovecot:
        house = BenchHouse(dovecot)
        for match in range(MATCHES):
            args = []
            for name in people(match):
                args += ["--seat", "%s <%s>" % (name, address(name))]
            house.ok("match", "new", "mutineer", *args)
        house.ok("send")
        answers = [answer(house, name) for match in range(MATCHES)
                   for name in people(match)]
        for what, args, word, plain in (
                ("1000 mails, receive alone", ["receive"], b"ready", 1),
                ("1000 mails, run, text alone", ["run"], b"status", 1),
                ("1000 mails, run, new pictures", ["run"], b"status", 0)):
            house.plain(plain)
            house.stuff([raw.replace(b"ready", word).replace(
                b"Message-ID: <", b"Message-ID: <%d%s" % (plain, word))
                         for raw in answers])
            assert house.waiting() == len(answers)
            house.now += 60
            measure(house, what, *args)
            assert house.waiting() == 0
            house.ok("run")
        states = house.sql("SELECT state, count(*) FROM inbox GROUP BY 1")
        assert states == [("done", 3 * len(answers))], states
        house.close()


main()
