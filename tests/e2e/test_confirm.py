#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What people are asked before they are believed, and what they never
learn of each other."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from handmade import (  # noqa: E402
    BERNHARD, NEW, STEFFI, believe, box, codes, key_of, kinds, last, made,
    newest, row_of, run_all, send, sql)
from house import ROBOT, SEATS, House, address  # noqa: E402


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


def test_code_in_a_subject(house):
    """As a link may bring it, in a mail without a text."""
    house.example()
    letter = house.newest("Bernhard")
    send(house, "pay 0", NEW, key_of(letter))
    code = codes(house.newest("Bernhard"))
    assert send(house, "", subject="Re: yes " + code)[0] == "done"
    made(house, "pay 0")


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
            if "now count as yours" in " ".join(letter.text.split())]
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


def test_asked_again_after_a_month(house):
    """Whoever has a key cannot fill its owner's mailbox from one address: a
    month goes by before the next question about it, answered or not."""
    house.example()
    letter = house.newest("Bernhard")

    def questions(days):
        house.now += days * 86400
        send(house, "pay 0", NEW, key_of(letter))
        return kinds(house, BERNHARD).count("confirm")

    assert questions(0) == 1
    send(house, "no " + codes(house.newest("Bernhard")))
    assert questions(3) == 1
    assert questions(26) == 1
    assert questions(1) == 2
    # this one is let lie
    assert questions(29) == 2
    assert questions(1) == 3
    made(house)


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


# ---- answers in words of their own ----

def answered(house, question, text, **fields):
    """A reply to the letter that asks, as a mail program makes it; what became
    of it."""
    house.reply(question, text, **fields)
    house.run()
    return newest(house)


YES = ["yes", "Yes.", "Yes, it was me.", "YES! That's me", "yep, it was me",
       "Hello,\n\nyes, I wrote that, sorry!\n\nBernhard",
       "Tak, to ja", "tak, to ja.", "Ja, das war ich.", "ja!",
       "\u0434\u0430, \u044d\u0442\u043e \u044f"]
NO = ["no", "No, it was not me!", "nie, to nie ja", "Nein, das war ich nicht",
      "\u043d\u0435\u0442"]
NEITHER = ["yes and no", "Yes?", "Yes, but what is that?", "no idea, yes",
           "ok", "and?", "yes\nno", "I did not say yes", "maybe"]
# A yes with more beside it: she is told what counts.
UNSURE = ["yes\nActually no, it was not me.", "yes\nno",
          "Yes.\n\nHello, I got your letter but I never wrote from that "
          "address, please drop it", "No\n\nwell, yes it was me",
          "yes\n\nThanks\nActually no.", "yes\n\nThanks\nBernhard\nwait, no",
          "yes\nWhat is this about?", "yes\nhi\nsorry\nreally\nwait, no!"]
LANGUAGE = {"T": "pl", "t": "pl", "n": "pl", "J": "de", "N": "de", "j": "de"}


def asked(house, language="en"):
    """A question about a mail from a new address."""
    house.example()
    house.ok("person", "set", "1", "--language", language)
    letter = house.newest("Bernhard")
    send(house, "pay 0", NEW, key_of(letter))
    return house.newest("Bernhard")


def language_of(text):
    if text[0] > "\u0400":
        return "ru"
    if text in UNSURE or text in ("no", "No, it was not me!"):
        return "en"
    return LANGUAGE.get(text[0], "en")


def each(texts, check):
    for text in texts:
        house = House()
        try:
            check(house, asked(house, language_of(text)), text)
        except AssertionError as fault:
            raise AssertionError("%r: %s" % (text, fault)) from fault
        finally:
            house.close()


def test_yes_in_own_words(_):
    def check(house, question, text):
        assert answered(house, question, text)[0] == "done"
        made(house, "pay 0")
        assert house.json("person", "show", "1")["writes_from_too"] == [NEW]
    each(YES, check)


def test_no_in_own_words(_):
    def check(house, question, text):
        assert answered(house, question, text)[0] == "done"
        made(house)
        assert house.json("person", "show", "1")["writes_from_too"] == []
        # it is closed, and the next answer hears so
        assert answered(house, question, "yes")[0] == "ignored"
        made(house)
    each(NO, check)


def test_neither_yes_nor_no(_):
    def check(house, question, text):
        answered(house, question, text)
        made(house)
        assert house.json("inbox", "list", "--state", "held")
    each(NEITHER, check)


def test_unsure_yes(_):
    def check(house, question, text):
        assert answered(house, question, text)[0] == "ignored"
        made(house)
        assert house.json("inbox", "list", "--state", "held")
        house.newest("Bernhard").says("only counts if the email says and asks "
                                      "nothing else")
        # it is open yet
        assert answered(house, question, "yes\n\nBernhard\nTel. 12345")[
            0] == "done"
        made(house, "pay 0")
    each(UNSURE, check)


def test_own_words_need_the_letter(house):
    """In a fresh mail, to a letter of the match, or from elsewhere, a word
    is a word."""
    house.example()
    first = house.newest("Bernhard")
    send(house, "pay 0", NEW, key_of(first))
    question = house.newest("Bernhard")
    send(house, "yes")
    send(house, "yes", In_Reply_To="<x.naaaaaaaa.aaaaaaaaaaaaa@example.org>")
    answered(house, first, "yes")
    answered(house, question, "yes", sender=NEW)
    answered(house, question, "yes", sender=STEFFI)
    answered(house, question, "Yes, it was me.", sender="eve@evil.example")
    made(house)
    # an automatic answer is none, whatever it says
    house.reply(question, "yes", Auto_Submitted="auto-replied")
    house.run()
    made(house)
    assert answered(house, question, "yes")[0] == "done"
    made(house, "pay 0")


