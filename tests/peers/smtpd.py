#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A submission server that misbehaves on request; smtp.py starts it.

usage: smtpd.py dir=DIR port=N lmtp=N auth=yes|no [tls=no|first] [most=N]
       [utf8=no] [sender=ADDRESS]

utf8=no: SMTPUTF8 is not offered.  sender: 550 5.7.1 to MAIL from another one.
STARTTLS before AUTH, AUTH before MAIL (auth=no: neither is needed; tls=no:
no STARTTLS; tls=first: TLS from the first byte).  most: after so many mails of a session, 421 to MAIL.  What it
takes goes to the LMTP server on that port; with lmtp=0 it writes Maildirs
DIR/mail/LOCAL.  Each transaction is a line of DIR/smtp.jsonl, each MAIL, RCPT
and end of DATA one of DIR/mail.jsonl, rcpt.jsonl and data.jsonl.  By the local part of the recipient, before any "+":
  defer     451 to the first two RCPT of that address, then 250
  reject    550 5.1.1 to RCPT          full   452 4.2.2 to RCPT
  datafail  554 after DATA             slow   answers DATA after 3 seconds
  drop      closes after DATA without an answer, but delivers
  cut       closes after DATA without an answer or delivery
  droponce, cutonce  the same, but only the first time for that address
  policy    550 5.7.1 to RCPT          databusy  451 after DATA
A file DIR/rule with a line "450 4.3.2 TEXT" is what every MAIL gets instead.
"""
import asyncio
import collections
import json
import os
import signal
import smtplib
import ssl
import sys
import time

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

CFG = dict(arg.split("=", 1) for arg in sys.argv[1:])
DIR, PORT, LMTP = CFG["dir"], int(CFG["port"]), int(CFG["lmtp"])
AUTH = CFG["auth"] == "yes"
TLS = CFG.get("tls", "yes")
MOST = int(CFG.get("most", 0))
UTF8 = CFG.get("utf8", "yes") == "yes"
SENDER = CFG.get("sender")
tries = collections.Counter()
serial = 0
sessions = 0


def authenticate(_server, _session, _envelope, _mechanism, data):
    good = (isinstance(data, LoginPassword)
            and data.password == b"robotpw")
    return AuthResult(success=good, handled=False)


def local(address):
    return address.rsplit("@", 1)[0].split("+")[0].lower()


class Handler:
    @staticmethod
    def note(name, what):
        with open(os.path.join(DIR, name + ".jsonl"), "a",
                  encoding="utf-8") as log:
            log.write(json.dumps(what) + "\n")

    async def handle_MAIL(self, _server, session, envelope, address, options):
        self.note("mail", {"from": address, "peer": session.peer[1]})
        try:
            with open(os.path.join(DIR, "rule"), encoding="ascii") as rule:
                return rule.read().strip()
        except OSError:
            pass
        if SENDER and address != SENDER:
            return "550 5.7.1 Sender address rejected: not owned by user"
        session.mails = getattr(session, "mails", 0) + 1
        if MOST and session.mails > MOST:
            return "421 4.7.0 Too many mails in this session"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 OK"

    async def handle_RCPT(self, _server, session, envelope, address, _opts):
        self.note("rcpt", {"from": envelope.mail_from, "to": address,
                           "peer": session.peer[1]})
        who = local(address)
        if who == "reject":
            return "550 5.1.1 No such user here"
        if who == "policy":
            return "550 5.7.1 Not wanted here"
        if who == "full":
            return "452 4.2.2 Mailbox full"
        if who == "defer":
            tries[address] += 1
            if tries[address] <= 2:
                return "451 4.7.1 Greylisted, try again later"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server, session, envelope):
        self.note("data", {"to": envelope.rcpt_tos})
        who = {local(r) for r in envelope.rcpt_tos}
        if "datafail" in who:
            return "554 5.6.0 Content refused"
        if "slow" in who:
            await asyncio.sleep(3)
        if "databusy" in who:
            return "451 4.3.1 Come back later"
        once = [r for r in envelope.rcpt_tos if local(r).endswith("once")]
        for recipient in once:
            tries[recipient] += 1
        first = any(tries[r] == 1 for r in once)
        if "cut" in who or ("cutonce" in who and first):
            server.transport.abort()
            return "421 gone"
        self.note("smtp", {
            "time": time.time(), "session": id(session),
            "peer": session.peer[1], "ehlo": session.host_name,
            "from": envelope.mail_from, "options": envelope.mail_options,
            "to": envelope.rcpt_tos, "size": len(envelope.content),
            "content": envelope.content.decode("latin-1")})
        answer = await asyncio.get_running_loop().run_in_executor(
            None, self.deliver, envelope)
        if "drop" in who or ("droponce" in who and first):
            server.transport.abort()
        return answer

    def deliver(self, envelope):
        if LMTP:
            return self.by_lmtp(envelope)
        for recipient in envelope.rcpt_tos:
            self.to_maildir(envelope, recipient)
        return "250 2.0.0 Delivered"

    @staticmethod
    def by_lmtp(envelope):
        try:
            with smtplib.LMTP("127.0.0.1", LMTP) as lmtp:
                lmtp.sendmail(envelope.mail_from or "", envelope.rcpt_tos,
                              envelope.content)
        except smtplib.SMTPRecipientsRefused as e:
            code, text = next(iter(e.recipients.values()))
            return "%d %s" % (
                code, text.decode("ascii", "replace").splitlines()[0][:400])
        except UnicodeError:
            return "550 5.6.7 Non-ASCII addresses are not supported here"
        except (OSError, smtplib.SMTPException) as e:
            return "451 4.3.0 LMTP: %s" % type(e).__name__
        return "250 2.0.0 Delivered"

    @staticmethod
    def to_maildir(envelope, recipient):
        global serial
        serial += 1
        box = os.path.join(DIR, "mail", local(recipient))
        for sub in ("tmp", "new", "cur"):
            os.makedirs(os.path.join(box, sub), exist_ok=True)
        name = "%d.M%dP%dQ%d.peer" % (
            time.time(), time.time_ns() // 1000 % 10**6, os.getpid(), serial)
        with open(os.path.join(box, "tmp", name), "wb") as file:
            file.write(("Return-Path: <%s>\nDelivered-To: %s\n" % (
                envelope.mail_from or "", recipient)).encode())
            file.write(envelope.content.replace(b"\r\n", b"\n"))
        os.rename(os.path.join(box, "tmp", name),
                  os.path.join(box, "new", name))


class Server(Controller):
    def factory(self):
        return SMTP(self.handler, hostname="peer.test",
                    tls_context=context if TLS == "yes" else None,
                    require_starttls=AUTH and TLS == "yes",
                    authenticator=authenticate, auth_required=AUTH,
                    auth_require_tls=AUTH and TLS == "yes",
                    enable_SMTPUTF8=UTF8, data_size_limit=4 << 20)


# the controller tries its own server out with the same context
context = ssl.SSLContext(ssl.PROTOCOL_TLS if TLS == "first"
                         else ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(os.path.join(DIR, "cert.pem"),
                        os.path.join(DIR, "key.pem"))
server = Server(Handler(), hostname="127.0.0.1", port=PORT,
                ssl_context=context if TLS == "first" else None)
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT})
server.start()
signal.sigwait({signal.SIGTERM, signal.SIGINT})
server.stop()
