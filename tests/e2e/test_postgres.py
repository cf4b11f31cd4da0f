#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A home whose rows are in PostgreSQL: the tests of store/ there, a match by
mail, copies to a file and back, two machines for one home, a server that
dies, and what an organiser is told when it cannot be used."""

import contextlib
import fcntl
import glob
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import on_server  # noqa: E402
from example_round import MOVES, ROUND  # noqa: E402
from house import ROBOT, SRC, TURNPOST, House, postgres  # noqa: E402
from steps_undone import UNDONE  # noqa: E402

NEWEST = max(int(os.path.basename(path)[:4]) for path in
             glob.glob(os.path.join(SRC, "store/postgres/sql/*.sql")))
WRITER, TURN = 1953525619, 1953525620  # locks
TLS_WANTED = (80877103).to_bytes(4, "big")
# What these test is SQLite's: its file, its plans, its steps.
FILES_ONLY = {"crash", "disk", "migrate", "open", "plans", "snapshot", "words"}


def test_store(server, _house):
    """Each program of tests/store against the server."""
    env = dict(os.environ, TEST_POSTGRES=server.url(),
               CMOCKA_MESSAGE_OUTPUT="TAP")
    names = {os.path.basename(path)[:-2] for path in
             glob.glob(os.path.join(SRC, "tests/store/*.c"))} - FILES_ONLY
    assert len(names) > 15
    for name in sorted(names):
        program = os.path.join(os.path.dirname(TURNPOST), "tests/store", name)
        done = subprocess.run([program], env=env, capture_output=True,
                              text=True, check=False)
        assert done.returncode == 0, "%s:\n%s%s" % (
            name, done.stdout, done.stderr)


def test_steps(_server, _house):
    """Each step of SQLite's schema since the first one here is one here."""
    files, here = ({os.path.basename(path) for path in
                    glob.glob(os.path.join(SRC, folder, "*.sql"))}
                   for folder in ("store/sql", "store/postgres/sql"))
    first = min(int(name[:4]) for name in here)
    missed = {name for name in files if int(name[:4]) > first} - here
    assert not missed, missed
    assert NEWEST == max(int(name[:4]) for name in files)


def play(house, moves):
    for name, move in moves:
        house.reply(house.newest(name), move)
        house.run()


def test_match(_server, house):
    """Moves by mail, each once, as a home in a file has them."""
    house.example()
    play(house, ROUND)
    assert house.moves() == MOVES
    assert not os.path.exists(house.path("turnpost.db"))


def dump(house):
    return house.json("--reveal", "match", "show", "1"), house.moves()


def use(house, store):
    """From now on the home's rows are there; None: in turnpost.db."""
    path = house.path("turnpost.yaml")
    with open(path, encoding="utf-8") as file:
        lines = [line for line in file if not line.startswith("store:")]
    if store:
        lines.insert(0, 'store: "%s"\n' % store)
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(lines)
    house.store = store


def copied_tables(said):
    return {line.split(":")[0] for line in said.splitlines() if ": " in line}


def tables_of(file):
    with contextlib.closing(sqlite3.connect(file)) as rows:
        return {name for (name,) in rows.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
            " AND name NOT LIKE 'sqlite@_%' ESCAPE '@'")}


def test_copy(server, house):
    """To a file and to another place on the server; the match goes on."""
    house.example()
    play(house, ROUND[:1])
    before = dump(house)
    file, first, other = house.path("turnpost.db"), house.store, server.place()
    said = house.ok("store", "copy", first, file)
    assert "read again in the copy" in said and "event: 1" in said, said
    assert copied_tables(said) == tables_of(file), said
    use(house, None)
    assert dump(house) == before
    play(house, ROUND[1:2])
    with open(os.path.join(SRC, "man", "turnpost-json.7"),
              encoding="utf-8") as page:
        keys = re.findall(r"(?m)^\.It Cm (\S+)", page.read().split(
            ".Ss store copy\n")[1].split(".Ss ")[0])
    made = house.json("store", "copy", file, other)
    assert list(made) == keys == ["from", "to", "rows"], made
    assert (made["from"], made["to"]) == (file, other) and made["rows"] > 0
    os.rename(file, file + ".old")
    file += ".old"
    use(house, other)
    play(house, ROUND[2:3])
    assert house.moves() == MOVES[:3]
    again = house.call("store", "copy", file, other)
    assert again.returncode != 0 and "already" in again.stderr, again.stderr
    same = house.call("store", "copy", file, file)
    assert "one of the two must be a file" in same.stderr, same.stderr


