# SPDX-License-Identifier: ISC
"""How random games of Fourth Bridge are begun, played and compared."""

import random

import fourth_bridge_shown
from engine import same
from fourth_bridge import (ACTIONS, CARDS, CHARACTERS, COLOURS, PACK,
                           FourthBridge)
from fourth_bridge_twins import FourthBridgeTwins
from names import other_case, random_names

NONSENSE = [
    "", " ", ",", "give", "give work", "give mill", "give 1 work",
    "give work work-er", "give work Anna Boris", "give Anna work",
    "give work, cart-load", "give cart load Anna?!", "givework Anna",
    "give work nob\u00f6dy", "give w\u00f6rk Anna", "give work \u200bAnna!",
    "give " + "work " * 50, "take", "take mill", "take work work",
    "take red", "take traitor", "take cart", "take w\u043erk", "take 1",
    "do", "do do", "do nothing nothing", "do nothing load", "do load nothing",
    "do work", "do sleep", "do load load load load", "do" + 15 * " cart",
    "do cart cart cart cart", "do load 2", "do 2 load", "doload", "do 0",
    "do\u00a0nothing", "do n\u00f6thing", "do \uff43art", "nothing", "load",
    "cart", "build", "do build 3", "resign", "help", "undo", "1", "0",
    "x" * 5000,
]


class Style:
    """What the players of one game go for."""

    def __init__(self, seed):
        rng = random.Random(seed)
        self.kind = rng.choice(["stand", "back", "lose", "mixed", "spread",
                                "spread", "any", "idle"])
        self.care = rng.choice([0.5, 0.8, 0.95])
        self.wish = self.kind

    def now(self, rng, board):
        """What to go for in this move: stand, back or lose."""
        if self.kind in ("stand", "lose"):
            return self.kind
        if self.kind == "back":
            return rng.choice(["back", "back", "stand"])
        if self.kind == "spread":
            return "lose" if len(board.lost) < 10 else "stand"
        return rng.choice(["stand", "back", "lose"])


def skip_unused_roles(chance, new):
    """Of a list that was given, what is not in it is shuffled all the same."""
    if "roles" in new["setup"]:
        chance.shuffle(range(6 - len(new["players"])))


def random_bag(rng):
    """Shuffled, or so that the colours of logs come in runs."""
    bag = COLOURS * 6
    rng.shuffle(bag)
    if rng.random() < 0.5:
        order = rng.sample(COLOURS, 5)
        bag.sort(key=lambda c: order.index(c) + rng.random() * 3)
    return bag


