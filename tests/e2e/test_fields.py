#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What comes from outside never begins a field of our letters: names of
people and matches, settings, and the fields of mails that we answer."""

import email
import email.policy
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, SEATS, address  # noqa: E402
from tap import Tap  # noqa: E402

ODD = ["a\r\nBcc: eve@evil.example", "a\nb", "a\rb", "a\tb", "a\x7fb",
       "a\x1b[1m", "a\u0085b", "a\u2028b", "a\u2029b", "a\u202eb",
       "a\u2066b", "a\u200fb", "x" * 200]
# what else may not be in the name of a person, as letters name her
WORSE = ODD + ["=?utf-8?Q?a=0D=0ABcc:_eve@evil.example?=", "<b>", "a,b",
               "a@b", "\U0001f377", "\u200b"]
FIELDS = {"From", "Reply-To", "To", "Subject", "Date", "Message-Id",
          "In-Reply-To", "References", "Thread-Topic", "Thread-Index",
          "Auto-Submitted", "X-Auto-Response-Suppress", "List-Id",
          "List-Unsubscribe", "Content-Language", "X-Turnpost",
          "MIME-Version", "Content-Type", "Content-Transfer-Encoding"}


def check_fields(house):
    """All letters that there are have our fields, each once."""
    count = 0
    for row in house.json("outbox", "list"):
        raw = house.json("--reveal", "outbox", "show", str(row["letter"]))["raw"]
        mail = email.message_from_string(raw, policy=email.policy.default)
        assert set(mail.keys()) <= FIELDS, set(mail.keys()) - FIELDS
        assert len(set(mail.keys())) == len(mail.keys()), mail.keys()
        assert not mail.defects, mail.defects
        for field in ["Reply-To", "To", "In-Reply-To", "References"]:
            assert "evil" not in str(mail[field]).replace(
                "e1@evil.example", ""), (field, mail[field])
        count += 1
    return count


def test_names_of_people(house):
    house.match()
    for name in WORSE:
        seats = ["--seat", "%s <x@example.org>" % name]
        for other in SEATS[:2]:
            seats += ["--seat", "%s <%s>" % (other, address(other))]
        house.fails(1, "", "match", "new", "mutineer", *seats)
        house.fails(1, "name", "person", "set", "1", "--name", name)
        house.fails(1, "", "match", "watch", "1", "%s <x@example.org>" % name)
    assert len(house.json("match", "list")) == 1
    assert len(house.json("person", "list")) == len(SEATS)
    house.ok("person", "set", "1", "--name", "\u0141ucja O'\u017buk-St. 3")
    house.run()
    check_fields(house)


ALIKE = "could be mistaken for each other"
TAKEN = "is already called"
ODD_NAME = "must be 1 to 40 letters"


def test_names_that_look_alike(house):
    """Nobody sits down, or looks on, under what looks like another's name."""
    house.match()
    for name, why, watched in [
            ("Steff\u0456", ALIKE, TAKEN), ("St\u0435ffi", ALIKE, TAKEN),
            ("Steffi\u3164", ODD_NAME, ODD_NAME),
            ("Steffi\ufe0f", ODD_NAME, ODD_NAME)]:
        house.fails(1, why, "match", "new", "mutineer", "--seat",
                    "Steffi <a@example.org>", "--seat",
                    name + " <b@example.org>", "--seat",
                    "Carmen <c@example.org>")
        house.fails(1, watched, "match", "watch", "1",
                    name + " <d@example.org>")
    assert len(house.json("match", "list")) == 1


def test_names_of_matches(house):
    for name in ODD:
        house.fails(1, "the name of a match must be", "match", "new",
                    "mutineer", "--name", name, "--seat", "A <a@x.org>",
                    "--seat", "B <b@x.org>", "--seat", "C <c@x.org>")
    # such words are fine, and are nothing else than words
    names = ["=?utf-8?Q?a=0D=0ABcc:_eve@evil.example?=", "a, b; <c@d>: \"e\"",
             "\u0413\u0430\u0432\u0430\u043d\u044c " * 9, "x" * 80,
             "\U0001f377 \u00fcber", "resign"]
    for name in names:
        house.match("--name", name.strip())
    house.run()
    assert check_fields(house) == len(names) * len(SEATS)
    subjects = [str(letter.mail["Subject"])
                for letter in house.letters("Steffi")]
    for number, (name, subject) in enumerate(zip(names, subjects)):
        assert subject.startswith("[Mutineer %d] %s [g%d-" % (
            number + 1, name.strip(), number + 1)), subject


