#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What a command costs as a mail server and cron start it: a process each.

CPU time (user and system) of the process, median of RUNS or more, beside its
floor, how many times that it is, and how often the process met a page of memory
for the first time.  The floor is what programs that do nothing cost, one for
each command, and for each that gets a mail or sends letters what it costs to
write a file and sync it.  The largest memory that a command had, if time(1) is
installed: a child of Python begins with Python's own.  BEFORE=PROGRAM measures
an earlier build as well, in turns with this one, each in a home of its own, and
prints the ratio."""

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir)
sys.path.insert(0, os.path.join(ROOT, "e2e"))

from house import PLAIN, ROBOT, House  # noqa: E402
from example_round import ROUND  # noqa: E402

RUNS = 30
FLOOR = ("import os, sys\n"
         "f = os.open(sys.argv[1], os.O_CREAT | os.O_WRONLY)\n"
         "os.write(f, b'x' * 4000); os.fsync(f)\n")


class Costs:
    """Milliseconds of CPU and page faults by what was done."""

    def __init__(self):
        self.took = {}
        self.faults = {}

    def add(self, what, ms, faults):
        self.took.setdefault(what, []).append(ms)
        self.faults.setdefault(what, []).append(faults)


def spend(command, **more):
    """ms of CPU of one process, and how often it met a page anew."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, **more) as child:
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, command
    return 1000 * (usage.ru_utime + usage.ru_stime), usage.ru_minflt


class Bench:
    """A build and its homes."""

    def __init__(self, program):
        self.program = program
        self.costs = Costs()
        self.homes = {}

    def house(self, kind):
        if kind not in self.homes:
            house = House(init=False)
            house.turnpost = self.program
            house.ok("init", "--address", ROBOT)
            with open(house.path("turnpost.yaml"), "a",
                      encoding="utf-8") as file:
                file.write("\noutage: none\n")
            house.policy(**PLAIN)
            if kind == "text":
                house.text_alone()
            self.homes[kind] = house
        return self.homes[kind]

    def spend(self, what, house, *args, raw=None):
        with tempfile.TemporaryFile() as mail:
            mail.write(raw or b"")
            mail.seek(0)
            cost = spend(house.command(args), stdin=mail)
        if what:
            self.costs.add(what, *cost)
        return cost

    def small(self):
        house = self.house("html")
        self.spend("turnpost --version", house, "--version")
        self.spend("run, nothing to do", house, "run")


def begin(bench, kind):
    """The example round is about to begin: its letters lie in Maildirs."""
    house = bench.house(kind)
    house.example()
    return house


def waiting_reply(house, name, body):
    """The bytes of a reply that no Maildir has yet."""
    reply = house.reply(house.newest(name), body)
    waiting = house.path("spool", "in", "new")
    for entry in os.listdir(waiting):
        os.unlink(os.path.join(waiting, entry))
    return reply


def answer(bench, what, house, name, body):
    """One order as a mail server hands it over, and the run after it."""
    reply = waiting_reply(house, name, body)
    first = bench.spend("deliver", house, "deliver", raw=reply)
    house.now += 60
    second = bench.spend(None, house, "run")
    bench.costs.add("deliver and run, " + what,
                    *(a + b for a, b in zip(first, second)))


def orders(benches):
    """The same round twice: in the second the same pictures are sent, by
    other processes."""
    for kind, what in (("text", "text alone"),
                       ("html", "with new pictures"),
                       ("html", "pictures sent before")):
        houses = [begin(bench, kind) for bench in benches]
        for name, body in ROUND:
            for bench, house in zip(benches, houses):
                answer(bench, what, house, name, body)


def peaks(bench):
    """MiB of each kind of command, of this build alone."""
    if shutil.which("time") is None:
        print("no time(1): peaks of memory are not measured")
        return
    for kind, what in (("text", "text alone"), ("html", "with pictures")):
        house = begin(bench, kind)
        reply = waiting_reply(house, *ROUND[0])
        for args, label in (("--version", "--version"),
                            ("deliver", "deliver"),
                            ("run", "run with a mail, letters " + what),
                            ("run", "run, nothing to do")):
            house.now += 60
            with tempfile.TemporaryFile() as mail:
                mail.write(reply)
                mail.seek(0)
                took = subprocess.run(
                    ["time", "-f", "%M"] + house.command([args]), stdin=mail,
                    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                    check=True, text=True).stderr
            print("%-44s %6.1f MiB" % (label, int(took.split()[-1]) / 1024))


def floors():
    folder = tempfile.mkdtemp(prefix="turnpost-bench-")
    costs = Costs()
    for i in range(RUNS):
        costs.add("/bin/true", *spend(["/bin/true"]))
        before = resource.getrusage(resource.RUSAGE_SELF)
        with open(os.path.join(folder, str(i)), "wb") as file:
            file.write(b"x" * 4000)
            file.flush()
            os.fsync(file.fileno())
        after = resource.getrusage(resource.RUSAGE_SELF)
        costs.add("write and fsync", 1000 * (
            after.ru_utime + after.ru_stime - before.ru_utime
            - before.ru_stime), 0)
    shutil.rmtree(folder)
    found = {what: statistics.median(took)
             for what, took in costs.took.items()}
    for what, ms in found.items():
        print("%-44s %6.2f ms" % ("floor: " + what, ms))
    return found["/bin/true"], found["write and fsync"]


def report(benches, nothing, write):
    now = benches[0].costs
    for what, took in now.took.items():
        floor = nothing + write if what == "deliver" else nothing
        if what.startswith("deliver and run"):
            floor = 2 * (nothing + write)
        ms = statistics.median(took)
        line = "%-44s %6.2f ms CPU, %4.1f times its floor, %d faults" % (
            what, ms, ms / floor, statistics.median(now.faults[what]))
        if len(benches) > 1:
            was = statistics.median(benches[1].costs.took[what])
            line += "; before %6.2f (%.2f of it)" % (was, ms / was)
        print(line, flush=True)


def main():
    programs = [os.environ["TURNPOST"]] + [
        os.path.abspath(path) for path in [os.environ.get("BEFORE")] if path]
    benches = [Bench(program) for program in programs]
    print("load of the machine: %.1f %.1f %.1f" % os.getloadavg())
    nothing, write = floors()
    for _ in range(RUNS):
        for bench in benches:
            bench.small()
    orders(benches)
    report(benches, nothing, write)
    peaks(benches[0])
    for bench in benches:
        for house in bench.homes.values():
            house.close()


main()
