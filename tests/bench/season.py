#!/usr/bin/python3
# SPDX-License-Identifier: ISC
"""A season: 200 people, 300 matches of all games, a year."""

import json
import os
import subprocess
import sys
import time

AT_MOST = 120  # seconds

begun = time.monotonic()
done = subprocess.run([os.environ["TURNPOST"], "--json", "simulate", "season"],
                      capture_output=True, text=True)
took = time.monotonic() - begun
if done.returncode != 0:
    sys.exit("season: " + done.stderr)
mail = json.loads(done.stdout)["mail"]
print("a season: %.0f s (at most %d), %d mails, %d letters" % (
    took, AT_MOST, mail["mails"], mail["letters"]))
sys.exit(took > AT_MOST)
