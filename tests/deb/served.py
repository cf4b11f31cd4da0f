#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A whole match by mail with the installed package and its service, as root.

usage: served.py [--servers] [--at STEP COMMAND] [options of demo.py]

The home is /var/lib/turnpost, whose service runs; nothing here calls "run".
Players are those of tests/demo.  After so many steps, the command is run, such as
one that installs another version: the match goes on in the middle of it all.
"""

import argparse
import contextlib
import os
import sqlite3
import subprocess
import sys
import time

DEMO = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir,
                    "demo")
sys.path.insert(0, DEMO)

import demo  # noqa: E402
from post import Servers, Spool  # noqa: E402
from proof import Off  # noqa: E402

HOME = "/var/lib/turnpost"
PASSWORD = "/etc/turnpost/mailbox.password"
DROPIN = "/etc/systemd/system/turnpost.service.d/password.conf"
LONG = 300  # seconds within which the service has done everything
PATIENCE = 120
WAITING = """SELECT (SELECT count(*) FROM inbox WHERE state = 'new'),
    (SELECT count(*) FROM outbox WHERE state = 'new')"""


class Pipe(Spool):
    """Mail comes in as a mail server brings it."""

    def deliver(self, raw):
        subprocess.run(["runuser", "-u", "turnpost", "--", "turnpost",
                        "--home", HOME, "deliver"], input=raw, check=True)


class Mailboxes(Servers):
    """Servers of whose password only systemd and the service know."""

    def settings(self):
        super().settings()
        os.rename(os.path.join(HOME, "password"), PASSWORD)
        path = os.path.join(HOME, "turnpost.yaml")
        with open(path, encoding="ascii") as file:
            text = file.read()
        with open(path, "w", encoding="ascii") as file:
            file.write(text.replace(
                "password-file: password",
                "password-command: cat $CREDENTIALS_DIRECTORY/mailbox"))
        os.makedirs(os.path.dirname(DROPIN), exist_ok=True)
        with open(DROPIN, "w", encoding="ascii") as file:
            file.write("[Service]\nLoadCredential=mailbox:%s\n" % PASSWORD)
        for words in (["daemon-reload"], ["restart", "turnpost"]):
            subprocess.run(["systemctl", *words], check=True)


class Served(demo.Demo):
    def __init__(self, args):
        super().__init__(args)
        self.steps = 0
        self.patience = PATIENCE

    def overlooked(self):
        """The service may be slow: ask again for a while."""
        if super().overlooked():
            return True
        self.patience -= 1
        time.sleep(0.5)
        return self.patience > 0

    def send(self, *args):
        self.patience = PATIENCE
        super().send(*args)

    def place(self):
        return HOME

    def carrier(self):
        return Mailboxes if self.args.servers else Pipe

    def turnpost(self, *words):
        if words == ("init",):
            return ""  # who called us has made it
        if words == ("run",):
            self.steps += 1
            if self.args.at and self.steps == int(self.args.at[0]):
                self.say("-- after %d steps: %s" % (
                    self.steps, self.args.at[1]))
                subprocess.run(["sh", "-c", self.args.at[1]], check=True)
            return self.settle()
        done = subprocess.run(
            ["runuser", "-u", "turnpost", "--", "turnpost", "--home", HOME,
             *words], capture_output=True, text=True, check=False)
        if done.returncode or done.stderr:
            raise Off("turnpost %s: exit %d\n%s%s" % (
                " ".join(words), done.returncode, done.stdout, done.stderr))
        return done.stdout

    def settle(self):
        """Wait until the service has nothing left to do for a while."""
        calm, end = 0, time.monotonic() + LONG
        while calm < (10 if self.args.servers else 3):
            if time.monotonic() > end:
                raise Off("the service leaves %s undone" % (self.waiting(),))
            calm = calm + 1 if self.waiting() == (0, 0, 0) else 0
            time.sleep(0.1)
        return ""

    def waiting(self):
        try:
            with contextlib.closing(sqlite3.connect(
                    "file:%s/turnpost.db?mode=ro" % HOME, uri=True)) as db:
                rows = db.execute(WAITING).fetchone()
        except sqlite3.OperationalError as busy:
            return str(busy)
        return (*rows, len(os.listdir(HOME + "/spool/in/new")))


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--at", nargs=2)
    args.add_argument("--servers", action="store_true")
    args.add_argument("--seed", type=int, default=11)
    args.add_argument("--game", default="mutineer")
    args.add_argument("--players", type=int)
    args.set_defaults(quiet=False, robots=False, text=False, option=[])
    args = args.parse_args()
    start = time.monotonic()
    os.environ["TURNPOST"] = "/usr/bin/turnpost"
    served = Served(args)
    try:
        served.begin()
        served.play()
        if args.at and served.steps < int(args.at[0]):
            raise Off("the match was over before step %s" % args.at[0])
        served.report(time.monotonic() - start)
    except Off as fault:
        sys.exit("served: %s" % fault)
    finally:
        served.post.close()


if __name__ == "__main__":
    main()
