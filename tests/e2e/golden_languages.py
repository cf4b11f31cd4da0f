# SPDX-License-Identifier: ISC
"""A letter of every kind in one language, held against letters.txt and
answers.txt in golden/LANGUAGE/; those of matches are test_golden_tables.py's.

The stories of tests/scenarios are told once more, in a home of that language
and without what they expect; the first letter of each kind that comes out is
kept, and so are letters of stories that are told here.  Secret, seeds, and
clock are the same every time."""

import contextlib
import os
import re

import handmade
import series_house
from goldens import DAY, Book, Home, own_word, shown
from house import SEATS, SRC, address
from scenario import Scenario
from tap import Tap

# In these most kinds of letters come about.
TOLD = ["mail-merge", "signup-twice", "mail-quiet", "signup-limits",
        "quiet-short", "status-ping", "talk-onlookers-watch",
        "seat-robot-random", "talk-muster-end", "seat-two-at-once",
        "signup-approval", "signup-watch", "signup-leave", "signup-again"]
# What test_golden_tables.py has of each language.
AT_TABLES = {"final"}
# What a letter that answers holds; "answer" alone would be one of them.
ASKED = {
    "status": "status", "history": "history", "plan": "plan pass",
    "check": "check take mate", "pause": "pause", "matches": "matches",
    "nothing-found": "good morning", "refused": "play ruby",
    "near": "play wyne\nhello", "away": "away 2026-12-20 to 2027-01-03",
    "remind": "remind 24h 3h", "vote": "vote extend 3d", "resign": "resign",
    "said": "say all: hello\nthere", "mail": "mail digest 18:00",
    "name": "name Bernhard II", "zone": "zone Europe/Warsaw",
    "address": "address b@elsewhere.example", "standin": "standin mutineer",
    "mute": "mute Steffi", "key": "key", "resend": "resend 1",
}
FORWARDED = """fyi

---------- Forwarded message ---------
From: Steffi <steffi@example.org>
Subject: our match
To: Bernhard <bernhard@example.org>

pay 2"""
# Templates that are pieces of letters though a name in the source, not another
# template, asks for them.
PIECE = re.compile(r"help-|no-topic$|digest-(end|section)$")
YEAR_OVER = 1798876800  # 2027-01-02 08:00 UTC: when yearbooks leave


def kinds():
    """Templates of letters that are no piece of another one."""
    folder = os.path.join(SRC, "templates", "en", "letters")
    letters, pieces = set(), set()
    for name in os.listdir(folder):
        letters.add(name[:-len(".txt")])
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            pieces |= set(re.findall(r"\{\{>\s*([\w-]+)", file.read()))
    return {name for name in letters - pieces if not PIECE.match(name)}


class Tale(Scenario):
    """A scenario whose home is ours.  Strangers write its language: they are
    answered in that of their mail."""

    def __init__(self, path, language):
        super().__init__(path, None)
        self.house.close()
        self.house = Home(language)
        self.language = language

    def code(self, name, word):
        return (own_word(self.language, word)
                + super().code(name, word)[len(word):])

    def write(self, name, to, quiet, text):
        words = re.compile(r"\b(new|join|watch|players)\b")
        super().write(name, to, quiet, words.sub(
            lambda found: own_word(self.language, found.group()), text))


