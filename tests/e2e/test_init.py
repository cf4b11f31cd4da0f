#!/usr/bin/python3
# SPDX-License-Identifier: ISC
""""turnpost init": the dialogue on a terminal with real servers, what it
writes, and that it writes nothing when it is left."""

import contextlib
import json
import os
import signal
import stat
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                os.pardir, "peers"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from dialogue import Dialogue  # noqa: E402
from dovecot import Dovecot  # noqa: E402
from house import ROBOT, House  # noqa: E402
from peer import HOST, ROBOT_PASSWORD  # noqa: E402
from smtp import Smtp  # noqa: E402
from tap import Tap  # noqa: E402
from watching import has_terminals  # noqa: E402

OLGA = "Olga <olga@example.org>"
FIRST = "Mail address of this turnpost"
LAST = "Write all this into"


class Servers:
    """What mail takes, for all tests."""

    def __init__(self):
        self.dovecot = Dovecot()
        self.smtp = Smtp(lmtp=self.dovecot.lmtp)
        self.ca = self.dovecot.path("both.pem")
        with open(self.ca, "w", encoding="ascii") as both:
            for peer in (self.dovecot, self.smtp):
                with open(peer.ca_file, encoding="ascii") as one:
                    both.write(one.read())
        os.chmod(self.ca, 0o644)
        self.imap_url = "imaps://%s:%d" % (HOST, self.dovecot.imaps)
        self.smtp_url = "smtp://%s:%d" % (HOST, self.smtp.port)

    def close(self):
        self.smtp.close()
        self.dovecot.close()

    def options(self):
        return ["--imap", self.imap_url, "--smtp", self.smtp_url,
                "--ca-file", self.ca]


@contextlib.contextmanager
def new_house():
    house = House(init=False)
    try:
        yield house
    finally:
        house.close()


def text_of(house, name="turnpost.yaml"):
    with open(house.path(name), encoding="utf-8") as file:
        return file.read()


def mode_of(house, name):
    return stat.S_IMODE(os.stat(house.path(name)).st_mode)


def findings(house, *args):
    done = house.call("--json", "check", *args)
    return {(item["part"], item["state"]): item["says"]
            for item in json.loads(done.stdout)}


def test_dialogue(servers):
    """Nothing is known but which certificates count."""
    with new_house() as house:
        talk = Dialogue(house, "--ca-file", servers.ca)
        talk.answer(FIRST, "nobody")
        talk.expect("cannot be its mail address")
        talk.answer(FIRST, "robot@localhost.invalid")
        talk.answer("Who gets a letter", "Olga")
        talk.expect("cannot be the organiser")
        talk.answer("Who gets a letter", OLGA)
        # nobody is at the usual names
        talk.expect("trying imap.localhost.invalid:993")
        talk.expect("trying localhost.invalid:143")
        talk.answer("Server to receive from (IMAP) [none]", "pop://x")
        talk.expect("is no IMAP server")
        talk.answer("Server to receive from (IMAP)", servers.imap_url)
        talk.answer("User name there [robot@localhost.invalid]", "robot")
        talk.secret("wrong")
        talk.expect("refuses the login of robot; check that user and password")
        talk.answer("Answer these questions again [yes]")
        talk.answer("Server to receive from (IMAP) [%s]" % servers.imap_url)
        talk.answer("User name there [robot]")
        talk.secret()
        talk.expect("login works")
        talk.expect("trying smtp.localhost.invalid:465")
        talk.answer("Server to send by (SMTP)", servers.smtp_url)
        talk.expect("accepts the login of robot")
        # letters to the robot@ of any domain go to the same mailbox
        talk.expect("letter: mails to itself came back, to robot@"
                    "localhost.invalid and to robot+test@localhost.invalid")
        assert os.listdir(house.dir) == []
        talk.answer(LAST)
        talk.expect("is now a turnpost home")
        assert talk.end() == 0, talk.shown
        assert servers.dovecot.count() == 0
        assert servers.dovecot.count("Processed") == 2
        told(house, servers)


def told(house, servers):
    """What it wrote: all comments, no password; a check says the same."""
    text = text_of(house)
    for piece in ['address: "robot@localhost.invalid"',
                  '    - server: "%s"' % servers.imap_url,
                  '      user: "robot"', '    server: "%s"' % servers.smtp_url,
                  'password-file: "password"', '"%s"' % servers.ca,
                  'organiser: "%s"' % OLGA, "# Where the log goes"]:
        assert piece in text, (piece, text)
    assert ROBOT_PASSWORD not in text
    assert text_of(house, "password") == ROBOT_PASSWORD
    assert mode_of(house, "password") == 0o600
    assert not os.path.exists(house.path("password-smtp"))
    found = findings(house, "--mail", "--wait", "30")
    assert {state for _, state in found} == {"ok"}, found
    assert "mails to itself came back" in found["letter", "ok"]
    # whoever is quicker takes them in, and nobody is answered
    servers.smtp.forget()
    house.ok("run")
    assert servers.smtp.log() == []


