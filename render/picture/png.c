/* SPDX-License-Identifier: ISC */
/*
 * Pixels to a PNG with a palette.  Our pictures have some dozens of flat
 * colours, and their mixtures along edges: colours are counted, those that
 * lessen the whole error most are taken one after the other, and all others
 * become the nearest of them.  No chance in it: equal pixels, equal bytes.
 */
#include "render/picture/deflating.h"
#include "render/picture/drawing.h"

#include <libdeflate.h>
#include <string.h>

#define PALETTE 256
#define CELLS (1 << 15)
#define RUNS (1 << 17) /* room for most pictures */
#define GOOD_ENOUGH 150 /* squared distance that nobody sees */

/* Colours that have the same upper 5 bits of red, green and blue. */
struct cell {
	guint32 count;
	guint32 run; /* pixels of the longest run of one colour... */
	guint32 colour; /* ...which stands for all; a flat one is exact */
};

struct png {
	int width, height;
	struct cell *cells; /* CELLS */
	struct run_rows of; /* the picture */
	GArray *used; /* guint32: those with pixels, in order of appearance */
	guint8 *nearest; /* CELLS: the entry that each used one becomes */
	guint8 entry[PALETTE][3]; /* red, green, blue */
	int n;
};

static guint32
cell_of(guint32 colour)
{
	return (colour >> 19 & 0x1f) << 10 | (colour >> 11 & 0x1f) << 5 |
	       (colour >> 3 & 0x1f);
}

static inline void
count(struct png *p, const struct run *run)
{
	struct cell *cell = &p->cells[run->cell];

	if (cell->count == 0) {
		const guint32 i = run->cell;

		g_array_append_val(p->used, i);
	}
	cell->count += run->size;
	if (run->size > cell->run) {
		cell->run = run->size;
		cell->colour = run->colour;
	}
}

/* The same runs again, none longer. */
void
png_row_again(struct png *p)
{
	struct run_row *row = &p->of.rows[p->of.n_rows - 1];
	const guint32 from = p->of.n_rows > 1 ? row[-1].end : 0;

	row->again++;
	for (guint32 i = from; i < row->end; i++)
		p->cells[p->of.runs[i].cell].count += p->of.runs[i].size;
}

/* Room for a row's runs. */
static struct run *
begin_row(struct png *p)
{
	struct run_rows *of = &p->of;

	if (of->room - of->n_runs < (size_t)p->width) {
		of->room = 2 * of->room + (size_t)p->width;
		of->runs = g_renew(struct run, of->runs, of->room);
	}
	return of->runs + of->n_runs;
}

/* Of which this is the end. */
static void
end_row(struct png *p, const struct run *end)
{
	struct run_rows *of = &p->of;

	of->n_runs = (size_t)(end - of->runs);
	of->rows[of->n_rows++] = (struct run_row){ (guint32)of->n_runs, 0 };
}

void
png_row_of(struct png *p, const struct run *run, const struct run *end)
{
	struct run *to = begin_row(p);

	for (; run < end; run++) {
		*to++ = *run;
		count(p, run);
	}
	end_row(p, to);
}

/* Pixels from there on, the last run of the row. */
static struct run *
add_run(struct png *p, struct run *to, int from, int until, guint32 colour)
{
	*to = (struct run){ colour, (guint16)cell_of(colour),
		(guint16)(until - from) };
	count(p, to);
	return to + 1;
}

void
png_row(struct png *p, const struct line *line)
{
	guint32 colour = line->pixels[0];
	int from = 0;
	struct run *to = begin_row(p);

	for (int word = 0; word < p->width; word += 64) {
		guint64 bits = line->starts[word / 64];

		for (; bits != 0; bits &= bits - 1) {
			const int x = word + __builtin_ctzll(bits);

			if (x >= p->width || line->pixels[x] == colour)
				continue;
			to = add_run(p, to, from, x, colour);
			colour = line->pixels[from = x];
		}
	}
	end_row(p, add_run(p, to, from, p->width, colour));
}

/* ---- colours that are kept ---- */

/* A used cell, while entries are chosen. */
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

