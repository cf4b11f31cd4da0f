# SPDX-License-Identifier: ISC
"""A home with many matches, each waiting for its captain: a batch of mails,
one a captain, is handled in one run, and what each of them did is seen by its
effect alone: moves, people, talk, and what the answer says."""

import hashlib
import json
import os
import re
import shutil
import sqlite3
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, os.pardir, "e2e"))

from house import EXAMPLE, House, Letter, address  # noqa: E402

CAPTAINS = {
    "en": ["Alice", "Bruce", "Celia", "Derek", "Edith", "Frank"],
    "pl": ["Agata", "Bartek", "Celina", "Darek", "Ewa", "Franek"],
    "de": ["Anke", "Bernd", "Claudia", "Dieter", "Elke", "Fritz"],
    "ru": ["Alina", "Boris", "Vera", "Gleb", "Dasha", "Egor"],
}
CREW = ["Xenia", "Yann", "Zoe"]
# What mails come and go by says nothing of what they did.
MAIL = {"inbox", "inbox_raw", "outbox", "outbox_raw", "asking", "timer",
        "unwritten", "section", "meta", "counter", "picture", "ask",
        "sqlite_sequence", "seat", "notice", "heard", "match"}
ASKED = re.compile(r"(?m)^\s*\u2192 \w+ [a-z2-7]{4,8}\s*$")


def held_out(template):
    """Two templates of five, whose failures nobody is shown."""
    return hashlib.sha256(template.encode()).digest()[0] % 5 < 2


class Outcome:
    """What a mail did: moves, other effects, and the answer's first lines."""

    def __init__(self, moves, effects, absences, letters, note):
        self.moves = moves
        self.effects = effects
        self.absences = absences
        self.note = note
        self.text = letters[-1].text if letters else ""
        # behind the line for lists of mails stands what was understood, each
        # with its mark
        parts = re.split(r"(?m)^\s*$", self.text.split("#~")[0])
        top = [part for part in parts[:2]
               if re.search(r"(?m)^ [\u2713\u2717\u00b7] ", part)]
        told = re.split(r"(?m)^ (?=[\u2713\u2717\u00b7] )", "".join(top[:1]))
        self.done = [x for x in told if x.startswith("\u2713")]
        self.refused = [x for x in told if x.startswith("\u2717")]
        self.asked = bool(ASKED.search(self.text.split("#~")[0]))

    def acted(self):
        """Something was done, or would have been if it were possible."""
        return bool(self.moves or self.effects or self.refused
                    or (self.done and not self.asked))

    def __str__(self):
        said = " / ".join(" ".join(x.split()) for x in
                          self.done + self.refused)
        return "moves %s, effects %s, %s%s%s" % (
            self.moves, sorted(self.effects), "asked, " if self.asked else "",
            said[:160], "" if self.text else "no answer (%s)" % self.note)


class Table(House):
    """Matches that wait for "pay 0" to "pay 3"."""

    def __init__(self):
        super().__init__()
        with open(self.path("setup.json"), "w", encoding="utf-8") as file:
            json.dump(EXAMPLE, file)
        self.letter = {}
        self.number = {}
        people = [(language, name) for language in CAPTAINS
                  for name in CAPTAINS[language]]
        for _, name in people:
            self.number[name] = self.match(
                "--setup", self.path("setup.json"), "--name", "Table",
                seats=[name] + CREW)
        self.run()
        known = {one["name"]: one["person"]
                 for one in self.json("person", "list")}
        for language, name in people:
            self.ok("person", "set", str(known[name]), "--language",
                    language)
        for _, name in people:
            self.reply(self.newest(name), "ready")
        for name in CREW:
            for letter in self.letters(name):
                self.reply(letter, "ready")
        self.run()
        for _, name in people:
            letters = self.letters(name)
            self.letter[name] = letters[-1]
            self.letter[name].invitation = letters[0]
        for name in CREW:
            shutil.rmtree(self.box(name))
        self.template = self.dir
        self.base = self.tables()

    def close(self):
        self.dir = self.template
        super().close()

    def captains(self):
        """Names for a batch, each once: (language, name)."""
        for at in range(6):
            for language in CAPTAINS:
                yield language, CAPTAINS[language][at]

    def tables(self):
        """Every row that is not about mail alone, by whom it is about."""
        rows = set()
        db = sqlite3.connect(self.path("turnpost.db"))
        names = [name for (name,) in db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'")]
        for name in names:
            if name in MAIL:
                continue
            rows.update((name,) + row for row in
                        db.execute("SELECT * FROM %s" % name))
        rows.update(("seat",) + row for row in db.execute(
            "SELECT match, seat, person, epoch, ready, held FROM seat"))
        rows.update(("match",) + row for row in db.execute(
            "SELECT id, life, paused FROM match"))
        db.close()
        return rows

    def batch(self, mails):
        """mails: {captain: raw}; {captain: Outcome}."""
        copy = self.template + "-copy"
        shutil.copytree(self.template, copy)
        self.dir = copy
        try:
            return self.outcomes(mails)
        finally:
            self.dir = self.template
            shutil.rmtree(copy)

    def outcomes(self, mails):
        before = {name: set(os.listdir(os.path.join(self.box(name), "new")))
                  for name in mails}
        ids = {}
        for name, raw in mails.items():
            ids[self.deliver(raw)] = name
        self.now += 60
        try:
            self.ok("run")
        finally:
            self.now -= 60
        db = sqlite3.connect(self.path("turnpost.db"))
        notes = {}
        person = {}
        for source, note in db.execute("SELECT source, note FROM inbox"):
            for mail, name in ids.items():
                if mail in source:
                    notes[name] = note
        for number, name in db.execute("SELECT id, name FROM person"):
            person[name] = number
        moves = {}
        for match, move in db.execute(
                "SELECT match, move FROM event WHERE by <> 'robot'"
                " ORDER BY match, n"):
            moves.setdefault(match, []).append(move)
        away = {}
        for number, since, until in db.execute(
                "SELECT person, since, until FROM absence"):
            away.setdefault(number, []).append((since, until))
        db.close()
        changed = self.tables() ^ self.base
        result = {}
        for name in mails:
            folder = os.path.join(self.box(name), "new")
            letters = []
            for one in sorted(set(os.listdir(folder)) - before[name]):
                with open(os.path.join(folder, one), "rb") as file:
                    letters.append(Letter(name, file.read()))
            result[name] = Outcome(
                moves.get(self.number[name], []),
                self.about(changed, self.number[name], person.get(name)),
                away.get(person.get(name), []), letters, notes.get(name, "not read"))
        return result

    @staticmethod
    def about(changed, match, person):
        """Tables with rows of that match or person that are not as before;
        moves are told apart."""
        where = {"person": person, "address": None, "absence": None,
                 "seat": match, "match": match, "plan": match,
                 "pending": match, "vote": None, "ballot": None}
        found = set()
        for row in changed:
            name = row[0]
            if name == "event":
                continue
            if name in ("person", "seat", "match", "plan", "pending"):
                if row[1] == where[name]:
                    found.add(name)
            elif name in ("absence", "address"):
                if person in row[2:5]:
                    found.add(name)
            elif name == "talk":
                if row[2] == match:
                    found.add(name)
            elif name in ("vote", "mute"):
                if match in row[1:3]:
                    found.add(name)
        return found

    def letter_of(self, name):
        return self.letter[name]

    @staticmethod
    def address(name):
        return address(name)
