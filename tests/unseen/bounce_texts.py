# SPDX-License-Identifier: ISC
"""Bounces in free text, most of them old: what stands in them is for people."""

import base64


def open_smtpd_old(b):
    what = ("Delivery status notification: error",
            "    An error has occurred while attempting to deliver a message."
            "\n")
    if b.kind == "delay":
        what = ("Delivery status notification: warning",
                "    A message is delayed for more than 4 hours for the "
                "following\n    list of recipients:\n")
    elif b.rng.random() < 0.5:
        what = (what[0], "    An error has occurred while attempting to "
                "deliver a message for\n    the following list of "
                "recipients:\n")
    return b.head("Mailer Daemon <MAILER-DAEMON@%s>" % b.host, what[0],
                  None) + (
        "    Hi!\n\n    This is the MAILER-DAEMON, please DO NOT REPLY to "
        "this e-mail.\n\n" + what[1] + "\n%s: %s\n\n    Below is a copy of "
        "the original message:\n\n%s" % (b.a, b.said(), b.returned))


def dragonfly(b):
    head = b.head("MAILER-DAEMON <>", "Mail delivery failed", None)
    if b.rng.random() < 0.5:
        head = head.replace("Return-Path: <>\n", "")
    reason = b.rng.choice([
        "mx.far.example [203.0.113.9] did not like our RCPT TO:\n%s\n",
        "Remote error response from mx.far.example:\n%s\n",
        "mx.far.example [203.0.113.9] did not like our final DATA:\n%s\n"])
    return head + (
        "This is the DragonFly Mail Agent v0.13 at %s.\n\nThere was an error "
        "delivering your mail to <%s>.\n\n%s\n%s\n\n%s" % (
            b.host, b.a, reason % b.said(),
            b.rng.choice(["Message headers follow.",
                          "Original message follows."]), b.header))


def yahoo(b):
    return b.head("MAILER-DAEMON@yahoo.example", "Failure Notice", None,
                  path="" if b.rng.random() < 0.5 else "<>") + (
        "Sorry, we were unable to deliver your message to the following "
        "address.\n\n<%s>:\nRemote host said: %s [RCPT_TO]\n\n--- Below this "
        "line is a copy of the message.\n\n%s" % (b.a, b.said(), b.returned))


def yahoo_new(b):
    return b.head("MAILER-DAEMON@yahoo.example", "Failure Notice",
                  "text/html; charset=utf-8") + (
        "<html><body><p>Sorry, we were unable to deliver your message to the "
        "following address.</p><p>&lt;%s&gt;:<br>%s</p><p>--- Below this line "
        "is a copy of the message.</p></body></html>\n" % (b.a, b.said()))


def exchange_2003(b):
    edge = "9B095B5ADSN=_01C9"
    status = "5.2.2" if b.kind == "temporary" else b.status()
    return b.head("postmaster@" + b.host, "Delivery Status Notification "
                  "(Failure)", 'multipart/report; report-type=delivery-status;'
                  '\n\tboundary="%s"' % edge) + (
        "This is a MIME-formatted message.  \nPortions of this message may be "
        "unreadable without a MIME-capable mail program.\n\n--%s\nContent-"
        "Type: text/plain; charset=unicode-1-1-utf-7\n\nThis is an "
        "automatically generated Delivery Status Notification.\n\nDelivery to "
        "the following recipients failed.\n\n       %s\n\n\n\n\n--%s\n"
        "Content-Type: message/delivery-status\n\nReporting-MTA: dns;%s\n"
        "Received-From-MTA: dns;robot\nArrival-Date: Sat, 21 Nov 2026 "
        "12:03:00 +0000\n\nFinal-Recipient: rfc822;%s\nAction: %s\nStatus: %s"
        "\n\n--%s--\n" % (edge, b.a, edge, b.host, b.a, b.action(),
                          status, edge))