static struct candidate *
make_candidates(const struct png *p)
{
	struct candidate *all = g_new(struct candidate, p->used->len);

	for (guint i = 0; i < p->used->len; i++) {
		const guint32 n = g_array_index(p->used, guint32, i);
		const struct cell *cell = &p->cells[n];

		all[i] = (struct candidate){
			.red = (gint16)(cell->colour >> 16 & 0xff),
			.green = (gint16)(cell->colour >> 8 & 0xff),
			.blue = (gint16)(cell->colour & 0xff),
			.cell = (guint16)n,
			.off = G_MAXINT32,
			.count = cell->count,
			.next = i + 1 < p->used->len ? i + 1 : NONE,
		};
	}
	return all;
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
write_entry(
    struct png *p, int n, const struct candidate *all, const struct group *g)
{
	p->entry[n][0] = (guint8)g->red;
	p->entry[n][1] = (guint8)g->green;
	p->entry[n][2] = (guint8)g->blue;
	for (guint32 i = g->first; i != NONE; i = all[i].next)
		p->nearest[all[i].cell] = (guint8)n;
}

static void
choose(struct png *p)
{
	g_autofree struct candidate *all = make_candidates(p);
	struct group groups[PALETTE], none = { .first = 0 };
	guint32 next = 0;

	for (guint32 i = 1; i < p->used->len; i++)
		if (all[i].count > all[next].count)
			next = i;
	add_group(groups, 0, all, next);
	part(all, &none, &groups[0]);
	for (p->n = 1; p->n < PALETTE; p->n++) {
		next = find_worst(groups, p->n);
		if (next == NONE)
			break;
		add_group(groups, p->n, all, next);
	}
	for (int i = 0; i < p->n; i++)
		write_entry(p, i, all, &groups[i]);
}

/* ---- writing ---- */

static void
append_word(GByteArray *out, guint32 word)
{
	const guint32 big = GUINT32_TO_BE(word);

	g_byte_array_append(out, (const guint8 *)&big, sizeof(big));
}

static void
append_chunk(GByteArray *out, const char *name, const guint8 *data, size_t size)
{
	guint from;

	append_word(out, (guint32)size);
	from = out->len;
	g_byte_array_append(out, (const guint8 *)name, 4);
	g_byte_array_append(out, data, (guint)size);
	append_word(
	    out, libdeflate_crc32(0, out->data + from, out->len - from));
}

/* Width, height, 8 bits, a palette, and nothing out of the ordinary. */
static void
append_head(GByteArray *out, int width, int height)
{
	guint32 head[4] = { GUINT32_TO_BE((guint32)width),
		GUINT32_TO_BE((guint32)height) };
	const guint8 kind[] = { 8, 3, 0, 0, 0 };

	memcpy(&head[2], kind, sizeof(kind));
	append_chunk(out, "IHDR", (const guint8 *)head, 13);
}

/* A row as entries, behind a byte that says that it is not filtered. */
static void
pack_row(struct deflate *d, const struct png *p, const struct run *run,
    const struct run *end, guint16 *ends)
{
	guint8 *row = deflate_room(d), last = 0;
	guint16 *to = ends, x = 1;

	row[0] = 0;
	for (; run < end; run++) {
		const guint8 entry = p->nearest[run->cell];

		*to = x; /* most differ: without a branch */
		to += entry != last;
		last = entry;
		if (run->size <= DEFLATE_BEYOND)
			memset(row + x, entry, DEFLATE_BEYOND);
		else
			memset(row + x, entry, run->size);
		x = (guint16)(x + run->size);
	}
	*to = x;
	deflate_row(d, ends);
}

static GByteArray *
pack_rows(const struct png *p)
{
	struct deflate *d = deflate_new(p->width + 1);
	g_autofree guint16 *ends = g_new(guint16, (size_t)p->width + 1);
	const struct run *run = p->of.runs;

	for (int y = 0; y < p->of.n_rows; y++) {
		const struct run *end = p->of.runs + p->of.rows[y].end;

		pack_row(d, p, run, end, ends);
		for (guint32 i = 0; i < p->of.rows[y].again; i++)
			deflate_row_again(d);
		run = end;
	}
	return deflate_end(d);
}

struct png *
png_new(int width, int height)
{
	struct png *p = g_new0(struct png, 1);

	/* Where runs end is kept in 16 bits. */
	g_assert(width > 0 && width < G_MAXUINT16);
	p->width = width;
	p->height = height;
	p->cells = g_new0(struct cell, CELLS);
	p->of.room = RUNS;
	p->of.runs = g_new(struct run, p->of.room);
	p->of.rows = g_new(struct run_row, (size_t)height);
	p->used = g_array_new(FALSE, FALSE, sizeof(guint32));
	p->nearest = g_malloc(CELLS);
	return p;
}

GBytes *
png_end(struct png *p, struct run_rows *of)
{
	static const guint8 signature[] = { 137, 'P', 'N', 'G', 13, 10, 26,
		10 };
	GByteArray *out = g_byte_array_sized_new(1 << 17);
	GByteArray *rows;

	choose(p);
	rows = pack_rows(p);
	g_byte_array_append(out, signature, sizeof(signature));
	append_head(out, p->width, p->height);
	append_chunk(out, "PLTE", p->entry[0], (size_t)p->n * 3);
	append_chunk(out, "IDAT", rows->data, rows->len);
	append_chunk(out, "IEND", NULL, 0);
	g_free(p->cells);
	*of = p->of;
	g_byte_array_unref(rows);
	g_array_unref(p->used);
	g_free(p->nearest);
	g_free(p);
	return g_byte_array_free_to_bytes(out);
}

void
run_rows_clear(struct run_rows *of)
{
	g_clear_pointer(&of->runs, g_free);
	g_clear_pointer(&of->rows, g_free);
}
