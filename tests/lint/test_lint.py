# SPDX-License-Identifier: ISC
"""The lint scripts find what is planted, and nothing in what is right."""
import os
import subprocess
import sys
import tempfile

LINT = os.path.join(os.environ["TURNPOST_SRC"], "tests", "lint")

LONG_BODY = "int\nf(void)\n{\n" + "\tg();\n" * 81 + "}\n"
FULL_BODY = "int\nf(void)\n{\n" + "\tg();\n" * 80 + "}\n"

# script, file, its text, what must be said (None: nothing)
CASES = [
    ("layers.py", "base/a.c", '#include "base/b.h"\n#include <glib.h>', None),
    ("layers.py", "base/a.c", '#include "core/core.h"',
     'base/a.c:1: may not include "core/core.h"'),
    ("layers.py", "core/a.c", '#include "store/store.h"', "may not include"),
    ("layers.py", "games/x/a.c", '#include "games/x/a.h"', None),
    ("layers.py", "games/x/a.c", '#include "core/game.h"', None),
    ("layers.py", "games/x/a.c", '#include "games/y/y.h"', "may not include"),
    ("layers.py", "games/x/a.c", '#include "core/core.h"',
     'may not include "core/core.h": core/game.h is all that a game sees'),
    ("layers.py", "games/x/a.c", '#include "a.h"',
     'write its path from the root, "games/x/a.h"'),
    ("layers.py", "games/x/a.c", '#include "base/err.h"', "may not include"),
    ("layers.py", "games/games.c", '#include "games/x/x.h"', None),
    ("layers.py", "store/a.c", '#include "core/core.h"', "may not include"),
    ("layers.py", "mail/a.c", '#include "store/store.h"', "may not include"),
    ("layers.py", "render/a.c", '#include "app/home/home.h"', "may not include"),
    ("layers.py", "cmd/a.c", '#include "store/store.h"', "may not include"),
    ("layers.py", "app/home/a.c", '#include "cmd/cmd.h"', "may not include"),
    ("layers.py", "app/home/a.c", '#include "mail/mail.h"', None),
    ("layers.py", "app/matches/a.c", '#include "app/home/home.h"', None),
    ("layers.py", "app/attic/a.c", '#include "app/home/home.h"',
     "no such room"),
    ("layers.py", "app/matches/a.c", '#include "app/letters/kinds/left.h"',
     'may not include "app/letters/kinds/left.h"'),
    ("layers.py", "app/transport/a.c", '#include "app/matches/table/table.h"',
     "may not include"),
    ("layers.py", "app/players/signup/a.c",
     '#include "app/players/reading/heard.h"', None),
    ("layers.py", "app/players/reading/a.c",
     '#include "app/players/signup/signup.h"', "may not include"),
    ("layers.py", "app/players/reading/a.c", '#include "app/players/route.h"',
     "may not include"),
    ("layers.py", "app/players/a.c", '#include "app/players/seats/votes.h"',
     None),
    ("layers.py", "app/players/attic/a.c", '#include "app/home/home.h"',
     "app/players/ has no such room"),
    ("layers.py", "app/organiser/shown/a.c",
     '#include "app/organiser/organiser.h"', None),
    ("layers.py", "app/home/a.c", "#include <sqlite3.h>",
     "<sqlite3.h> belongs to store/"),
    ("layers.py", "app/home/a.c", "#  include <gmime/gmime.h>", "belongs to mail/"),
    ("layers.py", "app/home/a.c", "#include <sodium.h>", "belongs to core/ mail/"),
    ("layers.py", "base/log.c", "#include <yaml.h>",
     "belongs to base/yaml.c"),
    ("layers.py", "base/yaml.c", "#include <yaml.h>", None),
    ("layers.py", "store/a.c", "#include <jansson.h>", "belongs to core/"),
    ("layers.py", "games/x/a.c", "#include <glib.h>", "<glib.h> belongs to"),
    ("layers.py", "app/home/a.c", "\nint t = time(NULL);",
     "app/home/a.c:2: time(): now is given"),
    ("layers.py", "mail/a.c", "x = g_get_real_time ();", "now is given"),
    ("layers.py", "cmd/a.c", "t = time(NULL); exit(1); getenv(x);", None),
    ("layers.py", "app/home/a.c", "x = getenv(s);", "reads the environment"),
    ("layers.py", "base/a.c", "exit(1);", "ends the program"),
    ("layers.py", "base/a.c", "_exit(1);", "ends the program"),
    ("layers.py", "core/a.c",
     '/* exit(1) */ uptime(x); s.time(x); p->exit(1); f("time(");', None),
    ("layers.py", "games/x/a.c", "p = malloc(3);", "memory is GLib's"),
    ("layers.py", "store/a.c", "g_strdup_printf(s);", "no printf in store/"),
    ("layers.py", "store/a.c", "/* as printf */", None),
    ("layers.py", "app/home/a.h", "\n" * 231, "231 lines; 230 at most"),
    ("layers.py", "app/home/a.h", "\n" * 230, None),
    ("layers.py", "games/x/a.h", "\n" * 231, None),
    ("sizes.py", "app/home/a.c", "\n" * 601, "601 lines"),
    ("sizes.py", "app/home/a.c", "\n" * 600, None),
    ("sizes.py", "app/home/a.c", LONG_BODY, "app/home/a.c:3: a body of 81 lines"),
    ("sizes.py", "app/home/a.c", FULL_BODY, None),
    ("sizes.py", "tests/x/a.py", "def f():\n" + "    g()\n" * 81,
     "a body of 81 lines"),
    ("words.py", "app/home/a.c", "int player_id;", '"player_id": say'),
    ("words.py", "app/home/a.c", "int find_by_userid(void);", "say person"),
    ("words.py", "store/sql/1.sql", "CREATE TABLE game_id (x);", "say match"),
    ("words.py", "app/home/a.c", '/* game_id */ f("user_id", seat);', None),
    ("words.py", "store/sql/1.sql", "-- game_id\nSELECT 'user_id';", None),
    ("words.py", "app/home/a.c", "int match_life;", "say status"),
    ("words.py", "app/home/a.c", "int session, email, lifetime;", None),
    ("words.py", "store/sql/1.sql", "CREATE TABLE a (life);", None),
]

