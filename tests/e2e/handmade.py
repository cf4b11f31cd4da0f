# SPDX-License-Identifier: ISC
"""Mails written by hand, and what became of them: for tests of who is
speaking."""

import os
import re
import sqlite3
import sys

from house import Letter, ROBOT, SEATS, House, address
from tap import Tap

BERNHARD, STEFFI = address("Bernhard"), address("Steffi")
NEW = "b@elsewhere.example"


def sql(house, text, *values):
    if house.store:
        return house.rows(text, *values)
    db = sqlite3.connect(house.path("turnpost.db"))
    rows = db.execute(text, values).fetchall()
    db.commit()
    db.close()
    return rows


def config(house, line):
    """In front of all, for the policy is the end of the file."""
    with open(house.path("turnpost.yaml"), encoding="utf-8") as file:
        text = file.read()
    with open(house.path("turnpost.yaml"), "w", encoding="utf-8") as file:
        file.write(line + "\n" + text)


def believe(house, name="mx.example.org"):
    """Let the home believe a mail server."""
    path = house.path("turnpost.yaml")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    text = re.sub(r"(?m)^  address: .*$",
                  r'\g<0>' + '\n  authserv: "%s"' % name, text)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def key_of(letter):
    return str(letter.mail["Reply-To"])


def tag_of(letter):
    return re.search(r"\[g\d+-[a-z2-7]{4}\]", letter.mail["Subject"]).group()


def cut_of(letter):
    return [line for line in letter.text.splitlines() if "#~" in line][0]


def send(house, body, sender=BERNHARD, to=ROBOT, subject="hello", dmarc=None,
         quote="", top="", **fields):
    """A mail written by hand, handled; what became of it."""
    house.count += 1
    head = top
    if dmarc:
        head += ("Authentication-Results: mx.example.org; dmarc=%s"
                 " header.from=%s\n" % (dmarc, sender.partition("@")[2]))
    head += "From: %s\nTo: %s\nSubject: %s\nMessage-ID: <%d.%d@q>\n" % (
        sender, to, subject, house.now, house.count)
    for key, value in fields.items():
        head += "%s: %s\n" % (key.replace("_", "-"), value)
    if quote:
        body += "\n\n> " + quote
    raw = (head + "\n" + body + "\n").encode()
    house.deliver(raw)
    house.run()
    return newest(house)


def newest(house):
    row = house.json("inbox", "list")[0]
    return row["state"], row["note"]


def row_of(house, number):
    return [row for row in house.json("inbox", "list")
            if row["mail"] == number][0]


def box(house, where):
    """All letters that went to an address, in order."""
    order = {"<%s>" % name: number for name, number in
             sql(house, "SELECT message_id, id FROM outbox")}
    folder = house.path("spool", "out", where, "new")
    letters = []
    for name in os.listdir(folder) if os.path.isdir(folder) else []:
        with open(os.path.join(folder, name), "rb") as file:
            letters.append(Letter(where, file.read()))
    return sorted(letters, key=lambda letter: order[letter.id])


def last(house, where):
    letters = box(house, where)
    assert letters, "no letter to " + where
    return letters[-1]


def kinds(house, where):
    return [row[0] for row in sql(
        house, "SELECT kind FROM outbox WHERE address = ? ORDER BY id",
        where)]


def codes(letter):
    yes = re.search(r"\u2192 yes ([a-z2-7]{6})$", letter.text, re.M)
    no = re.search(r"\u2192 no ([a-z2-7]{6})$", letter.text, re.M)
    assert yes, letter.text
    assert no is None or yes.group(1) == no.group(1)
    return yes.group(1)


def made(house, *moves):
    assert house.moves() == [("Bernhard", move) for move in moves], (
        house.moves(), newest(house))


def two_matches(house):
    """Bernhard is waited for in both; his newest letter of each."""
    house.example()
    first = house.newest("Bernhard")
    house.match("--name", "Second", seats=SEATS[:3])
    house.run()
    second = house.newest("Bernhard")
    assert "[Mutineer 2]" in second.mail["Subject"], second.mail["Subject"]
    return first, second


def run_all(tests):
    """Each in a home of its own."""
    tap = Tap()
    for name, test in list(tests.items()):
        if name.startswith("test_") and (
                len(sys.argv) < 2 or sys.argv[1] in name):
            house = House()
            tap.run(name[5:].replace("_", " "), test, house)
            house.close()
    tap.end()
