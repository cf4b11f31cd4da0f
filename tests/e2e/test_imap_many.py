#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Ten thousand mails in a mailbox: all come in, in memory that does not grow
with their number, and a terminal is told how far it is."""

import os
import pty
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from imaphouse import ImapHouse, mail  # noqa: E402
from dovecot import Dovecot  # noqa: E402
from tap import Tap  # noqa: E402
from watching import FRUGAL, has_terminals, high_water  # noqa: E402

MANY = 10000
# It need not look through its folders again after each move.
QUICK = "maildir_very_dirty_syncs = yes\n"
LIMIT = 20 * 1024  # KiB: a third of all that comes in test_large_mails


def receive(house, stderr=None):
    """The most memory that it had at once, in KiB."""
    house.now += 60
    high = 0
    with subprocess.Popen(house.command(["receive"]), env=FRUGAL,
                          stderr=stderr) as child:
        while child.poll() is None:
            high = max(high, high_water(child.pid))
            time.sleep(0.01)
    assert child.returncode == 0 and high > 0
    return high


def peak(house, mails, user):
    """Above a run that takes a single small mail."""
    house.settings(house.entry(user=user))
    house.stuff([mail("first")], user=user)
    rest = receive(house)
    house.stuff(mails, user=user)
    return receive(house) - rest


def test_many(house):
    mails = [mail("n%d" % i, size=i % 50 * 100) for i in range(MANY)]
    above = peak(house, mails, house.user)
    print("# %d KiB above a run with one mail" % above)
    assert above < LIMIT, above
    assert house.sql("SELECT count(*), count(DISTINCT sha) FROM inbox") == [
        (MANY + 1, MANY + 1)]
    assert house.raws()[1:] == mails
    assert house.waiting() == 0
    assert house.waiting("Processed") == MANY + 1
    assert house.sql("SELECT * FROM mailbox_mail") == []


def test_large_mails(house):
    """Batches are bounded by their bytes as well."""
    above = peak(house, [mail("n%d" % i, size=1000000) for i in range(60)],
                 house.user)
    print("# %d KiB above a run with one mail" % above)
    assert above < LIMIT, above
    assert house.sql("SELECT count(*) FROM inbox") == [(61,)]


def test_progress(house):
    """A line on a terminal; none in a log, none for a few mails."""
    house.stuff([mail("n%d" % i) for i in range(400)])
    near, far = pty.openpty()
    receive(house, far)
    os.set_blocking(near, False)
    said = os.read(near, 65536).decode()
    assert "%s: 50 of 400 mails" % house.name in said, said
    assert said.endswith("400 of 400 mails\r\n"), said
    house.stuff([mail("m%d" % i) for i in range(400)])
    assert house.call("receive").stderr == ""
    house.stuff([mail("few")])
    receive(house, far)
    try:
        said = os.read(near, 65536)
    except BlockingIOError:
        said = b""
    assert said == b"", said
    os.close(near)
    os.close(far)


def main():
    tap = Tap()
    with Dovecot(more=QUICK) as dovecot:
        for name, test in sorted(globals().items()):
            if test is test_progress and not has_terminals():
                tap.skip("progress", "there are no pseudo-terminals here")
            elif name.startswith("test_"):
                house = ImapHouse(dovecot)
                tap.run(name[5:].replace("_", " "), test, house)
                house.close()
    tap.end()


main()
