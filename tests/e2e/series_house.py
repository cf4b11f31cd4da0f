# SPDX-License-Identifier: ISC
"""A home with a series, for tests: people, tables, results, letters."""

from handmade import believe, sql
from house import ROBOT, House, address

PEOPLE = ["Anna", "Bo", "Cyd", "Dan", "Eva", "Fay", "Gus", "Hal"]
NEW = ("series", "new", "Winter cup", "--game", "mutineer", "--seats", "4")


def home(*more, people=PEOPLE):
    house = House()
    believe(house)
    house.text_alone()
    house.mail_number = 0
    house.ok(*NEW, *more)
    for name in people:
        seat(house, name)
    house.run()
    return house


def seat(house, name, word="seat"):
    house.ok("series", word, "1", "%s <%s>" % (name, address(name)))


def write(house, name, line):
    house.mail_number += 1
    house.deliver((
        "From: %s <%s>\nTo: %s\nSubject: x\nMessage-ID: <q%d@example.org>\n"
        "Authentication-Results: mx.example.org; dkim=pass"
        " header.d=example.org\nContent-Type: text/plain; charset=utf-8\n\n"
        "%s\n" % (name, address(name), ROBOT, house.mail_number,
                  line)).encode())
    house.run()
    return house.newest(name)


def told(house, name):
    """The letters about the series."""
    return [one for one in house.letters(name)
            if "Winter cup" in one.mail["Subject"]
            and "[g" not in one.mail["Subject"]]


def show(house, number=1):
    return house.json("series", "show", str(number))


def tables(house, number):
    return [one for one in show(house)["tables"] if one["round"] == number]


def names(table):
    return [one.get("name") for one in table["seats"]]


def finish(house, table, places=None, owners=None):
    """The match of that table is over: the seats in that order, or as given;
    owners: whose results they are, else their own."""
    match = table["match"]
    sql(house, "UPDATE match SET life = 'over', ended = ? WHERE id = ?",
        house.now, match)
    sql(house, "DELETE FROM timer WHERE match = ?", match)
    for n, one in enumerate(table["seats"]):
        place = (places or range(1, 7))[n]
        sql(house, "INSERT INTO result (game, ended, match, seat, score, place,"
            " person) VALUES ('mutineer', ?, ?, ?, ?, ?, ?)", house.now, match,
            n, 30 - place, place, (owners or {}).get(n, one.get("person")))


def finish_round(house, number):
    for table in tables(house, number):
        finish(house, table)
    house.run()


def points(house):
    return {one["name"]: one["points"] for one in show(house)["standings"]}
