# SPDX-License-Identifier: ISC
"""A letter of every kind in one language, held against golden/LANGUAGE/.

The stories of tests/scenarios are told once more, in a home of that language
and without what they expect; the first letter of each kind that comes out is
kept, and so are letters of stories that are told here.  Secret, seeds, and
clock are the same every time.  TURNPOST_GOLDEN=renew ("make golden") writes
them anew: read the diff."""

import contextlib
import difflib
import email
import email.policy
import glob
import os
import random
import re
import sqlite3

import yaml

import handmade
from choices import choices
from example_round import plain
from goldens import GOLDEN, compare
from house import House, Letter, SEATS, SRC, address
from scenario import Scenario
from tap import Tap

# In these most kinds of letters come about.
TOLD = ["mail-merge", "signup-twice", "mail-quiet", "signup-limits",
        "quiet-short", "status-ping", "talk-onlookers-watch",
        "seat-robot-random", "talk-muster-end", "seat-two-at-once",
        "signup-approval", "signup-watch", "signup-leave", "signup-again"]
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
GAMES = {
    "mutineer": (["Anna", "Boris", "Carla"], ["--option", "pirates=yes"]),
    "fourth-bridge": (["Anna", "Boris", "Carla"], []),
    "hexxi": (["Anna", "Boris", "Carla"], []),
}
FORWARDED = """fyi

---------- Forwarded message ---------
From: Steffi <steffi@example.org>
Subject: our match
To: Bernhard <bernhard@example.org>

pay 2"""
MOVES = 60  # of a match, before its deadlines play on
DAY = 24 * 60
# Functions to which a kind is told, and words that become one.
CALLS = re.compile(r"\b(?:post_(?:seat|outsider|onlooker|address)|write_letter|"
                   r"strangers_(?:tell|reply)|answer_(?:with|list)|"
                   r"tell_seat)\(([^;{}]*);")
# Kinds that a variable holds by then; life.c says how a match is told.
HELD = re.compile(r'kind = [^;"]*"([a-z-]+)"')
LIFE = re.compile(r'^life_letter\(.*?^}', re.M | re.S)


def told(mail):
    """Its text; blanks are blanks, whether lines are broken there or not."""
    text = mail.get_body(("plain",)).get_content()
    return text.replace("\r\n", "\n").replace("\u00a0", " ")


def kinds():
    """Those of the sources: what is told to a function that posts a letter
    and has a template."""
    folder = os.path.join(SRC, "templates", "en", "letters")
    letters = {name[:-4] for name in os.listdir(folder)}
    found = set()
    for path in glob.glob(os.path.join(SRC, "app", "*", "*.c")):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for inside in CALLS.findall(text):
            found |= set(re.findall(r'"([a-z-]+)"', inside))
        found |= set(HELD.findall(text))
        for body in LIFE.findall(text):
            found |= set(re.findall(r'return "([a-z-]+)"', body))
    return found & letters


class Home(House):
    """Nothing is left to chance in it."""

    def __init__(self, language):
        super().__init__()
        self.sql("UPDATE meta SET value = '%s' WHERE key = 'secret'"
                 % ("5e" * 32))
        self.sql("CREATE TRIGGER fixed AFTER INSERT ON match BEGIN UPDATE"
                 " match SET server_seed = zeroblob(32) WHERE id = new.id;"
                 " END")
        # the text alone is looked at: no time goes into pictures
        self.sql("CREATE TRIGGER IF NOT EXISTS plain AFTER INSERT ON"
                 " person BEGIN UPDATE person SET plain = 1"
                 " WHERE id = new.id; END")
        path = self.path("turnpost.yaml")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write("language: %s\norganiser: Olga <olga@example.org>\n"
                       % language + text)

    def sql(self, text, *values):
        with contextlib.closing(
                sqlite3.connect(self.path("turnpost.db"))) as db:
            rows = db.execute(text, values).fetchall()
            db.commit()
            return rows

    def queued(self, after=0):
        """(number, kind, letter) of all that were written since, in order."""
        return [(row[0], row[1], email.message_from_bytes(
            row[2], policy=email.policy.default)) for row in self.sql(
                "SELECT id, kind, raw FROM outbox JOIN outbox_raw USING (id)"
                " WHERE id > ? ORDER BY id", after)]

    def newest(self, name):
        """Much quicker than to look at all the mails."""
        return Letter(name, self.sql(
            "SELECT raw FROM outbox JOIN outbox_raw USING (id) WHERE"
            " address = ? ORDER BY id DESC LIMIT 1", address(name))[0][0])

    def last(self):
        return self.sql("SELECT ifnull(max(id), 0) FROM outbox")[0][0]

    def asked(self):
        """Whose time runs; much quicker than to show the match."""
        return [name for (name,) in self.sql(
            "SELECT name FROM timer JOIN seat USING (match, seat)"
            " WHERE kind = 'decide' ORDER BY seat")]


