/* SPDX-License-Identifier: ISC */
/*
 * Pictures put together of sprites: those of this process, those that are kept,
 * and only what is left is drawn.
 */
#include "render/picture/sprites.h"

#include "base/err.h"
#include "base/pack.h"
#include "render/picture/drawing.h"
#include "render/picture/palette.h"
#include "render/picture/picture.h"
#include "render/picture/pieces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CACHE_MAX (8 << 20) /* bytes; then all go, and begin anew */
#define KEPT_MAX (1 << 18) /* bytes: a bigger one is of one picture alone */
#define NAME_SIZE 40 /* characters of a sprite's name */

struct sprites {
	struct sprite_keeper keeper; /* .find is NULL: none */
	GHashTable *cache; /* name -> struct sprite */
	gsize bytes; /* that they take */
	GHashTable *kinds; /* text -> struct kind */
	struct bands *bands; /* of pictures before, of sprites in the cache */
};

/* Pictures with the same definitions, scale, libraries and fonts, which a text
 * tells: what pixels of a piece depend on, beside the piece. */
struct kind {
	GChecksum *sum; /* of the text */
	GHashTable *known; /* struct key -> struct sprite of the cache: finding
			    * one so costs less than making its name */
};

struct key {
	guint8 dx, dy; /* 1/256 pixels right of and below a whole one */
	const char *svg; /* of a piece */
};

static guint
key_hash(gconstpointer p)
{
	const struct key *key = p;

	return g_str_hash(key->svg) ^ (guint)key->dx << 8 ^ key->dy;
}

static gboolean
key_equal(gconstpointer a, gconstpointer b)
{
	const struct key *x = a, *y = b;

	return x->dx == y->dx && x->dy == y->dy && strcmp(x->svg, y->svg) == 0;
}

static void
key_free(void *data)
{
	struct key *key = data;

	g_free((char *)(uintptr_t)key->svg);
	g_free(key);
}

static void
kind_free(void *data)
{
	struct kind *kind = data;

	g_checksum_free(kind->sum);
	g_hash_table_destroy(kind->known);
	g_free(kind);
}

struct sprites *
sprites_new(const struct sprite_keeper *keeper)
{
	struct sprites *s = g_new0(struct sprites, 1);

	if (keeper != NULL)
		s->keeper = *keeper;
	s->cache = g_hash_table_new_full(
	    g_str_hash, g_str_equal, g_free, (GDestroyNotify)sprite_free);
	s->bands = bands_new();
	s->kinds =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, kind_free);
	return s;
}

void
sprites_free(struct sprites *s)
{
	if (s == NULL)
		return;
	bands_free(s->bands);
	g_hash_table_destroy(s->kinds);
	g_hash_table_destroy(s->cache);
	g_free(s);
}

/* ---- found ---- */

static void
cache_add(struct sprites *s, const char *name, struct sprite *sprite)
{
	s->bytes += g_bytes_get_size(sprite->bytes);
	g_hash_table_insert(s->cache, g_strdup(name), sprite);
}

static struct sprite *
read_packed(GBytes *packed)
{
	g_autoptr(GBytes) bytes = bytes_unpack(packed, KEPT_MAX);

	return bytes != NULL ? sprite_read(bytes) : NULL;
}

/* *sprite stays NULL if it is neither in the cache nor kept, or damaged. */
static int
find(struct sprites *s, const char *name, struct sprite **sprite)
{
	g_autoptr(GBytes) packed = NULL;

	*sprite = g_hash_table_lookup(s->cache, name);
	if (*sprite != NULL || s->keeper.find == NULL)
		return 0;
	if (s->keeper.find(s->keeper.arg, name, &packed) == -1)
		return -1;
	if (packed != NULL && (*sprite = read_packed(packed)) != NULL)
		cache_add(s, name, *sprite);
	return 0;
}

static int
keep(struct sprites *s, const char *name, struct sprite *sprite)
{
	g_autoptr(GBytes) packed = NULL;

	cache_add(s, name, sprite);
	if (s->keeper.keep == NULL ||
	    g_bytes_get_size(sprite->bytes) > KEPT_MAX)
		return 0;
	packed = bytes_pack(sprite->bytes);
	return s->keeper.keep(s->keeper.arg, name, packed);
}

/* ---- palettes ---- */

/* The name under which the keeper has the palette for these colours. */
static void
name_palette(const GArray *named, char *name)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);

	g_checksum_update(sum, (const guchar *)picture_versions(), -1);
	for (guint i = 0; i < named->len; i++) {
		const guint32 colour =
		    GUINT32_TO_LE(g_array_index(named, guint32, i));

		g_checksum_update(sum, (const guchar *)&colour, 4);
	}
	g_snprintf(name, NAME_SIZE + 1, SPRITES_PALETTE "%s",
	    g_checksum_get_string(sum));
}

