#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""tools/newgame: in a copy of the tree, with what is built already, the game
that it makes builds, keeps what every game must, and is played by the engine and
by mail as it is.  What its author may do wrong then is found."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../model")]

from tap import Tap  # noqa: E402

PROGRAM = os.path.abspath(os.environ["TURNPOST"])
SRC = os.path.abspath(os.environ["TURNPOST_SRC"])
NAME = "small-change"
STORY = """match small-change Anna Bert
$ person set anna@example.org --language de
ready
> Anna: Small change
> Anna: Round 1 of 5, for 
> Anna: Points of later rounds, in random order: 
mark
Anna: lay 3
>> Anna: You lay 3 face down
Bert: lay 6
> Bert: You no longer have 6
Bert: lay 4
>> Anna: Bert laid 4 face down
>> Anna! Bert has laid a number
>> Bert! You lay 4 face down
>> Bert: the higher number +
Anna: rules points
> Anna: bring 1, 2, 3, 4 and 5 points
"""

# What its author may do wrong: the test that finds it, what that says, and in
# what that leads to it which text becomes which.
WRONG = {
    "a sealed number that is told": (
        "news", "players/0/laid", (
            ("game_tell(news, SEAT(seat), SAY_LAID_OWN,",
             "game_tell(news, SEATS_ALL & ~SEAT(seat), SAY_SHOWN, 2, seat,\n"
             "move->arg[0]);\ngame_tell(news, SEAT(seat), SAY_LAID_OWN,"),)),
    "a hidden order that is shown, and that resample forgets": (
        "forgotten", "round-begins reveals, but nothing", (
            ("if (s->points[i] == points)", "if (s->points[i] && !list)"),
            ("return list;", "for (int i = s->round; i < ROUNDS; i++)\n"
             "json_array_append_new(list, json_integer(s->points[i]));\n"
             "return list;"),
            ("if (!is_over(s))\n\t\tshuffle_points", "if (!s->round)\n"
             "\t\tshuffle_points"))),
    "a hidden order that resample forgets, by no sentence that reveals": (
        "forgotten", "the state has points/#", (
            ('points:n",\n\t    true', 'points:n",\n\t    false'),
            ("if (!is_over(s))\n\t\tshuffle_points", "if (!s->round)\n"
             "\t\tshuffle_points"))),
    "a number face down that its neighbour sees": (
        "hidden", 'sees at "players/', (
            ("(reader != seat && reader != SEAT_REFEREE)",
             "(reader != seat && reader < SEAT_ONLOOKER)"),)),
    "a hidden order that is shuffled as it is": (
        "hidden", "leaves a trace of what that seat was never shown: byte ", (
            ("if (s->points[i] == number)", "if (number == 1)"),)),
    "a move of which others hear too late": (
        "tellings", "or name its verb in told_later", (
            ('{ DO_LAY, SAY_LAID, "-" },', ""),)),
    "a sentence without its phrase": (
        "../render/catalogues",
        f"en: no phrase {NAME}.equal, whose arguments are: points", (
            ('"tied", "points:n"', '"equal", "points:n"'),)),
    "a sentence that is said with too little": (
        "contract", 'sentence won: its arguments are "seat:s points:n", but '
        "it is said with 1", (
            ("SAY_WON, 2, winner, points)", "SAY_WON, 1, winner)"),)),
    "a refusal that is said with too much": (
        "contract", 'sentence not-in-hand: its arguments are "number:n", but '
        "it is said with 2", (
            ("SAY_NOT_IN_HAND, 1, move->arg[0])",
             "SAY_NOT_IN_HAND, 2, move->arg[0], 0)"),)),
    "a view with more players than there are": (
        "contract", 'has 3 items in "players", not 2', (
            ('return json_pack("{s:i, s:i',
             "json_array_append_new(players, json_object());\n"
             'return json_pack("{s:i, s:i'),)),
    "a view that hides who is who": (
        "contract", "players/0/name in the view of seat ", (
            ('"has_laid", s->laid', '"name", s->laid'),)),
    "a chapter that would be left out": (
        "plot", f"{NAME}: plot of round-begins: what is told meanwhile", (
            ('.chapter = "round" }', '.chapter = "round", .meanwhile = true }'),
        )),
    "a hidden order that is told when the match begins": (
        "dealt", 'setup tells seat -1 by "tied" what its view does not show', (
            ("s->round = 1;\n", "s->round = 1;\n"
             "game_tell(news, SEATS_ALL, SAY_TIED, 1, s->points[4]);\n"),)),
    "a phase of which organisers would be told what is no text": (
        "tables", "asks: nothing for phase rest", (
            ('{ "lay", NULL }', '{ "lay", "rest", NULL }'),)),
    "an argument of a kind that there is not": (
        "tables", "sentence tied: the type of points:P is neither n nor s", (
            ('"tied", "points:n"', '"tied", "points:P"'),)),
    "a verb of the enum that is not in the table": (
        "tables", "verb 0: its word must be of a-z", (
            ("{ DO_LAY, VERBS }", "{ DO_REST, DO_LAY, VERBS }"),)),
}

