#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Two matches of Pirates HEXXI by real mails, letters of each kind held
against tests/e2e/golden/hexxi-2.txt and hexxi-3.txt."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from golden_story import Table  # noqa: E402
from goldens import DAY  # noqa: E402
from tap import Tap  # noqa: E402

HOUR = 60
ROUTES = ["reserve route"]


def lines(*moves):
    return "\n".join(moves)


def placement(table):
    """Planned lines, one that stops, both ways to pay."""
    table.keep("place", "Anna", "Boris")
    table.say("Anna", lines(
        "place pirates b1", "place ship d1", "place ship d2",
        "place pirates b3", "reserve route"), "place-kept")
    table.say("Boris", lines(
        "place a ship on b3", "place pirates b4", "place ship a3",
        "place ship a1"), "place-kept")
    table.plans(4)
    table.keep("place-stopped", "Anna")
    table.say("Anna", "place warship b3", "refused-field-taken")
    table.say("Anna", "scout b3", "pay")
    table.say("Anna", "pay route route route", "refused-pay")
    table.say("Anna", "pay route route", "paid")
    table.say("Boris", "scout d1", "pay")
    table.say("Boris", "pay a3", "paid")
    table.say("Anna", lines("place warship c2", "place pirates e1",
                            "place ship e2", *ROUTES * 4))
    table.say("Boris", lines("place warship d4", "place pirates e3",
                             "place ship a1", *ROUTES * 6), "placed-all")
    table.plans(20)


def confrontation(table):
    table.keep("bid", "Anna")
    table.say("Anna", "bid 3", "bid-made")
    table.say("Boris", "bid 3")
    table.keep("bid-again", "Anna", "Boris")
    table.say("Boris", "bid 1")
    table.say("Anna", "bid 2", "act")
    table.say("Anna", "route d1 d2", "refused-no-route")
    table.say("Anna", "kidnap b1 a1", "kidnapped")
    table.keep("act-own-only", "Boris")
    table.say("Boris", "pass", "refused-pass")
    table.say("Boris", "kidnap b4 b3", "kidnapped-own")
    table.say("Anna", "convoy d1 d3", "convoy")
    table.house.run(DAY)
    table.keep("onlooker-daily", "Dora")


def two(tap):
    table = Table(tap, "hexxi", ["Anna", "Boris"], {"start": 0},
                  "--option", "side=3", "--name", "Friday", "--policy", "time=40h",
                  folder="hexxi-2")
    table.keep("invitation", "Anna", "Boris")
    table.start()
    table.keep("onlooker-first", "Dora")
    placement(table)
    confrontation(table)
    table.say("Boris", "rules", "rules")
    table.say("Boris", "help", "help")
    table.say("Boris", "kidnap b4 a3")
    table.say("Boris", "ambush c5 d4")
    table.say("Anna", "pass")
    table.keep("scoring", "Anna", "Boris")
    table.say("Anna", "status", "status")
    table.finish(2 * DAY)
    table.keep("last", "Anna", "Boris", "Dora")
    table.close()


def three(tap):
    """The board of side 4: each says all in one mail, and one has to shift."""
    table = Table(tap, "hexxi", ["Anna", "Boris", "Carla"], {"start": 1},
                  "--name", "Big", folder="hexxi-3")
    table.keep("invitation", "Carla")
    table.start()
    table.keep("place", "Boris")
    kinds = ["ship"] * 3 + ["pirates"] * 2 + ["warship"] + ["route"] * 6
    for name, fields in [
            ("Boris", "c5 d6 e5 c6 d5 e6 b5 c4 d4 e4"),
            ("Carla", "f2 e2 g3 f1 e1 f3 g2 d2 d3 g4"),
            ("Anna", "b2 b3 c3 a2 b1 c2 a3 b4 d1 e3 a4 f4")]:
        places = ["place %s %s" % both
                  for both in zip(kinds, fields.split())]
        table.say(name, lines(*places, *ROUTES * (12 - len(places))))
    table.keep("shift", "Anna")
    table.keep("waiting", "Boris")
    table.say("Anna", "shift c1", "refused-shift")
    table.say("Anna", "shift e3")
    table.say("Boris", "bid 2", "bid")
    table.say("Carla", "bid 1", "bid")
    for name in table.seats:
        table.keep("act", name)
    table.say("Boris", "convoy d6 f4")
    table.say("Carla", "status", "status")
    table.close()


def main():
    tap = Tap()
    two(tap)
    three(tap)
    tap.end()


main()
