#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Onlookers by real mails: which people may look on, what letters they get and
when, what becomes of their mails, and a death at every checkpoint."""

import os
import re
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from example_round import MOVES, ROUND, whole  # noqa: E402
from house import TextHouse, SEATS, address  # noqa: E402
from tap import Tap  # noqa: E402
from stopping import Twin, check_letters  # noqa: E402

DAY = 24 * 60
SECRETS = ["Your hand", "Your role", "You chose from", "first hand", "You drew",
           "Roles for you to choose", "Reply with"]


def watch(house, name, match=1):
    house.ok("match", "watch", str(match), "%s <%s>" % (name, address(name)))


def onlookers(house, match=1):
    return house.json("match", "show", str(match))["onlookers"]


def count(house, name):
    return len(house.letters(name))


def kinds(house, name):
    """The kinds of all letters to that address, in the order of queueing."""
    db = sqlite3.connect(house.path("turnpost.db"))
    found = db.execute("SELECT kind FROM outbox WHERE address = ? ORDER BY id",
                       [address(name)]).fetchall()
    db.close()
    return [kind for kind, in found]


def test_first_letter(house):
    house.example()
    house.say("Bernhard", "pay 2")
    watch(house, "Dora")
    house.run()
    assert count(house, "Dora") == 1
    letter = house.newest("Dora")
    letter.says("Hello Dora", "lets you watch match 1 of Mutineer", *SEATS)
    letter.says("waiting for Bernhard", "promises the mate 2 points",
                "at most one a day", "unwatch 1", "Round 1 of 8",
                "players know that you are watching")
    letter.lacks("Since the last letter to you", *SECRETS)
    # a key of her own, and none of a seat, in any header
    assert str(letter.mail["Reply-To"]).startswith("robot+g1.t")
    assert not re.search(r"\.s\d+\.", letter.id), letter.id
    assert str(letter.mail["Subject"]) == "[Mutineer 1] Example"
    for name in SEATS:
        house.newest(name).says("The organiser lets Dora watch. Spectators "
                                "see what is open to everyone, never a hand or "
                                "a role.")


def test_shown(house):
    house.example()
    assert onlookers(house) == []
    assert "onlooker" not in house.ok("match", "show", "1")
    done = house.json("match", "watch", "1", "Dora <dora@example.org>")
    assert done == {"match": 1, "person": 5}, done
    assert onlookers(house) == [
        {"name": "Dora", "person": 5, "since": "2026-11-21T12:02:00Z",
         "last_letter": "2026-11-21T12:02:00Z"}], onlookers(house)
    text = house.ok("match", "show", "1")
    assert "Dora      5" in text and "onlooker  person  since" in text, text


def test_muster(house):
    """Somebody who looks on before it begins hears when it has begun."""
    house.match("--name", "Friday")
    watch(house, "Dora")
    house.run()
    house.newest("Dora").says('"Friday"', "has not answered yet",
                              "Everyone sails on one merchant ship")
    house.newest("Dora").lacks("→ ready", "→ pay", "Round")
    for name in SEATS:
        house.newest(name).says("lets Dora watch")
        # it came on top of the invitation, and still tells how to join
        house.newest(name).says("ready")
    house.say("Steffi", "ready")
    house.run(DAY)
    house.newest("Dora").says("has not begun yet; it is waiting for Bernhard, "
                              "Florian and Carmen", "Steffi is ready.")
    for name in ["Bernhard", "Florian", "Carmen"]:
        house.say(name, "ready")
    assert count(house, "Dora") == 2
    house.run(DAY)
    house.newest("Dora").says("Carmen is ready.", "The match has begun.",
                              "Round 1 of 8")
    house.newest("Dora").lacks("Steffi is ready", *SECRETS)


def test_rhythm(house):
    """A letter a day and no more, with all since the last one; none on a day
    on which nothing happened."""
    house.example()
    watch(house, "Dora")
    house.run(0)
    start = house.now
    house.say("Bernhard", "pay 1")
    house.say("Bernhard", "play wine")
    house.now = start + DAY * 60 - 1
    house.run(0)
    assert count(house, "Dora") == 1
    house.now += 1
    house.run(0)
    assert count(house, "Dora") == 2
    letter = house.newest("Dora")
    letter.says("waiting for Steffi", "Bernhard promises the mate 1 point.",
                "Bernhard lays down wine", "You are watching this match")
    letter.lacks("is the first captain, drawn", "→ pay", *SECRETS)
    house.run(3 * DAY)
    assert count(house, "Dora") == 2
    # longer ago than a day: the next news go out at once
    house.say("Steffi", "play salt")
    assert count(house, "Dora") == 3
    house.newest("Dora").says("Steffi lays down salt")
    house.newest("Dora").lacks("Bernhard lays down wine")
    house.say("Florian", "pass mate")
    assert count(house, "Dora") == 3
    house.run(DAY)
    letter = house.newest("Dora")
    letter.says("Florian passes", "Florian chooses a role in secret.")
    letter.lacks("is the mate", *SECRETS)
    assert count(house, "Dora") == 4


def test_questions_are_no_news(house):
    """What players ask makes no letter, and no reason for one."""
    house.example()
    watch(house, "Dora")
    house.run()
    house.say("Steffi", "status")
    house.say("Steffi", "play nonsense")
    house.run(2 * DAY)
    assert count(house, "Dora") == 1


def test_undo(house):
    house.example()
    watch(house, "Dora")
    house.run()
    house.say("Bernhard", "pay 3")
    house.say("Bernhard", "play wine")
    house.ok("match", "undo", "1", "--reason", "a slip")
    house.run(DAY)
    letter = house.newest("Dora")
    letter.says("undone the last move, made by Bernhard: a slip",
                "promises the mate 3 points", "waiting for Bernhard")
    letter.lacks("lays down wine")
    # what she was told can be taken back, too
    house.ok("match", "undo", "1", "--reason", "and that")
    house.run(DAY)
    letter = house.newest("Dora")
    letter.says("undone the last move, made by Bernhard: and that")
    letter.lacks("who promises the mate")
    assert count(house, "Dora") == 3


def test_two(house):
    house.example()
    watch(house, "Dora")
    house.run(60)
    watch(house, "Emil")
    house.run(0)
    assert [o["name"] for o in onlookers(house)] == ["Dora", "Emil"]
    assert (count(house, "Dora"), count(house, "Emil")) == (1, 1)
    house.say("Bernhard", "pay 1")
    house.run(DAY - 60)
    assert (count(house, "Dora"), count(house, "Emil")) == (2, 1)
    house.newest("Dora").says("lets Emil watch")
    house.newest("Dora").lacks("lets Dora watch")
    house.run(60)
    assert (count(house, "Dora"), count(house, "Emil")) == (2, 2)
    house.newest("Emil").lacks("lets Emil watch")
    # of one who stops, players and the other one hear
    house.ok("match", "unwatch", "1", address("Dora"))
    house.run(DAY)
    for name in SEATS:
        house.newest(name).says("Dora is no longer watching.")
    house.newest("Dora").says("no longer watching", "This is the last letter")
    house.newest("Emil").says("Dora is no longer watching.")
    house.say("Bernhard", "play wine")
    house.run(3 * DAY)
    assert (count(house, "Dora"), count(house, "Emil")) == (3, 4)
    assert [o["name"] for o in onlookers(house)] == ["Emil"]
    # and she may come again, more than once
    for _ in range(2):
        watch(house, "Dora")
        house.ok("match", "unwatch", "1", "5")
    house.run(0)
    assert count(house, "Dora") == 7, kinds(house, "Dora")


def test_refused(house):
    house.example()
    house.fails(1, "there is no match 9", "match", "watch", "9",
                "Dora <dora@example.org>")
    house.fails(1, "Steffi plays in match 1", "match", "watch", "1",
                "Stefania <STEFFI@example.org>")
    house.fails(1, "is already called steffi", "match", "watch", "1",
                "steffi <dora@example.org>")
    for bad in ["Dora", "dora@example.org", "Dora <dora>", "Dora <>", ""]:
        house.fails(1, "must be like", "match", "watch", "1", bad)
    house.fails(1, "robot's", "match", "watch", "1",
                "Dora <robot@example.org>")
    house.fails(1, "the name of onlooker", "match", "watch", "1",
                "Do\x07ra <dora@example.org>")
    house.fails(2, "MATCH", "match", "watch", "1")
    house.fails(2, "MATCH", "match", "watch", "x", "Dora <d@example.org>")
    assert len(house.json("person", "list")) == 4, "one was stored"
    watch(house, "Dora")
    house.fails(1, "Dora already watches match 1", "match", "watch", "1",
                "Dorothea <dora@example.org>")
    house.fails(1, "is already called Dora", "match", "watch", "1",
                "Dora <other@example.org>")
    for nobody in ["emil@example.org", "99", "steffi@example.org", "1"]:
        house.fails(1, "watches match 1", "match", "unwatch", "1", nobody)
    house.ok("match", "end", "1", "--reason", "enough")
    house.fails(1, "already over", "match", "watch", "1",
                "Emil <emil@example.org>")
    house.fails(1, "already over", "match", "unwatch", "1",
                "dora@example.org")
    assert [o["name"] for o in onlookers(house)] == ["Dora"]


def test_called_off(house):
    house.example()
    watch(house, "Dora")
    house.run()
    house.say("Bernhard", "pay 1")
    house.ok("match", "end", "1", "--reason", "the cat sat on the table")
    house.run()
    assert count(house, "Dora") == 2
    house.newest("Dora").says("Match 1 of Mutineer is called off",
                              "the cat sat on the table",
                              "promises the mate 1 point")
    house.newest("Dora").lacks("server_seed", "It is the BLAKE2b", *SECRETS)
    # nothing comes behind the last one, whatever is asked
    house.say("Bernhard", "status")
    house.run(3 * DAY)
    assert kinds(house, "Dora") == ["onlooker-first", "called-off"]


def test_called_off_in_the_muster(house):
    house.match()
    watch(house, "Dora")
    house.run()
    house.say("Florian", "resign")
    house.newest("Dora").says("called off", "Florian has declined to play")
    assert kinds(house, "Dora") == ["onlooker-first", "called-off"]


def test_over(house):
    """The last letter comes at once, with all that was hidden."""
    house.example("--policy", "time=1m")
    watch(house, "Dora")
    house.run(0)
    for _ in range(1000):
        if house.json("match", "show", "1")["state"] == "over":
            break
        house.run(2)
    shown = house.json("match", "show", "1")
    assert shown["state"] == "over"
    want = house.newest("Steffi")
    letter = house.newest("Dora")
    assert letter.mail["Date"] == want.mail["Date"]
    letter.says("Match 1 of Mutineer is over.", "Thank you for watching.",
                shown["server_seed"], shown["commitment"])
    letter.lacks("Thank you for playing", "you were told")
    # moves and proof are those of the players
    part = "The whole match, move by move:"
    end = "Was the shuffle fair?"
    cut = lambda text: text[text.index(part):text.index(end)]
    assert cut(letter.text) == cut(want.text)
    # but for the thanks behind it
    proof = lambda text: text.split("It is the BLAKE2b")[1].split("Thank")[0]
    assert proof(letter.text) == proof(want.text)
    assert letter.text.endswith(" ~#\n")
    house.say("Steffi", "status")
    house.run(3 * DAY)
    assert kinds(house, "Dora")[-1] == "final"
    assert kinds(house, "Dora").count("final") == 1
    assert len(onlookers(house)) == 1


def test_moved(house):
    """Letters go to the address that the organiser has set."""
    house.example()
    watch(house, "Dora")
    house.run()
    house.say("Bernhard", "pay 1")
    house.ok("person", "set", "5", "--address", "zofia@example.org")
    house.run()
    house.newest("Dora").says("changed the address")
    assert count(house, "Dora") == 2
    house.newest("Zofia").says("lets you watch", "unwatch 1",
                               "promises the mate 1 point")
    for name in SEATS:
        house.newest(name).says("Letters for Dora now go to another address")
    house.say("Bernhard", "play wine")
    house.run(DAY)
    assert (count(house, "Dora"), count(house, "Zofia")) == (2, 2)
    house.newest("Zofia").says("lays down wine")
    # there and back within the same second
    house.ok("person", "set", "5", "--address", "dora@example.org")
    house.ok("person", "set", "5", "--address", "zofia@example.org")
    # of a match that is over nobody is told
    house.ok("match", "end", "1", "--reason", "enough")
    house.run()
    before = count(house, "Steffi")
    house.ok("person", "set", "5", "--address", "dora@example.org")
    house.run()
    assert count(house, "Steffi") == before
    assert kinds(house, "Dora")[-1] != "onlooker-first"


def test_her_mails(house):
    house.example()
    watch(house, "Dora")
    house.run()
    before = house.moves()
    letter = house.say("Dora", "status\nplay wine\nready")
    letter.says("the state of the match is below", "waiting for Bernhard",
                "come automatically")
    letter.lacks("your turn", "Reply button", *SECRETS)
    assert house.moves() == before
    letter = house.say("Dora", "play wine\nready")
    letter.says("You are watching match 1 of Mutineer", "nothing for you to do",
                "comes automatically")
    letter.lacks("Round", "→ pay", "Bernhard", "Reply button", *SECRETS)
    assert house.moves() == before
    mail = house.json("inbox", "list")[0]
    assert mail["state"] == "ignored" and "onlooker" in mail["note"], mail
    # each is answered, as far as the brakes go
    assert count(house, "Dora") == 3
    house.reply(house.letters("Dora")[0], "ready")
    house.run()
    assert count(house, "Dora") == 4
    house.reply(house.letters("Dora")[0], "help")
    house.run(6 * 60)
    assert count(house, "Dora") == 5
    # another's reply address does not help her
    theirs = house.newest("Bernhard")
    house.reply(theirs, "pay 3", sender=address("Dora"))
    house.run(7 * 60)
    assert house.moves() == before
    # to the last letter, too, people write back
    house.ok("match", "end", "1", "--reason", "enough")
    house.run(7 * 60)
    house.say("Dora", "Thank you, it was nice!").says(
        "You watched match 1 of Mutineer, which is over")


def test_player_elsewhere(house):
    """Who plays in one match may look on at another: both work."""
    house.example()
    house.match(seats=["Dora", "Emil", "Fanny"])
    house.run()
    invited = house.newest("Dora")
    watch(house, "Dora")
    house.run()
    first = house.newest("Dora")
    first.says("lets you watch match 1")
    assert [p["name"] for p in house.json("person", "list")].count("Dora") == 1
    house.reply(invited, "ready")
    house.run()
    assert house.json("match", "show", "2")["seats"][0]["ready"]
    house.newest("Dora").says("Match 2", "you are ready")
    # an answer to the onlooker's letter is told apart, and helped on
    house.reply(first, "ready")
    house.run()
    house.newest("Dora").says("You are watching match 1 of Mutineer.",
                              "a match that you play in")
    # without anything to look on at it is as with every player
    house.ok("match", "unwatch", "1", address("Dora"))
    house.run()
    house.reply(first, "ready")
    house.run()
    house.newest("Dora").says("came without the key")
    # letters of both matches go on
    for name in ["Emil", "Fanny"]:
        house.say(name, "ready")
    house.newest("Dora").says("match 2", "Round 1")


def test_tick_alone(house):
    """The step tick writes it, once; the step send sends it."""
    house.example()
    watch(house, "Dora")
    house.run()
    house.say("Bernhard", "pay 1")
    house.now += DAY * 60
    house.ok("tick")
    house.ok("tick")
    assert kinds(house, "Dora") == ["onlooker-first", "onlooker"]
    assert count(house, "Dora") == 1
    house.ok("send")
    assert count(house, "Dora") == 2


def test_what_cannot_be_written(house):
    """It does not stop the others, and is not tried in every round."""
    house.example()
    watch(house, "Dora")
    house.match(seats=["Anna", "Emil", "Fanny"])
    watch(house, "Zofia", 2)
    house.run()
    house.say("Bernhard", "pay 1")
    house.say("Anna", "ready")
    db = sqlite3.connect(house.path("turnpost.db"))
    db.execute("UPDATE match SET rules = 99 WHERE id = 1")
    db.commit()
    house.now += DAY * 60
    first = house.call("run")
    assert first.returncode == 0 and "tick" in first.stderr, first
    assert house.call("run").stderr == ""
    assert (count(house, "Dora"), count(house, "Zofia")) == (1, 2)
    db.execute("UPDATE match SET rules = 1 WHERE id = 1")
    db.commit()
    db.close()
    house.run(10)
    assert count(house, "Dora") == 2


def letters_of(house):
    names = SEATS + ["Dora", "Emil"]
    return sorted((letter.name, whole(letter))
                  for name in names for letter in house.letters(name))


def every_checkpoint(house, least):
    """Die at each, run again: the letters are those of a run to the end."""
    even = Twin(house)
    even.ok("run")
    want = letters_of(even), even.moves()
    even.close()
    stops = 0
    for n in range(1, 1000):
        twin = Twin(house)
        done = twin.call("run", env={"TURNPOST_STOP_AT": str(n)})
        stopped = done.returncode != 0
        assert "ERROR: " not in done.stderr, done.stderr
        twin.ok("run")
        assert (letters_of(twin), twin.moves()) == want, "stopped at %d" % n
        check_letters(twin, SEATS + ["Dora", "Emil"])
        twin.close()
        if not stopped:
            break
        stops += 1
    assert stops >= least, "only %d checkpoints were reached" % stops
    return want[0]


def test_every_checkpoint(house):
    house.example()
    watch(house, "Dora")
    watch(house, "Emil")
    house.run()
    for player, line in ROUND[:6]:
        house.say(player, line)
    house.now += DAY * 60
    letters = every_checkpoint(house, 8)
    for name in ["Dora", "Emil"]:
        assert [who for who, text in letters
                if "You are watching this match" in text].count(name) == 1, name


def test_every_checkpoint_of_the_end(house):
    house.match()
    watch(house, "Dora")
    watch(house, "Emil")
    house.run()
    house.reply(house.newest("Carmen"), "resign")
    house.now += 60
    letters = every_checkpoint(house, 8)
    for name in ["Dora", "Emil"]:
        assert [who for who, text in letters
                if "is called off" in text].count(name) == 1, name


def test_no_secret_ever(house):
    """A whole round: never a word that only players may read."""
    house.example()
    watch(house, "Dora")
    for player, line in ROUND:
        house.say(player, line)
        house.run(DAY)
    assert house.moves() == MOVES
    assert count(house, "Dora") > 10
    for letter in house.letters("Dora"):
        letter.lacks("→ ready", "→ pay", *SECRETS)


def main():
    tap = Tap()
    tap.each(globals(), TextHouse)
    tap.end()


main()
