#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Several workers of one home at once: each move is made once and in order,
those of one sender too, a letter has one Message-ID and leaves in order, a
deadline passes once, whichever worker is killed meanwhile, and the record of each match
can be verified."""

import os
import random
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import house as houses  # noqa: E402
import on_server  # noqa: E402
import test_workers as workers  # noqa: E402
from another import OF_HOME, WRITER, Another, claimed, until_waiting  # noqa: E402
from example_round import MOVES, ROUND  # noqa: E402
from house import postgres  # noqa: E402

KILLS = int(os.environ.get("KILLS", "12"))
MATCHES = int(os.environ.get("MATCHES", "2"))
TURNS = 6  # mails of each match


def begin(house, n):
    """Matches of the same four players; their numbers."""
    numbers = [int(house.example()) for _ in range(n)]
    assert len(set(numbers)) == n, numbers
    return numbers


def newest(machines, name, match):
    (number,), = machines[0].rows(
        "SELECT message_id FROM outbox WHERE address = ? AND match = ?"
        " AND state = 'sent' ORDER BY id DESC LIMIT 1",
        houses.address(name), match)
    for one in machines:
        for letter in one.letters(name):
            if letter.id.strip("<>") == number.strip("<>"):
                return letter
    raise AssertionError("no such letter: " + number)


def check_letters(machines):
    """Each left, with one Message-ID, and in its order."""
    house = machines[0]
    sent = [number.strip("<>") for number, in house.rows(
        "SELECT message_id FROM outbox WHERE state = 'sent'")]
    assert len(sent) == len(set(sent))
    there = {letter.id.strip("<>") for one in machines
             for who in houses.SEATS for letter in one.letters(who)}
    assert there == set(sent), there ^ set(sent)
    for seat in house.rows("SELECT DISTINCT match, seat, person FROM outbox"
                           " WHERE number > 0"):
        numbers = [n for n, in house.rows(
            "SELECT number FROM outbox WHERE match = ? AND seat = ?"
            " AND person = ? AND number > 0 AND state = 'sent'"
            " ORDER BY id", *seat)]
        assert numbers == sorted(set(numbers)), (seat, numbers)


def play(server, house, count, kills):
    numbers = begin(house, MATCHES)
    machines = [house] + [workers.machine(house) for _ in range(count - 1)]
    chance = random.Random(int(os.environ.get("SEED", "1")))
    serves = [workers.Serve(one) for one in machines]
    done = 0
    try:
        for i, (name, move) in enumerate(ROUND[:TURNS]):
            before = workers.events(house)
            for match in numbers:
                chance.choice(machines).reply(
                    newest(machines, name, match), move)
            while done < kills * (i + 1) // TURNS:
                done += 1
                time.sleep(chance.random())
                chance.choice((workers.kill_worker, workers.kill_worker,
                               workers.kill_backends))(server, serves, chance)
                workers.keep_up(machines, serves)
            workers.wait_for(lambda n=before: workers.keep_up(
                machines, serves) or (
                    workers.events(house) >= n + MATCHES
                    and workers.all_left(house)), 200)
        for serve in serves:
            serve.stop()
    finally:
        for serve in serves:
            serve.kill()
        workers.tell_kills()
    for match in numbers:
        assert house.moves(match) == MOVES[:TURNS], (
            match, house.moves(match))
        assert "is verified" in house.ok("verify", str(match))
    assert house.rows("SELECT count(*) FROM inbox WHERE state <> 'done'") \
        == [(0,)], house.rows("SELECT id, state, note FROM inbox")
    check_letters(machines)
    on_server.check_rows(house)
    for one in machines[1:]:
        one.close()


def test_two(server, house):
    """Two workers play several matches."""
    play(server, house, 2, 0)


def test_kills(server, house):
    """The same four at once, KILLS of which are killed or cut off."""
    play(server, house, 4, KILLS)


MAILS = 12  # of each sender
SENDERS = ("Steffi", "Bernhard", "Carmen")


def asked(i):
    return ("de", "pl", "en")[i // 2 % 3]


def test_order(_server, house):
    """Many mails wait, more than a worker takes at once, and four workers begin
    together: those of a sender are handled in the order in which they came, as
    each answer shows, which is in the language that the mail before it asked
    for."""
    house.example()
    machines = [house] + [workers.machine(house) for _ in range(3)]
    letters = {name: house.newest(name) for name in SENDERS}
    before = house.rows("SELECT max(id) FROM inbox")[0][0]
    for i in range(MAILS):
        for letter in letters.values():
            house.reply(letter, "language %s\n" % asked(i) if i % 2
                        else ("status", "help", "history")[i // 2 % 3] + "\n")
    house.ok("receive")
    waiting = "SELECT count(*) FROM inbox WHERE state = 'new'"
    for _ in range(len(SENDERS) * MAILS):
        if house.rows(waiting) == [(0,)]:
            break
        at_once(machines, house.now)
    assert house.rows(waiting) == [(0,)]
    assert workers.all_left(house)
    for name in SENDERS:
        check_order(machines, name, before)
    for one in machines[1:]:
        one.close()


def check_order(machines, name, before):
    """Of a sender's mails since that one."""
    rows = machines[0].rows
    mails = [n for n, in rows(
        "SELECT id FROM inbox WHERE id > ? AND sender = ? ORDER BY id",
        before, houses.address(name))]
    assert len(mails) == MAILS, mails
    order = [n for n, in rows(
        "SELECT answers FROM outbox WHERE answers > ? AND address = ?"
        " ORDER BY id", before, houses.address(name))]
    assert order == sorted(order) and order, order
    letters = {one.id.strip("<>"): one for machine in machines
               for one in machine.letters(name)}
    for i, mail in list(enumerate(mails))[2::2]:
        (number,), = rows(
            "SELECT message_id FROM outbox WHERE answers = ?", mail)
        language = letters[number.strip("<>")].mail["Content-Language"]
        assert language == asked(i - 1), (name, i, language)