def test_copy_of_what_does_not_fit(_server, house):
    """A file refuses a row that the tables of a server take, for these have no
    conditions where handling a mail writes: a word that means nothing."""
    house.example()
    file = house.path("turnpost.db")
    postgres.psql(house.store, "UPDATE inbox SET state = 'lost' WHERE id = 1")
    copied = house.call("store", "copy", house.store, file)
    assert copied.returncode != 0, copied.stdout
    assert "again: table inbox: " in copied.stderr, copied.stderr
    postgres.psql(house.store, "UPDATE inbox SET state = 'done' WHERE id = 1")
    house.ok("store", "copy", house.store, file)


def test_backup(server, house):
    """A backup holds a file, whatever keeps the rows; nothing works on those of
    the server until it is copied there."""
    house.example()
    house.ok("backup", house.path("kept"))
    other = House(init=False)
    try:
        os.rmdir(other.dir)
        said = other.ok("restore", house.path("kept"))
        assert "1. turnpost store copy %s TO" % other.path(
            "turnpost.db") in said, said
        file, place = other.path("turnpost.db"), server.place()
        for command in ("run", "status", "check"):
            refusal = other.call(command)
            assert refusal.returncode != 0, command
            said = refusal.stdout + refusal.stderr
            assert "store copy" in said, said
        other.ok("store", "copy", file, place)
        os.remove(file)
        use(other, place)
        assert other.life() == "running"
        # the room of its rows is told as that of a file
        assert other.json("status")["disk"]["database"] >= 1 << 20
    finally:
        other.close()


def make_older(house):
    """As schema 15 had it, which had conditions in all tables."""
    postgres.psql(house.store, "ALTER TABLE timer ADD CHECK (due <> 1);"
                  "ALTER TABLE inbox ADD CHECK (tries >= 0)")
    for step in sorted(UNDONE, reverse=True):
        if step > 15:
            for sql in UNDONE[step]:
                postgres.psql(house.store, sql)
    postgres.psql(house.store, "DROP FUNCTION json_extract;"
                  "UPDATE turnpost SET schema = 15")


def test_newer_schema(_server, house):
    """A newer turnpost makes a backup of the home as it was, and its steps."""
    house.example()
    play(house, ROUND[:1])
    make_older(house)
    play(house, ROUND[1:2])
    assert house.moves() == MOVES[:2]
    assert house.rows("SELECT schema FROM turnpost") == [(NEWEST,)]
    assert house.rows(
        "SELECT DISTINCT contype::text FROM pg_constraint"
        " WHERE contype IN ('c', 'f') AND conrelid::regclass::text IN"
        " ('event', 'inbox', 'outbox', 'seat', 'timer')") == [("f",)]
    made, = glob.glob(house.path("backups/turnpost-schema-15-*"))
    other = House(init=False)
    try:
        os.rmdir(other.dir)
        other.ok("restore", made)
        use(other, None)
        assert other.moves() == MOVES[:1]
    finally:
        other.close()


@contextlib.contextmanager
def another_locks(house, lock):
    """The lock of that number is that of another program."""
    with subprocess.Popen(
            ["psql", "-X", "-q", "-d", house.store], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True) as holder:
        holder.stdin.write(
            "SELECT pg_advisory_lock(%d, 'turnpost'::regclass::oid::bigint"
            "::bit(32)::integer);\n\\echo taken\n" % lock)
        holder.stdin.flush()
        while holder.stdout.readline() != "taken\n":
            pass
        try:
            yield
        finally:
            holder.stdin.close()


def test_step_waits(_server, house):
    """For an older program that is in the middle of its work."""
    make_older(house)
    for lock in WRITER, TURN:
        with another_locks(house, lock):
            waiting = subprocess.Popen(
                [TURNPOST, "--home", house.dir, "send"],
                stdout=subprocess.DEVNULL)
            time.sleep(2)
            assert waiting.poll() is None
            assert house.rows("SELECT schema FROM turnpost") == [(15,)]
        assert waiting.wait() == 0
        assert house.rows("SELECT schema FROM turnpost") == [(NEWEST,)]
        make_older(house)


