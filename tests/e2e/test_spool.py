#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""The folder that mails come into: a name that is given again is not the same
mail, and what is in the folder of those that are done stays there."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House  # noqa: E402
from tap import Tap  # noqa: E402

NAME = "1795262400.7.post"


def mail(n, size=0):
    head = ("From: v@victim.example\nTo: robot@example.org\n"
            "Message-ID: <%d@x>\nAuto-Submitted: auto-replied\n\n" % n)
    return (head.ljust(size, "x") + "\n%d\n" % n).encode()


def sizes(house):
    return [row["size"] for row in house.json("inbox", "list")]


def mails(house):
    return sorted(row["mail"] for row in house.json("inbox", "list"))


def kept(house):
    top = house.path("spool", "done", "cur")
    found = []
    for name in os.listdir(top):
        with open(os.path.join(top, name), "rb") as file:
            found.append(file.read())
    return sorted(found)


def left(house):
    return [name for folder in ("new", "cur")
            for name in os.listdir(house.path("spool", "in", folder))]


def test_name_given_again(house):
    """Also when the first has been handled, and more than once."""
    for n in (1, 2, 3):
        house.deliver(mail(n), NAME)
        house.run()
        assert len(mails(house)) == n
    assert kept(house) == sorted(mail(n) for n in (1, 2, 3))
    assert left(house) == []


def test_same_bytes_again(house):
    for n in (1, 2, 1, 2, 2):
        house.deliver(mail(n), NAME)
        house.run()
    assert len(mails(house)) == 2 and left(house) == []


def test_move_under_a_name_of_before(house):
    """What a player writes counts."""
    house.example()
    letter = house.newest("Bernhard")
    house.deliver(mail(1), NAME)
    house.run()
    house.reply(letter, "pay 0")
    new = house.path("spool", "in", "new")
    reply, = os.listdir(new)
    os.rename(os.path.join(new, reply), os.path.join(new, NAME))
    house.run()
    assert house.moves() == [("Bernhard", "pay 0")]


def test_large_ones(house):
    """Of which only the beginning is read: it is the same here."""
    for size in (2000000, 2000001):
        house.deliver(mail(1, size), NAME)
        house.run()
    assert len(mails(house)) == 2, sizes(house)


def test_both_at_once(house):
    """One that somebody has seen, one that is new."""
    for folder, name, n in (("cur", NAME, 1), ("new", NAME, 2),
                            ("cur", NAME + ":2,", 3)):
        with open(house.path("spool", "in", folder, name), "wb") as file:
            file.write(mail(n))
    house.run()
    house.run()
    assert len(mails(house)) == 3 and left(house) == []
    assert kept(house) == sorted(mail(n) for n in (1, 2, 3))


def test_seen_of_that_name(house):
    """What somebody has read already is not taken for the new one."""
    for folder, name, n in (("cur", NAME + ":2,S", 1), ("new", NAME, 2)):
        with open(house.path("spool", "in", folder, name), "wb") as file:
            file.write(mail(n))
    house.run()
    house.run()
    assert kept(house) == [mail(2)] and len(mails(house)) == 1
    assert left(house) == [NAME + ":2,S"]


def test_stopped(house):
    """Stopped at each place: each of them counts once."""
    house.deliver(mail(0), NAME)
    house.run()
    for n in range(1, 10):
        house.deliver(mail(n), NAME)
        done = house.call("receive", env={"TURNPOST_STOP_AT": str(n)})
        house.ok("receive")
        assert len(mails(house)) == n + 1 and left(house) == []
        if done.returncode == 0:
            break
    assert n > 3, n


def main():
    tap = Tap()
    tap.each(globals(), House)
    tap.end()


main()
