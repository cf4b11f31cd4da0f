#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Moves kept for later turns, by mail, which are a plan without conditions:
made in order, some minutes after their turn has come, stopped, replaced,
dropped, and never seen by anybody else.

In the example Bernhard holds 2 conflict, 2 wine and grain, Steffi 2 conflict,
salt, grain and cloth, Florian 2 cloth, grain, salt and wine, Carmen 2 salt,
wine, conflict and ruby; they offer in this order."""

import os
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from example_round import whole  # noqa: E402
from house import TextHouse, SEATS  # noqa: E402
from stopping import (  # noqa: E402
    Twin, rows, same_wherever_stopped)
from tap import Tap  # noqa: E402

BEGIN = [("Bernhard", "pay 0"), ("Bernhard", "play conflict")]
ROUND = [("Steffi", "play conflict"), ("Florian", "play cloth"),
         ("Carmen", "play wine")]


def begin(house, kept, *more):
    """Bernhard keeps these lines behind his first card."""
    house.example(*more)
    letter = house.say("Bernhard", "pay 0\nplay conflict\n" + kept)
    assert house.moves() == BEGIN, house.moves()
    return letter


def act(house):
    """The minutes pass in which a plan waits."""
    house.run(8)


def others_play(house):
    for name, line in ROUND:
        house.say(name, line)
    act(house)


def kept(house, seat=0):
    seats = house.json("--reveal", "match", "show", "1")["seats"]
    return seats[seat]["plan"]


def resign(house, name):
    code = house.say(name, "resign").text.split("→ resign ")[1].split()[0]
    house.say(name, "resign " + code)


# ---- kept and made ----

def test_made_in_order(house):
    letter = begin(house, "play wine\nplay grain")
    letter.says('You wrote "play conflict": done → play conflict',
                'You wrote "play wine": planned for a later turn → play wine',
                "Your plan for your next turns, in this order (the word "
                '"cancel" drops it): → play wine → play grain')
    assert kept(house) == 2
    count = len(house.letters("Bernhard"))
    others_play(house)
    assert house.moves() == BEGIN + ROUND + [("Bernhard", "play wine")]
    assert kept(house) == 1
    # time to think again, and nobody can count that a letter is missing
    assert len(house.letters("Bernhard")) == count + 1
    house.newest("Bernhard").says("It is your turn; your plan takes effect on")
    house.say("Bernhard", "status").says("next turns, in this order (the word "
                                         '"cancel" drops it): → play gr')
    for name, line in [("Steffi", "play salt"), ("Florian", "play cloth"),
                       ("Carmen", "play salt")]:
        house.say(name, line)
    assert house.moves()[-1] == ("Carmen", "play salt"), house.moves()
    act(house)
    assert house.moves()[-1] == ("Bernhard", "play grain"), house.moves()
    house.say("Bernhard", "status").lacks("plan for")
    by = [event["by"] for event in
          house.json("--reveal", "match", "log", "1")
          if event["by"] != "notice"]
    assert by == (["player"] * 5 + ["plan"] + ["player"] * 3 + ["plan"]), by
    mails = [row[0] for row in rows(house, "SELECT inbox FROM event ORDER BY n")]
    assert mails[5] == mails[9] == mails[0], mails
    house.ok("verify", "1")


def test_asked_and_asked_again(house):
    """Several lines of one turn, and the next decision of another kind."""
    house.example()
    house.say("Bernhard", "pay 0\npass\nfight 0\nfight 1")
    house.say("Steffi", "pass mutineer")
    house.say("Florian", "pass\ntake mate")
    assert house.moves()[-1] == ("Florian", "take mate"), house.moves()
    house.say("Carmen", "pass merchant")
    act(house)
    assert ("Bernhard", "fight 0") in house.moves(), house.moves()
    assert kept(house) == 1


def test_one_after_the_other(house):
    """Two seats and more, whose lines follow each other."""
    begin(house, "play wine\nplay grain")
    house.say("Steffi", "play conflict\nplay salt")
    house.say("Florian", "play cloth\nplay cloth")
    count = {name: len(house.letters(name)) for name in SEATS}
    house.say("Carmen", "play wine\nplay salt\nplay ruby")
    for _ in range(5):
        act(house)
    answer = house.say("Carmen", "status")
    assert house.moves() == BEGIN + ROUND + [
        ("Bernhard", "play wine"), ("Steffi", "play salt"),
        ("Florian", "play cloth"), ("Carmen", "play salt"),
        ("Bernhard", "play grain")], house.moves()
    answer.says("Your plan for your next turns, in this order (the word "
                '"cancel" drops it): → play ruby')
    # each was asked before a plan acted
    got = {name: len(house.letters(name)) - count[name] for name in SEATS}
    assert got == {"Bernhard": 2, "Steffi": 2, "Florian": 1, "Carmen": 3}, got
    house.newest("Steffi").says("Steffi, it is your turn")


def test_shorthand(house):
    begin(house, "play wine")
    house.say("Steffi", "pass mutineer")
    answer = house.say("Florian", "play cloth\npass mutineer or mate")
    answer.says("planned for a later turn → pass mutineer or mate")
    house.say("Carmen", "play wine")
    act(house)
    act(house)
    assert house.moves()[-3:] == [
        ("Bernhard", "play wine"), ("Florian", "pass"),
        ("Florian", "take mate")], house.moves()


def test_shorthand_that_shows(house):
    """The pass stands, as it has shown what there is to take."""
    begin(house, "play wine")
    house.say("Steffi", "pass mutineer")
    house.say("Florian", "play cloth\npass mutineer\nfight 0")
    house.say("Carmen", "play wine")
    act(house)
    act(house)
    assert house.moves()[-1] == ("Florian", "pass"), house.moves()
    house.newest("Florian").says(
        '"pass mutineer", could not be made',
        'Dropped: "fight 0"', "→ take mate")
    house.say("Florian", "take mate").lacks("Dropped")


def test_words(house):
    """Kept in the game's own words, however it was written."""
    house.example()
    house.say("Bernhard", "pay 0; Play Conflict!; play WINE please"
                          ).says("planned for a later turn → play wine")


