#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Golden matches: a whole match of each game for each number of players,
played again by the engine.  Each line of tests/e2e/matches/ is a move with
what all learn by it, what was drawn, and two digests of what is asked after
it: "then" of state, result, who must act and all lists of legal moves, "seen"
of all views.  A stored log must lead to the same match for ever, so another
"then" is a new version of a game's rules.

TURNPOST_GOLDEN=renew chooses moves at random and writes the files anew."""

import hashlib
import json
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "../model"), os.path.join(HERE, "../lint")]

import source  # noqa: E402
from engine import Engine  # noqa: E402
from tap import Tap  # noqa: E402

FOLDER = os.path.join(HERE, "matches")
NAMES = ["Anna", "Jan Maria", "Łucja", "D'Arcy \"Red\""]
# game, players, options, and at most so many moves
MATCHES = [
    ("mutineer", 3, {}), ("mutineer", 4, {}),
    ("mutineer", 3, {"pirates": True}), ("mutineer", 4, {"pirates": True}),
    ("fourth-bridge", 3, {"turn_limit": 25}),
    ("fourth-bridge", 4, {"turn_limit": 25}),
    ("hexxi", 2, {}), ("hexxi", 3, {}), ("hexxi", 4, {}),
    ("hexxi", 2, {"side": 3}), ("hexxi", 3, {"side": 5}),
    ("hexxi", 4, {"side": 6}),
]


def name_of(game, players, options):
    return "-".join([game, str(players)] + [
        key if value is True else "%s-%s" % (key, value)
        for key, value in sorted(options.items())])


def compact(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True,
                      separators=(",", ":"))


def short(told):
    return hashlib.sha256(compact(told).encode()).hexdigest()[:12]


def digests(engine, seats):
    """What can be asked, in few letters; and who is asked."""
    then = engine.get_all(
        [{"op": "pending"}, {"op": "state"}, {"op": "result"}]
        + [{"op": "legal", "seat": seat} for seat in range(seats)])
    seen = engine.get_all(
        [{"op": "view"}]
        + [{"op": "view", "seat": seat} for seat in range(seats)])
    return {"then": short(then), "seen": short(seen)}, then[0]["pending"]


def step(engine, seat, move, seats):
    told = engine.get("move", seat=seat, move=move)
    line = {"seat": seat, "move": told["move"], "events": told["events"]}
    if told["chance"]:
        line["chance"] = told["chance"]
    sums, pending = digests(engine, seats)
    return {**line, **sums}, pending


def begin(engine, game, players, options):
    seed = hashlib.sha256(
        name_of(game, players, options).encode()).hexdigest()
    told = engine.get("new", game=game, players=NAMES[:players],
                      options=options, seed=seed)
    sums, pending = digests(engine, players)
    return {"game": game, "players": NAMES[:players], "options": options,
            "seed": seed, "chance": told["chance"], **sums}, pending


def choose(engine, rng, pending):
    seat = rng.choice([asked["seat"] for asked in pending])
    moves = engine.get("legal", seat=seat)["moves"]
    # who passes early ends a match before much has happened
    longer = [m for m in moves if m not in ("pass", "do nothing")]
    return seat, rng.choice(longer or moves)


def renew(path, game, players, options):
    engine = Engine()
    rng = random.Random(name_of(game, players, options))
    line, pending = begin(engine, game, players, options)
    lines = [line]
    while pending:
        line, pending = step(
            engine, *choose(engine, rng, pending), players)
        lines.append(line)
    lines.append(engine.get("result"))
    engine.close()
    os.makedirs(FOLDER, exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(compact(line) + "\n" for line in lines)


def check(path, game, players, options):
    with open(path, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    engine = Engine()
    told, _ = begin(engine, game, players, options)
    assert told == lines[0], "it begins with\n%s\nnot\n%s" % (
        compact(told), compact(lines[0]))
    for number, want in enumerate(lines[1:-1], 1):
        told, pending = step(engine, want["seat"], want["move"], players)
        assert told == want, "move %d:\n%s\nnot\n%s" % (
            number, compact(told), compact(want))
    assert not pending, "it goes on: %s" % pending
    told = engine.get("result")
    assert told == lines[-1], "result:\n%s\nnot\n%s" % (
        compact(told), compact(lines[-1]))
    assert engine.close() == 0


def main():
    tap = Tap()
    engine = Engine()
    known = {(g["game"], n) for g in engine.get("games")["games"]
             for n in range(g["min"], g["max"] + 1)}
    engine.close()

    def complete():
        released = source.games(os.path.join(HERE, "../.."))
        missing = {(game, n) for game, n in known if released[game]} - {
            (game, n) for game, n, _ in MATCHES}
        assert not missing, "no golden match of %s" % sorted(missing)
    tap.run("each released game has one for each number of players", complete)
    for match in MATCHES:
        if match[:2] not in known:
            continue
        path = os.path.join(FOLDER, name_of(*match) + ".jsonl")
        if os.environ.get("TURNPOST_GOLDEN") == "renew":
            renew(path, *match)
        tap.run(name_of(*match), check, path, *match)
    tap.end()


main()
