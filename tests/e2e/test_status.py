#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""How turnpost is doing, for people (status) and for Prometheus (metrics): what
is told is true, names nobody, waits for nobody, and counters only grow."""

import contextlib
import fcntl
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import SEATS, SRC, House, TextHouse, address  # noqa: E402
from tap import Tap  # noqa: E402

MIB = 1 << 20
# The text format, version 0.0.4, without what turnpost has no need for.
HELP = re.compile(r"# HELP (turnpost_[a-z_]+) (\S.*\.)")
TYPE = re.compile(r"# TYPE (turnpost_[a-z_]+) (gauge|counter)")
SAMPLE = re.compile(
    r'(turnpost_[a-z_]+)(?:\{([a-z]+)="([^"\\\n]+)"\})? (\d+)')


def parse(text):
    """(name, label) -> number, of metrics that are well formed."""
    found, name, kind = {}, None, None
    assert text.endswith("\n"), text
    lines = text.splitlines()
    for n, line in enumerate(lines):
        if line.startswith("# HELP"):
            name = HELP.fullmatch(line).group(1)
            assert not any(one == name for one, _ in found), line
            named, kind = TYPE.fullmatch(lines[n + 1]).groups()
            assert named == name, (line, lines[n + 1])
            assert (kind == "counter") == name.endswith("_total"), line
        elif not line.startswith("#"):
            one, _, label, number = SAMPLE.fullmatch(line).groups()
            assert one == name and (one, label) not in found, line
            found[one, label] = int(number)
    return found


def metrics(house, *args):
    text = house.ok("metrics", *args)
    promtool = shutil.which(os.environ.get("PROMTOOL", "promtool"))
    if promtool is not None:
        done = subprocess.run([promtool, "check", "metrics"], input=text,
                              capture_output=True, text=True)
        assert done.returncode == 0, done
    return {name.removeprefix("turnpost_") + (
        "" if label is None else "." + label): number
            for (name, label), number in parse(text).items()}


def iso(at):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))


def append(house, text):
    with open(house.path("turnpost.yaml"), "a", encoding="utf-8") as file:
        file.write(text)


def test_nothing(house):
    """A home in which nothing was done yet has no times."""
    status = house.json("status")
    assert status["at"] == iso(house.now) and status["worked"] is None
    assert status["serves"] is False
    assert status["deadlines"] == status["faults"] == []
    assert set(status["matches"].values()) == {0, None}
    found = metrics(house)
    assert not [name for name in found if name.endswith("timestamp_seconds")]
    assert found["build_info." + status["version"]] == 1
    text = house.ok("status")
    assert "last worked never" in text and "deadlines  none" in text, text


def fill(house):
    """Matches in each state, and mails; the first two wait with a deadline."""
    house.policy(time="3d", settle="none", reminders="none", muster="5d",
                 offer="none", organiser="pause, end")
    house.match("--name", "Saffron")
    house.start()
    began = house.now
    house.run(60)
    house.match("--name", "Waits", seats=SEATS[:3])
    made = house.now
    house.match("--name", "Called off", seats=SEATS[:3])
    house.ok("match", "end", "3", "--reason", "no wine")
    house.run(60)
    return began, made


def test_matches(house):
    began, made = fill(house)
    status = house.json("status")
    assert status["matches"] == {
        "muster": 1, "running": 1, "over": 0, "ended": 1, "paused": 0,
        "overdue": 0, "muster_since": iso(made), "asked_since": iso(began)
    }, status
    listed = {row["match"]: row["until"] for row in house.json("match", "list")}
    assert status["deadlines"] == [
        {"match": 1, "game": "mutineer", "state": "running",
         "until": listed[1], "overdue": False},
        {"match": 2, "game": "mutineer", "state": "muster",
         "until": listed[2], "overdue": False}], status
    assert status["worked"] == iso(house.now)
    # what does not run is past its deadline; a pause has none
    house.now += 4 * 86400
    status = house.json("status")
    assert status["matches"]["overdue"] == 1
    assert [one["overdue"] for one in status["deadlines"]] == [True, False]
    found = metrics(house)
    assert found["matches.running"] == found["matches.muster"] == 1
    assert found["matches_overdue"] == 1
    assert found["asked_oldest_timestamp_seconds"] == began
    assert found["muster_oldest_timestamp_seconds"] == made
    assert iso(found["next_deadline_timestamp_seconds"]) == listed[1]
    assert found["worked_timestamp_seconds"] == house.now - 4 * 86400
    house.now -= 4 * 86400
    house.ok("match", "pause", "1", "--reason", "rest")
    status = house.json("status")
    assert status["matches"]["paused"] == 1
    assert [one["match"] for one in status["deadlines"]] == [2]
    assert metrics(house)["matches_paused"] == 1


def test_few_deadlines(house):
    """The next five, each match once."""
    house.policy(time="3d", settle="none", reminders="none", muster="5d",
                 offer="none")
    for _ in range(7):
        house.match(seats=SEATS[:3])
        house.run()
    assert [one["match"] for one in house.json("status")["deadlines"]] == [
        1, 2, 3, 4, 5]


def test_mails(house):
    house.example()
    before = house.json("status")
    house.reply(house.newest("Bernhard"), "status")
    status = house.json("status")
    assert status["inbox"]["spool"] == 1 == metrics(house)["spool_mails"]
    house.run()
    status = house.json("status")
    assert status["inbox"]["spool"] == 0
    assert status["inbox"]["received"] == before["inbox"]["received"] + 1
    assert status["outbox"]["sent"] == before["outbox"]["sent"] + 1
    assert status["inbox"]["last"] == status["outbox"]["last"] == iso(
        house.now)
    found = metrics(house)
    assert found["mails_received_total"] == status["inbox"]["received"]
    assert found["letters_sent_total"] == status["outbox"]["sent"]
    assert found["mail_last_timestamp_seconds"] == house.now
    assert found["letter_last_timestamp_seconds"] == house.now
    # one that is sent again counts again, and is never taken off
    sent = status["outbox"]["sent"]
    (letter,) = house.rows("SELECT max(id) FROM outbox WHERE state = 'sent'")
    house.ok("outbox", "retry", str(letter[0]))
    assert metrics(house)["letters_sent_total"] == sent
    assert metrics(house)["letters_waiting"] == 1
    house.run()
    assert metrics(house)["letters_sent_total"] == sent + 1


def test_waits_and_held(house):
    """What is in the queues, as "check" would say."""
    house.example()
    with contextlib.closing(
            sqlite3.connect(house.path("turnpost.db"))) as db, db:
        db.execute("UPDATE inbox SET state = 'held' WHERE id = 1")
        db.execute("UPDATE inbox SET state = 'dead' WHERE id = 2")
        db.execute("UPDATE inbox SET state = 'new', received = 1700000000"
                   " WHERE id = 3")
        db.execute("UPDATE outbox SET state = 'dead', note = 'x' WHERE id = 1")
        db.execute("UPDATE outbox SET state = 'later', created = 1600000000"
                   " WHERE id = 2")
        db.execute("UPDATE address SET unreached = 5 WHERE person = 2")
    status = house.json("status")
    inbox, outbox = status["inbox"], status["outbox"]
    assert (inbox["new"], inbox["held"], inbox["dead"]) == (1, 1, 1), inbox
    assert inbox["since"] == iso(1700000000)
    assert (outbox["waiting"], outbox["given_up"], outbox["unreached"]) == (
        1, 1, 1), outbox
    assert outbox["since"] == iso(1600000000)
    found = metrics(house)
    assert found["mails.new"] == found["mails.held"] == found[
        "mails.dead"] == 1
    assert found["letters_given_up"] == found["people_unreached"] == 1
    assert found["mails_oldest_timestamp_seconds"] == 1700000000
    assert found["letters_oldest_timestamp_seconds"] == 1600000000


def test_faults(house):
    """Each is told once, without the words of a server."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    path = house.path("turnpost.yaml")
    shutil.copy(path, path + ".works")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(
            "\nmail:\n", "\nmail:\n  send:\n    server: smtp://localhost:%d\n"
            "    without-tls: yes\n" % port))
    house.match(seats=SEATS[:3])
    house.run()
    since = house.now
    house.run(30)
    status = house.json("status")
    assert status["faults"] == [{"what": "send", "since": iso(since),
                                 "last": iso(house.now)}], status
    text = house.ok("status")
    assert "faults     send, since " in text and "turnpost check" in text
    assert str(port) not in text + json.dumps(status)
    found = metrics(house)
    assert found["open_faults"] == found["faults_total"] == 1
    os.rename(path + ".works", path)
    house.ok("send")
    assert house.json("status")["faults"] == []
    found = metrics(house)
    assert (found["open_faults"], found["faults_total"]) == (0, 1)


