#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""The log of whole matches, with all it can say: no key, code, seed,
password, subject, move, card or role stands in it, and every line about a
match names it."""

import os
import random
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(HERE, os.pardir, "demo"))

from house import House, SEATS, TextHouse, address  # noqa: E402
from player import CARDS, ROLES, Letter as Read  # noqa: E402
from tap import Tap  # noqa: E402

NAME = "Saffron sparrow"  # of the match: part of all subjects
LUCK = "verdigris"
TALK = "periwinkle"
# Words of moves that no sentence of the log needs.
VERBS = ["pay", "play", "take", "fight", "pass", "keep", "sell", "offer",
         "build", "draw", "give", "sail", "place", "attack"]


class LogHouse(TextHouse):
    """Everything is done with -v -v; what it says is kept."""

    def __init__(self):
        self.log = ""
        super().__init__()

    def call(self, *args, env=None, **more):
        done = super().call("-v", "-v", *args, env=env, **more)
        self.log += done.stderr
        return done


def play(house, seats, seed, most):
    """Everybody answers with numbers at random, until it is over."""
    rng = random.Random(seed)
    for _ in range(most):
        asked = house.asked()
        if not asked:
            return
        for name in asked:
            letter = house.newest(name)
            choices = Read(letter.raw).choices
            number, move = rng.choice(
                [one for one in choices if one[1] != "pass"] or choices)
            body = move if rng.random() < 0.3 else str(number)
            if rng.random() < 0.2:
                body += "\nplay whine\n" + TALK
            house.reply(letter, body)
        house.run()


def secrets_of(house, seats):
    """What may not be in the log, as (what, text)."""
    found = [("name", NAME), ("luck", LUCK), ("talk", TALK)]
    for name in seats:
        for letter in house.letters(name):
            local = letter.mail["Reply-To"].split("@")[0]
            found += [("key", local.split(".")[-1]),
                      ("message id", letter.id.strip("<>").split("@")[0])]
            found += [("code", code) for code in re.findall(
                r"resign ([a-z2-7]{6})\b", letter.text)]
    for number, in house.rows(
            "SELECT value FROM meta WHERE key = 'secret'"):
        found.append(("secret", number))
    for server, seed in house.rows("SELECT server_seed, seed FROM match"):
        found += [("seed", server.hex()), ("seed", seed.hex())]
    found += [("bounce word", word) for word, in house.rows(
        "SELECT bounce FROM outbox WHERE bounce IS NOT NULL")]
    found += [("id of a mail", one) for one, in house.rows(
        "SELECT message_id FROM inbox WHERE message_id <> ''")]
    return [(what, text) for what, text in found if text]


def check_log(house, seats, words):
    log = house.log.lower()
    lines = log.splitlines()
    assert len(lines) > 100, log
    for what, text in set(secrets_of(house, seats)):
        assert text.lower() not in log, "%s %s in the log" % (what, text)
    moves = {move.lower() for move, in house.rows("SELECT move FROM event")}
    for line in lines:
        # its id is the one word of it that is no word of a sentence
        line, ids = re.subn(r"^turnpost: (warning: )?\[[a-z-]+\] ", "", line)
        assert ids == 1, line
        found = set(re.findall(r"[a-z-]+", line))
        hidden = found & set(words)
        assert not hidden, "%s in: %s" % (hidden, line)
        for move in moves:
            assert " " not in move or move not in line, line


def whole_match(game, seats, words, *options):
    house = LogHouse()
    try:
        house.match("--name", NAME, "--policy", "time=3d", *options, seats=seats,
                    game=game)
        house.run()
        # somebody looks on, asks, is a stranger, or is not who she says
        house.ok("match", "watch", "1", "Dora <%s>" % address("Dora"))
        letter = house.newest(seats[0])
        house.reply(letter, "ready", sender="mallory@example.com")
        house.reply(letter, "status", sender=address(seats[1]))
        house.reply(letter, "help", sender="eve@example.com", to="robot@example.org",
                    threaded=False)
        for name in seats:
            house.reply(house.newest(name), "ready luck " + LUCK)
        house.run()
        play(house, seats, game, 400)
        moves = house.rows("SELECT count(*) FROM event")[0][0]
        assert moves > 20, moves
        if house.life() == "running":  # it goes on for too long
            house.say(seats[0], "resign")
            house.run(60 * 24 * 4)
            house.ok("match", "undo", "1", "--reason", TALK)
            house.ok("match", "end", "1", "--reason", TALK)
            house.run()
        check_log(house, seats, words)
        return house.log
    finally:
        house.close()


def test_mutineer():
    # the game and one of its roles have the same name
    roles = [role for role in ROLES if role != "mutineer"]
    log = whole_match("mutineer", SEATS[:3],
                      CARDS + roles + VERBS, "--option", "pirates=yes")
    assert "match 1: over" in log, log
    assert "match 1 seat 2: done" in log, log


def test_fourth_bridge():
    log = whole_match("fourth-bridge", SEATS[:3],
                      VERBS + ["traitor", "builder", "red", "blue", "green",
                               "yellow", "black", "forest", "village"],
                      "--option", "turn_limit=4")
    assert "match 1: starts" in log, log


def test_levels():
    """Nothing without -v while all is well; -v: a line a mail."""
    house = LogHouse()
    try:
        house.match(seats=SEATS[:3])
        quiet = subprocess.run(house.command(["run"]), capture_output=True,
                               text=True, check=True)
        assert quiet.stderr == "", quiet.stderr
        house.reply(house.newest(SEATS[0]), "ready")
        house.now += 60
        said = subprocess.run(house.command(["-v", "run"]),
                              capture_output=True, text=True, check=True)
        lines = [line for line in said.stderr.splitlines()
                 if "inbox 1" in line]
        assert len(lines) == 1, said.stderr
        assert "match 1 seat 0" in lines[0], lines
    finally:
        house.close()


def test_journal():
    """Under systemd each line begins with its level."""
    house = House()
    try:
        house.match(seats=SEATS[:3])
        with open(house.path("journal"), "wb") as journal:
            stat = os.fstat(journal.fileno())
            stream = "%d:%d" % (stat.st_dev, stat.st_ino)
            subprocess.run(
                house.command(["-v", "run"]), stderr=journal, check=True,
                env=dict(os.environ, JOURNAL_STREAM=stream))
        with open(house.path("journal"), encoding="utf-8") as journal:
            lines = journal.read().splitlines()
        assert lines and all(line.startswith("<6>") for line in lines), lines
        # it is inherited by programs whose standard error is another one
        other = house.call("-v", "run", env={"JOURNAL_STREAM": stream})
        assert "<6>" not in other.stderr, other.stderr
    finally:
        house.close()


tap = Tap()
tap.run("a match of Mutineer leaves no secret in the log", test_mutineer)
tap.run("nor does one of Fourth Bridge", test_fourth_bridge)
tap.run("levels", test_levels)
tap.run("the journal gets levels", test_journal)
tap.end()
