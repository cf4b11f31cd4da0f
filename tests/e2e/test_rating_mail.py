#!/usr/bin/python3
# SPDX-License-Identifier: ISC
""""rating" and "results" by mail, in all languages, from seats and outside of
matches: they tell of matches that are over and of nothing else; "rating off"
takes somebody out of all lists, also those of others."""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from handmade import believe, sql  # noqa: E402
from house import ROBOT, House, address  # noqa: E402
from tap import Tap  # noqa: E402

PEOPLE = ["Anna", "Bo", "Cyd"]
# How each language asks, and something that its answer says.
ASK = {"en": ("rating", "results", "Ratings in Pirates HEXXI",
              "Your last matches that are over", "rating off"),
       "de": ("Wertung", "Ergebnisse", "Wertung in Piraten HEXXI",
              "Deine letzten Partien", "Wertung aus"),
       "pl": ("ranking", "wyniki", "Ranking w grze",
              "Twoje ostatnie skończone partie", "ranking wyłącz"),
       "ru": ("рейтинг", "мои результаты", "Рейтинг в игре",
              "Ваши последние законченные партии", "рейтинг выкл")}
RESULTS = [("hexxi", 1, ["Anna", "Bo"]), ("hexxi", 2, ["Bo", "Cyd"]),
           ("mutineer", 3, ["Anna", "Bo", "Cyd"]), ("hexxi", 4, ["Cyd", "Bo"])]


def person(house, name):
    return sql(house, "SELECT person FROM address WHERE folded = ?",
               address(name))[0][0]


def begun():
    """Four matches that run, of which RESULTS says how they were; the last
    one has no result yet."""
    house = House()
    believe(house)
    for game, match, seats in RESULTS:
        assert house.match(*(("--option", "side=3") if game == "hexxi" else ()),
                           seats=seats, game=game) == match
    house.run()
    for name in PEOPLE:
        for letter in list(house.letters(name)):
            house.reply(letter, "ready", quote=False)
    house.run()
    for game, match, seats in RESULTS[:3]:
        sql(house, "UPDATE match SET life = 'over', ended = ? WHERE id = ?",
            house.now - 1000 + match, match)
        sql(house, "DELETE FROM timer WHERE match = ?", match)
        for place, name in enumerate(seats, 1):
            sql(house, "INSERT INTO result (game, ended, match, seat, score,"
                " place, person) VALUES (?, ?, ?, ?, ?, ?, ?)", game,
                house.now - 1000 + match, match, place - 1, 30 - place, place,
                person(house, name))
    return house


def ask(house, name, line):
    house.mail_number = getattr(house, "mail_number", 0) + 1
    house.deliver((
        "From: %s <%s>\nTo: %s\nSubject: a question\nMessage-ID: "
        "<q%d@example.org>\nAuthentication-Results: mx.example.org;"
        " dkim=pass header.d=example.org\nContent-Type: text/plain;"
        " charset=utf-8\n\n%s\n" % (name, address(name), ROBOT,
                                    house.mail_number, line)).encode())
    house.run()
    return house.newest(name)


def test_rating(house):
    letter = ask(house, "Anna", "rating")
    letter.says("Ratings in Pirates HEXXI", "Anna (you)", "Bo", "Cyd",
                "provisional", "Ratings in Mutineer", "rating off")
    rows = {one["name"]: one for one in house.json("rating", "list", "hexxi")}
    for name, one in rows.items():
        assert re.search(r"%s[^|\n]*\b%d ± %d +%d match" % (
            name, one["points"], one["doubt"], one["matches"]),
            letter.text), (name, letter.text)
    # the chart begins with 1500 and has her two matches
    chart = letter.text.split("Your points")[1]
    lines = [line.split() for line in chart.splitlines()
             if re.match(r"\s*\d+\s+\d+\s+\d+\s*$", line)]
    assert [line[0] for line in lines] == ["0", "1", "3"], chart
    assert lines[0][1:] == ["1500", "1500"], chart
    assert "example.org" not in letter.text.split("Ratings in")[1].split(
        "rating off")[0]
    assert letter.number != 0 and "image/png" in [
        part.get_content_type() for part in letter.mail.walk()]


