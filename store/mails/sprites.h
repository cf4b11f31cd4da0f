/* SPDX-License-Identifier: ISC */
/* Pieces of pictures as pixels. */
#ifndef STORE_MAILS_SPRITES_H
#define STORE_MAILS_SPRITES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

/* *packed is NULL if it is not there.  *stale: store_sprite_use is to be told
 * that a picture has it now. */
int store_sprite(struct store *, const char *name, int64_t now, GBytes **packed,
    bool *stale);
int store_sprite_use(struct store *, const char *name, int64_t now);
/* In place of one that was there. */
int store_sprite_add(
    struct store *, const char *name, GBytes *packed, int64_t now);
/* Is there one that was last used before that time? */
int store_sprites_old(struct store *, int64_t before, bool *any);
/* Those go away. */
int store_sprites_drop(struct store *, int64_t before);

#endif
