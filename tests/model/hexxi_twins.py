# SPDX-License-Identifier: ISC
"""Secrets of Pirates HEXXI: face-down tokens, hands, and bids.

Twins part in the placement of one turn: there the others lay other kinds of
tokens on the same fields, as far as none of these is seen.
"""

import copy

from hexxi import KINDS
from secrets_kept import Twins, siblings


def stays_secret(model, seat, move):
    """Does a move leave all hidden that was laid in this phase?"""
    later = copy.deepcopy(model)
    later.apply(seat, move, [])
    return later.turn == model.turn and later.stage in ("place", "shift")


def all_siblings(engine, model, listed):
    """The kind that is laid, and what is bid, show in nothing to others."""
    pending = model.pending()
    for seat, phase in pending.items():
        if phase == "bid" and len(pending) > 1:
            siblings(engine, model.seats, seat, listed[seat][::33])
        if phase != "place":
            continue
        alike = {}
        for move in listed[seat]:
            verb, *words = move.split()
            if verb != "scout":
                alike.setdefault((verb, *words[1:]), []).append(move)
        groups = sorted(alike.values())
        moves = groups[7 * len(model.fields) % len(groups)]
        if stays_secret(model, seat, moves[0]):
            siblings(engine, model.seats, seat, moves)


class HexxiTwins(Twins):
    def __init__(self, number, play):
        super().__init__(number)
        rng, self.game = self.rng, play
        new = {"op": "new", "game": play.NAME, **play.random_game(rng),
               "seed": "%064x" % number}
        new["setup"] = {"start": rng.randrange(len(new["players"]))}
        self.beginnings = [new, new]
        self.model = play.begin(new, new["setup"])
        seats = list(range(self.model.seats))
        self.watcher = rng.choice([None, *seats])
        self.through = rng.random() < 0.5  # the bids, too
        self.turn = rng.choice([1, 1, 1, 1, 2, 3])
        self.record()
        self.second = [move for _, move in self.moves]
        for seat in seats:
            if seat != self.watcher:
                self.lay_otherwise(seat)
        self.differ = sum(a != b for a, (_, b)
                          in zip(self.second, self.moves))

    def random_text(self):
        return self.game.random_text(self.rng, self.model)

    def record(self):
        """A random game until something laid in the turn would show."""
        self.moves, model = [], self.model
        self.first = 0 if self.turn == 1 else None
        secret = ["place", "pay", "shift"] + ["bid"] * self.through
        while True:
            listed = [model.legal(s) for s in range(model.seats)]
            seat, move = self.game.choose(self.rng, model, listed)
            later = copy.deepcopy(model)
            later.apply(seat, move, [])
            if later.stage == "over" or later.turn > self.turn or (
                    model.turn == self.turn and later.stage not in secret):
                break
            self.moves.append((seat, move))
            if self.first is None and later.turn == self.turn:
                self.first = len(self.moves)
            model = later
        if self.first is None:  # that turn was over before it began
            self.first = len(self.moves)
        self.model = model

    def lay_otherwise(self, seat):
        """Deal the kinds of what nobody has seen out anew."""
        places, kinds = [], []
        for i, (mover, move) in enumerate(self.moves):
            if i >= self.first and mover == seat and self.unseen(move):
                places.append(i)
                kinds.append(move.split()[1])
        hand = self.model.hands[seat]
        kinds += [kind for kind in KINDS for _ in range(hand[kind])]
        self.rng.shuffle(kinds)
        for i, kind in zip(places, kinds):
            verb, _, *field = self.second[i].split()
            self.second[i] = " ".join([verb, kind, *field])

    def unseen(self, move):
        verb, *words = move.split()
        if verb == "place":
            token = self.model.fields.get(words[1])
            return token is not None and not token.up
        return verb == "reserve" and not self.through

    def play(self, engines):
        self.rest = list(self.second)
        super().play(engines)

    def other_move(self, engine, seat, move):
        return self.rest.pop(0)
