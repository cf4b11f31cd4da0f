#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""The letter about a year: a player who said "yearbook on" gets it once, in the
first days of January, about matches that ended in the year before and about no
other; robots are shown as such, and people who hide are not named."""

import datetime
import email.utils
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from handmade import believe, sql  # noqa: E402
from house import PLAIN, ROBOT, House, address  # noqa: E402
from restoring import backup, hand_over_done, restored  # noqa: E402
from tap import Tap  # noqa: E402

PEOPLE = ["Anna", "Bo", "Cyd"]
# How each language asks, what it answers, and what its letter says.
ASK = {"en": ("yearbook on", "yearbook off", "first days of January",
              "this was your 2026"),
       "de": ("Jahrbuch an", "Jahrbuch aus", "in den ersten Tagen des Januars",
              "das war dein Jahr 2026"),
       "pl": ("rocznik włącz", "rocznik wyłącz", "w pierwszych dniach stycznia",
              "Oto twój rok 2026"),
       "ru": ("ежегодник вкл", "ежегодник выкл", "в первых числах января",
              "Вот ваш 2026 год")}


def moment(*parts):
    return int(datetime.datetime(
        *parts, tzinfo=datetime.timezone.utc).timestamp())


def person(house, name):
    return sql(house, "SELECT person FROM address WHERE folded = ?",
               address(name))[0][0]


def due(house, name):
    return sql(house, "SELECT yearbook FROM person WHERE id = ?",
               person(house, name))[0][0]


def yearbooks(house, name):
    return [letter for letter in house.letters(name)
            if "yearbook off" in letter.text and "favourite" in letter.text]


def ask(house, name, line):
    house.mail_number = getattr(house, "mail_number", 0) + 1
    house.deliver((
        "From: %s <%s>\nTo: %s\nSubject: a question\nDate: %s\nMessage-ID: "
        "<y%d@example.org>\nAuthentication-Results: mx.example.org;"
        " dkim=pass header.d=example.org\nContent-Type: text/plain;"
        " charset=utf-8\n\n%s\n" % (name, address(name), ROBOT,
                                    email.utils.formatdate(house.now),
                                    house.mail_number, line)).encode())
    house.run()
    return house.newest(name)


def play(house, match, days):
    """Nobody answers: default moves end it."""
    for _ in range(days):
        house.run(24 * 60)
        if house.life(match) == "over":
            return
    assert False, "match %d goes on" % match


def finish(house, match, game, results):
    """As if it had been played: who or what, with which place and points."""
    sql(house, "UPDATE match SET life = 'over', ended = ? WHERE id = ?",
        house.now, match)
    sql(house, "DELETE FROM timer WHERE match = ?", match)
    for seat, (who, place, points) in enumerate(results):
        robot = who.startswith("robot:")
        sql(house, "INSERT INTO result (game, ended, match, seat, score,"
            " place, person, level) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            game, house.now, match, seat, points, place,
            None if robot else person(house, who),
            who.split(":")[1] if robot else None)


def started(house, match, *more, seats=(), game="mutineer"):
    assert house.match(*more, seats=seats or PEOPLE, game=game) == match
    house.start(seats or PEOPLE)


def played():
    """Three matches that are over, one of them really played, and one that
    runs; and Anna won another in the year before."""
    house = House()
    believe(house)
    house.text_alone(but=1)
    house.policy(**{**PLAIN, "time": "12h"})
    house.now = moment(2025, 12, 30)
    started(house, 1)
    finish(house, 1, "mutineer", [("Anna", 1, 99), ("Bo", 2, 9), ("Cyd", 3, 8)])
    house.now = moment(2026, 1, 5)
    started(house, 2)
    play(house, 2, 300)
    assert house.now < moment(2026, 12, 1), house.now
    started(house, 3, "--option", "side=3", "--name", "Bay", game="hexxi")
    finish(house, 3, "hexxi", [("Anna", 2, 31), ("Bo", 3, 20), ("Cyd", 1, 40)])
    started(house, 4, "--name", "Harbour")
    finish(house, 4, "mutineer",
           [("Anna", 1, 97), ("Cyd", 3, 11), ("robot:easy", 2, 12)])
    house.now = moment(2026, 12, 20)
    started(house, 5)
    assert house.life(5) == "running"
    return house


def test_wish(house):
    letter = ask(house, "Anna", "yearbook on")
    letter.says("first days of January")
    assert due(house, "Anna") == moment(2027, 1, 2, 8), due(house, "Anna")
    ask(house, "Anna", "yearbook off").says("you get no yearbook")
    assert due(house, "Anna") == 0
    ask(house, "Anna", "yearbook on the shelf")
    assert due(house, "Anna") == 0
    seat = [letter for letter in house.letters("Anna")
            if "[g5-" in letter.mail["Subject"]][-1]
    house.reply(seat, "yearbook")
    house.run()
    house.newest("Anna").says('Write "yearbook on"')
    # from a seat, in each language
    for language, (on, off, told, _) in ASK.items():
        house.ok("person", "set", "Anna", "--language", language)
        seat = [letter for letter in house.letters("Anna")
                if "[g5-" in letter.mail["Subject"]][-1]
        house.reply(seat, on)
        house.run()
        house.newest("Anna").says(told)
        assert due(house, "Anna") > house.now
        house.reply(seat, off)
        house.run()
        assert due(house, "Anna") == 0, language
    house.ok("person", "set", "Anna", "--language", "en")
    # a morning of where the person lives
    house.ok("person", "set", "Cyd", "--zone", "Asia/Tokyo")
    for name in PEOPLE[:1] + PEOPLE[2:]:
        ask(house, name, "yearbook on")
    assert due(house, "Cyd") == moment(2027, 1, 1, 23)


def test_letter(house):
    # others know her by her name at the table alone
    sql(house, "UPDATE person SET name = 'Registered' WHERE name = 'Cyd'")
    house.now = moment(2027, 1, 2, 7, 58)
    house.run()
    assert not yearbooks(house, "Anna") and yearbooks(house, "Cyd")
    house.run()
    letters = yearbooks(house, "Anna")
    assert len(letters) == 1, [one.text for one in letters]
    letter, = letters
    letter.says("this was your 2026", "3 matches", "Your favourite game was"
                " Mutineer", "Pirates HEXXI", "robot, easy (1 match)",
                "Cyd (3 matches), Bo (2 matches)")
    letter.lacks("match 5", "[g5-", "99", "robot, medium", "N. N.",
                 "Registered")
    sql(house, "UPDATE person SET name = 'Cyd' WHERE name = 'Registered'")
    assert letter.number != 0 and "image/png" in [
        part.get_content_type() for part in letter.mail.walk()]
    assert re.search(
        r"HEXXI +1 +2 \(1×\) +31 +\d{4} \([+-]\d+\)", letter.text), letter.text
    # an answer is done: it needs no proof
    house.reply(letter, "yearbook off")
    house.run()
    assert due(house, "Anna") == 0
    ask(house, "Anna", "yearbook on")
    assert due(house, "Anna") == moment(2028, 1, 2, 8)
    # on the day before, the year that is over is told; afterwards the next
    for now, year in ((moment(2027, 1, 1, 9), 2027),
                      (moment(2027, 1, 2, 9), 2028)):
        house.now, before = now, house.now
        ask(house, "Anna", "yearbook off")
        ask(house, "Anna", "yearbook on")
        assert due(house, "Anna") == moment(year, 1, 2, 8), now
        house.now = max(before, house.now)
    # nobody else asked for one
    assert not yearbooks(house, "Bo")


def test_once(house):
    for _ in range(3):
        house.run(24 * 60)
    assert len(yearbooks(house, "Anna")) == len(yearbooks(house, "Cyd")) == 1
    house.reply(yearbooks(house, "Cyd")[0], "yearbook on")
    house.run()
    assert due(house, "Cyd") == moment(2028, 1, 1, 23)


def again(house):
    """The year is told once more, as if it had not been."""
    house.now = max(house.now, moment(2027, 1, 3)) + 60
    sql(house, "UPDATE person SET yearbook = ? WHERE id = ?",
        moment(2027, 1, 2, 8), person(house, "Anna"))
    house.run()
    return house.newest("Anna")


def test_turning(house):
    """In the match that was played somebody had the best round; only a moment
    of the reader's own is told."""
    sql(house, "UPDATE person SET yearbook = ?", moment(2027, 1, 2, 8))
    house.run()
    told = [name for name in PEOPLE
            if "Your best moment" in house.newest(name).text]
    assert told
    for name in told:
        moment_of = house.newest(name).text.split("Your best moment")[1]
        assert "match 2 of Mutineer" in " ".join(moment_of.split())
        moment_of = moment_of.split("You played most")[0]
        assert " you " in moment_of and name not in moment_of, moment_of
    sql(house, "UPDATE person SET yearbook = 0 WHERE name = 'Bo'")


