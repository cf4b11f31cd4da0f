#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""The example round of the rules by real mails, every letter held against
tests/e2e/golden/mutineer/; and nothing lies in golden/ that no test reads."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from example_round import MOVES, ROUND, whole  # noqa: E402
from goldens import BOOKS, GOLDEN, Book, renewing  # noqa: E402
from house import House, SEATS  # noqa: E402
from tap import Tap  # noqa: E402


def check_files():
    there = {os.path.relpath(os.path.join(folder, name), GOLDEN)
             for folder, _, names in os.walk(GOLDEN) for name in names}
    lost = there - {name + ".txt" for name in BOOKS}
    if renewing():
        for name in lost:
            os.remove(os.path.join(GOLDEN, name))
    else:
        assert not lost, sorted(lost)


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
        book = Book(tap, "mutineer/" + name.lower())
        for i, letter in enumerate(house.letters(name), 1):
            book.keep("letter %d" % i, whole(letter))
        book.close()
    house.close()
    tap.run("each file of golden letters is read by a test", check_files)
    tap.end()


main()
