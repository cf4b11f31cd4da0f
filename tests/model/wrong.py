# SPDX-License-Identifier: ISC
"""What a match may be begun with, by game, and what must be refused.

An entry holds what `games` says of the game, options and set-ups that are
wrong, set-ups that are right, and whether moves name players.
"""

from mutineer import ISLANDS, all_goods

VILLAGES = 5 * ["village"]
RING = ["forest", *VILLAGES, "forest"]
HAND = ["work", "work", "cart-load", "carpenter-build"]
BAG = 6 * ["red", "blue", "green", "yellow", "black"]
NO_SEATS = [-1, 3, True, "0", "Anna", 0.0, 2**32, 2**63 - 1, [0], {}, None]
NO_NUMBERS = [-1, "90", 90.0, True, None, [], {}, 2**31, 2**63 - 1]


def each(key, values):
    return [{key: value} for value in values]


def without(values, gone):
    return [v for v in values if v != gone]


def mutineer():
    deck, ring = all_goods(False), list(ISLANDS)
    return {
        "games": {"game": "mutineer", "min": 3, "max": 4,
                  "options": {"pirates": False}},
        "names_matter": False,
        "options": each("pirates", [1, "yes", None, [True], 0]) + [
            {"Pirates": True}, {"turn_limit": 3}],
        "right": [{"ring": ring}, {"deck": deck[::-1]}, {"captain": 2}, {}],
        "setup": each("captain", NO_SEATS) + each("ring", [
            1, [], ring[1:], ring + ["hochland"], ring[1:] + ["fingerhut"],
            ring[1:] + ["atlantis"], ring[1:] + [0], {}, ring[:11] + ring[:1],
            "hochland", None]) + each("deck", [
                deck[1:], deck + ["wine"], "wine", deck[1:] + ["pirate"],
                deck[:-1] + ["wine"], deck[1:] + ["rum"], [deck], {}]) + [
            {"rings": ring}, {"scores": [0, 0, 0]},
            {"deck": deck, "ring": ring, "captain": 0, "hands": []},
            {"deck": deck, "captain": 0, "ring": ring[:11] + ring[:1]}]}


def fourth_bridge():
    def on(**rest):
        return {"ring": RING, **rest}

    no_fields = [2, 6, 0, 8, -1, "1", 1.0, True, None, [1], {}, 2**31]
    return {
        "games": {"game": "fourth-bridge", "min": 3, "max": 4,
                  "options": {"turn_limit": 90}},
        "names_matter": True,
        "options": each("turn_limit", NO_NUMBERS + [1001]) + [
            {"turns": 3}, {"Turn_limit": 3}, {"pirates": False},
            {"turn_limit": 90, "seats": 3}],
        "right": [
            {}, {"ring": RING}, on(cart=1), on(carpenter=1), {"bag": BAG},
            on(cart=7, carpenter=1), {"active": 2},
            {"roles": ["red", "traitor", "black"]}, {"hand": HAND},
            on(cart=1, carpenter=7, bag=BAG, active=0,
               roles=["blue", "green", "red"])],
        "setup": each("active", NO_SEATS) + each("ring", [
            1, [], {}, None, "forest", RING[1:], RING + ["village"],
            VILLAGES + ["village", "forest"], VILLAGES + ["forest", "castle"],
            VILLAGES[1:] + 3 * ["forest"], VILLAGES + ["forest", "Forest"],
            VILLAGES + ["forest", 0], [RING]]) + [
                on(cart=field) for field in no_fields] + [
                on(carpenter=field) for field in no_fields] + [
            on(cart=1, carpenter=1), on(cart=7, carpenter=7)] + each("bag", [
                1, [], {}, None, "red", BAG[1:], BAG + ["red"],
                BAG[1:] + ["black"], BAG[1:] + ["purple"],
                BAG[1:] + ["traitor"], BAG[1:] + ["Red"], BAG[1:] + [0],
                [BAG]]) + each("roles", [
                    1, [], {}, None, "red", ["red", "blue"],
                    ["red", "blue", "green", "black"],
                    ["red", "blue", "red"],
                    ["traitor", "traitor", "red"],
                    ["red", "blue", "builder"], ["red", "blue", "Green"],
                    ["red", "blue", None], ["red", "blue", 0]]) + [
            *each("hand", [
                1, [], {}, None, "work", HAND[1:], HAND + ["work"],
                ["work", "work", "work", "cart-load"], HAND[1:] + ["mill"],
                HAND[1:] + ["red"], HAND[1:] + ["Work"], HAND[1:] + [0]]),
            {"bags": BAG}, {"Ring": RING}, {"scores": [0, 0, 0]},
            {"lost": 0}, {"turn": 1}, {"stack": []}, {"given": []},
            on(cart=1, carpenter=7, bag=BAG, active=3)]}


def hexxi():
    return {
        "games": {"game": "hexxi", "min": 2, "max": 4,
                  "options": {"side": 4, "circuits": 30}},
        "names_matter": True,
        "options": each("side", NO_NUMBERS + [2, 7]) + each(
            "circuits", NO_NUMBERS + [0, 101]) + [
                {"sides": 4}, {"turn_limit": 3}, {"side": 4, "circuit": 1}],
        "right": [{}, {"start": 0}, {"start": 2}],
        "setup": each("start", NO_SEATS) + [
            {"order": [0, 1, 2]}, {"Start": 0}, {"start": 0, "turn": 1},
            {"fields": {}}]}


WRONG = {"mutineer": mutineer, "fourth-bridge": fourth_bridge, "hexxi": hexxi}

NO_NAMES = [
    ["", "Boris", "Cyryl"], ["Anna", "  ", "Cyryl"], ["A\nB", "Boris", "C"],
    ["Anna", "Boris", "C\u0000"], ["A\tB", "Boris", "C"],
    ["Anna", "x" * 5000, "C"], ["Anna", "\u001b[0m", "C"]]
# Pairs of names that are one name to a reader without regard to case, to whom
# commas are blanks and characters of any width are the same.
EQUAL = [
    ("Anna", "anna"), ("Anna", "Anna"), ("ANNA", "aNNA"),
    ("\u0141ucja", "\u0142UCJA"), ("Stra\u00dfe", "STRASSE"),
    ("Zo\u00eb", "ZO\u00cb"), ("Zo\u00eb", "Zoe\u0308"),
    ("Jean Luc", "jean luc"), ("\u0414\u0438\u043c\u0430",
                               "\u0434\u0418\u043c\u0430"),
    ("d4", "d\uff14"), ("a b", "a,b"), ("Smith, J.", "smith ,J.")]
DIFFERENT = [
    ("Zoe", "Zo\u00eb"), ("\u0141ucja", "Lucja"), ("Anna", "Hanna"),
    ("Anna", "\u00c1nna"), ("Bo", "Bo B"), ("Jean Luc", "Jeanluc")]
