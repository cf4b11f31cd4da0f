#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Letters that come back: which reports are believed, when a player counts as
not reached, who is told what, and how she comes back."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, Letter, ROBOT, SEATS  # noqa: E402
from reports import QMAIL, REPORT, ask, bounce, envelope, report  # noqa: E402
from reports import word  # noqa: E402
from tap import Tap  # noqa: E402

DAY = 24 * 60
GONE = "No mail reaches Steffi"
BACK = "Mail reaches Steffi again"
NEWS = "Bernhard promises the mate 3 points."
OTHERS = ["Bernhard", "Florian", "Carmen"]


def mails(house, state):
    return house.json("inbox", "list", "--state", state)


def count(house, name):
    return len(house.letters(name))


def person(house, name):
    return [one for one in house.json("person", "list")
            if one["name"] == name][0]


def is_gone(house, name="Steffi"):
    return person(house, name)["unreached"] is not None


def letter_row(house, letter):
    (row,), = [[one for one in house.json("outbox", "list")
                if one["letter"] == number] for (number,) in
               ask(house, "SELECT id FROM outbox WHERE message_id = ?",
                   letter.id.strip("<>"))]
    return row


# ---- what counts ----

def test_no_such_mailbox(house):
    house.example()
    letter = house.newest("Steffi")
    before = count(house, "Steffi")
    bounce(house, letter, says="550 5.1.1 <steffi@example.org>: Unknown")
    for name in OTHERS:
        told = house.newest(name)
        told.says(GONE)
        told.lacks("5.1.1", "550", "steffi@example.org", "Unknown")
    assert count(house, "Steffi") == before, "she was written to"
    assert is_gone(house)
    assert not is_gone(house, "Florian")
    row = letter_row(house, letter)
    assert row["state"] == "sent", row
    assert row["note"].startswith("came back: 5.1.1: 550 5.1.1 <steffi"), row
    mail, = mails(house, "done")[:1]
    assert mail["match"] == 1 and "failed: 5.1.1" in mail["note"], mail
    # not told again, and the match goes on without letters to her
    mine = [count(house, name) for name in OTHERS]
    bounce(house, house.letters("Steffi")[0])
    assert [count(house, name) for name in OTHERS] == mine
    house.say("Bernhard", "pay 0")
    house.say("Bernhard", "play wine")
    assert count(house, "Steffi") == before


def test_codes_that_count_at_once(house):
    for code in ["5.1.2", "5.1.3", "5.1.6", "5.1.10"]:
        other = House()
        other.example()
        bounce(other, other.newest("Steffi"), code)
        assert is_gone(other), code
        other.close()


def test_what_the_last_server_said(house):
    """As Exim does it: Status 5.0.0 beside a diagnostic with 5.1.1."""
    house.example()
    bounce(house, house.newest("Steffi"), "5.0.0", says="550 5.1.1 no")
    assert is_gone(house)


def test_delays_do_not_count(house):
    house.example()
    letter = house.newest("Steffi")
    before = [count(house, name) for name in SEATS]
    for day in range(5):
        bounce(house, letter, "4.4.1", "delayed", says="451 4.4.1 later")
        bounce(house, letter, "4.2.2", "failed", says="452 4.2.2 full")
        bounce(house, letter, "5.7.1", "delayed", says="550 5.7.1 odd")
        bounce(house, letter, "2.0.0", "delivered", says="250 2.0.0 fine")
        house.run(DAY)
    assert [count(house, name) for name in SEATS] == before
    assert not is_gone(house)
    # what was given up is known, and does not count
    assert ask(house, "SELECT code FROM bounce") == [("4.2.2",)]
    assert letter_row(house, letter)["note"] == "came back: 4.2.2: 452 4.2.2 full"


def test_a_delay_is_noted(house):
    house.example()
    letter = house.newest("Steffi")
    bounce(house, letter, "4.4.1", "delayed", says="451 4.4.1 later")
    assert letter_row(house, letter)["note"] == "delayed: 4.4.1: 451 4.4.1 later"