# ---- stopped ----

def test_stopped(house):
    begin(house, "play ruby\nplay grain\nplay wine")
    others_play(house)
    assert house.moves() == BEGIN + ROUND, house.moves()
    note = ['Your move for now, "play ruby", could not be made. '
            "You have no ruby",
            'Dropped: "play grain".',
            'Dropped: "play wine".']
    letter = house.newest("Bernhard")
    letter.says("Bernhard, it is your turn", *note)
    assert kept(house) == 0
    # until he moves
    house.say("Bernhard", "status").says(*note)
    house.say("Bernhard", "play salt").says("Refused", *note)
    house.say("Bernhard", "play wine").lacks("Dropped", "ruby could")
    for name in SEATS[1:]:
        for letter in house.letters(name):
            letter.lacks("plan", "Dropped", "could not be made")


def test_stopped_until_sent(house):
    """A deadline moves for him, so he has not answered yet."""
    begin(house, "play ruby", "--policy", "time=1h")
    others_play(house)
    house.run(61)
    assert house.moves()[-1] == ("Bernhard", "pass"), house.moves()
    house.say("Bernhard", "status").says('"play ruby", could not be made')


# ---- replaced and dropped ----

def test_replaced(house):
    begin(house, "play wine")
    answer = house.say("Bernhard", "play grain\npass")
    answer.says('Dropped: "play wine".', "→ play grain → pass",
                'You wrote "play grain": planned for a later turn')
    answer.lacks("Refused")
    others_play(house)
    assert house.moves()[-1] == ("Bernhard", "play grain"), house.moves()


