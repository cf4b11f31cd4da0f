# SPDX-License-Identifier: ISC
"""Bounces with a form that machines read, as mail servers write them."""


def postfix(b):
    text = ("This is the mail system at host %s.\n\nI'm sorry to have to "
            "inform you that your message could not\nbe delivered to one or "
            "more recipients. It's attached below.\n\nFor further assistance,"
            " please send mail to postmaster.\n\n                   The mail "
            "system\n\n<%s>: host mx.far.example[203.0.113.9] said: %s (in\n"
            "    reply to RCPT TO command)\n" % (b.host, b.a, b.said()))
    subject = "Undelivered Mail Returned to Sender"
    if b.kind == "delay":
        subject = "Delayed Mail (still being retried)"
        text = text.replace("could not\nbe delivered to", "could not\nbe "
                            "delivered yet to").replace(
            "I'm sorry", "####################################\n# THIS IS A "
            "WARNING ONLY.  YOU DO NOT NEED TO RESEND YOUR MESSAGE. #\n####"
            "\n\nI'm sorry")
    return b.report("MAILER-DAEMON@%s (Mail Delivery System)" % b.host,
                    subject, text, more=["Auto-Submitted: auto-replied"])


def exim(b):
    if b.kind == "delay":
        text = ("This message was created automatically by mail delivery "
                "software.\nA message that you sent has not yet been "
                "delivered to one or more of its\nrecipients after more than "
                "24 hours on the queue on %s.\n\nThe address to which the "
                "message has not yet been delivered is:\n\n  %s\n    Delay "
                "reason: %s\n\nNo action is required on your part.\n" % (
                    b.host, b.a, b.said()))
        return b.report("Mail Delivery System <Mailer-Daemon@%s>" % b.host,
                        "Warning: message 1kabcd-0001 delayed 24 hours", text,
                        more=["Auto-Submitted: auto-replied",
                              "X-Failed-Recipients: " + b.a],
                        status="4.0.0")
    text = ("This message was created automatically by mail delivery software."
            "\n\nA message that you sent could not be delivered to one or more"
            " of its\nrecipients. This is a permanent error. The following "
            "address(es) failed:\n\n  %s\n    host mx.far.example "
            "[203.0.113.9]\n    SMTP error from remote mail server after RCPT "
            "TO:<%s>:\n    %s\n" % (b.a, b.a, b.said()))
    return b.report("Mail Delivery System <Mailer-Daemon@%s>" % b.host,
                    "Mail delivery failed: returning message to sender",
                    text, more=["X-Failed-Recipients: " + b.a,
                                "Auto-Submitted: auto-replied"],
                    status="5.0.0")


def sendmail(b):
    text = ("The original message was received at Sat, 21 Nov 2026 12:03:00 "
            "GMT\nfrom robot [192.0.2.7]\n\n   ----- The following addresses "
            "had permanent fatal errors -----\n<%s>\n    (reason: %s)\n\n   "
            "----- Transcript of session follows -----\n... while talking to "
            "mx.far.example.:\n>>> RCPT To:<%s>\n<<< %s\n550 5.1.1 <%s>... "
            "User unknown\n" % (b.a, b.said(), b.a, b.said(), b.a))
    subject = "Returned mail: see transcript for details"
    if b.kind == "delay":
        subject = "Warning: could not send message for past 4 hours"
        text = ("    **********************************************\n    ** "
                "     THIS IS A WARNING MESSAGE ONLY      **\n    **  YOU DO "
                "NOT NEED TO RESEND YOUR MESSAGE  **\n    ******************"
                "****************************\n\n   ----- The following "
                "addresses had transient non-fatal errors -----\n<%s>\n\n   "
                "----- Transcript of session follows -----\n%s\nWarning: "
                "message still undelivered after 4 hours\nWill keep trying "
                "until message is 5 days old\n" % (b.a, b.said()))
    elif b.kind == "temporary":
        text = text.replace("550 5.1.1 <%s>... User unknown\n" % b.a, "")
    return b.report("Mail Delivery Subsystem <MAILER-DAEMON@%s>" % b.host,
                    subject, text, more=["Auto-Submitted: auto-generated "
                                         "(failure)"])


def gmail(b):
    text = ("** Address not found **\n\nYour message wasn't delivered to %s "
            "because the address couldn't be found, or is unable to receive "
            "mail.\n\nThe response was:\n\n%s\n" % (b.a, b.said()))
    subject = "Delivery Status Notification (Failure)"
    if b.kind == "delay":
        subject = "Delivery Status Notification (Delay)"
        text = ("** Delivery incomplete **\n\nThere was a temporary problem "
                "delivering your message to %s. Gmail will retry for 46 more "
                "hours. You'll be notified if the delivery fails permanently."
                "\n\nThe response was:\n\n%s\n" % (b.a, b.said()))
    elif b.kind == "temporary":
        text = ("** Message not delivered **\n\nThe recipient's inbox is full,"
                " or it's getting too much mail right now: %s\n\n%s\n" % (
                    b.a, b.said()))
    return b.report("Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
                    subject, text, more=["Auto-Submitted: auto-replied",
                                         "X-Failed-Recipients: " + b.a])


