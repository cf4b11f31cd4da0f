#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Who is speaking: each row of the table, each carrier of a key, and what
people are asked before they are believed."""

import email.header
import os
import re
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, Letter, ROBOT, SEATS, address  # noqa: E402
from tap import Tap  # noqa: E402

HOUR, DAY = 60, 24 * 60  # minutes
BERNHARD, STEFFI = address("Bernhard"), address("Steffi")
NEW = "b@elsewhere.example"


# ---- helpers ----

def sql(house, text, *values):
    db = sqlite3.connect(house.path("turnpost.db"))
    rows = db.execute(text, values).fetchall()
    db.commit()
    db.close()
    return rows


def believe(house, name="mx.example.org"):
    """Let the home believe a mail server."""
    path = house.path("turnpost.yaml")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    text = re.sub(r"(?m)^  address: .*$",
                  r'\g<0>' + '\n  authserv: "%s"' % name, text)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def key_of(letter):
    return str(letter.mail["Reply-To"])


def tag_of(letter):
    return re.search(r"\[g\d+-[a-z2-7]{4}\]", letter.mail["Subject"]).group()


def cut_of(letter):
    return [line for line in letter.text.splitlines() if "#~" in line][0]


def send(house, body, sender=BERNHARD, to=ROBOT, subject="hello", dmarc=None,
         quote="", top="", **fields):
    """A mail written by hand, handled; what became of it."""
    house.count += 1
    head = top
    if dmarc:
        head += ("Authentication-Results: mx.example.org; dmarc=%s"
                 " header.from=%s\n" % (dmarc, sender.partition("@")[2]))
    head += "From: %s\nTo: %s\nSubject: %s\nMessage-ID: <%d.%d@q>\n" % (
        sender, to, subject, house.now, house.count)
    for key, value in fields.items():
        head += "%s: %s\n" % (key.replace("_", "-"), value)
    if quote:
        body += "\n\n> " + quote
    raw = (head + "\n" + body + "\n").encode()
    house.deliver(raw)
    house.run()
    return newest(house)


def newest(house):
    row = house.json("inbox", "list")[0]
    return row["state"], row["note"]


def row_of(house, number):
    return [row for row in house.json("inbox", "list")
            if row["mail"] == number][0]


def box(house, where):
    """All letters that went to an address, in order."""
    order = {"<%s>" % name: number for name, number in
             sql(house, "SELECT message_id, id FROM outbox")}
    folder = house.path("spool", "out", where, "new")
    letters = []
    for name in os.listdir(folder) if os.path.isdir(folder) else []:
        with open(os.path.join(folder, name), "rb") as file:
            letters.append(Letter(where, file.read()))
    return sorted(letters, key=lambda letter: order[letter.id])


def last(house, where):
    letters = box(house, where)
    assert letters, "no letter to " + where
    return letters[-1]


def kinds(house, where):
    return [row[0] for row in sql(
        house, "SELECT kind FROM outbox WHERE address = ? ORDER BY id",
        where)]


def codes(letter):
    yes = re.search(r"\u2192 yes ([a-z2-7]{6})$", letter.text, re.M)
    no = re.search(r"\u2192 no ([a-z2-7]{6})$", letter.text, re.M)
    assert yes, letter.text
    assert no is None or yes.group(1) == no.group(1)
    return yes.group(1)


def made(house, *moves):
    assert house.moves() == [("Bernhard", move) for move in moves], (
        house.moves(), newest(house))


def two_matches(house):
    """Bernhard is waited for in both; his newest letter of each."""
    house.example()
    first = house.newest("Bernhard")
    house.match("--name", "Second", seats=SEATS[:3])
    house.run()
    second = house.newest("Bernhard")
    assert "[Mutineer 2]" in second.mail["Subject"], second.mail["Subject"]
    return first, second


# ---- the table: a whole key ----

def test_valid_hers(house):
    """Whatever our server says, but fail."""
    house.example()
    letter = house.newest("Bernhard")
    assert send(house, "pay 9", to=key_of(letter)) == ("done", "refused")
    believe(house)
    for i, verdict in enumerate([None, "pass", "none", "temperror"]):
        assert send(house, "pay 9%d" % i, to=key_of(letter),
                    dmarc=verdict) == ("done", "refused"), verdict
    assert send(house, "pay 0", to=key_of(letter), dmarc="pass")[0] == "done"
    made(house, "pay 0")
    house.newest("Bernhard").lacks("short tag", "without the key")


def test_valid_hers_fail(house):
    """Held; she is asked where her letters go; yes frees that one mail."""
    house.example()
    believe(house)
    letter = house.newest("Bernhard")
    assert send(house, "pay 0", to=key_of(letter), dmarc="fail")[0] == "held"
    first = house.json("inbox", "list")[0]
    assert first["match"] == 1
    question = house.newest("Bernhard")
    question.says("with your address as its sender",
                  "match 1 of Mutineer", "Saturday, 21 November 2026")
    assert send(house, "pay 1", to=key_of(letter), dmarc="fail")[0] == "held"
    made(house)
    # each has its own question; the same mail again is not asked about again
    assert kinds(house, BERNHARD)[-2:] == ["confirm", "confirm"]
    house.ok("inbox", "retry", str(first["mail"]))
    house.run()
    assert kinds(house, BERNHARD).count("confirm") == 2
    second = codes(house.newest("Bernhard"))
    assert send(house, "no " + second)[0] == "done"
    house.newest("Bernhard").says("that mail is dropped")
    made(house)
    assert send(house, "yes " + codes(question), dmarc="fail")[0] == "done"
    made(house, "pay 0")
    house.newest("Bernhard").says("done \u2192 pay 0")
    assert [row["state"] for row in house.json("inbox", "list")
            if "pay" in str(row) or row["match"]].count("held") == 0


def test_fail_is_asked_three_times_a_day(house):
    house.example()
    believe(house)
    letter = house.newest("Bernhard")
    for i in range(5):
        send(house, "pay %d" % i, to=key_of(letter), dmarc="fail")
    assert kinds(house, BERNHARD).count("confirm") == 3
    house.now += 25 * 3600
    send(house, "pay 7", to=key_of(letter), dmarc="fail")
    assert kinds(house, BERNHARD).count("confirm") == 4


def test_valid_not_hers(house):
    """An alias is learnt when its owner says so where her letters go."""
    house.example()
    letter = house.newest("Bernhard")
    assert send(house, "pay 0", NEW, key_of(letter))[0] == "held"
    made(house)
    question = house.newest("Bernhard")
    question.says("from an address that I do not know as yours: " + NEW)
    # asked once, whatever more comes; yes is for all of it
    send(house, "pay 1", NEW, key_of(letter))
    assert kinds(house, BERNHARD).count("confirm") == 1
    assert kinds(house, NEW) == []
    # the code counts from there only
    send(house, "yes " + codes(question), NEW)
    made(house)
    send(house, "yes " + codes(question), STEFFI)
    made(house)
    assert send(house, "yes " + codes(question))[0] == "done"
    made(house, "pay 0")
    assert "confirmed" in kinds(house, BERNHARD)
    # it is hers now: no question any more, and answers go where they went
    assert send(house, "play wine", NEW, key_of(letter)) == ("done", "done")
    made(house, "pay 0", "play wine")
    assert house.json("person", "show", "1")["writes_from_too"] == [NEW]
    assert [kind for kind in kinds(house, NEW)] == ["stranger"]
    # and may be taken away again
    house.fails(1, "letters of person 1 go to", "person", "forget-address",
                "1", BERNHARD)
    house.fails(1, "no address of person 2", "person", "forget-address", "2",
                NEW)
    house.ok("person", "forget-address", "1", NEW)
    house.now += 31 * 86400
    assert send(house, "pass", NEW, key_of(letter))[0] == "held"


def test_alias_no(house):
    house.example()
    letter = house.newest("Bernhard")
    send(house, "pay 0", NEW, key_of(letter))
    code = codes(house.newest("Bernhard"))
    assert send(house, "No " + code.upper() + ".")[0] == "done"
    made(house)
    assert row_of(house, house.json("inbox", "list")[1]["mail"])[
        "state"] == "ignored"
    # not asked again
    assert send(house, "pay 0", NEW, key_of(letter))[0] == "held"
    assert kinds(house, BERNHARD).count("confirm") == 1


def test_alias_that_fails(house):
    """Her word about an address is no word about each mail from there."""
    house.example()
    believe(house)
    letter = house.newest("Bernhard")
    send(house, "pay 0", NEW, key_of(letter), dmarc="fail")
    send(house, "play wine", NEW, key_of(letter), dmarc="fail")
    send(house, "yes " + codes(house.newest("Bernhard")))
    made(house, "pay 0")
    assert house.json("inbox", "list", "--state", "held")
    assert kinds(house, BERNHARD).count("confirm") == 2


def test_others_address_is_never_shown(house):
    """A key from another player's address: no alias, no name."""
    house.example()
    letter = house.newest("Bernhard")
    before = len(house.letters("Steffi"))
    assert send(house, "pay 0", STEFFI, key_of(letter)) == (
        "held", "a seat's key from another person")
    made(house)
    answer = house.newest("Bernhard")
    answer.says("somebody else who plays here", "organiser")
    answer.lacks("Steffi", "example.org")
    assert kinds(house, BERNHARD).count("confirm") == 0
    assert len(house.letters("Steffi")) == before


