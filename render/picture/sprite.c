/* SPDX-License-Identifier: ISC */
/*
 * The pixels of a piece, as runs of one colour: most of a shape is flat, and
 * runs are painted as fast as memory is written.
 */
#include "render/picture/pieces.h"

#include <string.h>

/* As it is kept, before the rows and the runs; in the byte order of
 * the machine, which is part of the name that it is kept under. */
struct kept_head {
	gint32 x, y;
	guint32 height, runs;
};

/* ---- made ---- */

/* Equal to the row above: the same runs stand for both. */
static bool
append_again(GArray *rows, const guint32 *pixels, int width, int stride)
{
	struct sprite_row row;

	if (rows->len == 0 || memcmp(pixels, pixels - stride,
				  sizeof(*pixels) * (size_t)width) != 0)
		return false;
	row = g_array_index(rows, struct sprite_row, rows->len - 1);
	g_array_append_val(rows, row);
	return true;
}

static void
append_runs(GArray *runs, const guint32 *row, int width)
{
	for (int x = 0, n; x < width; x += n) {
		const guint32 colour = row[x];

		for (n = 1; x + n < width && row[x + n] == colour; n++)
			;
		if (colour >> 24 != 0) {
			const struct sprite_run run = { (guint16)x, (guint16)n,
				colour };

			g_array_append_val(runs, run);
		}
	}
}

static struct sprite *
point_into(GBytes *bytes)
{
	struct sprite *s = g_new0(struct sprite, 1);
	const struct kept_head *head = g_bytes_get_data(bytes, NULL);

	s->bytes = bytes;
	s->x = head->x;
	s->y = head->y;
	s->height = (int)head->height;
	s->rows = (const struct sprite_row *)(const void *)(head + 1);
	s->runs =
	    (const struct sprite_run *)(const void *)(s->rows + head->height);
	return s;
}

struct sprite *
sprite_new(
    const guint32 *pixels, int width, int height, int stride, int x, int y)
{
	g_autoptr(GArray) runs =
	    g_array_new(FALSE, FALSE, sizeof(struct sprite_run));
	g_autoptr(GArray) rows =
	    g_array_new(FALSE, FALSE, sizeof(struct sprite_row));
	GByteArray *all = g_byte_array_new();
	struct kept_head head = { x, y, (guint32)height, 0 };

	for (int n = 0; n < height; n++, pixels += stride) {
		struct sprite_row row = { .from = runs->len };

		if (append_again(rows, pixels, width, stride))
			continue;
		append_runs(runs, pixels, width);
		row.end = runs->len;
		g_array_append_val(rows, row);
	}
	head.runs = runs->len;
	g_byte_array_append(all, (const guint8 *)&head, sizeof(head));
	g_byte_array_append(all, (const guint8 *)rows->data,
	    rows->len * (guint)sizeof(struct sprite_row));
	g_byte_array_append(all, (const guint8 *)runs->data,
	    runs->len * (guint)sizeof(struct sprite_run));
	return point_into(g_byte_array_free_to_bytes(all));
}

/* ---- kept ---- */

struct sprite *
sprite_read(GBytes *bytes)
{
	gsize size;
	const struct kept_head *head = g_bytes_get_data(bytes, &size);
	const struct sprite_row *row;

	if (size < sizeof(*head) || head->height > G_MAXUINT16 ||
	    ABS((gint64)head->x) > G_MAXUINT16 ||
	    ABS((gint64)head->y) > G_MAXUINT16 ||
	    size != sizeof(*head) + head->height * sizeof(*row) +
			head->runs * sizeof(struct sprite_run))
		return NULL;
	row = (const struct sprite_row *)(const void *)(head + 1);
	for (guint32 i = 0; i < head->height; i++)
		if (row[i].from > row[i].end || row[i].end > head->runs)
			return NULL;
	return point_into(g_bytes_ref(bytes));
}

void
sprite_free(struct sprite *s)
{
	if (s == NULL)
		return;
	g_bytes_unref(s->bytes);
	g_free(s);
}
