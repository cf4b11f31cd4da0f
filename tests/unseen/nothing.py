# SPDX-License-Identifier: ISC
"""Mails that hold no command of their writer, though lines of others, footers
and talk in them look like some.  Each comes from a player with her key, which
is the worst that can happen."""

import html
import random
import textwrap

import people
from reply import LABELS, ORIGINAL, Reply, header_block, wrapped
from prose import prose
from table import CAPTAINS, held_out

FOREIGN = {
    "en": ["pay 2", "2", "status", "help", "pay 3", "resign", "key", "pass",
           "ready", "rules", "unsubscribe", "cancel", "yes", "play wine"],
    "pl": ["obiecaj 2", "2", "stan", "pomoc", "pay 3", "rezygnuj\u0119",
           "klucz", "pas", "gram", "zasady", "wypisz mnie", "anuluj"],
    "de": ["zahle 2", "2", "Stand", "Hilfe", "pay 3", "aussteigen",
           "neuer Schl\u00fcssel", "passe", "bereit", "Regeln", "abbestellen",
           "verwirf"],
    "ru": ["обещаю 2", "2", "статус", "помощь", "pay 3", "отказываюсь",
           "ключ", "пас", "участвую", "правила", "отписаться", "отмена"],
}
# Alone on a line of a mail to a list, they are meant for the list's robot.
WORDS = {"en": ["help", "unsubscribe", "key", "status", "resign"],
         "pl": ["pomoc", "wypisz mnie", "klucz", "rezygnuj\u0119"],
         "de": ["Hilfe", "abbestellen", "neuer Schl\u00fcssel", "aussteigen"],
         "ru": ["помощь", "отписаться", "ключ", "отказываюсь"]}
FYI = {"en": ["fyi", "FYI", "see below", "Look at this!", "What do you say?",
              "For your information, see the mail below.", ""],
       "pl": ["fyi", "do wiadomo\u015bci", "Zobacz ni\u017cej.", "Patrz!",
              "Przesy\u0142am dalej.", ""],
       "de": ["zur Info", "zK", "siehe unten", "Schau mal!", "fyi",
              "Weitergeleitet zur Kenntnis.", ""],
       "ru": ["к сведению", "см. ниже", "Посмотри!", "Пересылаю.", "fyi", ""]}
FORWARDS = {
    "en": ["---------- Forwarded message ---------",
           "---------- Forwarded message ----------",
           "Begin forwarded message:", "-------- Forwarded Message --------",
           "-------- Original Message --------",
           "----- Forwarded message from Max <max@example.net> -----",
           "------- Forwarded Message -------", "-----Forwarded Message-----"],
    "pl": ["---------- Forwarded message ---------",
           "Pocz\u0105tek przekazywanej wiadomo\u015bci:",
           "-------- Tre\u015b\u0107 przekazanej wiadomo\u015bci --------",
           "---------- Przekazana wiadomo\u015b\u0107 ----------",
           "-------- Przekazana wiadomo\u015b\u0107 --------"],
    "de": ["---------- Forwarded message ---------",
           "Anfang der weitergeleiteten Nachricht:",
           "-------- Weitergeleitete Nachricht --------",
           "---------- Weitergeleitete Nachricht ----------",
           "----- Weitergeleitete Mail -----"],
    "ru": ["---------- Forwarded message ---------",
           "Начало переадресованного сообщения:",
           "-------- Перенаправленное сообщение --------",
           "-------- Пересылаемое сообщение --------",
           "---------- Пересылаемое сообщение ----------",
           "-------- Конец пересылаемого сообщения --------"],
}
SIGNATURES = {
    "en": ["--\nAnna\nhelp\nstatus", "Help Desk\nHelp", "-- \n2\npay 2"],
    "pl": ["-- \nAnna\npomoc\nstan", "--\nBasia\n2"],
    "de": ["-- \nAnna\nHilfe\nStand", "--\n2\nzahle 2"],
    "ru": ["-- \nАнна\nпомощь\nстатус", "--\n2"],
}
NAMES = ["Max Mustermann <max@example.net>", "Jan Kowalski <jan@example.pl>",
         "Ann Smith <ann@example.com>", "Иван Петров <ivan@example.ru>",
         "\"Dr. Weber, K.\" <weber@example.de>"]


