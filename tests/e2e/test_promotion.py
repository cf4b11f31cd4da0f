#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A primary whose commits wait for a standby dies while machines play, and the
standby takes over: PROMOTIONS times no move is lost, made twice or out of
order, and what the machines say meanwhile is clear."""

import os
import random
import re
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import house as houses  # noqa: E402
import on_server  # noqa: E402
from example_round import MOVES, ROUND  # noqa: E402
from house import House, postgres  # noqa: E402
from test_workers import (Serve, all_left, end_all, events,  # noqa: E402
                          keep_up, machine, newest, use, wait_for)


# What goes wrong meanwhile is the database's fault, and said so.
FAULT = re.compile("warning|cannot|could not|was lost|damaged")


class Pair:
    """A primary and what follows it, for homes that name the hosts of both."""

    def __init__(self):
        self.primary = postgres.Server("fsync=off")
        self.standby = self.primary.standby()

    def url(self):
        return self.primary.url().replace(
            "host=%s" % self.primary.dir,
            "host=%s,%s" % (self.primary.dir, self.standby.dir))

    def fail(self):
        """The primary is gone for good, and the standby takes over."""
        self.primary.close()
        self.standby.promote()
        self.primary, self.standby = self.standby, None

    def follow(self):
        """The new primary gets a standby."""
        self.standby = self.primary.standby()

    def close(self):
        for server in (self.primary, self.standby):
            if server:
                server.close()


def moves_of(mails):
    """How many moves those mails make: one that passes and says what to take
    makes two."""
    return sum(2 if move.startswith("pass") and move != "pass" else 1
               for _, move in mails)


def played(house, machines, serves, count):
    """So many moves are made, and their letters have left."""
    def look():
        keep_up(machines, serves)
        return events(house) >= count and all_left(house)
    wait_for(look, 300)


def in_order(house, machines, count):
    assert house.moves() == MOVES[:count], house.moves()
    queued = {number.strip("<>") for number, in house.rows(
        "SELECT message_id FROM outbox WHERE state = 'sent'")}
    there = {letter.id.strip("<>") for one in machines
             for who in houses.SEATS for letter in one.letters(who)}
    assert there == queued, there ^ queued


def test_promotion(_server, _house):
    count = int(os.environ.get("PROMOTIONS", "2"))
    assert count <= len(ROUND), "so many mails there are"
    chance = random.Random(int(os.environ.get("SEED", "1")))
    pair = Pair()
    machines, serves = [], []
    houses.POSTGRES = pair.url()
    try:
        house = House()
        where = house.store[len(pair.url()):]
        house.example()
        machines = [house] + [machine(house) for _ in range(3)]
        for i, (name, move) in enumerate(ROUND[:count]):
            for one in machines:
                use(one, pair.url() + where)
            serves = [Serve(one) for one in machines]
            chance.choice(machines).reply(newest(machines, name), move)
            time.sleep(chance.random() * 2)
            pair.fail()
            played(house, machines, serves, moves_of(ROUND[:i + 1]))
            for serve in serves:
                serve.stop()
            pair.follow()
        in_order(house, machines, moves_of(ROUND[:count]))
        for line in "".join(one.log() for one in serves).splitlines():
            assert not FAULT.search(line) or "database postgres" in line, line
    finally:
        for serve in serves:
            serve.kill()
        for one in machines:
            one.close()
        pair.close()


if __name__ == "__main__":
    sys.exit(on_server.run(globals(), "promotion", end_all))
