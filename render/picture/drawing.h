/* SPDX-License-Identifier: ISC */
/* A picture at work: for the files of render/picture/ only. */
#ifndef RENDER_PICTURE_DRAWING_H
#define RENDER_PICTURE_DRAWING_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

/* ---- place.c: filters that place and count ---- */

/* false: no filter of that name.  inside NULL: only the answer is wanted. */
bool place_filter(
    const json_t *context, const char *name, const char *inside, GString *out);

/* ---- place_text.c: those that fit a text; its width and size are told ---- */

/* Cut; in a line or two; what these lie on; the size at which it fits. */
void place_fit(const char *inside, GString *out);
void place_lines(const char *inside, GString *out);
void place_plate(const char *inside, GString *out);
void place_size(const char *inside, GString *out);

/* ---- numbers.c ---- */

/* *end: behind it, or text if there is none. */
double number_read(const char *text, char **end);
/* n numbers from *text on, which is moved behind them; what lacks is 0. */
void numbers_read(const char **text, double *numbers, size_t n);
/* "12" or "12.5": tenths are fine enough. */
void number_append(GString *out, double number);
/* The nearest whole number; of two, the greater one. */
void number_append_whole(GString *out, double number);

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

/* Rows packed, right wherever they follow the same row. */
struct png_band {
	GBytes *packed;
	guint32 sum;
	guint32 lost; /* pixels whose colour the palette lacks */
};

/*
 * An opaque PNG as it comes, band by band, of a palette that outlives it.  A
 * band begins, has a row at least, and is made and added before the next one.
 */
struct palette;
struct png;
struct png *png_new(int width, int height, struct palette *);
/* The row above the next band, if that was not packed here. */
void png_above(struct png *, const struct line *);
/* above: there is one; it was packed here, or png_above told it. */
void png_begin(struct png *, bool above);
/* A row; the same as the one before. */
void png_row(struct png *, const struct line *);
void png_row_again(struct png *);
/* What was packed since the beginning of the band. */
struct png_band png_band(struct png *);
/* So many rows come next, packed here or before. */
void png_add(struct png *, const struct png_band *, int rows);
/* The whole file; frees the rest. */
GBytes *png_end(struct png *, guint64 *lost);

/* ---- bands.c: what was packed before ---- */

struct bands;
struct sprite;

/* What lies there, seen from the band's first row; the first two tell of the
 * band itself. */
struct band_key {
	const void *what;
	gint32 x, y;
};

struct bands *bands_new(void);
void bands_free(struct bands *);
/* The palette for an SVG that names these colours (palette.h), which stays
 * until another one is asked for; NULL: there is none yet. */
struct palette *bands_palette(struct bands *, const GArray *named);
/* There is none yet: takes it over. */
void bands_keep_palette(struct bands *, const GArray *named, struct palette *);
/* NULL: no such band was packed. */
const struct png_band *bands_find(
    const struct bands *, const struct band_key *, guint n);
/* Takes it over. */
void bands_keep(
    struct bands *, const struct band_key *, guint n, const struct png_band *);

#endif
