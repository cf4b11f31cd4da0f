#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A whole match by mail, on this machine.

usage: demo.py [--quiet] [--seed N] [--game GAME] [--players N]
               [--option WORD=VALUE]... [--servers] [--robots]

turnpost gets a fresh home in a temporary folder (with --servers also mail
servers on this machine, IMAP and SMTP, instead of Maildirs).  As many players
as the game can have, each a mail program of its own that sees nothing but its
own mailbox, read their letters and answer them, in all the ways in which mail
programs write replies, now and then with a mistake.  With --robots one person
plays against robots of all levels, and the first line of each letter that she
gets is shown.  At the end everything is compared.  The folder is
kept, so that all the mails can be read.
"""

import argparse
import collections
import contextlib
import json
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                             os.pardir, "e2e"))

import host  # noqa: E402
from player import Player  # noqa: E402
from post import Servers, Spool  # noqa: E402
from proof import Off, check_proof  # noqa: E402

# As many as a game may have seats (core/decision.h).
PEOPLE = [("Anna", "anna@example.org"), ("Boris", "boris@example.com"),
          ("Cyryl", "cyryl@example.net"), ("D\u00f3ra", "dora@example.org"),
          ("Emil", "emil@example.com"), ("Fatima", "fatima@example.net"),
          ("Gustav", "gustav@example.org"), ("Hana", "hana@example.com")]
MAX_STEPS = 3000
LEVELS = ["easy", "medium", "strong"]
MISTAKES = 0.1
# Of one player: turnpost does not answer the same again and again.
MISTAKES_MAX = 3
# Chance players build slowly; a shorter match shows as much.
OPTIONS = {"fourth-bridge": ["turn_limit=20"]}


def record_words():
    """What letters call an island in English, and what records call it."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir,
                        os.pardir, "templates", "en", "mutineer", "words.yaml")
    with open(path, encoding="utf-8") as file:
        return {first: word for word, first in re.findall(
            r'^([a-z-]+): \["?([A-Z][^,"\]]*)', file.read(), re.M)}


