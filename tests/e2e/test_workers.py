#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Several machines for one home, whose rows are in PostgreSQL: one goes on when
another dies, all go by the server's clock, a commit whose
answer is lost is looked up, and each fault is one sentence that costs no
mail."""

import collections
import datetime
import itertools
import json
import os
import random
import re
import select
import signal
import socket
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import house as houses  # noqa: E402
import on_server  # noqa: E402
from example_round import MOVES, ROUND  # noqa: E402
from house import House, postgres  # noqa: E402

# With some, the lock of writing is given back (store/postgres/verbs.c).
COMMIT = re.compile(rb"Q\0\0\0.COMMIT;", re.DOTALL)
ANSWER = 18  # bytes of the server's answer to a COMMIT alone...
LONGER = 95  # ...and to both
READY = b"Z\0\0\0\x05"  # how an answer ends, and a byte behind it


def use(house, store):
    """From now on the home's rows are there."""
    path = house.path("turnpost.yaml")
    with open(path, encoding="utf-8") as file:
        lines = [line for line in file if not line.startswith("store:")]
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(['store: "%s"\n' % store] + lines)
    house.store = store


MACHINES = itertools.count(1)


def machine(house):
    """Another one, with the same settings and a spool of its own."""
    other = House(init=False)
    # no two mails of players have one Message-ID
    other.count = 1000 * next(MACHINES)
    with open(house.path("turnpost.yaml"), encoding="utf-8") as file:
        settings = file.read()
    with open(other.path("turnpost.yaml"), "w", encoding="utf-8") as file:
        file.write(settings)
    other.store = house.store
    for name in ("new", "cur", "tmp"):
        os.makedirs(other.path("spool", "in", name))
    os.makedirs(other.path("spool", "out"))
    return other


class Serve:
    """A daemon by the real clock; what it says goes to a file."""

    running = []

    def __init__(self, house):
        self.path = house.path("log")
        with open(self.path, "a", encoding="utf-8") as log:
            before = log.tell()
            self.child = subprocess.Popen(
                house.command(["-v", "serve"], clock=False), stderr=log,
                stdout=log)
        self.running.append(self.child)
        wait_for(lambda: "turnpost serves" in self.log()[before:])

    def log(self):
        with open(self.path, encoding="utf-8") as log:
            return log.read()

    def kill(self):
        self.child.kill()
        self.child.wait()

    def stop(self):
        self.child.send_signal(signal.SIGTERM)
        assert self.child.wait(60) == 0, self.log()
        assert "Sanitizer" not in self.log(), self.log()


def wait_for(look, seconds=120):
    end = time.monotonic() + seconds
    while not look():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.1)


def newest(machines, name):
    """The last letter to that player, by whichever machine it left."""
    ids = [number for number, in machines[0].rows(
        "SELECT message_id FROM outbox WHERE address = ? AND state = 'sent'"
        " ORDER BY id DESC", houses.address(name))]
    letters = {letter.id.strip("<>"): letter for one in machines
               for letter in one.letters(name)}
    return letters[ids[0].strip("<>")]


def events(house):
    return house.rows("SELECT count(*) FROM event")[0][0]


def all_left(house):
    return house.rows("SELECT count(*) FROM outbox WHERE state NOT IN"
                      " ('sent', 'replaced')") == [(0,)]


def test_turns(_server, house):
    """Moves come by both machines; one is killed at work, and the other does
    the rest."""
    house.example()
    machines = [house, machine(house)]
    serves = [Serve(one) for one in machines]
    try:
        before = events(house)
        machines[1].reply(newest(machines, ROUND[0][0]), ROUND[0][1])
        wait_for(lambda: events(house) > before and all_left(house))
        serves[0].kill()
        for name, move in ROUND[1:4]:
            before = events(house)
            machines[1].reply(newest(machines, name), move)
            wait_for(lambda n=before: events(house) > n and all_left(house))
        serves[1].stop()
    finally:
        for serve in serves:
            serve.kill()
    assert house.moves() == MOVES[:4], house.moves()
    machines[1].close()


