#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""turnpost read: how a mail is read, with a home and without; and in every
letter of tests/mail/letters one line more, put where a mail program puts what
its user types, is found as one move more."""

import base64
import concurrent.futures
import email
import email.policy
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, TURNPOST  # noqa: E402
from tap import Tap  # noqa: E402

LETTERS = os.path.join(os.environ.get("TURNPOST_SRC") or ".",
                       "tests", "mail", "letters")
NO_HOME = ["--home", "/nonexistent"]
MAIL = (b"From: Anna <anna@example.org>\r\nSubject: hi\r\n\r\n"
        b"play wine\r\npaly wine\r\nso it is\r\n")


def read(raw, *args, home=NO_HOME):
    done = subprocess.run([TURNPOST, *home, "read", "--json", *args],
                          input=raw, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout.decode())


# ---- the subcommand ----

def test_without_a_home():
    found = read(MAIL)
    assert found["from"] == "anna@example.org", found
    assert found["game"] == "mutineer", found
    assert (found["commands"], found["near"], found["talk"]) == (1, 1, 1)
    assert [(x["kind"], x["means"]) for x in found["lines"]] == \
        [("move", "play wine"), ("near", "play"), ("talk", None)]
    found = read(MAIL, "--game", "hexxi")
    assert found["commands"] == 0, found
    found = read(MAIL + b"status\n", "--game", "none")
    assert found["commands"] == 1 and found["game"] is None, found


def test_text():
    text = subprocess.run([TURNPOST, *NO_HOME, "read"], input=MAIL,
                          stdout=subprocess.PIPE, check=True).stdout.decode()
    assert "from: anna@example.org\n" in text, text
    assert re.search(r"^move +play wine +play wine$", text, re.M), text
    assert re.search(r"^talk +- +so it is$", text, re.M), text


def test_of_others():
    """What others wrote is shown apart, and what is not read with the reason."""
    mail = MAIL[:MAIL.index(b"play")] + (
        b"fyi\r\n\r\nSent from my phone\r\n\r\n"
        b"---------- Forwarded message ---------\r\nplay wine\r\n")
    found = read(mail)
    assert found["commands"] == 0 and not found["plain"], found
    assert found["game"] == "mutineer", found
    assert [(x["kind"], x["means"]) for x in found["foreign"]] == \
        [("move", "play wine")]
    assert [x["as"] for x in found["skipped"]] == \
        ["footer", "head", "foreign"]
    text = subprocess.run([TURNPOST, *NO_HOME, "read"], input=mail,
                          stdout=subprocess.PIPE, check=True).stdout.decode()
    assert re.search(r"^footer +Sent from my phone$", text, re.M), text
    found = read(b"Content-Type: application/ms-tnef\r\n\r\nx\r\n")
    assert found["came"] == "winmail", found


def test_with_a_home(house):
    house.example()
    house.start()
    with open(house.path("mail.eml"), "wb") as file:
        file.write(b"From: x@example.org\nX-Loop: robot@example.org\n\n"
                   b"pay 3\n")
    path = house.path("mail.eml")
    before = house.json("inbox", "list")
    found = house.json("read", path)
    assert found["robot"] == "X-Loop" and found["commands"] == 1, found
    assert house.json("read", "--match", "1", path)["game"] == "mutineer"
    assert house.json("inbox", "list") == before
    house.fails(1, "match 7", "read", "--match", "7", path)


def test_errors(house):
    house.fails(2, "number", "read", "--match", "x")
    house.fails(2, "either", "read", "--match", "1", "--game", "hexxi")
    house.fails(2, "FILE", "read", "a", "b")
    house.fails(1, "no game", "read", "--game", "chess", "/dev/null")
    house.fails(1, "nothing-there", "read", "/nonexistent/nothing-there")
    done = subprocess.run([TURNPOST, *NO_HOME, "read", "--match", "1"],
                          stdin=subprocess.DEVNULL, capture_output=True)
    assert done.returncode == 1 and b"home" in done.stderr, done


def test_big():
    found = read(MAIL + b"a line\n" * 200000)
    assert found["cut"] and found["commands"] == 0, found
    assert found["from"] == "anna@example.org"
    assert read(b"")["lines"] == []


# ---- one line more ----

def leaves(part):
    """Parts that may be the text, in order; none of a mail inside."""
    kind = part.get_content_type()
    if kind in ("multipart/report",) or kind.startswith("message/"):
        return
    if part.is_multipart():
        for child in part.get_payload():
            yield from leaves(child)
    elif part.get_content_disposition() != "attachment":
        yield part


def chosen(mail, kind):
    for part in leaves(mail):
        if part.get_content_type() == kind:
            return part
    return None


def with_line(raw, kind):
    """The mail with a first line typed; None if there is no such part."""
    mail = email.message_from_bytes(raw, policy=email.policy.compat32)
    part = chosen(mail, kind)
    if part is None:
        return None
    body = part.get_payload(decode=True)
    if kind == "text/html":
        at = re.search(rb"(?i)<body[^>]*>", body)
        at = at.end() if at else 0
        body = body[:at] + b"<div>play wine</div>" + body[at:]
    elif (part.get_content_charset() or "") == "utf-16" and b"\0" in body:
        body = body[:2] + "play wine\n".encode("utf-16-le") + body[2:]
    else:
        mark = b"\xef\xbb\xbf" if body[:3] == b"\xef\xbb\xbf" else b""
        body = mark + b"play wine\r\n" + body[len(mark):]
    del part["Content-Transfer-Encoding"]
    part["Content-Transfer-Encoding"] = "base64"
    part.set_payload(base64.encodebytes(body).decode())
    return mail.as_bytes()


# Python reads these otherwise than GMime, or sees no part at all.
ODD = {"bare-cr", "broken-boundary", "broken-types", "bomb-nested"}
# Lines of the list, which are taken for the reader's own where nothing else is.
COPIED = {"en-arrow-typed", "en-arrow-typed-double"}


def slurp(name):
    with open(os.path.join(LETTERS, name), "rb") as file:
        return file.read()


def check_letter(name):
    raw = slurp(name + ".eml")
    want = slurp(name + ".want").decode()
    kind = re.search(r"^part: ([^,\n]*)", want, re.M).group(1)
    if kind == "none" or name in ODD:
        return 0
    more = with_line(raw, kind)
    assert more is not None, "no " + kind
    after = read(more, "--game", "mutineer")
    first = after["lines"][0] if after["lines"] else None
    assert first == {"kind": "move", "means": "play wine",
                     "line": "play wine"}, first
    # what the subject asked, or a part behind a blank one, counts no more
    was = re.findall(r"^asks: (?!near)", want, re.M)
    if "\nline: " not in want or name == "apple-picture-first" or (
            name in COPIED):
        was = []
    assert after["commands"] == len(was) + 1, after["lines"]
    return 1


def test_one_line_more():
    names = sorted(x[:-4] for x in os.listdir(LETTERS) if x[-4:] == ".eml")
    done = 0
    wrong = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        tasks = {name: pool.submit(check_letter, name) for name in names}
        for name, task in tasks.items():
            try:
                done += task.result()
            except AssertionError as fault:
                wrong.append("%s: %s" % (name, fault))
    assert not wrong, "\n".join(wrong)
    assert done > 140, done


def main():
    tap = Tap()
    tap.run("without a home", test_without_a_home)
    tap.run("as text", test_text)
    house = House()
    tap.run("with a home", test_with_a_home, house)
    tap.run("errors", test_errors, house)
    house.close()
    tap.run("too big, empty", test_big)
    tap.run("one line more", test_one_line_more)
    tap.end()


main()
