#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Homes of older programs (tests/e2e/homes), one for each schema step that was
the newest of a program: each opens, steps up behind a backup, and its matches
play to the ends that are noted beside it."""

import contextlib
import glob
import json
import os
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import zstandard  # noqa: E402

from handmade import sql  # noqa: E402
from house import House, SRC, address  # noqa: E402
from tap import Tap  # noqa: E402

FOLDER = os.path.join(SRC, "tests/e2e/homes")
STEPS = len(glob.glob(os.path.join(SRC, "store/sql/*.sql")))
# These steps came with the next one: no program ever ended with them.
TOGETHER = {4, 14, 16, 18}


def numbers():
    return sorted(int(os.path.basename(path)[:-len(".json")])
                  for path in glob.glob(os.path.join(FOLDER, "*.json")))


def opened(number):
    """The home, as the older program left its database."""
    house = House()
    os.remove(house.path("turnpost.db"))
    with open(os.path.join(FOLDER, "%d.sql.zst" % number), "rb") as file:
        text = zstandard.ZstdDecompressor().decompress(
            file.read(), max_output_size=1 << 26).decode()
    for path in glob.glob(os.path.join(FOLDER, "*.dict")):
        with open(path, "rb") as file:
            text = text.replace(
                "@%s@" % os.path.basename(path)[:-len(".dict")],
                file.read().hex())
    with contextlib.closing(sqlite3.connect(
            house.path("turnpost.db"))) as db:
        db.executescript(text)
    os.chmod(house.path("turnpost.db"), 0o600)
    return house


def tags(house):
    """The tag of each seat's letters, by match and player."""
    found = {}
    for (match, seat) in sql(house, "SELECT match, seat FROM seat"):
        name, = sql(house, "SELECT name FROM seat WHERE match = ?"
                    " AND seat = ?", match, seat)[0]
        answer, = sql(
            house, "SELECT message_id FROM outbox WHERE match = ?"
            " AND seat = ? ORDER BY id DESC LIMIT 1", match, seat)[0]
        key = answer.partition("@")[0].split(".")[-1]
        found[match, name] = "[g%d-%s]" % (match, key[:4])
    return found


def mail_all(house, moves):
    """Each move as a mail that answers no letter, only with its tag."""
    tag = tags(house)
    for count, (match, name, move) in enumerate(moves):
        house.deliver(("From: %s\nTo: robot@example.org\nSubject: Re: %s\n"
                       "Message-ID: <%d@client.example>\n\n%s\n" % (
                           address(name), tag[match, name], count, move)
                       ).encode(), "%d.%05d.test" % (house.now, count))


def test_home(number):
    with open(os.path.join(FOLDER, "%d.json" % number),
              encoding="utf-8") as file:
        noted = json.load(file)
    house = opened(number)
    house.now = noted["now"] + 60
    try:
        assert len(noted["matches"]) == (3 if number > 1 else 1)
        assert sql(house, "PRAGMA user_version") == [(number,)]
        house.ok("match", "list")
        assert sql(house, "PRAGMA user_version") == [(STEPS,)]
        backups = [name for name in os.listdir(house.dir)
                   if name.startswith("before-")] + glob.glob(
                       house.path("backups", "*"))
        assert bool(backups) == (number < STEPS), os.listdir(house.dir)
        house.text_alone()
        sql(house, "UPDATE person SET plain = 1")
        mail_all(house, noted["moves"])
        house.run()
        for match, one in enumerate(noted["matches"], 1):
            record = house.json("--reveal", "export", str(match))
            assert house.life(match) == "over", sql(
                house, "SELECT id, state, note FROM inbox WHERE id NOT IN"
                " (SELECT inbox FROM event WHERE inbox IS NOT NULL)"
                " ORDER BY id DESC LIMIT 8")
            for key in ("over", "scores"):
                assert record[key] == one["result"][key], (
                    match, record[key], one["result"])
            house.ok("verify", str(match))
        house.ok("check")
    finally:
        house.close()


def main():
    tap = Tap()

    def complete():
        assert set(range(1, STEPS)) <= set(numbers()) | TOGETHER, numbers()
    tap.run("there is a home of each older step", complete)
    for number in numbers():
        if len(sys.argv) < 2 or sys.argv[1] == str(number):
            tap.run("home of step %d" % number, test_home, number)
    tap.end()


main()
