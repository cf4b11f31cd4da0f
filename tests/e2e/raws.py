# SPDX-License-Identifier: ISC
"""The bytes of mails and letters as the database has them: packed by zstd
(store/pack.c), read here by another library."""

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
