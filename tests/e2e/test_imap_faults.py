#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Mailboxes over IMAP when something goes wrong: every mail comes in, once,
whatever dies or breaks in between, and one bad mail holds up no other."""

import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from imaphouse import NO_PENALTY, ImapHouse, mail  # noqa: E402
from cutter import Cutter  # noqa: E402
from dovecot import Dovecot  # noqa: E402
from stopping import letters_of  # noqa: E402
from tap import Tap  # noqa: E402


def subjects(house):
    return [raw.split(b"Subject: ")[1].split(b"\r")[0].decode()
            for raw in house.raws() if raw]


def renumber(house):
    """The folder gets other UIDs: its index is gone."""
    client = house.dovecot.client(house.user)
    before = client.status("INBOX", "(UIDVALIDITY)")
    client.logout()
    top = house.dovecot.path("mail", house.user)
    for _ in range(50):
        for name in os.listdir(top):
            if name.startswith("dovecot"):
                os.remove(os.path.join(top, name))
        client = house.dovecot.client(house.user)
        after = client.status("INBOX", "(UIDVALIDITY)")
        client.logout()
        if after != before:
            return
        time.sleep(0.2)
    raise AssertionError("the numbers stay")


def once(house, names, done="Processed"):
    """They all came in, each once, and none is left in the mailbox."""
    assert sorted(subjects(house)) == sorted(names), subjects(house)
    assert house.waiting() == 0
    assert house.waiting(done) == len(names)
    assert house.sql("SELECT * FROM mailbox_mail") == []
    assert house.trouble() is None


# ---- dying ----

def test_stopped_anywhere(house):
    """Stopped at each place, stopped again at each place, then run."""
    names = []
    first = 1
    while True:
        second = 1
        while True:
            batch = ["m%d.%d.%d" % (first, second, i) for i in range(3)]
            names += batch
            house.append(*(mail(name) for name in batch))
            house.now += 60
            codes = [house.call("receive", env={
                "TURNPOST_STOP_AT": str(n)}).returncode
                     for n in (first, second)]
            house.ok("receive")
            once(house, names)
            assert set(codes) <= {0, -signal.SIGKILL}, codes
            if codes[1] == 0:
                break
            second += 1
        if codes[0] == 0:
            break
        first += 1
    assert first > 4, first


def test_move_is_made_once(house):
    """A whole run, stopped at each place: the same moves and letters."""
    house.example()
    raw = house.reply(house.newest("Bernhard"), "pay 0\nplay wine\nplay cloth")
    house.now += 60

    def twin():
        other = ImapHouse(house.dovecot)
        shutil.rmtree(other.dir)
        shutil.copytree(house.dir, other.dir, symlinks=True)
        other.now, other.count = house.now, house.count
        other.settings()
        other.append(raw.replace(b"\n", b"\r\n"))
        return other

    even = twin()
    even.ok("run")
    want = even.moves(), letters_of(even)
    even.close()
    assert len(want[0]) > 1, want
    for n in range(1, 100):
        other = twin()
        done = other.call("run", env={"TURNPOST_STOP_AT": str(n)})
        other.ok("run")
        assert (other.moves(), letters_of(other)) == want, n
        assert other.waiting() == 0
        other.close()
        if done.returncode == 0:
            break
    assert n > 8, n


# ---- connections that break ----

def test_cut_anywhere(house):
    """After so many bytes the connection breaks, or the server is gone."""
    cutter = Cutter(house.dovecot.imap)
    house.settings(house.plain(cutter.port))
    names, cuts, faults = [], 0, 0

    def deliver(number):
        batch = ["c%d.%d" % (number, i) for i in range(3)]
        names.extend(batch)
        house.append(*(mail(name, size=i * 700)
                       for i, name in enumerate(batch)))
        house.now += 60

    deliver(0)
    house.ok("receive")
    whole = cutter.passed
    for turn, number in enumerate(range(1, whole, whole // 55)):
        deliver(number)
        cutter.passed = 0
        cutter.after = number
        cutter.die = turn % 2 == 0
        before = cutter.cuts
        code = house.call("receive").returncode
        assert code in (0, 74), code
        cuts += cutter.cuts - before
        faults += code == 74
        if code == 74:
            assert ("the connection was lost" in house.trouble()
                    or "Send failure" in house.trouble()), house.trouble()
        cutter.after, cutter.deaf = None, False
        house.now += 60
        house.ok("receive")
        once(house, names)
    cutter.close()
    assert cuts > 40, cuts
    # where it only breaks, another connection mends it
    assert 5 < faults < cuts * 3 // 4, (faults, cuts)


def test_cut_large(house):
    """In the middle of a big mail: no half of it is ever taken in."""
    cutter = Cutter(house.dovecot.imap)
    house.settings(house.plain(cutter.port))
    big = mail("big", size=900000)
    for after in (300000, 800000, 899000):
        house.append(big, mail("small"))
        cutter.passed, cutter.after = 0, after
        house.now += 60
        house.call("receive")
        cutter.after = None
        house.now += 60
        house.ok("receive")
        assert house.raws()[-2:] == [big, mail("small")]
        assert house.waiting() == 0
    cutter.close()
    assert cutter.cuts == 3


def test_restart(house):
    """The server goes and comes back; another one may not."""
    with Dovecot() as dovecot:
        house.dovecot = dovecot
        house.settings()
        house.append(mail("a"))
        house.run()
        house.append(mail("b"))
        dovecot.stop()
        done = house.call("run")
        assert done.returncode == 74 and "running" in done.stderr, done
        assert house.trouble()
        dovecot.start()
        done = house.call("-v", "run")
        assert "works again" in done.stderr, done
        once(house, ["a", "b"])


# ---- mails that cannot be had ----

def refuse(number):
    """Let the server not understand the request for one mail."""
    word = re.compile(rb"UID FETCH %d BODY" % number)
    return lambda data: word.sub(b"UID FETZH 1 BODY", data)


def test_mail_is_refused(house):
    """Three tries a minute apart, then it is set aside; the others go on,
    and when the server has come to its senses it is had after all."""
    cutter = Cutter(house.dovecot.imap)
    cutter.edit_there = refuse(2)
    house.settings(house.plain(cutter.port))
    house.append(mail("a"), mail("bad"), mail("c"))
    for tries in (1, 1, 2):
        house.ok("run")
        assert subjects(house) == ["a", "c"]
        assert house.sql("SELECT uid, work, tries FROM mailbox_mail") == [
            (2, "fetch", tries)]
        house.now += 40
    house.now += 60
    done = house.call("run")
    assert done.returncode == 0 and "after 3 tries" in done.stderr, done
    dead, = house.json("inbox", "list", "--state", "dead")
    assert "stays in the folder" in dead["note"], dead
    assert house.waiting() == 1 and house.trouble() is None
    assert house.sql("SELECT * FROM mailbox_mail") == []
    # that is the end of it, also when all is listed again
    house.append(mail("d"))
    house.run()
    assert house.call("run").stderr == ""
    house.ok("receive", "--relist")
    assert house.waiting() == 1 and subjects(house) == ["a", "c", "d"]
    for _ in range(3):
        house.run()
    assert len(house.json("inbox", "list", "--state", "dead")) == 1
    # until the organiser wants another try
    cutter.edit_there = None
    house.ok("inbox", "retry", str(dead["mail"]))
    house.run()
    cutter.close()
    assert sorted(subjects(house)) == ["a", "bad", "c", "d"]
    assert house.json("inbox", "show", str(dead["mail"]))["state"] == "ignored"
    assert house.waiting() == 0


def test_unreadable_file(house):
    """What Dovecot does with a mail that it cannot read itself."""
    house.stuff([mail("a"), mail("bad"), mail("c")])
    top = house.dovecot.path("mail", house.user)
    assert house.waiting() == 3
    bad, = [name for sub in ("new", "cur")
            for name in (os.path.join(top, sub, entry)
                         for entry in os.listdir(os.path.join(top, sub)))
            if b"Subject: bad" in open(name, "rb").read()]
    os.chmod(bad, 0)
    for _ in range(4):
        house.run()
    assert subjects(house) == ["a", "c"]
    dead, = house.json("inbox", "list", "--state", "dead")
    assert house.waiting() == 1
    bad, = glob.glob(os.path.join(top, "*", os.path.basename(bad) + "*"))
    os.chmod(bad, 0o600)
    house.ok("inbox", "retry", str(dead["mail"]))
    house.run()
    assert sorted(subjects(house)) == ["a", "bad", "c"]


def test_listing_is_refused(house):
    """A server that cannot tell the size of one mail says no to them all."""
    cutter = Cutter(house.dovecot.imap)
    cutter.edit_there = lambda data: data.replace(b"RFC822.SIZE",
                                                  b"RFC822.SIZF")
    house.settings(house.plain(cutter.port))
    house.append(mail("a"), mail("b"))
    house.ok("run")
    cutter.close()
    assert subjects(house) == ["a", "b"]
    assert house.waiting() == 0 and house.trouble() is None


def test_counted_too_early(house):
    """Mails come while the server gathers the words of its status."""
    cutter = Cutter(house.dovecot.imap)
    cutter.edit = lambda data: re.sub(rb"MESSAGES \d+", b"MESSAGES 0", data)
    house.settings(house.plain(cutter.port))
    house.append(mail("a"), mail("b"))
    house.ok("run")
    cutter.edit = None
    house.ok("run")
    cutter.close()
    assert subjects(house) == ["a", "b"]


def break_at(cutter, number):
    """The connection breaks whenever that mail is asked for."""
    def edit(data):
        if b"UID FETCH %d BODY" % number in data:
            cutter.after = cutter.passed + 10
        return data
    return edit


def test_mail_breaks_connection(house):
    """If others come through, it is the mail's fault."""
    cutter = Cutter(house.dovecot.imap)
    cutter.edit_there = break_at(cutter, 1)
    house.settings(house.plain(cutter.port))
    house.append(mail("bad"))
    for _ in range(5):
        house.run()
        assert "does not come through" in house.trouble()
        assert house.sql("SELECT tries FROM mailbox_mail") == [(0,)]
    for name in "abc":
        house.append(mail(name))
        house.run()
    assert subjects(house) == ["a", "b", "c"]
    dead, = house.json("inbox", "list", "--state", "dead")
    assert house.waiting() == 1 and house.trouble() is None
    cutter.close()


