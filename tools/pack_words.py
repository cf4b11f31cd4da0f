#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""pack_words.py OUT LANGUAGE...: write OUT/templates/LANGUAGE/NAME.lexicon for
each LANGUAGE of templates/: all its phrases and words, and English where it has
none, as tables (base/lexicon.h) in which the program looks up what it needs
instead of reading the catalogues.

render/language/catalog_read.c, core/words.c and render/language/command_prefix.c do the same with
catalogues that an organiser has changed; tests/render/built_in.c compares both.
"""
import os
import sys
import unicodedata

import yaml

from pack_yaml import Loader, Refused

SECTIONS = ("request", "plan", "habit", "unit", "order", "game", "reply",
            "lead", "day", "count", "arrange", "little")
GAP = " …"
START_SIZE = 64  # of render/language/command_prefix.c
ALONE, WITH_SECOND, BEHIND, NUMBER = "1", "2", "+", "#"  # the same
# Words of requests with which none begins (parse/request_words.c).
GO_ON = ("please", "luck", "or", "from", "to", "until", "on", "off", "all",
         "onlookers", "end", "extend", "replace", "resume", "robot")
# Letters that no normal form takes apart (base/fold.c).
LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe",
                         "ı": "i", "‘": "'", "’": "'"})


def fold(text):
    """As fold_text has it: in lower case and without accents."""
    text = unicodedata.normalize("NFKD", text).casefold()
    return "".join(c for c in text
                   if unicodedata.category(c) != "Mn").translate(LETTERS)


def word_key(text):
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    return " ".join(word for word in text.casefold().split(" ") if word)


def letters(text, start):
    """Where the letters end that stand there."""
    while start < len(text) and text[start].isalpha():
        start += 1
    return start


def plain(node):
    """Texts, lists and maps as Python has them."""
    if isinstance(node, yaml.ScalarNode):
        return node.value
    if isinstance(node, yaml.SequenceNode):
        return [plain(value) for value in node.value]
    return {key.value: plain(value) for key, value in node.value}


class NoWords(Exception):
    """What is wrong with a file of words, and under which key."""

    def __init__(self, path, key, what):
        super().__init__(f"{path}: '{key}' must be {what}")


def texts_of(path, key, node):
    """The texts of a list, as render/language/catalog_read.c wants them."""
    if not isinstance(node, list):
        raise NoWords(path, key, "a list")
    for text in node:
        if not isinstance(text, str) or not text:
            raise NoWords(path, key, "a list of texts")
    return node


class Form:
    """How something is written, and all that it may be (core/words.c)."""

    def __init__(self):
        self.word = ""
        self.forms = []  # that are written so without accents
        self.longest = 0

    def packed(self):
        words = {form.word for form in self.forms}
        alone = words.pop() if len(words) == 1 else ""
        assert self.longest < 10
        return "%d%s\0%s" % (self.longest, self.word, alone)


class Language:
    def __init__(self, name):
        self.phrases = {}
        self.forms = {}  # what -> text -> Form
        self.firsts = {}
        self.verbs = {}
        self.starts = {}
        self.lists = {"odd-starts": []}
        for language in dict.fromkeys(("en", name)):
            self.add_phrases(language)
        for language in dict.fromkeys(("en", name)):
            self.add_words(language)
        for key in self.phrases:
            game, mark, hint = key.partition(".hint.")
            if mark:
                self.add_start(game, fold(hint))

    # ---- files ----

    @staticmethod
    def read(language, name):
        """Pairs of the prefix of a file of that name and what is in it: the
        language's own, then those of games."""
        top = os.path.join("templates", language)
        for folder in [""] + sorted(os.listdir(top)):
            path = os.path.join(top, folder, name)
            if not os.path.exists(path):
                continue
            with open(path, encoding="utf-8") as f:
                node = yaml.compose(f, Loader)
            yield folder, plain(node) if node is not None else {}

    # ---- phrases ----

    def add_phrases(self, language):
        for name in "phrases.yaml", "story.yaml":
            for game, found in self.read(language, name):
                self.add_map(game + "." if game else "", found)
        # A language without one of its own has no rule.
        self.lists["plural"] = [self.phrases.pop("plural", "")]

    def add_map(self, prefix, found):
        for key, value in found.items():
            if isinstance(value, dict):
                self.add_map(prefix + key + ".", value)
            else:
                self.phrases[prefix + key] = value

    # ---- words ----

    def add_words(self, language):
        for game, found in self.read(language, "words.yaml"):
            path = os.path.join("templates", language, game, "words.yaml")
            if game:
                self.add_word_map(path, game, found)
                continue
            for key, value in found.items():
                if key in SECTIONS:
                    self.add_word_map(path, key, value)
                else:
                    self.lists.setdefault(key, []).extend(
                        map(fold, texts_of(path, key, value)))

    def add_word_map(self, path, what, found):
        if not isinstance(found, dict):
            raise NoWords(path, what, "a map of words")
        for word, forms in found.items():
            if what == "request":
                self.add_start(BEHIND if word in GO_ON else "", fold(word))
            if word in ("does", "does-not") and isinstance(forms, dict):
                self.add_deeds(path, what + "." + word, forms)
                continue
            for form in texts_of(path, word, forms):
                self.add_form(what, form, word)
            if forms:
                self.firsts[what + "\n" + word] = forms[0]

    def add_deeds(self, path, what, found):
        self.add_word_map(path, what, found)
        for word, forms in found.items():
            if forms:
                last = forms[-1]
                self.firsts[what + "\n" + word + GAP] = (
                    last if "…" in last else last + GAP)

    def form(self, what, text):
        return self.forms.setdefault(what, {}).setdefault(text, Form())

    def add_form(self, what, text, word):
        key = word_key(text)
        form = self.form(what, key)
        is_new = not form.word
        form.word = word
        if is_new:
            self.form(what, fold(key)).forms.append(form)
            first = fold(key).replace(",", " ").replace("\t", " ")
            beginning = self.form(what, first.split(" ")[0])
            beginning.longest = max(beginning.longest, key.count(" ") + 1)
        if what in ("request", "lead"):
            goes_on = what == "request" and word in GO_ON
            self.add_start(BEHIND if goes_on else "", fold(text))
        elif what == "count":
            self.add_start(NUMBER, fold(text))
        elif (what, word) == ("day", "am"):
            first = fold(text)
            self.add_start("", first[:letters(first, 0)])
        elif what + ".hint." + word in self.phrases:
            self.add_start(what, fold(text))
            self.verbs[what + "." + fold(text)] = ""

    # ---- how lines may begin that are commands ----

    def add_start(self, game, folded):
        stop = letters(folded, 0)
        then = stop + (folded[stop:stop + 1] in (" ", "'"))
        last = letters(folded, then)
        word, second = folded[:stop], folded[then:last]
        if not word:
            self.lists["odd-starts"].append(folded[:1])
        elif then == stop or not second:
            self.add_start_key(game + "." + word, ALONE)
        else:
            self.add_start_key(game + "." + word, WITH_SECOND)
            self.add_start_key(game + "." + word + " " + second, ALONE)

    def add_start_key(self, key, value):
        if len(key.encode()) >= START_SIZE:
            self.lists["any-start"] = ["yes"]
        elif self.starts.get(key) != ALONE:
            self.starts[key] = value

    # ---- tables ----

    def tables(self):
        forms = {what + "\n": "" for what in self.forms}
        for what, written in self.forms.items():
            for text, form in written.items():
                forms[what + "\n" + text] = form.packed()
        return {"phrases": self.phrases, "forms": forms,
                "firsts": self.firsts, "verbs": self.verbs,
                "starts": self.starts,
                "lists": {name: "".join(text + "\0" for text in texts)
                          for name, texts in self.lists.items()}}


