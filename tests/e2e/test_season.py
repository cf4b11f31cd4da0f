#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A small season: promises are kept, the same seed gives the same bytes, and
nothing is left behind."""

import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import TURNPOST  # noqa: E402
from tap import Tap  # noqa: E402

TMP = tempfile.mkdtemp(prefix="turnpost-test-")
SMALL = ["--people", "12", "--matches", "3", "--days", "30"]


def season(*args, code=0):
    done = subprocess.run([TURNPOST, *args], capture_output=True, text=True,
                          timeout=300, env=dict(os.environ, TMPDIR=TMP))
    assert done.returncode == code, (done.returncode, done.stderr)
    return done


def run(*args):
    return json.loads(
        season("--json", "simulate", "season", *SMALL, *args).stdout)


def test_all_games_end():
    found = run("--seed", "3")
    games = {one["game"]: one for one in found["games"]}
    assert sorted(games) == ["fourth-bridge", "hexxi", "mutineer"], games
    assert sum(one["over"] + one["called_off"]
               for one in games.values()) == 3, games
    assert found["moves"]["player"] > 20, found["moves"]
    assert found["mail"]["letters"] > found["mail"]["answers"] > 50, found
    assert found["people"] == 12
    # nothing of it stays
    assert os.listdir(TMP) == [], os.listdir(TMP)


def test_one_game():
    """As whoever makes a game wants it."""
    found = run("--seed", "3", "--game", "hexxi")
    assert [one["game"] for one in found["games"]
            if one["over"] + one["called_off"]] == ["hexxi"], found["games"]
    assert ('there is no game "dice"; the games are mutineer, '
            in season("simulate", "season", "--game", "dice", code=1).stderr)


def test_policy():
    """What all agree on, and the table of it for people."""
    done = season("simulate", "season", "--people", "8", "--matches", "1",
                  "--days", "10", "--policy", "talk=none", "--policy",
                  "time=6h", "--policy", "missed=robot")
    assert "mutineer" in done.stdout and "moves made by" in done.stdout
    assert "letters went out" in done.stdout
    talk = done.stdout.split("\ntalk\n")[1].split("\n\n")[0]
    assert "all" not in talk, talk
    again = season("simulate", "season", "--people", "8", "--matches", "1",
                   "--days", "10", "--policy", "talk=none", "--policy",
                   "time=6h", "--policy", "missed=robot")
    assert again.stdout == done.stdout
    other = season("simulate", "season", "--people", "8", "--matches", "1",
                   "--days", "10", "--policy", "talk=none", "--policy",
                   "time=6h", "--policy", "missed=robot", "--seed", "2")
    assert other.stdout != done.stdout


def test_refused():
    assert "time must be" in season(
        "simulate", "season", "--policy", "time=soon", code=1).stderr
    assert "8 to 2000 people" in season(
        "simulate", "season", "--people", "3", code=2).stderr
    assert "simulate season" in season("simulate", code=2).stderr


def main():
    tap = Tap()
    for test in [test_all_games_end, test_one_game, test_policy, test_refused]:
        tap.run(test.__name__[5:].replace("_", " "), test)
    os.rmdir(TMP)
    tap.end()


main()