# The same in a file of the English words.
WRONG_TEXT = {
    "a section that does not end": (
        "templates", "ask.txt", "ask.txt:1: section without end: phase.lay",
        "{{/phase.lay}}\n", ""),
    "a piece that is not there": (
        "templates", "about.txt", "about.txt: there is no piece costs.txt",
        "{{>cost}}", "{{>costs}}"),
    "a phrase that is not there": (
        "templates", "ask.txt", "ask.txt: there is no phrase stakes",
        "{{#t}}stake n", "{{#t}}stakes n"),
    "a sentence that reads as a move": (
        "beginnings", "phrases.yaml",
        f"{NAME}.over begins like a command in {NAME}: Lay ",
        "over: The last", "over: Lay down your pens, for the last"),
}

# What is no mistake, though it looks like one of these.
RIGHT = {
    "a move of which nobody may hear before all have decided": (
        "tellings", (
            ('{ DO_LAY, SAY_LAID, "-" },', ""),
            (".phases = phases,", ".phases = phases,\n\t.told_later = "
             "(const char *const[]){ \"lay\", NULL },"))),
}


def copy_tree(top):
    """The sources, and of what was built the program's part, as old as they
    are: make then sees what is new."""
    build = os.path.dirname(PROGRAM)
    shutil.copytree(SRC, top, symlinks=True, dirs_exist_ok=True,
                    ignore=shutil.ignore_patterns("build", ".git", "golden"))
    shutil.copytree(build, os.path.join(top, "build", os.path.basename(build)),
                    ignore=shutil.ignore_patterns("tests"))


