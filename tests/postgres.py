# SPDX-License-Identifier: ISC
"""postgres.py COMMAND...: run a command with a PostgreSQL server of the tests'
own, whose connection string is TEST_POSTGRES.  An ordinary user runs it, in a
folder that goes with it, and it listens on a Unix socket there alone."""
import csv
import glob
import io
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

FOLDERS = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
USER = "nobody"  # runs it where the tests are root, whom initdb refuses
SETTINGS = ("listen_addresses=", "jit=off",
            "shared_buffers=32MB", "max_connections=60")


def missing():
    """Why there can be no server here; None: there can."""
    return None if FOLDERS else "PostgreSQL is not installed (tools/deps.sh test)"


def as_user():
    """What makes a child an ordinary user, for subprocess."""
    if os.geteuid() != 0:
        return {}
    entry = pwd.getpwnam(USER)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


class Server:
    """Started by start(); place() names a home's own place in it."""

    def __init__(self, *settings, follows=None):
        self.settings = SETTINGS + settings
        self.dir = tempfile.mkdtemp(prefix="turnpost-postgres-", dir="/tmp")
        self.process = None
        self.places = 0
        if os.geteuid() == 0:
            shutil.chown(self.dir, USER)
        if follows:
            self.program("pg_basebackup", "-D", self.path("data"), "-R", "-h",
                         follows.dir, "-U", "turnpost", "-c", "fast", "-N")
        else:
            self.program("initdb", "-D", self.path("data"), "-U", "turnpost",
                         "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N")
        self.start()

    def standby(self):
        """Another one that follows this one, whose commits wait for it."""
        other = Server(*self.settings[len(SETTINGS):], follows=self)
        self.psql("postgres",
                  "ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.psql("postgres", "SELECT pg_reload_conf()")
        for _ in range(300):
            if rows(self.url(), "SELECT 1 FROM pg_stat_replication"
                    " WHERE sync_state = 'sync'"):
                return other
            time.sleep(0.1)
        raise AssertionError("the standby does not follow")

    def promote(self):
        """What it follows is gone."""
        self.psql("postgres", "SELECT pg_promote()")

    def path(self, name):
        return os.path.join(self.dir, name)

    def program(self, name, *args):
        subprocess.run([os.path.join(FOLDERS[-1], name), *args], check=True,
                       cwd=self.dir, stdout=subprocess.DEVNULL, **as_user())

    def start(self):
        words = [word for setting in self.settings for word in ("-c", setting)]
        with open(self.path("log"), "ab") as log:
            self.process = subprocess.Popen(
                [os.path.join(FOLDERS[-1], "postgres"), "-D",
                 self.path("data"), "-k", self.dir, *words],
                cwd=self.dir, stdout=log, stderr=log, **as_user())
        for _ in range(300):
            if self.psql("postgres", "SELECT 1", check=False).returncode == 0:
                return
            time.sleep(0.1)
        raise AssertionError("the server does not start")

    def stop(self, sign=signal.SIGQUIT):
        """At once, as if the machine died; SIGINT: in order."""
        self.process.send_signal(sign)
        self.process.wait(60)

    def close(self):
        self.stop()
        shutil.rmtree(self.dir, ignore_errors=True)

    def url(self, database="postgres", user="turnpost"):
        return f"postgresql:///{database}?host={self.dir}&user={user}"

    def place(self):
        self.places += 1
        return (f"{self.url()}&options=-csearch_path%3D"
                f"place_{self.places}")

    def psql(self, database, sql, check=True):
        return psql(self.url(database), sql, check)


def psql(url, sql, check=True):
    return subprocess.run(["psql", "-X", "-q", "--csv", "-t", "-v",
                           "ON_ERROR_STOP=1", "-P", "null=" + NULL, "-d",
                           url, "-c", sql],
                          check=check, capture_output=True, text=True)


def literal(value):
    if value is None:
        return "NULL"
    if isinstance(value, (bool, int)):
        return str(int(value))
    return "'%s'" % value.replace("'", "''")


NULL = "\\N"


def value_of(text):
    if text == NULL:
        return None
    return int(text) if re.fullmatch(r"-?\d+", text) else text


def rows(url, query, *values):
    """As sqlite3 gives them: tuples of numbers and texts."""
    parts = query.split("?")
    sql = parts[0] + "".join(
        literal(value) + part for value, part in zip(values, parts[1:]))
    # csv takes one empty text alone for no value at all
    return [tuple(map(value_of, row or [""])) for row in
            csv.reader(io.StringIO(psql(url, sql).stdout))]


def main():
    why = missing()
    if why or len(sys.argv) < 2:
        sys.exit(why or __doc__)
    server = Server()
    try:
        done = subprocess.run(
            sys.argv[1:], check=False,
            env=dict(os.environ, TEST_POSTGRES=server.url()))
    finally:
        server.close()
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
