# SPDX-License-Identifier: ISC
"""Replies as the programs of large firms write them.

The shapes were written down from what these programs are known to send, by
people who had not seen how turnpost reads."""

from people import IPHONE, MAILRU, OUTLOOK, YANDEX
from reply import ORIGINAL, WHEN, escaped, folded, header_block


def gmail_line(m):
    who = "turnpost <%s>" % m.robot
    d = WHEN
    return {
        "en": "On Sat, Nov 21, 2026 at 1:03\u202fPM %s wrote:" % who,
        "pl": "sob., 21 lis 2026 o 13:03 %s napisa\u0142(a):" % who,
        "de": "Am Sa., 21. Nov. 2026 um 13:03 Uhr schrieb %s:" % who,
        "ru": "сб, 21 нояб. 2026 г. в %d:%02d, %s:" % (d.hour, d.minute, who),
    }[m.language]


def gmail(m, typed, line):
    attr = '<div dir="ltr" class="gmail_attr">%s<br></div>' % escaped(
        line).replace("&lt;" + m.robot + "&gt;", '&lt;<a href="mailto:%s">%s'
                      "</a>&gt;" % (m.robot, m.robot))
    quote = ('<blockquote class="gmail_quote" style="margin:0px 0px 0px '
             '0.8ex;border-left:1px solid rgb(204,204,204);padding-left:'
             '1ex">')
    outer = '<div class="gmail_quote gmail_quote_container">'
    if m.position == "top":
        return (typed + "<br>" + outer + attr + quote + m.page
                + "</blockquote></div>\r\n")
    if m.position == "bottom":
        return ('<div dir="ltr">' + outer + attr + quote + m.page
                + "</blockquote><div><br></div>" + typed + "</div></div>\r\n")
    return ('<div dir="ltr">' + outer + attr + m.around_quote(
        "<div><br></div>" + typed + "<div><br></div>", "", quote,
        "</blockquote>") + "</div></div>\r\n")


def gmail_web(m):
    line = gmail_line(m)
    m.text = m.place(m.marked(width=74), folded(line))
    m.html = gmail(m, '<div dir="ltr">%s</div>' % m.breaks(), line)
    if m.rng.random() < 0.3:
        m.text = None
    elif m.rng.random() < 0.3:
        m.html = None


def gmail_android(m):
    line = {
        "en": "On Sat, 21 Nov 2026, 13:03 turnpost, <%s> wrote:",
        "pl": "sob., 21 lis 2026, 13:03 u\u017cytkownik turnpost <%s> "
              "napisa\u0142:",
        "de": "turnpost <%s> schrieb am Sa., 21. Nov. 2026, 13:03:",
        "ru": "сб, 21 нояб. 2026 г., 13:03 turnpost <%s>:",
    }[m.language] % m.robot
    m.text = m.place(m.marked(width=74), folded(line))
    m.html = gmail(m, m.block("div", ' dir="auto"'), line)
    if m.rng.random() < 0.3:
        m.text = None


def gmail_ios(m):
    line = gmail_line(m)
    footer = {"en": "Sent from Gmail Mobile", "pl": "Wys\u0142ane z Gmail "
              "Mobile", "de": "Von Gmail Mobile gesendet",
              "ru": "Отправлено из мобильного Gmail"}[m.language]
    if m.rng.random() < 0.5:
        m.typed = m.typed + ["", "--", footer]
    m.text = m.place(m.marked(width=74), folded(line))
    m.html = gmail(m, "<div>%s</div>" % m.block("div"), line)
    if m.rng.random() < 0.3:
        m.text = None


def apple_line(m):
    return {
        "en": "On 21 Nov 2026, at 13:03, turnpost <%s> wrote:",
        "pl": "Wiadomo\u015b\u0107 napisana przez turnpost <%s> w dniu 21 "
              "lis 2026, o godz. 13:03:",
        "de": "Am 21.11.2026 um 13:03 schrieb turnpost <%s>:",
        "ru": "21 нояб. 2026 г., в 13:03, turnpost <%s> написал(а):",
    }[m.language] % m.robot


