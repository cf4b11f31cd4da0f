# SPDX-License-Identifier: ISC
"""A private SMTP server (smtpd.py): STARTTLS, AUTH, failures on request."""

import json
import os
import shutil

from peer import Peer, free_port

SMTPD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "smtpd.py")


class Smtp(Peer):
    def __init__(self, parent=None, lmtp=0, auth=True, **more):
        """lmtp: the port to which mails go on; 0: Maildirs of its own.
        more: further words for smtpd.py, as tls="no"."""
        super().__init__(parent)
        self.port, self.lmtp, self.auth = free_port(), lmtp, auth
        self.more = ["%s=%s" % pair for pair in more.items()]
        self.certificate()
        self.start()

    def start(self):
        # the sources may lie where its user may not look
        program = shutil.copy(SMTPD, self.dir)
        return self.launch(
            ["/usr/bin/python3", program, "dir=" + self.dir,
             "port=%d" % self.port, "lmtp=%d" % self.lmtp,
             "auth=" + ("yes" if self.auth else "no"), *self.more],
            self.port)

    def stop(self):
        self.halt()

    def rule(self, line):
        """What every MAIL is answered from now on; None: nothing special."""
        if line is None:
            os.unlink(self.path("rule"))
            return
        with open(self.path("rule"), "w", encoding="ascii") as file:
            file.write(line + "\n")
        os.chmod(self.path("rule"), 0o644)

    def log(self, name="smtp.jsonl"):
        """Every mail that was taken: dicts with from, to, content..."""
        try:
            with open(self.path(name), encoding="utf-8") as log:
                return [json.loads(line) for line in log]
        except OSError:
            return []

    def rcpts(self):
        """Every RCPT: dicts with from, to, peer."""
        return self.log("rcpt.jsonl")

    def forget(self):
        """Begin the lists anew."""
        for name in ("smtp.jsonl", "mail.jsonl", "rcpt.jsonl", "data.jsonl"):
            if os.path.exists(self.path(name)):
                os.unlink(self.path(name))
