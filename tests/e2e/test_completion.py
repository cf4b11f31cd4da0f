#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What bash, zsh and fish complete: every word and option that --help knows,
what options and arguments take, and the numbers of a home.

bash and zsh call the functions that they would call at a tab; fish is asked
itself (complete -C)."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, SRC, TURNPOST  # noqa: E402
from tap import Tap  # noqa: E402

ASK = {
    "bash": r"""
source "$FOLDER/turnpost"
while IFS= read -r line; do
	IFS=$'\t' read -ra COMP_WORDS <<<"$line."
	COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
	COMP_WORDS[COMP_CWORD]=${COMP_WORDS[COMP_CWORD]%.}
	_turnpost
	echo "> ${COMPREPLY[*]}"
done
""",
    "zsh": r"""
compadd() { shift; found+=(${(M)@:#$PREFIX*}) }
_describe() { compadd -- ${told%%:*} }
_files() { compadd -- *(N) }
while IFS= read -r line; do
	found=() words=("${(@ps:\t:)line}") CURRENT=$#words PREFIX=$words[-1]
	source "$FOLDER/_turnpost"
	echo "> $found"
done
""",
    "fish": r"""
source "$FOLDER/turnpost.fish"
while read -l line
    set -l found (complete -C (string replace -a \t ' ' -- $line) |
        string replace -r '\t.*' '')
    echo "> $found"
end
""",
}
GROUPS = {"person": "list show set forget-address standin approve refuse "
                    "delete import", "key": "list rotate", "rating": "list on off",
          "inbox": "list show retry release drop",
          "outbox": "list show retry drop release resume"}


class Shells:
    """The three completions, made from the program, and who is here to ask."""

    def __init__(self, folder, house):
        self.folder, self.house = folder, house
        subprocess.run([os.path.join(SRC, "tools", "completion.py"), folder,
                        TURNPOST], check=True)
        with open(os.path.join(folder, "a file"), "w", encoding="ascii"):
            pass
        self.bin = os.path.join(folder, "bin")
        os.mkdir(self.bin)
        os.symlink(TURNPOST, os.path.join(self.bin, "turnpost"))

    def ask(self, shell, lines):
        """For each line, whose last word is being typed, the set offered."""
        flag = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}
        env = dict(os.environ, FOLDER=self.folder, HOME=self.folder,
                   TURNPOST_HOME=self.house.dir,
                   PATH=self.bin + ":" + os.environ["PATH"])
        done = subprocess.run(
            [shell, *flag[shell], "-c", ASK[shell]], env=env, text=True,
            input="".join("\t".join(["turnpost", *line]) + "\n"
                          for line in lines),
            cwd=self.folder, capture_output=True, timeout=300, check=False)
        assert (done.returncode, done.stderr) == (0, ""), done
        found = [set(line[2:].split()) for line in done.stdout.splitlines()]
        assert len(found) == len(lines), done.stdout
        return found

    def each(self, wanted):
        """wanted: (line, words that must be offered, or a set that is all)."""
        for shell in ASK:
            if shutil.which(shell) is None:
                continue
            answers = self.ask(shell, [line for line, _ in wanted])
            for (line, words), found in zip(wanted, answers):
                if isinstance(words, frozenset):
                    assert found == words, (shell, line, found)
                else:
                    assert set(words) <= found, (
                        shell, line, set(words) - found)


def said(*args):
    return subprocess.run([TURNPOST, *args, "--help"], capture_output=True,
                          text=True, stdin=subprocess.DEVNULL, timeout=60,
                          check=True).stdout


def words_of(text):
    return re.findall(r"^  ([a-z][a-z-]*)  +\S", text, re.M)


def options_of(text):
    return set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", text, re.M))


