/* SPDX-License-Identifier: ISC */
/* What stands at the end of a bundle (base/bundle.h). */
#ifndef BASE_BUNDLE_END_H
#define BASE_BUNDLE_END_H

#include <stddef.h>

/*
 * A frame that zstd passes over, with a text: the mark, one digit for the
 * format, and the checksum in hex of all that stands before the frame.  The
 * frame begins with zstd's own mark and the size of the text, 32 bit, which is
 * asserted where it is written.
 */
#define BUNDLE_FRAME "\x50\x2a\x4d\x18\x5a\0\0\0"
#define BUNDLE_FRAME_SIZE 8
#define BUNDLE_MARK "turnpost backup "
#define BUNDLE_SUM "\nsha256 "
#define BUNDLE_SUM_SIZE 64
#define BUNDLE_TEXT_SIZE 90
#define BUNDLE_END_SIZE ((size_t)(BUNDLE_FRAME_SIZE + BUNDLE_TEXT_SIZE))

#endif
