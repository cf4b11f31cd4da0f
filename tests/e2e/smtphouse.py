# SPDX-License-Identifier: ISC
"""A home whose letters leave over SMTP; mails come in by its spool."""

import email
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                os.pardir, "peers"))

from house import PLAIN, ROBOT, House, address  # noqa: E402
from peer import HOST, ROBOT_PASSWORD  # noqa: E402
from smtp import Smtp  # noqa: E402
from stopping import rows  # noqa: E402

OTHERS = ["Berta", "Carla"]  # at least three make a match
SETTINGS = """\
mail:
  address: {robot}
  send:
    server: {scheme}://{host}:{port}
    user: robot
    password-file: password
    ca-file: {ca}
{send}
"""


class SmtpHouse(House):
    """send: further lines below "send"; peer: words for the server."""

    def __init__(self, send="", **peer):
        super().__init__()
        self.smtp = Smtp(**peer)
        self.password(ROBOT_PASSWORD)
        self.settings(send)

    def close(self):
        self.smtp.close()
        super().close()

    def password(self, word):
        with open(self.path("password"), "w", encoding="ascii") as file:
            file.write(word + "\n")

    def settings(self, send="", ca=None, scheme="smtp"):
        lines = "\n".join("    " + line for line in send.splitlines())
        with open(self.path("turnpost.yaml"), "w", encoding="utf-8") as file:
            file.write(SETTINGS.format(
                robot=ROBOT, scheme=scheme, host=HOST, port=self.smtp.port,
                ca=ca or self.smtp.ca_file, send=lines))
        self.policy(**PLAIN)

    def mails(self, name):
        folder = self.smtp.path("mail", name.lower(), "new")
        found = []
        for entry in os.listdir(folder) if os.path.isdir(folder) else []:
            with open(os.path.join(folder, entry), "rb") as file:
                found.append(file.read())
        return found

    # ---- what the server saw ----

    def taken(self, name=None):
        """The mails that it took, or those to that player."""
        return [mail for mail in self.smtp.log()
                if name is None or mail["to"] == [address(name)]]

    def ids(self):
        return [email.message_from_string(mail["content"])["Message-ID"]
                for mail in self.smtp.log()]

    # ---- what we think of it ----

    def letter(self, name):
        """The newest letter to that player: state, tries, next_try, note."""
        found = rows(self, "SELECT state, tries, next_try, note FROM outbox "
                     "WHERE address = '%s' ORDER BY id DESC" % address(name))
        return dict(zip(("state", "tries", "next_try", "note"), found[0]))

    def state(self, name):
        return self.letter(name)["state"]

    def states(self):
        return [row[0] for row in
                rows(self, "SELECT state FROM outbox ORDER BY id")]

    def trouble(self):
        """What the organiser is told about sending, or None."""
        found = rows(self, "SELECT why FROM trouble WHERE what = 'send'")
        return found[0][0] if found else None

    def bounces(self):
        return rows(self, "SELECT address, code, says FROM bounce "
                    "ORDER BY id")

    def go(self, minutes=0, step="run", **more):
        """So much later; what it logged."""
        self.now += int(60 * minutes)
        done = self.call("-v", step, **more)
        assert done.returncode in (0, 74), done.stderr
        return done.stderr


def invite(house, name, others=OTHERS):
    """A match, whose first player is that one."""
    return house.match(seats=[name] + others)


def until(what, seconds=60):
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "nothing came"
        time.sleep(0.05)
