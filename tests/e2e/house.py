# SPDX-License-Identifier: ISC
"""A home of turnpost for a test: mails in, letters out, the clock in hand."""

import atexit
import contextlib
import datetime
import email
import email.message
import email.policy
import email.utils
import itertools
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

import host

TURNPOST = os.environ.get("TURNPOST", "build/release/turnpost")
SRC = os.environ.get("TURNPOST_SRC", os.getcwd())
sys.path.append(os.path.join(SRC, "tests"))
import postgres  # noqa: E402
ROBOT = "robot@example.org"
NOBODY = 65534
SEATS = ["Bernhard", "Steffi", "Florian", "Carmen"]
# Nothing happens by itself: most tests look at what a mail does.
PLAIN = {"time": "none", "settle": "none", "reminders": "none",
         "muster": "none", "open_after": "none", "graces": 0,
         "offer": "none"}
# The start of the example round: rules, last section.
EXAMPLE = {
    "ring": ["hochland", "frosthoehle", "gruenland", "karge-zunge",
             "eisfelsen", "affeninsel", "kalte-klippe", "sommerland",
             "rotes-riff", "piratennest", "fingerhut", "sandkap"],
    "captain": 0,
    "deck": ["conflict", "conflict", "wine", "wine", "grain",
             "conflict", "conflict", "salt", "grain", "cloth",
             "cloth", "cloth", "grain", "salt", "wine",
             "salt", "salt", "wine", "conflict", "ruby",
             # four draw 2, 2, 3 and 4 of these after the round
             "grain", "cloth", "cloth", "ruby", "grain", "wine", "grain",
             "cloth", "grain", "ruby", "cloth", "conflict", "salt", "wine",
             "ruby", "grain"],
}

# The connection string of a server on which homes are made, instead of files.
POSTGRES = os.environ.get("TEST_POSTGRES")
PLACES = itertools.count(1)
PLAIN_PEOPLE = """
CREATE FUNCTION plain() RETURNS trigger LANGUAGE plpgsql
    AS 'BEGIN IF new.id > %d THEN new.plain := 1; END IF; RETURN new; END';
CREATE TRIGGER plain BEFORE INSERT ON person FOR EACH ROW
    EXECUTE FUNCTION plain();
UPDATE person SET plain = 1 WHERE id > %d;
"""
MADE = []  # a folder, once "init" was called: in "home" what that made
ONCE = {}  # what House.once made there
# What a home has of its own.
OWN = ("INSERT INTO \"meta\" VALUES('instance',",
       "INSERT INTO \"meta\" VALUES('secret',")


def address(name):
    return name.lower().replace(" ", ".") + "@example.org"


class Letter:
    """A letter of ours in somebody's mailbox."""

    def __init__(self, name, raw):
        self.name = name
        self.raw = raw
        self.mail = email.message_from_bytes(raw, policy=email.policy.default)
        self.id = self.mail["Message-ID"]
        self.text = self.mail.get_body(("plain",)).get_content().replace(
            "\r\n", "\n").replace("\u00a0", " ")  # so that no line breaks

    def number(self, move):
        """Under which number the letter offers that move."""
        found = re.search(r"^\s*(\d+)\s+\u2192 %s$" % re.escape(move),
                          self.text, re.M)
        assert found, "%r is not offered in\n%s" % (move, self.text)
        return found.group(1)

    def says(self, *pieces):
        # the mark in front of what could be read as a command is none of it
        bare = " ".join(re.sub(r"(?m)^( *)~ ", r"\1", self.text).split())
        flat = " ".join(self.text.split())
        for piece in pieces:
            assert piece in flat or piece in bare, "%r is not in\n%s" % (
                piece, self.text)

    def lacks(self, *pieces):
        flat = " ".join(self.text.split())
        for piece in pieces:
            assert piece not in flat, "%r is in\n%s" % (piece, self.text)


def place():
    """A place of its own in the server of the tests."""
    return "%s&options=-csearch_path%%3Dhome_%d_%d" % (
        POSTGRES, os.getpid(), next(PLACES))


