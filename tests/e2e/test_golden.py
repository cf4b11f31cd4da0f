#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""The example round of the rules by real mails, every letter held against
tests/e2e/golden/.  TURNPOST_GOLDEN=renew writes them anew: read the diff."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from example_round import MOVES, ROUND, whole  # noqa: E402
from house import House, SEATS, SRC  # noqa: E402
from tap import Tap  # noqa: E402

GOLDEN = os.path.join(SRC, "tests", "e2e", "golden")


def compare(name, text):
    path = os.path.join(GOLDEN, name + ".txt")
    if os.environ.get("TURNPOST_GOLDEN") == "renew":
        os.makedirs(GOLDEN, exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return
    with open(path, encoding="utf-8") as file:
        want = file.read()
    if text != want:
        import difflib
        raise AssertionError("\n".join(difflib.unified_diff(
            want.splitlines(), text.splitlines(), name, "now", lineterm="")))


def main():
    tap = Tap()
    house = House()
    house.example()
    for player, line in ROUND:
        house.say(player, line)
    moves = tap.run("the moves are those of the example",
                    lambda: house.moves())

    def check_moves():
        assert moves == MOVES, moves
    tap.run("each was made once and in order", check_moves)

    def check_points():
        state = house.state()
        assert state["scores"] == [2, 5, 4, 4], state["scores"]
        assert state["ship"] == "eisfelsen", state["ship"]
        assert sorted(state["active"]) == ["eisfelsen", "hochland"]
        assert state["captain"] == 1 and state["round"] == 2
        assert [len(p["hand"]) for p in state["players"]] == [5, 5, 5, 5]
    tap.run("points, ship and hands are those of the rules", check_points)
    for name in SEATS:
        for i, letter in enumerate(house.letters(name), 1):
            tap.run("letter %d to %s" % (i, name), compare,
                    "%s-%02d" % (name.lower(), i), whole(letter))
    house.close()
    tap.end()


main()
