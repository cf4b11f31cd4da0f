#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A mailbox of which two machines know is read by one of them at a time; another
one takes over when it dies, and no mail is taken in twice or lost."""

import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import house as houses  # noqa: E402
import test_workers as workers  # noqa: E402
from house import postgres  # noqa: E402
from imaphouse import NO_PENALTY, ImapHouse, mail  # noqa: E402
from cutter import Cutter  # noqa: E402
from dovecot import Dovecot  # noqa: E402
from tap import Tap  # noqa: E402
from test_workers import Serve, wait_for  # noqa: E402


def machine(house):
    other = workers.machine(house)
    shutil.copy(house.path("password"), other.path("password"))
    return other


def settle(house, count):
    """So many mails are rows, each once, and done; none is left behind."""
    wait_for(lambda: house.rows("SELECT count(*) FROM inbox WHERE state <>"
                                " 'new'") == [(count,)])
    assert house.rows("SELECT count(*), count(DISTINCT sha) FROM inbox") == [
        (count, count)]
    wait_for(lambda: house.waiting() == 0)


def test_two(house):
    """Both wait for the bell; each in turn is killed, and its mails come by the
    other one."""
    machines = [house, machine(house)]
    serves = [Serve(one) for one in machines]
    count = 0
    try:
        for dies in (0, 1):
            for _ in range(4):
                house.append(mail("m%d" % count))
                count += 1
            settle(house, count)
            serves[dies].kill()
            house.append(mail("m%d" % count), mail("n%d" % count))
            count += 2
            settle(house, count)
            serves[dies] = Serve(machines[dies])
        for serve in serves:
            serve.stop()
    finally:
        for serve in serves:
            serve.kill()
    machines[1].close()


def test_one_at_a_time(house):
    """While one is at the mailbox, the other leaves it to that one; and takes it
    over when that one is killed in the middle."""
    other = machine(house)
    cutter = Cutter(house.dovecot.imap)
    stuck = []

    def keep(data):
        if b"FETCH" in data:
            stuck.append(data)
            return b""
        return data

    cutter.edit_there = keep
    house.append(*[mail("m%d" % n) for n in range(3)])
    house.settings(house.plain(cutter.port))
    with subprocess.Popen(house.command(["run"])) as child:
        try:
            wait_for(lambda: stuck)
            other.run()
            assert house.rows("SELECT count(*) FROM inbox") == [(0,)]
            assert house.waiting() == 3
        finally:
            child.kill()
    other.run()
    settle(house, 3)
    cutter.close()
    other.close()


def main():
    why = postgres.missing()
    if why:
        print("1..1\nok 1 - a mailbox of two # SKIP %s" % why)
        return
    tap = Tap()
    server = postgres.Server("fsync=off")
    houses.POSTGRES = server.url()
    try:
        with Dovecot(more=NO_PENALTY) as dovecot:
            for name, test in sorted(globals().items()):
                if name.startswith("test_") and (
                        not sys.argv[1:] or name[5:] in sys.argv[1:]):
                    house = ImapHouse(dovecot)
                    tap.run(name[5:].replace("_", " "), test, house)
                    house.close()
    finally:
        workers.end_all()
        server.close()
    tap.end()


main()
