#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Letters in HTML: matches played by tapping alone, each kind of letter and
each phase looked at in a browser.  TURNPOST_SHOTS=FOLDER keeps pictures of
them, for eyes."""

import email.message
import email.utils
import os
import random
import re
import shutil
import sqlite3
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, PLAIN, address  # noqa: E402
from pages import (Browser, MOST, SCHEMES, WIDTHS, faults, html_of,  # noqa: E402
                   keep, taps, with_pictures)
from tap import Tap as Report  # noqa: E402

SHOTS = os.environ.get("TURNPOST_SHOTS")
# How many moves are tapped; how the match is set up.
GAMES = {"mutineer": (60, ()), "fourth-bridge": (40, ("turn_limit=7",)),
         "hexxi": (110, ())}
SEATS = ["Bernhard", "Steffi", "Florian", "Carmen"]


def tapped(house, name, tap, body=None):
    """A mail as a tap makes it: no References, a subject with the words."""
    house.count += 1
    mail = email.message.EmailMessage()
    mail["From"] = address(name)
    mail["To"] = tap.address
    mail["Subject"] = tap.subject
    mail["Message-ID"] = "<%d.%d@tap.example>" % (house.now, house.count)
    mail["Date"] = email.utils.formatdate(house.now)
    mail.set_content((body if body is not None else tap.body) + "\n")
    house.deliver(mail.as_bytes())
    house.run()


def listed(letter):
    """The moves that its text lists, and the beginnings of its groups."""
    moves = set(re.findall(r"^\s+\d+\s+\u2192 (.+)$", letter.text, re.M))
    kinds = re.findall(r"^  \u2192 (.+) \u2026", letter.text, re.M)
    return moves, kinds


class Play:
    """A match, all of it by taps; what letters there were by what they ask."""

    def __init__(self, game, most, options, seed):
        self.house = House()
        self.house.policy(**dict(PLAIN, time="2d", reminders="50%"))
        self.random = random.Random(seed)
        self.kept = {}
        self.game = game
        more = [word for one in options for word in ("--option", one)]
        self.house.match(*more, seats=SEATS, game=game)
        self.house.run()
        for name in SEATS:
            letter = self.house.newest(name)
            self.look("muster", letter)
            ready = [tap for tap in taps(html_of(letter.mail))
                     if tap.body == "ready"]
            assert len(ready) == 1, letter.text
            tapped(self.house, name, ready[0])
        self.moves = self.log = 0
        while self.moves < most and self.step():
            self.moves += 1

    def look(self, kind, letter):
        html = html_of(letter.mail)
        assert html is not None, letter.text
        assert len(html.encode()) < MOST, len(html)
        self.kept.setdefault(kind, letter)

    def step(self):
        asked = self.house.asked()
        if not asked:
            return False
        name = self.random.choice(asked)
        letter = self.house.newest(name)
        moves, kinds = listed(letter)
        offered = taps(html_of(letter.mail))
        done = [tap for tap in offered if not tap.unfinished]
        assert done, letter.text
        for tap in offered:
            if tap.unfinished:
                assert tap.body[:-1] in kinds or re.search(
                    r"\u2192 %sN " % re.escape(tap.body), letter.text), tap.body
            else:
                assert tap.body in moves or any(
                    tap.body.startswith(kind) for kind in kinds) or re.match(
                        r"bid \d+$|pay \d+$", tap.body), tap.body
        self.look(self.phase(letter), letter)
        tap = self.random.choice(done)
        tapped(self.house, name, tap)
        before = self.log
        self.log, = self.house.rows("SELECT count(*) FROM event")[0]
        assert self.log > before or self.kept_back(name), (
            tap.body, self.house.newest(name).text)
        assert not re.search("\u2717", self.house.newest(name).text.split(
            "#~")[0]), self.house.newest(name).text
        return True

    def kept_back(self, name):
        """All decide at once, and this one has."""
        return "Noted" in self.house.newest(name).text

    def phase(self, letter):
        moves, kinds = listed(letter)
        words = {one.split()[0] for one in list(moves) + kinds}
        return "turn-" + "-".join(sorted(words))[:60]

    def other_letters(self):
        """Of a running match; nothing of them is a move."""
        house, name = self.house, SEATS[0]
        for word in ("help", "rules", "status", "history", "help plan",
                     "resign", "vote pause", "nonsense 7"):
            self.look("word-" + word.replace(" ", "-"),
                      house.say(name, word))
        self.look("vote", house.newest(SEATS[1]))
        house.ok("match", "watch", "1", "Dora <%s>" % address("Dora"))
        house.run()
        self.look("onlooker", house.newest("Dora"))
        house.deliver(b"From: eve@example.org\r\nTo: robot@example.org\r\n"
                      b"Subject: hello\r\nMessage-ID: <e1@example.org>\r\n"
                      b"\r\njoin 1\r\n")
        house.run()
        # who does not know this address may have been named by somebody else
        assert html_of(house.newest("Eve").mail) is None
        house.run(60 * 40)
        self.look("remind", house.newest(SEATS[2]))

    def end(self):
        """Deadlines make the rest of the moves; of its letters one is looked
        at, and so the others have neither colours nor pictures."""
        self.house.text_alone(but=1)
        for _ in range(400):
            if self.house.life() == "over":
                self.look("final", self.house.newest(SEATS[0]))
                return
            self.house.run(60 * 60)
        raise AssertionError("no end")


def looks(browser, folder, game, play):
    problems = []
    for kind, letter in sorted(play.kept.items()):
        name = "%s-%s" % (game, kind)
        path = keep(folder, name, with_pictures(letter.mail))
        problems += ["%s: %s" % (name, fault) for fault in
                     faults(html_of(letter.mail))[:3]]
        for width in WIDTHS:
            for scheme in SCHEMES:
                problems += ["%s, %d, %s: %s" % (name, width, scheme, one)
                             for one in browser.wrong(path, width, scheme)]
                if SHOTS:
                    browser.shoot(path, width, scheme, os.path.join(
                        SHOTS, "%s-%d-%s.png" % (name, width, scheme)))
    assert not problems, "\n".join(problems[:40])


def boards(browser, folder):
    """Boards to tap fit a phone, also while its mail program shows no
    pictures; larger ones have the list alone, and so have moves that end with
    no field."""
    problems = []
    for side, fields, language, ready in (
            (3, 5, "ru", "готово"), (4, 7, "en", "ready"),
            (4, 7, "de", "bereit"), (4, 7, "pl", "gram"),
            (5, 0, "en", "ready"), (6, 0, "en", "ready")):
        house = House()
        house.policy(**dict(PLAIN, time="2d"))
        house.ok("match", "new", "hexxi", "--option", "side=%d" % side, *[
            word for name in SEATS[:2] for word in
            ("--seat", "%s <%s> %s" % (name, address(name), language))])
        house.run()
        for name in SEATS[:2]:
            house.reply(house.newest(name), ready)
        house.run()
        for step in range(3):
            name, = house.asked()
            letter = house.newest(name)
            html = html_of(letter.mail)
            for shown, page in (("with", with_pictures(letter.mail)),
                                ("without", re.sub("cid:[^\"]*", "", html))):
                kept = keep(folder, "board-%d-%s-%d-%s" % (
                    side, language, step, shown), page)
                n, links, small = browser.fingers(kept, 360)
                problems += small
                assert (n > 1 and links > 20) == (fields > 0), (side, n, links)
                problems += [one for scheme in SCHEMES for one in
                             browser.wrong(kept, 360, scheme)
                             if not one.startswith("no picture")]
                if SHOTS:
                    for scheme in SCHEMES:
                        browser.shoot(kept, 360, scheme, os.path.join(
                            SHOTS, "%s-%s.png" % (
                                os.path.basename(kept)[:-5], scheme)))
            assert html.count("<tr align=") % (2 * side - 1) == 0
            tap = [one for one in taps(html) if not one.unfinished][7]
            tapped(house, name, tap)
            assert house.moves(1)[-1][0] == name, (side, house.moves(1))
        house.close()
    assert not problems, "\n".join(problems[:20])


def must_see(browser, folder):
    """The checks themselves: a bad page is found bad."""
    path = keep(folder, "bad", """<!DOCTYPE html><html><head><title>x</title>