class House:
    turnpost = TURNPOST

    def __init__(self, init=True, apart=False):
        """apart: what others made is not copied, for secrets would be."""
        self.dir = tempfile.mkdtemp(prefix="turnpost-test-")
        self.now = 1795262400  # 2026-11-21 12:00 UTC
        self.count = 0
        self.parsed = {}
        self.apart = apart
        self.store = None  # of a server; None: turnpost.db
        if init:
            self.fresh()

    def fresh(self):
        """As "init" makes it, which is asked once: later homes are copies
        of that one, but for what tells installations apart."""
        if POSTGRES:
            self.store = place()
            self.ok("init", "--address", ROBOT, "--store", self.store)
            self.first_settings()
            return
        if not MADE:
            MADE.append(tempfile.mkdtemp(prefix="turnpost-made-"))
            atexit.register(shutil.rmtree, MADE[0], ignore_errors=True)
            self.ok("init", "--address", ROBOT)
            self.first_settings()
            shutil.copytree(self.dir, os.path.join(MADE[0], "home"))
            return
        shutil.copytree(os.path.join(MADE[0], "home"), self.dir,
                        dirs_exist_ok=True)
        with contextlib.closing(
                sqlite3.connect(self.path("turnpost.db"))) as db, db:
            for key, size in (("instance", 8), ("secret", 32)):
                db.execute("UPDATE meta SET value = ? WHERE key = ?",
                           (os.urandom(size).hex(), key))

    def first_settings(self):
        with open(self.path("turnpost.yaml"), "a", encoding="utf-8") as file:
            file.write("\noutage: none\n")
        self.policy(**PLAIN)

    def store_line(self):
        """Of the settings, where a test writes them anew."""
        return 'store: "%s"\n' % self.store if self.store else ""

    def policy(self, **keys):
        """What new matches agree on; keys with "_" for "-"."""
        path = self.path("turnpost.yaml")
        with open(path, encoding="utf-8") as file:
            text = file.read().split("\npolicy:\n")[0]
        if not re.search("^store:", text, re.M):
            text = self.store_line() + text
        with open(path, "w", encoding="utf-8") as file:
            file.write(text + "\npolicy:\n" + "".join(
                '  %s: "%s"\n' % (key.replace("_", "-"), value)
                for key, value in keys.items()))

    def text_alone(self, but=0):
        """Letters come without colours and pictures, which take most of their
        time; but not those to so many people, the first that are met."""
        if self.store:
            postgres.psql(self.store, PLAIN_PEOPLE % (but, but))
            return
        with contextlib.closing(
                sqlite3.connect(self.path("turnpost.db"))) as db, db:
            db.execute("CREATE TRIGGER plain AFTER INSERT ON person"
                       " WHEN new.id > %d BEGIN UPDATE person SET plain = 1"
                       " WHERE id = new.id; END" % but)
            db.execute("UPDATE person SET plain = 1 WHERE id > ?", (but,))

    def close(self):
        subprocess.run(["chmod", "-R", "u+rwX", self.dir], check=False)
        shutil.rmtree(self.dir, ignore_errors=True)

    def path(self, *parts):
        return os.path.join(self.dir, *parts)

    # ---- the program ----

    def worker(self):
        """Root may do everything: make the home an ordinary user's, with a
        program that this user can reach.  What "call" needs to be her."""
        if os.getuid() != 0:
            return {}
        self.turnpost = shutil.copy(TURNPOST, self.path("program"))
        for folder, _, files in os.walk(self.dir):
            for path in [folder] + [os.path.join(folder, one)
                                    for one in files]:
                os.chown(path, NOBODY, NOBODY)
        return {"user": NOBODY, "group": NOBODY, "extra_groups": []}

    def command(self, args, clock=True):
        iso = datetime.datetime.fromtimestamp(
            self.now, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        return ([self.turnpost, "--home", self.dir]
                + (["--now", iso] if clock else []) + list(args))

    def call(self, *args, env=None, **more):
        return host.run(self.command(args), dict(os.environ, **(env or {})),
                        **more)

    def ok(self, *args, **more):
        done = self.call(*args, **more)
        assert done.returncode == 0, "%s: %d: %s" % (
            args, done.returncode, done.stderr)
        return done.stdout

    def fails(self, code, piece, *args, **more):
        """It must end with that code and one sentence with that piece."""
        done = self.call(*args, **more)
        assert done.returncode == code, "%s: %d, not %d: %s" % (
            args, done.returncode, code, done.stderr)
        assert piece in done.stderr, done.stderr
        assert len(done.stderr.strip().splitlines()) == 1, done.stderr
        assert "Sanitizer" not in done.stderr, done.stderr
        return done

    def json(self, *args):
        return json.loads(self.ok("--json", *args))

    def run(self, minutes=1):
        self.now += 60 * minutes
        self.steps()

    def steps(self, **more):
        """All of them; 74: a mail server does not work, as was logged."""
        done = self.call("run", **more)
        assert done.returncode in (0, 74), (
            "run: %d: %s" % (done.returncode, done.stderr))
        return done

    # ---- matches ----

    def match(self, *more, seats=SEATS, game="mutineer"):
        args = []
        for name in seats:
            args += ["--seat", "%s <%s>" % (name, address(name))]
        return json.loads(self.ok("--json", "match", "new", game, *args,
                                  *more))["match"]

    def example(self, *more):
        """A match that starts as the example round, everyone ready."""
        with open(self.path("setup.json"), "w", encoding="utf-8") as file:
            json.dump(EXAMPLE, file)

        def begin():
            number = self.match("--setup", self.path("setup.json"),
                                "--name", "Example", *more)
            self.start()
            return number

        if type(self) not in (House, TextHouse) or self.apart or not MADE:
            return begin()  # type: there may be mail elsewhere
        return self.once(begin, "example", *more)

    def once(self, make, *names):
        """What make(), which the names tell from others, does to this home
        and answers: it is called once for homes that are alike, others get
        copies of that one, but for those on a server."""
        if self.store:
            return make()
        key = (*names, self.turnpost, self.now, self.count, *self.held())
        if key not in ONCE:
            answer = make()
            kept = os.path.join(MADE[0], str(len(ONCE)))
            shutil.copytree(self.dir, kept)
            ONCE[key] = kept, self.now, self.count, answer
            return answer
        kept, self.now, self.count, answer = ONCE[key]
        shutil.copytree(kept, self.dir, dirs_exist_ok=True)
        return answer

    def held(self):
        """All that this home holds, but for what tells it from others."""
        for folder, folders, files in os.walk(self.dir):
            folders.sort()
            yield os.path.relpath(folder, self.dir)
            for name in sorted(files):
                if name in ("turnpost.db-wal", "turnpost.db-shm"):
                    continue  # whoever reads the database takes them away
                yield name
                path = os.path.join(folder, name)
                if name != "turnpost.db":
                    with open(path, "rb") as file:
                        yield file.read()
                    continue
                with contextlib.closing(sqlite3.connect(path)) as db:
                    yield tuple(line for line in db.iterdump()
                                if not line.startswith(OWN))

    def start(self, seats=SEATS):
        self.run()
        for name in seats:
            self.reply(self.newest(name), "ready")
        self.run()

    # ---- letters ----

    def box(self, name):
        return self.path("spool", "out", address(name))

    def letters(self, name):
        """All letters of a player, oldest first: in the order in which they
        were queued, of which their names tell only the second."""
        order = {"<%s>" % message_id: number for message_id, number in
                 self.rows("SELECT message_id, id FROM outbox")}
        letters = [self.read_once(name, raw) for raw in self.mails(name)]
        return sorted(letters, key=lambda letter: order[letter.id])

    def read_once(self, name, raw):
        """Read once, since most tests ask for the newest again and again."""
        if (name, raw) not in self.parsed:
            self.parsed[name, raw] = Letter(name, raw)
        return self.parsed[name, raw]

    def mails(self, name):
        """The bytes of all mails in a player's mailbox."""
        mails = []
        for sub in ("new", "cur"):
            folder = os.path.join(self.box(name), sub)
            if os.path.isdir(folder):
                for entry in os.listdir(folder):
                    with open(os.path.join(folder, entry), "rb") as file:
                        mails.append(file.read())
        return mails

    def newest(self, name):
        letters = self.letters(name)
        assert letters, "no letter for " + name
        return letters[-1]

    # ---- mails ----

    def deliver(self, raw, name=None):
        self.count += 1
        name = name or "%d.%d.test" % (self.now, self.count)
        with open(self.path("spool", "in", "tmp", name), "wb") as file:
            file.write(raw)
        os.rename(self.path("spool", "in", "tmp", name),
                  self.path("spool", "in", "new", name))
        return name

    def reply(self, letter, body, sender=None, quote=True, **headers):
        """A reply as a mail program makes it; returns its bytes."""
        self.count += 1
        mail = email.message.EmailMessage()
        mail["From"] = sender or (letter.name if "@" in letter.name
                                  else address(letter.name))
        mail["To"] = headers.pop("to", str(letter.mail["Reply-To"]))
        mail["Subject"] = headers.pop("subject",
                                      "Re: " + letter.mail["Subject"])
        mail["Message-ID"] = headers.pop(
            "id", "<%d.%d@client.example>" % (self.now, self.count))
        if headers.pop("threaded", True):
            mail["In-Reply-To"] = letter.id
            mail["References"] = letter.id
        mail["Date"] = email.utils.formatdate(self.now)
        for key, value in headers.items():
            mail[key.replace("_", "-")] = value
        if quote:
            body += "\n\nOn some day the robot wrote:\n" + "\n".join(
                "> " + line for line in letter.text.splitlines())
        mail.set_content(body)
        raw = mail.as_bytes()
        self.deliver(raw)
        return raw

    def say(self, name, body, **more):
        """Answer the newest letter, let turnpost work, read the answer."""
        self.reply(self.newest(name), body, **more)
        self.run()
        return self.newest(name)

    def state(self, match=1):
        return self.json("--reveal", "match", "show", str(match))["view"]

    # ---- for loops: what the database says, without a run ----

    def rows(self, query, *values):
        if self.store:
            return postgres.rows(self.store, query, *values)
        with contextlib.closing(
                sqlite3.connect(self.path("turnpost.db"))) as db:
            return db.execute(query, values).fetchall()

    def life(self, match=1):
        return self.rows("SELECT life FROM match WHERE id = ?", match)[0][0]

    def asked(self, match=1):
        """The names of seats that must decide, where there are deadlines."""
        return [name for name, in self.rows(
            "SELECT s.name FROM timer AS t JOIN seat AS s"
            " ON s.match = t.match AND s.seat = t.seat"
            " WHERE t.kind = 'decide' AND t.match = ? ORDER BY t.seat", match)]

    def moves(self, match=1):
        return [(event["name"], event["move"]) for event in
                self.json("--reveal", "match", "log", str(match))
                if event["by"] not in ("talk", "notice")]


class TextHouse(House):
    """For tests that look at texts, of many letters: one player has pictures,
    and so everything happens with them, but once for each letter."""

    def fresh(self):
        super().fresh()
        self.text_alone(but=1)
