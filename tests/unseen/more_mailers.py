# SPDX-License-Identifier: ISC
"""Replies as all the other mail programs write them.

The shapes were written down from what these programs are known to send, by
people who had not seen how turnpost reads."""

from people import GALAXY, GMX, K9
from reply import LABELS, escaped, wrapped


def gmx(m):
    labels = LABELS[m.language]
    date = {"en": "Saturday, November 21, 2026 at 1:03 PM",
            "de": "Samstag, 21. November 2026 um 13:03 Uhr",
            "pl": "sobota, 21 listopada 2026 o 13:03",
            "ru": "Суббота, 21 ноября 2026 в 13:03"}[m.language]
    rows = [(labels[1], date), (labels[0], "turnpost <%s>" % m.robot),
            (labels[2], m.sender), (labels[3], m.subject)]
    m.text = ("\n".join(m.typed) + "\n\n" + "\n".join(
        "%s: %s" % x for x in rows) + "\n\n" + m.unmarked() + "\n")
    m.html = (
        '<html><head></head><body><div style="font-family: Verdana;font-size:'
        ' 12.0px;">' + m.block("div", "", empty="&nbsp;")
        + '<div>&nbsp;\n<div name="quote" style="margin:10px 5px 5px 10px; '
        "padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5; word-wrap:"
        ' break-word;">\n<div style="margin:0 0 10px 0;">'
        + "<br/>\n".join("<b>%s:</b>&nbsp;%s" % (x, escaped(y))
                         for x, y in rows)
        + '</div>\n<div name="quoted-content">' + m.page
        + "</div></div></div></div></body></html>")
    if m.rng.random() < 0.7:
        m.text = None


def gmx_phone(m):
    line = {"en": "On 11/21/26, 13:03 turnpost <%s> wrote:",
            "de": "Am 21.11.26, 13:03 schrieb turnpost <%s>:",
            "pl": "Dnia 21.11.26, 13:03 turnpost <%s> napisa\u0142(a):",
            "ru": "21.11.26, 13:03 turnpost <%s> написал(а):"}[
                m.language] % m.robot
    m.typed = m.typed + GMX[m.language].split("\n")
    m.text = ("\n".join(m.typed) + "\n" + line + "\n" + m.marked("> ", "> ")
              + "\n")


def wp(m):
    line = {"pl": "Dnia 21 listopada 2026 13:03 turnpost <%s> napisa\u0142(a)"
            ":"}.get(m.language, "On 21 November 2026 13:03 turnpost <%s> "
                     "wrote:") % m.robot
    m.text = m.place(m.marked("> ", "> "), line)
    m.html = m.around_quote(
        m.block("div"), "<div>%s</div>" % escaped(line),
        '<blockquote class="nh-quote" style="margin:0 0 0 .8ex;border-left:'
        '1px solid #ccc;padding-left:1ex">', "</blockquote>")
    if m.rng.random() < 0.5:
        m.text = None


def onet(m):
    line = ("W dniu 2026-11-21 13:03:05 u\u017cytkownik turnpost <%s> "
            "napisa\u0142:" % m.robot)
    m.text = m.place(m.marked("> ", ">"), line, 0)
    m.html = m.around_quote(
        m.block("p", ' style="margin:0;"', empty="&nbsp;"),
        "<div>%s</div>" % escaped(line), '<blockquote style="margin-right: 0;'
        'margin-left: 7px; border-left: 2px solid orange; padding-left: 8px;"'
        ">", "</blockquote>", "<p>&nbsp;</p>")
    if m.rng.random() < 0.5:
        m.text = None


def interia(m):
    rows = [("Od", '"turnpost" <%s>' % m.robot), ("Do", m.sender + ";"),
            ("Wys\u0142ane", "13:03 Sobota 2026-11-21"),
            ("Temat", m.subject)]
    m.text = ("\n".join(m.typed) + "\n\n\n" + "\n".join(
        "%s: %s" % x for x in rows) + "\n\n" + m.marked("> ", "> ") + "\n")
    m.html = (m.block("p", "", empty="&nbsp;") + "<p>"
              + "<br>".join("<strong>%s:</strong> %s" % (x, escaped(y))
                            for x, y in rows)
              + '</p><blockquote style="border-left:1px solid #ccc">'
              + m.page + "</blockquote>")
    if m.rng.random() < 0.5:
        m.text = None