def test_clock(server, house):
    """A machine whose clock is an hour slow goes by the server's, which alone
    says when something came, also in the round that loses its connection."""
    place = re.search(r"search_path%3D(\w+)", house.store).group(1)
    ahead = 3600
    postgres.psql(house.store, "CREATE FUNCTION clock_timestamp() RETURNS"
                  " timestamptz LANGUAGE sql AS $$ SELECT"
                  " pg_catalog.clock_timestamp() + interval '%d s' $$" % ahead)
    use(house, house.store.replace(place, place + ",pg_catalog"))
    house.deliver(b"From: o@example.org\nTo: robot@example.org\n"
                  b"Message-ID: <1@x>\nSubject: hello\n\nhello\n")
    begin = time.time()
    done = subprocess.run(house.command(["run"], clock=False),
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done
    serve = Serve(house)
    try:
        kill_backends(server, [], None)
        house.deliver(b"From: o@example.org\nTo: robot@example.org\n"
                      b"Message-ID: <2@x>\nSubject: hello\n\nhello\n")
        wait_for(lambda: house.rows("SELECT count(*) FROM inbox") == [(2,)])
    finally:
        serve.kill()
    done = subprocess.run(house.command(["--json", "status"], clock=False),
                          capture_output=True, text=True, check=True)
    at = datetime.datetime.fromisoformat(
        json.loads(done.stdout)["at"].replace("Z", "+00:00")).timestamp()
    assert begin + ahead - 2 <= at <= time.time() + ahead + 2, done.stdout
    for came, in house.rows("SELECT received FROM inbox"):
        assert begin + ahead - 2 <= came <= time.time() + ahead + 2, (
            begin, came)


class Proxy:
    """Between a home and the server; loses the answer of one commit."""

    def __init__(self, server):
        self.path = os.path.join(server.dir, ".s.PGSQL.5432")
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.answers = set()  # of how many bytes those were that were cut
        self.lost(0, 0)
        threading.Thread(target=self.accept, daemon=True).start()

    def lost(self, nth, keep):
        """Of the nth commit from now on that many bytes come; None: it does
        not even get there.  0: none is lost."""
        self.nth, self.keep, self.commits, self.cuts = nth, keep, 0, 0
        self.then = lambda: None  # done before the client hears of it

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            with client, socket.socket(socket.AF_UNIX) as server:
                server.connect(self.path)
                self.pass_on(client, server)

    def pass_on(self, client, server):
        while True:
            for end in select.select([client, server], [], [])[0]:
                data = end.recv(65536)
                if not data:
                    return
                if end is server:
                    client.sendall(data)
                    continue
                found = len(COMMIT.findall(data))
                self.commits += found
                if found > 0 and self.commits == self.nth:
                    self.cut(client, server, data)
                    return
                server.sendall(data)

    def cut(self, client, server, data):
        self.cuts += 1
        if self.keep is None:
            return
        server.sendall(data)
        answer = b""
        while answer[-6:-1] != READY:
            more = server.recv(65536)
            assert more
            answer += more
        self.answers.add(len(answer))
        self.then()
        client.sendall(answer[:self.keep])


def test_lost_answer(server, house):
    """At each byte of a commit's answer, and at some of what may come behind it,
    of one commit of a run after the other: each move is made once, each letter
    has one Message-ID."""
    keeps = [None, *range(ANSWER), *range(ANSWER, LONGER, 7)]
    house.example()
    mails, = house.rows("SELECT count(*) FROM inbox")[0]
    proxy = Proxy(server)
    host = "host=%s" % server.dir
    assert host in house.store
    use(house, house.store.replace(
        host, "host=127.0.0.1&port=%d" % proxy.port))
    for i, keep in enumerate(keeps):
        name, line = ROUND[i] if i < len(ROUND) else ("Steffi", "status")
        house.reply(house.newest(name), line)
        proxy.lost(1 + i % 4, keep)
        house.now += 60
        done = house.call("run")
        assert proxy.cuts == 1, (i, proxy.commits)
        assert done.returncode in (0, 74), done
        if done.returncode:
            said = done.stderr.strip().splitlines()
            assert "was lost" in said[-1], said
        proxy.lost(0, 0)
        house.run(2)
        assert house.rows("SELECT count(*) FROM inbox WHERE state = 'new'") \
            == [(0,)], (i, keep)
    assert house.moves() == MOVES, house.moves()
    assert proxy.answers == {ANSWER, LONGER}, proxy.answers
    assert house.rows("SELECT count(*), count(DISTINCT source) FROM inbox") \
        == [(mails + len(keeps), mails + len(keeps))]
    assert all_left(house)
    proxy.listener.close()


def test_lost_server(server, house):
    """A server that was started anew may have given the number of that
    transaction to another one: so it is not asked for it, and what is done
    again does no harm."""
    house.example()
    proxy = Proxy(server)
    host = "host=%s" % server.dir
    use(house, house.store.replace(
        host, "host=127.0.0.1&port=%d" % proxy.port))
    for i, (name, move) in enumerate(ROUND[:4]):
        house.reply(house.newest(name), move)
        proxy.lost(1 + i, 0)
        proxy.then = lambda: kill_server(server, None, None)
        house.now += 60
        done = house.call("run")
        assert proxy.cuts == 1, (i, proxy.commits)
        assert done.returncode == 74, done
        assert "was lost" in done.stderr, done
        proxy.lost(0, 0)
        house.run(2)
    assert house.moves() == MOVES[:4], house.moves()
    assert all_left(house)
    proxy.listener.close()


def test_restart(server, house):
    """The server is stopped at once and started again while a daemon works:
    mails that come meanwhile are handled without anybody's help."""
    house.example()
    serve = Serve(house)
    try:
        for name, move in ROUND[:3]:
            before, letter = events(house), house.newest(name)
            server.stop()
            house.reply(letter, move)
            time.sleep(1)
            server.start()
            wait_for(lambda n=before: events(house) > n and all_left(house))
        serve.stop()
    finally:
        serve.kill()
    assert house.moves() == MOVES[:3], house.moves()
    assert "cannot open database" in serve.log(), serve.log()


KILLED = collections.Counter()  # what ended, how often


def tell_kills():
    print("# ended: " + ", ".join(
        "%d %s" % (n, what) for what, n in sorted(KILLED.items())), flush=True)


def kill_worker(_server, serves, chance):
    KILLED["workers"] += 1
    chance.choice(serves).kill()


def kill_backends(server, _serves, _chance):
    KILLED["all connections"] += 1
    server.psql("postgres", "SELECT pg_terminate_backend(pid) FROM"
                " pg_stat_activity WHERE application_name = 'turnpost'")


def kill_server(server, _serves, _chance):
    KILLED["servers"] += 1
    server.stop()
    server.start()


def keep_up(machines, serves):
    """As systemd would: one that has ended is started again."""
    for i, serve in enumerate(serves):
        if serve.child.poll() is not None:
            serves[i] = Serve(machines[i])


def test_kills(server, house):
    """KILLS times a worker, all connections or the server end at some moment,
    while two machines play: no move is lost, made twice or out of order, and a
    letter that leaves twice has one Message-ID."""
    house.example()
    chance = random.Random(int(os.environ.get("SEED", "1")))
    kills = int(os.environ.get("KILLS", "10"))
    machines = [house, machine(house)]
    serves = [Serve(one) for one in machines]
    try:
        for i, (name, move) in enumerate(ROUND[:8]):
            before = events(house)
            chance.choice(machines).reply(newest(machines, name), move)
            for _ in range(kills * (i + 1) // 8 - kills * i // 8):
                time.sleep(chance.random() * 2)
                chance.choice((kill_worker, kill_worker, kill_backends,
                               kill_server))(server, serves, chance)
                keep_up(machines, serves)
            wait_for(lambda n=before: keep_up(machines, serves) or (
                events(house) > n and all_left(house)))
        for serve in serves:
            serve.stop()
    finally:
        for serve in serves:
            serve.kill()
        tell_kills()
    assert house.moves() == MOVES[:9], house.moves()
    queued = {number for number, in house.rows(
        "SELECT message_id FROM outbox WHERE state = 'sent'")}
    there = {letter.id.strip("<>") for one in machines
             for who in houses.SEATS for letter in one.letters(who)}
    assert there == {one.strip("<>") for one in queued}, there ^ queued
    machines[1].close()


def refused(house, store, *words):
    """One sentence; the mail stays where it is."""
    use(house, store)
    done = house.call("run")
    assert done.returncode != 0, done
    said = done.stderr.strip()
    assert len(said.splitlines()) == 1, said
    for word in words:
        assert word in said, (word, said)
    assert os.listdir(house.path("spool", "in", "new"))


def test_refused(server, house):
    """And once the reason is gone, work goes on."""
    house.example()
    good = house.store
    house.reply(house.newest(ROUND[0][0]), ROUND[0][1])
    server.psql("postgres", "CREATE ROLE locked LOGIN PASSWORD 'right'")
    server.psql("postgres", "CREATE ROLE crowd LOGIN CONNECTION LIMIT 0")
    with open(server.path("data/pg_hba.conf"), "r+", encoding="utf-8") as file:
        rules = file.read()
        file.seek(0)
        file.write("local all locked scram-sha-256\n" + rules)
    server.psql("postgres", "SELECT pg_reload_conf()")
    wrong = house.path("pass")
    with open(wrong, "w", encoding="utf-8") as file:
        file.write("*:*:*:*:wrong\n")
    os.chmod(wrong, 0o600)
    locked = good.replace("user=turnpost", "user=locked")
    wait_for(lambda: "password" in postgres.psql(
        locked, "SELECT 1", check=False).stderr)
    refused(house, locked + "&passfile=" + wrong, "put the right password",
            "passfile=")
    refused(house, locked, "name it with passfile=")
    refused(house, good.replace("user=turnpost", "user=crowd"),
            "raise max_connections")
    refused(house, good + "%20-cdefault_transaction_read_only%3Don",
            "name the primary")
    use(house, good)
    house.run()
    assert house.moves() == MOVES[:1]


def end_all():
    for child in Serve.running:
        child.kill()


if __name__ == "__main__":
    sys.exit(on_server.run(globals(), "workers", end_all))
