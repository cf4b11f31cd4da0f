/* SPDX-License-Identifier: ISC */
/*
 * Sprites on a page, row by row.  Pixels go side by side with marks where runs
 * of one colour may begin, so that nobody needs to look for these.
 */
#include "render/picture/drawing.h"
#include "render/picture/pieces.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

G_STATIC_ASSERT(sizeof(wchar_t) == sizeof(guint32));

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

/* ---- the picture before ---- */

/* From that row on, those lie there. */
struct band {
	int from;
	guint first, n; /* of all that lie in bands */
};

struct painted {
	int width, height;
	struct run_rows rows;
	guint32 *row_of; /* of each line of pixels */
	GArray *bands; /* struct band */
	GArray *lying; /* struct lying */
};

static struct painted *
painted_new(int width, int height)
{
	struct painted *p = g_new0(struct painted, 1);

	p->width = width;
	p->height = height;
	p->row_of = g_new(guint32, (size_t)height);
	p->bands = g_array_new(FALSE, FALSE, sizeof(struct band));
	p->lying = g_array_new(FALSE, FALSE, sizeof(struct lying));
	return p;
}

void
painted_free(struct painted *p)
{
	if (p == NULL)
		return;
	run_rows_clear(&p->rows);
	g_free(p->row_of);
	g_array_unref(p->bands);
	g_array_unref(p->lying);
	g_free(p);
}

static void
note_band(struct painted *new, const struct page *p, int y)
{
	const struct band band = { y, new->lying->len, p->n_here };

	g_array_append_val(new->bands, band);
	g_array_append_vals(new->lying, p->here, p->n_here);
}

/* Did the same lie there before? */
static bool
same_band(
    const struct painted *before, const struct band *band, const struct page *p)
{
	const struct lying *l =
	    &g_array_index(before->lying, struct lying, band->first);

	if (band->n != p->n_here)
		return false;
	for (guint i = 0; i < band->n; i++)
		if (l[i].sprite != p->here[i].sprite ||
		    l[i].x != p->here[i].x || l[i].y != p->here[i].y)
			return false;
	return true;
}

/* Goes through the bands of the picture before, together with the new one. */
struct follower {
	const struct painted *before; /* NULL: nothing to compare with */
	guint next; /* band */
	bool same; /* at this row */
};

static void
follow(struct follower *f, const struct page *p, int y, bool changed)
{
	const GArray *bands = f->before == NULL ? NULL : f->before->bands;

	if (bands == NULL)
		return;
	while (f->next < bands->len &&
	       g_array_index(bands, struct band, f->next).from <= y) {
		f->next++;
		changed = true;
	}
	if (changed)
		f->same =
		    f->next > 0 &&
		    same_band(f->before,
			&g_array_index(bands, struct band, f->next - 1), p);
}

/* As it was then. */
static void
copy_row(struct png *png, const struct painted *before, int y)
{
	const guint32 row = before->row_of[y];
	const struct run_row *rows = before->rows.rows;
	const struct run *runs = before->rows.runs;

	png_row_of(png, runs + (row > 0 ? rows[row - 1].end : 0),
	    runs + rows[row].end);
}

/* ---- all of it ---- */

static void
lay(struct page *p, const struct placed *placed)
{
	for (guint i = 0; i < p->n; i++) {
		const struct sprite *sprite = placed[i].sprite;

		p->all[i] = (struct lying){ sprite, i, placed[i].x + sprite->x,
			placed[i].y + sprite->y };
	}
	if (p->n > 0)
		qsort(p->all, p->n, sizeof(p->all[0]), by_first_row);
}

static void
paint_rows(struct page *p, struct png *png, struct painted *new,
    const struct painted *before)
{
	struct follower f = { .before = before };
	guint32 row = 0;

	for (int y = 0; y < new->height; y++) {
		const bool changed = move_to(p, y) || y == 0;

		if (changed)
			note_band(new, p, y);
		follow(&f, p, y, changed);
		if (!changed && row_again(p, y)) {
			png_row_again(png);
			new->row_of[y] = row - 1;
			continue;
		}
		if (f.same)
			copy_row(png, before, y);
		else {
			paint_row(p, y);
			png_row(png, &p->line);
		}
		new->row_of[y] = row++;
	}
}

GBytes *
paint_picture(const struct placed *placed, guint n, int width, int height,
    struct painted **before)
{
	struct page p = {
		.all = g_new(struct lying, n),
		.n = n,
		.here = g_new(struct lying, n),
		.first_end = G_MAXINT,
		.line = { g_new(guint32, (size_t)width),
		    g_new0(guint64, (size_t)width / 64 + 1), width },
	};
	struct painted *new = painted_new(width, height), *old = *before;
	struct png *png = png_new(width, height);
	GBytes *file;

	if (old != NULL && (old->width != width || old->height != height))
		g_clear_pointer(&old, painted_free);
	lay(&p, placed);
	paint_rows(&p, png, new, old);
	file = png_end(png, &new->rows);
	painted_free(old);
	*before = new;
	g_free(p.all);
	g_free(p.here);
	g_free(p.line.pixels);
	g_free(p.line.starts);
	return file;
}