def samsung(m):
    labels = LABELS[m.language]
    rule = {"en": "-------- Original message --------",
            "pl": "-------- Oryginalna wiadomo\u015b\u0107 --------",
            "de": "-------- Urspr\u00fcngliche Nachricht --------",
            "ru": "-------- Исходное сообщение --------"}[m.language]
    rows = [(labels[0], "turnpost <%s>" % m.robot),
            (labels[4], "21.11.26 13:03 (GMT+01:00)"),
            (labels[2], "%s <%s>" % (m.name, m.sender)),
            (labels[3], m.subject)]
    foot = GALAXY[m.language]
    m.text = ("\n".join(m.typed) + "\n\n\n" + foot + "\n\n\n" + rule + "\n"
              + "\n".join("%s: %s " % x for x in rows) + "\n\n"
              + m.unmarked(False) + "\n")
    m.html = (
        '<html><head><meta http-equiv="Content-Type" content="text/html; '
        'charset=UTF-8"></head><body dir="auto">'
        + m.block("div", ' dir="auto"') + '<div dir="auto"><br></div><div '
        'id="composer_signature" dir="auto"><div style="font-size:12px;color:'
        '#575757" dir="auto">%s</div></div><div dir="auto"><br></div>' % foot
        + '<div><br></div><div align="left" dir="auto" style="font-size:100%;'
        'color:#000000"><div>' + rule + "</div>"
        + "".join("<div>%s: %s </div>" % (x, escaped(y)) for x, y in rows)
        + "<div><br></div></div>" + m.page + "</body></html>")
    if m.rng.random() < 0.4:
        m.html = None
    elif m.rng.random() < 0.5:
        m.text = None


def k9(m):
    line = {
        "en": "On November 21, 2026 1:03:05 PM GMT+01:00, turnpost <%s> "
              "wrote:",
        "pl": "Dnia 21 listopada 2026 13:03:05 CET, turnpost <%s> "
              "napisa\u0142/a:",
        "de": "Am 21. November 2026 13:03:05 MEZ schrieb turnpost <%s>:",
        "ru": "21 ноября 2026 г. 13:03:05 GMT+01:00, turnpost <%s> пишет:",
    }[m.language] % m.robot
    foot = ["-- ", K9[m.language]]
    if m.position == "top":
        m.text = ("\n".join(m.typed + foot) + "\n\n" + line + "\n"
                  + m.marked(">", ">") + "\n")
    else:
        m.text = m.place(m.marked(">", ">"), line, 0) + "\n".join(foot) + "\n"
    m.html = (
        "<!DOCTYPE html><html><head></head><body>"
        + '<div dir="auto">%s<br><br>-- <br>%s</div><br><br>' % (
            m.breaks(), K9[m.language])
        + '<div class="gmail_quote"><div dir="auto">%s</div><blockquote '
        'class="gmail_quote" style="margin: 0pt 0pt 0pt 0.8ex; border-left: '
        '1px solid rgb(204, 204, 204); padding-left: 1ex;">' % escaped(line)
        + m.page + "</blockquote></div></body></html>")
    if m.position != "top" or m.rng.random() < 0.6:
        m.html = None


def mutt(m):
    m.flowed = m.rng.random() < 0.3
    line = "On Sat, Nov 21, 2026 at 12:03:05PM +0000, turnpost wrote:"
    m.text = m.place(m.marked("> ", "> " if not m.flowed else ">"), line, 0)


def gnus(m):
    m.text = m.place(m.marked("> ", ">"), "turnpost <%s> writes:" % m.robot)


def claws(m):
    line = "On Sat, 21 Nov 2026 12:03:05 +0000\nturnpost <%s> wrote:" % m.robot
    m.text = m.place(m.marked("> ", "> "), line)


def roundcube(m):
    line = {"en": "On 2026-11-21 13:03, turnpost wrote:",
            "pl": "W dniu 2026-11-21 13:03, turnpost napisa\u0142(a):",
            "de": "Am 2026-11-21 13:03, schrieb turnpost:",
            "ru": "turnpost писал 2026-11-21 13:03:"}[m.language]
    m.text = m.place(m.marked("> ", ">"), line, 0)
    m.html = m.around_quote(
        m.block("p"), '<p id="reply-intro">%s</p>' % line,
        '<blockquote type="cite" style="padding: 0 0.4em; border-left: '
        '#1010ff 2px solid; margin: 0">', "</blockquote>", "")
    if m.rng.random() < 0.5:
        m.html = None
    elif m.rng.random() < 0.4:
        m.text = None


