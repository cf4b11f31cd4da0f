#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Play random games against an independent model and compare every step.

usage: diff.py [--game NAME] [--games N] [--seed N] [--share X]

Each game has its own number, from which it can be played again by
`--seed NUMBER --games 1`.  --share is the part of the steps at which the
dear checks (views, refusals, undo) are made.  Without --game, all games that
have a model are played.

A game comes in by a module play_NAME.py (dashes as underscores) here, found
by its name.  It holds one class with these, all static:

  NAME                  the game
  NONSENSE              texts that are never moves
  random_game(rng)      a dict of players (names), options (all, some or
                        none), setup (whole, partial or empty)
  begin(new, draws)     a model; new is the request, with options and setup
                        even if they are empty; draws is setup and all that
                        the engine told as chance, by name
  check_draw(told, chance, model, moves_so_far)
                        raise Disagreement unless that item of a list
                        "chance" is what chance (chance.py) comes to; model
                        is the one before the move, and the request new
                        while there is no model; moves_so_far is the number
                        of moves before; chance.drawn holds what was checked
                        of the beginning, by name
  random_text(rng, model)
                        text that may be a move now or at some other time,
                        canonical if so
  sloppy(rng, text)     that move as a hurried person writes it
  choose(rng, model, listed)
                        (seat, move), so that games reach what is rare;
                        listed is legal by seat
  state(model), view(model, seat), result(model)
                        what the engine must say (without "ok"); seat is
                        None for an onlooker
  sort_unordered(told)  a state or view of the engine, with what has no
                        order sorted as the model's
and if it likes
  end_of_draws(chance, new)
                        take from chance what is drawn last at the beginning
                        and not told
  siblings(engine, model, listed)
                        raise if moves known to one alone show to others
  twins(number)         a pair of games, see secrets_kept.Twins