def test_mail_is_gone(house):
    """Somebody else takes a mail away just then."""
    house.append(mail("a"), mail("b"), mail("c"))
    cutter = Cutter(house.dovecot.imap)

    def edit(data):
        if b"UID FETCH 2 BODY" in data:
            client = house.dovecot.client(house.user)
            client.select("INBOX")
            client.uid("STORE", "2", "+FLAGS", r"(\Deleted)")
            client.expunge()
            client.logout()
        return data

    cutter.edit_there = edit
    house.settings(house.plain(cutter.port))
    done = house.call("-v", "run")
    cutter.close()
    assert done.returncode == 0 and "somebody else" in done.stderr, done
    assert subjects(house) == ["a", "c"]
    once(house, ["a", "c"])


# ---- mails that do not move ----

def test_unmovable(house):
    """One that stays counts once; the others leave."""
    cutter = Cutter(house.dovecot.imap)

    def edit(data):
        found = re.search(rb"UID MOVE ([\d:,]+) ", data)
        if found:
            for part in found.group(1).split(b","):
                ends = [int(end) for end in part.split(b":")]
                if ends[0] <= 2 <= ends[-1]:
                    return data.replace(b"MOVE", b"MOOV")
        return data

    cutter.edit_there = edit
    # it tells how long it took: that is nothing new
    cutter.edit = lambda data: re.sub(
        rb"\(0.\d+ \+", b"(0.%03d +" % (house.now % 1000), data)
    house.settings(house.plain(cutter.port))
    house.append(mail("a"), mail("b"), mail("c"))
    done = house.call("run")
    assert done.returncode == 0 and "cannot be moved" in done.stderr, done
    assert subjects(house) == ["a", "b", "c"] and house.waiting() == 1
    for _ in range(3):
        house.append(mail("more"))
        house.now += 60
        done = house.call("run")
        assert done.stderr == "", done
        assert house.waiting() == 1 and "cannot be moved" in house.trouble()
    cutter.edit_there = None
    house.now += 3600
    done = house.call("-v", "run")
    assert "works again" in done.stderr, done
    cutter.close()
    once(house, ["a", "b", "c"] + 3 * ["more"])


