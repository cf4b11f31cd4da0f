#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Players who sit with robots alone: one letter says what became of a mail and
what robots have done since; if they take long, the answer leaves alone."""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import PLAIN, TextHouse, address  # noqa: E402
from tap import Tap  # noqa: E402
from test_robots import ANNA, NUMBERED, made  # noqa: E402

WAITS = 120  # seconds


def started(house, *seats, game="mutineer", more=()):
    made(house, ANNA, *(seats or ["robot:easy"] * 2), game=game, more=more)
    house.run()
    house.say("Anna", "ready")
    while not NUMBERED.search(house.newest("Anna").text):
        house.run()


def move(house):
    """Anna's first choice, in a mail; returns the id of that."""
    before = house.rows("SELECT count(*) FROM inbox")[0][0]
    house.reply(house.newest("Anna"),
                NUMBERED.search(house.newest("Anna").text).group(1),
                id="<mail-%d@client.example>" % before)
    return "<mail-%d@client.example>" % before


def without_thought(house, seconds=60):
    """All steps but the one in which robots think."""
    house.now += seconds
    for step in "receive", "handle", "send":
        house.ok(step)


def fresh(house, count):
    return house.letters("Anna")[count:]


def waiting(house):
    """The id of a mail whose answer waits for robots, and how many letters came
    before; some moves are followed by another one of Anna's."""
    for _ in range(20):
        count = len(house.letters("Anna"))
        mail = move(house)
        without_thought(house)
        if not fresh(house, count):
            return mail, count
        house.run()
    raise AssertionError("robots are never next")


def is_answered(house):
    """Each mail is answered once, each letter that was not replaced has left
    once, and no number is missing between them."""
    mails = [number for number, in house.rows(
        "SELECT id FROM inbox ORDER BY id")]
    answered = [mail for mail, in house.rows(
        "SELECT answers FROM outbox WHERE answers IS NOT NULL"
        " ORDER BY answers")]
    assert answered == mails, (answered, mails)
    left = house.rows("SELECT message_id, number FROM outbox WHERE state ="
                      " 'sent' AND person = 1 ORDER BY id")
    assert not house.rows("SELECT id FROM outbox WHERE state NOT IN ('sent',"
                          " 'replaced')")
    assert [number for _, number in left] == list(
        range(1, len(left) + 1)), left
    assert [letter.id for letter in house.letters("Anna")] == [
        "<%s>" % name for name, _ in left]


def test_one_letter_a_move(house):
    """In a whole match, the last letter of which answers as well."""
    started(house)
    moves = both = 0
    while house.life() == "running":
        count = len(house.letters("Anna"))
        mail = move(house)
        house.run()
        letters = fresh(house, count)
        assert len(letters) == 1, [letter.text for letter in letters]
        letter = letters[0]
        letter.says("\u2713 You wrote \"")
        assert letter.mail["In-Reply-To"] == mail, letter.mail.items()
        assert letter.mail["References"].endswith(mail)
        if house.life() == "running":
            letter.says("your turn in match 1",
                        "Since the last letter to you:", "You ")
            both += "Anna, it is your turn" in letter.text
        moves += 1
    assert moves > both > 10
    is_answered(house)
    house.newest("Anna").says("match 1 of Mutineer is over.")


def test_languages(house):
    """In the language of the player, and about the move as it was understood:
    before what robots did."""
    started(house)
    for language, turn in (("de", "du bist dran"), ("pl", "to twoja kolej"),
                           ("ru", "ваша очередь")):
        house.ok("person", "set", "anna@example.org", "--language", language)
        _, count = waiting(house)
        house.run()
        letter, = fresh(house, count)
        assert 0 < letter.text.index("\u2713") < letter.text.index(turn), (
            letter.text)


def test_robots_take_long(house):
    """The answer leaves by itself, and the turn follows when they are done."""
    started(house)
    mail, count = waiting(house)
    without_thought(house, WAITS - 1)
    assert not fresh(house, count)
    without_thought(house, 1)
    letter, = fresh(house, count)
    assert letter.mail["In-Reply-To"] == mail
    letter.says("\u2713 You wrote \"", "there is nothing for you to decide now")
    house.run()
    answer, turn = fresh(house, count)
    assert answer.id == letter.id
    turn.says("it is your turn")
    turn.lacks("You wrote")
    assert turn.mail["In-Reply-To"] != mail
    is_answered(house)


def test_late_but_in_time(house):
    """Robots that are done in the next round."""
    started(house)
    mail, count = waiting(house)
    house.run()
    letter, = fresh(house, count)
    assert letter.mail["In-Reply-To"] == mail
    letter.says("\u2713 You wrote \"", "it is your turn")
    is_answered(house)


