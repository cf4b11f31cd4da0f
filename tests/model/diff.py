#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Play random games of Mutineer against the model and compare every step.

usage: diff.py [--games N] [--seed N] [--share X]

Each game has its own number, from which it can be played again by
`--seed NUMBER --games 1`.  --share is the part of the steps at which the
dear checks (views, refusals, undo) are made.
"""

import argparse
import copy
import json
import random
import sys

import shown
from chance import Chance
from engine import Disagreement, Engine, good, refusal, same
from mutineer import (CARDS, GOODS, ISLANDS, ROLES, Mutineer, all_goods,
                      material)
from secrets_kept import siblings, stays_secret

NONSENSE = [
    "", " ", ",", "wine", "play", "play wine wine", "play rum", "playwine",
    "play 1", "pass pass", "pass mate", "pass mate or merchant", "take",
    "take captain", "take mate mate", "take cabin boy", "pay", "pay -1",
    "pay 4", "pay 0 0", "pay 1.0", "pay 0x1", "pay 99999999999999999999",
    "pay two", "fight", "fight -1", "fight all", "fight 0 0", "keep",
    "keep 1", "keep" + 9 * " wine", "sell", "sell wine", "sell wine 1",
    "sell wine 0 hochland", "sell 1 wine hochland", "sell wine -1 hochland",
    "sell conflict 1 hochland", "sell wine 1 hochland wine",
    "sell wine 1 atlantis", "resign", "help", "undo", "1", "0",
    "pl\u00e4y wine", "pass\u00a0", "\uff50\uff41\uff53\uff53", "p\u0430ss",
    "pay \u0661", "x" * 5000,
]


def random_text(rng):
    """The canonical text of a move that some game at some time has."""
    def sale(island):
        return "%s %d %s" % (rng.choice(GOODS), rng.randint(1, 4), island)

    return rng.choice([
        lambda: "pay %d" % rng.randint(0, 5),
        lambda: "play " + rng.choice(CARDS),
        lambda: "pass",
        lambda: "take " + rng.choice(ROLES),
        lambda: "fight %d" % rng.randint(0, 6),
        lambda: Mutineer.keep_text(
            rng.choices(CARDS, k=rng.randint(1, 6))),
        lambda: "sell " + ", ".join(
            sale(i) for i in rng.sample(sorted(ISLANDS), rng.randint(1, 2))),
        lambda: rng.choice(NONSENSE),
    ])()


def sloppy(rng, text):
    """The same move as somebody in a hurry may write it."""
    verb, *rest = text.replace(",", "").split()
    if verb == "keep":
        rng.shuffle(rest)
    if verb == "sell" and len(rest) == 6 and rng.random() < 0.5:
        rest = rest[3:] + rest[:3]
    words = [rng.choice([str.upper, str.title, str.lower])(w)
             for w in [verb] + rest]
    gaps = [rng.choice([" ", "  ", ",", ", ", " ,, "]) for _ in words]
    return rng.choice(["", " ", "  "]) + "".join(
        word + gap for word, gap in zip(words, gaps))


class Play:
    """One random game: program and model side by side."""

    def __init__(self, engine, number, share):
        self.engine = engine
        self.rng = random.Random(number)
        self.share = share
        self.seats = self.rng.choice([3, 4])
        self.pirates = self.rng.random() < 0.5
        self.moves = []
        self.undone = []  # (model, chance place) before each move
        # How people differ: some pass early, some play on.
        self.passing = self.rng.choice([0.1, 0.3, 0.6])
        self.new = None

    # ---- the beginning ----

    def start(self):
        rng = self.rng
        self.setup = self.random_setup()
        self.new = {
            "op": "new", "game": "mutineer",
            "players": ["Anna", "Boris", "Cyryl", "Dora"][:self.seats],
            "options": {"pirates": self.pirates},
            "seed": "".join(rng.choices("0123456789abcdef", k=64))}
        if self.setup or rng.random() < 0.2:
            self.new["setup"] = self.setup
        answer = good(self.new, self.engine.ask_all([self.new])[0])
        self.chance = Chance(self.new["seed"])
        begin = dict(self.setup)
        for told in answer["chance"]:
            what = told["what"]
            if what in begin:
                raise Disagreement("%s was drawn, but is given" % what)
            begin[what] = told.get("order", told.get("value"))
            self.check_draw(told)
        same("what a match begins with", sorted(begin),
             ["captain", "deck", "ring"])
        self.model = Mutineer(self.seats, self.pirates, begin["ring"],
                              begin["captain"], begin["deck"])

    def random_setup(self):
        rng = self.rng
        setup = {"ring": rng.sample(list(ISLANDS), 12),
                 "captain": rng.randrange(self.seats),
                 "deck": rng.sample(all_goods(self.pirates),
                                    len(all_goods(self.pirates)))}
        if rng.random() < 0.5:
            return {}
        return {key: setup[key] for key in setup if rng.random() < 0.5}

    def check_draw(self, told):
        """Is it what the seed says?  All begin in the rules' order."""
        what = told["what"]
        if what == "captain":
            want = self.chance.below(self.seats)
            same("captain drawn", told, {"what": what, "value": want})
            return
        base = {"ring": lambda: list(ISLANDS),
                "deck": lambda: material(told["order"])}[what]()
        if what == "deck" and not self.moves:
            base = all_goods(self.pirates)
        same("%s drawn" % what, told,
             {"what": what, "order": self.chance.shuffle(base)})

    # ---- one step ----

    def check(self):
        """Everything that can be asked, compared."""
        model, seats = self.model, range(self.seats)
        pending = model.pending()
        requests = [{"op": op} for op in ("pending", "state", "result")]
        requests += [{"op": "legal", "seat": s} for s in seats]
        requests += [{"op": "default", "seat": s} for s in pending]
        answers = self.engine.get_all(requests)
        same("pending", sorted((p["seat"], p["phase"])
                               for p in answers[0].pop("pending")),
             sorted(pending.items()))
        same("pending", answers[0], {"ok": True})
        self.check_state(answers[1])
        same("result", answers[2], {"ok": True, **shown.result(model)})
        self.listed = [a["moves"] for a in answers[3:3 + self.seats]]
        for seat in seats:
            same("legal of seat %d" % seat, self.listed[seat],
                 model.legal(seat))
        for seat, answer in zip(pending, answers[3 + self.seats:]):
            same("default of seat %d" % seat, answer["move"],
                 model.default(seat))
            if answer["move"] not in self.listed[seat]:
                raise Disagreement("default %s is not legal" % answer)
        if self.rng.random() < self.share:
            self.check_views()
            self.check_refusals()
            self.check_siblings()

    def check_siblings(self):
        """A role taken, or cards kept, show in nothing to the others."""
        for seat, phase in self.model.pending().items():
            if phase == "keep" or phase == "take" and stays_secret(
                    self.model, seat, self.listed[seat][0]):
                siblings(self.engine, self.seats, seat, self.listed[seat])

    def check_state(self, answer):
        same("state", shown.sort_unordered(answer["state"]),
             shown.state(self.model))

    def check_views(self):
        seats = list(range(self.seats)) + [None]
        answers = self.engine.get_all([
            {"op": "view"} if s is None else {"op": "view", "seat": s}
            for s in seats])
        for seat, answer in zip(seats, answers):
            same("view of seat %s" % seat,
                 shown.sort_unordered(answer["view"]),
                 shown.view(self.model, seat))

    def check_refusals(self):
        rng = self.rng
        wrong = []
        while len(wrong) < 5:
            seat = rng.randrange(self.seats)
            text = random_text(rng)
            if text not in self.listed[seat]:
                wrong.append({"op": "move", "seat": seat, "move": text})
        for seat in range(self.seats):
            if seat not in self.model.pending():
                wrong.append({"op": "default", "seat": seat})
        *answers, state = self.engine.ask_all(wrong + [{"op": "state"}])
        for request, answer in zip(wrong, answers):
            refusal(request, answer)
        self.check_state(good("state", state))

    def choose(self):
        """A random legal move; often the one that makes games long."""
        seat = self.rng.choice(sorted(self.model.pending()))
        moves = self.listed[seat]
        if "pass" in moves and len(moves) > 1:
            if self.rng.random() < self.passing:
                return seat, "pass"
            moves = [m for m in moves if m != "pass"]
        return seat, self.rng.choice(moves)

    def move(self, seat, text):
        written = sloppy(self.rng, text) if self.rng.random() < .3 else text
        request = {"op": "move", "seat": seat, "move": written}
        answer = good(request, self.engine.ask_all([request])[0])
        same("canonical text of %r" % written, answer["move"], text)
        if not isinstance(answer["events"], list):
            raise Disagreement("events: %s" % answer)
        same("keys of an answer to move", sorted(answer),
             ["chance", "events", "move", "ok"])
        self.undone.append((copy.deepcopy(self.model), self.chance.place))
        self.moves.append({"seat": seat, "move": text})
        for told in answer["chance"]:
            self.check_draw(told)
        self.model.apply(seat, text, answer["chance"])

    def undo(self):
        """Take some moves back; the game then goes on otherwise."""
        for _ in range(min(self.rng.randint(1, 6), len(self.moves))):
            self.engine.get("undo")
            self.moves.pop()
            self.model, self.chance.place = self.undone.pop()

    def check_history(self, other):
        """A second engine, fed with the history, says the same."""
        told = self.engine.get("history")
        want = {key: self.new[key]
                for key in ("game", "seed", "options", "players")}
        if told.get("setup") or self.setup:
            want["setup"] = self.setup
        told.pop("ok")
        if not self.setup:
            told.pop("setup", None)
        same("history", told, {**want, "moves": self.moves})
        other.get("new", **{k: v for k, v in told.items() if k != "moves"})
        for i in range(0, len(told["moves"]), 20):
            other.get_all([{"op": "move", **move}
                           for move in told["moves"][i:i + 20]])
        same("state after the history", other.get("state"),
             self.engine.get("state"))

    def run(self, other):
        self.start()
        self.check()
        while self.model.pending():
            if self.moves and self.rng.random() < self.share / 10:
                self.undo()
            else:
                self.move(*self.choose())
            self.check()
        self.check_views()
        self.check_history(other)


def play_games(first, games, share, said=lambda number: None):
    """Raise Disagreement with all that is needed to see it again."""
    engine, other = Engine(), Engine()
    moves = 0
    for number in range(first, first + games):
        play = Play(engine, number, share)
        try:
            play.run(other)
        except (AssertionError, Disagreement, LookupError, TypeError,
                ValueError) as fault:
            raise Disagreement("game %d: %s: %s\n  %s\n  %s" % (
                number, type(fault).__name__, fault, json.dumps(play.new),
                json.dumps(play.moves))) from fault
        moves += len(play.moves)
        said(number)
    for child in (engine, other):
        if child.close():
            raise Disagreement("an engine ended with an error")
    return moves


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--games", type=int, default=100)
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--share", type=float, default=0.3)
    args = args.parse_args()

    def said(number):
        if (number - args.seed + 1) % 500 == 0:
            print("%d games" % (number - args.seed + 1), flush=True)

    try:
        moves = play_games(args.seed, args.games, args.share, said)
    except Disagreement as fault:
        sys.exit("diff: %s" % fault)
    print("%d games, %d moves: no disagreement" % (args.games, moves))


if __name__ == "__main__":
    main()
