#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A home out of a backup: matches go on, what came since is played once, no
letter leaves twice, and letters in players' mailboxes can be answered."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from example_round import ROUND  # noqa: E402
from house import House, address  # noqa: E402
from restoring import backup, hand_over_done, restored, sent  # noqa: E402
from tap import Tap  # noqa: E402

DAY = 86400
HELD = "SELECT count(*) FROM outbox WHERE state = 'dead' AND note LIKE 'held:%'"


def play(house, moves):
    for name, body in moves:
        house.reply(house.newest(name), body)
        house.run()


def test_goes_on():
    house = House()
    house.example()
    play(house, ROUND[:3])
    path = backup(house)
    before = sent(house)
    play(house, ROUND[3:7])
    newest = house.newest(ROUND[7][0])
    other = restored(house, path)
    assert len(other.moves()) == len(house.moves()) - 5
    hand_over_done(house, other)
    other.now += 60
    assert "has not read what came since" in other.ok("check")
    other.ok("receive", "--relist")
    assert "has not read what came since" not in other.ok("check")
    assert other.moves() == house.moves()
    assert other.rows("SELECT source FROM inbox WHERE source LIKE 'done:%'"
                      " AND state <> 'done'") == []
    # the lost home has sent all these letters: none leaves again
    other.run()
    assert sent(other) == before
    assert other.rows(HELD)[0][0] == len(sent(house)) - len(before)
    # again changes nothing
    other.ok("receive", "--relist")
    other.run()
    assert other.moves() == house.moves() and sent(other) == before
    # a letter of the lost home is answered, and its match goes on
    other.reply(newest, ROUND[7][1])
    other.run()
    assert len(other.moves()) == len(house.moves()) + 1
    assert len(sent(other)) > len(before)
    everything = sent(other) + [one for one in sent(house)
                                if one not in before]
    assert len(everything) == len(set(everything)), everything
    for name, body in ROUND[8:]:
        other.say(name, body)
    other.ok("verify", "1")
    house.close()
    other.close()


def test_release():
    """Held letters are shown, and leave when the organiser says so."""
    house = House()
    house.example()
    play(house, ROUND[:2])
    house.reply(house.newest(ROUND[2][0]), ROUND[2][1])
    house.now += 60
    house.ok("receive")
    house.ok("handle")
    waiting = house.rows("SELECT id FROM outbox WHERE state = 'new'")
    assert waiting
    path = backup(house)
    house.ok("send")
    other = restored(house, path)
    before = sent(other)
    other.run()
    assert sent(other) == before
    dead = other.json("outbox", "list", "--state", "dead")
    assert len(dead) == len(waiting), dead
    assert all("held: the home that was lost" in row["note"] for row in dead)
    assert "held" in other.ok("check")
    other.ok("outbox", "release")
    other.run()
    assert len(sent(other)) == len(before) + len(waiting)
    # the same letters, to the byte: each has the id that it had
    assert sent(other) == sent(house)
    other.fails(1, "no letters that a restore holds back",
                "outbox", "release")
    house.close()
    other.close()


def test_dropped():
    house = House()
    house.example()
    house.reply(house.newest(ROUND[0][0]), ROUND[0][1])
    house.now += 60
    house.ok("receive")
    house.ok("handle")
    other = restored(house, backup(house))
    before = sent(other)
    other.run()
    other.ok("outbox", "drop", "held")
    assert other.rows(HELD) == [(0,)]
    assert "held" not in other.ok("check")
    other.run()
    assert sent(other) == before
    other.fails(1, "no letters that a restore holds back",
                "outbox", "drop", "held")
    house.close()
    other.close()


def test_stopped_anywhere():
    """Whatever dies while it catches up: each move once, no letter twice."""
    house = House()
    house.example()
    play(house, ROUND[:1])
    path = backup(house)
    before = sent(house)
    play(house, ROUND[1:4])
    places = 0
    for n in range(1, 200):
        other = restored(house, path)
        hand_over_done(house, other)
        other.now += 60
        done = other.call("receive", "--relist",
                          env={"TURNPOST_STOP_AT": str(n)})
        if done.returncode == 0:
            other.close()
            break
        places += 1
        other.ok("receive", "--relist")
        other.run()
        assert other.moves() == house.moves(), n
        assert sent(other) == before, n
        other.close()
    assert places > 5, places
    house.close()


def test_robots():
    """A robot moves as it did, and what it led to is held as well."""
    house = House()
    args = []
    for name in ("Bernhard", "Steffi"):
        args += ["--seat", "%s <%s>" % (name, address(name))]
    house.ok("match", "new", "mutineer", *args, "--seat",
             "robot:easy")
    house.start(["Bernhard", "Steffi"])
    path = backup(house)
    before = sent(house)
    for _ in range(4):
        for name in ("Bernhard", "Steffi"):
            letter = house.newest(name)
            if "\n  1  \u2192" in letter.text:
                house.reply(letter, "1")
                house.run()
    assert len({name for name, _ in house.moves()}) == 3, house.moves()
    other = restored(house, path)
    hand_over_done(house, other)
    other.now += 60
    other.ok("receive", "--relist")
    other.run()
    assert other.moves() == house.moves()
    assert sent(other) == before
    house.close()
    other.close()


