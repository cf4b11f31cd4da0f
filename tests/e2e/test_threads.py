#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What the fields of our letters make mail programs do: one thread for each
reader, no vacation answers, and a list button that gives nothing up."""

import base64
import os
import re
import sys
import urllib.parse

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from example_round import ROUND  # noqa: E402
from house import House, Letter, SEATS, TextHouse, address  # noqa: E402
from stopping import rows  # noqa: E402
from tap import Tap  # noqa: E402

ROOT = "<g1.root@example.org>"


def ids(text):
    return re.findall(r"<[^<>]+>", str(text or ""))


def played(house):
    """A match with an onlooker, some rounds, questions and a refusal."""
    number = house.example()
    house.ok("match", "watch", str(number), "Dora <%s>" % address("Dora"))
    for name, line in ROUND:
        house.say(name, line)
        if line == "play wine":
            house.say(name, "status")
            house.say(name, "play nonsense")
    house.run(24 * 60)
    return number


def threads(letters):
    """Which letters a mail program shows together (after Jamie Zawinski: by
    References, else In-Reply-To): sets of ids."""
    parent = {}

    def top(node):
        parent.setdefault(node, node)
        while parent[node] != node:
            node = parent[node]
        return node

    for letter in letters:
        chain = ids(letter.mail["References"]) or ids(
            letter.mail["In-Reply-To"])
        for before in chain:
            parent[top(before)] = top(letter.id)
    return {top(letter.id) for letter in letters}


def sent_by(house, name):
    """Ids of the mails that came from her."""
    return {"<%s>" % row[0] for row in rows(
        house, "SELECT message_id FROM inbox WHERE sender = '%s'" %
        address(name))}


def test_one_thread_each(house):
    played(house)
    for name in SEATS + ["Dora"]:
        letters = house.letters(name)
        assert len(letters) > (1 if name == "Dora" else 6), name
        assert len(threads(letters)) == 1, name
        assert len({str(letter.mail["Subject"]) for letter in letters}) == 1
        known = {ROOT} | sent_by(house, name)
        before = ROOT
        for letter in letters:
            chain = ids(letter.mail["References"])
            # the root, then the letter before this one, then what she wrote
            assert chain[0] == ROOT, chain
            assert before == ROOT or before == chain[1], (before, chain)
            assert set(chain) <= known, (name, set(chain) - known)
            assert len(chain) <= 3, chain
            known.add(letter.id)
            before = letter.id


def test_two_matches_are_two_threads(house):
    house.example()
    house.match("--name", "Example")
    house.run()
    letters = house.letters("Steffi")
    assert len(threads(letters)) == 2
    topics = {letter.mail["Thread-Index"] for letter in letters}
    assert len(topics) == 2, topics


def test_answers(house):
    """In-Reply-To is her mail, or the root if nobody asked."""
    played(house)
    answers = dict(rows(house, "SELECT '<' || o.message_id || '>', "
                               "'<' || i.message_id || '>' FROM outbox AS o "
                               "JOIN inbox AS i ON o.answers = i.id"))
    count = 0
    for name in SEATS + ["Dora"]:
        for letter in house.letters(name):
            hers = answers.get(letter.id)
            count += hers is not None
            assert letter.mail["In-Reply-To"] == (hers or ROOT)
            assert letter.mail["Auto-Submitted"] == (
                "auto-replied" if hers else "auto-generated")
            if hers:
                assert ids(letter.mail["References"])[-1] == hers
    assert count > len(ROUND), count


def test_mail_without_id(house):
    house.example()
    raw = house.reply(house.newest("Bernhard"), "status")
    # the same once more, without a Message-ID
    house.deliver(re.sub(rb"(?m)^Message-ID: .*\n", b"", raw).replace(
        b"status", b"help"))
    house.run()
    letter = house.newest("Bernhard")
    assert letter.mail["In-Reply-To"] == ROOT, letter.mail["In-Reply-To"]
    assert letter.mail["Auto-Submitted"] == "auto-replied"


def test_the_same_in_all(house):
    """Thread-Index of 22 bytes: the time of the match, and what is secret."""
    played(house)
    letters = [letter for name in SEATS + ["Dora"]
               for letter in house.letters(name)]
    index, = {letter.mail["Thread-Index"] for letter in letters}
    data = base64.b64decode(index)
    assert len(data) == 22, index
    made = int.from_bytes(data[:6] + b"\0\0", "big") // 10**7 - 11644473600
    assert abs(made - 1795262400) < 60, made
    for letter in letters:
        mail = letter.mail
        assert mail["Thread-Topic"] == mail["Subject"]
        assert mail["X-Auto-Response-Suppress"] == "OOF, AutoReply, RN, NRN"
        assert mail["List-Id"] == "mutineer match 1 <g1.mutineer.example.org>"
        assert mail["Content-Language"] == "en"
        assert mail["From"] == "turnpost <robot@example.org>", mail["From"]
        assert mail["Precedence"] is None and mail["X-Turnpost"]
        assert str(mail["To"]).endswith("<%s>" % address(letter.name)) or str(
            mail["To"]) == address(letter.name)


def test_ids_tell_nothing(house):
    """They are all different and stay what they were; their order and how
    many there are cannot be seen, and another home has others."""
    played(house)
    other = House(apart=True)
    played(other)
    serials = []
    for name in SEATS + ["Dora"]:
        for letter in house.letters(name):
            serials += re.findall(r"\.n([a-z2-7]{8})\.", letter.id)
    assert len(serials) == len(set(serials)) == rows(
        house, "SELECT count(*) FROM outbox "
               "WHERE state = 'sent'")[0][0], len(serials)
    assert serials != sorted(serials)
    there = {re.search(r"\.n([a-z2-7]{8})\.", letter.id).group(1)
             for name in SEATS for letter in other.letters(name)}
    assert not there & set(serials), there & set(serials)
    for number, message_id in rows(house,
                                   "SELECT id, message_id FROM outbox"):
        raw = house.json("--reveal", "outbox", "show", str(number))["raw"]
        assert "<%s>" % message_id in raw, raw
    other.close()


def test_button(house):
    """The list button of a mail program, as it sends it."""
    house.example()
    letter = house.newest("Bernhard")
    link, = ids(letter.mail["List-Unsubscribe"])
    assert "+" not in link and "%2B" in link, link
    to, query = link[len("<mailto:"):-1].split("?")
    assert query == "subject=pause", query
    house.reply(letter, "", to=urllib.parse.unquote(to), subject="pause",
                threaded=False, quote=False)
    house.run()
    answer = house.newest("Bernhard")
    answer.says('You wrote "pause": nothing has changed; see below.',
                "You have not given anything up", "→ resign ",
                "ask the organiser to pause the match")
    assert house.json("match", "show", "1")["state"] == "running"
    assert house.moves() == []
    assert not any(seat["held"] != "person" for seat in
                   house.json("match", "show", "1")["seats"])
    # and the code of that letter is good
    code = answer.text.split("→ resign ")[1].split()[0]
    house.say("Bernhard", "resign " + code)
    assert house.json("match", "show", "1")["seats"][0]["held"] == "robot"


def test_pause_before_and_after(house):
    with open(house.path("turnpost.yaml"), "a", encoding="utf-8") as file:
        file.write("\norganiser: Olga <olga@example.org>\n")
    house.match()
    house.run()
    house.say("Steffi", "pause").says("reply with this single word")
    house.start()
    house.say("Steffi", "Unsubscribe").says(
        "ask the organiser, Olga, to pause the match")
    house.newest("Steffi").lacks("olga@")
    house.ok("match", "end", "1", "--reason", "enough")
    house.run()
    house.say("Steffi", "pause").says("only to answer your emails")


def test_onlookers_button(house):
    """Her key is her own, and nothing is given up by that mail."""
    house.example()
    house.ok("match", "watch", "1", "Dora <%s>" % address("Dora"))
    house.run()
    letter = house.newest("Dora")
    button = letter.mail["List-Unsubscribe"]
    assert re.fullmatch(r"<mailto:robot%2B\S+@example.org\?subject=pause>",
                        button), button
    house.reply(letter, "", to=urllib.parse.unquote(button[8:].split("?")[0]),
                subject="pause", threaded=False, quote=False)
    house.run()
    house.newest("Dora").says("you want news sooner, or no more letters, please reply")
    assert len(house.json("match", "show", "1")["onlookers"]) == 1


def test_stranger(house):
    house.example()
    house.deliver(b"From: Eve <eve@evil.example>\r\nTo: robot@example.org\r\n"
                  b"Subject: buy my sundries\r\n"
                  b"Reply-To: victim@else.example\r\n"
                  b"Message-ID: <e1@evil.example>\r\n\r\ncheap sundries\r\n")
    house.run()
    folder = house.path("spool", "out", "eve@evil.example", "new")
    name, = os.listdir(folder)
    with open(os.path.join(folder, name), "rb") as file:
        raw = file.read()
    letter = Letter("Eve", raw)
    assert len(raw) <= 4096 and b"sundries" not in raw
    assert letter.mail["Auto-Submitted"] == "auto-replied"
    assert letter.mail["In-Reply-To"] == "<e1@evil.example>"
    assert letter.mail["References"] == "<e1@evil.example>"
    assert letter.mail["Reply-To"] == "robot@example.org"
    assert letter.mail["To"] == "eve@evil.example"
    assert letter.id.startswith("<x.n"), letter.id
    for field in ["List-Id", "List-Unsubscribe", "Thread-Index", "Precedence",
                  "Thread-Topic"]:
        assert letter.mail[field] is None, field
    assert not os.path.exists(house.path("spool", "out",
                                         "victim@else.example"))


def main():
    tap = Tap()
    tap.each(globals(), TextHouse)
    tap.end()


main()
