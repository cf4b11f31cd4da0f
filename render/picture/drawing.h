/* SPDX-License-Identifier: ISC */
/* A picture at work: for the files of render/picture/ only. */
#ifndef RENDER_PICTURE_DRAWING_H
#define RENDER_PICTURE_DRAWING_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

/* ---- place.c: filters that place, count and cut ---- */

/* false: no filter of that name.  inside NULL: only the answer is wanted. */
bool place_filter(
    const json_t *context, const char *name, const char *inside, GString *out);

/* ---- text.c: texts in XML ---- */

/* The text without &amp; and its like; newly allocated. */
char *xml_plain(const char *escaped);
/* About the width of letters of that size, in the fonts of our pictures. */
double text_breadth(const char *text, double size);
/* Append as much as fits the width, with an ellipsis if that is not all. */
void text_fit(const char *text, double width, double size, GString *out);

/* ---- chart.c ---- */

/* Context of the chart with all that its template needs; newly made. */
json_t *chart_context(const json_t *context);

/* ---- png.c ---- */

/* Opaque pixels side by side. */
struct line {
	guint32 *pixels; /* 0x..RRGGBB */
	guint64 *starts; /* bit x % 64 of x / 64: another colour may begin at x;
			  * at 0, one does */
	int width;
};

/* Pixels of one colour, side by side. */
struct run {
	guint32 colour;
	guint16 cell, size; /* cell: of similar colours, for the palette */
};

struct run_row {
	guint32 end; /* of its runs */
	guint32 again; /* so many equal rows follow */
};

/* A picture as runs, row by row. */
struct run_rows {
	struct run *runs;
	size_t n_runs, room;
	struct run_row *rows;
	int n_rows;
};

/* An opaque PNG as it comes, row by row. */
struct png;
struct png *png_new(int width, int height);
/* One of these for each row, from above; the second: as the one before; the
 * third: of those runs, of a PNG before. */
void png_row(struct png *, const struct line *);
void png_row_again(struct png *);
void png_row_of(struct png *, const struct run *, const struct run *end);
/* The whole file; frees it.  Its rows go into *rows. */
GBytes *png_end(struct png *, struct run_rows *rows);
void run_rows_clear(struct run_rows *);

#endif
