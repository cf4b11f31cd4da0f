# SPDX-License-Identifier: ISC
"""A player with a mail program: an independent client of turnpost.

She knows nothing but her own mailbox.  She reads letters as a person does
(the numbered choices in the newest one), picks one, and answers with a real
mail, written as one of many mail programs would write it.
"""

import email
import email.policy
import email.utils
import gzip
import json
import re

from forms import FORMS

CHOICE = re.compile(r"^ *(\d+) +(?:\u2192|=>) +(\S.*?)\s*$", re.M)
# A long list: what moves begin with, and behind it how they go on.
GROUP = re.compile(r"^ +(?:\u2192|=>) (\S.*?) (?:\u2026|\.\.\.) +"
                   r"((?:.*\n)(?: {4,}[^\s\u2192=].*\n)*)", re.M)
ENTRY = re.compile(r"(\d+)\) (.*?)(?: (?:\u00b7|-) (?=\d+\) )|$)")
RANGE = re.compile(r"^ +(?:\u2192|=>) (\w+) N +N from (\d+) to (\d+)$", re.M)
DONE = re.compile(r"^ (?:\u2713|\+) You wrote .*$", re.M)
COMPLAINT = re.compile(r"^ (?:\u2717|x) |^There was no command in your email|"
                       r"^I could not use ", re.M)
# Not the headings of what happened.
ROUND = re.compile(r"^(?:Round|Turn) (\d+)\b(?!.*:$)", re.M)
STANDING = re.compile(r"^  (\w+)(?: \(you\))? +(-?\d+) +\d+ +\d+\b", re.M)
SCORES = re.compile(r"[Mm]atch [^.]* is\s+over\.(.*?)^Since the last letter to you",
                    re.M | re.S)
SCORE = re.compile(r"^  ([\w-]+)(?: \([^)]*\))? +(-?\d+)(?: +winner)?$", re.M)
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
        self.text = text.replace("\r\n", "\n").replace("\u00a0", " ")
        self.choices = self.read_choices()
        scores = SCORES.search(self.text)
        # The last letter tells the scores, {name: points}.
        self.final = None if scores is None else {
            name: int(points)
            for name, points in SCORE.findall(scores.group(1))}

    def read_choices(self):
        """(number, move) as the list has them, be it short or long."""
        found = [(int(n), move) for n, move in CHOICE.findall(self.text)]
        for head, rest in GROUP.findall(self.text):
            for number, tail in ENTRY.findall(" ".join(rest.split())):
                found.append((int(number), head if tail == "nothing more"
                              else "%s %s" % (head, tail)))
        for verb, first, last in RANGE.findall(self.text):
            found += [(n, "%s %d" % (verb, n))
                      for n in range(int(first), int(last) + 1)]
        return found

    def answers(self, mail_id):
        return self.mail["In-Reply-To"] == mail_id

    def offers(self, move):
        return move in [m for _, m in self.choices]

    def offers_verb(self, verb):
        return any(m.split()[0] == verb for _, m in self.choices)

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
        """The moves of the match, as the record that comes with the last
        letter has them."""
        for part in self.mail.iter_attachments():
            name, content = part.get_filename(), part.get_content()
            if name.endswith(".gz"):
                content = gzip.decompress(content)
            if ".json" in name:
                record = json.loads(content)
                return [(record["players"][event["seat"]]["name"],
                         event["move"]) for event in record["events"]]
        raise ValueError("no record comes with the letter")


class Line:
    """A line that she wrote: the moves of which it made the first that was
    possible."""

    def __init__(self, ways):
        self.ways = ways


class Player:
    def __init__(self, name, address, post, rng):
        self.name = name
        self.address = address
        self.rng = rng
        self.post = post
        self.letters = []
        self.together = []  # the last that came at one time
        self.count = 0  # mails written
        self.captain = False  # she was asked for the pay last

    # ---- her mailbox ----

    def fetch(self):
        """New letters, oldest first; they are then old ones."""
        fetched = [Letter(raw) for raw in self.post.fetch(self.address)]
        self.letters += fetched
        self.together = fetched or self.together
        return fetched

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
        self.post.deliver(FORMS[form](headers, words, letter))
        return form, mail_id

    def choose(self, letter):
        """What she wants, and the words of it: ([Line], words)."""
        choices = letter.choices
        if all(move.startswith("pay ") for _, move in choices):
            self.captain = True
        if any(move.startswith("take ") for _, move in choices):
            self.captain = False
        plays = [c for c in choices if c[1] != "pass"]
        if len(plays) < len(choices) and self.rng.random() < 0.4:
            plays = [c for c in choices if c not in plays]
        number, move = self.rng.choice(plays)
        if (move == "pass" and letter.offers_verb("play")
                and not self.captain and self.rng.random() < 0.5):
            roles = self.rng.sample(ROLES, len(ROLES))
            return ([Line(["pass"]), Line(["take " + r for r in roles])],
                    "pass " + " or ".join(roles))
        return [Line([move])], self.rng.choice([
            str(number), "%d." % number, move, move.upper(),
            move.capitalize() + ".", "  " + move.replace(" ", "  "),
            "* " + move, '"%s"' % move])

    def wrong(self, letter):
        """(the letter answered, words that are no move) by mistake."""
        rng = self.rng
        verb = letter.choices[0][1].split()[0]
        ways = [lambda: (letter, rng.choice(CHATTER)),
                lambda: (letter, str(max(letter.choices)[0] + 7)),
                lambda: (letter, verb + " rum")]
        cards = [c for c in CARDS if not letter.offers("play " + c)]
        if letter.offers_verb("play") and cards:
            ways.append(lambda: (letter, "play " + rng.choice(cards)))
        stale = [(old, number, move) for old in self.letters[-12:-1]
                 for number, move in old.choices if not letter.offers(move)]
        if stale:
            old, number, move = rng.choice(stale)
            ways += 2 * [lambda: (old, str(number))]
            ways.append(lambda: (letter, move))
        return rng.choice(ways)()
