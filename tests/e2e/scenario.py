# SPDX-License-Identifier: ISC
"""Scenarios: files of times, mails in and letters expected, one story each.

tests/scenarios/TOPIC-WHAT.txt; a line is a comment ("#") or one of these.
Times and letters are the program's own: every line that acts ends with the
step "run" at the simulated time, but where it says otherwise.

Before a match:
  policy time=3d settle=5m     policy of the matches below; values with blanks
                               in quotes: policy "time=2 working days"
  config KEY: VALUE            a line for turnpost.yaml (top level)
  now 2026-11-21 13:00 Europe/Warsaw     the clock; UTC if no zone stands there
A match:
  example [WORDS]              the example round, all ready: Bernhard, Steffi,
                               Florian, Carmen; WORDS are options of "match new"
  match GAME NAME NAME ... [-- WORDS]    invited, not ready
  ready [NAME ...]             they (or all who play in match 1) say so
  person NAME WORDS            turnpost person set, as "--zone Europe/Warsaw"
Mails:
  NAME: TEXT                   she answers her newest letter; more lines of the
                               mail stand below, indented
  NAME: take CODE              the code that her newest letter with one holds
  NAME 2: TEXT                 she answers her second letter (-2: the last but
                               one; "/2": her newest one of match 2)
  NAME ~: TEXT                 the mail comes, but nothing is run
  NAME: yes CODE               the code that stands in that letter
  NAME writes: TEXT            a mail of her own to the robot's address
  NAME writes ADDRESS: TEXT    the same to another address
Time:
  +3d                          goes on (d, h, m, s), "run" every hour in which
                               something is due (always, if the topic is clock
                               or outages count) and at the end; "+3d by 10m":
                               more often
  at 2026-11-24 18:00:00 UTC   goes on to then in the same way
  skip 2d                      goes on without a run; skip to 2026-11-24 18:00
  run                          receive, handle, tick, send
  step tick                    one step alone (or receive, handle, send)
The organiser:
  $ match pause 1 --reason "tea"         a command, which must end well
  $! match show 7 | there is no          must fail with that text
  = TEXT                       what the command above printed holds that
  =! TEXT                      and not that
Expected:
  > NAME: TEXT                 her newest letter holds that (blanks and line
                               ends alike)
  > NAME! TEXT                 and not that
  > NAME subject: TEXT         its subject does
  >> NAME: TEXT                one of her letters since the last "mark" does
  >> NAME! TEXT                none of them does
  > NAME gets 2                so many letters since the last "mark"
  mark                         from here on letters are counted
  moves: Bernhard play wine | Steffi pass   the log of match 1 ends with these
  asked: Anna Bert             who is asked in match 1
  seat NAME held=robot         what "match show 1" says of her seat
  state running                what it says of match 1
A comment "Not on a server: WHY" leaves it out where the rows are on one.
"""

import datetime
import email.message
import email.utils
import functools
import json
import os
import re
import shlex
import sys
import zoneinfo

import yaml

import house as houses
from house import EXAMPLE, House, PLAIN, ROBOT, SEATS, SRC, address
from tap import Tap

LANGUAGES = ["en", "de", "pl", "ru"]
UNITS = {"d": 86400, "h": 3600, "m": 60, "s": 1}


def seconds(text):
    found = re.fullmatch(r"(\d+)([dhms])", text)
    assert found, "%r is no stretch of time" % text
    return int(found.group(1)) * UNITS[found.group(2)]


def moment(text):
    """"2026-11-21 13:00[:00] [ZONE]": seconds since 1970."""
    words = text.split()
    zone = zoneinfo.ZoneInfo(words[2] if len(words) > 2 else "UTC")
    day = datetime.datetime.fromisoformat(" ".join(words[:2]))
    return int(day.replace(tzinfo=zone).timestamp())


def flat(text):
    return " ".join(text.split())