HOURLY = 30  # answers to a person


def test_limit(_server, house):
    """A person may get one more answer in this hour.  Two mails of that person,
    about two matches, are handled in one transaction, and what the limit needs
    was read for both before: the answer to the first must still count for the
    second."""
    numbers, name = begin(house, 3), SENDERS[0]
    house.reply(newest([house], name, numbers[0]), "status\n")
    house.run()  # what a first mail changes is changed now
    sender, since = houses.address(name), house.now - 3600
    (answered,), = house.rows(
        "SELECT count(*) FROM inbox WHERE sender = ? AND answer = 'sent'"
        " AND handled > ?", sender, since)
    postgres.psql(house.store, (
        "INSERT INTO inbox (source, sha, message_id, sender, received, handled,"
        " state, tries, note, size, cut, says, answer) SELECT 'before-' || i,"
        " i, '', '%s', %d, %d, 'done', 1, '', 1, 0, '', 'sent'"
        " FROM generate_series(1, %d) AS t (i)" % (
            sender, house.now, house.now, HOURLY - 1 - answered)))
    # The first mail may be one that is handled alone; the second shows the
    # store what is asked about a mail.  Only after these two are mails asked
    # about together.
    for who, match in zip((SENDERS[1], SENDERS[2], name, name),
                          numbers[:1] + numbers):
        house.reply(newest([house], who, match), "status\n")
    house.ok("receive")
    house.ok("handle")
    answers = house.rows("SELECT match, answer FROM inbox ORDER BY id DESC"
                         " LIMIT 3")[::-1]
    assert answers == list(zip(numbers, ("sent", "sent", "spared"))), answers


