# SPDX-License-Identifier: ISC
"""How random games of Pirates HEXXI are begun, played and compared."""

import itertools
import random

import hexxi_shown
from engine import same
from hexxi import KINDS, Hexxi
from hexxi_board import Board
from hexxi_twins import HexxiTwins, all_siblings
from names import other_case, random_names

NAMES = ["pass", "d4", "8", "rescue d4 Anna", "route", "base", "a1 b1"]

NONSENSE = [
    "", " ", ",", "ship", "place", "place ship", "place d4", "place d4 ship",
    "place base d4", "place ship d4 d4", "place ship z9", "place ship d0",
    "place ship d04", "place ship d99999999999999999999", "place ship d-1",
    "place ship 4d", "placeshipd4", "place galleon d4", "reserve",
    "reserve base", "reserve ship ship", "reserve d4", "scout", "scout ship",
    "scout a1 a2", "pay", "pay base", "pay base a1", "pay 3", "pay gold",
    "pay" + 20 * " route", "pay" + 14 * " a1", "shift", "shift ship",
    "shift a1 b1", "bid", "bid -1", "bid 100", "bid 1.0", "bid 0x1",
    "bid +1", "bid 1 1", "bid one", "bid 99999999999999999999", "bid \u0661",
    "pass pass", "route a1", "route a1 a1", "route a1 a2 a3", "convoy a1",
    "convoy a1 a1", "escort a1", "escort a1 a1", "escort a1 b1 a1",
    "escort" + 15 * " a1", "kidnap a1", "kidnap a1 a1", "intercept",
    "ambush a1", "trap a1", "rescue", "rescue a1", "rescue a1 nobody",
    "rescue Anna", "rescue a1 a1 Anna", "rescue a1 0", "resign", "help",
    "undo", "1", "0", "pl\u00e4ce ship a1", "pass\u00a0", "p\u0430ss",
    "\uff50\uff41\uff53\uff53", "route \u00e01 a2", "x" * 5000,
]


class Style:
    """How the players of one game differ from those of another."""

    def __init__(self, seed):
        rng = random.Random(seed)
        self.passing = rng.choice([0.005, 0.02, 0.1, 0.9])
        self.reserving = rng.choice([0.05, 0.1, 0.3])
        self.scouting = rng.choice([0.02, 0.1, 0.3])
        # All lay the same few tokens aside, so that their sums are equal.
        self.equal = rng.random() < 0.4
        # None lays tokens aside, so that all of them must shift one.
        self.shifting = rng.random() < 0.3
        self.highest_bid = rng.choice([0, 1, 1, 3, 99])
        # Routes are many, units have way to go; or few, and they are stuck.
        self.weight = {"route": rng.choice([0.03, 0.2, 1, 1, 3]),
                       "ship": rng.choice([0.03, 2, 2, 2]),
                       "pirates": 2, "warship": 2}
        self.crowd = rng.choice([1, 3, 6])
        # All go to the row in which numbers may have two digits.
        self.wide = rng.random() < 0.15


class PlayHexxi:
    NAME = "hexxi"
    NONSENSE = NONSENSE

    # ---- the beginning ----

    @staticmethod
    def random_game(rng):
        seats = rng.choice([2, 3, 4])
        options = {"side": rng.choice([3, 3, 4, 4, 5, 6]),
                   "circuits": rng.choice([1, 2, 4, 8, 15, 30, 100])}
        return {"players": rng.sample(NAMES, seats) if rng.random() < 0.1
                else random_names(rng, seats),
                "options": {key: options[key] for key in options
                            if rng.random() < 0.9},
                "setup": {"start": rng.randrange(seats)}
                if rng.random() < 0.3 else {}}

    @staticmethod
    def begin(new, draws):
        same("what a match begins with", sorted(draws), ["start"])
        options = {"side": 4, "circuits": 30, **new["options"]}
        model = Hexxi(new["players"], options["side"], options["circuits"],
                      draws["start"])
        model.style = Style(new["seed"])
        return model

    @staticmethod
    def check_draw(told, chance, model, moves_so_far):
        """Who begins is drawn, and nothing later."""
        same("draws after the beginning", moves_so_far, 0)
        same("start drawn", told, {
            "what": "start", "value": chance.below(len(model["players"]))})

    # ---- texts ----

    @staticmethod
    def random_text(rng, model):
        """The canonical text of a move that some game at some time has."""
        names = model.board.names if rng.random() < 0.9 else Board(6).names

        def field():
            return rng.choice(names)

        def near():
            one = rng.choice(model.board.names)
            return one, rng.choice(model.board.near[one])

        taken = [n for n in model.board.names if n in model.fields]
        return rng.choice([
            lambda: "place %s %s" % (rng.choice(KINDS), field()),
            lambda: "reserve " + rng.choice(KINDS),
            lambda: "scout " + rng.choice(taken),
            lambda: "shift " + rng.choice(taken),
            lambda: "bid %d" % rng.randint(0, 120),
            lambda: "pass",
            lambda: random_payment(rng, model, taken),
            lambda: "%s %s %s" % (rng.choice(
                ["route", "convoy", "escort", "kidnap", "intercept",
                 "ambush", "trap"]), *near()),
            lambda: "%s %s %s" % (
                rng.choice(["convoy", "route"]), field(), field()),
            lambda: "escort " + " ".join(
                field() for _ in range(rng.randint(2, 6))),
            lambda: "rescue %s %s" % (field(), rng.choice(model.names)),
            lambda: rng.choice(NONSENSE),
        ])()

    @staticmethod
    def sloppy(rng, text):
        verb, *rest = text.split(" ", 2 if text[:7] == "rescue " else -1)
        if verb == "pay":
            rng.shuffle(rest)
        if verb == "rescue":
            name = other_case(rng, rest[1])
            rest[1] = name.replace(" ", rng.choice([" ", "  "]))
        end = 1 if verb == "rescue" else len(rest)
        words = [rng.choice([str.upper, str.title, str.lower])(word)
                 for word in [verb] + rest[:end]] + rest[end:]
        gaps = [rng.choice([" ", "  ", ",", ", ", " ,, "])
                for _ in words[1:]] + [rng.choice(["", " ", "  "])]
        return rng.choice(["", " ", "  "]) + "".join(
            word + gap for word, gap in zip(words, gaps))

    # ---- choosing ----

    @staticmethod
    def choose(rng, model, listed):
        """A random legal move; often one that leads to rare things."""
        seat = rng.choice(sorted(model.pending()))
        moves = listed[seat]
        wanted = {"place": choose_place, "act": choose_action,
                  "bid": choose_bid}.get(model.stage)
        move = wanted(rng, model, seat, moves) if wanted else None
        return seat, move or rng.choice(moves)

    # ---- comparing ----

    state = staticmethod(hexxi_shown.state)
    view = staticmethod(hexxi_shown.view)
    result = staticmethod(hexxi_shown.result)
    sort_unordered = staticmethod(hexxi_shown.sort_unordered)

    # ---- secrets ----

    siblings = staticmethod(all_siblings)

    @staticmethod
    def twins(number):
        return HexxiTwins(number, PlayHexxi)