def test_own_mail_is_ignored(servers):
    """A turnpost that takes the mail to itself in answers nothing."""
    with new_house() as house:
        made(house, servers)
        servers.smtp.forget()
        found = findings(house, "--mail", "--wait", "30")
        assert ("letter", "ok") in found, found
        mails = [mail["content"] for mail in servers.smtp.log()]
        assert len(mails) == 2
        for raw in mails:
            servers.dovecot.deliver(raw.encode(), ROBOT, sender=ROBOT)
        servers.smtp.forget()
        house.ok("run")
        rows = house.json("inbox", "list")
        assert [row["state"] for row in rows] == ["ignored"] * 2, rows
        assert servers.smtp.log() == []
        os.unlink(house.dir + ".secret")


def test_served(servers):
    """A turnpost that runs may take the mails in before they are seen."""
    with new_house() as house:
        made(house, servers)
        serving = subprocess.Popen(house.command(["serve"], clock=False),
                                   stderr=subprocess.DEVNULL)
        try:
            for _ in range(3):
                found = findings(house, "--mail", "--wait", "30")
                assert ("letter", "ok") in found, found
        finally:
            serving.terminate()
            assert serving.wait(60) == 0
        os.unlink(house.dir + ".secret")


def secret_file(house):
    """A password outside the home."""
    path = house.dir + ".secret"
    with open(path, "w", encoding="ascii") as file:
        file.write(ROBOT_PASSWORD + "\n")
    os.chmod(path, 0o600)
    return path


def made(house, servers, *more):
    """With options alone, where nobody is asked."""
    secret = secret_file(house)
    return house.ok("init", "--address", ROBOT, "--user", "robot",
                    "--password-file", secret, "--wait", "30",
                    *servers.options(), *more)


def test_options(servers):
    """Every answer as an option: nothing is asked, everything is tried."""
    with new_house() as house:
        said = made(house, servers, "--organiser", OLGA)
        for piece in ["login works", "accepts the login of robot",
                      "came back, to %s" % ROBOT, "turnpost home"]:
            assert piece in said, said
        text = text_of(house)
        assert 'password-file: "%s.secret"' % house.dir in text, text
        assert sorted(os.listdir(house.dir)) == [
            "spool", "turnpost.db", "turnpost.db-shm", "turnpost.db-wal",
            "turnpost.yaml"]
        os.unlink(house.dir + ".secret")


def test_options_on_a_terminal(servers):
    """Of what options say, nothing is asked."""
    with new_house() as house:
        talk = Dialogue(house, "--address", ROBOT, "--organiser", "none",
                        "--user", "robot", "--wait", "30", "--yes",
                        *servers.options())
        talk.secret()
        talk.expect("is now a turnpost home")
        assert talk.end() == 0
        assert "Who gets" not in talk.shown and "Server" not in talk.shown
        assert mode_of(house, "password") == 0o600


def test_no_servers():
    """All files, as without a terminal."""
    with new_house() as house:
        talk = Dialogue(house, "--address", ROBOT, "--no-dialogue")
        assert talk.end() == 0
        one = text_of(house)
    with new_house() as house:
        talk = Dialogue(house, "--address", ROBOT, "--imap", "none",
                        "--smtp", "none")
        talk.answer("Who gets a letter")
        talk.answer(LAST)
        assert talk.end() == 0, talk.shown
        assert text_of(house) == one
    with new_house() as house:
        house.ok("init", "--address", ROBOT)
        assert text_of(house) == one


def test_plus_addressing(servers):
    """Only the variant with a key does not arrive."""
    with new_house() as house:
        secret = secret_file(house)
        args = ["--address", ROBOT, "--user", "robot", "--password-file",
                secret, "--delimiter", "-", "--wait", "5",
                *servers.options()]
        done = house.call("init", *args)
        assert done.returncode == 1, done
        assert ("wrong    letter: a mail to robot@example.org came back, but "
                "none to robot-test@example.org") in done.stdout, done.stdout
        assert "--yes writes it all the same" in done.stderr, done.stderr
        assert os.listdir(house.dir) == []
        house.call("init", "--yes", *args)
        assert 'delimiter: "-"' in text_of(house)
        assert ("letter", "wrong") in findings(
            house, "--mail", "--wait", "2")
        os.unlink(secret)


def test_own_sender_alone(servers):
    """A server that lets nobody send as robot+KEY."""
    with new_house() as house, Smtp(
            lmtp=servers.dovecot.lmtp, sender=ROBOT) as picky:
        with open(servers.ca, "a", encoding="ascii") as both:
            with open(picky.ca_file, encoding="ascii") as one:
                both.write(one.read())
        said = made(house, servers, "--smtp",
                    "smtp://%s:%d" % (HOST, picky.port))
        assert 'so "envelope: plain" is set' in said, said
        assert "\n    envelope: plain\n" in text_of(house)
        path = house.path("turnpost.yaml")
        text = text_of(house).replace("    envelope: plain\n", "")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        found = findings(house, "--mail", "--wait", "30")
        assert "envelope: plain" in found["send", "wrong"], found
        os.unlink(house.dir + ".secret")


