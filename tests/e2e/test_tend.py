#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What tending a match must not break: undo, seats that were given up, new
addresses, the clock, and mails that want several things at once."""

import json
import os
import re
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, Letter, SEATS, TURNPOST, address  # noqa: E402
from tap import Tap  # noqa: E402


def resign(house, name):
    asked = house.say(name, "resign")
    code = re.search(r"resign ([a-z2-7]{6})\b", asked.text).group(1)
    return house.say(name, "resign " + code), code


def test_undo_past_a_seat_given_up(house):
    house.example()
    house.say("Bernhard", "pay 0\nplay wine")
    resign(house, "Steffi")
    house.say("Florian", "play salt")
    assert house.moves()[2:4] == [("Steffi", "pass"), ("Steffi",
                                                       "take merchant")]
    house.ok("match", "undo", "1", "--reason", "salt was a slip")
    assert house.moves()[-1] == ("Steffi", "take merchant"), house.moves()
    house.ok("match", "undo", "1", "--reason", "and the wine")
    assert house.moves() == [("Bernhard", "pay 0")], house.moves()


def test_resign_again(house):
    house.example()
    _, code = resign(house, "Steffi")
    before = len(house.letters("Florian"))
    house.say("Steffi", "resign " + code).says("have left the match")
    assert len(house.letters("Florian")) == before


def test_resign_and_move(house):
    house.example()
    asked = house.say("Bernhard", "resign")
    code = re.search(r"resign ([a-z2-7]{6})\b", asked.text).group(1)
    house.say("Bernhard", "pay 1\nresign " + code)
    assert house.moves() == []
    assert not house.json("match", "show", "1")["seats"][0]["held"] != "person"


def test_resign_is_no_talk_in_the_muster(house):
    house.match()
    house.run()
    house.say("Steffi", "resign hope")
    assert house.json("match", "show", "1")["state"] == "muster"


def test_ready_and_a_number(house):
    house.match()
    house.run()
    for name in SEATS[1:]:
        house.say(name, "ready")
    answer = house.say("Bernhard", "ready\n2")
    answer.lacks("match is over")
    assert house.moves() == []
    assert house.json("match", "show", "1")["state"] == "running"


def test_ready_again_keeps_luck(house):
    house.match()
    house.run()
    house.say("Steffi", "ready luck red").says("red")
    house.say("Steffi", "ready").says("already")
    house.say("Steffi", "ready luck blue").says("blue")
    for name in SEATS:
        house.say(name, "ready")
    luck = [p["luck"] for p in house.json("--reveal", "export", "1")["players"]]
    assert luck == [None, "blue", None, None], luck
    house.say("Steffi", "ready luck late").says("no more luck words can be added")


def test_near_miss(house):
    """What was read before it is done; what stands behind it is not."""
    house.example()
    house.say("Bernhard", "pay 1\nplay nice everyone")
    assert house.moves() == [("Bernhard", "pay 1")]
    answer = house.say("Bernhard", "play whine\npass")
    assert house.moves() == [("Bernhard", "pay 1")]
    answer.says("play whine", "pass")


def test_match_named_like_a_command(house):
    """A blank reply whose subject is ours asks for nothing."""
    for name in ["2", "pay 3", "resign", "status"]:
        other = House()
        other.match("--name", name)
        other.start()
        captain = SEATS[other.state()["captain"]]
        letter = other.newest(captain)
        other.reply(letter, "", quote=False)
        other.reply(letter, "", quote=False, threaded=False)
        other.run()
        assert other.moves() == [], (name, other.moves())
        # another subject is read
        other.reply(letter, "", quote=False, threaded=False,
                    subject="[x] pay 1")
        other.run()
        assert other.moves() == [(captain, "pay 1")], other.moves()
        other.close()


def test_numbers_mean_values(house):
    """In a list of pay 0, pay 1 ... a number is the one that is paid."""
    house.example()
    house.say("Bernhard", "7")
    assert house.moves() == []
    house.say("Bernhard", "2")
    assert house.moves() == [("Bernhard", "pay 2")]


def test_new_address(house):
    house.example()
    old = house.newest("Bernhard")
    house.ok("person", "set", "1", "--address", "b@new.example.org")
    house.run()
    house.newest("Bernhard").says("changed the address")
    for name in SEATS[1:]:
        house.newest(name).says("Bernhard", "another address")
    house.reply(old, "pay 3")
    house.run()
    assert house.moves() == [], "the old key still opens the seat"
    folder = house.path("spool", "out", "b@new.example.org", "new")
    letters = []
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            letters.append(Letter("Bernhard", file.read()))
    letter = [one for one in letters if ".s0." in one.mail["Reply-To"]][0]
    house.reply(letter, "pay 2", sender="b@new.example.org")
    house.run()
    assert house.moves() == [("Bernhard", "pay 2")]


def test_clock_set_back(house):
    house.example("--policy", "time=1h")
    house.run(61)
    assert house.moves() == [("Bernhard", "pay 0")]
    house.now -= 3600
    house.ok("match", "undo", "1", "--reason", "the clock was wrong")
    house.run(0)
    house.run(125)
    assert house.moves()[0] == ("Bernhard", "pay 0"), house.moves()


def test_timer_that_cannot_be_done(house):
    """It does not stop the others, and is not tried in every round."""
    house.example("--policy", "time=1h")
    db = sqlite3.connect(house.path("turnpost.db"))
    db.execute("UPDATE match SET rules = 99")
    db.commit()
    db.close()
    house.now += 3700
    first = house.call("tick")
    assert first.returncode == 0 and "tick" in first.stderr, first
    assert house.call("tick").stderr == ""


def test_verify_keeps_points(house):
    house.example()
    house.say("Bernhard", "pay 0")
    text = house.ok("verify", "1")
    assert "not over yet" in text and "Bernhard 0" not in text, text


def test_deliver_never_bounces(house):
    for args in [["--now", "bogus", "deliver"], ["deliver", "--nonsense"],
                 ["deliver", "--home"]]:
        done = subprocess.run([TURNPOST, "--home", house.path("no"), *args],
                              input=b"", capture_output=True)
        assert done.returncode == 75, (args, done)


def test_surplus_arguments(house):
    for args in [["run", "bogus"], ["match", "list", "extra"],
                 ["engine", "--data", "foo"], ["person", "set", "1"]]:
        done = house.call(*args, input="")
        assert done.returncode in (1, 2), (args, done)
        assert len(done.stderr.strip().splitlines()) == 1, done.stderr


def test_json_of_a_mail(house):
    house.example()
    shown = json.loads(house.ok("--json", "--reveal", "outbox", "show", "1"))
    assert "pay" in shown["raw"] or "ready" in shown["raw"]


def test_addresses_of_the_home(house):
    for odd in ["!a@b.c", "'a@b.c", "&x@b.c", "*a@b.c", "{a@b.c", "%a@b.c",
                "`a@b.c", "a" * 40 + "@b.c", "a\"b@c.d", "a\\b@c.d"]:
        other = House(init=False)
        done = other.call("init", "--address", odd)
        if done.returncode == 0:
            other.ok("match", "list")
        else:
            assert done.returncode == 1 and "address" in done.stderr, done
        other.close()


def test_robots_have_no_seats(house):
    for bad in ["robot@example.org", "robot+x@example.org",
                "noreply@x.org", "postmaster@x.org", "a-request@x.org"]:
        house.fails(1, "robot", "match", "new", "mutineer",
                    "--seat", "A <%s>" % bad, "--seat", "B <b@x.org>",
                    "--seat", "C <c@x.org>")


def main():
    tap = Tap()
    assert address("Anna") == "anna@example.org"
    tap.each(globals(), House)
    tap.end()


main()