static int
find_kept_palette(struct sprites *s, const char *name, const GArray *named,
    struct palette **palette)
{
	g_autoptr(GBytes) packed = NULL, bytes = NULL;

	if (s->keeper.find == NULL)
		return 0;
	if (s->keeper.find(s->keeper.arg, name, &packed) == -1)
		return -1;
	if (packed != NULL)
		bytes = bytes_unpack(packed, KEPT_MAX);
	if (bytes != NULL)
		*palette = palette_read(bytes, named);
	return 0;
}

static int
keep_palette(
    const struct sprites *s, const char *name, const struct palette *palette)
{
	g_autoptr(GBytes) bytes = palette_bytes(palette), packed = NULL;

	if (s->keeper.keep == NULL)
		return 0;
	packed = bytes_pack(bytes);
	return s->keeper.keep(s->keeper.arg, name, packed);
}

/* Of colours that an SVG names; *palette stays NULL if it names none. */
static int
find_palette(struct sprites *s, const GArray *named, struct palette **palette)
{
	char name[NAME_SIZE + 1];
	int r = 0;

	if (named == NULL ||
	    (*palette = bands_palette(s->bands, named)) != NULL)
		return 0;
	name_palette(named, name);
	if (find_kept_palette(s, name, named, palette) == -1)
		return -1;
	if (*palette == NULL) {
		*palette = palette_of_named(named);
		r = keep_palette(s, name, *palette);
	}
	bands_keep_palette(s->bands, named, *palette);
	return r;
}

/* ---- a picture ---- */

/* A sprite's name. */
struct name {
	char text[NAME_SIZE + 1];
};

struct page {
	const struct pieces *pieces;
	struct kind *kind;
	double scale; /* pixels a unit */
	int width, height; /* pixels */
	struct placed *placed; /* as many as pieces */
	struct name *names; /* as many, of those that were not known */
	guint8 *dx, *dy; /* 1/256 pixels right of and below x and y */
};

/* Whole pixels, and 1/256 of them beyond. */
static int
whole_pixels(double at, guint8 *beyond)
{
	const long all = lround(CLAMP(at, -1e6, 1e6) * 256);

	*beyond = (guint8)(all & 0xff);
	return (int)((all - *beyond) / 256);
}

/* What the pixels of a piece depend on, hashed. */
static void
name_piece(const struct page *p, guint i)
{
	const struct piece *piece = g_ptr_array_index(p->pieces->all, i);
	g_autoptr(GChecksum) sum = g_checksum_copy(p->kind->sum);
	const guint8 beyond[2] = { p->dx[i], p->dy[i] };

	g_checksum_update(sum, beyond, sizeof(beyond));
	g_checksum_update(sum, (const guchar *)piece->svg, -1);
	g_strlcpy(p->names[i].text, g_checksum_get_string(sum),
	    sizeof(p->names[i].text));
}

static struct kind *
find_kind(struct sprites *s, const struct pieces *pieces, double scale)
{
	g_autofree char *fonts = picture_fonts();
	g_autofree char *text = g_strdup_printf("%s%s%d %.9g %s", fonts,
	    picture_versions(), G_BYTE_ORDER, scale, pieces->head);
	struct kind *kind = g_hash_table_lookup(s->kinds, text);

	if (kind != NULL)
		return kind;
	kind = g_new(struct kind, 1);
	kind->sum = g_checksum_new(G_CHECKSUM_SHA256);
	g_checksum_update(kind->sum, (const guchar *)text, -1);
	kind->known =
	    g_hash_table_new_full(key_hash, key_equal, key_free, NULL);
	g_hash_table_insert(s->kinds, g_steal_pointer(&text), kind);
	return kind;
}

static struct key
key_of(const struct page *p, guint i)
{
	const struct piece *piece = g_ptr_array_index(p->pieces->all, i);

	return (struct key){ p->dx[i], p->dy[i], piece->svg };
}

/* Where they are, and those that are known. */
static void
place(struct page *p)
{
	for (guint i = 0; i < p->pieces->all->len; i++) {
		const struct piece *piece =
		    g_ptr_array_index(p->pieces->all, i);
		struct placed *at = &p->placed[i];
		struct key key;

		at->x = whole_pixels(piece->x * p->scale, &p->dx[i]);
		at->y = whole_pixels(piece->y * p->scale, &p->dy[i]);
		key = key_of(p, i);
		at->sprite = g_hash_table_lookup(p->kind->known, &key);
		if (at->sprite == NULL)
			name_piece(p, i);
	}
}

