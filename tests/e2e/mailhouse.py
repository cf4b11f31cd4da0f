# SPDX-License-Identifier: ISC
"""A home whose mail goes over servers: IMAP in, SMTP out, both real."""

import email
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                os.pardir, "peers"))

from house import PLAIN, ROBOT, House, address  # noqa: E402
from dovecot import Dovecot  # noqa: E402
from peer import HOST, ROBOT_PASSWORD  # noqa: E402
from smtp import Smtp  # noqa: E402

SETTINGS = """\
mail:
  address: {robot}
  receive:
    - server: imaps://{host}:{imaps}
      user: robot
      password-file: password
      ca-file: {imap_ca}
{receive}
  send:
    server: smtp://{host}:{smtp}
    user: robot
    password-file: password
    ca-file: {smtp_ca}
{send}
{mail}
{more}
"""


class MailHouse(House):
    """receive, send, mail, more: further lines of its settings."""

    def __init__(self, receive="", send="", mail="", more=""):
        super().__init__()
        self.dovecot = Dovecot()
        self.smtp = Smtp(lmtp=self.dovecot.lmtp)
        with open(self.path("password"), "w", encoding="ascii") as file:
            file.write(ROBOT_PASSWORD + "\n")
        self.settings(receive, send, mail, more)

    def settings(self, receive="", send="", mail="", more=""):
        def lines(text, indent):
            return "\n".join(" " * indent + line
                             for line in text.splitlines())

        with open(self.path("turnpost.yaml"), "w", encoding="utf-8") as file:
            file.write(SETTINGS.format(
                robot=ROBOT, host=HOST, imaps=self.dovecot.imaps,
                imap_ca=self.dovecot.ca_file, smtp=self.smtp.port,
                smtp_ca=self.smtp.ca_file, receive=lines(receive, 6),
                send=lines(send, 4), mail=lines(mail, 2), more=more))
        self.policy(**PLAIN)

    def close(self):
        self.smtp.close()
        self.dovecot.close()
        super().close()

    def mails(self, name):
        return [raw for _, raw in
                self.dovecot.mails(user=address(name).split("@")[0])]

    def deliver(self, raw, name=None):
        """As the robot's mail server puts it into its mailbox."""
        self.count += 1
        mail = email.message_from_bytes(raw)
        to = email.utils.parseaddr(mail["To"])[1] or ROBOT
        sender = email.utils.parseaddr(mail["From"])[1]
        self.dovecot.deliver(raw, to, sender=sender)
