#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Several workers of one home on a PostgreSQL server of its own: MAILS mails,
each for another match, wait in the spools of 1, 2 and 4 machines, and one
"turnpost run" of each begins at once; all commits are synced.  Then two
figures of a daemon: the statements a second when it has nothing to do, and how
long one mail takes with it.  The server has the same processors."""

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir)
sys.path[:0] = [ROOT, os.path.join(ROOT, "e2e")]

import house as houses  # noqa: E402
import postgres  # noqa: E402
import test_workers as workers  # noqa: E402
from example_round import ROUND  # noqa: E402
from house import House  # noqa: E402

TURNPOST = os.environ["TURNPOST"]
BATCH = os.path.join(os.path.dirname(TURNPOST), "tests", "bench", "batch")
MAILS = int(os.environ.get("MAILS", "500"))
WORKERS = (1, 2, 4)
ROUNDS = int(os.environ.get("ROUNDS", "3"))
IDLE = 20  # seconds
AT_MOST = 120  # seconds until a letter leaves
BEGIN = 1795262400 + 120  # when the mails come (tests/bench/tables.h)
TICK = os.sysconf("SC_CLK_TCK")


def stat(pid):
    """Its parent, and its seconds of CPU with those of children that ended."""
    with open("/proc/%s/stat" % pid, encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return int(fields[1]), sum(map(int, fields[11:15])) / TICK


def server_cpu(server):
    total = stat(server.process.pid)[1]
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            parent, cpu = stat(pid)
        except (FileNotFoundError, ProcessLookupError):
            continue
        if parent == server.process.pid:
            total += cpu
    return total


def machine(top, n):
    """The folder of the n-th: the settings of the first, a spool of its own with
    the mailboxes that the first one's has."""
    first, path = (os.path.join(top, "home%d" % i) for i in (0, n))
    for folder, _, _ in os.walk(os.path.join(first, "spool")):
        os.makedirs(os.path.join(path, os.path.relpath(folder, first)))
    shutil.copy(os.path.join(first, "turnpost.yaml"), path)
    return path


def new(path):
    return os.path.join(path, "spool", "in", "new")


def share_out(homes):
    """Each gets as many of the first one's mails."""
    for i, name in enumerate(sorted(os.listdir(new(homes[0])))):
        where = homes[i % len(homes)]
        if where != homes[0]:
            os.rename(os.path.join(new(homes[0]), name),
                      os.path.join(new(where), name))


def left(url, place):
    (mails, letters), = postgres.rows(
        url, "SELECT (SELECT count(*) FROM %s.inbox WHERE state <> 'done'),"
        " (SELECT count(*) FROM %s.outbox WHERE state NOT IN ('sent',"
        " 'replaced'))" % (place, place))
    return mails, letters


def run(homes, now):
    iso = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now))
    children = [subprocess.Popen([TURNPOST, "--home", home, "--now", iso,
                                  "run"]) for home in homes]
    for child in children:
        assert child.wait() == 0, child.args


def measure(server, homes, now):
    """Mails a second; ms of CPU a mail of the workers and of the server."""
    subprocess.run([BATCH, "fill", homes[0], str(MAILS)], check=True)
    share_out(homes)
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    there = server_cpu(server)
    begin = time.monotonic()
    run(homes, now)
    took = time.monotonic() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = (after.ru_utime + after.ru_stime - spent.ru_utime - spent.ru_stime)
    return (MAILS / took, 1000 * cpu / MAILS,
            1000 * (server_cpu(server) - there) / MAILS)


def throughput(server, top):
    homes = [os.path.join(top, "home0")]
    # makes the matches; its mails are the first run's, which is not measured
    subprocess.run([BATCH, "fill", homes[0], str(MAILS)], check=True)
    now = BEGIN
    run(homes, now)
    homes += [machine(top, n) for n in range(1, max(WORKERS))]
    (place,), = postgres.rows(
        server.url(), "SELECT schemaname FROM pg_tables"
        " WHERE tablename = 'turnpost'")
    took = {n: [] for n in WORKERS}
    for _ in range(ROUNDS):
        for n in WORKERS:
            now += 60
            took[n].append(measure(server, homes[:n], now))
            assert left(server.url(), place) == (0, 0), left(
                server.url(), place)
    one = None
    for n in WORKERS:
        speed, ours, its = map(statistics.median, zip(*took[n]))
        one = one or speed
        print("%d worker%s: %4.0f mails/s, %.2f x one; a mail takes %.2f ms CPU"
              " of the workers, %.2f of the server: %.1f of %d processors" % (
                  n, "s" if n > 1 else " ", speed, speed / one, ours, its,
                  speed * (ours + its) / 1000, os.cpu_count()), flush=True)


def letters_of(house):
    return sum(len(files) for _, _, files in os.walk(house.path("spool",
                                                                "out")))


def statements(server):
    with open(server.path("log"), encoding="utf-8", errors="replace") as log:
        return sum("LOG:  execute" in line or "LOG:  statement" in line
                   for line in log)


def idle(server):
    houses.POSTGRES = server.url()
    house = House()
    house.example()
    serve = workers.Serve(house)
    try:
        took = []
        for name, move in ROUND[:6]:
            before = workers.events(house)
            letter, letters = house.newest(name), letters_of(house)
            begin = time.monotonic()
            house.reply(letter, move)
            while letters_of(house) == letters:
                assert time.monotonic() < begin + AT_MOST, "no letter leaves"
                time.sleep(0.005)
            took.append(time.monotonic() - begin)
            workers.wait_for(lambda n=before: workers.events(house) > n)
            workers.wait_for(lambda: workers.all_left(house))
        print("one mail in a daemon: its letter leaves after %.0f ms"
              " (median; at most %.0f)" % (
                  1000 * statistics.median(took), 1000 * max(took)))
        server.psql("postgres", "ALTER SYSTEM SET log_statement = 'all'")
        server.psql("postgres", "SELECT pg_reload_conf()")
        time.sleep(1)
        before = statements(server)
        time.sleep(IDLE)
        print("a daemon without anything to do: %.2f statements a second" % (
            (statements(server) - before) / IDLE))
        serve.stop()
    finally:
        serve.kill()
        house.close()


def main():
    why = postgres.missing()
    if why:
        sys.exit("workers: " + why)
    print("load of the machine: %.1f %.1f %.1f" % os.getloadavg())
    server = postgres.Server()
    os.environ["TEST_POSTGRES"] = server.url()
    try:
        with tempfile.TemporaryDirectory(prefix="turnpost-bench-") as top:
            throughput(server, top)
        idle(server)
    finally:
        server.close()


main()
