#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""The fields of what is printed with --json are those of turnpost-json(7), each
of the type that stands there, null or absent only where the page says so; and
each of them comes at least once."""

import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from handmade import sql  # noqa: E402
from house import SEATS, SRC, House  # noqa: E402
from tap import Tap  # noqa: E402

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
DATE = re.compile(r"(\d{4}-\d\d-\d\d)?")
TYPES = {
    "number": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "text": lambda v: isinstance(v, str),
    "word": lambda v: isinstance(v, str) and v != "",
    "time": lambda v: isinstance(v, str) and TIME.fullmatch(v),
    "date": lambda v: isinstance(v, str) and DATE.fullmatch(v),
    "real": lambda v: isinstance(v, float),
    "flag": lambda v: isinstance(v, bool),
    "names": lambda v: isinstance(v, list) and all(
        isinstance(name, str) for name in v),
    "object": lambda v: isinstance(v, dict),
    "list": lambda v: isinstance(v, list) and all(
        isinstance(item, dict) for item in v),
}
# What only mails of other charsets have, which test_queues.py looks at.
# What a server has, test_postgres.py.
NEVER = {("inbox show", "raw_base64"), ("outbox show", "raw_base64"),
         ("store copy", "from"), ("store copy", "to"), ("store copy", "rows")}


def schema():
    """Of the page: command -> key -> (type, may be null, may be absent)."""
    path = os.path.join(SRC, "man", "turnpost-json.7")
    with open(path, encoding="utf-8") as file:
        parts = re.split(r"(?m)^\.Ss (.*)\n", file.read())
    found = {}
    for command, text in zip(parts[1::2], parts[2::2]):
        keys = found[command] = {}
        for key, what in re.findall(r"(?m)^\.It Cm (\S+) No (.*)$", text):
            kind, *more = what.split(" or ")
            assert kind in TYPES and set(more) <= {"null", "absent"}, what
            assert key not in keys, (command, key)
            keys[key] = kind, "null" in more, "absent" in more
    return found


class Printed:
    """What was printed, compared with the page."""

    def __init__(self):
        self.schema = schema()
        self.seen = {command: set() for command in self.schema}

    def item(self, command, item, prefix=""):
        keys = self.schema[command]
        for key, value in item.items():
            name = prefix + key
            assert name in keys, "%s prints %s, which the page lacks" % (
                command, name)
            kind, may_be_null, _ = keys[name]
            self.seen[command].add(name)
            # what is about no match says so as the page has it
            assert name != "match" or value != 0, (command, item)
            if value is None:
                assert may_be_null, (command, name)
                continue
            assert TYPES[kind](value), (command, name, kind, value)
            if kind == "list":
                for part in value:
                    self.item(command, part, name + ".")
        for name, (_, _, may_lack) in keys.items():
            if name.rpartition(".")[0] == prefix.rstrip("."):
                key = name.rpartition(".")[2]
                assert may_lack or key in item, (command, name)

    def all(self, command, items):
        for item in items:
            self.item(command, item)


def look(house, printed, *reveal):
    """Print every list, and show all that is in it."""
    for group, key in (("match", "match"), ("person", "person"),
                       ("inbox", "mail"), ("outbox", "letter")):
        items = house.json(*reveal, group, "list")
        assert items, group
        printed.all(group + " list", items)
        for item in items:
            number = str(item[key])
            printed.item(group + " show",
                         house.json(*reveal, group, "show", number))
            if group == "match":
                printed.all("match log",
                            house.json(*reveal, "match", "log", number))
    printed.all("key list", house.json("key", "list"))
    printed.all("rating list", house.json("rating", "list"))
    listed = house.json("series", "list")
    printed.all("series list", listed)
    for one in listed:
        printed.item("series show",
                     house.json("series", "show", str(one["series"])))


def prepare(house):
    """Matches in every state, with a robot, a spectator, a plan, a pause, and
    mails of players and of a stranger."""
    house.policy(organiser="pause,end,move", time="3d", muster="7d",
                 talk="open")
    with open(house.path("turnpost.yaml"), "a", encoding="utf-8") as file:
        file.write("signup: open\napproval: 'yes'\n"
                   "organiser: olga@example.org\n")
    running = house.example()
    house.ok("match", "watch", str(running), "Otto <otto@example.org>")
    house.ok("match", "pause", "--reason", "snow", str(running))
    house.run()
    house.reply(house.newest(SEATS[0]), "say all: hello\nstatus")
    house.reply(house.newest(SEATS[1]), "mail digest 18:00\nremind 24h 3h\n"
                "away 3 days from tomorrow")
    house.deliver(b"From: Stranger <stranger@elsewhere.example>\n"
                  b"To: robot@example.org\nSubject: hello\n"
                  b"Message-ID: <1@elsewhere.example>\n\nmatches\n")
    house.run()
    ended = house.match("--seat", "robot:easy", seats=SEATS[:3])
    house.ok("match", "end", "--reason", "nobody came", str(ended))
    house.match("--seats-wanted", "4", seats=SEATS[:2])
    house.run()
    house.say(SEATS[0], "new mutineer players 3")
    house.run()
    house.ok("key", "rotate")


MAILS = ["status\nthanks\n", "On Mon, 23 Nov 2026, Anna wrote:\npass\n"]


def read(house, printed):
    """A mail that asks for something, and one that quotes a move alone."""
    for body in MAILS:
        path = house.path("mail")
        with open(path, "w", encoding="ascii") as file:
            file.write("From: Ann <ann@example.org>\nTo: robot@example.org\n"
                       "Subject: Re: x\nMessage-ID: <1@example.org>\n"
                       "In-Reply-To: <2@example.org>\n\n" + body)
        printed.item("read", house.json("read", "--game", "mutineer", path))


def done(house, printed):
    """What subcommands say that they have done."""
    onlooker = "Wanda <wanda@example.org>"
    printed.item("match new", house.json(
        "match", "new", "mutineer", *["--seat", "robot:easy"] * 3))
    for args in (["watch", "1", onlooker], ["unwatch", "1", "Wanda"]):
        printed.item("match watch", house.json("match", *args))
    printed.all("check", json.loads(house.call("--json", "check").stdout))
    printed.all("check", json.loads(
        house.call("--json", "check", "--brief").stdout))
    printed.item("explain-deadlines", house.json("explain-deadlines"))
    folder = house.path("kept")
    os.mkdir(folder)
    for _ in range(2):
        made = house.json("backup", "--keep", "daily=1", folder)
        printed.item("backup", made)
        house.now += 60
    assert len(made["removed"]) == 1, made
    other = House(init=False)
    printed.item("restore", other.json("restore", made["file"]))
    other.close()
    printed.item("page", house.json("page", house.path("pages")))


def over(house, printed):
    """A match of robots, when they are to think and then to its end."""
    robots = ["--seat", "robot:easy"] * 2 + ["--seat", "robot:medium"]
    number = house.json("match", "new", "mutineer", *robots)["match"]
    printed.item("match show", house.json("match", "show", str(number)))
    for _ in range(60):
        house.run()
        if house.json("match", "show", str(number))["state"] == "over":
            return
    raise AssertionError("the robots play on")


def series(house):
    """One that waits for its date, and one whose table is over, as its rows say:
    no letter that waits may look at the match itself."""
    cup = ("--game", "mutineer", "--seats", "4", "--rounds", "1")
    house.ok("series", "new", "Later", *cup, "--begin", "2030-01-01")
    printed = house.json("series", "new", "Cup", *cup, "--robots", "easy")
    number = str(printed["series"])
    for name in SEATS[:2]:
        house.ok("series", "seat", number, name)
    house.ok("series", "invite", number, SEATS[2])
    house.ok("series", "start", number)
    house.run()
    table, = house.json("series", "show", number)["tables"]
    sql(house, "UPDATE match SET life = 'over', ended = ? WHERE id = ?",
        house.now, table["match"])
    sql(house, "DELETE FROM timer WHERE match = ?", table["match"])
    sql(house, "DELETE FROM unwritten WHERE match = ?", table["match"])
    for seat in table["seats"]:
        sql(house, "INSERT INTO result (game, ended, match, seat, score, place,"
            " person) VALUES ('mutineer', ?, ?, ?, 1, ?, ?)", house.now,
            table["match"], seat["seat"], seat["seat"] + 1,
            seat.get("person"))
    house.run()
    return printed


def rated(house):
    """Two people have a rating that is not provisional."""
    people = [one["person"] for one in house.json("person", "list")][:2]
    for match in range(101, 106):
        for seat, person in enumerate(people):
            sql(house, "INSERT INTO result (game, ended, match, seat, score,"
                " place, person) VALUES ('hexxi', ?, ?, ?, 1, ?, ?)",
                match, match, seat, seat + 1, person)


def compare(house):
    printed = Printed()
    prepare(house)
    with open(house.path("people.csv"), "w", encoding="utf-8") as file:
        file.write("name,address\nIda,ida@example.org\n")
    printed.all("person import", house.json(
        "person", "import", "--dry-run", house.path("people.csv")))
    # a match of another home that is over
    printed.all("import", house.json("import", os.path.join(
        SRC, "tests/e2e/records/hexxi.json")))
    sent = next(letter["letter"] for letter in house.json("outbox", "list")
                if letter["state"] == "sent")
    for args in (["outbox", "retry", str(sent)], ["match", "resume", "1",
                                                  "--reason", "thaw"],
                 ["person", "set", SEATS[0], "--address", "b@example.org"]):
        printed.item("dry run", house.json(*args, "--dry-run"))
    look(house, printed)
    look(house, printed, "--reveal")
    read(house, printed)
    done(house, printed)
    over(house, printed)
    rated(house)
    printed.item("series new", series(house))
    look(house, printed)
    for command, keys in printed.schema.items():
        never = {key for key in keys if key not in printed.seen[command]
                 and (command, key) not in NEVER}
        assert not never, (command, never)


def test_page(house):
    commands = set(schema())
    assert commands == {"%s %s" % (group, word)
                        for group in ("match", "person", "inbox", "outbox")
                        for word in ("list", "show")} | {
                            "match log", "key list", "person import",
                             "import", "dry run", "rating list", "match new",
                             "series list", "series show", "series new",
                             "match watch", "check", "read",
                             "explain-deadlines",
                             "backup", "restore", "page",
                             "store copy"}
    for command in commands:
        if command.endswith("list") and command != "key list":
            assert house.json(*command.split()) == [], command


def main():
    tap = Tap()
    for name, test in (("the page", test_page), ("what is printed", compare)):
        house = House()
        tap.run(name, test, house)
        house.close()
    tap.end()


main()
