#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Who is speaking: each row of the table of keys, senders and verdicts."""

import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from handmade import (  # noqa: E402
    BERNHARD, NEW, STEFFI, believe, codes, key_of, kinds, made, newest,
    row_of, run_all, send, tag_of, two_matches)
from house import SEATS, address  # noqa: E402


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
    question.says("giving your address as the sender's",
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
    house.newest("Bernhard").says("that email has been dropped")
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
    question.says("from an address that I do not recognise as yours: " + NEW)
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
    house.fails(1, "not an address of person 2", "person", "forget-address", "2",
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
        "held", "the reply address is a player's, the sender is another person")
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
    assert state == ("held", "the reply address is a player's, the sender is not clear"), state
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
    house.newest("Bernhard").says("of the short tag")
    # a number needs the list that it belongs to
    send(house, "1", subject=tag_of(letter))
    made(house, "pay 0")


def test_tags_tried_out(house):
    """Whoever forges her address may not send a list of them."""
    house.example()
    tag = tag_of(house.newest("Bernhard"))
    wrong = ["[g1-a2b%s]" % letter for letter in "cde"]
    quote = " ".join("~# " + one[1:-1] for one in wrong[:2] + [tag])
    # an old letter may be quoted
    assert send(house, "pay 9", quote=quote)[0] == "done"
    assert send(house, "pay 0", subject=" ".join(wrong + [tag])) == (
        "ignored", "too many wrong tags of her seat")
    quote = " ".join("~# " + one[1:-1] for one in wrong + [tag])
    assert send(house, "pay 0", quote=quote) == (
        "ignored", "a reply key that is not this sender's")
    made(house)


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
                                  "no other match is waiting for you")
    # nobody waits for Carmen: nothing is done for her
    assert send(house, "resign", address("Carmen"), dmarc="pass")[0] == (
        "ignored")
    assert kinds(house, address("Carmen"))[-1] == "unproved"
    # by her domain's signature too
    send(house, "play wine", top="Authentication-Results: mx.example.org;"
         " dkim=pass header.d=example.org\n")
    made(house, "pay 0", "play wine")


def test_none_pass_of_two_readings(house):
    """Of such a From our server may have looked at the other address."""
    house.example()
    believe(house)
    for sender in [address("Bernhard") + "@evil.example",
                   address("Bernhard") + ";eve@evil.example",
                   address("Bernhard") + ";<eve@evil.example>",
                   "Bernhard <%s\\@evil.example>" % address("Bernhard")]:
        state, _ = send(house, "pay 0", sender, top="Authentication-Results: "
                        "mx.example.org; dmarc=pass\n")
        assert state == "ignored", sender
    made(house)


def test_none_pass_of_an_onlooker(house):
    """An answer to a letter about one match means no other one."""
    house.match(seats=SEATS[:3])
    house.match(seats=["Dora", "Emil", "Fanny"])
    believe(house)
    house.ok("match", "watch", "1", "Dora <%s>" % address("Dora"))
    house.run()
    first = house.newest("Dora")
    first.says("lets you watch match 1")
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
        "ignored", "several matches wait for the sender; asked which")
    made(house)
    which = house.newest("Bernhard")
    which.says("more than one is waiting for you", tag_of(first),
               tag_of(second))
    assert kinds(house, BERNHARD)[-1] == "which"
    # each time, within bounds
    send(house, "pay 0", dmarc="pass")
    assert kinds(house, BERNHARD).count("which") == 2
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
        # each time, but for what is called forged
        assert len(house.letters("Bernhard")) == before + (
            2 if configured else 3)
        assert kinds(house, BERNHARD)[-1] == "unproved"
    view = house.newest("Bernhard")
    view.says("reply to this letter", "\u2192 pay 3", "Your hand")
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


# ---- tags that somebody tries ----

