#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Deadlines for calendars: which letters bring an entry, what is in it, and
that it is taken back, read by an iCalendar library."""

import datetime
import os
import sqlite3
import sys

import icalendar

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, PLAIN, ROBOT, address  # noqa: E402
from tap import Tap  # noqa: E402

HOUR = 3600
UTC = datetime.timezone.utc


def table(**keys):
    """An example round in which Bernhard is asked for his pay."""
    house = House()
    house.policy(**dict(PLAIN, time="20h", **keys))
    house.example()
    return house


def files(letter):
    return [part for part in letter.mail.walk()
            if part.get_content_type() == "text/calendar"]


def lines_of(raw):
    assert raw.endswith(b"\r\n"), raw
    assert b"\n" not in raw.replace(b"\r\n", b""), raw
    return raw.split(b"\r\n")


def entry(letter):
    """The one event, after a look at the file itself."""
    parts = files(letter)
    assert len(parts) == 1, letter.text
    part = parts[0]
    assert part.get_filename().endswith(".ics"), part.get_filename()
    assert part.get_content_disposition() == "attachment"
    assert part.get_param("method").upper() == "PUBLISH", part["Content-Type"]
    assert part.get_param("charset").lower() == "utf-8", part["Content-Type"]
    raw = part.get_payload(decode=True)
    for line in lines_of(raw):
        assert len(line) <= 75, line
    calendar = icalendar.Calendar.from_ical(raw)
    assert calendar["VERSION"] == "2.0" and calendar["METHOD"] == "PUBLISH"
    assert calendar["PRODID"]
    events = calendar.walk("VEVENT")
    assert len(events) == 1, raw
    assert "VTIMEZONE" not in raw.decode()
    return events[0]


def due(house, match=1, seat=0):
    with sqlite3.connect(house.path("turnpost.db")) as db:
        at = db.execute("SELECT due FROM timer WHERE match = ? AND seat = ?"
                        " AND kind = 'decide'", (match, seat)).fetchone()[0]
    return datetime.datetime.fromtimestamp(at, UTC)


def nothing_by_itself():
    house = table()
    for name in ("Bernhard", "Steffi"):
        for letter in house.letters(name):
            assert files(letter) == [], letter.text
    house.close()


def an_entry():
    """The answer to "calendar on" brings the first one."""
    house = table()
    letter = house.say("Bernhard", "calendar on")
    letter.says('You wrote "calendar on": from now on letters that ask you '
                "for a decision bring the deadline for your calendar")
    event = entry(letter)
    assert event.decoded("DTSTART") == due(house), event
    assert event.decoded("DTSTAMP") == datetime.datetime.fromtimestamp(
        house.now, UTC), event
    assert event["UID"] == "g1.s0@" + ROBOT.split("@")[1], event["UID"]
    assert event["SUMMARY"] == "Mutineer 1: your turn", event["SUMMARY"]
    assert event["STATUS"] == "CONFIRMED" and event["SEQUENCE"] == 0
    assert "Match 1 of Mutineer is waiting" in event["DESCRIPTION"], event
    assert "UTC" in event["DESCRIPTION"]
    alarms = event.walk("VALARM")
    assert len(alarms) == 1, event
    assert alarms[0].decoded("TRIGGER") == datetime.timedelta(hours=-1)
    house.close()


def no_secret():
    """Whatever she holds, the file is the same."""
    house = table()
    house.say("Bernhard", "calendar on\npay 3")
    first = entry(house.say("Bernhard", "status")).to_ical()
    for word in (b"conflict", b"wine", b"grain", b"pay"):
        assert word not in first.lower(), first
    house.close()


def taken_back():
    """When she has decided the next letter takes the entry back, once."""
    house = table()
    first = entry(house.say("Bernhard", "calendar on"))
    second = entry(house.say("Bernhard", "status"))
    assert second["UID"] == first["UID"]
    assert second["SEQUENCE"] == first["SEQUENCE"] + 1
    asked = entry(house.say("Bernhard", "pay 1"))
    assert asked["SEQUENCE"] == second["SEQUENCE"] + 1
    assert asked["STATUS"] == "CONFIRMED", "his offer is asked for, too"
    gone = entry(house.say("Bernhard", "play wine"))
    assert gone["STATUS"] == "CANCELLED", gone
    assert gone["UID"] == first["UID"]
    assert gone["SEQUENCE"] == asked["SEQUENCE"] + 1
    assert gone.decoded("DTSTART") == asked.decoded("DTSTART")
    assert gone.walk("VALARM") == []
    assert files(house.say("Bernhard", "status")) == []
    house.close()


def noted_moves():
    """A move that is noted and can still be changed asks nothing."""
    house = table(settle="30m")
    house.say("Bernhard", "calendar on")
    assert entry(house.say("Bernhard", "pay 1"))["STATUS"] == "CANCELLED"
    house.close()


def off():
    house = table()
    house.say("Bernhard", "calendar on")
    letter = house.say("Bernhard", "calendar off")
    letter.says("from now on no letter brings anything for your calendar")
    assert entry(letter)["STATUS"] == "CANCELLED"
    assert files(house.say("Bernhard", "status")) == []
    house.close()


def no_deadline():
    house = House()
    house.example()
    assert files(house.say("Bernhard", "calendar on")) == []
    house.close()


def by_itself():
    """Letters that nobody asked for: turns and reminders."""
    house = table(reminders="50%")
    house.say("Steffi", "calendar on")
    house.say("Bernhard", "pay 1")
    house.say("Bernhard", "play wine")
    event = entry(house.newest("Steffi"))
    assert event.decoded("DTSTART") == due(house, seat=1), event
    assert event["SUMMARY"] == "Mutineer 1: your turn"
    house.run(11 * 60)
    reminder = house.newest("Steffi")
    reminder.says("left to answer in match 1")
    assert entry(reminder)["SEQUENCE"] == event["SEQUENCE"] + 1
    assert files(house.newest("Florian")) == [], "it is hers alone"
    house.close()


def called_off():
    house = table()
    house.say("Bernhard", "calendar on")
    house.ok("match", "end", "1", "--reason", "enough")
    house.run()
    letter = house.newest("Bernhard")
    letter.says("is called off")
    assert entry(letter)["STATUS"] == "CANCELLED"
    house.close()


def left():
    """Who leaves a match has its entry no longer."""
    house = table()
    letter = house.say("Bernhard", "calendar on\nresign")
    code = letter.text.split("→ resign ")[1].split()[0]
    letter = house.say("Bernhard", "resign " + code)
    letter.says("you no longer play in match 1")
    assert entry(letter)["STATUS"] == "CANCELLED"
    house.close()


def muster():
    """Whoever wanted entries gets one for an invitation, too."""
    house = table(muster="3d")
    house.say("Bernhard", "calendar on\npay 0\nplay wine")
    house.match("--name", "Friday, at 8; or later")
    house.run()
    event = entry(house.newest("Bernhard"))
    assert event["SUMMARY"] == "Mutineer 2: are you in?", event
    assert event["UID"].startswith("g2.s0@")
    assert event.decoded("DTSTART") - datetime.datetime.fromtimestamp(
        house.now, UTC) > datetime.timedelta(days=2)
    assert entry(house.say("Bernhard", "ready"))["STATUS"] == "CANCELLED"
    house.close()


def digest():
    """One letter about two matches: an entry of each."""
    house = House()
    house.policy(**dict(PLAIN, time="20h", reminders="50%"))
    house.example()
    house.now -= 120
    house.example()
    house.say("Bernhard", "calendar on")
    house.now += 10 * HOUR + 120
    house.ok("run")
    letter = house.newest("Bernhard")
    letter.says("here is the latest from 2 matches")
    uids, names = [], []
    for part in files(letter):
        names.append(part.get_filename())
        for event in icalendar.Calendar.from_ical(
                part.get_payload(decode=True)).walk("VEVENT"):
            uids.append(event["UID"].split(".")[0])
    assert sorted(uids) == ["g1", "g2"], uids
    assert len(set(names)) == 2, names
    house.reply(letter, "calendar off")
    house.run()
    house.newest("Bernhard").says("no letter brings anything")
    house.close()


def plain_letters():
    """Also for those whose letters are text alone."""
    house = table()
    house.ok("person", "set", "1", "--text", "ascii")
    event = entry(house.say("Bernhard", "calendar on"))
    assert event["SUMMARY"] == "Mutineer 1: your turn"
    house.close()


def names():
    """Commas, semicolons and the like in an organiser's address and in the
    language of the reader are no trouble to a reader of calendars."""
    house = table()
    house.say("Bernhard", "calendar on")
    house.ok("person", "set", "1", "--zone", "America/New_York")
    event = entry(house.say("Bernhard", "status"))
    assert ", 2026, " in event["DESCRIPTION"] or " 2026, " in event[
        "DESCRIPTION"], event["DESCRIPTION"]
    assert event.decoded("DTSTART") == due(house), "UTC whatever her zone"
    house.close()


def main():
    tap = Tap()
    tap.run("no letter brings an entry that nobody wanted", nothing_by_itself)
    tap.run("an entry is what RFC 5545 says", an_entry)
    tap.run("nothing secret is in it", no_secret)
    tap.run("it is renewed and taken back under one name", taken_back)
    tap.run("a noted move takes it back", noted_moves)
    tap.run("off takes it back", off)
    tap.run("without a deadline there is none", no_deadline)
    tap.run("turns and reminders bring it", by_itself)
    tap.run("a match called off takes it back", called_off)
    tap.run("leaving takes it back", left)
    tap.run("an invitation brings one", muster)
    tap.run("a letter about two matches brings two", digest)
    tap.run("letters in ASCII bring it, too", plain_letters)
    tap.run("times and commas are read as they are meant", names)
    tap.end()


if __name__ == "__main__":
    assert address("X")
    main()