def test_not_own(house):
    """What a robot, a player before or one who hides did at the reader's seat
    is not the reader's best moment; a match that cannot be replayed has none,
    and its letter comes."""
    def letter():
        house.now = max(house.now, moment(2027, 1, 3)) + 60
        sql(house, "UPDATE person SET yearbook = ? WHERE id = ?",
            moment(2027, 1, 2, 8), person(house, name))
        house.run()
        # chance says whose moment it is, and one of them lives in Tokyo
        assert due(house, name) == (
            moment(2028, 1, 1, 23) if name == "Cyd" else moment(2028, 1, 2, 8))
        sql(house, "UPDATE person SET yearbook = 0 WHERE id = ?",
            person(house, name))
        letters.append(house.newest(name).id)
        assert letters[-1] not in letters[:-1]
        return house.newest(name)

    letters = []
    name = [one for one in PEOPLE
            if "Your best moment" in house.newest(one).text][0]
    other = [one for one in PEOPLE if one != name][0]
    wanted = due(house, name)
    seat, = sql(house, "SELECT seat FROM seat WHERE match = 2 AND person = ?",
                person(house, name))[0]
    letter().says("Your best moment")
    (by,), = sql(house, "SELECT DISTINCT by FROM event WHERE match = 2"
                 " AND seat = ?", seat)
    sql(house, "UPDATE event SET by = 'robot' WHERE match = 2 AND seat = ?",
        seat)
    letter().lacks("Your best moment")
    sql(house, "UPDATE event SET by = ? WHERE match = 2 AND seat = ?", by, seat)
    sql(house, "UPDATE holder SET person = ? WHERE match = 2 AND seat = ?",
        person(house, other), seat)
    letter().lacks("Your best moment")
    sql(house, "UPDATE holder SET person = ? WHERE match = 2 AND seat = ?",
        person(house, name), seat)
    letter().says("Your best moment")
    sql(house, "UPDATE event SET move = '~' || move WHERE match = 2")
    letter().lacks("Your best moment")
    sql(house, "UPDATE event SET move = substr(move, 2) WHERE match = 2")
    letter().says("Your best moment")
    sql(house, "UPDATE person SET yearbook = ? WHERE id = ?", wanted,
        person(house, name))


