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
from test_robots import ANNA, NUMBERED  # noqa: E402

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


def test_answers(_server, house):
    """An answer that has waited long enough leaves, while another worker would
    say the same in the letter about the robots' moves: one of them does."""
    house.ok("match", "new", "mutineer", "--seat", ANNA,
             *["--seat", "robot:easy"] * 2)
    house.run()
    house.reply(house.newest("Anna"), "ready")
    machines = others(house)

    def letters():
        queued = house.rows("SELECT message_id FROM outbox WHERE state = 'sent'"
                            " ORDER BY id")
        came = {letter.id: letter for one in machines
                for letter in one.letters("Anna")}
        assert sum(len(one.mails("Anna")) for one in machines) == len(came)
        assert sorted(came) == sorted("<%s>" % name for name, in queued)
        return [came["<%s>" % name] for name, in queued]

    rounds(machines, lambda: workers.all_left(house) and NUMBERED.search(
        letters()[-1].text))
    alone = 0
    for n in range(12):
        count = len(letters())
        house.now = max(one.now for one in machines) + 60
        house.reply(letters()[-1], NUMBERED.search(
            letters()[-1].text).group(1))
        house.ok("receive")
        house.ok("handle")
        for one in machines:
            one.now = house.now + 120 * (n % 3 > 0)
        rounds(machines, lambda: workers.all_left(house)
               and len(letters()) > count
               and NUMBERED.search(letters()[-1].text))
        assert len(letters()) - count in (1, 2)
        alone += len(letters()) - count == 2
    answered = house.rows("SELECT answers, count(*) FROM outbox WHERE answers"
                          " IS NOT NULL GROUP BY answers")
    mails, = house.rows("SELECT count(*) FROM inbox")
    assert [n for _, n in answered] == [1] * mails[0], answered
    numbers = [n for n, in house.rows("SELECT number FROM outbox WHERE state ="
                                      " 'sent' ORDER BY id")]
    assert numbers == list(range(1, len(numbers) + 1)), numbers
    assert 0 < alone < 12, alone
    for one in machines[1:]:
        one.close()


if __name__ == "__main__":
    sys.exit(on_server.run(globals(), "robots of several workers"))
