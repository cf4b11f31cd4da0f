#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Bad input of every kind: one clear sentence in the right place, and
nothing lost or half done."""

import contextlib
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, SEATS, TURNPOST, address  # noqa: E402
from tap import Tap  # noqa: E402


def untouched(house):
    assert house.moves() == [], house.moves()


def newest_note(house):
    return house.json("inbox", "list")[0]


# ---- mails ----

def test_unknown_sender(house):
    house.example()
    raw = (b"From: Eve <eve@evil.example>\r\nTo: robot@example.org\r\n"
           b"Subject: hi\r\nMessage-ID: <e1@evil.example>\r\n\r\npay 3\r\n")
    house.deliver(raw)
    house.run()
    untouched(house)
    assert newest_note(house)["note"] == "unknown sender"
    folder = house.path("spool", "out", "eve@evil.example", "new")
    assert len(os.listdir(folder)) == 1
    with open(os.path.join(folder, os.listdir(folder)[0]), "rb") as file:
        answer = file.read()
    assert b"pay 3" not in answer and len(answer) < 4096
    # one answer a day, whatever comes
    for i in range(3):
        house.deliver(raw.replace(b"e1@", b"f%d@" % i))
        house.run()
    assert len(os.listdir(folder)) == 1


def test_forged_from(house):
    """Another player's address without her key changes nothing."""
    house.example()
    letter = house.newest("Steffi")
    house.reply(letter, "pay 3", sender=address("Bernhard"))
    house.run()
    untouched(house)


def test_foreign_key(house):
    """A good key from an unknown address: held; the owner is told."""
    house.example()
    letter = house.newest("Bernhard")
    before = len(house.letters("Bernhard"))
    house.reply(letter, "pay 3", sender="b@elsewhere.example")
    house.run()
    untouched(house)
    assert newest_note(house)["state"] == "held"
    assert len(house.letters("Bernhard")) == before + 1
    house.newest("Bernhard").says("Was that you", "b@elsewhere.example")
    assert not os.path.exists(house.path("spool", "out",
                                         "b@elsewhere.example"))


def test_wrong_key(house):
    house.example()
    letter = house.newest("Bernhard")
    bad = str(letter.mail["Reply-To"])
    bad = bad[:bad.index("@") - 3] + "aaa" + bad[bad.index("@"):]
    house.reply(letter, "pay 3", threaded=False, to=bad, quote=False,
                subject="a move")
    house.run()
    untouched(house)


def test_wrong_seat(house):
    """Steffi's own key does not move Bernhard's cards."""
    house.example()
    steffi = house.newest("Steffi")
    to = str(steffi.mail["Reply-To"]).replace(".s1.", ".s0.")
    house.reply(steffi, "pay 3", threaded=False, to=to)
    house.run()
    untouched(house)


def test_no_key(house):
    house.example()
    letter = house.newest("Bernhard")
    before = len(house.letters("Bernhard"))
    for _ in range(5):
        house.reply(letter, "pay 3", threaded=False, to="robot@example.org",
                    subject="a move", quote=False)
        house.run()
    untouched(house)
    # three times an hour the same is answered
    assert len(house.letters("Bernhard")) == before + 3
    house.newest("Bernhard").says("without the key", "reply to this letter")


def test_empty(house):
    house.example()
    answer = house.say("Bernhard", "", quote=False, subject="Re: x")
    untouched(house)
    answer.says("nothing was done")
    answer.says("pay 3")


def test_only_talk(house):
    house.example()
    house.say("Bernhard", "I shall pay you back one day.\nWait and see, "
              "everybody.").says("nothing was done")
    untouched(house)


def test_broken_mime(house):
    house.example()
    before = house.ok("--json", "match", "show", "1")
    for i, raw in enumerate([
            b"", b"\0\0\0\0", b"\n\n\n", b"From", b"From: \r\n\r\n",
            b"Content-Type: multipart/mixed; boundary=\r\n\r\n--\r\n",
            b"From: <bernhard@example.org>\rTo: x\r\rpay 1\r",
            b"From: a@b, c@d\r\n\r\npay 1", b"\xff\xfe" * 500,
            b"From: bernhard@example.org\r\nContent-Type: multipart/mixed;"
            b" boundary=a\r\n\r\n" + b"--a\r\n\r\n" * 5000]):
        house.deliver(raw)
    house.run()
    rows = house.json("inbox", "list")
    assert all(row["state"] in ("ignored", "done", "duplicate")
               for row in rows), rows
    assert house.ok("--json", "match", "show", "1") == before


