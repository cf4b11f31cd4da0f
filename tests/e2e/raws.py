# SPDX-License-Identifier: ISC
"""The bytes of mails and letters as the database has them: packed by zstd
(store/pack.c), read here by another library."""

import contextlib
import os
import sqlite3

import zstandard

MARK = 0


def unpacking(db):
    """Gives the connection unpacked(raw), as the program's own has it; returns
    the connection."""
    known = {}

    def unpacked(raw):
        if not raw or raw[0] != MARK:
            return raw
        number = zstandard.get_frame_parameters(raw[1:]).dict_id
        if number not in known:
            (data,), = db.execute(
                "SELECT bytes FROM dictionary WHERE id = ?", (number,))
            known[number] = zstandard.ZstdDecompressor(
                dict_data=zstandard.ZstdCompressionDict(data))
        return known[number].decompress(raw[1:])

    db.create_function("unpacked", 1, unpacked)
    return db


def raws(house):
    """(id, address or None, packed, unpacked) of all mails and letters."""
    with contextlib.closing(unpacking(sqlite3.connect(
            house.path("turnpost.db")))) as db:
        return db.execute(
            "SELECT id, NULL, raw, unpacked(raw) FROM inbox_raw UNION ALL"
            " SELECT id, address, raw, unpacked(raw) FROM outbox"
            " JOIN outbox_raw USING (id)").fetchall()


def contents(house):
    """All bytes that SQLite keeps, and what is packed in them."""
    found = b"\n".join(row[3] for row in raws(house))
    for name in sorted(os.listdir(house.dir)):
        if name.startswith("turnpost.db"):
            with open(house.path(name), "rb") as file:
                found += file.read()
    return found
