#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""catalogs.py [ROOT [LANGUAGE...]]: every language says what English says.

Each language of templates/ has the files of English, the keys of its
phrases, their placeholders, its words, and in a letter the same tags:
no sentence is missing, and none is left over.  Lines fit, and what is written
for a word of a game means no other one, in English, too.
A game that is not released may lack what it likes in any of them: that is a
note.
"""
import os
import re
import sys

import yaml

sys.dont_write_bytecode = True
import source  # noqa: E402

# Lists in words.yaml that hold for the mails of all languages: English has
# them.
COMMON_LISTS = {"subject-prefix", "automatic-subject", "charset", "stop",
                "courtesy", "attribution", "forward", "original",
                "header-field", "footer", "own-letter", "spoken"}
# Words that a language may do without, or need where English does not: articles,
# and what is said in another way behind a "not".
OWN_WORDS = re.compile(r"plan\.a$|does-not\.")
WIDTH = 72
# What a sentence may need in one language and not in another.
FORMATS = {"#t", "#same", "#word", "#wrap", "#list", "#join", "#player"}
# Each language says in its own way what stands in a row.
LISTS = {"#list", "#join", "#and"}
FILLED = "{{{{{}(?:wrap|table|items|hexes|circle)}}}}"


class Strict(yaml.SafeLoader):
    """Texts stay texts, and a key twice is a fault."""

    def construct_mapping(self, node, deep=False):
        seen = set()
        for key, _ in node.value:
            if key.value in seen:
                raise yaml.YAMLError(
                    f"line {key.start_mark.line + 1}: {key.value} twice")
            seen.add(key.value)
        return super().construct_mapping(node, deep)


Strict.yaml_implicit_resolvers = {}


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def load(path):
    return yaml.load(read(path), Strict) or {}


def flat(tree, prefix=""):
    """Deeper keys, joined by dots."""
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield prefix + str(key), value


def files(top):
    found = set()
    for folder, _, names in os.walk(top):
        for name in names:
            if name.endswith((".txt", ".yaml")):
                found.add(os.path.relpath(os.path.join(folder, name), top))
    return found


def arguments(text):
    """{n}, {n.form}, {n|one|more} and {n*of} of a phrase: the names alone."""
    return {name for inside in re.findall(r"{([^{}]*)}", text)
            for name in re.split(r"[.|]", inside)[0].split("*")}


def may_be_more(key, english):
    """card.wine.accusative beside card.wine; topics as people call them; and
    how words are counted."""
    return (key.rpartition(".")[0] in english
            or key.startswith(("topic.", "counted.")))


def phrase_faults(path, own, english):
    plural = own.pop("plural", "none") != english.pop("plural", "none")
    for key in sorted(set(english) - set(own)):
        if not key.startswith("counted."):  # by each language's own words
            yield f"{path}: no phrase {key}"
    for key in sorted(set(own) - set(english)):
        if not may_be_more(key, english):
            yield f"{path}: {key} is no phrase of English"
    for key in sorted(set(own) & set(english)):
        if plural and key == "plural":
            continue
        more = arguments(own[key]) - arguments(english[key])
        less = arguments(english[key]) - arguments(own[key])
        if more:
            yield f"{path}: {key}: there is no argument {' '.join(more)}"
        if less:
            yield f"{path}: {key}: {' '.join(sorted(less))} is not told"
        if own[key].strip() == "":
            yield f"{path}: {key} is empty"


def word_faults(path, own, english):
    own = {k: v for k, v in own.items()
           if k.split(".")[0] not in COMMON_LISTS}
    english = {k: v for k, v in english.items()
               if k.split(".")[0] not in COMMON_LISTS}
    for key in sorted(set(english) - set(own)):
        if not OWN_WORDS.match(key):
            yield f"{path}: no words for {key}"
    for key in sorted(set(own) - set(english)):
        if not OWN_WORDS.match(key):
            yield f"{path}: {key} has no words in English"
    for key, forms in own.items():
        if not isinstance(forms, list) or not all(forms):
            yield f"{path}: {key}: not a list of words"


def form_faults(path, own):
    """What people write for a word of a game may mean no other one: of two, the
    program would take the last and never the first."""
    means = {}
    for key, forms in own.items():
        if key.startswith(("does.", "does-not.")) or \
                not isinstance(forms, list):
            continue
        for form in forms:
            first = means.setdefault(str(form).casefold(), key)
            if first != key:
                yield (f"{path}: '{form}' stands for {first} and for {key}: "
                       "take it out of one of them")


def tags(text):
    """The facts, sections ("#") and partials (">") that a template uses."""
    found = set()
    for tag in re.findall(r"{{{?([^}]*)}?}}", text):
        tag = re.sub(r"^\^", "#", tag.strip())
        if not tag.startswith(("!", "/")):
            tag = tag.lstrip("&").strip()
            found.add(tag)
    return found


def long_lines(path, text):
    """Lines that nothing fills or leaves out must fit."""
    inside = 0
    for n, line in enumerate(text.split("\n"), 1):
        inside += len(re.findall(FILLED.format("#"), line))
        if inside == 0 and "{{" not in line and len(line) > WIDTH:
            yield f"{path}:{n}: more than {WIDTH} columns"
        inside -= len(re.findall(FILLED.format("/"), line))


def letter_faults(path, own, english):
    for tag in sorted(tags(english) - tags(own) - LISTS):
        yield f"{path}: {{{{{tag}}}}} of English is not there"
    for tag in sorted(tags(own) - tags(english) - LISTS):
        if tag not in FORMATS:
            yield f"{path}: {{{{{tag}}}}} is not in English"
    yield from long_lines(path, own)


class Unreleased:
    """The games that may lack what they like in a language but English."""

    def __init__(self, root):
        games = source.games(root)
        self.names = {name for name in games if not games[name]}
        texts = {released: " ".join(
            source.read(root, path) for path in source.files(
                root, ["games"], ".c")
            if games.get(path.split("/")[1]) is released)
            for released in (False, True)}
        self.options = {word for word in re.findall(
            r'{ "([^"]+)", (?:true|false),', texts[False])
            if f'"{word}"' not in texts[True]}

    def lack(self, fault):
        """Is that all that the fault, a sentence of those above, says?"""
        path, _, why = fault.partition(" ")
        game = path.split("/")[2]
        if game in self.names:
            return why.startswith(("is missing", "no phrase", "no words for"))
        found = re.fullmatch(
            r"no (?:phrase|words for) (game|order)\.(\S+)", why)
        return found is not None and found[2] in (
            self.names if found[1] == "game" else self.options)


def faults(root, language):
    top, english = (f"{root}/templates/{name}" for name in (language, "en"))
    own_files, english_files = files(top), files(english)
    folders = {os.path.dirname(path) for path in own_files}
    for path in sorted({path if os.path.dirname(path) in folders
                        else os.path.dirname(path) + "/"
                        for path in english_files - own_files}):
        yield f"templates/{language}/{path} is missing"
    for path in sorted(own_files - english_files):
        yield f"templates/{language}/{path}: English has no such file"
    for path in sorted(own_files & english_files):
        shown = f"templates/{language}/{path}"
        try:
            if path.endswith(("phrases.yaml", "story.yaml")):
                yield from phrase_faults(
                    shown, dict(flat(load(f"{top}/{path}"))),
                    dict(flat(load(f"{english}/{path}"))))
            elif path.endswith("words.yaml"):
                own = dict(flat(load(f"{top}/{path}")))
                yield from word_faults(
                    shown, own, dict(flat(load(f"{english}/{path}"))))
                if os.path.dirname(path):
                    yield from form_faults(shown, own)
            else:
                yield from letter_faults(
                    shown, read(f"{top}/{path}"), read(f"{english}/{path}"))
        except yaml.YAMLError as why:
            yield f"{shown}: {why}"


def english_faults(root):
    """What no other language shows: each of these is compared with it."""
    for path in sorted(files(f"{root}/templates/en")):
        shown = f"templates/en/{path}"
        if path.endswith(".txt"):
            yield from long_lines(shown, read(f"{root}/{shown}"))
        elif path.endswith("/words.yaml"):
            yield from form_faults(
                shown, dict(flat(load(f"{root}/{shown}"))))


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    languages = sys.argv[2:] or sorted(
        name for name in os.listdir(f"{root}/templates")
        if re.fullmatch("[a-z]{2}", name) and name != "en")
    unreleased = Unreleased(root)
    bad = list(english_faults(root))
    for language in languages:
        for fault in faults(root, language):
            if unreleased.lack(fault):
                print(f"note: {fault}")
            else:
                bad.append(fault)
    # last, where nobody overlooks them below many notes
    for fault in bad:
        print(fault)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
