#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""The daemon: mail is handled as it comes, signals are obeyed."""

import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from house import House  # noqa: E402
from tap import Tap  # noqa: E402


def start(house):
    return subprocess.Popen(house.command(["-v", "serve"]),
                            stderr=subprocess.PIPE, text=True)


def until(what, seconds=60):
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "nothing came"
        time.sleep(0.05)


def stop(daemon):
    daemon.send_signal(signal.SIGTERM)
    _, log = daemon.communicate(timeout=60)
    assert daemon.returncode == 0, (daemon.returncode, log)
    return log


def test_mail_is_handled(house):
    house.example()
    daemon = start(house)
    try:
        before = len(house.letters("Bernhard"))
        house.reply(house.newest("Bernhard"), "pay 1")
        until(lambda: len(house.letters("Bernhard")) > before)
        assert house.moves() == [("Bernhard", "pay 1")]
        # the organiser's commands and the daemon go together
        house.ok("run")
    finally:
        log = stop(daemon)
    assert "match 1 seat 0" in log, log


def test_hup(house):
    house.example()
    daemon = start(house)
    try:
        with open(house.path("turnpost.yaml"), "w") as file:
            file.write("mail:\n  address: robot@example.org\n"
                       "  name: Harbour\n")
        time.sleep(0.5)
        daemon.send_signal(signal.SIGHUP)
        before = len(house.letters("Bernhard"))
        time.sleep(0.5)
        house.reply(house.newest("Bernhard"), "pay 1")
        until(lambda: len(house.letters("Bernhard")) > before)
        assert "Harbour" in house.newest("Bernhard").mail["From"]
        with open(house.path("turnpost.yaml"), "w") as file:
            file.write("nonsense: yes\n")
        daemon.send_signal(signal.SIGHUP)
        time.sleep(0.5)
        before = len(house.letters("Bernhard"))
        house.reply(house.newest("Bernhard"), "play wine")
        until(lambda: len(house.letters("Bernhard")) > before)
        assert "Harbour" in house.newest("Bernhard").mail["From"]
    finally:
        log = stop(daemon)
    assert "turnpost.yaml:1" in log, log


def test_int(house):
    daemon = start(house)
    time.sleep(0.5)
    daemon.send_signal(signal.SIGINT)
    daemon.communicate(timeout=60)
    assert daemon.returncode == 0


def main():
    tap = Tap()
    tap.each(globals(), House)
    tap.end()


main()
