#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Mails in which nothing can be read: no text at all, only a signature, only our
own letter, only a courtesy, or something else in the place of a text.  Whoever
sent one gets one answer, which is true, in each language."""

import email.message
import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import ROBOT, address  # noqa: E402
from scenario import Scenario, flat  # noqa: E402
from tap import Tap  # noqa: E402

STORY = "config signup: open\nmatch mutineer Anna Bert Cora Dora\nready\n"
# What is said where nothing was found, and never of such mails; to a known
# sender without a key; to an unknown one; what came in the place of a text.
SAID = {
    None: ("There was no command in your email", "I could not use",
           "without the key", "I do not know yet",
           ["an Outlook winmail.dat", "a PDF", "a picture",
            "encrypted text"]),
    "pl": ("nie ma żadnego polecenia", "Nie rozumiem",
           "bez klucza", "jeszcze tego adresu nie znam",
           ["winmail.dat", "PDF", "obraz", "zaszyfrowan"]),
    "de": ("stand kein Befehl", "konnte ich nichts anfangen",
           "nicht bewiesen", "ich kenne dich noch nicht",
           ["winmail.dat", "PDF", "Bild", "verschlüsselte"]),
    "ru": ("нет команды", "непонятна",
           "без ключа", "пока мне незнакомого",
           ["winmail.dat", "PDF", "картинка", "зашифрованный"]),
}
QUOTE = "On Sat, 21 Nov 2026 at 12:00, turnpost <%s> wrote:\n" % ROBOT
TEXTS = {
    "no text": lambda quote: "",
    "blanks": lambda quote: "\n   \n\n",
    "a signature": lambda quote: "-- \nAnna Smith\n+44 20 7946 0000\n",
    "a phone's line": lambda quote: "\nSent from my iPhone\n",
    "our letter": lambda quote: quote,
    "our letter and a signature": lambda quote: quote + "\n-- \nAnna\n",
    "thanks": lambda quote: "%s\n",
    "thanks above our letter": lambda quote: "%s\n\n" + quote,
}
THANKS = {None: "Thanks!", "pl": "Dzięki!", "de": "Danke!", "ru": "Спасибо!"}
CAME = [("application", "ms-tnef", "winmail.dat"),
        ("application", "pdf", "move.pdf"), ("image", "jpeg", "move.jpg"),
        ("encrypted", None, None)]


def tell(language):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(STORY)
        file.flush()
        house = Scenario(file.name, language)
        for number, line, more in house.blocks():
            house.line = number
            house.do(line, more)
    return house


def letters(house, name):
    try:
        return house.house.letters(name)
    except FileNotFoundError:
        return []


def send(house, name, fill, replied=None):
    """The one answer to it."""
    before = len(letters(house, name))
    mail = email.message.EmailMessage()
    mail["From"] = "%s <%s>" % (name, address(name))
    mail["To"] = str(replied.mail["Reply-To"]) if replied else ROBOT
    if replied:
        mail["Subject"] = "Re: " + str(replied.mail["Subject"])
        mail["In-Reply-To"] = str(replied.mail["Message-ID"])
    house.house.count += 1
    mail["Message-ID"] = "<%d@client.example>" % house.house.count
    fill(mail)
    house.house.deliver(mail.as_bytes())
    house.skip("1d")
    house.house.run(0)
    new = letters(house, name)[before:]
    assert len(new) == 1, "%d answers" % len(new)
    return flat(new[0].text.split("#~")[0])


def has(text, one, what):
    assert one in text, "%s: no %r in %s" % (what, one, text)


def texts(language):
    found, unused, unproved, unknown, _ = SAID[language]
    house = tell(language)
    try:
        for number, (what, make) in enumerate(TEXTS.items()):
            letter = house.house.newest("Anna")
            body = make(QUOTE + "".join(
                "> %s\n" % one for one in letter.text.split("\n")))
            body = body.replace("%s", THANKS[language], 1)

            def fill(mail, body=body):
                mail.set_content(body)
            said = [send(house, "Anna", fill, letter),
                    send(house, "Bert", fill),
                    send(house, "Stranger%d" % number, fill)]
            has(said[0], found, what)
            assert unproved in said[1] or found in said[1], (what, said[1])
            has(said[2], unknown, what)
            for one in said:
                assert unused not in one, (what, one)
    finally:
        house.house.close()


def instead(language):
    house = tell(language)
    try:
        for (main, sub, name), word in zip(CAME, SAID[language][4]):
            def fill(mail, main=main, sub=sub, name=name):
                if main == "encrypted":
                    mail["MIME-Version"] = "1.0"
                    mail["Content-Type"] = ("multipart/encrypted; boundary=x;"
                                            " protocol="
                                            "\"application/pgp-encrypted\"")
                    mail.set_payload(
                        "--x\nContent-Type: application/pgp-encrypted\n\n"
                        "Version: 1\n\n--x\nContent-Type:"
                        " application/octet-stream\n\n-----BEGIN PGP MESSAGE"
                        "-----\n\nhQEMA\n-----END PGP MESSAGE-----\n--x--\n")
                    return
                mail.add_attachment(b"\x78\x9f\x3e\x22 pay 2\n", maintype=main,
                                    subtype=sub, filename=name)
            text = send(house, "Anna", fill, house.house.newest("Anna"))
            has(text, word, name or main)
            assert SAID[language][1] not in text, text
    finally:
        house.house.close()


def main():
    tap = Tap()
    for language in SAID:
        tap.run("nothing in it, %s" % (language or "en"), texts, language)
        tap.run("something else came, %s" % (language or "en"), instead,
                language)
    tap.end()


main()
