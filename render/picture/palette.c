/* SPDX-License-Identifier: ISC */
/*
 * Palettes.  Pictures have some dozens of flat colours, and their mixtures
 * along edges.  The palette of most pictures is made of the colours that their
 * SVG names and of what these make with each other, without a look at pixels:
 * so most pictures of one table have the same, and what was packed for one of
 * them is right in the other.  Where that would lose too much, colours of
 * pixels are counted.  Either way, those that lessen the whole error most are
 * taken one after the other, and all others become the nearest of them.  No
 * chance in it: equal pictures, equal bytes.
 */
#include "render/picture/palette.h"

#include <stdlib.h>
#include <string.h>

/* Homes keep palettes: a change of how they are chosen needs a new number in
 * picture_versions (draw.c). */
#define GOOD_ENOUGH 150 /* squared distance that nobody sees */
#define STEPS 4 /* mixtures of two colours: 1/4, 2/4, 3/4 */

/* ---- colours that are kept ---- */

/* A cell with colours, while entries are chosen. */
struct candidate {
	gint16 red, green, blue;
	guint16 cell;
	gint32 off; /* squared distance to the nearest entry */
	guint32 count;
	guint32 next; /* of those nearest to the same entry, or NONE */
};

#define NONE G_MAXUINT32

/* An entry, and those that are nearest to it. */
struct group {
	guint32 first;
	gint32 red, green, blue;
	gint32 off; /* of the farthest, at least */
	guint32 worst; /* which needs another entry most, or NONE */
	guint64 error; /* of that one */
};

static void
add_candidate(GArray *all, guint32 colour, guint32 count)
{
	const struct candidate c = {
		.red = (gint16)(colour >> 16 & 0xff),
		.green = (gint16)(colour >> 8 & 0xff),
		.blue = (gint16)(colour & 0xff),
		.cell = (guint16)palette_cell(colour),
		.off = G_MAXINT32,
		.count = count,
		.next = all->len + 1,
	};

	g_array_append_val(all, c);
}

static gint32
distance(const struct group *g, gint32 red, gint32 green, gint32 blue)
{
	const gint32 r = red - g->red, n = green - g->green, b = blue - g->blue;

	return r * r + n * n + b * b;
}

static void
note_worst(struct group *g, const struct candidate *c, guint32 i)
{
	const guint64 error = (guint64)c->off * c->count;

	g->off = MAX(g->off, c->off);
	if (c->off <= GOOD_ENOUGH || error < g->error ||
	    (error == g->error && i > g->worst))
		return;
	g->error = error;
	g->worst = i;
}

/* Those that are nearer to the new one leave the old one. */
static void
part(struct candidate *all, struct group *old, struct group *new)
{
	guint32 i = old->first, *kept = &old->first;

	old->off = 0;
	old->error = 0;
	old->worst = NONE;
	while (i != NONE) {
		struct candidate *c = &all[i];
		const guint32 next = c->next;
		const gint32 off = distance(new, c->red, c->green, c->blue);

		if (off < c->off) {
			c->off = off;
			c->next = new->first;
			new->first = i;
			note_worst(new, c, i);
		} else {
			*kept = i;
			kept = &c->next;
			note_worst(old, c, i);
		}
		i = next;
	}
	*kept = NONE;
}

/* An entry comes.  What is nearer to it than to another one is not far from the
 * middle between them, so that most others need no look. */
static void
add_group(struct group *groups, int n, struct candidate *all, guint32 which)
{
	const struct candidate *c = &all[which];
	struct group *new = &groups[n];

	*new = (struct group){ NONE, c->red, c->green, c->blue, 0, NONE, 0 };
	for (int i = 0; i < n; i++)
		if (distance(new, groups[i].red, groups[i].green,
			groups[i].blue) < 4 * (gint64)groups[i].off)
			part(all, &groups[i], new);
}

/* Which is worst off of all. */
static guint32
find_worst(const struct group *groups, int n)
{
	const struct group *most = &groups[0];

	for (int i = 1; i < n; i++)
		if (groups[i].error > most->error ||
		    (groups[i].error == most->error &&
			groups[i].worst < most->worst))
			most = &groups[i];
	return most->worst;
}

static void
write_entry(struct palette *p, int n, const struct candidate *all,
    const struct group *g)
{
	p->entry[n][0] = (guint8)g->red;
	p->entry[n][1] = (guint8)g->green;
	p->entry[n][2] = (guint8)g->blue;
	for (guint32 i = g->first; i != NONE; i = all[i].next)
		p->of[all[i].cell] =
		    (guint16)(PALETTE_KNOWN | n |
			      (all[i].off > PALETTE_FAR_OFF ? PALETTE_FAR : 0));
}

/* The first so many are entries in any case; one at least.  All candidates
 * know their entries. */
