#!/usr/bin/python3
# SPDX-License-Identifier: ISC
""""turnpost check --brief", for programs like Nagios: one line, one of four exit
codes, nobody named, and no server asked."""

import contextlib
import json
import os
import re
import socket
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import SEATS, House, address  # noqa: E402
from tap import Tap  # noqa: E402

WORDS = ["OK", "WARNING", "CRITICAL", "UNKNOWN"]
FIGURES = ["running", "muster", "overdue", "spool", "mails", "held", "dead",
           "letters", "given_up", "faults", "free"]


def brief(house, code, *pieces, figures=True):
    """What the line says, and its figures."""
    done = house.call("check", "--brief")
    assert done.returncode == code and done.stderr == "", done
    line = done.stdout.removesuffix("\n")
    assert "\n" not in line, line
    says, bar, behind = line.partition(" | ")
    assert says.startswith("TURNPOST %s - " % WORDS[code]), line
    assert "|" not in says and bool(bar) == figures, line
    for piece in pieces:
        assert piece in says, (piece, line)
    found = dict(re.findall(r"([a-z_]+)=(\d+)B?(?: |$)", behind))
    assert list(found) == (FIGURES if figures else []), behind
    return says, {key: int(value) for key, value in found.items()}


def sql(house, text):
    with contextlib.closing(
            sqlite3.connect(house.path("turnpost.db"))) as db, db:
        db.execute(text)


def change_settings(house, old, new):
    path = house.path("turnpost.yaml")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    assert old in text, text
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(old, new))


def append(house, text):
    with open(house.path("turnpost.yaml"), "a", encoding="utf-8") as file:
        file.write(text)


def test_ok(house):
    house.example()
    says, figures = brief(house, 0)
    assert says == ("TURNPOST OK - matches running: 1, mails waiting: 0, "
                    "letters waiting: 0"), says
    assert figures["running"] == 1 and figures["free"] > 0
    assert sum(figures[key] for key in FIGURES[1:-1]) == 0, figures


def test_never_ran(house):
    brief(house, 1, "running: nothing has run yet")
    found = house.json("check")
    assert "running" not in [item["part"] for item in found], found


def test_stopped(house):
    """First it warns; the setting outage says when that is critical."""
    house.example()
    house.now += 15 * 60 + 60
    brief(house, 1, "running: nothing has run since 2026-")
    (said,) = [item for item in house.json("check")
               if item["part"] == "running"]
    assert said["state"] == "warning" and "cron runs" in said["says"], said
    house.now += 2 * 3600
    brief(house, 2, "running: nothing has run since")
    change_settings(house, "outage: none", "outage: 3h")
    brief(house, 1, "running: nothing has run since")


def test_queues(house):
    house.example()
    sql(house, "UPDATE inbox SET state = 'held' WHERE id = 1")
    sql(house, "UPDATE inbox SET state = 'dead' WHERE id = 2")
    says, figures = brief(
        house, 1, "inbox: 1 mails are held; inbox: 1 mails could not be")
    # what to do stands in the long form
    assert "turnpost inbox" not in says, says
    assert (figures["held"], figures["dead"]) == (1, 1)


def test_names_nobody(house):
    house.example()
    sql(house, "UPDATE address SET unreached = 5 WHERE person = 2")
    says, _ = brief(house, 1, "people: no mail reaches 1 of them")
    for name in SEATS:
        assert name not in says and address(name) not in says, says
    assert address(SEATS[1]) in json.dumps(house.json("check"))


def test_faults(house):
    """What a server said, which may name anybody, is not repeated; nobody asks
    the server again."""
    house.example()
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        path = house.path("turnpost.yaml")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(
                "\nmail:\n", "\nmail:\n  send:\n    without-tls: yes\n"
                "    server: smtp://127.0.0.1:%d\n"
                % server.getsockname()[1]))
        brief(house, 0)
        sql(house, "INSERT INTO trouble VALUES ('send', 'anna@b | said no',"
            " 1795262400, 1795262400)")
        says, figures = brief(
            house, 2, "trouble: send, since 2026-11-21 12:00 UTC")
        assert "anna" not in says and figures["faults"] == 1
        # what is wrong comes first
        sql(house, "UPDATE inbox SET state = 'held' WHERE id = 1")
        says, _ = brief(house, 2)
        assert says.index("trouble: ") < says.index("inbox: "), says
        server.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            server.accept()
            raise AssertionError("the server was asked")


def test_settings(house):
    house.example()
    append(house, "zone: Mars|Moon\n")
    brief(house, 2, "settings: turnpost.yaml:", "zone")


def test_unknown(house):
    house.example()
    done = house.call("check", "--brief", "all")
    assert done.returncode == 3 and "does not take" in done.stderr, done
    done = house.call("check", "--brief", "--nonsense")
    assert done.returncode == 3 and "nonsense" in done.stderr, done
    sql(house, "PRAGMA user_version = 3")
    brief(house, 3, "database: the database is from an older turnpost",
          figures=False)
    os.unlink(house.path("turnpost.db"))
    brief(house, 3, "database: there is no", figures=False)
    os.unlink(house.path("turnpost.yaml"))
    brief(house, 3, "settings: there is no turnpost home", figures=False)


def test_damaged(house):
    house.example()
    with open(house.path("turnpost.db"), "r+b") as file:
        file.write(b"no database at all" * 10)
    brief(house, 2, "database: ", figures=False)


def test_json(house):
    house.example()
    sql(house, "UPDATE inbox SET state = 'held' WHERE id = 1")
    done = house.call("--json", "check", "--brief")
    assert done.returncode == 1, done
    states = {(item["part"], item["state"])
              for item in json.loads(done.stdout)}
    assert ("inbox", "warning") in states and ("disk", "ok") in states


def test_metrics(house):
    """The file for Prometheus: can it be written, will it be read?"""
    house.example()
    append(house, "metrics: none/turnpost.prom\n")
    brief(house, 2, "metrics: nothing can be written into")
    os.mkdir(house.path("none"))
    says, _ = brief(house, 0)
    (said,) = [item["says"] for item in house.json("check")
               if item["part"] == "metrics"]
    assert said == "they go to " + house.path("none", "turnpost.prom"), said
    append(house, "\n")
    change_settings(house, "turnpost.prom", "turnpost.txt")
    brief(house, 1, "metrics: the node exporter does not read")


def test_changes_nothing(house):
    house.example()
    with open(house.path("turnpost.db"), "rb") as file:
        before = file.read()
    with contextlib.closing(sqlite3.connect(
            house.path("turnpost.db"), timeout=0)) as db:
        db.execute("BEGIN IMMEDIATE")
        brief(house, 0)
        db.rollback()
    with open(house.path("turnpost.db"), "rb") as file:
        assert file.read() == before


tap = Tap()
tap.each(globals(), House)
tap.end()
