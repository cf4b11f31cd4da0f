# SPDX-License-Identifier: ISC
"""The example round of the rules as mails, and letters made comparable."""

import re

# What each player writes; MOVES is what must stand in the log afterwards.
ROUND = [
    ("Bernhard", "pay 0"),
    ("Bernhard", "play conflict"), ("Steffi", "play conflict"),
    ("Florian", "play cloth"), ("Carmen", "play wine"),
    ("Bernhard", "play wine"), ("Steffi", "pass mutineer"),
    ("Florian", "play cloth"), ("Carmen", "play salt"),
    ("Bernhard", "play wine"), ("Florian", "pass merchant or mate"),
    ("Carmen", "play salt"), ("Bernhard", "pass"),
    ("Carmen", "pass\ntake cabin boy"),
    ("Bernhard", "fight 1"), ("Steffi", "fight 1"), ("Carmen", "fight 0"),
]
MOVES = [
    ("Bernhard", "pay 0"),
    ("Bernhard", "play conflict"), ("Steffi", "play conflict"),
    ("Florian", "play cloth"), ("Carmen", "play wine"),
    ("Bernhard", "play wine"), ("Steffi", "pass"),
    ("Steffi", "take mutineer"),
    ("Florian", "play cloth"), ("Carmen", "play salt"),
    ("Bernhard", "play wine"), ("Florian", "pass"),
    ("Florian", "take merchant"),
    ("Carmen", "play salt"), ("Bernhard", "pass"),
    ("Carmen", "pass"), ("Carmen", "take cabin-boy"),
    ("Bernhard", "fight 1"), ("Steffi", "fight 1"), ("Carmen", "fight 0"),
]


def plain(text):
    """What differs from run to run: keys and hashes."""
    text = re.sub(r"\b[0-9a-f]{64}\b", "HASH", text)
    text = re.sub(r"(?m)^   → resign \S+$", "   → resign CODE", text)
    text = re.sub(r"\.[a-z2-7]{13}@", ".KEY@", text)
    text = re.sub(r"\.n[a-z2-7]{8}\.KEY@", ".nSERIAL.KEY@", text)
    text = re.sub(r"(?m)~# g(\d+)-[a-z2-7]{4}$", r"~# g\1-KEY", text)
    return re.sub(r"\[g(\d+)-[a-z2-7]{4}\]", r"[g\1-KEY]", text)


def whole(letter):
    head = ["From", "To", "Subject", "Reply-To", "Message-ID", "In-Reply-To",
            "References", "Auto-Submitted", "List-Id", "Date",
            "Content-Language"]
    lines = ["%s: %s" % (key, " ".join(str(letter.mail[key]).split()))
             for key in head if letter.mail[key]]
    return plain("\n".join(lines) + "\n\n" + letter.text)