def test_words(shells):
    """Those of --help, and no other: complete-words is for no people."""
    everything = words_of(said())
    wanted = [(("",), frozenset(everything))]
    for group in "match", "series", "simulate":
        wanted.append(((group, ""), frozenset(words_of(said(group)))))
    for group, words in GROUPS.items():
        for word in words.split():
            assert re.search(r"\b%s\b" % word, said(group)), word
        wanted.append(((group, ""), frozenset(words.split())))
    wanted.append((("ma",), frozenset(["match"])))
    wanted.append((("--json", "-v", "match", "un"),
                   frozenset(["undo", "unwatch"])))
    shells.each(wanted)


def test_options(shells):
    """Those of each --help, and those that all have."""
    common = options_of(said())
    assert {"--home", "--json", "--reveal", "--verbose", "--now"} == common
    wanted = [(("--",), common | {"--version", "--help"})]
    for word in words_of(said()):
        paths = [(word,)]
        if word in ("match", "series", "simulate"):
            paths = [(word, below) for below in words_of(said(word))]
        paths += [(word, below) for below in GROUPS.get(word, "").split()]
        for path in paths:
            own = options_of(said(*path[:1 if word in GROUPS else 2]))
            assert "--help" in own, path
            wanted.append(((*path, "--"), common | own))
    shells.each(wanted)


def test_values(shells):
    """Words that an option or an argument takes, and files."""
    levels = {"easy", "medium", "strong", "off"}
    with os.scandir(os.path.join(os.environ["TURNPOST_SRC"], "games")) as all_:
        games = {entry.name for entry in all_ if entry.is_dir()}
    shells.each([
        (("match", "list", "--state", ""),
         frozenset(["muster", "running", "over", "ended"])),
        (("inbox", "list", "--state", "d"),
         frozenset(["done", "duplicate", "dead"])),
        (("person", "set", "1", "--text", ""), frozenset(["ascii", "utf-8"])),
        (("match", "robot", "--reason", "ill", "1", "0", ""),
         frozenset(levels)),
        (("match", "new", ""), frozenset(games)),
        (("person", "standin", "1", ""), frozenset(games | {"any", "off"})),
        (("read", "--game", ""), frozenset(games)),
        (("match", "new", "mutineer", "--setup", "turnpost."),
         ["turnpost.fish"]),
        (("restore", "turnpost."), ["turnpost.fish"]),
        (("match", "pause", "--for", ""), frozenset()),
        (("run", ""), frozenset()),
    ])


def test_numbers(shells):
    """From the home that the line names, or else the usual one; where there
    is none, nothing, and no complaint."""
    home = shells.house.dir
    two, people = frozenset("12"), frozenset("123")
    letters = frozenset(str(letter["letter"]) for letter in
                        shells.house.json("outbox", "list"))
    assert len(letters) == 6
    nowhere = ("--home", "/nonexistent")
    shells.each([
        (("match", "show", ""), two),
        (("match", "pause", "--for", "3d", ""), two),
        (("read", "--match", ""), two),
        (("export", ""), two),
        (("person", "show", ""), people),
        (("match", "unwatch", "1", ""), people),
        (("outbox", "show", ""), letters),
        (("outbox", "drop", ""), letters | {"held"}),
        (("outbox", "list", "--match", ""), two),
        (("outbox", "list", "--person", ""), people),
        (("inbox", "show", ""), frozenset()),
        (("--home", home, "match", "show", ""), two),
        ((*nowhere, "match", "show", ""), frozenset()),
    ])


def main():
    tap = Tap()
    house = House()
    seats = [part for name in ("Anna", "Boris", "Carla") for part in (
        "--seat", "%s <%s@example.org>" % (name, name.lower()))]
    for _ in range(2):
        house.call("match", "new", "mutineer", *seats)
    with tempfile.TemporaryDirectory() as folder:
        shells = Shells(folder, house)
        for name, test in sorted(globals().items()):
            if name.startswith("test_"):
                tap.run(name[5:], test, shells)
    for shell in ASK:
        if shutil.which(shell) is None:
            tap.skip(shell, "no %s here" % shell)
    house.close()
    tap.end()


main()