def test_two_senders(house):
    """Who cannot be known is not believed, nor asked about."""
    house.example()
    letter = house.newest("Bernhard")
    state = send(house, "pay 0", BERNHARD + ", " + STEFFI, key_of(letter))
    assert state == ("held", "a seat's key and no one sender"), state
    send(house, "pay 0", "%s\nFrom: %s" % (BERNHARD, STEFFI), key_of(letter))
    made(house)
    assert kinds(house, BERNHARD).count("foreign-key") == 1


def test_reply_to_and_sender(house):
    """Only From says who writes; answers go to no other address."""
    house.example()
    letter = house.newest("Bernhard")
    send(house, "pay 0", "eve@evil.example", key_of(letter),
         Reply_To=BERNHARD, Sender=BERNHARD, Return_Path="<%s>" % BERNHARD)
    assert newest(house)[0] == "held"
    send(house, "hello", "eve@evil.example", Reply_To="v@victim.example")
    send(house, "pay 0", to=key_of(letter), Reply_To="v@victim.example",
         Sender="v@victim.example")
    made(house, "pay 0")
    assert not os.path.exists(house.path("spool", "out", "v@victim.example"))


def test_forwarded(house):
    """Her friend answers the letter that she forwarded."""
    house.example()
    letter = house.newest("Bernhard")
    friend = "friend@pals.example"
    house.reply(letter, "pay 3", sender=friend,
                subject="Fwd: " + letter.mail["Subject"])
    house.run()
    assert newest(house)[0] == "held"
    made(house)
    assert kinds(house, friend) == []
    question = house.newest("Bernhard")
    question.says(friend)
    question.lacks("pay 3")
    send(house, "no " + codes(question))
    made(house)


