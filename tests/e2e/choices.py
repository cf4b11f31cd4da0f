# SPDX-License-Identifier: ISC
"""What a letter offers, whatever language it speaks."""

import re


def choices(text):
    """{number: what is to be written} of a letter."""
    text = re.sub(r"(?m)^( *)~ ", r"\1", text)  # the mark of no command
    found = {int(n): move for n, move in
             re.findall(r"^ *(\d+) +\u2192 (.+)$", text, re.M)}
    for block in re.findall(r"^ *\u2192 ([^\n]+ \u2026(?:.|\n)*?)(?=^ *\u2192|"
                            r"^ *\d+ +\u2192|\n\n|\Z)", text, re.M):
        begin, _, rest = " ".join(block.split()).partition(" \u2026")
        for entry in rest.split(" \u00b7 "):
            n, _, more = entry.strip().partition(") ")
            found[int(n)] = "%s %s" % (begin, more)
    for begin, low, high in re.findall(
            r"^ *\u2192 ([^\n]+) N +N \D+ (\d+) \D+ (\d+)$", text, re.M):
        for n in range(int(low), int(high) + 1):
            found[n] = "%s %d" % (begin, n)
    return found