def test_too_big(house):
    house.example()
    letter = house.newest("Bernhard")
    house.say("Bernhard", "pay 1\n" + "x" * 70 + "\n" * 5, quote=False)
    assert len(house.moves()) == 1
    letter = house.newest("Bernhard")
    house.reply(letter, "play wine\n" + ("x" * 70 + "\n") * 75000)
    house.run()
    assert len(house.moves()) == 1
    house.newest("Bernhard").says("too big")
    row = newest_note(house)
    assert row["size"] > 5000000 and row["state"] == "done", row
    shown = house.call("--reveal", "inbox", "show", str(row["mail"]))
    assert len(shown.stdout) < 200000


def test_robot(house):
    house.example()
    letter = house.newest("Bernhard")
    before = len(house.letters("Bernhard"))
    house.reply(letter, "pay 1", Auto_Submitted="auto-replied")
    house.run()
    untouched(house)
    assert len(house.letters("Bernhard")) == before
    assert "robot" in newest_note(house)["note"]


def test_too_many_commands(house):
    house.example()
    answer = house.say("Bernhard", "pay 1\n" * 30, quote=False)
    untouched(house)
    answer.says("25")


def test_bad_number(house):
    house.example()
    house.say("Bernhard", "9").says("9")
    house.say("Bernhard", "4444")
    untouched(house)


# ---- the organiser's commands ----

def new(house, *more):
    return ["match", "new", "mutineer", *more]


def seats(*texts):
    return [piece for text in texts for piece in ("--seat", text)]


def test_match_new(house):
    three = seats("A <a@x.org>", "B <b@x.org>", "C <c@x.org>")
    for piece, args in [
            ("no game", ["match", "new", "chess", *three]),
            ("3 to 4", new(house, *three[:4])),
            ("3 to 4", new(house, *seats(*["P%d <p%d@x.org>" % (i, i)
                                           for i in range(5)]))),
            ("same address", new(house, *three[:4],
                                 *seats("D <a@x.org>"))),
            ("named", new(house, *three[:4], *seats("a <z@x.org>"))),
            ("taken for", new(house, *three[:4], *seats("\u00e1 <z@x.org>"))),
            ("taken for", new(house, *three[:4], *seats("\uff21 <z@x.org>"))),
            ("taken for", new(house, *three[:4], *seats("A. <z@x.org>"))),
            ("must be like", new(house, *three[:4], *seats("just a name"))),
            ("must be like", new(house, *three[:4], *seats("E <e x@y>"))),
            ("1 to 40", new(house, *three[:4], *seats("<e@x.org>"))),
            ("1 to 40", new(house, *three[:4],
                            *seats("A\nBcc: x@y <e@x.org>"))),
            ("no option", new(house, *three, "--option", "dragons=yes")),
            ("yes or no", new(house, *three, "--option", "pirates=7")),
            ("needs a value", new(house, *three, "--option", "pirates")),
            ("one line", new(house, *three, "--name", "a\nb")),
            ("1 to 80", new(house, *three, "--name", "")),
            ("setup.json", new(house, *three, "--setup",
                               house.path("setup.json")))]:
        house.fails(1, piece, *args)
    for text in ['{"ring": ["hochland"]}', '{"captain": 9}', "[]", "{",
                 '{"dice": [1]}', '{"deck": []}']:
        with open(house.path("setup.json"), "w") as file:
            file.write(text)
        house.fails(1, "", *new(house, *three, "--setup",
                                house.path("setup.json")))
    assert house.json("match", "list") == []
    assert house.json("outbox", "list") == []
    assert house.json("person", "list") == []


def test_usage(house):
    for args in [["nonsense"], ["match"], ["match", "nonsense"],
                 ["match", "show"], ["match", "show", "x"],
                 ["match", "show", "1", "2"], ["match", "undo", "1"],
                 ["match", "new"], ["inbox"], ["outbox", "show"],
                 ["person", "set"], ["verify"], ["export"], ["--now", "x"],
                 ["match", "list", "--nonsense"]]:
        done = house.call(*args)
        assert done.returncode == 2, (args, done.returncode, done.stderr)
        assert len(done.stderr.strip().splitlines()) == 1, done.stderr


