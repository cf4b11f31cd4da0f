/* SPDX-License-Identifier: ISC */
/* A picture at work: for the files picture*.c of render/ only. */
#ifndef RENDER_DRAWING_H
#define RENDER_DRAWING_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

/* ---- picture_place.c: filters that place, count and cut ---- */

/* false: no filter of that name.  inside NULL: only the answer is wanted. */
bool place_filter(
    const json_t *context, const char *name, const char *inside, GString *out);

/* ---- picture_text.c: texts in XML ---- */

/* The text without &amp; and its like; newly allocated. */
char *xml_plain(const char *escaped);
/* About the width of letters of that size, in the fonts of our pictures. */
double text_breadth(const char *text, double size);
/* Append as much as fits the width, with an ellipsis if that is not all. */
void text_fit(const char *text, double width, double size, GString *out);

/* ---- picture_chart.c ---- */

/* Context of the chart with all that its template needs; newly made. */
json_t *chart_context(const json_t *context);

/* ---- picture_png.c ---- */

/* An opaque PNG as it comes, row by row: pixels 0x..RRGGBB. */
struct png;
struct png *png_new(int width, int height);
/* One of these for each row, from above; the second: as the one before. */
void png_row(struct png *, const guint32 *pixels);
void png_row_again(struct png *);
/* The whole file; frees it. */
GBytes *png_end(struct png *);

#endif
