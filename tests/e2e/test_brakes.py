#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""How much is answered: people each time, with a word before a silence;
programs until they are known as such; strangers as long as any of them turns
out to be a person."""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from handmade import (  # noqa: E402
    BERNHARD, believe, cut_of, kinds, last, made, newest, run_all, send, sql)
from house import House, ROBOT  # noqa: E402

LAST = "the last answer to emails like this one for "
HOUR = 3600
DAY = 24 * HOUR


def count(house, where=BERNHARD):
    return len(kinds(house, where))


def silence(letter):
    """For how many seconds there will be none, as the letter says."""
    found = re.search(LAST + r"(\d+) (minute|hour|day)",
                      " ".join(letter.text.split()))
    assert found, letter.text
    return int(found.group(1)) * {"minute": 60, "hour": HOUR, "day": DAY}[
        found.group(2)]


# ---- people ----

def test_fresh_mails_are_answered_each_time(house):
    house.example()
    before = count(house)
    for n, text in enumerate(["pay 3", "is this on?", "status", "pay 2",
                              "help", "pay 1 and more"]):
        assert send(house, text)[0] == "ignored"
        assert count(house) == before + n + 1, text
        last(house, BERNHARD).lacks(LAST)
    made(house)


def test_a_clock_that_was_ahead(house):
    """What was answered while it was counts no more when it is right again:
    neither a person nor a stranger is met with silence for years."""
    house.example()
    right = house.now
    house.now += 400 * DAY
    letter = house.newest("Steffi")
    for _ in range(3):
        house.reply(letter, "view", quote=False)
        house.run()
    stranger = "From: eve@example.net\n\nhello\n"
    house.deliver(stranger.encode())
    house.run()
    assert count(house, "eve@example.net") == 1
    house.now = right + 2 * HOUR
    house.steps()
    house.now += 2 * DAY
    before = count(house, "steffi@example.org")
    house.reply(letter, "view", quote=False)
    house.run()
    assert count(house, "steffi@example.org") == before + 1
    house.deliver(stranger.replace("hello", "hello?").encode())
    house.run()
    assert count(house, "eve@example.net") == 2


def test_the_same_again(house):
    """The third says that it is the last one, and for how long."""
    house.example()
    before = count(house)
    for n in range(3):
        last(house, BERNHARD).lacks(LAST)
        send(house, "is there anybody at all who reads this?")
        assert count(house) == before + n + 1
    told = last(house, BERNHARD)
    # an hour from the first of them
    assert HOUR - 5 * 60 <= silence(told) <= HOUR
    until = house.now + silence(told)
    while house.now + 120 < until - 60:
        assert send(house, "or is it that nobody reads this? %d" % house.now)[1].endswith(
            "it says the same as those before")
        house.now += 9 * 60
    assert count(house) == before + 3
    # what asks for something is another mail
    send(house, "pay 2")
    assert count(house) == before + 4
    # the silence is over when it was told
    house.now = until
    send(house, "so what is it, do you read this?")
    assert count(house) == before + 5
    # and an answer to that letter worked all the time
    house.reply(told, "pay 3")
    house.run()
    made(house, "pay 3")


def test_another_move_each_time(house):
    """While a move can still be changed, a mail that changes it is answered,
    though mails before it said the same; one that changes nothing is not."""
    house.example("--policy", "settle=5m")
    letter = house.newest("Bernhard")
    before = count(house)

    def pay(n):
        house.now += 20
        house.reply(letter, "pay %d" % n)
        house.run()
        return count(house) - before

    for n in range(8):
        assert pay(2 + n % 2) == n + 1
        last(house, BERNHARD).lacks(LAST)
    assert [pay(3) for _ in range(4)] == [9, 10, 11, 11]
    assert silence(last(house, BERNHARD)) <= HOUR
    made(house)


def test_an_answer_in_the_silence_is_done(house):
    house.example()
    for _ in range(5):
        send(house, "is there anybody at all who reads this?")
    told = [one for one in house.letters("Bernhard")
            if LAST in " ".join(one.text.split())]
    assert len(told) == 1, len(told)
    before = count(house)
    house.reply(told[0], "pay 3")
    house.run()
    made(house, "pay 3")
    assert count(house) == before + 1


def test_thirty_an_hour(house):
    house.example()
    house.now += 2 * HOUR
    before = count(house)
    for n in range(33):
        send(house, "pay 9%02d" % n)
    assert count(house) == before + 30
    told = last(house, BERNHARD)
    assert 0 < silence(told) <= HOUR
    assert newest(house)[1].endswith("too many mails of this player")
    house.now += silence(told)
    send(house, "pay 9")
    assert count(house) == before + 31


def test_in_every_language(house):
    house.example()
    for language, words in [
            ("pl", "ostatnia odpowiedź na takie maile; następna jest możliwa "
             "za"), ("de", "die letzte Antwort auf Mails wie deine"),
            ("ru", "ответов на такие письма больше не будет, следующий "
             "возможен через")]:
        sql(house, "UPDATE person SET language = ? WHERE name = 'Bernhard'",
            language)
        house.now += 40 * DAY
        for _ in range(3):
            send(house, "~")
        last(house, BERNHARD).says(words)


def test_with_the_key_too(house):
    house.example()
    letter = house.newest("Bernhard")
    for n in range(4):
        house.reply(letter, "hello %d" % n)
        house.run()
    told = [one for one in house.letters("Bernhard")
            if LAST in " ".join(one.text.split())]
    assert len(told) == 1 and told[0].id == house.newest("Bernhard").id
    house.reply(told[0], "pay 3")
    house.run()
    made(house, "pay 3")


def test_forged_mails_are_no_reason_to_write(house):
    """What our mail server says is not hers: once in a while, as before."""
    house.example()
    believe(house)
    before = count(house)
    for n in range(5):
        send(house, "pay 9%d" % n, dmarc="fail")
    assert count(house) == before + 1


# ---- programs ----

def answer_all(house, seen, make):
    """A program answers each letter that came to Bernhard's address."""
    fresh = [one for one in house.letters("Bernhard") if one.id not in seen]
    for letter in fresh:
        seen.add(letter.id)
        make(letter)
    house.run()
    return len(fresh)