def inner(m, rng, named=False):
    """A third person's mail: talk, and somewhere a line like a command."""
    lines = ["Hi,", ""] if rng.random() < 0.5 else []
    lines += prose(rng, m.language, rng.randint(0, 2))
    if lines and lines[-1] and rng.random() < 0.5:
        lines.append("")
    lines.append(rng.choice(FOREIGN[m.language]))
    if rng.random() < 0.5:
        lines += ["", "Max" if not named else "Thanks,"]
    return lines


def sender_block(m, rng, labels):
    others = "".join(", " + x for x in NAMES[:rng.choice([0, 0, 0, 3])])
    if others and rng.random() < 0.5:
        others = others.replace(", ", ",\n    ")
    rows = [(labels[0], rng.choice(NAMES)),
            (labels[1], "Fri, 20 Nov 2026 09:12"),
            (labels[2], "%s <%s>%s" % (m.name, m.sender, others)),
            (labels[3], "cards")]
    form = rng.choice(["%s: %s"] * 6 + ["*%s:* %s", "**%s:** %s", "%s:\t%s",
                                        "%s : %s"])
    return [form % x for x in rows[:rng.randint(2, 4)]]


def forward(m, rng):
    labels = LABELS[m.language]
    if rng.random() < 0.5:
        labels = (labels[0], labels[4], labels[3], labels[2])
    mark = rng.choice(FORWARDS[m.language])
    lines = [rng.choice(FYI[m.language]), ""]
    if rng.random() < 0.3:
        lines += prose(rng, m.language, 1) + [""]
    lines += [mark] + sender_block(m, rng, labels) + [""]
    m.text = "\n".join(lines + inner(m, rng)) + "\n"
    return "forward " + mark.strip("- :")[:24]


def pair(row):
    """A header line, as name and value for a page."""
    name, value = row.replace("*", "").split(":", 1)
    return html.escape(name.strip()), html.escape(value.strip())


def forward_page(m, rng):
    labels = LABELS[m.language]
    mark = rng.choice(FORWARDS[m.language])
    rows = sender_block(m, rng, labels)
    body = "".join("<div>%s</div>" % (html.escape(x) or "<br>")
                   for x in inner(m, rng))
    say = html.escape(rng.choice(FYI[m.language]))
    style = rng.randrange(4)
    if style == 0:
        page = ('<div dir="ltr">%s<br><br><div class="gmail_quote"><div dir='
                '"ltr" class="gmail_attr">%s<br>%s<br></div><br><br>%s</div>'
                "</div>" % (say, mark, "<br>".join(map(html.escape, rows)),
                            body))
    elif style == 1:
        page = ('<p>%s</p><div class="moz-forward-container"><br>%s<table '
                'class="moz-email-headers-table"><tbody>%s</tbody></table>'
                "<br>%s</div>" % (say, mark, "".join(
                    "<tr><th>%s: </th><td>%s</td></tr>" % pair(x)
                    for x in rows), body))
    elif style == 2:
        page = ("<div class=WordSection1><p class=MsoNormal>%s</p><div style="
                "'border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt "
                "0cm 0cm 0cm'><p class=MsoNormal>%s</p></div>%s</div>" % (
                    say, "<br>".join("<b>%s:</b> %s" % pair(x)
                                     for x in rows), body))
    else:
        page = ("<div>%s</div><div><br></div><div>%s</div>%s<div><br></div>"
                "%s" % (say, mark, "".join("<div>%s</div>" % html.escape(x)
                                           for x in rows), body))
    m.html = page
    return "forward page %d" % style


OTHERS = [("De", "Envoy\u00e9", "\u00c0", "Objet"),
          ("De", "Enviado el", "Para", "Asunto"),
          ("Da", "Inviato", "A", "Oggetto"),
          ("Van", "Verzonden", "Aan", "Onderwerp"),
          ("Від", "Надіслано", "Кому", "Тема")]


