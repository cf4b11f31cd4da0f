/* SPDX-License-Identifier: ISC */
/*
 * Parts of the views that one reader has of one match, kept from moment to
 * moment: most of a table is as it was a move before.  A part of what a game
 * sees (core/game.h).
 */
#ifndef CORE_KEPT_H
#define CORE_KEPT_H

#include <jansson.h>
#include <stddef.h>

/* Games number their kinds of parts from 0 on; what marks players has this
 * number and those below it, by seat. */
#define KEPT_MARKS (-1)

struct kept;
struct kept *kept_new(void);
/* Views of that reader are made with it, of no other ever; NULL: with none. */
void kept_for(struct kept *, int reader);
void kept_free(struct kept *);
/*
 * The part that was made of these bytes, for the caller to own; NULL: it is not
 * kept, or kept is NULL.  slot tells kinds of parts apart.  What goes into the
 * part and may change in a match must be in the bytes.  Nobody may change the
 * part, except that render/mustache/changes.h puts equal values in the place of
 * its values.  These are freed then, and all values of a part that is let go,
 * so the bytes may not hold the address of a value that belongs to a part
 * alone.  The reader is not in the bytes: each has a struct kept of its own
 * (kept_for).
 */
json_t *kept_part(struct kept *, int slot, const void *made_of, size_t size);
/* The part itself, which is kept for a while unless kept is NULL: it may be let
 * go at any later call. */
json_t *kept_add(
    struct kept *, int slot, const void *made_of, size_t size, json_t *part);

#endif
