# SPDX-License-Identifier: ISC
"""Homes that are made of the backup of another one."""

import os
import shutil
import tempfile

from house import House, TextHouse


def backup(house, *more, folder=None):
    """A backup of the home; returns its path."""
    folder = folder or tempfile.mkdtemp(prefix="turnpost-backup-")
    return house.json("backup", *more, folder)["file"]


def restored(house, path, *more, kind=House):
    """A new home out of that backup, at the time of the old one."""
    other = kind(init=False)
    other.now = house.now
    other.count = house.count + 1000
    for name in ("dovecot", "smtp", "user"):
        if hasattr(house, name):
            setattr(other, name, getattr(house, name))
    other.ok("restore", *more, path)
    return other


def hand_over_done(old, new):
    """The old machine's disk is still there: mails that it has taken in."""
    source = old.path("spool", "done", "cur")
    for sub in ("new", "cur"):
        source = old.path("spool", "done", sub)
        if os.path.isdir(source):
            shutil.copytree(source, new.path("spool", "done", sub),
                            dirs_exist_ok=True)


def sent(house):
    """Message-IDs of all letters that have left, each as often as it did."""
    ids = []
    out = house.path("spool", "out")
    for folder, _, files in os.walk(out):
        if os.path.basename(folder) not in ("new", "cur"):
            continue
        for name in files:
            with open(os.path.join(folder, name), "rb") as file:
                ids += [line.split(b":", 1)[1].strip().decode()
                        for line in file.read().split(b"\n")
                        if line.lower().startswith(b"message-id:")][:1]
    return sorted(ids)


__all__ = ["House", "TextHouse", "backup", "hand_over_done", "restored",
           "sent"]