# Is something due by a moment?  As Q_NEXT of store/matches/timers.c has it, and letters.
DUE = """
SELECT 1 WHERE EXISTS (SELECT * FROM timer WHERE due <= :now)
 OR EXISTS (SELECT * FROM unwritten WHERE due <= :now)
 OR EXISTS (SELECT * FROM onlooker WHERE due > 0 AND due <= :now)
 OR EXISTS (SELECT * FROM offer WHERE due > 0 AND due <= :now)
 OR EXISTS (SELECT * FROM outbox WHERE state NOT IN ('sent', 'replaced'))
 OR EXISTS (SELECT * FROM inbox WHERE state = 'new')"""

# What only says what is expected; not done when letters speak another language.
EXPECTED = {"wrong", "printed", "printed_not", "mark", "newest", "newest_not",
            "subject", "some", "none", "gets", "moves", "asked", "seat",
            "state"}


@functools.lru_cache
def forms(language, word):
    """How a language writes a word of requests; no other language: English."""
    with open(os.path.join(SRC, "templates", language, "words.yaml"),
              encoding="utf-8") as file:
        return yaml.safe_load(file)["request"].get(word, []) + [word]


class Scenario:
    def __init__(self, path, language=None):
        """language: the story alone, told to people who read that one.  They
        still write English, which works in every language."""
        self.path = path
        self.language = language
        self.house = House()
        self.keys = dict(PLAIN)
        self.house.text_alone()  # nothing else is looked at
        topic = os.path.basename(path).split("-")[0]
        with open(path, encoding="utf-8") as file:
            text = file.read()
            # what no row is due for: outages, the organiser's letter
            self.always = (topic == "clock" or "config outage" in text
                           or "organiser" in text)
        self.marks = {}
        self.said = ""
        self.line = 0
        if language:
            self.config("language", language)

    # ---- reading ----

    def blocks(self):
        """(number of the line, line, the indented lines below it)"""
        with open(self.path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        found = []
        for number, line in enumerate(lines, 1):
            if line.startswith("    ") and found:
                found[-1][2].append(line[4:])
            elif line.strip() == "" and found and found[-1][2]:
                found[-1][2].append("")
            elif line.strip() and not line.startswith("#"):
                found.append((number, line.rstrip(), []))
        return found

    def play(self):
        try:
            for number, line, more in self.blocks():
                self.line = number
                while more and more[-1] == "":
                    more.pop()
                self.do(line, more)
        except Exception as fault:
            raise AssertionError("%s:%d: %s: %s" % (
                os.path.basename(self.path), self.line,
                type(fault).__name__, fault)) from fault
        finally:
            self.house.close()

    def do(self, line, more):
        for form, method in FORMS:
            found = re.fullmatch(form, line)
            if found:
                assert not more or method == "mail", "lines below"
                if self.language and method in EXPECTED:
                    return
                if method == "mail":
                    self.mail(more, **found.groupdict())
                else:
                    getattr(self, method)(**found.groupdict())
                return
        raise AssertionError("cannot read %r" % line)

    # ---- before a match ----

    def policy(self, words):
        for word in shlex.split(words):
            key, value = word.split("=", 1)
            self.keys[key.replace("-", "_")] = value
        self.house.policy(**self.keys)

    def config(self, key, value):
        path = self.house.path("turnpost.yaml")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write("%s: %s\n" % (key, value) + "".join(
                one for one in text.splitlines(True)
                if not one.startswith(key + ":")))

    def clock(self, when):
        self.house.now = moment(when)

    def example(self, words):
        path = self.house.path("setup.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(EXAMPLE, file)

        def begin():
            self.house.match("--setup", path, "--name", "Example",
                             *shlex.split(words or ""))
            self.house.run(0)
            self.ready("")

        self.house.once(begin, "all ready", words)

    def match(self, game, words):
        names, _, more = words.partition(" -- ")
        self.house.match(*shlex.split(more), seats=names.split(), game=game)
        self.house.run(0)

    def seats(self):
        return self.house.json("match", "show", "1")["seats"]

    def ready(self, names):
        for name in (names or "").split() or self.playing():
            self.house.reply(self.house.newest(name), "ready")
        self.house.run(0)

    def playing(self):
        return [name for name, in self.house.rows(
            "SELECT name FROM seat WHERE match = 1 ORDER BY seat")]

    def person(self, name, words):
        for one in self.house.json("person", "list"):
            if one["name"] == name:
                self.house.ok("person", "set", str(one["person"]),
                              *shlex.split(words))
                return
        raise AssertionError("nobody is called " + name)

    # ---- mails ----

    def letter(self, name, which):
        letters = self.house.letters(name)
        if which is None:
            return letters[-1]
        if which.startswith("/"):
            match = [one for one in letters if re.search(
                r"\+g%s\.s" % which[1:], str(one.mail["Reply-To"]))]
            return match[-1]
        number = int(which)
        return letters[number - 1 if number > 0 else number]

    def code(self, name, word):
        """The newest one that a letter asked her to write behind a word."""
        words = "|".join(form for one in (word, "yes")
                         for language in LANGUAGES
                         for form in forms(language, one))
        for letter in reversed(self.house.letters(name)):
            found = re.search(r"\u2192 (?:%s) (\S+)" % words, letter.text)
            if found:
                return word + " " + found.group(1)
        raise AssertionError("no code for " + word)

    def mail(self, more, name, which, quiet, text):
        body = "\n".join(([text] if text else []) + more)
        body = re.sub(r"(?m)^(\w+) CODE$",
                      lambda found: self.code(name, found.group(1)), body)
        self.house.reply(self.letter(name, which), body)
        if not quiet:
            self.house.run(0)

    def write(self, name, to, quiet, text):
        self.house.count += 1
        mail = email.message.EmailMessage()
        mail["From"] = "%s <%s>" % (name, address(name))
        mail["To"] = to or ROBOT
        mail["Subject"] = "turnpost"
        mail["Message-ID"] = "<%d.%d@client.example>" % (
            self.house.now, self.house.count)
        mail["Date"] = email.utils.formatdate(self.house.now)
        mail.set_content(text.replace(" / ", "\n") + "\n")
        self.house.deliver(mail.as_bytes())
        if not quiet:
            self.house.run(0)

    # ---- time ----

    def until(self, end, step):
        while self.house.now < end:
            self.house.now = min(end, self.house.now + step)
            if self.house.now == end or self.busy():
                self.house.run(0)

    def busy(self):
        """Is something due by a row of its own, as for "serve"?  What else the
        steps do from time to time comes with the last run, or in scenarios
        that always run."""
        if self.always or os.listdir(self.house.path("spool", "in", "new")):
            return True
        return bool(self.house.rows(
            DUE.replace(":now", str(self.house.now))))

    def later(self, span, step):
        self.until(self.house.now + seconds(span), seconds(step or "1h"))

    def at(self, when, step):
        self.until(moment(when), seconds(step or "1h"))

    def skip(self, span):
        self.house.now += seconds(span)

    def skip_to(self, when):
        self.house.now = moment(when)

    def run(self):
        self.house.run(0)

    def step(self, name):
        self.house.ok(name)

    # ---- the organiser ----

    def command(self, words):
        self.said = self.house.ok(*shlex.split(words))
        self.house.run(0)

    def wrong(self, words, text):
        done = self.house.call(*shlex.split(words))
        assert done.returncode != 0, "it ended well: " + done.stdout
        assert text in flat(done.stderr), done.stderr

    def printed(self, text):
        assert text in flat(self.said), self.said

    def printed_not(self, text):
        assert text not in flat(self.said), self.said

    # ---- expected ----

    def since(self, name):
        return self.house.letters(name)[self.marks.get(name, 0):]

    def mark(self):
        out = self.house.path("spool", "out")
        self.marks = {box.split("@")[0].capitalize(): 0
                      for box in os.listdir(out)}
        for name in self.marks:
            self.marks[name] = len(self.house.letters(name))

    def newest(self, name, text):
        self.house.newest(name).says(flat(text))

    def newest_not(self, name, text):
        self.house.newest(name).lacks(flat(text))

    def subject(self, name, text):
        subject = str(self.house.newest(name).mail["Subject"])
        assert text in subject, subject

    def some(self, name, text):
        letters = [flat(one.text) for one in self.since(name)]
        assert any(flat(text) in one for one in letters), \
            "%d letters, none holds %r\n%s" % (
                len(letters), text, "\n----\n".join(
                    one.text for one in self.since(name)))

    def none(self, name, text):
        for one in self.since(name):
            one.lacks(flat(text))

    def gets(self, name, count):
        letters = self.since(name)
        assert len(letters) == int(count), "%d letters, not %s\n%s" % (
            len(letters), count, "\n----\n".join(one.text for one in letters))

    def moves(self, text):
        want = [one.strip() for one in text.split("|")]
        got = ["%s %s" % pair for pair in self.house.moves()][-len(want):]
        assert got == want, got

    def asked(self, names):
        got = [one["name"] for one in self.seats() if one["asked"]]
        assert got == names.split(), got

    def seat(self, name, key, value):
        for one in self.seats():
            if one["name"] == name:
                assert json.dumps(one[key]).strip('"') == value, one
                return
        raise AssertionError("no seat is called " + name)

    def state(self, word):
        shown = self.house.json("match", "show", "1")["state"]
        assert shown == word, shown


NAME = r"(?P<name>[A-Z]\w*)"
FORMS = [
    (r"policy (?P<words>.*)", "policy"),
    (r"config (?P<key>[\w-]+): (?P<value>.*)", "config"),
    (r"now (?P<when>.*)", "clock"),
    (r"example(?: (?P<words>.*))?", "example"),
    (r"match (?P<game>[\w-]+) (?P<words>.*)", "match"),
    (r"ready(?: (?P<names>.*))?", "ready"),
    (r"person %s (?P<words>.*)" % NAME, "person"),
    (r"\+(?P<span>\w+)(?: by (?P<step>\w+))?", "later"),
    (r"at (?P<when>.*?)(?: by (?P<step>\w+))?", "at"),
    (r"skip to (?P<when>.*)", "skip_to"),
    (r"skip (?P<span>\w+)", "skip"),
    (r"run", "run"),
    (r"step (?P<name>\w+)", "step"),
    (r"\$! (?P<words>.*?) \| (?P<text>.*)", "wrong"),
    (r"\$ (?P<words>.*)", "command"),
    (r"=! (?P<text>.*)", "printed_not"),
    (r"= (?P<text>.*)", "printed"),
    (r"mark", "mark"),
    (r"> %s: (?P<text>.*)" % NAME, "newest"),
    (r"> %s! (?P<text>.*)" % NAME, "newest_not"),
    (r"> %s subject: (?P<text>.*)" % NAME, "subject"),
    (r">> %s: (?P<text>.*)" % NAME, "some"),
    (r">> %s! (?P<text>.*)" % NAME, "none"),
    (r"> %s gets (?P<count>\d+)" % NAME, "gets"),
    (r"moves: (?P<text>.*)", "moves"),
    (r"asked: ?(?P<names>.*)", "asked"),
    (r"seat %s (?P<key>\w+)=(?P<value>.*)" % NAME, "seat"),
    (r"state (?P<word>\w+)", "state"),
    (r"%s writes(?: (?P<to>\S+@\S+?))?(?P<quiet> ~)?: (?P<text>.*)" % NAME,
     "write"),
    (r"%s(?: (?P<which>/?-?\d+))?(?P<quiet> ~)?: ?(?P<text>.*)" % NAME,
     "mail"),
]


def files(*topics):
    """The scenarios of these topics."""
    folder = os.path.join(SRC, "tests", "scenarios")
    return [os.path.join(folder, one) for one in sorted(os.listdir(folder))
            if one.endswith(".txt") and one.split("-")[0] in topics]


def main(*topics):
    """Play all scenarios of the topics, or those named on the command line."""
    tap = Tap()
    paths = sys.argv[1:] or files(*topics)
    assert paths, "no scenario of %s" % ", ".join(topics)
    for path in paths:
        scenario = Scenario(path)
        name = os.path.basename(path)[:-4].replace("-", " ")
        with open(path, encoding="utf-8") as file:
            why = re.search(r"(?m)^# Not on a server: (.*)", file.read())
        if why and houses.POSTGRES:
            tap.skip(name, why.group(1))
        else:
            tap.run(name, scenario.play)
    tap.end()
