#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""The daemon: mail is handled as it comes, signals are obeyed."""

import os
import signal
import socket
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from held import set_think  # noqa: E402
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


def test_other_domain(house):
    """The newest letter may be from before the address changed: it is said."""
    house.example()
    assert "other-domain" not in stop_started(house)
    with open(house.path("turnpost.yaml"), "w", encoding="utf-8") as file:
        file.write(house.store_line()
                   + "mail:\n  address: robot@elsewhere.example\n")
    log = stop_started(house)
    assert "an address at example.org, but the settings say " \
        "robot@elsewhere.example" in log, log
    assert log.count("example.org") == 1, log


def stop_started(house):
    daemon = subprocess.Popen(house.command(["-v", "serve"]), text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    daemon.stdout.readline()
    return stop(daemon)


def test_one_serves(house):
    """It says that it runs, a second one that one does; the first goes on."""
    first = subprocess.Popen(house.command(["serve"]), stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True)
    try:
        assert first.stdout.readline() == "turnpost serves %s\n" % house.dir
        house.fails(75, "another \"turnpost serve\" is already running in", "serve")
    finally:
        first.send_signal(signal.SIGTERM)
        first.communicate(timeout=60)
    assert first.returncode == 0


def test_letters_leave_at_once(house):
    """What the organiser does wakes it, long before its minute is over."""
    daemon = subprocess.Popen(house.command(["serve"], clock=False),
                              stdout=subprocess.PIPE, text=True)
    try:
        daemon.stdout.readline()
        time.sleep(1)
        args = ["match", "new", "mutineer"]
        for name in "Anna", "Bert", "Cora":
            args += ["--seat", "%s <%s@example.org>" % (name, name)]
        done = subprocess.run(house.command(args, clock=False),
                              capture_output=True, text=True, check=True)
        assert "invitations leave now" in done.stdout, done
        until(lambda: house.mails("cora"), 10)
        subprocess.run(house.command(
            ["match", "end", "1", "--reason", "no"], clock=False), check=True)
        until(lambda: len(house.mails("cora")) == 2, 10)
    finally:
        daemon.send_signal(signal.SIGTERM)
        daemon.communicate(timeout=60)
    assert daemon.returncode == 0


def sleeps(daemon):
    """How often it went to sleep so far."""
    with open("/proc/%d/status" % daemon.pid, encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file
                    if line.startswith("voluntary_ctxt_switches"))


def rests(daemon):
    before = sleeps(daemon)
    time.sleep(4)
    return sleeps(daemon) - before < 2


def test_nobody_thinks(house):
    """A robot is to move where robots never think: there is nothing to do, and
    no reason to wake up."""
    house.ok("match", "new", "mutineer", *["--seat", "robot:easy"] * 3)
    set_think(house, 0)
    house.run()
    assert house.rows("SELECT 1 FROM timer WHERE kind = 'robot'")
    daemon = subprocess.Popen(house.command(["serve"]), stdout=subprocess.PIPE,
                              text=True)
    try:
        daemon.stdout.readline()
        until(lambda: rests(daemon))  # behind its first round
    finally:
        daemon.send_signal(signal.SIGTERM)
        daemon.communicate(timeout=60)
    assert daemon.returncode == 0


def test_hup(house):
    house.example()
    daemon = start(house)
    try:
        with open(house.path("turnpost.yaml"), "w") as file:
            file.write(house.store_line()
                       + "mail:\n  address: robot@example.org\n"
                       "  name: Harbour\n")
        time.sleep(0.5)
        daemon.send_signal(signal.SIGHUP)
        before = len(house.letters("Bernhard"))
        time.sleep(0.5)
        house.reply(house.newest("Bernhard"), "pay 1")
        until(lambda: len(house.letters("Bernhard")) > before)
        assert "Harbour" in house.newest("Bernhard").mail["From"]
        with open(house.path("turnpost.yaml"), "w") as file:
            file.write(house.store_line() + "nonsense: yes\n")
        daemon.send_signal(signal.SIGHUP)
        time.sleep(0.5)
        before = len(house.letters("Bernhard"))
        house.reply(house.newest("Bernhard"), "play wine")
        until(lambda: len(house.letters("Bernhard")) > before)
        assert "Harbour" in house.newest("Bernhard").mail["From"]
    finally:
        log = stop(daemon)
    assert "there is no setting \"nonsense\"" in log, log


class Systemd:
    """The socket to which a service tells how it is, and what it told."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "notify")
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)
        self.socket.settimeout(60)

    def hears(self, word):
        """All that is told until that word comes, with it."""
        told = []
        while word not in told:
            told += self.socket.recv(4096).decode().split("\n")
        return told


def test_systemd(house):
    """It is ready, alive, reading settings (good and bad ones), and ends."""
    systemd = Systemd(house.dir)
    daemon = subprocess.Popen(
        house.command(["-v", "serve"]), stderr=subprocess.PIPE, text=True,
        env=dict(os.environ, NOTIFY_SOCKET=systemd.path))
    try:
        assert "WATCHDOG=1" not in systemd.hears("READY=1")
        systemd.hears("WATCHDOG=1")
        daemon.send_signal(signal.SIGHUP)
        systemd.hears("RELOADING=1")
        systemd.hears("READY=1")
        with open(house.path("turnpost.yaml"), "w") as file:
            file.write("nonsense: yes\n")
        daemon.send_signal(signal.SIGHUP)
        systemd.hears("RELOADING=1")
        systemd.hears("READY=1")
    finally:
        stop(daemon)
    systemd.hears("STOPPING=1")


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