def test_out_of_turn(house):
    """What comes too early is kept; what may have come too late is not, nor
    what tells by nothing which letter it answers."""
    begin(house, "")
    house.say("Bernhard", "play wine").says("planned for a later turn")
    house.say("Carmen", "play wine\nplay salt").says(
        "planned for a later turn → play wine", "→ play wine → play salt")
    assert kept(house) == 1 and kept(house, 3) == 2
    assert house.moves() == BEGIN
    asking = house.letters("Steffi")[-1]
    house.say("Steffi", "play conflict")
    house.reply(asking, "play salt")
    house.run()
    house.newest("Steffi").says("Refused", "not your turn", "an older letter")
    assert kept(house, 1) == 0
    assert house.moves() == BEGIN + ROUND[:1]


def test_cancel(house):
    begin(house, "play wine\nplay grain")
    house.say("Bernhard", "cancel").says(
        'You wrote "cancel": what you had sent and planned has been dropped.',
        'Dropped: "play wine".',
        'Dropped: "play grain".')
    assert kept(house) == 0
    house.say("Bernhard", "cancel").says("there was nothing to drop")
    others_play(house)
    assert house.moves() == BEGIN + ROUND
    house.newest("Bernhard").lacks("Dropped")


def test_cancel_among_moves(house):
    begin(house, "play wine")
    answer = house.say("Bernhard", "cancel\nplay grain")
    answer.says('Dropped: "play wine"', "planned for a later turn → "
                "play grain")
    assert kept(house) == 1
    others_play(house)
    house.say("Steffi", "play salt\nplay grain\ncancel").says(
        "done → play salt", 'Dropped: "play grain"')
    assert kept(house, 1) == 0


def test_undo(house):
    begin(house, "play wine\nplay grain")
    house.say("Steffi", "play conflict\nplay salt")
    for name, line in ROUND[1:]:
        house.say(name, line)
    act(house)
    act(house)
    assert house.moves()[-1] == ("Steffi", "play salt")
    # of Steffi's own nothing is left that could be dropped
    house.ok("match", "undo", "1", "--reason", "a slip")
    house.run()
    assert kept(house) == 1
    house.newest("Steffi").lacks("plan has been dropped")
    house.ok("match", "undo", "1", "--reason", "a slip")
    house.run()
    assert house.moves() == BEGIN + ROUND, house.moves()
    assert kept(house) == 0
    house.newest("Bernhard").says(
        "undone your last move, so your plan has been dropped. "
        '✗ Dropped: "play grain".')
    for name in SEATS[1:]:
        house.newest(name).lacks("plan", "play grain\"")
    house.say("Bernhard", "play grain").lacks("Dropped")


def test_resign(house):
    begin(house, "play wine\nplay grain")
    resign(house, "Bernhard")
    assert kept(house) == 0
    others_play(house)
    assert ("Bernhard", "pass") in house.moves(), house.moves()
    assert ("Bernhard", "play wine") not in house.moves(), house.moves()


def test_other_resigns(house):
    """A seat that is given up moves at once, and what was kept follows."""
    begin(house, "play wine")
    house.say("Steffi", "play conflict")
    house.say("Florian", "play cloth")
    resign(house, "Carmen")
    act(house)
    assert house.moves()[-3:] == [
        ("Carmen", "pass"), ("Carmen", "take merchant"),
        ("Bernhard", "play wine")], house.moves()


def test_deadline(house):
    """A default of another one calls for what is kept; none runs for it."""
    begin(house, "play wine", "--policy", "time=1h")
    house.say("Steffi", "play conflict")
    house.say("Florian", "play cloth")
    house.run(61)
    assert house.moves()[-1] == ("Carmen", "pass"), house.moves()
    house.run(61)
    assert house.moves()[-1] == ("Carmen", "take merchant"), house.moves()
    act(house)
    assert house.moves()[-2:] == [("Carmen", "take merchant"),
                                  ("Bernhard", "play wine")], house.moves()
    assert rows(house, "SELECT seat FROM timer WHERE kind = 'decide'") == [(1,)]
    house.newest("Steffi").says("Please answer before")
    assert not [letter for letter in house.letters("Bernhard")
                if "You missed the deadline" in letter.text]


