#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Lines that may not be meant: what somebody else wrote, and what cannot be
taken back among other lines, is asked about."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from handmade import (  # noqa: E402
    BERNHARD, NEW, STEFFI, box, codes, key_of, kinds, last, made, newest,
    row_of, run_all, send, sql, tag_of)
from house import SEATS, address  # noqa: E402

FORWARD = """%sfyi

---------- Forwarded message ---------
From: Steffi <steffi@example.org>
Date: Sat, 21 Nov 2026 at 12:03
Subject: what I would do
To: Bernhard <bernhard@example.org>

%s
"""


def forwards(house, *lines, above=""):
    """He answers his newest letter with that in a text of somebody else."""
    house.reply(newest_seat(house, "Bernhard"),
                FORWARD % (above, "\n".join(lines)), quote=False)
    house.run()
    return newest(house)


def newest_seat(house, name):
    """His newest letter of the match."""
    return [one for one in house.letters(name) if "+g1." in key_of(one)][-1]


def asked(house, where=BERNHARD):
    """The question that went there last."""
    return [one for one in box(house, where)
            if "Did you mean that?" in one.text][-1]


def epoch(house, seat=0):
    return sql(house, "SELECT epoch FROM seat WHERE match = 1 AND seat = ?",
               seat)[0][0]


# ---- what somebody else wrote ----

def test_foreign_is_asked(house):
    house.example()
    before = len(box(house, BERNHARD))
    assert forwards(house, "pay 2") == ("done", "asked whether it is meant")
    made(house)
    assert len(box(house, BERNHARD)) == before + 1
    question = asked(house)
    question.says("text by somebody else", "It says \"pay 2\"",
                  "match 1 of Mutineer")
    # nobody else hears of it
    for name in SEATS[1:]:
        assert kinds(house, address(name)).count("confirm") == 0
    assert send(house, "yes " + codes(question)) == ("done", "done")
    made(house, "pay 2")
    house.newest("Bernhard").says("as if you had written it just now", "done \u2192 pay 2")
    # once
    house.now += 7 * 3600
    send(house, "yes " + codes(question))
    made(house, "pay 2")


def test_foreign_no(house):
    house.example()
    forwards(house, "pay 2")
    question = asked(house)
    assert send(house, "no " + codes(question))[0] == "done"
    house.newest("Bernhard").says("none of it has been done")
    send(house, "yes " + codes(question))
    made(house)


def test_foreign_in_own_words(house):
    """The question is answered like every other one."""
    house.example()
    forwards(house, "pay 2")
    house.reply(asked(house), "Yes, I meant that.\n\nBernhard")
    house.run()
    made(house, "pay 2")
    house.newest("Bernhard").says("Yes, I meant that", "pay 2")


def test_foreign_beside_own(house):
    """Who writes a command herself is obeyed, and the other one is none."""
    house.example()
    forwards(house, "pay 2", above="pay 1\n\n")
    made(house, "pay 1")
    assert kinds(house, BERNHARD).count("confirm") == 0


def test_foreign_several_lines(house):
    """All of it is done, in order, what is refused is told."""
    house.example()
    forwards(house, "pay 2", "play wine", "2", "say all: hello")
    question = asked(house)
    question.says("pay 2", "play wine")
    question.lacks("says \"2\"", "hello")
    send(house, "yes " + codes(question))
    made(house, "pay 2", "play wine")


def test_foreign_late(house):
    """A yes for a turn that is past does no harm."""
    house.example()
    forwards(house, "pay 2")
    question = asked(house)
    house.reply(newest_seat(house, "Bernhard"), "pay 0\nplay wine")
    house.run()
    made(house, "pay 0", "play wine")
    assert send(house, "yes " + codes(question))[0] == "done"
    made(house, "pay 0", "play wine")
    house.newest("Bernhard").says("Refused: \"pay 2\"")


def test_foreign_after_a_week(house):
    house.example()
    forwards(house, "pay 2")
    code = codes(asked(house))
    house.now += 7 * 86400 + 60
    send(house, "yes " + code)
    made(house)


