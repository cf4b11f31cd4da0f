/* SPDX-License-Identifier: ISC */
/*
 * Blocks of a few short lines in a ring around a middle one, clockwise from
 * the top left, with arrows from each to the next:
 *
 *   1 ──▶ 2 ──▶ 3
 *   ▲           │
 *   │           ▼
 *   │  middle   4
 *   │           │
 *   │           ▼
 *   7 ◀── 6 ◀── 5
 */
#include "render/text/text.h"

#include "render/render.h"

#include <string.h>

#define MIN_RING 3
#define MAX_RING 12
#define BLOCK 22 /* columns, at most */
#define COLUMNS 3
#define MIN_GAP 3 /* columns between: room for a blank, an arrow, a blank */
#define MAX_GAP 6
#define ROW_GAP 2 /* lines between: of an arrow */

/* Signs of the drawing. */
struct style {
	const char *across, *down; /* lines */
	const char *east, *south, *west, *north; /* heads of arrows */
	const char *south_west, *north_west; /* corners */
	const char *cut;
};
static const struct style lines_style = { "─", "│", "▶", "▼", "◀", "▲", "┘",
	"└", "…" };
static const struct style ascii_style = { "=", "|", ">", "v", "<", "^", "+",
	"+", "..." };

struct block {
	struct text_span text;
	int width, height;
	int column, row; /* in the grid */
	int x, y; /* on the canvas */
};

/* A column of the canvas; size 0: a blank. */
struct spot {
	struct text_span sign;
	bool taken; /* by a sign of two columns before it */
};

struct ring {
	const struct style *style;
	struct block middle;
	struct block blocks[MAX_RING];
	int n;
	int margin;
	int sides; /* rows between the top one and the bottom one */
	int width[COLUMNS], x[COLUMNS];
	int height[MAX_RING], y[MAX_RING]; /* of rows */
	GArray *canvas; /* struct spot, TEXT_COLUMNS a line */
};

/* ---- reading ---- */

/* The next line of a block without the blanks around it; false: no more. */
static bool
take_line(struct text_span *text, struct text_span *line)
{
	const char *end = text->at + text->size;
	const char *stop = memchr(text->at, '\n', text->size);

	if (text->size == 0)
		return false;
	if (stop == NULL)
		stop = end;
	*line = text_strip(text->at, stop);
	text->at = MIN(stop + 1, end);
	text->size = (size_t)(end - text->at);
	return true;
}

static struct block
read_block(const char *from, const char *to)
{
	struct block block = { .text = text_strip(from, to) };
	struct text_span rest = block.text, line;

	while (take_line(&rest, &line)) {
		block.width = MAX(block.width, text_span_width(line));
		block.height++;
	}
	block.width = CLAMP(block.width, 1, BLOCK);
	block.height = MAX(block.height, 1);
	return block;
}

static bool
is_bar(struct text_span line)
{
	return line.size >= 3 && strspn(line.at, "-") >= line.size;
}

/* The end of the block that begins there. */
static const char *
block_end(const char *text)
{
	for (;;) {
		const char *end = strchrnul(text, '\n');

		if (is_bar(text_strip(text, end)) || *end == '\0')
			return is_bar(text_strip(text, end)) ? text : end;
		text = end + 1;
	}
}

/* How many blocks there are around the middle; only MAX_RING are kept. */
static int
read_ring(struct ring *ring, const char *text)
{
	const char *p = text;
	int n = -1;

	ring->margin = (int)MIN(strspn(text, " "), TEXT_COLUMNS / 4);
	for (;; n++) {
		const char *end = block_end(p);
		struct block block = read_block(p, end);

		if (n == -1)
			ring->middle = block;
		else if (n < MAX_RING)
			ring->blocks[n] = block;
		if (*end == '\0')
			break;
		p = strchrnul(end, '\n');
		p += *p == '\n';
	}
	ring->n = MIN(n + 1, MAX_RING);
	return n + 1;
}

/* ---- placing ---- */

static void
put_spot(struct ring_spot *spot, int column, int row)
{
	spot->column = column;
	spot->row = row;
}

/*
 * Three on top and three at the bottom, the others at the right and the left;
 * of few, two or one.
 */
int
text_ring(int n, struct ring_spot *spots)
{
	int top = n < 5 ? 2 : 3;
	int bottom = n < 6 ? n - top : 3;
	int rest = n - top - bottom;
	int right = (rest + 1) / 2;
	int step = bottom == 2 ? 2 : 1;
	int sides = MAX(right, 1);
	int i = 0;

	for (int k = 0; k < top; k++)
		put_spot(&spots[i++], k * (top == 2 ? 2 : 1), 0);
	for (int k = 0; k < right; k++)
		put_spot(&spots[i++], 2, 1 + k);
	for (int k = 0; k < bottom; k++)
		put_spot(
		    &spots[i++], bottom == 1 ? 1 : 2 - k * step, sides + 1);
	for (int k = 0; i < n; k++)
		put_spot(&spots[i++], 0, sides - k);
	return sides + 2;
}