def test_three_days(house):
    house.example()
    for day in range(3):
        # two of the same day count as one
        for time in range(2):
            house.ok("match", "watch", "1", "Dora%d%d <dora%d%d@example.org>"
                     % (day, time, day, time))
            house.run()
            assert not is_gone(house), (day, time)
            bounce(house, house.newest("Steffi"), "5.7.1")
            if day == 2:
                break
        house.run(DAY)
    assert is_gone(house)
    house.newest("Florian").says(GONE)


def test_a_letter_between_arrives(house):
    house.example()
    for day in range(5):
        house.ok("match", "watch", "1",
                 "Dora%d <dora%d@example.org>" % (day, day))
        house.run()
        if day != 2:
            bounce(house, house.newest("Steffi"), "5.7.1")
        house.run(DAY)
        assert not is_gone(house), day
    house.ok("match", "watch", "1", "Dora <dora@example.org>")
    house.run()
    bounce(house, house.newest("Steffi"), "5.7.1")
    assert is_gone(house)  # the third behind the one that arrived


def test_an_answer_between(house):
    house.example()
    for day in range(5):
        bounce(house, house.say("Steffi", "status"), "5.7.1")
        house.run(DAY)
    assert not is_gone(house)


def test_the_same_report_again(house):
    house.example()
    letter = house.newest("Steffi")
    raw = report(house, letter, "5.7.1")
    house.run()
    for day in range(4):
        house.run(DAY)
        # out of a mailbox that was numbered anew, and told by another server
        house.deliver(raw)
        bounce(house, letter, "5.7.1")
    assert not is_gone(house)
    assert len(ask(house, "SELECT * FROM bounce")) == 1
    assert len(mails(house, "duplicate")) == 4


def test_an_old_report_after_her_return(house):
    house.example()
    letter = house.newest("Steffi")
    raw = report(house, letter)
    house.run()
    house.reply(letter, "status")
    house.run(DAY)
    assert not is_gone(house)
    house.deliver(raw)
    house.run()
    assert not is_gone(house)


def test_text_alone(house):
    house.example()
    letter = house.newest("Steffi")
    bounce(house, letter, form=QMAIL, to=ROBOT)
    bounce(house, letter, text="550 5.1.1 no", to=ROBOT, form=REPORT.replace(
        "message/delivery-status", "application/octet-stream"))
    assert not is_gone(house), "anybody could write that"
    bounce(house, letter, form=QMAIL)
    assert is_gone(house)


# ---- what is believed ----

def test_plain_envelope(house):
    house.example()
    letter = house.newest("Steffi")
    wrong = letter.raw.decode().replace(letter.id, "<g1.s1.t1.naaaaaaaa."
                                        "aaaaaaaaaaaaa@example.org>")
    bounce(house, letter, to=ROBOT, returned=wrong)
    bounce(house, letter, to=ROBOT, returned="Subject: no id\n\nnothing\n")
    assert not is_gone(house)
    bounce(house, letter, to=ROBOT)
    assert is_gone(house)
    assert len(mails(house, "ignored")) == 2


def test_forged_word(house):
    house.example()
    letter = house.newest("Steffi")
    before = {name: count(house, name) for name in SEATS}
    for forged in ["abcdefgh23456", "zzzzzzzzzzzzz"]:
        to = ROBOT.replace("@", "+b.%s@" % forged)
        # not even the right id helps: the word is wrong
        bounce(house, letter, to=to)
        house.reply(letter, "pay 0", to=to)
        house.run()
    assert not is_gone(house)
    assert {name: count(house, name) for name in SEATS} == before
    assert house.moves() == []
    ignored = mails(house, "ignored")
    assert len(ignored) == 4 and all(
        "not ours" in one["note"] for one in ignored), ignored


def test_no_line_of_a_report_is_read(house):
    house.example()
    letter = house.newest("Bernhard")
    for to in [None, ROBOT, str(letter.mail["Reply-To"])]:
        bounce(house, letter, "4.4.1", "delayed", to=to, text="pay 0",
               more="pay 0", says="451 4.4.1\n pay 0",
               returned="From: bernhard@example.org\nTo: %s\nMessage-ID: "
               "%s\n\npay 0\n" % (letter.mail["Reply-To"], letter.id))
    assert house.moves() == [], house.moves()
    assert len(mails(house, "done")) == 3 + len(SEATS)


