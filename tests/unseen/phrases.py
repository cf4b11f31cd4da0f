# SPDX-License-Identifier: ISC
"""How people write a move when nobody tells them how, and how they write what
is none.  {n} is the number, {c} its keycap, {w} its word."""

import random

from reply import Reply
import people
from table import CAPTAINS, held_out

WORDS = {"en": ["zero", "one", "two", "three"],
         "pl": ["zero", "jeden", "dwa", "trzy"],
         "de": ["null", "eins", "zwei", "drei"],
         "ru": ["ноль", "один", "два", "три"]}
# A number alone, with what people put around it.
BARE = ["{n}", "{n}.", "{n}!", "({n})", "{n})", "#{n}", "{n} :)", "{n} :-)",
        "{n} ;)", "{n} \U0001f44d", "{c}", "\u2192 {n}", "*{n}*", "**{n}**",
        "\"{n}\"", "- {n}", "\u2022 {n}", "{n} \U0001f642", "{n} !!", "[{n}]",
        "{n} \u2693", "\u00a0{n}\u00a0", "{n},", "{n}\u200b"]
MEANT = {
    "en": BARE + [
        "pay {n} \U0001f44d", "Ok, pay {n} please", "Please pay {n}.",
        "{n}  \u2192 pay {n}", "No. {n}", "Nr. {n}", "option {n}",
        "I'll pay {n}", "I\u2019ll pay {n}.", "I pay {n}", "pay {n}!!!",
        "Pay {n} ;-)", "OK pay {n}", "ok, {n}", "number {n}", "Number {n}.",
        "My move: pay {n}", "pay {n}, please", "pay {n} thanks",
        "pay {n}, thanks!", "I will pay {n}.", "I'd like to pay {n}",
        "\u2192 pay {n}", "* pay {n}", "- pay {n}", "\"pay {n}\"",
        "\u201cpay {n}\u201d", "'pay {n}'", "`pay {n}`", "**pay {n}**",
        "*pay {n}*", "_pay {n}_", "Option {n} please", "{n} please",
        "{n}, please", "{n}, thanks!", "I choose {n}", "I take number {n}",
        "\U0001f44d pay {n}", "Sure, pay {n}", "Hi, pay {n}", "pay  {n}",
        "PAY {n}", "pay {n} :)", "Okay, I'll pay {n}.", "I want to pay {n}",
        "no {n}", "Nr {n}", "Option {n}", "pay\u00a0{n}", "pay {n} \U0001f600",
        "{n} -> pay {n}", "{n} \u2192 pay {n}.", "{n}. pay {n}", "pay {w}",
        "Yes, pay {n}", "move: pay {n}", "pay {n} pls", "Then pay {n}"],
    "pl": BARE + [
        "obiecaj {n} \U0001f44d", "Ok, obiecaj {n} prosz\u0119",
        "Prosz\u0119 obiecaj {n}.", "{n}  \u2192 obiecaj {n}", "Nr {n}",
        "nr. {n}", "opcja {n}", "Numer {n}", "obiecuj\u0119 {n}",
        "Obiecuj\u0119 {n}!", "P\u0142ac\u0119 {n} :)", "zap\u0142ac\u0119 {n}"
        , "ok, {n}", "M\u00f3j ruch: obiecaj {n}", "obiecaj {n}, dzi\u0119ki",
        "obiecaj {n} prosz\u0119", "\u201eobiecaj {n}\u201d", "{n} poprosz\u0119"
        , "{n} prosz\u0119", "\u2192 obiecaj {n}", "- obiecaj {n}",
        "*obiecaj {n}*", "Wybieram {n}", "Opcja {n}", "Dobra, obiecaj {n}",
        "No to obiecuj\u0119 {n}", "Tak, obiecaj {n}", "OBIECAJ {n}"],
    "de": BARE + [
        "zahle {n} \U0001f44d", "Ok, zahle {n} bitte", "Bitte zahle {n}.",
        "{n}  \u2192 zahle {n}", "Nr. {n}", "Nummer {n}", "Option {n}",
        "Ich zahle {n}", "ich zahle {n}.", "Ich verspreche {n}", "ok, {n}",
        "Mein Zug: zahle {n}", "zahle {n}, danke", "zahle {n} bitte",
        "\u201ezahle {n}\u201c", "\u00bbzahle {n}\u00ab", "{n} bitte",
        "{n}, bitte", "\u2192 zahle {n}", "- zahle {n}", "*zahle {n}*",
        "Ich nehme {n}", "Ich w\u00e4hle {n}", "Ich nehme Nummer {n}",
        "Gut, zahle {n}", "Dann zahle ich {n}", "Ja, zahle {n}", "Nr {n}",
        "ZAHLE {n}", "Zahle {n} :)", "Okay, ich zahle {n}"],
    "ru": BARE + [
        "обещаю {n} \U0001f44d", "Ок, обещаю {n}, пожалуйста",
        "Пожалуйста, обещаю {n}.", "{n}  \u2192 обещаю {n}", "№ {n}", "№{n}",
        "номер {n}", "вариант {n}", "Я обещаю {n}", "Я плачу {n}.",
        "ок, {n}", "Мой ход: обещаю {n}", "обещаю {n}, спасибо",
        "«обещаю {n}»", "{n} пожалуйста", "{n}, пожалуйста",
        "\u2192 обещаю {n}", "- обещаю {n}", "*обещаю {n}*", "Выбираю {n}",
        "Хорошо, обещаю {n}", "Тогда обещаю {n}", "Да, обещаю {n}",
        "ОБЕЩАЮ {n}", "Обещаю {n} :)", "Обещаю {n})))", "Вариант {n}"],
}
UNSURE = ["{n} or {m}?", "{n}?", "{n} {m}", "{n}/{m}", "{n}-{m}", "{n}, {m}",
          "{n} + {m}", "{n}:{m}", "{n} ???", "{n} vs {m}", "{n}%", "-{n}",
          "{n}.5"]