def wrong_tag(n):
    return "[g1-zz%s%s]" % ("abcdefghij"[n // 10], "abcdefghij"[n % 10])


def test_tried_tags(house):
    """Three wrong ones, and the right one moves nothing until a key comes."""
    house.example()
    letter = house.newest("Bernhard")
    tag = tag_of(letter)
    for n in range(2):
        send(house, "pay 1", subject=wrong_tag(n))
    assert send(house, "pay 9", subject=tag) == ("done", "refused")
    assert kinds(house, BERNHARD).count("guessed") == 0
    send(house, "pay 1", subject=wrong_tag(2))
    assert kinds(house, BERNHARD).count("guessed") == 1
    house.newest("Bernhard").says("three or more emails", "that is")
    for n in range(3, 9):
        assert send(house, "pay 1", subject=wrong_tag(n))[0] == "ignored"
        house.now += 3 * 3600
    assert send(house, "pay 1", subject=tag)[0] == "ignored"
    house.now += 3 * 86400
    assert send(house, "pay 1", subject=tag)[0] == "ignored"
    assert kinds(house, BERNHARD).count("guessed") == 1
    made(house)
    # nobody else's seat is touched by it
    steffi = tag_of(house.newest("Steffi"))
    assert send(house, "status", address("Steffi"), subject=steffi)[0] == (
        "done")
    # an answer with the key, and tags count again
    assert send(house, "pay 9", to=key_of(letter)) == ("done", "refused")
    assert send(house, "pay 1", subject=tag)[0] == "done"
    made(house, "pay 1")


def lock(house):
    for n in range(3):
        send(house, "pay 1", subject=wrong_tag(n))
    assert kinds(house, BERNHARD).count("guessed") == 1


def test_tried_with_a_verdict(house):
    """What is known to be forged, or hers, is no try; and hers counts."""
    house.example()
    believe(house)
    letter = house.newest("Bernhard")
    for n, verdict in enumerate(["fail"] * 4 + ["pass"] * 4):
        send(house, "help", subject=wrong_tag(n), dmarc=verdict)
    assert kinds(house, BERNHARD).count("guessed") == 0
    lock(house)
    assert send(house, "pay 1", subject=tag_of(letter))[0] == "ignored"
    assert send(house, "pay 1", subject=tag_of(letter), dmarc="pass")[0] == (
        "done")
    made(house, "pay 1")


def test_tried_again_the_same_day(house):
    """A key lifts it, but gives no three more tries."""
    house.example()
    letter = house.newest("Bernhard")
    tag = tag_of(letter)
    lock(house)
    send(house, "status", to=key_of(letter))
    assert send(house, "pay 9", subject=tag) == ("done", "refused")
    send(house, "pay 1", subject=wrong_tag(4))
    assert send(house, "pay 1", subject=tag)[0] == "ignored"
    assert kinds(house, BERNHARD).count("guessed") == 1
    made(house)


def test_tried_before_a_replacement(house):
    """It does not go on to the player who gets the seat."""
    house.example()
    lock(house)
    house.ok("match", "replace", "--seat", "Bernhard", "--reason", "gone", "1",
             "Dora <dora@example.org>")
    house.run()
    tag = tag_of(house.newest("Dora"))
    assert send(house, "pay 1", address("Dora"), subject=tag)[0] == "done"


def test_tried_in_one_mail(house):
    house.example()
    tag = tag_of(house.newest("Bernhard"))
    assert send(house, "pay 1", subject=" ".join(
        [wrong_tag(0), wrong_tag(1), wrong_tag(2), tag]))[0] == "ignored"
    assert send(house, "pay 1", subject=tag)[0] == "ignored"
    assert kinds(house, BERNHARD).count("guessed") == 1
    made(house)


def test_tried_by_a_player(house):
    """Whoever plays learns nothing of another one's tag by mails of her own,
    nor does a stranger."""
    house.example()
    mine, other = house.newest("Bernhard"), tag_of(house.newest("Steffi"))
    for subject in [other, wrong_tag(1)]:
        assert send(house, "pay 9", to=key_of(mine), subject=subject) == (
            "done", "refused"), subject
    texts = []
    for subject in [other, wrong_tag(2)]:
        assert send(house, "play wine", subject=subject)[0] == "ignored"
        texts.append(re.sub(r"[Ll]etter \d+", "",
                            house.newest("Bernhard").text))
    assert texts[0] == texts[1]
    folder = house.path("spool", "out", "%s", "new")
    texts = []
    for i, subject in enumerate([other, wrong_tag(3)]):
        sender = "eve%d@evil.example" % i
        assert send(house, "play wine", sender, subject=subject)[0] == (
            "ignored")
        name, = os.listdir(folder % sender)
        with open(os.path.join(folder % sender, name),
                  encoding="utf-8") as file:
            texts.append(file.read().split("\n\n", 1)[1])
    assert texts[0] == texts[1]


def test_nul_in_addresses(house):
    """An address with a NUL is none, whatever stands before it."""
    house.example()
    key = key_of(house.newest("Bernhard"))
    for sender, to in [(BERNHARD + "\0.evil.example", key),
                       ("Bernhard <%s\0>" % BERNHARD, key),
                       ("<%s\0@evil.example>" % BERNHARD, key),
                       ("B\0 <%s>" % BERNHARD, key),
                       (BERNHARD, key + "\0.evil"),
                       (BERNHARD, "<%s\0>" % key)]:
        assert send(house, "pay 1", sender, to=to)[0] != "done", (sender, to)
    made(house)


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
                "Authentication-Results: mx.example.org; dkim=none\n" + field,
                "Authentication-Results: mx.example.org; spf=fail\n" + field,
                field + ours,
                'Authentication-Results: "mx.exa\\mple.org"; dmarc=pass\n',
                'Authentication-Results: m"x.example".org; dmarc=pass\n',
                "Authentication-Results: mx.example.org\0.evil; dmarc=pass\n",
                "Received: from x by b.mx.example.org; now\n" + field,
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


def test_check_tells(house):
    """Whether anything of the name that is believed is there, says "check"."""
    def said():
        done = house.call("--json", "check")
        return [item for item in json.loads(done.stdout)
                if item["part"] == "authserv"][0]

    ours = "Authentication-Results: mx.example.org; dkim=none\n"
    house.example()
    assert "needs the key of a letter" in said()["says"]
    believe(house)
    for top in ["", "Received: from a by other.example; now\n" + ours,
                ours.replace("mx", "mx2")]:
        send(house, "hello", top=top)
        assert said()["state"] == "warning"
        assert "none of the newest" in said()["says"]
    send(house, "hello", top=ours)
    assert said()["state"] == "ok"
    assert " 1 of the newest " in said()["says"]


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


run_all(globals())