# Many headers, which one includes.
HEADERS = {f"core/h{i}.h": "\n" * 230 for i in range(10)}
HEADERS["app/matches/all.h"] = "".join(
    f'#include "{name}"\n' for name in HEADERS)

# Two languages that say the same.
TONGUES = {
    "en/phrases.yaml": "plural: germanic\na: '{n} of {card}'\nb:\n  c: so\n",
    "en/words.yaml": "play: [play]\nstop: [stop]\n",
    "en/letters/turn.txt": "{{#asked}}Your {{turn}}.{{/asked}}\n{{>news}}\n",
    "en/letters/news.txt": "News.\n",
    "xx/phrases.yaml": "plural: slavic\na: '{card.form}: {n}'\nb:\n  c: si\n"
                       "a.accusative: '{card}, {n}'\n",
    "xx/words.yaml": "play: [ludi, lud]\n",
    "xx/letters/turn.txt": "{{^asked}}Non.{{/asked}}\n{{>news}} {{turn}}"
                           "{{#t}}a{{/t}}\n",
    "xx/letters/news.txt": "Nova.\n",
}
# file of the second one, what is replaced (None: the file goes), by what,
# what must be said
PLANTED = [
    ("xx/phrases.yaml", "b:\n  c: si\n", "", "no phrase b.c"),
    ("xx/phrases.yaml", "plural", "d: do\nplural", "d is no phrase of English"),
    ("xx/phrases.yaml", "{n}'\nb", "N'\nb", "a: n is not told"),
    ("xx/phrases.yaml", "{n}'\nb", "{n} {m}'\nb", "no argument m"),
    ("xx/phrases.yaml", "c: si", "c: ''", "b.c is empty"),
    ("xx/phrases.yaml", "plural", "a: x\nplural", "line 3: a twice"),
    ("xx/words.yaml", "play", "plai", "no words for play"),
    ("xx/words.yaml", "play", "plai", "plai has no words in English"),
    ("xx/words.yaml", "[ludi, lud]", "ludi", "play: not a list of words"),
    ("xx/letters/turn.txt", " {{turn}}", "", "{{turn}} of English is not"),
    ("xx/letters/turn.txt", "{{>news}}", "", "{{>news}} of English is not"),
    ("xx/letters/turn.txt", "Non", "{{who}}", "{{who}} is not in English"),
    ("xx/letters/news.txt", "Nova.", "nova " * 15, "news.txt:1: more than 72"),
    ("xx/letters/news.txt", None, None, "letters/news.txt is missing"),
    ("en/letters/news.txt", None, None, "English has no such file"),
    ("xx/letters/news.txt", "Nova.", "Nova!", None),
]