class Demo:
    def __init__(self, args):
        self.args = args
        self.rng = random.Random(args.seed)
        self.program = os.environ.get("TURNPOST", "build/release/turnpost")
        seats = args.players or self.most()
        self.people = PEOPLE[:1 if args.robots else seats]
        self.robots = [LEVELS[i % len(LEVELS)]
                       for i in range(seats - len(self.people))]
        self.names = [name for name, _ in self.people] + [
            "Robot-%d" % (i + 1) for i in range(len(self.robots))]
        self.home = self.place()
        self.post = self.carrier()(self.home)
        self.players = [Player(name, address, self.post, self.rng)
                        for name, address in self.people]
        self.said_ready = set()
        # player: (mail id, words, how many lines to be done)
        self.open = {}
        self.meant = collections.defaultdict(list)  # name: moves
        self.erred = set()  # players whose last mail was a mistake
        self.forms = collections.Counter()
        self.mistakes = collections.Counter()
        self.letters = self.round = 0
        self.sample = None
        self.told = 0

    def place(self):
        return os.path.join(tempfile.mkdtemp(prefix="turnpost-demo-"), "home")

    def carrier(self):
        return Servers if self.args.servers else Spool

    def most(self):
        """So many can play the game."""
        told = subprocess.run(
            [self.program, "engine"], input='{"op":"games"}\n', check=True,
            capture_output=True, text=True).stdout
        most = {game["game"]: game["max"] for game in json.loads(told)[
            "games"]}
        if self.args.game not in most:
            sys.exit("there is no game %s; the games are %s" % (
                self.args.game, ", ".join(sorted(most))))
        return most[self.args.game]

    def say(self, text=""):
        if not self.args.quiet:
            print(text, flush=True)

    def turnpost(self, *words):
        done = host.run([self.program, "--home", self.home, *words],
                        dict(os.environ))
        if done.returncode or done.stderr:
            raise Off("turnpost %s: exit %d\n%s%s" % (
                " ".join(words), done.returncode, done.stdout, done.stderr))
        return done.stdout

    def text_alone(self):
        """For all but the first player: colours and pictures take most of a
        letter's time."""
        with contextlib.closing(sqlite3.connect(
                os.path.join(self.home, "turnpost.db"))) as db, db:
            db.execute("UPDATE person SET plain = 1 WHERE id > 1")

    def begin(self):
        self.say("A new home: %s" % self.home)
        self.turnpost("init")
        self.post.settings()
        words = ["match", "new", self.args.game]
        for name, address in self.people:
            words += ["--seat", "%s <%s>" % (name, address)]
        for level in self.robots:
            words += ["--seat", "robot:" + level]
        for option in self.args.option or OPTIONS.get(self.args.game, []):
            words += ["--option", option]
        # A match of players who answer at once: no second thoughts.
        words += ["--policy", "settle=none"]
        self.turnpost(*words)
        if self.args.text:
            self.text_alone()
        matches = json.loads(self.turnpost("match", "list", "--json"))
        self.match = str(matches[0]["match"])
        names = ", ".join(name for name, _ in self.people)
        self.say("Match %s of %s: %s." % (
            self.match, self.args.game,
            names + " plays with robots (%s)" % ", ".join(self.robots)
            if self.robots else names + " are invited"))

    # ---- the match ----

    def play(self):
        for step in range(MAX_STEPS):
            self.turnpost("run")
            busy = [self.turn(player) for player in self.players]
            if all(p.letters and p.letters[-1].final is not None
                   for p in self.players):
                self.say("\nAll have the last letter, after %d steps." % step)
                return
            if not any(busy) and not self.overlooked() and not (
                    self.robots_think()):
                raise Off("nobody has anything to do, but it is not over")
        raise Off("no last letter after %d steps" % MAX_STEPS)

    def robots_think(self):
        """Some have not decided when the time for a round was over."""
        with contextlib.closing(sqlite3.connect(
                os.path.join(self.home, "turnpost.db"))) as db:
            return db.execute("SELECT 1 FROM timer WHERE kind = 'robot'"
                              ).fetchone() is not None

    def turn(self, player):
        """Read, and answer if asked; False if there was nothing to read."""
        fetched = player.fetch()
        self.letters += len(fetched)
        for letter in fetched:
            self.check_answer(player, letter)
            if self.robots:
                self.told += 1
                self.say("  letter %3d: %s" % (
                    self.told, letter.text.lstrip().splitlines()[0].strip()))
            else:
                self.tell_round(letter)
        if not fetched:
            return False
        letter = fetched[-1]
        if player in self.open:
            raise Off("%s got a letter, but no answer to %s" % (
                player.name, self.open[player][0]))
        if letter.choices:
            self.answer(player, letter)
        elif player not in self.said_ready:
            self.ready(player, letter)
        return True

    def overlooked(self):
        """Answer a letter that asks and was not the last of those that came at
        one time: a file system may not tell which of two was written first."""
        for player in self.players:
            asking = [one for one in player.together if one.choices]
            player.together = []
            if asking and player not in self.open and (
                    asking[-1] is not player.letters[-1]):
                self.answer(player, asking[-1])
                return True
        return False

    def check_answer(self, player, letter):
        """What came of her last mail?"""
        if player not in self.open or not letter.answers(
                self.open[player][0]):
            return
        _, words, lines = self.open.pop(player)
        if not lines and (letter.done() or not letter.complains()):
            raise Off("%s wrote %r by mistake, and got no complaint:\n%s" % (
                player.name, words, letter.text))
        if lines and (letter.complains() or len(letter.done()) != lines):
            raise Off("the right answer %r of %s was not simply done:\n%s" % (
                words, player.name, letter.text))

    def tell_round(self, letter):
        told = letter.round()
        if told and told[0] > self.round:
            self.round = told[0]
            self.say("  round %d, %3d letters%s" % (
                self.round, self.letters, ": " + ", ".join(
                    "%s %d" % pair for pair in told[1].items())
                if told[1] else ""))

    def ready(self, player, letter):
        words = "ready"
        if not self.said_ready:
            words = "ready luck three green parrots"
        self.said_ready.add(player)
        self.send(player, letter, words, 1)

    def answer(self, player, letter):
        if (self.round > 2 or self.robots) and len(letter.choices) > 4:
            self.sample = self.sample or letter
        if (player not in self.erred
                and self.mistakes[player] < MISTAKES_MAX
                and self.rng.random() < MISTAKES):
            self.erred.add(player)
            self.mistakes[player] += 1
            self.send(player, *player.wrong(letter), 0)
            return
        self.erred.discard(player)
        lines, words = player.choose(letter)
        self.meant[player.name] += lines
        self.send(player, letter, words, len(lines))

    def send(self, player, letter, words, lines):
        form, mail_id = player.reply(letter, words)
        self.forms[form] += 1
        self.open[player] = mail_id, words, lines

    # ---- afterwards ----

    def check_end(self):
        """All last letters say the same, and only what players meant."""
        finals = [player.letters[-1] for player in self.players]
        scores, log = finals[0].final, finals[0].log()
        if sorted(scores) != sorted(self.names):
            raise Off("not the scores of all in the last letter: %s" % scores)
        for letter in finals[1:]:
            if letter.final != scores or letter.log() != log:
                raise Off("the last letters do not all say the same")
        for player in self.players:
            played = [move for name, move in log if name == player.name]
            self.check_meant(player, played)
        return scores

    def check_meant(self, player, played):
        """Each move stands for a line, in order."""
        made = {0}  # so many moves may have been made by the lines so far
        words = record_words()
        for line in self.meant[player.name]:
            ways = []
            for way in line.ways:
                for said, word in words.items():
                    way = way.replace(said, word)
                ways.append(way)
            made = {n + 1 for n in made if n < len(played)
                    and played[n] in ways}
        if len(played) in made:
            return
        raise Off("%s meant %s, but the last letter lists %s" % (
            player.name, [line.ways for line in self.meant[player.name]],
            played))

    def check_robots(self, record, said):
        """They are named as such, moved alone, and no mail went to them."""
        levels = [player.get("robot") for player in record["players"]]
        if levels != [None] * len(self.people) + self.robots:
            raise Off("the record has other robots: %s" % levels)
        by = {(event["seat"] >= len(self.people), event["by"])
              for event in record["events"]}
        if self.robots and by != {(False, "player"), (True, "robot")}:
            raise Off("moves were made by others: %s" % sorted(by))
        if said.count(": a robot, level ") != len(self.robots):
            raise Off("verify does not tell of the robots:\n" + said)
        with contextlib.closing(sqlite3.connect(
                os.path.join(self.home, "turnpost.db"))) as db:
            to = {address for address, in db.execute(
                "SELECT DISTINCT address FROM outbox")}
        if not to <= {address for _, address in self.people}:
            raise Off("letters went to %s" % sorted(to))

    def verify(self, scores):
        """The program's own check, and one of ours."""
        said = self.turnpost("verify", self.match)
        record = json.loads(self.turnpost("export", self.match))
        names = [player["name"] for player in record["players"]]
        self.check_robots(record, said)
        if dict(zip(names, record["scores"])) != scores:
            raise Off("the record has other scores: %s" % record["scores"])
        if not all("%s %d" % pair in said for pair in scores.items()):
            raise Off("verify comes to other scores:\n" + said)
        if self.args.game == "mutineer":
            check_proof(self.players[0].letters, names, scores,
                        "pirates=yes" in self.args.option)
        return said

    def report(self, seconds):
        if self.sample:
            self.say("\nOne letter, as %s got it:\n\n%s" % (
                self.sample.mail["To"], "".join(
                    "    | " + line + "\n"
                    for line in self.sample.text.splitlines())))
        scores = self.check_end()
        said = self.verify(scores)
        print("Result: " + ", ".join("%s %d" % pair
                                     for pair in scores.items()))
        self.say("\nturnpost verify %s:\n%s" % (self.match, said.rstrip()))
        if self.args.game == "mutineer":
            self.say("An independent model, fed with the last letter alone, "
                     "comes to the same scores.\n")
        self.say("Answers by form: " + ", ".join(
            "%s %d" % pair for pair in sorted(self.forms.items())))
        print("%d answers (%d with a mistake) to %d letters in %.0f seconds"
              % (self.forms.total(), self.mistakes.total(), self.letters,
                 seconds))
        print("All mails are kept:\n  " + self.post.where())


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--quiet", action="store_true")
    args.add_argument("--servers", action="store_true")
    args.add_argument("--robots", action="store_true")
    args.add_argument("--text", action="store_true")
    args.add_argument("--seed", type=int)
    args.add_argument("--game", default="mutineer")
    args.add_argument("--players", type=int)
    args.add_argument("--option", action="append", default=[])
    args = args.parse_args()
    if args.seed is None:
        args.seed = random.SystemRandom().randrange(1000000)
    start = time.monotonic()
    demo = Demo(args)
    print("Players' choices come from --seed %d." % args.seed)
    try:
        demo.begin()
        demo.play()
        demo.report(time.monotonic() - start)
    except Off as fault:
        sys.exit("demo: %s\ndemo: see %s" % (fault, demo.home))
    finally:
        demo.post.close()


if __name__ == "__main__":
    main()