DOUBTFUL = {
    "en": UNSURE + [
        "pay {n} \u2014 no wait, pay {m}", "pay {n} - no wait, pay {m}",
        "pay {n} or pay {m}", "maybe {n}", "I don't pay {n}", "not {n}",
        "pay {n}?", "should I pay {n}?", "pay {n} or {m}", "don't pay {n}",
        "What if I pay {n}?", "I would pay {n} if I could", "never pay {n}",
        "I paid {n} last time", "{name} will pay {n}", "in {n} days",
        "at {n}", "pay {n} pay {m}", "{n} people are missing",
        "pay {n}... or {m}?", "probably pay {n}", "pay {n} next time",
        "Can I pay {n}?", "either {n} or {m}", "{n}, no, {m}",
        "I was going to pay {n}", "Please don't pay {n}", "no, not {n}",
        "pay {n} instead of {m}", "I'd rather not pay {n}", "pay {n} unless "
        "{name} objects", "perhaps pay {n}", "pay {n} I guess?",
        "pay between {n} and {m}", "pay at least {n}", "I may pay {n}",
        "my number is {n}, yours {m}", "Why pay {n}?"],
    "pl": UNSURE + [
        "obiecaj {n} \u2014 nie, czekaj, obiecaj {m}", "mo\u017ce {n}",
        "obiecaj {n} albo {m}", "{n} albo {m}?", "nie obiecuj {n}",
        "nie {n}", "obiecaj {n}?", "Czy obieca\u0107 {n}?",
        "{name} obieca {n}", "za {n} dni", "o {n}", "chyba obiecaj {n}",
        "obiecaj {n}, nie, {m}", "Nie p\u0142ac\u0119 {n}", "{n} lub {m}",
        "obieca\u0142bym {n}, gdybym m\u00f3g\u0142"],
    "de": UNSURE + [
        "zahle {n} \u2014 nein, warte, zahle {m}", "vielleicht {n}",
        "zahle {n} oder {m}", "{n} oder {m}?", "nicht {n}", "zahle nicht {n}",
        "zahle {n}?", "Soll ich {n} zahlen?", "{name} zahlt {n}?",
        "in {n} Tagen", "um {n}", "wahrscheinlich zahle {n}", "zahle {n}, "
        "nein, {m}", "Ich zahle nie {n}", "eher {n} als {m}",
        "ich w\u00fcrde {n} zahlen, wenn ich k\u00f6nnte",
        "Ich zahle keine {n}"],
    "ru": UNSURE + [
        "обещаю {n} \u2014 нет, стоп, обещаю {m}", "может быть {n}",
        "обещаю {n} или {m}", "{n} или {m}?", "не {n}", "не обещаю {n}",
        "обещаю {n}?", "Обещать {n}?", "{name} обещает {n}?",
        "через {n} дня", "в {n}", "наверное обещаю {n}",
        "обещаю {n}, нет, {m}", "Я не плачу {n}", "либо {n}, либо {m}",
        "я обещал бы {n}, если бы мог"],
}


class Case:
    """One phrase in a mail without any quote."""

    def __init__(self, language, phrase, meant, number):
        self.rng = random.Random("phrase %s %s %d" % (language, phrase,
                                                      number))
        self.language = language
        self.phrase = phrase
        self.meant = meant
        self.kind = "%s %s" % ("meant" if meant else "doubtful", language)
        self.template = "%s %s" % (language, phrase)
        self.held = held_out(self.template)

    def write(self, name, letter):
        n, m = self.rng.sample(range(1, 4), 2)
        self.n = n
        self.typed = self.phrase.format(
            n=n, m=m, c="%d\ufe0f\u20e3" % n, name="Anna",
            w=WORDS[self.language][n])
        self.about = self.typed
        around = people.Around(random.Random("none"), self.language, name)
        around.above, around.below = [], []
        reply = Reply(self.rng, self.language, name, letter, [self.typed],
                      around, "top")
        reply.text = self.typed + "\n"
        self.raw = reply.raw()
        return self.raw

    def right(self, outcome):
        if outcome.effects:
            return False
        if self.meant:
            return outcome.moves == ["pay %d" % self.n]
        return not outcome.moves


def cases(share=1.0):
    result = []
    for language in sorted(CAPTAINS):
        for meant, phrases in ((True, MEANT), (False, DOUBTFUL)):
            result += [Case(language, phrase, meant, 0)
                       for phrase in phrases[language]]
    random.Random("order").shuffle(result)
    return result[:int(len(result) * share)]
