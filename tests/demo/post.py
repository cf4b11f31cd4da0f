# SPDX-License-Identifier: ISC
"""By which way mail goes between the players of a demo and turnpost.

Spool: the Maildirs of the home, as after "turnpost init".  Servers: a
private Dovecot and an SMTP server on loopback, as with an account at a
provider: turnpost and each player have a mailbox there, and log in."""

import email
import email.utils
import imaplib
import os
import shutil
import smtplib
import ssl
import sys

PEERS = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                     os.pardir, "peers")


class Spool:
    """Mailboxes are folders on this machine."""

    def __init__(self, home):
        self.home = home
        self.count = 0

    def settings(self):
        """Those of "turnpost init" do."""

    def box(self, address, sub):
        return os.path.join(self.home, "spool", "out", address, sub)

    def fetch(self, address):
        """The bytes of new letters, oldest first; they are then old."""
        new, cur = self.box(address, "new"), self.box(address, "cur")
        if not os.path.isdir(new):
            return []
        names = sorted(os.listdir(new), key=lambda name: (
            os.stat(os.path.join(new, name)).st_mtime_ns, name))
        fetched = []
        for name in names:
            with open(os.path.join(new, name), "rb") as file:
                fetched.append(file.read())
            os.rename(os.path.join(new, name),
                      os.path.join(cur, name + ":2,S"))
        return fetched

    def deliver(self, raw):
        """Into the Maildir of the server, as a mail transport does."""
        self.count += 1
        paths = [os.path.join(self.home, "spool", "in", sub,
                              "%d.demo" % self.count)
                 for sub in ("tmp", "new")]
        with open(paths[0], "wb") as file:
            file.write(raw)
        os.rename(*paths)

    def where(self):
        return ("%s/spool/done/cur    from players\n"
                "  %s/spool/out       to players, a Maildir each"
                % (self.home, self.home))

    def close(self):
        """Nothing to end."""


SETTINGS = """\
mail:
  address: turnpost@localhost
  receive:
    - server: imaps://{host}:{imaps}
      user: turnpost
      password-file: password
      ca-file: {imap_ca}
  send:
    server: smtp://{host}:{smtp}
    user: turnpost
    password-file: password
    ca-file: {smtp_ca}
"""


class Servers:
    """Mailboxes are at a provider; players send by SMTP, read by IMAP."""

    def __init__(self, home):
        sys.path.insert(0, PEERS)
        from dovecot import Dovecot
        from peer import HOST, ROBOT_PASSWORD
        from smtp import Smtp

        self.home, self.host, self.password = home, HOST, ROBOT_PASSWORD
        self.dovecot = Dovecot()
        self.smtp = Smtp(lmtp=self.dovecot.lmtp)
        self.boxes = {}
        self.door = None

    def settings(self):
        with open(os.path.join(self.home, "password"), "w",
                  encoding="ascii") as file:
            file.write(self.password + "\n")
        os.chmod(os.path.join(self.home, "password"), 0o600)
        with open(os.path.join(self.home, "turnpost.yaml"), "w",
                  encoding="ascii") as file:
            file.write(SETTINGS.format(
                host=self.host, imaps=self.dovecot.imaps,
                imap_ca=self.dovecot.ca_file, smtp=self.smtp.port,
                smtp_ca=self.smtp.ca_file))

    def fetch(self, address):
        user = address.split("@")[0]
        if user not in self.boxes:
            self.boxes[user] = self.dovecot.client(user)
        client = self.boxes[user]
        client.select("INBOX")
        _, (uids,) = client.uid("SEARCH", None, "UNSEEN")
        fetched = []
        for uid in uids.split():
            _, data = client.uid("FETCH", uid, "(BODY[])")
            fetched.append(data[0][1])
        return fetched

    def deliver(self, raw):
        mail = email.message_from_bytes(raw)
        sender = email.utils.parseaddr(mail["From"])[1]
        to = email.utils.parseaddr(mail["To"])[1]
        if self.door is None:
            self.door = smtplib.SMTP(self.host, self.smtp.port)
            self.door.starttls(context=ssl.create_default_context(
                cafile=self.smtp.ca_file))
            self.door.login("player", self.password)
        self.door.sendmail(sender, [to], raw.replace(b"\n", b"\r\n"))

    def where(self):
        boxes = os.path.join(os.path.dirname(self.home), "mailboxes")
        shutil.copytree(self.dovecot.path("mail"), boxes)
        return boxes + "    those of the server, a Maildir each"

    def close(self):
        for client in self.boxes.values():
            try:
                client.logout()
            except (OSError, imaplib.IMAP4.error):
                pass
        if self.door is not None:
            self.door.close()
        self.smtp.close()
        self.dovecot.close()
