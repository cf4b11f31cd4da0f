/* SPDX-License-Identifier: ISC */
/*
 * Sprites: what pictures are put together of.  A shape or a text that was
 * drawn once is kept as pixels, here and by a keeper (the database), so that a
 * picture seldom needs the libraries that draw.
 */
#ifndef RENDER_PICTURE_SPRITES_H
#define RENDER_PICTURE_SPRITES_H

#include <glib.h>

/* Palettes are kept beside the sprites, under names that begin so. */
#define SPRITES_PALETTE "palette-"

/* Where sprites outlive the process.  Both return -1 on a fault, told where
 * faults of the picture are told. */
struct sprite_keeper {
	/* *bytes is NULL if there is none of that name; newly referenced. */
	int (*find)(void *arg, const char *name, GBytes **bytes);
	int (*keep)(void *arg, const char *name, GBytes *bytes);
	void *arg;
};

struct sprites;

/* keeper may be NULL: they live as long as this. */
struct sprites *sprites_new(const struct sprite_keeper *keeper);
void sprites_free(struct sprites *);

#endif