/* Which pieces have no sprite yet; of equal ones the first. */
static int
find_all(
    struct sprites *s, struct page *p, struct sprite **sprites, bool *wanted)
{
	g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);

	for (guint i = 0; i < p->pieces->all->len; i++) {
		const char *name = p->names[i].text;

		if (p->placed[i].sprite != NULL)
			continue;
		if (find(s, name, &sprites[i]) == -1)
			return -1;
		wanted[i] = sprites[i] == NULL &&
			    g_hash_table_add(seen, (gpointer)(uintptr_t)name);
	}
	return 0;
}

/* The sprite of that piece is in the cache: from now on it is known. */
static void
know(const struct sprites *s, struct page *p, guint i)
{
	struct sprite *sprite = g_hash_table_lookup(s->cache, p->names[i].text);
	struct key *key = g_new(struct key, 1);

	*key = key_of(p, i);
	key->svg = g_strdup(key->svg);
	g_hash_table_insert(p->kind->known, key, sprite);
	p->placed[i].sprite = sprite;
}

/* Those that were drawn and are not in the cache yet; -1. */
static int
drop_rest(struct sprite **sprites, const bool *drawn, guint from, guint n)
{
	for (guint i = from; i < n; i++)
		if (drawn[i])
			sprite_free(sprites[i]);
	return -1;
}

/* Those that are nowhere are drawn, all at once. */
static int
fill(struct sprites *s, struct page *p, struct err *e)
{
	const guint n = p->pieces->all->len;
	g_autofree struct sprite **sprites = g_new0(struct sprite *, n);
	g_autofree bool *wanted = g_new0(bool, n);
	bool any = false;

	if (find_all(s, p, sprites, wanted) == -1)
		return -1;
	for (guint i = 0; i < n; i++)
		any = any || wanted[i];
	if (any && draw_pieces(p->pieces, p->scale, p->dx, p->dy, wanted,
		       sprites, e) == -1)
		return -1;
	for (guint i = 0; i < n; i++) {
		if (wanted[i] && keep(s, p->names[i].text, sprites[i]) == -1)
			return drop_rest(sprites, wanted, i + 1, n);
		if (p->placed[i].sprite == NULL)
			know(s, p, i);
	}
	return 0;
}

static int
pixels_high(const struct pieces *pieces, int width)
{
	return MAX(1, (int)(pieces->height * width / pieces->width + 0.5));
}

/* *png is made if there is a place for it; -1 on a fault. */
static int
put_together(struct sprites *s, const struct pieces *pieces,
    struct palette *palette, int width, GBytes **png, struct err *e)
{
	const guint n = pieces->all->len;
	g_autofree struct placed *placed = g_new0(struct placed, n);
	g_autofree struct name *names = g_new(struct name, n);
	g_autofree guint8 *dx = g_new0(guint8, n), *dy = g_new0(guint8, n);
	struct page page = {
		.pieces = pieces,
		.kind = find_kind(s, pieces, width / pieces->width),
		.scale = width / pieces->width,
		.width = width,
		.height = pixels_high(pieces, width),
		.placed = placed,
		.names = names,
		.dx = dx,
		.dy = dy,
	};

	place(&page);
	if (fill(s, &page, e) == -1)
		return -1;
	if (png != NULL)
		*png = paint_picture(
		    placed, n, width, page.height, palette, s->bands);
	return 0;
}

static int
make(struct sprites *s, const char *svg, int width, GBytes **png, struct err *e)
{
	struct pieces *pieces = pieces_new(svg);
	GArray *named = palette_named(svg);
	struct palette *palette = NULL;
	int r = 0;

	if (s->bytes > CACHE_MAX) {
		bands_free(s->bands);
		s->bands = bands_new();
		g_hash_table_remove_all(s->kinds);
		g_hash_table_remove_all(s->cache);
		s->bytes = 0;
	}
	if (pieces->whole)
		r = measure_whole(pieces, e);
	if (r == 0)
		r = find_palette(s, named, &palette);
	if (r == 0)
		r = put_together(s, pieces, palette, width, png, e);
	g_clear_pointer(&named, g_array_unref);
	pieces_free(pieces);
	return r;
}

GBytes *
picture_png(const char *svg, int width, struct sprites *sprites, struct err *e)
{
	struct sprites *own = sprites == NULL ? sprites_new(NULL) : NULL;
	GBytes *png = NULL;

	make(own != NULL ? own : sprites, svg, width, &png, e);
	sprites_free(own);
	return png;
}

int
picture_prepare(
    const char *svg, int width, struct sprites *sprites, struct err *e)
{
	return make(sprites, svg, width, NULL, e);
}

int
picture_height(const char *svg, int width, struct err *e)
{
	struct pieces *root = pieces_of_root(svg);
	int height = -1;

	if (!root->whole || measure_whole(root, e) == 0)
		height = pixels_high(root, width);
	pieces_free(root);
	return height;
}
