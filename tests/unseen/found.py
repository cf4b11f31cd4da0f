# SPDX-License-Identifier: ISC
"""Cases of mails with one command each: what is typed, by which program."""

import random

import people
import programs
from reply import Reply
from table import CAPTAINS, held_out

# Typed, and the move or request that it is.
COMMANDS = {
    "en": [("pay 2", "pay 2"), ("pay 0", "pay 0"), ("Pay 3", "pay 3"),
           ("2", "pay 2"), ("1", "pay 1"), ("PAY 1.", "pay 1"),
           ("status", "status"), ("help", "help"), ("rules", "rules"),
           ("history", "history")],
    "pl": [("obiecaj 2", "pay 2"), ("p\u0142ac\u0119 1", "pay 1"),
           ("Obiecaj 3", "pay 3"), ("2", "pay 2"), ("pay 2", "pay 2"),
           ("obiecuje 0", "pay 0"), ("stan", "stan"), ("pomoc", "pomoc"),
           ("zasady", "zasady")],
    "de": [("zahle 2", "pay 2"), ("Verspreche 1", "pay 1"),
           ("Zahle 3", "pay 3"), ("2", "pay 2"), ("pay 2", "pay 2"),
           ("zahle 0.", "pay 0"), ("Stand", "stand"), ("Hilfe", "hilfe"),
           ("Regeln", "regeln")],
    "ru": [("\u043e\u0431\u0435\u0449\u0430\u044e 2", "pay 2"),
           ("\u043f\u043b\u0430\u0447\u0443 1", "pay 1"),
           ("\u041e\u0431\u0435\u0449\u0430\u044e 3", "pay 3"),
           ("2", "pay 2"), ("pay 2", "pay 2"),
           ("\u0437\u0430\u043f\u043b\u0430\u0447\u0443 0", "pay 0"),
           ("\u0441\u0442\u0430\u0442\u0443\u0441",
            "\u0441\u0442\u0430\u0442\u0443\u0441"),
           ("\u043f\u043e\u043c\u043e\u0449\u044c",
            "\u043f\u043e\u043c\u043e\u0449\u044c"),
           ("\u043f\u0440\u0430\u0432\u0438\u043b\u0430",
            "\u043f\u0440\u0430\u0432\u0438\u043b\u0430")],
}


class Case:
    """A mail to be: who gets which answer to give is known by the batch."""

    def __init__(self, number, language, seed="unseen"):
        rng = random.Random("%s %s %d" % (seed, language, number))
        self.rng = rng
        self.language = language
        names = [x for x in programs.PROGRAMS
                 if language in programs.ONLY.get(x, CAPTAINS)]
        self.program = names[number % len(names)]
        self.position = rng.choice(programs.PROGRAMS[self.program][1])
        self.typed, self.wanted = rng.choice(COMMANDS[language])
        self.typed = rng.choice(["%s"] * 8 + ["  %s", "%s  ", "\t%s"]
                                ) % self.typed
        self.template = ""
        self.raw = b""

    def write(self, name, letter):
        around = people.Around(self.rng, self.language, name)
        reply = Reply(self.rng, self.language, name, letter,
                               [self.typed], around, self.position)
        self.raw = programs.write(reply, self.program)
        form = "+".join(x for x, y in (("text", reply.text),
                                       ("html", reply.html)) if y)
        self.kind = "%s %s %s" % (self.program, form, self.position)
        self.about = "%s %s %s %s" % (self.language, around.name,
                                      reply.charset, reply.transfer)
        self.template = "%s %s %s %s" % (self.program, self.position,
                                         self.language, around.name)
        self.held = held_out(self.template)
        return self.raw

    def right(self, outcome):
        if outcome.effects or outcome.refused or outcome.asked:
            return False
        if self.wanted.startswith("pay "):
            return outcome.moves == [self.wanted] and len(outcome.done) == 1
        return (not outcome.moves and len(outcome.done) == 1
                and self.wanted in outcome.done[0].lower())


def cases(count):
    return [Case(number // 4, sorted(CAPTAINS)[number % 4])
            for number in range(count)]
