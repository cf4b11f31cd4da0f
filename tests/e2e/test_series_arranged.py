#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Series that their organiser makes, begins and ends by mail; nobody else
does."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from handmade import believe, config, send, sql, tag_of  # noqa: E402
from house import House, ROBOT, address  # noqa: E402
from series_house import show, tables, told, write  # noqa: E402
from tap import Tap  # noqa: E402

NEW = "series new Winter cup, game mutineer, seats 3-4, rounds 2, every 36h"


def house_of(organiser="Olga"):
    house = House()
    believe(house)
    house.text_alone()
    house.mail_number = 0
    config(house, "organiser: \"%s\"" % address(organiser))
    with open(house.path("people.csv"), "w", encoding="ascii") as file:
        file.write("name,address\n" + "".join(
            "%s,%s\n" % (name, address(name)) for name in ("Olga", "Anna")))
    house.ok("person", "import", house.path("people.csv"))
    return house


def test_arranged():
    house = house_of()
    write(house, "Olga", NEW + ", places 9, points wins, option pirates=yes,"
          " policy time=2d").says("series 1", "Winter cup", "3 to 4 seats",
                                  "36 hours",
                                  "pirates", "places for 9",
                                  "You have 2 days for each decision")
    for name in "Anna", "Bo", "Cyd":
        write(house, "Olga", "series seat 1 %s <%s>" % (name, address(name)))
    told(house, "Bo")[-1].says("The organiser has entered you")
    write(house, "Olga", "series invite 1 Dan <%s>" % address("Dan"))
    told(house, "Dan")[-1].says("invited to a series", "join series 1")
    write(house, "Olga", "series unseat 1 Bo")
    assert [one["name"] for one in show(house)["entrants"]] == ["Anna", "Cyd"]
    write(house, "Olga", "series start 1").says(
        "It was not done: series 1 cannot begin: 2 people have joined")
    write(house, "Dan", "join series 1")
    write(house, "Olga", "series start 1").says("round 1 of 2")
    house.run()
    assert len(tables(house, 1)[0]["seats"]) == 3
    write(house, "Olga", "series stop 1").says("It was not done: the reason")
    write(house, "Olga", "series stop 1 the pub has closed").says("stopped")
    told(house, "Anna")[-1].says("the pub has closed")
    assert show(house)["state"] == "stopped"
    house.close()


def test_own_words():
    house = house_of()
    house.ok("person", "set", "Olga", "--language", "de")
    write(house, "Olga", "Serie neu Winterpokal, game hexxi, seats 2").says(
        "Winterpokal", "So steht Serie 1 jetzt")
    write(house, "Olga", "Serie einladen 1 Anna").says("So steht Serie 1")
    house.newest("Anna").says("invited to a series", "Winterpokal")
    house.close()


def test_refused():
    """One sentence, and nothing is kept of it."""
    house = house_of()
    for line, piece in (
            ("series new Winter cup", "a series needs a name, a game and"),
            (NEW + ", seats many", "\"seats many\" is not understood"),
            (NEW + ", points /etc/passwd", "\"points /etc/passwd\" is not"),
            (NEW + ", dragons 3", "\"dragons 3\" is not understood"),
            (NEW + ", within 3 weeks", "\"within 3 weeks\" is not"),
            (NEW + ", within 14d", "\"within 14d\" is not"),
            (NEW + ", begin soon", "\"begin soon\" is not understood"),
            (NEW + ", option dragons=yes", "no option \"dragons\""),
            (NEW + ", begin 2020-01-01", "is past"),
            ("series new Cup, game dice, seats 3",
             "there is no game \"dice\"; the games are mutineer, "),
            ("series start 7", "there is no series 7, nor any other"),
            ("series seat 7", "name the person")):
        letter = write(house, "Olga", line)
        letter.says("It was not done", piece)
        # what she would type in a shell is of no use to her in a mail
        letter.lacks("turnpost ")
    assert house.json("series", "list") == []
    write(house, "Olga", NEW)
    for line, piece in (
            ("series start 7", "there is no series 7; the only one is 1"),
            ("series seat 1 Zed", 'there is no person "Zed"; of somebody new, '
                                  "write the name and the address"),
            ("series unseat 1 Zed", 'there is no person "Zed"; name one who '
                                    "takes part")):
        letter = write(house, "Olga", line)
        letter.says("It was not done", piece)
        letter.lacks("turnpost ")
    house.close()