def test_no_done_folder(house):
    """A folder that cannot be made: all come in and stay, none twice."""
    house.settings(house.entry('done: "a/b/.c"'))
    names = ["n%d" % i for i in range(120)]
    house.stuff([mail(name) for name in names])
    done = house.fails(74, 'cannot be moved to "a/b/.c"', "receive")
    assert "localhost says" in done.stderr, done
    for _ in range(2):
        house.run()
    assert subjects(house) == names and house.waiting() == 120
    house.settings(house.entry("done: Better"))
    house.now += 3600
    house.run()
    once(house, names, "Better")


# ---- other numbers ----

def test_renumbered(house):
    """After a UIDVALIDITY change what is known is known by its content."""
    house.settings(house.entry('done: "a/b/.c"'))
    house.append(mail("a"), mail("b"))
    house.run()
    assert house.waiting() == 2
    renumber(house)
    house.append(mail("c"))
    house.settings()
    house.now += 3600
    done = house.call("-v", "run")
    assert "created anew" in done.stderr, done
    assert subjects(house) == ["a", "b", "a", "b", "c"]
    rows = house.sql("SELECT state FROM inbox ORDER BY id")
    assert [state for state, in rows] == [
        "ignored", "ignored", "duplicate", "duplicate", "ignored"], rows
    assert house.waiting() == 0 and house.waiting("Processed") == 3
    assert house.trouble() is None