static struct palette *
choose(GArray *candidates, guint sure)
{
	struct candidate *all = (void *)candidates->data;
	struct group groups[PALETTE_MAX], none = { .first = 0 };
	struct palette *p = g_new0(struct palette, 1);

	all[candidates->len - 1].next = NONE;
	add_group(groups, 0, all, 0);
	part(all, &none, &groups[0]);
	for (p->n = 1; p->n < PALETTE_MAX; p->n++) {
		const guint32 next = (guint)p->n < sure
					 ? (guint32)p->n
					 : find_worst(groups, p->n);

		if (next == NONE)
			break;
		add_group(groups, p->n, all, next);
	}
	for (int i = 0; i < p->n; i++)
		write_entry(p, i, all, &groups[i]);
	return p;
}

/* ---- of named colours ---- */

static int
by_value(const void *a, const void *b)
{
	const guint32 x = *(const guint32 *)a, y = *(const guint32 *)b;

	return x < y ? -1 : x > y;
}

/* A colour as #RGB or #RRGGBB stands behind that mark, as the value of an
 * attribute or a property; no reference to an id does. */
static bool
read_colour(const char *svg, const char *mark, guint32 *colour)
{
	static const char refers[] = "href=";
	const size_t before = sizeof(refers); /* and its quotation mark */
	guint32 value = 0;
	int n = 0;

	for (; n < 7 && g_ascii_isxdigit(mark[1 + n]); n++)
		value = value << 4 | (guint32)g_ascii_xdigit_value(mark[1 + n]);
	if ((n != 3 && n != 6) || mark == svg ||
	    strchr("\"': ", mark[-1]) == NULL ||
	    strchr("\"'; ", mark[1 + n]) == NULL)
		return false;
	if ((size_t)(mark - svg) >= before &&
	    memcmp(mark - before, refers, before - 1) == 0)
		return false;
	if (n == 3)
		value = ((value & 0xf00) << 8 | (value & 0xf0) << 4 |
			    (value & 0xf)) *
			0x11;
	*colour = value;
	return true;
}

static bool
has(const GArray *colours, guint32 colour)
{
	for (guint i = 0; i < colours->len; i++)
		if (g_array_index(colours, guint32, i) == colour)
			return true;
	return false;
}

GArray *
palette_named(const char *svg)
{
	GArray *colours = g_array_new(FALSE, FALSE, sizeof(guint32));
	const char *at = svg;
	guint32 colour;

	for (; (at = strchr(at, '#')) != NULL; at++) {
		if (!read_colour(svg, at, &colour) || has(colours, colour))
			continue;
		g_array_append_val(colours, colour);
		if (colours->len > PALETTE_NAMED_MAX)
			break;
	}
	if (colours->len > 0 && colours->len <= PALETTE_NAMED_MAX) {
		g_array_sort(colours, by_value);
		return colours;
	}
	g_array_unref(colours);
	return NULL;
}

static guint32
mixed(guint32 a, guint32 b, guint32 part)
{
	guint32 colour = 0;

	for (int bit = 0; bit < 24; bit += 8)
		colour |= (((a >> bit & 0xff) * part +
			       (b >> bit & 0xff) * (STEPS - part) + STEPS / 2) /
			      STEPS)
			  << bit;
	return colour;
}

/* Every two are mixed: of those that fall into one cell, the first stands for
 * all. */
static void
add_mixtures(GArray *all, const GArray *colours)
{
	g_autofree guint32 *which = g_new0(guint32, PALETTE_CELLS);
	const guint32 *of = (const void *)colours->data;

	for (guint i = 0; i < all->len; i++)
		which[g_array_index(all, struct candidate, i).cell] = i + 1;
	for (guint i = 0; i < colours->len * colours->len; i++) {
		const guint32 a = of[i / colours->len];
		const guint32 b = of[i % colours->len];

		for (guint32 part = 1; a < b && part < STEPS; part++) {
			const guint32 colour = mixed(a, b, part);
			guint32 *at = &which[palette_cell(colour)];

			if (*at == 0) {
				*at = all->len + 1;
				add_candidate(all, colour, 0);
			}
			g_array_index(all, struct candidate, *at - 1).count++;
		}
	}
}

/* Cells of named colours are theirs; what others become is found when it is
 * asked, by the entries alone. */
static void
begin_named(struct palette *p, const GArray *colours)
{
	memset(p->of, 0, sizeof(p->of));
	for (guint i = colours->len; i-- > 0;)
		p->of[palette_cell(g_array_index(colours, guint32, i))] =
		    (guint16)(PALETTE_KNOWN | i);
	for (int i = 0; i < p->n; i++) {
		int at = i;

		for (; at > 0 &&
		       p->entry[p->by_green[at - 1]][1] > p->entry[i][1];
		     at--)
			p->by_green[at] = p->by_green[at - 1];
		p->by_green[at] = (guint8)i;
	}
}

