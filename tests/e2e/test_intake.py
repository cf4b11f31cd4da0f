#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Mails on their way in: none is lost to a full disk, none counts twice,
none stops the others, and nobody makes turnpost write without end."""

import os
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import TextHouse, SEATS, address  # noqa: E402
from tap import Tap  # noqa: E402


def sql(house, text, *values):
    db = sqlite3.connect(house.path("turnpost.db"))
    rows = db.execute(text, values).fetchall()
    db.commit()
    db.close()
    return rows


def newest(house):
    row = house.json("inbox", "list")[0]
    return row["state"], row["note"]


def kinds(house, name):
    return [row[0] for row in sql(
        house, "SELECT kind FROM outbox WHERE address = ? ORDER BY id",
        address(name))]


def mail(sender, to, body, **headers):
    lines = ["From: " + sender, "To: " + to]
    lines += ["%s: %s" % (key.replace("_", "-"), value)
              for key, value in headers.items()]
    return ("\n".join(lines) + "\n\n" + body).encode()


def to_bernhard(house, body, letter=None, **headers):
    letter = letter or house.newest("Bernhard")
    return mail(address("Bernhard"), str(letter.mail["Reply-To"]), body,
                **headers)


# ---- tries ----

def file_limit(size):
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return limit


def test_disk_full_while_working(house):
    """Room for the count of a try, not for the work: no try is lost."""
    house.example()
    house.deliver(to_bernhard(house, "pay 0", Message_ID="<full@q>"))
    house.ok("receive")
    failed = 0
    for size in range(4096, 65536, 4096):
        for _ in range(5):
            house.now += 120
            done = house.call("handle", preexec_fn=file_limit(size))
            if done.returncode == 0:
                break
            failed += 1
            house.json("inbox", "list")  # puts what was written in place
        row = sql(house, "SELECT state, tries, note FROM inbox"
                  " ORDER BY id DESC")[0]
        if row[0] == "done":
            break
        assert row[0] == "new" and row[1] <= 1, (size, row)
    assert failed >= 10, failed
    house.run()
    assert newest(house) == ("done", "done"), newest(house)
    assert house.moves() == [("Bernhard", "pay 0")]


def break_moves(house):
    """A fault of ours: no event can be stored any more."""
    sql(house, "CREATE TRIGGER fault BEFORE INSERT ON event BEGIN"
        " SELECT RAISE(ABORT, 'no moves today'); END")


def test_unhandled(house):
    """A mail that cannot be handled: its sender hears of it once."""
    house.example()
    break_moves(house)
    letter = house.newest("Bernhard")
    house.deliver(to_bernhard(house, "pay 0", Message_ID="<u1@q>"))
    done = house.call("run")
    assert "set aside" in done.stderr, done.stderr
    assert newest(house)[0] == "dead", newest(house)
    assert kinds(house, "Bernhard")[-1] == "unhandled"
    house.newest("Bernhard").says("could not be handled", "because of a fault")
    row = sql(house, "SELECT sender, message_id FROM inbox"
              " ORDER BY id DESC")[0]
    assert row == (address("Bernhard"), "u1@q"), row
    # another one soon afterwards is told as well, but nothing without end
    house.deliver(to_bernhard(house, "pay 0", letter, Message_ID="<u2@q>"))
    house.call("run")
    house.ok("inbox", "retry", "5")
    house.now += 7 * 3600
    house.call("run")
    assert 1 <= kinds(house, "Bernhard").count("unhandled") <= 3
    states = [row["state"] for row in house.json("inbox", "list")]
    assert states[:2] == ["dead", "dead"], house.json("inbox", "list")
    sql(house, "DROP TRIGGER fault")
    house.ok("inbox", "retry", "5")
    house.run()
    assert house.moves() == [("Bernhard", "pay 0")]


# ---- the same mail again ----

def test_retry_after_copy(house):
    """A dead mail that was sent again and done is not played when it is
    tried again."""
    house.example()
    break_moves(house)
    raw = to_bernhard(house, "pay 1", Message_ID="<r@q>")
    house.deliver(raw)
    house.call("run")
    assert newest(house)[0] == "dead"
    sql(house, "DROP TRIGGER fault")
    house.deliver(raw)
    house.run()
    assert house.moves() == [("Bernhard", "pay 1")]
    house.ok("match", "undo", "1", "--reason", "a slip")
    house.run()
    house.ok("inbox", "retry", "5")
    house.run()
    assert house.moves() == []
    assert house.json("inbox", "show", "5")["state"] == "duplicate"


def test_copy_after_dead(house):
    """Dead is not done: the same mail sent again is played."""
    house.example()
    break_moves(house)
    raw = to_bernhard(house, "pay 1", Message_ID="<r@q>")
    house.deliver(raw)
    house.call("run")
    sql(house, "DROP TRIGGER fault")
    house.deliver(raw)
    house.run()
    assert house.moves() == [("Bernhard", "pay 1")]
    house.deliver(raw)
    house.run()
    assert newest(house)[0] == "duplicate"


def test_resend_after_held(house):
    """The same mail, when its address has become hers, is done."""
    house.example()
    raw = house.reply(house.newest("Bernhard"), "pay 0",
                      sender="new@example.org", quote=False)
    house.run()
    assert newest(house)[0] == "held"
    sql(house, "INSERT INTO address (folded, address, person, letters)"
        " VALUES (?1, ?1, 1, 0)", "new@example.org")
    house.deliver(raw)
    house.run()
    assert newest(house) == ("done", "done"), newest(house)
    assert house.moves() == [("Bernhard", "pay 0")]


def test_retry_held(house):
    """Held mails can be tried again and again, whatever was said."""
    house.example()
    before = len(house.letters("Bernhard"))
    house.reply(house.newest("Bernhard"), "pay 0",
                sender="evil@example.org")
    house.run()
    number = str(house.json("inbox", "list")[0]["mail"])
    for _ in range(2):
        house.now += 7 * 3600
        house.ok("inbox", "retry", number)
        house.run()
        assert newest(house)[0] == "held", newest(house)
    assert len(house.letters("Bernhard")) == before + 1


def test_guessed_id(house):
    """A forged mail does not keep the real one with its id out."""
    house.example()
    letter = house.newest("Bernhard")
    house.deliver(mail(address("Bernhard"), "robot@example.org", "hi\n",
                       Message_ID="<guess@x>"))
    house.run()
    assert newest(house)[0] == "ignored"
    # nor does one of hers for another seat
    house.match(seats=SEATS[:3])
    house.run()
    other = house.newest("Bernhard")
    assert other.id != letter.id
    house.reply(other, "ready", id="<guess@x>")
    house.run()
    house.reply(letter, "pay 0", id="<guess@x>")
    house.run()
    assert house.moves() == [("Bernhard", "pay 0")], newest(house)
    house.reply(letter, "pay 1", id="<guess@x>")
    house.run()
    assert newest(house) == ("done", "error.duplicate-id"), newest(house)


# ---- mails that are too much ----

def test_long_name(house):
    """A mail that has no room for a flag in its name stops nothing."""
    house.example()
    name = "1.".ljust(253, "a")
    house.deliver(to_bernhard(house, "pay 0", Message_ID="<long@q>"), name)
    done = house.call("run")
    assert done.returncode == 0 and done.stderr == "", done
    assert house.moves() == [("Bernhard", "pay 0")]
    assert os.listdir(house.path("spool", "in", "new")) == []
    assert name in os.listdir(house.path("spool", "done", "cur"))


def test_mail_that_stays(house):
    """One that cannot be moved away is done once; the others go on."""
    house.example()
    name = "1.stays"
    os.mkdir(house.path("spool", "done", "cur", name + ":2,S"))
    house.deliver(to_bernhard(house, "pay 0", Message_ID="<s@q>"), name)
    house.deliver(to_bernhard(house, "status", Message_ID="<s2@q>"))
    for _ in range(2):
        done = house.call("run")
        assert done.returncode == 0, done
        assert name in done.stderr, done
    assert house.moves() == [("Bernhard", "pay 0")]
    assert os.listdir(house.path("spool", "in", "new")) == [name]
    assert newest(house) == ("done", "done")


def cpu(house, *args):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # with a word of subprocess no host runs it, whose child it would be
    house.ok(*args, stdin=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime


def test_long_subject(house):
    house.example()
    house.deliver(to_bernhard(house, "", Message_ID="<sub@q>",
                              Subject="[" * 1000000))
    spent = cpu(house, "run")
    assert spent < 3, spent
    assert newest(house)[0] == "done"


def test_many_parts(house):
    """No mail of a person has hundreds of parts."""
    house.example()
    for i in range(5):
        house.deliver(to_bernhard(
            house, "--a\n\n" * 200000, Message_ID="<p%d@q>" % i,
            Content_Type="multipart/mixed; boundary=a"))
    spent = cpu(house, "run")
    assert spent < 3, spent
    state, note = newest(house)
    assert state == "ignored" and "parts without end" in note, note
    # many such lines are nothing bad in a mail without parts
    house.deliver(to_bernhard(house, "pay 0\n" + "--x\n" * 1000,
                              Message_ID="<dashes@q>"))
    house.run()
    assert house.moves() == [("Bernhard", "pay 0")]


def test_slices(house):
    """Whoever wants to write need not wait for a heap of mails."""
    house.example()
    body = "play %s\n" % " ".join("abcdefghijklmnopqrstuvwxyz" * 3)
    for i in range(60):
        house.deliver(to_bernhard(house, body * 200, Subject="x",
                                  Message_ID="<h%d@q>" % i))
    house.ok("receive")
    house.now += 60
    with subprocess.Popen(house.command(["handle"]),
                          stderr=subprocess.DEVNULL) as work:
        seen = set()
        while work.poll() is None:
            db = sqlite3.connect(house.path("turnpost.db"), timeout=60)
            db.execute("BEGIN IMMEDIATE")
            seen.add(db.execute("SELECT count(*) FROM inbox"
                                " WHERE state = 'new'").fetchone()[0])
            db.execute("ROLLBACK")
            db.close()
            time.sleep(.01)
    assert work.returncode == 0
    assert len(seen - {0, 60}) > 0, seen
    tries = sql(house, "SELECT DISTINCT state, tries FROM inbox"
                " WHERE id > 4")
    assert tries == [("done", 1)], tries


# ---- brakes ----

def test_talk(house):
    """Two machines that write to each other fall silent."""
    house.example()
    before = len(house.letters("Bernhard"))
    log = ""
    for i in range(8):
        house.reply(house.newest("Bernhard"),
                    "The sea is calm here, note %d." % i, quote=False)
        house.now += 60
        log += house.call("run").stderr
    assert len(house.letters("Bernhard")) == before + 3
    assert "not answered" in newest(house)[1], newest(house)
    assert log.count("not answered") == 1, log
    # a command of hers is done and answered all the same
    house.say("Bernhard", "pay 0", quote=False)
    assert house.moves() == [("Bernhard", "pay 0")]
    assert len(house.letters("Bernhard")) == before + 4
    house.now += 3600
    house.say("Bernhard", "Still on holiday.", quote=False)
    assert len(house.letters("Bernhard")) == before + 5


def test_much_talk(house):
    """Ten lines that are no commands are passed over; more are mentioned."""
    house.example()
    talk = "".join("This is line %d of a story.\n" % i for i in range(10))
    house.say("Bernhard", talk + "status", quote=False)
    house.newest("Bernhard").lacks("Not treated as commands")
    house.say("Bernhard", talk + "The end of it.\nstatus", quote=False)
    house.newest("Bernhard").says("Not treated as commands: 11 other lines")
    # what is below the last command may be our letter, without marks
    house.say("Bernhard", "rules\n" + 3 * talk, quote=False)
    house.newest("Bernhard").lacks("Not treated as commands")
    # who asked for nothing at all hears that instead
    house.say("Bernhard", talk + "The end of it.", quote=False)
    house.newest("Bernhard").lacks("Not treated as commands")


def test_same_body(house):
    house.example()
    before = len(house.letters("Bernhard"))
    for _ in range(6):
        house.say("Bernhard", "status", quote=False)
    assert len(house.letters("Bernhard")) == before + 3
    # the same words mean something new when something happened
    house.say("Bernhard", "pay 0", quote=False)
    house.say("Bernhard", "status", quote=False)
    assert len(house.letters("Bernhard")) == before + 5


def test_player_rate(house):
    house.example()
    before = len(house.letters("Bernhard"))
    for i in range(40):
        house.reply(house.newest("Bernhard"), "play %d wine" % i,
                    quote=False)
        house.now += 1
        house.ok("run")
    # four mails of the start were hers and others'; one of them was hers
    assert len(house.letters("Bernhard")) == before + 29
    assert "too many" in newest(house)[1], newest(house)
    # a move is made, and others hear of it
    others = len(house.letters("Steffi"))
    house.reply(house.newest("Bernhard"), "pay 0\nplay wine", quote=False)
    house.run()
    assert house.moves()[0] == ("Bernhard", "pay 0")
    assert len(house.letters("Steffi")) == others + 1
    # other players do not pay for it
    steffi = len(house.letters("Steffi"))
    house.say("Steffi", "status")
    assert len(house.letters("Steffi")) == steffi + 1


def test_strangers(house):
    """Nobody makes us write to a crowd."""
    for i in range(70):
        house.deliver(mail("v%d@victim.example" % i, "robot@example.org",
                           "hi", Message_ID="<v%d@b>" % i))
    done = house.call("run")
    assert len(os.listdir(house.path("spool", "out"))) == 50
    assert done.stderr.count("not answered") == 1, done.stderr
    assert "too many strangers" in newest(house)[1]
    house.now += 3601
    house.deliver(mail("w@victim.example", "robot@example.org", "hi",
                       Message_ID="<w@b>"))
    house.run()
    assert len(os.listdir(house.path("spool", "out"))) == 51


# ---- what ids tell ----

def test_serial(house):
    """From ids and file names nobody can count what others wrote."""
    house.example()
    house.say("Bernhard", "pay 9")
    house.say("Bernhard", "pay 8")
    serials = []
    for name in SEATS:
        names = os.listdir(os.path.join(house.box(name), "new"))
        for letter in house.letters(name):
            found = re.fullmatch(
                r"<g1\.s\d\.t\d+\.n([a-z2-7]{8})\.[a-z2-7]{13}@example.org>",
                letter.id)
            assert found, letter.id
            serials.append(found.group(1))
            assert any(".N%s." % found.group(1) in entry
                       for entry in names), names
    assert len(set(serials)) == len(serials) > 10
    # an answer to such an id alone is known
    letter = house.newest("Bernhard")
    house.reply(letter, "pay 0", to="robot@example.org")
    house.run()
    assert house.moves() == [("Bernhard", "pay 0")]


def test_unreadable(house):
    """What cannot be read stays; it is told once, and listed until mended."""
    house.match()
    house.run()
    mail = house.path("spool", "in", "new", house.deliver(b"x: y\n\nstatus\n"))
    house.reply(house.newest("Bernhard"), "ready")
    worker = house.worker()
    os.chmod(mail, 0)
    house.now += 60
    said = [house.call("run", **worker).stderr for _ in range(3)]
    assert "a mail stays in the spool" in said[0], said
    assert said[1:] == ["", ""], said
    house.newest("Bernhard").says("you are ready")
    troubles = [line for line in house.call("check", **worker).stdout
                .splitlines() if "stays in the spool" in line]
    assert len(troubles) == 1 and troubles[0].startswith("wrong"), troubles
    os.chmod(mail, 0o600)
    assert house.call("run", **worker).returncode == 0
    assert "stays" not in house.call("check", **worker).stdout


def main():
    tap = Tap()
    tap.each(globals(), TextHouse)
    tap.end()


main()