def test_reasons(house):
    house.example()
    house.say("Bernhard", "pay 2")
    for reason in ODD:
        house.fails(1, "the reason must be", "match", "undo", "1",
                    "--reason", reason)
    house.fails(1, "the reason must be", "match", "end", "1", "--reason",
                "a\r\nb")
    assert house.moves() == [("Bernhard", "pay 2")]


def test_settings(house):
    path = house.path("turnpost.yaml")
    with open(path, encoding="utf-8") as file:
        good = file.read()
    for name in ['"a\\r\\nBcc: x"', '"a\\nb"', '"=?utf-8?Q?a?="',
                 '"a\\u202eb"', '"<a>"', '"' + "x" * 41 + '"']:
        for text in ["mail:\n  address: robot@example.org\n  name: %s\n",
                     "mail:\n  address: robot@example.org\n"
                     "organiser: %s\n"]:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text % name.replace(
                    '"', "'" if "<" in name else '"'))
            house.fails(78, "turnpost.yaml", "run")
    with open(path, "w", encoding="utf-8") as file:
        file.write(good)
    house.ok("run")


def test_fields_of_mails(house):
    """Ids, subjects and names of a mail that gets an answer."""
    house.example()
    letter = house.newest("Bernhard")
    heads = [
        "Message-ID: <a@b\r\n Bcc: eve@evil.example>",
        "Message-ID: <%s@evil.example>" % ("x" * 300),
        "Message-ID: =?utf-8?Q?=3Ca=40b=0D=0ABcc=3A_x=3E?=",
        "Message-ID: <\u0142@evil.example>",
        "Message-ID: <a@b> <c@d>\r\nMessage-ID: <e@f>",
        "Message-ID: <a\x00b@evil.example>",
        "Message-ID: a@evil.example",
        "Message-ID: <e1@evil.example>\r\n"
        "References: <x@y\r\n\tBcc:eve@evil.example>\r\n"
        "In-Reply-To: %s" % " ".join("<%d@evil.example>" % i
                                     for i in range(300)),
    ]
    for number, head in enumerate(heads):
        raw = ("From: =?utf-8?Q?B=0D=0ABcc=3A_eve=40evil.example?= <%s>\r\n"
               "To: %s\r\nSubject: =?utf-8?Q?a=0D=0ABcc:_eve@evil?=\r\n"
               "%s\r\n\r\nhistory\r\nplay \u202ewine%d\x07 now\r\n" % (
                   address("Bernhard"), letter.mail["Reply-To"], head, number))
        house.deliver(raw.encode("utf-8"))
    before = len(house.letters("Bernhard"))
    house.run()
    notes = [row["state"] for row in house.json("inbox", "list")]
    assert notes[:len(heads)] == ["done"] * len(heads), notes
    assert len(house.letters("Bernhard")) > before
    check_fields(house)
    for answer in house.letters("Bernhard")[before:]:
        assert "\u202e" not in answer.text and "\x07" not in answer.text


def test_strangers(house):
    for number, sender in enumerate([
            "Eve <eve@evil.example>, <x@y.example>",
            "=?utf-8?Q?=0D=0ABcc=3A_x=40y?= <a@evil.example>",
            "\"a\\\r\n Bcc: x\" <b@evil.example>",
            "<c@evil.example\r\n Bcc: x@y.example>", "\u0142@evil.example",
            "\"<d@evil.example>\" <e@evil.example>"]):
        house.deliver(("From: %s\r\nTo: robot@example.org\r\nMessage-ID: "
                       "<e1@evil.example>\r\nSubject: hi\r\n\r\nhi %d\r\n" % (
                           sender, number)).encode("utf-8"))
    house.run()
    for row in house.json("outbox", "list"):
        raw = house.json("--reveal", "outbox", "show", str(row["letter"]))["raw"]
        mail = email.message_from_string(raw, policy=email.policy.default)
        assert set(mail.keys()) <= FIELDS, mail.keys()
        assert str(mail["To"]) in ["a@evil.example", "b@evil.example",
                                   "e@evil.example",
                                   "\u0142@evil.example"], mail["To"]


def main():
    tap = Tap()
    tap.each(globals(), House)
    tap.end()


main()
