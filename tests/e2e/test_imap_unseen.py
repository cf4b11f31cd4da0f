#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A server that leaves mails out of what it lists: none of them is passed
over, and the organiser is told of those that cannot be seen."""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from imaphouse import NO_PENALTY, ImapHouse, mail  # noqa: E402
from cutter import Cutter  # noqa: E402
from dovecot import Dovecot  # noqa: E402
from tap import Tap  # noqa: E402

LISTED = rb"\* \d+ FETCH \(UID %d RFC822[^\r]*\r\n"
FOUND = rb"(\* SEARCH[^\r]*?) %d\b"
LEAST = rb"(\* ESEARCH[^\r]*) MIN %d\b"


def hide(cutter, *uids, once=False, listed=True, found=True, least=True):
    """Let the server leave these out of what it says of its folder."""
    patterns = [(pattern % uid, by) for uid in uids
                for pattern, by, wanted in (
                    (LISTED, b"", listed), (FOUND, rb"\1", found),
                    (LEAST, rb"\1", least)) if wanted]

    def edit(data):
        for pattern, by in patterns:
            data, n = re.subn(pattern, by, data)
            if n > 0 and once:
                cutter.edit = None
        return data

    cutter.edit = edit


def cut(house):
    cutter = Cutter(house.dovecot.imap)
    house.settings(house.plain(cutter.port))
    return cutter


def subjects(house):
    return [raw.split(b"Subject: ")[1].split(b"\r")[0].decode()
            for raw in house.raws() if raw]


def has(house, names, left=0):
    assert sorted(subjects(house)) == sorted(names), subjects(house)
    assert house.waiting() == left, house.waiting()


def took_all(house, names):
    has(house, names)
    assert house.trouble() is None, house.trouble()
    assert house.sql("SELECT * FROM mailbox_mail") == []


def seen_upto(house):
    return house.sql("SELECT last_uid FROM mailbox")[0][0]


def take_away(house, *uids):
    client = house.dovecot.client(house.user)
    client.select("INBOX")
    for uid in uids:
        client.uid("STORE", str(uid), "+FLAGS", r"(\Deleted)")
    client.expunge()
    client.logout()


def test_left_out_once(house):
    """In one listing, then no more: first, last, between, or the only one."""
    cutter = cut(house)
    names, uid = [], 0
    for n, number in ((3, 1), (3, 2), (3, 3), (1, 1)):
        batch = ["m%d.%d.%d" % (n, number, i) for i in range(n)]
        names += batch
        hide(cutter, uid + number, once=True)
        house.append(*(mail(name) for name in batch))
        house.run()
        assert cutter.edit is None
        took_all(house, names)
        uid += n
        assert seen_upto(house) == uid
    cutter.close()


def test_left_out_of_listings(house):
    """What it does not list, but finds, is there."""
    cutter = cut(house)
    hide(cutter, 2, 3, found=False, least=False)
    house.append(mail("a"), mail("b"), mail("c"))
    house.run()
    cutter.close()
    took_all(house, ["a", "b", "c"])


def test_neither_listed_nor_found(house):
    """Only its count tells: those behind it come in, the organiser hears of
    the mailbox, once, and what was hidden is had when it is shown."""
    cutter = cut(house)
    hide(cutter, 2)
    house.append(mail("a"), mail("hidden"), mail("c"))
    done = house.steps()
    assert done.returncode == 0, done
    assert house.name in done.stderr, done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    has(house, ["a", "c"], 1)
    assert "1 mail" in house.trouble(), house.trouble()
    assert seen_upto(house) == 1
    for name in ("d", "e"):
        house.append(mail(name))
        house.now += 60
        assert house.steps().stderr == ""
    has(house, ["a", "c", "d", "e"], 1)
    assert seen_upto(house) == 1
    assert house.name in house.call("check").stdout
    cutter.edit = None
    house.now += 60
    done = house.call("-v", "run")
    cutter.close()
    assert "works again" in done.stderr, done
    took_all(house, ["a", "c", "d", "e", "hidden"])
    assert seen_upto(house) == 5


def test_all_hidden(house):
    cutter = cut(house)
    hide(cutter, 1, 2)
    house.append(mail("a"), mail("b"))
    house.run()
    has(house, [], 2)
    assert "2 mails" in house.trouble() and seen_upto(house) == 0
    cutter.edit = None
    house.run()
    cutter.close()
    took_all(house, ["a", "b"])


def test_far_behind(house):
    """The way to the next mails leads over one that is not found."""
    house.stuff([mail("n%d" % i) for i in range(130)])
    assert house.waiting() == 130
    take_away(house, *range(1, 60), *range(61, 130))
    cutter = cut(house)
    hide(cutter, 60)
    lie = cutter.edit
    cutter.edit = lambda data: lie(data.replace(b"MIN 60", b"MIN 130"))
    house.run()
    has(house, ["n129"], 1)
    assert house.trouble()
    cutter.edit = None
    house.run()
    cutter.close()
    took_all(house, ["n129", "n59"])


def test_somebody_took_one(house):
    """A number that is not there any more is nobody's fault, also when mails
    from before lie there for good."""
    house.settings(house.entry('done: "a/b/.c"'))
    house.append(*(mail("old%d" % i) for i in range(3)))
    house.run()
    house.settings()
    house.sql("UPDATE mailbox_mail SET next_try = next_try + 9999999")
    house.sql("DELETE FROM trouble")
    house.append(mail("a"), mail("b"), mail("c"))
    take_away(house, 5)
    house.sql("DELETE FROM mailbox_mail")
    house.run()
    has(house, ["old0", "old1", "old2", "a", "c"], 3)
    assert house.trouble() is None, house.trouble()
    assert seen_upto(house) == 6


def old_ones(house, n):
    """Mails of which it was said before that they were read."""
    house.run()
    house.stuff([mail("old%d" % i) for i in range(n)])
    assert house.waiting() == n
    house.sql("UPDATE mailbox SET uidvalidity = ?, last_uid = ?",
              validity(house), n)


def validity(house):
    client = house.dovecot.client(house.user)
    client.select("INBOX")
    number = int(client.response("UIDVALIDITY")[1][0])
    client.logout()
    return number


def simple(edit):
    """The same of a server that does not announce ESEARCH."""
    return lambda data: edit(data).replace(b"ESEARCH", b"XSEARCH")


def test_hidden_among_many(house):
    """More mails than one plain search may bring are counted piece by
    piece."""
    cutter = cut(house)
    old_ones(house, 1100)
    hide(cutter, 1102)
    cutter.edit = simple(cutter.edit)
    house.append(mail("a"), mail("hidden"), mail("c"))
    house.run()
    has(house, ["a", "c"], 1101)
    assert "1 mail " in house.trouble(), house.trouble()
    assert seen_upto(house) == 1101
    assert b"RETURN" not in cutter.said
    cutter.edit = simple(bytes)
    house.run()
    has(house, ["a", "c", "hidden"], 1100)
    assert house.trouble() is None, house.trouble()
    # nor is the lack of one that somebody took a fault
    house.append(mail("d"), mail("e"), mail("f"))
    take_away(house, 1105)
    house.run()
    cutter.close()
    has(house, ["a", "c", "hidden", "d", "f"], 1100)
    assert house.trouble() is None, house.trouble()
    assert seen_upto(house) == 1106


def test_too_many_to_count(house):
    """What cannot be counted is not taken for read, and the organiser hears
    what to do."""
    cutter = cut(house)
    old_ones(house, 1100)
    house.gap(200000)
    house.append(mail("a"))
    cutter.edit = simple(bytes)
    house.sql("UPDATE mailbox SET last_uid = 199999")
    house.run()
    has(house, ["a"], 1100)
    assert house.trouble() is None and seen_upto(house) == 200000
    house.append(mail("b"), mail("hidden"), mail("c"))
    hide(cutter, 200002)
    cutter.edit = simple(cutter.edit)
    house.run()
    has(house, ["a", "b", "c"], 1101)
    assert "too many" in house.trouble(), house.trouble()
    assert seen_upto(house) == 200001
    take_away(house, *range(1, 201))
    house.run()
    assert "1 mail " in house.trouble(), house.trouble()
    cutter.edit = simple(bytes)
    house.run()
    cutter.close()
    has(house, ["a", "b", "c", "hidden"], 900)
    assert house.trouble() is None, house.trouble()


def test_search_not_as_announced(house):
    """ESEARCH in words only: then mails are found and counted as without,
    and none that lay there before is taken for a hidden one."""
    def there(pattern, by):
        cutter.edit_there = lambda data: re.sub(pattern, by, data)

    def back(pattern):
        cutter.edit = lambda data: re.sub(pattern, b"", data)

    cutter = cut(house)
    old_ones(house, 3)
    taken, uid = [], 5000
    for edit, *how in ((there, rb"RETURN \(\w+\) ", b""),
                       (there, rb"RETURN \(", b"RETRUN ("),
                       (back, rb"\* ESEARCH[^\r]*\r\n"),
                       (back, rb"(?<=UID) COUNT \d+")):
        house.gap(uid)
        house.append(mail("a%d" % uid), mail("b%d" % uid), mail("c%d" % uid))
        take_away(house, uid + 1)
        edit(*how)
        house.run()
        cutter.edit = cutter.edit_there = None
        taken += ["a%d" % uid, "c%d" % uid]
        has(house, taken, 3)
        assert house.trouble() is None, (how, house.trouble())
        assert seen_upto(house) == uid + 2, (how, seen_upto(house))
        uid += 5000
    cutter.close()


def test_refused_behind(house):
    """A mail that the server refuses, behind one that it hides, is tried as
    often as any other."""
    cutter = cut(house)
    hide(cutter, 1)
    cutter.edit_there = lambda data: data.replace(
        b"UID FETCH 2 BODY", b"UID FETZH 2 BODY")
    house.append(mail("hidden"), mail("bad"), mail("c"))
    for tries in (1, 1, 2):
        house.steps()
        assert house.sql("SELECT uid, work, tries FROM mailbox_mail") == [
            (2, "fetch", tries)]
        house.now += 40
    house.now += 60
    done = house.steps()
    assert "after 3 tries" in done.stderr, done
    house.append(mail("d"))
    house.run()
    has(house, ["c", "d"], 2)
    dead = house.json("inbox", "list", "--state", "dead")
    assert len(dead) == 1
    # set aside is done with, until the organiser says otherwise
    asked = cutter.said.count(b"UID FETZH 2 ")
    house.now += 60
    done = house.call("-v", "run")
    assert "mail 2" not in done.stderr, done
    assert cutter.said.count(b"UID FETZH 2 ") == asked
    assert house.sql("SELECT * FROM mailbox_mail") == []
    assert seen_upto(house) == 0
    cutter.edit_there = None
    house.call("inbox", "retry", str(dead[0]["mail"]))
    house.run()
    cutter.close()
    has(house, ["bad", "c", "d"], 1)


def test_gone_is_asked_twice(house):
    """A mail that was listed and then is neither handed over nor found: one
    such answer does not lose it."""
    cutter = cut(house)
    word = re.compile(rb"UID FETCH 2 BODY")
    state = []

    def there(data):
        if word.search(data) and not state:
            state.append("refused")
            hide(cutter, 2, once=True, listed=False)
            return word.sub(b"UID FETZH 2 BODY", data)
        return data

    cutter.edit_there = there
    house.append(mail("a"), mail("b"), mail("c"))
    house.run()
    assert cutter.edit is None
    house.run(2)
    cutter.close()
    took_all(house, ["a", "b", "c"])


def main():
    tap = Tap()
    with Dovecot(more=NO_PENALTY) as dovecot:
        tap.each(globals(), lambda: ImapHouse(dovecot))
    tap.end()


main()