def test_what_was_wrong(house):
    """A refusal names what was wrong, and no more than how it is right."""
    house.match("--name", "Friday")
    for code, piece, args in (
            (2, "there is no \"match nonsense\"; usage: turnpost match new",
             ["match", "nonsense", "1"]),
            (2, "there is no \"person nonsense\"; usage: turnpost person list",
             ["person", "nonsense", "1", "--name", "Zed"]),
            (2, "usage: turnpost inbox list",
             ["inbox", "nonsense", "--state", "new"]),
            (2, "\"--dry-run\" cannot stand before the subcommand; ",
             ["--dry-run", "match", "end", "1", "--reason", "x"]),
            (2, "\"--reason\" must stand behind the second word; usage:"
             " turnpost match new, list", ["match", "--reason", "x", "end"]),
            (2, "usage: turnpost person show PERSON\n", ["person", "show"]),
            (2, "usage: turnpost person standin PERSON GAME|any|off\n",
             ["person", "standin", "1"]),
            (2, "\"turnpost person show\" does not take --name",
             ["person", "show", "1", "--name", "Zed"]),
            (2, "\"turnpost person delete\" does not take --reason",
             ["person", "--reason", "x", "delete", "1"]),
            (2, "\"turnpost person set\" does not take --resign",
             ["person", "set", "1", "--name", "Zed", "--resign"]),
            (2, "give the number of one match",
             ["match", "show", "99999999999999999999"]),
            (1, "seat \"e@x.org\" must be like",
             new(house, *seats("e@x.org", "B <b@x.org>", "C <c@x.org>"))),
            (1, "there is no folder %s; make it first" % house.path("none"),
             ["backup", house.path("none") + "/"])):
        house.fails(code, piece, *args)
    assert not os.path.exists(house.path("none"))
    assert "Zed" not in house.ok("person", "list")


def test_policy(house):
    for policy, piece in [
            ("time=soon", "policy: time must be a time like 3d"),
            ("tea=3d", "a policy has no \"tea\""),
            ("time", "policy \"time\" needs a value, as in time=3d"),
            ("times=dance 3d", "mutineer has no phase \"dance\"")]:
        args = [arg for name in SEATS for arg in (
            "--seat", "%s <%s@example.org>" % (name, name))]
        house.fails(1, piece, "match", "new", "mutineer", *args,
                    "--policy", policy)
    assert house.json("match", "list") == []


def test_missing_things(house):
    for args in [["match", "show", "7"], ["match", "log", "7"],
                 ["match", "undo", "7", "--reason", "x"],
                 ["match", "end", "7", "--reason", "x"], ["export", "7"],
                 ["verify", "7"], ["inbox", "show", "7"],
                 ["outbox", "show", "7"], ["inbox", "retry", "7"],
                 ["outbox", "retry", "7"],
                 ["person", "set", "7", "--name", "X"],
                 ["verify", "/nonexistent"]]:
        house.fails(1, "", *args)


def test_reveal(house):
    """Secrets of a running match only when asked for in so many words."""
    house.example()
    house.say("Bernhard", "pay 0\nplay wine")
    house.say("Steffi", "pass mutineer")
    for args in [["match", "show", "1"], ["match", "log", "1"],
                 ["--json", "match", "show", "1"], ["outbox", "show", "1"],
                 ["inbox", "list"], ["outbox", "list"]]:
        text = house.ok(*args)
        assert "take mutineer" not in text and "server_seed" not in text
        assert '"hand":["' not in text.replace(" ", "")
        assert '"role": "mutineer"' not in text
    assert "take mutineer" in house.ok("--reveal", "match", "log", "1")


# ---- the home ----

def test_no_home(house):
    there, house.dir = house.dir, house.path("nothing")
    house.fails(78, "init", "run")
    house.fails(75, "no turnpost home", "deliver", input="From: x\n\npay")
    house.dir = there


def test_second_init(house):
    house.fails(1, "already", "init")


