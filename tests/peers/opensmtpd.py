# SPDX-License-Identifier: ISC
"""OpenSMTPD, unpacked, as the judge of its configuration; it is not run."""

import subprocess
import tempfile

import peer


def find():
    """(the path of smtpd, None), or (None, why there is none)."""
    return peer.unpacked("opensmtpd", "usr/sbin/smtpd")


def accepts(program, text):
    """Is that a configuration?"""
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as file:
        file.write("listen on lo\n" + text)
        file.flush()
        return subprocess.run([program, "-n", "-f", file.name],
                              capture_output=True).returncode == 0