def header_lines(m, rng):
    """Outlook: no mark at all, only the block."""
    labels = LABELS[m.language]
    if rng.random() < 0.3:
        labels = LABELS[rng.choice(sorted(LABELS))]
    elif rng.random() < 0.1:
        labels = rng.choice(OTHERS)
    rows = sender_block(m, rng, labels)
    rule = rng.choice(["", "_" * 32, "-----%s-----" % ORIGINAL[m.language],
                       "*" * 10])
    lines = prose(rng, m.language, rng.randint(0, 2)) + [""]
    lines += ([rule] if rule else []) + rows + [""] + inner(m, rng)
    m.text = "\n".join(lines) + "\n"
    return "header block %s%s" % (labels[0], " ruled" if rule else "")


MAX = "Max Weber <max@example.net>"
SAID = {
    "en": ["On Fri, Nov 20, 2026 at 9:12 AM %s wrote:" % MAX,
           "On 20 Nov 2026, at 09:12, %s wrote:" % MAX,
           "On 11/20/26 09:12, Max Weber wrote:",
           "On Friday, November 20th, 2026 at 9:12 AM, %s wrote:" % MAX,
           "%s writes:" % MAX, "Max Weber wrote:",
           "On 2026-11-20 09:12, Max Weber wrote:",
           "On Fri, 20 Nov 2026, 09:12 Max Weber, <max@example.net> wrote:",
           "---- On Fri, 20 Nov 2026 09:12:00 +0100 %s wrote ---" % MAX],
    "pl": ["pt., 20 lis 2026 o 09:12 %s napisa\u0142(a):" % MAX,
           "W dniu 20.11.2026 o 09:12, Max Weber pisze:",
           "Dnia 20 listopada 2026 09:12 %s napisa\u0142(a):" % MAX,
           "Wiadomo\u015b\u0107 napisana przez %s w dniu 20 lis 2026, o godz."
           " 09:12:" % MAX,
           "W dniu 2026-11-20 09:12:05 u\u017cytkownik %s napisa\u0142:" % MAX],
    "de": ["Am Fr., 20. Nov. 2026 um 09:12 Uhr schrieb %s:" % MAX,
           "Am 20.11.26 um 09:12 schrieb Max Weber:",
           "Am 20.11.2026 um 09:12 schrieb %s:" % MAX,
           "%s schrieb am Freitag, 20. November 2026 um 09:12:" % MAX,
           "Am Freitag, 20. November 2026 um 09:12:05 MEZ hat %s Folgendes "
           "geschrieben:" % MAX],
    "ru": ["пт, 20 нояб. 2026 г. в 09:12, %s:" % MAX,
           "20.11.2026 09:12, Max Weber пишет:",
           "20 нояб. 2026 г., в 09:12, %s написал(а):" % MAX,
           "20.11.2026, 09:12, \"Max Weber\" <max@example.net>:",
           "Пятница, 20 ноября 2026, 9:12 +03:00 от %s:" % MAX],
}


def attribution(m, rng):
    """A third mail quoted without marks."""
    lines = prose(rng, m.language, rng.randint(1, 2)) + [""]
    said = rng.choice(SAID[m.language] + SAID["en"][:2])
    if rng.random() < 0.3:
        said = "\n".join(textwrap.wrap(said, rng.randint(30, 60)))
    m.text = "\n".join(lines + [said, ""] + inner(m, rng)) + "\n"
    return "attribution unmarked"


def marked_quote(m, rng):
    lines = prose(rng, m.language, rng.randint(1, 3)) + [""]
    mark = rng.choice(["> ", ">", ">> ", "| "])
    m.text = "\n".join(
        lines + ["On Friday Max wrote:"] + [
            mark + x for x in inner(m, rng)]) + "\n"
    return "marked quote"