def test_copy_alone(server, house):
    """Nobody works for a home while it is copied, and what was not copied
    whole goes again."""
    house.example()
    file = house.path("copies/turnpost.db")
    os.mkdir(os.path.dirname(file))
    with another_locks(house, TURN):
        busy = house.call("store", "copy", house.store, file)
    assert busy.returncode == 75, (busy.returncode, busy.stderr)
    assert not os.path.exists(file)
    postgres.psql(house.store, "ALTER TABLE hint RENAME TO unknown")
    failed = house.call("store", "copy", house.store, file)
    assert failed.returncode != 0 and "hint" in failed.stderr, failed.stderr
    assert os.listdir(os.path.dirname(file)) == []
    assert "nothing was copied; put this right and run" in (
        failed.stderr), failed.stderr
    postgres.psql(house.store, "ALTER TABLE unknown RENAME TO hint")
    house.ok("store", "copy", house.store, file)
    copy_fails(house, file, server.place())
    with open(house.path("copies/turnpost.yaml"), "w", encoding="ascii"), \
            open(house.path("copies/lock"), "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        busy = house.call("store", "copy", file, server.place())
        assert busy.returncode == 75, (busy.returncode, busy.stderr)
    make_older(house)
    there = house.call("store", "copy", file, house.store)
    assert "there is a home" in there.stderr, there.stderr
    assert house.rows("SELECT schema FROM turnpost") == [(15,)]


def copy_fails(house, file, place):
    """Tables without rows stay on the server, and each look says so."""
    rows = sqlite3.connect(file)
    rows.execute("ALTER TABLE hint RENAME TO unknown")
    rows.commit()
    failed = house.call("store", "copy", file, place)
    assert "turnpost store copy" in failed.stderr, failed.stderr
    assert "hint" in failed.stderr, failed.stderr
    before = house.store
    use(house, place)
    for command in "status", "check", "run":
        done = house.call(command)
        assert done.returncode != 0, command
        assert "its secret is missing" in " ".join(
            (done.stdout + done.stderr).split()), (command, done)
    rows.execute("ALTER TABLE unknown RENAME TO hint")
    rows.commit()
    rows.close()
    house.ok("store", "copy", file, place)
    house.ok("status")
    use(house, before)


def test_copy_cut_off(server, house):
    """The server ends the connection in the middle: one sentence, and no half
    of a copy; the rows there are as they were."""
    house.example()
    before, file = dump(house), house.path("copies/turnpost.db")
    os.mkdir(os.path.dirname(file))
    with subprocess.Popen(["psql", "-X", "-q", "-d", house.store],
                          stdin=subprocess.PIPE, text=True) as holder:
        holder.stdin.write("BEGIN; LOCK TABLE inbox_raw;\n")
        holder.stdin.flush()
        copying = subprocess.Popen(
            house.command(["store", "copy", house.store, file]),
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        wait_for(lambda: server.psql(
            "postgres", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE wait_event = 'relation'").stdout)
        said = copying.communicate(timeout=60)[1]
    assert copying.returncode == 74, said
    assert "runs, and try again (" in said and "LINE" not in said, said
    assert os.listdir(os.path.dirname(file)) == []
    assert dump(house) == before
    house.ok("store", "copy", house.store, file)


def test_changed_setting(server, house):
    """A daemon stays with its database, and says that it must be restarted."""
    house.example()
    daemon = subprocess.Popen([TURNPOST, "--home", house.dir, "serve"],
                              stderr=subprocess.PIPE, text=True)
    try:
        wait_for(lambda: os.path.exists(house.path("serving")))
        time.sleep(1)
        use(house, server.place())
        daemon.send_signal(signal.SIGHUP)
        time.sleep(1)
        assert daemon.poll() is None
    finally:
        daemon.send_signal(signal.SIGTERM)
        said = daemon.communicate(timeout=60)[1]
    assert "restart turnpost" in " ".join(said.split()), said


def wait_for(look):
    for _ in range(200):
        if look():
            return
        time.sleep(0.05)
    raise AssertionError("it did not come")


def locks(server, number):
    return int(server.psql(
        "postgres", "SELECT count(*) FROM pg_locks WHERE locktype ="
        " 'advisory' AND classid = %d AND granted" % number).stdout)


def granted():
    """What turnpost-store(7) says for a role that only works."""
    with open(os.path.join(SRC, "man", "turnpost-store.7"),
              encoding="utf-8") as page:
        said = page.read().split(".Ss Rights\n")[1].split(
            ".Bd -literal -offset indent\n")[1].split(".Ed\n")[0]
    return "\n".join(line.split("=> ", 1)[1] for line in said.splitlines())


def test_rights(server, house):
    """A role that only works plays, is watched, makes backups and ends matches;
    it cannot drop, change or add a table, and a step needs the owner."""
    place = re.search(r"search_path%3D(\w+)", house.store).group(1)
    sql = re.sub(r"(SCHEMA |ON )turnpost\b", r"\1" + place, granted())
    server.psql("postgres", re.sub(r"\bwork\b", "work_" + place, sql))
    owner = house.store
    worker = owner.replace("user=turnpost", "user=work_" + place)
    use(house, worker)
    house.example()
    play(house, ROUND)
    assert house.moves() == MOVES
    house.ok("backup", house.path("kept"))
    for command in ("status", "check", "metrics"):
        assert "GRANT" not in house.call(command).stdout, command
    house.ok("match", "end", "1", "--reason", "it was a test")
    house.run()
    for harm in ("DROP TABLE event", "ALTER TABLE event ADD x int",
                 "CREATE TABLE mine (x int)", "TRUNCATE event",
                 "UPDATE turnpost SET schema = 99"):
        done = postgres.psql(house.store, harm, check=False)
        assert done.returncode and ("permission denied" in done.stderr
                                    or "must be owner" in done.stderr), done
    use(house, owner)
    make_older(house)
    use(house, worker)
    done = house.call("run")
    assert done.returncode != 0, done
    assert "GRANT" in done.stderr and "turnpost-store(7)" in done.stderr, done
    use(house, owner)
    house.run()


def test_two_machines(server, house):
    """The steps of one home are done by one of them at a time; one that dies
    holds up the other no longer than the server needs to see it."""
    house.example()
    other = House(init=False)
    use_of = house.store
    with open(house.path("turnpost.yaml"), encoding="utf-8") as file:
        settings = file.read()
    with open(other.path("turnpost.yaml"), "w", encoding="utf-8") as file:
        file.write(settings)
    other.store = use_of
    os.makedirs(other.path("spool", "in", "new"))
    os.makedirs(other.path("spool", "out"))
    holder = subprocess.Popen(
        ["psql", "-X", "-q", "-d", house.store], stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL, text=True)
    try:
        holder.stdin.write(
            "SELECT pg_advisory_lock(1953525620, 'turnpost'::regclass::oid"
            "::bigint::bit(32)::integer);\n")
        holder.stdin.flush()
        wait_for(lambda: locks(server, 1953525620) == 1)
        waits = other.call("send")
        assert waits.returncode == 75, (waits.returncode, waits.stderr)
        assert "another turnpost is working" in waits.stderr, waits.stderr
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        wait_for(lambda: locks(server, 1953525620) == 0)
        other.ok("send")
    finally:
        holder.kill()
        holder.wait()
        other.close()


def test_server_dies(server, house):
    """What was not committed is done again, what was is not."""
    house.example()
    name, move = ROUND[0]
    house.reply(house.newest(name), move)
    server.stop()
    down = house.call("run")
    assert down.returncode != 0, down
    assert "see that the server runs" in down.stderr or (
        "shutting down" in down.stderr), down.stderr
    server.start()
    house.run()
    assert house.moves() == MOVES[:1]


@contextlib.contextmanager
def writes_late(server):
    """Of commits that nobody waits for, the server writes nothing for 10 s."""
    before = server.settings
    server.settings += ("wal_writer_delay=10s",)
    server.stop()
    server.start()
    try:
        yield
    finally:
        server.settings = before
        server.stop()
        server.start()


def test_server_dies_after_receiving(server, house):
    """A mail that has left the spool has its row on the disk of the server."""
    house.example()
    with writes_late(server):
        for name, move in ROUND[:2]:
            house.reply(house.newest(name), move)
            house.ok("receive")
            assert os.listdir(house.path("spool", "in", "new")) == []
            server.stop()
            server.start()
            assert house.rows("SELECT count(*) FROM inbox"
                              " WHERE state = 'new'") == [(1,)]
            house.run()
    assert house.moves() == MOVES[:2]


def refused(house, store, *words):
    use(house, store)
    done = house.call("run")
    assert done.returncode != 0, done
    said = " ".join(done.stderr.split())
    for word in words:
        assert word in said, (word, said)
    assert "secret-word" not in said, said


def test_bad_input(server, house):
    """One sentence each, with what to do and without a password."""
    server.psql("postgres", "CREATE ROLE little LOGIN")
    house.example()
    good = house.store
    refused(house, server.url("nowhere"), "createdb")
    refused(house, good.replace("postgres?", "postgres?password=secret-word&"),
            "passfile=")
    refused(house, good.replace("turnpost&", "little&"), "GRANT")
    refused(house, server.place(), "GRANT USAGE")
    server.psql("postgres", "CREATE SCHEMA bare")
    refused(house, server.url() + "&options=-csearch_path%3Dbare",
            "never set up")
    refused(house, "postgresql://[secret-word", "no connection string")
    refused(house, "postgresql://127.0.0.1:1/x", "see that the server runs")
    server.psql("postgres", "CREATE SCHEMA theirs; CREATE TABLE theirs.t (a"
                " int)")
    theirs = server.url() + "&options=-csearch_path%3Dtheirs"
    made = House(init=False)
    try:
        done = made.call("init", "--address", ROBOT, "--store", theirs)
        assert "another program's database" in done.stderr, done.stderr
    finally:
        made.close()
    use(house, good)
    postgres.psql(good, "UPDATE turnpost SET schema = 9999")
    refused(house, good, "newer turnpost")
    postgres.psql(good, "UPDATE turnpost SET schema = %d" % NEWEST)
    house.run()


@contextlib.contextmanager
def asked_for_tls(answer):
    """A port of this machine where libpq is told whether TLS is to be had, and
    what the client sent after that."""
    sent = []

    def serve():
        while True:
            try:
                peer, _ = listener.accept()
            except OSError:
                return
            with peer:
                if peer.recv(8)[4:] == TLS_WANTED:
                    peer.sendall(answer)
                    sent.append(peer.recv(8)[4:])

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield listener.getsockname()[1], sent
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()


def test_unchecked_server(_server, house):
    """Nothing is said without TLS to a host that is not positively this
    machine, whatever names it; 127.1 is a name of it that only the resolver
    knows."""
    service = house.path("services")
    with asked_for_tls(b"N") as (port, sent):
        with open(service, "w", encoding="ascii") as file:
            file.write("[there]\nhost=127.0.0.1\n")
        far = [("127.1:%d" % port, {}), ("127.0.0.1:%d,127.1:%d" % (port, port),
                                         {}),
               ("", {"PGHOST": "127.1", "PGPORT": str(port)}),
               ("127.0.0.1:%d" % port, {
                   "PGSERVICE": "there", "PGSERVICEFILE": service})]
        for host, env in far:
            use(house, "postgresql://%s/x?user=turnpost" % host)
            os.environ.update(env)
            try:
                assert "TLS" in house.call("run").stderr, host
            finally:
                for name in env:
                    del os.environ[name]
            assert sent and not any(sent), (host, sent)
        del sent[:]
        use(house, "postgresql://127.0.0.1:%d/x?user=turnpost" % port)
        house.call("run")
        assert any(sent), sent
    with asked_for_tls(b"S") as (port, sent):
        refused(house, "postgresql://127.1:%d/x?sslrootcert=%s" % (
            port, house.path("nothing")), "sslrootcert=")


def test_odd_bytes(_server, house):
    """A mail with bytes that are no UTF-8 is taken in like others."""
    house.example()
    house.count += 1
    with open(house.path("spool", "in", "new", "odd.1.x"), "wb") as file:
        file.write(b"From: \xff\xfe <o\xff@example.org>\nTo: robot@example.org"
                   b"\nMessage-ID: <odd\xff@x>\nSubject: \xe4\n\nh\xe4\n")
    house.run()
    assert house.rows("SELECT count(*) FROM inbox WHERE state = 'new'") == [
        (0,)]


def test_odd_names(_server, house):
    """So are files whose names are no UTF-8, more than are looked at together:
    the server is asked ahead about those that come later."""
    many = 40
    folder = os.fsencode(house.path("spool", "in", "new"))
    for i in range(many):
        with open(os.path.join(folder, b"%d.\xff\xe4.x" % i), "wb") as file:
            file.write(b"From: a%d@example.org\nTo: robot@example.org\n"
                       b"Message-ID: <odd-%d@x>\n\nhelp\n" % (i, i))
    house.ok("receive")
    assert house.rows("SELECT count(*) FROM inbox") == [(many,)]


if __name__ == "__main__":
    sys.exit(on_server.run(globals(), "postgres"))