class Album:
    def __init__(self, tap, language):
        self.tap, self.language = tap, language
        self.books = {name: Book(tap, "%s/%s" % (language, name))
                      for name in ("letters", "answers")}

    def keep(self, name, mail):
        """The first one of a name."""
        book = "answers" if name.startswith("answer") else "letters"
        self.books[book].keep(name, shown(mail))

    def keep_kinds(self, house, after=0):
        for _, kind, mail in house.queued(after):
            self.keep(kind, mail)

    # ---- stories of tests/scenarios ----

    def tell(self, name):
        tale = Tale(os.path.join(SRC, "tests", "scenarios", name + ".txt"),
                    self.language)
        close = tale.house.close

        def look():
            self.keep_kinds(tale.house)
            close()
        tale.house.close = look
        tale.play()

    @contextlib.contextmanager
    def home(self):
        house = Home(self.language)
        try:
            yield house
            self.keep_kinds(house)
        finally:
            house.close()

    # ---- who is speaking ----

    def unknown_hands(self):
        """Mails that prove too little, or too much."""
        with self.home() as house:
            house.example()
            house.match("--name", "Second", seats=SEATS[:3])
            house.run()
            first, second = house.letters("Bernhard")[-2:]
            handmade.believe(house)
            key, steffi = handmade.key_of(first), handmade.STEFFI
            handmade.send(house, "pay 0", handmade.NEW, key)
            handmade.send(house, "pay 0", dmarc="pass", to=key,
                          In_Reply_To=second.id)
            handmade.send(house, "pay 0", dmarc="pass")
            handmade.send(house, "pay 0", handmade.BERNHARD + ", " + steffi,
                          key)
            house.now += 3600
            handmade.send(house, "play wine", to=key, dmarc="fail")
            self.keep("confirm-fail", house.queued()[-1][2])
            for tag in "[g1-zzzz]", "[g1-yyyy]", "[g1-xxxx]":
                handmade.send(house, "pay 0", subject=tag)
            house.run(DAY)

    def nowhere(self):
        """Who plays and looks on no more writes without a key."""
        with self.home() as house:
            house.example()
            house.ok("match", "watch", "1", "Bert <%s>" % address("Bert"))
            house.run()
            house.reply(house.newest("Bert"), "unwatch 1")
            house.run(DAY)
            handmade.send(house, "pay 0", address("Bert"))
            self.keep("unproved-nowhere", house.newest("Bert").mail)

    def meant(self):
        """A move stands only in a letter that is handed on, and what cannot
        be taken back stands beside something else."""
        with self.home() as house:
            house.example()
            house.reply(house.newest("Bernhard"), FORWARDED)
            house.run()
            self.keep("confirm-move", house.newest("Bernhard").mail)
            house.match(seats=SEATS[:3])
            house.run()
            house.reply(house.newest("Steffi"), "say all: good-bye\n\nleave")
            house.run()
            self.keep("confirm-meant", [
                mail for _, kind, mail in house.queued()
                if kind == "confirm"][-1])

    def forgotten(self):
        """All about her goes, also these letters once they are sent."""
        with self.home() as house:
            house.example()
            house.reply(house.newest("Steffi"), "forget me")
            house.call("run")
            letter = house.newest("Steffi")
            self.keep("forget", letter.mail)
            house.reply(letter, re.search(r"\u2192 (\w+ \w+)$", letter.text,
                                          re.M).group(1))
            after = house.last()
            house.call("run")
            self.keep_kinds(house, after)

    def moved(self):
        with self.home() as house:
            house.example()
            house.say("Bernhard", "address " + handmade.NEW)
            house.ok("person", "set", "2", "--address", "s@new.example")
            house.run()

    def unhandled(self):
        with self.home() as house:
            house.example()
            house.sql("CREATE TRIGGER fault BEFORE INSERT ON event BEGIN"
                      " SELECT RAISE(ABORT, 'no moves today'); END")
            house.reply(house.newest("Bernhard"), "pay 0")
            house.call("run")

    def deleted(self):
        """A match that is over goes, and a late answer to it comes."""
        with self.home() as house:
            house.example()
            house.ok("match", "end", "1", "--reason", "x")
            house.run()
            letter = house.newest("Carmen")
            house.ok("match", "delete", "1", "--reason", "x")
            house.run()
            house.ok("match", "delete", "1", "--cancel")
            house.run()
            self.keep_kinds(house)
            self.keep("deletion-not", house.newest("Carmen").mail)
            house.ok("match", "delete", "1", "--reason", "x", "--at-once")
            while house.json("match", "list"):
                house.run()
            house.reply(letter, "status", quote=False)
            house.run()

    def series(self):
        """Entered, seated, and after each round."""
        with self.home() as house:
            house.ok("series", "new", "Winter cup", "--game", "mutineer",
                     "--seats", "4", "--rounds", "2")
            for name in SEATS:
                house.ok("series", "seat", "1",
                         "%s <%s>" % (name, address(name)))
            house.run()
            house.ok("series", "start", "1")
            house.run()
            for number in 1, 2:
                for one in series_house.tables(house, number):
                    series_house.finish(house, one)
                house.run()
                self.keep("series-round-%d" % number, [
                    mail for _, kind, mail in house.queued()
                    if kind == "series"][-1])

    def yearbook(self):
        with self.home() as house:
            house.example()
            house.say("Bernhard", "yearbook on")
            house.ok("match", "end", "1", "--reason", "x")
            house.run()
            house.sql("UPDATE match SET life = 'over'")
            for seat, name in enumerate(SEATS):
                house.sql("INSERT INTO result (game, ended, match, seat, score,"
                          " place, person) SELECT 'mutineer', ?, 1, ?, ?, ?,"
                          " person FROM address WHERE folded = ?", house.now,
                          seat, 90 - seat, seat + 1, address(name))
            house.now = YEAR_OVER
            house.run()

    # ---- the table ----

    def answers(self):
        """What each request brings, and what helps."""
        with self.home() as house:
            house.example("--policy", "time=3d", "--policy", "graces=2",
                          "--policy", "talk=open")
            letter = house.newest("Bernhard")
            for name, text in ASKED.items():
                after = house.last()
                house.reply(letter, text)
                house.run()
                for _, kind, mail in house.queued(after):
                    if (kind in ("turn", "signup")
                            and "bernhard@" in str(mail["To"])):
                        self.keep("answer-" + name, mail)
            self.keep("turn-told", house.newest("Steffi").mail)

    # ---- all of it ----

    def check_kinds(self):
        lack = (kinds() - AT_TABLES).difference(*(book.letters
                                            for book in self.books.values()))
        assert not lack, "no letter of " + ", ".join(sorted(lack))

    def all(self):
        for name in TOLD:
            if name == "signup-leave":  # its question is kept as another
                self.tap.run("unknown hands", self.unknown_hands)
            self.tap.run(name.replace("-", " "), self.tell, name)
        for story in (self.nowhere, self.meant,
                      self.forgotten, self.moved, self.unhandled,
                      self.deleted, self.series, self.yearbook, self.answers):
            self.tap.run(story.__name__.replace("_", " "), story)
        self.tap.run("each kind of letter came", self.check_kinds)
        for book in self.books.values():
            book.sort()
            book.close()


def main(language):
    tap = Tap()
    Album(tap, language).all()
    tap.end()
