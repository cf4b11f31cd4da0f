# SPDX-License-Identifier: ISC
"""Twins of Mutineer: hands, cards aside, roles and the deck dealt otherwise.
"""

import copy

from mutineer import ISLANDS, ROLES, Mutineer, all_goods
from secrets_kept import Twins

NAMES = ["Anna", "Boris", "Cyryl", "Dora"]


def stays_secret(model, seat, move):
    """Do roles stay hidden, or does the move end the offer?"""
    later = copy.deepcopy(model)
    try:
        later.apply(seat, move, [])
    except AssertionError:  # so far on that cards must be shuffled
        return False
    return later.stage in ("offer", "take")


class Card(str):
    """A card that knows its place in the deck."""
    place = None


def marked(deck):
    cards = []
    for i, name in enumerate(deck):
        cards.append(Card(name))
        cards[-1].place = i
    return cards


class MutineerTwins(Twins):
    def __init__(self, number, random_text):
        super().__init__(number)
        rng = self.rng
        self.random_move = random_text
        self.seats = rng.choice([3, 4])
        self.watcher = rng.choice([None, *range(self.seats)])
        self.pirates = rng.random() < 0.5
        self.hide_roles = rng.random() < 0.5
        goods = all_goods(self.pirates)
        self.setup = {"ring": rng.sample(list(ISLANDS), 12),
                      "captain": rng.randrange(self.seats),
                      "deck": rng.sample(goods, len(goods))}
        self.record()
        self.other_deck = self.deal_otherwise()
        self.other_roles = self.take_otherwise()
        self.beginnings = [
            {"op": "new", "game": "mutineer", "players": NAMES[:self.seats],
             "options": {"pirates": self.pirates}, "seed": "0" * 64,
             "setup": {**self.setup, "deck": deck}}
            for deck in (self.setup["deck"], self.other_deck)]
        self.differ = sum(a != b for a, b in
                          zip(self.setup["deck"], self.other_deck))

    def random_text(self):
        return self.random_move(self.rng, None)

    def record(self):
        """A random first round, and which cards the watcher sees in it."""
        model = Mutineer(self.seats, self.pirates, self.setup["ring"],
                         self.setup["captain"], marked(self.setup["deck"]))
        self.moves, self.fixed, shown = [], set(), []
        while model.round == 1 or "keep" in model.pending().values():
            self.note_seen(model)
            seat = self.rng.choice(sorted(model.pending()))
            move = self.rng.choice(sorted(model.legal(seat)))
            if self.hide_roles and not stays_secret(model, seat, move):
                break
            if move.startswith("play"):
                shown.append((seat, move.split()[1]))
            if move.startswith("fight"):
                shown += [(seat, "conflict")] * int(move.split()[1])
            try:
                model.apply(seat, move, [])
            except AssertionError:
                break  # a reshuffle: what the deck holds would show
            self.moves.append((seat, move))
        self.note_seen(model)
        self.looked = (self.watcher is not None and
                       model.players[self.watcher].seen is not None)
        for seat, card in shown:
            self.note_shown(seat, card)

    def note_seen(self, model):
        if self.watcher is not None:
            player = model.players[self.watcher]
            for card in player.hand + player.drawn + (player.aside or []):
                if isinstance(card, Card):
                    self.fixed.add(card.place)

    def note_shown(self, seat, card):
        """It was dealt at the start: fix one place where he got one."""
        first = 5 * ((seat - self.setup["captain"]) % self.seats)
        if seat != self.watcher:
            self.fixed.add(next(
                i for i in range(first, first + 5)
                if self.setup["deck"][i] == card and i not in self.fixed))

    def deal_otherwise(self):
        deck = list(self.setup["deck"])
        free = [i for i in range(len(deck)) if i not in self.fixed]
        cards = [deck[i] for i in free]
        self.rng.shuffle(cards)
        for i, card in zip(free, cards):
            deck[i] = card
        return deck

    def take_otherwise(self):
        """By seat: other roles, so that the watcher finds the same left."""
        took = [(s, m.split()[1]) for s, m in self.moves
                if m.startswith("take")]
        if not self.hide_roles:
            return dict(took)
        seats = [s for s, _ in took]
        mine = len(took) if self.looked else 0
        if self.watcher in seats:
            mine = seats.index(self.watcher)
        before = [role for _, role in took[:mine]]
        self.rng.shuffle(before)
        if self.watcher in seats:
            before.append(took[mine][1])
        after = [r for r in ROLES if r not in before]
        self.rng.shuffle(after)
        return dict(zip(seats, before + after))

    def other_move(self, engine, seat, move):
        """What the other twin's player does where this one does move."""
        if move.startswith("take"):
            return "take " + self.other_roles[seat]
        if move.startswith("keep") and seat != self.watcher:
            return self.rng.choice(engine.get("legal", seat=seat)["moves"])
        return move
