#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Decisions at the same time, by mail: while some have not decided nobody
hears anything, and then all hear at once; whatever was chosen.

Three lay all their tokens beside the board, so that their sums are equal and
all of them bid in secret."""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from example_round import whole  # noqa: E402
from house import TextHouse  # noqa: E402
from stopping import Twin, rows  # noqa: E402
from tap import Tap  # noqa: E402

NAMES = ["Anna", "Boris", "Carla"]
TOKENS = (["route"] * 6 + ["ship"] * 3 + ["pirates"] * 2 + ["warship"])


def begin(house, *more):
    house.match(*more, game="hexxi", seats=NAMES)
    house.start(NAMES)
    shown = house.json("match", "show", "1")
    assert shown["state"] == "running", shown
    for _ in NAMES:
        asked, = [seat["name"] for seat in
                  house.json("match", "show", "1")["seats"] if seat["asked"]]
        house.say(asked, "\n".join("reserve " + kind for kind in TOKENS))
    for _ in range(len(NAMES) * len(TOKENS)):
        house.run(8)  # a plan waits some minutes for its turn
    assert bidders(house) == NAMES, bidders(house)


def bidders(house):
    """Who has a letter that asks for a bid."""
    return [name for name in NAMES
            if "All players with this sum now bid" in " ".join(
                house.newest(name).text.split())]


def letters(house):
    """To whom letters went, of which kind, how long, and when."""
    return rows(house, "SELECT seat, kind, created, next_try, sent, "
                       "length(unpacked(raw)) FROM outbox JOIN outbox_raw USING (id) "
                       "ORDER BY id")


def bid(house, name, points):
    house.reply(house.newest(name), "bid %d" % points)
    house.run()


def hidden(text):
    """Her own bid, which only she is told."""
    return re.sub(r"\b\d+ points?\b", "N points", text)


def test_nobody_hears_before_all_have(house):
    begin(house)
    before = letters(house)
    bid(house, "Boris", 7)
    assert [row[0] for row in letters(house)[len(before):]] == [1]
    bid(house, "Anna", 3)
    assert [row[0] for row in letters(house)[len(before):]] == [1, 0]
    bid(house, "Carla", 5)
    new = letters(house)[len(before) + 2:]
    # the highest bid plays first; the last bidder has her answer
    assert [row[0] for row in new] == [1, 2], new
    assert len({row[2:5] for row in new}) == 1, new
    house.newest("Boris").says("Anna has bid 3 points", "it is your turn")
    house.newest("Carla").says("Boris has bid 7 points")


def test_what_is_bid_cannot_be_seen(house):
    """Not by a letter, its bytes, its size or its time."""
    begin(house)
    seen = []
    for points in [0, 7, 99]:
        twin = Twin(house)
        bid(twin, "Boris", points)
        twin.reply(twin.newest("Anna"), "status")
        twin.reply(twin.newest("Carla"), "history")
        twin.run()
        mine = [row[:5] for row in letters(twin) if row[0] == 1]
        others = [row for row in letters(twin) if row[0] != 1]
        texts = [whole(twin.newest(name)) for name in ["Anna", "Carla"]]
        assert "bid %d" % points in twin.newest("Boris").text
        seen.append((mine, others, texts))
        twin.close()
    assert seen[0] == seen[1] == seen[2], seen


def test_time_is_up(house):
    """The moves that are made for all of them: one letter each at the end."""
    begin(house, "--policy", "time=1d")
    before = letters(house)
    bid(house, "Carla", 1)
    house.run(25 * 60)
    new = letters(house)[len(before) + 1:]
    assert new and len({row[2:5] for row in new}) == 1, new
    asked = [row[0] for row in new]
    assert asked == sorted(set(asked)), new


def main():
    tap = Tap()
    tap.each(globals(), TextHouse)
    tap.end()


main()
