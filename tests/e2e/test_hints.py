#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Hints: what a robot would do, asked for by mail where the table has agreed
to it; the others hear that there was one, and no more."""

import contextlib
import os
import re
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from held import set_think  # noqa: E402
from house import SEATS, TextHouse, address  # noqa: E402
from stopping import Twin, check_letters, letters_of  # noqa: E402
from tap import Tap  # noqa: E402
from test_robots import ANNA, made  # noqa: E402

ADVICE = re.compile(
    r"^   → (.+)\n     wins about (\d+) times in 100; (\S[^→]*?)\n"
    r"(?=\n|   →)", re.M)
OFFER = "→ hint what a robot would do"
HEAD = "What a robot would do in your place, knowing what you know, best first:"
TOLD = "The others are told that you asked for a hint, but not what it says."
NONE = "There are no hints at this table."


def advice(letter):
    """Moves with their chances, best first, all of which the letter offers."""
    found = ADVICE.findall(letter.text)
    letter.says(HEAD)
    offered = ADVICE.sub("", letter.text)
    for move, _, _ in found:
        assert "→ %s" % move.split()[0] in offered, move
    chances = [int(chance) for _, chance, _ in found]
    assert 1 <= len(found) <= 3 and chances == sorted(chances)[::-1], found
    for i, (_, chance, why) in enumerate(found):
        if re.match("(better|worse) chances", why):
            assert chance != found[0 if i else 1][1], found
    return found


def given(house):
    return house.rows("SELECT seat, event FROM hint WHERE due = 0")


def wanted(house):
    return house.rows("SELECT seat FROM hint WHERE due > 0")


def asked(house, name="Bernhard"):
    """The mail that asks is handled, and robots do not think yet."""
    house.reply(house.newest(name), "hint")
    house.now += 60
    house.ok("receive")
    house.ok("handle")


def heard(house, name, piece):
    return sum(" ".join(letter.text.split()).count(piece)
               for letter in house.letters(name))


def booked(house):
    """The notes on mails that asked for a hint, and how they were answered."""
    return house.rows("SELECT note, answer FROM inbox WHERE note LIKE"
                      " 'a hint%' ORDER BY id")


def test_against_robots(house):
    """The default: a player against robots alone may ask as often as she
    likes, and nothing is said of others."""
    made(house, ANNA, "robot:easy", "robot:easy", game="hexxi")
    house.run()
    house.newest("Anna").says(
        "You can ask for hints, as all the others are robots.")
    house.say("Anna", "ready")
    for n in range(1, 4):
        letter = house.newest("Anna")
        letter.says(OFFER)
        letter.lacks("left)")
        before = len(house.letters("Anna"))
        answer = house.say("Anna", "Hint?")
        assert len(house.letters("Anna")) == before + 1
        assert answer.mail["In-Reply-To"].endswith("@client.example>")
        answer.says("it is your turn in match 1")
        answer.lacks(TOLD, OFFER)
        best = advice(answer)
        assert len(given(house)) == n
        house.say("Anna", best[0][0])
        assert heard(house, "Anna", "done → " + best[0][0])
    assert heard(house, "Anna", "You have asked for a hint.") == 3
    # each counts as an answer for the rate limit
    assert booked(house) == [("a hint follows", "sent")] * 3


def test_same_decision(house):
    """Asked again, it says the same, and counts and is told no more, whatever
    was said in between."""
    house.example("--policy", "hints=1 each")
    letter = house.newest("Bernhard")
    letter.says(OFFER + " (1 left)")
    first = house.say("Bernhard", "hint")
    first.says(TOLD)
    house.say("Steffi", "say Bernhard: psst")
    again = house.say("Bernhard", "hint")
    assert advice(first) == advice(again)
    again.lacks(TOLD)
    assert len(given(house)) == 1 and not wanted(house)
    assert heard(house, "Bernhard", "You have asked for a hint.") == 1
    house.say("Bernhard", "status").lacks(OFFER)
    move = advice(first)[0][0]
    house.say("Bernhard", move).says("done → " + move)


def test_counted(house):
    """So many for each player; the others hear of each, and of nothing else,
    and get no letter for it."""
    house.example("--policy", "hints=1 each")
    house.ok("match", "watch", "1", "Dora <%s>" % address("Dora"))
    house.run()
    letters = {name: len(house.letters(name)) for name in SEATS}
    best = advice(house.say("Bernhard", "hint"))
    for name in SEATS:
        assert len(house.letters(name)) == letters[name] + (
            name == "Bernhard"), name
    house.say("Bernhard", best[0][0])
    letter = house.say("Bernhard", "hint")
    letter.says("Not done: \"hint\". You have had all the hints that this table"
                " has agreed on.")
    letter.lacks(HEAD)
    assert len(given(house)) == 1
    house.say("Bernhard", "play wine")
    house.run(24 * 60)
    house.say("Florian", "status")
    for name in ("Steffi", "Florian", "Dora"):
        assert heard(house, name, "Bernhard has asked for a hint."), name
        for letter in house.letters(name):
            letter.lacks("times in 100", "You have asked for a hint")
    house.newest("Steffi").says(OFFER + " (1 left)")


def test_refused(house):
    house.example()
    for policy in (("--policy", "hints=no"), ()):
        house.match(*policy, seats=["Anna", "Bert", "Cleo"])
    house.run()
    house.newest("Bernhard").lacks("→ hint")
    letter = house.say("Bernhard", "hint")
    letter.says("Not done: \"hint\". " + NONE, "it is still your turn")
    house.newest("Anna").lacks("ask for hints")
    house.say("Anna", "hint").says(NONE)
    assert not house.rows("SELECT 1 FROM hint")
    house.fails(1, "hints must be yes, no, robots, or a number like 3 each",
                "match", "new", "hexxi", "--seat", ANNA, "--seat",
                "robot:easy", "--policy", "hints=0 each")


def test_not_asked(house):
    house.example("--policy", "hints=yes")
    house.newest("Steffi").lacks("→ hint")
    house.say("Steffi", "hint").says("there is nothing for you to decide now")
    house.ok("match", "robot", "1", "Bernhard", "easy", "--reason", "a test")
    house.say("Bernhard", "hint")
    assert heard(house, "Bernhard", "A robot plays for you now. To play again, "
                 "write \"back\".")
    assert not house.rows("SELECT 1 FROM hint")


def test_onlooker(house):
    house.example("--policy", "hints=yes")
    house.ok("match", "watch", "1", "Dora <%s>" % address("Dora"))
    house.run()
    house.say("Dora", "hint").lacks(HEAD)
    assert not house.rows("SELECT 1 FROM hint")


def test_with_other_lines(house):
    """They are answered first; the hint comes in a letter of its own, about
    what is asked behind the moves."""
    house.example("--policy", "hints=yes")
    before = len(house.letters("Bernhard"))
    house.say("Bernhard", "status\nhint")
    answer, hint = house.letters("Bernhard")[before:]
    answer.says("the state of the match is below",
                "Your hint follows in a letter of its own.")
    answer.lacks(HEAD)
    advice(hint)
    house.say("Bernhard", "pay 1; play wine\nhint").says(
        "done → pay 1", "there is nothing for you to decide now")


def test_invitation(house):
    for policy, said in (
            ("yes", "You can ask for hints; everyone is told that you did, but "
             "not what a hint said."),
            ("2 each", "You can ask for 2 hints in the match; everyone is told "
             "that you did, but not what a hint said.")):
        house.match("--policy", "hints=" + policy, seats=["Anna", "Bert"],
                    game="hexxi")
        house.run()
        house.newest("Anna").says(said)
        house.say("Anna", "hint").says("Not done: \"hint\".")


def test_languages(house):
    for language, word, head in (
            ("de", "Tipp", "Das täte an deiner Stelle ein Roboter"),
            ("pl", "podpowiedź", "Co na twoim miejscu zrobiłby robot"),
            ("ru", "подсказка",
             "Что сделал бы"
             " на вашем")):
        name = language.upper()
        made(house, "%s <%s> %s" % (name, address(name), language),
             "robot:easy", "robot:easy")
        house.run()
        house.say(name, "ready")
        for _ in range(9):
            if "→ " + word in house.newest(name).text:
                break
            house.run()
        letter = house.say(name, word)
        letter.says(head)
        assert len(re.findall(r"(?m)^   → \S.*\n     \S.* 100", letter.text)
                   ) > 1, letter.text


def test_stopped_anywhere(house):
    """It is answered once, whenever the program ends, and always the same."""
    house.example("--policy", "hints=1 each")
    house.reply(house.newest("Bernhard"), "hint")
    house.now += 60
    even = Twin(house)
    even.ok("run")
    want = letters_of(even), given(even)
    assert len(want[1]) == 1
    advice(even.newest("Bernhard"))
    even.close()
    for n in range(1, 1000):
        twin = Twin(house)
        done = twin.call("run", env={"TURNPOST_STOP_AT": str(n)})
        twin.ok("run")
        check_letters(twin)
        assert (letters_of(twin), given(twin)) == want, "stopped at %d" % n
        twin.close()
        if done.returncode == 0:
            break
    assert n > 10, n


def test_no_time(house):
    """A hint waits until there is time to think; a player who has left by then
    gets none."""
    house.example("--policy", "hints=1 each", "--policy", "offer=3d")
    before = len(house.letters("Bernhard"))
    asked(house)
    assert wanted(house) == [(SEATS.index("Bernhard"),)]
    assert len(house.letters("Bernhard")) == before
    set_think(house, 0)
    twin = Twin(house)
    code = twin.say("Bernhard", "resign").text.split("→ resign ")[1]
    twin.say("Bernhard", "resign " + code.split()[0])
    assert not twin.rows("SELECT 1 FROM hint")
    twin.close()
    set_think(house, 5)
    house.run()
    assert not wanted(house) and len(given(house)) == 1
    advice(house.newest("Bernhard"))


def test_never_thinks(house):
    """Where robots never think, no hint is offered, or waits for ever."""
    set_think(house, 0)
    house.example("--policy", "hints=yes")
    house.newest("Bernhard").lacks("→ hint")
    house.say("Bernhard", "hint").says("Not done: \"hint\". " + NONE)
    house.match("--policy", "hints=yes", seats=["Anna", "Bert"], game="hexxi")
    house.run()
    house.newest("Anna").lacks("ask for hints")
    assert not house.rows("SELECT 1 FROM hint")


def test_ended(house):
    """A match that ends is asked for no hint any more."""
    house.example("--policy", "hints=yes")
    asked(house)
    assert wanted(house)
    house.ok("match", "end", "1", "--reason", "no time")
    assert not wanted(house)
    house.run()
    house.newest("Bernhard").lacks(HEAD)


def test_moved_on(house):
    """What was asked is decided by the time there is time to think."""
    house.example("--policy", "hints=yes")
    asked(house)
    set_think(house, 0)
    house.say("Bernhard", "pay 1; play wine")
    set_think(house, 5)
    house.run(10)
    letter = house.newest("Bernhard")
    letter.says("No hint: There is nothing for you to decide now, and a hint is "
                "about a decision.")
    letter.lacks(HEAD)
    assert not house.rows("SELECT 1 FROM hint")
    assert not heard(house, "Bernhard", "You have asked for a hint.")


def test_undone(house):
    """A hint for a decision that is taken back, and asked anew, is another's;
    one that waits is about what is asked when it is thought of."""
    house.example("--policy", "hints=2 each")
    first = advice(house.say("Bernhard", "hint"))
    house.say("Bernhard", "pay 1")
    asked(house)
    house.ok("match", "undo", "1", "--reason", "a slip")
    house.run()
    letter = house.newest("Bernhard")
    assert advice(letter) == first
    assert len(given(house)) == 1 and not wanted(house)
    assert house.rows("SELECT count(*) FROM notice WHERE phrase = "
                      "'notice.hint'") == [(1,)]


def test_paused(house):
    """A match that is paused after the mail gives the hint all the same, once,
    or says why not; nothing waits behind it."""
    house.example("--policy", "hints=1 each")
    asked(house)
    house.ok("match", "pause", "1", "--reason", "tea")
    house.run()
    assert not wanted(house)
    letter = house.newest("Bernhard")
    house.ok("match", "resume", "1", "--reason", "tea is over")
    house.run()
    assert len(given(house)) + heard(house, "Bernhard", "No hint: ") == 1, (
        letter.text)


def test_seat_given_away(house):
    """A new player at the seat hears nothing of what the former one asked."""
    house.example("--policy", "hints=1 each")
    asked(house)
    house.ok("match", "replace", "1", "--seat", "0",
             "Dora <%s>" % address("Dora"), "--reason", "a test")
    assert not house.rows("SELECT 1 FROM hint")
    house.run()
    for name in ("Dora", "Bernhard"):
        house.newest(name).lacks(HEAD)
    assert not house.rows(
        "SELECT 1 FROM notice WHERE phrase = 'notice.hint'")


def test_forgotten(house):
    """No row of hints brings back a person who is forgotten."""
    house.example("--policy", "hints=1 each")
    advice(house.say("Bernhard", "hint"))
    house.ok("match", "end", "1", "--reason", "no time")
    house.run()
    house.ok("person", "delete", address("Bernhard"))
    house.run()
    house.ok("check")
    assert len(given(house)) == 1


def test_watched(house):
    """Where somebody looks on at a match against robots, that person hears of
    it, so the player is told that."""
    made(house, ANNA, "robot:easy", "robot:easy", game="hexxi")
    house.run()
    house.say("Anna", "ready")
    house.ok("match", "watch", "1", "Dora <%s>" % address("Dora"))
    house.run()
    house.say("Anna", "hint").says(TOLD)
    house.run(24 * 60)
    assert heard(house, "Dora", "Anna has asked for a hint.")


def test_others_unchanged(house):
    """But for the news that there was one, others get the same letters whether
    somebody asked for a hint or not."""
    house.example("--policy", "hints=yes")
    house.now += 60
    with_hint, without = Twin(house), Twin(house)
    for twin in (with_hint, without):
        twin.reply(twin.newest("Bernhard"),
                   "hint" if twin is with_hint else "status")
        twin.run()
        twin.say("Bernhard", "pay 1; play wine")
        twin.run(24 * 60)
        for name in ("Steffi", "Florian"):
            twin.say(name, "status")
    news = re.compile(r" · [^\n]*Bernhard has asked for a hint\.\n")
    for name in ("Steffi", "Florian"):
        pairs = list(zip(with_hint.letters(name), without.letters(name)))
        assert len(with_hint.letters(name)) == len(without.letters(name))
        for one, other in pairs:
            assert news.sub("", one.text) == other.text, one.text
        assert any(news.search(one.text) for one, _ in pairs), pairs[-1][0].text
    with_hint.close()
    without.close()


def test_fails_for_good(house):
    """One that cannot be answered is given up after some hours, and holds up no
    other."""
    house.example("--policy", "hints=yes")
    asked(house)
    # the mail that it would answer cannot be read any more
    with contextlib.closing(
            sqlite3.connect(house.path("turnpost.db"))) as db, db:
        db.execute("PRAGMA foreign_keys = off")
        db.execute("UPDATE hint SET inbox = 0")
    for n in range(1, 12):
        house.run(11)
        assert house.rows("SELECT n FROM hint") == [(n,)]
    house.run(11)
    assert not house.rows("SELECT 1 FROM hint")
    advice(house.say("Bernhard", "hint"))


def test_given_up_is_told(house):
    """A player whose hint is given up hears so, and may ask again."""
    house.example("--policy", "hints=yes")
    asked(house)
    with contextlib.closing(
            sqlite3.connect(house.path("turnpost.db"))) as db, db:
        db.execute("CREATE TRIGGER never BEFORE UPDATE ON hint WHEN new.due = 0"
                   " BEGIN SELECT RAISE(ABORT, 'never'); END")
    for _ in range(11):
        house.run(11)
    assert wanted(house)
    before = len(house.letters("Bernhard"))
    house.run(11)
    assert not wanted(house)
    assert len(house.letters("Bernhard")) == before + 1
    house.newest("Bernhard").says("Something went wrong with this hint.")
    with contextlib.closing(
            sqlite3.connect(house.path("turnpost.db"))) as db, db:
        db.execute("DROP TRIGGER never")
    advice(house.say("Bernhard", "hint"))


def test_mail_that_stays(house):
    """What lies in the spool and cannot be received holds up no thinking."""
    house.example("--policy", "hints=yes")
    os.mkdir(house.path("spool", "in", "new", "1.folder"))
    advice(house.say("Bernhard", "hint"))
    os.rmdir(house.path("spool", "in", "new", "1.folder"))


def test_successor(house):
    """Who takes over a seat has hints of her own."""
    house.example("--policy", "hints=1 each")
    house.say("Bernhard", "hint")
    house.say("Bernhard", "status").lacks(OFFER)
    house.ok("match", "replace", "1", "--seat", "0",
             "Dora <%s>" % address("Dora"), "--reason", "a test")
    house.run()
    house.newest("Dora").says(OFFER + " (1 left)")
    advice(house.say("Dora", "hint"))
    assert len(given(house)) == 2


if __name__ == "__main__":
    tap = Tap()
    tap.each(globals(), TextHouse)
    tap.end()
