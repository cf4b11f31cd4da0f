/* SPDX-License-Identifier: ISC */
/*
 * Sprites on a page, row by row.  Pixels go side by side with marks where runs
 * of one colour may begin, so that nobody needs to look for these.
 */
#include "render/picture/drawing.h"
#include "render/picture/palette.h"
#include "render/picture/pieces.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

G_STATIC_ASSERT(sizeof(wchar_t) == sizeof(guint32));

#define BAND                                                                 \
	32 /* rows: of fewer, each needs its own codes; of more, fewer stand \
	    * in another picture */
#define LOST_PART 100 /* one pixel in so many may miss its colour */
#define SHORT 8 /* pixels: of more, a call costs less than it gains */

/* ---- a sprite's row ---- */

/* One run from there until there, whatever ran within. */
static void
mark_run(guint64 *starts, unsigned from, unsigned until)
{
	guint64 *first = starts + from / 64, *last = starts + until / 64;
	const guint64 begin = (guint64)1 << from % 64;
	const guint64 end = (guint64)1 << until % 64;

	if (first == last) {
		*first = (*first & ~(end - begin)) | begin | end;
		return;
	}
	*first = (*first & (begin - 1)) | begin;
	while (++first < last)
		*first = 0;
	*last = (*last & -end) | end;
}

static void
fill(guint32 *to, int n, guint32 colour)
{
	if (n > SHORT)
		wmemset((wchar_t *)(void *)to, (wchar_t)colour, (size_t)n);
	else
		while (n-- > 0)
			*to++ = colour;
}

/* x / 255, rounded, of what two bytes multiplied make; twice side by side. */
static guint32
parts_of_255(guint32 x)
{
	x += 0x800080;
	return (x + (x >> 8 & 0xff00ff)) >> 8 & 0xff00ff;
}

/* As cairo does; a damaged colour may come out as any other. */
static guint32
blend(guint32 colour, guint32 below)
{
	const guint32 clear = 255 - (colour >> 24);
	const guint32 red_blue = parts_of_255((below & 0xff00ff) * clear);
	const guint32 green = parts_of_255((below >> 8 & 0xff) * clear);

	return ((colour & 0xffffff) + (red_blue | green << 8)) & 0xffffff;
}

static void
paint_run(const struct sprite_run *run, int from, int until, struct line *to)
{
	if (run->colour >> 24 == 255) {
		mark_run(to->starts, (unsigned)from, (unsigned)until);
		fill(to->pixels + from, until - from, run->colour & 0xffffff);
		return;
	}
	to->starts[from / 64] |= (guint64)1 << from % 64;
	to->starts[until / 64] |= (guint64)1 << until % 64;
	for (int i = from; i < until; i++)
		to->pixels[i] = blend(run->colour, to->pixels[i]);
}

static void
paint_sprite(const struct sprite *s, int row, int x, struct line *to)
{
	const struct sprite_run *end = s->runs + s->rows[row].end;

	for (const struct sprite_run *run = s->runs + s->rows[row].from;
	     run < end; run++) {
		int from = MAX(x + run->x, 0);
		int until = MIN(x + run->x + run->size, to->width);

		if (from < until)
			paint_run(run, from, until, to);
	}
}

/* ---- the page ---- */

/* A sprite on the page. */
struct lying {
	const struct sprite *sprite;
	guint i; /* those of higher numbers lie on it */
	int x, y; /* its corner */
};

struct page {
	struct lying *all; /* by their first rows */
	guint n, next; /* those from next on begin further below */
	struct lying *here; /* by number: those that the row crosses */
	guint n_here;
	int first_end; /* the row at which one of these ends */
	struct line line;
};

static int
by_first_row(const void *a, const void *b)
{
	const struct lying *x = a, *y = b;

	return x->y != y->y ? (x->y < y->y ? -1 : 1) : x->i < y->i ? -1 : 1;
}