static void
place_in_grid(struct ring *ring)
{
	struct ring_spot spots[MAX_RING];

	ring->sides = text_ring(ring->n, spots) - 2;
	for (int i = 0; i < ring->n; i++) {
		ring->blocks[i].column = spots[i].column;
		ring->blocks[i].row = spots[i].row;
	}
	ring->middle.column = 1;
}

static void
place_columns(struct ring *ring)
{
	int sum = 0, gap;

	ring->width[1] = ring->middle.width;
	for (int i = 0; i < ring->n; i++) {
		const struct block *b = &ring->blocks[i];

		ring->width[b->column] = MAX(ring->width[b->column], b->width);
	}
	for (int c = 0; c < COLUMNS; c++)
		sum += ring->width[c];
	gap = CLAMP((TEXT_COLUMNS - ring->margin - sum) / 2, MIN_GAP, MAX_GAP);
	ring->x[0] = MIN(ring->margin, TEXT_COLUMNS - sum - 2 * gap);
	for (int c = 1; c < COLUMNS; c++)
		ring->x[c] = ring->x[c - 1] + ring->width[c - 1] + gap;
}

static void
place_rows(struct ring *ring)
{
	int bottom = ring->sides + 1;
	int room;

	for (int i = 0; i < ring->n; i++) {
		const struct block *b = &ring->blocks[i];

		ring->height[b->row] = MAX(ring->height[b->row], b->height);
	}
	room = (ring->sides - 1) * ROW_GAP;
	for (int r = 1; r < bottom; r++)
		room += ring->height[r];
	ring->height[bottom - 1] += MAX(ring->middle.height - room, 0);
	room = MAX(room, ring->middle.height);
	for (int r = 1; r <= bottom; r++)
		ring->y[r] = ring->y[r - 1] + ring->height[r - 1] + ROW_GAP;
	ring->middle.y = ring->y[1] + (room - ring->middle.height) / 2;
	ring->middle.x = ring->x[1];
}

static void
place(struct ring *ring)
{
	place_in_grid(ring);
	place_columns(ring);
	place_rows(ring);
	for (int i = 0; i < ring->n; i++) {
		struct block *b = &ring->blocks[i];

		b->x = ring->x[b->column];
		b->y = ring->y[b->row];
	}
}

/* ---- drawing ---- */

static void
put(struct ring *ring, int x, int y, const char *sign)
{
	guint at = (guint)(y * TEXT_COLUMNS + x);

	if (ring->canvas->len <= at)
		g_array_set_size(ring->canvas, (guint)((y + 1) * TEXT_COLUMNS));
	g_array_index(ring->canvas, struct spot, at).sign =
	    (struct text_span){ sign, strlen(sign) };
}

/* Up to so many columns of the line, a mark at the end if that is not all. */
static void
put_line(struct ring *ring, int x, int y, struct text_span line)
{
	int room = BLOCK, all = text_span_width(line);
	const char *end = line.at + line.size;
	struct spot *spot = NULL;

	if (all > room)
		room -= text_width(ring->style->cut);
	for (const char *p = line.at, *next; p < end; p = next) {
		struct text_span sign = { p, 0 };
		int width;

		next = g_utf8_next_char(p);
		sign.size = (size_t)(next - p);
		width = text_span_width(sign);
		if (width == 0 && spot != NULL)
			spot->sign.size += sign.size;
		if (width == 0)
			continue;
		if (width > room)
			break;
		put(ring, x, y, "");
		spot = &g_array_index(
		    ring->canvas, struct spot, y * TEXT_COLUMNS + x);
		spot->sign = sign;
		spot[width - 1].taken = width > 1;
		x += width;
		room -= width;
	}
	if (all > BLOCK)
		for (const char *p = ring->style->cut; *p != '\0';
		     p = g_utf8_next_char(p))
			put(ring, x++, y, *p == '.' ? "." : p);
}

static void
draw_block(struct ring *ring, const struct block *block)
{
	struct text_span rest = block->text, line;

	for (int y = block->y; take_line(&rest, &line); y++)
		put_line(ring, block->x, y, line);
}

static int
first_width(const struct block *block)
{
	struct text_span rest = block->text, line;

	return take_line(&rest, &line) ? MIN(text_span_width(line), BLOCK) : 0;
}

