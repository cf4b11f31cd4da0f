#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""People who are deleted, as they have asked or as the organiser wants: no byte
of their address, their mails and their letters stays in the database."""

import contextlib
import hashlib
import os
import re
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from example_round import ROUND  # noqa: E402
from handmade import config  # noqa: E402
from house import House, SEATS  # noqa: E402
from raws import contents, raws, unpacking  # noqa: E402
from scenario import flat  # noqa: E402
from stopping import same_wherever_stopped  # noqa: E402
from tap import Tap  # noqa: E402

ALIAS = "steffi.at.work@firm.example"
SAID = "swordfish is the word of the day"
WROTE = "my aunt Agatha sends her regards"


def table(house):
    """Steffi plays in match 1, made match 2, and is known by two addresses;
    Olga looks on and Bo was invited."""
    config(house, "signup: open")
    house.policy(time="none", settle="none", reminders="none", muster="none",
                 open_after="none", graces=0, offer="none", talk="open")
    house.example()
    house.say("Steffi", "say all: " + SAID + "\n\n" + WROTE + "\n")
    house.say("Steffi", "new mutineer players 4\nstandin\n")
    house.reply(house.letters("Steffi")[1], "status", sender=ALIAS)
    house.run()
    code(house, "Steffi", "yes")
    house.say("Bernhard", "new mutineer players 4\n", quote=False)
    house.say("Bernhard", "invite Steffi <Steffi@Example.org>\n")
    house.ok("match", "watch", "1", "Olga <olga@example.org>")
    house.run()
    # an answer that waited once, as where robots play
    with contextlib.closing(sqlite3.connect(
            house.path("turnpost.db"))) as db, db:
        db.execute("INSERT INTO waiting_answer (match, seat, outbox, reply)"
                   " SELECT match, seat, id, json_array(?) FROM outbox WHERE"
                   " match = 1 AND seat = 1 ORDER BY id LIMIT 1", (SAID,))


def code(house, name, word):
    found = re.search(r"→ %s (\S+)" % word, house.newest(name).text)
    return house.say(name, "%s %s" % (word, found.group(1)))


def ask(house, line="delete my account"):
    house.reply(house.letters("Steffi")[1], line)
    house.run()
    letter = house.newest("Steffi")
    assert re.search(r"→ yes (\S+)", letter.text), letter.text
    return letter


def packed(house, address):
    """Pieces of what SQLite keeps of letters there, and of none elsewhere."""
    all_of_them = raws(house)
    others = b"\n".join(row[2] for row in all_of_them if row[1] != address)
    return [raw[at:at + 24] for _, to, raw, _ in all_of_them if to == address
            for at in range(40, len(raw) - 24, 24)
            if raw[at:at + 24] not in others]


def is_gone(house, letters, *more):
    found = contents(house)
    wanted = ["steffi@example.org", "Steffi@Example.org", ALIAS, SAID, WROTE,
              *more]
    for letter in letters:
        # the answering address and the encoded text are one letter's alone
        wanted.append(re.search(r"robot\+\S+@", str(
            letter.mail["Reply-To"])).group(0)
            if "robot+" in str(letter.mail["Reply-To"]) else ALIAS)
        for line in letter.raw.split(b"\n"):
            if line.startswith(b"To: "):
                wanted.append(line.strip().decode())
    for piece in wanted:
        if isinstance(piece, str):
            piece = piece.encode()
        assert piece not in found, piece


def is_sound(house):
    with sqlite3.connect(house.path("turnpost.db")) as db:
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    house.ok("verify", "1")


def test_by_mail(house):
    table(house)
    letters = house.letters("Steffi")
    for piece in (ALIAS, SAID):
        assert piece.encode() in contents(house), piece
    pieces = packed(house, "steffi@example.org")
    found = contents(house)
    assert sum(one in found for one in pieces) > 3
    ask(house).says("You will no longer play in matches in progress",
                    "match 1 (Mutineer)",
                    "You will no longer have a seat", "match 2 (Mutineer)",
                    "the names of your seats, your moves and your luck words")
    # somebody reads all the time, so that the log is never thrown away
    reader = sqlite3.connect(house.path("turnpost.db"))
    reader.execute("SELECT count(*) FROM person").fetchall()
    count = len(house.letters("Steffi"))
    last = code(house, "Steffi", "yes")
    assert len(house.letters("Steffi")) == count + 1
    last.says("as you asked, everything that turnpost held about you")
    assert "Reply-To: " not in last.raw.decode("ascii") or \
        str(last.mail["Reply-To"]) == "robot@example.org"
    house.run()
    house.run()
    assert os.path.exists(house.path("turnpost.db-wal"))
    is_gone(house, letters + [last], *pieces)
    reader.close()
    is_sound(house)
    house.newest("Bernhard").says("Steffi has left the match")
    assert [one["name"] for one in house.json("person", "list")] == [
        "Bernhard", "Carmen", "Florian", "Olga"]
    # others play on; what was said is told no more
    house.say("Bernhard", "pay 2")
    history = house.say("Carmen", "history")
    history.says('Steffi says to everyone: "…"')
    house.fails(1, "there is no person 2", "person", "show", "2")


def test_later_mail_is_a_strangers(house):
    table(house)
    letter = house.letters("Steffi")[1]
    ask(house)
    code(house, "Steffi", "yes")
    house.run()
    house.reply(letter, "pay 2")
    house.run()
    house.newest("Steffi").says("An email came from your address, which I do "
                                "not know yet")
    welcome = code(house, "Steffi", "yes")
    welcome.says("your address is confirmed; welcome")
    assert len(house.json("person", "list")) == 5


def test_no(house):
    table(house)
    before = house.json("person", "list")
    ask(house, "forget me")
    code(house, "Steffi", "no").says("nothing has been deleted")
    assert house.json("person", "list") == before
    # the word alone is too little
    house.reply(house.letters("Steffi")[1], "forget")
    house.run()
    house.newest("Steffi").says('send a line with "forget me"')


def test_the_word_alone(house):
    table(house)
    letter = ask(house)
    for text in ("yes", "Yes, delete me, please", "yes\nthanks"):
        house.reply(letter, text, quote=False)
        house.run()
        assert len(house.json("person", "list")) == 5, text
        if text != "Yes, delete me, please":
            house.newest("Steffi").says("The word alone deletes nothing")


def test_twice_at_once(house):
    """Two mails that are read together are two questions, one mail is one."""
    table(house)
    letter = house.letters("Steffi")[1]
    house.reply(letter, "forget me\ndelete my account")
    house.reply(letter, "forget me")
    house.run()
    asked = [one for one in house.letters("Steffi")
             if "everything about you here to be deleted" in flat(one.text)]
    assert len(asked) == 2, len(asked)


def test_letter_that_comes_back(house):
    """Without the arrow, as some programs quote it, marked or not."""
    table(house)
    letter = ask(house)
    text = letter.text.replace("→ ", "")
    yes = re.search(r"^ *(yes \S+)$", text, re.MULTILINE).group(1)
    top = "What is this? I did not write that.\n\n"
    for below in ["Your message was:\n\n" + text, text,
                  "On some day the robot wrote:\n" + text,
                  "-----Original Message-----\nFrom: turnpost "
                  "<robot@example.org>\nSubject: x\n\n" + text,
                  "-----Original Message-----\nFrom: turnpost "
                  "<robot@example.org>\nSubject: x\n\n" + yes + "\n"]:
        house.reply(letter, top + below, quote=False)
        house.run()
        assert len(house.json("person", "list")) == 5, below
    # with a line of her own on top it counts
    house.reply(letter, yes + "\n\n" + text, quote=False)
    house.run()
    assert len(house.json("person", "list")) == 4


def test_mail_that_failed(house):
    """A mail of hers that waits to be tried again is not tried any more."""
    table(house)
    letters = house.letters("Steffi")
    ask(house)
    house.reply(letters[1], "say all: " + SAID)
    house.ok("receive")
    with sqlite3.connect(house.path("turnpost.db")) as db:
        n, = db.execute("SELECT max(id) FROM inbox").fetchone()
        db.execute("UPDATE inbox SET tries = 2, sender = ? WHERE id = ?",
                   ("steffi@example.org", n))
    code(house, "Steffi", "yes")
    house.run()
    assert house.rows("SELECT state, sender, tries FROM inbox WHERE id = ?",
                      n) == [("ignored", "", 2)]
    is_gone(house, letters)


def test_nothing_else_of_the_mail_is_done(house):
    table(house)
    found = re.search(r"→ yes (\S+)", ask(house).text)
    house.reply(house.newest("Steffi"), "join 3\nyes %s\njoin 3" %
                found.group(1))
    house.run()
    assert len(house.json("match", "show", "3")["seats"]) == 1
    house.newest("Steffi").says(
        "everything that turnpost held about you has been deleted")


def test_without_a_proof(house):
    """A mail that anybody could have written asks her, and does nothing."""
    table(house)
    house.reply(house.letters("Steffi")[1], "forget me", threaded=False,
                to="robot@example.org", subject="bye", quote=False)
    house.run()
    house.newest("Steffi").says("you have asked for everything about you here")
    assert len(house.json("person", "list")) == 5
    for _ in range(5):
        house.reply(house.letters("Steffi")[1], "forget me", threaded=False,
                    to="robot@example.org", subject="bye", quote=False)
        house.run()
    asked = [one for one in house.letters("Steffi")
             if "everything about you here to be deleted" in flat(one.text)]
    assert len(asked) == 3, len(asked)


def test_languages(house):
    """The words of each language, and its letters."""
    for number, (language, words, says) in enumerate((
            ("pl", "usuń konto", "wszystko, co cię dotyczyło, jest usunięte"),
            ("de", "Lösche mein Konto", "ist bei turnpost alles über dich"),
            ("ru", "удалите мой аккаунт", "удалено всё, что касается вас"))):
        name = "Anna%d" % number
        house.match(seats=["%s" % name, "Bert", "Cora", "Dora"])
        house.run()
        person = [one["person"] for one in house.json("person", "list")
                  if one["name"] == name]
        house.ok("person", "set", str(person[0]), "--language", language)
        house.say(name, words)
        found = re.search(r"→ (?:tak|ja|да) (\S+)", house.newest(name).text)
        house.say(name, "yes " + found.group(1)).says(says)
        house.newest("Bert").says("called off")


def test_organiser(house):
    table(house)
    letters = house.letters("Olga")
    house.fails(1, "there is no person 77", "person", "delete", "77")
    house.fails(1, "person 2 plays in match 1, which is not over; with "
                   "--resign", "person", "delete", "steffi@example.org")
    house.fails(2, "person delete PERSON", "person", "delete")
    config(house, "organiser: olga@example.org")
    house.fails(1, "is the organiser of turnpost.yaml", "person", "delete",
                "olga@example.org")
    house.reply(letters[0], "forget me")
    house.run()
    house.newest("Olga").says("letters for the organiser go to your address")
    with open(house.path("turnpost.yaml"), encoding="utf-8") as file:
        text = file.read()
    with open(house.path("turnpost.yaml"), "w", encoding="utf-8") as file:
        file.write(text.replace("organiser: olga@example.org\n", ""))
    assert "no longer watches match 1" in house.ok(
        "person", "delete", "olga@example.org")
    out = house.ok("person", "delete", "2", "--resign")
    assert "gave up the seat of match 1" in out, out
    house.run()
    house.newest("Olga").says("the organiser of turnpost has deleted everything")
    house.newest("Steffi").says("the organiser of turnpost has deleted everything")
    house.run()
    found = contents(house)
    for piece in (b"olga@example.org", b"steffi@example.org"):
        assert piece not in found, piece
    with sqlite3.connect(house.path("turnpost.db")) as db:
        told = [args for args, in db.execute("SELECT args FROM notice")]
    # the name of a seat is part of the record, another is not
    assert not any("Olga" in args for args in told), told
    assert any("Steffi" in args for args in told), told
    is_sound(house)


def unsent(house):
    """Mails are handled, letters are written, and none leaves."""
    house.now += 60
    house.ok("receive")
    house.ok("handle")


def number_of(house, name):
    return str([one["person"] for one in house.json("person", "list")
                if one["name"] == name][0])


def test_a_piece_of_other_addresses(house):
    """What others get and have sent stays, whose addresses hold hers."""
    config(house, "organiser: mary-anna@example.org")
    house.match(seats=["Joanna", "Bert", "Mary-Anna", "Anna.B"])
    house.run()
    house.ok("match", "watch", "1", "Anna <anna@example.org>")
    house.run()
    for name in ("Bert", "Mary-Anna", "Anna.B"):
        house.say(name, "ready")
    counts = {name: len(house.letters(name))
              for name in ("Joanna", "Bert", "Mary-Anna", "Anna.B")}
    house.reply(house.newest("Joanna"), "ready")
    unsent(house)
    with sqlite3.connect(house.path("turnpost.db")) as db:
        rows = ("SELECT (SELECT count(*) FROM inbox_raw WHERE raw <> x''),"
                " (SELECT count(*) FROM outbox JOIN outbox_raw USING (id)"
                " WHERE raw <> x'' AND address <> 'anna@example.org')")
        before = db.execute(rows).fetchall()
        house.ok("person", "delete", "anna@example.org")
        after = db.execute(rows).fetchall()
    # others hear that she looks on no longer
    assert all(there <= now for there, now in zip(*before, *after)), (
        before, after)
    house.run()
    for name, count in counts.items():
        assert len(house.letters(name)) > count, name
    house.newest("Anna").says("the organiser of turnpost has deleted everything")


def test_others_get_what_names_her(house):
    """A letter that waits leaves, and is emptied then."""
    house.example()
    house.ok("match", "watch", "1", "Olga <olga@example.org>")
    house.run()
    count = len(house.letters("Bernhard"))
    house.reply(house.newest("Carmen"),
                "play (OLGA@example.org)")
    house.policy(talk="open")
    unsent(house)
    with unpacking(sqlite3.connect(house.path("turnpost.db"))) as db:
        held = db.execute("SELECT count(*) FROM outbox JOIN outbox_raw"
                          " USING (id) WHERE state = 'new'"
                          " AND instr(unpacked(raw), 'OLGA@example.org')").fetchone()[0]
    assert held > 0
    house.ok("person", "delete", "olga@example.org")
    house.run()
    house.run()
    assert any("OLGA@example.org" in flat(one.text)
               for name in ("Bernhard", "Carmen")
               for one in house.letters(name))
    assert len(house.letters("Bernhard")) >= count
    with unpacking(sqlite3.connect(house.path("turnpost.db"))) as db:
        held = db.execute("SELECT count(*) FROM outbox_raw WHERE"
                          " instr(unpacked(raw), 'OLGA@example.org')").fetchone()[0]
    assert held == 0, held


def images(house):
    """Of all letters, the bytes of their pictures."""
    return [part.get_payload(decode=True) for name in SEATS
            for letter in house.letters(name) for part in letter.mail.walk()
            if part.get_content_maintype() == "image"]


def drawn(house):
    """How many pictures, and how many sprites."""
    with contextlib.closing(sqlite3.connect(
            house.path("turnpost.db"))) as db:
        return db.execute("SELECT (SELECT count(*) FROM picture),"
                          " (SELECT count(*) FROM sprite)").fetchone()


def test_pictures(house):
    """None is left of what was drawn, but what letters wait for leaves."""
    house.example()
    house.ok("match", "watch", "1", "Olga <olga@example.org>")
    house.say(*ROUND[0])
    house.reply(house.newest(ROUND[1][0]), ROUND[1][1])
    unsent(house)
    pictures, sprites = drawn(house)
    assert pictures > 1 and sprites > 1, (pictures, sprites)
    house.ok("person", "delete", "olga@example.org")
    left, sprites = drawn(house)
    assert 0 < left < pictures and sprites == 0, (pictures, left, sprites)
    count = len(images(house))
    house.run()
    assert len(images(house)) > count
    assert all(images(house))
    house.run()
    assert drawn(house) == (0, 0)


def test_no_trace_of_the_address(house):
    """That she wrote without a proof was counted, by what her address comes
    to; nobody can look for an address there."""
    house.example()
    house.reply(house.letters("Carmen")[1], "hello", threaded=False,
                to="robot@example.org", subject="bye", quote=False)
    house.reply(house.letters("Steffi")[1], "forget me", threaded=False,
                to="robot@example.org", subject="bye", quote=False)
    house.run()
    with sqlite3.connect(house.path("turnpost.db")) as db:
        senders = [one for one, in db.execute("SELECT sender FROM unproved")]
    assert len(senders) == 2
    assert hashlib.sha256(b"steffi@example.org").hexdigest() not in senders
    code(house, "Steffi", "yes")
    house.run()
    with sqlite3.connect(house.path("turnpost.db")) as db:
        left = [one for one, in db.execute("SELECT sender FROM unproved")]
    assert len(left) == 1 and left[0] in senders, (left, senders)


def test_stopped_while_a_letter_left(house):
    """A letter that was being handed over does not leave empty."""
    house.example()
    house.ok("match", "watch", "1", "Olga <olga@example.org>")
    unsent(house)
    with sqlite3.connect(house.path("turnpost.db")) as db:
        db.execute("UPDATE outbox SET state = 'sending' WHERE state = 'new'")
    house.ok("person", "delete", number_of(house, "Olga"))
    for _ in range(3):
        house.now += 3600
        house.run()
    assert "forgotten" not in os.listdir(house.path("spool", "out"))
    with sqlite3.connect(house.path("turnpost.db")) as db:
        left = db.execute("SELECT state, count(*) FROM outbox WHERE address ="
                          " 'forgotten' GROUP BY state").fetchall()
    assert "new" not in dict(left) and "sending" not in dict(left), left


def test_wherever_stopped(house):
    house.example()
    found = re.search(r"→ yes (\S+)", ask(house).text)
    house.reply(house.newest("Steffi"), "yes " + found.group(1))
    _, stops = same_wherever_stopped(house)
    assert stops >= 5, stops


def main():
    tap = Tap()
    tap.each(globals(), House)
    tap.end()


main()