def test_foreign_code_from_elsewhere(house):
    """A code is of whoever was asked, and guessing it is no lottery."""
    house.example()
    forwards(house, "pay 2")
    code = codes(asked(house))
    for sender in [STEFFI, NEW, "eve@evil.example"]:
        send(house, "yes " + code, sender)
    made(house)
    wrong = ["yes aaaaa%d" % i for i in range(2, 7)]
    send(house, "\n".join(wrong + ["yes " + code]))
    made(house)
    send(house, "yes " + code)
    made(house, "pay 2")


def test_foreign_asked_seldom(house):
    """The same is not asked twice, and no more than three things a day; the
    rest is refused in a sentence."""
    house.example()
    forwards(house, "pay 2")
    forwards(house, "pay 2")
    assert kinds(house, BERNHARD).count("confirm") == 1
    house.newest("Bernhard").says("text that somebody else wrote",
                                  "write it yourself")
    for i in [3, 4, 5, 6]:
        house.now += 3600
        forwards(house, "pay %d" % i)
    assert kinds(house, BERNHARD).count("confirm") == 3
    made(house)
    house.now += 86400
    forwards(house, "pay 1")
    assert kinds(house, BERNHARD).count("confirm") == 4


def test_foreign_seat_given_up(house):
    """The seat has gone to somebody else meanwhile."""
    house.example()
    forwards(house, "pay 2")
    code = codes(asked(house))
    house.ok("match", "replace", "1", "--seat", "0", "Dora <dora@example.org>",
             "--reason", "tea")
    house.run()
    send(house, "yes " + code)
    assert house.moves() == []
    last(house, BERNHARD).says("no longer yours")


def test_foreign_question_comes_back(house):
    """A question that somebody quotes whole answers nothing."""
    house.example()
    forwards(house, "pay 2")
    question = asked(house)
    send(house, question.text)
    house.reply(question, question.text, quote=False)
    house.run()
    made(house)


def test_foreign_other_lines_of_the_answer(house):
    """In an answer to a letter of the match, beside a move."""
    house.example()
    forwards(house, "pay 2")
    code = codes(asked(house))
    house.reply(newest_seat(house, "Bernhard"), "yes %s\nplay wine" % code)
    house.run()
    made(house, "pay 2", "play wine")


def test_foreign_other_match(house):
    """The answer to a letter of one match does nothing in another."""
    house.example()
    forwards(house, "pay 2")
    code = codes(asked(house))
    house.match("--name", "Second", seats=SEATS[:3])
    house.run()
    second = house.newest("Bernhard")
    house.reply(second, "yes %s\nready" % code)
    house.run()
    made(house)
    house.newest("Bernhard").says("about another match")
    assert house.json("match", "show", "2")["seats"][0]["ready"]
    house.reply(asked(house), "yes " + code)
    house.run()
    made(house, "pay 2")


# ---- in the writer's own lines ----

def test_list_help(house):
    """Among talk that a mailing list passed on, "help" may be the list's."""
    house.example()
    letter = newest_seat(house, "Bernhard")
    before = len(box(house, BERNHARD))
    house.reply(letter, "Lovely weather over here.\n\nhelp", quote=False,
                List_Id="<boats.lists.example.net>")
    house.run()
    assert newest(house) == ("done", "asked whether it is meant"), newest(
        house)
    assert len(box(house, BERNHARD)) == before + 1
    # by itself, or with a move, it is for us
    house.reply(letter, "help", quote=False,
                List_Id="<boats.lists.example.net>")
    house.run()
    last(house, BERNHARD).says('You wrote "help": help is below')
    house.reply(letter, "pay 2\nhelp", quote=False,
                List_Id="<boats.lists.example.net>")
    house.run()
    made(house, "pay 2")


