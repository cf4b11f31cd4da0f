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

/* An object that is not equal to what was there before. */
struct change {
	const json_t *before; /* only to be compared: it may be freed by now */
	const json_t *now;
	struct keys keys; /* of the object, at which they differ */
};

static inline bool
keys_have(const struct keys *keys, guint bit)
{
	return (keys->bits[bit / 64] >> bit % 64 & 1) != 0;
}

/* The bits of a path that is looked up; n: KEYS_PATH + 1 for a longer one. */
enum { KEYS_PATH = 4 };
struct keys_path {
	guint n;
	guint bits[KEYS_PATH];
};

struct changes;
struct changes *changes_new(void);
void changes_free(struct changes *);
/* The keys of that path ("view.scores") are looked for from now on; they come
 * into the set. */
void changes_add(struct changes *, const char *path, struct keys *);
/*
 * The context that comes now has, at that key, what changes from one time to
 * the next.  Values that are equal to those of the time before become these,
 * and are known by their places.
 */
void changes_begin(struct changes *, json_t *context, const char *key);
/* The bits of that path, which is looked for from now on. */
struct keys_path changes_path(struct changes *, const char *path);
/* How often changes_begin was called: a time, for changes_since. */
guint changes_now(const struct changes *);
/* Whether that path, wherever it is found, may lead to another value than it
 * did at that earlier time. */
bool changes_since(
    const struct changes *, const struct keys_path *, guint time);
/* How the object at that address differs from the one in its place the time
 * before; NULL: it is the same one, or none was there. */
const struct change *changes_of(const struct changes *, const json_t *now);
/*
 * Whether a key has another value than the time before, anywhere in the
 * context: what is in an object, or in a list that is as long as before, is
 * told by the keys there.  deep: keys below which nothing may have changed.
 */
bool changes_any(
    const struct changes *, const struct keys *, const struct keys *deep);

#endif
