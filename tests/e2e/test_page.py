#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Pages of public matches: what they show and to whom, that every link leads
somewhere at every moment, and that nothing hidden shows, not even by a time."""

import fcntl
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

import icalendar

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from bighome import copy, database  # noqa: E402
from handmade import sql  # noqa: E402
from house import EXAMPLE, SEATS, TextHouse  # noqa: E402
from pages import Browser  # noqa: E402
from site_house import (DAY, broken, files, folder, has, played,  # noqa: E402
                        public, read, setting, write)
from tap import Tap  # noqa: E402

LANGUAGES = ["de", "en", "pl", "ru"]
MOST = 100 * 1024  # bytes of a page, without its pictures
WIDTHS = (360, 768, 1366)
SHOTS = os.environ.get("TURNPOST_SHOTS")


# ---- what is there ----

def test_pages(house):
    write(house)
    site = folder(house)
    wrong, links = broken(site)
    assert not wrong and links > 200, (wrong, links)
    for language in LANGUAGES:
        for name in ("index", "match-1", "match-2", "replay-1", "matches-0",
                     "game-mutineer", "game-hexxi", "game-fourth-bridge"):
            page = read(house, "%s/%s.html" % (language, name))
            plain = re.sub(r"(?s)<svg.*?</svg>", "", page)
            assert len(plain.encode()) <= MOST, (name, len(plain))
            assert '<html lang="%s">' % language in page
            assert "<b>Grog" not in page
            assert ('<meta http-equiv="Content-Security-Policy"'
                    ' content="default-src \'none\'; ') in page
            assert "unsafe" not in page and "script-src 'self'" not in page
            assert "http://" not in plain and "https://" not in plain
            if name.startswith("replay"):
                continue
            assert "<script" not in page and "style=" not in plain, name
            assert "default-src 'none'" in page
            if name.startswith("game"):
                assert 'src="%s.svg"' % name.replace(
                    "game", "board") in page, name
            for other in LANGUAGES:
                assert 'hreflang="%s" href="../%s/%s.html"' % (
                    other, other, name) in page, (name, other)
    assert "@example.org" not in read(house, "en/match-1.html")
    assert "&lt;b&gt;Grog &amp; Rum" in read(house, "en/index.html")
    assert has(house, "match-1.json") and not has(house, "match-2.json")
    house.ok("verify", os.path.join(site, "match-1.json"))
    assert "[]" in read(house, "match-1.json").split('"talk":')[1][:4]


def test_roles(house):
    """How often each role won, for games in which a seat has one."""
    shown = house.json("match", "show", "1")
    names = [seat["name"] for seat in shown["seats"]]
    page = read(house, "en/game-fourth-bridge.html")
    rows = dict(re.findall(r'<tr><th scope="row">(\D[^<]*)</th><td>(\d+) %</td>'
                           r"<td>1</td></tr>", page))
    want = {("Traitor" if role == "traitor" else role + " Builder"):
            "100" if name in shown["winners"] else "0"
            for role, name in zip(shown["view"]["roles"], names)}
    assert rows == want and "100" in rows.values(), (rows, want)
    assert list(rows) == sorted(rows, key=str.lower), rows
    assert ">Role</th>" in page
    assert ">Rolle</th>" in read(house, "de/game-fourth-bridge.html")
    assert ">Role</th>" not in read(house, "en/game-hexxi.html")


def test_only_what_changed(house):
    write(house)
    before = files(folder(house))
    house.now += 3600
    write(house)
    assert files(folder(house)) == before
    house.run(2 * DAY)
    write(house)
    after = files(folder(house))
    changed = {path for path in after if after[path] != before.get(path)}
    assert "en/match-2.html" in changed and "de/index.html" in changed
    assert not {path for path in changed if "match-1" in path}, changed
    assert not {path for path in changed if "game-" in path}, changed
    write(house, "--again")
    assert files(folder(house)) == after


def test_later_replays():
    """Pages that were made without a replay get one when it is asked for."""
    house = played()
    write(house, "--no-replays")
    before = files(folder(house))
    assert not has(house, "en/replay-1.html")
    write(house, "--no-replays")
    assert files(folder(house)) == before
    write(house)
    assert has(house, "en/replay-1.html")
    assert "replay-1.html" in read(house, "en/match-1.html")
    after = files(folder(house))
    write(house, "--no-replays")
    assert files(folder(house)) == after


def many_more(house, times):
    """The match that is over, so many times, with the same people."""
    with database(house) as db, db:
        db.execute("CREATE TEMP TABLE copy (n INTEGER PRIMARY KEY)")
        db.executemany("INSERT INTO copy VALUES (?)",
                       [(n,) for n in range(1, times + 1)])
        for table in ("match", "seat", "event", "holder"):
            columns = [row[1] for row in db.execute(
                "SELECT * FROM pragma_table_info(?)", (table,))]
            own = {"match": "t.match + copy.n * 2"} if (
                "match" in columns) else {"id": "t.id + copy.n * 2"}
            if table == "holder":
                own["id"] = "t.id + copy.n * 1000"
            copy(db, table, **own)
        db.execute("DELETE FROM match WHERE id > 2 AND life <> 'over'")
        db.execute("UPDATE match SET name = ? WHERE id > 2",
                   ("\u041f\u0430\u0440\u0442\u0438\u044f " * 6,))
        db.execute("UPDATE person SET shown = 'page'")
        db.execute("DROP TABLE temp.copy")


def test_size():
    """Lists of very many matches are not longer than pages may be."""
    house = played(seats=[
        name + " of a very long and noble house" for name in (
            "Anna", "Bert", "Carl")])
    many_more(house, 110)
    write(house, "--no-replays")
    rows = read(house, "ru/player-1.html").count('href="match-')
    assert rows == 100, rows
    assert has(house, "ru/matches-2.html")
    for path, (text, _) in files(folder(house)).items():
        if path.endswith(".html"):
            plain = re.sub(r"(?s)<svg.*?</svg>", "", text)
            assert len(plain.encode()) <= MOST, (path, len(plain.encode()))
    assert not broken(folder(house))[0]


def test_renamed(house):
    """Another name of the home is on all pages, games and feeds, too."""
    write(house)
    with open(house.path("turnpost.yaml"), encoding="utf-8") as file:
        text = file.read()
    assert "\nmail:\n" in text
    with open(house.path("turnpost.yaml"), "w", encoding="utf-8") as file:
        file.write(text.replace("\nmail:\n",
                                "\nmail:\n  name: The Blue Ship\n"))
    write(house)
    assert not broken(folder(house))[0]
    for name in ("en/index.html", "de/match-1.html", "pl/game-hexxi.html",
                 "ru/matches-0.html", "en/results.atom"):
        assert "The Blue Ship" in read(house, name), name


def test_no_board(house):
    """A picture that cannot be drawn stops no page."""
    os.makedirs(house.path("templates/pictures"))
    own = house.path("templates/pictures/hexxi.svg")
    with open(own, "w", encoding="utf-8") as file:
        file.write("<svg>{{#never}}")
    write(house, "--again")
    assert "board-hexxi" not in read(house, "en/game-hexxi.html")
    assert "board-mutineer" in read(house, "en/index.html")
    assert not broken(folder(house))[0]
    os.unlink(own)
    write(house, "--again")
    assert "board-hexxi.svg" in read(house, "en/game-hexxi.html")


def test_spellings(house):
    """A folder that is named in another way is the same one."""
    write(house)
    before = files(folder(house))
    os.symlink(folder(house), house.path("link"))
    for path in ("site/../site/", "link"):
        house.ok("page", house.path(path))
        assert files(folder(house)) == before
    assert sql(house, "SELECT count(*) FROM site WHERE dir = ?",
               os.path.realpath(folder(house))) == [(1,)]
    # emptied, and named otherwise: what it had is forgotten
    shutil.rmtree(folder(house))
    os.mkdir(folder(house))
    house.ok("page", house.path("link"))
    assert sql(house, "SELECT count(*) FROM site WHERE dir = ?",
               os.path.realpath(folder(house))) == [(1,)]
    assert has(house, "en/match-1.html")


def test_looks(house):
    write(house)
    browser = Browser()
    try:
        for name in ("index.html", "en/index.html", "de/match-1.html",
                     "pl/match-2.html", "ru/game-hexxi.html",
                     "de/game-mutineer.html", "ru/matches-0.html",
                     "de/replay-1.html"):
            path = os.path.join(folder(house), name)
            for width in WIDTHS:
                for scheme in ("light", "dark"):
                    wrong = browser.wrong(path, width, scheme)
                    assert not wrong, (name, width, scheme, wrong[:5])
                    if SHOTS:
                        browser.shoot(path, width, scheme, os.path.join(
                            SHOTS, "page-%s-%d-%s.png" % (
                                name.replace("/", "-"), width, scheme)))
    finally:
        browser.close()


def test_feeds(house):
    write(house)
    atom = read(house, "en/results.atom")
    assert atom.count("<entry>") == 1 and "match-1.html" in atom
    ended = re.sub(r"(?s)<svg.*?</svg>", "", read(house, "en/match-1.html"))
    won = re.findall(r'row">(?:<a[^>]*>)?<bdi>([^<]*)</bdi>(?:</a>)?'
                     r' <span class="mark">won<', ended)
    names = " and ".join([*([", ".join(won[:-1])] if won[1:] else []), won[-1]])
    assert "<summary>%s won. Bernhard " % names in atom, (won, atom)
    done = subprocess.run([sys.executable, "-c",
                           "import sys, xml.dom.minidom as d;"
                           "d.parse(sys.stdin.buffer)"],
                          input=atom.encode(), check=False)
    assert done.returncode == 0
    calendar = read(house, "de/deadlines.ics")
    assert calendar.count("BEGIN:VEVENT") == 1, calendar
    assert "UID:match-2.de@example.org\r\n" in calendar
    assert "X-WR-CALNAME:turnpost: Fristen\r\n" in calendar, calendar
    assert all(len(line.encode()) <= 75 for line in calendar.split("\r\n"))
    read_in = icalendar.Calendar.from_ical(calendar.encode())
    due, = read_in.walk("VEVENT")
    assert not read_in.errors and not due.errors
    shown = read(house, "de/match-2.html")
    assert due["DTSTART"].dt.strftime("%Y-%m-%d %H:%M") in shown


def test_headings():
    """Of a round in which nothing mattered there is not even its heading."""
    house = played(turns=5)
    write(house)
    page = re.sub(r"\s*\n\s*", "", read(house, "en/match-1.html"))
    assert page.count("<h3>") >= 2, page
    assert "</h3><h3>" not in page and "</h3></section>" not in page, page


def test_free_seats(house):
    """Before a match begins, nobody is named, and one line joins it."""
    setting(house, "signup: open")
    free = house.match("--seats-wanted", "4", "--name", "Come in",
                       seats=SEATS[:1])
    house.match("--seats-wanted", "3", "--name", "Not for all", "--policy",
                "public=no", seats=SEATS[:1])
    house.run()
    write(house)
    page = read(house, "en/index.html")
    assert "Come in" in page and "3 of 4 seats free" in page
    assert "Not for all" not in page
    assert "subject=join%%20%d&amp;body=join%%20%d" % (free, free) in page
    assert not has(house, "en/match-%d.html" % free)
    assert "Bernhard" not in page.split("Come in")[1].split("</section>")[0]
    house.ok("match", "end", str(free), "--reason", "no wine")
    write(house)
    assert "Come in" not in read(house, "en/index.html")


# ---- who is shown ----

def test_private():
    for how, running, over in (("no", False, False),
                               ("when-over", False, True)):
        house = played(how)
        write(house)
        assert has(house, "en/match-1.html") == over, how
        assert has(house, "en/match-2.html") == running, how
        for text, _ in files(folder(house)).values():
            assert how != "no" or "Bernhard" not in text
            assert "Friday" not in text
        assert not broken(folder(house))[0]


def test_hidden(house):
    write(house)
    assert "Steffi" in read(house, "en/match-1.html")
    assert not has(house, "en/player-2.html")
    house.reply(house.newest("Steffi"), "show me")
    house.run()
    house.newest("Steffi").says("a page about you")
    write(house)
    page = read(house, "en/player-2.html")
    assert "Steffi" in page and 'href="match-1.html"' in page
    assert 'href="player-2.html"' in read(house, "en/match-1.html")
    assert not broken(folder(house))[0]
    house.reply(house.newest("Steffi"), "show my name")
    house.run()
    write(house)
    assert not has(house, "en/player-2.html")
    assert "Steffi" in read(house, "en/match-1.html")
    # neither a deletion that was taken back nor kept replays keep the name
    house.ok("match", "delete", "1", "--reason", "by mistake")
    house.run()
    house.now += 60
    house.ok("match", "delete", "1", "--cancel", "--reason", "a mistake")
    house.run()
    house.reply(house.newest("Steffi"), "hide me")
    house.run()
    house.newest("Steffi").says("no page shows your name")
    write(house, "--no-replays")
    for path, (text, _) in files(folder(house)).items():
        assert "Steffi" not in text, path
        assert "steffi" not in text, path
    assert "Player 2" in read(house, "en/match-1.html")
    assert not broken(folder(house))[0]
    # nor does a number join what one person played
    for player in json.loads(read(house, "match-1.json"))["players"]:
        assert not isinstance(player.get("rated"), int), player
    house.ok("verify", os.path.join(folder(house), "match-1.json"))


def test_named_as_nameless(house):
    """A player may be called as a nameless one would be."""
    house.reply(house.newest("Steffi"), "hide me")
    house.run()
    write(house)
    page = read(house, "en/match-1.html")
    assert "player 2" in page and "Player 2*" in page
    assert "Steffi" not in page


# ---- nothing hidden ----

def example(hands):
    """The example round, with other cards in hidden hands."""
    house = TextHouse()
    public(house, settle="5m", talk="open")
    house.run()
    preset = dict(EXAMPLE)
    deck = list(EXAMPLE["deck"])
    if hands:  # each hand has its first two cards from the next one
        deck[0:2], deck[5:7] = deck[5:7], deck[0:2]
    preset["deck"] = deck
    with open(house.path("setup.json"), "w", encoding="utf-8") as file:
        json.dump(preset, file)
    house.match("--setup", house.path("setup.json"))
    house.run()
    for name in SEATS:
        house.reply(house.newest(name), "ready")
    house.run()
    return house


def secret_acts(house, acts):
    seen = []
    write(house)
    seen.append(files(folder(house)))
    for seat, text in acts:
        if text is not None:
            house.reply(house.newest(seat), text)
        house.run()
        write(house)
        seen.append(files(folder(house)))
    return seen


def test_exchange():
    """What others hold and what was sent in secret changes no byte and no
    time of any file."""
    quiet = secret_acts(example(False), [("Steffi", None)] * 4)
    other = secret_acts(example(True), [
        ("Steffi", "plan if anybody passes: pass"),
        ("Florian", "say Carmen: my wine is for you"),
        ("Carmen", "plan pass mate"), ("Florian", "status")])
    assert len(quiet[0]) > 30, len(quiet[0])
    for before, after in zip(quiet, other):
        assert sorted(before) == sorted(after)
        for path in before:
            assert before[path] == after[path], path


# ---- what goes wrong ----

def test_foreign_folder(house):
    site = house.path("foreign")
    os.mkdir(site)
    with open(os.path.join(site, "thesis.txt"), "w", encoding="utf-8"):
        pass
    house.fails(1, "is not empty and holds no pages of turnpost", "page", site)
    assert os.listdir(site) == ["thesis.txt"]
    house.fails(2, "name one folder", "page")


def test_folder_of_settings(house):
    """Where its pages cannot be written, the home has a fault until they can;
    "check" says so before."""
    site = house.path("taken")
    before = house.path("turnpost.yaml")
    with open(before, encoding="utf-8") as file:
        settings = file.read()
    setting(house, "page: taken")
    os.mkdir(site)
    thesis = os.path.join(site, "thesis.txt")
    with open(thesis, "w", encoding="utf-8"):
        pass
    checked = house.call("check")
    assert "pages cannot be written: " in " ".join(
        checked.stdout.split()), checked.stdout
    house.fails(1, "is not empty and holds no pages of turnpost", "page")
    fault, = house.json("status")["faults"]
    assert fault["what"] == "pages", fault
    checked = " ".join(house.call("check").stdout.split())
    assert "pages, since" in checked and site + " is not empty" in checked
    os.remove(thesis)
    house.ok("page")
    assert house.json("status")["faults"] == []
    assert "they go to " + site in " ".join(house.call("check").stdout.split())
    with open(before, "w", encoding="utf-8") as file:
        file.write(settings)


def test_damaged_match(house):
    """It is told, and keeps no other match from being written."""
    write(house)
    assert "Steffi" in read(house, "en/match-2.html")
    house.reply(house.newest("Steffi"), "hide me")
    house.run()
    sql(house, "UPDATE event SET move = 'nonsense' WHERE match = 1")
    house.fails(78, "match 1: ", "page", folder(house))
    assert "Steffi" not in read(house, "en/match-2.html")
    assert not broken(folder(house))[0]


def test_two_writers(house):
    write(house)
    marker = os.path.join(folder(house), ".turnpost-pages")
    with open(marker, encoding="utf-8") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        house.fails(75, "another process writes the pages", "page",
                    folder(house))


# ---- serve ----

def test_serve(house):
    site = house.path("served")
    setting(house, "page: served")
    daemon = subprocess.Popen(house.command(["-v", "serve"]),
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True)
    try:
        end = time.monotonic() + 60
        while not os.path.exists(os.path.join(site, "index.html")):
            assert time.monotonic() < end and daemon.poll() is None
            time.sleep(0.1)
    finally:
        daemon.send_signal(signal.SIGTERM)
        _, log = daemon.communicate(timeout=60)
    assert daemon.returncode == 0, log
    assert "pages-failed" not in log, log
    assert not broken(site)[0]


def writer_of(daemon):
    """The process that writes its pages, or None."""
    path = "/proc/%d/task/%d/children" % (daemon.pid, daemon.pid)
    with open(path, encoding="ascii") as file:
        for pid in map(int, file.read().split()):
            with open("/proc/%d/cmdline" % pid, "rb") as line:
                if b"page" in line.read().split(b"\0"):
                    return pid
    return None


def test_serve_answers():
    """No mail waits for pages: one that comes while they are written, by a
    writer that stands still in the middle, is answered as ever."""
    house = played()
    setting(house, "page: served")
    before = len(house.letters("Steffi"))
    daemon = subprocess.Popen(house.command(["serve"]))
    writer = None
    try:
        end = time.monotonic() + 120
        while not os.path.exists(house.path("served", "match-1.json")):
            assert time.monotonic() < end and daemon.poll() is None
            time.sleep(0.005)
        writer = writer_of(daemon)
        os.kill(writer, signal.SIGSTOP)
        assert not os.path.exists(house.path("served", "ru", "match-1.html"))
        house.reply(house.newest("Steffi"), "status")
        end = time.monotonic() + 60
        while len(house.letters("Steffi")) == before:
            assert time.monotonic() < end and daemon.poll() is None
            time.sleep(0.1)
        assert writer_of(daemon) == writer
        os.kill(writer, signal.SIGCONT)
        while writer_of(daemon) is not None:
            assert time.monotonic() < end + 60 and daemon.poll() is None
            time.sleep(0.1)
    finally:
        if writer is not None and daemon.poll() is None:
            os.kill(writer_of(daemon) or daemon.pid, signal.SIGCONT)
        daemon.send_signal(signal.SIGTERM)
        daemon.wait(60)
    assert daemon.returncode == 0
    assert not broken(house.path("served"))[0]


def main():
    t = Tap()
    house = played()
    for test in (test_pages, test_roles, test_only_what_changed, test_feeds,
                 test_looks, test_free_seats, test_foreign_folder,
                 test_folder_of_settings,
                 test_two_writers, test_spellings, test_no_board, test_hidden,
                 test_serve, test_renamed):
        t.run(test.__name__, lambda test=test: test(house))
    t.run("test_named_as_nameless", lambda: test_named_as_nameless(
        played(seats=["player 2", "Steffi", "Florian"])))
    t.run("test_damaged_match", lambda: test_damaged_match(played()))
    for test in (test_headings, test_private, test_later_replays, test_size, test_serve_answers):
        t.run(test.__name__, test)
    t.run("test_exchange", test_exchange)
    t.end()


main()