# ---- the table: a short tag ----

def test_tag_hers(house):
    house.example()
    letter = house.newest("Bernhard")
    assert send(house, "pay 0", subject="Re: x " + tag_of(letter))[0] == "done"
    made(house, "pay 0")
    house.newest("Bernhard").says("by the short tag")
    # a number needs the list that it belongs to
    send(house, "1", subject=tag_of(letter))
    made(house, "pay 0")


def test_tag_fail(house):
    """No proof and a forged sender: how it stands, where her letters go."""
    house.example()
    believe(house)
    letter = house.newest("Bernhard")
    assert send(house, "pay 0", subject=tag_of(letter),
                dmarc="fail")[0] == "ignored"
    made(house)
    assert kinds(house, BERNHARD)[-1] == "unproved"


def test_tag_not_hers(house):
    house.example()
    believe(house)
    letter = house.newest("Bernhard")
    assert send(house, "pay 0", "eve@evil.example", dmarc="pass",
                subject=tag_of(letter))[0] == "ignored"
    assert kinds(house, "eve@evil.example") == ["stranger"]
    assert send(house, "pay 0", STEFFI, dmarc="pass",
                subject=tag_of(letter))[0] == "ignored"
    made(house)
    assert kinds(house, STEFFI)[-1] == "unproved"
    house.newest("Steffi").lacks("Bernhard, it is")
    assert kinds(house, BERNHARD)[-1] != "confirm"


# ---- the table: no key ----

def test_none_one_pass(house):
    """Our server knows her, and only one match waits for her."""
    house.example()
    believe(house)
    assert send(house, "pay 0", dmarc="pass")[0] == "done"
    made(house, "pay 0")
    house.newest("Bernhard").says("came without a key",
                                  "no other match waits for you")
    # nobody waits for Carmen: nothing is done for her
    assert send(house, "resign", address("Carmen"), dmarc="pass")[0] == (
        "ignored")
    assert kinds(house, address("Carmen"))[-1] == "unproved"
    # by her domain's signature too
    send(house, "play wine", top="Authentication-Results: mx.example.org;"
         " dkim=pass header.d=example.org\n")
    made(house, "pay 0", "play wine")


