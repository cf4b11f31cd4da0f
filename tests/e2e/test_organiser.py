#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What an organiser sees and names: deadlines and phases in words, times, how
a match ended; people and seats by name, number or address."""

import contextlib
import datetime
import os
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import SEATS, House, address  # noqa: E402
from tap import Tap  # noqa: E402


def test_deadlines_in_words(house):
    house.policy(time="3d", settle="none", reminders="none", muster="5d",
                 offer="none", organiser="extend, end")
    house.match()
    shown = house.json("match", "show", "1")
    assert shown["until"] == "2026-11-26T12:00:00Z", shown
    assert {seat["deadline"] for seat in shown["seats"]} == {None}
    house.start()
    seats = house.json("match", "show", "1")["seats"]
    asked = [seat for seat in seats if seat["asked"]]
    assert [seat["asked_to"] for seat in asked] == [
        "promise the mate points"], asked
    assert asked[0]["deadline"] > "2026-11-24T00:00:00Z", asked
    assert {seat["deadline"] for seat in seats if not seat["asked"]} == {None}
    text = house.ok("match", "show", "1")
    assert "promise the mate points" in text and asked[0]["deadline"] in text


def test_log_has_times(house):
    house.match()
    house.start()
    house.now += 3600
    captain = SEATS[house.state()["captain"]]
    house.say(captain, "pay 1")
    log = house.json("match", "log", "1")
    assert all(row["at"].endswith(":00Z") for row in log), log
    assert log[-1]["at"] > log[0]["at"], log
    assert log[-1]["at"] in house.ok("match", "log", "1")


def test_log_has_what_the_organiser_did(house):
    """Also where it has moves: each line in its place, under its number."""
    house.policy(organiser="pause, end", talk="open", settle="none")
    house.match()
    house.start()
    captain = SEATS[house.state()["captain"]]
    house.say(captain, "pay 1")
    house.ok("match", "pause", "1", "--reason", "tea")
    house.ok("match", "resume", "1", "--reason", "enough tea")
    house.say(captain, "say all: hello")
    revealed = house.json("--reveal", "match", "log", "1")
    house.ok("match", "end", "1", "--reason", "no time")
    house.run()
    over = house.json("--reveal", "match", "log", "1")
    assert over[:len(revealed)] == revealed, (revealed, over)
    by = [row["by"] for row in revealed]
    told = [row["move"] for row in over if row["by"] == "notice"]
    for word, text in ("pause", "tea"), ("resume", "enough tea"), ("end", "no time"):
        assert [one for one in told if text in one], (word, told)
    assert by[by.index("player"):] == ["player", "notice", "notice",
                                       "talk"], by
    numbers = [row["n"] for row in over]
    assert numbers == list(range(numbers[0], numbers[0] + len(over))), over


def let_people_join(house):
    with open(house.path("turnpost.yaml"), "r+", encoding="utf-8") as file:
        text = file.read()
        file.seek(0)
        file.write("signup: open\n" + text)


def test_who_is_waited_for(house):
    """While seats are free, nobody: the list and the match say the same."""
    let_people_join(house)
    number = house.match("--seats-wanted", "4", seats=SEATS[:3])
    for free in True, False:
        waiting = house.json("match", "list")[0]["waiting"]
        shown = house.json("match", "show", str(number))
        assert waiting == shown["missing"], (waiting, shown)
        assert (waiting == []) == free, waiting
        if free:
            house.ok("match", "end", str(number), "--reason", "x")
            number = house.match(seats=SEATS[:3])


def test_who_sits_there(house):
    """Of a seat with a new player both names are shown, and of a match that is
    paused when it goes on."""
    house.policy(organiser="pause, replace")
    house.match(seats=SEATS[:3])
    house.start(SEATS[:3])
    assert "resumes" not in house.json("match", "show", "1")
    house.ok("match", "replace", "1", "--seat", "1", "--reason", "x",
             "Zed <zed@example.org>")
    house.ok("match", "pause", "1", "--for", "2d", "--reason", "x")
    shown = house.json("match", "show", "1")
    assert [(one["name"], one["player"]) for one in shown["seats"]] == [
        (SEATS[0], SEATS[0]), (SEATS[1], "Zed"), (SEATS[2], SEATS[2])], shown
    resumes = datetime.datetime.fromisoformat(
        shown["resumes"].replace("Z", "+00:00")).timestamp()
    assert resumes == house.now + 2 * 86400, (resumes, house.now)
    text = house.ok("match", "show", "1")
    assert "Zed" in text and "resumes: " in text, text


def test_what_became_of_a_mail(house):
    """Somebody new is asked whether that person wrote a mail."""
    let_people_join(house)
    house.deliver(b"From: Eva <eva@example.org>\nTo: robot@example.org\n"
                  b"Subject: x\nMessage-ID: <1@x>\n\nmatches\n")
    house.run()
    mail, = house.json("inbox", "list")
    assert mail["note"] == "unknown sender, who is asked whether to do it", mail


def test_what_was_wrong(house):
    """Of a command, said in its own words."""
    let_people_join(house)
    done = house.ok("match", "new", "mutineer", "--seats-wanted", "3")
    assert "join 1" in done and "outbox" not in done, done
    house.fails(2, '"2" is not a time', "match", "extend", "1", "2",
                "--reason", "x")
    house.fails(2, '"Friday" is not the number of a match', "match", "end",
                "Friday", "--reason", "x")
    house.fails(1, "there is no match 2", "match", "approve", "2")
    done = house.ok("match", "end", "1", "--reason", "x")
    assert "nobody plays there" in done, done
    house.match()
    house.start()
    house.ok("match", "end", "2", "--reason", "x")
    done = house.ok("verify", "2")
    assert "ended: called off" in done and "not over yet" not in done, done


def test_log_tells_nobody_apart(house):
    """Two of those who decide at the same time have: neither is seen before
    all have, and then all at the same moment."""
    house.match(game="hexxi")
    house.start()
    times = {}
    for _ in range(60):
        shown = house.json("match", "show", "1")
        asked = [seat for seat in shown["seats"] if seat["asked"]]
        if len(asked) > 1:
            break
        name = asked[0]["name"]
        house.now += 60
        letter = house.newest(name)
        house.say(name, "1" if "  1  " in letter.text else "pass")
    else:
        return  # no bids in this one
    for seat in asked[:-1]:
        house.now += 3600
        house.say(seat["name"], "bid 1")
        for row in house.json("match", "log", "1"):
            times.setdefault(row["n"], row["at"])
            assert times[row["n"]] == row["at"] or times[row["n"]] is None
            assert row["at"] is None or row["at"] < "2099"


def test_how_it_ended(house):
    house.policy(organiser="extend, end", settle="none", time="none", muster="none",
                 offer="none")
    house.match()
    house.start()
    house.ok("match", "end", "1", "--reason", "the wine is gone")
    assert "the wine is gone" in house.json("match", "show", "1")["how"]
    said = house.ok("verify", "1")
    assert "ended: called off: " in said and "the wine is gone" in said
    house.match()
    house.ok("match", "end", "2", "--reason", "nobody came")
    done = house.fails(1, "nobody came", "verify", "2")
    assert "cannot be verified" not in done.stderr, done.stderr
    assert [row["match"] for row in house.json(
        "match", "list", "--state", "ended")] == [1, 2]
    assert house.json("match", "list", "--state", "running") == []
    house.fails(1, "muster, running, over or ended", "match", "list",
                "--state", "gone")


def test_names(house):
    house.policy(organiser="extend, end", settle="none", time="3d", muster="none",
                 offer="none")
    house.match()
    house.start()
    for who in "2", "bernhard", "BERNHARD", address("Bernhard"):
        house.ok("person", "show", who)
    first = house.json("person", "show", "Bernhard")
    assert house.json("person", "show", "B <%s>" % address("Bernhard")) == first
    house.ok("person", "set", address("Steffi"), "--zone", "Europe/Warsaw")
    assert house.json("person", "show", "steffi")["zone"] == "Europe/Warsaw"
    house.fails(1, 'there is no person "zoe"', "person", "show", "zoe")
    house.fails(1, "has the address z@example.org", "person", "show",
                "z@example.org")
    seat = [one["seat"] for one in house.json("match", "show", "1")["seats"]
            if one["asked"]][0]
    for who in str(seat), SEATS[seat].upper(), address(SEATS[seat]):
        house.ok("match", "extend", "1", "1d", "--seat", who, "--reason", "x")
    house.fails(1, "its seats are 0 Bernhard, 1 Steffi", "match", "extend",
                "1", "1d", "--seat", "zoe", "--reason", "x")
    house.fails(1, 'no seat "4"', "match", "extend", "1", "1d", "--seat", "4",
                "--reason", "x")
    house.ok("match", "watch", "1", "Dora <dora@example.org>")
    house.ok("match", "unwatch", "1", "dora")
    house.ok("match", "watch", "1", "Dora <dora2@example.org>")
    house.fails(1, "2 people are named dora (numbers ", "person", "show",
                "dora")


def test_names_that_two_have(house):
    """A seat is not guessed."""
    house.example()
    with contextlib.closing(sqlite3.connect(house.path("turnpost.db"))) as db:
        db.execute("UPDATE seat SET name = 'steffi' WHERE seat = 0")
        db.commit()
    args = ("match", "extend", "1", "1d", "--reason", "x", "--seat")
    done = house.fails(1, "any of the seats 0 steffi, 1 Steffi of match 1",
                       *args, "Steffi")
    assert "give the number" in done.stderr, done.stderr
    with contextlib.closing(sqlite3.connect(house.path("turnpost.db"))) as db:
        db.execute("UPDATE seat SET name = 'Anton', person = (SELECT person"
                   " FROM seat WHERE seat = 1) WHERE seat = 0")
        db.commit()
    house.fails(1, "any of the seats 0 Anton, 1 Steffi of match 1",
                *args, address("Steffi"))


def test_a_sent_letter_again(house):
    house.match()
    house.run()
    before = house.letters("Bernhard")
    row = house.json("outbox", "list")[-1]
    assert row["state"] == "sent" and row["to"] == address("Bernhard")
    path = os.path.join(house.path("spool", "out", address("Bernhard")), "new")
    for name in os.listdir(path):
        os.remove(os.path.join(path, name))
    house.ok("outbox", "retry", str(row["letter"]))
    assert house.json("outbox", "list")[-1]["state"] == "new"
    house.run()
    after = house.letters("Bernhard")
    assert [x.id for x in after] == [x.id for x in before]


def main():
    tap = Tap()
    tap.each(globals(), House)
    tap.end()


if __name__ == "__main__":
    main()
