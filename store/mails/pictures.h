/* SPDX-License-Identifier: ISC */
/* Pictures that letters show. */
#ifndef STORE_MAILS_PICTURES_H
#define STORE_MAILS_PICTURES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

/* What is kept of a picture: one of both, or none if it is not there. */
struct kept_picture {
	char *svg;
	GBytes *png; /* as it was drawn: of one of the last, or before schema
		      * step 11 */
};

/* ERR_DAMAGED if that cannot be unpacked. */
int store_picture(struct store *, const char *hash, struct kept_picture *);
void kept_picture_clear(struct kept_picture *);
/*
 * A letter is made with it now: *height is that of its SVG, in pixels; 0 if
 * that is not there.
 */
int store_picture_use(
    struct store *, const char *hash, int64_t now, int *height);
/* With its SVG; one that is there stays as it is. */
int store_picture_add(
    struct store *, const char *hash, const char *svg, int height, int64_t now);
/* It was drawn: kept for letters with the same picture, of the last ones
 * alone. */
int store_picture_drawn(struct store *, const char *hash, GBytes *png);
/* Is there one that was last used before that time? */
int store_pictures_old(struct store *, int64_t before, bool *any);
/* Those go away, but not what a letter holds that waits to leave. */
int store_pictures_drop(struct store *, int64_t before);

#endif
