#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A series by mails alone, in four languages: people answer an invitation, play
all matches by the numbers that their letters offer, one leaves, one comes
late."""

import os
import random
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from choices import choices  # noqa: E402
from handmade import believe  # noqa: E402
from house import House, address  # noqa: E402
from series_house import points, show, tables, told, write  # noqa: E402
from tap import Tap  # noqa: E402

PEOPLE = {"Anna": "en", "Bo": "de", "Cyd": "pl", "Dan": "ru", "Eva": "en"}
LATE = "Eva"
JOIN = {"en": "join series 1", "de": "mitspielen in Serie 1",
        "pl": "do\u0142\u0105czam do cyklu 1",
        "ru": "\u0432\u0441\u0442\u0443\u043f\u0430\u044e \u0432"
              " \u0441\u0435\u0440\u0438\u044e 1"}
OVER = {"en": "With that, the series is over", "de": "Der Endstand",
        "pl": "Tabela ko\u0144cowa",
        "ru": "\u0418\u0442\u043e\u0433\u043e\u0432\u0430\u044f"}


def invite(house, name):
    house.ok("series", "invite", "1", "%s <%s>" % (name, address(name)))
    house.ok("person", "set", address(name), "--language", PEOPLE[name])
    house.run()
    house.reply(house.newest(name), JOIN[PEOPLE[name]])
    house.run()


def offered(house, name, match):
    """The last letter of the match that offers something, and what."""
    for letter in reversed(house.letters(name)):
        if "[g%d-" % match in letter.mail["Subject"]:
            found = choices(letter.text)
            if found:
                return letter, sorted(found)
    raise AssertionError("%s is offered nothing in match %d" % (name, match))


def play_round(house, number, chance):
    """All who are asked answer, till all tables are over."""
    for _ in range(200):
        playing = [table["match"] for table in tables(house, number)
                   if table["state"] == "playing"]
        if not playing:
            return
        for match in playing:
            for name in house.asked(match):
                letter, numbers = offered(house, name, match)
                house.reply(letter, str(chance.choice(numbers)))
        house.run()
    raise AssertionError("round %d does not end" % number)


def test_mailed():
    chance = random.Random(4)
    house = House()
    believe(house)
    house.text_alone()
    house.mail_number = 0
    house.policy(time="3d", settle="none", reminders="none", muster="3d",
                 open_after="none", offer="none")
    house.ok("series", "new", "Winter cup", "--game", "hexxi", "--seats", "2",
             "--rounds", "2", "--option", "side=3", "--option", "circuits=2")
    for name in PEOPLE:
        if name != LATE:
            invite(house, name)
    assert len(show(house)["entrants"]) == 4
    house.ok("series", "start", "1")
    house.run()
    invite(house, LATE)
    write(house, "Dan", "leave series 1")
    play_round(house, 1, chance)
    play_round(house, 2, chance)
    check(house)
    house.close()


def check(house):
    assert show(house)["state"] == "over", show(house)
    assert [one["state"] for one in show(house)["tables"]] == ["over"] * 4
    assert set(points(house)) == set(PEOPLE)
    seated = [one["name"] for table in tables(house, 2)
              for one in table["seats"]]
    assert sorted(seated) == ["Anna", "Bo", "Cyd", LATE], seated
    for name, language in PEOPLE.items():
        letter = told(house, name)[-1]
        (letter.lacks if name == "Dan" else letter.says)(OVER[language])
        for one in told(house, name):
            assert not re.search("^ *~ ", one.text, re.M), one.text
    # what series agree on has no time to be ready
    told(house, "Anna")[0].lacks("say that they are ready")


def main():
    tap = Tap()
    tap.all(globals(), sys.argv[1:])
    tap.end()


main()
