# SPDX-License-Identifier: ISC
"""Letters held against tests/e2e/golden/: files in which each letter stands
below a heading, "#### KIND" or "#### KIND MORE", which a diff of git shows
above what changed (.gitattributes).  TURNPOST_GOLDEN=renew ("make golden")
writes them anew: read the diff."""

import contextlib
import difflib
import email
import email.policy
import os
import re
import sqlite3

import yaml

from example_round import plain
from house import House, Letter, SEATS, SRC, address
from raws import unpacking

GOLDEN = os.path.join(SRC, "tests", "e2e", "golden")
LANGUAGES = ["en", "de", "pl", "ru"]
GAMES = ["mutineer", "fourth-bridge", "hexxi"]
# What lies there, each a Book: stories in English, and for each language its
# letters of every kind.
STORIES = (["mutineer/" + name.lower() for name in SEATS]
           + ["fourth-bridge", "hexxi-2", "hexxi-3"])
OF_LANGUAGE = (["letters", "answers", "help"] + GAMES
               + ["rules-" + game for game in GAMES])
BOOKS = STORIES + ["%s/%s" % (language, name) for language in LANGUAGES
                   for name in OF_LANGUAGE]
DAY = 24 * 60


def renewing():
    return os.environ.get("TURNPOST_GOLDEN") == "renew"


# ---- files ----

def split(text):
    """{heading: letter} of a file."""
    parts = re.split(r"(?m)^#### (.+)\n\n", text + "\n")
    return {heading: body[:-1]
            for heading, body in zip(parts[1::2], parts[2::2])}


def join(letters):
    return "\n".join("#### %s\n\n%s" % one for one in letters.items())


class Book:
    """A file of letters: each is a test of its own, named by its heading."""

    def __init__(self, tap, name):
        self.tap, self.name = tap, name
        self.letters = {}
        self.path = os.path.join(GOLDEN, name + ".txt")

    def keep(self, heading, text):
        """The first one of a heading."""
        assert "\n#### " not in "\n" + text, text
        self.letters.setdefault(heading, text if text.endswith("\n")
                                else text + "\n")

    def sort(self):
        self.letters = dict(sorted(self.letters.items()))

    def close(self):
        if renewing():
            os.makedirs(os.path.dirname(self.path), exist_ok=True)
            with open(self.path, "w", encoding="utf-8") as file:
                file.write(join(self.letters))
        with open(self.path, encoding="utf-8") as file:
            want = split(file.read())
        for heading, text in self.letters.items():
            self.tap.run("%s: %s" % (self.name, heading), compare,
                         heading, want.get(heading, ""), text)
        self.tap.run(self.name + ": these letters in this order", same_order,
                     list(want), list(self.letters))


def compare(heading, want, text):
    if text != want:
        raise AssertionError("\n".join(difflib.unified_diff(
            want.splitlines(), text.splitlines(), heading, "now",
            lineterm="")))


def same_order(want, got):
    if want != got:
        raise AssertionError("\n".join(difflib.unified_diff(
            want, got, "letters in the file", "now", lineterm="")))


# ---- letters ----

def told(mail):
    """Its text; blanks are blanks, whether lines are broken there or not."""
    text = mail.get_body(("plain",)).get_content()
    return text.replace("\r\n", "\n").replace("\u00a0", " ")


def shown(mail):
    """What a person sees of a letter."""
    head = ["%s: %s" % (key, " ".join(str(mail[key]).split()))
            for key in ("To", "Subject", "Content-Language")]
    return plain("\n".join(head) + "\n\n" + told(mail))


def own_word(language, word):
    """The first form of a word, as letters have it; "players" stands in an
    order."""
    if language == "en":
        return word
    with open(os.path.join(SRC, "templates", language, "words.yaml"),
              encoding="utf-8") as file:
        words = yaml.safe_load(file)
    return words["order" if word == "players" else "request"][word][0]


# ---- a home ----

class Home(House):
    """Nothing is left to chance in it, and letters are text alone: no time
    goes into pictures."""

    def __init__(self, language=None):
        super().__init__()
        self.sql("UPDATE meta SET value = '%s' WHERE key = 'secret'"
                 % ("5e" * 32))
        self.sql("CREATE TRIGGER fixed AFTER INSERT ON match BEGIN UPDATE"
                 " match SET server_seed = zeroblob(32) WHERE id = new.id;"
                 " END")
        self.text_alone()
        # the last letters are compared when deadlines have passed for weeks
        with open(self.path("turnpost.yaml"), "a", encoding="utf-8") as file:
            file.write("\nkeep: forever\n")
        if language:
            path = self.path("turnpost.yaml")
            with open(path, encoding="utf-8") as file:
                text = file.read()
            with open(path, "w", encoding="utf-8") as file:
                file.write("language: %s\norganiser: Olga <olga@example.org>\n"
                           % language + text)

    def sql(self, text, *values):
        with contextlib.closing(unpacking(
                sqlite3.connect(self.path("turnpost.db")))) as db:
            rows = db.execute(text, values).fetchall()
            db.commit()
            return rows

    def queued(self, after=0):
        """(number, kind, letter) of all that were written since, in order."""
        return [(row[0], row[1], email.message_from_bytes(
            row[2], policy=email.policy.default)) for row in self.sql(
                "SELECT id, kind, unpacked(raw) FROM outbox JOIN outbox_raw USING (id)"
                " WHERE id > ? ORDER BY id", after)]

    def newest(self, name):
        """Much quicker than to look at all the mails."""
        return Letter(name, self.sql(
            "SELECT unpacked(raw) FROM outbox JOIN outbox_raw USING (id) WHERE"
            " address = ? ORDER BY id DESC LIMIT 1", address(name))[0][0])

    def last(self):
        return self.sql("SELECT ifnull(max(id), 0) FROM outbox")[0][0]

    def asked(self):
        """Whose time runs; much quicker than to show the match."""
        return [name for (name,) in self.sql(
            "SELECT name FROM timer JOIN seat USING (match, seat)"
            " WHERE kind = 'decide' ORDER BY seat")]

    def life(self):
        return self.sql("SELECT life FROM match")[0][0]
