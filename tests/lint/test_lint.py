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
    ("layers.py", "games/x/a.c", '#include "core/core.h"', "may not include"),
    ("layers.py", "games/x/a.c", '#include "base/err.h"', "may not include"),
    ("layers.py", "games/games.c", '#include "games/x/x.h"', None),
    ("layers.py", "store/a.c", '#include "core/core.h"', "may not include"),
    ("layers.py", "mail/a.c", '#include "store/store.h"', "may not include"),
    ("layers.py", "render/a.c", '#include "app/app.h"', "may not include"),
    ("layers.py", "cmd/a.c", '#include "store/store.h"', "may not include"),
    ("layers.py", "app/a.c", '#include "cmd/cmd.h"', "may not include"),
    ("layers.py", "app/a.c", '#include "mail/mail.h"', None),
    ("layers.py", "app/a.c", "#include <sqlite3.h>",
     "<sqlite3.h> belongs to store/"),
    ("layers.py", "app/a.c", "#  include <gmime/gmime.h>", "belongs to mail/"),
    ("layers.py", "app/a.c", "#include <sodium.h>", "belongs to core/ mail/"),
    ("layers.py", "base/log.c", "#include <yaml.h>",
     "belongs to base/yaml.c"),
    ("layers.py", "base/yaml.c", "#include <yaml.h>", None),
    ("layers.py", "store/a.c", "#include <jansson.h>", "belongs to core/"),
    ("layers.py", "games/x/a.c", "#include <glib.h>", "<glib.h> belongs to"),
    ("layers.py", "app/a.c", "\nint t = time(NULL);",
     "app/a.c:2: time(): now is given"),
    ("layers.py", "mail/a.c", "x = g_get_real_time ();", "now is given"),
    ("layers.py", "cmd/a.c", "t = time(NULL); exit(1); getenv(x);", None),
    ("layers.py", "app/a.c", "x = getenv(s);", "reads the environment"),
    ("layers.py", "base/a.c", "exit(1);", "ends the program"),
    ("layers.py", "base/a.c", "_exit(1);", "ends the program"),
    ("layers.py", "core/a.c",
     '/* exit(1) */ uptime(x); s.time(x); p->exit(1); f("time(");', None),
    ("layers.py", "games/x/a.c", "p = malloc(3);", "memory is GLib's"),
    ("layers.py", "store/a.c", "g_strdup_printf(s);", "no printf in store/"),
    ("layers.py", "store/a.c", "/* as printf */", None),
    ("sizes.py", "app/a.c", "\n" * 601, "601 lines"),
    ("sizes.py", "app/a.c", "\n" * 600, None),
    ("sizes.py", "app/a.c", LONG_BODY, "app/a.c:3: a body of 81 lines"),
    ("sizes.py", "app/a.c", FULL_BODY, None),
    ("sizes.py", "tests/x/a.py", "def f():\n" + "    g()\n" * 81,
     "a body of 81 lines"),
    ("words.py", "app/a.c", "int player_id;", '"player_id": say'),
    ("words.py", "app/a.c", "int find_by_userid(void);", "say person"),
    ("words.py", "store/sql/1.sql", "CREATE TABLE email (x);", "say letter"),
    ("words.py", "app/a.c", '/* email */ f("email", person, seat);', None),
    ("words.py", "store/sql/1.sql", "-- email\nSELECT 'email';", None),
]


def wrong(script, path, text, say):
    with tempfile.TemporaryDirectory() as root:
        where = os.path.join(root, path)
        os.makedirs(os.path.dirname(where))
        with open(where, "w", encoding="utf-8") as f:
            f.write(text)
        got = subprocess.run(
            [sys.executable, os.path.join(LINT, script), root],
            capture_output=True, text=True, check=False)
    if say is None and (got.returncode != 0 or got.stdout):
        return f"nothing is wrong, but: {got.stdout}{got.stderr}"
    if say is not None and (got.returncode != 1 or say not in got.stdout):
        return f"not found; said {got.stdout!r} {got.stderr!r}"
    return None


def main():
    print(f"1..{len(CASES)}")
    bad = 0
    for n, case in enumerate(CASES, 1):
        why = wrong(*case)
        print(f"{'not ok' if why else 'ok'} {n} - {case[0]} {case[1]} "
              f"{case[2].strip()[:40]!r}")
        if why:
            print(f"# {why}")
            bad = 1
    return bad


if __name__ == "__main__":
    sys.exit(main())