def test_none_pass_of_an_onlooker(house):
    """An answer to a letter about one match means no other one."""
    house.match(seats=SEATS[:3])
    house.match(seats=["Dora", "Emil", "Fanny"])
    believe(house)
    house.ok("match", "watch", "1", "Dora <%s>" % address("Dora"))
    house.run()
    first = house.newest("Dora")
    first.says("look on at match 1")
    references = "%s %s" % (first.mail["References"], first.id)
    assert send(house, "ready", address("Dora"), dmarc="pass",
                References=references)[0] == "ignored"
    assert not house.json("match", "show", "2")["seats"][0]["ready"]
    assert send(house, "ready", address("Dora"), dmarc="pass")[0] == "done"
    assert house.json("match", "show", "2")["seats"][0]["ready"]


def test_none_several_pass(house):
    first, second = two_matches(house)
    believe(house)
    assert send(house, "pay 0", dmarc="pass") == (
        "ignored", "several matches wait for her; asked which")
    made(house)
    which = house.newest("Bernhard")
    which.says("More than one match waits for you", tag_of(first),
               tag_of(second))
    assert kinds(house, BERNHARD)[-1] == "which"
    # once in a while
    send(house, "pay 0", dmarc="pass")
    assert kinds(house, BERNHARD).count("which") == 1
    # she does as she is told
    house.reply(which, "pay 0", subject="Re: hello " + tag_of(first),
                quote=False)
    house.run()
    made(house, "pay 0")


def test_none_unproved(house):
    """Her view goes where her letters go, and its answer is believed."""
    house.example()
    for configured in [False, True]:
        if configured:
            believe(house)
            house.now += 7 * 3600
        before = len(house.letters("Bernhard"))
        for verdict in ["none", "fail", None]:
            assert send(house, "pay 3", dmarc=verdict)[0] == "ignored"
        made(house)
        assert len(house.letters("Bernhard")) == before + 1
        assert kinds(house, BERNHARD)[-1] == "unproved"
    view = house.newest("Bernhard")
    view.says("answer this letter", "\u2192 pay 3", "Your hand")
    house.reply(view, "pay 3")
    house.run()
    made(house, "pay 3")


def test_none_unproved_several(house):
    two_matches(house)
    send(house, "pay 0")
    made(house)
    letter = house.newest("Bernhard")
    assert kinds(house, BERNHARD)[-1] == "unproved"
    letter.says("match 1", "match 2", "Second")
    letter.lacks("Your hand")


def test_none_unknown(house):
    house.example()
    believe(house)
    for verdict in ["pass", "fail"]:
        assert send(house, "join\npay 3", "eve@evil.example",
                    dmarc=verdict) == ("ignored", "unknown sender")
    assert kinds(house, "eve@evil.example") == ["stranger"]
    with open(os.path.join(
            house.path("spool", "out", "eve@evil.example", "new"),
            os.listdir(house.path("spool", "out", "eve@evil.example",
                                  "new"))[0]), "rb") as file:
        answer = file.read()
    assert len(answer) <= 4096 and b"pay 3" not in answer
    house.now += 86400
    send(house, "hi", "eve@evil.example")
    assert kinds(house, "eve@evil.example") == ["stranger", "stranger"]


def test_wrong_key(house):
    """Worse than none: nothing is guessed, though our server knows her."""
    house.example()
    believe(house)
    bad = key_of(house.newest("Bernhard")).replace("@", "@")
    bad = bad[:bad.index("@") - 3] + "aaa" + bad[bad.index("@"):]
    assert send(house, "pay 0", to=bad, dmarc="pass")[0] == "ignored"
    made(house)
    assert send(house, "pay 0", "eve@evil.example", bad)[0] == "ignored"
    assert kinds(house, "eve@evil.example") == ["stranger"]


# ---- what our mail server says ----

def test_forged_results(house):
    """A field that came with the mail is nobody's word."""
    house.example()
    believe(house)
    field = "Authentication-Results: mx.example.org; dmarc=pass\n"
    ours = "Authentication-Results: mx.example.org; dmarc=none; dkim=none\n"
    received = "Received: from evil by mx.example.org; now\n"
    for top in [ours + received + field,
                "Received: from x by evil.example; now\n" + field,
                "Authentication-Results: evil.example; dmarc=pass\n",
                "Authentication-Results: mx.example.org.evil.example;"
                " dmarc=pass\n",
                received + ours + field]:
        assert send(house, "pay 0", top=top)[0] == "ignored", top
    inside = ("Content-Type: message/rfc822\n\n" + field +
              "From: %s\n\npay 0" % BERNHARD)
    send(house, inside)
    made(house)
    assert send(house, "pay 0", top=received + field)[0] == "done"
    made(house, "pay 0")


def test_nobody_is_believed_by_default(house):
    house.example()
    assert send(house, "pay 0", dmarc="pass")[0] == "ignored"
    made(house)
    letter = house.newest("Bernhard")
    assert send(house, "pay 0", to=key_of(letter), dmarc="fail")[0] == "done"
    made(house, "pay 0")


