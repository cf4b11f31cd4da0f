#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Several workers of one home on a PostgreSQL server of its own: MAILS mails,
each for another match, wait in the spools of 1, 2 and 4 machines, and one
"turnpost run" of each begins at once; all commits are synced.  Then two
figures of a daemon: the statements a second when it has nothing to do, and how
long one mail takes with it.  The server has the same processors.

Environment: MAILS, ROUNDS (of which the median counts), WORKERS as "1 2 4", and
DISTANCE: as if the server stood that many milliseconds away, each way; then
without the figures of a daemon."""

import contextlib
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
BATCH, FAR = (os.path.join(os.path.dirname(TURNPOST), "tests", "bench", name)
              for name in ("batch", "distance"))
MAILS = int(os.environ.get("MAILS", "500"))
WORKERS = tuple(map(int, os.environ.get("WORKERS", "1 2 4").split()))
DISTANCE = float(os.environ.get("DISTANCE", "0"))  # ms each way
ROUNDS = int(os.environ.get("ROUNDS", "3"))
IDLE = 20  # seconds
AT_MOST = 120  # seconds until a letter leaves
BEGIN = 1795262400 + 120  # when the mails come (tests/bench/tables.h)
SOCKET = ".s.PGSQL.5432"
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


def machine(top, n, server, socket):
    """The folder of the n-th: the settings of the home, a spool of its own with
    the mailboxes that the home's has.  It reaches the server by the socket in
    the folder socket."""
    home, path = home_of(top), os.path.join(top, "machine%d" % n)
    for folder, _, _ in os.walk(os.path.join(home, "spool")):
        os.makedirs(os.path.join(path, os.path.relpath(folder, home)))
    with open(os.path.join(home, "turnpost.yaml"), encoding="utf-8") as file:
        settings = file.read()
    assert server.dir in settings, settings
    with open(os.path.join(path, "turnpost.yaml"), "w",
              encoding="utf-8") as file:
        file.write(settings.replace(server.dir, socket))
    return path


def home_of(top):
    """What the mails are made in, always beside the server."""
    return os.path.join(top, "home0")


def new(path):
    return os.path.join(path, "spool", "in", "new")


def share_out(home, machines):
    """Each gets as many of the home's mails."""
    for i, name in enumerate(sorted(os.listdir(new(home)))):
        os.rename(os.path.join(new(home), name),
                  os.path.join(new(machines[i % len(machines)]), name))


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


def measure(server, home, machines, now):
    """Mails a second; ms of CPU a mail of the workers and of the server."""
    subprocess.run([BATCH, "fill", home, str(MAILS)], check=True)
    share_out(home, machines)
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    there = server_cpu(server)
    begin = time.monotonic()
    run(machines, now)
    took = time.monotonic() - begin
    time.sleep(0.2)  # their sessions end, and count as the server's
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = (after.ru_utime + after.ru_stime - spent.ru_utime - spent.ru_stime)
    return (MAILS / took, 1000 * cpu / MAILS,
            1000 * (server_cpu(server) - there) / MAILS)


def throughput(server, top, socket):
    home = home_of(top)
    # makes the matches; its mails are the first run's, which is not measured
    subprocess.run([BATCH, "fill", home, str(MAILS)], check=True)
    now = BEGIN
    run([home], now)
    machines = [machine(top, n, server, socket) for n in range(max(WORKERS))]
    (place,), = postgres.rows(
        server.url(), "SELECT schemaname FROM pg_tables"
        " WHERE tablename = 'turnpost'")
    took = {n: [] for n in WORKERS}
    for _ in range(ROUNDS):
        for n in WORKERS:
            now += 60
            took[n].append(measure(server, home, machines[:n],
                                   now))
            assert left(server.url(), place) == (0, 0), left(
                server.url(), place)
    one = statistics.median(next(zip(*took[1]))) if 1 in took else None
    for n in WORKERS:
        speed, ours, its = map(statistics.median, zip(*took[n]))
        print("%d worker%s: %4.0f mails/s%s; a mail takes %.2f ms CPU of the"
              " workers, %.2f of the server: %.1f of %d processors" % (
                  n, "s" if n > 1 else " ", speed,
                  ", %.2f x one" % (speed / one) if one else "", ours, its,
                  speed * (ours + its) / 1000, os.cpu_count()), flush=True)


@contextlib.contextmanager
def at_a_distance(server):
    """A folder with a socket that has the server DISTANCE away."""
    folder = tempfile.mkdtemp(prefix="turnpost-far-")
    with subprocess.Popen(
            [FAR, str(DISTANCE / 1000), os.path.join(folder, SOCKET),
             server.path(SOCKET)], stdin=subprocess.PIPE) as far:
        try:
            yield folder
        finally:
            far.stdin.close()
            shutil.rmtree(folder)


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
        with contextlib.ExitStack() as held:
            socket = (held.enter_context(at_a_distance(server)) if DISTANCE
                      else server.dir)
            top = held.enter_context(
                tempfile.TemporaryDirectory(prefix="turnpost-bench-"))
            throughput(server, top, socket)
        if not DISTANCE:
            idle(server)
    finally:
        server.close()


main()
