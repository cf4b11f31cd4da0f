# SPDX-License-Identifier: ISC
"""What shows of a program while it runs: its memory, and what it tells a
terminal."""

import os
import pty

# What is freed stays for a while with AddressSanitizer: not for long here.
FRUGAL = dict(os.environ, ASAN_OPTIONS=os.environ.get("ASAN_OPTIONS", "")
              + ":quarantine_size_mb=1:thread_local_quarantine_size_kb=64")


def high_water(pid):
    """What the kernel has noted as the most, in KiB."""
    with open("/proc/%d/status" % pid, encoding="ascii") as status:
        for line in status:
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    return 0  # it has ended


def has_terminals():
    try:
        for end in pty.openpty():
            os.close(end)
    except OSError:
        return False
    return True
