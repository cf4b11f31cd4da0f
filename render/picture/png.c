/* SPDX-License-Identifier: ISC */
/* Bands of rows to a PNG with a palette. */
#include "render/picture/deflating.h"
#include "render/picture/drawing.h"
#include "render/picture/palette.h"

#include <libdeflate.h>
#include <string.h>

#define LONG 16 /* pixels: such a run shows its colour */

struct png {
	int width, height;
	struct palette *palette;
	struct deflate *rows;
	guint16 *ends; /* of runs of a row */
	guint32 row_lost; /* pixels of the row whose colour would be missed */
	guint32 lost; /* those of the band */
	guint64 all_lost;
	guint32 sum;
	GByteArray *data;
};

/* ---- rows ---- */

/* One run from there until there. */
static inline guint8
map_run(struct png *p, guint8 *row, int from, int until, guint32 colour)
{
	const guint16 of = palette_at(p->palette, palette_cell(colour));
	const guint8 entry = (guint8)(of & 0xff);
	const int size = until - from;

	if ((of & PALETTE_FAR) != 0 ||
	    (size >= LONG && palette_lacks(p->palette, entry, colour)))
		p->row_lost += (guint32)size;
	if (size <= DEFLATE_BEYOND)
		memset(row + from, entry, DEFLATE_BEYOND);
	else
		memset(row + from, entry, (size_t)size);
	return entry;
}

/* As entries, behind a byte that says that the row is not filtered. */
static const guint16 *
map_row(struct png *p, const struct line *line)
{
	guint8 *row = deflate_room(p->rows), last = 0, entry;
	guint32 colour = line->pixels[0];
	guint16 *to = p->ends;
	int from = 0;

	p->row_lost = 0;
	*row++ = 0;
	for (int word = 0; word < p->width; word += 64) {
		guint64 bits = line->starts[word / 64];

		for (; bits != 0; bits &= bits - 1) {
			const int x = word + __builtin_ctzll(bits);

			if (x >= p->width || line->pixels[x] == colour)
				continue;
			entry = map_run(p, row, from, x, colour);
			*to = (guint16)(from + 1); /* most differ: without a
						    * branch */
			to += entry != last;
			last = entry;
			colour = line->pixels[from = x];
		}
	}
	entry = map_run(p, row, from, p->width, colour);
	*to = (guint16)(from + 1);
	to += entry != last;
	*to = (guint16)(p->width + 1);
	return p->ends;
}

void
png_above(struct png *p, const struct line *line)
{
	map_row(p, line);
	deflate_above(p->rows);
}

void
png_begin(struct png *p, bool above)
{
	p->lost = 0;
	deflate_begin(p->rows, above);
}

void
png_row(struct png *p, const struct line *line)
{
	deflate_row(p->rows, map_row(p, line));
	p->lost += p->row_lost;
}

void
png_row_again(struct png *p)
{
	deflate_row_again(p->rows);
	p->lost += p->row_lost;
}

struct png_band
png_band(struct png *p)
{
	struct png_band band = { .lost = p->lost };

	band.packed = deflate_end(p->rows, &band.sum);
	return band;
}

void
png_add(struct png *p, const struct png_band *band, int rows)
{
	gsize size;
	const guint8 *data = g_bytes_get_data(band->packed, &size);

	g_byte_array_append(p->data, data, (guint)size);
	p->sum = deflate_sum(
	    p->sum, band->sum, (size_t)rows * ((size_t)p->width + 1));
	p->all_lost += band->lost;
}

/* ---- the file ---- */

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

struct png *
png_new(int width, int height, struct palette *palette)
{
	static const guint8 head[] = { 0x78, 1 }; /* RFC 1950 */
	struct png *p = g_new0(struct png, 1);

	/* Where runs end is kept in 16 bits. */
	g_assert(width > 0 && width < G_MAXUINT16);
	p->width = width;
	p->height = height;
	p->palette = palette;
	p->rows = deflate_new(width + 1);
	p->ends = g_new(guint16, (size_t)width + 2);
	p->sum = 1;
	p->data = g_byte_array_sized_new(1 << 17);
	g_byte_array_append(p->data, head, sizeof(head));
	return p;
}

GBytes *
png_end(struct png *p, guint64 *lost)
{
	static const guint8 signature[] = { 137, 'P', 'N', 'G', 13, 10, 26,
		10 };
	static const guint8 last[] = { 3, 0 }; /* an empty block, the last */
	GByteArray *out = g_byte_array_sized_new(1 << 17);

	g_byte_array_append(p->data, last, sizeof(last));
	append_word(p->data, p->sum);
	g_byte_array_append(out, signature, sizeof(signature));
	append_head(out, p->width, p->height);
	append_chunk(
	    out, "PLTE", p->palette->entry[0], (size_t)p->palette->n * 3);
	append_chunk(out, "IDAT", p->data->data, p->data->len);
	append_chunk(out, "IEND", NULL, 0);
	*lost = p->all_lost;
	deflate_free(p->rows);
	g_free(p->ends);
	g_byte_array_unref(p->data);
	g_free(p);
	return g_byte_array_free_to_bytes(out);
}
