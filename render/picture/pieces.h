/* SPDX-License-Identifier: ISC */
/* Pictures in pieces, and pieces as pixels: for the files of render/ only. */
#ifndef RENDER_PICTURE_PIECES_H
#define RENDER_PICTURE_PIECES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct err;

/* ---- pieces.c: an SVG taken apart ---- */

/* A shape or a text, with the groups around it. */
struct piece {
	char *svg;
	double x, y; /* where its origin stands, in units of the picture */
};

/* Something that pieces and others refer to by its id. */
struct definition {
	char *id; /* as attributes have it; NULL: of use to all */
	guint tag, tag_end; /* in the head: of its <defs> */
	guint from, end; /* in the head: itself */
};

struct pieces {
	double width, height; /* of the picture, in its units */
	char *head; /* the root's tag and all definitions */
	guint root; /* length of the root's tag */
	GArray *definitions; /* struct definition */
	GPtrArray *all; /* struct piece, the lowest first */
	bool whole; /* it cannot be taken apart: one piece, a document itself,
		     * whose size only the library knows */
};

/* Never NULL: what is no SVG at all is one piece that cannot be drawn. */
struct pieces *pieces_new(const char *svg);
/* As its root tells, and no further: without pieces, unless it is whole by its
 * root or by what stands before that. */
struct pieces *pieces_of_root(const char *svg);
void pieces_free(struct pieces *);

/* ---- sprite.c: the pixels of a piece ---- */

/* Pixels of one colour, side by side. */
struct sprite_run {
	guint16 x, size;
	guint32 colour; /* alpha, red, green, blue; multiplied by alpha */
};

/* Runs by number; equal rows that follow each other have the same. */
struct sprite_row {
	guint32 from, end;
};

struct sprite {
	GBytes *bytes; /* all of it, as it is kept */
	int x, y; /* its corner, seen from where the piece stands */
	int height; /* rows */
	const struct sprite_row *rows;
	const struct sprite_run *runs;
};

/* Of pixels as cairo has them (ARGB32), rows of stride. */
struct sprite *sprite_new(
    const guint32 *pixels, int width, int height, int stride, int x, int y);
/* As it was kept; NULL if that is damaged. */
struct sprite *sprite_read(GBytes *bytes);
void sprite_free(struct sprite *);

/* ---- paint.c: sprites on a page ---- */

struct placed {
	const struct sprite *sprite;
	int x, y; /* where the piece stands */
};

struct bands;
struct palette;

/* A PNG of so many of them, the lowest first.  The palette is that of the
 * colours that its SVG names; NULL, or one that lacks too many of its pixels'
 * colours: it gets one of its own.  bands: of pictures before, whose sprites
 * are still there. */
GBytes *paint_picture(const struct placed *, guint n, int width, int height,
    struct palette *, struct bands *);

/* ---- draw.c ---- */

/*
 * Makes sprites[i] of each piece that is wanted, drawn dx[i] and dy[i] 1/256
 * pixels right of and below its place; scale is pixels a unit.  -1 and err:
 * none is made.
 */
int draw_pieces(const struct pieces *, double scale, const guint8 *dx,
    const guint8 *dy, const bool *wanted, struct sprite **sprites,
    struct err *);
/* Fills in the size of a picture that is whole; -1 and err. */
int measure_whole(struct pieces *, struct err *);
/* Changes when fonts come or go; newly allocated. */
char *picture_fonts(void);

#endif