A model has pending() -> {seat: phase}, legal(seat) -> texts in the order of
the game's page, default(seat) -> text, and apply(seat, text, chance), which
takes from the list chance what was drawn and asserts that it fits.  It is
copied by copy.deepcopy for undo.
"""

import argparse
import copy
import glob
import importlib
import json
import os
import random
import sys

from chance import Chance
from engine import Disagreement, Engine, good, refusal, same


def all_plays():
    """The classes of all modules play_*.py, by name of the game."""
    here = os.path.dirname(os.path.abspath(__file__))
    plays = {}
    for path in sorted(glob.glob(os.path.join(here, "play_*.py"))):
        module = importlib.import_module(os.path.basename(path)[:-3])
        for thing in vars(module).values():
            if (isinstance(thing, type) and hasattr(thing, "NAME")
                    and thing.__module__ == module.__name__):
                plays[thing.NAME] = thing
    return plays


def views_of(seats):
    return [{"op": "view"} if s is None else {"op": "view", "seat": s}
            for s in seats]


class Play:
    """One random game: program and model side by side."""

    def __init__(self, game, engine, number, share):
        self.game = game
        self.engine = engine
        self.rng = random.Random("%s %d" % (game.NAME, number))
        self.share = share
        self.moves = []
        self.undone = []  # (model, chance place) before each move
        self.new = None

    # ---- the beginning ----

    def start(self):
        rng = self.rng
        self.new = {"op": "new", "game": self.game.NAME,
                    **self.game.random_game(rng)}
        self.new["seed"] = "".join(rng.choices("0123456789abcdef", k=64))
        self.setup = self.new["setup"]
        self.seats = len(self.new["players"])
        answer = good(self.new, self.engine.ask_all([self.said_new()])[0])
        same("keys of an answer to new", sorted(answer), ["chance", "ok"])
        self.chance = Chance(self.new["seed"])
        begin = dict(self.setup)
        for told in answer["chance"]:
            what = told["what"]
            if what in begin:
                raise Disagreement("%s was drawn, but is given" % what)
            self.game.check_draw(told, self.chance, self.new, 0)
            begin[what] = told.get("order", told.get("value"))
            self.chance.drawn[what] = begin[what]
        if hasattr(self.game, "end_of_draws"):
            self.game.end_of_draws(self.chance, self.new)
        self.model = self.game.begin(self.new, begin)

    def said_new(self):
        """The request; what is empty is left out at times."""
        gone = [key for key in ("setup", "options")
                if not self.new[key] and self.rng.random() < 0.5]
        return {k: v for k, v in self.new.items() if k not in gone}

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
        same("result", answers[2], {"ok": True, **self.game.result(model)})
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
            if hasattr(self.game, "siblings"):
                self.game.siblings(self.engine, model, self.listed)

    def check_state(self, answer):
        same("state", self.game.sort_unordered(answer["state"]),
             self.game.state(self.model))

    def check_views(self):
        seats = [*range(self.seats), None]
        answers = self.engine.get_all(views_of(seats))
        for seat, answer in zip(seats, answers):
            same("view of seat %s" % seat,
                 self.game.sort_unordered(answer["view"]),
                 self.game.view(self.model, seat))

    def check_refusals(self):
        rng = self.rng
        wrong = []
        while len(wrong) < 5:
            seat = rng.randrange(self.seats)
            text = rng.choice([
                self.game.random_text(rng, self.model),
                rng.choice(self.game.NONSENSE),
                rng.choice(sum(self.listed, [""]))])
            if text not in self.listed[seat]:
                wrong.append({"op": "move", "seat": seat, "move": text})
        for seat in range(self.seats):
            if seat not in self.model.pending():
                wrong.append({"op": "default", "seat": seat})
        *answers, state = self.engine.ask_all(wrong + [{"op": "state"}])
        for request, answer in zip(wrong, answers):
            refusal(request, answer)
        self.check_state(good("state", state))

    def move(self, seat, text):
        written = text
        if self.rng.random() < 0.3:
            written = self.game.sloppy(self.rng, text)
        request = {"op": "move", "seat": seat, "move": written}
        answer = good(request, self.engine.ask_all([request])[0])
        same("canonical text of %r" % written, answer["move"], text)
        if not isinstance(answer["events"], list):
            raise Disagreement("events: %s" % answer)
        same("keys of an answer to move", sorted(answer),
             ["chance", "events", "move", "ok"])
        self.undone.append((copy.deepcopy(self.model), self.chance.place))
        for told in answer["chance"]:
            self.game.check_draw(told, self.chance, self.model,
                                 len(self.moves))
        self.moves.append({"seat": seat, "move": text})
        self.model.apply(seat, text, answer["chance"])

    def undo(self):
        """Take some moves back; the game then goes on otherwise."""
        for _ in range(min(self.rng.randint(1, 6), len(self.moves))):
            self.engine.get("undo")
            self.moves.pop()
            self.model, self.chance.place = self.undone.pop()

    def check_history(self, other, defaults):
        """A second engine, fed with the history, says the same."""
        told = self.engine.get("history")
        want = {key: self.new[key] for key in ("game", "seed", "players")}
        want["options"] = {**defaults, **self.new["options"]}
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
        asked = [{"op": op} for op in ("state", "result")]
        asked += views_of([None, *range(self.seats)])
        same("what is said after the history", other.get_all(asked),
             self.engine.get_all(asked))

    def run(self, other, defaults):
        self.start()
        self.check()
        while self.model.pending():
            if self.moves and self.rng.random() < self.share / 10:
                self.undo()
            else:
                self.move(*self.game.choose(self.rng, self.model,
                                            self.listed))
            self.check()
        self.check_views()
        self.check_history(other, defaults)


def play_games(game, first, games, share, enough=None):
    """Raise Disagreement with all that is needed to see it again.

    After enough moves no more games are begun.  Returns the moves made.
    """
    engine, other = Engine(), Engine()
    defaults = {g["game"]: g["options"]
                for g in engine.get("games")["games"]}[game.NAME]
    moves = 0
    for number in range(first, first + games):
        play = Play(game, engine, number, share)
        try:
            play.run(other, defaults)
        except (ArithmeticError, AssertionError, AttributeError,
                Disagreement, LookupError, TypeError, ValueError) as fault:
            raise Disagreement("%s %d: %s: %s\n  %s\n  %s" % (
                game.NAME, number, type(fault).__name__, fault,
                json.dumps(play.new), json.dumps(play.moves))) from fault
        moves += len(play.moves)
        if enough is not None and moves >= enough:
            break
    for child in (engine, other):
        if child.close():
            raise Disagreement("an engine ended with an error")
    return moves


def main():
    plays = all_plays()
    args = argparse.ArgumentParser()
    args.add_argument("--game", choices=sorted(plays))
    args.add_argument("--games", type=int, default=100)
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--share", type=float, default=0.3)
    args = args.parse_args()
    try:
        for name in [args.game] if args.game else sorted(plays):
            moves = play_games(plays[name], args.seed, args.games, args.share)
            print("%s: %d games, %d moves: no disagreement"
                  % (name, args.games, moves), flush=True)
    except Disagreement as fault:
        sys.exit("diff: %s" % fault)


if __name__ == "__main__":
    main()
