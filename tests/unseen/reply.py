# SPDX-License-Identifier: ISC
"""A reply to a letter: what is typed, where, around which quote, and how the
mail is put together."""

import base64
import datetime
import html
import quopri
import re
import textwrap
from html.parser import HTMLParser

WHEN = datetime.datetime(2026, 11, 21, 13, 3, 5)
MONTHS = {
    "en": "January February March April May June July August September "
          "October November December".split(),
    "pl": "stycznia lutego marca kwietnia maja czerwca lipca sierpnia "
          "wrze\u015bnia pa\u017adziernika listopada grudnia".split(),
    "de": "Januar Februar M\u00e4rz April Mai Juni Juli August September "
          "Oktober November Dezember".split(),
    "ru": "января февраля марта апреля мая июня июля августа сентября "
          "октября ноября декабря".split(),
}
DAYS = {
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(),
    "pl": "poniedzia\u0142ek wtorek \u015broda czwartek pi\u0105tek sobota "
          "niedziela".split(),
    "de": "Montag Dienstag Mittwoch Donnerstag Freitag Samstag "
          "Sonntag".split(),
    "ru": "понедельник вторник среда четверг пятница суббота "
          "воскресенье".split(),
}
LABELS = {
    "en": ("From", "Sent", "To", "Subject", "Date"),
    "pl": ("Od", "Wys\u0142ano", "Do", "Temat", "Data"),
    "de": ("Von", "Gesendet", "An", "Betreff", "Datum"),
    "ru": ("От", "Отправлено", "Кому", "Тема", "Дата"),
}
ORIGINAL = {"en": "Original Message", "pl": "Oryginalna wiadomo\u015b\u0107",
            "de": "Urspr\u00fcngliche Nachricht",
            "ru": "Исходное сообщение"}
RE = {"en": "Re: ", "pl": "Odp: ", "de": "AW: ", "ru": "Re: "}


class Words(HTMLParser):
    """A page as the text that programs make of it."""

    BLOCKS = {"p", "div", "tr", "h1", "h2", "h3", "li", "table", "blockquote"}

    def __init__(self, links):
        super().__init__(convert_charrefs=True)
        self.out = []
        self.links = links
        self.skip = 0
        self.href = None

    def handle_starttag(self, tag, attrs):
        if tag in ("style", "script", "title"):
            self.skip += 1
        if tag in self.BLOCKS or tag == "br":
            self.out.append("\n")
        if tag in ("td", "th"):
            self.out.append(" ")
        if tag == "a":
            self.href = dict(attrs).get("href")

    def handle_endtag(self, tag):
        if tag in ("style", "script", "title"):
            self.skip -= 1
        if tag == "a" and self.href and self.links:
            self.out.append("<%s>" % self.href)
        if tag in self.BLOCKS:
            self.out.append("\n")

    def handle_data(self, data):
        if not self.skip:
            self.out.append(re.sub(r"[ \t\r\n]+", " ", data))