<body style="background:#fdfdfd;color:#888"><p>one</p><p>two</p><p>three</p>
<p>four</p><p>five</p><img src="cid:none@x" alt=" "><table><tr><td>a<td>b<td>c
<td>d<td>e</table><div style="width:1200px">six</div></body></html>""")
    found = "\n".join(browser.wrong(path, 800, "light"))
    for piece in ("wider than", "contrast", "no picture", "without alt",
                  "without headings", "no language"):
        assert piece in found, found
    assert faults("<!DOCTYPE html><title>x</title><p><b>x</p>")
    path = keep(folder, "small", """<!DOCTYPE html><title>x</title>
<table class=v><tr><td><a style="display:block" href="x">a1</a></table>""")
    assert browser.fingers(path, 360)[:2] == [1, 1]
    assert browser.fingers(path, 360)[2]


def completed(play):
    """A kind's link is the beginning of a move; the rest is typed."""
    for letter in play.kept.values():
        offered = taps(html_of(letter.mail))
        for tap in offered:
            if tap.unfinished:
                rest = [one for one in offered if one is not tap and
                        one.body.startswith(tap.body)]
                assert rest, tap.body
                return
    raise AssertionError("no letter has groups")


def plain(game):
    """Whoever wants text alone gets it, and what she wants is echoed."""
    house = House()
    house.match(seats=SEATS, game=game)
    house.run()
    assert html_of(house.newest("Steffi").mail)
    answer = house.say("Steffi", "mail text")
    answer.says("from now on your letters are plain text")
    assert not answer.mail.is_multipart(), answer.mail["Content-Type"]
    assert html_of(house.say("Bernhard", "help").mail)
    people = {one["name"]: one["plain"] for one in house.json("person", "list")}
    assert people["Steffi"] and not people["Bernhard"], people
    answer = house.say("Steffi", "mail html")
    answer.says("letters come with colours")
    assert answer.mail.get_content_type() == "multipart/alternative"
    # her other habits stay
    house.say("Steffi", "mail quiet")
    house.say("Steffi", "mail text").says("plain text")
    with sqlite3.connect(house.path("turnpost.db")) as db:
        row = db.execute("SELECT mail, plain FROM person"
                         " WHERE name = 'Steffi'").fetchone()
    assert row == ("quiet", 1), row
    house.close()


