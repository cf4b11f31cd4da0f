#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Each carrier of a key, each pair that disagrees, and how keys change."""

import email.header
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from handmade import (  # noqa: E402
    BERNHARD, NEW, believe, codes, cut_of, key_of, kinds, made, newest,
    run_all, send, sql, tag_of, two_matches)


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
            assert state[0] == "held" and state[1].startswith(
                "it names more than one seat"), (one, other, state)
    made(house)
    # he is told, but not each time the same again
    assert 1 <= kinds(house, BERNHARD).count("clash") <= 3
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
    answer.says("the reply address of this letter is new", "pay 3")
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
    (made_at,), = sql(house, "SELECT value FROM meta WHERE key = 'key.made'")
    assert str(made_at) == str(house.now), made_at
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


run_all(globals())
