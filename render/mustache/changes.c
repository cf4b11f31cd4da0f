/* SPDX-License-Identifier: ISC */
#include "render/mustache/changes.h"

#include <stdint.h>
#include <string.h>

struct changes {
	GHashTable *keys; /* that are looked for: char * -> bit + 1 */
	struct keys changed;
	struct keys deep; /* these, and those of objects and lists around */
	GArray *objects; /* struct change: those that differ, which are few */
	guint now; /* how many times it began */
	/* When that of a bit changed last, and when something in it did. */
	guint changed_at[KEYS_MAX], deep_at[KEYS_MAX];
	json_t *before; /* what changes, the time before */
	json_t *beside; /* the context without it */
};

struct changes *
changes_new(void)
{
	struct changes *c = g_new0(struct changes, 1);

	c->keys = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	c->objects = g_array_new(FALSE, FALSE, sizeof(struct change));
	return c;
}

void
changes_free(struct changes *c)
{
	g_hash_table_unref(c->keys);
	g_array_unref(c->objects);
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

static void
add_key(const struct changes *c, const char *key, struct keys *own)
{
	gpointer bit = g_hash_table_lookup(c->keys, key);

	if (bit != NULL)
		add_bit(own, GPOINTER_TO_UINT(bit) - 1);
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

/* All keys in a value that comes or goes. */
static void
mark_inside(struct changes *c, const json_t *value)
{
	const json_t *list = json_is_array(value) ? value : NULL, *one;
	json_t *object = (json_t *)(uintptr_t)value, *inside;
	const char *key;
	size_t i;

	json_array_foreach(list, i, one) mark_inside(c, one);
	if (!json_is_object(value))
		return;
	json_object_foreach(object, key, inside)
	{
		mark(c, key, false);
		mark_inside(c, inside);
	}
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
	for (size_t i = n; i < json_array_size(old); i++)
		mark_inside(c, json_array_get(old, i));
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
mark_lost(struct changes *c, json_t *old, json_t *now, struct keys *own)
{
	const char *key;
	json_t *value;

	json_object_foreach(old, key, value)
	{
		if (json_object_get(now, key) != NULL)
			continue;
		mark(c, key, false);
		mark_inside(c, value);
		add_key(c, key, own);
	}
}

static void
keep_change(struct changes *c, const json_t *old, const json_t *now,
    const struct keys *keys)
{
	const struct change change = { old, now, *keys };

	g_array_append_val(c->objects, change);
}

/* Views of one game mostly have their keys in the same order. */
static json_t *
unite_objects(struct changes *c, json_t *old, json_t *now)
{
	size_t met = 0;
	bool same = true;
	void *beside = json_object_iter(old);
	struct keys own = { 0 };

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
		if (one != before) {
			same = false;
			add_key(c, key, &own);
		}
		if (one != value)
			json_object_iter_set(now, at, one);
	}
	if (met != json_object_size(old))
		mark_lost(c, old, now, &own);
	else if (same)
		return old;
	keep_change(c, old, now, &own);
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
		mark_inside(c, old);
		mark_inside(c, now);
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

static void
note_times(const struct keys *keys, guint *times, guint now)
{
	for (guint i = 0; i < KEYS_WORDS; i++)
		for (guint64 bits = keys->bits[i]; bits != 0; bits &= bits - 1)
			times[64 * i + (guint)__builtin_ctzll(bits)] = now;
}

static void
find_changes(struct changes *c, json_t *context, const char *key)
{
	json_t *now = json_object_get(context, key);

	memset(&c->changed, 0, sizeof(c->changed));
	memset(&c->deep, 0, sizeof(c->deep));
	g_array_set_size(c->objects, 0);
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
changes_begin(struct changes *c, json_t *context, const char *key)
{
	c->now++;
	find_changes(c, context, key);
	note_times(&c->changed, c->changed_at, c->now);
	note_times(&c->deep, c->deep_at, c->now);
}

static guint
key_bit(struct changes *c, const char *key, size_t size)
{
	g_autofree char *own = g_strndup(key, size);
	guint bit = GPOINTER_TO_UINT(g_hash_table_lookup(c->keys, own));

	if (bit == 0) {
		bit = MIN(g_hash_table_size(c->keys) + 1, KEYS_MAX);
		g_hash_table_insert(
		    c->keys, g_steal_pointer(&own), GUINT_TO_POINTER(bit));
	}
	return bit - 1;
}

void
changes_add(struct changes *c, const char *path, struct keys *keys)
{
	for (;;) {
		const char *end = strchrnul(path, '.');

		add_bit(keys, key_bit(c, path, (size_t)(end - path)));
		if (*end == '\0')
			return;
		path = end + 1;
	}
}

struct keys_path
changes_path(struct changes *c, const char *path)
{
	struct keys_path bits = { 0 };

	for (bits.n = 1; bits.n <= KEYS_PATH; bits.n++) {
		const char *end = strchrnul(path, '.');

		bits.bits[bits.n - 1] = key_bit(c, path, (size_t)(end - path));
		if (*end == '\0')
			return bits;
		path = end + 1;
	}
	return bits;
}

guint
changes_now(const struct changes *c)
{
	return c->now;
}

bool
changes_since(const struct changes *c, const struct keys_path *path, guint time)
{
	if (path->n > KEYS_PATH || c->deep_at[path->bits[path->n - 1]] > time)
		return true;
	for (guint i = 0; i < path->n; i++)
		if (c->changed_at[path->bits[i]] > time)
			return true;
	return false;
}

const struct change *
changes_of(const struct changes *c, const json_t *now)
{
	for (guint i = 0; i < c->objects->len; i++) {
		const struct change *change =
		    &g_array_index(c->objects, struct change, i);

		if (change->now == now)
			return change;
	}
	return NULL;
}

bool
changes_any(
    const struct changes *c, const struct keys *keys, const struct keys *deep)
{
	return meet(keys, &c->changed) || meet(deep, &c->deep);
}
