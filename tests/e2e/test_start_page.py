#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""The start page, for people who have never heard of all this."""

import email.message
import os
import re
import sys
import urllib.parse

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from handmade import sql  # noqa: E402
from house import ROBOT, SEATS, SRC, TextHouse, address  # noqa: E402
from site_house import broken, folder, public, read, setting, write  # noqa: E402
from tap import Tap  # noqa: E402

GAMES = ("mutineer", "fourth-bridge", "hexxi")
# Of a table: the time of a turn, a missed turn, the beginning; of the home: what
# is played; and what a series is.
LANGUAGES = {
    "de": ("F\u00fcr jede Entscheidung hast du 2 Tage Zeit.", "eine Frist verpasst",
           "sobald alle Pl\u00e4tze besetzt sind",
           "1 Partie sucht noch Mitspieler, 1 l\u00e4uft, und 0 sind beendet.",
           "Eine Serie besteht"),
    "en": ("You have 2 days for each decision.", "If your time runs out, the",
           "when all seats are taken",
           "Now: 1 match is looking for players, 1 is being played, and 0 are"
           " finished.", "A series is several rounds"),
    "pl": ("2 dni", "nieszkodliwy ruch", "wszystkie miejsca",
           "na graczy: 1, w toku: 1, zako\u0144czone: 0.",
           "Cykl to kilka rund"),
    "ru": ("2 \u0434\u043d\u044f",
           "\u0431\u0435\u0437\u043e\u0431\u0438\u0434\u043d\u044b\u0439 \u0445\u043e\u0434",
           "\u0432\u0441\u0435 \u043c\u0435\u0441\u0442\u0430",
           " \u2014 1, \u0438\u0434\u0443\u0442 \u2014 1, ",
           "\u0421\u0435\u0440\u0438\u044f"),
}


def flat(text):
    return " ".join(text.split())


def text_of(path):
    with open(os.path.join(SRC, path), encoding="utf-8") as file:
        return file.read()


def blocks(language, game):
    """An example as it is written, and its answer."""
    found = text_of("templates/%s/%s/example.txt" % (language, game)).rstrip(
        "\n").split("\n\n")
    answers = [block[2:] for block in found if block.startswith("> ")]
    assert len(answers) == 1 and found[-1] == "> " + answers[0]
    return found[:-1], answers[0]


def test_examples_are_true():
    """What an example shows is in one real letter, and its answer is the
    number of a move that is offered there."""
    for language in LANGUAGES:
        for game in GAMES:
            letters = [flat(one) for one in re.split(r"(?m)^#### ", text_of(
                "tests/e2e/golden/%s/%s.txt" % (language, game)))]
            shown, answer = blocks(language, game)
            pieces = [flat(piece) for block in shown for piece in (
                block.split("\n") if block[0] == " " else [block])]
            assert any(all(piece in one for piece in pieces)
                       for one in letters), (language, game)
            assert any(re.match(r" +%s  \u2192 " % answer, line)
                       for block in shown for line in block.split("\n")), game


def test_a_stranger(house):
    """What is going on, how long a turn takes and what becomes of a missed one,
    when a match begins, what is to be written, what comes of it, and what a
    series is."""
    setting(house, "signup: open")
    house.match("--name", "Harbour", seats=SEATS[:3])
    house.start(SEATS[:3])
    house.match("--seats-wanted", "4", "--name", "Come in", seats=SEATS[:1])
    house.ok("series", "new", "Winter cup", "--game", "mutineer", "--seats",
             "4", "--rounds", "3", "--policy", "public=yes")
    house.run()
    write(house)
    assert not broken(folder(house))[0]
    for language, (time, missed, begins, now, series) in LANGUAGES.items():
        page = flat(read(house, language + "/index.html"))
        table = flat(page.split("Come in")[1].split("</li>")[0])
        for sentence in (time, missed, begins):
            assert sentence in table, (sentence, table)
        assert now in page and 'href="#running"' in page, now
        assert 'id="running"' in page
        assert series in page and series in read(
            house, language + "/series-1.html")
        shown, answer = blocks(language, "mutineer")
        for block in shown:
            for line in block.split("\n") if block[0] == " " else [block]:
                assert flat(line) in flat(page), line
        assert "<blockquote><p>%s</p></blockquote>" % answer in page
        assert shown[0].replace("\n", " ") not in read(
            house, language + "/game-hexxi.html")
        assert flat(blocks(language, "hexxi")[0][1]) in read(
            house, language + "/game-hexxi.html")


