/* SPDX-License-Identifier: ISC */
#include "core/kept.h"

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Parts of the longest match come to some thousands. */
#define KEPT_MOST 20000

struct kept {
	int reader; /* the one, if there is one yet */
	bool read;
	GHashTable *parts; /* struct made * -> json_t * */
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

struct kept *
kept_new(void)
{
	struct kept *kept = g_new0(struct kept, 1);

	kept->parts =
	    g_hash_table_new_full(made_hash, made_equal, g_free, part_drop);
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
	g_free(kept);
}

json_t *
kept_part(const struct kept *kept, int slot, const void *made_of, size_t size)
{
	const struct made made = { slot, size, made_of };

	return kept == NULL
		   ? NULL
		   : json_incref(g_hash_table_lookup(kept->parts, &made));
}

json_t *
kept_add(
    struct kept *kept, int slot, const void *made_of, size_t size, json_t *part)
{
	const struct made made = { slot, size, made_of };

	if (kept == NULL)
		return part;
	if (g_hash_table_size(kept->parts) >= KEPT_MOST)
		g_hash_table_remove_all(kept->parts);
	g_hash_table_insert(kept->parts, made_copy(&made), json_incref(part));
	return part;
}
