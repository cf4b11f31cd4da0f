# SPDX-License-Identifier: ISC
"""Twins of Fourth Bridge: roles, bag, and the active player's hand differ.

The hands are not set up but drawn, so two seeds are looked for under which
each active player holds different cards and still can give the same ones.
"""

from collections import Counter

from chance import Chance
from fourth_bridge import CHARACTERS, COLOURS, PACK, FourthBridge
from secrets_kept import Twins

NAMES = ["Anna", "Boris", "Cyryl", "Dora"]


class FourthBridgeTwins(Twins):
    ASKED = ["pending"]  # the scores of a result would tell roles

    def __init__(self, number, random_text):
        super().__init__(number)
        rng = self.rng
        self.random_move = random_text
        self.seats = rng.choice([3, 4])
        self.watcher = rng.choice([None, *range(self.seats)])
        ring = 5 * ["village"] + 2 * ["forest"]
        rng.shuffle(ring)
        forests = [i + 1 for i, kind in enumerate(ring) if kind == "forest"]
        rng.shuffle(forests)
        self.setup = {
            "ring": ring, "cart": forests[0], "carpenter": forests[1],
            "bag": rng.sample(COLOURS * 6, 30),
            "roles": rng.sample(CHARACTERS, self.seats),
            "active": rng.randrange(self.seats)}
        seeds = self.find_seeds(rng.choice([1, 2, 2, 3]))
        self.record()
        setups = [self.setup, {**self.setup, "bag": self.other_bag(),
                               "roles": self.other_roles()}]
        self.beginnings = [
            {"op": "new", "game": "fourth-bridge",
             "players": NAMES[:self.seats], "seed": seed, "setup": setup}
            for seed, setup in zip(seeds, setups)]
        self.differ = sum(a != b for what in ("bag", "roles") for a, b in
                          zip(setups[0][what], setups[1][what]))
        self.differ += sum(sum((Counter(a) - Counter(b)).values())
                           for a, b in zip(*self.hands))

    # ---- the hands ----

    def draw_hands(self, seed, turns):
        chance = Chance(seed)
        chance.shuffle(range(6 - self.seats))  # the roles that nobody has
        return [chance.shuffle(PACK)[:self.seats + 1] for _ in range(turns)]

    def find_seeds(self, turns):
        """Two seeds, and by turn the hands and what they share."""
        def seed():
            return "".join(self.rng.choices("0123456789abcdef", k=64))

        one = seed()
        first = self.draw_hands(one, turns)
        for _ in range(300):
            two = seed()
            second = self.draw_hands(two, turns)
            self.shared = [Counter(a) & Counter(b)
                           for a, b in zip(first, second)]
            if all(sum(shared.values()) >= self.needed(turn)
                   for turn, shared in enumerate(self.shared)):
                self.hands = first, second
                return one, two
        self.shared = list(map(Counter, first))
        self.hands = first, first
        return one, one

    def needed(self, turn):
        """How many cards must be the same: the watcher knows his own."""
        active = (self.setup["active"] + turn) % self.seats
        return self.seats + (active == self.watcher)

    # ---- the moves ----

    def record(self):
        hands = self.hands[0]
        model = FourthBridge(NAMES[:self.seats], 90,
                             {**self.setup, "hand": hands[0]})
        self.model, self.moves = model, []
        while True:
            seat, phase = next(iter(model.pending().items()))
            chance = []
            if phase == "do":
                move = self.random_do(model, seat)
                last = seat == model.active
                if move is None or last and model.turn == len(hands):
                    return
                if last:
                    chance = [{"what": "hand", "order": hands[model.turn]}]
            else:
                shared = self.shared[model.turn - 1]
                move = self.rng.choice([m for m in model.legal(seat)
                                        if shared[m.split()[1]]])
                shared[move.split()[1]] -= 1
            self.moves.append((seat, move))
            model.apply(seat, move, chance)

    def random_do(self, model, seat):
        """A move that shuffles nothing and ends nothing, or None."""
        moves = model.legal(seat)
        move = max(self.rng.choices(moves, k=2), key=len)
        logs = len(model.board.bag)
        board = model.ways(seat)[move]
        if board.ended or len(board.bag) > logs or any(
                colour not in COLOURS for colour in board.bag):
            return None
        return move

    # ---- the other twin ----

    def other_bag(self):
        """What was not drawn yet lies otherwise."""
        seen = 30 - len(self.model.board.bag)
        rest = self.setup["bag"][seen:]
        self.rng.shuffle(rest)
        return self.setup["bag"][:seen] + rest

    def other_roles(self):
        own = None
        if self.watcher is not None:
            own = self.setup["roles"][self.watcher]
        free = [role for role in CHARACTERS if role != own]
        self.rng.shuffle(free)
        return [own if s == self.watcher else free.pop()
                for s in range(self.seats)]

    def random_text(self):
        return self.random_move(self.rng, self.model)
