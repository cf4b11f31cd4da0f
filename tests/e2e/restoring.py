# SPDX-License-Identifier: ISC
"""Homes that are made of the backup of another one."""

import hashlib
import io
import json
import os
import shutil
import subprocess
import tarfile
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


def folder():
    return tempfile.mkdtemp(prefix="turnpost-backup-")


def unpacked(path):
    """All files of a backup, by name; as anybody can read them."""
    into = folder()
    subprocess.run(["tar", "--zstd", "-xf", path, "-C", into], check=True)
    files = {}
    for top, _, names in os.walk(into):
        for name in names:
            whole = os.path.join(top, name)
            with open(whole, "rb") as file:
                files[os.path.relpath(whole, into)] = file.read()
    shutil.rmtree(into)
    return files


def schema(path):
    return json.loads(unpacked(path)["turnpost-backup.json"])["schema"]


def remade(path, change):
    """The same with other content, or none, and the right checksum."""
    plain = subprocess.run(["zstd", "-dc", path], check=True,
                           stdout=subprocess.PIPE).stdout
    out = io.BytesIO()
    with tarfile.open(fileobj=io.BytesIO(plain)) as source, tarfile.open(
            fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as target:
        for entry in source:
            data = source.extractfile(entry)
            if data is not None:
                text = change(entry.name, data.read())
                if text is None:
                    continue
                entry.size = len(text)
                target.addfile(entry, io.BytesIO(text))
            else:
                target.addfile(entry)
    return finished(out.getvalue())


def finished(tar):
    """That tar, packed, with the right checksum behind it."""
    packed = subprocess.run(["zstd", "-c"], check=True, input=tar,
                            stdout=subprocess.PIPE).stdout
    text = b"turnpost backup 1\nsha256 %s\n" % hashlib.sha256(
        packed).hexdigest().encode()
    made = os.path.join(folder(), "made")
    with open(made, "wb") as file:
        file.write(packed + b"\x50\x2a\x4d\x18"
                   + len(text).to_bytes(4, "little") + text)
    return made


__all__ = ["House", "TextHouse", "backup", "finished", "folder",
           "hand_over_done", "remade", "restored", "schema", "sent", "unpacked"]
