# SPDX-License-Identifier: ISC
"""Reports of mail servers on letters of ours."""


from house import ROBOT, address

REPORT = """\
Return-Path: <>
Received: by mx.example.net (Postfix) id {n}
From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: {to}
Auto-Submitted: auto-replied
Message-Id: <{n}@mx.example.net>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="=_b"

--=_b
Content-Type: text/plain; charset=utf-8

{text}

--=_b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net
{more}
Final-Recipient: rfc822; {address}
Action: {action}
Status: {status}
Diagnostic-Code: smtp; {says}

--=_b
Content-Type: message/rfc822

{letter}
--=_b--
"""
QMAIL = """\
Return-Path: <>
From: MAILER-DAEMON@qmail.example
To: {to}
Subject: failure notice
Message-Id: <{n}@qmail.example>

Hi. This is the qmail-send program at qmail.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<steffi@example.org>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

{letter}
"""


def ask(house, sql, *args):
    return house.rows(sql, *args)


def word(letter_id, house):
    (found,), = ask(house, "SELECT bounce FROM outbox WHERE message_id = ?",
                    letter_id.strip("<>"))
    return found


def envelope(house, letter):
    """Where what becomes of the letter is reported to."""
    return ROBOT.replace("@", "+b.%s@" % word(letter.id, house))


def report(house, letter, status="5.1.1", action="failed", to=None,
           says=None, text="I'm sorry.", more="", returned=None, form=REPORT):
    house.count += 1
    raw = form.format(
        n="%d.%d" % (house.now, house.count),
        to=to or envelope(house, letter), address=address(letter.name),
        action=action, status=status, says=says or "550 %s no" % status,
        text=text, more=more,
        letter=returned or letter.raw.decode("utf-8", "replace"))
    house.deliver(raw.encode())
    return raw.encode()


def bounce(house, letter, *args, **more):
    report(house, letter, *args, **more)
    house.run()
