#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""People, and a robot, at domains in scripts of their own: however a mail
program writes such an address, it is the same person's; on the wire it is
ASCII, but for what stands before the @."""

import contextlib
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import mailhouse  # noqa: E402
from house import House, Letter  # noqa: E402
from mailhouse import MailHouse  # noqa: E402
from raws import contents  # noqa: E402
from smtphouse import SmtpHouse  # noqa: E402
from stopping import rows  # noqa: E402
from tap import Tap  # noqa: E402

DOMAIN, SHOWN = "xn--e1afmkfd.xn--p1ai", "пример.рф"
SPELLINGS = [
    "Anna <%s@" + SHOWN + ">",
    "%s@" + DOMAIN,
    "=?utf-8?B?0JDQvdC90LA=?= <%s@XN--E1AFMKFD.Xn--P1AI>",
    "Анна <%s@ПРИМЕР。РФ>",
]
TABLE = ["Anna <anna@%s>" % SHOWN, "Bert <bert@%s>" % DOMAIN,
         "Carla <carla@Пример.рф>"]


def box(house, address):
    """The letters in a Maildir below spool/out, oldest first."""
    house.box = lambda _name: house.path("spool", "out", address)
    return house.letters(address)


def last(house, name):
    return box(house, "%s@%s" % (name, DOMAIN))[-1]


def answer(house, letter, sender, body, to=None, more=""):
    """The bytes as a mail program with SMTPUTF8 writes them."""
    house.count += 1
    to = to or str(letter.mail["Reply-To"])
    raw = ("%sFrom: %s\nTo: %s\nSubject: Re: x\nMessage-ID: <%d@q>\n"
           "In-Reply-To: %s\n\n%s\n" % (
               more, sender, to, house.count, letter.id, body))
    house.deliver(raw.encode())
    house.run()


def table(house, seats=None, *more):
    words = []
    for seat in seats or TABLE:
        words += ["--seat", seat]
    match = house.json("match", "new", "mutineer", *words, *more)["match"]
    house.run()
    return match


def note(house):
    return rows(house, "SELECT state, note FROM inbox ORDER BY id")[-1]


def missing(house):
    return house.json("match", "show", "1")["missing"]


def with_address(house, address):
    with open(house.path("turnpost.yaml"), encoding="utf-8") as file:
        text = file.read()
    with open(house.path("turnpost.yaml"), "w", encoding="utf-8") as file:
        file.write(re.sub('address: .*', 'address: "%s"' % address, text, 1))


# ---- who it is ----

def test_answers_in_each_spelling():
    """Invited in one, answering in another, each by her own key."""
    for sender in SPELLINGS:
        with contextlib.closing(House()) as house:
            table(house)
            for name in ("anna", "bert", "carla"):
                answer(house, last(house, name), sender % name, "ready")
                assert note(house)[0] == "done", (sender, name, note(house))
            assert "missing" not in house.json("match", "show", "1")


def test_it_is_held_from_a_look_alike():
    """A Latin "p", the same in another domain, sharp s: nobody we know."""
    with contextlib.closing(House()) as house:
        table(house, TABLE[:2] + ["Carla <carla@strasse.example>"])
        for name, sender in (("anna", "anna@пpимер.рф"),
                             ("anna", "anna@пример.рф.example"),
                             ("anna", "аnna@" + SHOWN),
                             ("anna", "anna@i❤.ws")):
            answer(house, last(house, name), sender, "ready")
            assert note(house)[0] in ("held", "ignored"), (sender, note(house))
        answer(house, box(house, "carla@strasse.example")[-1],
               "carla@straße.example", "ready")
        assert note(house)[0] == "held", note(house)
        assert missing(house) == ["Anna", "Bert", "Carla"]


def test_local_parts():
    """Before the @, too: composed or not, in capitals or not."""
    with contextlib.closing(House()) as house:
        table(house, ["José <jose\u0301@%s>" % SHOWN,
                      "Пётр <Пётр@example.org>"] + TABLE[:1])
        answer(house, box(house, "josé@" + DOMAIN)[-1],
               "JOSÉ@" + DOMAIN, "ready")
        assert note(house)[0] == "done", note(house)
        answer(house, box(house, "пётр@example.org")[-1],
               "ПЁТР@Example.org", "ready")
        assert note(house)[0] == "done", note(house)
        assert missing(house) == ["Anna"]


def test_one_person_once():
    with contextlib.closing(House()) as house:
        house.fails(1, "the same address", "match", "new", "mutineer",
                    "--seat", TABLE[0], "--seat", "Ann <anna@%s>" % DOMAIN,
                    "--seat", TABLE[2])
        table(house)
        table(house, ["Anna <ANNA@%s>" % DOMAIN] + TABLE[1:])
        people = house.json("person", "list")
        assert [one["address"] for one in people] == [
            "%s@%s" % (name, SHOWN) for name in ("anna", "bert", "carla")]
        for who in ("anna@" + SHOWN, "Anna@" + DOMAIN, "anna@ПРИМЕР.РФ"):
            assert house.json("person", "show", who)["person"] == 1, who


def test_what_is_no_address():
    with contextlib.closing(House()) as house:
        for bad in ("anna@пример..рф", "anna@пример.рф.", "anna＠пример.рф",
                    "anna@xn--zzzzzz.org", "anna@i❤.ws", "a\u202eb@x.org",
                    "anna@שלוםabc.example", "anna@" + 60 * "я" + ".рф",
                    "anna@\u0301x.example", "an/na@пример.рф"):
            house.fails(1, "must be like", "match", "new", "mutineer",
                        "--seat", "Anna <%s>" % bad,
                        "--seat", TABLE[1], "--seat", TABLE[2])
        table(house)
        house.fails(1, "is not a mail address", "person", "set", "anna@" + SHOWN,
                    "--address", "anna@пример..рф")
        for bad in ("игры@пример.рф", "игры", "robot@пример..рф"):
            house.fails(1, "ASCII characters before the @", "--home",
                        house.path("new"), "init", "--address", bad)


def test_set_and_forget_an_address():
    with contextlib.closing(House()) as house:
        table(house)
        house.ok("person", "set", "Anna", "--address", "Anna@Müller.example")
        assert house.json("person", "show", "1")["address"] == (
            "anna@müller.example")
        house.run()
        answer(house, box(house, "anna@xn--mller-kva.example")[-1],
               "anna@müller.example", "ready")
        assert note(house)[0] == "done", note(house)
        house.fails(1, "another person's", "person", "set", "Bert",
                    "--address", "anna@xn--mller-kva.example")
        house.ok("person", "forget-address", "Anna", "anna@ПРИМЕР.рф")
        assert house.json("person", "show", "1")["writes_from_too"] == []


# ---- by mail ----

def signed_up(house, sender="Анна <anna@%s>" % SHOWN):
    """A stranger's mail and her yes: the letters that she has."""
    house.deliver(("From: %s\nTo: robot@example.org\nMessage-ID: <s@q>\n\n"
                   "new mutineer players 3\n" % sender).encode())
    house.run()
    letter = last(house, "anna")
    code = re.search("yes [a-z2-7]{6}", letter.text).group(0)
    answer(house, letter, "anna@" + DOMAIN, code)
    return last(house, "anna")


