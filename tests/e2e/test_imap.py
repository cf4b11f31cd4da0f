#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Mailboxes over IMAP, on a real server: what comes in is what lay there, it
leaves the mailbox, and no secret goes where it must not."""

import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from imaphouse import NO_PENALTY, ImapHouse, mail  # noqa: E402
from cutter import Cutter  # noqa: E402
from dovecot import Dovecot  # noqa: E402
from peer import HOST, ROBOT_PASSWORD  # noqa: E402
from tap import Tap  # noqa: E402

CUT_SIZE = 65536
MAX_SIZE = 1024 * 1024


def test_round_trip(house):
    """Answers come by IMAP and make moves; the mails are put away."""
    house.example()
    assert len(house.json("inbox", "list")) == 4
    house.say("Bernhard", "pay 0\nplay wine")
    assert house.moves() == [("Bernhard", "pay 0"),
                             ("Bernhard", "play wine")], house.moves()
    assert house.waiting() == 0
    assert house.waiting("Processed") == 5
    assert house.trouble() is None
    sources = house.sql("SELECT source FROM inbox ORDER BY id")
    (validity, last), = house.sql("SELECT uidvalidity, last_uid FROM mailbox")
    assert last == 5
    assert sources == [("%s:%d:%d" % (house.name, validity, uid),)
                       for uid in range(1, 6)], sources
    assert house.sql("SELECT * FROM mailbox_mail") == []


def test_quiet(house):
    """A run without mail writes nothing and says nothing."""
    house.append(mail("one"))
    house.run()
    before = house.sql("PRAGMA data_version"), os.stat(
        house.path("turnpost.db-wal") if os.path.exists(
            house.path("turnpost.db-wal")) else house.path("turnpost.db"))
    done = house.call("run")
    assert (done.returncode, done.stderr) == (0, ""), done
    after = house.sql("PRAGMA data_version"), os.stat(
        house.path("turnpost.db-wal") if os.path.exists(
            house.path("turnpost.db-wal")) else house.path("turnpost.db"))
    assert before[1].st_mtime_ns == after[1].st_mtime_ns


def test_many(house):
    """Longer lists than libcurl survives in one piece come in slices."""
    house.stuff([mail("n%d" % i) for i in range(300)])
    house.run()
    names = [raw.split(b"Subject: ")[1].split(b"\r")[0]
             for raw in house.raws()]
    assert names == [b"n%d" % i for i in range(300)], names
    assert house.waiting() == 0
    assert house.waiting("Processed") == 300


def test_gaps(house):
    """UIDs that are far apart are found, with ESEARCH and without."""
    house.stuff([mail("a")])
    assert house.waiting() == 1
    for number, slow in ((5000, True), (800000, False)):
        house.gap(number)
        house.append(mail("b%d" % number), mail("c%d" % number))
        cutter = Cutter(house.dovecot.imap)
        if slow:
            cutter.edit = lambda data: data.replace(b"ESEARCH", b"XSEARCH")
        house.settings(house.plain(cutter.port))
        done = house.call("-v", "run")
        cutter.close()
        assert done.returncode == 0, done
        assert cutter.said.count(b"RETURN (MIN)") == (0 if slow else 1)
        assert cutter.said.count(b"UID FETCH") < 12, cutter.said
        assert house.trouble() is None
    subjects = [row.split(b"Subject: ")[1].split(b"\r")[0]
                for row in house.raws()]
    assert subjects == [b"a", b"b5000", b"c5000", b"b800000",
                        b"c800000"], subjects


def test_bytes(house):
    """A mail that plays the server's part comes in as it is."""
    hostile = mail("hostile", "\r\n".join([
        "A001 OK done", "A002 OK done", "A003 OK Fetch completed",
        "A004 OK Fetch completed", "A005 OK x", "A006 OK [COPYUID 1 1 1] x",
        "* 1 FETCH (UID 99 RFC822.SIZE 1)", "* 1 FETCH (BODY[] {5}", "hello",
        ")", "* BYE go away", "+ go on", "* SEARCH 1 2 3", ".", "",
        "* STATUS INBOX (UIDVALIDITY 1 UIDNEXT 1 MESSAGES 0)"]))
    blank = b"From: a@b.example\r\n\r\n"
    odd = (b"From: a@b.example\r\nSubject: \xff\xfe\x80\r\n\r\n"
           + bytes(range(1, 9)) + bytes(range(14, 256)) + b"\r\n")
    long = b"From: a@b.example\r\n\r\n" + b"x" * 300000 + b"\r\n"
    mails = [hostile, blank, odd, long, hostile.replace(b"hello", b"{9}")]
    house.append(*mails)
    house.run()
    assert house.raws() == mails
    assert house.waiting("Processed") == len(mails)