def exchange_2003_text(b):
    return b.head("System Administrator <postmaster@%s>" % b.host,
                  "Undeliverable: cards") + (
        "Your message did not reach some or all of the intended recipients.\n"
        "\n      Subject:\tcards\n      Sent:\t21.11.2026 13:03\n\nThe "
        "following recipient(s) could not be reached:\n\n      %s on "
        "21.11.2026 13:03\n            %s\n            <%s #%s smtp;%s>\n" % (
            b.a, "The e-mail account does not exist at the organization this "
            "message was sent to." if b.kind == "permanent" else
            "The recipient's mailbox is full." if b.kind == "temporary" else
            "Delivery is delayed; the server keeps trying.",
            b.host, b.status(), b.said()))


def exchange_ims(b):
    why = {"permanent": "The recipient name is not recognized",
           "temporary": "The recipient's mailbox is full",
           "delay": "Delivery has been delayed"}[b.kind]
    return b.head("postmaster@" + b.host, "Undeliverable: cards",
                  'multipart/mixed; boundary="--_=_NextPart_1"',
                  path="<MAILER-DAEMON@%s>" % b.host) + (
        "----_=_NextPart_1\nContent-Type: text/plain; charset=iso-8859-1\n\n"
        "Your message\n\n  To:      %s\n  Subject: cards\n  Sent:    Sat, 21 "
        "Nov 2026 13:03:00\n\ndid not reach the following recipient(s):\n\n%s "
        "on Sat, 21 Nov 2026 13:03:05\n    %s\n\tThe MTS-ID of the original "
        "message is: c=us;a= ;p=x;l=X1\n    MSEXCH:IMS:X:Y:Z 0 (000C05A6)\n\n"
        "----_=_NextPart_1--\n" % (b.a, b.a, why))


def qmail(b):
    return b.head("MAILER-DAEMON@" + b.host, "failure notice", None) + (
        "Hi. This is the qmail-send program at %s.\nI'm afraid I wasn't able "
        "to deliver your message to the following addresses.\nThis is a "
        "permanent error; I've given up. Sorry it didn't work out.\n\n<%s>:\n"
        "203.0.113.9 does not like recipient.\nRemote host said: %s\nGiving "
        "up on 203.0.113.9.\n\n--- Below this line is a copy of the message."
        "\n\n%s" % (b.host, b.a, b.said(), b.returned))


def qmail_local(b):
    why = {"permanent": "Sorry, no mailbox here by that name. (#5.1.1)",
           "temporary": "The user's mailbox is over quota. (#5.2.2)",
           "delay": "I'm not going to try again; this message has been in the "
           "queue too long. (#4.4.1)"}[b.kind]
    return b.head("MAILER-DAEMON@" + b.host, "failure notice", None) + (
        "Hi. This is the qmail-send program at %s.\nI tried to deliver a "
        "bounce message to this address, but no: \n\n<%s>:\n%s\n\n--- Below "
        "this line is a copy of the message.\n\n%s" % (
            b.host, b.a, why, b.returned))


def qmail_russian(b):
    return b.head("MAILER-DAEMON@" + b.host, "failure notice",
                  "text/plain; charset=utf-8") + (
        "Здравствуйте. Это программа qmail-send на %s.\nК сожалению, я не "
        "смогла доставить ваше письмо по следующим адресам.\nЭто постоянная "
        "ошибка.\n\n<%s>:\n%s\n\n--- Below this line is a copy of the message."
        "\n\n%s" % (b.host, b.a, b.said(), b.header))


def exim_text(b):
    if b.kind == "delay":
        return b.head("Mail Delivery System <Mailer-Daemon@%s>" % b.host,
                      "Warning: message 0abcd-1 delayed 24 hours", None) + (
            "This message was created automatically by mail delivery software."
            "\nA message that you sent has not yet been delivered to one or "
            "more of its\nrecipients after more than 24 hours on the queue on "
            "%s.\n\nThe message identifier is:     0abcd-1\n\nThe address to "
            "which the message has not yet been delivered is:\n\n  %s\n\nNo "
            "action is required on your part. Delivery attempts will continue "
            "for\nsome time.\n" % (b.host, b.a))
    return b.head("Mail Delivery System <Mailer-Daemon@%s>" % b.host,
                  "Mail delivery failed: returning message to sender", None,
                  ["X-Failed-Recipients: " + b.a]) + (
        "This message was created automatically by mail delivery software.\n\n"
        "A message that you sent could not be delivered to one or more of its"
        "\nrecipients. This is a permanent error. The following address(es) "
        "failed:\n\n  %s\n    SMTP error from remote mail server after RCPT "
        "TO:<%s>:\n    host mx.far.example [203.0.113.9]: %s\n\n------ This is"
        " a copy of the message, including all the headers. ------\n\n%s" % (
            b.a, b.a, b.said(), b.returned))