# How the page of a language says "join 1", and the language of the answer.
JOIN = {"en": "join 1", "de": "mitspielen 1", "pl": "do\u0142\u0105czam 1",
        "ru": "\u0432\u0441\u0442\u0443\u043f\u0430\u044e \u0432 "
              "\u043f\u0430\u0440\u0442\u0438\u044e 1"}


def test_the_button_tells_the_language():
    """Whoever presses a page's button is answered in that page's language."""
    house = TextHouse()
    public(house)
    setting(house, "signup: open")
    house.match("--seats-wanted", "4", "--name", "Come in", seats=SEATS[:1])
    write(house)
    for language, line in JOIN.items():
        page = read(house, language + "/index.html")
        link, = re.findall(
            r'href="mailto:[^"?]*\?subject=([^"&]*)&amp;body=([^"]*)">%s<'
            % line, page)
        assert link[0] == link[1] and link[0].isascii(), link
        mail = email.message.EmailMessage()
        mail["From"] = address(language)
        mail["To"] = ROBOT
        mail["Message-ID"] = "<%s@client.example>" % language
        mail["Subject"] = urllib.parse.unquote(link[0])
        mail.set_content(urllib.parse.unquote(link[1]))
        house.deliver(mail.as_bytes())
        house.run()
        question = house.newest(language)
        assert question.mail["Content-Language"] == language, language
    house.close()


def open_line(house, language, name):
    return flat(read(house, language + "/index.html").split(name)[1].split(
        "</li>")[0])


SITS = {"en": ("At the table already: <bdi>Cleo</bdi> and 1 more",
               "The matches here are run by: <bdi>Olga</bdi>"),
        "de": ("Am Tisch sitzen schon: <bdi>Cleo</bdi> und noch 1 Person",
               "Die Partien leitet hier: <bdi>Olga</bdi>"),
        "pl": ("Przy stole już są: <bdi>Cleo</bdi> i jeszcze 1 osoba",
               "Partie prowadzi tu: <bdi>Olga</bdi>"),
        "ru": ("За столом уже есть: <bdi>Cleo</bdi> и ещё 1 человек",
               "Партии здесь проводит: <bdi>Olga</bdi>")}
IN_OUT = {"en": ("ready", "leave"), "de": ("bereit", "abmelden"),
          "pl": ("gram", "odchodzę"), "ru": ("участвую", "покидаю")}


def test_who_sits_there(house):
    """Whoever said "ready" is named, but for those who hide; the organiser is,
    too; no address is."""
    setting(house, "organiser: Olga <olga@example.org>")
    number = house.match("--seats-wanted", "4", "--name", "Names",
                         seats=["Bernhard", "Cleo"])
    house.run()
    write(house)
    assert "<bdi>" not in open_line(house, "en", "Names").partition(
        "</bdi>")[2], open_line(house, "en", "Names")
    house.reply([one for one in house.letters("Cleo")
                 if "[g%d-" % number in one.mail["Subject"]][-1], "ready")
    house.run()
    write(house)
    for language, (sits, run_by) in SITS.items():
        page = flat(read(house, language + "/index.html"))
        assert sits in open_line(house, language, "Names"), (
            open_line(house, language, "Names"))
        assert run_by in page, language
        for word in IN_OUT[language]:
            assert word in page, (language, word)
        assert set(re.findall(r"[\w.+-]+@[\w.-]+", page)) == {
            "robot@example.org"}, language
    house.reply([one for one in house.letters("Cleo")
                 if "[g%d-" % number in one.mail["Subject"]][-1], "hide me")
    house.run()
    write(house)
    for language in SITS:
        assert "Cleo" not in read(house, language + "/index.html"), language


