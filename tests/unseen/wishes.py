# SPDX-License-Identifier: ISC
"""What else people write to the robot: absences with dates of their own, help
in another language, a yes to a question, and a first mail of all; and robots
that write to its own address."""

import contextlib
import datetime
import email.message
import os
import random
import shutil

import bounces
import people
from reply import Reply
from table import CAPTAINS, held_out

# On Saturday, 21 November 2026: the line, and from and until when she is away
# (days of that November, the last one still away).
AWAY = {
    "en": [("away tomorrow", 22, 22), ("away until Friday", 21, 27),
           ("away until friday.", 21, 27), ("away till Tuesday", 21, 24),
           ("away 25 November to 28 November", 25, 28),
           ("away from 25 Nov to 28 Nov", 25, 28),
           ("away until 29 November", 21, 29), ("away 2026-11-24", 24, 24),
           ("away 24/11/2026 to 26/11/2026", 24, 26),
           ("away from Monday to Thursday", 23, 26), ("away today", 21, 21),
           ("away until tomorrow", 21, 22)],
    "pl": [("urlop jutro", 22, 22), ("urlop do pi\u0105tku", 21, 27),
           ("urlop od 25 listopada do 28 listopada", 25, 28),
           ("nie ma mnie do wtorku", 21, 24), ("urlop do 29.11.", 21, 29),
           ("urlop od 25.11. do 28.11.", 25, 28),
           ("nie ma mnie jutro", 22, 22)],
    "de": [("abwesend morgen", 22, 22), ("abwesend bis Freitag", 21, 27),
           ("abwesend vom 25.11. bis 28.11.", 25, 28),
           ("weg bis Dienstag", 21, 24), ("Urlaub bis 29. November", 21, 29),
           ("abwesend von Montag bis Donnerstag", 23, 26),
           ("abwesend vom 25. bis 28. November", 25, 28)],
    "ru": [("отсутствую завтра", 22, 22), ("отсутствую до пятницы", 21, 27),
           ("отпуск с 25 ноября по 28 ноября", 25, 28),
           ("меня нет до вторника", 21, 24), ("отсутствую до 29.11.", 21, 29),
           ("отпуск с 25.11. по 28.11.", 25, 28)],
}
HELP = ["help", "Help!", "pomoc", "Pomoc!", "Hilfe", "hilfe?", "помощь",
        "Помощь!", "справка"]
YES = {
    "en": ["yes", "Yes", "Yes, it was me.", "Yes, that was me!", "yes.",
           "Yes it was", "yes please"],
    "pl": ["tak", "Tak.", "Tak, to ja.", "Tak, to by\u0142am ja", "tak!"],
    "de": ["ja", "Ja.", "Ja, das war ich.", "Ja, ich war das", "ja!"],
    "ru": ["да", "Да.", "Да, это я.", "Да, это был я", "да!"],
}
NO = {
    "en": ["no", "No, it was not me.", "No!"], "pl": ["nie", "Nie, to nie ja."],
    "de": ["nein", "Nein, das war ich nicht."], "ru": ["нет", "Нет, не я."],
}
FIRST = {
    "en": ["Hello, I would like to play with you. How does it work?", "help",
           "Hi there, can I join your game please?"],
    "pl": ["Cze\u015b\u0107, chcia\u0142bym z wami zagra\u0107. Jak to dzia\u0142"
           "a?", "pomoc", "Dzie\u0144 dobry, czy mog\u0119 do\u0142\u0105czy"
           "\u0107 do gry?"],
    "de": ["Hallo, ich m\u00f6chte gerne mitspielen. Wie geht das?", "Hilfe",
           "Guten Tag, kann ich bei euch noch mitmachen?"],
    "ru": ["Здравствуйте, я хочу поиграть с вами. Как это работает?",
           "помощь", "Добрый день, можно мне присоединиться к игре?"],
}


class Case:
    """One line to a match, and what must come of it."""

    def __init__(self, language, typed):
        self.language = language
        self.typed = typed
        self.kind = self.template = "%s %s" % (language, typed)
        self.about = typed
        self.held = held_out(self.template)

    def write(self, name, letter):
        around = people.Around(random.Random("none"), self.language, name)
        around.above, around.below = [], []
        reply = Reply(random.Random(self.template), self.language, name,
                      letter, [self.typed], around, "top")
        reply.text = self.typed + "\n"
        self.raw = reply.raw()
        return self.raw


def absences():
    for language, lines in AWAY.items():
        for typed, since, until in lines:
            case = Case(language, typed)
            case.days = (since, until)
            yield case


def away_right(case, outcome):
    """From that day's beginning, or from now, until that day's end."""
    def day(time):
        return datetime.datetime.fromtimestamp(time, datetime.timezone.utc)

    if len(outcome.absences) != 1 or outcome.moves or outcome.refused:
        return False
    since, until = map(day, outcome.absences[0])
    return ((since.day, (until - datetime.timedelta(seconds=1)).day)
            == case.days and since.month == until.month == 11)


