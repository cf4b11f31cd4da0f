#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""make.py OLD NEW NUMBER: the home NUMBER.sql.zst, made by the program OLD,
whose newest schema step that is, with a running match of every game it knows;
beside it NUMBER.json: the moves that play each to its end, chosen at random by
the rules of the program NEW, and the results.

OLD is built from the history: "git log -- store/sql" has the first commit of
each step, and homes are made by the last one before the next step.  When the
table onlooker came, it was added to step 1: its home is made by a58ed7e9 with
that table in store/sql/0001-begin.sql."""

import contextlib
import json
import os
import random
import re
import sqlite3
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
OLD, NEW, NUMBER = sys.argv[1:]
os.environ["TURNPOST"] = NEW
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "../../model")]

import zstandard  # noqa: E402

import house  # noqa: E402
from engine import Engine  # noqa: E402

GAMES = [("mutineer", 3, {}), ("fourth-bridge", 3, {"turn_limit": 12}),
         ("hexxi", 2, {"side": 3})]
BEFORE = 6  # moves that OLD makes of each


def begin(home):
    """All matches that the program knows, everyone ready."""
    known = []
    for game, seats, options in GAMES:
        words = [word for pair in options.items()
                 for word in ("--option", "%s=%s" % pair)]
        names = house.SEATS[:seats]
        more = [word for name in names
                for word in ("--seat", "%s <%s>" % (name,
                                                    house.address(name)))]
        done = home.call("match", "new", game, *words, "--name", game, *more)
        if done.returncode == 0:
            known.append((game, names, options))
    home.run()
    for match, (_, names, _) in enumerate(known, 1):
        for name in names:
            home.reply([letter for letter in home.letters(name)
                        if "[g%d-" % match in letter.mail["Subject"]][-1],
                       "ready", quote=False)
    home.run()
    return known


def choose(match, seed, game, names, options):
    """A whole match: [[name, move]...] and the result."""
    engine = Engine()
    rng = random.Random("%s %s" % (game, NUMBER))
    engine.get("new", game=game, players=names, options=options, seed=seed)
    moves = []
    while True:
        pending = engine.get("pending")["pending"]
        if not pending:
            break
        seat = rng.choice([asked["seat"] for asked in pending])
        legal = engine.get("legal", seat=seat)["moves"]
        longer = [m for m in legal if m not in ("pass", "do nothing")]
        move = rng.choice(longer or legal)
        engine.get("move", seat=seat, move=move)
        moves.append([match, names[seat], move])
    result = engine.get("result")
    engine.close()
    result.pop("ok")
    return moves, result


def play(home, moves):
    for match, name, move in moves:
        letter = [one for one in home.letters(name)
                  if "[g%d-" % match in one.mail["Subject"]][-1]
        home.reply(letter, move, quote=False)
        home.run()


def dump(home):
    path = home.path("turnpost.db")
    with contextlib.closing(sqlite3.connect(path)) as db:
        version, = db.execute("PRAGMA user_version").fetchone()
        assert version == int(NUMBER), version
        application, = db.execute("PRAGMA application_id").fetchone()
        db.execute("DROP TRIGGER IF EXISTS plain")
        db.commit()
        lines = ["PRAGMA application_id = %d;" % application,
                 "PRAGMA user_version = %d;" % version, *db.iterdump()]
        dictionaries = [] if int(NUMBER) < 12 else db.execute(
            "SELECT id, hex(bytes) FROM dictionary").fetchall()
    text = "\n".join(lines)
    # 60 KB that many homes share: once
    for number, data in dictionaries:
        text = text.replace(data, "@%d@" % number)
        with open(os.path.join(HERE, "%d.dict" % number), "wb") as file:
            file.write(bytes.fromhex(data))
    text = text.encode()
    return zstandard.ZstdCompressor(level=19).compress(text)


def main():
    home = house.House(init=False)
    home.turnpost = OLD
    home.ok("init", "--address", house.ROBOT)
    if int(NUMBER) > 3:
        with open(home.path("turnpost.yaml"), "a", encoding="utf-8") as file:
            file.write("\noutage: none\n")
        home.policy(**house.PLAIN)
    if int(NUMBER) > 4:
        home.text_alone()
    known = begin(home)
    noted, first, rest = [], [], []
    for match, (game, names, options) in enumerate(known, 1):
        seed, life = home.rows("SELECT hex(seed), life FROM match"
                               " WHERE id = ?", match)[0]
        assert life == "running", (game, life)
        moves, result = choose(match, seed.lower(), game, names, options)
        first += moves[:BEFORE]
        rest += moves[BEFORE:]
        noted.append({"game": game, "made": BEFORE, "result": result})
    play(home, first)
    for match, one in enumerate(noted, 1):
        made, = home.rows("SELECT count(*) FROM event WHERE match = ?",
                          match)[0]
        assert made == BEFORE, (one["game"], made)
    data = dump(home)
    with open(os.path.join(HERE, NUMBER + ".sql.zst"), "wb") as file:
        file.write(data)
    with open(os.path.join(HERE, NUMBER + ".json"), "w",
              encoding="utf-8") as file:
        file.write(json.dumps({"now": home.now, "matches": noted,
                               "moves": rest}, ensure_ascii=False)
                   .replace(", [", ",\n["))
        file.write("\n")
    print(NUMBER, len(data), "bytes,", len(rest), "moves",
          re.sub(r"\s+", " ", str([one["game"] for one in noted])))
    home.close()


main()