def postfix_text(b):
    """Before it wrote reports, or behind a gateway that strips them."""
    return b.head("MAILER-DAEMON@%s (Mail Delivery System)" % b.host,
                  "Undelivered Mail Returned to Sender" if b.kind != "delay"
                  else "Delayed Mail (still being retried)") + (
        "This is the Postfix program at host %s.\n\n%s\n\n\t\t\tThe Postfix "
        "program\n\n<%s>: host mx.far.example[203.0.113.9] said: %s\n    (in "
        "reply to RCPT TO command)\n" % (
            b.host, "I'm sorry to have to inform you that the message returned"
            "\nbelow could not be delivered to one or more destinations."
            if b.kind != "delay" else
            "Your message could not be delivered for 4.0 hours.\nIt will be "
            "retried until it is 5.0 days old.", b.a, b.said()))


def gmail_old(b):
    if b.kind == "delay":
        return b.head("Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
                      "Delivery Status Notification (Delay)") + (
            "This is an automatically generated Delivery Status Notification\n"
            "\nTHIS IS A WARNING MESSAGE ONLY.\n\nYOU DO NOT NEED TO RESEND "
            "YOUR MESSAGE.\n\nDelivery to the following recipient has been "
            "delayed:\n\n     %s\n\nMessage will be retried for 2 more day(s)"
            "\n\nTechnical details of temporary failure:\n%s\n\n   ----- "
            "Original message -----\n\n%s" % (b.a, b.text, b.header))
    return b.head("Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
                  "Delivery Status Notification (Failure)", more=[
                      "X-Failed-Recipients: " + b.a]) + (
        "Delivery to the following recipient failed permanently:\n\n     %s\n"
        "\nTechnical details of permanent failure: \nGoogle tried to deliver "
        "your message, but it was rejected by the server for the recipient "
        "domain far.example by mx.far.example. [203.0.113.9].\n\nThe error "
        "that the other server returned was:\n%s\n\n----- Original message "
        "-----\n\n%s" % (b.a, b.said(), b.header))


def sendmail_text(b):
    return b.head("Mail Delivery Subsystem <MAILER-DAEMON>",
                  "Returned mail: User unknown" if b.kind != "delay" else
                  "Warning: could not send message for past 4 hours",
                  None) + (
        ("   ----- The following addresses had permanent fatal errors -----\n"
         if b.kind != "delay" else
         "    **      THIS IS A WARNING MESSAGE ONLY      **\n   ----- The "
         "following addresses had transient non-fatal errors -----\n")
        + "<%s>\n\n   ----- Transcript of session follows -----\n... while "
        "talking to mx.far.example.:\n>>> RCPT To:<%s>\n<<< %s\n\n   ----- "
        "Original message follows -----\n\n%s" % (b.a, b.a, b.said(),
                                                  b.header))


def mail_ru(b):
    return b.head("mailer-daemon@corp.mail.example", "Ваше сообщение не "
                  "доставлено. Mail failure.", "text/plain; charset=utf-8", [
                      "X-Failed-Recipients: " + b.a,
                      "Auto-Submitted: auto-replied"]) + (
        "Это письмо создано автоматически сервером Mail.Ru, отвечать на него "
        "не нужно.\n\nК сожалению, Ваше письмо не может быть доставлено "
        "одному или нескольким получателям:\n\n  %s\n    SMTP error from "
        "remote mail server after RCPT TO:<%s>:\n    host mx.far.example "
        "[203.0.113.9]: %s\n\n**********************\n" % (b.a, b.a,
                                                            b.said()))


