# SPDX-License-Identifier: ISC
"""A player with a mail program: an independent client of turnpost.

She knows nothing but her own mailbox.  She reads letters as a person does
(the numbered choices in the newest one), picks one, and answers with a real
mail, written as one of many mail programs would write it.
"""

import email
import email.policy
import email.utils
import os
import re

from forms import FORMS

CHOICE = re.compile(r"^\s*(\d+)\s*\u2192\s*(\S.*?)\s*$", re.M)
DONE = re.compile(r"^ \u2713 .*$", re.M)
COMPLAINT = re.compile(r"^ \u2717 |^There was no command in your mail|"
                       r"^I could not use ", re.M)
ROUND = re.compile(r"^Round (\d+) of \d+\.", re.M)
STANDING = re.compile(r"^  (\w+)(?: \(you\))? +(-?\d+) +\d+ +\d+\b", re.M)
SCORES = re.compile(r"[Mm]atch [^.]* is\s+over\.(.*?)^Thank you for playing",
                    re.M | re.S)
SCORE = re.compile(r"^  (\w+) +(-?\d+)(?: +winner)?$", re.M)
LOGGED = re.compile(r"^  +\d+ +(\w+) +\u2192 (.*?)$", re.M)
CARDS = ["ruby", "salt", "wine", "cloth", "grain", "conflict"]
ROLES = ["mutineer", "cabin-boy", "mate", "merchant", "loadmaster"]
CHATTER = ["What a calm sea today.", "I shall play when my tea is ready.",
           "Could somebody tell me who the captain is?",
           "play it again, Sam", "Is wine a good thing to sell here?"]


class Letter:
    """A letter of turnpost as its reader sees it."""

    def __init__(self, raw):
        self.mail = email.message_from_bytes(raw, policy=email.policy.default)
        text = self.mail.get_body(("plain",)).get_content()
        self.text = text.replace("\r\n", "\n")
        self.choices = [(int(n), move) for n, move
                        in CHOICE.findall(self.text)]

        scores = SCORES.search(self.text)
        # The last letter tells the scores, {name: points}.
        self.final = None if scores is None else {
            name: int(points)
            for name, points in SCORE.findall(scores.group(1))}

    def answers(self, mail_id):
        return self.mail["In-Reply-To"] == mail_id

    def offers(self, move):
        return move in [m for _, m in self.choices]

    def done(self):
        """Lines of the answered mail that were understood and done."""
        return DONE.findall(self.text)

    def complains(self):
        """Was something in the answered mail not done?"""
        return COMPLAINT.search(self.text) is not None

    def round(self):
        """(round, {name: points}) as this letter tells, or None."""
        told = ROUND.search(self.text)
        return told and (int(told.group(1)), {
            name: int(points) for name, points in STANDING.findall(self.text)})

    def log(self):
        """The moves of the match that the last letter lists."""
        return [(name, move) for name, move in LOGGED.findall(self.text)]


class Player:
    def __init__(self, name, address, home, rng):
        self.name = name
        self.address = address
        self.rng = rng
        self.box = os.path.join(home, "spool", "out", address)
        self.post = os.path.join(home, "spool", "in")
        self.letters = []
        self.count = 0  # mails written
        self.captain = False  # she was asked for the pay last

    # ---- her mailbox ----

    def fetch(self):
        """New letters, oldest first; they are then old ones."""
        new, cur = (os.path.join(self.box, sub) for sub in ("new", "cur"))
        if not os.path.isdir(new):
            return []
        names = sorted(os.listdir(new), key=lambda name: (
            os.stat(os.path.join(new, name)).st_mtime_ns, name))
        fetched = []
        for name in names:
            with open(os.path.join(new, name), "rb") as file:
                fetched.append(Letter(file.read()))
            os.rename(os.path.join(new, name),
                      os.path.join(cur, name + ":2,S"))
        self.letters += fetched
        return fetched

    def deliver(self, raw):
        """Into the Maildir of the server, as a mail transport does."""
        name = "%s.%d.%s" % (self.address, self.count, "demo")
        paths = [os.path.join(self.post, sub, name) for sub in ("tmp", "new")]
        with open(paths[0], "wb") as file:
            file.write(raw)
        os.rename(*paths)

    # ---- what she writes ----

    def reply(self, letter, words, form=None):
        """Answer a letter; returns the name of the form and the mail's id."""
        self.count += 1
        form = form or self.rng.choice(sorted(FORMS))
        mail_id = "<%d.%s>" % (self.count, self.address)
        headers = [
            ("From", email.utils.formataddr((self.name, self.address))),
            ("To", letter.mail["Reply-To"]),
            ("Subject", "Re: " + letter.mail["Subject"]),
            ("Date", email.utils.formatdate(localtime=True)),
            ("Message-ID", mail_id),
            ("In-Reply-To", letter.mail["Message-ID"]),
            ("References", " ".join(
                (letter.mail.get("References", "") + " " +
                 letter.mail["Message-ID"]).split()))]
        self.deliver(FORMS[form](headers, words, letter))
        return form, mail_id

    def choose(self, letter):
        """(a list of moves, each as all that she would have made; words)."""
        choices = letter.choices
        if all(move.startswith("pay ") for _, move in choices):
            self.captain = True
        if any(move.startswith("take ") for _, move in choices):
            self.captain = False
        plays = [c for c in choices if c[1] != "pass"]
        if len(plays) < len(choices) and self.rng.random() < 0.4:
            plays = [c for c in choices if c not in plays]
        number, move = self.rng.choice(plays)
        if move == "pass" and not self.captain and self.rng.random() < 0.5:
            roles = self.rng.sample(ROLES, len(ROLES))
            return ([["pass"], ["take " + role for role in roles]],
                    "pass " + " or ".join(roles))
        return [[move]], self.rng.choice([
            str(number), "%d." % number, move, move.upper(),
            move.capitalize() + ".", "  " + move.replace(" ", "  "),
            "* " + move, '"%s"' % move])

    def wrong(self, letter):
        """(the letter answered, words that are no move) by mistake."""
        rng = self.rng
        ways = [lambda: (letter, rng.choice(CHATTER)),
                lambda: (letter, str(len(letter.choices) + 7)),
                lambda: (letter, "play rum")]
        cards = [c for c in CARDS if not letter.offers("play " + c)]
        if cards:
            ways.append(lambda: (letter, "play " + rng.choice(cards)))
        stale = [(old, number) for old in self.letters[-12:-1]
                 for number, move in old.choices if not letter.offers(move)]
        if stale:
            old, number = rng.choice(stale)
            ways += 2 * [lambda: (old, str(number))]
        return rng.choice(ways)()