def helps():
    for language in sorted(CAPTAINS):
        for word in HELP:
            case = Case(language, word)
            case.wanted = word.strip("!?").lower()
            yield case


def help_right(case, outcome):
    return (not outcome.moves and not outcome.refused
            and len(outcome.done) == 1
            and case.wanted in outcome.done[0].lower())


# ---- in two mails ----

@contextlib.contextmanager
def copied(table):
    copy = table.template + "-copy"
    shutil.copytree(table.template, copy)
    table.dir = copy
    now = table.now
    try:
        yield
    finally:
        table.dir, table.now = table.template, now
        shutil.rmtree(copy)


def questions(table):
    """Yields (case, right): a move from an unknown address, then her word on
    whether she wrote it."""
    todo = [Case(language, typed) for language in YES
            for typed in YES[language] + NO[language]]
    while todo:
        with copied(table):
            now = []
            for language, name in table.captains():
                mine = [case for case in todo if case.language == language]
                if mine:
                    todo.remove(mine[0])
                    now.append((name, mine[0]))
            yield from asked(table, now)


def asked(table, now):
    for name, _ in now:
        table.reply(table.letter_of(name), "pay 2",
                    sender="%s@elsewhere.example" % name.lower())
    table.run()
    for name, case in now:
        case.raw = table.reply(table.newest(name), case.typed)
    table.run()
    for name, case in now:
        moves = [move for _, move in table.moves(table.number[name])]
        case.was = moves
        yield case, moves == (["pay 2"] if case.typed in YES[case.language]
                              else [])


# ---- strangers ----

def written_to(table):
    """Who got letters, and in which language, beside the captains."""
    found = {}
    root = table.path("spool", "out")
    for who in os.listdir(root):
        folder = os.path.join(root, who, "new")
        for one in os.listdir(folder) if os.path.isdir(folder) else []:
            with open(os.path.join(folder, one), "rb") as file:
                mail = email.message_from_bytes(file.read())
            found.setdefault(who, []).append(mail["Content-Language"])
    return found


def strangers(table):
    """Yields (case, right) of first mails, each answered in its language."""
    with copied(table):
        with open(table.path("turnpost.yaml"), "a", encoding="utf-8") as file:
            file.write("\nsignup: open\n")
        cases = []
        for language, texts in FIRST.items():
            for number, text in enumerate(texts):
                case = Case(language, text)
                case.sender = "%s%d@first.example" % (language, number)
                mail = email.message.EmailMessage()
                mail["From"] = case.sender
                mail["To"] = "robot@example.org"
                mail["Subject"] = "Mutineer"
                mail["Message-ID"] = "<first.%s%d@first.example>" % (
                    language, number)
                mail.set_content(text + "\n")
                case.raw = mail.as_bytes()
                table.deliver(case.raw)
                cases.append(case)
        table.run()
        got = written_to(table)
        for case in cases:
            case.was = got.get(case.sender, [])
            yield case, case.was == [case.language]


ORDINARY = [
    bounces.forms.postfix, bounces.forms.exim, bounces.forms.sendmail,
    bounces.forms.gmail, bounces.forms.outlook_com, bounces.forms.courier,
    bounces.texts.mail_ru, bounces.texts.exim_text, bounces.texts.qmail,
    bounces.texts.exchange_2003, bounces.near.complaint,
    bounces.near.challenge, bounces.near.moderation, bounces.near.receipt,
    bounces.near.vacation, bounces.near.out_of_office, bounces.near.delivered,
    bounces.near.ticket, bounces.texts.dragonfly, bounces.texts.yahoo,
    bounces.texts.gmail_old, bounces.texts.james, bounces.texts.silent]


def robots(table):
    """Yields (case, right) of robots' mails to the robot's own address, half
    of them with an ordinary sender; right is silence."""
    from_robots = []
    with copied(table):
        with open(table.path("turnpost.yaml"), "a", encoding="utf-8") as file:
            file.write("\nsignup: open\n")
        letter = table.letter_of("Alice")
        for number, form in enumerate(ORDINARY):
            kind = "permanent" if form in bounces.FORMS else "none"
            case = bounces.Bounce(form, kind, number)
            case.write("gone@far.example", letter, "robot@example.org")
            sender = "robot%d@far.example" % number
            raw = case.raw.decode().split("\r\n")
            for at, line in enumerate(raw[:8]):
                if line.startswith("From: "):
                    raw[at] = "From: Some Body <%s>" % sender
                if line.startswith("Return-Path: ") and number % 2 and \
                        form not in (bounces.texts.silent, bounces.texts.dragonfly):
                    raw[at] = "Return-Path: <%s>" % sender
            case.raw = "\r\n".join(raw).encode()
            case.sender = sender
            table.deliver(case.raw)
            from_robots.append(case)
        table.run()
        got = written_to(table)
        for case in from_robots:
            case.was = got.get(case.sender, [])
            yield case, not case.was