def test_all_count(house):
    """The sentence counts those that are not listed as well."""
    for n in range(23):
        house.match("--seats-wanted", "4", "--name", "Many %d" % n,
                    seats=SEATS[:1])
    write(house)
    page = read(house, "en/index.html")
    assert page.count("?subject=join%20") == 20
    said = re.search(r"Now: (\d+) matches are looking", page)[1]
    joinable, = house.rows(
        "SELECT count(*) FROM match WHERE life = 'muster'")[0]
    assert int(said) == joinable > 23, (said, joinable)


LASTS = {"en": "A match here usually takes about 9 days.",
         "de": "Eine Partie dauert hier meist etwa 9 Tage.",
         "pl": "Partia trwa tu zwykle około 9 dni.",
         "ru": "Партия здесь обычно длится около 9 дней."}


def test_how_long(house):
    """The middle one of five matches or more, without those of one person
    against robots alone, which last as long as that person likes."""
    numbers = []
    for days in 3, 9, 5, 40, 11:
        number = house.match("--name", "Past %d" % days, seats=SEATS[:3])
        house.start(SEATS[:3])
        numbers.append((number, days))
    alone = [against_robots(house, SEATS[0]) for _ in range(5)]
    write(house)
    for number in alone:
        past(house, number, 100)
    assert house.rows("SELECT count(*) FROM page WHERE status = 'over'") == [
        (5,)]
    write(house)
    assert "usually takes" not in read(house, "en/index.html")
    for number, days in numbers[:-1]:
        past(house, number, days)
    write(house)
    assert "usually takes" not in read(house, "en/index.html")
    past(house, *numbers[-1])
    write(house)
    for language, lasts in LASTS.items():
        page = flat(read(house, language + "/index.html"))
        assert page.count(lasts) > 1, (language, page.count(lasts))
        assert lasts in open_line(house, language, "Names")
    sql(house, "UPDATE page SET ended = ended - 9 * 86400 + 3600"
        " WHERE status = 'over'")
    write(house)
    assert "A match here usually takes less than a day." in flat(
        read(house, "en/index.html"))


def against_robots(house, name):
    """A match that has begun; robots may have moved at other tables."""
    number = house.match("--name", "Alone", *["--seat", "robot:easy"] * 2,
                         seats=[name])
    house.run()
    house.reply([one for one in house.letters(name)
                 if "[g%d-" % number in one.mail["Subject"]][-1], "ready")
    house.run()
    return number


def past(house, number, days):
    """Its pages tell that it is over, and when it ended; how does not matter.
    The match itself does not change, so they are not written again."""
    sql(house, "UPDATE page SET status = 'over', ended = ? +"
        " json_extract(summary, '$.started') WHERE number = ?", days * 86400,
        number)


def test_own_example(house):
    """An example of the organiser's own comes first, and is nothing but text."""
    own = house.path("templates/en/mutineer")
    os.makedirs(own)
    with open(os.path.join(own, "example.txt"), "w", encoding="utf-8") as file:
        file.write("Take <one>.\n\n  1  \u2192 wine\n\n> 1\n")
    write(house, "--again")
    assert "<p>Take &lt;one&gt;.</p>" in read(house, "en/index.html")
    assert "Take &lt;one&gt;." in read(house, "en/game-mutineer.html")
    assert "Take" not in read(house, "de/index.html")


def main():
    t = Tap()
    house = TextHouse()
    public(house, time="2d")
    t.run("test_examples_are_true", test_examples_are_true)
    t.run("test_a_stranger", lambda: test_a_stranger(house))
    t.run("test_the_button_tells_the_language",
          test_the_button_tells_the_language)
    t.run("test_who_sits_there", lambda: test_who_sits_there(house))
    t.run("test_all_count", lambda: test_all_count(house))
    t.run("test_how_long", lambda: test_how_long(house))
    t.run("test_own_example", lambda: test_own_example(house))
    t.end()


main()