def run_loop(house, make, poke=None):
    """How many letters it takes until all is quiet, for 40 days."""
    seen = {one.id for one in house.letters("Bernhard")[:-1]}
    written = 0
    for _ in range(40):
        for _ in range(60):
            n = answer_all(house, seen, make)
            written += n
            if n == 0:
                break
        else:
            raise AssertionError("it goes on and on")
        if poke:
            poke()
        house.now += DAY
    return written


def test_a_loop_without_a_key(house):
    """Its mails look like a person's, and each one is another."""
    house.example()

    def ticket(_):
        send(house, "Thank you for your request. Its number is %d, and we "
             "look after it." % (4000 + house.count))
    assert run_loop(house, ticket) <= 10


def test_a_loop_with_a_key(house):
    house.example()

    def ticket(letter):
        house.reply(letter, "We got this as number %d." % house.count,
                    quote=False)
    assert run_loop(house, ticket) <= 10


def test_a_loop_that_begins_again(house):
    """By itself, each day: thirty answers, and no more that month."""
    house.example()
    before = count(house)

    def ticket(_=None):
        send(house, "Your request %d still waits." % house.count)
    run_loop(house, ticket, poke=ticket)
    assert count(house) - before <= 60, count(house) - before


def test_what_programs_write(house):
    """To the robot's own address, from somebody who could be anybody."""
    house.example()
    mails = {
        "a bounce": ("Undeliverable: [Mutineer 1]", "", "Ask the helpdesk."),
        "its words": ("hello", "", "This is the mail system at host mx.\n\n"
                      "<x@y>: unknown"),
        "a report": ("x", "Content-Type: multipart/report; boundary=b\n",
                     "--b\nContent-Type: text/plain\n\nno\n--b--"),
        "arf": ("FW: spam", "Content-Type: multipart/mixed; boundary=b\n",
                "--b\nContent-Type: message/feedback-report\n\n"
                "Feedback-Type: abuse\n--b--"),
        "arf as text": ("complaint about message from 192.0.2.7", "", "x"),
        "tmda": ("Please confirm your message", "", "This message was created "
                 "automatically."),
        "asks": ("Re: [Mutineer 1]", "", "Your message is being held because "
                 "your address is not known. Click the link below."),
        "spamarrest": ("Re: hello [Verification]", "", "Click to be let in."),
        "mailinblack": ("Demande d'authentification", "", "Cliquez ici."),
        "uol": ("AntiSpam UOL", "", "Para que sua mensagem seja entregue, "
                "confirme sua mensagem."),
        "polish": ("Hej", "", "Proszę o potwierdzenie wysłania tej "
                   "wiadomości."),
        "its field": ("hi", "X-TMDA-Confirm-Done: 17\n", "hello"),
        "a list": ("[friends] hello", "List-Id: <friends.example.org>\n",
                   "hello all"),
        "a newsletter": ("hello", "List-Unsubscribe: <https://x/>\n", "Buy!"),
        "bulk": ("hello", "Precedence: bulk\n", "Buy!"),
        "moderated": ("Your message to friends awaits moderator approval", "",
                      "Is being held."),
        "moderated, in German": ("hallo", "", "Ihre Nachricht wartet auf die "
                                 "Freigabe durch den Moderator."),
        "away": ("Out of office: hello", "", "Back soon."),
    }
    before = sql(house, "SELECT count(*) FROM outbox")
    for n, (what, (subject, head, body)) in enumerate(mails.items()):
        for sender in ["p%d@far.example" % n, BERNHARD]:
            state = send(house, body, sender, subject=subject, top=head)
            assert state[0] == "ignored" and "robot" in state[1], (
                what, sender, state)
    for sender in ["friends-owner@x.example", "u-confirm-7.8@x.example",
                   "noreply+7@x.example", "bounces+9@x.example"]:
        assert "robot" in send(house, "hello", sender)[1], sender
    # a copy of our letter below it has a tag, which anybody may have
    assert "robot" in send(house, "We could not deliver it.\n\n" + cut_of(
        house.newest("Bernhard")), "p@far.example",
        subject="Failure notice")[1]
    assert sql(house, "SELECT count(*) FROM outbox") == before
    # with a key it is a person's, who may say such things
    house.reply(house.newest("Bernhard"), "pay 3\n\nPlease confirm your "
                "message, it awaits moderator approval.")
    house.run()
    made(house, "pay 3")