def test_too_large(house):
    exact = mail("exact", size=MAX_SIZE)
    over = mail("over", size=MAX_SIZE + 1)
    huge = mail("huge", size=5 * MAX_SIZE)
    assert (len(exact), len(over)) == (MAX_SIZE, MAX_SIZE + 1)
    house.append(exact, over, huge)
    house.run()
    assert house.raws() == [exact, over[:CUT_SIZE], huge[:CUT_SIZE]]
    rows = house.sql("SELECT size, cut FROM inbox ORDER BY id")
    assert rows == [(MAX_SIZE, 0), (MAX_SIZE + 1, 1), (5 * MAX_SIZE, 1)]
    assert house.waiting() == 0


def test_size_that_lies(house):
    """Some servers count badly: what is read stays bounded all the same."""
    over = mail("over", size=MAX_SIZE + 5000)
    house.append(over, mail("next"))
    cutter = Cutter(house.dovecot.imap)
    cutter.edit = lambda data: data.replace(
        b"RFC822.SIZE %d" % len(over), b"RFC822.SIZE 10")
    house.settings(house.plain(cutter.port))
    house.run()
    cutter.close()
    assert house.raws() == [over[:CUT_SIZE], mail("next")]
    rows = house.sql("SELECT cut FROM inbox ORDER BY id")
    assert rows == [(1,), (0,)], rows


def test_seen(house):
    """Marks mean nothing: what somebody has looked at counts as well."""
    client = house.dovecot.client(house.user)
    client.append("INBOX", r"(\Seen \Flagged)", None, mail("seen"))
    client.append("INBOX", r"(\Answered)", None, mail("answered"))
    client.logout()
    house.run()
    assert len(house.raws()) == 2


def test_delete(house):
    house.settings(house.entry("delete: yes"))
    house.append(mail("a"), mail("b"))
    house.run()
    assert len(house.raws()) == 2
    assert house.waiting() == 0
    assert house.waiting("Processed") == 0
    client = house.dovecot.client(house.user)
    _, folders = client.list()
    client.logout()
    assert not any(b"Processed" in folder for folder in folders), folders


def test_old_server(house):
    """Without MOVE it is copied and deleted, in a folder that is made."""
    for words, expunge in (([b" MOVE"], b"UID EXPUNGE 1:2\r\n"),
                           ([b" MOVE", b" UIDPLUS"], b"EXPUNGE\r\n")):
        cutter = Cutter(house.dovecot.imap)

        def edit(data, words=words):
            for word in words:
                data = data.replace(word, b" XXX")
            return data

        cutter.edit = edit
        house.settings(house.plain(cutter.port, "done: Taken In"))
        house.append(mail("a%d" % len(words)), mail("b%d" % len(words)))
        house.run()
        cutter.close()
        assert house.waiting() == 0
        assert b"UID MOVE" not in cutter.said
        assert expunge in cutter.said, cutter.said
    assert house.waiting("Taken In") == 4
    assert len(house.raws()) == 4


def test_folder(house):
    """Another folder than INBOX, with odd characters in its name."""
    name = "Games &- more played #1; x=[y]"
    client = house.dovecot.client(house.user)
    assert client.create('"%s"' % name)[0] == "OK"
    client.append('"%s"' % name, None, None, mail("there"))
    client.logout()
    house.append(mail("not there"))
    house.settings(house.entry('folder: "%s"' % name))
    house.run()
    assert house.raws() == [mail("there")]
    assert house.waiting() == 1 and house.waiting(name) == 0
    house.settings(house.entry('folder: "No such"'))
    done = house.call("run")
    assert done.returncode == 74 and '"No such"' in done.stderr, done
    assert len(done.stderr.splitlines()) == 1, done


# ---- encryption ----

def test_starttls(house):
    cutter = Cutter(house.dovecot.imap)
    house.settings(house.entry(url="imap://%s:%d" % (HOST, cutter.port)))
    house.append(mail("a"))
    house.run()
    cutter.close()
    assert len(house.raws()) == 1
    assert b"STARTTLS" in cutter.said
    assert ROBOT_PASSWORD.encode() not in cutter.said
    assert b"LOGIN" not in cutter.said and b"AUTH" not in cutter.said


def test_no_starttls(house):
    """Where somebody takes STARTTLS out of the answers, nothing is said."""
    cutter = Cutter(house.dovecot.imap)
    cutter.edit = lambda data: data.replace(b"STARTTLS", b"STARTXXX")
    house.settings(house.entry(url="imap://%s:%d" % (HOST, cutter.port)))
    house.append(mail("a"))
    house.fails(74, "no STARTTLS", "receive")
    cutter.close()
    assert house.raws() == []
    assert b"LOGIN" not in cutter.said and b"AUTH" not in cutter.said
    assert house.user.encode() not in cutter.said


