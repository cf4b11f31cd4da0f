# SPDX-License-Identifier: ISC
"""An independent model of the game Pirates HEXXI.

It is written from the text of the rules alone and shares no line and no
data with the program, so that what both agree on is what the rules say.
"""

import itertools

from hexxi_board import Board, Token
from hexxi_moves import actions, sorted_texts, where

KINDS = ["route", "ship", "pirates", "warship"]  # cheapest first
AMOUNT = {"route": 6, "ship": 3, "pirates": 2, "warship": 1}
VALUE = {"route": 1, "ship": 2, "pirates": 3, "warship": 6}
LAST_TURN = 3


class Hexxi:
    """One play.  Wrong moves are the caller's fault: ask legal() first."""

    def __init__(self, names, side, circuits, start):
        self.names = list(names)
        self.seats = len(self.names)
        self.circuits = circuits
        self.board = Board(side)
        self.corner = self.board.bases(self.seats)
        self.far = [self.board.far(corner) for corner in self.corner]
        self.fields = {}
        self.order = [(start + i) % self.seats for i in range(self.seats)]
        self.scores = [0] * self.seats
        self.hands = [dict(AMOUNT) for _ in range(self.seats)]
        self.reserves = [[] for _ in range(self.seats)]
        self.taken = [[] for _ in range(self.seats)]
        for seat in range(self.seats):
            self.set_base(seat)
        self.groups, self.equal, self.paid = [], [], []
        self.bids_shown = False  # those of the first round
        self.turn = 0
        self.begin_turn()

    def __deepcopy__(self, _):
        """The board never changes, and copies are made at every move."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)

        def copied(thing):
            if isinstance(thing, list):
                return [copied(t) for t in thing]
            if isinstance(thing, dict):
                return {key: copied(t) for key, t in thing.items()}
            if isinstance(thing, Token):
                return Token(thing.owner, thing.kind, thing.up)
            return thing

        for key in ("fields", "order", "scores", "hands", "reserves",
                    "taken", "groups", "bids", "paid", "out"):
            setattr(twin, key, copied(getattr(self, key)))
        return twin

    # ---- asking ----

    def pending(self):
        """Who may act now: {seat: phase}."""
        if self.stage == "over":
            return {}
        if self.stage == "bid":
            return {s: "bid" for s in self.bidders() if self.bids[s] is None}
        return {self.at: self.stage}

    def legal(self, seat):
        """All legal moves of a seat as canonical texts, sorted."""
        phase = self.pending().get(seat)
        if phase is None:
            return []
        return sorted_texts({
            "place": self.plays, "pay": self.payments,
            "shift": self.shifts, "act": lambda s: actions(self, s),
            "bid": lambda s: ["bid %d" % n for n in range(100)],
        }[phase](seat))

    def default(self, seat):
        """The move of a missed deadline."""
        phase = self.pending()[seat]
        if phase == "place":
            return "reserve " + next(k for k in KINDS if self.hands[seat][k])
        if phase == "pay":
            return min(self.payments(seat), key=lambda text: (
                self.worth(text), len(text.split()), text))
        if phase == "shift":
            return "shift " + min(self.movable(seat), key=lambda name: (
                VALUE[self.fields[name].kind], self.board.names.index(name)))
        if phase == "bid":
            return "bid 0"
        moves = self.legal(seat)
        return "pass" if "pass" in moves else moves[0]

    def hand_size(self, seat):
        return sum(self.hands[seat].values())

    def hand_kinds(self, seat):
        return [k for k in KINDS if self.hands[seat][k]]

    def movable(self, seat):
        """The fields of a seat's tokens on the board, without the base."""
        return [name for name, token in self.fields.items()
                if token.owner == seat and token.kind != "base"]

    def full(self):
        return len(self.fields) == len(self.board.names)

    # ---- placement ----

    def begin_turn(self):
        self.turn += 1
        self.out, self.circuit = [], 0
        self.bids, self.scouted = [None] * self.seats, None
        self.next_place(self.order)

    def after(self, seat):
        """The order of play, beginning behind a seat."""
        at = self.order.index(seat) + 1
        return self.order[at:] + self.order[:at]

    def next_place(self, seats):
        if self.full():
            for seat in range(self.seats):
                for kind in KINDS:
                    for _ in range(self.hands[seat][kind]):
                        self.reserve(seat, kind, False)
        for seat in seats:
            if self.hand_size(seat):
                self.stage, self.at = "place", seat
                return
        self.next_shift()

    def next_shift(self):
        for seat in self.order:
            if not self.reserves[seat]:
                self.stage, self.at = "shift", seat
                return
        self.begin_confrontation()

    def reserve(self, seat, kind, up):
        self.hands[seat][kind] -= 1
        self.reserves[seat].append(Token(seat, kind, up))

    def plays(self, seat):
        texts = ["reserve " + kind for kind in self.hand_kinds(seat)]
        texts += ["place %s %s" % (kind, name)
                  for kind in self.hand_kinds(seat)
                  for name in self.board.names if name not in self.fields]
        texts += ["scout " + name for name, token in self.fields.items()
                  if token.owner != seat and not token.up]
        return texts

    def shifts(self, seat):
        return ["shift " + name for name in self.movable(seat)]

    def hidden(self, seat):
        """A seat's face-down tokens on the board, in row order."""
        return self.board.in_row_order(
            n for n in self.movable(seat) if not self.fields[n].up)

    def payments(self, seat):
        price = VALUE[self.fields[self.scouted].kind]
        fields = self.hidden(seat)
        hand = [range(self.hands[seat][kind] + 1) for kind in KINDS]
        found = []
        for size in range(min(len(fields), price) + 1):
            for up in itertools.combinations(fields, size):
                for counts in itertools.product(*hand):
                    values = self.values(up, counts)
                    total = sum(values)
                    if total >= price and total - min(values) < price:
                        found.append(self.pay_text(up, counts))
        return found or [self.pay_text(fields, [max(r) for r in hand])]

    def values(self, up, counts):
        values = [VALUE[self.fields[name].kind] for name in up]
        for kind, count in zip(KINDS, counts):
            values += [VALUE[kind]] * count
        return values

    @staticmethod
    def pay_text(up, counts):
        kinds = [k for k, n in zip(KINDS, counts) for _ in range(n)]
        return " ".join(["pay", *up, *kinds])

    def worth(self, text):
        return sum(VALUE[word] if word in VALUE
                   else VALUE[self.fields[word].kind]
                   for word in text.split()[1:])

    def pay(self, seat, text):
        price = VALUE[self.fields[self.scouted].kind]
        self.scores[seat] -= max(0, price - self.worth(text))
        for word in text.split()[1:]:
            if word in VALUE:
                self.reserve(seat, word, True)
            else:
                self.fields[word].up = True
        self.scouted = None
        self.next_place(self.after(seat))

    # ---- initiative ----

    def begin_confrontation(self):
        for tokens in self.reserves:
            for token in tokens:
                token.up = True
        sums = [sum(VALUE[t.kind] for t in tokens)
                for tokens in self.reserves]
        self.groups = split(self.order, lambda s: sums[s])
        self.equal = self.groups
        self.paid = [0] * self.seats
        self.bids_shown = False
        self.round = 0
        self.next_round()

    def bidders(self):
        return [s for group in self.groups if len(group) > 1 for s in group]

    def next_round(self):
        """Those who are equal bid, at most twice."""
        self.round += 1
        self.bids = [None] * self.seats
        if self.bidders() and self.round <= 2:
            self.stage = "bid"
            return
        self.order = [s for group in self.groups for s in group]
        for group in self.equal:
            last = max(group, key=self.order.index)
            for seat in group:
                if seat != last:
                    self.scores[seat] -= self.paid[seat]
        self.begin_actions()

    def bid(self, seat, amount):
        self.bids[seat] = amount
        if self.pending():
            return
        self.bids_shown = True
        for s in self.bidders():
            self.paid[s] += self.bids[s]
        self.groups = [part for group in self.groups
                       for part in split(group, lambda s: self.paid[s])]
        self.next_round()

    # ---- actions ----

    def begin_actions(self):
        for token in self.fields.values():
            token.up = True
        for seat in range(self.seats):
            self.send_home(self.reserves[seat])
        self.stage, self.circuit = "act", 1
        self.next_action(self.order)

    def next_action(self, seats):
        """Some seats come yet in this circuit; all may in the next one."""
        able = [s for s in self.order
                if s not in self.out and actions(self, s)]
        soon = [s for s in seats if s in able]
        if soon:
            self.at = soon[0]
        elif able and self.circuit < self.circuits:
            self.circuit += 1
            self.at = able[0]
        else:
            self.score()

    def send_home(self, tokens):
        """Back into the hands of the owners."""
        for token in tokens:
            self.hands[token.owner][token.kind] += 1
        tokens.clear()

    def lift(self, name):
        self.send_home([self.fields.pop(name)])

    def act(self, seat, text):
        verb, *words = text.split(" ", 2)
        if verb == "pass":
            self.out = sorted(self.out + [seat])
        elif verb == "rescue":
            self.rescue(seat, self.names.index(words[1]))
        elif verb in ("route", "convoy", "escort"):
            for to in words[1].split():
                if to in self.fields:
                    self.lift(to)
            self.fields[to] = self.fields.pop(words[0])
        else:
            self.taken[seat].append(self.fields.pop(words[1]))
            if verb == "trap":
                self.lift(words[0])
        at = self.order.index(seat) + 1
        self.next_action(self.order[at:])

    def rescue(self, seat, robber):
        kept = self.taken[robber]
        ship = next(t for t in kept if t.owner == seat and t.kind == "ship")
        kept.remove(ship)
        self.send_home([ship])

    # ---- scoring ----

    def score(self):
        for seat in range(self.seats):
            self.scores[seat] += self.gains(seat) - 20
        for seat in range(self.seats):
            for name in where(self, "ship", seat):
                if name in self.far[seat]:
                    self.lift(name)
        for seat in range(self.seats):
            self.send_home([t for t in self.taken[seat] if t.kind != "base"])
            for token in self.taken[seat]:
                if token.kind == "base":
                    self.set_base(token.owner)
            self.taken[seat] = []
        if self.turn < LAST_TURN:
            self.begin_turn()
        else:
            self.out, self.circuit = [], 0
            self.stage = "over"

    def gains(self, seat):
        total = 0
        for name in self.movable(seat):
            kind = self.fields[name].kind
            if kind == "ship" and name in self.far[seat]:
                total += 6
            elif kind != "route":
                total += VALUE[kind]
        for token in self.taken[seat]:
            if token.owner != seat:
                total += (10 if token.kind == "base"
                          else 2 * VALUE[token.kind])
        return total

    def set_base(self, seat):
        """The base stands on its corner, and nothing else does."""
        if self.corner[seat] in self.fields:
            self.lift(self.corner[seat])
        self.fields[self.corner[seat]] = Token(seat, "base", True)

    # ---- moving ----

    def apply(self, seat, text, chance):
        """Make a legal move; nothing is ever drawn by one."""
        assert not chance, "drawn, but not by the rules: %s" % chance
        words = text.split()
        if self.stage == "act":
            self.act(seat, text)
        elif words[0] == "place":
            self.hands[seat][words[1]] -= 1
            self.fields[words[2]] = Token(seat, words[1], False)
            self.next_place(self.after(seat))
        elif words[0] == "reserve":
            self.reserve(seat, words[1], False)
            self.next_place(self.after(seat))
        elif words[0] == "scout":
            self.fields[words[1]].up = True
            self.scouted, self.stage = words[1], "pay"
        elif words[0] == "pay":
            self.pay(seat, text)
        elif words[0] == "shift":
            self.reserves[seat].append(self.fields.pop(words[1]))
            self.next_shift()
        else:
            self.bid(seat, int(words[1]))


def split(seats, key):
    """Groups of equals, the highest first, each in its old order."""
    return [[s for s in seats if key(s) == value]
            for value in sorted({key(s) for s in seats}, reverse=True)]
