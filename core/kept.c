/* SPDX-License-Identifier: ISC */
#include "core/kept.h"

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/*
 * Parts come to some thousands in a match, of which most never come again, and
 * would only push out of the processor's caches what is at work.  So those that
 * were not asked for while so many others came are let go.
 */
#define KEPT_MOST 150

struct kept {
	int reader; /* the one, if there is one yet */
	bool read;
	GHashTable *parts; /* struct made * -> json_t * */
	GHashTable *older; /* the same, before these */
};

/* What a part is made of. */
struct made {
	int slot;
	size_t size;
	const void *bytes; /* behind it, in those of the table */
};

static guint
made_hash(gconstpointer p)
{
	const struct made *made = p;
	const unsigned char *byte = made->bytes;
	uint64_t hash = (uint64_t)made->slot + 1, word;
	size_t i = 0;

	for (; i + sizeof(word) <= made->size; i += sizeof(word)) {
		memcpy(&word, byte + i, sizeof(word));
		hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
		hash ^= hash >> 29;
	}
	for (; i < made->size; i++)
		hash = (hash ^ byte[i]) * 0x9e3779b97f4a7c15u;
	return (guint)(hash >> 32);
}

static gboolean
made_equal(gconstpointer p, gconstpointer q)
{
	const struct made *a = p, *b = q;

	return a->slot == b->slot && a->size == b->size &&
	       memcmp(a->bytes, b->bytes, a->size) == 0;
}

static struct made *
made_copy(const struct made *made)
{
	struct made *copy = g_malloc(sizeof(*copy) + made->size);

	*copy = *made;
	copy->bytes = copy + 1;
	memcpy(copy + 1, made->bytes, made->size);
	return copy;
}

static void
part_drop(gpointer part)
{
	json_decref(part);
}

static GHashTable *
parts_new(void)
{
	return g_hash_table_new_full(made_hash, made_equal, g_free, part_drop);
}

struct kept *
kept_new(void)
{
	struct kept *kept = g_new0(struct kept, 1);

	kept->parts = parts_new();
	kept->older = parts_new();
	return kept;
}

void
kept_for(struct kept *kept, int reader)
{
	if (kept == NULL)
		return;
	g_assert(!kept->read || kept->reader == reader);
	kept->reader = reader;
	kept->read = true;
}

void
kept_free(struct kept *kept)
{
	if (kept == NULL)
		return;
	g_hash_table_unref(kept->parts);
	g_hash_table_unref(kept->older);
	g_free(kept);
}

static void
part_insert(struct kept *kept, struct made *made, json_t *part)
{
	if (g_hash_table_size(kept->parts) >= KEPT_MOST) {
		g_hash_table_unref(kept->older);
		kept->older = kept->parts;
		kept->parts = parts_new();
	}
	g_hash_table_insert(kept->parts, made, part);
}

json_t *
kept_part(struct kept *kept, int slot, const void *made_of, size_t size)
{
	const struct made made = { slot, size, made_of };
	gpointer own, part;

	if (kept == NULL)
		return NULL;
	part = g_hash_table_lookup(kept->parts, &made);
	if (part == NULL &&
	    g_hash_table_steal_extended(kept->older, &made, &own, &part))
		part_insert(kept, own, part);
	return json_incref(part);
}

json_t *
kept_add(
    struct kept *kept, int slot, const void *made_of, size_t size, json_t *part)
{
	const struct made made = { slot, size, made_of };

	if (kept != NULL)
		part_insert(kept, made_copy(&made), json_incref(part));
	return part;
}