def test_many_servers(house):
    house.example()
    believe(house, "*.mail.example")
    assert send(house, "pay 0", top="Authentication-Results: "
                "in7.mail.example; dmarc=pass\n")[0] == "done"
    made(house, "pay 0")


# ---- carriers ----

def test_addresses(house):
    house.example()
    letter = house.newest("Bernhard")
    for i, field in enumerate(["Cc", "Delivered_To", "X_Original_To",
                               "Envelope_To", "X_Forwarded_To"]):
        send(house, "pay 9%d" % i, **{field: key_of(letter)})
        assert newest(house) == ("done", "refused"), (field, newest(house))
        house.newest("Bernhard").lacks("short tag")
    assert send(house, "pay 7", to="Rob <%s>" % key_of(letter).upper()) == (
        "done", "refused")


def test_ids(house):
    house.example()
    letter = house.newest("Bernhard")
    for i, field in enumerate(["In_Reply_To", "References",
                               "X_Microsoft_Original_Message_ID"]):
        send(house, "pay 9%d" % i, **{field: letter.id})
        assert newest(house) == ("done", "refused"), (field, newest(house))
        house.newest("Bernhard").lacks("short tag")
    # the number belongs to the list of the letter whose id it is
    send(house, letter.number("pay 2"), In_Reply_To=letter.id)
    made(house, "pay 2")


def test_subjects(house):
    house.example()
    tag = tag_of(house.newest("Bernhard"))
    coded = email.header.Header("\u041e\u0442\u0432: " + tag,
                                "koi8-r").encode()
    for i, subject in enumerate([tag, "AW: Re: [EXTERNAL] x " + tag + " y",
                                 tag.upper(), coded]):
        assert send(house, "pay 9%d" % i, subject=subject) == (
            "done", "refused"), subject
        house.newest("Bernhard").says("short tag")


def test_cut_lines(house):
    house.example()
    cut = cut_of(house.newest("Bernhard"))
    assert re.search(r"~# g1-[a-z2-7]{4}$", cut), cut
    head, _, tag = cut.rpartition(" ")
    for i, quote in enumerate([cut, "> " + cut, head + "\n> " + tag]):
        assert send(house, "pay 9%d" % i, quote=quote) == (
            "done", "refused"), quote
        house.newest("Bernhard").says("short tag")
    # unquoted it ends the reading, and is found all the same
    assert send(house, "pay 0\n\n" + cut + "\npay 1")[0] == "done"
    made(house, "pay 0")


def test_disagreeing(house):
    """Each pair of carriers that names two of his matches."""
    first, second = two_matches(house)
    carriers = {
        "address": lambda letter: {"to": key_of(letter)},
        "second address": lambda letter: {"Cc": key_of(letter)},
        "id": lambda letter: {"In_Reply_To": letter.id},
        "second id": lambda letter: {"References": letter.id},
        "subject": lambda letter: {"subject": tag_of(letter)},
        "cut line": lambda letter: {"quote": cut_of(letter)},
    }
    believe(house)
    for one in carriers:
        for other in carriers:
            if one == other:
                continue
            state = send(house, "pay 0", dmarc="pass",
                         **carriers[one](first), **carriers[other](second))
            assert state == ("held", "it names more than one seat"), (
                one, other, state)
    made(house)
    # he is told, once in a while
    assert kinds(house, BERNHARD).count("clash") == 1
    # and all of them together name one
    both = {}
    for carrier in carriers.values():
        both.update(carrier(first))
    assert send(house, "pay 0", dmarc="pass", **both)[0] == "done"
    made(house, "pay 0")


def test_another_seat(house):
    """Keys of two seats of one match are no better."""
    house.example()
    bernhard, steffi = house.newest("Bernhard"), house.newest("Steffi")
    assert send(house, "pay 0", to=key_of(bernhard),
                In_Reply_To=steffi.id)[0] == "held"
    # an old quote of a void key does not matter, if it is the same seat
    send(house, "key", to=key_of(bernhard))
    fresh = house.newest("Bernhard")
    assert key_of(fresh) != key_of(bernhard)
    assert send(house, "pay 0", to=key_of(fresh), References="%s %s" % (
        bernhard.id, fresh.id), quote=cut_of(bernhard))[0] == "done"
    made(house, "pay 0")


# ---- keys ----

