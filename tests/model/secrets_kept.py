# SPDX-License-Identifier: ISC
"""Does the program keep secrets?  Two tries at catching it.

siblings: one seat makes each of several moves that only it may know; what
everybody else is shown and told must come out the same.

twins: two games that look the same to one seat, because all that it has
seen is the same and all else is dealt otherwise.  Views, legal moves,
defaults, refusals and news must be the same.
"""

import random

from engine import Disagreement, good, same


def view_request(seat):
    return {"op": "view"} if seat is None else {"op": "view", "seat": seat}


def siblings(engine, seats, mover, moves, looking="", result=True):
    """All moves of the mover, each taken back, look alike to the others.

    Who is asked in the phase looking sees what was chosen; result: is the
    result the same, too?
    """
    others = [s for s in [None, *range(seats)] if s != mover]
    requests = [{"op": "pending"}] + result * [{"op": "result"}]
    requests += [view_request(s) for s in others]
    requests += [{"op": "legal", "seat": s} for s in others if s is not None]
    first = None
    for move in moves:
        told = engine.get("move", seat=mover, move=move)
        shown = engine.get_all(requests)
        engine.get("undo")
        for asked in shown[0]["pending"]:
            if asked["phase"] == looking:
                shown = [a for a, r in zip(shown, requests)
                         if r.get("seat") != asked["seat"]]
        if first is None:
            first = told["events"], shown
        same("what others learn by %r, and by %r" % (move, moves[0]),
             [told["events"], shown], list(first))


class Twins:
    """A pair of games; a game of its own fills in what it says None to.

    It sets rng, watcher (a seat, or None for an onlooker), beginnings (two
    requests), moves (a list of seat and text, as made in the first twin),
    and differ (in how many things the twins differ).
    """

    ASKED = ["pending", "result"]  # what may be the same beside the view

    def __init__(self, number):
        self.rng = random.Random(number)
        self.watcher = None
        self.beginnings = self.moves = self.differ = None

    def other_move(self, engine, seat, move):
        """What the other twin's player does where this one does move."""
        return move

    def random_text(self):
        raise NotImplementedError

    def ask(self, engines):
        """The same questions to both; what the watcher gets to know."""
        requests = [{"op": op} for op in self.ASKED]
        requests.append(view_request(self.watcher))
        if self.watcher is not None:
            legal = {"op": "legal", "seat": self.watcher}
            may = engines[0].get(**legal)["moves"]
            requests += [legal, {"op": "default", "seat": self.watcher}]
            for _ in range(4):
                text = self.random_text()
                if text not in may:
                    requests.append({"op": "move", "seat": self.watcher,
                                     "move": text})
        answers = [engine.ask_all(requests) for engine in engines]
        for request, one, two in zip(requests, *answers):
            same("twins: seat %s: %s" % (self.watcher, request), one, two)

    def play(self, engines):
        for engine, new in zip(engines, self.beginnings):
            good(new, engine.ask_all([new])[0])
        self.ask(engines)
        for seat, move in self.moves:
            texts = [move, self.other_move(engines[1], seat, move)]
            told = []
            for engine, text in zip(engines, texts):
                request = {"op": "move", "seat": seat, "move": text}
                told.append(good(request, engine.ask(**request))["events"])
            same("twins: news of %s" % texts, *told)
            self.ask(engines)


def play_twins(engines, make, first, pairs):
    """Pairs of twins as make(number) makes them.

    In how many things they differed, in all.
    """
    differ = 0
    for number in range(first, first + pairs):
        twins = make(number)
        try:
            twins.play(engines)
        except Disagreement as fault:
            raise Disagreement("twins %d: %s\n  %s\n  %s\n  %s" % (
                number, fault, *twins.beginnings, twins.moves)) from fault
        differ += twins.differ
    return differ