def test_results(house):
    letter = ask(house, "Bo", "results")
    found = re.findall(r"match (\d+), ", letter.text)
    assert found == ["3", "2", "1"], letter.text
    text = " ".join(letter.text.split())
    assert "1. Anna 29, 2. Bo (you) 28, 3. Cyd 27" in text, text
    letter = ask(house, "Anna", "results")
    assert re.findall(r"match (\d+), ", letter.text) == ["3", "1"]


def test_seat(house):
    """Beside a question about the match, from a seat that plays."""
    house.reply([letter for letter in house.letters("Cyd")
                 if "[g4-" in letter.mail["Subject"]][-1], "rating\nstatus")
    house.run()
    texts = [letter.text for letter in house.letters("Cyd")[-2:]]
    assert any("Ratings in Pirates HEXXI" in text for text in texts), texts
    assert any("The board" in text or "Your hand" in text or "points" in text
               for text in texts), texts


def test_languages(house):
    for language, (rating, results, one, two, off) in ASK.items():
        house.ok("person", "set", "Anna", "--language", language)
        letter = ask(house, "Anna", "%s\n%s" % (rating, results))
        letter.says(one, two, off)
    house.ok("person", "set", "Anna", "--language", "en")


def test_off(house):
    before = house.json("rating")
    ask(house, "Anna", "rating off").says("you are in no rating from now on")
    assert "Anna" not in str(house.json("rating"))
    letter = ask(house, "Bo", "rating")
    listed = letter.text.split("Ratings in", 1)[1].split("rating off")[0]
    assert "Anna" not in listed and "Bo (you)" in listed, listed
    letter = ask(house, "Anna", "rating")
    letter.says("You are in no rating", "rating on")
    assert "Anna (you)" not in letter.text
    ask(house, "Anna", "rating on").says("with all your matches")
    assert house.json("rating") == before
    # talk is none of them
    for line in "rating systems are fun", "results may vary", "rating offers":
        ask(house, "Anna", line)
        assert house.json("rating") == before


def test_hidden(house):
    """Others do not read the name of a person who hides; the places stay."""
    ask(house, "Anna", "hide me").says("nobody else")
    letter = ask(house, "Bo", "rating")
    listed = letter.text.split("Ratings in", 1)[1].split("rating off")[0]
    assert "Anna" not in listed and "Cyd" in listed, listed
    ask(house, "Anna", "rating").says("Anna (you)")
    ask(house, "Anna", "show my name")
    ask(house, "Bo", "rating").says("Anna")


def test_nothing(house):
    """Somebody without a match; nobody without a proof."""
    house.ok("person", "import", house.path("people.csv"))
    letter = ask(house, "Ida", "rating\nresults")
    letter.says("You have not played a match to its end yet", "Ratings in")
    assert "(you)" not in letter.text
    known = len(house.letters("Cyd"))
    house.deliver(("From: Cyd <%s>\nTo: %s\nSubject: x\nMessage-ID: <u@e>\n\n"
                   "rating\n" % (address("Cyd"), ROBOT)).encode())
    house.run()
    for letter in house.letters("Cyd")[known:]:
        assert "Ratings in" not in letter.text, letter.text


def test_forgotten(house):
    """Nobody hears of a person who was deleted, by any name."""
    bo = person(house, "Bo")
    house.ok("person", "delete", "Bo", "--resign")
    house.run()
    ratings = house.json("rating")
    assert ratings and bo not in [one.get("person") for one in ratings]
    letter = ask(house, "Anna", "rating")
    listed = letter.text.split("Ratings in", 1)[1].split("rating off")[0]
    assert "Bo" not in listed and "N. N." not in listed, listed


def main():
    tap = Tap()
    house = begun()
    with open(house.path("people.csv"), "w", encoding="utf-8") as file:
        file.write("name,address\nIda,ida@example.org\n")
    for name, test in (("ratings", test_rating), ("results", test_results),
                       ("from a seat", test_seat),
                       ("languages", test_languages),
                       ("off and on", test_off), ("hidden", test_hidden),
                       ("nothing", test_nothing),
                       ("forgotten", test_forgotten)):
        tap.run(name, test, house)
    house.close()
    tap.end()


main()
