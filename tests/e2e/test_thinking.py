#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A thought that cannot be finished, for its match was damaged meanwhile."""

import contextlib
import os
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import TextHouse  # noqa: E402
from tap import Tap  # noqa: E402
from test_robots import made, robots_moves  # noqa: E402

PUT_OFF = 600  # seconds
DAMAGE = "UPDATE event SET move = 'nonsense'"


def damaged_while_thinking(house, *lines):
    """Robots move in a run; while one thinks and waits for the lock, these
    statements are executed.  The log of that run."""
    with open(house.path("turnpost.yaml"), "a", encoding="utf-8") as file:
        file.write("\nrobots:\n  think: 5\n")
    made(house, *["robot:medium"] * 4, game="hexxi")
    with subprocess.Popen(house.command(["-v", "-v", "run"]), text=True,
                          stderr=subprocess.PIPE) as run, contextlib.closing(
            sqlite3.connect(house.path("turnpost.db"),
                            isolation_level=None)) as db:
        thought = last = 0
        log = []
        for line in run.stderr:
            log.append(line)
            thought += "a robot has thought" in line
            if thought == 2 and not db.in_transaction:
                db.execute("BEGIN IMMEDIATE")
                # what was thought first may have been made before the lock
                last = robots_moves(db) + 1
            if db.in_transaction and thought == last:
                for statement in lines:
                    db.execute(statement)
                db.execute("COMMIT")
                thought = -1000
        assert run.wait() == 0 and thought < 0, "".join(log)
    return "".join(log)


def test_put_off(house):
    """It is thought of again later, for the match may have been mended."""
    log = damaged_while_thinking(house, DAMAGE)
    assert "[think-failed] match 1" in log, log
    assert house.rows("SELECT due FROM timer WHERE kind = 'robot'") == [
        (house.now + PUT_OFF,)]


def test_given_up(house):
    """What wanted the thought is gone by then: it is not wanted again."""
    log = damaged_while_thinking(house, "DELETE FROM timer WHERE kind = 'robot'",
                                 DAMAGE)
    assert "[think-failed] match 1" in log, log
    assert not house.rows("SELECT due FROM timer WHERE kind = 'robot'")


if __name__ == "__main__":
    tap = Tap()
    tap.each(globals(), TextHouse)
    tap.end()