static void
find_first_end(struct page *p)
{
	p->first_end = G_MAXINT;
	for (guint i = 0; i < p->n_here; i++)
		p->first_end =
		    MIN(p->first_end, p->here[i].y + p->here[i].sprite->height);
}

/* Those that begin at the row come, and those that end go; were there any? */
static bool
move_to(struct page *p, int y)
{
	guint kept = 0;
	bool come = false;

	if (y >= p->first_end) {
		for (guint i = 0; i < p->n_here; i++)
			if (y < p->here[i].y + p->here[i].sprite->height)
				p->here[kept++] = p->here[i];
		p->n_here = kept;
		come = true;
	}
	for (; p->next < p->n && p->all[p->next].y <= y; p->next++) {
		const struct lying *new = &p->all[p->next];
		guint at = p->n_here;

		if (y >= new->y + new->sprite->height)
			continue;
		for (; at > 0 && p->here[at - 1].i > new->i; at--)
			p->here[at] = p->here[at - 1];
		p->here[at] = *new;
		p->n_here++;
		come = true;
	}
	if (come)
		find_first_end(p);
	return come;
}

static bool
row_again(const struct page *p, int y)
{
	for (guint i = 0; i < p->n_here; i++) {
		const struct lying *l = &p->here[i];
		const struct sprite_row *row = &l->sprite->rows[y - l->y];

		if (y == l->y || row->from != row[-1].from ||
		    row->end != row[-1].end)
			return false;
	}
	return true;
}

/* Does one run of it cover the whole row? */
static bool
covers(const struct lying *l, int y, int width)
{
	const struct sprite_row *row = &l->sprite->rows[y - l->y];
	const struct sprite_run *run = &l->sprite->runs[row->from];

	return row->end > row->from && run->colour >> 24 == 255 &&
	       l->x + run->x <= 0 && l->x + run->x + run->size >= width;
}

static void
clear(struct line *line)
{
	memset(line->pixels, 0, sizeof(*line->pixels) * (size_t)line->width);
	memset(line->starts, 0,
	    sizeof(*line->starts) * ((size_t)line->width / 64 + 1));
	line->starts[0] = 1;
}

static void
paint_row(struct page *p, int y)
{
	struct line *line = &p->line;

	if (p->n_here == 0 || !covers(&p->here[0], y, line->width))
		clear(line);
	for (guint i = 0; i < p->n_here; i++)
		paint_sprite(
		    p->here[i].sprite, y - p->here[i].y, p->here[i].x, line);
}

/* ---- bands ---- */

/* A picture at work. */
struct painting {
	struct page page;
	const struct lying *lying; /* by number */
	int width, height;
	struct png *png;
	struct bands *bands; /* NULL: none before it have its palette */
	const struct palette *palette;
	GArray *key; /* struct band_key */
};

static void
begin_page(struct page *p)
{
	p->next = 0;
	p->n_here = 0;
	p->first_end = G_MAXINT;
}

/* What its rows and the one above them depend on. */
static void
make_key(struct painting *p, int from, int until)
{
	const struct band_key band = { p->palette, until - from, from > 0 };
	const struct band_key page = { NULL, p->width, 0 };

	g_array_set_size(p->key, 0);
	g_array_append_val(p->key, band);
	g_array_append_val(p->key, page);
	for (guint i = 0; i < p->page.n; i++) {
		const struct lying *l = &p->lying[i];
		const struct band_key key = { l->sprite, l->x, l->y - from };

		if (l->y < until && l->y + l->sprite->height >= from)
			g_array_append_val(p->key, key);
	}
}

static struct png_band
pack_band(struct painting *p, int from, int until, bool has_above)
{
	if (from > 0 && !has_above) {
		move_to(&p->page, from - 1);
		paint_row(&p->page, from - 1);
		png_above(p->png, &p->page.line);
	}
	png_begin(p->png, from > 0);
	for (int y = from; y < until; y++) {
		if (!move_to(&p->page, y) && y > 0 && row_again(&p->page, y)) {
			png_row_again(p->png);
			continue;
		}
		paint_row(&p->page, y);
		png_row(p->png, &p->page.line);
	}
	return png_band(p->png);
}

