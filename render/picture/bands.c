/* SPDX-License-Identifier: ISC */
/*
 * Bands of rows that were packed for the pictures before: for other readers of
 * the same table, and before the last move.  A band is known by the sprites
 * that lie in it and on the row above, by themselves and not by any name, by
 * where they lie, and by the palette: what is equal in these is equal in every
 * pixel, so that whatever was packed before, a picture's bytes are the same.
 */
#include "render/picture/drawing.h"
#include "render/picture/palette.h"

#include <stdint.h>
#include <string.h>

#define BYTES_MAX (3 << 20) /* then all go, and begin anew */

struct kept {
	guint64 hash; /* of the key */
	const struct band_key *key;
	guint n;
	struct png_band band;
};

struct bands {
	GHashTable *palettes; /* GBytes of named colours -> struct palette */
	GHashTable *all; /* struct kept */
	gsize bytes;
};

static guint
kept_hash(gconstpointer p)
{
	const struct kept *k = p;

	return (guint)(k->hash >> 32);
}

static gboolean
kept_equal(gconstpointer a, gconstpointer b)
{
	const struct kept *x = a, *y = b;

	return x->hash == y->hash && x->n == y->n &&
	       memcmp(x->key, y->key, x->n * sizeof(*x->key)) == 0;
}

static void
kept_free(void *data)
{
	struct kept *k = data;

	g_bytes_unref(k->band.packed);
	g_free((void *)(uintptr_t)k->key);
	g_free(k);
}

struct bands *
bands_new(void)
{
	struct bands *b = g_new0(struct bands, 1);

	b->palettes = g_hash_table_new_full(
	    g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, g_free);
	b->all = g_hash_table_new_full(kept_hash, kept_equal, kept_free, NULL);
	return b;
}

void
bands_free(struct bands *b)
{
	if (b == NULL)
		return;
	g_hash_table_destroy(b->all);
	g_hash_table_destroy(b->palettes);
	g_free(b);
}

static GBytes *
palette_key(const GArray *named)
{
	return g_bytes_new(named->data, named->len * sizeof(guint32));
}

struct palette *
bands_palette(struct bands *b, const GArray *named)
{
	g_autoptr(GBytes) key = palette_key(named);

	if (b->bytes > BYTES_MAX) {
		g_hash_table_remove_all(b->all);
		g_hash_table_remove_all(b->palettes);
		b->bytes = 0;
	}
	return g_hash_table_lookup(b->palettes, key);
}

void
bands_keep_palette(
    struct bands *b, const GArray *named, struct palette *palette)
{
	g_hash_table_insert(b->palettes, palette_key(named), palette);
	b->bytes += sizeof(*palette);
}

/* A mixture of all bytes: equal ones are compared in any case. */
static struct kept
as_kept(const struct band_key *key, guint n)
{
	struct kept k = { .hash = n, .key = key, .n = n };

	for (guint i = 0; i < n; i++) {
		k.hash = (k.hash ^ (guint64)(uintptr_t)key[i].what) *
			 0x9e3779b97f4a7c15;
		k.hash = (k.hash ^ k.hash >> 29 ^ (guint64)key[i].x << 32 ^
			     (guint32)key[i].y) *
			 0xbf58476d1ce4e5b9;
	}
	return k;
}

const struct png_band *
bands_find(const struct bands *b, const struct band_key *key, guint n)
{
	const struct kept wanted = as_kept(key, n);
	const struct kept *found = g_hash_table_lookup(b->all, &wanted);

	return found != NULL ? &found->band : NULL;
}

void
bands_keep(struct bands *b, const struct band_key *key, guint n,
    const struct png_band *band)
{
	struct kept *k = g_new(struct kept, 1);

	*k = as_kept(key, n);
	k->key = g_memdup2(key, n * sizeof(*key));
	k->band = *band;
	b->bytes +=
	    sizeof(*k) + n * sizeof(*key) + g_bytes_get_size(band->packed);
	g_hash_table_add(b->all, k);
}