def test_new_key(house):
    """Letters that were out are void, from her address too."""
    first, second = two_matches(house)
    send(house, "key", to=key_of(first))
    answer = house.newest("Bernhard")
    answer.says("the answering address of this letter is new", "pay 3")
    assert send(house, "pay 0", to=key_of(first))[0] == "ignored"
    assert send(house, "pay 0", subject=tag_of(first))[0] == "ignored"
    made(house)
    # this match only
    assert send(house, "ready", to=key_of(second))[0] == "done"
    assert send(house, "pay 0", to=key_of(answer))[0] == "done"
    made(house, "pay 0")


def test_key_of_a_machine(house):
    """A seat that is answered too often keeps its key."""
    house.example()
    for _ in range(6):
        send(house, "key", to=key_of(house.newest("Bernhard")))
    seat = sql(house, "SELECT epoch FROM seat WHERE match = 1 AND seat = 0")
    letter = house.newest("Bernhard")
    assert seat[0][0] <= 3, seat
    assert send(house, "pay 0", to=key_of(letter))[0] == "done"
    made(house, "pay 0")


def test_rotation(house):
    house.example()
    old = house.newest("Bernhard")
    listed = house.json("key", "list")
    assert [(row["key"], row["state"], row["days"]) for row in listed] == [
        (1, "newest", 0)], listed
    house.now += 10 * 86400
    text = house.ok("key", "rotate")
    assert "secret 2" in text and "60 days" in text
    assert sql(house, "SELECT value FROM meta WHERE key = 'key.made'") == [
        (str(house.now),)]
    listed = house.json("key", "list")
    assert [(row["key"], row["state"]) for row in listed] == [
        (2, "newest"), (1, "good")], listed
    secrets = re.findall(r"[0-9a-f]{64}", str(sql(
        house, "SELECT value FROM meta")))
    assert len(secrets) == 2
    for args in [["key", "list"], ["--json", "key", "list"]]:
        assert not re.search(r"[0-9a-f]{16}", house.ok(*args))
    # an old letter is answered, by one with a new key
    assert send(house, "pay 9", to=key_of(old))[0] == "done"
    new = house.newest("Bernhard")
    assert key_of(new).rpartition(".")[0] != key_of(old).rpartition(".")[0]
    new.lacks("too old")
    # a question that is open stays so, and names stay
    send(house, "pay 0", NEW, key_of(old))
    question = house.newest("Bernhard")
    house.ok("key", "rotate")
    send(house, "yes " + codes(question))
    made(house, "pay 0")
    # after 60 days it only tells which seat is meant
    house.now += 61 * 86400
    assert send(house, "play wine", "eve@evil.example", key_of(old))[0] == (
        "ignored")
    assert send(house, "pass", to=key_of(old))[0] == "done"
    house.newest("Bernhard").says("too old to prove anything")
    assert len(house.moves()) == 2, house.moves()
    states = [row["state"] for row in house.json("key", "list")]
    assert states == ["newest", "too old", "too old"], states
    house.fails(2, "key list", "key", "bogus")


# ---- questions ----

def test_codes_late_wrong_foreign(house):
    house.example()
    letter = house.newest("Bernhard")
    send(house, "pay 0", NEW, key_of(letter))
    code = codes(house.newest("Bernhard"))
    other = "z" * 5 + "7"
    assert send(house, "yes " + other) == (
        "ignored", "a code of no open question")
    house.newest("Bernhard").says("No question with that code is open")
    send(house, "yes " + code, STEFFI)
    send(house, "yes")
    send(house, "yes please")
    made(house)
    # in an answer to a letter of a match too, beside other lines
    answer = house.say("Bernhard", "yes %s\nstatus" % other, quote=False)
    answer.says("No question with that code is open")
    made(house)
    house.now += 7 * 86400 + 60
    house.ok("run")
    held = [row for row in house.json("inbox", "list")
            if "held for a week" in row["note"]]
    assert len(held) == 1 and held[0]["state"] == "ignored", held
    assert send(house, "yes " + code)[0] == "ignored"
    made(house)


def test_code_in_an_answer(house):
    """With moves in the same mail; and both happen once."""
    house.example()
    letter = house.newest("Bernhard")
    send(house, "status", NEW, key_of(letter))
    code = codes(house.newest("Bernhard"))
    house.reply(letter, "yes %s\npay 2" % code)
    house.run()
    made(house, "pay 2")
    done = [letter for letter in house.letters("Bernhard")
            if "count as yours now" in letter.text]
    assert len(done) == 1
    done[0].says("done \u2192 pay 2")
    assert house.json("person", "show", "1")["writes_from_too"] == [NEW]


