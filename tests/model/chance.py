# SPDX-License-Identifier: ISC
"""The draws of a match, computed again from its seed.

The keystream of ChaCha20 (RFC 8439: 32 bit block counter from 0, zero nonce)
is read as 32-bit little-endian words.
"""

import struct

CONSTANTS = struct.unpack("<4I", b"expand 32-byte k")
QUARTERS = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
            (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]
MASK = 0xFFFFFFFF


def quarter(x, a, b, c, d):
    for one, two, three, shift in ((a, b, d, 16), (c, d, b, 12),
                                   (a, b, d, 8), (c, d, b, 7)):
        x[one] = (x[one] + x[two]) & MASK
        mixed = x[three] ^ x[one]
        x[three] = (mixed << shift | mixed >> (32 - shift)) & MASK


def block(key, counter, nonce=(0, 0, 0)):
    """Sixteen words of keystream."""
    start = [*CONSTANTS, *struct.unpack("<8I", key), counter, *nonce]
    x = list(start)
    for _ in range(10):
        for places in QUARTERS:
            quarter(x, *places)
    return [(a + b) & MASK for a, b in zip(x, start)]


class Chance:
    def __init__(self, seed):
        self.key = bytes.fromhex(seed)
        self.words = []
        self.place = 0  # words used: set it back to take draws back
        self.drawn = {}  # how the match begins: what was told, by name

    def word(self):
        while self.place >= len(self.words):
            self.words += block(self.key, len(self.words) // 16)
        self.place += 1
        return self.words[self.place - 1]

    def below(self, n):
        limit = (1 << 32) // n * n
        while True:
            word = self.word()
            if word < limit:
                return word % n

    def shuffle(self, things):
        """Fisher-Yates from the last place down."""
        things = list(things)
        for i in range(len(things) - 1, 0, -1):
            j = self.below(i + 1)
            things[i], things[j] = things[j], things[i]
        return things