def test_languages(house):
    for language, (_, off, _, told) in ASK.items():
        house.ok("person", "set", "Anna", "--language", language)
        again(house).says(told, off)
    house.ok("person", "set", "Anna", "--language", "en")


def test_hidden(house):
    """Others do not read the name of a player who hides, nor in a sentence."""
    ask(house, "Bo", "hide me")
    letter = again(house)
    letter.says("this was your 2026", "Cyd (3 matches)")
    assert not re.search(r"\bBo\b", letter.text), letter.text
    ask(house, "Bo", "show my name")
    assert re.search(r"\bBo\b", again(house).text)
    # and rating off leaves the chart out
    ask(house, "Anna", "rating off")
    letter = again(house)
    letter.says("this was your 2026")
    letter.lacks("Your ratings")
    ask(house, "Anna", "rating on")


def test_gone(house):
    """Matches that are deleted are in no yearbook, and a year without matches
    has none; people who are forgotten, or whom mail does not reach, get none."""
    house.now = max(house.now, moment(2027, 3, 1))
    house.ok("match", "delete", "3", "--reason", "a test")
    for _ in range(40):
        house.run(24 * 60)
    letter = again(house)
    letter.says("2 matches")
    letter.lacks("Pirates HEXXI")
    before = len(yearbooks(house, "Anna"))
    sql(house, "UPDATE person SET yearbook = ? WHERE id = ?",
        moment(2025, 1, 2, 8), person(house, "Anna"))
    house.run()
    assert len(yearbooks(house, "Anna")) == before, "2024 had no match"
    assert due(house, "Anna") == moment(2026, 1, 2, 8)
    house.run()
    house.newest("Anna").says("this was your 2025", "1 match ")
    before = len(yearbooks(house, "Anna"))
    sql(house, "UPDATE address SET unreached = 1 WHERE folded = ?",
        address("Anna"))
    sql(house, "UPDATE person SET yearbook = ? WHERE id = ?",
        moment(2027, 1, 2, 8), person(house, "Anna"))
    house.run()
    assert len(yearbooks(house, "Anna")) == before
    assert due(house, "Anna") == moment(2028, 1, 2, 8)
    sql(house, "UPDATE address SET unreached = 0")
    sql(house, "UPDATE person SET yearbook = 0")
    bo = person(house, "Bo")
    ask(house, "Bo", "yearbook on")
    house.ok("person", "delete", "Bo", "--resign")
    assert sql(house, "SELECT yearbook FROM person WHERE id = ?",
               bo)[0][0] == 0