def test_moved():
    """The old home was stopped before: nothing is held."""
    house = House()
    house.example()
    house.reply(house.newest(ROUND[0][0]), ROUND[0][1])
    house.now += 60
    house.ok("receive")
    house.ok("handle")
    house.reply(house.newest(ROUND[1][0]), ROUND[1][1])
    path = backup(house)
    other = restored(house, path, "--moved")
    assert other.rows(HELD) == [(0,)]
    other.run()
    house.run()
    assert other.moves() == house.moves()
    assert sent(other) == sent(house)
    house.close()
    other.close()


def test_lived_through():
    """Deadlines, settling and reminders are where they were, although all
    mails are read again within a moment."""
    house = House()
    house.policy(time="1d", settle="5m", graces=0, reminders="50%",
                 missed="default", muster="none", offer="none")
    house.example()
    path = backup(house)
    for name, body in ROUND[:2]:
        house.reply(house.newest(name), body)
        house.run()
        house.run(10)
    for _ in range(27):  # nobody answers for a day: the game's move is made
        house.run(60)
    moves = house.moves()
    asked = house.asked()
    assert len(moves) > 2, moves
    house.reply(house.newest(asked[0]), "1")
    house.run()
    house.run(10)
    assert len(house.moves()) > len(moves)
    other = restored(house, path)
    before = sent(other)
    hand_over_done(house, other)
    other.now += 60
    other.ok("receive", "--relist")
    other.run()
    other.run(10)
    assert other.moves() == house.moves(), (other.moves(), house.moves())
    assert other.asked() == house.asked()
    assert not set(sent(other)) & (set(sent(house)) - set(before))
    house.close()
    other.close()


def test_outage():
    """Nobody loses time because no home ran: deadlines move on by it."""
    house = House()
    with open(house.path("turnpost.yaml"), encoding="utf-8") as file:
        text = file.read().replace("outage: none", "outage: 2h")
    with open(house.path("turnpost.yaml"), "w", encoding="utf-8") as file:
        file.write(text)
    house.policy(time="1d", settle="none", graces=0, reminders="none",
                 missed="default", muster="none", offer="none")
    house.example()
    path = backup(house)
    for _ in range(5):
        house.run(60)
    house.reply(house.newest(ROUND[0][0]), ROUND[0][1])
    house.run()
    due = "SELECT due FROM timer WHERE kind = 'decide'"
    before, = house.rows(due)[0]
    house.now += 20 * 3600
    other = restored(house, path)
    hand_over_done(house, other)
    other.ok("receive", "--relist")
    other.run()
    assert other.moves() == house.moves()
    assert abs(other.rows(due)[0][0] - before - 20 * 3600) < 300, (
        other.rows(due), before)
    # the players hear of it with the next letter
    other.say(*ROUND[1]).says("20 hours")
    house.close()
    other.close()


def test_order():
    """A mail that is read later may have come earlier: what was due between
    the two passes between them."""
    house = House()
    house.example("--policy", "time=1d", "--policy", "graces=0")
    path = backup(house)
    play(house, ROUND[:1])
    for _ in range(2):  # a player misses a deadline
        house.now += DAY
        house.run()
    assert "deadline" in [by for by, in house.rows("SELECT by FROM event")]
    name, = [name for name in ("Bernhard", "Steffi", "Florian", "Carmen")
             if "it is your turn" in house.newest(name).text][:1]
    play(house, [(name, "1")])
    last, = house.rows("SELECT source FROM inbox ORDER BY id DESC LIMIT 1")[0]
    other = restored(house, path)
    hand_over_done(house, other)
    moved = 0
    for sub in ("new", "cur"):
        top = other.path("spool", "done", sub)
        for file in os.listdir(top):
            if file.startswith(last.removeprefix("maildir:")):
                os.rename(os.path.join(top, file),
                          os.path.join(top, "0.before-all-others"))
                moved += 1
    assert moved == 1, last
    other.ok("receive", "--relist")
    assert other.moves() == house.moves()
    house.close()
    other.close()


def test_numbers():
    """No number of a letter, and so no Message-ID, is used by both homes."""
    house = House()
    house.example()
    path = backup(house)
    last, = house.rows("SELECT last FROM counter WHERE name = 'outbox'")[0]
    house.now += 3600
    other = restored(house, path)
    third = restored(house, path)
    jumped, = other.rows("SELECT last FROM counter WHERE name = 'outbox'")[0]
    # more than any home writes within an hour
    assert jumped >= last + 1000000, (last, jumped)
    third.now += 3600
    house.close()
    other.close()
    third.close()


def main():
    tap = Tap()
    tap.all(globals(), sys.argv[1:])
    tap.end()


main()
