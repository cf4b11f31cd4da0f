/* SPDX-License-Identifier: ISC */
/*
 * Pixels to a PNG with a palette.  Our pictures have some dozens of flat
 * colours, and their mixtures along edges: colours are counted, those that
 * lessen the whole error most are taken one after the other, and all others
 * become the nearest of them.  No chance in it: equal pixels, equal bytes.
 */
#include "render/drawing.h"

#include <libdeflate.h>
#include <string.h>

#define PALETTE 256
#define CELLS (1 << 15)
#define COMPRESSION 2 /* more costs much and gains little */
#define RUNS (1 << 17) /* room for most pictures */
#define GOOD_ENOUGH 150 /* squared distance that nobody sees */

/* Colours that have the same upper 5 bits of red, green and blue. */
struct cell {
	guint32 count;
	guint32 run; /* pixels of the longest run of one colour... */
	guint32 colour; /* ...which stands for all; a flat one is exact */
};

/* Pixels of one colour, side by side. */
struct run {
	guint16 cell, size;
};

struct png {
	int width, height;
	struct cell *cells; /* CELLS */
	struct run *runs; /* the picture, row by row */
	size_t n_runs, room;
	GArray *used; /* guint32: those with pixels, in order of appearance */
	size_t row; /* the first run of the row that came last */
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

#define BLOCK 8 /* pixels that are looked at together */

static bool
all_same(const guint32 *pixels, guint32 colour)
{
	guint32 differ = 0;

	for (int i = 0; i < BLOCK; i++)
		differ |= pixels[i] ^ colour;
	return differ == 0;
}

/* Pixels from x on that are the same: most of a picture is flat. */
static int
run_length(const guint32 *row, int x, int width)
{
	guint32 colour = row[x];
	int from = x;

	while (x + BLOCK <= width && all_same(row + x, colour))
		x += BLOCK;
	while (x < width && row[x] == colour)
		x++;
	return x - from;
}

static void
count(struct png *p, struct run run, guint32 colour)
{
	struct cell *cell = &p->cells[run.cell];

	if (cell->count == 0) {
		const guint32 i = run.cell;

		g_array_append_val(p->used, i);
	}
	cell->count += run.size;
	if (run.size > cell->run) {
		cell->run = run.size;
		cell->colour = colour;
	}
}

/* A row begins, of so many runs at most. */
static struct run *
begin_row(struct png *p, size_t most)
{
	if (p->room - p->n_runs < most) {
		p->room = 2 * p->room + most;
		p->runs = g_renew(struct run, p->runs, p->room);
	}
	p->row = p->n_runs;
	return p->runs + p->row;
}

/* The same runs again, none longer. */
void
png_row_again(struct png *p)
{
	const size_t from = p->row, n = p->n_runs - from;
	struct run *to = begin_row(p, n);

	memcpy(to, p->runs + from, n * sizeof(*to));
	p->n_runs += n;
	for (size_t i = 0; i < n; i++)
		p->cells[to[i].cell].count += to[i].size;
}

void
png_row(struct png *p, const guint32 *pixels)
{
	struct run *to = begin_row(p, (size_t)p->width);

	for (int x = 0, n; x < p->width; x += n) {
		n = run_length(pixels, x, p->width);
		*to = (struct run){ (guint16)cell_of(pixels[x]), (guint16)n };
		count(p, *to++, pixels[x]);
	}
	p->n_runs = (size_t)(to - p->runs);
}

/* A used cell while entries are chosen. */
struct candidate {
	gint32 red, green, blue;
	gint32 off; /* squared distance to the nearest entry */
	guint32 count;
	guint32 nearest;
};

static struct candidate *
make_candidates(const struct png *p)
{
	struct candidate *all = g_new(struct candidate, p->used->len);

	for (guint i = 0; i < p->used->len; i++) {
		const struct cell *cell =
		    &p->cells[g_array_index(p->used, guint32, i)];

		all[i] = (struct candidate){
			.red = (gint32)(cell->colour >> 16 & 0xff),
			.green = (gint32)(cell->colour >> 8 & 0xff),
			.blue = (gint32)(cell->colour & 0xff),
			.off = 3 * 255 * 255,
			.count = cell->count,
		};
	}
	return all;
}

/* An entry comes: which pixels are nearer to it now; and which is worst off
 * then. */
static guint
add_entry(struct png *p, struct candidate *all, guint which)
{
	const struct candidate e = all[which];
	guint64 most = 0;
	guint worst = which;

	p->entry[p->n][0] = (guint8)e.red;
	p->entry[p->n][1] = (guint8)e.green;
	p->entry[p->n][2] = (guint8)e.blue;
	for (guint i = 0; i < p->used->len; i++) {
		struct candidate *c = &all[i];
		gint32 r = c->red - e.red, g = c->green - e.green;
		gint32 b = c->blue - e.blue;
		gint32 off = r * r + g * g + b * b;
		guint64 error;

		if (off < c->off) {
			c->off = off;
			c->nearest = (guint32)p->n;
		}
		if (c->off <= GOOD_ENOUGH)
			continue;
		error = (guint64)c->off * c->count;
		if (error > most) {
			most = error;
			worst = i;
		}
	}
	p->n++;
	return most > 0 ? worst : G_MAXUINT;
}

static void
choose(struct png *p)
{
	g_autofree struct candidate *all = make_candidates(p);
	guint next = 0;

	for (guint i = 1; i < p->used->len; i++)
		if (all[i].count > all[next].count)
			next = i;
	while (next != G_MAXUINT && p->n < PALETTE)
		next = add_entry(p, all, next);
	for (guint i = 0; i < p->used->len; i++)
		p->nearest[g_array_index(p->used, guint32, i)] =
		    (guint8)all[i].nearest;
}

/* A row from those runs on; returns the first one of the next row. */
static const struct run *
map_row(const struct png *p, const struct run *run, int width, guint8 *out)
{
	for (const guint8 *end = out + width; out < end; run++) {
		guint8 entry = p->nearest[run->cell];

		if (run->size == 1)
			*out++ = entry;
		else {
			memset(out, entry, run->size);
			out += run->size;
		}
	}
	return run;
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

/* Each row as indexes, behind a byte that says that it is not filtered. */
static guint8 *
map_rows(const struct png *p)
{
	const struct run *run = p->runs;
	guint8 *rows = g_malloc((size_t)(p->width + 1) * (size_t)p->height);
	guint8 *to = rows;

	for (int y = 0; y < p->height; y++, to += p->width + 1) {
		*to = 0;
		run = map_row(p, run, p->width, to + 1);
	}
	return rows;
}

static void
append_rows(GByteArray *out, const guint8 *rows, size_t size)
{
	struct libdeflate_compressor *c =
	    libdeflate_alloc_compressor(COMPRESSION);
	size_t room = libdeflate_zlib_compress_bound(c, size);
	g_autofree guint8 *packed = g_malloc(room);

	append_chunk(out, "IDAT", packed,
	    libdeflate_zlib_compress(c, rows, size, packed, room));
	libdeflate_free_compressor(c);
}

struct png *
png_new(int width, int height)
{
	struct png *p = g_new0(struct png, 1);

	p->width = width;
	p->height = height;
	p->cells = g_new0(struct cell, CELLS);
	p->room = RUNS;
	p->runs = g_new(struct run, p->room);
	p->used = g_array_new(FALSE, FALSE, sizeof(guint32));
	p->nearest = g_malloc(CELLS);
	return p;
}

GBytes *
png_end(struct png *p)
{
	static const guint8 signature[] = { 137, 'P', 'N', 'G', 13, 10, 26,
		10 };
	GByteArray *out = g_byte_array_sized_new(1 << 17);
	g_autofree guint8 *rows = NULL;

	choose(p);
	rows = map_rows(p);
	g_byte_array_append(out, signature, sizeof(signature));
	append_head(out, p->width, p->height);
	append_chunk(out, "PLTE", p->entry[0], (size_t)p->n * 3);
	append_rows(out, rows, (size_t)(p->width + 1) * (size_t)p->height);
	append_chunk(out, "IEND", NULL, 0);
	g_free(p->cells);
	g_free(p->runs);
	g_array_unref(p->used);
	g_free(p->nearest);
	g_free(p);
	return g_byte_array_free_to_bytes(out);
}
