/* SPDX-License-Identifier: ISC */
/*
 * Which keys of a context have other values than the time before, so that what
 * looks up no such key need not be written again.
 */
#ifndef RENDER_MUSTACHE_CHANGES_H
#define RENDER_MUSTACHE_CHANGES_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

/* A set of keys; those for which there is no bit left share the last one. */
enum { KEYS_MAX = 192, KEYS_WORDS = KEYS_MAX / 64 };
struct keys {
	guint64 bits[KEYS_WORDS];
};

struct changes;
struct changes *changes_new(void);
void changes_free(struct changes *);
/* The keys of that path ("view.scores") come into the set; changes of others
 * are not looked for. */
void changes_add(struct changes *, const char *path, struct keys *);
/*
 * The context that comes now has, at that key, what changes from one time to
 * the next.  Values that are equal to those of the time before become these,
 * and are known by their places.
 */
void changes_begin(struct changes *, json_t *context, const char *key);
/*
 * Whether a key has another value than the time before, anywhere in the
 * context: what is in an object, or in a list that is as long as before, is
 * told by the keys there.  deep: keys below which nothing may have changed.
 */
bool changes_any(
    const struct changes *, const struct keys *, const struct keys *deep);

#endif