def test_called_off(house):
    begin(house, "play wine")
    house.ok("match", "end", "1", "--reason", "rain")
    house.run()
    for name in SEATS:
        house.newest(name).says("called off")
        house.newest(name).lacks("planned", "your plan")
    assert rows(house, "SELECT * FROM plan") == []
    house.say("Bernhard", "cancel").says("there was nothing to drop")


def left_alone(house):
    """Bernhard plays on while all others have left: what he keeps is played
    through to the end."""
    house.example()
    for name in SEATS[1:]:
        resign(house, name)


def test_over(house):
    """The end drops what is kept and says nothing of it."""
    left_alone(house)
    letter = house.say("Bernhard", 8 * "pay 0\npass\n" + "pay 1\npass")
    assert house.json("match", "show", "1")["state"] == "over"
    letter.says("match 1 of Mutineer is over", "→ pass (planned)",
                "→ pass (robot)")
    letter.lacks("Your plan", "Dropped", "could not be made")
    assert rows(house, "SELECT * FROM plan") == []
    assert len([move for move in house.moves() if move[1] == "pay 0"]) == 8
    house.ok("verify", "1")


def test_behind_the_end(house):
    """What comes behind the move that ends the match is not tried."""
    left_alone(house)
    house.say("Bernhard", 7 * "pay 0\npass\n" + "pay 0\nplay conflict")
    assert house.json("match", "show", "1")["state"] == "running"
    letter = house.say("Bernhard", "pass\nplay wine\n2")
    letter.says("match 1 of Mutineer is over", "done → pass",
                'Not tried after that: "play wine"',
                'Not tried after that: "2"')
    assert rows(house, "SELECT * FROM plan") == []


# ---- what is refused ----

def test_number(house):
    house.example()
    house.say("Bernhard", "pay 0\nplay conflict\nplay wine\n2").says(
        'Refused: "2". A number only counts for the list in this very letter',
        'Taken back: "pay 0"', 'Taken back: "play wine"')
    assert house.moves() == [] and kept(house) == 0
    house.say("Bernhard", "pay 0\nplay conflict\nplay wine")
    # nor in the place of what was kept, which stays
    house.say("Bernhard", "play grain\n2").says("Refused", "→ play wine")
    house.say("Bernhard", "1").says("Refused: \"1\". A number only counts")
    others_play(house)
    assert house.moves()[-1] == ("Bernhard", "play wine"), house.moves()


def test_near_miss(house):
    """What comes behind a slip is not kept either."""
    house.example()
    house.say("Bernhard", "pay 0\nplay conflict\nplay wien\nplay grain").says(
        "Not understood: \"play wien\"", 'Not tried after that: "play grain"')
    assert house.moves() == BEGIN and kept(house) == 0


def test_too_many(house):
    house.example()
    house.say("Bernhard", "pay 0\nplay conflict\n" + 24 * "play wine\n").says(
        "more than 25 commands")
    assert house.moves() == []
    house.say("Bernhard", "pay 0\n" + 24 * "play wine\n")
    assert kept(house) == 23
    house.say("Bernhard", 25 * "play grain\n").says(
        "Refused", "No more than 24 moves can be planned")
    assert kept(house) == 23
    house.say("Bernhard", 24 * "play grain\n")
    assert kept(house) == 24


def test_damaged(house):
    begin(house, "play wine")
    with sqlite3.connect(house.path("turnpost.db")) as db:
        db.execute("UPDATE plan SET steps = '7'")
    db.close()
    house.fails(78, "the plan of seat 0 can no longer be read", "match", "show", "1")


# ---- secrecy ----

