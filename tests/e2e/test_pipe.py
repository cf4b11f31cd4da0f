#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Behind a real Exim and a real Postfix, with etc/exim.conf and
etc/postfix.cf: mail comes by SMTP through the pipe, letters go out by their
sendmail, and nothing that goes wrong at the pipe loses or bounces a mail."""

import email
import glob
import os
import pwd
import re
import shutil
import smtplib
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                os.pardir, "peers"))

from house import ROBOT, SEATS, SRC, TURNPOST, House, address  # noqa: E402
from tap import Tap  # noqa: E402
import exim  # noqa: E402
import opensmtpd  # noqa: E402
import postfix  # noqa: E402

SEGFAULT = "#!/bin/sh\nkill -SEGV $$\n"
WRONG_CODE = "#!/bin/sh\ncat >/dev/null\nexit 67\n"


def pieces(sample, changes):
    """A file of etc/ as an administrator would change it, by its sections."""
    with open(os.path.join(SRC, "etc", sample), encoding="utf-8") as f:
        text = f.read()
    for was, becomes in changes:
        assert was in text, was
        text = text.replace(was, becomes)
    parts = re.split(r"^# ---- (\S+) ----\n", text, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


PLAYERS = [name.lower() for name in SEATS]


def with_exim(found, program, home):
    return exim.Exim(found, PLAYERS, pieces("exim.conf", [
        ("/usr/local/bin/turnpost", program), ("/var/lib/turnpost", home)]),
        extra_users=["turnpost"])


def with_postfix(found, program, home):
    return postfix.Postfix(found, PLAYERS, pieces("postfix.cf", [
        ("user=turnpost", "user=nobody"),
        ("/usr/local/bin/turnpost", program), ("/var/lib/turnpost", home)]))


class PipeHouse(House):
    """Its spool belongs to the user as whom turnpost is started."""

    def __init__(self, make, found):
        super().__init__()
        self.out = None  # paths of letters gone out; None: no server yet
        # where the server's user may look, which the sources may be not
        self.program = self.path("turnpost")
        shutil.copy(TURNPOST, self.program)
        self.give_away()
        self.mta = make(found, self.program, self.dir)

    def give_away(self):
        if os.getuid() != 0:
            return
        user = pwd.getpwnam("nobody")
        os.chmod(self.dir, 0o711)
        os.chmod(self.path("spool"), 0o711)
        for name in ("", "tmp", "new", "cur"):
            os.chown(self.path("spool", "in", name), user.pw_uid,
                     user.pw_gid)

    def close(self):
        self.mta.close()
        super().close()

    # ---- the roads ----

    def example(self, *more):
        """Until the match begins all goes by Maildirs, which is quicker."""
        number = super().example(*more)
        self.before = {name: super(PipeHouse, self).mails(name)
                       for name in SEATS}
        self.out = set(self.letter_files())
        return number

    def letter_files(self):
        return glob.glob(self.path("spool", "out", "*", "new", "*"))

    def deliver(self, raw, name=None):
        """By SMTP, from its From to its To."""
        if self.out is None:
            super().deliver(raw, name)
            return
        mail = email.message_from_bytes(raw)
        self.smtp(mail["From"], mail["To"], raw)

    def smtp(self, sender, recipient, raw):
        with smtplib.SMTP("127.0.0.1", self.mta.port) as client:
            client.ehlo_or_helo_if_needed()
            client.mail(sender)
            client.rcpt(recipient)
            code, answer = client.data(raw)
            assert code == 250, answer
        self.mta.settle(answer)

    def post(self):
        """New letters out through its sendmail."""
        for path in set(self.letter_files()) - self.out:
            self.out.add(path)
            with open(path, "rb") as file:
                self.mta.sendmail(ROBOT, path.split("/")[-3], file.read())

    def run(self, minutes=1):
        super().run(minutes)
        if self.out is not None:
            self.post()

    def mails(self, name):
        """As her mail server gave them to her."""
        if self.out is None:
            return super().mails(name)
        return self.before[name] + self.mta.mails(name.lower())

    # ---- what is broken ----

    def program_becomes(self, text):
        """None: the program itself again."""
        os.remove(self.program)
        if text is None:
            shutil.copy(TURNPOST, self.program)
            return
        with open(self.program, "w", encoding="ascii") as file:
            file.write(text)
        os.chmod(self.program, 0o755)

    def put_off(self, said):
        """One mail waits in the queue, and the log tells why."""
        assert self.mta.waiting() == 1, self.mta.log()
        assert self.mta.put_off() and said in self.mta.log(), self.mta.log()
        assert not self.mta.bounced(), self.mta.log()
        assert os.listdir(self.path("spool", "in", "new")) == []

    def then_delivered(self, move):
        """At the next try it comes, once, and the move is made."""
        self.mta.try_again()
        assert self.mta.waiting() == 0, self.mta.log()
        assert len(os.listdir(self.path("spool", "in", "new"))) == 1
        self.run()
        assert self.moves() == [("Bernhard", move)], self.moves()
        assert not self.mta.bounced(), self.mta.log()


# ---- all is well ----

def test_moves(house):
    """Several moves, letters and mails all through the server."""
    house.example()
    before = len(house.mails("Bernhard"))
    for name, move in (("Bernhard", "pay 0"), ("Bernhard", "play conflict"),
                       ("Steffi", "play conflict"), ("Florian", "play cloth")):
        answer = house.say(name, move)
        answer.says("You wrote")
    assert house.moves() == [
        ("Bernhard", "pay 0"), ("Bernhard", "play conflict"),
        ("Steffi", "play conflict"), ("Florian", "play cloth")]
    assert house.mta.waiting() == 0
    assert len(house.mails("Bernhard")) >= before + 2
    assert len(house.mta.mails("bernhard")) >= 2


def test_swaks(house):
    house.example()
    letter = house.newest("Bernhard")
    subprocess.run(
        ["swaks", "--server", "127.0.0.1", "--port", str(house.mta.port),
         "--helo", "client.example", "--from", address("Bernhard"),
         "--to", str(letter.mail["Reply-To"]), "--h-Subject", "hello",
         "--body", "pay 2"], check=True, capture_output=True, timeout=60)
    house.mta.settle()
    house.run()
    assert house.moves() == [("Bernhard", "pay 2")]


def test_envelope(house):
    """The key stands in the envelope alone; the pipe keeps it."""
    house.example()
    key = str(house.newest("Bernhard").mail["Reply-To"])
    house.smtp(address("Bernhard"), key,
               ("From: %s\nTo: %s\nMessage-ID: <a@q>\n\npay 1\n" % (
                   address("Bernhard"), ROBOT)).encode())
    name = os.listdir(house.path("spool", "in", "new"))[0]
    with open(house.path("spool", "in", "new", name), "rb") as file:
        head = file.read().decode().split("\n")[:2]
    assert head == ["Return-Path: <%s>" % address("Bernhard"),
                    "Delivered-To: " + key], head
    house.run()
    assert house.moves() == [("Bernhard", "pay 1")]


def test_big(house):
    house.example()
    raw = house.newest("Bernhard").raw
    mail = email.message_from_bytes(raw)
    house.smtp(address("Bernhard"), mail["Reply-To"],
               ("From: %s\nTo: %s\nMessage-ID: <b@q>\n\npay 1\n" % (
                   address("Bernhard"), mail["Reply-To"])).encode()
               + b"long line\n" * 300000)
    house.run()
    house.newest("Bernhard").says("too")
    assert house.moves() == []


# ---- not all is well ----

def test_no_home(house):
    house.example()
    os.rename(house.path("turnpost.yaml"), house.path("away"))
    house.reply(house.newest("Bernhard"), "pay 0")
    house.put_off("turnpost: there is no turnpost home")
    os.rename(house.path("away"), house.path("turnpost.yaml"))
    house.then_delivered("pay 0")


def test_locked_spool(house):
    house.example()
    spool = house.path("spool", "in", "tmp")
    os.chmod(spool, 0)
    house.reply(house.newest("Bernhard"), "pay 1")
    house.put_off("Permission denied")
    os.chmod(spool, 0o700)
    house.then_delivered("pay 1")


def test_crash(house):
    """Ended by a signal; Exim freezes the mail."""
    house.example()
    house.program_becomes(SEGFAULT)
    house.reply(house.newest("Bernhard"), "pay 2")
    house.put_off("ignal")
    house.program_becomes(None)
    house.then_delivered("pay 2")


def test_no_program(house):
    """As while it is being replaced by a newer one."""
    house.example()
    os.rename(house.program, house.program + ".away")
    house.reply(house.newest("Bernhard"), "pay 0")
    house.put_off("turnpost")
    os.rename(house.program + ".away", house.program)
    house.then_delivered("pay 0")


def exim_wrong_exit_code(house):
    """What would bounce by Exim's own ways."""
    house.example()
    house.program_becomes(WRONG_CODE)
    house.reply(house.newest("Bernhard"), "pay 0")
    house.put_off("67")
    house.program_becomes(None)
    house.then_delivered("pay 0")