def own_letter_back(m, rng):
    """The letter alone, as Outlook quotes it, with talk above."""
    rows = header_block(m)
    m.text = ("\n".join(prose(rng, m.language, rng.randint(1, 2))) + "\n\n"
              + "\n".join("%s: %s" % x for x in rows) + "\n\n"
              + m.unmarked() + "\n")
    return "letter back"


def letter_rewrapped(m, rng):
    """Without marks, blocks, or the cut line."""
    width = rng.randint(34, 72)
    source = m.source()
    kind = "letter rewrapped"
    if rng.random() < 0.4:
        source = m.letter.invitation.text
        kind = "invitation rewrapped"
    text = "\n".join(x for x in source.split("\n") if "#~" not in x)
    m.text = wrapped(text, width) + "\n"
    return kind


def comb_quote(m, rng):
    """Marked, then wrapped: the ends of lines stand without a mark."""
    text = m.marked("> ", ">")
    if rng.random() < 0.4:
        text = "\n".join("> " + x for x in
                         m.letter.invitation.text.split("\n"))
    m.text = ("\n".join(prose(rng, m.language, 1)) + "\n\n----- Original "
              "Message -----\nFrom: \"turnpost\" <%s>\nTo: <%s>\n\n" % (
                  m.robot, m.sender)
              + wrapped(text, rng.randint(40, 74)) + "\n")
    return "comb quote"


LIST_FOOTERS = [
    "_______________________________________________\nboats mailing list -- "
    "boats@lists.example.net\nTo unsubscribe send an email to boats-leave@"
    "lists.example.net\n",
    "_______________________________________________\nBoats mailing list\n"
    "Boats@lists.example.net\nhttps://lists.example.net/listinfo/boats\n",
    "-- \nYou received this message because you are subscribed to the Google "
    "Groups \"boats\" group.\nTo unsubscribe from this group and stop "
    "receiving emails from it, send an email to boats+unsubscribe@"
    "googlegroups.example.\n",
    "------------------------------------------------------------\nhelp\n"
    "unsubscribe\nhttps://groups.example.net/boats\n",
    "=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=\nGroups.io Links: You "
    "receive all messages sent to this group.\nView/Reply Online (#2): https:"
    "//groups.example.net/g/boats/message/2\nMute This Topic: https://groups."
    "example.net/mt/2\n=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=-=\n",
    "---\nTo unsubscribe, e-mail: boats-unsubscribe@example.net\nFor "
    "additional commands, e-mail: boats-help@example.net\n",
    "--~--~---------~--~----~------------~-------~--~----~\nhelp\nkey\n"
    "-~----------~----~----~----~------~----~------~--~---\n",
    "########################\nTo leave the BOATS list:\nunsubscribe\nhttps:"
    "//listserv.example.edu/cgi-bin/wa?SUBED1=BOATS\n########\n",
]


def list_mail(m, rng):
    """Of a mailing list that the robot's address got into."""
    m.headers += ["List-Id: <boats.lists.example.net>",
                  "List-Unsubscribe: <mailto:boats-leave@lists.example.net>",
                  "Precedence: list"][:rng.choice([0, 1, 2, 3])]
    at = rng.randrange(len(LIST_FOOTERS))
    middle = ["", rng.choice(WORDS[m.language])] if (
        m.headers and rng.random() < 0.4) else []
    m.text = "\n".join(prose(rng, m.language, rng.randint(1, 4)) + middle
                       + ["", LIST_FOOTERS[at]])
    return "list footer %d%s" % (at, "" if m.headers else " no fields")