def apple_mac(m):
    line = apple_line(m)
    m.text = m.place("> " + line + "\n> \n" + m.marked("> ", "> "), "")
    m.html = (
        '<html><head><meta http-equiv="content-type" content="text/html; '
        'charset=utf-8"></head><body style="overflow-wrap: break-word; '
        '-webkit-nbsp-mode: space; line-break: after-white-space;">'
        + m.around_quote(
            m.breaks() if m.rng.random() < 0.5 else m.block(),
            "", '<div><br><blockquote type="cite"><div>%s</div><br class='
            '"Apple-interchange-newline"><div>' % escaped(line),
            "</div></blockquote></div>", "<br id=\"lineBreakAtBeginningOf"
            "Message\">") + "<br></body></html>")
    if m.rng.random() < 0.6:
        m.html = None
    elif m.rng.random() < 0.5:
        m.text = None


def apple_iphone(m):
    line = {
        "en": "On Nov 21, 2026, at 1:03\u202fPM, turnpost <%s> wrote:",
        "pl": "Wiadomo\u015b\u0107 napisana przez turnpost <%s> w dniu "
              "21.11.2026, o godz. 13:03:",
        "de": "Am 21.11.2026 um 13:03 schrieb turnpost <%s>:",
        "ru": "21 нояб. 2026 г., в 13:03, turnpost <%s> написал(а):",
    }[m.language] % m.robot
    footer = IPHONE[m.language]
    top = "\n".join(m.typed) + "\n\n" + footer + "\n\n"
    quote = "> " + line + "\n> \n" + m.marked("> ", "> ")
    # the footer stands above the quote, wherever she types
    m.text = (top + quote + "\n" if m.position == "top" else
              m.place("\n" + quote, ""))
    typed = m.block("div", ' dir="ltr"')
    foot = '<div dir="ltr">%s</div>' % footer
    begin = '<blockquote type="cite"><div dir="ltr">'
    attr = ('<div dir="ltr"><br><blockquote type="cite">%s<br><br>'
            "</blockquote></div>" % escaped(line))
    m.html = ('<html><head><meta http-equiv="content-type" content="text/'
              'html; charset=utf-8"></head><body dir="auto">'
              + (typed + '<br id="lineBreakAtBeginningOfSignature">' + foot
                 + attr + begin + m.page + "</div></blockquote>"
                 if m.position == "top" else
                 m.around_quote(typed, attr, begin, "</div></blockquote>"))
              + "</body></html>")
    if m.rng.random() < 0.4:
        m.html = None
    elif m.rng.random() < 0.5:
        m.text = None


def outlook_desktop(m):
    lines = header_block(m)
    style = m.rng.randrange(3)
    if style == 0:
        rule = "-----%s-----\n" % ORIGINAL[m.language]
    elif style == 1:
        rule = ""
    else:
        rule = "_" * 32 + "\n"
    m.text = ("\n".join(m.typed) + "\n\n" + rule
              + "\n".join("%s: %s " % x for x in lines) + "\n\n"
              + m.unmarked() + "\n")
    m.html = (
        '<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-'
        'microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:'
        'office:word" xmlns="http://www.w3.org/TR/REC-html40"><head><meta '
        'http-equiv=Content-Type content="text/html; charset=%s"><meta '
        "name=Generator content=\"Microsoft Word 15 (filtered medium)\">"
        "<style><!--\n/* Style Definitions */\np.MsoNormal, li.MsoNormal, "
        "div.MsoNormal\n\t{margin:0cm;\n\tfont-size:11.0pt;}\n--></style>"
        "<!--[if gte mso 9]><xml>\n<o:shapedefaults v:ext=\"edit\" spidmax="
        "\"1026\" />\n</xml><![endif]--></head><body lang=EN-US link="
        "\"#0563C1\" vlink=\"#954F72\" style='word-wrap:break-word'><div "
        "class=WordSection1>" % m.charset
        + "".join("<p class=MsoNormal><span style='mso-fareast-language:EN-US"
                  "'>%s<o:p></o:p></span></p>" % (escaped(x) or "&nbsp;")
                  for x in m.typed)
        + "<p class=MsoNormal><span style='mso-fareast-language:EN-US'><o:p>"
        "&nbsp;</o:p></span></p><div><div style='border:none;border-top:solid "
        "#E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal>"
        + "<br>".join("<b>%s:</b> %s" % (x, escaped(y)) for x, y in lines)
        + "<o:p></o:p></p></div></div><p class=MsoNormal><o:p>&nbsp;</o:p>"
        "</p>" + m.page + "</div></body></html>")
    if m.rng.random() < 0.4:
        m.html = None
    elif m.rng.random() < 0.6:
        m.text = None