def test_renumbered_move(house):
    """A move is not made again."""
    house.example()
    house.say("Bernhard", "pay 0")
    raw = house.raws()[-1]
    letters = letters_of(house)
    renumber(house)
    house.append(raw)
    house.run()
    assert house.moves() == [("Bernhard", "pay 0")]
    assert letters_of(house) == letters
    assert house.json("inbox", "list")[0]["state"] == "duplicate"


def test_another_mailbox(house):
    """Many mails under other numbers: most likely it is the wrong one."""
    house.append(mail("a"))
    house.run()
    renumber(house)
    names = ["n%d" % i for i in range(501)]
    house.stuff([mail(name) for name in names])
    house.fails(74, "receive --relist", "receive")
    house.fails(74, "receive --relist", "receive")
    assert subjects(house) == ["a"] and house.waiting() == 501
    house.ok("receive", "--relist")
    assert subjects(house) == ["a"] + names
    assert house.waiting() == 0 and house.trouble() is None


def test_counter_goes_back(house):
    """A server that gives the same UIDs again without saying so."""
    house.append(mail("a"), mail("b"))
    house.run()
    cutter = Cutter(house.dovecot.imap)
    cutter.edit = lambda data: data.replace(b"UIDNEXT 3", b"UIDNEXT 2")
    house.settings(house.plain(cutter.port))
    house.fails(74, "UIDNEXT", "receive")
    cutter.close()


def main():
    tap = Tap()
    with Dovecot(more=NO_PENALTY) as dovecot:
        tap.each(globals(), lambda: ImapHouse(dovecot))
    tap.end()


main()
