# SPDX-License-Identifier: ISC
"""An independent model of the game Fourth Bridge.

It is written from the text of the rules alone and shares no line and no
data with the program.  It knows no generator of chance: whatever is drawn
comes in from outside, as the `chance` lists of the engine protocol tell it.
"""

COLOURS = ["red", "blue", "green", "yellow", "black"]
CHARACTERS = COLOURS + ["traitor"]
# card: the actions that it allows
CARDS = {
    "work": {"load", "unload", "build"},
    "cart-load": {"cart", "load"},
    "cart-unload": {"cart", "unload"},
    "cart-carpenter": {"cart", "carpenter"},
    "carpenter-build": {"carpenter", "build"},
}
PACK = [card for card in CARDS for _ in range(2)]
ACTIONS = ["load", "unload", "build", "cart", "carpenter"]
VALUES = [9, 7, 5, 4]
RING = 7
UNKNOWN = object()  # nobody says in which order the logs come back


def in_table_order(cards):
    return sorted(cards, key=list(CARDS).index)


class Impossible(Exception):
    """An action that cannot be made."""


class Field:
    def __init__(self, kind):
        self.kind = kind
        self.logs = []  # nearest first
        self.bridge = []  # first laid first
        self.value = None  # of a bridge that stands

    def copy(self):
        other = Field(self.kind)
        other.logs, other.bridge = list(self.logs), list(self.bridge)
        other.value = self.value
        return other


class Board:
    """All that lies open, and the bag: what actions change.

    Fields are numbered from 0 here, and from 1 outside.
    """

    def __init__(self, ring, cart, carpenter, bag):
        self.ring = [Field(kind) for kind in ring]
        self.cart, self.carpenter = cart - 1, carpenter - 1
        self.stack = []  # bottom first
        self.bag = list(bag)
        self.lost = []
        self.ended = None
        self.fill_forests()

    def copy(self):
        other = Board.__new__(Board)
        other.ring = [field.copy() for field in self.ring]
        other.cart, other.carpenter = self.cart, self.carpenter
        other.stack, other.bag = list(self.stack), list(self.bag)
        other.lost, other.ended = list(self.lost), self.ended
        return other

    def fill_forests(self):
        for field in self.ring:
            if field.kind == "forest":
                while len(field.logs) < 3 and self.bag:
                    field.logs.append(self.bag.pop(0))

    def standing(self):
        return [f for f in self.ring if f.value is not None]

    def act(self, action, new_bag):
        """One action; new_bag(logs) says how these lie in the bag then."""
        here = self.ring[self.cart]
        if self.ended:
            raise Impossible("the game is over")
        if action == "load":
            if len(self.stack) == 4 or not here.logs:
                raise Impossible(action)
            self.stack.append(here.logs.pop(0))
        elif action == "unload":
            if not self.stack:
                raise Impossible(action)
            here.logs.insert(0, self.stack.pop())
        elif action == "cart":
            self.cart = (self.cart + 1) % RING
        elif action == "carpenter":
            self.carpenter = (self.carpenter + 1) % RING
        else:
            self.build(self.ring[self.carpenter], new_bag)
        self.fill_forests()

    def build(self, field, new_bag):
        if field.kind != "village" or field.value is not None or (
                not field.logs):
            raise Impossible("build")
        field.bridge.append(field.logs.pop(0))
        if len(field.bridge) == 5:
            self.judge(field, new_bag)
        if len(self.standing()) == 4:
            self.ended = "built"
        elif len(self.lost) == 15:
            self.ended = "lost"
        elif self.dead():
            self.ended = "dead"

    def judge(self, field, new_bag):
        logs = field.bridge
        if len(set(logs)) >= 4:
            field.value = VALUES[len(self.standing())]
            return
        field.bridge = []
        if max(map(logs.count, logs)) >= 3:
            self.bag = new_bag(self.bag + logs)
        else:
            self.lost += logs

    def dead(self):
        """Is no log more enough for any bridge?"""
        left = len(self.bag) + len(self.stack) + sum(
            len(field.logs) for field in self.ring)
        return left < min(5 - len(field.bridge) for field in self.ring
                          if field.kind == "village" and field.value is None)

    def after(self, actions, new_bag):
        """The board after that move, or None if it is not possible."""
        board = self.copy()
        try:
            for action in actions:
                board.act(action, new_bag)
        except Impossible:
            return None
        if actions and not board.ended and board.cart == board.carpenter:
            return None
        return board


