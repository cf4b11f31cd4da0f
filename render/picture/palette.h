/* SPDX-License-Identifier: ISC */
/* Which colours a picture's file has: for the files of render/picture/. */
#ifndef RENDER_PICTURE_PALETTE_H
#define RENDER_PICTURE_PALETTE_H

#include <glib.h>
#include <stdbool.h>

#define PALETTE_MAX 256
#define PALETTE_CELLS (1 << 15)
#define PALETTE_NAMED_MAX 96 /* of more, no palette has all mixtures */

/* What a cell becomes, beside the entry: */
#define PALETTE_KNOWN 0x100
#define PALETTE_FAR 0x200 /* it would be seen */

#define PALETTE_FAR_OFF 600 /* squared distance that is seen along edges... */
#define PALETTE_FLAT_OFF 48 /* ...and of a flat colour */

struct palette {
	int n;
	guint8 entry[PALETTE_MAX][3]; /* red, green, blue */
	guint8 by_green[PALETTE_MAX]; /* entries, those with least first */
	guint16 of[PALETTE_CELLS]; /* the entry of each; 0: not known yet */
};

/* Colours that have the same upper 5 bits of red, green and blue. */
static inline guint32
palette_cell(guint32 colour)
{
	return (colour >> 9 & 0x7c00) | (colour >> 6 & 0x3e0) |
	       (colour >> 3 & 0x1f);
}

/* The colours that stand in an SVG, guint32, sorted; NULL: none or too many. */
GArray *palette_named(const char *svg);
/* A palette for these and what lies between every two.  That takes a while: its
 * entries can be kept, which are all that it is made of. */
struct palette *palette_of_named(const GArray *colours);
GBytes *palette_bytes(const struct palette *);
/* NULL: these bytes are none for these colours. */
struct palette *palette_read(GBytes *bytes, const GArray *colours);

/* Looks for a cell that is not known. */
guint16 palette_find(struct palette *, guint32 cell);
static inline guint16
palette_at(struct palette *p, guint32 cell)
{
	return p->of[cell] != 0 ? p->of[cell] : palette_find(p, cell);
}

/* Would an area of that colour be seen to be another? */
bool palette_lacks(const struct palette *, guint8 entry, guint32 colour);

struct palette_count {
	guint32 count;
	guint32 run; /* pixels of the longest run of one colour... */
	guint32 colour; /* ...which stands for all; a flat one is exact */
};

/* Colours of pixels, counted. */
struct palette_counts {
	struct palette_count *cells; /* PALETTE_CELLS */
	GArray *used; /* guint32: those with pixels, in order of appearance */
};
struct palette_counts *palette_counts_new(void);
static inline void
palette_count(struct palette_counts *c, guint32 colour, guint32 size)
{
	const guint32 cell = palette_cell(colour);
	struct palette_count *at = &c->cells[cell];

	if (at->count == 0)
		g_array_append_val(c->used, cell);
	at->count += size;
	if (size > at->run) {
		at->run = size;
		at->colour = colour;
	}
}
/* The palette for them, one at least; frees the counts. */
struct palette *palette_counts_end(struct palette_counts *);

#endif