class PlayFourthBridge:
    NAME = "fourth-bridge"
    NONSENSE = NONSENSE

    # ---- the beginning ----

    @staticmethod
    def random_game(rng):
        seats = rng.choice([3, 4])
        options = rng.choice([
            {}, {}, {"turn_limit": rng.choice([1, 2, 5, 12, 30])},
            {"turn_limit": rng.choice([0, 40, 60, 1000])}])
        ring = 5 * ["village"] + 2 * ["forest"]
        rng.shuffle(ring)
        forests = [i + 1 for i, kind in enumerate(ring) if kind == "forest"]
        rng.shuffle(forests)
        setup = {"ring": ring, "cart": forests[0], "carpenter": forests[1],
                 "bag": random_bag(rng),
                 "roles": rng.sample(CHARACTERS, seats),
                 "active": rng.randrange(seats),
                 "hand": rng.sample(PACK, seats + 1)}
        given = rng.choice([0, 0.5, 0.8, 1])
        setup = {k: v for k, v in setup.items() if rng.random() < given}
        if "ring" not in setup:
            setup.pop("cart", None)
            setup.pop("carpenter", None)
        return {"players": random_names(rng, seats), "options": options,
                "setup": setup}

    @staticmethod
    def begin(new, draws):
        same("what a match begins with",
             sorted(set(draws) - {"cart", "carpenter"}),
             ["active", "bag", "hand", "ring", "roles"])
        same("is it known where the cart stands",
             "cart" in draws or "carpenter" in draws, True)
        model = FourthBridge(new["players"],
                             new["options"].get("turn_limit", 90), draws)
        model.style = Style(new["seed"])
        return model

    @staticmethod
    def check_draw(told, chance, model, moves_so_far):
        """As turnpost-fourth-bridge(7) says: all begin in table order."""
        what = told["what"]
        seats = len(model.names if moves_so_far else model["players"])
        if not moves_so_far and what == (
                "hand" if "active" in model["setup"] else "active"):
            skip_unused_roles(chance, model)
        if what == "active":
            same(what, told, {"what": what, "value": chance.below(seats)})
            return
        if what == "cart":
            ring = {**chance.drawn, **model["setup"]}["ring"]
            free = [i + 1 for i, kind in enumerate(ring)
                    if kind == "forest"
                    and i + 1 != model["setup"].get("carpenter")]
            same(what, told, {"what": what,
                              "value": free[chance.below(len(free))]})
            return
        shown = None
        if what == "ring":
            base = 5 * ["village"] + 2 * ["forest"]
        elif what == "bag":
            base = sorted(told["order"], key=COLOURS.index)
        elif what == "roles":
            base, shown = CHARACTERS, seats
        else:
            base, shown = PACK, seats + 1
        same("%s drawn" % what, told,
             {"what": what, "order": chance.shuffle(base)[:shown]})

    @staticmethod
    def end_of_draws(chance, new):
        if "active" in new["setup"] and "hand" in new["setup"]:
            skip_unused_roles(chance, new)
        if "hand" in new["setup"]:
            chance.shuffle(range(10 - len(new["setup"]["hand"])))

    # ---- texts ----

    @staticmethod
    def random_text(rng, model):
        """The canonical text of a move that some game at some time has."""
        def actions():
            allowed = rng.choice([ACTIONS, *map(sorted, CARDS.values())])
            return rng.choices(allowed, k=rng.randint(1, 4))

        return rng.choice([
            lambda: "give %s %s" % (rng.choice(list(CARDS)),
                                    rng.choice(model.names)),
            lambda: "give %s %s" % (rng.choice(list(CARDS)), "Nobody"),
            lambda: "take " + rng.choice(list(CARDS)),
            lambda: "do nothing",
            lambda: " ".join(["do"] + actions()),
            lambda: " ".join(["do"] + actions()),
            lambda: rng.choice(NONSENSE),
        ])()

    @staticmethod
    def sloppy(rng, text):
        words = text.split(" ", 2)
        if words[0] != "give":
            words = text.split(" ")
        words = [other_case(rng, word) for word in words]
        gaps = [rng.choice([" ", "  ", ",", ", ", " ,, "])
                for _ in words[1:]]
        gaps.append(rng.choice(["", " ", "  "]))
        return rng.choice(["", " ", "  "]) + "".join(
            word + gap for word, gap in zip(words, gaps))

    # ---- choosing ----

    @staticmethod
    def choose(rng, model, listed):
        seat, phase = next(iter(model.pending().items()))
        moves, style = listed[seat], model.style
        if phase != "do" or style.kind == "idle" and rng.random() < 0.5:
            return seat, rng.choice(moves)
        if style.kind == "any" or rng.random() > style.care:
            return seat, rng.choice(moves)
        wish = style.now(rng, model.board)
        ways = model.ways(seat)
        return seat, max(moves, key=lambda text: (
            worth(ways[text], wish, style) + rng.random()))

    # ---- comparing ----

    state = staticmethod(fourth_bridge_shown.state)
    view = staticmethod(fourth_bridge_shown.view)
    result = staticmethod(fourth_bridge_shown.result)

    @staticmethod
    def sort_unordered(told):
        return told

    # ---- secrets ----

    @staticmethod
    def twins(number):
        return FourthBridgeTwins(number, PlayFourthBridge.random_text)


def worth(board, wish, style):
    """How well that board goes with what the players are after."""
    points = {"stand": 40, "back": 10, "lose": -20}[wish] * len(
        board.standing()) + {"stand": -4, "back": 0, "lose": 8}[wish] * len(
            board.lost)
    points += {"stand": 0, "back": 3, "lose": 0}[wish] * len(board.bag)
    sites = []
    for i, field in enumerate(board.ring):
        if field.kind == "village" and field.value is None:
            missing = 5 - len(field.bridge)
            points += min(len(field.logs), missing) * 3
            points += bridge_worth(field.bridge, wish)
            if style.kind == "spread":
                points -= len(field.bridge) ** 2 / 4
            if field.logs:
                sites.append((i - board.carpenter) % 7)
    points -= min(sites, default=0)
    points += 2 * min(len(board.stack), 3)
    if board.stack:
        needy = [(i - board.cart) % 7 for i, f in enumerate(board.ring)
                 if f.kind == "village" and f.value is None]
    else:
        needy = [(i - board.cart) % 7 for i, f in enumerate(board.ring)
                 if f.kind == "forest" and f.logs]
    return points - min(needy, default=0) / 2


def bridge_worth(logs, wish):
    if not logs:
        return 0
    colours, most = len(set(logs)), max(map(logs.count, logs))
    if wish == "stand":
        return 6 * len(logs) - 4 * (len(logs) - colours)
    if wish == "back":
        return 5 * len(logs) + 2 * most
    return 5 * len(logs) - 6 * (most > 2) - 6 * (colours > 3)