def test_bounce(house):
    """A letter to nobody: the server's report comes to the letter's own sender,
    through the pipe, and is not taken for a player's mail."""
    house.example()
    letter = house.newest("Bernhard")
    before = house.json("inbox", "list")
    sender = "robot+b.abcdefghijklm@example.org"
    house.mta.sendmail(sender, "nobody-there@example.org", letter.raw)
    house.mta.settle()
    assert house.mta.bounced(), house.mta.log()
    names = os.listdir(house.path("spool", "in", "new"))
    assert len(names) == 1, house.mta.log()
    with open(house.path("spool", "in", "new", names[0]), "rb") as file:
        report = email.message_from_bytes(file.read())
    assert report["Return-Path"] == "<>", report.items()
    assert report["Delivered-To"] == sender, report.items()
    assert report.get_content_type() == "multipart/report", report.items()
    house.run()
    inbox = house.json("inbox", "list")
    assert len(inbox) == len(before) + 1 and inbox[0]["state"] == "ignored", (
        inbox)
    assert house.newest("Bernhard").id == letter.id
    assert house.moves() == []


def check_opensmtpd():
    """It must be root's and its users' own, so only its own check is asked:
    the sample is read, and with a slip in it is not."""
    program, why = opensmtpd.find()
    assert program is not None, why
    text = pieces("opensmtpd.conf", [])["smtpd.conf"]
    assert opensmtpd.accepts(program, text)
    assert not opensmtpd.accepts(program, text.replace("mda", "mad", 1))


MTAS = (("exim", exim, with_exim), ("postfix", postfix, with_postfix))


def main():
    tap = Tap()
    for mta, module, make in MTAS:
        found, why = module.find()
        if found is None:
            tap.skip(mta, why)
            continue
        for name, test in sorted(globals().items()):
            if not name.startswith(("test_", mta + "_")):
                continue
            house = PipeHouse(make, found)
            try:
                tap.run("%s: %s" % (mta, name), test, house)
            finally:
                house.close()
    if opensmtpd.find()[0] is None:
        tap.skip("opensmtpd", opensmtpd.find()[1])
    else:
        tap.run("opensmtpd: its sample", check_opensmtpd)
    tap.end()


if __name__ == "__main__":
    main()
