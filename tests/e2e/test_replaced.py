#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A letter that waits for its reader's mailbox is replaced by a newer one
that says how it stands; no answer is, no news is lost, and it does not matter
where turnpost dies."""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, SEATS  # noqa: E402
from stopping import (  # noqa: E402
    Twin, check_letters, rows, same_wherever_stopped)
from tap import Tap  # noqa: E402


def block(house, name):
    """Her mailbox cannot be written to."""
    os.rename(house.box(name), house.path("aside-" + name))
    with open(house.box(name), "wb"):
        pass


def unblock(house, name):
    os.remove(house.box(name))
    os.rename(house.path("aside-" + name), house.box(name))


def outbox(house, seat):
    """State, kind and note of a seat's letters, oldest first."""
    return rows(house, "SELECT state, kind, note FROM outbox WHERE seat = %d "
                       "ORDER BY id" % seat)


def states(house, seat):
    return [state for state, _, _ in outbox(house, seat)]


def news(house, name, count):
    """Sentences that she was told since her first letters; which of them a
    story puts together depends on the letter."""
    told = set()
    for letter in house.letters(name)[count:]:
        for item in re.findall(r"^ · (.*(?:\n   .*)*)", letter.text, re.M):
            item = re.sub(r"^The offer: ", "", " ".join(item.split()))
            told |= set(re.split(r"(?<=[.]) ", item))
    return told


def watch(house, name):
    house.ok("match", "watch", "1", "%s <%s@example.org>" % (
        name, name.lower()))


def happenings(house, away):
    """Steffi is told five things; away: she cannot be reached."""
    if away:
        block(house, "Steffi")
    watch(house, "Dora")
    house.run()
    house.say("Bernhard", "pay 2")
    house.say("Bernhard", "play wine")
    watch(house, "Emil")
    house.run()
    house.ok("match", "undo", "1", "--reason", "a slip")
    house.run()
    if away:
        unblock(house, "Steffi")
    house.say("Bernhard", "play conflict")
    house.run(24 * 60)


def test_no_news_is_lost(house):
    house.example()
    count = len(house.letters("Steffi"))
    reached = Twin(house)
    happenings(reached, False)
    happenings(house, True)
    assert "replaced" not in states(reached, 1)
    assert states(house, 1).count("replaced") == 4, outbox(house, 1)
    assert len(house.letters("Steffi")) == count + 1
    told, all_told = news(house, "Steffi", count), news(reached, "Steffi",
                                                        count)
    # what was taken back meanwhile is not told; that it was, is
    gone = {line for line in all_told if "lays down wine" in line}
    assert len(all_told) > 5 and told == all_told - gone, all_told - told
    assert house.newest("Steffi").text.split("Besides")[0].count("turn") > 0
    for name in ["Bernhard", "Florian", "Carmen"]:
        assert len(house.letters(name)) == len(reached.letters(name)), name
    check_letters(house, SEATS + ["Dora", "Emil"])
    reached.close()


def test_note(house):
    house.example()
    block(house, "Steffi")
    watch(house, "Dora")
    house.run()
    watch(house, "Emil")
    house.run()
    first, second = outbox(house, 1)[-2:]
    newest = rows(house, "SELECT max(id) FROM outbox WHERE seat = 1")[0][0]
    assert first == ("replaced", "turn", "letter %d went instead" % newest)
    assert second[0] == "later", second
    # others got both
    assert states(house, 2)[-2:] == ["sent", "sent"]


def test_references_name_no_replaced_letter(house):
    house.example()
    last = house.newest("Steffi").id
    block(house, "Steffi")
    for name in ["Dora", "Emil", "Zofia"]:
        watch(house, name)
        house.run()
    unblock(house, "Steffi")
    house.run(24 * 60)
    letter = house.newest("Steffi")
    assert str(letter.mail["References"]).split() == [
        "<g1.root@example.org>", last], letter.mail["References"]


def test_answers_stay(house):
    house.example()
    letter = house.newest("Steffi")
    count = len(house.letters("Steffi"))
    block(house, "Steffi")
    watch(house, "Dora")
    house.run()
    house.reply(letter, "status")
    house.run()
    watch(house, "Emil")
    house.run()
    watch(house, "Zofia")
    house.run()
    # the answer took the place of the first; the last one of the third
    assert states(house, 1)[-4:] == ["replaced", "later", "replaced",
                                     "later"], outbox(house, 1)
    unblock(house, "Steffi")
    house.run(24 * 60)
    answer, last = house.letters("Steffi")[count:]
    answer.says("the state of the match is below", "lets Dora watch")
    last.says("lets Emil watch", "lets Zofia watch")
    last.lacks("Dora watch")