def gmx(b):
    return b.head("MAILER-DAEMON@mail.gmx.example", "Mail delivery failed: "
                  "returning message to sender", "text/plain; charset=utf-8",
                  path="") + (
        "This message was created automatically by mail delivery software.\n\n"
        "A message that you sent could not be delivered to one or more of\nits"
        " recipients. This is a permanent error. The following address\nfailed"
        ":\n\n\"%s\":\nSMTP error from remote server after RCPT command:\nhost"
        ": mx.far.example\n%s\n\n\n--- The header of the original message is "
        "following. ---\n\n%s" % (b.a, b.said(), b.header))


def ionos(b):
    why = {"permanent": "Mailbox unknown.", "temporary": "Mailbox quota "
           "exceeded.", "delay": ""}[b.kind]
    return b.head('"Mail Delivery System" <mailer-daemon@kundenserver.example'
                  ">", "Mail delivery failed: returning message to sender",
                  "text/plain; charset=utf-8") + (
        "This message was created automatically by mail delivery software.\n\n"
        "A message that you sent could not be delivered to one or more of\nits"
        " recipients. This is a permanent error.\n\nThe following address "
        "failed:\n\n%s\n\nFor the following reason:\n\n%s For explanation "
        "visit\nhttp://postmaster.example/error-messages?ip=%%1s\n\n--- The "
        "header of the original message is following. ---\n\n%s" % (
            b.a, why, b.header))


def t_online(b):
    return b.head("postmaster@t-online.example", "Unzustellbare Nachricht",
                  "text/plain; charset=utf-8") + (
        "|------------------------- Message log follows: --------------------"
        "-----|\n no valid recipients were found for this message\n|---------"
        "---------------- Failed addresses follow: ---------------------|\n "
        "<%s> ... %s\n|------------------------- Message text follows: "
        "------------------------|\n%s" % (b.a, b.said(), b.header))


def notes(b):
    why = {"permanent": "User %s not listed in public Name & Address Book",
           "temporary": "Mail file of %s is full: disk quota exceeded",
           "delay": "%s is not reached yet"}[b.kind] % b.a
    return b.head("postmaster@" + b.host, "DELIVERY FAILURE: " + why) + (
        "------- Failure Reasons  --------\n\n%s\n%s\n\n------- Returned "
        "Message --------\n%s" % (why, b.a, b.header))


def groupwise(b):
    why = {"permanent": "550 No such recipient", "temporary": "Mailbox is full"
           " (D202)", "delay": ""}[b.kind]
    return b.head("Mail Delivery Subsystem <MAILER-DAEMON@%s>" % b.host,
                  "Message status - undeliverable") + (
        "The message that you sent was undeliverable to the following:\n\n\t"
        "%s (%s)\n\nPossibly truncated original message follows:\n\n%s" % (
            b.a, why, b.header))


def mdaemon(b):
    return b.head("MAILER-DAEMON@%s" % b.host, "Warning: %s - User unknown!"
                  % b.a if b.kind == "permanent" else "Permanent Delivery "
                  "Failure", None) + (
        "The attached message had PERMANENT fatal delivery errors!\n\nAfter "
        "one or more unsuccessful delivery attempts the attached message has\n"
        "been removed from the mail queue on this server.\n\nFailed address: "
        "%s\n\n--- Session Transcript ---\n Sat 12:03:05: <-- 250 OK\n Sat "
        "12:03:05: --> RCPT To:<%s>\n Sat 12:03:05: <-- %s\n--- End "
        "Transcript ---\n" % (b.a, b.a, b.said()))


def imail(b):
    why = {"permanent": "user not found", "temporary": "mailbox is full",
           "delay": ""}[b.kind]
    return b.head("Postmaster <postmaster@%s>" % b.host, "Undeliverable Mail",
                  None) + (
        "Unknown user: %s\n\n" % b.a if b.kind == "permanent" else
        "User mailbox exceeds allowed size: %s\n\n" % b.a) + (
        "%s\n\nOriginal message follows.\n\n%s" % (why, b.header))