def evolution(m):
    line = {"en": "On Sat, 2026-11-21 at 12:03 +0000, turnpost wrote:",
            "pl": "W dniu sob, 21.11.2026 o godzinie 12\u223603 +0000, "
                  "u\u017cytkownik turnpost napisa\u0142:",
            "de": "Am Samstag, dem 21.11.2026 um 12:03 +0000 schrieb "
                  "turnpost:",
            "ru": "В Сб, 21/11/2026 в 12:03 +0000, turnpost пишет:"}[
                m.language]
    m.text = m.place(m.marked("> ", "> "), line, 0)


def proton(m):
    line = {
        "en": "On Saturday, November 21st, 2026 at 1:03 PM, turnpost <%s> "
              "wrote:",
        "pl": "sobota, 21 listopada 2026 13:03, turnpost <%s> "
              "napisa\u0142(a):",
        "de": "turnpost <%s> schrieb am Samstag, 21. November 2026 um 13:03:",
        "ru": "суббота, 21 ноября 2026 г. в 13:03, turnpost <%s> написал(а):",
    }[m.language] % m.robot
    own = {"en": ("Sent with", "secure email."), "pl": (
        "Wys\u0142ano za pomoc\u0105 bezpiecznej poczty e-mail", "."),
        "de": ("Gesendet mit", "."),
        "ru": ("Отправлено с помощью", ".")}[m.language]
    foot = ""
    page_foot = ""
    if m.rng.random() < 0.5:
        foot = "\n\n%s [Proton Mail](https://proton.me/mail/home) %s" % own
        page_foot = (
            '<div class="protonmail_signature_block"><div class="protonmail_'
            'signature_block-user protonmail_signature_block-empty"></div>'
            '<div class="protonmail_signature_block-proton">%s <a href='
            '"https://proton.me/mail/home" target="_blank">Proton Mail</a> %s'
            "</div></div>" % own)
    font = ' style="font-family: Arial, sans-serif; font-size: 14px;"'
    quote = m.marked("> ", "> ")
    if m.position == "top":
        m.text = ("\n".join(m.typed) + foot + "\n\n" + line + "\n\n" + quote
                  + "\n")
    else:
        m.text = m.place(quote, line)
    m.html = m.around_quote(
        m.block("div", font) + (page_foot if m.position == "top" else ""),
        '<div class="protonmail_quote">%s<br><br>' % escaped(line),
        '<blockquote class="protonmail_quote" type="cite">', "</blockquote>"
        + ("</div>" if m.position == "top" else ""), "<div><br></div>")
    if m.rng.random() < 0.4:
        m.html = None
    elif m.rng.random() < 0.5:
        m.text = None


def fairemail(m):
    line = {
        "en": "Nov 21, 2026 1:03:05 PM turnpost <%s>:",
        "pl": "21 lis 2026 13:03:05 turnpost <%s>:",
        "de": "21.11.2026 13:03:05 turnpost <%s>:",
        "ru": "21 нояб. 2026 г. 13:03:05 turnpost <%s>:",
    }[m.language] % m.robot
    m.text = m.place(m.marked("> ", ">"), line)
    m.html = ("<!DOCTYPE html><html><head></head><body>" + m.around_quote(
        '<div dir="auto">' + m.block("p", ' dir="ltr"') + "</div>",
        '<div class="fairemail_quote"><p>%s</p>' % escaped(line),
        '<blockquote style="border-left:3px solid #ccc; padding-left: 3px; '
        'margin-left: 0px">', "</blockquote>" + (
            "</div>" if m.position == "top" else ""), "<br>")
        + "</body></html>")
    if m.rng.random() < 0.5:
        m.html = None
    elif m.rng.random() < 0.5:
        m.text = None


