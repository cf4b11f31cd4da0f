# SPDX-License-Identifier: ISC
"""How mail programs write a reply: one function a form.

Each takes the headers, the words of the answer, and the letter answered; it
returns the mail as bytes.
"""

import base64
import email.header
import html
import quopri
import textwrap
import unicodedata

WROTE = "On Sat, 21 Nov 2026 at 12:00, turnpost wrote:"


def mail(headers, kind, encoding, body):
    """A mail out of headers and an encoded body."""
    lines = ["%s: %s" % (name, encoded(value)) for name, value in headers]
    lines += ["MIME-Version: 1.0", "Content-Type: " + kind,
              "Content-Transfer-Encoding: " + encoding, "", ""]
    return "\n".join(lines).encode("ascii") + body


def encoded(value):
    value = str(value)
    if value.isascii():
        return value
    name, mark, address = value.rpartition(" <")
    words = email.header.Header(name if mark else value, "utf-8").encode()
    return words + mark + (address if mark else "")


def written(text, charset):
    """Letters that the charset lacks are written without their accents."""
    try:
        return text.encode(charset)
    except UnicodeEncodeError:
        text = "".join(c for c in unicodedata.normalize("NFD", text)
                       if not unicodedata.combining(c))
        return text.encode(charset, "replace")


def plain(headers, text, charset="utf-8", encoding="8bit", more=""):
    body = written(text, charset)
    if encoding == "base64":
        body = base64.encodebytes(body)
    elif encoding == "quoted-printable":
        body = quopri.encodestring(body)
    return mail(headers, "text/plain; charset=%s%s" % (charset, more),
                encoding, body)


def quoted(letter, mark="> "):
    return "".join((mark + line).rstrip() + "\n"
                   for line in letter.text.splitlines())


def top_posted(headers, words, letter):
    return plain(headers, "%s\n\n%s\n\n%s" % (words, WROTE, quoted(letter)))


def bottom_posted(headers, words, letter):
    return plain(headers, "%s\n%s\n%s\n\n-- \nSent with a parrot\n" % (
        WROTE, quoted(letter), words))


def quoted_printable(headers, words, letter):
    return plain(headers, "Hej \u2013 proszę:\n\n%s\n\n%s\n%s" % (
        words, WROTE, quoted(letter)), encoding="quoted-printable")


def base64_utf8(headers, words, letter):
    return plain(headers, "\ufeff%s\n\nMiłego dnia\n\n%s\n%s" % (
        words, WROTE, quoted(letter)), encoding="base64")


def in_html(words):
    return html.escape(words).replace("\n", "<br>\n")


def html_only(headers, words, letter):
    """As Gmail writes, without its plain part."""
    body = ('<div dir="ltr">%s</div><br><div class="gmail_quote">'
            '<div dir="ltr" class="gmail_attr">%s<br></div>'
            '<blockquote class="gmail_quote" style="margin:0 0 0 .8ex">'
            "%s<br></blockquote></div>\n" % (
                in_html(words), WROTE,
                html.escape(letter.text).replace("\n", "<br>\n")))
    return mail(headers, "text/html; charset=utf-8", "quoted-printable",
                quopri.encodestring(body.encode()))


def both_parts(headers, words, letter):
    """Plain and HTML, as most programs write today."""
    parts = [("plain", "%s\n\n%s\n%s" % (words, WROTE, quoted(letter))),
             ("html", "<p>%s</p><blockquote type=cite><pre>%s</pre>"
              "</blockquote>" % (in_html(words),
                                 html.escape(letter.text)))]
    body = "".join(
        "--=_fence\nContent-Type: text/%s; charset=utf-8\n"
        "Content-Transfer-Encoding: base64\n\n%s\n" % (
            kind, base64.encodebytes(text.encode()).decode())
        for kind, text in parts) + "--=_fence--\n"
    return mail(headers, 'multipart/alternative; boundary="=_fence"',
                "7bit", body.encode())


def unmarked_quote(headers, words, letter):
    """As Outlook writes: the whole original below, without marks."""
    original = "".join("%s: %s\n" % (field, letter.mail[name])
                       for field, name in (("From", "From"), ("Sent", "Date"),
                                           ("To", "To"),
                                           ("Subject", "Subject")))
    return plain(headers, "%s\n\n%s\n%s\n%s" % (
        words, 32 * "_", original, letter.text), encoding="base64")


def flowed(headers, words, letter):
    """format=flowed (RFC 3676); quotes without a blank, as mutt has them."""
    prose = " \n".join(textwrap.wrap(
        "I thought about this for a long time, looked at the islands, "
        "counted the cards, and in the end I decided as follows.", 60))
    return plain(headers, "%s\n\n%s\n\n%s\n%s" % (
        prose, words, WROTE, quoted(letter, ">")),
        more="; format=flowed")


def koi8(headers, words, letter):
    return plain(headers, "Здравствуйте, капитан!\n\n%s\n\nС уважением\n\n%s"
                 % (words, quoted(letter)), "koi8-r")


def latin2(headers, words, letter):
    return plain(headers, "Cześć, mój ruch:\n\n%s\n\n%s" % (
        words, quoted(letter)), "iso-8859-2", "quoted-printable")


def bare(headers, words, letter):
    """A telephone: no quote at all."""
    return plain(headers, words + "\n\nSent from my iPhone\n", "us-ascii",
                 "7bit")


FORMS = {function.__name__.replace("_", "-"): function for function in (
    top_posted, bottom_posted, quoted_printable, base64_utf8, html_only,
    both_parts, unmarked_quote, flowed, koi8, latin2, bare)}