def test_answers_to_the_envelope(house):
    house.example()
    letter = house.newest("Bernhard")
    before = count(house, "Bernhard")
    house.reply(letter, "pay 0", to=envelope(house, letter))
    house.reply(letter, "I am away.\npay 0", to=envelope(house, letter),
                Auto_Submitted="auto-replied", Return_Path="<>")
    house.reply(letter, "pay 0", Delivered_To=envelope(house, letter))
    house.run()
    assert house.moves() == []
    assert count(house, "Bernhard") == before
    assert not is_gone(house, "Bernhard")
    ignored = mails(house, "ignored")
    assert len(ignored) == 3 and all(
        "but it is none" in one["note"] for one in ignored), ignored


def test_any_recipient_field(house):
    house.example()
    letter = house.newest("Steffi")
    raw = report(house, letter, to="undisclosed-recipients:;")
    assert raw.count(b"undisclosed") == 1
    house.deliver(b"X-Original-To: %s\n" % envelope(house, letter).upper()
                  .encode() + raw)
    house.run()
    assert is_gone(house)


# ---- what follows ----

def test_she_answers(house):
    house.example()
    old = house.newest("Steffi")
    bounce(house, old)
    before = count(house, "Steffi")
    house.say("Bernhard", "pay 3\nplay wine")
    assert count(house, "Steffi") == before
    house.reply(old, "status")
    house.run()
    letters = house.letters("Steffi")[before:]
    assert len(letters) == 1, "her answer, and nothing beside it"
    # all that she missed stands in it
    letters[0].says("Steffi", NEWS, BACK, "play")
    for name in OTHERS:
        house.newest(name).says(BACK)
    assert not is_gone(house)
    # a bounce from now on is one more than none
    bounce(house, house.newest("Steffi"), "5.7.1")
    assert not is_gone(house)


def test_what_came_back_is_told_again(house):
    house.example()
    house.say("Bernhard", "pay 3\nplay wine")
    lost = house.newest("Steffi")
    lost.says(NEWS)
    bounce(house, lost)
    house.reply(lost, "status")
    house.run()
    house.newest("Steffi").says(NEWS, BACK)


def test_one_letter_that_came_back(house):
    """Others arrive: she is reached all the time, and misses nothing."""
    house.example()
    house.say("Bernhard", "pay 3\nplay wine")
    lost = house.newest("Steffi")
    lost.says(NEWS)
    bounce(house, lost, "5.2.2", says="552 5.2.2 Mailbox full")
    assert not is_gone(house)
    house.ok("match", "watch", "1", "Dora <dora@example.org>")
    house.run()
    house.newest("Steffi").says(NEWS, "lets Dora watch")
    house.say("Steffi", "status").lacks(NEWS)


def test_one_that_came_back_from_an_onlooker(house):
    house.example()
    house.ok("match", "watch", "1", "Dora <dora@example.org>")
    house.run()
    house.say("Bernhard", "pay 3\nplay wine")
    house.run(DAY)
    lost = house.newest("Dora")
    lost.says(NEWS)
    bounce(house, lost, "5.2.2", says="552 5.2.2 Mailbox full")
    house.ok("match", "undo", "1", "--reason", "a slip")
    house.run(2 * DAY)
    newest = house.newest("Dora")
    assert newest.id != lost.id
    newest.says(NEWS)


def test_the_organiser_tries_again(house):
    house.example()
    bounce(house, house.newest("Steffi"))
    house.ok("person", "set", "2", "--name", "Stefanie")
    house.run()
    assert person(house, "Stefanie")["unreached"] is not None
    before = count(house, "Steffi")
    assert "as they did before" in house.ok(
        "person", "set", "2", "--address", "Steffi@Example.org")
    assert "running matches keep the old name" in house.ok(
        "person", "set", "2", "--address", "Steffi@Example.org", "--name",
        "Stefanie")
    house.run()
    assert person(house, "Stefanie")["unreached"] is None
    for name in SEATS:
        house.newest(name).says("The organiser is having letters sent to Steffi "
                                "again")
    assert count(house, "Steffi") == before + 1
    house.newest("Steffi").says(GONE)
    # it did not help
    bounce(house, house.newest("Steffi"))
    assert person(house, "Stefanie")["unreached"] is not None