def test_own_words_to_a_friend(house):
    """A friend's mail about our question is what is answered."""
    question = asked(house)
    friend = "<abc@friend.example>"
    house.reply(question, "Yes", threaded=False, quote=False,
                to="Bert <bert@friend.example>, " + ROBOT, In_Reply_To=friend,
                References=question.id + " " + friend)
    house.run()
    made(house)
    house.reply(question, "Yes", threaded=False, quote=False, to=ROBOT,
                References=friend + " " + question.id)
    house.run()
    made(house, "pay 0")


def test_own_words_by_the_address_alone(house):
    """Some servers put ids of their own in the place of ours."""
    question = asked(house)
    assert "+x." in key_of(question), key_of(question)
    assert send(house, "Yes, it was me.", to=key_of(question),
                subject="Re: [turnpost]")[0] == "done"
    made(house, "pay 0")


def test_own_words_too_late(house):
    """One answer says what to write."""
    question = asked(house)
    assert answered(house, question, "no")[0] == "done"
    before = len(box(house, BERNHARD))
    house.now += 7 * 3600
    assert answered(house, question, "yes")[0] == "ignored"
    letters = box(house, BERNHARD)
    assert len(letters) == before + 1
    letters[-1].says("no longer open", "with its code")
    # nothing is said to an unknown sender that an unknown address does not hear
    answered(house, question, "yes", sender="eve@evil.example")
    assert kinds(house, "eve@evil.example") == ["stranger"]


def test_own_words_to_each_question(house):
    """Two are open: each letter is about its own."""
    house.example()
    believe(house)
    letter = house.newest("Bernhard")
    send(house, "pay 0", to=key_of(letter), dmarc="fail")
    first = house.newest("Bernhard")
    send(house, "pay 1", to=key_of(letter), dmarc="fail")
    second = house.newest("Bernhard")
    assert answered(house, first, "no")[0] == "done"
    made(house)
    assert answered(house, second, "yes")[0] == "done"
    made(house, "pay 1")


def test_own_words_for_a_move(house):
    """Both addresses are asked, each answers its own letter."""
    house.example()
    ask_move(house)
    ours, theirs = asked_to_move(house, BERNHARD), last(house, NEW)
    answered(house, theirs, "yes", sender=BERNHARD)
    answered(house, ours, "yes", sender=NEW)
    assert house.json("person", "show", "1")["address"] == BERNHARD
    assert answered(house, theirs, "Yes, that was me.", sender=NEW)[
        0] == "done"
    assert answered(house, ours, "that's right")[0] == "done"
    assert house.json("person", "show", "1")["address"] == NEW


# ---- the organiser lets a mail in ----

def test_vouched_organiser(house):
    house.example()
    letter = house.newest("Bernhard")
    send(house, "pay 0", STEFFI, key_of(letter))
    number = house.json("inbox", "list")[0]["mail"]
    house.ok("inbox", "release", str(number))
    house.run()
    made(house, "pay 0")
    assert row_of(house, number)["state"] == "done"
    house.newest("Bernhard").says("done \u2192 pay 0", "has accepted an email")
    for name in SEATS[1:]:
        house.newest(name).says("has accepted an email in the "
                                "name of Bernhard")
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
            if "letters to go to another address:" in
            " ".join(letter.text.split())][-1]


def ask_move(house, to=NEW):
    answer = house.say("Bernhard", "address " + to, quote=False)
    answer.says("a question has gone to both addresses")
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
        last(house, sender).says("confirmed from both addresses")
        for name in SEATS[1:]:
            house.newest(name).says("Letters for Bernhard now go to another "
                                    "address; Bernhard has asked for it")
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


def test_move_half_again(house):
    """Two machines that send one code to and fro come to an end."""
    house.example()
    ours, theirs = ask_move(house)
    for code, sender in [(ours, BERNHARD), (theirs, NEW)]:
        assert send(house, "yes " + code, sender)[0] == "done"
        before = len(box(house, sender))
        for _ in range(9):
            assert send(house, "yes " + code, sender)[0] == "ignored"
        assert len(box(house, sender)) <= before + 3
    assert house.json("person", "show", "1")["address"] == NEW


def test_move_by_the_organiser_meanwhile(house):
    """Who still reads the old mailbox cannot turn it round again."""
    house.example()
    letter = house.newest("Bernhard")
    ours, theirs = ask_move(house)
    send(house, "pay 0", "alias@evil.example", key_of(letter))
    alias = codes(house.newest("Bernhard"))
    house.ok("person", "set", "1", "--address", "safe@new.example")
    for code, sender in [(ours, BERNHARD), (theirs, NEW), (alias, BERNHARD)]:
        assert send(house, "yes " + code, sender)[0] == "ignored", sender
    person = house.json("person", "show", "1")
    assert person["address"] == "safe@new.example", person
    assert person["writes_from_too"] == [BERNHARD], person


def test_move_refused(house):
    house.example()
    for bad, why in [("anna@", "cannot go to that address"),
                     ("robot@example.org", "cannot go to that address"),
                     ("noreply@x.example", "cannot go to that address"),
                     (STEFFI, "cannot go to that address"),
                     (BERNHARD, "already go to that address")]:
        house.now += 3600
        house.say("Bernhard", "address " + bad, quote=False).says(why)
    assert not sql(house, "SELECT * FROM ask")
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
    house.newest("Bernhard").says("belongs to somebody else")


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


run_all(globals())