static void
pack_bands(struct painting *p)
{
	bool has_above = false;

	for (int from = 0, until; from < p->height; from = until) {
		const struct png_band *before = NULL;
		struct png_band band;

		until = MIN(from + BAND, p->height);
		if (p->bands != NULL) {
			const struct band_key *key;

			make_key(p, from, until);
			key = (const void *)p->key->data;
			before = bands_find(p->bands, key, p->key->len);
		}
		if (before != NULL) {
			png_add(p->png, before, until - from);
			has_above = false;
			continue;
		}
		band = pack_band(p, from, until, has_above);
		has_above = true;
		png_add(p->png, &band, until - from);
		if (p->bands != NULL)
			bands_keep(p->bands, (const void *)p->key->data,
			    p->key->len, &band);
		else
			g_bytes_unref(band.packed);
	}
}

/* ---- all of it ---- */

static void
lay(struct page *p, struct lying *lying, const struct placed *placed)
{
	for (guint i = 0; i < p->n; i++) {
		const struct sprite *sprite = placed[i].sprite;

		lying[i] = (struct lying){ sprite, i, placed[i].x + sprite->x,
			placed[i].y + sprite->y };
	}
	if (p->n == 0)
		return;
	memcpy(p->all, lying, sizeof(*lying) * p->n);
	qsort(p->all, p->n, sizeof(p->all[0]), by_first_row);
}

static void
count_line(struct palette_counts *counts, const struct line *line)
{
	int from = 0;

	for (int x = 1; x <= line->width; x++)
		if (x == line->width || line->pixels[x] != line->pixels[from]) {
			palette_count(
			    counts, line->pixels[from], (guint32)(x - from));
			from = x;
		}
}

/* The palette for its pixels, which no other picture needs to have. */
static struct palette *
count_colours(struct painting *p)
{
	struct palette_counts *counts = palette_counts_new();

	begin_page(&p->page);
	for (int y = 0; y < p->height; y++) {
		if (move_to(&p->page, y) || y == 0 || !row_again(&p->page, y))
			paint_row(&p->page, y);
		count_line(counts, &p->page.line);
	}
	return palette_counts_end(counts);
}

static GBytes *
pack(struct painting *p, struct palette *palette, struct bands *bands)
{
	GBytes *file;
	guint64 lost;

	begin_page(&p->page);
	p->palette = palette;
	p->bands = bands;
	p->png = png_new(p->width, p->height, palette);
	pack_bands(p);
	file = png_end(p->png, &lost);
	if (bands != NULL &&
	    lost * LOST_PART > (guint64)p->width * (guint64)p->height)
		g_clear_pointer(&file, g_bytes_unref);
	return file;
}

GBytes *
paint_picture(const struct placed *placed, guint n, int width, int height,
    struct palette *palette, struct bands *bands)
{
	g_autofree struct lying *all = g_new(struct lying, n);
	g_autofree struct lying *here = g_new(struct lying, n);
	g_autofree struct lying *lying = g_new(struct lying, n);
	g_autofree guint32 *pixels = g_new0(guint32, (size_t)width);
	g_autofree guint64 *starts = g_new0(guint64, (size_t)width / 64 + 1);
	struct painting p = {
		.page = { .all = all,
		    .n = n,
		    .here = here,
		    .line = { pixels, starts, width } },
		.lying = lying,
		.width = width,
		.height = height,
		.key = g_array_new(FALSE, FALSE, sizeof(struct band_key)),
	};
	GBytes *file = NULL;

	lay(&p.page, lying, placed);
	if (palette != NULL)
		file = pack(&p, palette, bands);
	if (file == NULL) {
		g_autofree struct palette *own = count_colours(&p);

		file = pack(&p, own, NULL);
	}
	g_array_unref(p.key);
	return file;
}
