#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""--dry-run and --quiet of all that changes or mails something: a dry run says
whom it would mail and leaves every byte as it is; what has none says why.  A new
subcommand belongs into the program's table, or into SHOWS."""

import contextlib
import json
import os
import re
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from handmade import sql  # noqa: E402
from house import SEATS, TURNPOST, TextHouse  # noqa: E402
from steps_undone import undo  # noqa: E402
from tap import Tap  # noqa: E402

# What only shows something, or writes a file that the caller names.
SHOWS = {"status", "metrics", "match list", "match show", "match log",
         "person list", "person show", "rating list", "key list",
         "inbox list", "inbox show", "outbox list", "outbox show", "read",
         "explain-deadlines", "export", "verify", "engine",
         "simulate season", "simulate arena", "simulate series",
         "series list", "series show"}
RECORD = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                      "records/hexxi.json")
WHY = ("--reason", "snow")
ANN = "Ann <ann@example.org>"
# One after the other, in the home that prepare() makes.
CALLS = [
    ("match new", "mutineer", "--seat", ANN, "--seat", "Bo <bo@example.org>",
     "--seat", "Cy <cy@example.org>"),
    ("match remind", "1", *WHY),
    ("match pause", "1", *WHY),
    ("match resume", "1", *WHY),
    ("match extend", "1", "12h", *WHY),
    ("match undo", "1", *WHY),
    ("match robot", "1", "1", "easy", *WHY),
    ("match replace", "1", "Dan <dan@example.org>", "--seat", "2", *WHY),
    ("match watch", "1", "Otto <otto@example.org>"),
    ("match unwatch", "1", "Otto"),
    ("match approve", "2"),
    ("match refuse", "3", *WHY),
    ("match end", "1", *WHY),
    ("match delete", "1", *WHY),
    ("person set", SEATS[0], "--zone", "Europe/Berlin"),
    ("person standin", SEATS[0], "mutineer"),
    ("person forget-address", SEATS[1], "second@example.org"),
    ("person approve", "ida@example.org"),
    ("person refuse", "uwe@example.org", *WHY),
    ("person import", "people.csv"),
    ("series new", "Cup", "--game", "mutineer", "--seats", "3"),
    ("series seat", "1", ANN),
    ("series seat", "1", "Bo <bo@example.org>"),
    ("series seat", "1", "Cy <cy@example.org>"),
    ("series seat", "1", SEATS[0]),
    ("series invite", "1", "Eda <eda@example.org>"),
    ("series unseat", "1", ANN),
    ("series start", "1"),
    ("series stop", "1", *WHY),
    ("person delete", SEATS[3], "--resign"),
    ("rating off", SEATS[0]),
    ("rating on", SEATS[0]),
    ("import", RECORD),
    ("key rotate",),
    ("inbox release", "HELD"),
    ("inbox drop", "DEAD"),
    ("inbox retry", "DEAD"),
    ("outbox resume",),
    ("outbox release",),
    ("outbox retry", "SENT"),
    ("outbox drop", "LETTER"),
]


def tables():
    done = subprocess.run([TURNPOST, "complete-words"], check=True,
                          capture_output=True, stdin=subprocess.DEVNULL)
    return json.loads(done.stdout)


def forms(told):
    """Every subcommand, with its words below it."""
    for entry in told["words"]:
        word = entry["word"]
        parts = [form.split() for form in re.split(
            r" \| |, | or ", entry["arguments"])]
        if word in ("person", "rating", "key", "inbox", "outbox"):
            yield from {"%s %s" % (word, part[0]) for part in parts}
        elif word not in ("match", "series", "simulate"):
            yield word


def test_each_is_known():
    told = tables()
    changes = {entry["word"] for entry in told["changes"]}
    every = set(forms(told))
    assert changes | SHOWS == every, (changes | SHOWS) ^ every
    assert not changes & SHOWS
    dry = {entry["word"] for entry in told["changes"]
           if entry["why_not"] is None}
    assert dry == {call[0] for call in CALLS}, dry ^ {c[0] for c in CALLS}


