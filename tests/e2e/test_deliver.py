#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""The pipe of a mail server: the mail and its envelope lie in the spool, or
it is 75 and nothing lies there, whatever went wrong."""

import os
import re
import resource
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, TURNPOST, address  # noqa: E402
from tap import Tap  # noqa: E402

MAIL = b"From: anna@example.org\nSubject: x\n\npay 0\n"
LIMIT = 64 * 1024 * 1024
# what mail servers tell
TOLD = ("SENDER", "RECIPIENT", "ORIGINAL_RECIPIENT")


def deliver(house, *args, mail=MAIL, env=None, **more):
    plain = {key: value for key, value in os.environ.items()
             if key not in TOLD}
    return subprocess.run(
        [TURNPOST, "--home", house.dir, "deliver", *args], input=mail,
        capture_output=True, timeout=60, env=dict(plain, **(env or {})),
        **more)


def spooled(house):
    """All that lies in the spool, which is then emptied."""
    mails = []
    for name in os.listdir(house.path("spool", "in", "new")):
        path = house.path("spool", "in", "new", name)
        assert os.stat(path).st_mode & 0o777 == 0o600, path
        with open(path, "rb") as file:
            mails.append(file.read())
        os.remove(path)
    assert os.listdir(house.path("spool", "in", "tmp")) == []
    return mails


def one(house, *args, **more):
    """It is delivered in silence; what lies there."""
    done = deliver(house, *args, **more)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b""), done
    mails = spooled(house)
    assert len(mails) == 1, mails
    return mails[0]


def fails(house, *args, **more):
    done = deliver(house, *args, **more)
    assert done.returncode == 75 and done.stdout == b"", done
    assert len(done.stderr.splitlines()) == 1, done
    assert b"Sanitizer" not in done.stderr, done
    return done.stderr


def test_plain(house):
    assert one(house) == MAIL
    assert one(house, mail=b"From anna Sat Nov 21\n" + MAIL) == MAIL
    assert one(house, mail=b"\0\xff no mail at all") == b"\0\xff no mail at all"


def test_arguments(house):
    assert one(house, "--from", "anna@example.org", "--to=r+k@example.org",
               env={"SENDER": "no@x", "ORIGINAL_RECIPIENT": "no@x"}) == (
        b"Return-Path: <anna@example.org>\n"
        b"Delivered-To: r+k@example.org\n" + MAIL)
    assert one(house, "--from=") == b"Return-Path: <>\n" + MAIL


def test_environment(house):
    assert one(house, env={"SENDER": "a@b", "RECIPIENT": "r@x",
                           "ORIGINAL_RECIPIENT": "r+k@y"}) == (
        b"Return-Path: <a@b>\nDelivered-To: r@x\nX-Original-To: r+k@y\n"
        + MAIL)
    assert one(house, env={"SENDER": ""}) == b"Return-Path: <>\n" + MAIL


def test_odd_addresses(house):
    """What cannot be written down is left out; the mail is taken."""
    for odd in ("x@y\nSubject: z", "no address", "-v@x y", "--home", "--"):
        assert one(house, "--from=" + odd, "--to=" + odd) == MAIL, odd
    assert one(house, b"--from=\xff\xfe@x", b"--to", b"\xff@x") == MAIL


def test_key_in_the_envelope(house):
    """The address of the mail has no key, that of its envelope has."""
    house.example()
    letter = house.newest("Bernhard")
    raw = ("From: %s\nTo: robot@example.org\nMessage-ID: <e@q>\n\npay 0\n"
           % address("Bernhard")).encode()
    deliver(house, "--from", address("Bernhard"), mail=raw)
    house.run()
    assert house.moves() == []
    done = deliver(house, "--from", address("Bernhard"), "--to",
                   str(letter.mail["Reply-To"]), mail=raw.replace(b"<e", b"<f"))
    assert done.returncode == 0, done
    house.run()
    assert house.moves() == [("Bernhard", "pay 0")]


SUBMITTED = b"Received: (from a program of a local user)\n"


def test_as_sendmail(house):
    """What programs say to sendmail; from no user of this machine such a mail
    brings what a mail server found out."""
    for args in (["-oi"], ["-i", "-t"], ["-oem", "-oi"], ["-ti", "-bm"],
                 ["-O", "ErrorMode=mail", "-B8BITMIME"], ["-B", "8BITMIME"],
                 ["-N", "never", "-R", "hdrs", "-V", "id", "-F", "Anna A"],
                 ["-t", "--"], ["-oem", "-v"]):
        assert one(house, *args) == SUBMITTED + MAIL, args
    for args in (["-f", "a@b", "--", "r@x"], ["-fa@b", "r@x"],
                 ["-r", "a@b", "-oi", "Robot <r@x>"], ["-tif", "a@b", "r@x"],
                 ["r@x", "-f", "a@b"]):
        assert one(house, *args, env={"RECIPIENT": "no@x", "SENDER": ""}) == (
            b"Return-Path: <a@b>\nDelivered-To: r@x\n" + SUBMITTED
            + MAIL), args
    assert one(house, "-f", "<>", "--", "r@x", "s@x", "-t@x") == (
        b"Return-Path: <>\nDelivered-To: r@x\nDelivered-To: s@x\n"
        b"Delivered-To: -t@x\n" + SUBMITTED + MAIL)
    for args in (["-bs"], ["-bp"], ["-q"], ["-bd"], ["-f"], ["-o"], ["-Z"],
                 ["mail.eml"]):
        fails(house, *args)
    assert spooled(house) == []


def test_from_is_no_proof(house):
    """A mail that a program of this machine hands over may say of itself what
    it likes: without the key nothing is done, with the key it is."""
    house.example()
    with open(house.path("turnpost.yaml"), encoding="utf-8") as file:
        text = file.read()
    with open(house.path("turnpost.yaml"), "w", encoding="utf-8") as file:
        assert "\nmail:\n" in text
        file.write(text.replace(
            "\nmail:\n", "\nmail:\n  authserv: mx.example.org\n", 1))
    raw = ("Authentication-Results: mx.example.org; dmarc=pass "
           "header.from=example.org\nFrom: %s\nTo: robot@example.org\n"
           "Message-ID: <%%s@q>\n\npay 0\n" % address("Bernhard"))
    letter = house.newest("Bernhard")
    # what is put above it cannot be made to go on, as if our server wrote it
    for begin in ("", " by mx.example.org; Sun, 22 Nov 2026 10:00:00 +0000\n",
                  "\t (x)\tby mx.example.org; now\n"):
        done = deliver(house, "-oi", "-f", address("Bernhard"), "--",
                       "robot@example.org",
                       mail=(begin + raw % ("e%d" % len(begin))).encode())
        assert done.returncode == 0, done
        house.run()
        assert house.moves() == [], begin
    done = deliver(house, "-oi", "--", "carol@example.org",
                   str(letter.mail["Reply-To"]), mail=(raw % "f").encode())
    assert done.returncode == 0, done
    house.run()
    assert house.moves() == [("Bernhard", "pay 0")]


def test_bcc(house):
    """With -t a program leaves recipients to the header."""
    house.example()
    letter = house.newest("Bernhard")
    raw = "From: %s\nBcc: %s\nMessage-ID: <e@q>\n\npay 0\n" % (
        address("Bernhard"), letter.mail["Reply-To"])
    assert deliver(house, "-t", "-oi", mail=raw.encode()).returncode == 0
    house.run()
    assert house.moves() == [("Bernhard", "pay 0")]


def test_null_sender_is_a_robot(house):
    house.example()
    letter = house.newest("Bernhard")
    raw = house.reply(letter, "pay 0")
    for name in os.listdir(house.path("spool", "in", "new")):
        os.remove(house.path("spool", "in", "new", name))
    assert deliver(house, env={"SENDER": ""}, mail=raw).returncode == 0
    house.run()
    assert house.moves() == []
    assert house.json("inbox", "list")[0]["state"] == "ignored"


# ---- big ones ----

def pour(house, size):
    """So many bytes, written to the end; the memory it took, in KiB."""
    child = subprocess.Popen([TURNPOST, "--home", house.dir, "deliver"],
                             stdin=subprocess.PIPE)
    for _ in range(size >> 16):
        child.stdin.write(b"y" * 65536)
    child.stdin.close()  # no broken pipe
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, child.returncode
    return used.ru_maxrss


def test_huge(house):
    """Flat memory, whole up to the limit, read to the end beyond it."""
    used = [pour(house, size) for size in (65536, LIMIT, 3 * LIMIT // 2)]
    sizes = sorted(len(mail) for mail in spooled(house))
    assert sizes == [65536, LIMIT, LIMIT], sizes
    assert max(used) - used[0] < 2048, used


# ---- what can go wrong ----

def test_no_home(house):
    there, house.dir = house.dir, house.path("nothing")
    said = fails(house)
    assert said.startswith(b"4.3.0 turnpost: there is no turnpost home"), said
    # read to the end even so
    fails(house, mail=MAIL * 100000)
    house.dir = there


def test_wrong_usage(house):
    fails(house, "--nonsense")
    fails(house, "surplus")
    fails(house, "--from")
    for args in (["--bogus", "deliver"], ["--now", "x", "deliver"],
                 ["deliver", "--home"]):
        done = subprocess.run([TURNPOST, *args], input=MAIL,
                              capture_output=True)
        assert done.returncode == 75, (args, done)
    assert spooled(house) == []


def test_spool_is_no_folder(house):
    os.rename(house.path("spool"), house.path("was"))
    with open(house.path("spool"), "w", encoding="ascii"):
        pass
    fails(house)
    os.remove(house.path("spool"))
    os.rename(house.path("was"), house.path("spool"))
    assert one(house) == MAIL


def limit_files():
    """As ulimit -f does: the signal would end it."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))


