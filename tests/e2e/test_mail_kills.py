#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A mail that kills each process that reads its header is tried in three rounds,
a minute apart, and then set aside; other mails are handled.  This holds in a
file, and on a server with one worker and with two, which read headers before
they know which mails are theirs.  So it is with a mail of which the server
refuses a row."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import house as houses  # noqa: E402
import host  # noqa: E402
import on_server  # noqa: E402
import test_workers as workers  # noqa: E402
from house import (House, SEATS, TURNPOST, address,  # noqa: E402
                   postgres)
from tap import Skip  # noqa: E402

KILLER = ("From: %s\nTo: robot@example.org\nMessage-ID: <killer@q>\n"
          "X-Kills-Reader: yes\nSubject: hello\n\nhello\n" % address("Carmen"))
KILLED = -9
MINUTE = 61
ROUNDS = 6


def mail(house, who, text):
    house.deliver(("From: %s\nTo: robot@example.org\nMessage-ID: <%s@q>\n"
                   "Subject: hello\n\n%s\n" % (address(who), who, text)).encode())


def killer(house):
    row, = house.rows("SELECT state, tries, note FROM inbox"
                      " WHERE size = ?", len(KILLER))
    return row


def at_once(machines):
    """One run of each, at the same time; how many were killed."""
    with ThreadPoolExecutor(len(machines)) as pool:
        done = list(pool.map(lambda one: one.call("run"), machines))
    killed = [one for one in done if one.returncode == KILLED]
    for one in done:
        assert one.returncode in (0, KILLED), one
    for one in machines:
        one.now += MINUTE
    return len(killed)


def meet(machines):
    if host.host_of(TURNPOST) is None:
        raise Skip("no host beside the program reads mails that kill:"
                   " make tests-built")
    house = machines[0]
    house.example()
    now = house.now + MINUTE
    for one in machines:
        one.now = now
    letter = house.newest("Bernhard")
    mail(house, "Steffi", "status")
    house.deliver(KILLER.encode())
    house.reply(letter, "pay 0")
    kills = [at_once(machines)]
    assert kills[0] >= 1 and killer(house) == ("new", 1, ""), (kills, killer(house))
    for _ in range(ROUNDS):
        kills.append(at_once(machines))
    assert killer(house) == (
        "dead", 4, "handling it ended three times with a crash or a fault of "
        "the store"), killer(house)
    assert house.moves() == [("Bernhard", "pay 0")], house.moves()
    assert house.rows("SELECT count(*) FROM inbox WHERE state = 'new'") \
        == [(0,)]
    assert house.rows("SELECT count(*) FROM inbox WHERE state = 'dead'") \
        == [(1,)], house.rows("SELECT id, state, tries, note FROM inbox")
    rounds = [n for n in kills if n]
    assert len(rounds) == 3, kills
    assert workers.all_left(house)


def test_file():
    url, houses.POSTGRES = houses.POSTGRES, None
    house = House()
    try:
        meet([house])
    finally:
        houses.POSTGRES = url
        house.close()


def test_one_worker(_server, house):
    meet([house])


def test_two_workers(_server, house):
    machines = [house, workers.machine(house)]
    try:
        meet(machines)
    finally:
        machines[1].close()


def test_tries_given_back(_server, house):
    """A worker that has read headers of mails that are not for its batch gives
    their tries back before it handles the others."""
    house.example()
    letter = house.newest("Steffi")
    for _ in range(3):  # of a match, and of none: no batch has both
        house.reply(letter, "status\n")
        mail(house, "Carmen", "status")
    house.ok("receive")
    done = house.call("handle", env={"TURNPOST_STOP_AT": "1"})
    assert done.returncode == KILLED, done
    tries = [n for n, in house.rows("SELECT tries FROM inbox"
                                    " WHERE state = 'new' ORDER BY id")]
    assert tries == [1, 0, 1, 0, 1, 0], tries
    house.run()
    assert house.rows("SELECT count(*) FROM inbox WHERE state = 'new'") \
        == [(0,)]


def test_refused_row(_server, house):
    """A row that the server refuses, which a later mail of its batch hears of:
    that mail and those before it are handled, and the right one is put
    aside."""
    players = SEATS[:3]
    for name in "First", "Second", "Third":
        house.match("--name", name, seats=players)
    house.run()
    refuse = """
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF NEW.match = 2 AND NEW.ready <> 0 THEN
                RAISE 'not today' USING ERRCODE = 'check_violation';
            END IF;
            RETURN NEW;
        END $$;
        CREATE TRIGGER refuse BEFORE UPDATE ON seat
        FOR EACH ROW EXECUTE FUNCTION refuse()"""
    postgres.psql(house.store, refuse)
    for match, name in enumerate(players, 1):
        letter = [one for one in house.letters(name)
                  if "[g%d-" % match in one.mail["Subject"]][-1]
        house.reply(letter, "matches" if match == 3 else "ready")
    for _ in range(6):
        house.call("run")
        house.now += 60
    rows = house.rows("SELECT match, state, note FROM inbox ORDER BY id")
    assert [row[1] for row in rows] == ["done", "dead", "done"], rows
    assert "not today" in rows[1][2], rows
    assert house.rows("SELECT match FROM seat WHERE ready <> 0") == [(1,)]


if __name__ == "__main__":
    sys.exit(on_server.run(globals(), "mails that kill", apart=[test_file]))
