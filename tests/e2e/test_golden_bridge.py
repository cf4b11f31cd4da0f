#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A match of Fourth Bridge by real mails, letters of each kind held against
tests/e2e/golden/fourth-bridge.txt.  One bridge is pulled down, one stands."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from golden_story import Table  # noqa: E402
from goldens import DAY  # noqa: E402
from tap import Tap  # noqa: E402

SEATS = ["Anna", "Boris", "Carla"]
# The logs of field 1, the forest with the cart, come from places 0, 1, 2 and
# then 6 and on: three red ones go into the first bridge.
SETUP = {
    "ring": ["forest", "village", "village", "village", "forest", "village",
             "village"],
    "cart": 1, "roles": ["red", "traitor", "yellow"], "active": 0,
    "bag": ["red", "red", "red", "green", "black", "green",
            "blue", "blue", "green", "yellow", "green", "black", "red"]
    + ["red"] * 2 + ["blue"] * 4 + ["green"] * 2 + ["yellow"] * 5
    + ["black"] * 4,
    "hand": ["work", "cart-load", "cart-unload", "work"],
}
ALLOWED = {
    "work": ["load", "unload", "build"], "cart-load": ["cart", "load"],
    "cart-unload": ["cart", "unload"],
    "cart-carpenter": ["cart", "carpenter"],
    "carpenter-build": ["carpenter", "build"],
}
# What they do together, by whatever cards come.
PLAN = (
    ["load"] * 4 + ["cart"] * 5 + ["unload"] * 4 + ["cart", "carpenter"]
    + ["build"] * 4 + ["cart"] + ["load"] * 4
    # past the carpenter, with a stop for one log; the bridge is pulled down
    + ["cart"] * 5 + ["unload", "cart", "build"]
    + ["unload"] * 3 + ["cart"] + ["load"] * 2 + ["cart"] * 6
    + ["unload"] * 2 + ["cart", "carpenter"] + ["build"] * 5)
TURNS = 11
# So much of the plan is left when the first bridge is pulled down.
PULLED = len(PLAN) - PLAN.index("build", 27) - 1


class Bridge:
    def __init__(self, tap):
        self.plan = list(PLAN)
        self.table = Table(tap, "fourth-bridge", SEATS, SETUP, "--name", "Friday", "--policy", "time=3d",
                           "--option", "turn_limit=%d" % TURNS,
                           folder="fourth-bridge")

    def part(self, card):
        """As much of the plan as that card lets a player do."""
        state = self.table.state()
        cart, carpenter = state["cart"]["at"], state["carpenter"]
        best = 0
        for n, action in enumerate(self.plan[:3], 1):
            if action not in ALLOWED[card]:
                break
            cart = cart % 7 + 1 if action == "cart" else cart
            carpenter = carpenter % 7 + 1 if action == "carpenter" \
                else carpenter
            if cart != carpenter:
                best = n
        return self.plan[:best]

    def best(self):
        hand = self.table.state()["hand"]
        return max(hand, key=lambda card: len(self.part(card)))

    def do(self, name, card, what=None):
        actions = self.part(card)
        self.plan = self.plan[len(actions):]
        self.table.say(name, "do " + (" ".join(actions) or "nothing"), what)

    def give(self, active, name, what=None):
        card = self.best()
        self.table.say(SEATS[active], "give %s %s" % (card, name))
        self.do(name, card, what)


def first_turn(bridge):
    """Every decision, and every kind of answer."""
    table = bridge.table
    table.keep("give", "Anna")
    table.keep("waiting", "Boris")
    table.keep("onlooker-first", "Dora")
    table.say("Anna", "give carpenter-build Boris", "refused-not-in-hand")
    table.say("Anna", "give work", "near")
    table.say("Anna", "hello\nfriends", "nothing-found")
    table.say("Anna", "give work Boris\ngive cart-load Carla", "kept")
    table.keep("do-work", "Boris")
    table.say("Boris", "do load load load load", "refused-too-many")
    table.say("Boris", "do load cart", "refused-card")
    table.say("Boris", "do unload", "refused-impossible")
    bridge.do("Boris", "work", "done")
    table.house.run(8)  # a plan waits that long
    table.keep("do-cart-load", "Carla")
    bridge.do("Carla", "cart-load")
    table.keep("take", "Anna")
    table.house.run(DAY)
    table.keep("onlooker-daily", "Dora")
    table.say("Anna", "take work")
    table.keep("do-active", "Anna")
    table.say("Anna", "rules", "rules")
    table.say("Anna", "help", "help")
    bridge.do("Anna", "work")
    table.say("Carla", "status", "status")
    table.say("Carla", "history", "history")
    table.say("Carla", "resign", "resign")


def main():
    tap = Tap()
    bridge = Bridge(tap)
    table = bridge.table
    table.keep("invitation", "Anna", "Boris")
    table.start()
    first_turn(bridge)
    pulled = False
    for turn in range(1, TURNS):
        for step in range(3):
            name = SEATS[(turn + step + 1) % 3]
            if not bridge.plan:
                break
            if step < 2:
                bridge.give(turn % 3, name)
            else:
                card = bridge.best()
                table.say(name, "take " + card)
                bridge.do(name, card)
            if not pulled and len(bridge.plan) <= PULLED:
                pulled = True
                table.keep("pulled-down", "Boris")
                table.say("Carla", "status", "pulled-down")
    table.keep("stands", "Carla", "Anna")
    table.say("Boris", "status", "stands")
    table.house.run(3 * DAY)
    table.keep("deadline", "Anna")
    table.finish(3 * DAY)
    table.keep("last", "Anna", "Boris", "Dora")
    table.close()
    tap.end()


main()