def random_payment(rng, model, taken):
    fields = model.board.in_row_order(
        rng.sample(taken, min(len(taken), rng.randint(0, 3))))
    kinds = sorted(rng.choices(KINDS, k=rng.randint(0, 3)),
                   key=KINDS.index)
    return " ".join(["pay", *fields, *kinds])


def choose_bid(rng, model, seat, moves):
    return "bid %d" % rng.randint(0, model.style.highest_bid)


# ---- placing ----

def choose_place(rng, model, seat, moves):
    style = model.style
    scouts = [m for m in moves if m.startswith("scout")]
    if scouts and rng.random() < style.scouting:
        return rng.choice(scouts)
    last = model.hand_size(seat) == 1
    if not style.shifting and (
            style.equal and last and not model.reserves[seat] or
            not style.equal and rng.random() < style.reserving):
        return rng.choice([m for m in moves if m.startswith("reserve")])
    hand = model.hand_kinds(seat)
    kind = rng.choices(hand, [style.weight[k] for k in hand])[0]
    return "place %s %s" % (kind, choose_field(rng, model, seat, kind))


def choose_field(rng, model, seat, kind):
    """A field where something may come of it."""
    empty = [n for n in model.board.names if n not in model.fields]
    if model.style.wide:
        wide = [n for n in model.board.rows[model.board.side - 1][1]
                if n in empty]
        if wide:
            return rng.choice(wide)
    if rng.random() < 0.4:
        lines = [n for n in empty if n in line_fields(model, seat, kind)]
        if lines:
            return rng.choice(lines)

    def company(name):
        return sum(1 for n in model.board.near[name] if n in model.fields)

    return max(rng.choices(empty, k=model.style.crowd), key=company)


def line_fields(model, seat, kind):
    """Where a token of this kind is part of an ambush, a trap, a rescue."""
    near, straight = model.board.near, model.board.straight
    found = set()
    for owner, base in enumerate(model.corner):
        for one in near[base]:
            two = straight(base, one)
            found.update({"ship": [one], "warship": [one, two],
                          "route": [one], "pirates": [two, one]
                          if owner == seat else [two]}[kind])
    if kind == "ship":
        found.update(to for name, token in model.fields.items()
                     if token.kind == "pirates" for to in near[name])
    return found


# ---- acting ----

WEIGHT = {"route": 2, "convoy": 4, "escort": 2, "kidnap": 12,
          "intercept": 6, "ambush": 20, "rescue": 20, "trap": 20}


def choose_action(rng, model, seat, moves):
    if "pass" in moves and rng.random() < model.style.passing:
        return "pass"
    moves = [m for m in moves if m != "pass"]
    kinds = {}
    for move in moves:
        verb = move.split()[0]
        hops = len(move.split()) if verb == "escort" else 0
        kinds.setdefault((verb, hops), []).append(move)
    lists = sorted(kinds)
    kind = rng.choices(lists, [WEIGHT[verb] for verb, _ in lists])[0]
    return max(rng.choices(kinds[kind], k=2),
               key=lambda move: interest(model, seat, move))


def interest(model, seat, move):
    """Corners of bases that were taken, and bases of robbers, draw."""
    to = move.split()[-1]
    if to in model.corner:
        return 2
    robbers = [s for s in range(model.seats) if s != seat and any(
        t.owner == seat and t.kind == "ship" for t in model.taken[s])]
    near = itertools.chain.from_iterable(
        model.board.near[model.corner[s]] for s in robbers)
    return 1 if move.startswith("escort") and to in near else 0