def test_a_new_address(house):
    house.example()
    bounce(house, house.newest("Steffi"))
    house.say("Bernhard", "pay 3\nplay wine")
    before = count(house, "Steffi")
    assert "the old address and all players" in house.ok(
        "person", "set", "2", "--address", "new@example.org")
    house.run()
    assert not is_gone(house)
    assert count(house, "Steffi") == before, "to where nothing arrives"
    folder = house.path("spool", "out", "new@example.org", "new")
    letters = []
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            letters.append(Letter("new", file.read()))
    assert len(letters) == 1
    letters[0].says(NEWS, GONE)
    # what comes back of the old one is nobody's loss
    bounce(house, house.letters("Steffi")[0], "5.1.10")
    assert not is_gone(house)


def test_all_her_matches(house):
    house.example()
    house.match(seats=["Steffi", "Anton", "Berta"])
    house.run()
    house.match(seats=["Anton", "Berta", "Conny"])
    house.run()
    others = count(house, "Conny")
    bounce(house, house.letters("Steffi")[0])
    for name in OTHERS + ["Anton", "Berta"]:
        house.newest(name).says(GONE)
    assert count(house, "Conny") == others
    before = count(house, "Steffi")
    house.reply(house.letters("Steffi")[0], "ready")
    house.run()
    letters = house.letters("Steffi")[before:]
    subjects = sorted(str(one.mail["Subject"])[:12] for one in letters)
    assert subjects == ["[Mutineer 1]", "[Mutineer 2]"], subjects
    for name in OTHERS + ["Anton", "Berta"]:
        house.newest(name).says(BACK)


def test_letters_that_waited(house):
    house.example()
    letter = house.newest("Steffi")
    before = count(house, "Steffi")
    house.reply(house.newest("Bernhard"), "pay 3\nplay wine")
    house.ok("receive")
    house.ok("handle")
    report(house, letter)
    house.ok("receive")
    house.ok("handle")
    house.run()
    assert count(house, "Steffi") == before
    dead = house.json("outbox", "list", "--state", "dead")
    assert [one["note"] for one in dead] == ["no mail reaches this address"]
    house.reply(letter, "status")
    house.run()
    house.newest("Steffi").says(NEWS)


def test_the_last_letter(house):
    house.example()
    letter = house.newest("Steffi")
    bounce(house, letter)
    house.ok("match", "end", "1", "--reason", "no time")
    house.run()
    before = count(house, "Steffi")
    house.newest("Florian").says("no time")
    house.ok("person", "set", "2", "--address", "steffi@example.org")
    house.run()
    assert count(house, "Steffi") == before + 1
    house.newest("Steffi").says("no time")
    house.run()
    assert count(house, "Steffi") == before + 1


def test_the_last_letter_after_two_addresses(house):
    house.example()
    bounce(house, house.newest("Steffi"))
    house.ok("match", "end", "1", "--reason", "no time")
    house.run()
    for letter_to in "first", "second":
        done = house.call("person", "set", "2", "--address",
                          letter_to + "@example.org")
        assert done.returncode == 0 and done.stderr == "", done.stderr
    house.run()
    assert count(house, "second") == 1
    house.newest("second").says("no time")
    for letter in house.letters("first"):
        letter.lacks("no time")


def test_an_answer_to_a_match_that_is_over(house):
    house.example()
    letter = house.newest("Steffi")
    bounce(house, letter)
    house.ok("match", "end", "1", "--reason", "no time")
    house.run()
    before = [count(house, name) for name in SEATS]
    house.reply(letter, "status")
    house.run()
    assert not is_gone(house)
    after = [count(house, name) for name in SEATS]
    assert after == [n + (name == "Steffi")
                     for n, name in zip(before, SEATS)], (before, after)
    house.newest("Steffi").says("no time")


def test_the_last_letter_came_back(house):
    house.example()
    house.ok("match", "end", "1", "--reason", "no time")
    house.run()
    before = count(house, "Steffi"), count(house, "Florian")
    bounce(house, house.newest("Steffi"))
    assert is_gone(house)
    house.ok("person", "set", "2", "--address", "steffi@example.org")
    house.run()
    assert (count(house, "Steffi"), count(house, "Florian")) == (
        before[0] + 1, before[1])
    house.newest("Steffi").says("no time")


