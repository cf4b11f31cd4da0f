# SPDX-License-Identifier: ISC
"""A private Dovecot: IMAP, IMAPS and LMTP, mailboxes made on demand."""

import imaplib
import os
import smtplib
import ssl

from peer import HOST, ROBOT, ROBOT_PASSWORD, Peer, free_port

CONF = """
protocols = imap lmtp
listen = 127.0.0.1
base_dir = {dir}/run
state_dir = {dir}/state
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
log_path = {dir}/dovecot.log
mail_location = maildir:{dir}/mail/%n
mail_fsync = never
first_valid_uid = 1
first_valid_gid = 0
mail_max_userip_connections = 100
ssl = yes
ssl_cert = <{dir}/cert.pem
ssl_key = <{dir}/key.pem
disable_plaintext_auth = yes
auth_mechanisms = plain login
auth_username_format = %Ln
recipient_delimiter = +
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={dir}/mail/%n allow_all_users=yes
}}
namespace inbox {{
  inbox = yes
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp}
  }}
}}
{more}
"""


class Dovecot(Peer):
    def __init__(self, parent=None, more=""):
        super().__init__(parent)
        self.imap, self.imaps, self.lmtp = (free_port() for _ in range(3))
        self.more = more
        self.start()

    def start(self):
        stat = os.stat(self.dir)
        for name in ("run", "state", "mail"):
            if not os.path.isdir(self.path(name)):
                os.mkdir(self.path(name))
                os.chmod(self.path(name), 0o755)
                os.chown(self.path(name), stat.st_uid, stat.st_gid)
        self.certificate()
        with open(self.path("dovecot.conf"), "w", encoding="ascii") as conf:
            conf.write(CONF.format(
                dir=self.dir, user=self.user(), uid=stat.st_uid,
                gid=stat.st_gid, group=self.group(stat.st_gid),
                password=ROBOT_PASSWORD, imap=self.imap, imaps=self.imaps,
                lmtp=self.lmtp, more=self.more))
        return self.launch(["/usr/sbin/dovecot", "-F", "-c",
                            self.path("dovecot.conf")], self.imaps)

    @staticmethod
    def group(gid):
        import grp
        return grp.getgrgid(gid).gr_name

    def stop(self):
        """It keeps its mails and can be started again."""
        self.halt()

    # ---- for tests that look and act ----

    def client(self, user=ROBOT):
        context = ssl.create_default_context(cafile=self.ca_file)
        client = imaplib.IMAP4_SSL(HOST, self.imaps, ssl_context=context)
        client.login(user, ROBOT_PASSWORD)
        return client

    def deliver(self, raw, *recipients, sender=""):
        """By LMTP, as a mail server does."""
        with smtplib.LMTP("127.0.0.1", self.lmtp) as lmtp:
            lmtp.sendmail(sender, list(recipients), raw)

    def append(self, mails, folder="INBOX", user=ROBOT):
        """Straight into a mailbox, many at once."""
        client = self.client(user)
        for raw in mails:
            answer, _ = client.append(folder, None, None, raw)
            assert answer == "OK", answer
        client.logout()

    def mails(self, folder="INBOX", user=ROBOT):
        """All in a folder, by UID: [(uid, bytes)]."""
        client = self.client(user)
        answer, _ = client.select('"%s"' % folder, readonly=True)
        found = []
        if answer == "OK":
            _, (uids,) = client.uid("SEARCH", None, "ALL")
            for uid in uids.split():
                _, data = client.uid("FETCH", uid, "(BODY.PEEK[])")
                found.append((int(uid), data[0][1]))
        client.logout()
        return found

    def count(self, folder="INBOX", user=ROBOT):
        client = self.client(user)
        answer, data = client.select('"%s"' % folder, readonly=True)
        client.logout()
        return int(data[0]) if answer == "OK" else 0