def test_another_mail(house):
    """While the answer waits: it leaves before the answer to that one."""
    for line, says in (("status", "nothing for you to decide now"),
                       ("abracadabra", "nothing was done"),
                       ("say all: hello", "said to everyone: \"hello\"")):
        started(house) if not house.rows("SELECT 1 FROM match") else None
        first, count = waiting(house)
        house.reply(house.newest("Anna"), line, id="<another@%s.example>"
                    % line[:3])
        without_thought(house, 1)
        one, two = fresh(house, count)
        assert one.mail["In-Reply-To"] == first
        assert two.mail["In-Reply-To"] == "<another@%s.example>" % line[:3]
        one.says("\u2713 You wrote \"")
        two.says(says)
        house.run()
        turn = fresh(house, count)[2:]
        assert len(turn) == 1, turn
        turn[0].says("it is your turn")
        turn[0].lacks("You wrote")
        is_answered(house)


def test_move_taken_back(house):
    """By the organiser, while the answer waits."""
    started(house)
    mail, count = waiting(house)
    house.ok("match", "undo", "1", "--reason", "a slip")
    house.run()
    letter, = fresh(house, count)
    assert letter.mail["In-Reply-To"] == mail
    letter.says("\u2713 You wrote \"", "it is your turn", "a slip")
    is_answered(house)


def test_what_went_wrong_is_told_at_once(house):
    """Only the good news that a move was taken waits."""
    others = set()
    for more in ("status", "rules", "play sand", "check 1", "ping") * 4:
        started(house) if not house.rows("SELECT 1 FROM match") else None
        count = len(house.letters("Anna"))
        found = NUMBERED.search(house.newest("Anna").text).group(1)
        house.reply(house.newest("Anna"), "%s\n%s" % (found, more))
        without_thought(house)
        letter, = fresh(house, count)
        letter.says("\u2713 You wrote \"")
        if not NUMBERED.search(letter.text):
            others.add(more)
        house.run()
        is_answered(house)
    assert len(others) == 5, others  # robots were next


def test_a_newer_letter_takes_the_place_of_both(house):
    """Of one that answers and could not leave yet."""
    started(house)
    mail, count = waiting(house)
    for stop in range(1, 100):
        house.now += 1
        house.call("run", env={"TURNPOST_STOP_AT": str(stop)})
        house.ok("tick")
        if house.rows("SELECT 1 FROM outbox JOIN waiting_answer"
                      " ON outbox = id WHERE state = 'new' AND next_try <= ?",
                      int(house.now)):
            break
    assert not fresh(house, count)
    house.ok("match", "undo", "1", "--reason", "a slip")
    house.run()
    letter, = fresh(house, count)
    assert letter.mail["In-Reply-To"] == mail
    letter.says("\u2713 You wrote \"", "it is your turn", "a slip")
    assert letter.text.count("You wrote") == 1
    is_answered(house)


def test_a_robot_is_replaced(house):
    """By a person: the answer leaves before the letter that says so."""
    started(house)
    mail, count = waiting(house)
    for seat in "12":
        house.ok("match", "replace", "1", "Bert%s <bert%s@example.org>" % (
            seat, seat), "--seat", seat, "--reason", "a person is here")
    house.run()
    letters = fresh(house, count)
    assert letters[0].mail["In-Reply-To"] == mail
    letters[0].says("\u2713 You wrote \"")
    assert "Bert" not in letters[0].text, letters[0].text
    assert "Bert" in letters[1].text
    is_answered(house)


def test_calendar(house):
    """The deadline that was met leaves the player's calendar with the letter
    that answers as well, if that asks nothing."""
    house.policy(**{**PLAIN, "time": "1d"})
    started(house)
    house.say("Anna", "calendar on")
    mail, count = waiting(house)
    house.ok("match", "pause", "1", "--reason", "smoke")
    house.ok("match", "end", "1", "--reason", "a fire")
    house.run()
    letter = fresh(house, count)[-1]
    entry, = [part.get_content() for part in letter.mail.walk()
              if part.get_content_type() == "text/calendar"]
    assert "STATUS:CANCELLED" in str(entry), entry


def test_two_people(house):
    """Nobody waits for robots where other people play."""
    made(house, ANNA, "Bert <bert@example.org>", "robot:easy")
    house.start(["Anna", "Bert"])
    while not NUMBERED.search(house.newest("Anna").text):
        found = NUMBERED.search(house.newest("Bert").text)
        house.say("Bert", found.group(1)) if found else house.run()
    count = len(house.letters("Anna"))
    mail = move(house)
    without_thought(house)
    letter = fresh(house, count)[0]
    assert letter.mail["In-Reply-To"] == mail