def shown(mail):
    """A letter as its golden file has it: what a person sees of it."""
    head = ["%s: %s" % (key, " ".join(str(mail[key]).split()))
            for key in ("To", "Subject", "Content-Language")]
    text = told(mail)
    return plain("\n".join(head) + "\n\n" + text)


def own_word(language, word):
    """The first form of a word, as letters have it; "players" stands in an
    order."""
    if language == "en":
        return word
    with open(os.path.join(SRC, "templates", language, "words.yaml"),
              encoding="utf-8") as file:
        words = yaml.safe_load(file)
    return words["order" if word == "players" else "request"][word][0]


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
        self.kept = {}

    def keep(self, name, mail):
        """The first one of a name."""
        if name not in self.kept:
            self.kept[name] = shown(mail)

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
            house.ok("person", "set", "2", "--address", "s@new.example",
                     "--reason", "a new one")
            house.run()

    def unhandled(self):
        with self.home() as house:
            house.example()
            house.sql("CREATE TRIGGER fault BEFORE INSERT ON event BEGIN"
                      " SELECT RAISE(ABORT, 'no moves today'); END")
            house.reply(house.newest("Bernhard"), "pay 0")
            house.call("run")

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

    def topics(self, house, game, base, words):
        """What a word brings, without what stands in each letter."""
        parts = []
        for word in words:
            house.reply(house.newest("Anna"), word)
            house.run()
            text = told(house.queued(house.last() - 1)[0][2])
            parts.append("==== %s\n\n%s" % (word, news(base, text)))
        self.kept[game] = "\n".join(parts)

    def files(self, *parts):
        """The words behind which a template stands: "rules-sale"."""
        top = os.path.join(SRC, "templates", "en", *parts)
        return [os.path.basename(path)[:-4].replace("-", " ", 1)
                for path in sorted(glob.glob(top))]

    def rules(self, house, game):
        base = told(house.queued(house.last() - 1)[0][2])
        self.topics(house, "rules-" + game, base,
                    ["rules"] + self.files(game, "rules-*.txt"))
        if game == "mutineer":
            words = [word for word in self.files("letters", "help-*.txt")
                     if word.split()[1] not in ("no-topic", "onlooker",
                                                "signup")]
            self.topics(house, "help", base, ["help"] + words)

    def verbs(self, house, game):
        """Moves by their number, and the first letter that each kind of move
        answers."""
        chance = random.Random(3)
        for _ in range(MOVES):
            asked = house.asked()
            if not asked:
                break
            letter = house.newest(chance.choice(asked))
            offered = choices(letter.text)
            house.reply(letter, str(chance.choice(sorted(offered))))
            house.run()
            move = house.sql("SELECT move FROM event ORDER BY n DESC")[0][0]
            self.keep("turn-%s-%s" % (game, move.split()[0]), letter.mail)

    def match(self, game):
        names, options = GAMES[game]
        with self.home() as house:
            house.match(*options, "--policy", "time=20h", "--policy",
                        "graces=0", seats=names, game=game)
            house.run()
            self.keep("muster-" + game, house.queued()[0][2])
            house.ok("match", "watch", "1", "Dora <%s>" % address("Dora"))
            for name in names:
                house.reply(house.newest(name), "ready")
            house.run()
            house.reply(house.newest("Anna"), "status")
            house.run()
            self.rules(house, game)
            self.verbs(house, game)
            for _ in range(200):
                if house.sql("SELECT life FROM match") != [("running",)]:
                    break
                house.run(DAY)
            for _, kind, mail in house.queued():
                self.keep("onlooker-%s" % game if kind == "onlooker"
                          else "%s-%s" % (kind, game)
                          if kind in ("final", "turn") else kind, mail)

    # ---- all of it ----

    def check_kinds(self):
        lack = kinds() - set(self.kept)
        assert not lack, "no letter of " + ", ".join(sorted(lack))

    def check_files(self):
        """Nothing lies there that no letter is held against."""
        folder = os.path.join(GOLDEN, self.language)
        for name in sorted(os.listdir(folder)):
            if name[:-4] in self.kept:
                continue
            if os.environ.get("TURNPOST_GOLDEN") != "renew":
                raise AssertionError("%s: there is no such letter" % name)
            os.remove(os.path.join(folder, name))

    def all(self):
        for name in TOLD:
            if name == "signup-leave":  # its question is kept as another
                self.tap.run("unknown hands", self.unknown_hands)
            self.tap.run(name.replace("-", " "), self.tell, name)
        for story in (self.nowhere, self.meant,
                      self.forgotten, self.moved, self.unhandled,
                      self.answers):
            self.tap.run(story.__name__.replace("_", " "), story)
        for game in GAMES:
            self.tap.run("a match of " + game, self.match, game)
        self.tap.run("each kind of letter came", self.check_kinds)
        for name in sorted(self.kept):
            name = self.language + "/" + name
            self.tap.run(name, compare, name,
                         self.kept[name.partition("/")[2]])
        self.tap.run("each file is a letter", self.check_files)


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


def main(language):
    tap = Tap()
    Album(tap, language).all()
    tap.end()