def test_a_person_behind_such_a_subject(house):
    """Somebody known may ask about a letter that did not come."""
    house.example()
    for subject in ["Message not delivered?", "Undeliverable: [Mutineer 1]",
                    "Out of office", "Automatic reply: [Mutineer 1]",
                    "Nicht zustellbar: hallo", "Please confirm your message"]:
        house.now += HOUR
        for body in ["status", "Hi,\n\nhelp\n", "pay 3"]:
            before = count(house)
            state = send(house, body + "\n", subject=subject)
            assert "robot" not in state[1], (subject, body, state)
            assert count(house) == before + 1, (subject, body, state)
        # prose alone, and the words of an absence, may be a program's
        for body in ["I am not in the office.", "away until 30 November",
                     "I am away until 30 November.\n\nThis is the mail system "
                     "at host mx.\n\nstatus"]:
            state = send(house, body + "\n", subject=subject)
            assert "robot" in state[1], (subject, body, state)


# ---- strangers ----

def arrive(house, names):
    """Their mails, at once; which of them were answered."""
    for name in names:
        house.count += 1
        house.deliver(("From: %s\nTo: %s\nMessage-ID: <%d@z>\nSubject: x\n\n"
                       "my number is %d\n" % (name, ROBOT, house.count,
                                              house.count)).encode())
    house.run()
    return [name for name in names if kinds(house, name)]


def crowd(word, n):
    return ["%s%d@crowd.example" % (word, i) for i in range(n)]


def test_a_new_address_each_time(house):
    house.example()
    with open(house.path("turnpost.yaml"), "a", encoding="utf-8") as file:
        file.write("organiser: Olga <olga@example.org>\n")
    house.now += 3 * DAY  # who plays became known before
    house.now -= house.now % DAY
    answered = [len(arrive(house, crowd("h%d-" % hour, 60)))
                for hour in range(3) if not house.run(59)]
    assert answered[0] == 50 and sum(answered) <= 60, answered
    for day in range(4):
        house.run(24 * 60)
        assert len(arrive(house, crowd("d%d-" % day, 60))) == 5, day
    text = house.newest("Olga").text
    assert "only the first 5 each day" in " ".join(text.split()), text
    done = house.call("check")
    assert "only 5 unknown senders a day" in " ".join(
        (done.stdout + done.stderr).split()), done.stdout
    # somebody turned out to be a person
    house.ok("match", "watch", "1", "Dora <d0-0@crowd.example>")
    house.run(24 * 60)
    assert len(arrive(house, crowd("e", 49))) == 49
    done = house.call("check")
    assert "unknown senders" not in done.stdout + done.stderr


def test_who_is_known_makes_no_difference(house):
    """By what is left for others nobody learns whom we know."""
    answered = []
    for victim in [BERNHARD, "nobody@example.org"]:
        other = House()
        other.example()
        other.now += 3 * DAY
        other.now -= other.now % DAY
        got = []
        for day in range(3):
            other.run(12 * 60)
            arrive(other, [victim])
            arrive(other, [victim, victim])
            got.append(arrive(other, crowd("c%d-" % day, 60)))
            arrive(other, [victim])
            got.append(arrive(other, crowd("b%d-" % day, 5)))
            other.run(11 * 60)
        answered.append(got)
        other.close()
    assert answered[0] == answered[1], [[len(n) for n in got]
                                        for got in answered]


run_all(globals())