def test_names_nobody(house):
    fill(house)
    house.ok("match", "watch", "1", "Dora <%s>" % address("Dora"))
    house.reply(house.newest("Steffi"), "help", sender="eve@example.com")
    house.run()
    words = SEATS + ["Dora", "eve", "example", "Saffron", "Waits", "robot@"]
    for text in (house.ok("status"), house.ok("--json", "status"),
                 house.ok("metrics"), house.ok("--reveal", "status")):
        assert not [word for word in words if word in text], text


def test_tells_no_outcome():
    """Whether a mail was a move that settles, a trial or a plan, nobody learns
    from figures, and so neither does an organiser who plays."""
    told = set()
    for body in "pay 1", "check pay 1", "plan pay 1", "pay 1\ncancel":
        house = TextHouse()
        house.policy(time="3d", settle="5m", reminders="none", muster="5d",
                     offer="none")
        house.example()
        house.say("Bernhard", body)
        status = house.json("status")
        del status["disk"]["free"]
        told.add(json.dumps(status))
        figures = metrics(house)
        del figures["disk_free_bytes"]
        told.add(json.dumps(figures))
        house.close()
    assert len(told) == 2, told


def test_one_screen(house):
    fill(house)
    lines = house.ok("status").splitlines()
    assert len(lines) < 24 and max(map(len, lines)) < 80, lines
    heads = [line.split()[0] for line in lines if line[0] != " "]
    assert heads == ["program", "matches", "inbox", "outbox", "deadlines",
                     "faults", "disk"], heads


