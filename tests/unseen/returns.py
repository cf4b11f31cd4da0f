# SPDX-License-Identifier: ISC
"""A home whose letters come back: which mails were taken for bounces, and of
which class, by what stands in the home afterwards."""

import os
import shutil
import sqlite3

from table import Table

FOUND = "permanent temporary delay".split()


def ask(home, sql, *args):
    db = sqlite3.connect(home.path("turnpost.db"))
    try:
        return db.execute(sql, args).fetchall()
    finally:
        db.close()


class Seen:
    """What became of one mail to a letter's envelope address."""

    def __init__(self, state, note, outbox, rows, unreached, letters):
        self.state, self.note, self.outbox = state, note, outbox
        self.rows, self.unreached, self.letters = rows, unreached, letters

    def kind(self):
        """permanent, temporary, delay, or none."""
        if self.outbox.startswith("delayed"):
            return "delay"
        if not self.outbox.startswith("came back"):
            return "none"
        # a full mailbox may be counted, too, under a code that says so
        lasts = [code for code in self.rows if code.startswith("5")]
        return "permanent" if lasts else "temporary"

    def __str__(self):
        return "%s: %s; letter: %r; counted: %s%s%s" % (
            self.state, self.note, self.outbox, self.rows,
            ", unreached" if self.unreached else "",
            ", answered" if self.letters else "")


def batch(table, cases):
    """Yields (case, Seen), a copy of the home for as many as captains."""
    todo = list(cases)
    while todo:
        copy = table.template + "-copy"
        shutil.copytree(table.template, copy)
        table.dir = copy
        try:
            names = [name for _, name in table.captains()]
            now = list(zip(names, todo[:len(names)]))
            todo = todo[len(names):]
            yield from once(table, now)
        finally:
            table.dir = table.template
            shutil.rmtree(copy)


def once(table, now):
    ids = {}
    before = {}
    for name, case in now:
        letter = table.letter_of(name)
        (word,), = ask(table, "SELECT bounce FROM outbox WHERE message_id = ?",
                       letter.id.strip("<>"))
        to = "robot+b.%s@example.org" % word
        ids[name] = table.deliver(case.write(table.address(name), letter, to))
        before[name] = len(os.listdir(os.path.join(table.box(name), "new")))
    table.now += 60
    try:
        table.ok("run")
    finally:
        table.now -= 60
    for name, case in now:
        letter = table.letter_of(name)
        state, note = ask(table, "SELECT state, note FROM inbox WHERE source "
                          "LIKE ?", "%" + ids[name] + "%")[0]
        number, outbox = ask(table, "SELECT id, note FROM outbox WHERE "
                             "message_id = ?", letter.id.strip("<>"))[0]
        rows = [code for (code,) in ask(
            table, "SELECT code FROM bounce WHERE outbox = ?", number)]
        (unreached,), = ask(table, "SELECT unreached FROM address WHERE "
                            "folded = ?", table.address(name))
        letters = len(os.listdir(os.path.join(table.box(name), "new")))
        yield case, Seen(state, note, outbox, rows, unreached,
                         letters - before[name])


def home():
    return Table()