def test_options():
    told = tables()
    options = {entry["word"]: {option["name"] for option in entry["options"]}
               for entry in told["words"]}
    for entry in told["changes"]:
        word = entry["word"]
        own = options.get(word) or options[word.split()[0]]
        assert "quiet" in own, word
        assert ("dry-run" in own) == (entry["why_not"] is None), word
        said = subprocess.run([TURNPOST, *word.split(), "--help"], check=True,
                              capture_output=True, text=True).stdout
        if entry["why_not"] is not None:
            assert "There is no --dry-run: %s.\n" % entry["why_not"] in (
                " ".join(said.split(" "))), said
    for word in SHOWS & set(options):
        assert not {"quiet", "dry-run"} & options[word], word


# ---- in a home ----

def all_of_it(house):
    """Every row and every file."""
    with contextlib.closing(sqlite3.connect(house.path("turnpost.db"))) as db:
        text = ["\n".join(db.iterdump())]
    for top, _, names in sorted(os.walk(house.dir)):
        for name in sorted(names):
            if not name.startswith("turnpost.db") and name != "lock":
                with open(os.path.join(top, name), "rb") as file:
                    text.append((top, name, file.read()))
    return text


def stranger(house, name):
    """Somebody who asks for a match, confirms it, and waits for a word."""
    house.deliver(("From: %s <%s@example.org>\nTo: robot@example.org\n"
                   "Subject: hello\nMessage-ID: <%s@example.org>\n\n"
                   "standin mutineer\n" % (name, name.lower(), name)).encode())
    house.run()
    house.reply(house.newest(name), "yes")
    house.run()


def prepare():
    house = TextHouse()
    house.policy(time="3d", muster="7d", settle="none")
    with open(house.path("turnpost.yaml"), "a", encoding="utf-8") as file:
        file.write("signup: open\napproval: 'yes'\n"
                   "organiser: olga@example.org\n")
    with open(house.path("people.csv"), "w", encoding="utf-8") as file:
        file.write("name,address\nEva,eva@example.org\n")
    house.example()
    for players in "34":
        house.say(SEATS[0], "new mutineer players %s" % players)
        house.run()
    stranger(house, "Ida")
    stranger(house, "Uwe")
    house.now += 86400
    letter = house.newest(SEATS[1])
    for n in range(3):
        house.reply(letter, "pay %d" % n, sender="far%d@example.org" % n)
        house.run()
    sql(house, "INSERT INTO address (folded, address, person, letters)"
        " SELECT 'second@example.org', 'second@example.org', id, 0"
        " FROM person WHERE name = ?", SEATS[1])
    held = [row[0] for row in sql(
        house, "SELECT id FROM inbox WHERE state = 'held' ORDER BY id")]
    sql(house, "UPDATE inbox SET state = 'dead' WHERE id IN (?, ?)",
        *held[1:])
    house.ok("match", "new", "mutineer", *(
        word for name in ("Ron", "Sue", "Tim")
        for word in ("--seat", "%s <%s@example.org>" % (name, name.lower()))))
    new = [row[0] for row in sql(
        house, "SELECT id FROM outbox WHERE state = 'new' ORDER BY id")]
    sql(house, "UPDATE outbox SET state = 'dead', note = 'held: the home"
        " that was lost may have sent it; \"turnpost outbox release\" sends"
        " all such letters' WHERE id = ?", new[0])
    sql(house, "INSERT INTO meta VALUES ('send.brake', ?)", str(house.now))
    sent, = sql(house, "SELECT max(id) FROM outbox WHERE state = 'sent'")[0]
    house.ok("match", "move", "1", "pay 1", "--seat", "0", *WHY)
    names = {"HELD": held[0], "DEAD": held[1:], "LETTER": new[1], "SENT": sent,
             "RELEASED": new[0]}
    return house, names


def named(words, names):
    """The words of a call, with numbers where it names a row."""
    done = []
    for word in words:
        value = names.get(word, word)
        done.append(str(value.pop() if isinstance(value, list) else value))
    return done


def newest_letter(house):
    return sql(house, "SELECT coalesce(max(id), 0) FROM outbox")[0][0]


def leaving(args, names):
    """Numbers of letters, written before, that the call lets leave.  What
    "outbox resume" lets go is in test_smtp_paused.py: nothing holds back what
    goes into Maildirs."""
    if args[0] != "outbox":
        return []
    return {"release": [names["RELEASED"]],
            "retry": [names["SENT"]]}.get(args[1], [])


