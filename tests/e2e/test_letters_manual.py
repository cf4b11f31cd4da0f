#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""turnpost-letters(7) in each language: it has the same items as in English, in
the words that the program reads in that language (templates/LANG/words.yaml),
each item beginning with the form that letters show."""

import itertools
import os
import re
import sys
import unicodedata

import yaml

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import SRC  # noqa: E402
from tap import Tap  # noqa: E402

MACROS = {"Cm", "Ar", "Oo", "Oc", "Op", "No", "Ns", "Dq", "Pq", "Po", "Pc",
          "Pf", "Fl", "Xr", "Va", "Ql", "Pa", "Nm", "Sq"}
MARKS = {",", "|", ".", ";", ":", "(", ")", "!", "?"}
# Words of requests that are no commands: fillers, and one that always fails.
NO_COMMANDS = {"please", "from", "undo"}
# Sections of words.yaml that stand in commands.
SECTIONS = ("request", "habit", "plan", "order", "day")


def languages():
    names = os.listdir(os.path.join(SRC, "templates"))
    return sorted(name for name in names if re.fullmatch("[a-z][a-z]", name))


def page(language):
    folder = "" if language == "en" else language
    with open(os.path.join(SRC, "man", folder, "turnpost-letters.7"),
              encoding="utf-8") as file:
        return file.read()


def fold(text):
    parts = unicodedata.normalize("NFKD", text.lower())
    return " ".join("".join(c for c in parts
                            if not unicodedata.combining(c)).split())


class Words:
    """What the program reads: the meanings of a phrase."""

    def __init__(self, language):
        with open(os.path.join(SRC, "templates", language, "words.yaml"),
                  encoding="utf-8") as file:
            told = yaml.load(file, Loader=yaml.BaseLoader)
        self.forms, self.first = {}, {}
        for section in SECTIONS:
            for key, forms in told[section].items():
                for n, form in enumerate(forms):
                    name = section, key
                    self.forms.setdefault(fold(form), set()).add(name)
                    if n == 0:
                        self.first.setdefault(fold(form), set()).add(name)

    def meanings(self, phrase, first=False):
        """All ways to read it as one form behind the other."""
        words, forms = fold(phrase).split(), self.first if first else self.forms
        found = [[] for _ in range(len(words) + 1)]
        found[0] = [()]
        for start, end in itertools.combinations(range(len(words) + 1), 2):
            keys = forms.get(" ".join(words[start:end]), ())
            found[end] += [before + (key,) for before in found[start]
                           for key in keys]
        return set(found[-1])


def marked(line, macro):
    """The phrases behind that macro in a line of mdoc."""
    phrases, inside = [], False
    for word in line[1:].split():
        if word in MACROS:
            inside = word == macro
            phrases += [[]] if inside else []
        elif word in MARKS:
            phrases += [[]] if inside else []
        elif inside:
            phrases[-1].append(word.replace("\\&", ""))
    return [" ".join(words) for words in phrases if words]


def items(text):
    return [marked(line, "Cm") for line in text.split("\n")
            if line.startswith(".It ")]


def all_marked(text, macro):
    return [phrase for line in text.split("\n") if line.startswith(".")
            for phrase in marked(line, macro)]


def without_fillers(meanings):
    return {tuple(key for key in meaning if key != ("request", "from"))
            for meaning in meanings}


def test_items():
    english, words = items(page("en")), Words("en")
    assert len(english) >= 30
    for language in languages():
        told, own = items(page(language)), Words(language)
        assert len(told) == len(english), (language, len(told), len(english))
        for here, there in zip(told, english):
            assert len(here) == len(there), (language, here, there)
            for phrase, its_english in zip(here, there):
                same = (without_fillers(own.meanings(phrase))
                        & without_fillers(words.meanings(its_english)))
                assert same, (language, phrase, its_english)


def test_first_forms():
    for language in languages():
        own = Words(language)
        for item in items(page(language)):
            if item and language != "en":
                assert own.meanings(item[0], first=True), (language, item)


def test_words_in_sentences():
    """Settings are marked as such, so what is marked as a command is one."""
    english = set(all_marked(page("en"), "Cm"))
    for language in languages():
        text, own = page(language), Words(language)
        if language == "en":
            continue
        for phrase in all_marked(text, "Cm"):
            assert own.meanings(phrase), (language, phrase)
        settings = all_marked(text, "Va")
        assert len(settings) > 8
        for name in settings:
            assert name in english, (language, name)


def test_each_command():
    for language in languages():
        own, told = Words(language), set()
        for phrase in all_marked(page(language), "Cm"):
            for meaning in own.meanings(phrase):
                told |= {key for section, key in meaning
                         if section == "request"}
        every = {key for keys in own.forms.values() for section, key in keys
                 if section == "request"}
        assert every - told - NO_COMMANDS == set(), (language, every - told)


def test_sections():
    for language in languages():
        for macro in ("\n.Sh ", "\n.Ss ", "\n.Bl "):
            assert page(language).count(macro) == page("en").count(macro), (
                language, macro)


def main():
    tap = Tap()
    tap.all(globals(), sys.argv[1:])
    tap.end()


main()
