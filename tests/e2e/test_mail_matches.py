#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A whole match of each game over IMAP and SMTP, by real servers.

The players of the demo have a mailbox each at a Dovecot, as turnpost has;
they read by IMAP and send by SMTP with a login.  The demo itself checks each
letter, each answer, the last letters, the record and the proof."""

import os
import re
import subprocess
import sys

from tap import Tap

DEMO = os.path.join(os.path.dirname(__file__), "../demo/demo.py")
# Short ones: what is asked here is how mails come and go.
MATCHES = [("mutineer", 12, ["pirates=yes"]),
           ("fourth-bridge", 13, ["turn_limit=4"]),
           ("hexxi", 14, ["side=3", "circuits=4"])]


def play(game, seed, options):
    more = [word for option in options for word in ("--option", option)]
    done = subprocess.run(
        [sys.executable, DEMO, "--servers", "--text", "--quiet", "--game", game,
         "--seed", str(seed)] + more,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 0 and not done.stderr, "exit %d\n%s%s" % (
        done.returncode, done.stdout[-2000:], done.stderr[-8000:])
    result = re.findall(r"^Result: (.*)$", done.stdout, re.M)
    assert len(result) == 1 and len(re.findall(r" -?\d+", result[0])) == 4, \
        done.stdout


def main():
    tap = Tap()
    for game, seed, options in MATCHES:
        tap.run("over servers: %s %s" % (game, " ".join(options)),
                play, game, seed, options)
    tap.end()


main()