def rehearsed(house, args, names):
    """Nothing changes; whom it would mail."""
    goes = leaving(args, names)
    before = all_of_it(house)
    dry = json.loads(house.ok("--json", *args, "--dry-run"))
    said = house.ok(*args, "--dry-run")
    assert all_of_it(house) == before, args
    if "import" in args[:2]:
        # which list what they would take over, and mail nobody
        assert dry and "nothing was changed" in said, (dry, said)
        return []
    assert said.startswith("(--dry-run: nothing of this is done)\n"), said
    # nothing is told as done
    assert said.split("\n")[1].startswith("this can be done"), said
    assert not re.search("(?m)^this can be done; then [a-z]+ed[;.]", said), said
    assert dry["dry_run"] is True, dry
    for letter in dry["letters"]:
        assert letter["to"] in said, (letter, said)
    assert [letter["letter"] for letter in dry["leaving"]] == goes, (args, dry)
    for letter in dry["leaving"]:
        assert re.search(r"(?m)^%d +%s " % (letter["letter"], letter["to"]),
                         said), said
    if not dry["letters"] and not goes:
        assert said.endswith("no letter would be written\n"), said
    return sorted((letter["to"], letter["kind"], letter["match"])
                  for letter in dry["letters"] if letter["due"] is None)


def test_each_call():
    house, names = prepare()
    mailed = 0
    for words, *more in CALLS:
        args = words.split() + named(more, names)
        if "people.csv" in args:
            args[-1] = house.path("people.csv")
        letters = rehearsed(house, args, names)
        before, newest = all_of_it(house), newest_letter(house)
        assert house.ok(*args, "--quiet") == "", args
        assert all_of_it(house) != before, args
        real = [(to, kind, match or None) for to, kind, match in sql(
            house, "SELECT address, kind, match FROM outbox WHERE id > ?",
            newest)]
        assert sorted(real) == letters, (args, real, letters)
        mailed += len(letters)
    assert mailed > 20, mailed
    house.close()


def test_older_home():
    """Not even the database is brought up to date."""
    house = TextHouse()
    house.match()
    with contextlib.closing(sqlite3.connect(
            house.path("turnpost.db"))) as db, db:
        undo(db, 15)
    call = ("match", "remind", "1", *WHY)
    house.fails(78, "\"turnpost run\" brings it from schema 15", *call,
                "--dry-run")
    assert sql(house, "PRAGMA user_version") == [(15,)]
    assert not os.path.exists(house.path("backups"))
    house.run()
    house.ok(*call, "--dry-run")


def test_refused():
    """A dry run says what would be wrong, as the command itself does."""
    house = TextHouse()
    house.match()
    for args in (["match", "end", "9", *WHY], ["match", "approve", "1"],
                 ["person", "set", "nobody@example.org", "--zone", "UTC"]):
        real, dry, quiet = (house.call(*args, *more) for more in (
            (), ("--dry-run",), ("--quiet",)))
        assert (real.returncode == dry.returncode == quiet.returncode == 1), (
            real, dry, quiet)
        assert real.stderr == dry.stderr == quiet.stderr != "", args
        assert quiet.stdout == ""
    for words in (("person", "list"), ("inbox", "show", "1")):
        house.fails(2, "changes nothing and takes neither --dry-run nor"
                       " --quiet", *words, "--quiet")
    house.fails(2, "Unknown option --dry-run", "run", "--dry-run")
    house.close()


def test_who_waits():
    """Letters that would be written later are told with their time."""
    house = TextHouse()
    house.policy(organiser="pause", time="3d", settle="none")
    house.example()
    house.say(SEATS[0], "mail digest 18:00")
    house.run()
    dry = json.loads(house.ok("--json", "match", "pause", "1", *WHY,
                              "--dry-run"))
    late = [letter for letter in dry["letters"] if letter["due"] is not None]
    assert [letter["to"] for letter in late] == ["bernhard@example.org"], dry
    assert late[0]["due"].endswith("T18:00:00Z"), late
    said = house.ok("match", "pause", "1", *WHY, "--dry-run")
    assert "due" in said and "\ndone;" not in said, said
    assert "this can be done; then all players are told" in said, said
    house.close()


def main():
    tap = Tap()
    tap.all(globals(), sys.argv[1:])
    tap.end()


main()