def test_question_outside_any_match(house):
    """Her only match is over when she answers."""
    house.match(seats=SEATS[:3])
    house.run()
    letter = house.newest("Bernhard")
    send(house, "ready", NEW, key_of(letter))
    code = codes(house.newest("Bernhard"))
    house.ok("match", "end", "1", "--reason", "rain")
    house.run()
    assert send(house, "yes " + code)[0] == "done"
    assert NEW in str(house.json("person", "show", "1"))


def test_letters_are_no_commands(house):
    """A question that comes back whole answers nothing."""
    house.example()
    letter = house.newest("Bernhard")
    send(house, "pay 0", NEW, key_of(letter))
    question = house.newest("Bernhard")
    send(house, question.text)
    send(house, "I am on holiday.\n\n" + question.text)
    assert house.json("inbox", "list", "--state", "held")
    made(house)


# ---- the organiser lets a mail in ----

def test_vouched_organiser(house):
    house.example()
    letter = house.newest("Bernhard")
    send(house, "pay 0", STEFFI, key_of(letter))
    number = house.json("inbox", "list")[0]["mail"]
    sql(house, "UPDATE inbox SET vouched = 'organiser', state = 'new'"
        " WHERE id = ?", number)
    house.run()
    made(house, "pay 0")
    assert row_of(house, number)["state"] == "done"
    house.newest("Bernhard").says("done \u2192 pay 0", "lets a mail count")
    for name in SEATS[1:]:
        house.newest(name).says("lets a mail count for Bernhard")
        house.newest(name).lacks("example.org")
    # one that names no seat is for nobody
    for fields in [{"to": ROBOT}, {"to": key_of(letter),
                                   "In_Reply_To": house.newest("Carmen").id}]:
        send(house, "pass", "eve@evil.example", **fields)
        number = house.json("inbox", "list")[0]["mail"]
        sql(house, "UPDATE inbox SET vouched = 'organiser', state = 'new'"
            " WHERE id = ?", number)
        house.run()
        assert "released, but" in row_of(house, number)["note"]
    made(house, "pay 0")


# ---- another address for her letters ----

def asked_to_move(house, where):
    """The newest question about that which went to the old address."""
    return [letter for letter in box(house, where)
            if "letters go to another address:" in
            " ".join(letter.text.split())][-1]


def ask_move(house, to=NEW):
    answer = house.say("Bernhard", "address " + to, quote=False)
    answer.says("there and here a question was sent")
    ours = asked_to_move(house, BERNHARD)
    ours.says(to.lower())
    theirs = last(house, to.lower())
    theirs.lacks("Bernhard", "Mutineer", "bernhard")
    return codes(ours), codes(theirs)


def test_move_both_orders(house):
    house.example()
    old_letter = house.newest("Bernhard")
    for order, new in [("old", "One@New.example"), ("new", "two@new.example")]:
        where = [one for one in box(house, "one@new.example")
                 if ".s0." in key_of(one)]
        sender = "one@new.example" if where else BERNHARD
        if where:
            house.reply(where[-1], "address " + new, sender=sender)
            house.run()
            ours = codes(asked_to_move(house, sender))
            theirs = codes(last(house, new))
        else:
            ours, theirs = ask_move(house, new)
        assert ours != theirs
        # the wrong way round counts for nothing
        send(house, "yes " + theirs, sender)
        send(house, "yes " + ours, new.lower())
        said = [("yes " + ours, sender), ("yes " + theirs, new.lower())]
        if order == "new":
            said.reverse()
        assert send(house, said[0][0], said[0][1])[0] == "done"
        assert house.json("person", "show", "1")["address"] == sender
        assert send(house, said[1][0], said[1][1])[0] == "done"
        assert house.json("person", "show", "1")["address"] == new.lower()
        last(house, sender).says("confirmed from here and from there")
        for name in SEATS[1:]:
            house.newest(name).says("Letters for Bernhard go to another "
                                    "address now; Bernhard has asked for it")
    # old keys are void, new letters lie at the new address
    assert send(house, "pay 0", to=key_of(old_letter))[0] == "ignored"
    letter = [one for one in box(house, "two@new.example")
              if ".s0." in key_of(one)][-1]
    assert send(house, "pay 0", "two@new.example",
                key_of(letter))[0] == "done"
    made(house, "pay 0")


def test_move_no(house):
    house.example()
    ours, theirs = ask_move(house)
    assert send(house, "no " + theirs, NEW)[0] == "done"
    assert send(house, "yes " + ours)[0] == "ignored"
    assert house.json("person", "show", "1")["address"] == BERNHARD


