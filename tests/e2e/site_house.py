# SPDX-License-Identifier: ISC
"""Homes with public matches, and the folder of their pages."""

import os
import re
import subprocess
import urllib.parse

from house import PLAIN, SEATS, TextHouse

DAY = 24 * 60
NAME = "<b>Grog & Rum</b> \u05e9\u05dc\u05d5\u05dd"


def folder(house):
    return house.path("site")


def write(house, *more):
    house.ok("page", folder(house), *more)


def files(site):
    """Every file with its text and its time; the folder's own id left out."""
    found = {}
    for here, _, names in os.walk(site):
        for name in names + [""]:
            path = os.path.join(here, name)
            text = ""
            if name:
                with open(path, encoding="utf-8", newline="") as file:
                    text = file.read()
            found[os.path.relpath(path, site)] = (
                text, os.stat(path).st_mtime_ns)
    own = re.search("id: (.*)", found[".turnpost-pages"][0]).group(1)
    return {path: (text.replace(own, "ID"), at)
            for path, (text, at) in found.items()}


def read(house, name):
    with open(os.path.join(folder(house), name), encoding="utf-8",
              newline="") as file:
        return file.read()


def has(house, name):
    return os.path.exists(os.path.join(folder(house), name))


def broken(site):
    """Links that lead nowhere."""
    wrong, links = [], 0
    for here, _, names in os.walk(site):
        for name in names:
            if not name.endswith((".html", ".atom")):
                continue
            path = os.path.join(here, name)
            with open(path, encoding="utf-8") as file:
                text = file.read()
            for link in re.findall(r'(?:href|src)="([^"]*)"', text):
                if link.startswith(("#", "mailto:", "data:")):
                    continue
                links += 1
                if not os.path.exists(os.path.join(
                        here, urllib.parse.unquote(link))):
                    wrong.append("%s: %s" % (name, link))
    return wrong, links


def setting(house, line):
    with open(house.path("turnpost.yaml"), encoding="utf-8") as file:
        text = file.read()
    with open(house.path("turnpost.yaml"), "w", encoding="utf-8") as file:
        file.write(line + "\n" + text)


def public(house, how="yes", **keys):
    house.policy(**{**PLAIN, "time": "1d", "public": how, **keys})


def played(how="yes", seats=SEATS[:3], turns=2):
    """A match that is over, and one that runs."""
    house = TextHouse()
    public(house, how)
    house.match("--name", NAME, "--option", "turn_limit=%d" % turns,
                seats=seats, game="fourth-bridge")
    house.start(seats)
    for _ in range(60):
        house.run(2 * DAY)
        if house.life() == "over":
            break
    assert house.life() == "over"
    house.match("--name", "Friday", seats=SEATS[:3])
    house.run()
    for name in SEATS[:3]:
        house.reply(house.newest(name), "ready")
    house.run()
    return house


def stop_at(house, n):
    """Whether a writer was stopped there."""
    return subprocess.run(
        house.command(["page", folder(house)]), capture_output=True,
        check=False,
        env={**os.environ, "TURNPOST_STOP_AT": str(n)}).returncode != 0
