#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Real mail programs answer the letters of a running match, as their users
do: above and below the quoted letter, flowed or not, and by a fresh mail to
the address of a link.  The move is made, the quoted letter does nothing, and
the answer reads well and stands in its thread."""

import glob
import os
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                os.pardir, "peers"))

from house import House, Letter, address  # noqa: E402
from clients import PROGRAMS  # noqa: E402
from example_round import MOVES, ROUND  # noqa: E402
from smtp import Smtp  # noqa: E402
from tap import Tap  # noqa: E402


class Desk(House):
    """A home whose players write by SMTP and read Maildirs."""

    def __init__(self, program):
        super().__init__()
        self.smtp = Smtp()
        self.program = program
        self.clients = {}
        self.mail_of = {}  # what a player's program sent last
        self.example()

    def close(self):
        self.smtp.close()
        super().close()

    def client(self, name):
        if name not in self.clients:
            folder = self.path("of-" + name)
            os.mkdir(folder)
            self.clients[name] = self.program(folder, address(name),
                                              self.smtp)
        return self.clients[name]

    def file_of(self, letter):
        """The path of a letter in its reader's mailbox."""
        for path in glob.glob(os.path.join(self.box(letter.name), "new",
                                           "*")):
            with open(path, "rb") as file:
                if file.read() == letter.raw:
                    return path
        raise AssertionError("no file of " + letter.id)

    def collect(self, name):
        """What came by SMTP, into the spool: one mail."""
        paths = glob.glob(self.smtp.path("mail", "robot", "new", "*"))
        assert len(paths) == 1, paths
        copy = self.path("of-" + name, "sent")
        shutil.copy(paths[0], copy)
        with open(paths[0], "rb") as file:
            raw = file.read()
        os.remove(paths[0])
        self.deliver(raw)
        return copy


def check_answer(house, number, name, answer):
    """That move is made and nothing else; the answer echoes just it."""
    assert house.moves() == MOVES[:number + 1], house.moves()
    inbox = house.json("inbox", "list")[0]
    assert inbox["state"] == "done", inbox
    answer.says("You wrote \"%s\"" % ROUND[number][1])
    assert answer.text.count("You wrote") == 1, answer.text
    answer.lacks("could not use")


def flat(text):
    return " ".join(text.split())


def check_shown(client, letter, path):
    """Every word of it, in order, and no mark of broken encoding."""
    shown = client.show(path)
    if shown is None:
        return
    assert flat(letter.text) in flat(shown), shown
    assert flat(str(letter.mail["Subject"])) in flat(shown), shown
    for mark in ("\ufffd", "=?utf-8", "=C3", "=E2", "\u00c3"):
        assert mark.lower() not in shown.lower(), (mark, shown)


def check_thread(client, mails):
    """The player's mail below the letter, the answer in the same thread."""
    replies = client.replies(mails)
    assert replies in (None, len(mails) - 1), (replies, mails)


def play(house, number, where, flowed):
    """One move of the example round, as an answer."""
    name, move = ROUND[number]
    letter = house.newest(name)
    path = house.file_of(letter)
    client = house.client(name)
    client.reply(path, move, where, flowed)
    sent = house.collect(name)
    with open(sent, "rb") as file:
        mail = Letter(name, file.read())
    quoted = [line for line in mail.text.splitlines()
              if line.startswith("> ")]
    assert len(quoted) > 10, mail.text  # it would be no test
    assert mail.mail["In-Reply-To"] == letter.id, mail.mail.items()
    assert ("flowed" in mail.mail["Content-Type"]) == flowed
    house.run()
    answer = house.newest(name)
    check_answer(house, number, name, answer)
    check_shown(client, answer, house.file_of(answer))
    check_thread(client, [path, sent, house.file_of(answer)])


def play_fresh(house, number):
    """The same by a mail that answers none."""
    name, move = ROUND[number]
    letter = house.newest(name)
    client = house.client(name)
    client.fresh(str(letter.mail["Reply-To"]), "my move", move)
    sent = house.collect(name)
    with open(sent, "rb") as file:
        assert Letter(name, file.read()).mail["In-Reply-To"] is None
    house.run()
    answer = house.newest(name)
    check_answer(house, number, name, answer)
    check_shown(client, answer, house.file_of(answer))


def answers(tap, word, program):
    """Each way of answering is the next move of the same match."""
    house = Desk(program)
    ways = [("above", False), ("below", False)]
    if program.FLOWED:
        ways += [("above", True), ("below", True)]
    try:
        for number, (where, flowed) in enumerate(ways):
            tap.run("%s: %s%s" % (word, where, ", flowed" * flowed), play,
                    house, number, where, flowed)
        tap.run(word + ": fresh mail", play_fresh, house, len(ways))
    finally:
        house.close()


def main():
    tap = Tap()
    for word, program, command in PROGRAMS:
        if shutil.which(command) is None:
            tap.skip(word, "there is no %s here" % command)
        else:
            answers(tap, word, program)
    tap.end()


if __name__ == "__main__":
    main()
