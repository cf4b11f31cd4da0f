#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Players of four languages at one table: each reads hers, and answers with
what stands in her letter."""

import os
import random
import re
import sys
import unicodedata

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from choices import choices  # noqa: E402
from house import House, ROBOT, address  # noqa: E402
from tap import Tap  # noqa: E402

PLAYERS = {"Anna": "en", "Basia": "pl", "Clemens": "de", "Dunja": "ru"}
# Words that no sentence of theirs holds: something was not translated.
ENGLISH = re.compile(r"\b(the|you|your|with|this|have|letter|match|turn)\b")
MISSING = re.compile(r"\[[a-z-]+\.[a-z0-9.-]+\]|{[a-z_]+[|.}]")
# So many rounds of answers; then the organiser ends it.
GAMES = [("mutineer", ["--option", "pirates=yes"], 24),
         ("fourth-bridge", [], 8), ("hexxi", [], 20)]


def bare(text):
    """As somebody types whose keyboard lacks the letters."""
    text = text.translate(str.maketrans("łŁ", "lL"))
    return "".join(c for c in unicodedata.normalize("NFD", text)
                   if not unicodedata.combining(c) or c == "\u0306")


def written(chance, number, move, language):
    way = chance.randrange(4)
    if way == 0:
        return str(number)
    if way == 1:
        return move.upper()
    if way == 2 and language != "ru":
        return bare(move)
    return move


def check_letter(letter, language):
    assert letter.mail["Content-Language"] == language, (
        letter.mail["Content-Language"])
    missing = MISSING.search(letter.text)
    assert not missing, "%s in\n%s" % (missing.group(0), letter.text)
    if language != "en":
        # what is quoted from her own mail does not count
        left = ENGLISH.search(letter.text.split("~#")[0])
        assert not left, "%s in\n%s" % (left.group(0), letter.text)


def asked(house):
    """Those who are asked, and their newest letters."""
    for name in PLAYERS:
        letter = house.newest(name)
        if choices(letter.text):
            yield name, letter


def begin(house, game, options):
    seats = []
    for name, language in PLAYERS.items():
        seats += ["--seat", "%s <%s> %s" % (name, address(name), language)]
    house.ok("match", "new", game, *options, *seats)
    house.run()
    for name in PLAYERS:
        letter = house.newest(name)
        ready = re.search(r"^ *\u2192 (.+)$", letter.text, re.M)
        assert ready, letter.text
        house.reply(letter, ready.group(1))
    house.run()


def is_running(house):
    return house.json("match", "list")[0]["state"] == "running"


def one_move(house, chance, name, letter):
    """She answers with one of what she may do; was a move made?"""
    offered = choices(letter.text)
    number = chance.choice(sorted(offered))
    line = written(chance, number, offered[number], PLAYERS[name])
    before = len(house.moves())
    answer = house.say(name, line)
    assert "\u2717" not in answer.text, "%s: %s\n%s" % (
        name, line, answer.text)
    return len(house.moves()) > before


def play(game, options, rounds, seed):
    chance = random.Random(seed)
    house = House()
    begin(house, game, options)
    while is_running(house) and rounds > 0:
        assert any([one_move(house, chance, name, letter)
                    for name, letter in list(asked(house))]), "it hangs"
        rounds -= 1
    if is_running(house):
        house.ok("match", "end", "1", "--reason", "lunch")
        house.run()
    return house


def says_all(house, pieces):
    for name, language in PLAYERS.items():
        house.newest(name).says(*pieces[language])


def organiser():
    """All are told of it, each in her words and by her clock."""
    house = House()
    begin(house, "mutineer", [])
    house.ok("person", "set", "4", "--zone", "Asia/Tokyo")
    house.ok("match", "pause", "1", "--reason", "moving", "--for", "36h")
    house.run()
    says_all(house, {
        "en": ["moving", "Monday, 23 November 2026, 00:02 UTC"],
        "pl": ["moving", "23 listopada 2026", "00:02 UTC"],
        "de": ["moving", "23. November 2026", "00:02"],
        "ru": ["moving", "23 \u043d\u043e\u044f\u0431\u0440\u044f 2026",
               "09:02 JST"]})
    house.close()


def changes():
    """Who says her language gets the answer in it already; it may be called
    by its name in any language."""
    house = House()
    house.match(seats=list(PLAYERS))
    house.run()
    house.fails(1, "there is no language \"kl\"", "match", "new", "mutineer",
                "--seat", "Anna <a@example.org> kl",
                "--seat", "Bert <b@example.org>",
                "--seat", "Carl <c@example.org>")
    for wish, language in (("polski", "pl"), ("Niemiecki", "de"),
                           ("russian", "ru"), ("EN", "en"), ("PL", "pl")):
        answer = house.say("Anna", "language " + wish)
        assert answer.mail["Content-Language"] == language, (
            wish, answer.mail["Content-Language"], answer.text)
    answer = house.say("Anna", "language klingon")
    assert answer.mail["Content-Language"] == "pl"
    answer.says("de, en, pl, ru")
    house.close()


def strangers():
    """Who is not known is answered in the language of her command; "test"
    is a word of all."""
    house = House()
    for number, (words, language) in enumerate((
            ("Test", "en"), ("Hilfe", "de"), ("mitspielen", "de"),
            ("pomoc", "pl"), ("help", "en"))):
        name = "Eve%d" % number
        house.deliver((
            "From: <%s>\nTo: %s\nSubject: Hi\nMessage-ID: <%d@evil>\n"
            "Date: Sat, 21 Nov 2026 12:00:00 +0000\n\n%s\n" % (
                address(name), ROBOT, number, words)).encode())
        house.run()
        got = house.newest(name).mail["Content-Language"]
        assert got == language, (words, got)
    house.close()


def stranger(house, name, text):
    house.deliver((
        "From: <%s>\nTo: %s\nSubject: %s\nMessage-ID: <%s@evil>\n"
        "Date: Sat, 21 Nov 2026 12:00:00 +0000\n\n%s\n" % (
            address(name), ROBOT, text, name, text)).encode())
    house.run()
    return house.newest(name)


def plain_answers():
    """A plain yes tells a stranger's language, if it is in one alone."""
    house = House()
    with open(house.path("turnpost.yaml"), "a", encoding="utf-8") as file:
        file.write("language: de\nsignup: open\n")
    for name, answer, language in (
            ("Eva", "ja", "de"), ("Fritz", "Ja!\n\nViele Gr\u00fc\u00dfe\nFritz",
                                  "de"), ("Gosia", "Tak.", "pl"),
            ("Dascha", "\u0434\u0430", "ru"), ("Yves", "yes", "en")):
        question = stranger(house, name, "join 1")
        assert question.mail["Content-Language"] == "de", name
        house.reply(question, answer)
        house.run()
        got = house.newest(name)
        assert got.id != question.id, (name, answer)
        assert got.mail["Content-Language"] == language, (
            answer, got.mail["Content-Language"])
    house.close()


def check_letters(house, name, language):
    letters = house.letters(name)
    assert len(letters) > 3, len(letters)
    for letter in letters:
        check_letter(letter, language)


def main():
    tap = Tap()
    tap.run("what the organiser does is told in four languages", organiser)
    tap.run("a language is chosen by mail", changes)
    tap.run("strangers are answered in theirs", strangers)
    tap.run("a plain yes tells a stranger's language", plain_answers)
    for seed, (game, options, rounds) in enumerate(GAMES):
        house = tap.run("four languages play %s" % game, play,
                        game, options, rounds, seed)
        if house is None:
            continue
        for name, language in PLAYERS.items():
            tap.run("%s: all letters of %s are in %s" % (game, name, language),
                    check_letters, house, name, language)
        house.close()
    tap.end()


main()