def newsletter(m, rng):
    words = {"en": ("Unsubscribe", "Help", "View in browser", "Rules"),
             "pl": ("Wypisz mnie", "Pomoc", "Zobacz w przegl\u0105darce",
                    "Zasady"),
             "de": ("Abbestellen", "Hilfe", "Im Browser ansehen", "Regeln"),
             "ru": ("Отписаться", "Помощь", "Открыть в браузере",
                    "Правила")}[m.language]
    hidden = rng.choice([
        '<div style="display:none;max-height:0">%s</div>',
        '<span style="display: none !important; visibility:hidden;mso-hide:'
        'all;font-size:1px;color:#ffffff;line-height:1px;max-height:0px;'
        'opacity:0;overflow:hidden">%s</span>',
        '<div style="font-size:0;line-height:0">%s</div>',
        '<p style="color:#ffffff;background-color:#ffffff">%s</p>',
        '<div hidden>%s</div>']) % rng.choice(FOREIGN[m.language])
    body = "".join("<p>%s</p>" % html.escape(x)
                   for x in prose(rng, m.language, 3))
    links = rng.choice([" | ", "<br>", "</td><td>", "</p><p>"]).join(
        '<a href="https://news.example.net/%d">%s</a>' % x
        for x in enumerate(words))
    m.html = ("<html><body>%s<table><tr><td>%s</td></tr><tr><td><p style="
              '"font-size:11px;color:#999">%s</p></td></tr></table></body>'
              "</html>" % (hidden, body, links))
    if rng.random() < 0.7:
        m.headers.append("List-Unsubscribe: <https://news.example.net/u/2>")
    if rng.random() < 0.4:
        m.text = ("\n".join(prose(rng, m.language, 3)) + "\n\n"
                  + "\n".join("%s\nhttps://news.example.net/%d" % (y, x)
                              for x, y in enumerate(words)) + "\n")
        if rng.random() < 0.5:
            m.html = None
    return "newsletter %s" % ("text" if m.text else "page")


def hidden_text(m, rng):
    style = rng.choice(["display:none", "font-size:0px", "font-size: 0",
                        "color:#fff;background:#fff", "visibility:hidden",
                        "max-height:0;overflow:hidden", "opacity:0",
                        "mso-hide:all;display:none", "color:white"])
    m.html = ('<html><body bgcolor="#ffffff"><div>%s</div><div style="%s">%s'
              "</div></body></html>" % (
                  "</div><div>".join(map(html.escape, prose(
                      rng, m.language, 2))), style,
                  rng.choice(FOREIGN[m.language])))
    return "hidden " + style.replace(" ", "")


def calendar(m, rng):
    words = {
        "en": "When: Saturday, November 21, 2026 2:00 PM-3:00 PM\nWhere: "
              "Room 2\n\n*~*~*~*~*~*~*~*~*~*\n\n",
        "pl": "Kiedy: sobota, 21 listopada 2026 14:00-15:00\nGdzie: Sala 2"
              "\n\n*~*~*~*~*~*~*~*~*~*\n\n",
        "de": "Wann: Samstag, 21. November 2026 14:00-15:00\nWo: Raum 2\n\n"
              "*~*~*~*~*~*~*~*~*~*\n\n",
        "ru": "Когда: 21 ноября 2026 г. 14:00-15:00\nГде: Комната 2\n\n"
              "*~*~*~*~*~*~*~*~*~*\n\n",
    }[m.language]
    join = ("Microsoft Teams\nJoin the meeting now\nMeeting ID: 222 333 444 2"
            "\nPasscode: aB2\nDial in by phone\n+1 323-555-0122,,2#\n")
    m.text = (words + "\n".join(prose(rng, m.language, 1)) + "\n\n"
              + rng.choice(["", join]))
    return "calendar"


def receipt(m, rng):
    rows = []
    for _ in range(rng.randint(2, 5)):
        count = rng.randint(1, 3)
        item = rng.choice(["Wine", "Salt", "Grain", "Cloth", "Ruby ring",
                           "Wein", "Sukno", "Вино"])
        form = rng.randrange(4)
        rows += [["%d x %s  %d.00 EUR" % (count, item, 4 * count)],
                 [item, str(count), "%d.00" % (4 * count)],
                 ["%d" % count, item],
                 ["%s\t%d\t%d,99" % (item, count, count)]][form]
    total = {"en": "Total: ", "pl": "Razem: ", "de": "Summe: ",
             "ru": "Итого: "}[m.language]
    shop = {"en": "Your order no. 22", "pl": "Zam\u00f3wienie nr 22",
            "de": "Ihre Bestellung Nr. 22", "ru": "Ваш заказ № 22"}
    m.text = "\n".join([shop[m.language], ""] + rows + ["", total + "12.00"]
                       + prose(rng, m.language, 1)) + "\n"
    return "receipt"


