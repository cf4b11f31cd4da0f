#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What matches of Mutineer take of the disk, and whether old ones slow a run.

MATCHES are played to their ends by mails, with pictures, by people who answer
with a move that their letter offers.  Bytes a match are the pages of the
database and files of handled mails, without what a home has once, however many
matches there are: drawn pictures and their pieces, the dictionary, the schema.
Then days go by, in which turnpost runs as cron starts it, until what may go is
gone (keep).  Such matches are copied until there are MANY, and a run that has
nothing to do is measured beside the same in a new home; what 10,000 take is
reckoned from that."""

import contextlib
import os
import random
import re
import statistics
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                os.pardir, "e2e"))

from bighome import copy, database  # noqa: E402
from house import ROBOT, House, Letter  # noqa: E402

MATCHES = 6
SEATS = 4
MANY = 1000
RUNS = 20
DAYS = 50
DAY = 86400
# Of a home, however many matches it has.
ONCE = ("picture", "sprite", "dictionary", "sqlite_", "meta", "counter")
LETTERS = {}  # the newest of each player


def pages(house):
    """Bytes by what they hold: tables with their indexes."""
    with database(house) as db:
        found = dict(db.execute(
            "SELECT m.tbl_name, sum(d.pgsize) FROM dbstat AS d"
            " JOIN sqlite_schema AS m ON m.name = d.name GROUP BY 1"))
        found["sqlite_schema"], = db.execute(
            "SELECT sum(pgsize) FROM dbstat WHERE name = 'sqlite_schema'"
        ).fetchone()
    return found


def files(house, *parts):
    return sum(os.path.getsize(os.path.join(folder, name))
               for folder, _, names in os.walk(house.path(*parts))
               for name in names)


def taken(house):
    """Bytes of all matches, of what is there once, and by what they hold."""
    found = pages(house)
    once = sum(size for table, size in found.items()
               if table.startswith(ONCE))
    own = {table: size for table, size in found.items()
           if not table.startswith(ONCE)}
    own["files of mails"] = files(house, "spool", "in") + files(
        house, "spool", "done")
    return sum(own.values()), once, own


def report_parts(own):
    print("  of it, KB: " + ", ".join(
        "%s %.1f" % (what, own[what] / MATCHES / 1000)
        for what in sorted(own, key=own.get, reverse=True)[:6]))


def newest(house, name):
    """That player's newest letter; older ones are thrown away."""
    folder = house.path("spool", "out", name.lower() + "@example.org", "new")
    order = dict(house.rows("SELECT '<' || message_id || '>', id FROM outbox"
                            " ORDER BY id DESC LIMIT 2000"))
    for entry in os.listdir(folder):
        path = os.path.join(folder, entry)
        with open(path, "rb") as file:
            letter = Letter(name, file.read())
        os.unlink(path)
        if name not in LETTERS or order[letter.id] > LETTERS[name][0]:
            LETTERS[name] = order[letter.id], letter
    return LETTERS[name][1]


def answer(house, chance, name):
    letter = newest(house, name)
    # a line each, or with their beginning before several
    offered = re.findall(r"(?m)^ *\d+(?= +→ )|\b\d+(?=\) )", letter.text)
    assert offered, letter.text
    house.reply(letter, chance.choice(offered))


def play(house):
    """All matches to their ends; the most that they took meanwhile."""
    chance = random.Random(1)
    most, mails = (0, 0, {}), 0
    for match in range(1, MATCHES + 1):
        names = ["P%dx%d" % (match, seat) for seat in range(SEATS)]
        house.match(seats=names)
        house.run()
        for name in names:
            house.reply(newest(house, name), "ready")
    house.run()
    for step in range(2000):
        asked = [name for match in range(1, MATCHES + 1)
                 for name in house.asked(match)]
        if not asked:
            break
        for name in asked:
            answer(house, chance, name)
            mails += 1
        house.run(minutes=60)
        if step % 10 == 0:
            most = max(most, taken(house), key=lambda found: found[0])
    lives = [house.life(match) for match in range(1, MATCHES + 1)]
    assert lives == ["over"] * MATCHES, lives
    return max(most, taken(house), key=lambda found: found[0]), mails


