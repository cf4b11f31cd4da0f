/* SPDX-License-Identifier: ISC */
/*
 * Pictures put together of sprites: those of this process, those that are kept,
 * and only what is left is drawn.
 */
#include "render/sprites.h"

#include "base/err.h"
#include "base/pack.h"
#include "render/drawing.h"
#include "render/picture.h"
#include "render/pieces.h"

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
};

struct sprites *
sprites_new(const struct sprite_keeper *keeper)
{
	struct sprites *s = g_new0(struct sprites, 1);

	if (keeper != NULL)
		s->keeper = *keeper;
	s->cache = g_hash_table_new_full(
	    g_str_hash, g_str_equal, g_free, (GDestroyNotify)sprite_free);
	return s;
}

void
sprites_free(struct sprites *s)
{
	if (s == NULL)
		return;
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

/* ---- a picture ---- */

/* A piece where it goes. */
struct placed {
	const struct sprite *sprite;
	int x, y; /* pixels */
	char name[NAME_SIZE + 1];
};

struct page {
	const struct pieces *pieces;
	double scale; /* pixels a unit */
	int width, height; /* pixels */
	struct placed *placed; /* as many as pieces */
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
name_piece(const struct page *p, GChecksum *common, guint i)
{
	const struct piece *piece = g_ptr_array_index(p->pieces->all, i);
	g_autoptr(GChecksum) sum = g_checksum_copy(common);
	const guint8 beyond[2] = { p->dx[i], p->dy[i] };

	g_checksum_update(sum, beyond, sizeof(beyond));
	g_checksum_update(sum, (const guchar *)piece->svg, -1);
	g_strlcpy(p->placed[i].name, g_checksum_get_string(sum),
	    sizeof(p->placed[i].name));
}

static void
place(struct page *p)
{
	g_autoptr(GChecksum) common = g_checksum_new(G_CHECKSUM_SHA256);
	g_autofree char *all = g_strdup_printf("%s%d %.9g %s",
	    picture_versions(), G_BYTE_ORDER, p->scale, p->pieces->head);
	g_autofree char *fonts = picture_fonts();

	g_checksum_update(common, (const guchar *)fonts, -1);
	g_checksum_update(common, (const guchar *)all, -1);
	for (guint i = 0; i < p->pieces->all->len; i++) {
		const struct piece *piece =
		    g_ptr_array_index(p->pieces->all, i);

		p->placed[i].x = whole_pixels(piece->x * p->scale, &p->dx[i]);
		p->placed[i].y = whole_pixels(piece->y * p->scale, &p->dy[i]);
		name_piece(p, common, i);
	}
}

/* Which pieces have no sprite yet; of equal ones the first. */
static int
find_all(
    struct sprites *s, struct page *p, struct sprite **sprites, bool *wanted)
{
	g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);

	for (guint i = 0; i < p->pieces->all->len; i++) {
		const char *name = p->placed[i].name;

		if (find(s, name, &sprites[i]) == -1)
			return -1;
		wanted[i] = sprites[i] == NULL &&
			    g_hash_table_add(seen, (gpointer)(uintptr_t)name);
	}
	return 0;
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
		if (wanted[i] && keep(s, p->placed[i].name, sprites[i]) == -1)
			return -1;
		p->placed[i].sprite =
		    g_hash_table_lookup(s->cache, p->placed[i].name);
	}
	return 0;
}

static bool
row_again(const struct page *p, int y)
{
	for (guint i = 0; i < p->pieces->all->len; i++) {
		const struct placed *at = &p->placed[i];

		if (!sprite_row_again(at->sprite, y - at->y - at->sprite->y))
			return false;
	}
	return y > 0;
}

static void
paint_row(const struct page *p, int y, guint32 *row)
{
	memset(row, 0, sizeof(*row) * (size_t)p->width);
	for (guint i = 0; i < p->pieces->all->len; i++) {
		const struct placed *at = &p->placed[i];
		int own = y - at->y - at->sprite->y;

		if (own >= 0 && own < at->sprite->height)
			sprite_paint(at->sprite, own, at->x + at->sprite->x,
			    row, p->width);
	}
}

/* All pieces, the lowest first, row by row. */
static GBytes *
paint(const struct page *p)
{
	g_autofree guint32 *row = g_new(guint32, p->width);
	struct png *png = png_new(p->width, p->height);

	for (int y = 0; y < p->height; y++)
		if (row_again(p, y))
			png_row_again(png);
		else {
			paint_row(p, y, row);
			png_row(png, row);
		}
	return png_end(png);
}

static int
pixels_high(const struct pieces *pieces, int width)
{
	return MAX(1, (int)(pieces->height * width / pieces->width + 0.5));
}

static GBytes *
put_together(
    struct sprites *s, const struct pieces *pieces, int width, struct err *e)
{
	const guint n = pieces->all->len;
	g_autofree struct placed *placed = g_new0(struct placed, n);
	g_autofree guint8 *dx = g_new0(guint8, n), *dy = g_new0(guint8, n);
	struct page page = {
		.pieces = pieces,
		.scale = width / pieces->width,
		.width = width,
		.height = pixels_high(pieces, width),
		.placed = placed,
		.dx = dx,
		.dy = dy,
	};

	place(&page);
	if (fill(s, &page, e) == -1)
		return NULL;
	return paint(&page);
}

GBytes *
picture_png(const char *svg, int width, struct sprites *sprites, struct err *e)
{
	struct sprites *own = sprites == NULL ? sprites_new(NULL) : NULL;
	struct sprites *s = own != NULL ? own : sprites;
	struct pieces *pieces = pieces_new(svg);
	GBytes *png = NULL;

	if (s->bytes > CACHE_MAX) {
		g_hash_table_remove_all(s->cache);
		s->bytes = 0;
	}
	if (!pieces->whole || measure_whole(pieces, e) == 0)
		png = put_together(s, pieces, width, e);
	pieces_free(pieces);
	sprites_free(own);
	return png;
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