/* Lines between two spots, both included. */
static void
draw_across(struct ring *ring, int y, int from, int to)
{
	for (int x = from; x <= to; x++)
		put(ring, x, y, ring->style->across);
}

static void
draw_down(struct ring *ring, int x, int from, int to)
{
	for (int y = from; y <= to; y++)
		put(ring, x, y, ring->style->down);
}

/* Along the top, or back along the bottom. */
static void
draw_row_arrow(struct ring *ring, const struct block *a, const struct block *b)
{
	bool east = a->x < b->x;
	const struct block *left = east ? a : b, *right = east ? b : a;
	int from = left->x + first_width(left) + 1, to = right->x - 2;

	draw_across(ring, a->y, from, to);
	put(ring, east ? to : from, a->y,
	    east ? ring->style->east : ring->style->west);
}

/* Down at the right side, or up at the left one. */
static void
draw_side_arrow(struct ring *ring, const struct block *a, const struct block *b)
{
	bool south = a->y < b->y;
	const struct block *upper = south ? a : b, *lower = south ? b : a;
	int from = upper->y + upper->height, to = lower->y - 1;

	draw_down(ring, a->x, from, to);
	put(ring, a->x, south ? to : from,
	    south ? ring->style->south : ring->style->north);
}

/* Three blocks: the one at the bottom stands between the sides. */
static void
draw_corners(struct ring *ring)
{
	const struct block *first = &ring->blocks[0];
	const struct block *second = &ring->blocks[1];
	const struct block *last = &ring->blocks[2];
	int east = last->x + first_width(last) + 1;

	draw_down(ring, second->x, second->y + second->height, last->y - 1);
	put(ring, second->x, last->y, ring->style->south_west);
	draw_across(ring, last->y, east, second->x - 1);
	put(ring, east, last->y, ring->style->west);
	draw_across(ring, last->y, first->x + 1, last->x - 2);
	put(ring, first->x, last->y, ring->style->north_west);
	draw_down(ring, first->x, first->y + first->height, last->y - 1);
	put(ring, first->x, first->y + first->height, ring->style->north);
}

static void
draw(struct ring *ring)
{
	draw_block(ring, &ring->middle);
	for (int i = 0; i < ring->n; i++) {
		const struct block *a = &ring->blocks[i];
		const struct block *b = &ring->blocks[(i + 1) % ring->n];

		draw_block(ring, a);
		if (a->row == b->row)
			draw_row_arrow(ring, a, b);
		else if (a->column == b->column)
			draw_side_arrow(ring, a, b);
	}
	if (ring->n == MIN_RING)
		draw_corners(ring);
}

static void
append_canvas(const struct ring *ring, GString *out)
{
	const struct spot *spot =
	    (const struct spot *)(void *)ring->canvas->data;

	for (guint i = 0; i < ring->canvas->len; i++, spot++) {
		gsize end;

		if (spot->sign.size > 0)
			g_string_append_len(
			    out, spot->sign.at, (gssize)spot->sign.size);
		else if (!spot->taken)
			g_string_append_c(out, ' ');
		if (i % TEXT_COLUMNS != TEXT_COLUMNS - 1)
			continue;
		for (end = out->len; end > 0 && out->str[end - 1] == ' ';)
			end--;
		g_string_truncate(out, end);
		g_string_append_c(out, '\n');
	}
}

/* ---- the whole ---- */

/* There are too few or too many for a ring: one below the other. */
static void
append_blocks(const char *text, GString *out)
{
	const char *next;

	for (const char *p = text; *p != '\0'; p = next) {
		const char *end = strchrnul(p, '\n');
		struct text_span line = { p, (size_t)(end - p) };

		next = *end == '\n' ? end + 1 : end;
		if (is_bar(text_strip(p, end)))
			line.size = 0;
		g_string_append_len(out, line.at, (gssize)line.size);
		g_string_append_c(out, '\n');
	}
}

static void
draw_ring(const char *text, const struct style *style, GString *out)
{
	struct ring ring = { .style = style };
	int n = read_ring(&ring, text);

	if (n < MIN_RING || n > MAX_RING) {
		append_blocks(text, out);
		return;
	}
	ring.canvas = g_array_new(FALSE, TRUE, sizeof(struct spot));
	place(&ring);
	draw(&ring);
	append_canvas(&ring, out);
	g_array_unref(ring.canvas);
}

void
text_circle(const char *text, GString *out)
{
	draw_ring(text, &lines_style, out);
}

void
text_circle_ascii(const char *text, GString *out)
{
	draw_ring(text, &ascii_style, out);
}