def test_limit_of_file_size(house):
    for size in (1000, 60000):  # in the first piece, in a later one
        fails(house, mail=MAIL + b"x" * 20 * size, preexec_fn=limit_files)
    assert spooled(house) == []


def test_signals(house):
    """Ended from outside while the mail is still coming."""
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT,
                   signal.SIGALRM, signal.SIGXCPU):
        child = subprocess.Popen([TURNPOST, "--home", house.dir, "deliver"],
                                 stdin=subprocess.PIPE)
        child.stdin.write(MAIL)
        child.stdin.flush()
        wait_for_alarm(child.pid)
        child.send_signal(number)
        assert child.wait(30) == 75, number
        child.stdin.close()
    assert os.listdir(house.path("spool", "in", "new")) == []


def test_signals_behind_it(house):
    """Ended when the mail lies there, while its rest is still read: the mail
    server must not keep it, too."""
    for number in (signal.SIGTERM, signal.SIGALRM, signal.SIGXCPU):
        child = subprocess.Popen([TURNPOST, "--home", house.dir, "deliver"],
                                 stdin=subprocess.PIPE)
        child.stdin.write(b"y" * (LIMIT + 65536))
        child.stdin.flush()
        for _ in range(1000):
            if os.listdir(house.path("spool", "in", "new")):
                break
            time.sleep(0.01)
        time.sleep(0.2)
        child.send_signal(number)
        assert child.wait(30) == 0, number
        child.stdin.close()
        assert len(spooled(house)) == 1


def wait_for_alarm(pid):
    """Until it catches signals."""
    for _ in range(500):
        with open("/proc/%d/status" % pid, encoding="ascii") as file:
            caught = re.search(r"^SigCgt:\s*(\w+)", file.read(), re.M)
        if int(caught.group(1), 16) >> (signal.SIGALRM - 1) & 1:
            return
        time.sleep(0.01)
    raise AssertionError("it never catches SIGALRM")


def main():
    tap = Tap()
    tap.each(globals(), House)
    tap.end()


if __name__ == "__main__":
    main()