def outlook_web(m, footer=None):
    lines = header_block(m)
    font = ('style="font-family: Aptos, Aptos_EmbeddedFont, Calibri, '
            'Helvetica, sans-serif; font-size: 12pt; color: rgb(0, 0, 0);"')
    page = m.block("div", ' class="elementToProof" ' + font)
    text = "\n".join(m.typed)
    if footer:
        page += ('<div id="ms-outlook-mobile-signature" %s>%s</div>'
                 % (font, footer[1]))
        text += "\n\n" + footer[0]
    m.text = (text + "\n" + "_" * 32 + "\n"
              + "\n".join("%s: %s" % x for x in lines) + "\n\n"
              + m.unmarked() + "\n")
    m.html = (
        '<html><head>\n<meta http-equiv="Content-Type" content="text/html; '
        'charset=%s">\n<style type="text/css" style="display:none;"> P '
        "{margin-top:0;margin-bottom:0;} </style>\n</head>\n<body dir="
        '"ltr">\n' % m.charset + page
        + '<div id="appendonsend"></div>\n<hr style="display:inline-block;'
        'width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font '
        'face="Calibri, sans-serif" style="font-size:11pt" color="#000000">'
        + "<br>\n".join("<b>%s:</b> %s" % (x, escaped(y)) for x, y in lines)
        + "</font>\n<div>&nbsp;</div>\n</div>\n" + m.page
        + "</body>\n</html>\n")
    if m.rng.random() < 0.3:
        m.html = None
    elif m.rng.random() < 0.6:
        m.text = None


def outlook_mobile(m):
    system = m.rng.choice(["iOS", "Android"])
    words = OUTLOOK[m.language].format(os=system)
    link = "https://aka.ms/" + {"iOS": "o0ukef", "Android": "AAb9ysg"}[system]
    outlook_web(m, ("%s<%s>" % (words, link),
                    '<a href="%s">%s</a>' % (link, words)))


def thunderbird(m):
    line = {
        "en": "On 11/21/26 13:03, turnpost wrote:",
        "pl": "W dniu 21.11.2026 o 13:03, turnpost pisze:",
        "de": "Am 21.11.26 um 13:03 schrieb turnpost:",
        "ru": "21.11.2026 13:03, turnpost пишет:",
    }[m.language]
    m.flowed = True
    m.text = m.place(m.marked("> ", ">"), line, 0)
    typed = (m.block("p", "") if m.rng.random() < 0.5 else
             "<p>%s</p>" % m.breaks())
    m.html = (
        '<!DOCTYPE html>\n<html>\n  <head>\n    <meta http-equiv="Content-'
        'Type" content="text/html; charset=UTF-8">\n  </head>\n  <body>\n'
        + m.around_quote(
            typed, '<div class="moz-cite-prefix">%s<br></div>' % line,
            '<blockquote type="cite" cite="mid:%s">' % m.letter.id.strip("<>"),
            "</blockquote>", "") + "  </body>\n</html>\n")
    if m.rng.random() < 0.5:
        m.html = None
    elif m.rng.random() < 0.5:
        m.text = None
        m.flowed = False


def yandex(m):
    line = '21.11.2026, 15:03, "turnpost" <%s>:' % m.robot
    footer = ""
    if m.rng.random() < 0.4:
        footer = "<div>-- </div><div>%s</div>" % YANDEX[m.language]
    m.html = m.around_quote(
        m.block("div", "", empty="\u00a0") + (
            footer if m.position == "top" else ""),
        "<div>%s</div>" % escaped(line), "<blockquote><div>",
        "</div></blockquote>", "<div>\u00a0</div>")


def mail_ru(m):
    line = {
        "ru": "Суббота, 21 ноября 2026, 15:03 +03:00 от turnpost <%s>:",
    }.get(m.language, "Saturday, November 21, 2026 3:03 PM +03:00 from "
          "turnpost <%s>:") % m.robot
    foot = "\n--\n" + MAILRU[m.language] if m.rng.random() < 0.5 else ""
    m.text = ("\n".join(m.typed) + foot + "\n\n" + line + "\n\n"
              + m.marked(">", ">") + "\n" if m.position == "top" else
              m.place(m.marked(">", ">"), line))
    m.html = ("<HTML><BODY>" + m.around_quote(
        m.block("div"), "", '<blockquote style="border-left:1px solid '
        '#0857A6; margin:10px; padding:0 0 0 10px;">%s<br><div>'
        % escaped(line), "</div></blockquote>", "<div> </div>")
        + "</BODY></HTML>")
    if m.rng.random() < 0.5:
        m.text = None
    m.transfer = "base64"
