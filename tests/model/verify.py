# SPDX-License-Identifier: ISC
"""An independent verifier of records, written from turnpost-record(5).

It shares no line with the program, and the models that it plays with know
the rules alone.  verify(record) raises Wrong with what does not hold, and
returns what no fingerprint covers.
"""

import hashlib
import json

from chance import Chance
from fourth_bridge import COLOURS, CHARACTERS, PACK, FourthBridge
from hexxi import Hexxi
from mutineer import ISLANDS, Mutineer, all_goods, material


class Wrong(Exception):
    """The record does not hold."""


def hold(true, what, *more):
    if not true:
        raise Wrong(what % more)


# ---- hashes ----

def fingerprint(data):
    return hashlib.blake2b(data, digest_size=32).hexdigest()


def agreed(record):
    """What is hashed as agreed on."""
    parts = {key: record[key] for key in
             ("game", "rules", "options", "data", "setup") if key in record}
    parts["seats"] = len(record["players"])
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False,
                      separators=(",", ":"))
    return bytes.fromhex(record["server_seed"]) + text.encode()


def match_seed(record):
    data = bytes.fromhex(record["server_seed"])
    for player in record["players"]:
        luck = (player["luck"] or "").encode()
        data += len(luck).to_bytes(4, "little") + luck
    return data


def check_hashes(record):
    server_seed = bytes.fromhex(record["server_seed"])
    hold(fingerprint(server_seed) == record["commitment"], "the commitment")
    hold(fingerprint(match_seed(record)) == record["seed"], "the seed")
    if "agreed" not in record:
        return ["game", "rules", "options", "data", "setup"]
    hold(fingerprint(agreed(record)) == record["agreed"], "what was agreed")
    return []


# ---- draws ----

class Drawn(Chance):
    """Draws from the keystream, each of them noted."""

    def __init__(self, record):
        super().__init__(record["seed"])
        self.noted = []
        self.setup = dict(record.get("setup", {}))

    def below(self, n):
        value = super().below(n)
        self.noted.append([n, value])
        return value

    def take(self):
        noted, self.noted = self.noted, []
        return noted

    def order(self, what, things, first=None):
        """Shuffled, but for those that were laid out; the first ones."""
        things = list(things)
        laid = self.setup.pop(what, [])
        for thing in laid:
            things.remove(thing)
        return (laid + self.shuffle(things))[:first]

    def choice(self, what, things):
        if what in self.setup:
            return self.setup.pop(what)
        return things[self.below(len(things))]


# ---- the games ----

class DrawnMutineer(Mutineer):
    def __init__(self, record, drawn):
        islands = [island["id"] for island in record["data"]["islands"]]
        for island in record["data"]["islands"]:
            told = tuple(island[key] for key in (
                "buys", "alone", "two", "three", "ship"))
            hold(ISLANDS[island["id"]] == told, "no model of such islands")
        self.drawn = drawn
        pirates, seats = record["options"]["pirates"], len(record["players"])
        ring = drawn.order("ring", islands)
        deck = drawn.order("deck", all_goods(pirates))
        captain = drawn.choice("captain", range(seats))
        super().__init__(seats, pirates, ring, captain, deck)

    def reshuffle(self):
        self.deck = self.drawn.shuffle(material(self.discard))
        self.discard = []


class DrawnBridge(FourthBridge):
    def __init__(self, record, drawn):
        self.drawn_from = drawn
        names = [player["name"] for player in record["players"]]
        seats = range(len(names))
        ring = drawn.order("ring", 5 * ["village"] + 2 * ["forest"])
        forests = [i + 1 for i, kind in enumerate(ring) if kind == "forest"]
        other = drawn.setup.pop("carpenter", None)
        cart = drawn.choice("cart", [f for f in forests if f != other])
        super().__init__(names, record["options"]["turn_limit"], {
            "ring": ring, "cart": cart,
            "bag": drawn.order("bag", [c for c in COLOURS for _ in range(6)]),
            "roles": drawn.order("roles", CHARACTERS, len(names)),
            "active": drawn.choice("active", seats),
            "hand": drawn.order("hand", PACK, len(names) + 1)})

    def drawn(self, what):
        return self.drawn_from.order(what, PACK, self.seats + 1)

    def drawn_bag(self, logs):
        return self.drawn_from.shuffle(sorted(logs, key=COLOURS.index))


def drawn_hexxi(record, drawn):
    names = [player["name"] for player in record["players"]]
    start = drawn.choice("start", range(len(names)))
    return Hexxi(names, record["options"]["side"],
                 record["options"]["circuits"], start)


GAMES = {"mutineer": DrawnMutineer, "fourth-bridge": DrawnBridge,
         "hexxi": drawn_hexxi}


def scores(model):
    return model.scores() if callable(model.scores) else model.scores


def check_moves(record):
    drawn = Drawn(record)
    model = GAMES[record["game"]](record, drawn)
    hold(not drawn.setup, "laid out, but not known: %s", drawn.setup)
    hold(drawn.take() == record["draws"], "the draws of the setup")
    number = -1
    for event in record["events"]:
        seat, move = event["seat"], event["move"]
        hold(event["n"] > number, "%d comes too late", event["n"])
        number = event["n"]
        hold(move in model.legal(seat), "%d: %s is not legal", number, move)
        model.apply(seat, move, [])
        hold(drawn.take() == event["draws"], "%d: its draws", number)
    hold(record["over"] == (not model.pending()), "whether it is over")
    hold(record["scores"] == scores(model), "the scores")


def verify(record):
    hold(record["turnpost_record"] == 1, "another form")
    hold(record["rules"] == 1, "other rules")
    uncovered = check_hashes(record)
    check_moves(record)
    return uncovered