def opened(*lines):
    house = House()
    with open(house.path("turnpost.yaml"), encoding="utf-8") as file:
        text = file.read()
    with open(house.path("turnpost.yaml"), "w", encoding="utf-8") as file:
        file.write("\n".join(["signup: open", *lines, text]))
    return contextlib.closing(house)


def test_sign_up_and_invite():
    with opened() as house:
        signed_up(house)
        assert house.json("person", "show", "1")["address"] == "anna@" + SHOWN
        made = last(house, "anna")
        answer(house, made, SPELLINGS[0] % "anna",
               "invite Bert <bert@ПРИМЕР.рф>\ninvite carla@%s" % DOMAIN)
        letter = last(house, "bert")
        answer(house, letter, "bert@" + SHOWN, re.search(
            "yes [a-z2-7]{6}", letter.text).group(0))
        names = [seat["name"] for seat in
                 house.json("match", "show", "1")["seats"]]
        assert names[:2] == ["Анна", "Bert"], names
        answer(house, made, "anna@" + SHOWN, "invite Dora <dora@пример..рф>")
        assert "invite" in last(house, "anna").text
        assert not os.path.exists(house.path("spool", "out",
                                             "dora@пример..рф"))


def test_another_address_by_mail():
    """The question shows the script; a yes from each spelling counts."""
    with contextlib.closing(House()) as house:
        table(house)
        answer(house, last(house, "anna"), "anna@" + SHOWN,
               "address anna@БЮРО.рф")
        letter = box(house, "anna@" + DOMAIN)[-2]
        letter.says("anna@бюро.рф")
        answer(house, letter, "anna@" + DOMAIN,
               re.search("yes [a-z2-7]{6}", letter.text).group(0))
        new = box(house, "anna@xn--90a0af9c.xn--p1ai")[-1]
        answer(house, new, "anna@Бюро.рф",
               re.search("yes [a-z2-7]{6}", new.text).group(0))
        assert house.json("person", "show", "1")["address"] == "anna@бюро.рф"