def test_as_the_command():
    """What may be said of a series is read alike in a mail and after the
    command, and what is not said is the same."""
    house = house_of()
    number = 0
    for key, value in ((None, None), ("within", "120m"), ("every", "36h"),
                       ("begin", "2031-01-02"), ("places", "0"),
                       ("begin", "2031-01-02T18:00:00"),
                       ("begin", "2031-01-02T18:00:00+02:00"),
                       ("rounds", "3"), ("seats", "2-4")):
        seats = () if key == "seats" else ("--seats", "3")
        house.ok("series", "new", "Cup", "--game", "hexxi", *seats,
                 *(("--" + key, value) if key else ()))
        write(house, "Olga", "series new Cup, game hexxi%s%s" % (
            ", seats 3" if seats else "",
            ", %s %s" % (key, value) if key else ""))
        both = [house.json("series", "show", str(number + n))
                for n in (1, 2)]
        for n, one in enumerate(both):
            assert one.pop("series") == number + n + 1
        assert both[0] == both[1], both
        number += 2
    for key, value in (("within", "90m"), ("every", "none"), ("seats", "3-"),
                       ("rounds", "-1"), ("places", "all"),
                       ("within", "2 working days"), ("begin", "18:00"),
                       ("seats", "-3"), ("rounds", "1e2"),
                       ("rounds", "51"), ("places", "195"), ("seats", "7"),
                       ("seats", "1"), ("seats", "4-3"), ("rounds", "0")):
        house.fails(2, "--%s is" % key, "series", "new", "Cup", "--game",
                    "hexxi", *(() if key == "seats" else ("--seats", "3")),
                    "--%s=%s" % (key, value))
        write(house, "Olga", "series new Cup, game hexxi%s, %s %s" % (
            "" if key == "seats" else ", seats 3", key, value)).says(
                "\"%s %s\" is not understood; %s is" % (key, value, key))
    for key, value, says in (
            ("rounds", "20000", "rounds is a number from 1 to 50"),
            ("points", "luck", "there is no rule \"luck\": points are counted"
             " by places, wins or score")):
        done = house.call("series", "new", "Cup", "--game", "hexxi",
                          "--seats", "3", "--%s=%s" % (key, value))
        assert says in done.stderr, done
        write(house, "Olga", "series new Cup, game hexxi, seats 3, %s %s" % (
            key, value)).says(says)
    assert len(house.json("series", "list")) == number
    house.close()


def test_organiser_alone():
    house = house_of()
    write(house, "Olga", NEW)
    for line in NEW, "series start 1", "series stop 1 snow", (
            "series seat 1 Bo <bo@example.org>"):
        write(house, "Anna", line).says("Only the organiser can do that")
    assert len(house.json("series", "list")) == 1
    assert show(house)["entrants"] == [] and show(house)["state"] == "open"
    # the name in From is no proof
    house.deliver(("From: Olga <%s>\nTo: %s\nSubject: x\nMessage-ID: <f@x>\n"
                   "Authentication-Results: mx.example.org; dkim=fail"
                   " header.d=example.org\n\nseries stop 1 snow\n"
                   % (address("Olga"), ROBOT)).encode())
    house.run()
    assert show(house)["state"] == "open"
    house.close()


def test_unproved():
    """A mail of which no server says anything waits for a code."""
    house = house_of()
    write(house, "Olga", NEW)
    send(house, "series stop 1 snow", address("Olga"))
    assert show(house)["state"] == "open"
    house.reply(house.newest("Olga"), "yes")
    house.run()
    assert show(house)["state"] == "stopped"
    house.close()


def test_tag():
    """The short tag in a subject is no proof: others may have seen it."""
    house = House()
    house.text_alone()
    config(house, "organiser: \"%s\"" % address("Olga"))
    house.match(seats=["Olga", "Anna", "Bo"])
    house.run()
    house.ok("series", "new", "Winter cup", "--game", "mutineer", "--seats",
             "3")
    tag = tag_of(house.newest("Olga"))
    send(house, "series stop 1 snow", address("Olga"), subject="Re: x " + tag)
    assert show(house)["state"] == "open"
    house.newest("Olga").says("send it as a new mail")
    house.close()


def invited():
    """Dan is invited to a series."""
    house = house_of()
    house.ok("series", "new", "Winter cup", "--game", "mutineer", "--seats",
             "3")
    house.ok("series", "invite", "1", "Dan <%s>" % address("Dan"))
    house.run()
    return house, house.newest("Dan")


def answered(text):
    """Who takes part after that answer to the invitation, and the letter."""
    house, letter = invited()
    house.reply(letter, text)
    house.run()
    names = [one["name"] for one in show(house)["entrants"]]
    newest = house.newest("Dan")
    house.close()
    return names, newest


def test_yes_in_own_words():
    """An invited person takes the place by a yes, and by no other words."""
    for text in "yes", "Yes!", "count me in", "Ja", "yes please\n\nDan", \
            "ready":
        names, letter = answered(text)
        assert names == ["Dan"], text
        letter.says("you take part in series 1")
        letter.lacks("Refused")
    for text in "no thanks", "Nein, danke":
        names, letter = answered(text)
        assert names == [], text
        letter.says("you do not take part in series 1")
    for text in "what is that?", "yes, but when?", "we will see":
        names, letter = answered(text)
        assert names == [], text
        letter.says("send the line \"join series 1\".")


def waiting(house):
    """Who was invited and takes no part, and whether they said no."""
    return [(one["name"], one["declined"] is not None)
            for one in show(house)["invited"]]


