# SPDX-License-Identifier: ISC
"""Was the shuffle fair?  A check by a player, from her letters alone.

The fingerprint of the first letter must be the hash of the secret number in
the last one; the seed must follow from it and the luck words; and the moves
listed there, played by the independent model with the chance of that seed,
must lead to the scores told.
"""

import hashlib
import os
import re
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../model"))

import chance
from mutineer import ISLANDS, Mutineer, all_goods, material

HEX = re.compile(r"^ +([0-9a-f]{64})$", re.M)
LUCK = re.compile(r'(\w+): "(.*?)"')


class Off(Exception):
    """Something is not as it should be."""


class Replay(Mutineer):
    """The model, drawing from a seed instead of being told."""

    def __init__(self, seats, pirates, seed):
        self.source = chance.Chance(seed)
        ring = self.source.shuffle(ISLANDS)
        deck = self.source.shuffle(all_goods(pirates))
        captain = self.source.below(seats)
        super().__init__(seats, pirates, ring, captain, deck)

    def reshuffle(self):
        self.deck = self.source.shuffle(material(self.discard))
        self.discard = []


def match_seed(secret, names, luck):
    """BLAKE2b-256 of the secret number and each seat's words."""
    told = hashlib.blake2b(bytes.fromhex(secret), digest_size=32)
    for name in names:
        words = luck.get(name, "").encode()
        told.update(struct.pack("<I", len(words)) + words)
    return told.hexdigest()


def check_proof(letters, names, scores, pirates):
    first, last = letters[0], letters[-1]
    promised = HEX.findall(first.text)
    fingerprint, secret, seed, agreed = HEX.findall(last.text)
    if promised != [fingerprint, agreed]:
        raise Off("other fingerprints than the first letter's")
    if hashlib.blake2b(bytes.fromhex(secret),
                       digest_size=32).hexdigest() != fingerprint:
        raise Off("the fingerprint is not that of the secret number")
    proof = " ".join(last.text[last.text.index(secret):].split())
    if match_seed(secret, names, dict(LUCK.findall(proof))) != seed:
        raise Off("the seed does not follow from secret and luck words")
    model = Replay(len(names), pirates, seed)
    for name, move in last.log():
        seat = names.index(name)
        if move not in model.legal(seat):
            raise Off("by the model, %r is no legal move" % move)
        model.apply(seat, move, [])
    if model.pending() or model.scores != [scores[n] for n in names]:
        raise Off("the model comes to %s" % model.scores)