def hash_of(key):
    number = 5381
    for byte in key:
        number = (number * 33 + byte) & 0xffffffff
    return number


def lexicon(table):
    """Sorted by the bytes of its keys, and with slots by their hash."""
    rows = sorted((key.encode(), value.encode())
                  for key, value in table.items())
    slots = [0] * (1 << (2 * len(rows)).bit_length())
    at, places, body = 4 * (2 + len(rows) + len(slots)), [], b""
    for n, (key, value) in enumerate(rows):
        slot = hash_of(key) % len(slots)
        while slots[slot]:
            slot = (slot + 1) % len(slots)
        slots[slot] = n + 1
        places.append(at + len(body))
        body += key + b"\0" + value + b"\0"
    head = [len(rows), len(slots)] + places + slots
    return b"".join(number.to_bytes(4, "big") for number in head) + body


def main():
    out, *languages = sys.argv[1:]
    for language in languages:
        folder = os.path.join(out, "templates", language)
        os.makedirs(folder, exist_ok=True)
        try:
            tables = Language(language).tables()
        except (Refused, yaml.YAMLError) as e:
            sys.exit(f"templates/{language}: {e}")
        except NoWords as e:
            sys.exit(str(e))
        for name, table in tables.items():
            path = os.path.join(folder, name + ".lexicon")
            with open(path, "wb") as f:
                f.write(lexicon(table))


main()