# A game of which English alone has the words, before it is released and after.
GAME = {
    "games/dice/dice.c": '.name = "dice",\n{ "sides", false, 2, 9, 6 },',
    "templates/en/dice/phrases.yaml": "rolled: '{n}'\n",
    "templates/en/dice/rules.txt": "Roll.\n",
    "templates/en/phrases.yaml": "game:\n  dice: Dice\n",
    "templates/en/words.yaml": "game:\n  dice: [dice]\n"
                               "order:\n  sides: [sides]\n",
    "templates/xx/phrases.yaml": "",
    "templates/xx/words.yaml": "",
}
RELEASED = {**GAME, "games/dice/dice.c": ".released = true,"}


# Calls of the log in two sources, and a manual that lists their messages.
MESSAGES = {
    "man/turnpost-watch.7": ".Ss Messages of the log\n"
                            ".It Cm came No info\nIt came.\n"
                            ".It Cm went-away No warning\nIt went.\n"
                            ".Sh EXAMPLES\n.It Cm other No info\n",
    "app/home/a.c": 'int\na(void)\n{\n\tlog_info("came", "%d", 1);\n'
                    '\tlog_info(\n\t    "came", "%d", 2);\n}\n',
    "mail/b.c": 'int\nb(void)\n{\n\tlog_warn("went-away", "b");\n}\n',
}
UNTOLD = [
    ("mail/b.c", '"went-away", ', "", "mail/b.c:4: a message needs an id"),
    ("mail/b.c", '"went-away"', '"Went"', "mail/b.c:4: a message needs an id"),
    ("mail/b.c", '"went-away"', "word", "mail/b.c:4: a message needs an id"),
    ("mail/b.c", "went-away", "came", "came is the id of another message"),
    ("mail/b.c", "warn", "info", "went-away is info, not warning"),
    ("mail/b.c", "went-away", "left", "lacks left, warning"),
    ("mail/b.c", "went-away", "left", "no message is went-away"),
    ("app/home/a.c", '1);\n', '1);\n}\n\nint\nc(void)\n{\n',
     "came is the id of another message"),
    ("man/turnpost-watch.7", "came No", "went-away No", "went-away: twice"),
    ("man/turnpost-watch.7", "came No", "zero No", "order of the alphabet"),
    ("mail/b.c", "b", "b", None),
]


def planted(path, before, after):
    """Those languages as they are but for that."""
    files = dict(TONGUES)
    if before is None:
        del files[path]
    else:
        assert before in files[path], (path, before)
        files[path] = files[path].replace(before, after, 1)
    return {"templates/" + name: text for name, text in files.items()}