def test_bad_config(house):
    house.example()
    with open(house.path("turnpost.yaml")) as file:
        good = file.read()
    for text, piece in [("mail: [", "turnpost.yaml:"),
                        ("colour: red\n", "turnpost.yaml:1"),
                        ("mail:\n  address: none\n", "turnpost.yaml:2"),
                        ("zone: Mars/Base\n", "turnpost.yaml:1"),
                        ("data:\n  chess: x\n", "turnpost.yaml:2"),
                        ("mail:\n  delimiter: 7\n", "turnpost.yaml:2")]:
        with open(house.path("turnpost.yaml"), "w") as file:
            file.write(text)
        house.fails(78, piece, "run")
    with open(house.path("turnpost.yaml"), "w") as file:
        file.write(good)
    house.say("Bernhard", "pay 1")
    assert len(house.moves()) == 1


def test_missing_config(house):
    os.remove(house.path("turnpost.yaml"))
    house.fails(78, "init", "run")


def test_missing_database(house):
    os.remove(house.path("turnpost.db"))
    house.fails(78, "turnpost.db", "run")
    house.fails(78, "there is no database", "status")
    assert not os.path.exists(house.path("turnpost.db"))


def test_damaged_database(house):
    house.example()
    with open(house.path("turnpost.db"), "r+b") as file:
        file.write(b"this is no database at all, never was")
    house.fails(78, "turnpost.db", "run")


def test_newer_database(house):
    house.example()
    db = sqlite3.connect(house.path("turnpost.db"))
    db.execute("PRAGMA user_version=999")
    db.commit()
    db.close()
    house.fails(78, "newer", "run")
    db = sqlite3.connect(house.path("turnpost.db"))
    assert db.execute("PRAGMA user_version").fetchone()[0] == 999


def test_broken_words(house):
    """A mistake in the organiser's own words is told before a mail is
    handled without them."""
    house.example()
    house.reply(house.newest("Bernhard"), "disburse 1")
    own = house.path("templates", "en", "mutineer", "words.yaml")
    os.makedirs(os.path.dirname(own))
    with open(own, "w", encoding="utf-8") as file:
        file.write("pay: [\n")
    house.fails(78, "en/mutineer/words.yaml:2", "run")
    house.fails(78, "en/mutineer/words.yaml:2", "match", "list")
    with open(own, "w", encoding="utf-8") as file:
        file.write("pay: [pay, disburse]\n")
    house.run()
    assert house.moves() == [("Bernhard", "pay 1")]


def test_damaged_log(house):
    """A changed draw or move in the database is found, nothing goes on."""
    house.example()
    house.say("Bernhard", "pay 1")
    db = sqlite3.connect(house.path("turnpost.db"))
    db.execute("UPDATE event SET move = 'pay 9'")
    db.commit()
    db.close()
    house.fails(78, "match 1", "match", "show", "1")


def limit_files():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))


def test_full_disk(house):
    """No room to write: said so, nothing lost, and it goes on afterwards."""
    house.example()
    house.reply(house.newest("Bernhard"), "pay 1")
    done = house.call("run", preexec_fn=limit_files)
    assert done.returncode in (74, 75, 78), done
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    untouched(house)
    done = house.call("deliver", input="From: x\n\n" + "pay\n" * 500,
                      preexec_fn=limit_files)
    assert done.returncode == 75, done
    assert os.listdir(house.path("spool", "in", "tmp")) == []
    house.run()
    assert house.moves() == [("Bernhard", "pay 1")]