def test_a_new_match_tries_again(house):
    house.example()
    bounce(house, house.newest("Steffi"))
    house.match(seats=["Steffi", "Anton", "Berta"])
    house.run()
    assert not is_gone(house)
    house.newest("Steffi")
    house.newest("Florian").says("is having letters sent to Steffi again")
    house.newest("Anton").lacks("Steffi again")


def test_a_language_behind_the_address(house):
    house.example()
    bounce(house, house.newest("Steffi"))
    house.ok("match", "new", "mutineer", *[
        word for seat in ("Steffi <steffi@example.org> pl",
                          "Anton <anton@example.org> de",
                          "Berta <berta@example.org>")
        for word in ("--seat", seat)])
    house.run()
    assert not is_gone(house)
    house.newest("Florian").says("is having letters sent to Steffi again")
    bounce(house, house.newest("Steffi"))
    assert is_gone(house)
    # what cannot be made changes nothing
    house.fails(1, "needs 3 to", "match", "new", "mutineer",
                "--seat", "Steffi <steffi@example.org> pl")
    assert is_gone(house)


def test_who_left_is_no_news(house):
    house.example()
    code = house.say("Steffi", "resign").text.split("resign ")[1][:6]
    house.say("Steffi", "resign " + code)
    before = count(house, "Florian")
    bounce(house, house.newest("Steffi"))
    assert is_gone(house)
    assert count(house, "Florian") == before
    hers = count(house, "Steffi")
    house.reply(house.newest("Steffi"), "status")
    house.run()
    # without the key of a seat her mail proves nothing
    assert is_gone(house)
    assert count(house, "Steffi") <= hers + 1
    assert count(house, "Florian") == before


def test_an_onlooker(house):
    house.example()
    house.ok("match", "watch", "1", "Dora <dora@example.org>")
    house.run()
    house.say("Bernhard", "pay 3\nplay wine")
    before = [count(house, name) for name in SEATS]
    bounce(house, house.newest("Dora"))
    assert is_gone(house, "Dora")
    assert [count(house, name) for name in SEATS] == before
    house.run(2 * DAY)
    assert count(house, "Dora") == 1
    # onlookers hear of players as of everything
    house.ok("match", "watch", "1", "Emil <emil@example.org>")
    house.run()
    bounce(house, house.letters("Steffi")[0])
    house.run(2 * DAY)
    house.newest("Emil").says(GONE)
    # a mail of hers is enough
    house.reply(house.newest("Dora"), "How do I see more?")
    house.run()
    assert not is_gone(house, "Dora")
    house.run(2 * DAY)
    house.newest("Dora").says(NEWS, GONE)
    # nor is she told that she looks on no longer
    bounce(house, house.newest("Dora"))
    before = count(house, "Dora")
    house.ok("match", "unwatch", "1", "dora@example.org")
    house.run()
    assert count(house, "Dora") == before


def test_a_from_line_proves_nothing(house):
    """Of a player only a mail for a seat of hers ends it."""
    house.example()
    letter = house.newest("Steffi")
    house.match(seats=["Anton", "Berta", "Conny"])
    house.ok("match", "watch", "2", "Steffi <steffi@example.org>")
    house.run()
    bounce(house, letter)
    house.reply(letter, "here I am", to=ROBOT, threaded=False, quote=False,
                subject="hello")
    house.run()
    assert is_gone(house)
    house.reply(letter, "here I am", sender="other@example.org")
    house.run()
    assert is_gone(house)


def test_the_log(house):
    house.example()
    letter = house.newest("Steffi")
    report(house, letter, says="550 5.1.1 <steffi@example.org> SECRET")
    house.ok("receive")
    done = house.call("-v", "handle")
    assert "match 1 seat 1: came back: 5.1.1" in done.stderr, done.stderr
    for piece in ["steffi@", "SECRET", word(letter.id, house)]:
        assert piece not in done.stderr, done.stderr


def main():
    tap = Tap()
    tap.each(globals(), House)
    tap.end()


main()
