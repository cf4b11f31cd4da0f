# SPDX-License-Identifier: ISC
"""A home that reads mailboxes of a real Dovecot; letters go to Maildirs."""

import contextlib
import email
import email.utils
import os
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                os.pardir, "peers"))

from house import PLAIN, ROBOT, House  # noqa: E402
from peer import HOST, ROBOT_PASSWORD  # noqa: E402
from raws import unpacking  # noqa: E402


# Wrong passwords are refused at once, however often.
NO_PENALTY = """
auth_failure_delay = 0
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
"""


def mail(subject="x", body="hello", size=0):
    """A mail of no player; with a size it is made as big."""
    head = ("From: v@victim.example\r\nTo: %s\r\nSubject: %s\r\n"
            "Message-ID: <%s@client.example>\r\nAuto-Submitted: "
            "auto-replied\r\n\r\n%s\r\n" % (
                ROBOT, subject, subject.replace(" ", "."), body)).encode()
    more = size - len(head)
    if more <= 0:
        return head
    line = b"z" * 70 + b"\r\n"
    return head + (line * (more // len(line) + 1))[:more - 2] + b"\r\n"


class ImapHouse(House):
    """Its own mailbox on a Dovecot that many share."""

    users = 0

    def __init__(self, dovecot):
        super().__init__()
        ImapHouse.users += 1
        self.user = "robot%d" % ImapHouse.users
        self.dovecot = dovecot
        self.write_password(ROBOT_PASSWORD)
        self.settings()

    def write_password(self, word):
        with open(self.path("password"), "w", encoding="ascii") as file:
            file.write(word + "\n")

    def entry(self, *more, url=None, user=None, ca=None,
              secret="password-file: password"):
        """A mailbox as the settings name it."""
        lines = ["server: " + (url or "imaps://%s:%d" % (
            HOST, self.dovecot.imaps)), "user: " + (user or self.user),
            secret]
        if ca != "":
            lines.append("ca-file: " + (ca or self.dovecot.ca_file))
        return lines + list(more)

    def settings(self, *entries):
        text = "mail:\n  address: %s\n  receive:\n" % ROBOT
        for lines in entries or [self.entry()]:
            text += "    - " + "\n      ".join(lines) + "\n"
        with open(self.path("turnpost.yaml"), "w", encoding="utf-8") as file:
            file.write(text)
        self.policy(**PLAIN)

    def plain(self, port, *more, **other):
        """The same mailbox without encryption, as by a proxy."""
        return self.entry("without-tls: yes", *more, ca="",
                          url="imap://%s:%d" % (HOST, port), **other)

    @property
    def name(self):
        return "imap:%s@%s/INBOX" % (self.user, HOST)

    # ---- what lies on the server ----

    def deliver(self, raw, name=None):
        self.count += 1
        sender = email.utils.parseaddr(
            email.message_from_bytes(raw)["From"])[1]
        # as it goes over the wire
        raw = raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
        self.dovecot.deliver(raw, (name or self.user) + "@example.org",
                             sender=sender)

    def append(self, *mails, folder="INBOX"):
        self.dovecot.append(mails, folder, self.user)

    def stuff(self, mails, user=None):
        """Many at once: files into the server's own Maildir."""
        top = self.dovecot.path("mail", user or self.user)
        owner = os.stat(self.dovecot.dir)
        for folder in ("", "tmp", "cur", "new"):
            path = os.path.join(top, folder)
            if not os.path.isdir(path):
                os.mkdir(path, 0o700)
                os.chown(path, owner.st_uid, owner.st_gid)
        for number, raw in enumerate(mails):
            path = os.path.join(top, "new", "%d.M%06dP1.host" % (
                self.now, self.count + number))
            with open(path, "wb") as file:
                file.write(raw)
            os.chown(path, owner.st_uid, owner.st_gid)
        self.count += number + 1

    def gap(self, number):
        """The counter of the mailbox has gone on: the next UID is that."""
        path = self.dovecot.path("mail", self.user, "dovecot-uidlist")
        with open(path, encoding="ascii") as file:
            lines = file.read().splitlines()
        words = lines[0].split()
        words[2] = "N%d" % number
        with open(path, "w", encoding="ascii") as file:
            file.write("\n".join([" ".join(words)] + lines[1:]) + "\n")
        for name in os.listdir(os.path.dirname(path)):
            if name.startswith("dovecot.index"):
                os.remove(os.path.join(os.path.dirname(path), name))

    def waiting(self, folder="INBOX", user=None):
        return self.dovecot.count(folder, user or self.user)

    # ---- what is in the database ----

    def sql(self, text, *values):
        if self.store:
            return self.rows(text, *values)
        with contextlib.closing(unpacking(
                sqlite3.connect(self.path("turnpost.db")))) as db:
            rows = db.execute(text, values).fetchall()
            db.commit()
            return rows

    def raws(self):
        return [row[0] for row in self.sql(
            "SELECT unpacked(raw) FROM inbox_raw ORDER BY id")]

    def trouble(self):
        rows = self.sql("SELECT what, why FROM trouble")
        assert len(rows) <= 1, rows
        if not rows:
            return None
        assert rows[0][0] == "receive " + self.name, rows
        return rows[0][1]