def as_text(page, links=False):
    words = Words(links)
    words.feed(page)
    lines = [re.sub(" +", " ", line).strip()
             for line in "".join(words.out).split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def wrapped(text, width):
    lines = []
    for line in text.split("\n"):
        lines += textwrap.wrap(line, width, break_long_words=False,
                               break_on_hyphens=False) or [""]
    return "\n".join(lines)


class Reply:
    """One mail: who writes, what she types, where, and the letter that she
    answers."""

    def __init__(self, rng, language, name, letter, lines, around, position):
        self.rng = rng
        self.language = language
        self.name = name
        self.sender = name.lower() + "@example.org"
        self.letter = letter
        self.lines = lines
        self.around = around
        self.position = position
        self.typed = around.above + lines + around.below
        self.robot = "robot@example.org"
        self.subject = str(letter.mail["Subject"])
        page = letter.mail.get_body(("html",)).get_content()
        self.page = re.sub(r"(?s)^.*<body[^>]*>|</body>.*$", "", page)
        self.headers = []
        self.fresh = None  # the subject of a mail that answers no letter
        self.text = None
        self.html = None
        self.flowed = False
        self.charset = "utf-8"
        self.transfer = None
        self.form = ""

    # ---- dates as programs write them ----

    def day(self):
        return DAYS[self.language][WHEN.weekday()]

    def month(self):
        return MONTHS[self.language][WHEN.month - 1]

    # ---- what is quoted ----

    def source(self):
        """The letter's words: its text part, or what a program makes of its
        page."""
        if self.rng.random() < 0.5:
            return self.letter.text.rstrip() + "\n"
        return as_text(self.page)

    def marked(self, mark="> ", bare=">", width=0):
        text = self.source()
        if width:
            text = wrapped(text, width)
        return "\n".join(mark + line if line else bare
                         for line in text.rstrip().split("\n"))

    def unmarked(self, links=True):
        if self.rng.random() < 0.4:
            return self.letter.text.rstrip()
        return as_text(self.page, links).rstrip()

    def place(self, quote, attribution, gap=1):
        """Typed lines on top, below, or between the quoted ones."""
        typed = "\n".join(self.typed)
        head = attribution + "\n" + "\n" * gap if attribution else ""
        if self.position == "top":
            return typed + "\n\n" + head + quote + "\n"
        if self.position == "bottom":
            return head + quote + "\n\n" + typed + "\n"
        lines = quote.split("\n")
        at = self.rng.randrange(3, max(4, min(len(lines) - 2, 14)))
        return (head + "\n".join(lines[:at]) + "\n\n" + typed + "\n\n"
                + "\n".join(lines[at:]) + "\n")

    # ---- the same in a page ----

    def styled(self, line):
        """As it was typed, or as programs mark it up behind her back."""
        line = html.escape(line, quote=False)
        style = self.rng.random()
        if not line or style < 0.7:
            return line
        if style < 0.78:
            return "<span>%s</span>" % "</span> <span>".join(line.split(" "))
        if style < 0.86:
            return '<font size="2" face="Arial">%s</font>' % line
        if style < 0.92:
            return "<b>%s</b>" % line
        return line.replace(" ", "&nbsp;")

    def block(self, tag="div", attrs="", empty="<br>"):
        """Typed lines, each an element."""
        return "".join("<%s%s>%s</%s>" % (
            tag, attrs, self.styled(line) or empty, tag)
            for line in self.typed)

    def breaks(self):
        return "<br>".join(self.styled(line) for line in self.typed)

    def around_quote(self, typed, before, begin, after, gap="<div><br></div>"):
        """typed beside before + begin + letter + after; between: the quote is
        cut in two."""
        if self.position == "top":
            return typed + gap + before + begin + self.page + after
        if self.position == "bottom":
            return before + begin + self.page + after + gap + typed
        first = "<p>%s</p>" % "</p><p>".join(
            html.escape(x) for x in self.letter.text.split("\n\n")[:2])
        return (before + begin + first + after + typed + begin + self.page
                + after)

    # ---- putting it together ----

    def body(self, text, kind):
        charset = self.charset
        raw = text.replace("\n", "\r\n").encode(charset, "replace")
        how = self.transfer or "8bit"
        params = "; charset=%s" % (
            charset if self.rng.random() < 0.7 else '"%s"' % charset)
        if kind == "text/plain" and self.flowed:
            params += "; format=flowed"
        if how == "base64":
            raw = base64.encodebytes(raw).replace(b"\n", b"\r\n")
        elif how == "quoted-printable":
            raw = quopri.encodestring(raw.replace(b"\r\n", b"\n")).replace(
                b"\n", b"\r\n")
        return ("Content-Type: %s%s\r\nContent-Transfer-Encoding: %s\r\n\r\n"
                % (kind, params, how)).encode() + raw

    def raw(self):
        def word(text):
            if text.isascii():
                return text
            return "=?utf-8?B?%s?=" % base64.b64encode(
                text.encode()).decode()

        prefix = RE[self.language] if self.rng.random() < 0.6 else "Re: "
        number = "%08x" % self.rng.getrandbits(32)
        head = [
            "Return-Path: <%s>" % self.sender,
            "Received: from mail.example.org by mx.example.org; Sat, 21 Nov "
            "2026 12:10:00 +0000",
            "From: %s <%s>" % (self.name, self.sender),
            "To: turnpost <%s>" % self.letter.mail["Reply-To"],
            "Subject: " + word(prefix + self.subject),
            "Date: Sat, 21 Nov 2026 13:09:00 +0100",
            "Message-ID: <%s.%s@mail.example.org>" % (number, self.name),
            "In-Reply-To: " + self.letter.id,
            "References: <g1.root@example.org> " + self.letter.id,
            "MIME-Version: 1.0",
        ] + self.headers
        if self.fresh:
            head = [x for x in head if not x.startswith(
                ("To:", "Subject:", "In-Reply-To:", "References:"))]
            head += ["To: " + self.robot, self.fresh]
        head = "\r\n".join(head).encode() + b"\r\n"
        if self.text is not None and self.html is not None:
            parts = [self.body(self.text, "text/plain"),
                     self.body(self.html, "text/html")]
            inner = multipart("alternative", "a" + number, parts)
        elif self.text is not None:
            inner = self.body(self.text, "text/plain")
        else:
            inner = self.body(self.html, "text/html")
        return head + self.wrapped(inner, number)

    def wrapped(self, inner, number):
        """With a picture, a signature, or a list's footer around it."""
        chance = self.rng.random()
        picture = (b"Content-Type: image/png\r\nContent-Transfer-Encoding: "
                   b"base64\r\nContent-ID: <logo>\r\nContent-Disposition: "
                   b"inline; filename=logo.png\r\n\r\niVBORw0KGgo=\r\n")
        if chance < 0.06:
            return multipart("mixed", "m" + number, [inner, picture])
        if chance < 0.12:
            return multipart("related", "r" + number, [inner, picture])
        if chance < 0.16:
            signature = (b"Content-Type: application/pgp-signature\r\n\r\n"
                         b"-----BEGIN PGP SIGNATURE-----\r\n\r\nabcd\r\n"
                         b"-----END PGP SIGNATURE-----\r\n")
            return multipart(
                'signed; micalg=pgp-sha256; protocol="application/pgp-'
                'signature"', "s" + number, [inner, signature])
        return inner


def multipart(kind, edge, parts):
    edge = b"----=_" + edge.encode()
    return (b"Content-Type: multipart/" + kind.encode() + b'; boundary="'
            + edge + b'"\r\n\r\n--' + edge + b"\r\n"
            + (b"\r\n--" + edge + b"\r\n").join(parts)
            + b"\r\n--" + edge + b"--\r\n")


def escaped(text):
    return html.escape(text, quote=False)


def folded(line, width=76):
    return "\n".join(textwrap.wrap(line, width, break_long_words=False))


def header_block(m, long_date=True):
    labels = LABELS[m.language]
    date = {
        "en": "Saturday, November 21, 2026 1:03 PM",
        "pl": "sobota, 21 listopada 2026 13:03",
        "de": "Samstag, 21. November 2026 13:03",
        "ru": "21 ноября 2026 г. 13:03",
    }[m.language]
    if not long_date:
        date = "21.11.2026 13:03"
    return [(labels[0], "turnpost <%s>" % m.robot), (labels[1], date),
            (labels[2], "%s <%s>" % (m.name, m.sender)),
            (labels[3], m.subject)]