struct palette *
palette_of_named(const GArray *colours)
{
	g_autoptr(GArray) all =
	    g_array_new(FALSE, FALSE, sizeof(struct candidate));
	struct palette *p;
	guint sure;

	for (guint i = 0; i < colours->len; i++)
		add_candidate(all, g_array_index(colours, guint32, i), 0);
	sure = all->len;
	add_mixtures(all, colours);
	p = choose(all, sure);
	begin_named(p, colours);
	return p;
}

GBytes *
palette_bytes(const struct palette *p)
{
	return g_bytes_new(p->entry, (gsize)p->n * sizeof(p->entry[0]));
}

struct palette *
palette_read(GBytes *bytes, const GArray *colours)
{
	gsize size;
	const guint8 *data = g_bytes_get_data(bytes, &size);
	struct palette *p;

	if (size % 3 != 0 || size < colours->len * 3 || size > sizeof(p->entry))
		return NULL;
	for (guint i = 0; i < colours->len; i++) {
		const guint32 colour = g_array_index(colours, guint32, i);

		if (data[3 * i] != colour >> 16 ||
		    data[3 * i + 1] != (colour >> 8 & 0xff) ||
		    data[3 * i + 2] != (colour & 0xff))
			return NULL;
	}
	p = g_new0(struct palette, 1);
	p->n = (int)(size / 3);
	memcpy(p->entry, data, size);
	begin_named(p, colours);
	return p;
}

/* A colour, and the nearest entry so far. */
struct wanted {
	int red, green, blue;
	int off, entry;
};

/* Is that entry as green as can still be nearer?  If so, it is looked at. */
static inline bool
look_at(struct wanted *w, const struct palette *p, int at)
{
	const int i = p->by_green[at], g = p->entry[i][1] - w->green;
	int off = g * g, r, b;

	if (off > w->off)
		return false;
	r = p->entry[i][0] - w->red;
	b = p->entry[i][2] - w->blue;
	off += r * r + b * b;
	if (off < w->off || (off == w->off && i < w->entry)) {
		w->off = off;
		w->entry = i;
	}
	return true;
}

guint16
palette_find(struct palette *p, guint32 cell)
{
	struct wanted w = { (int)(cell >> 10) << 3 | 4,
		(int)(cell >> 5 & 0x1f) << 3 | 4, (int)(cell & 0x1f) << 3 | 4,
		G_MAXINT, 0 };
	int above = 0, more = p->n, below;

	while (above < more) {
		const int middle = (above + more) / 2;

		if (p->entry[p->by_green[middle]][1] < w.green)
			above = middle + 1;
		else
			more = middle;
	}
	below = above - 1;
	while (above < p->n || below >= 0) {
		if (above < p->n && !look_at(&w, p, above++))
			above = p->n;
		if (below >= 0 && !look_at(&w, p, below--))
			below = -1;
	}
	return p->of[cell] =
		   (guint16)(PALETTE_KNOWN | w.entry |
			     (w.off > PALETTE_FAR_OFF ? PALETTE_FAR : 0));
}

bool
palette_lacks(const struct palette *p, guint8 entry, guint32 colour)
{
	const int r = p->entry[entry][0] - (int)(colour >> 16 & 0xff);
	const int g = p->entry[entry][1] - (int)(colour >> 8 & 0xff);
	const int b = p->entry[entry][2] - (int)(colour & 0xff);

	return r * r + g * g + b * b > PALETTE_FLAT_OFF;
}

/* ---- of counted colours ---- */

struct palette_counts *
palette_counts_new(void)
{
	struct palette_counts *c = g_new(struct palette_counts, 1);

	c->cells = g_new0(struct palette_count, PALETTE_CELLS);
	c->used = g_array_new(FALSE, FALSE, sizeof(guint32));
	return c;
}

/* The most frequent one comes first. */
struct palette *
palette_counts_end(struct palette_counts *c)
{
	GArray *all = g_array_new(FALSE, FALSE, sizeof(struct candidate));
	guint32 *used = (void *)c->used->data, most = 0;
	struct palette *p;

	for (guint i = 1; i < c->used->len; i++)
		if (c->cells[used[i]].count > c->cells[used[most]].count)
			most = i;
	for (guint i = 0; i < c->used->len; i++) {
		const guint32 cell = used[i == 0 ? most : i == most ? 0 : i];

		add_candidate(all, c->cells[cell].colour, c->cells[cell].count);
	}
	p = choose(all, 1);
	g_array_unref(all);
	g_array_unref(c->used);
	g_free(c->cells);
	g_free(c);
	return p;
}