def test_wrong_authority(house):
    other = house.path("other.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days",
         "3", "-subj", "/CN=localhost", "-addext",
         "subjectAltName=DNS:localhost", "-keyout", house.path("key.pem"),
         "-out", other], check=True, capture_output=True)
    house.append(mail("a"))
    for ca in (other, ""):
        for url in ("imaps://%s:%d" % (HOST, house.dovecot.imaps),
                    "imap://%s:%d" % (HOST, house.dovecot.imap)):
            house.settings(house.entry(url=url, ca=ca))
            house.fails(74, "nothing was sent", "receive")
    # a name that the certificate does not have
    cutter = Cutter(house.dovecot.imaps)
    house.settings(house.entry(url="imaps://127.0.0.2:%d" % cutter.port))
    done = house.call("receive")
    cutter.close()
    assert done.returncode == 74, done
    house.settings(house.entry(ca=house.path("none.pem")))
    house.fails(74, "ca-file", "receive")
    assert house.raws() == []
    house.settings()
    house.run()
    assert len(house.raws()) == 1 and house.trouble() is None


def test_wrong_password(house):
    house.append(mail("a"))
    house.write_password("opensesame")
    done = house.fails(74, "check that user and password are right", "receive")
    assert "opensesame" not in done.stderr
    # once in the log, not once a minute; the others go on
    house.sql("DELETE FROM trouble")
    first = house.call("-v", "-v", "run")
    house.now += 60
    again = house.call("-v", "-v", "run")
    assert first.returncode == again.returncode == 74
    assert first.stderr.count("user and password") == 1, first
    assert "user and password" not in again.stderr, again
    assert "opensesame" not in first.stderr + again.stderr
    assert "user and password" in house.trouble()
    since, last = house.sql("SELECT since, last FROM trouble")[0]
    assert last == since + 60
    house.write_password(ROBOT_PASSWORD)
    done = house.call("-v", "-v", "run")
    assert "works again" in done.stderr, done
    assert ROBOT_PASSWORD not in done.stderr
    assert house.trouble() is None and len(house.raws()) == 1


def test_password_command(house):
    house.append(mail("a"))
    house.settings(house.entry(
        secret="password-command: cat %s" % house.path("password")))
    house.run()
    assert len(house.raws()) == 1
    house.settings(house.entry(secret="password-command: exit 3"))
    house.fails(74, "password-command failed", "receive")
    house.settings(house.entry(secret="password-file: nowhere"))
    house.fails(74, "nowhere", "receive")


def test_no_server(house):
    cutter = Cutter(1)
    cutter.close()
    house.settings(house.plain(cutter.port))
    house.fails(74, "check that server and port are right", "receive")
    # the same sentence every time, so that it is logged once
    why = house.trouble()
    house.run()
    assert house.trouble() == why


# ---- several ----

def test_two_mailboxes(house):
    other = house.user + "b"
    house.settings(house.entry(), house.entry(user=other))
    house.append(mail("a"), mail("both"))
    house.dovecot.append([mail("both"), mail("b")], user=other)
    house.run()
    assert len(house.raws()) == 4
    states = house.sql("SELECT state, note FROM inbox ORDER BY id")
    assert [state for state, _ in states] == [
        "ignored", "ignored", "duplicate", "ignored"], states
    assert states[2][1] == "the same mail came as inbox 2", states
    assert house.waiting() == house.waiting(user=other) == 0


def test_one_is_broken(house):
    """One that does not work stops no other."""
    house.settings(house.entry(user=house.user + "b",
                               secret="password-command: echo wrong"),
                   house.entry())
    house.append(mail("a"))
    done = house.call("run")
    assert done.returncode == 74 and len(done.stderr.splitlines()) == 1, done
    assert len(house.raws()) == 1 and house.waiting() == 0
    assert house.sql("SELECT what FROM trouble") == [
        ("receive imap:%sb@%s/INBOX" % (house.user, HOST),)]
    # out of the settings, out of mind
    house.settings()
    house.run()
    assert house.trouble() is None


def test_pipe_too(house):
    """The same mail by pipe and by IMAP, with other line ends and another
    trace, makes its move once."""
    house.example()
    raw = house.reply(house.newest("Bernhard"), "pay 0")
    raw = b"Received: by pipe; now\n" + raw.replace(b"\r\n", b"\n")
    subprocess.run(house.command(["deliver"]), input=raw, check=True)
    house.run()
    assert house.moves() == [("Bernhard", "pay 0")]
    rows = house.sql("SELECT source, state FROM inbox ORDER BY id DESC"
                     " LIMIT 2")
    assert sorted(state for _, state in rows) == ["done", "duplicate"], rows
    assert {source.split(":")[0] for source, _ in rows} == {
        "imap", "maildir"}, rows
    assert house.waiting() == 0


def main():
    tap = Tap()
    with Dovecot(more=NO_PENALTY) as dovecot:
        tap.each(globals(), lambda: ImapHouse(dovecot))
    tap.end()


main()
