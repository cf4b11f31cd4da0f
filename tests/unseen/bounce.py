# SPDX-License-Identifier: ISC
"""A mail to a letter's envelope address, and what servers say in one."""

import random

from table import held_out

HOSTS = ["mx.example.net", "mail.example.com", "smtp3.isp.example"]
# What a server said; code, and whether that lasts.
UNKNOWN = [
    ("550", "5.1.1", "<{a}>: Recipient address rejected: User unknown in "
     "virtual mailbox table"),
    ("550", "5.1.1", "The email account that you tried to reach does not "
     "exist."),
    ("550", "5.1.10", "RESOLVER.ADR.RecipientNotFound; Recipient {a} not "
     "found by SMTP address lookup"),
    ("550", "", "No such user here"),
    ("550", "5.2.1", "The email account that you tried to reach is "
     "inactive."),
    ("554", "", "delivery error: dd This user doesn't have an account"),
    ("550", "5.7.1", "Message rejected due to content restrictions"),
    ("554", "5.7.1", "Service unavailable; Client host [192.0.2.7] blocked "
     "using zen.example"),
    ("550", "5.1.2", "Host unknown (Name server: no such host)"),
    ("553", "5.1.3", "<{a}>... Invalid recipient address syntax"),
]
FULL = [
    ("552", "5.2.2", "The email account that you tried to reach is over "
     "quota."),
    ("552", "", "Mailbox full"),
    ("452", "4.2.2", "Mailbox is full / Quota exceeded"),
    ("550", "5.1.1", "<{a}>: mailbox full"),
    ("554", "5.2.2", "mailbox full; STOREDRV.Deliver.Exception:"
     "QuotaExceededException"),
    ("550", "5.2.3", "User is over the quota, mailbox is full"),
]
LATER = [
    ("451", "4.7.1", "Greylisting in action, please come back later"),
    ("421", "4.4.2", "Connection timed out"),
    ("450", "4.2.0", "<{a}>: Recipient address rejected: Try again later"),
    ("451", "4.3.0", "Temporary lookup failure"),
]


class Bounce:
    """One mail to a letter's envelope address."""

    def __init__(self, form, kind, number):
        self.form = form
        self.kind = kind  # permanent, temporary, delay, or none
        self.rng = random.Random("bounce %s %s %d" % (form.__name__, kind,
                                                      number))
        said = {"permanent": UNKNOWN, "temporary": FULL, "delay": LATER,
                "none": UNKNOWN}[kind]
        self.reply, self.code, self.words = said[
            (number + len(form.__name__)) % len(said)]
        self.host = self.rng.choice(HOSTS)
        self.template = "%s %s" % (form.__name__, kind)
        self.held = held_out(self.template)
        self.about = "%s %s" % (self.reply, self.code)

    def write(self, address, letter, envelope):
        self.a = address
        self.to = envelope
        self.letter = letter
        self.returned = letter.raw.decode("utf-8", "replace").replace(
            "\r\n", "\n")
        self.header = self.returned.split("\n\n")[0] + "\n"
        self.text = self.words.format(a=address)
        self.raw = self.form(self).replace("\n", "\r\n").encode()
        return self.raw

    # ---- pieces ----

    def said(self, gap=" "):
        """As it stood on the wire."""
        return self.reply + gap + (self.code + " " if self.code else "") \
            + self.text

    def status(self):
        if self.code:
            return self.code
        return self.reply[0] + ".0.0"

    def action(self):
        return "delayed" if self.kind == "delay" else "failed"

    def head(self, sender, subject, kind="text/plain; charset=us-ascii",
             more=(), path="<>"):
        lines = ["Return-Path: " + path] if path else []
        lines += ["Received: from %s by mx.example.org; Sat, 21 Nov 2026 "
                  "12:20:00 +0000" % self.host,
                  "From: " + sender, "To: " + self.to, "Subject: " + subject,
                  "Date: Sat, 21 Nov 2026 12:19:00 +0000",
                  "Message-ID: <%08x@%s>" % (self.rng.getrandbits(32),
                                             self.host)]
        lines += list(more)
        if kind:
            lines += ["MIME-Version: 1.0", "Content-Type: " + kind]
        return "\n".join(lines) + "\n\n"

    def report(self, sender, subject, text, fields=None, more=(),
               returned="message/rfc822", mta=True, status=None, diagnostic="",
               kind="multipart/report; report-type=delivery-status; "):
        edge = "%010x/%s" % (self.rng.getrandbits(40), self.host)
        if fields is None:
            fields = ["Final-Recipient: rfc822; " + self.a,
                      "Action: " + self.action(),
                      "Status: " + (status or self.status()),
                      diagnostic or "Diagnostic-Code: smtp; " + self.said()]
        first = ["Reporting-MTA: dns; " + self.host] if mta else []
        parts = [
            "Content-Type: text/plain; charset=utf-8\n\n" + text,
            "Content-Type: message/delivery-status\n\n"
            + "\n".join(first) + "\n\n" + "\n".join(fields) + "\n"]
        if returned == "message/rfc822":
            parts.append("Content-Type: message/rfc822\n\n" + self.returned)
        elif returned:
            parts.append("Content-Type: %s\n\n%s" % (returned, self.header))
        return (self.head(sender, subject, kind + 'boundary="%s"' % edge,
                          more)
                + "".join("--%s\n%s\n" % (edge, x) for x in parts)
                + "--%s--\n" % edge)