def test_who_was_invited():
    """The organiser sees whom she has invited until they take part; nobody
    else does."""
    house, letter = invited()
    for name in "Eva", "Fay":
        write(house, "Olga", "series invite 1 %s <%s>" % (name, address(name)))
    assert waiting(house) == [("Dan", False), ("Eva", False), ("Fay", False)]
    write(house, "Olga", "series 1").says(
        "Invited, no answer yet: Dan, Eva, Fay.")
    write(house, "Anna", "join series 1").lacks("Dan", "Eva", "Invited")
    write(house, "Anna", "series 1").lacks("Dan", "Eva", "Invited")
    house.reply(letter, "no thanks")
    house.run()
    write(house, "Eva", "join series 1").lacks("Dan", "Fay", "Invited")
    assert waiting(house) == [("Dan", True), ("Fay", False)]
    write(house, "Olga", "series 1").says("Invited, no answer yet: Fay.",
                                          "Invited, but said no: Dan.")
    house.now += 60
    house.ok("series", "invite", "1", "Dan")
    assert waiting(house) == [("Fay", False), ("Dan", False)]
    text = house.ok("series", "show", "1")
    assert "Dan" in text and "30d after its beginning" in text, text
    count = len(told(house, "Fay"))
    house.ok("series", "unseat", "1", "Fay")
    house.ok("person", "delete", "Dan")
    house.run()
    assert len(told(house, "Fay")) == count
    assert waiting(house) == []
    house.fails(1, "takes no part in it", "series", "unseat", "1", "Fay")
    house.close()


def test_no():
    """The letter says how to decline, and its word does so."""
    house, _ = invited()
    for name, language, word in (("Eva", "en", '"no"'), ("Fay", "de", "„nein“"),
                                 ("Gus", "pl", "„nie”"), ("Hal", "ru", "«нет»")):
        house.ok("series", "invite", "1", "%s <%s> %s" % (
            name, address(name), language))
        house.run()
        letter = house.newest(name)
        letter.says(word)
        house.reply(letter, word[1:-1])
        house.run()
        assert (name, True) in waiting(house), (name, waiting(house))
    house.close()


def test_taken_out():
    """Whoever is taken out is told so."""
    house, _ = invited()
    house.ok("series", "seat", "1", "Anna")
    house.run()
    house.ok("series", "unseat", "1", "Anna")
    house.run()
    letter = told(house, "Anna")[-1]
    letter.says("the organiser has taken you out of series 1")
    letter.lacks("go on", "leave series")
    house.close()


def test_out_of_reach():
    """Nobody is told "the invitation leaves" when none is written."""
    house, _ = invited()
    sql(house, "UPDATE address SET unreached = 1 WHERE person ="
        " (SELECT id FROM person WHERE name = 'Anna')")
    for word in "seat", "invite":
        house.fails(1, "no mail reaches Anna", "series", word, "1", "Anna")
    write(house, "Olga", "series invite 1 Anna")
    [one for one in house.letters("Olga")
     if "no longer reaches" not in one.text][-1].says(
         "It was not done: no mail reaches Anna")
    assert waiting(house) == [("Dan", False)]
    house.ok("series", "invite", "1", "Anna <%s>" % address("Anna"))
    house.run()
    told(house, "Anna")[-1].says("invited to a series")
    house.close()


def test_yes_without_an_invitation():
    """It counts in an answer to that letter, and once."""
    house, letter = invited()
    write(house, "Dan", "yes").lacks("series 1")
    house.reply(letter, "yes")
    house.run()
    house.reply(house.newest("Dan"), "no")
    house.run()
    assert [one["name"] for one in show(house)["entrants"]] == ["Dan"]
    # the letter is somebody else's
    house.ok("series", "invite", "1", "Eva <%s>" % address("Eva"))
    house.run()
    house.reply(letter, "yes", sender=address("Eva"))
    house.run()
    assert [one["name"] for one in show(house)["entrants"]] == ["Dan"]
    house.close()


def test_yes_to_what_is_said_of_it():
    """Other words are told what to send; a yes to that letter is one, too."""
    house, letter = invited()
    house.reply(letter, "what is that?")
    house.run()
    house.reply(house.newest("Dan"), "yes")
    house.run()
    assert [one["name"] for one in show(house)["entrants"]] == ["Dan"]
    house.close()


def test_move_in_answer_to_an_invitation():
    """A move is for the match that waits for the player, as in an answer to
    any letter about no match."""
    house = house_of()
    house.example()
    house.ok("series", "new", "Winter cup", "--game", "mutineer", "--seats",
             "3")
    house.ok("series", "invite", "1", "Bernhard")
    house.run()
    letter = house.newest("Bernhard")
    letter.says("join series 1")
    house.reply(letter, "pay 1")
    house.run()
    assert house.moves() == [("Bernhard", "pay 1")]
    assert show(house)["entrants"] == []
    house.close()


def test_talk():
    """A line that only begins so is none of that."""
    house = house_of()
    for line in "series start to be boring", "arrange-series 3":
        write(house, "Olga", line).lacks(
            "It was not done", "as it is shown below")
    house.close()


def main():
    tap = Tap()
    tap.all(globals(), sys.argv[1:])
    tap.end()


main()