def test_no_chart(house):
    """Robots change nobody's rating: of such a year there is no chart."""
    house.now = moment(2028, 6, 1)
    started(house, 6)
    finish(house, 6, "mutineer",
           [("Anna", 1, 97), ("robot:easy", 3, 11), ("robot:easy", 2, 12)])
    for year, told in ((2027, "Your ratings"), (2029, None)):
        house.now = max(house.now, moment(year, 1, 3))
        sql(house, "UPDATE person SET yearbook = ? WHERE id = ?",
            moment(year, 1, 2, 8), person(house, "Anna"))
        house.run()
        letter = house.newest("Anna")
        letter.says("this was your %d" % (year - 1))
        assert ("Your ratings" in letter.text) == (told is not None), year
    sql(house, "UPDATE person SET yearbook = 0")


def test_stopped(house):
    """Wherever the program stops, there is one letter."""
    count, before = 0, len(yearbooks(house, "Anna"))
    sql(house, "UPDATE person SET yearbook = ? WHERE id = ?",
        moment(2027, 1, 2, 8), person(house, "Anna"))
    for n in range(1, 100):
        if house.call("run", env={"TURNPOST_STOP_AT": str(n)}).returncode == 0:
            break
        count += 1
    house.run()
    assert count >= 3, count
    assert len(yearbooks(house, "Anna")) == before + 1


def test_results(house):
    """While results of matches are missing it waits, and nothing has failed."""
    before = len(yearbooks(house, "Anna"))
    sql(house, "DELETE FROM meta WHERE key = 'results'")
    sql(house, "INSERT INTO meta (key, value) VALUES ('results', '1')")
    sql(house, "UPDATE person SET yearbook = ? WHERE id = ?",
        moment(2027, 1, 2, 8), person(house, "Anna"))
    house.now += 60
    assert "due-failed" not in house.call("tick").stderr
    assert len(yearbooks(house, "Anna")) == before
    assert due(house, "Anna") == house.now + 60, due(house, "Anna")
    house.now += 60
    house.run()
    assert len(yearbooks(house, "Anna")) == before + 1
    assert due(house, "Anna") == moment(2028, 1, 2, 8)


def test_restored():
    """A home out of a backup tells nobody of a year for a second time; what the
    lost home may have sent is held, with mails that came since or without."""
    house = House()
    believe(house)
    house.now = moment(2026, 6, 1)
    started(house, 1)
    finish(house, 1, "mutineer", [("Anna", 1, 99), ("Bo", 2, 9), ("Cyd", 3, 8)])
    many = ["P%d" % n for n in range(25)]
    with open(house.path("many.csv"), "w", encoding="utf-8") as file:
        file.write("name,address\n" + "".join(
            "%s,%s\n" % (name, address(name)) for name in many))
    house.ok("person", "import", house.path("many.csv"))
    # more than a tick writes to, and all in the same second
    sql(house, "UPDATE person SET yearbook = ? WHERE name <> 'Bo'",
        moment(2027, 1, 2, 8))
    house.now = moment(2026, 12, 31)
    path = backup(house)
    house.now = moment(2027, 1, 2, 8, 1)
    house.run()
    assert len(yearbooks(house, "Anna")) == 1
    house.now = moment(2027, 1, 4)
    ask(house, "Bo", "show my name")
    for came in (True, False):
        other = restored(house, path)
        if came:
            hand_over_done(house, other)
        other.now = moment(2027, 1, 5)
        other.ok("receive", "--relist")
        other.run()
        assert not yearbooks(other, "Anna"), came
        assert due(other, "Anna") == moment(2028, 1, 2, 8)
        (written, state), = sql(other, "SELECT created, state FROM outbox"
                                " WHERE kind = 'yearbook' AND address = ?",
                                address("Anna"))
        assert state == "dead", state
        assert written == (moment(2027, 1, 2, 8, 0, 1) if came
                           else moment(2027, 1, 5)), written
        for name in many:
            assert due(other, name) == moment(2028, 1, 2, 8), name
        other.ok("outbox", "release")
        other.run()
        assert len(yearbooks(other, "Anna")) == 1
        other.close()
    house.close()


def main():
    tap = Tap()
    house = played()
    for test in (test_wish, test_letter, test_once, test_turning,
                 test_not_own, test_languages, test_hidden, test_gone,
                 test_stopped, test_results, test_no_chart):
        tap.run(test.__name__[5:], test, house)
    house.close()
    tap.run("restored", test_restored)
    tap.end()


main()