def outlook_com(b):
    text = ("Delivery has failed to these recipients or groups:\n\n%s<mailto:"
            "%s>\nThe email address you entered couldn't be found.\n\n"
            "Diagnostic information for administrators:\n\nGenerating server:"
            " AM0PR01.prod.example\n\n%s\nRemote Server returned '%s'\n" % (
                b.a, b.a, b.a, b.said()))
    if b.kind == "delay":
        text = ("Delivery is delayed to these recipients or groups:\n\n%s\n\n"
                "Subject: cards\n\nThis message hasn't been delivered yet. "
                "Delivery will continue to be attempted.\n" % b.a)
    return b.report(
        "Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@"
        "example.onmicrosoft.com>", ("Delivery delayed: " if b.kind == "delay"
                                     else "Undeliverable: ") + "cards", text,
        more=["Auto-Submitted: auto-replied"])


def outlook_com_german(b):
    text = ("Fehler bei der Nachrichtenzustellung an folgende Empf\u00e4nger "
            "oder Gruppen:\n\n%s\nDie eingegebene E-Mail-Adresse konnte nicht"
            " gefunden werden.\n\nDiagnoseinformationen f\u00fcr "
            "Administratoren:\n\n%s\n" % (b.a, b.said()))
    return b.report("postmaster@" + b.host, "Unzustellbar: cards", text)


def courier(b):
    text = ("This is a delivery status notification from %s,\nrunning the "
            "Courier mail server, version 0.73.\n\nThe original message was "
            "received on Sat, 21 Nov 2026\n\n-----------------------------\n"
            "\n                           UNDELIVERABLE MAIL\n\nYour message "
            "to the following recipients cannot be delivered:\n\n<%s>:\n    "
            "mx.far.example [203.0.113.9]:\n>>> RCPT TO:<%s>\n<<< %s\n" % (
                b.host, b.a, b.a, b.said()))
    if b.kind == "delay":
        text = text.replace("UNDELIVERABLE MAIL", "DELAYED MAIL").replace(
            "cannot be delivered", "has not been delivered yet")
    return b.report('"Courier mail server at %s" <@>' % b.host,
                    ("WARNING: DELAYED MAIL" if b.kind == "delay" else
                     "NOTICE: mail delivery status."), text,
                    returned="text/rfc822-headers")


def apple(b):
    text = ("This report relates to a message you sent with the following "
            "header fields:\n\n  Message-id: %s\n\nYour message cannot be "
            "delivered to the following recipients:\n\n  Recipient address: "
            "%s\n  Reason: %s\n" % (b.letter.id, b.a, b.said()))
    return b.report("Internet Mail Delivery <postmaster@mac.example>",
                    "Delivery Notification: Delivery has failed", text,
                    returned="text/rfc822-headers")


def haraka(b):
    text = "Your message could not be delivered: %s\n%s\n" % (b.a, b.said())
    return b.report("MAILER-DAEMON <postmaster@%s>" % b.host, "failed mail",
                    text, more=["Auto-Submitted: auto-replied"])


def amazon_ses(b):
    text = ("An error occurred while trying to deliver the mail to the "
            "following recipients:\n%s\n" % b.a)
    return b.report("MAILER-DAEMON@eu-west-1.amazonses.example",
                    "Delivery Status Notification (Failure)", text,
                    returned="message/rfc822")


def work_mail(b):
    text = ("The following message to <%s> was undeliverable.\nThe reason for "
            "the problem:\n%s\n\nTechnical report:\n" % (b.a, b.said()))
    return b.report("postmaster@amazonworkmail.example", "Delivery failure",
                    text, mta=False, fields=[
                        "Final-Recipient: rfc822;" + b.a,
                        "Action: " + b.action(), "Status: " + b.status(),
                        "Diagnostic-Code: SMTP; " + b.said()],
                    kind="multipart/report; type=delivery-status; ")


def work_mail_bare(b):
    """Its report, in a plain text."""
    return b.head("Amazon WorkMail <postmaster@amazonworkmail.example>",
                  "Undeliverable: cards") + (
        "Technical report:\n\nReporting-MTA: dns;a27-85.smtp-out.example\n\n"
        "Final-Recipient: rfc822;%s\nAction: %s\nStatus: %s\nDiagnostic-Code:"
        " smtp; %s\n\n" % (b.a, b.action(), b.status(), b.said()))


def yandex(b):
    text = ("\u042d\u0442\u043e \u043f\u0438\u0441\u044c\u043c\u043e "
            "отправлено почтовым сервером yandex.ru.\n\nК сожалению, мы "
            "вынуждены сообщить Вам о том, что Ваше письмо не может\nбыть "
            "отправлено одному или нескольким адресатам.\n\n<%s>: %s\n" % (
                b.a, b.said()))
    return b.report("mailer-daemon@yandex.example", "Недоставленное сообщение",
                    text, more=["Auto-Submitted: auto-replied"])


def open_smtpd(b):
    text = ("    Hi!\n\n    This is the MAILER-DAEMON, please DO NOT REPLY to "
            "this email.\n\n    An error has occurred while attempting to "
            "deliver a message for\n    the following list of recipients:\n\n"
            "%s: %s\n\n    Below is a copy of the original message:\n" % (
                b.a, b.said()))
    return b.report("Mailer Daemon <MAILER-DAEMON@%s>" % b.host,
                    "Delivery status notification: " + (
                        "message delayed" if b.kind == "delay" else "error"),
                    text.replace("An error has occurred while attempting to "
                                 "deliver a message for", "A message is "
                                 "delayed for more than 4 hours for")
                    if b.kind == "delay" else text)