def age(house):
    for _ in range(4 * DAYS):
        house.now += DAY // 4
        house.ok("run")


def multiply(house, times):
    """All rows of all matches so many times, with numbers of their own."""
    with database(house) as db, db:
        last = {table: db.execute("SELECT max(id) FROM %s" % table
                                  ).fetchone()[0] or 0
                for table in ("match", "person", "inbox", "outbox")}
        db.execute("CREATE TEMP TABLE copy (n INTEGER PRIMARY KEY)")
        db.executemany("INSERT INTO copy VALUES (?)",
                       [(n,) for n in range(1, times)])
        moved = {name: "t.%s + copy.n * %d" % (name, last[table])
                 for name, table in (("match", "match"), ("person", "person"),
                                     ("inbox", "inbox"), ("answers", "inbox"),
                                     ("outbox", "outbox"))}
        for name in ("folded", "address", "dedup", "bounce", "source",
                     "message_id", "sha"):
            moved[name] = "copy.n || '.' || t.%s" % name
        tables = [name for name, in db.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table'")]
        for table in tables:
            if table.startswith(ONCE) or table in (
                    "site", "page", "mailbox", "mailbox_mail", "trouble"):
                continue
            own = dict(moved, id="t.id + copy.n * %d" % (
                last.get(table.split("_")[0]) or db.execute(
                    "SELECT count(*) + 1000000 FROM %s" % table
                ).fetchone()[0]))
            copy(db, table, **own)
        db.execute("DROP TABLE temp.copy")


def idle(house):
    """Median ms of CPU of a run with nothing to do."""
    took = []
    for _ in range(RUNS):
        with subprocess.Popen(house.command(["run"]),
                              stdout=subprocess.DEVNULL) as child:
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        assert child.returncode == 0
        took.append(1000 * (usage.ru_utime + usage.ru_stime))
    return statistics.median(took)


def new_home():
    house = House(init=False)
    house.ok("init", "--address", ROBOT)
    house.first_settings()
    house.policy(time="30d", settle="none", reminders="none", muster="none",
                 graces="0", offer="none")
    return house


def main():
    print("load of the machine: %.1f %.1f %.1f" % os.getloadavg())
    with contextlib.closing(new_home()) as house:
        empty = taken(house)[0]
        (most, once, own), mails = play(house)
        print("%-44s %8.1f KB (goal 2000; %d mails)" % (
            "a running match, at most", (most - empty) / MATCHES / 1000,
            mails // MATCHES))
        report_parts(own)
        print("%-44s %8.1f KB, %d pictures as they were drawn" % (
            "once a home: pictures and their pieces", once / 1000,
            house.rows("SELECT count(*) FROM picture WHERE png <> x''"
                       )[0][0]))
        age(house)
        old, once, own = taken(house)
        print("%-44s %8.1f KB (goal 150)" % (
            "a match that is over, %d days later" % DAYS,
            (old - empty) / MATCHES / 1000))
        report_parts(own)
        print("%-44s %8.1f KB" % ("once a home, then", once / 1000))
        multiply(house, MANY // MATCHES)
        matches = house.rows("SELECT count(*) FROM match")[0][0]
        size = os.path.getsize(house.path("turnpost.db"))
        print("%-44s %8.1f MB of %d, copied" % (
            "10,000 such matches (goal 2000)",
            10000 * size / matches / 1e6, matches))
        many = idle(house)
        with contextlib.closing(new_home()) as other:
            print("%-44s %8.2f ms CPU; in a new home %.2f" % (
                "run, nothing to do, %d old matches" % matches, many,
                idle(other)))


main()