def test_lanes(_server, house):
    """While another worker is at a match, its mails wait; so do those that their
    senders wrote later, and those that came later for the matches of these.
    What remains is handled, whether it may be done beside others or not."""
    first, second, third = begin(house, 3)
    machines = [house]
    letters = [newest(machines, name, match) for name, match in [
        ("Steffi", first), ("Steffi", second), ("Bernhard", second),
        ("Carmen", third)]]
    house.reply(letters[-1], "status\n")
    house.run()  # whether pictures can be drawn is known now
    before = house.rows("SELECT max(id) FROM inbox")[0][0]
    for letter in letters:
        house.reply(letter, "status\n")
    house.deliver(("From: %s\nTo: robot@example.org\nMessage-ID: <help@x>\n"
                   "Subject: help\n\nhelp\n" % houses.address(
                       "Florian")).encode())
    house.ok("receive")
    another = claimed(house, "match %d" % first)
    try:
        house.ok("handle")
        waits = [state == "new" for state, in house.rows(
            "SELECT state FROM inbox WHERE id > ? ORDER BY id", before)]
        assert waits == [True] * 3 + [False] * 2, waits
    finally:
        another.fails()
    house.ok("handle")
    order = [n for n, in house.rows(
        "SELECT answers FROM outbox WHERE answers > ? ORDER BY id", before)]
    assert order[-3:] == [before + n for n in (1, 2, 3)], order


IN_HAND = 40  # mails
LAST_TRY = 3  # app/steps/tries.h


