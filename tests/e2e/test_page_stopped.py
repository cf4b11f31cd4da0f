#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""Pages whose writer was stopped, wherever it was, or had no room: no page leads
to what is not there, and nothing stays that must go."""

import os
import re
import resource
import shutil
import signal
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from handmade import sql  # noqa: E402
from site_house import (DAY, broken, files, folder, has, played,  # noqa: E402
                        read, stop_at, write)
from tap import Tap  # noqa: E402


def test_killed(house):
    """Wherever it is stopped, no page leads to what is not there."""
    write(house)
    whole = {path: text for path, (text, _) in files(folder(house)).items()}
    stops = 0
    for n in (1, 2, 3, 5, 9, 30, 55, 80, 120, 160, 3000):
        shutil.rmtree(folder(house))
        done = subprocess.run(
            house.command(["page", folder(house)]), capture_output=True,
            check=False, env={**os.environ, "TURNPOST_STOP_AT": str(n)})
        assert not broken(folder(house))[0], n
        stops += done.returncode != 0
    assert done.returncode == 0 and stops >= 8, stops
    write(house)
    now = {path: text for path, (text, _) in files(folder(house)).items()}
    assert now == whole


def test_killed_private():
    """What a killed writer left of a match goes when it is to be shown no
    more."""
    stops = 0
    for n in (40, 60, 80, 100):
        house = played()
        done = subprocess.run(
            house.command(["page", folder(house)]), capture_output=True,
            check=False, env={**os.environ, "TURNPOST_STOP_AT": str(n)})
        stops += done.returncode != 0 and any(
            "match-1" in path for path in files(folder(house)))
        sql(house, "UPDATE match SET policy = "
            "json_set(policy, '$.public', 'no')")
        write(house)
        assert not [path for path in files(folder(house))
                    if "match-1" in path or "replay-1" in path], n
        assert not broken(folder(house))[0], broken(folder(house))
        house.close()
    assert stops > 1, stops


def test_killed_dropping():
    """Wherever a writer is stopped whose matches go, with the page of a player,
    no page leads to what is not there, in no language; the next one ends it."""
    house = played()
    house.reply(house.newest("Steffi"), "show me")
    house.run()
    write(house)
    assert has(house, "ru/player-2.html") and has(house, "pl/replay-1.html")
    sql(house, "UPDATE match SET policy = "
        "json_set(policy, '$.public', 'no')")
    kept = house.path() + "-kept"
    shutil.copytree(house.path(), kept)
    n, dropped = 0, 0
    while True:
        n += 1
        stopped = stop_at(house, n)
        wrong = broken(folder(house))[0]
        assert not wrong, (n, wrong)
        dropped += not has(house, "ru/match-1.html")
        if not stopped:
            break
        if not has(house, "ru/match-1.html"):
            write(house)
            gone(house)
        shutil.rmtree(house.path())
        shutil.copytree(kept, house.path())
    gone(house)
    assert dropped > 6, dropped
    shutil.rmtree(kept)
    house.close()


def gone(house):
    assert not broken(folder(house))[0]
    for path, (text, _) in files(folder(house)).items():
        assert not re.search("match-[12]|replay-1|player-2", path), path
        assert "Steffi" not in text, path


def test_killed_hiding():
    """Wherever a writer is stopped that has to take a name away, the next one
    leaves nothing of it, in no language."""
    house, stops = played(), 0
    for n in (3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33):
        house.reply(house.newest("Steffi"), "show me")
        house.run()
        write(house)
        assert has(house, "de/player-2.html")
        house.reply(house.newest("Steffi"), "hide me")
        house.run()
        stops += stop_at(house, n)
        write(house)
        for path, (text, _) in files(folder(house)).items():
            assert "player-2" not in path and "Steffi" not in text, (n, path)
        assert not broken(folder(house))[0], n
    assert stops > 3, stops
    house.close()


def test_killed_renaming(house):
    """The next one goes on where a writer was stopped that had to write all
    pages anew."""
    write(house)
    with open(house.path("turnpost.yaml"), encoding="utf-8") as file:
        text = file.read()
    for n in (12, 25):
        name = "Ship %d" % n
        with open(house.path("turnpost.yaml"), "w", encoding="utf-8") as file:
            file.write(text.replace("\nmail:\n",
                                    "\nmail:\n  name: %s\n" % name))
        assert stop_at(house, n), n
        write(house)
        for page in ("pl/game-hexxi.html", "ru/index.html",
                     "en/results.atom", "de/match-1.html"):
            assert name in read(house, page), (n, page)
    with open(house.path("turnpost.yaml"), "w", encoding="utf-8") as file:
        file.write(text)


def test_unfinished(house):
    """What a killed writer left beside a page goes, and stops no new folder."""
    write(house)
    left = [os.path.join(folder(house), path)
            for path in (".turnpost-new", "en/.turnpost-new")]
    for path in left:
        with open(path, "w", encoding="utf-8") as file:
            file.write("Steffi")
    write(house)
    assert not any(os.path.exists(path) for path in left)
    site = house.path("begun")
    os.mkdir(site)
    with open(os.path.join(site, ".turnpost-new"), "w", encoding="utf-8"):
        pass
    house.ok("page", site)
    assert os.path.exists(os.path.join(site, "index.html"))


def test_full_disk(house):
    """A page that has no room leaves the one of before whole."""
    write(house)
    before = files(folder(house))
    house.run(2 * DAY)

    def small():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))

    done = subprocess.run(house.command(["page", folder(house)]),
                          capture_output=True, text=True, check=False,
                          preexec_fn=small)
    assert done.returncode == 74, (done.returncode, done.stderr)
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert {path: text for path, (text, _) in files(folder(house)).items()
            } == {path: text for path, (text, _) in before.items()}
    write(house)
    assert not broken(folder(house))[0]


def main():
    t = Tap()
    house = played()
    for test in (test_full_disk, test_unfinished, test_killed_renaming,
                 test_killed):
        t.run(test.__name__, lambda test=test: test(house))
    for test in (test_killed_private, test_killed_dropping,
                 test_killed_hiding):
        t.run(test.__name__, test)
    t.end()


main()