def of_match(house, match):
    """Anna's newest letter about that match."""
    (name,), = house.rows("SELECT message_id FROM outbox WHERE match = ? AND"
                          " state = 'sent' ORDER BY id DESC LIMIT 1", match)
    letter, = [one for one in house.letters("Anna") if one.id == "<%s>" % name]
    return letter


def answered(house, count):
    """The mails that letters since those answer."""
    return [letter.mail["In-Reply-To"] for letter in fresh(house, count)
            if letter.mail["In-Reply-To"]]


def test_two_matches(house):
    """Moves in two matches come in one round, and robots move in both: each mail
    has one letter, which says what is true then."""
    matches = [made(house, ANNA, *["robot:easy"] * 2) for _ in range(2)]
    house.run()
    for match in matches:
        house.reply(of_match(house, match), "ready")
    house.run()
    together = 0
    for _ in range(30):
        count, mails = len(house.letters("Anna")), []
        for match in matches:
            letter = of_match(house, match)
            first = NUMBERED.search(letter.text)
            mails.append("<both-%d-%d@client.example>" % (count, match))
            house.reply(letter, first.group(1) if first else "status",
                        id=mails[-1])
        for _ in range(3):
            house.run()
        letters = fresh(house, count)
        assert sorted(answered(house, count)) == mails
        together += len(letters) == 2 and all(
            "\u2713" in letter.text and "it is your turn" in letter.text
            for letter in letters)
        if together == 3:
            return
    raise AssertionError("robots never moved in both")


def test_letters_that_would_wait(house):
    """A player who wants letters together, once a day, hears at once that the
    move was taken."""
    started(house)
    house.say("Anna", "mail digest 18:00").says("18:00")
    for _ in range(8):
        count = len(house.letters("Anna"))
        mail = move(house)
        without_thought(house)
        letter, = fresh(house, count)
        assert letter.mail["In-Reply-To"] == mail
        house.run()
        if not NUMBERED.search(letter.text):
            return


def test_stopped_anywhere(house):
    """Each mail is answered once, and each letter leaves once, wherever the
    program was stopped and whether the next run comes in time."""
    started(house)
    stops = 0
    for n in range(1, 1000):
        assert house.life() == "running"
        count = len(house.letters("Anna"))
        mail = move(house)
        house.now += 60
        done = house.call("run", env={"TURNPOST_STOP_AT": str(n)})
        house.now += (WAITS + 60) * (n % 2)
        house.steps()
        letters = fresh(house, count)
        assert letters[0].mail["In-Reply-To"] == mail
        assert len(letters) <= 1 + n % 2, letters
        letters[0].says("\u2713 You wrote \"")
        letters[-1].says("your turn" if house.life() == "running"
                         else "is over")
        is_answered(house)
        stops += done.returncode != 0
        if done.returncode == 0 and stops > 1:
            break
    assert stops > 10, stops


def plays(letter):
    """The cards that may be played, as the letter lists them."""
    return re.findall(r"^ +\d+ +\u2192 (play \w+)$", letter.text, re.M)


def test_planned_too(house):
    """A mail has a move and one for the next turn. When the letter comes that
    answers it, robots may have moved and the second move may be made, or not be
    possible any more: it is not told then that it is planned."""
    started(house)
    told = 0
    while house.life() == "running":
        cards = plays(house.newest("Anna"))
        if len(cards) < 2:
            move(house)
            house.run()
            continue
        count = len(house.letters("Anna"))
        house.reply(house.newest("Anna"), "\n".join(cards[:2]))
        house.run()
        letter = fresh(house, count)[-1]
        if "Since the last letter to you:" not in letter.text:
            continue
        letter.says("\u2713 You wrote \"%s\"" % cards[0])
        letter.lacks("planned for a later turn")
        told += 1
    assert told > 2, told


def test_match_ends(house):
    """The last letter answers as well, unless the answer has left by then; what
    it was to say is kept no longer."""
    for late in 0, WAITS:
        match = made(house, ANNA, *["robot:easy"] * 2)
        house.run()
        house.say("Anna", "ready")
        while not NUMBERED.search(house.newest("Anna").text):
            house.run()
        mail, count = waiting(house)
        without_thought(house, late)
        assert len(fresh(house, count)) == (late > 0)
        assert house.rows("SELECT match FROM waiting_answer") == [(match,)]
        house.ok("match", "end", str(match), "--reason", "a fire")
        assert not house.rows("SELECT 1 FROM waiting_answer")
        house.run()
        letters = fresh(house, count)
        assert letters[0].mail["In-Reply-To"] == mail
        letters[-1].says("a fire")
        assert ("You wrote" in letters[-1].text) == (late == 0)
        house.run()


if __name__ == "__main__":
    tap = Tap()
    tap.each(globals(), TextHouse)
    tap.end()