def test_move_late(house):
    house.example()
    ours, theirs = ask_move(house)
    send(house, "yes " + ours)
    house.now += 7 * 86400 + 60
    send(house, "yes " + theirs, NEW)
    assert house.json("person", "show", "1")["address"] == BERNHARD


def test_move_refused(house):
    house.example()
    for bad, why in [("anna@", "cannot go to that address"),
                     ("robot@example.org", "cannot go to that address"),
                     ("noreply@x.example", "cannot go to that address"),
                     (STEFFI, "cannot go to that address"),
                     (BERNHARD, "go to that address already")]:
        house.now += 3600
        house.say("Bernhard", "address " + bad, quote=False).says(why)
    assert not sql(house, "SELECT * FROM question")
    # a newer wish takes the place of an older one, three times a day
    first = ask_move(house)
    ask_move(house, "c@new.example")
    ask_move(house, "d@new.example")
    house.now += 3600
    house.say("Bernhard", "address e@new.example",
              quote=False).says("often enough")
    assert send(house, "yes " + first[0])[0] == "ignored"
    # another player may not take it meanwhile
    house.ok("person", "set", "2", "--address", "d@new.example")
    code = codes(asked_to_move(house, BERNHARD))
    assert send(house, "yes " + code)[0] == "done"
    house.newest("Bernhard").says("somebody else's")


def test_move_in_the_muster(house):
    house.match(seats=SEATS[:3])
    house.run()
    ours, theirs = ask_move(house)
    house.reply(house.letters("Bernhard")[0], "ready\nyes " + ours)
    house.run()
    assert house.json("match", "show", "1")["seats"][0]["ready"]
    assert send(house, "yes " + theirs, NEW)[0] == "done"
    assert house.json("person", "show", "1")["address"] == NEW


# ---- nobody's address is shown ----

ODD = {"Bernhard": "x.bernhard-17@alpha.example",
       "Steffi": "steffi_the_2nd@beta.example",
       "Florian": "ff!{odd}@gamma.example",
       "Carmen": "o'carmen@delta.example"}


def test_no_address_is_shown(house):
    """In no header and no line of any letter to anybody else."""
    args = []
    for name in SEATS:
        args += ["--seat", "%s <%s>" % (name, ODD[name])]
    house.ok("match", "new", "mutineer", *args)
    house.run()
    for name in SEATS:
        house.reply(last(house, ODD[name]), "ready", sender=ODD[name])
    house.run()
    house.ok("match", "watch", "1", "Dora <dora@epsilon.example>")
    everyone = dict(ODD, Dora="dora@epsilon.example")
    aliases = {"Steffi": "alias@zeta.example"}
    steffi = last(house, ODD["Steffi"])
    send(house, "status", aliases["Steffi"], key_of(steffi))
    send(house, "yes " + codes(last(house, ODD["Steffi"])), ODD["Steffi"])
    send(house, "status", ODD["Florian"], key_of(steffi))
    for name in SEATS:
        letter = [one for one in box(house, ODD[name])
                  if ".s%d." % SEATS.index(name) in key_of(one)][-1]
        house.reply(letter, "history\nstatus\nhelp\npay 0",
                    sender=aliases.get(name, ODD[name]))
        house.run()
    ours = last(house, ODD["Carmen"])
    house.reply(ours, "address carmen@eta.example", sender=ODD["Carmen"])
    house.run()
    theirs = last(house, "carmen@eta.example")
    asked = asked_to_move(house, ODD["Carmen"])
    send(house, "yes " + codes(asked), ODD["Carmen"])
    send(house, "yes " + codes(theirs), "carmen@eta.example")
    house.now += 2 * 86400
    house.run()
    house.ok("match", "end", "1", "--reason", "rain")
    house.run()
    mine = {name: [where] for name, where in everyone.items()}
    mine["Steffi"].append(aliases["Steffi"])
    mine["Carmen"].append("carmen@eta.example")
    count = 0
    for name in mine:
        others = [where for other, list_ in mine.items() if other != name
                  for where in list_]
        for where in mine[name]:
            for letter in box(house, where):
                whole = "\n".join("%s: %s" % item
                                  for item in letter.mail.items())
                whole = (whole + letter.text).lower()
                count += 1
                for other in others:
                    for piece in [other, other.partition("@")[0] + "@",
                                  "@" + other.partition("@")[2]]:
                        assert piece not in whole, (where, piece, whole)
    assert count > 30, count


def main():
    tap = Tap()
    for name, test in list(globals().items()):
        if name.startswith("test_") and (
                len(sys.argv) < 2 or sys.argv[1] in name):
            house = House()
            tap.run(name[5:].replace("_", " "), test, house)
            house.close()
    tap.end()


main()