def digest(browser, folder):
    """Each section's buttons go to the address of its match."""
    house = House()
    house.policy(**dict(PLAIN, time="20h", reminders="50%"))
    house.example()
    house.now -= 120  # both begin at the same time
    house.example()
    house.now += 3600 * 10 + 120
    house.ok("run")
    letter = house.newest("Bernhard")
    letter.says("here is the latest from 2 matches")
    html = html_of(letter.mail)
    offered = taps(html)
    to = {tap.address for tap in offered}
    assert to == set(re.findall(r"<mailto:([^>]*)>", letter.text)), to
    path = keep(folder, "digest", html)
    wrong = [one for width in WIDTHS for scheme in SCHEMES
             for one in browser.wrong(path, width, scheme)]
    assert not wrong, wrong
    assert not faults(html), faults(html)
    if SHOTS:
        browser.shoot(path, 360, "light", os.path.join(SHOTS, "digest.png"))
    for match, move in ((1, "pay 2"), (2, "pay 3")):
        tap, = [one for one in offered if one.body == move and
                "+g%d." % match in one.address]
        tapped(house, "Bernhard", tap)
        assert house.moves(match) == [("Bernhard", move)], move
    house.close()


def long_words(browser, folder, game):
    """German ones fit a phone, too."""
    house = House()
    people = ["Bartholomäus", "Annegret", "Steffi", "Carmen"]
    house.ok("match", "new", game, *[word for person, name in
                                     zip(people, SEATS) for word in
                                     ("--seat", "%s <%s> de" % (
                                         person, address(name)))])
    house.run()
    letters = [house.newest(SEATS[0])]
    for name in SEATS:
        house.reply(house.newest(name), "bereit")
    house.run()
    for name in SEATS[:2]:
        letters += [house.newest(name), house.say(name, "regeln"),
                    house.say(name, "hilfe")]
    wrong = []
    for n, letter in enumerate(letters):
        path = keep(folder, "%s-de-%d" % (game, n), with_pictures(letter.mail))
        wrong += ["%d: %s" % (n, one) for one in
                  browser.wrong(path, 360, "light")]
    assert not wrong, "\n".join(wrong)
    house.close()


def long_names(browser, folder):
    """Of players whose names are long, the last letter fits a phone."""
    house = House()
    house.text_alone(but=1)
    house.policy(**dict(PLAIN, time="1d", missed="robot", robot="random"))
    people = ["Bartholom\u00e4us von Hohenlohe-Schillings",
              "Maximilian Alexander Featherstonehaugh",
              "\u0421\u0432\u0435\u0442\u043b\u0430\u043d\u0430"
              " \u0420\u043e\u0436\u0434\u0435\u0441\u0442\u0432\u0435\u043d\u0441\u043a\u0430\u044f",
              "Wilhelmina Montgomery"]
    house.ok("match", "new", "fourth-bridge", "--option", "turn_limit=2",
             *[word for person, name in zip(people, SEATS) for word in
               ("--seat", "%s <%s>" % (person, address(name)))])
    house.start(SEATS)
    while house.life() != "over":
        house.run(2 * 24 * 60)
    html = with_pictures(house.newest(SEATS[0]).mail)
    assert html.count(people[3]) > 3, html
    path = keep(folder, "long-names", html)
    wrong = browser.wrong(path, 360, "light")
    assert not wrong, wrong
    house.close()


def main():
    report = Report()
    folder = tempfile.mkdtemp(prefix="turnpost-pages-")
    browser = Browser()
    try:
        report.run("the checks find what is wrong", must_see, browser, folder)
        for game, (most, options) in GAMES.items():
            play = report.run("%s: played by taps alone" % game, Play, game,
                              most, options, 7)
            if play is None:
                continue
            report.run("%s: other letters" % game, play.other_letters)
            report.run("%s: to the end" % game, play.end)
            report.run("%s: each letter looks right" % game, looks, browser,
                       folder, game, play)
            if game == "hexxi":
                report.run("kinds of moves", completed, play)
            play.house.close()
            report.run("%s: long words" % game, long_words, browser, folder,
                       game)
        report.run("long names", long_names, browser, folder)
        report.run("boards to tap", boards, browser, folder)
        report.run("text alone", plain, "mutineer")
        report.run("several matches in a letter", digest, browser, folder)
    finally:
        browser.close()
        shutil.rmtree(folder)
    report.end()


main()
