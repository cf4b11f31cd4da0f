#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""What comes with the last letter: the record, which verify takes as it was
saved, and the page, which steps through the match in a real browser."""

import gzip
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House, TURNPOST  # noqa: E402
from tap import Tap  # noqa: E402

GAMES = {"mutineer": ["Anna", "Boris", "Carla"],
         "hexxi": ["Anna", "Boris"],
         "fourth-bridge": ["Anna", "Boris", "Carla"]}
DAY = 24 * 60
MOST = 200 * 1024
BROWSER = "chromium"


def played(game, own=()):
    """Nobody decides anything: deadlines make all moves, to the end."""
    house = House()
    for path, text in own:
        path = house.path("templates", *path)
        os.makedirs(os.path.dirname(path))
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    more = ["--option", "turn_limit=3"] if game == "fourth-bridge" else []
    house.match("--policy", "time=1d", "--policy", "graces=0",
                "--policy", "open-after=none", *more, seats=GAMES[game],
                game=game)
    house.run()
    for name in GAMES[game]:
        house.reply(house.newest(name), "ready luck three parrots")
    for _ in range(400):
        house.run(2 * DAY)
        if house.life() == "over":
            return house
    raise AssertionError("no end")


def attached(letter):
    return {part.get_filename(): part.get_content()
            for part in letter.mail.iter_attachments()}


def saved(house, name, content):
    path = house.path(name)
    if isinstance(content, str):
        content = content.encode()
    with open(path, "wb") as file:
        file.write(content)
    return path


def check_files(house, seat):
    letter = house.newest(seat)
    files = attached(letter)
    assert len(letter.raw) <= MOST, len(letter.raw)
    assert sorted(files) in (["match-1.html", "match-1.json"],
                             ["match-1.html", "match-1.json.gz"]), files
    for name in files:
        if not name.endswith(".html"):
            done = subprocess.run(
                [TURNPOST, "verify", saved(house, name, files[name])],
                capture_output=True, text=True, timeout=60)
            assert done.returncode == 0, done.stdout + done.stderr
            assert done.stdout.endswith(name + " holds\n"), done.stdout
            assert name in letter.text, name
            with open(house.path(name), "rb") as file:
                record = file.read()
            if name.endswith(".gz"):
                record = gzip.decompress(record)
            assert {"n", "seat", "move", "by", "draws"} == {
                key for event in json.loads(record)["events"] for key in event}
    assert "match-1.html" in letter.text


def check_history(house, seat):
    """Whoever asks for all that happened gets them again; others do not."""
    house.reply(house.newest(seat), "help")
    house.run()
    assert not attached(house.newest(seat))
    house.reply(house.newest(seat), "history")
    house.run()
    assert len(attached(house.newest(seat))) == 2


def dumped(path, step):
    """The page as it is after its script ran, and what went wrong in it."""
    with tempfile.TemporaryDirectory() as profile:
        done = subprocess.run(
            [BROWSER, "--headless", "--no-sandbox", "--disable-gpu",
             "--user-data-dir=" + profile, "--enable-logging=stderr",
             "--virtual-time-budget=4000", "--dump-dom",
             "file://%s#%d" % (path, step)],
            capture_output=True, text=True, timeout=120)
    faults = [line for line in done.stderr.splitlines()
              if "CONSOLE" in line]
    assert not faults, faults
    return done.stdout


def page_of(house):
    path = house.path("page.html")
    house.ok("export", "1", "--html", path)
    with open(path, encoding="utf-8") as file:
        return path, file.read()


def check_page(house):
    """It needs nothing from outside, and reads as a list without script."""
    path, page = page_of(house)
    assert len(page.encode()) <= 65536, len(page)
    assert not re.search(r'(src|href)="(?!#)', page)
    assert "http://" not in page and "https://" not in page
    events = house.json("match", "log", "1")
    items = re.findall(r'<li value="(\d+)"><b>([^<]*)</b>', page)
    assert len(items) == len(events) + 1
    for (number, text), event in zip(items[1:], events):
        assert text.startswith(event["name"] + " \u2192 "), (number, text)
    return path


def check_steps(house, path):
    """All steps by the browser: each has its text, points, and a picture."""
    events = house.json("match", "log", "1")
    last = len(events)
    seen = set()
    for step in sorted({0, 1, last // 3, last // 2, last - 1, last}):
        dom = dumped(path, step)
        assert '<section id="stage">' in dom, "the script did not run"
        assert '<p id="broken" hidden="">' in dom
        count = re.search(r'id="count">([^<]*)<', dom).group(1)
        assert count == "%d / %d" % (step, last), count
        picture = re.search(r'<img id="picture"[^>]*>', dom).group(0)
        assert " hidden" not in picture
        seen.add(re.search(r'src="(data:image/svg[^"]*)"', picture).group(1))
        assert re.search(r'id="move">[^<]+<', dom)
        assert len(re.findall(r"<td>-?\d+</td>", dom)) == \
            len(house.json("match", "show", "1")["seats"])
        assert '<li value="%d" class="now">' % step in dom
    assert len(seen) > 1, "the picture never changes"


def check_broken():
    """An organiser's own page and picture that are broken stop no match."""
    house = played("hexxi", [(("pages", "replay.html"), "{{#page}}"),
                             (("pictures", "hexxi.svg"), "{{#picture}}")])
    files = attached(house.newest("Anna"))
    assert any(name.endswith(".html") for name in files), files
    done = house.call("check")
    assert done.returncode == 1
    for name in ("hexxi.svg: ", "pages/replay.html"):
        assert "wrong    pictures: " + name in done.stdout, done.stdout
    house.close()


def check_refused():
    """Before the end it is shown to nobody who does not look."""
    house = House()
    house.match(seats=GAMES["hexxi"], game="hexxi")
    house.run()
    for name in GAMES["hexxi"]:
        house.reply(house.newest(name), "ready")
    house.run()
    path = house.path("page.html")
    house.fails(1, "reveal", "export", "1", "--html", path)
    assert not os.path.exists(path)
    house.ok("--reveal", "export", "1", "--html", path)
    assert os.path.exists(path)
    house.fails(1, "no language", "--reveal", "export", "1", "--html", path,
                "--language", "xx")
    house.close()


def main():
    tap = Tap()
    for game in GAMES:
        house = tap.run("%s: played to its end" % game, played, game)
        if house is None:
            continue
        seat = GAMES[game][0]
        tap.run("%s: files of the last letter" % game, check_files, house,
                seat)
        tap.run("%s: files when asked" % game, check_history, house, seat)
        path = tap.run("%s: the page as it is" % game, check_page, house)
        tap.run("%s: the page in a browser" % game, check_steps, house, path)
        house.close()
    tap.run("broken ones of the organiser", check_broken)
    tap.run("before the end it is refused", check_refused)
    tap.end()


if __name__ == "__main__":
    main()