class FourthBridge:
    """One play.  Wrong moves are the caller's fault: ask legal() first."""

    def __init__(self, names, turn_limit, draws):
        self.names = list(names)
        self.seats = len(names)
        self.turn_limit = turn_limit
        self.roles = list(draws["roles"])
        forests = [i + 1 for i, kind in enumerate(draws["ring"])
                   if kind == "forest"]
        if "cart" in draws:
            cart = draws["cart"]
        else:
            cart = next(f for f in forests if f != draws["carpenter"])
        carpenter = next(f for f in forests if f != cart)
        assert draws.get("carpenter", carpenter) == carpenter
        self.board = Board(draws["ring"], cart, carpenter, draws["bag"])
        self.turn = 1
        self.active = draws["active"]
        self.feed = []
        self.begin_turn(draws["hand"])

    def begin_turn(self, hand):
        assert len(hand) == self.seats + 1, "a hand of %s" % hand
        assert all(hand.count(card) <= 2 for card in CARDS), hand
        self.hand = in_table_order(hand)
        self.given = []  # (seat, card)
        self.moved = set()

    def __deepcopy__(self, memo):
        other = FourthBridge.__new__(FourthBridge)
        other.__dict__.update(self.__dict__)
        other.board = self.board.copy()
        for name in ("hand", "given", "feed"):
            setattr(other, name, list(getattr(self, name)))
        other.moved = set(self.moved)
        return other

    # ---- asking ----

    def mover(self):
        """Who was given a card and has not moved with it, or None."""
        return next((s for s, _ in self.given if s not in self.moved), None)

    def waiting(self):
        """Who has no card yet, clockwise from the active player."""
        cards = dict(self.given)
        around = [(self.active + i) % self.seats
                  for i in range(1, self.seats)]
        return [s for s in around if s not in cards]

    def pending(self):
        if self.board.ended:
            return {}
        if self.mover() is not None:
            return {self.mover(): "do"}
        return {self.active: "give" if self.waiting() else "take"}

    def card(self, seat):
        return dict(self.given).get(seat)

    def legal(self, seat):
        phase = self.pending().get(seat)
        hand = list(dict.fromkeys(self.hand))
        if phase is None:
            return []
        if phase == "give":
            return ["give %s %s" % (card, self.names[s])
                    for card in hand for s in self.waiting()]
        if phase == "take":
            return ["take " + card for card in hand]
        return list(self.ways(seat))

    def ways(self, seat):
        """Every way to move: {text: the board after it}."""
        allowed = [a for a in ACTIONS if a in CARDS[self.card(seat)]]
        found = {"do nothing": self.board}
        longer = [()]
        for _ in range(3):
            longer = [way + (a,) for way in longer for a in allowed]
            for way in longer:
                board = self.board.after(way, self.unknown_bag)
                if board is not None:
                    found[" ".join(("do",) + way)] = board
        return found

    @staticmethod
    def unknown_bag(logs):
        return [UNKNOWN] * len(logs)

    def default(self, seat):
        return self.legal(seat)[0]

    # ---- moving ----

    def apply(self, seat, text, chance):
        """Make a legal move; chance is the list of what was drawn."""
        self.feed = list(chance)
        verb, rest = text.split(" ", 1)
        if verb == "give":
            card, name = rest.split(" ", 1)
            self.hand.remove(card)
            self.given.append((self.names.index(name), card))
        elif verb == "take":
            self.given.append((seat, rest))
            self.hand = []
        else:
            self.do(seat, [] if rest == "nothing" else rest.split())
        assert not self.feed, "drawn, but not by the rules: %s" % self.feed

    def do(self, seat, actions):
        self.board = self.board.after(actions, self.drawn_bag)
        self.moved.add(seat)
        if self.board.ended or seat != self.active:
            return
        if self.turn == self.turn_limit:
            self.board.ended = "turns"
            return
        self.turn += 1
        self.active = (self.active + 1) % self.seats
        self.begin_turn(self.drawn("hand"))

    def drawn(self, what):
        assert self.feed, "%s was not drawn" % what
        told = self.feed.pop(0)
        assert told["what"] == what, "%s, not %s" % (what, told)
        return told["order"]

    def drawn_bag(self, logs):
        bag = self.drawn("bag")
        assert sorted(bag) == sorted(logs), "a bag of other logs: %s" % bag
        return list(bag)

    # ---- the end ----

    def scores(self):
        points = dict.fromkeys(COLOURS, 0)
        for field in self.board.standing():
            for i, colour in enumerate(reversed(field.bridge)):
                points[colour] += field.value - i
        return [points.get(role, 0) for role in self.roles]

    def winners(self):
        if not self.board.ended:
            return []
        if "traitor" in self.roles and len(self.board.standing()) < 4:
            return [self.roles.index("traitor")]
        scores = self.scores()
        builders = [s for s in range(self.seats)
                    if self.roles[s] != "traitor"]
        most = max(scores[s] for s in builders)
        return [s for s in builders if scores[s] == most]
