#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What people write comes back in the words they wrote it in, and is taken as
they say it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, ROBOT, address  # noqa: E402
from tap import Tap  # noqa: E402

HABITS = {
    "Anna": ["remind 24 h before", "mail digest at 18", "help?"],
    "Basia": ["przypomnienia wy\u0142\u0105cz", "poczta zbiorczo o 18",
              "jak grac?"],
    "Clemens": ["Erinnerungen aus", "Mail nur Text", "wie geht das?",
                "Plan wenn Anna Salz spielt: spiel Salz oder passe"],
}
LANGUAGES = {"Anna": "en", "Basia": "pl", "Clemens": "de"}


def habits():
    house = House()
    seats = []
    for name, language in LANGUAGES.items():
        seats += ["--seat", "%s <%s> %s" % (name, address(name), language)]
    house.ok("match", "new", "mutineer", *seats)
    house.start(LANGUAGES)
    for name, lines in HABITS.items():
        for line in lines:
            answer = house.say(name, line)
            answer.says("\u2713")
            answer.lacks("\u201edigest 18:00", '"digest 18:00"')
    house.close()


def sign_up():
    """Kept until she has proved her address, and said as she wrote it."""
    house = House()
    with open(house.path("turnpost.yaml"), "r+", encoding="utf-8") as file:
        text = file.read()
        file.seek(0)
        file.write("signup: open\n" + text)
    house.deliver(("From: Ida <%s>\nTo: %s\nMessage-ID: <ida@client.example>\n"
                   "Subject: gra\n\nnowa buntownik graczy 4\n"
                   % (address("Ida"), ROBOT)).encode())
    house.run()
    code = house.newest("Ida").text.split("\u2192 ")[1].split("\n")[0]
    letter = house.say("Ida", code)
    letter.says("nowa buntownik graczy 4",
                "w\u015br\u00f3d przyjaci\u00f3\u0142")
    letter.lacks("new mutineer", "a table of friends")
    house.close()


def replaced():
    """Who takes over, or looks on, reads her own language at once."""
    house = House()
    house.match()
    house.start()
    house.ok("match", "replace", "1", "--seat", "1", "--reason", "lunch",
             "Gerda <%s> de" % address("Gerda"))
    house.ok("match", "watch", "1", "Olga <%s> ru" % address("Olga"))
    house.run()
    for name, language in (("Gerda", "de"), ("Olga", "ru")):
        for letter in house.letters(name):
            found = letter.mail["Content-Language"]
            assert found == language, (name, found)
    house.close()


def main():
    tap = Tap()
    tap.run("how letters come, as people say it", habits)
    tap.run("a wish is told in her own words", sign_up)
    tap.run("a successor and an onlooker of other languages", replaced)
    tap.end()


main()
