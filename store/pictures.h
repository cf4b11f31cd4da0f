/* SPDX-License-Identifier: ISC */
/* Pictures that letters show. */
#ifndef STORE_PICTURES_H
#define STORE_PICTURES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

/* The PNG of that hash; *bytes is NULL if it is not there. */
int store_picture(struct store *, const char *hash, GBytes **bytes);
/*
 * A letter is made with it now: *start has the first bytes of its PNG, as
 * many as its size takes; NULL if it is not there.
 */
int store_picture_use(
    struct store *, const char *hash, int64_t now, GBytes **start);
/* One that is there stays as it is. */
int store_picture_add(
    struct store *, const char *hash, GBytes *png, int64_t now);
/* Is there one that was last used before that time? */
int store_pictures_old(struct store *, int64_t before, bool *any);
/* Those go away, but not what a letter holds that waits to leave. */
int store_pictures_drop(struct store *, int64_t before);

#endif
