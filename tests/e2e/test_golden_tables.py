#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A match of each game, played at four tables at once: the same moves, but at
each table the languages sit on other seats.  So each kind of letter is there in
each language, of the same moment; they are held against GAME.txt, rules-GAME.txt and help.txt in
tests/e2e/golden/LANGUAGE/."""

import collections
import difflib
import glob
import os
import random
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from choices import choices  # noqa: E402
from goldens import (DAY, GAMES, LANGUAGES, Book, Home, shown,  # noqa: E402
                     told)
from house import SRC, address  # noqa: E402
from tap import Tap  # noqa: E402

SEATS = ["Anna", "Boris", "Carla"]
TABLES = range(len(LANGUAGES))
# Options, a seed, how many times all that are asked answer before deadlines
# play on, and the verbs of which each is used meanwhile.
PLAYED = {
    "mutineer": (["--option", "pirates=yes"], 6, 60,
                 "fight keep pass pay play sell take"),
    "fourth-bridge": (["--option", "turn_limit=2"], 1, 7, "do give take"),
    "hexxi": ([], 16, 65, "bid convoy escort kidnap pass pay place reserve"
              " route scout shift"),
}
NO_TOPIC = ["no-topic", "onlooker", "signup"]  # in letters/help-*.txt


def topics(*parts):
    """The words behind which a template stands: "rules-sale"."""
    top = os.path.join(SRC, "templates", "en", *parts)
    return [os.path.basename(path)[:-4].replace("-", " ", 1)
            for path in sorted(glob.glob(top))]


def news(base, text):
    """The lines of a letter that another one does not have."""
    lines = text.splitlines()
    same = difflib.SequenceMatcher(None, *[
        [re.sub(r"\d+", "N", line) for line in one]
        for one in (base.splitlines(), lines)], autojunk=False)
    parts = ["\n".join(lines[low:high]).strip("\n")
             for what, _, _, low, high in same.get_opcodes()
             if what in ("insert", "replace")]
    return "\n\n".join(part for part in parts if part) + "\n"


def person(name, table):
    """At another table it is another person of the same name."""
    return "%s%d" % (name, table + 1)


def reads(seat, table):
    return LANGUAGES[(seat + table) % len(LANGUAGES)]


class Tables:
    def __init__(self, tap, game):
        self.tap, self.game = tap, game
        self.options, seed, self.steps, self.verbs = PLAYED[game]
        self.house = Home()
        self.chance = random.Random(seed)
        self.used = collections.Counter()
        self.books = {}

    def keep(self, language, name, heading, text):
        name = "%s/%s" % (language, name)
        if name not in self.books:
            self.books[name] = Book(self.tap, name)
        self.books[name].keep(heading, text)

    def people(self):
        """(name, person, table, language) of all who play."""
        return [(name, person(name, table), table, reads(seat, table))
                for table in TABLES for seat, name in enumerate(SEATS)]

    def invite(self):
        for table in TABLES:
            seats = [word for name, one, at, language in self.people()
                     if at == table for word in ("--seat", "%s <%s> %s" % (
                         name, address(one), language))]
            self.house.ok("match", "new", self.game, *seats,
                          *self.options, "--policy", "time=20h",
                          "--policy", "graces=0")
        self.house.run()
        for table in TABLES:
            self.house.ok("match", "watch", str(table + 1), "Emil <%s> %s" % (
                address(person("Emil", table)), reads(0, table)))
        for _, one, _, _ in self.people():
            self.house.reply(self.house.newest(one), "ready", quote=False)
        self.house.run()

    # ---- what can be read ----

    def ask(self, words):
        """The first player of each table asks all of that, one mail for each;
        {(language, word): what the answer says}.  That is done in one run."""
        after, asked = self.house.last(), {}
        for table in TABLES:
            language = reads(0, table)
            letter = self.house.newest(person(SEATS[0], table))
            for word in words:
                mail = "<%d.%s@client.example>" % (len(asked), language)
                asked[mail] = language, word
                self.house.reply(letter, word, quote=False, id=mail)
        self.house.run()
        return {asked[mail["In-Reply-To"]]: told(mail)
                for _, _, mail in self.house.queued(after)}

    def read_up(self):
        books = {"rules-" + self.game: ["rules"] + topics(
            self.game, "rules-*.txt")}
        if self.game == "mutineer":
            books["help"] = ["help"] + [
                word for word in topics("letters", "help-*.txt")
                if word.split()[1] not in NO_TOPIC]
        answers = self.ask(["status"] + sum(books.values(), []))
        for book, words in books.items():
            for language in LANGUAGES:
                for word in words:
                    self.keep(language, book, word,
                              news(answers[language, "status"],
                                   answers[language, word]))

    # ---- moves ----

    def asked(self):
        """The seats whose time runs, at each table the same ones."""
        by = collections.defaultdict(list)
        for match, seat in self.house.sql(
                "SELECT match, seat FROM timer WHERE kind = 'decide'"
                " ORDER BY match, seat"):
            by[match].append(seat)
        tables = {tuple(seats) for seats in by.values()}
        assert len(tables) < 2, tables
        return tables.pop() if tables else ()

    def choose(self, seat, offered):
        """The number of a move: of a kind that nobody has made yet (but to
        pass leaves fewer moves for later), or any.  Of Anna's tokens none
        lies beside the board of Pirates HEXXI, so that she has to shift."""
        some = [number for number, move in sorted(offered.items())
                if seat > 0 or not move.startswith("reserve")]
        new = [number for number in some if " " in offered[number]
               and offered[number].split()[0] not in self.used]
        return self.chance.choice(new or some)

    def step(self):
        """Each of those who are asked makes a move, by the number that it
        has in the letters of all languages."""
        for seat in self.asked():
            letters = {reads(seat, table): self.house.newest(
                person(SEATS[seat], table)) for table in TABLES}
            offered = choices(letters["en"].text)
            number = self.choose(seat, offered)
            verb = offered[number].split()[0]
            self.used[verb] += 1
            for language, letter in letters.items():
                self.keep(language, self.game, "turn " + verb,
                          shown(letter.mail))
                self.house.reply(letter, str(number), quote=False)
        self.house.run()

    def play(self):
        for _ in range(self.steps):
            if not self.asked():
                break
            self.step()
        assert sorted(self.used) == self.verbs.split(), sorted(self.used)

    def end(self):
        """Deadlines play on; those who look on hear of it once a day."""
        for _ in range(100):
            over = not self.asked()
            self.house.run(DAY)
            if over:
                return
        raise AssertionError("no end")

    def same_moves(self):
        """A number stands for the same move in each language."""
        moves = collections.defaultdict(list)
        for match, *move in self.house.sql(
                "SELECT match, seat, move FROM event ORDER BY n"):
            moves[match].append(move)
        for match in moves:
            assert moves[match] == moves[1], match

    def own_languages(self):
        """Each letter is in that of its reader, whoever else sits there."""
        by = {address(one): language
              for _, one, _, language in self.people()}
        by.update({address(person("Emil", table)): reads(0, table)
                   for table in TABLES})
        for _, kind, mail in self.house.queued():
            language = by[mail["To"].addresses[0].addr_spec]
            assert mail["Content-Language"] == language, mail
            if kind in ("muster", "turn", "onlooker", "final"):
                self.keep(language, self.game, kind, shown(mail))

    def all(self):
        for part in (self.invite, self.read_up, self.play, self.end,
                     self.same_moves, self.own_languages):
            self.tap.run("%s: %s" % (
                self.game, part.__name__.replace("_", " ")), part)
        for name, book in sorted(self.books.items()):
            if name.endswith(self.game) and "rules" not in name:
                book.sort()
            book.close()
        self.house.close()


def main():
    tap = Tap()
    for game in GAMES:
        Tables(tap, game).all()
    tap.end()


main()
