/* SPDX-License-Identifier: ISC */
/* Bytes of a picture packed as PNG wants it: for these files alone. */
#ifndef RENDER_PICTURE_DEFLATING_H
#define RENDER_PICTURE_DEFLATING_H

#include <glib.h>

/* ---- deflate.c: rows packed as zlib does ---- */

struct deflate;

/* Of rows of so many bytes. */
struct deflate *deflate_new(int width);
#define DEFLATE_BEYOND 32 /* bytes behind a row, for quick writing */
/* Where the next row goes. */
guint8 *deflate_room(struct deflate *);
/* It is there, in runs of equal bytes that end there; the last one at width. */
void deflate_row(struct deflate *, const guint16 *ends);
/* The same row as before once more. */
void deflate_row_again(struct deflate *);
/* All of it; frees the rest. */
GByteArray *deflate_end(struct deflate *);

/* ---- codes.c: what each symbol is written as ---- */

#define CODES_MAX 288

struct codes {
	guint8 length[CODES_MAX]; /* bits; 0: the symbol does not occur */
	guint16 bits[CODES_MAX]; /* the first of them is the lowest */
};

/* The shortest codes for n symbols that occur so often, none of more than 15
 * bits. */
void codes_make(struct codes *, const guint32 *counts, int n);

#endif
