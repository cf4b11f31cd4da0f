/* SPDX-License-Identifier: ISC */
/* What stands at the end of an archive (base/archive.h). */
#ifndef BASE_ARCHIVE_END_H
#define BASE_ARCHIVE_END_H

#include <stddef.h>

/*
 * A frame that zstd passes over, with a text: the mark, one digit for the
 * format, and the checksum in hex of all that stands before the frame.  The
 * frame begins with zstd's own mark and the size of the text, 32 bit, which is
 * asserted where it is written.
 */
#define ARCHIVE_FRAME "\x50\x2a\x4d\x18\x5a\0\0\0"
#define ARCHIVE_FRAME_SIZE 8
#define ARCHIVE_MARK "turnpost backup "
#define ARCHIVE_SUM "\nsha256 "
#define ARCHIVE_SUM_SIZE 64
#define ARCHIVE_TEXT_SIZE 90
#define ARCHIVE_END_SIZE ((size_t)(ARCHIVE_FRAME_SIZE + ARCHIVE_TEXT_SIZE))

#endif
