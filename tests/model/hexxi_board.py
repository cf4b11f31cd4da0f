# SPDX-License-Identifier: ISC
"""The board of Pirates HEXXI: a hexagon of hexagons, and who stands where.

Part of the independent model: written from the text of the rules alone.
"""

# One step to each side, clockwise; the opposite of step i is step i + 3.
STEPS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]


class Board:
    """The fields of a board with `side` fields along each edge."""

    def __init__(self, side):
        self.side = side
        last = side - 1
        self.place = {}  # name: (q, r)
        self.rows = []  # [(letter, [names])]
        for r in range(-last, last + 1):
            letter = chr(ord("a") + r + last)
            columns = range(max(-last, -last - r), min(last, last - r) + 1)
            names = []
            for number, q in enumerate(columns, 1):
                names.append("%s%d" % (letter, number))
                self.place[names[-1]] = (q, r)
            self.rows.append((letter, names))
        self.names = list(self.place)  # in row order
        self.named = {at: name for name, at in self.place.items()}
        # Six neighbours of each field by step; None is off the board.
        self.beside = {name: [self.named.get((q + a, r + b))
                              for a, b in STEPS]
                       for name, (q, r) in self.place.items()}
        self.near = {name: [n for n in six if n]
                     for name, six in self.beside.items()}
        self.corners = [self.named[at] for at in (
            (0, -last), (last, -last), (last, 0),
            (0, last), (-last, last), (-last, 0))]

    def bases(self, seats):
        """The corner of each seat's base."""
        return [self.corners[i] for i in
                {2: (5, 2), 3: (0, 2, 4), 4: (0, 1, 3, 4)}[seats]]

    def edge(self, one, two):
        """All fields from one corner straight on to the next."""
        (q, r), (to_q, to_r) = self.place[one], self.place[two]
        last = self.side - 1
        a, b = (to_q - q) // last, (to_r - r) // last
        return [self.named[q + i * a, r + i * b] for i in range(self.side)]

    def far(self, base):
        """The fields of a base's two far edges, in row order."""
        at = self.corners.index(base)
        left, opposite, right = (self.corners[(at + i) % 6]
                                 for i in (2, 3, 4))
        both = set(self.edge(left, opposite) + self.edge(opposite, right))
        return [name for name in self.names if name in both]

    def straight(self, one, two):
        """The field behind two, seen from its neighbour one, or None."""
        return self.beside[two][self.beside[one].index(two)]

    def behind(self, one, two):
        """The three fields behind two, seen from its neighbour one."""
        return [name for name in self.near[two]
                if name != one and name not in self.near[one]]

    def in_row_order(self, names):
        return sorted(names, key=self.names.index)


class Token:
    def __init__(self, owner, kind, up):
        self.owner = owner
        self.kind = kind
        self.up = up

    def told(self):
        return {"owner": self.owner, "kind": self.kind, "up": self.up}