def footer(m, rng):
    """Talk, then what a phone, a firm or a habit puts below."""
    foot = rng.choice([
        people.GALAXY[m.language] + "\nHelp", "\n".join(
            ["Sent from my Galaxy", "", "Help"]),
        rng.choice(SIGNATURES[m.language]),
        people.JOBS[m.language].format(name=m.name),
        people.IPHONE[m.language] + "\n\nHelp\nStatus\nhttps://example.com",
        "________________________________\nHelp\nhttps://firm.example/help\n"
        "Rules\nhttps://firm.example/rules",
        people.DISCLAIMERS[m.language]])
    m.text = "\n".join(prose(rng, m.language, rng.randint(1, 3))
                       + ["", foot]) + "\n"
    return "footer " + foot.split("\n")[0][:12]


def talk(m, rng):
    """Nothing but prose, wrapped or not."""
    text = "\n".join(prose(rng, m.language, rng.randint(2, 9),
                           rng.random() < 0.5))
    if rng.random() < 0.5:
        width = rng.randint(58, 78)
        text = "\n".join("\n".join(textwrap.wrap(x, width)) for x in
                         text.split("\n"))
    m.text = text + "\n"
    if rng.random() < 0.3:
        m.html = "<div>%s</div>" % html.escape(m.text).replace("\n", "<br>")
        m.text = None
    return "talk"


KINDS = [forward, forward, forward_page, header_lines, header_lines,
         attribution, marked_quote, own_letter_back, letter_rewrapped,
         comb_quote, list_mail, newsletter, hidden_text, calendar, receipt, footer,
         talk, talk, talk, talk]
# Mails that are no answers to a letter, more often than not.
OFTEN_FRESH = {newsletter, receipt, calendar, list_mail, hidden_text}
# Foreign lines like commands: here she may be asked whether she means them.
ASKABLE = {"forward", "header", "attribution"}


class Case:
    def __init__(self, number, language, seed="unseen nothing"):
        self.rng = random.Random("%s %s %d" % (seed, language, number))
        self.language = language
        self.make = KINDS[number % len(KINDS)]

    def write(self, name, letter):
        m = Reply(self.rng, self.language, name, letter, [], people.Around(
            self.rng, self.language, name), "top")
        self.kind = self.make(m, self.rng)
        if self.make in OFTEN_FRESH and self.rng.random() < 0.6:
            m.fresh = "Subject: %s" % self.rng.choice(
                ["Your order", "Newsletter 2", "News of the week", "Agenda"])
            self.kind += " fresh"
        m.transfer = self.rng.choice(["8bit", "quoted-printable", "base64"])
        self.about = self.language
        self.template = "%s %s %s" % (self.kind, self.language,
                                      self.rng.randrange(5))
        self.held = held_out(self.template)
        self.raw = m.raw()
        return self.raw

    def right(self, outcome):
        """Not obeyed: no move, no change, nothing said to be done."""
        return not (outcome.moves or outcome.effects
                    or (outcome.done and not outcome.asked))


class Foreign(Case):
    """What can be asked about: another person's move, and nothing else."""

    def __init__(self, number, language):
        super().__init__(number, language, "unseen foreign")
        self.make = [forward, header_lines, attribution, forward_page][
            number % 4]

    def write(self, name, letter):
        moves = FOREIGN[self.language]
        try:
            FOREIGN[self.language] = [moves[0], moves[4]]
            return super().write(name, letter)
        finally:
            FOREIGN[self.language] = moves


def foreign(count):
    return [Foreign(number // 4, sorted(CAPTAINS)[number % 4])
            for number in range(count)]


def cases(count):
    return [Case(number // 4, sorted(CAPTAINS)[number % 4])
            for number in range(count)]