def run(top, *words, code=0):
    env = {key: value for key, value in os.environ.items()
           if key not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    env["TURNPOST"] = os.path.join(top, os.path.relpath(PROGRAM, SRC))
    env["TURNPOST_SRC"] = top
    done = subprocess.run(words, cwd=top, env=env, capture_output=True,
                          text=True, check=False)
    assert code in (done.returncode, None), "%s: exit %d\n%s%s" % (
        " ".join(words), done.returncode, done.stdout[-3000:],
        done.stderr[-3000:])
    return done.stdout + done.stderr


def makes(top):
    for name in ("", "Dice", "my_game", "-x", "../x"):
        assert "lower-case" in run(top, "tools/newgame", name, code=1), name
    made = run(top, "tools/newgame", NAME).split()
    assert f"games/{NAME}/small_change.c" in made, made
    assert "is there already" in run(top, "tools/newgame", NAME, code=1)
    for goal in "demo", "check-game":
        said = run(top, "make", goal, "GAME=mutinear", code=2)
        assert "no game mutinear; the games are" in said and NAME in said, said
    for path in made:
        with open(os.path.join(top, path), encoding="utf-8") as file:
            assert "skeleton" not in file.read().lower(), path


def builds(top):
    variant = os.path.basename(os.path.dirname(PROGRAM))
    said = run(top, "make", "--no-print-directory", f"V={variant}", "built")
    assert "warning" not in said, said


def lints(top):
    said = run(top, sys.executable, "tests/lint/catalogs.py")
    assert f"note: templates/de/{NAME}/ is missing\n" in said, said
    assert "rules.txt" not in said, said
    for check in ("layers.py", "sizes.py", "words.py"):
        said = run(top, sys.executable, "tests/lint/" + check, code=None)
        assert NAME not in said, said
    if shutil.which("clang-format"):
        run(top, "clang-format", "--dry-run", "-Werror",
            f"games/{NAME}/small_change.c")


def source(top):
    return os.path.join(top, "games", NAME, NAME.replace("-", "_") + ".c")


def check_game(top, tests, code=0):
    """As "make check-game" does, with what is built and few matches."""
    build = os.path.dirname(os.path.relpath(PROGRAM, SRC))
    names = [os.path.join(build, "tests", name) for name in tests]
    run(top, "make", "--no-print-directory",
        "V=" + os.path.basename(build), *names)
    return run(top, "env", "GAME=" + NAME, "MATCHES=100", "tests/run", build,
               *tests, code=code)


def keeps_what_games_must(top):
    check_game(top, ["game/" + name for name in (
        "contract", "dealt", "forgotten", "hidden", "news", "plot", "tables",
        "tellings")] + ["render/" + name for name in (
            "beginnings", "catalogues", "moves_said", "stories", "templates",
            "topics")])


def check_changed(top, name, path, test, changes, code):
    """What the test says once that file was changed in that way."""
    with open(path, encoding="utf-8") as file:
        right = text = file.read()
    for before, after in changes:
        assert text.count(before) == 1, (name, before)
        text = text.replace(before, after)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    said = check_game(top, [os.path.normpath(test)], code=code)
    with open(path, "w", encoding="utf-8") as file:
        file.write(right)
    return said


def tells_what_is_wrong(top):
    for name, (test, say, changes) in WRONG.items():
        said = check_changed(top, name, source(top), "game/" + test, changes, 1)
        assert say in said, f"{name}: {said}"
    for name, (test, file, say, before, after) in WRONG_TEXT.items():
        said = check_changed(
            top, name, os.path.join(top, "templates", "en", NAME, file),
            "render/" + test, ((before, after),), 1)
        assert say in said, f"{name}: {said}"
    for name, (test, changes) in RIGHT.items():
        check_changed(top, name, source(top), "game/" + test, changes, 0)


def plays_by_engine(top):
    said = run(top, sys.executable, "-c", """
import sys
sys.path.insert(0, "tests/model")
import protocol
from engine import Engine
engine = Engine()
protocol.begin(engine, game=%r)
while engine.get("pending")["pending"]:
    seat = engine.get("pending")["pending"][-1]["seat"]
    moves = engine.get("legal", seat=seat)["moves"]
    engine.get("move", seat=seat, move=moves[-seat])
print(engine.get("result"), engine.get("state")["state"]["points"])
""" % NAME)
    # the one lays 1, 2, ..., the other 5, 4, ...: those of the third round go
    # to nobody
    assert "'over': True" in said and "[3, 7]" in said and \
        "[3, 4, 5, 1, 2]" in said, said


def plays_by_mail(top):
    said = run(top, sys.executable, "tests/demo/demo.py", "--quiet", "--game",
               NAME, "--seed", "1")
    assert "Result: " in said, said


def has_no_page(top):
    """Nor does a page of its matches lead there before it is released."""
    program = os.path.join(top, os.path.relpath(PROGRAM, SRC))
    home, pages = os.path.join(top, "home"), os.path.join(top, "pages")
    run(top, program, "--home", home, "init", "--no-dialogue")
    run(top, program, "--home", home, "match", "new", NAME, "--seat",
        "robot:easy", "--seat", "robot:easy", "--policy", "public=yes")
    run(top, program, "--home", home, "page", pages)
    with open(os.path.join(pages, "en", "match-1.html"),
              encoding="utf-8") as file:
        page = file.read()
    assert 'class="lead"' in page and "href" in page, page
    for link in re.findall(r'href="([^"#]*game-[^"]*)"', page):
        assert os.path.exists(os.path.join(pages, "en", link)), link


def tells_in_english(top):
    path = os.path.join(top, "newgame.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.write(STORY)
    run(top, sys.executable, "tests/e2e/test_scenarios_people.py", path)


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory() as top:
        copy_tree(top)
        for what in (makes, builds, lints, plays_by_engine, plays_by_mail,
                     has_no_page, tells_in_english, keeps_what_games_must,
                     tells_what_is_wrong):
            tap.run(what.__name__.replace("_", " "), what, top)
    tap.end()


main()
