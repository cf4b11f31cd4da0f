#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""The example round of the rules by real mails, every letter held against
tests/e2e/golden/.  TURNPOST_GOLDEN=renew writes them anew: read the diff."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from example_round import MOVES, ROUND, whole  # noqa: E402
from goldens import compare  # noqa: E402
from house import House, SEATS  # noqa: E402
from tap import Tap  # noqa: E402


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