def test_an_address_more():
    """From an address that is not known, with her key: she is asked."""
    with contextlib.closing(House()) as house:
        table(house)
        answer(house, last(house, "anna"), "anna@работа.рф", "ready")
        assert note(house)[0] == "held"
        asked = last(house, "anna")
        asked.says("anna@работа.рф")
        answer(house, asked, "anna@" + SHOWN,
               re.search("yes [a-z2-7]{6}", asked.text).group(0))
        assert missing(house) == ["Bert", "Carla"]
        assert house.json("person", "show", "1")["writes_from_too"] == [
            "anna@работа.рф"]
        # what only looks so is shown as it is
        answer(house, last(house, "bert"), "bert@pаypal.example", "ready")
        last(house, "bert").says("bert@xn--pypal-4ve.example")


def test_found_out_by_the_mail_server():
    """What it says of the domain, in either form, is of that sender."""
    results = ("Authentication-Results: mx.%s; dmarc=%s header.from=%s\n"
               "Received: from x by mx.example.net\n")
    with contextlib.closing(House()) as house:
        with_address(house, 'robot@example.org"\n  authserv: "mx.' + SHOWN)
        table(house)
        letter = last(house, "anna")
        answer(house, letter, "anna@" + SHOWN, "ready",
               more=results % (DOMAIN, "fail", SHOWN))
        assert note(house)[0] == "held", note(house)
        for name, host in (("bert", SHOWN), ("carla", DOMAIN)):
            house.count += 1
            house.deliver((
                results % (DOMAIN, "pass", host) + "From: %s@%s\n"
                "To: robot@example.org\nMessage-ID: <%d@q>\n\nready\n" % (
                    name, SHOWN, house.count)).encode())
            house.run()
            assert note(house)[0] == "done", note(house)


def test_deleted_in_each_spelling():
    """Also out of the letters to the organiser, who reads the script."""
    with opened('organiser: "Ольга <olga@%s>"' % SHOWN,
                'approval: "yes"') as house:
        signed_up(house, "Анна <anna@Пример.рф>")
        letter = last(house, "olga")
        letter.says("(anna@%s, " % SHOWN)
        quoted = letter.raw[letter.raw.index(b"anna@=D0"):][:24]
        assert quoted in contents(house)
        house.deliver(("From: olga@%s\nTo: robot@example.org\n\n"
                       "Anna is anna@%s\n" % (SHOWN, SHOWN)).encode())
        house.run()
        house.ok("person", "delete", "anna@" + SHOWN)
        house.run()
        house.run()
        found = contents(house)
        for piece in (("anna@" + SHOWN).encode(), quoted, b"anna@xn--",
                      "anna@Пример".encode()):
            assert piece not in found, piece


# ---- the robot's own address ----

def test_robot_at_such_a_domain():
    """Its keys come back in whatever field and form."""
    with contextlib.closing(House()) as house:
        with_address(house, "Igry@Пример.РФ")
        table(house, ["Anna <anna@example.org>", "Bert <bert@example.org>",
                      "Carla <carla@example.org>"])
        for name, field in (("anna", "To"), ("bert", "Delivered-To"),
                            ("carla", "X-Original-To")):
            letter = box(house, name + "@example.org")[-1]
            key = str(letter.mail["Reply-To"])
            assert key.endswith("@" + DOMAIN), key
            assert letter.mail["From"].addresses[0].addr_spec in (
                "igry@" + DOMAIN, "igry@" + SHOWN)
            assert letter.raw.isascii() and letter.id.endswith(DOMAIN + ">")
            house.count += 1
            house.deliver((
                "%s: %s\nFrom: %s@example.org\nMessage-ID: <%d@q>\n\nready\n"
                % (field, key.replace(DOMAIN, SHOWN), name,
                   house.count)).encode())
            house.run()
            assert note(house)[0] == "done", (field, note(house))
        # its own mail is nobody's
        house.deliver(("From: igry@%s\nTo: x\n\nhelp\n" % SHOWN).encode())
        house.run()
        assert note(house) == ("ignored", "from a robot: our own address")


def test_delivered_by_a_mail_server():
    """What it says of the envelope, with SMTPUTF8."""
    with contextlib.closing(House()) as house:
        with_address(house, "igry@" + SHOWN)
        table(house)
        key = str(last(house, "anna").mail["Reply-To"])
        raw = "From: anna@%s\nTo: igry@%s\nMessage-ID: <e@q>\n\nready\n" % (
            SHOWN, SHOWN)
        house.ok("deliver", "--from", "anna@" + SHOWN, "--to",
                 key.replace(DOMAIN, SHOWN), input=raw)
        house.run()
        assert missing(house) == ["Bert", "Carla"], note(house)


