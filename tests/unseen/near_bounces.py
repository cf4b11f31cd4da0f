# SPDX-License-Identifier: ISC
"""Mails to a letter's envelope address that are no bounces."""


def vacation(b):
    said = b.rng.choice([
        "I am out of the office until Monday.", "Ich bin bis Montag nicht im "
        "B\u00fcro.", "Jestem na urlopie do poniedzia\u0142ku.",
        "Я в отпуске до понедельника."])
    return b.head(b.a, "Auto: cards", "text/plain; charset=utf-8", [
        "Auto-Submitted: auto-replied (vacation)", "Precedence: bulk"],
        b.rng.choice(["<>", "<%s>" % b.a])) + said + "\n\npay 2\n"


def out_of_office(b):
    return b.head(b.a, b.rng.choice([
        "Automatic reply: cards", "Automatische Antwort: cards",
        "Odpowied\u017a automatyczna: cards"]).encode(
            "ascii", "replace").decode(), "text/plain; charset=utf-8", [
        "X-Auto-Response-Suppress: All", "Auto-Submitted: auto-generated"],
        "<>") + "I will be back on Monday. For urgent matters call 555.\n"


def challenge(b):
    return b.head("%s" % b.a, "Please confirm your message",
                  more=["Auto-Submitted: auto-replied"],
                  path=b.rng.choice(["<>", "<%s>" % b.a])) + (
        "Your message to %s is held. To have it delivered, reply to this mail "
        "or open https://challenge.example/c/2\n" % b.a)


def complaint(b):
    edge = "arf1"
    return b.head("Feedback <feedback@isp.example>", "FW: cards",
                  "multipart/report; report-type=feedback-report; boundary="
                  + edge, path=b.rng.choice(["<>", "<feedback@isp.example>"])
                  ) + (
        "--%s\nContent-Type: text/plain\n\nThis is an email abuse report for "
        "a message received from 192.0.2.7.\n\n--%s\nContent-Type: message/"
        "feedback-report\n\nFeedback-Type: abuse\nUser-Agent: FBL/1.0\n"
        "Version: 1\nOriginal-Rcpt-To: %s\n\n--%s\nContent-Type: message/"
        "rfc822\n\n%s\n--%s--\n" % (edge, edge, b.a, edge, b.returned, edge))


def moderation(b):
    return b.head("boats-bounces@lists.example.net", "Your message to boats "
                  "awaits moderator approval", more=[
                      "Precedence: bulk", "Auto-Submitted: auto-replied",
                      "List-Id: <boats.lists.example.net>"],
                  path="<boats-bounces@lists.example.net>") + (
        "Your mail to 'boats' with the subject\n\n    cards\n\nIs being held "
        "until the list moderator can review it for approval.\n")


def receipt(b):
    edge = "mdn1"
    return b.head(b.a, "Read: cards", "multipart/report; report-type="
                  "disposition-notification; boundary=" + edge) + (
        "--%s\nContent-Type: text/plain\n\nYour message was displayed.\n\n"
        "--%s\nContent-Type: message/disposition-notification\n\nFinal-"
        "Recipient: rfc822;%s\nOriginal-Message-ID: %s\nDisposition: manual-"
        "action/MDN-sent-manually; displayed\n\n--%s--\n" % (
            edge, edge, b.a, b.letter.id, edge))


def delivered(b):
    return b.report("MAILER-DAEMON@" + b.host, "Successful Mail Delivery "
                    "Report", "Your message was successfully delivered to the "
                    "destination(s) listed below.\n\n<%s>: delivery via local:"
                    " delivered to mailbox\n" % b.a, fields=[
                        "Final-Recipient: rfc822; " + b.a,
                        "Action: " + b.rng.choice(["delivered", "relayed",
                                                   "expanded"]),
                        "Status: 2.0.0", "Diagnostic-Code: x-unix; delivered"])


def ticket(b):
    return b.head("Support <support@firm.example>", "[#4711] We have received "
                  "your request", more=["Auto-Submitted: auto-replied",
                                        "X-Autoreply: yes"],
                  path="<support@firm.example>") + (
        "Thank you for your message. Your ticket number is 4711.\n\npay 2\n")


def person(b):
    """Somebody's program answers to the envelope."""
    return b.head(b.a, "Re: cards", path="<%s>" % b.a) + (
        "pay 2\n\nThe mail system told me to answer here.\n")
