/* SPDX-License-Identifier: ISC */
/* Bytes of a picture packed as PNG wants it: for these files alone. */
#ifndef RENDER_PICTURE_DEFLATING_H
#define RENDER_PICTURE_DEFLATING_H

#include <glib.h>
#include <stdbool.h>

/* ---- deflate.c: rows packed as zlib does, in bands ---- */

struct deflate;

/* Of rows of so many bytes. */
struct deflate *deflate_new(int width);
void deflate_free(struct deflate *);
#define DEFLATE_BEYOND 32 /* bytes behind a row, for quick writing */
/* Where the next row goes. */
guint8 *deflate_room(struct deflate *);
/* It is there: the row above the next band, which is packed already. */
void deflate_above(struct deflate *);
/* A band begins; above: behind the row that is there, which it may point to. */
void deflate_begin(struct deflate *, bool above);
/* It is there, in runs of equal bytes that end there; the last one at width. */
void deflate_row(struct deflate *, const guint16 *ends);
/* The same row as before once more. */
void deflate_row_again(struct deflate *);
/* The band, which ends with a byte, and is not the end of all; its checksum. */
GBytes *deflate_end(struct deflate *, guint32 *sum);
/* The checksum of all, of what was before and of so many bytes behind it. */
guint32 deflate_sum(guint32 sum, guint32 next, size_t length);

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