def test_invitation_stays(house):
    house.match()
    os.makedirs(house.path("spool", "out"), exist_ok=True)
    with open(house.box("Steffi"), "wb"):
        pass
    house.run()
    watch(house, "Dora")
    watch(house, "Emil")
    house.run()
    assert [(state, kind) for state, kind, _ in outbox(house, 1)] == [
        ("later", "muster"), ("replaced", "answer"), ("later", "answer")]
    os.remove(house.box("Steffi"))
    house.run(24 * 60)
    invitation, more = house.letters("Steffi")
    invitation.says("you are invited")
    more.says("lets Dora watch", "lets Emil watch")


def test_last_letter(house):
    """The end comes instead of what waits, and is never replaced."""
    house.example()
    block(house, "Steffi")
    watch(house, "Dora")
    house.run()
    house.ok("match", "end", "1", "--reason", "it rains")
    house.run()
    assert [(state, kind) for state, kind, _ in outbox(house, 1)[-2:]] == [
        ("replaced", "turn"), ("later", "called-off")], outbox(house, 1)
    unblock(house, "Steffi")
    house.run(24 * 60)
    house.newest("Steffi").says("it rains", "lets Dora watch")


def test_onlookers(house):
    house.example()
    watch(house, "Dora")
    house.run()
    block(house, "Dora")
    house.say("Bernhard", "pay 2")
    house.run(24 * 60)
    house.say("Bernhard", "play wine")
    house.run(24 * 60)
    found = rows(house, "SELECT state FROM outbox WHERE kind = 'onlooker' "
                        "ORDER BY id")
    assert found == [("replaced",), ("later",)], found
    unblock(house, "Dora")
    house.run(24 * 60)
    first, letter = house.letters("Dora")
    letter.says("promises the mate 2 points", "lays down wine")
    assert str(letter.mail["References"]).split()[1:] == [first.id]


def test_another_address(house):
    """Nothing that waits goes to the old one, and no news is lost."""
    house.example()
    count = len(house.letters("Steffi"))
    letter = house.newest("Steffi")
    house.say("Bernhard", "pay 3")
    block(house, "Steffi")
    house.reply(letter, "status")
    house.run()
    house.say("Bernhard", "play wine")
    house.ok("person", "set", "2", "--address", "new@example.org")
    unblock(house, "Steffi")
    house.run(24 * 60)
    (farewell,) = house.letters("Steffi")[count:]
    farewell.says("This is the last letter that comes here")
    farewell.lacks("Your hand")
    house.newest("new").says("lays down wine", "go to another address",
                             "Your hand")


def test_two_mails_at_once(house):
    """Nothing leaves between the mails of one run: a player who is told by the
    first and writes the second gets her answer alone, with all of it."""
    house.example()
    house.say("Bernhard", "pay 2")
    letter, count = house.newest("Steffi"), len(house.letters("Steffi"))
    house.reply(house.newest("Bernhard"), "play wine")
    house.reply(letter, "status")
    house.run()
    assert states(house, 1)[-2:] == ["replaced", "sent"], outbox(house, 1)
    answer, = house.letters("Steffi")[count:]
    answer.says("the state of the match is below", "it is still your turn",
                "lays down wine", "→ play salt")


def stopped_while_sending(house):
    """A copy that died between marking a letter and having sent it."""
    for n in range(1, 100):
        twin = Twin(house)
        twin.call("run", env={"TURNPOST_STOP_AT": str(n)})
        if rows(twin, "SELECT 1 FROM outbox WHERE state = 'sending'"):
            return twin
        twin.close()
    raise AssertionError("never stopped while sending")


def test_what_may_have_left_stays(house):
    house.example()
    watch(house, "Dora")
    twin = stopped_while_sending(house)
    count = len(house.letters("Steffi"))
    watch(twin, "Emil")
    assert "replaced" not in states(twin, 1)
    watch(twin, "Zofia")
    twin.run()
    assert states(twin, 1)[-3:] == ["sent", "replaced", "sent"], outbox(
        twin, 1)
    first, last = twin.letters("Steffi")[count:]
    first.says("lets Dora watch")
    last.says("lets Emil watch", "lets Zofia watch")
    check_letters(twin, SEATS + ["Dora", "Emil", "Zofia"])
    twin.close()


def test_every_checkpoint(house):
    """With a letter that waits, one that is written, and the box mended."""
    house.example()
    house.say("Bernhard", "pay 2")
    letter = house.newest("Steffi")
    block(house, "Steffi")
    house.reply(house.newest("Bernhard"), "play wine")
    house.run()
    assert states(house, 1)[-1] == "later", outbox(house, 1)
    unblock(house, "Steffi")
    house.now += 3600
    house.reply(letter, "play salt")
    house.reply(house.newest("Florian"), "status")
    _, stops = same_wherever_stopped(house)
    assert stops >= 8, stops
    house.run()
    assert states(house, 1)[-2:] == ["replaced", "sent"], outbox(house, 1)
    house.newest("Steffi").says("lays down wine", "done → play salt")
    house.ok("verify", "1")


def main():
    tap = Tap()
    tap.each(globals(), House)
    tap.end()


main()