def test_lost(servers):
    """What is sent never comes back."""
    with new_house() as house, Smtp() as other:
        with open(servers.ca, "a", encoding="ascii") as both:
            with open(other.ca_file, encoding="ascii") as one:
                both.write(one.read())
        secret = secret_file(house)
        done = house.call(
            "init", "--address", ROBOT, "--user", "robot", "--password-file",
            secret, "--wait", "2", *servers.options(), "--smtp",
            "smtp://%s:%d" % (HOST, other.port))
        assert done.returncode == 1, done
        assert "no mail to itself came back within 2 seconds" in done.stdout
        os.unlink(secret)


def test_leaving(servers):
    """Ctrl-C, Ctrl-\\ and the end of the input, at any question."""
    for keys, how in (("\x03", -signal.SIGINT), ("\x1c", -signal.SIGTERM),
                      ("\x04", 1)):
        for stop in range(4):
            with new_house() as house:
                talk = Dialogue(house, *servers.options())
                for n, question in enumerate(
                        [FIRST, "Who gets", "User name", "Password"]):
                    talk.expect(question)
                    talk.expect(": ")
                    if n == stop:
                        while n == 3 and talk.echoes():
                            time.sleep(0.01)
                        talk.type(keys)
                        break
                    talk.type(["robot@example.org", "none", "robot"][n]
                              + "\n")
                talk.expect("nothing was written")
                assert talk.echoes()
                assert talk.end() == how, (how, talk.shown)
                assert os.listdir(house.dir) == []


def status_of(pid):
    with open("/proc/%d/status" % pid, encoding="ascii") as file:
        return dict(line.rstrip("\n").split(":\t", 1) for line in file
                    if ":\t" in line)


def has_interrupt(mask):
    return bool(int(mask, 16) >> (signal.SIGINT - 1) & 1)


def test_too_late():
    """Ctrl-C while the home is written: it is there, and the program says so."""
    came = False
    for _ in range(20):
        with new_house() as house:
            talk = Dialogue(house, "--address", ROBOT, "--organiser", "none",
                            "--imap", "none", "--smtp", "none")
            talk.answer(LAST)
            while not has_interrupt(status_of(talk.pid)["SigBlk"]):
                if status_of(talk.pid)["State"].startswith("Z"):
                    break  # it was quicker
            os.kill(talk.pid, signal.SIGINT)
            came = has_interrupt(status_of(talk.pid)["ShdPnd"])
            talk.expect("is now a turnpost home")
            assert talk.end() == 0, talk.shown
            assert "nothing was written" not in talk.shown, talk.shown
            house.ok("check")
        if came:
            return
    raise AssertionError("no Ctrl-C came while the home was written")


def test_other_provider(servers):
    """A server of another name gets the password after a question alone."""
    with new_house() as house:
        secret = secret_file(house)
        talk = Dialogue(house, "--address", ROBOT, "--organiser", "none",
                        "--imap", servers.imap_url, "--ca-file", servers.ca,
                        "--user", "robot", "--password-file", secret,
                        "--smtp", "smtps://mail.example.net:1")
        talk.expect("Does it take the same user name and password")
        talk.type("no\n")
        talk.expect("User name there")
        talk.type("\x03")
        talk.expect("nothing was written")
        assert talk.end() == -signal.SIGINT
        assert os.listdir(house.dir) == []
        os.unlink(secret)


def test_saying_no():
    with new_house() as house:
        talk = Dialogue(house, "--address", ROBOT, "--organiser", "none",
                        "--imap", "none", "--smtp", "none")
        talk.answer(LAST, "perhaps")
        talk.expect("Please answer yes or no")
        talk.answer(LAST, "no")
        talk.expect("nothing was written")
        assert talk.end() == 1
        assert os.listdir(house.dir) == []


def test_refusals(servers):
    with new_house() as house:
        for code, piece, *args in [
                (2, "from 1 to 3600", "--wait", "0"),
                (2, "one of + - .", "--delimiter", "x"),
                (2, "leave one out", "--password-file", "a",
                 "--password-command", "b"),
                (2, "Unknown option", "--adress", "x"),
                (2, "does not take", "home"),
                (1, "is no IMAP server", "--imap", "ftp://x"),
                (1, "is no SMTP server", "--smtp", "imaps://x"),
                (2, "--password-file or --password-command", "--imap",
                 servers.imap_url)]:
            house.fails(code, piece, "init", *args, "--address", ROBOT)
            assert os.listdir(house.dir) == [], args
        house.ok("init", "--address", ROBOT)
        house.fails(1, "already a turnpost home", "init")
        house.fails(2, "needs --mail", "check", "--wait", "5")


def main():
    tap = Tap()
    servers = Servers()
    for name, test in list(globals().items()):
        if not name.startswith("test_") or not any(
                word in name for word in sys.argv[1:] or [name]):
            continue
        words = name[5:].replace("_", " ")
        if "Dialogue" in test.__code__.co_names and not has_terminals():
            tap.skip(words, "there are no pseudo-terminals here")
            continue
        tap.run(words, test, *([servers] if test.__code__.co_argcount else []))
    servers.close()
    tap.end()


main()