def cases():
    """script, what is shown of it, files, what must be said"""
    for script, path, text, say in CASES:
        yield script, path + " " + text.strip()[:40], {path: text}, say
    for path, before, after, say in PLANTED:
        yield ("catalogs.py", "%s: %s" % (path, say or "nothing"),
               planted(path, before, after), say)
    for room, say in (("players", "app/players/a.c: sees 2310 lines"),
                      ("letters", None)):
        yield "layers.py", f"headers that {room} see", {
            **HEADERS, f"app/{room}/a.c": '#include "app/matches/all.h"'}, say
    for path, before, after, say in UNTOLD:
        yield ("messages.py", f"{path}: {say or 'nothing'}", {
            **MESSAGES, path: MESSAGES[path].replace(before, after, 1)}, say)
    yield "catalogs.py", "a game that is not released", GAME, None
    yield ("catalogs.py", "a wrong word of one", {
        **GAME, "templates/xx/dice/phrases.yaml": "rolled: '{m}'\n"},
        "there is no argument m")
    yield "catalogs.py", "a line of rules that is too long", {
        **GAME, "templates/en/dice/rules.txt": "Roll. " * 13}, (
            "templates/en/dice/rules.txt:1: more than 72 columns")
    for language in "en", "xx":
        yield "catalogs.py", "a form of two words in " + language, {
            **GAME, "templates/xx/dice/words.yaml": "roll: [roll]\n",
            "templates/en/dice/words.yaml": "roll: [roll]\n",
            f"templates/{language}/dice/words.yaml":
                "roll: [roll, Go]\nkeep: [keep, go]\n"}, (
            f"templates/{language}/dice/words.yaml: 'go' stands for roll and "
            "for keep: take it out of one of them")
    yield "catalogs.py", "a piece of a released game", {
        **RELEASED, "templates/xx/dice/phrases.yaml": "rolled: '{n}'\n"}, (
            "templates/xx/dice/rules.txt is missing")
    for say in ("templates/xx/dice/ is missing\n",
                "no phrase game.dice", "no words for game.dice"):
        yield "catalogs.py", "a released game: " + say, RELEASED, say


def wrong(script, files, say):
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            where = os.path.join(root, path)
            os.makedirs(os.path.dirname(where), exist_ok=True)
            with open(where, "w", encoding="utf-8") as f:
                f.write(text)
        got = subprocess.run(
            [sys.executable, os.path.join(LINT, script), root],
            capture_output=True, text=True, check=False)
    faults = [line for line in got.stdout.splitlines()
              if not line.startswith("note: ")]
    if say is None and (got.returncode != 0 or faults):
        return f"nothing is wrong, but: {got.stdout}{got.stderr}"
    if say is not None and (got.returncode != 1 or say not in got.stdout):
        return f"not found; said {got.stdout!r} {got.stderr!r}"
    return None


# What run does with these checks: their output whole and in their order.
RUN = {
    "slow.py": "#!/bin/sh\necho slow 1; sleep 0.5; echo slow 2 >&2\n",
    "bad.sh": "#!/bin/sh\necho bad; exit 3\n",
    "fuzz.sh": "#!/bin/sh\necho fuzz\n",
}
SAID = """fuzz
lint: fuzz.sh clean
slow 1
slow 2
lint: slow.py clean
bad
lint: bad.sh NOT clean
tests/lint/none.sh is not there
lint: none.sh NOT clean
lint: 2 clean, 2 not
"""


def run_wrong(names, said, status):
    with tempfile.TemporaryDirectory() as root:
        os.makedirs(f"{root}/tests/lint")
        for name, text in RUN.items():
            with open(f"{root}/tests/lint/{name}", "w",
                      encoding="utf-8") as f:
                f.write(text)
            os.chmod(f.name, 0o755)
        got = subprocess.run([f"{LINT}/run", *names], cwd=root,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True, check=False)
    if (got.stdout, got.returncode) != (said, status):
        return f"status {got.returncode}, said {got.stdout!r}"
    return None


