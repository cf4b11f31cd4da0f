# SPDX-License-Identifier: ISC
"""Names of players for random games: most plain, some as awkward as can be.

All are such that no two of them are equal without regard to case.
"""

PLAIN = ["Anna", "Boris", "Cyryl", "Dora"]
ALIKE = [("Zoe", "Zo\u00eb"), ("\u0141ucja", "Lucja"), ("JOS\u00c9", "jose"),
         ("M\u00fcller", "Muller"), ("Anna", "\u00c1nna"), ("Bo", "Bob")]
AWKWARD = [
    "Jean Luc", "Mary  Ann", " Eve", "Ola ", "O'Neil", "\"Q\"", "Smith, J.",
    "J. R.", "d'Arc \u201cla\u201d", "\u0414\u043c\u0438\u0442\u0440\u0438"
    "\u0439", "\u674e", "Stra\u00dfe", "Ren\u0065\u0301", "1", "0", "-1",
    "seat 0", "nobody else", "a b c d e f g h i j k l m n o p q r s t",
    "give work Anna", "wine", "traitor", "nothing", "pass", "x" * 40,
    "{{name}}", "%s%n", "<b>", "\\", "\U0001f9f6", "\u05d3\u05d5\u05d3"]


def random_names(rng, seats):
    """Different names for that many seats, in any order."""
    if rng.random() < 0.4:
        return PLAIN[:seats]
    names = list(rng.choice(ALIKE)) if rng.random() < 0.6 else []
    pool = [n for n in PLAIN + AWKWARD if n not in names]
    names += rng.sample(pool, seats - len(names))
    rng.shuffle(names)
    return names


def other_case(rng, name):
    """The same name in other letters of the same kind."""
    return rng.choice([str.upper, str.lower, str.title, str.swapcase,
                       str])(name)
