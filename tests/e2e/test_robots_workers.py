#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Robots of one home think on several machines at once: each match is played to
its end as its record tells, and a hint is given once."""

import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import on_server  # noqa: E402
import test_workers as workers  # noqa: E402

MACHINES = 3
MATCHES = 4


def rounds(machines, done, most=40):
    """All run at once, until that is so; how often each of them moved."""
    moved = [0] * len(machines)
    for _ in range(most):
        children = [subprocess.Popen(one.command(["-v", "run"]), text=True,
                                     stderr=subprocess.PIPE)
                    for one in machines]
        for i, child in enumerate(children):
            said = child.communicate()[1]
            assert child.returncode in (0, 75) and "Sanitizer" not in said, said
            moved[i] += "[step-done] think" in said
        if done():
            return moved
        for one in machines:
            one.now += 60
    raise AssertionError("it does not end")


def others(house):
    machines = [house] + [workers.machine(house) for _ in range(MACHINES - 1)]
    for one in machines:
        one.now = house.now
    return machines


def test_robots(_server, house):
    numbers = [house.json("match", "new", "mutineer", *["--seat", "robot:easy"]
                          * 3)["match"] for _ in range(MATCHES)]
    machines = others(house)
    moved = rounds(machines, lambda: all(
        house.life(match) == "over" for match in numbers))
    assert sum(n > 0 for n in moved) > 1, moved
    for match in numbers:
        assert "is verified" in house.ok("verify", str(match))
        events = [n for n, in house.rows(
            "SELECT n FROM event WHERE match = ? ORDER BY n", match)]
        assert events == list(range(events[0], events[0] + len(events)))
    for one in machines[1:]:
        one.close()


def test_hints(_server, house):
    """Two players of two matches ask; each letter comes once."""
    numbers = [house.example("--policy", "hints=yes") for _ in range(2)]
    letters = [letter for letter in house.letters("Bernhard")
               if "hint" in letter.text][-2:]
    for letter in letters:
        house.reply(letter, "hint")
    house.now += 60
    house.ok("receive")
    house.ok("handle")
    asked, = house.rows("SELECT count(*) FROM hint WHERE due > 0")
    assert asked == (2,), (asked, numbers)
    machines = others(house)
    rounds(machines, lambda: house.rows(
        "SELECT count(*) FROM hint WHERE due > 0") == [(0,)]
        and workers.all_left(house))
    hints = [letter for one in machines for letter in one.letters("Bernhard")
             if "times in 100" in letter.text]
    assert len(hints) == 2, [letter.text for letter in hints]
    assert len({letter.id for letter in hints}) == 2
    for one in machines[1:]:
        one.close()


if __name__ == "__main__":
    sys.exit(on_server.run(globals(), "robots of several workers"))
