#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Letters about several matches: who answers them, and how; letters that are
true no longer."""

import os
import re
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, PLAIN, ROBOT, address  # noqa: E402
from tap import Tap  # noqa: E402

HOUR = 3600


def reminded(talk=None, **keys):
    """Two example rounds; Bernhard is reminded of both in one letter."""
    house = House()
    house.policy(**dict(PLAIN, time="20h", reminders="50%", **keys))
    house.example()
    house.now -= 120  # both begin at the same time
    house.example()
    if talk is not None:
        house.reply(house.newest("Steffi"), talk)
    house.now += 10 * HOUR + 120
    house.ok("run")
    letter = house.newest("Bernhard")
    letter.says("here is the latest from 2 matches")
    return house, letter


def sections(letter):
    """The answering address of each match."""
    return re.findall(r"<mailto:([^>]*)>", letter.text)


def moves(house, match):
    with sqlite3.connect(house.path("turnpost.db")) as db:
        return [row[0] for row in db.execute(
            "SELECT move FROM event WHERE match = ? ORDER BY n", (match,))]


def states(house, name, kind):
    with sqlite3.connect(house.path("turnpost.db")) as db:
        return [row[0] for row in db.execute(
            "SELECT state FROM outbox WHERE address = ? AND kind = ?"
            " ORDER BY id", (address(name), kind))]


def section_answers():
    """The address of a section takes moves and numbers of its match."""
    house, letter = reminded()
    first, second = sections(letter)
    house.reply(letter, "pay 2", to=first, threaded=False)
    house.reply(letter, "1", to=second, threaded=True)
    house.run()
    assert moves(house, 1) == ["pay 2"], moves(house, 1)
    assert moves(house, 2) == ["pay 1"], moves(house, 2)
    house.close()


def section_hint():
    """A section offers a hint, too, and its address takes the word."""
    house, letter = reminded(hints="2 each")
    assert " ".join(letter.text.split()).count(
        "\u2192 hint what a robot would do (2 left)") == 2, letter.text
    house.reply(letter, "hint", to=sections(letter)[1], threaded=False)
    house.now += 60
    house.ok("receive")
    house.ok("handle")
    assert house.rows("SELECT match, seat FROM hint") == [(2, 0)]
    house.close()


def section_private_talk():
    """What others say in private does not show in its number of the log."""
    house, letter = reminded("say Florian: wine, please")
    turns = [re.search(r"\+g\d+\.s\d+\.t(\d+)\.", one).group(1)
             for one in sections(letter)]
    assert len(turns) == 2 and turns[0] == turns[1], sections(letter)
    house.reply(letter, "2", to=sections(letter)[1], threaded=False)
    house.run()
    assert moves(house, 2) == ["pay 2"], moves(house, 2)
    house.close()


def digest_answers():
    """Its own address tells who writes: habits are changed, a move counts if
    only one match waits."""
    house, letter = reminded()
    house.reply(letter, "pay 2\nremind off")
    house.run()
    answer = house.newest("Bernhard")
    answer.says("from now on you get no reminders",
                "does not say which of them it is for, "
                "so nothing else was done")
    assert moves(house, 1) + moves(house, 2) == []
    house.reply(letter, "pay 2\npass", to=sections(letter)[0])
    house.run()
    house.reply(letter, "pay 3")
    house.run()
    assert moves(house, 2) == ["pay 3"], moves(house, 2)
    house.newest("Bernhard").says("I took it to be for this match because "
                                  "no other is waiting for you")
    house.close()


def others_digest():
    """The address of a digest proves nothing for anybody else."""
    house, letter = reminded()
    house.reply(letter, "pay 2", sender=address("Steffi"))
    house.reply(letter, "mail quiet", sender="mallory@example.org")
    house.run()
    assert moves(house, 1) + moves(house, 2) == []
    with sqlite3.connect(house.path("turnpost.db")) as db:
        assert db.execute("SELECT count(*) FROM person"
                          " WHERE mail <> 'each'").fetchone()[0] == 0
    to = str(letter.mail["Reply-To"])
    forged = to.replace("+d1.", "+d2.")
    assert forged != to
    house.reply(letter, "mail quiet", sender=address("Steffi"), to=forged)
    house.run()
    with sqlite3.connect(house.path("turnpost.db")) as db:
        assert db.execute("SELECT count(*) FROM person"
                          " WHERE mail <> 'each'").fetchone()[0] == 0
    house.close()


def unsent_turn():
    """Nothing leaves that asks for what was decided meanwhile: not after days
    without a road out."""
    house = House()
    house.policy(**dict(PLAIN, time="20h", reminders="50%"))
    house.example()
    for hours in range(45):
        house.now += HOUR
        for step in ("receive", "handle", "tick"):
            house.ok(step)
    waiting = states(house, "Bernhard", "remind")
    assert waiting and set(waiting) == {"replaced"}, waiting
    count = len(house.letters("Bernhard"))
    house.ok("send")
    fresh = house.letters("Bernhard")[count:]
    assert len(fresh) == 1, [one.text for one in fresh]
    asked = [one["name"] for one in
             house.json("match", "show", "1")["seats"] if one["asked"]]
    for name in ("Bernhard", "Steffi", "Florian", "Carmen"):
        text = " ".join(house.newest(name).text.split())
        assert ("your turn" in text) == (name in asked), text
    house.close()


def unsent_digest():
    """The same of a letter about two matches: one of them is over for her, the
    other is told again."""
    house = House()
    house.policy(**dict(PLAIN, time="20h", reminders="50%"))
    house.example()
    house.now -= 120
    house.example()
    house.now += 10 * HOUR + 120
    for step in ("receive", "handle", "tick"):
        house.ok(step)
    assert states(house, "Bernhard", "digest") == ["new"]
    count = len(house.letters("Bernhard"))
    house.ok("match", "end", "1", "--reason", "enough")
    house.ok("tick")
    assert states(house, "Bernhard", "digest") == ["replaced"]
    house.ok("send")
    texts = [one.text for one in house.letters("Bernhard")[count:]]
    assert len(texts) == 2, texts
    assert any("called off" in one for one in texts)
    assert any("match 2 of Mutineer" in " ".join(one.split()) and
               "→ pay 2" in one for one in texts), texts
    house.close()


def digest_dropped():
    """What stood in a digest that never left is told again."""
    house = House()
    house.policy(**dict(PLAIN, time="20h", reminders="50%"))
    house.example()
    house.now -= 120
    house.example()
    house.now += 10 * HOUR + 120
    for step in ("receive", "handle", "tick"):
        house.ok(step)
    with sqlite3.connect(house.path("turnpost.db")) as db:
        db.execute("UPDATE section SET news_after = news_after - 1")
        number, told = db.execute(
            "SELECT max(o.id), min(s.news_after) FROM outbox AS o"
            " JOIN section AS s ON s.outbox = o.id").fetchone()
    house.ok("outbox", "drop", str(number))
    with sqlite3.connect(house.path("turnpost.db")) as db:
        after = db.execute("SELECT min(told) FROM seat"
                           " WHERE person = 1").fetchone()[0]
    assert after == told, (after, told)
    house.close()


def organiser_sees_why():
    """"person show" tells of letters that wait, unless its reader plays."""
    house = House()
    house.policy(**dict(PLAIN, time="3d", talk="open"))
    house.example()
    house.reply(house.newest("Steffi"),
                "mail digest 18:00\nremind 24h\naway 3 days from tomorrow")
    house.run()
    house.say("Bernhard", "say all: hello")
    house.run()
    shown = house.json("person", "show", "Steffi")
    assert (shown["mail"], shown["digest_at"], shown["remind"]) == (
        "digest", "18:00", "24h"), shown
    assert len(shown["away"]) == 1, shown
    waits, = shown["letters_wait"]
    assert waits["match"] == 1 and "T18:00:00Z" in waits["due"], shown
    text = house.ok("person", "show", "Steffi")
    assert waits["due"] in text and "letters that wait" in text, text
    with open(house.path("turnpost.yaml"), "a", encoding="utf-8") as file:
        file.write("organiser: %s\n" % address("Bernhard"))
    assert house.json("person", "show", "Steffi")["letters_wait"] == []
    house.now += 6 * 24 * HOUR
    assert house.json("person", "show", "Steffi")["away"] == []
    house.close()


def ping_from_anywhere():
    """A ping from a known address is answered there alone, and three times an
    hour if it proves nothing."""
    house = House()
    house.example()
    count = len(house.letters("Steffi"))
    for body in ["ping"] * 6:
        house.reply(house.newest("Bernhard"), body, to=ROBOT, quote=False,
                    sender=address("Steffi"), threaded=False,
                    subject="hello")
        house.run()
    letters = house.letters("Steffi")[count:]
    assert len(letters) == 3, len(letters)
    letters[0].says("your email got through")
    house.close()


def main():
    tap = Tap()
    for story in (section_answers, section_hint, section_private_talk,
                  digest_answers, others_digest, unsent_turn, unsent_digest,
                  digest_dropped, organiser_sees_why, ping_from_anywhere):
        tap.run(story.__name__.replace("_", " "), story)
    tap.end()


main()
