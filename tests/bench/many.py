#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What a home with MATCHES matches costs: a run without anything to do, beside
the same in a home with few; the list of matches, its first line and its memory;
and a check of FEWER of them.  Medians of RUNS, CPU time but for the first
line."""

import os
import statistics
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                os.pardir, "e2e"))

from bighome import multiply  # noqa: E402
from house import House  # noqa: E402
from watching import high_water  # noqa: E402

MATCHES = 100000
FEWER = 10000
RUNS = 20


def spend(house, *args):
    """ms of CPU of one process."""
    with subprocess.Popen(house.command(args),
                          stdout=subprocess.DEVNULL) as child:
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode in (0, 1), args  # a check may find something
    return 1000 * (usage.ru_utime + usage.ru_stime)


def often(house, *args):
    return statistics.median(spend(house, *args) for _ in range(RUNS))


def first_line(house):
    """ms until it can be read; MiB that the whole list took."""
    begin = time.monotonic()
    with subprocess.Popen(house.command(["match", "list"]), bufsize=0,
                          stdout=subprocess.PIPE) as child:
        child.stdout.read(1)
        took = 1000 * (time.monotonic() - begin)
        peak = 0
        while child.stdout.read(1 << 16):
            peak = max(peak, high_water(child.pid))
    assert child.returncode == 0
    return took, peak / 1024


def main():
    house = House()
    house.policy(time="30d", settle="none", reminders="none", muster="30d",
                 offer="none")
    house.match()
    house.start()
    print("load of the machine: %.1f %.1f %.1f" % os.getloadavg())
    few = often(house, "run")
    multiply(house, FEWER)
    check = often(house, "check")
    multiply(house, MATCHES // FEWER)
    many = often(house, "run")
    print("%-44s %6.2f ms CPU; with one match %.2f" % (
        "run, nothing to do, %d matches" % MATCHES, many, few))
    took, peak = map(statistics.median, zip(*(
        first_line(house) for _ in range(RUNS))))
    print("%-44s first line after %.0f ms; %.1f MiB" % (
        "match list, %d matches" % MATCHES, took, peak))
    print("%-44s %6.0f ms CPU" % ("check, %d matches" % FEWER, check))
    house.close()


main()
