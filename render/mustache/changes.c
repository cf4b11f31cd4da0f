/* SPDX-License-Identifier: ISC */
#include "render/mustache/changes.h"

#include <string.h>

struct changes {
	GHashTable *keys; /* that are looked for: char * -> bit + 1 */
	struct keys changed;
	struct keys deep; /* these, and those of objects and lists around */
	json_t *before; /* what changes, the time before */
	json_t *beside; /* the context without it */
};

struct changes *
changes_new(void)
{
	struct changes *c = g_new0(struct changes, 1);

	c->keys = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	return c;
}

void
changes_free(struct changes *c)
{
	g_hash_table_unref(c->keys);
	json_decref(c->before);
	json_decref(c->beside);
	g_free(c);
}

static void
add_bit(struct keys *keys, guint bit)
{
	keys->bits[bit / 64] |= (guint64)1 << bit % 64;
}

static bool
meet(const struct keys *a, const struct keys *b)
{
	guint64 both = 0;

	for (guint i = 0; i < KEYS_WORDS; i++)
		both |= a->bits[i] & b->bits[i];
	return both != 0;
}

/* A key that is not looked for has none. */
static void
mark(struct changes *c, const char *key, bool deep)
{
	gpointer bit = g_hash_table_lookup(c->keys, key);

	if (bit == NULL)
		return;
	if (!deep)
		add_bit(&c->changed, GPOINTER_TO_UINT(bit) - 1);
	add_bit(&c->deep, GPOINTER_TO_UINT(bit) - 1);
}

/*
 * now, or old if that is equal.  What is inside of now becomes what old has
 * there wherever it is equal.  key: where they are.
 */
static json_t *unite(
    struct changes *, const char *key, json_t *old, json_t *now);

static json_t *
unite_lists(struct changes *c, const char *key, json_t *old, json_t *now)
{
	size_t n = json_array_size(now);
	bool same = n == json_array_size(old);

	if (!same)
		mark(c, key, false);
	for (size_t i = 0; i < n; i++) {
		json_t *value = json_array_get(now, i);
		json_t *before = json_array_get(old, i);
		json_t *one = unite(c, key, before, value);

		same &= one == before;
		if (one != value)
			json_array_set(now, i, one);
	}
	return same ? old : now;
}

static void
mark_lost(struct changes *c, json_t *old, json_t *now)
{
	const char *key;
	json_t *value;

	json_object_foreach(old, key, value)
	{
		if (json_object_get(now, key) == NULL)
			mark(c, key, false);
	}
}

/* Views of one game mostly have their keys in the same order. */
static json_t *
unite_objects(struct changes *c, json_t *old, json_t *now)
{
	size_t met = 0;
	bool same = true;
	void *beside = json_object_iter(old);

	for (void *at = json_object_iter(now); at != NULL;
	     at = json_object_iter_next(now, at)) {
		const char *key = json_object_iter_key(at);
		json_t *value = json_object_iter_value(at), *before, *one;

		if (beside != NULL &&
		    strcmp(key, json_object_iter_key(beside)) == 0) {
			before = json_object_iter_value(beside);
			beside = json_object_iter_next(old, beside);
		} else
			before = json_object_get(old, key);
		one = unite(c, key, before, value);
		met += before != NULL;
		same &= one == before;
		if (one != value)
			json_object_iter_set(now, at, one);
	}
	if (met == json_object_size(old))
		return same ? old : now;
	mark_lost(c, old, now);
	return now;
}

static json_t *
unite(struct changes *c, const char *key, json_t *old, json_t *now)
{
	json_t *one;

	if (old == now)
		return now;
	if (old == NULL || json_typeof(old) != json_typeof(now)) {
		mark(c, key, false);
		return now;
	}
	if (!json_is_object(now) && !json_is_array(now)) {
		if (json_equal(old, now))
			return old;
		mark(c, key, false);
		return now;
	}
	one = json_is_object(now) ? unite_objects(c, old, now)
				  : unite_lists(c, key, old, now);
	if (one != old)
		mark(c, key, true);
	return one;
}

/* All other values of the context are where they were. */
static bool
is_beside(const struct changes *c, json_t *context, const char *key)
{
	const char *other;
	json_t *value;

	if (json_object_size(c->beside) != json_object_size(context))
		return false;
	json_object_foreach(context, other, value)
	{
		if (strcmp(other, key) != 0 &&
		    json_object_get(c->beside, other) != value)
			return false;
	}
	return true;
}

void
changes_begin(struct changes *c, json_t *context, const char *key)
{
	json_t *now = json_object_get(context, key);

	memset(&c->changed, 0, sizeof(c->changed));
	memset(&c->deep, 0, sizeof(c->deep));
	unite(c, key, c->before, now);
	json_decref(c->before);
	c->before = json_incref(now);
	if (is_beside(c, context, key))
		return;
	memset(&c->changed, 0xff, sizeof(c->changed));
	json_decref(c->beside);
	c->beside = json_copy(context);
	json_object_set_new(c->beside, key, json_null());
}

void
changes_add(struct changes *c, const char *path, struct keys *keys)
{
	g_auto(GStrv) parts = g_strsplit(path, ".", -1);

	for (char **one = parts; *one != NULL; one++) {
		guint bit =
		    GPOINTER_TO_UINT(g_hash_table_lookup(c->keys, *one));

		if (bit == 0) {
			bit = MIN(g_hash_table_size(c->keys) + 1, KEYS_MAX);
			g_hash_table_insert(
			    c->keys, g_strdup(*one), GUINT_TO_POINTER(bit));
		}
		add_bit(keys, bit - 1);
	}
}

bool
changes_any(
    const struct changes *c, const struct keys *keys, const struct keys *deep)
{
	return meet(keys, &c->changed) || meet(deep, &c->deep);
}