def seen_by_others(house):
    """All that somebody else than Bernhard gets to see."""
    return ([whole(letter) for name in SEATS[1:]
             for letter in house.letters(name)]
            + [house.ok("--json", *ask) for ask in [
                ("match", "show", "1"), ("match", "log", "1"),
                ("match", "list"), ("outbox", "list")]])


def test_nobody_else_learns(house):
    """Whatever is kept, replaced and stopped: with the same cards and a
    Bernhard who keeps nothing, all others see the same."""
    house.example()
    other = Twin(house)
    house.say("Bernhard", "pay 0\nplay conflict\nplay wine\nplay grain")
    other.say("Bernhard", "pay 0\nplay conflict")
    house.say("Bernhard", "play ruby\nplay grain")
    other.say("Bernhard", "status")
    assert kept(house) == 2 and kept(other) == 0
    for home in house, other:
        others_play(home)
        home.say("Steffi", "status\nhistory")
    house.newest("Bernhard").says("could not be made")
    assert seen_by_others(house) == seen_by_others(other)
    house.fails(1, "--reveal", "export", "1")
    other.close()


def test_early_is_no_news(house):
    """Whether lines came too early or nothing did, all others see the same."""
    house.example()
    other = Twin(house)
    house.say("Bernhard", "pay 0\nplay conflict")
    other.say("Bernhard", "pay 0\nplay conflict")
    house.say("Bernhard", "play ruby\nplay wine")
    other.say("Bernhard", "status")
    house.say("Bernhard", "plan pass")
    other.say("Bernhard", "history")
    assert kept(house) == 1 and kept(other) == 0
    for home in house, other:
        home.say("Steffi", "play conflict\nstatus")
    assert seen_by_others(house) == seen_by_others(other)
    other.close()


def test_now_is_no_news(house):
    """A plan for what is asked now is made and told like a move, and one for
    the next decision is told to nobody."""
    house.example()
    other = Twin(house)
    house.say("Bernhard", "plan play conflict")
    other.say("Bernhard", "status")
    house.say("Bernhard", "plan pay 0\nplan play conflict\nplan play wine")
    other.say("Bernhard", "pay 0\nplay conflict")
    assert house.moves() == other.moves() == BEGIN
    assert kept(house) == 1 and kept(other) == 0
    for home in house, other:
        home.say("Steffi", "status\nhistory")
    assert seen_by_others(house) == seen_by_others(other)
    other.close()


def test_made_like_any(house):
    """When it is made, it is told like any other move."""
    begin(house, "play wine")
    for name, line in ROUND[:2]:
        house.say(name, line)
    other = Twin(house)
    other.say("Bernhard", "cancel")
    house.run()
    for home in house, other:
        home.say("Carmen", "play wine")
    made = len(house.moves())
    minutes = 0
    while len(house.moves()) == made:
        house.run()
        minutes += 1
    assert 2 <= minutes <= 8, minutes
    other.run(minutes - 1)
    other.say("Bernhard", "play wine")
    assert house.moves() == other.moves()
    house.now = other.now
    for ask in ("match", "show", "1"), ("match", "log", "1"):
        assert house.ok("--json", *ask) == other.ok("--json", *ask), ask
    for name in SEATS[1:3]:
        assert [letter.text for letter in house.letters(name)] == [
            letter.text for letter in other.letters(name)], name
    other.close()


# ---- whatever dies ----

def test_every_checkpoint(house):
    begin(house, "play wine\nplay ruby\nplay grain")
    house.say("Steffi", "play conflict\nplay ruby")
    for name, line in ROUND[1:]:
        house.say(name, line)
    house.now += 8 * 60
    house.reply(house.newest("Florian"), "status")
    (_, moves), stops = same_wherever_stopped(house)
    assert moves == BEGIN + ROUND + [("Bernhard", "play wine")], moves
    assert stops >= 8, "only %d checkpoints were reached" % stops


def main():
    tap = Tap()
    tap.each(globals(), TextHouse)
    tap.end()


main()
