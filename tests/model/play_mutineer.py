# SPDX-License-Identifier: ISC
"""How random games of Mutineer are begun, played and compared."""

import mutineer_shown
from engine import same
from mutineer import (CARDS, GOODS, ISLANDS, ROLES, Mutineer, all_goods,
                      material)
from mutineer_twins import MutineerTwins, stays_secret
from names import random_names
from secrets_kept import siblings

NONSENSE = [
    "", " ", ",", "wine", "play", "play wine wine", "play rum", "playwine",
    "play 1", "pass pass", "pass mate", "pass mate or merchant", "take",
    "take captain", "take mate mate", "take cabin boy", "pay", "pay -1",
    "pay 4", "pay 0 0", "pay 1.0", "pay 0x1", "pay 99999999999999999999",
    "pay two", "fight", "fight -1", "fight all", "fight 0 0", "keep",
    "keep 1", "keep" + 9 * " wine", "sell", "sell wine", "sell wine 1",
    "sell wine 0 hochland", "sell 1 wine hochland", "sell wine -1 hochland",
    "sell conflict 1 hochland", "sell wine 1 hochland wine",
    "sell wine 1 atlantis", "resign", "help", "undo", "1", "0",
    "pl\u00e4y wine", "pass\u00a0", "\uff50\uff41\uff53\uff53", "p\u0430ss",
    "pay \u0661", "x" * 5000,
]


class PlayMutineer:
    NAME = "mutineer"
    NONSENSE = NONSENSE

    # ---- the beginning ----

    @staticmethod
    def random_game(rng):
        seats, pirates = rng.choice([3, 4]), rng.random() < 0.5
        goods = all_goods(pirates)
        setup = {"ring": rng.sample(list(ISLANDS), 12),
                 "captain": rng.randrange(seats),
                 "deck": rng.sample(goods, len(goods))}
        given = 0.5 if rng.random() < 0.5 else 0
        return {"players": random_names(rng, seats),
                "options": {"pirates": pirates}
                if pirates or rng.random() < 0.5 else {},
                "setup": {key: value for key, value in setup.items()
                          if rng.random() < given}}

    @staticmethod
    def begin(new, draws):
        same("what a match begins with", sorted(draws),
             ["captain", "deck", "ring"])
        model = Mutineer(len(new["players"]),
                         new["options"].get("pirates", False), draws["ring"],
                         draws["captain"], draws["deck"])
        # How people differ: some pass early, some play on.
        model.passing = 0.1 + int(new["seed"][0], 16) % 3 / 4
        return model

    @staticmethod
    def check_draw(told, chance, model, moves_so_far):
        """Shuffles begin in the rules' order."""
        what = told["what"]
        if what == "captain":
            want = chance.below(len(model["players"]))
            same("captain drawn", told, {"what": what, "value": want})
            return
        if what == "ring":
            base = list(ISLANDS)
        elif moves_so_far:
            base = material(told["order"])
        else:
            base = all_goods(model["options"].get("pirates", False))
        same("%s drawn" % what, told,
             {"what": what, "order": chance.shuffle(base)})

    # ---- texts ----

    @staticmethod
    def random_text(rng, model):
        """The canonical text of a move that some game at some time has."""
        def sale(island):
            return "%s %d %s" % (rng.choice(GOODS), rng.randint(1, 4), island)

        return rng.choice([
            lambda: "pay %d" % rng.randint(0, 5),
            lambda: "play " + rng.choice(CARDS),
            lambda: "pass",
            lambda: "take " + rng.choice(ROLES),
            lambda: "fight %d" % rng.randint(0, 6),
            lambda: Mutineer.keep_text(
                rng.choices(CARDS, k=rng.randint(1, 6))),
            lambda: "sell " + ", ".join(
                sale(i)
                for i in rng.sample(sorted(ISLANDS), rng.randint(1, 2))),
            lambda: rng.choice(NONSENSE),
        ])()

    @staticmethod
    def sloppy(rng, text):
        verb, *rest = text.replace(",", "").split()
        if verb == "keep":
            rng.shuffle(rest)
        if verb == "sell" and len(rest) == 6 and rng.random() < 0.5:
            rest = rest[3:] + rest[:3]
        words = [rng.choice([str.upper, str.title, str.lower])(w)
                 for w in [verb] + rest]
        gaps = [rng.choice([" ", "  ", ",", ", ", " ,, "]) for _ in words]
        return rng.choice(["", " ", "  "]) + "".join(
            word + gap for word, gap in zip(words, gaps))

    @staticmethod
    def choose(rng, model, listed):
        """A random legal move; often the one that makes games long."""
        seat = rng.choice(sorted(model.pending()))
        moves = listed[seat]
        if "pass" in moves and len(moves) > 1:
            if rng.random() < model.passing:
                return seat, "pass"
            moves = [m for m in moves if m != "pass"]
        return seat, rng.choice(moves)

    # ---- comparing ----

    state = staticmethod(mutineer_shown.state)
    view = staticmethod(mutineer_shown.view)
    result = staticmethod(mutineer_shown.result)
    sort_unordered = staticmethod(mutineer_shown.sort_unordered)

    # ---- secrets ----

    @staticmethod
    def siblings(engine, model, listed):
        """A role taken, or cards kept, show in nothing to the others."""
        for seat, phase in model.pending().items():
            if phase == "keep" or phase == "take" and stays_secret(
                    model, seat, listed[seat][0]):
                siblings(engine, model.seats, seat, listed[seat], "take")

    @staticmethod
    def twins(number):
        return MutineerTwins(number, PlayMutineer.random_text)
