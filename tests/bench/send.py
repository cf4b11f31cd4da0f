#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What a letter costs on its way out over SMTP, and by a command: our own
CPU; the server is a test's and slow."""

import os
import resource
import sys
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir)
sys.path.insert(0, os.path.join(ROOT, "e2e"))

from smtphouse import SmtpHouse  # noqa: E402
from stopping import rows  # noqa: E402

LETTERS = 1000
SEATS = ["Anna", "Berta", "Carla", "Dora"]


def fill(house):
    for _ in range(LETTERS // len(SEATS)):
        house.match(seats=SEATS)


def measure(house, what, server):
    wall, before = time.monotonic(), resource.getrusage(
        resource.RUSAGE_CHILDREN)
    house.ok("send")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    wall = time.monotonic() - wall
    states = {row[0] for row in rows(house, "SELECT state FROM outbox")}
    assert states == {"sent"}, states
    cpu = (after.ru_utime + after.ru_stime
           - before.ru_utime - before.ru_stime)
    print("%d letters %s: %.2f ms CPU each%s, %.0f a second" % (
        LETTERS, what, 1000 * cpu / LETTERS, server, LETTERS / wall))


def main():
    house = SmtpHouse("brake: 0")
    fill(house)
    measure(house, "over SMTP", "")
    with open(house.path("turnpost.yaml"), "w", encoding="ascii") as file:
        file.write("mail:\n  address: robot@example.org\n  send:\n"
                   "    command: /bin/true\n    brake: 0\n")
    fill(house)
    measure(house, "to /bin/true", ", its own with it")
    house.close()


main()