def yahoo(m):
    line = {
        "en": "On Saturday, November 21, 2026 at 01:03:05 PM GMT+1, turnpost "
              "<%s> wrote:",
        "pl": "sobota, 21 listopada 2026 13:03:05 CET, turnpost <%s> "
              "napisa\u0142(a):",
        "de": "Am Samstag, 21. November 2026 um 13:03:05 MEZ hat turnpost "
              "<%s> Folgendes geschrieben:",
        "ru": "суббота, 21 ноября 2026 г. 13:03:05 GMT+3, turnpost <%s> "
              "написал(а):",
    }[m.language] % m.robot
    m.text = (" " + "\n ".join(m.typed) + "\n\n    " + line + "  \n \n "
              + m.unmarked(False).replace("\n", "\n ") + "  \n")
    m.html = (
        '<html><head></head><body><div class="ydpe7a1b2c3yahoo-style-wrap" '
        'style="font-family:Helvetica Neue, Helvetica, Arial, sans-serif;'
        'font-size:13px;"><div></div>' + m.block(
            "div", ' dir="ltr" data-setdir="false"')
        + '<div><br></div></div><div id="ydp4d5e6fyahoo_quoted_3141592653" '
        'class="ydp4d5e6fyahoo_quoted"><div style="font-family:\'Helvetica '
        "Neue', Helvetica, Arial, sans-serif;font-size:13px;color:#26282a;\">"
        "<div>%s</div><div><br></div><div><br></div>" % escaped(line)
        + m.page + "</div></div></body></html>")
    if m.rng.random() < 0.4:
        m.html = None
    elif m.rng.random() < 0.6:
        m.text = None


def zoho(m):
    line = ("---- On Sat, 21 Nov 2026 13:03:05 +0100 turnpost <%s> wrote ---"
            % m.robot)
    m.text = ("\n".join(m.typed) + "\n\n\n\n\n" + line + "\n\n"
              + m.unmarked(False) + "\n")
    m.html = (
        '<!DOCTYPE html><html><head></head><body><div style="font-family: '
        'Verdana, Arial, Helvetica, sans-serif; font-size: 10pt;">'
        + m.block("div") + '<div><br></div><div class="zmail_extra" style='
        '"font-family: Verdana"><div id="Zm-_Id_-Sgn1">%s</div><div><br>'
        "</div><blockquote id=\"blockquote_zmail\" style=\"margin: 0px;\">"
        % escaped(line) + m.page + "</blockquote></div></div></body></html>")
    if m.rng.random() < 0.4:
        m.html = None
    elif m.rng.random() < 0.6:
        m.text = None


def spark(m):
    line = "On 21 Nov 2026 at 13:03 +0100, turnpost <%s>, wrote:" % m.robot
    m.text = ("\n".join(m.typed) + "\n" + line + "\n" + m.marked("> ", "> ")
              + "\n")
    m.html = (
        '<html xmlns="http://www.w3.org/1999/xhtml"><head><title></title>'
        '</head><body><div name="messageBodySection">' + m.block(
            "div", ' dir="auto"')
        + '</div><div name="messageReplySection">%s<br /><blockquote type='
        '"cite" style="border-left-color: grey; border-left-width: thin;">'
        % escaped(line) + m.page + "</blockquote></div></body></html>")
    if m.rng.random() < 0.5:
        m.text = None


def alone(m):
    """No quote at all, as many phones can be told to write."""
    m.text = "\n".join(m.typed) + "\n"
    if m.rng.random() < 0.4:
        m.html = m.block()
        if m.rng.random() < 0.5:
            m.text = None


STUBS = ["This message requires an HTML viewer.\n",
         "Your email client does not support HTML messages.\n",
         "Diese Nachricht kann nur als HTML angezeigt werden.\n",
         "Please view this message in an HTML capable mail program.\n",
         "[image: image.png]\n", "Wiadomo\u015b\u0107 w formacie HTML.\n",
         "Для просмотра письма нужна программа с поддержкой HTML.\n"]


def stub(m):
    """A text part that only says that there is a page."""
    m.text = m.rng.choice(STUBS)
    m.html = m.around_quote(m.block(), "", "<blockquote>", "</blockquote>")


def comb(m):
    """An old program that wraps what it has marked."""
    marked = m.marked("> ", ">")
    m.text = ("\n".join(m.typed) + "\n\n----- Original Message -----\nFrom: "
              "\"turnpost\" <%s>\nTo: <%s>\nSent: Saturday, November 21, 2026 "
              "1:03 PM\nSubject: %s\n\n\n" % (m.robot, m.sender, m.subject)
              + wrapped(marked, m.rng.randint(66, 74)) + "\n")