def test_size(house):
    status = house.json("status")
    # to the MiB, for the size of a mail tells what it says
    size = -(-os.stat(house.path("turnpost.db")).st_size // MIB) * MIB
    assert status["disk"]["database"] == size
    assert status["disk"]["free"] % MIB == 0
    disk = os.statvfs(house.dir)
    free = disk.f_bavail * disk.f_frsize
    assert abs(status["disk"]["free"] - free) < 1 << 30
    assert metrics(house)["database_bytes"] == size


def test_changes_nothing(house):
    house.example()
    with open(house.path("turnpost.db"), "rb") as file:
        before = file.read()
    house.ok("status")
    house.ok("metrics")
    with open(house.path("turnpost.db"), "rb") as file:
        assert file.read() == before


def test_nobody_waits(house):
    """Neither for another turnpost that works, nor for one that writes; and
    none of these waits for it."""
    house.example()
    with open(house.path("lock"), "wb") as lock, contextlib.closing(
            sqlite3.connect(house.path("turnpost.db"), timeout=0)) as db:
        fcntl.flock(lock, fcntl.LOCK_EX)
        db.execute("BEGIN IMMEDIATE")
        db.execute("UPDATE match SET life = 'over'")
        start = time.monotonic()
        assert house.json("status")["matches"]["running"] == 1
        assert metrics(house)["matches.running"] == 1
        assert time.monotonic() - start < 10
        db.commit()
    assert house.json("status")["matches"]["over"] == 1


def test_no_home(house):
    for word in "status", "metrics":
        done = subprocess.run(
            [house.turnpost, "--home", "/nonexistent", word],
            capture_output=True, text=True)
        assert done.returncode == 78 and "init" in done.stderr, done
    house.fails(2, "does not take", "status", "all")
    house.fails(2, "metrics [FILE]", "metrics", "a", "b")
    with contextlib.closing(
            sqlite3.connect(house.path("turnpost.db"))) as db, db:
        db.execute("PRAGMA user_version = 1")
    house.fails(78, "older turnpost", "status")


def test_settings_with_a_mistake(house):
    """Whoever watches sees how it is doing all the same."""
    assert house.json("status")["settings"] is True
    append(house, "nonsense: yes\n")
    done = house.fails(78, "there is no setting", "status")
    assert "has a mistake, so that no step works" in done.stdout, done.stdout
    done = house.fails(78, "there is no setting", "--json", "status")
    status = json.loads(done.stdout)
    assert status["settings"] is False
    assert status["matches"]["running"] == 0
    metrics(house)


# ---- the file ----

def test_file(house):
    folder = house.path("node")
    os.mkdir(folder)
    path = os.path.join(folder, "turnpost.prom")
    text = house.ok("metrics")
    assert house.ok("metrics", path) == ""
    with open(path, encoding="ascii") as file:
        written = parse(file.read())
    printed = parse(text)
    # others write to the disk meanwhile
    for found in written, printed:
        assert found.pop(("turnpost_disk_free_bytes", None)) > 0
    assert written == printed
    # the node exporter is another user; what the organiser chose stays
    assert os.stat(path).st_mode & 0o777 == 0o644
    os.chmod(path, 0o640)
    house.ok("metrics", path)
    assert os.stat(path).st_mode & 0o777 == 0o640
    assert os.listdir(folder) == ["turnpost.prom"]
    house.fails(74, "metrics are not written", "metrics",
                os.path.join(folder, "none", "turnpost.prom"))


def test_run(house):
    """Each run writes what the settings name; that it cannot be written is
    told, and stops nothing."""
    append(house, "\nmetrics: turnpost.prom\n")
    house.run()
    with open(house.path("turnpost.prom"), encoding="ascii") as file:
        parse(file.read())
    os.unlink(house.path("turnpost.prom"))
    os.mkdir(house.path("turnpost.prom"))
    done = house.steps()
    assert done.returncode == 0
    assert "metrics are not written" in done.stderr, done.stderr


def wait_for(path, seconds):
    end = time.monotonic() + seconds
    while not os.path.exists(path):
        assert time.monotonic() < end, "no " + path
        time.sleep(0.1)


def test_serve(house):
    """The daemon writes it at once, and again each minute; it is seen to be
    running, and not woken by a look."""
    path = house.path("turnpost.prom")
    append(house, "\nmetrics: turnpost.prom\n")
    os.mkdir(path)  # it cannot be replaced by a file
    daemon = subprocess.Popen(house.command(["-v", "serve"]),
                              stderr=subprocess.PIPE,
                              stdout=subprocess.DEVNULL, text=True)
    try:
        log = daemon.stderr.readline()
        while "metrics are not written" not in log:
            log += daemon.stderr.readline()
        assert house.json("status")["serves"] is True
        os.rmdir(path)
        wait_for(path, 75)
        with open(path, encoding="ascii") as file:
            assert parse(file.read())["turnpost_serves", None] == 1
        append(house, "nonsense: yes\n")
        said = house.fails(78, "there is no setting", "status").stdout
        assert "so that only \"turnpost serve\" works" in said, said
    finally:
        daemon.send_signal(signal.SIGTERM)
        log += daemon.communicate(timeout=60)[1]
    assert daemon.returncode == 0, log
    assert log.count("metrics are not written") == 1, log
    assert log.count("metrics are written again") == 1, log
    assert "so that no step works" in house.fails(
        78, "there is no setting", "status").stdout


def test_later_than_now(house):
    """It worked while the clock was ahead."""
    now = house.now
    house.now += 90 * 86400
    house.ok("run")
    house.now = now
    assert "which is later than now" in house.ok("status")
    said = " ".join(house.call("check").stdout.split())
    assert "it last worked at" in said and "later than now" in said, said
    house.ok("run")
    assert "later than now" not in house.ok("status")


# ---- the manual ----

def test_manual(house):
    """It has every metric that there can be, with its type, and no other."""
    fill(house)
    with contextlib.closing(
            sqlite3.connect(house.path("turnpost.db"))) as db, db:
        db.execute("UPDATE inbox SET state = 'new' WHERE id = 1")
        db.execute("UPDATE outbox SET state = 'later' WHERE id = 1")
    types = dict(TYPE.findall(house.ok("metrics")))
    with open(os.path.join(SRC, "man", "turnpost-watch.7"),
              encoding="utf-8") as file:
        told = re.findall(
            r"(?m)^\.It Cm (turnpost_[a-z_]+) .*\b(gauge|counter)$",
            file.read())
    assert len(told) == len(dict(told)), told
    assert dict(told) == types, set(told) ^ set(types.items())


tap = Tap()
OWN = ("test_serve", "test_tells_no_outcome")
tap.each({name: test for name, test in globals().items()
          if name not in OWN}, TextHouse)
tap.run("tells no outcome", test_tells_no_outcome)
home = House()
tap.run("serve writes them each minute", test_serve, home)
home.close()
tap.end()
