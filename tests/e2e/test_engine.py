#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""turnpost engine: its protocol, the rules against the models, secrets.

Set TURNPOST to the program to be tested and GAMES to play more games.
"""

import os
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "../model"), os.path.join(HERE, "../lint")]

import chance
import diff
import protocol
import source
from engine import Disagreement, Engine, same
from secrets_kept import play_twins
from tap import Tap
from wrong import WRONG

# Games of each, as long as those of Mutineer; of longer ones fewer.
GAMES = int(os.environ.get("GAMES", "20"))
MOVES_OF_A_GAME = 120


def check(function):
    engine = Engine()
    function(engine)
    same("exit code", engine.close(), 0)


def test_keystream():
    """The example of RFC 8439, section 2.3.2."""
    words = chance.block(bytes(range(32)), 1, struct.unpack(
        "<3I", bytes.fromhex("000000090000004a00000000")))
    same("block", struct.pack("<16I", *words).hex(),
         "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
         "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e")


THINK = {"op": "think", "seat": 0, "iterations": 40}
WRONG_THOUGHTS = [({"seat": 1}, "nothing to decide"),
                  ({"seat": 9}, '"seat" must be'),
                  ({"iterations": 0}, "1 to 1000000"),
                  ({"iterations": 10**9}, "1 to 1000000"),
                  ({"iterations": "many"}, "1 to 1000000"),
                  ({"seed": "abc"}, "64 hexadecimal digits"),
                  ({"level": "strong"}, "takes no key")]


def test_think():
    """It is told what is best, in order, and nothing changes by it."""
    def think(engine):
        engine.get("new", game="mutineer", players=["A", "B", "C"],
                   seed="5" * 64, setup={"captain": 0})
        before = engine.get("state"), engine.get("history")
        legal = engine.get("legal", seat=0)["moves"]
        thought = engine.get_all([THINK])[0]
        same("once more", engine.get_all([THINK])[0], thought)
        same("all moves", sorted(one["move"] for one in thought["moves"]),
             sorted(legal))
        visits = [one["visits"] for one in thought["moves"]]
        same("in order", visits, sorted(visits, reverse=True))
        same("the best", thought["move"], thought["moves"][0]["move"])
        assert 0 < sum(visits) <= 40, visits
        assert all(0 <= one["value"] <= 1000 for one in thought["moves"])
        seeded = [engine.get_all([{**THINK, "seed": digit * 64}])[0]
                  for digit in "ab"]
        assert seeded[0] != seeded[1]
        for more, why in WRONG_THOUGHTS:
            answer = engine.ask_all([{**THINK, **more}])[0]
            assert not answer["ok"] and why in answer["error"], answer
        same("unchanged", (engine.get("state"), engine.get("history")), before)
    check(think)


def test_every_game_has_a_model(plays):
    """One that is not released gets by without."""
    engine = Engine()
    names = {game["game"] for game in engine.get("games")["games"]}
    engine.close()
    released = source.games(os.path.join(HERE, "../.."))
    same("games", names, set(released))
    same("models without a game", set(plays) - names, set())
    for name in sorted(names - set(plays)):
        if released[name]:
            raise Disagreement("no play_*.py of " + name)
        print("# note: %s has no model (tests/model), and is not released"
              % name)
    same("games without an entry in wrong.py",
         {name for name in names if released[name]} - set(WRONG), set())


def test_games(game):
    moves = diff.play_games(game, 1, GAMES, 0.2, GAMES * MOVES_OF_A_GAME)
    if moves < GAMES * MOVES_OF_A_GAME // 4:
        raise Disagreement("only %d moves in %d games" % (moves, GAMES))


def test_twins(game):
    engines = [Engine(), Engine()]
    differ = play_twins(engines, game.twins, 1, 2 * GAMES)
    for engine in engines:
        same("exit code", engine.close(), 0)
    if differ < 10 * GAMES:
        raise Disagreement("the twins differ in too little: %d" % differ)


def main():
    tap = Tap()
    plays = diff.all_plays()
    for name, function in protocol.checks():
        tap.run("protocol: " + name, check, function)
    tap.run("chance: the keystream that the models compute", test_keystream)
    tap.run("what a robot would play", test_think)
    tap.run("every game has a model", test_every_game_has_a_model, plays)
    for name, game in plays.items():
        tap.run(name + ": random games against the model", test_games, game)
        if hasattr(game, "twins"):
            tap.run(name + ": twins that look the same to a seat",
                    test_twins, game)
    tap.end()


if __name__ == "__main__":
    main()