def mailenable(b):
    return b.head("System Postmaster <postmaster@%s>" % b.host,
                  "Message Delivery Failure") + (
        "MailEnable: Message could not be delivered to some recipients.\nThe "
        "following recipient(s) could not be reached:\n\n\tRecipient: [SMTP:"
        "%s]\n\tReason: Remote mail server returned: %s\n\n\nMessage headers "
        "follow:\n\n%s" % (b.a, b.said(), b.header))


def hmailserver(b):
    return b.head("mailer-daemon@%s" % b.host, "Message undeliverable: cards"
                  ) + (
        "Your message did not reach some or all of the intended recipients.\n"
        "\n   Sent: Sat, 21 Nov 2026 13:03:00 +0100\n   Subject: cards\n\nThe "
        "following recipient(s) could not be reached:\n\n%s\n   Error Type: "
        "SMTP\n   Remote server (203.0.113.9) issued an error.\n   hMailServer"
        " sent: RCPT TO:<%s>\n   Remote server replied: %s\n\n\n\nhMailServer"
        "\n" % (b.a, b.a, b.said()))


def james(b):
    return b.head("postmaster@%s" % b.host, "Undeliverable mail",
                  'multipart/mixed; boundary="=_p1"') + (
        "--=_p1\nContent-Type: text/plain\n\nHi. This is the James mail server"
        " at %s.\nI'm afraid I wasn't able to deliver your message to the "
        "following addresses.\nThis is a permanent error; I've given up. Sorry"
        " it didn't work out.  Below\nI include the list of recipients and the"
        " reason why I was unable to deliver\nyour message.\n\nFailed "
        "recipient(s):\n%s\n\nError message:\n%s\n\n--=_p1\nContent-Type: "
        "message/rfc822\n\n%s\n--=_p1--\n" % (b.host, b.a, b.said(),
                                             b.returned))


def messagelabs(b):
    return b.head("MAILER-DAEMON@messagelabs.example", "Mail Delivery Failure",
                  None) + (
        "This is the mail delivery agent at messagelabs.example.\nI was not "
        "able to deliver your message to the following addresses.\n\n<%s>:\n"
        "203.0.113.9 does not like recipient.\nRemote host said: %s\n\n--- "
        "Below this line is a copy of the message.\n\n%s" % (
            b.a, b.said(), b.header))


def zoho(b):
    return b.head("mailer-daemon@mail.zoho.example", "Undelivered Mail "
                  "Returned to Sender", "text/plain; charset=utf-8") + (
        "This message was created automatically by mail delivery software.\n"
        "A message that you sent could not be delivered to one or more of its "
        "recipients. This is a permanent error.\n\n%s  Invalid Address, ERROR_"
        "CODE :%s, ERROR_MSG:%s\n" % (b.a, b.reply, b.said()))


def silent(b):
    """From the null sender, and no word of why."""
    return b.head(b.rng.choice(["MAILER-DAEMON@" + b.host,
                                "postmaster@" + b.host, "<>"]),
                  b.rng.choice(["Mail", "Your message", "Delivery problem"])
                  ) + "Your message was not accepted here.\n"


def silent_french(b):
    return b.head("Service de messagerie <mailer-daemon@%s>" % b.host,
                  "=?utf-8?B?%s?=" % base64.b64encode(
                      "Message non d\u00e9livr\u00e9".encode()).decode(),
                  "text/plain; charset=utf-8") + (
        "Votre message n'a pas pu \u00eatre remis au destinataire %s.\n"
        % b.a)


def base64_text(b):
    """Any of these, encoded."""
    text = ("Sorry, your mail to %s could not be delivered.\n\n%s\n" % (
        b.a, b.said()))
    return b.head("Mail Delivery System <mailer-daemon@%s>" % b.host,
                  "Undeliverable mail", "text/plain; charset=utf-8\nContent-"
                  "Transfer-Encoding: base64") + base64.encodebytes(
                      text.encode()).decode()
