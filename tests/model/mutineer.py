# SPDX-License-Identifier: ISC
"""An independent model of the game Mutineer.

It is written from the text of the rules alone and shares no line and no
data with the program, so that what both agree on is what the rules say.  It
knows no generator of chance: whatever is drawn comes in from outside, as the
`chance` lists of the engine protocol tell it.
"""

import itertools

GOODS = ["ruby", "salt", "wine", "cloth", "grain"]
CARDS = GOODS + ["conflict", "pirate"]
AMOUNT = dict(zip(CARDS, [4, 5, 6, 7, 8, 6, 1]))
ROLES = ["mutineer", "cabin-boy", "mate", "merchant", "loadmaster"]
ABSENT_ROLES = ["merchant", "loadmaster", "cabin-boy", "mate", "mutineer"]
# id: what it buys, the values of one, two and three tied, the ship's value
ISLANDS = {
    "hochland": ("any", 4, 3, 2, 5),
    "frosthoehle": ("cloth", 3, 2, 1, 3),
    "gruenland": ("salt", 5, 3, 2, 4),
    "karge-zunge": ("grain", 6, 3, 2, 4),
    "eisfelsen": ("ruby", 6, 4, 3, 5),
    "affeninsel": ("grain", 2, 1, 1, 2),
    "kalte-klippe": ("cloth", 5, 2, 2, 4),
    "sommerland": ("salt", 3, 1, 1, 2),
    "rotes-riff": ("wine", 4, 2, 2, 3),
    "piratennest": ("any", 4, 3, 2, 5),
    "fingerhut": ("ruby", 2, 1, 0, 2),
    "sandkap": ("wine", 4, 2, 1, 3),
}


def material(cards):
    """Cards in the order of the rules' list."""
    return sorted(cards, key=CARDS.index)


def all_goods(pirates):
    """Every goods card, in the order of the rules' list."""
    return [c for c in CARDS if c != "pirate" or pirates
            for _ in range(AMOUNT[c])]


def numbers(way):
    """A way to sell as its pair of numbers."""
    return tuple(n for _, n in way)


def buys(island, kind):
    return ISLANDS[island][0] in ("any", kind)


class Player:
    def __init__(self):
        self.hand = []
        self.drawn = []
        self.new_round()

    def new_round(self):
        self.open = []
        self.aside = None
        self.role = None
        self.passed = False
        self.seen = None  # the roles that were there when he passed
        self.sold = None  # [(kind, number)] by active island

    def laid(self):
        return len(self.aside or [])


