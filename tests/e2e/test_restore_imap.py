#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A home out of a backup reads its mailbox again: what the lost home took out
of it and moved away, and what came after, each once."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from example_round import ROUND  # noqa: E402
from imaphouse import NO_PENALTY, ImapHouse, mail  # noqa: E402
from cutter import Cutter  # noqa: E402
from dovecot import Dovecot  # noqa: E402
from restoring import backup, restored, sent  # noqa: E402
from tap import Tap  # noqa: E402


class Restored(ImapHouse):
    """Made by a restore: settings and password come out of the backup."""

    def __init__(self, init=False):  # pylint: disable=super-init-not-called
        super(ImapHouse, self).__init__(init=init)


def play(house, moves):
    for name, body in moves:
        house.reply(house.newest(name), body)
        house.run()


def test_relist(house):
    house.example()
    play(house, ROUND[:2])
    path = backup(house)
    before = sent(house)
    play(house, ROUND[2:5])
    assert house.waiting("Processed") == 4 + 5
    # this one comes when nothing runs any more
    house.reply(house.newest(ROUND[5][0]), ROUND[5][1])
    other = restored(house, path, kind=Restored)
    other.now += 60
    other.ok("receive", "--relist")
    assert other.moves() == house.moves()
    assert sent(other) == before
    other.run()
    assert len(other.moves()) == len(house.moves()) + 1
    assert len(sent(other)) > len(before)
    assert not set(sent(other)) & set(sent(house)) - set(before)
    # mails that the backup knows are no moves again, and nothing is left
    assert other.rows("SELECT count(*) FROM inbox WHERE state = 'done'") == [
        (4 + 6,)]
    assert house.waiting() == 0
    assert house.waiting("Processed") == 4 + 6
    moves = other.moves()
    other.ok("receive", "--relist")
    other.run()
    assert other.moves() == moves
    other.close()


def old_mails(house, number):
    """Mails of long ago, in the folder for those that are done with."""
    client = house.dovecot.client(house.user)
    client.create("Processed")
    for n in range(number):
        client.append("Processed", None, '" 1-Jan-2026 12:00:00 +0000"',
                      mail("old %d" % n))
    client.logout()


def since(house, edit):
    """What was there long before the backup is not read again."""
    cutter = Cutter(house.dovecot.imap)
    cutter.edit = edit
    house.settings(house.plain(cutter.port))
    old_mails(house, 60)
    house.example()
    path = backup(house)
    play(house, ROUND[:2])
    other = restored(house, path, kind=Restored)
    other.ok("receive", "--relist")
    assert other.moves() == house.moves()
    # those of the days before are read, and known
    assert other.rows("SELECT state, count(*) FROM inbox WHERE source"
                      " LIKE 'done:%' GROUP BY state") == [
        ("done", 2), ("duplicate", 4)]
    other.close()
    cutter.close()


def test_since(house):
    since(house, None)


def test_since_in_windows(house):
    """Of a server without ESEARCH."""
    since(house, lambda data: data.replace(b"ESEARCH", b"XSEARCH"))


def test_by_itself(house):
    """The first "run" does the same, if nobody asks for it."""
    house.example()
    path = backup(house)
    play(house, ROUND[:2])
    other = restored(house, path, kind=Restored)
    other.run()
    assert other.moves() == house.moves()
    other.close()


def test_not_reached(house):
    """Nothing is done before the mailbox was read, and it says so."""
    house.example()
    path = backup(house)
    play(house, ROUND[:2])
    house.dovecot.append([mail("later")], "INBOX", house.user)
    other = restored(house, path, kind=Restored)
    other.write_password("wrong")
    for step in ("run", "receive", "handle", "tick", "send"):
        other.fails(74, "nothing is done before it has read what came since",
                    step)
    assert other.moves() == []
    with open(house.path("password"), encoding="ascii") as file:
        other.write_password(file.read().strip())
    other.run()
    assert other.moves() == house.moves()
    other.close()


def test_refused(house):
    """A mail that cannot be fetched now is waited for, and not lost."""
    cutter = Cutter(house.dovecot.imap)
    house.settings(house.plain(cutter.port))
    house.example()
    path = backup(house)
    play(house, ROUND[:2])
    other = restored(house, path, kind=Restored)
    cutter.edit_there = lambda data: data.replace(b"UID FETCH 6 BODY",
                                                  b"UID FETZH 6 BODY")
    other.fails(74, "some mails of the folder Processed could not be fetched",
                "receive")
    assert other.moves() == []
    cutter.edit_there = None
    other.now += 60
    other.ok("receive")
    assert other.moves() == house.moves()
    other.close()
    cutter.close()


def test_never_moved(house):
    """The folder for mails that are done with is not there yet."""
    path = backup(house)
    other = restored(house, path, kind=Restored)
    other.run()
    assert other.trouble() is None
    other.close()


def main():
    tap = Tap()
    with Dovecot(more=NO_PENALTY) as dovecot:
        tap.each(globals(), lambda: ImapHouse(dovecot))
    tap.end()


main()