def transactions(house):
    """So many ended in sessions that are over, as all of turnpost's are soon."""
    workers.wait_for(lambda: house.rows(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE application_name = 'turnpost'") == [(0,)])
    (n,), = house.rows("SELECT xact_commit + xact_rollback"
                       " FROM pg_stat_database"
                       " WHERE datname = current_database()")
    return int(n)


def test_in_hand(_server, house):
    """Mails that another worker has in hand, for the last time that they are
    tried: they are read together, not one by one, for their lanes alone.  They
    stay as they are, and what concerns none of their lanes is handled."""
    first, second, third = begin(house, 3)
    before = house.rows("SELECT max(id) FROM inbox")[0][0] or 0
    for i in range(IN_HAND):
        house.reply(newest([house], SENDERS[i % 2], first), asked(i))
    house.ok("receive")
    house.rows("UPDATE inbox SET tries = ?, handled = ? WHERE id > ?"
               " RETURNING id", LAST_TRY, house.now - 61, before)
    for match in first, second:
        house.reply(newest([house], SENDERS[2], match), "status\n")
    house.reply(newest([house], "Florian", third), "status\n")
    house.ok("receive")
    another = claimed(house, "match %d" % first, *(
        "mail %d" % (before + 1 + i) for i in range(IN_HAND)))
    try:
        earlier = transactions(house)
        house.ok("handle")
        took = transactions(house) - earlier
        there = house.rows("SELECT state, tries FROM inbox WHERE id > ?"
                           " ORDER BY id", before)
        assert there[:IN_HAND] == [("new", LAST_TRY)] * IN_HAND, there
        assert [state for state, _ in there[IN_HAND:]] == [
            "new", "new", "done"], there
        assert took < 2 * IN_HAND, took
    finally:
        another.fails()


def test_claimed_by_number(_server, house):
    """What test_in_hand holds is what a worker holds while it is at a mail."""
    letter = newest([house], SENDERS[0], begin(house, 1)[0])
    house.reply(letter, "help\n")
    house.ok("receive")
    (mail,), = house.rows("SELECT id FROM inbox WHERE state = 'new'")
    slow = Another(house, "match FOR UPDATE")
    worker = subprocess.Popen(house.command(["handle"]))
    try:
        until_waiting(house)
        held = house.rows(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
            " AND objid = (hashtextextended('mail %d', %s) & 4294967295)::oid"
            % (mail, OF_HOME))
        assert held == [(1,)], held
    finally:
        slow.fails()
        assert worker.wait() == 0


READ = 48  # mails that a worker reads at once (app/steps/mail_taking.c)


def test_others_were_quicker(_server, house):
    """What a worker has just claimed was handled by another one since it was
    listed: it handles what else there is."""
    first, second, third = begin(house, 3)
    house.reply(newest([house], "Florian", second), "status\n")
    house.run()  # what a first mail changes is changed now
    house.reply(newest([house], "Florian", second), "status\n")
    for i in range(READ - 1):
        house.reply(newest([house], SENDERS[i % 2], first), asked(i))
    house.reply(newest([house], SENDERS[2], third), "status\n")
    house.ok("receive")
    mails = [n for n, in house.rows(
        "SELECT id FROM inbox WHERE state = 'new' ORDER BY id")]
    assert len(mails) == READ + 1, mails
    other = claimed(house, "match %d" % first, "match %d" % third)
    slow = Another(house, "match FOR UPDATE")
    worker = subprocess.Popen(house.command(["handle"]))
    until_waiting(house)  # at the first mail; the others' lanes are lost
    alone = Another(house, "pg_advisory_xact_lock(%s)" % WRITER, waits=True)
    until_waiting(house, 2)
    other.fails()
    slow.fails()
    alone.wait()
    until_waiting(house)  # to count the tries of the mails that it claimed
    alone.ends("UPDATE inbox SET state = 'done' WHERE id IN (%s)"
               % ", ".join(map(str, mails[1:-1])))
    assert worker.wait(120) == 0
    assert house.rows("SELECT id FROM inbox WHERE state = 'new'") == []
    assert house.rows("SELECT answer FROM inbox WHERE id = ?",
                      mails[-1]) == [("sent",)]


def spool_again(house, name, raw):
    path = house.path("spool", "in", "new", name)
    with open(path, "wb") as file:
        file.write(raw)


def spooled(house):
    """The bytes of the one mail that waits in the spool."""
    folder = house.path("spool", "in", "new")
    name, = os.listdir(folder)
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()


def test_taken_in_beside(_server, house):
    """A worker takes mails in while others change matches."""
    match, = begin(house, 1)
    house.reply(newest([house], SENDERS[0], match), "status\n")
    another = Another(house, "pg_advisory_xact_lock_shared(%s)" % WRITER)
    try:
        house.ok("receive")
        assert house.rows("SELECT count(*) FROM inbox"
                          " WHERE state = 'new'") == [(1,)]
    finally:
        another.fails()


def test_taken_in_in_order(_server, house):
    """What another worker is taking in becomes rows first.  The name that it
    took was given to another mail here: that is told apart by its bytes."""
    match, = begin(house, 1)
    house.reply(newest([house], SENDERS[0], match), "status\n")
    raw = spooled(house)
    house.ok("receive")
    (first,), = house.rows("SELECT id FROM inbox WHERE state = 'new'")
    spool_again(house, "1795262400.twice.host", raw + b"PS: hi\n")
    spool_again(house, "1795262401.later.host", raw + b"PS: ho\n")
    another = Another(house, "pg_advisory_xact_lock(hashtextextended("
                      "'mails that come', %s)),"
                      " pg_advisory_xact_lock_shared(%s)" % (OF_HOME, WRITER))
    worker = subprocess.Popen(house.command(["receive"]))
    until_waiting(house)
    another.ends("UPDATE inbox SET source ="
                 " 'maildir:1795262400.twice.host' WHERE id = %d" % first)
    assert worker.wait(120) == 0
    assert house.rows("SELECT state FROM inbox WHERE id > ?", first) == [
        ("new",)] * 2
    assert os.listdir(house.path("spool", "in", "new")) == []


def test_intake_hangs(_server, house):
    """While another worker hangs that takes mails in, what is there already is
    handled; the mail in the spool stays for the next round."""
    first, second = begin(house, 2)
    house.reply(newest([house], SENDERS[0], first), "status\n")
    house.ok("receive")
    house.reply(newest([house], SENDERS[1], second), "status\n")
    there = "SELECT state FROM inbox WHERE id > ? ORDER BY id"
    before, = house.rows("SELECT max(id) - 1 FROM inbox")[0]
    another = claimed(house, "mails that come")
    try:
        house.run()
        assert house.rows(there, before) == [("done",)]
        spooled(house)
    finally:
        another.fails()
    house.run()
    assert house.rows(there, before) == [("done",)] * 2


def test_given_back(_server, house):
    """A daemon that handled mails, some of them later, claims no more for it."""
    first, second = begin(house, 2)
    claims = ("SELECT count(*) FROM pg_locks AS l JOIN pg_stat_activity AS a"
              " USING (pid) WHERE locktype = 'advisory'"
              " AND application_name = 'turnpost'")
    waits = "SELECT count(*) FROM inbox WHERE state = 'new'"
    serve = workers.Serve(house)
    try:
        workers.wait_for(lambda: workers.all_left(house))
        idle = house.rows(claims)
        another = claimed(house, "match %d" % first)
        for match in first, second:
            for name in SENDERS:
                house.reply(newest([house], name, match), "status\n")
        workers.wait_for(lambda: house.rows(waits) != [(0,)])
        another.fails()
        workers.wait_for(lambda: house.rows(waits) == [(0,)])
        workers.wait_for(lambda: house.rows(claims) == idle, 20)
        serve.stop()
    finally:
        serve.kill()


def at_once(machines, now):
    """Each runs once, all at that time."""
    children = []
    for one in machines:
        one.now = now
        children.append(subprocess.Popen(one.command(["run"])))
    for child in children:
        assert child.wait(120) in (0, 75), child.returncode


def test_outage(_server, house):
    """Four workers see that nothing ran for a day: deadlines move once."""
    path = house.path("turnpost.yaml")
    with open(path, encoding="utf-8") as file:
        settings = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(settings.replace("outage: none", "outage: 2h"))
    house.example("--policy", "time=20h", "--policy", "graces=0")
    machines = [house] + [workers.machine(house) for _ in range(3)]
    due, = house.rows("SELECT due FROM timer WHERE kind = 'decide'")[0]
    at_once(machines, house.now + 86400)
    assert house.rows("SELECT count(*) FROM stop WHERE match IS NULL") == [
        (1,)]
    later, = house.rows("SELECT due FROM timer WHERE kind = 'decide'")[0]
    assert 0 < later - due <= 86400 + 60, (due, later)
    for one in machines[1:]:
        one.close()


def test_deadline(_server, house):
    """Four workers find that a deadline has passed: it does so once."""
    house.example("--policy", "time=20h", "--policy", "graces=0")
    machines = [house] + [workers.machine(house) for _ in range(3)]
    due, = house.rows("SELECT due FROM timer WHERE kind = 'decide'")[0]
    notices, = house.rows("SELECT count(*) FROM notice")[0]
    at_once(machines, due + 1)
    assert house.rows("SELECT count(*) FROM notice") == [(notices + 1,)], \
        house.rows("SELECT phrase, args FROM notice")
    assert workers.all_left(house)
    check_letters(machines)
    for one in machines[1:]:
        one.close()


PUT_OFF = 600  # app/steps/tick.c


def refuse(house, match, but):
    """The server refuses each timer of that match when it is committed, except
    one that is due then."""
    postgres.psql(house.store, """
        CREATE FUNCTION refused() RETURNS trigger LANGUAGE plpgsql AS
            $$BEGIN RAISE EXCEPTION 'refused'; END$$;
        CREATE CONSTRAINT TRIGGER refused AFTER INSERT OR UPDATE ON timer
            DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
            WHEN (NEW.match = %d AND NEW.due <> %d)
            EXECUTE FUNCTION refused()""" % (match, but))


def missed(house):
    """The matches in which a deadline was missed."""
    return [match for match, in house.rows(
        "SELECT DISTINCT match FROM seat WHERE missed > 0 ORDER BY match")]


def test_deadline_with_a_fault(_server, house):
    """What one deadline writes is refused in the end: it is put off and named
    in the log, and those that it shared a transaction with pass."""
    house.policy(**dict(houses.PLAIN, time="20h"))
    first, second, third = begin(house, 3)
    house.now = house.rows(
        "SELECT max(due) FROM timer WHERE kind = 'decide'")[0][0] + 1
    refuse(house, first, house.now + PUT_OFF)
    done = house.steps()
    logged = [line for line in done.stderr.splitlines()
              if "[tick-failed]" in line]
    assert len(logged) == 1 and "match %d " % first in logged[0], done.stderr
    assert house.rows("SELECT due FROM timer WHERE match = ?"
                      " AND kind = 'decide'", first) == [
                          (house.now + PUT_OFF,)]
    assert missed(house) == [second, third], missed(house)
    postgres.psql(house.store, "DROP TRIGGER refused ON timer")
    house.run(PUT_OFF // 60 + 1)
    assert missed(house) == [first, second, third], missed(house)


def test_mail_with_a_fault(_server, house):
    """What one mail writes is refused: it alone is named in the log and set
    aside, and those that it shared a transaction with are handled in the same
    round."""
    numbers = begin(house, 3)
    name, move = ROUND[0]
    for number in numbers:
        house.reply(newest([house], name, number), move)
    postgres.psql(house.store, "ALTER TABLE event ADD CONSTRAINT refused"
                  " CHECK (match <> %d) NOT VALID" % numbers[0])
    done = house.steps()
    logged = [line for line in done.stderr.splitlines()
              if "[mail-failed]" in line]
    assert "[mail-set-aside]" in done.stderr, done.stderr
    assert len({line.split(":")[2] for line in logged}) == 1, done.stderr
    assert house.rows("SELECT match FROM event WHERE move = ? ORDER BY match",
                      move) == [(number,) for number in numbers[1:]]


def test_mail_with_a_fault_at_its_end(_server, house):
    """The last that one mail writes is refused, of which the server tells while
    the next one is handled: no other is named in the log."""
    numbers = begin(house, 3)
    name, move = ROUND[0]
    for number in numbers:
        house.reply(newest([house], name, number), move)
    house.ok("receive")
    # what the first needs is read before it, and of the others before these
    refused, = house.rows("SELECT id FROM inbox WHERE state = 'new'"
                          " ORDER BY id")[1]
    postgres.psql(house.store, "ALTER TABLE inbox ADD CONSTRAINT refused"
                  " CHECK (id <> %d OR state <> 'done') NOT VALID" % refused)
    said = ""
    for _ in range(8):
        said += house.call("run").stderr
        house.now += 600
    named = {line.split("inbox ")[1].split(":")[0]
             for line in said.splitlines() if "[mail-failed]" in line}
    assert named <= {str(refused)}, said
    assert house.rows("SELECT count(*) FROM event WHERE move = ?",
                      move) == [(2,)], said


def test_taken_in_late(_server, house):
    """A deadline waits for a mail that was taken in up to two minutes after it,
    for another machine may have had it before; not for a later one."""
    house.example("--policy", "time=20h", "--policy", "graces=0")
    due, = house.rows("SELECT due FROM timer WHERE kind = 'decide'")[0]
    house.reply(house.newest(ROUND[0][0]), "status")
    house.now = due + 120
    house.ok("receive")
    house.now = due + 130
    house.ok("tick")
    assert house.rows("SELECT due FROM timer WHERE kind = 'decide'") \
        == [(due,)]
    houses.postgres.psql(
        house.store, "UPDATE inbox SET received = received + 1"
        " WHERE state = 'new'")
    house.ok("tick")
    assert house.rows("SELECT due FROM timer WHERE kind = 'decide'") \
        != [(due,)]


if __name__ == "__main__":
    sys.exit(on_server.run(globals(), "workers at once", workers.end_all))