class Mutineer:
    """One play.  Wrong moves are the caller's fault: ask legal() first."""

    def __init__(self, seats, pirates, ring, captain, deck):
        self.seats = seats
        self.pirates = pirates
        self.ring = list(ring)
        self.captain = captain
        self.deck = list(deck)
        self.discard = []
        self.scores = [0] * seats
        self.players = [Player() for _ in range(seats)]
        self.ship = "hochland"
        self.active = ["hochland"]
        self.pirate_ship = "piratennest" if pirates else None
        self.last_round = 8 if seats == 4 else 9
        self.round = 0
        self.feed = []
        for seat in self.clockwise():
            self.players[seat].hand = [self.deck.pop(0) for _ in range(5)]
        self.begin_round()

    def begin_round(self):
        self.round += 1
        self.pay = None
        self.goes = {"captain": None, "mutineer": None}
        self.roles_left = list(ROLES)
        self.shown = False
        self.stage, self.turn = "pay", self.captain
        for player in self.players:
            player.new_round()

    # ---- asking ----

    def clockwise(self, start=None):
        start = self.captain if start is None else start
        return [(start + i) % self.seats for i in range(self.seats)]

    def with_role(self, role):
        for seat, player in enumerate(self.players):
            if player.role == role:
                return seat
        return None

    def pending(self):
        """Who may act now: {seat: phase}."""
        asked = {s: "keep" for s, p in enumerate(self.players) if p.drawn}
        if self.stage == "pay" or (self.stage != "over" and not asked):
            asked[self.turn] = self.stage
        return asked

    def legal(self, seat):
        """All legal moves of a seat as canonical texts, in the order listed.

        The order is that of turnpost-mutineer(7).
        """
        phase = self.pending().get(seat)
        player = self.players[seat]
        if phase is None:
            return []
        if phase == "pay":
            return ["pay %d" % n for n in range(4)]
        if phase == "offer":
            return ["play " + c for c in material(set(player.hand))] + [
                "pass"]
        if phase == "take":
            return ["take " + r for r in ROLES if r in self.roles_left]
        if phase == "fight":
            most = player.aside.count("conflict")
            return ["fight %d" % n for n in range(most + 1)]
        if phase == "keep":
            return list(dict.fromkeys(
                self.keep_text(kept) for kept in itertools.combinations(
                    material(player.drawn), self.lacks(seat))))
        return list(self.ways(seat))

    def lacks(self, seat):
        return 5 - len(self.players[seat].hand)

    @staticmethod
    def keep_text(cards):
        return " ".join(["keep"] + material(cards))

    def default(self, seat):
        """The move of a missed deadline."""
        phase = self.pending()[seat]
        if phase == "take":
            return "take " + next(
                r for r in ABSENT_ROLES if r in self.roles_left)
        if phase == "keep":
            return self.keep_text(self.players[seat].drawn[:self.lacks(seat)])
        if phase == "sell":
            return self.legal(seat)[0]
        return {"pay": "pay 0", "offer": "pass", "fight": "fight 0"}[phase]

    # ---- moving ----

    def apply(self, seat, text, chance):
        """Make a legal move; chance is the list of what was drawn."""
        self.feed = list(chance)
        words = text.replace(",", "").split()
        player = self.players[seat]
        if words[0] == "pay":
            self.pay = int(words[1])
            self.stage = "offer"
        elif words[0] == "play":
            self.play(seat, words[1])
        elif words[0] == "pass":
            self.lay_aside(seat)
        elif words[0] == "take":
            player.role = words[1]
            self.roles_left.remove(words[1])
            self.offer_from(seat + 1)
        elif words[0] == "fight":
            for _ in range(int(words[1])):
                player.aside.remove("conflict")
                player.open.append("conflict")
            self.ask_fight()
        elif words[0] == "sell":
            player.sold = self.ways(seat)[text]
            self.ask_sale()
        else:
            for card in words[1:]:
                player.drawn.remove(card)
            player.hand = material(player.hand + words[1:])
            self.discard += player.drawn
            player.drawn = []
        assert not self.feed, "drawn, but not by the rules: %s" % self.feed

    def play(self, seat, card):
        player = self.players[seat]
        player.hand.remove(card)
        player.open.append(card)
        if card == "pirate":
            self.sail_pirates(len(player.hand))
        self.offer_from(seat + 1)

    def sail_pirates(self, steps):
        start = self.ring.index(self.pirate_ship)
        way = [self.ring[(start - i) % 12] for i in range(1, steps + 1)]
        if not way:
            return
        self.pirate_ship = way[-1]
        if self.ship in way:
            self.clear_open()

    def clear_open(self):
        for player in self.players:
            self.discard += player.open
            player.open = []

    def offer_from(self, start):
        """The offer goes on with the next who has not passed."""
        waiting = [s for s in self.clockwise(start % self.seats)
                   if not self.players[s].passed]
        if not waiting:
            self.show_roles()
        elif self.players[waiting[0]].hand:
            self.stage, self.turn = "offer", waiting[0]
        else:
            self.lay_aside(waiting[0])

    def lay_aside(self, seat):
        player = self.players[seat]
        player.passed = True
        player.aside, player.hand = material(player.hand), []
        if seat == self.captain:
            self.goes["captain"] = self.course(player)
            self.offer_from(seat + 1)
        else:
            player.seen = list(self.roles_left)
            self.stage, self.turn = "take", seat

    def course(self, player):
        return self.ring[(self.ring.index(self.ship) + player.laid()) % 12]

    def show_roles(self):
        self.shown = True
        mutineer = self.with_role("mutineer")
        if mutineer is None:
            self.points()
            return
        self.goes["mutineer"] = self.course(self.players[mutineer])
        self.stage = "fight"
        self.queue = [s for s in self.clockwise() if s == self.captain or
                      self.players[s].role in ("mate", "mutineer", "cabin-boy")]
        self.ask_fight()

    def ask_fight(self):
        if self.queue:
            self.turn = self.queue.pop(0)
        else:
            self.points()

    def mutiny_wins(self):
        if self.with_role("mutineer") is None:
            return False
        loyal = rebel = 0
        for seat, player in enumerate(self.players):
            fights = player.open.count("conflict")
            if seat == self.captain:
                loyal += fights
            elif player.role == "mate":
                loyal += fights + 1
            elif player.role in ("mutineer", "cabin-boy"):
                rebel += fights
        return rebel >= loyal

    def points(self):
        mate = self.with_role("mate")
        if self.mutiny_wins():
            self.scores[self.with_role("mutineer")] += (
                ISLANDS[self.goes["mutineer"]][4])
            if self.with_role("cabin-boy") is not None:
                self.scores[self.with_role("cabin-boy")] += 2
            self.captain = self.with_role("mutineer")
            self.heads_for = self.goes["mutineer"]
        else:
            self.heads_for = self.goes["captain"]
            self.scores[self.captain] += ISLANDS[self.heads_for][4]
            if mate is not None:
                self.scores[mate] += 1 + self.pay
                self.scores[self.captain] -= self.pay
        self.begin_sale()

    # ---- the sale ----

    def markets(self):
        """The active islands in ring order from hochland."""
        home = self.ring.index("hochland")
        ring = self.ring[home:] + self.ring[:home]
        return [island for island in ring if island in self.active]

    def ways(self, seat):
        """The ways to sell that no other beats: {text: [(kind, number)]}.

        Those that sell most at the first island come first.
        """
        have = self.players[seat].open
        offers = [[(None, 0)] + [(k, n) for k in GOODS if buys(m, k)
                                 for n in range(1, have.count(k) + 1)]
                  for m in self.markets()]
        ways = [way for way in itertools.product(*offers)
                if all(sum(n for k, n in way if k == kind) <= have.count(kind)
                       for kind in GOODS)]
        pairs = {numbers(way) for way in ways}
        best = [way for way in ways if not any(
            pair != numbers(way) and
            all(b >= a for a, b in zip(numbers(way), pair))
            for pair in pairs)]
        best.sort(key=lambda way: -way[0][1])
        return {"sell " + ", ".join(
            "%s %d %s" % (k, n, m) for (k, n), m in zip(way, self.markets())
            if n): way for way in best}

    def begin_sale(self):
        self.stage = "sell"
        self.queue = self.clockwise()
        self.ask_sale()

    def ask_sale(self):
        """Go on to the next who has a choice."""
        while self.queue:
            self.turn = self.queue.pop(0)
            ways = list(self.ways(self.turn).values())
            if len(set(map(numbers, ways))) > 1:
                return
            self.players[self.turn].sold = ways[0]
        self.settle()

    def settle(self):
        merchant = self.with_role("merchant")
        for i, island in enumerate(self.markets()):
            counts = [player.sold[i][1] for player in self.players]
            most = max(counts)
            tied = [s for s, count in enumerate(counts) if count == most]
            values = ISLANDS[island][1:4] + (0,)
            for seat in tied if most else []:
                self.scores[seat] += values[
                    0 if seat == merchant else len(tied) - 1]
        if self.round == self.last_round:
            self.stage = "over"
        else:
            self.end_round()

    # ---- the ship, drawing ----

    def end_round(self):
        self.active = [self.ship]
        self.ship = self.heads_for
        if self.ship not in self.active:
            self.active.append(self.ship)
        self.clear_open()
        for player in self.players:
            player.hand, player.aside = player.aside, None
        loadmaster = self.with_role("loadmaster")
        for seat in self.clockwise():
            wants = self.lacks(seat)
            if seat == loadmaster and wants:
                self.players[seat].drawn = self.draw(wants + 3)
            else:
                hand = self.players[seat].hand
                self.players[seat].hand = material(hand + self.draw(wants))
        self.begin_round()

    def draw(self, n):
        cards = []
        for _ in range(n):
            if not self.deck:
                self.reshuffle()
            cards.append(self.deck.pop(0))
        return cards

    def reshuffle(self):
        assert self.feed, "the deck is empty, but none was shuffled"
        told = self.feed.pop(0)
        assert told["what"] == "deck", "a deck is needed, not %s" % told
        assert material(told["order"]) == material(self.discard), \
            "the new deck is not the discard pile: %s" % told
        self.deck, self.discard = list(told["order"]), []
