#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A daemon that has nothing to do asks the server for next to nothing, and hears
at once when another machine puts in a mail, a letter or a deadline: long before
the round that comes every minute.  So it is after its connection was lost."""

import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import on_server  # noqa: E402
import test_workers as workers  # noqa: E402
from example_round import ROUND  # noqa: E402
from house import House  # noqa: E402
from test_workers import all_left, events, wait_for  # noqa: E402

ROUND_SECONDS = 60  # serve.c
QUIET = 10  # seconds
SOON = 15


def idle(house):
    """Wait until no daemon asks the server anything."""
    wait_for(lambda: house.rows(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name ="
        " 'turnpost' AND (state <> 'idle' OR"
        " clock_timestamp() - state_change < interval '2 s')") == [(0,)])


def log_queries(server):
    server.psql("postgres", "ALTER SYSTEM SET log_statement = 'all'")
    server.psql("postgres", "ALTER SYSTEM SET log_line_prefix = '%a: '")
    server.psql("postgres", "SELECT pg_reload_conf()")


def queries(server):
    with open(server.path("log"), encoding="utf-8") as log:
        return sum(line.startswith("turnpost: LOG:") for line in log)


def in_time(house, what, seconds, happened):
    """A round alone would need longer, for the daemon is idle since a moment:
    what another machine does now, which takes the rest of that time."""
    idle(house)
    begin = time.monotonic()
    what()
    wait_for(happened)
    took = time.monotonic() - begin - seconds
    print("# after %.1f s" % took, flush=True)
    assert took < ROUND_SECONDS / 2, took


def by_hand(house, *args):
    house.now = int(time.time())
    house.ok(*args)


def mail_comes(house, serve):
    before = events(house)
    name, move = ROUND[mail_comes.done]
    mail_comes.done += 1
    letter = workers.newest([house, serve], name)
    house.reply(letter, move)
    in_time(house, lambda: by_hand(house, "receive"), 0,
            lambda: events(house) > before and all_left(house))


def letters_come(house):
    def new():
        house.match(seats=["Anna", "Berta", "Carla"])
    house.now = int(time.time())
    in_time(house, new, 0, lambda: all_left(house) and house.rows(
        "SELECT count(*) FROM outbox WHERE address = 'anna@example.org'")
        == [(1,)])


def deadline_comes(house):
    """A pause by a machine whose clock shows an hour ago ends soon."""
    def pause():
        house.now = int(time.time()) - 3600 + SOON
        house.ok("match", "pause", "1", "--for", "1h", "--reason", "tea")
    in_time(house, pause, SOON, lambda: house.rows(
        "SELECT count(*) FROM timer WHERE kind = 'pause'") == [(0,)]
        and all_left(house))


def test_wakes(server, house):
    mail_comes.done = 0
    house.now = int(time.time())
    log_queries(server)
    house.example()
    other = workers.machine(house)
    serve = workers.Serve(other)
    try:
        idle(house)
        before = queries(server)
        assert before > 0
        time.sleep(QUIET)
        asked = queries(server) - before
        print("# %d statements in %d s" % (asked, QUIET), flush=True)
        assert asked <= QUIET / 2, asked
        mail_comes(house, other)
        letters_come(house)
        deadline_comes(house)
        workers.kill_backends(server, None, None)
        mail_comes(house, other)
        serve.stop()
    finally:
        serve.kill()
    other.close()


def sleeps(serve):
    """How often that daemon went to sleep so far."""
    with open("/proc/%d/status" % serve.child.pid, encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file
                    if line.startswith("voluntary_ctxt_switches"))


def woken(serve, busy):
    """How often that daemon wakes while another home gets matches."""
    before = sleeps(serve)
    for _ in range(4):
        busy.match(seats=["Anna", "Berta", "Carla"])
    return sleeps(serve) - before


def test_other_home(_server, house):
    """A busy home does not wake the daemon of another one in its database,
    which a round of its own may do, but not twice in so short a time."""
    house.example()
    other, busy = workers.machine(house), House()
    serve = workers.Serve(other)
    try:
        idle(house)
        assert busy.store != house.store
        times = [woken(serve, busy) for _ in range(3)]
        assert min(times) < 2, times
        serve.stop()
    finally:
        serve.kill()
    other.close()
    busy.close()


if __name__ == "__main__":
    sys.exit(on_server.run(globals(), "wakes", workers.end_all))
