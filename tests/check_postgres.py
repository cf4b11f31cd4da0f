#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""check_postgres.py BUILD [WORD...]: tests of store/ and e2e/ once more, with
their homes on a PostgreSQL server of their own: those of store/ and HERE, or all
with one of the WORDs in their path.  What looks into turnpost.db itself is left
out in either case, and so is what ELSE names."""
import glob
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import postgres  # noqa: E402

# Scripts of e2e/ that are known to hold on a server; others may.
HERE = """
bounce bounce_mail bounce_texts brakes carriers clients confirm deliver fields
help identity import imported languages life lost mail_crash meant nothing
own_words parting pipe promises rating rating_mail readers robots_asked
scenarios_clock scenarios_moves scenarios_people scenarios_table
scenarios_time series series_arranged series_faults series_kept series_mailed
series_played series_told serve settings_link smtp_paused smtp_serve spool
text threads wishes
""".split()
# A script that names these is about the file, copies homes with their rows,
# reads packed bytes out of it, or starts servers of its own.
ABOUT_FILE = re.compile(r"turnpost\.db|\bsqlite3\b|\bTwin\b|\bsame_wherever_"
                        r"|\b(?:from|import) (?:raws|goldens|bighome|on_server)\b"
                        r"|\.raws\(|\bunpacked\(|\bpostgres\.Server\(")
# Why others cannot be here.
ELSE = {
    "store/crash": "ends the program inside SQLite",
    "store/disk": "a full disk below SQLite",
    "store/migrate": "the steps of SQLite's schema",
    "store/open": "files that are no database",
    "store/plans": "the plans of SQLite",
    "store/snapshot": "SQLite's backup of a file",
    "store/words": "compares the words of both by itself",
    "e2e/test_restore.py": "restores a home with its file",
    "e2e/test_restore_imap.py": "restores a home with its file",
    "e2e/test_log.py": "takes bytes out of rows as SQLite gives them",
    "e2e/test_moving.py": "moves a home with its file",
    "e2e/test_page_stopped.py": "changes a policy by a function of SQLite",
    "e2e/test_yearbook.py": "restores a home with its file",
    "e2e/test_robots_seats.py": "holds robots by a trigger in the file",
    "e2e/test_json.py": "adds results of matches that are not there",
}


def is_left_out(name, path):
    if name in ELSE:
        return True
    if path.endswith(".c"):
        return False
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return not re.search("house|scenario", text) or ABOUT_FILE.search(text)


def names():
    for path in sorted(glob.glob("tests/store/*.c")
                       + glob.glob("tests/e2e/test_*.py")):
        name = path[len("tests/"):].removesuffix(".c")
        if not is_left_out(name, path):
            yield name


def main():
    why = postgres.missing()
    if why:
        sys.exit(why)
    build, words = sys.argv[1], sys.argv[2:]
    words = words or ["store/"] + ["e2e/test_%s.py" % one for one in HERE]
    chosen = [name for name in names() if any(word in name for word in words)]
    if not chosen:
        sys.exit("no test that can be here is called so")
    server = postgres.Server("fsync=off", "max_connections=100")
    try:
        done = subprocess.run(
            ["tests/run", build, *chosen], check=False,
            env=dict(os.environ, TEST_POSTGRES=server.url()))
    finally:
        server.close()
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