# ---- over servers ----

def test_on_the_wire():
    """ASCII without SMTPUTF8; with it what stands before the @ as it is."""
    with contextlib.closing(SmtpHouse()) as house:
        table(house, TABLE[:2] + ["Пётр <Пётр@%s>" % SHOWN])
        taken = {mail["to"][0]: mail for mail in house.taken()}
        assert sorted(taken) == ["anna@" + DOMAIN, "bert@" + DOMAIN,
                                 "пётр@" + DOMAIN], sorted(taken)
        for to, mail in taken.items():
            assert mail["from"].isascii()
            assert ("SMTPUTF8" in mail["options"]) == (not to.isascii()), mail
            content = mail["content"].encode("latin-1")
            assert content.isascii() == to.isascii()
            assert to.encode() in content
        letter = Letter("x", taken["пётр@" + DOMAIN]["content"].encode(
            "latin-1"))
        answer(house, letter, "Пётр <пётр@%s>" % SHOWN, "ready")
        assert missing(house) == ["Anna", "Bert"], note(house)


def test_a_server_without_it():
    """Only that letter is refused, at once, and it is said why."""
    with contextlib.closing(SmtpHouse(utf8="no")) as house:
        table(house, TABLE[:2] + ["Пётр <Пётр@%s>" % SHOWN])
        assert {mail["to"][0] for mail in house.taken()} == {
            "anna@" + DOMAIN, "bert@" + DOMAIN}
        assert house.smtp.rcpts() and all(
            rcpt["to"].isascii() for rcpt in house.smtp.rcpts())
        dead = house.json("outbox", "list", "--state", "dead")
        assert len(dead) == 1 and dead[0]["to"] == "пётр@" + SHOWN, dead
        assert "SMTPUTF8" in dead[0]["note"], dead
        assert "another address" in dead[0]["note"], dead
        assert house.trouble() is None
        assert house.json("person", "show", "Пётр")["unreached"] is not None
        checked = house.call("check").stdout
        assert "no mail reaches Пётр (person 3) at пётр@" + SHOWN in checked
        # with another address the letters that were lost are told again
        house.ok("person", "set", "Пётр", "--address", "petr@" + SHOWN)
        house.run()
        assert "petr@" + DOMAIN in [mail["to"][0] for mail in house.taken()]


def test_by_a_command():
    """It gets the address as it is: Postfix and Exim see by themselves that
    SMTPUTF8 is needed.  A code that says no ends it at once."""
    with contextlib.closing(House()) as house:
        program = house.path("sendmail")
        with open(program, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\ncat > '%s/'\"$5\"\n"
                       "case $5 in [a-z]*) exit 0; esac\n"
                       "echo 'no UTF-8 here' >&2; exit 65\n" % house.dir)
        os.chmod(program, 0o755)
        with open(house.path("turnpost.yaml"), "w", encoding="utf-8") as file:
            file.write("mail:\n  address: robot@example.org\n  send:\n"
                       "    command: %s\n" % program)
        table(house, TABLE[:2] + ["Пётр <Пётр@%s>" % SHOWN])
        assert rows(house, "SELECT address, state FROM outbox ORDER BY id") == [
            ("anna@" + DOMAIN, "sent"), ("bert@" + DOMAIN, "sent"),
            ("пётр@" + DOMAIN, "dead")]
        with open(house.path("пётр@" + DOMAIN), encoding="utf-8") as file:
            assert "<пётр@%s>" % DOMAIN in file.read()
        dead = house.json("outbox", "list", "--state", "dead")
        assert "no UTF-8 here" in dead[0]["note"], dead


def test_over_imap_and_smtp():
    """A robot and people at such domains, by real servers both ways."""
    before = mailhouse.ROBOT
    mailhouse.ROBOT = "robot@" + SHOWN
    try:
        house = MailHouse()
    finally:
        mailhouse.ROBOT = before
    with contextlib.closing(house):
        table(house)
        for name, sender in zip(("anna", "bert", "carla"), SPELLINGS):
            raw = house.dovecot.mails(user=name)[-1][1]
            letter = Letter(name, raw)
            reply = "From: %s\nTo: %s\nMessage-ID: <%s@q>\n\nready\n" % (
                sender % name, letter.mail["Reply-To"], name)
            key = str(letter.mail["Reply-To"]).replace(SHOWN, DOMAIN)
            house.dovecot.deliver(reply.encode(), key, sender="a@b")
            house.run()
        assert "missing" not in house.json("match", "show", "1"), (
            rows(house, "SELECT state, note FROM inbox"))


def main():
    tap = Tap()
    tap.all(globals(), sys.argv[1:])
    tap.end()


main()
