#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Series that are kept: made, joined by mail and by the organiser, played in
rounds whose tables are those of "simulate series", scored by their rule, and
told of by mail; with people who leave and come.
"""

import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import TURNPOST, House  # noqa: E402
from series_house import (NEW, PEOPLE, finish, finish_round,  # noqa: E402
                          home, names, points, seat, show, tables, told, write)
from tap import Tap  # noqa: E402


# ---- making ----

def test_new():
    house = House()
    assert house.json("series", "list") == []
    assert house.json(*NEW, "--policy", "time=2d") == {"series": 1}
    one = show(house)
    assert one["state"] == "open" and one["rounds"] == 5, one
    assert one["terms"]["policy"]["time"] == "2d", one["terms"]
    # what the home changes later is not agreed on
    house.policy(time="9d")
    assert show(house)["terms"] == one["terms"]
    listed, = house.json("series", "list")
    assert listed["name"] == "Winter cup" and listed["people"] == 0
    assert "Winter cup" in house.ok("series", "list")
    # the name as "match new" takes it
    assert house.json(*NEW[:2], *NEW[3:], "--name", "Spring cup") == {
        "series": 2}
    assert show(house, 2)["name"] == "Spring cup"
    house.close()


def test_refused():
    house = House()
    with open(house.path("rule.yaml"), "w", encoding="ascii") as file:
        file.write("points: [1]\nbonus: 3\n")
    for args, piece, code in (
            (NEW[:4] + ("chess", "--seats", "4"), "no game \"chess\"", 1),
            (NEW[:5] + ("--seats", "9"), "seats is a number from 2 to 6", 2),
            (NEW[:5] + ("--seats", "5"), "has 3 to 4 seats", 1),
            (NEW[:5] + ("--seats", "2-4"), "has 3 to 4 seats", 1),
            (NEW[:5], "needs --game and --seats", 2),
            (NEW + ("--rounds", "0"), "rounds is a number from 1 to 50", 2),
            (NEW + ("--rounds", "20000"), "rounds is a number from 1 to 50", 2),
            (NEW + ("--places", "195"), "places is a number from 1 to 194", 2),
            (NEW + ("--points", "luck"), "there is no rule \"luck\"", 1),
            (NEW + ("--points", house.path("rule.yaml")),
             "rule.yaml:2: a rule has no \"bonus\"", 1),
            (NEW + ("--robots", "clever"), "easy, medium or strong", 1),
            (NEW + ("--places", "3"), "too few for a table", 1),
            (NEW + ("--places", "1", "--robots", "easy"),
             "1 place is too few", 1),
            (NEW + ("--every", "90m"), "whole days or hours", 2),
            (NEW + ("--begin", "soon"), "--begin is a day", 2),
            (NEW + ("--begin", "2020-01-01"), "is past", 1),
            (NEW + ("--every", "often"), "as in 14d", 2),
            (NEW + ("--every", "1d", "--within", "2d"), "not both", 2),
            (NEW + ("--option", "dragons=yes"), "no option \"dragons\"", 1),
            (NEW + ("--policy", "time=never"), "policy", 1),
            (NEW[:2] + NEW[3:], "give the series one name", 2),
            (NEW + ("--name", "Spring cup"), "give the series one name", 2),
            (NEW[:2] + NEW[3:] + ("--name", ""), "1 to 80 characters", 1),
            (("series", "show", "7"), "there is no series 7", 1),
            (("series", "start", "7"), "there is no series 7", 1),
            (("series", "sing"), "no \"series sing\"; usage: turnpost series"
             " new, list", 2)):
        house.fails(code, piece, *args)
    assert house.json("series", "list") == []
    assert house.json("match", "list") == []
    house.close()


def test_too_few():
    house = home(people=PEOPLE[:3])
    house.fails(1, "series 1 cannot begin: 3 people have joined, and it needs"
                " 4", "series", "start", "1")
    seat(house, "Dan")
    house.fails(1, "takes part already", "series", "seat", "1", "Dan")
    house.ok("series", "unseat", "1", "Dan")
    house.fails(1, "takes no part", "series", "unseat", "1", "Dan")
    seat(house, "Dan")
    house.ok("series", "start", "1")
    house.fails(1, "has begun already", "series", "start", "1")
    house.close()


def test_begins_with_too_few():
    house = home("--begin", "2026-11-22", people=PEOPLE[:3])
    house.run(60 * 24)
    assert show(house)["state"] == "stopped"
    told(house, "Cyd")[-1].says("Too few people take part in series 1",
                                "it has 3 people and needs 4")
    house.fails(1, "it is over", "series", "seat", "1",
                "Dan <dan@example.org>")
    house.close()


# ---- mails ----

def test_mails():
    house = home(people=PEOPLE[:3])
    letter = told(house, "Anna")[-1]
    letter.says("you take part in series 1", "A table has 4 seats",
                "4, 2, 1, 0", "leave series 1")
    seat(house, "Dan", word="invite")
    house.run()
    told(house, "Dan")[-1].says("are invited to a series", "join series 1",
                                "4, 2, 1, 0")
    assert len(show(house)["entrants"]) == 3
    write(house, "Dan", "join series 1").says(
        "you take part in series 1", "A table has 4 seats", "leave series 1")
    write(house, "Dan", "join series 1").says("take part in series 1 already")
    write(house, "Dan", "join series 2").says("There is no series 2")
    write(house, "Dan", "series").says(
        "Winter cup\", Mutineer: people can join", "4 people", "you take part")
    write(house, "Dan", "leave series 1").says("no longer take part")
    write(house, "Dan", "series 1").says("join series 1", "3 people")
    write(house, "Dan", "leave series 1").says("do not take part")
    write(house, "Dan", "join series").says("with \"join series\" and its")
    # talk is none of them
    for line in "series of mistakes", "join series A", "series 1 was fun":
        write(house, "Dan", line).lacks("Mutineer")
    write(house, "Dan", "join series #1")
    assert [one["state"] for one in show(house)["entrants"]] == ["in"] * 4
    house.ok("series", "start", "1")
    house.run()
    told(house, "Dan")[-1].says("Dan, round 1 of 5 of series 1", "Dan (you)",
                          "The match at your table")
    house.close()


def test_languages():
    house = home(people=PEOPLE[:3])
    for language, join, see, leave, said in (
            ("de", "mitspielen in Serie 1", "Serie 1", "abmelden von Serie 1",
             "So läuft diese Serie"),
            ("pl", "dołączam do cyklu 1", "cykl 1", "odchodzę z cyklu 1",
             "Tak toczy się ten cykl"),
            ("ru", "вступаю в серию 1", "серия 1", "покидаю серию 1",
             "Как идёт эта серия")):
        house.ok("series", "invite", "1", "Dan <dan@example.org>")
        house.ok("person", "set", "Dan", "--language", language)
        write(house, "Dan", join).says(said, "→ " + see, "→ " + leave)
        assert len(show(house)["entrants"]) == 4
        write(house, "Dan", see).says(said)
        write(house, "Dan", leave)
        assert len(show(house)["entrants"]) == 3
    house.close()


def test_stranger():
    """Somebody unknown is asked by the usual code, and is in after the yes."""
    house = home(people=PEOPLE[:3])
    with open(house.path("turnpost.yaml"), "a", encoding="utf-8") as file:
        file.write("signup: open\n")
    house.deliver(b"From: Ida <ida@example.org>\nTo: robot@example.org\n"
                  b"Subject: x\nMessage-ID: <i1@e>\n\njoin series 1\n")
    house.run()
    letter = house.newest("Ida")
    letter.says("to take part in series 1")
    assert len(show(house)["entrants"]) == 3
    code = re.search(r"→ (yes \S+)", letter.text).group(1)
    house.reply(letter, code)
    house.run()
    assert names({"seats": show(house)["entrants"]})[-1] == "Ida"
    house.newest("Ida").says("you take part in series 1")
    house.close()


# ---- rounds ----

def test_rounds():
    house = home("--rounds", "3", "--seed", "5")
    house.ok("series", "start", "1")
    house.run()
    plan = json.loads(subprocess.run(
        [TURNPOST, "--json", "simulate", "series", "--people", "8", "--seats",
         "4", "--rounds", "3", "--seed", "5"], capture_output=True, text=True,
        check=True).stdout)["rounds"]
    for number in 1, 2, 3:
        begun = tables(house, number)
        assert [names(one) for one in begun] == [
            [PEOPLE[i - 1] for i in table]
            for table in plan[number - 1]["tables"]], (number, begun)
        for one in begun:
            match = house.json("match", "show", str(one["match"]))
            assert match["state"] == "running", match
            assert [seat["name"] for seat in match["seats"]] == names(one)
            assert match["name"] == "Winter cup %d.%d" % (number, one["table"])
        finish(house, begun[0])
        house.run()
        assert show(house)["round"] == number
        before = len(told(house, "Anna"))
        finish(house, begun[1])
        house.run()
        letter = told(house, "Anna")[-1]
        assert len(told(house, "Anna")) == before + 1
        if number < 3:
            letter.says("round %d of series 1" % number, "is over",
                        "Round %d of 3 begins" % (number + 1),
                        "Points so far", "Anna (you)")
            letter.lacks("No more than half")
        else:
            letter.says("round 3 of series 1", "With that, the series is"
                        " over. First place: ", "Thank you for playing")
    assert show(house)["state"] == "over"
    winners = {}
    for one in show(house)["tables"]:
        for place, name in enumerate(names(one)):
            winners[name] = winners.get(name, 0) + [4, 2, 1, 0][place]
    assert points(house) == {name: str(n) for name, n in winners.items()}
    first = show(house)["standings"][0]
    assert first["place"] == 1 and winners[first["name"]] == max(
        winners.values())
    matches = len(house.json("match", "list"))
    house.run(60 * 24 * 40)
    assert len(house.json("match", "list")) == matches == 6
    house.close()


def test_late():
    """A late table holds up nobody for longer than was agreed."""
    house = home("--rounds", "2", "--within", "10d")
    house.ok("series", "start", "1")
    house.run()
    late, other = tables(house, 1)
    finish(house, other)
    house.run(60 * 24 * 9)
    assert show(house)["round"] == 1
    house.run(60 * 24)
    assert show(house)["round"] == 2
    finish_round(house, 2)
    assert show(house)["state"] == "running"
    finish(house, late)
    house.run()
    assert show(house)["state"] == "over"
    told(house, "Anna")[-1].says("Thank you for playing")
    assert all(one["tables"] == 2 for one in show(house)["standings"])
    house.close()


def test_by_date():
    house = home("--rounds", "2", "--every", "7d", "--begin", "2026-11-25")
    house.run(60 * 24)
    assert show(house)["state"] == "open"
    house.run(60 * 24 * 4)
    assert show(house)["round"] == 1
    finish_round(house, 1)
    assert show(house)["round"] == 1
    house.run(60 * 24 * 7)
    assert show(house)["round"] == 2
    house.close()


def test_called_off():
    """A table without a result, and a seat that somebody else played."""
    house = home("--rounds", "1", "--points", "wins")
    house.ok("series", "start", "1")
    house.run()
    one, two = tables(house, 1)
    house.ok("match", "end", str(one["match"]), "--reason", "snow")
    finish(house, two, owners={0: one["seats"][0]["person"]})
    house.run()
    assert show(house)["state"] == "over"
    assert [table["state"] for table in tables(house, 1)] == ["unfinished",
                                                              "over"]
    assert set(points(house).values()) == {"0"}, points(house)
    assert tables(house, 1)[1]["seats"][0]["gave_up"]
    house.close()


# ---- people come and go ----

def test_leave():
    """The next person who waits has the place of one who leaves."""
    house = home("--rounds", "3", "--places", "4", people=PEOPLE[:5])
    told(house, "Eva")[-1].says("All places are taken just now")
    house.ok("series", "start", "1")
    house.run()
    table, = tables(house, 1)
    assert sorted(names(table)) == PEOPLE[:4]
    # a person who never had a table may come back
    write(house, "Eva", "leave series 1").says("no longer take part")
    write(house, "Eva", "join series 1").says("on the list of series 1")
    write(house, "Bo", "leave series 1").says(
        "no longer take part in series 1, but play on in these matches of it:"
        " %d" % table["match"])
    write(house, "Bo", "series 1").says("you have left", "join series 1")
    finish_round(house, 1)
    assert sorted(names(tables(house, 2)[0])) == ["Anna", "Cyd", "Dan", "Eva"]
    assert "Bo" in points(house) and "Eva" in points(house)
    # two more leave: too few are left for another round
    write(house, "Anna", "leave series 1")
    write(house, "Cyd", "leave series 1")
    finish_round(house, 2)
    assert show(house)["state"] == "over"
    told(house, "Dan")[-1].says("Too few people take part",
                                "it has 2 people and needs 4")
    write(house, "Bo", "join series 1").says("Series 1 is over")
    house.close()


def test_back():
    """A person who has left may come back, behind those who wait, and keeps
    the points; a round that passed meanwhile counts as one without."""
    house = home("--rounds", "4", "--places", "4", people=PEOPLE[:5])
    house.ok("series", "start", "1")
    house.run()
    write(house, "Bo", "leave series 1")
    write(house, "Bo", "join series 1").says("on the list of series 1")
    finish_round(house, 1)
    assert "Bo" not in names(tables(house, 2)[0])
    before = points(house)["Bo"]
    write(house, "Anna", "leave series 1")
    finish_round(house, 2)
    assert sorted(names(tables(house, 3)[0])) == ["Bo", "Cyd", "Dan", "Eva"]
    assert points(house)["Bo"] == before, points(house)
    letter = write(house, "Anna", "join series 1")
    letter.says("on the list of series 1")
    write(house, "Dan", "leave series 1")
    write(house, "Anna", "series 1").says("you take part")
    write(house, "Anna", "leave series 1")
    write(house, "Anna", "join series 1").says(
        "you take part in series 1 from its next round on")
    finish_round(house, 3)
    assert sorted(names(tables(house, 4)[0])) == ["Anna", "Bo", "Cyd", "Eva"]
    write(house, "Dan", "join series 1").says("The last round of series 1 has")
    house.close()


def test_half():
    house = home("--rounds", "2")
    house.ok("series", "start", "1")
    house.run()
    for name in PEOPLE[4:]:
        house.ok("series", "unseat", "1", name)
    finish_round(house, 1)
    assert sorted(names(tables(house, 2)[0])) == PEOPLE[:4]
    told(house, "Anna")[-1].says("No more than half of the people who began"
                                 " the series are left (8 began)")
    house.close()


def test_rest():
    """Somebody is left over, in each round another person, and has points."""
    house = home("--rounds", "2", people=PEOPLE[:5])
    house.ok("series", "start", "1")
    house.run()
    rested, = set(PEOPLE[:5]) - set(names(tables(house, 1)[0]))
    told(house, rested)[-1].says("You have no table in it")
    finish_round(house, 1)
    assert points(house)[rested] == "2"
    assert rested in names(tables(house, 2)[0])
    house.close()


def test_robots():
    house = home("--rounds", "1", "--robots", "easy", people=PEOPLE[:5])
    house.ok("series", "start", "1")
    house.run()
    seated = [name for one in tables(house, 1) for name in names(one)]
    assert len(seated) == 8 and seated.count(None) == 3, seated
    told(house, "Anna")[-1].says("robot, easy")
    house.close()


def test_stopped():
    house = home()
    house.ok("series", "start", "1")
    house.run()
    house.fails(2, "give --reason", "series", "stop", "1")
    house.ok("series", "stop", "1", "--reason", "the pub has closed")
    house.fails(1, "series 1 was stopped", "series", "start", "1")
    house.run()
    told(house, "Anna")[-1].says("the pub has closed", "go on")
    finish_round(house, 1)
    assert show(house)["round"] == 1 and show(house)["state"] == "stopped"
    house.fails(1, "over already", "series", "stop", "1", "--reason", "x")
    house.close()


def page(house, name):
    with open(house.path("site", "en", name), encoding="utf-8") as file:
        return file.read()


def test_page():
    """A page if its matches are public, without the names of people who hide."""
    house = home("--rounds", "2", "--policy", "public=yes", "--begin",
                 "2026-12-03", people=PEOPLE[:4])
    house.ok(*NEW[:2], "Secret cup", *NEW[3:])
    write(house, "Bo", "hide me")
    house.ok("page", house.path("site"))
    text = page(house, "series-1.html")
    assert "join series 1" in text, text
    assert "2 rounds · begins <time>2026-12-03 00:00</time>" in text, text
    assert "A table has 4 seats" in text, text
    assert "series-1.html" in page(house, "index.html")
    assert "People who play here already can take a seat" in text, text
    with open(house.path("turnpost.yaml"), encoding="utf-8") as file:
        settings = file.read()
    with open(house.path("turnpost.yaml"), "w", encoding="utf-8") as file:
        file.write("signup: open\n" + settings)
    house.ok("page", house.path("site"))
    text = page(house, "series-1.html")
    assert "To take a seat, email this line to" in text, text
    with open(house.path("turnpost.yaml"), "w", encoding="utf-8") as file:
        file.write(settings)
    house.ok("series", "start", "1")
    house.run()
    house.ok("page", house.path("site"))
    text = page(house, "series-1.html")
    assert "Anna" in text and "match-1.html" in text, text
    assert "somebody" in text and not re.search(r"\bBo\b", text), text
    # people may join until the last round begins
    assert "join series 1" in text, text
    assert "Points so far" not in text and "round 1 of 2" in text, text
    house.ok("match", "end", "1", "--reason", "snow")
    house.run()
    house.ok("page", house.path("site"))
    text = page(house, "series-1.html")
    assert "Points so far" in text and "round 2 of 2" in text, text
    chart = re.search(r'<figure role="img" aria-label="([^"]*)">(.*?)</figure>',
                      text, re.S)
    assert ("in round 1, in the lead with 0: Anna, somebody, Cyd and Dan."
            in chart[1]), chart[1]
    assert ">Anna<" in chart[2] and ">Bo<" not in chart[2], chart[2]
    assert "join series 1" not in text, text
    assert "<tbody>" not in text.split("</figure>")[1], text
    house.ok("match", "end", "2", "--reason", "snow")
    house.run()
    house.ok("page", house.path("site"))
    text = page(house, "series-1.html").split("</figure>")[1]
    head, *rows = re.findall("<tr>(.*?)</tr>", text)
    assert "<bdi>Anna</bdi>" in head and "Bo" not in head, head
    assert [row.count("<td>") for row in rows] == [4, 4], rows
    assert "Secret cup" not in page(house, "index.html")
    assert not os.path.exists(house.path("site", "en", "series-2.html"))
    for language in "de", "pl", "ru":
        assert os.path.exists(house.path("site", language, "series-1.html"))
    house.close()


def at_table(house, name):
    """Who sits at the table that plays, as the letter to that person has it."""
    text = write(house, name, "series 1").text
    return set(re.search(r"\n  1\) (.*) – match 1\n", text)[1].split(", "))


def test_names():
    """Two people of one name sit at a table all the same; one who hides is
    nameless but to those at her table, one who is forgotten is out."""
    house = home("--rounds", "2", "--policy", "public=yes", people=PEOPLE[:5])
    house.ok("series", "seat", "1", "Anna <anna2@example.org>")
    house.ok("series", "unseat", "1", "Dan")
    write(house, "Eva", "hide me")
    house.ok("series", "unseat", "1", "Cyd")
    house.ok("series", "start", "1")
    house.run()
    match = house.json("match", "show", str(tables(house, 1)[0]["match"]))
    assert sorted(one["name"] for one in match["seats"])[0] == "Anna"
    assert len({one["name"] for one in match["seats"]}) == 4
    # who plays with her knows her name by the match, once it is there, and
    # only the one that she had then; all others do not
    told(house, "Bo")[-1].says("somebody")
    house.ok("person", "set", "Eva", "--name", "Ophelia")
    assert at_table(house, "Bo") == {"2 Anna", "Bo (you)", "Eva"}
    assert at_table(house, "Cyd") == {"2 Anna", "Bo", "somebody"}
    house.newest("Cyd").lacks("Eva", "Ophelia")
    told(house, "Eva")[-1].says("Eva (you)")
    house.ok("person", "delete", "Bo", "--resign")
    house.run()
    assert at_table(house, "Eva") == {"2 Anna", "somebody", "Ophelia (you)"}
    left = {one["name"]: one["state"] for one in show(house)["entrants"]}
    assert left["N. N."] == "left", left
    house.close()


def main():
    tap = Tap()
    tap.all(globals(), sys.argv[1:])
    tap.end()


main()