def init_in(folder, size):
    """"init" with no more room than that for a file."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return subprocess.run(
        [TURNPOST, "--home", folder, "init", "--address",
         "robot@example.org"], stdin=subprocess.DEVNULL, capture_output=True,
        text=True, check=False, preexec_fn=limit)


def test_init_on_full_disk(house):
    """Of a home that could not be made nothing stays, and of what was there
    before nothing goes."""
    top = house.path("of")
    inner = os.path.join(top, "deep", "home")
    for size in 0, 200, 20000, 200000:
        done = init_in(inner, size)
        assert done.returncode == 74, (size, done)
        assert len(done.stderr.strip().splitlines()) == 1, done.stderr
        assert not os.path.exists(top), (size, os.listdir(top))
        kept = house.path("kept")
        os.makedirs(os.path.join(kept, "spool"), exist_ok=True)
        assert init_in(kept, size).returncode == 74
        assert os.listdir(kept) == ["spool"], os.listdir(kept)
    assert init_in(inner, 1 << 30).returncode == 0
    assert init_in(kept, 1 << 30).returncode == 0


def test_init_leaves_a_database(house):
    """With the files beside it, which another program may have begun to write
    meanwhile: the log of changes may be all that has its last commits."""
    house.ok("status")
    for name in "turnpost.yaml", "turnpost.db-wal", "turnpost.db-shm":
        with contextlib.suppress(FileNotFoundError):
            os.remove(house.path(name))
    shutil.rmtree(house.path("spool"))
    with open(house.path("spool"), "w", encoding="ascii"):
        pass
    assert init_in(house.dir, 1 << 30).returncode == 74
    for name in "turnpost.db", "turnpost.db-wal", "spool":
        assert os.path.exists(house.path(name)), name


def test_init_leaves_links(house):
    """A disk that is not there today, to which links lead."""
    away = house.path("away")
    top = house.path("kept")
    os.mkdir(top)
    for name in "turnpost.db", "spool":
        link = os.path.join(top, name)
        os.symlink(os.path.join(away, name), link)
        assert init_in(top, 1 << 30).returncode != 0
        assert os.path.islink(link), os.listdir(top)
        os.remove(link)
    whole = house.path("whole")
    os.symlink(away, whole)
    for folder in whole, os.path.join(whole, "home"):
        assert init_in(folder, 1 << 30).returncode != 0
        assert os.path.islink(whole)


def test_no_secret(house):
    """Tables without a home, such as a copy that failed leaves on a server."""
    db = sqlite3.connect(house.path("turnpost.db"))
    db.execute("DELETE FROM meta")
    db.commit()
    db.close()
    for command in "status", "run", "metrics", "check":
        done = house.call(command)
        assert done.returncode not in (0, 75), done
        assert ("holds no home, because its secret is missing; run"
                " \"turnpost store copy\" again") in (
                    done.stderr if command != "check" else " ".join(
                        done.stdout.split())), (command, done)


def test_read_only_spool(house):
    """Root may write anywhere: then an ordinary user is who tries."""
    house.example()
    house.reply(house.newest("Bernhard"), "pay 1")
    worker = house.worker()
    out = house.path("spool", "out")
    modes = {}
    for folder, _, _ in os.walk(out):
        modes[folder] = os.stat(folder).st_mode
    for folder in modes:
        os.chmod(folder, 0o555)
    house.now += 60
    done = house.call("run", **worker)
    assert "spool/out" in done.stderr, done
    assert house.moves() == [("Bernhard", "pay 1")]
    waiting = house.json("outbox", "list", "--state", "later")
    assert waiting and all("spool/out" in row["note"] for row in waiting)
    for folder, mode in modes.items():
        os.chmod(folder, mode)
    before = len(house.letters("Bernhard"))
    house.now += 3600
    done = house.call("run", **worker)
    assert done.returncode == 0, done
    assert len(house.letters("Bernhard")) == before + 1


def test_unreadable_mail(house):
    """One mail that cannot be read does not stop the others."""
    house.example()
    os.mkfifo(house.path("spool", "in", "new", "1.fifo"))
    os.mkdir(house.path("spool", "in", "new", "2.folder"))
    os.symlink("/etc/passwd", house.path("spool", "in", "new", "3.link"))
    house.say("Bernhard", "pay 1")
    assert len(house.moves()) == 1


def test_deliver(house):
    house.example()
    letter = house.newest("Bernhard")
    raw = house.reply(letter, "pay 2")
    name = os.listdir(house.path("spool", "in", "new"))[0]
    os.remove(house.path("spool", "in", "new", name))
    done = subprocess.run([TURNPOST, "--home", house.dir, "deliver"],
                          input=b"From bernhard  Sat Nov 21\n" + raw,
                          capture_output=True)
    assert done.returncode == 0 and done.stdout == b"", done
    house.run()
    assert house.moves() == [("Bernhard", "pay 2")]


def test_engine_data(house):
    house.fails(1, "nothing.yaml", "engine", "--data",
                "mutineer=/nonexistent/nothing.yaml", input="")


def main():
    tap = Tap()
    assert len(SEATS) == 4
    tap.each(globals(), House)
    tap.end()


main()