def test_list_words(house):
    """A list's robot takes words of its own, wherever they are told."""
    house.example()
    for text in ["Commands for the list:\nhelp\nunsubscribe\nto "
                 "boats-request@lists.example.net",
                 "Send\nhelp\nto <listserv@example.edu>",
                 "Aby otrzymać pomoc, wyślij\npomoc\nna adres "
                 "boats-leave@lists.example.net"]:
        house.now += 4000
        sql(house, "DELETE FROM ask WHERE kind = 'meant'")
        house.reply(newest_seat(house, "Bernhard"),
                    "Lovely weather over here.\n\n" + text, quote=False)
        house.run()
        assert newest(house) == ("done", "asked whether it is meant"), (
            text, newest(house))


TAKEN_BACK = ["pay 2\n\nThanks\n\nActually no",
              "pay 2\n\nThanks\nBernhard\n\nno, wait",
              "pay 2\nno", "2 \u2192 pay 2\n\nno, wait",
              "pay 2\n\nBest regards\nSorry, hold on!",
              "pay 2\n\nThanks\nnie, czekaj", "pay 2\n\nDanke\nWarte, nein",
              "pay 2\n\nСпасибо\nнет, подождите"]


def test_taken_back(house):
    house.example()
    language = {"nie": "pl", "War": "de", "нет": "ru"}
    for text in TAKEN_BACK:
        code = language.get(text.split("\n")[-1][:3], "en")
        sql(house, "UPDATE person SET language = ? WHERE name = 'Bernhard'",
            code)
        house.now += 4000
        sql(house, "DELETE FROM ask WHERE kind = 'meant'")
        house.reply(newest_seat(house, "Bernhard"), text, quote=False)
        house.run()
        assert newest(house) == ("done", "asked whether it is meant"), (
            text, newest(house))
    made(house)


LEFT = [("2\nactually no", ['You wrote "2": not done'], []),
        ("say all: ahoyoy\n\nThanks\n\nActually no",
         ['"say all": not done'], []),
        ("pay 2\n2\nsay Steffi: ahoyoy\n\nThanks\n\nactually no", [],
         ["2", "say Steffi"])]


def test_taken_back_is_told(house):
    """What a later yes cannot do is not met by silence."""
    house.example()
    for text, told, left in LEFT:
        house.now += 4000
        letters = len(box(house, BERNHARD))
        house.reply(newest_seat(house, "Bernhard"), text, quote=False)
        house.run()
        assert len(box(house, BERNHARD)) == letters + 1, text
        answer = box(house, BERNHARD)[-1]
        answer.says(*told)
        if left:
            answer.says("not part of the question",
                        *['It says "%s".' % line for line in left])
            assert answer.text.index("yes ") < answer.text.index(
                "not part of"), answer.text
    for name in SEATS[1:]:
        assert not [one for one in house.letters(name)
                    if "ahoyoy" in one.text]
    made(house)


ARROWS = [("pay 2\n3 \u2192 pay 3", "3 \u2192 pay 3"),
          ("status\n1 -> pay 1", "1 -> pay 1")]


def test_arrow_beside_a_command(house):
    """A line of the list that was typed beside another one is told."""
    house.example()
    for text, line in ARROWS:
        house.now += 4000
        house.reply(newest_seat(house, "Bernhard"), text, quote=False)
        house.run()
        box(house, BERNHARD)[-1].says(line, "without the number and the arrow")
    made(house, "pay 2")
    # the line of the list that was chosen
    house.reply(newest_seat(house, "Bernhard"),
                "play wine\n1 \u2192 play wine", quote=False)
    house.run()
    made(house, "pay 2", "play wine")
    box(house, BERNHARD)[-1].lacks("without the number and the arrow")


def test_more_than_can_be_asked(house):
    """Lines beyond those of one question are told, too."""
    house.example()
    forwards(house, *["pay %d" % i for i in range(13)])
    question = asked(house)
    first, rest = question.text.split("not part of the question")
    for i in range(13):
        part = first if i < 10 else rest
        assert 'says "pay %d"' % i in part, question.text


def test_not_taken_back(house):
    """Nor does a signature, or a no above the move."""
    house.example()
    house.reply(newest_seat(house, "Bernhard"),
                "No, I am not cross.\nno\npay 2\n\nThanks\nBernhard\n"
                "12 Wrong Way", quote=False)
    house.run()
    made(house, "pay 2")