# Sources of rooms, and what is said of their calls.
CALLING = {
    "app/home/a.c": "int b(void); int a(void); int a(void) { return b(); }",
    "app/home/b.c": "int a(void); int b(void); int b(void) { return a(); }",
    "app/home/c.c": "int d(void); int c(void); int c(void) { return d(); }",
    "app/steps/d.c": "int a(void); int d(void); int d(void) { return a(); }",
    "app/players/reading/e.c": "int m(void); int e(void);"
                               "int e(void) { return m(); }",
    "app/players/signup/m.c": "int m(void); int m(void) { return 0; }",
    "mail/f.c": "int f(void); int g(void); int f(void) { return g(); }",
    "mail/quotes/g.c": "int f(void); int g(void); int g(void) { return f(); }",
    # a table of what others hold calls nothing
    "store/h.c": "extern int k; int h(void); int h(void) { return k; }",
    "store/k.c": "int h(void); extern int k; int k; int l(void);"
                 "int l(void) { return h(); }",
}
CALLS_SAID = """app/home/c.c: may not call app/steps/d.c
app/players/reading/e.c: may not call app/players/signup/m.c
layers: largest circle of calls: home 2 of 3, copies 0 of 0, matches 0 of 0, \
transport 0 of 0, letters 0 of 0, series 0 of 0, pages 0 of 0, players 0 of 2, organiser 0 of 0, \
steps 0 of 1
mail/: call each other: mail/f.c, mail/quotes/g.c
app/home/: call each other: app/home/a.c, app/home/b.c
"""


def calls_wrong():
    with tempfile.TemporaryDirectory() as root:
        for path, text in CALLING.items():
            for folder in "", "build/x/":
                os.makedirs(os.path.dirname(f"{root}/{folder}{path}"),
                            exist_ok=True)
            with open(f"{root}/{path}", "w", encoding="utf-8") as f:
                f.write(text)
            subprocess.run(["cc", "-c", "-o", f"{root}/build/x/{path[:-1]}o",
                            f"{root}/{path}"], check=True)
        got = subprocess.run(
            [sys.executable, f"{LINT}/layers.py", root, f"{root}/build/x"],
            capture_output=True, text=True, check=False)
    if (got.stdout, got.returncode) != (CALLS_SAID, 1):
        return f"status {got.returncode}, said {got.stdout!r} {got.stderr!r}"
    return None


def own_calls_wrong():
    """Of the objects that are tested: in lint there may be none yet."""
    src = os.environ["TURNPOST_SRC"]
    got = subprocess.run(
        [f"{LINT}/layers.py", src, os.path.dirname(os.environ["TURNPOST"])],
        cwd=src, capture_output=True, text=True, check=False)
    if got.returncode != 0 or "largest circle" not in got.stdout:
        return f"status {got.returncode}, said {got.stdout!r} {got.stderr!r}"
    return None


def own_messages_wrong():
    """Each message that there is has an id, and stands in the manual."""
    got = subprocess.run(
        [f"{LINT}/messages.py", os.environ["TURNPOST_SRC"]],
        capture_output=True, text=True, check=False)
    if got.returncode != 0:
        return f"status {got.returncode}, said {got.stdout!r} {got.stderr!r}"
    return None


def main():
    every = list(cases())
    print(f"1..{len(every) + 5}")
    bad = 0
    runs = (run_wrong(["fuzz.sh", "slow.py", "bad.sh", "none.sh"], SAID, 1),
            run_wrong(["slow.py"], "slow 1\nslow 2\n"
                      "lint: slow.py clean\nlint: 1 clean, 0 not\n", 0),
            calls_wrong(), own_calls_wrong(), own_messages_wrong())
    for n, why in enumerate(runs, 1):
        shown = ("run", "run", "calls between rooms", "calls between rooms",
                 "messages of the log")[n - 1]
        print(f"{'not ok' if why else 'ok'} {n} - {shown}")
        if why:
            print(f"# {why}")
            bad = 1
    for n, (script, shown, files, say) in enumerate(every, 6):
        why = wrong(script, files, say)
        print(f"{'not ok' if why else 'ok'} {n} - {script} {shown!r}")
        if why:
            print(f"# {why}")
            bad = 1
    return bad


if __name__ == "__main__":
    sys.exit(main())