AWAY = [("Automatic reply: [Mutineer 1]", "en",
         "I will be away until 30 November.\n\nBest regards\nBernhard"),
        ("Out of office", "en", "away until 30 November"),
        ("Automatische Antwort: [Mutineer 1]", "de",
         "Ich bin abwesend bis 30. November."),
        ("Odpowiedź automatyczna: [Mutineer 1]", "pl", "nie ma mnie do 30.11."),
        ("Автоответ: [Mutineer 1]", "ru", "меня нет до 30 ноября")]


def test_automatic_absence(house):
    """A program answers for its owner: that is no word to us."""
    house.example()
    for subject, language, text in AWAY:
        sql(house, "UPDATE person SET language = ? WHERE name = 'Bernhard'",
            language)
        house.now += 4000
        sql(house, "DELETE FROM ask WHERE kind = 'meant'")
        house.reply(newest_seat(house, "Bernhard"), text, quote=False,
                    subject=subject)
        house.run()
        assert newest(house) == ("done", "asked whether it is meant"), (
            text, newest(house))
        assert not sql(house, "SELECT * FROM absence"), text
    # a move is one all the same
    house.reply(newest_seat(house, "Bernhard"), "pay 2", quote=False,
                subject=AWAY[0][0])
    house.run()
    made(house, "pay 2")


# ---- what gives something up ----

def test_key_alone(house):
    """Alone in a plain answer it is done, as ever."""
    house.example()
    house.say("Bernhard", "key").says("reply address of this letter is new")
    assert epoch(house) == 1


def test_key_among_other_lines(house):
    """The rest is done."""
    house.example()
    letter = house.newest("Bernhard")
    house.reply(letter, "pay 2\nkey")
    house.run()
    made(house, "pay 2")
    assert epoch(house) == 0
    newest_seat(house, "Bernhard").says("Not done: \"key\". This cannot be taken back")
    question = asked(house)
    question.says("cannot be undone", "It says \"key\"")
    question.lacks("pay 2")
    assert send(house, "yes " + codes(question))[0] == "done"
    assert epoch(house) == 1
    made(house, "pay 2")


def test_key_that_was_not_meant(house):
    """With prose, by a list, as a subject, in a mail of its own."""
    house.example()
    letter = house.newest("Bernhard")
    for text, fields in [
            ("Hello all,\nthe parcel is in the shed, mind the\nkey\nJo", {}),
            ("key", {"List_Id": "<chess.lists.example>"}),
            ("", {"subject": "Re: key"}),
            ("", {"subject": "key " + tag_of(letter)}),
            ("key", {"to": "robot@example.org", "threaded": False})]:
        house.reply(letter, text, quote=False, **fields)
        house.now += 86400
        house.run()
        assert epoch(house) == 0, (text, fields)
    # the letters of before still count
    house.reply(letter, "pay 2")
    house.run()
    made(house, "pay 2")


def test_resign_in_the_muster(house):
    house.match(seats=SEATS[:3])
    house.run()
    house.reply(house.newest("Bernhard"), "resign\nI fear that I have no time")
    house.run()
    assert house.json("match", "show", "1")["state"] == "muster"
    question = asked(house)
    house.reply(question, "yes")
    house.run()
    assert house.json("match", "show", "1")["state"] != "muster"


def test_numbers_count_in_answers_alone(house):
    """Not in a subject, nor in what a mailing list brings."""
    house.example()
    letter = house.newest("Bernhard")
    for text, fields in [
            ("", {"subject": "2"}), ("", {"subject": "Re: 2"}),
            ("2", {"subject": "hello", "threaded": False,
                   "List_Id": "<sea.lists.example>"}),
            ("2", {"subject": "hello", "threaded": False,
                   "to": "robot@example.org"})]:
        house.reply(letter, text, quote=False, **fields)
        house.run()
        assert house.moves() == [], fields
    house.reply(letter, "2")
    house.run()
    made(house, "pay 2")


run_all(globals())
