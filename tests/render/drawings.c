/* SPDX-License-Identifier: ISC */
/* Boards of hexagons, rings of blocks, and long lists. */
#include "render/render.h"
#include "render/text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

typedef void draw_fn(const char *text, GString *out);

static void
assert_draws(draw_fn *draw, const char *text, const char *want)
{
	g_autoptr(GString) out = g_string_new(NULL);

	draw(text, out);
	assert_string_equal(out->str, want);
}

/* The columns of a drawing: one gunichar each, wide ones followed by 0. */
static GPtrArray *
grid_of(const char *text)
{
	GPtrArray *grid =
	    g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

	for (char **line = lines; *line != NULL; line++) {
		GArray *row = g_array_new(TRUE, TRUE, sizeof(gunichar));

		assert_true(text_width(*line) <= TEXT_COLUMNS);
		assert_false(g_str_has_suffix(*line, " "));
		for (const char *p = *line; *p != '\0';
		     p = g_utf8_next_char(p)) {
			gunichar c = g_utf8_get_char(p), none = 0;

			if (!g_unichar_iszerowidth(c))
				g_array_append_val(row, c);
			if (g_unichar_iswide(c))
				g_array_append_val(row, none);
		}
		g_ptr_array_add(grid, row);
	}
	return grid;
}

static gunichar
at(const GPtrArray *grid, int y, int x)
{
	const GArray *row =
	    y >= 0 && y < (int)grid->len ? grid->pdata[y] : NULL;

	return row != NULL && x >= 0 && x < (int)row->len
		   ? g_array_index(row, gunichar, x)
		   : ' ';
}

/* ---- hexes ---- */

static void
test_hexes(void **state)
{
	(void)state;
	assert_draws(text_hexes, "", "");
	assert_draws(text_hexes,
	    " a | a1 AS | a2\n"
	    " b | b1 | b10 B? | b3 too long\n"
	    " c |  | c2\n",
	    "         ╱ ╲   ╱ ╲\n"
	    " a     │a1 AS│a2   │\n"
	    "      ╱ ╲   ╱ ╲   ╱ ╲\n"
	    " b  │b1   │b10B?│b3 to│\n"
	    "     ╲   ╱ ╲   ╱ ╲   ╱\n"
	    " c     │     │c2   │\n"
	    "        ╲   ╱ ╲   ╱\n");
}

/*
 * All walls: each cell has two upright ones, a roof and a floor; where the
 * lines of two rows meet, they are one.
 */
static void
assert_walls(const char *text)
{
	g_autoptr(GString) out = g_string_new(NULL);
	g_autoptr(GPtrArray) grid = NULL;
	int cells = 0, wanted = 0, walls = 0, strokes = 0;

	text_hexes(text, out);
	grid = grid_of(out->str);
	for (const char *p = text; (p = strstr(p, " |")) != NULL; p++)
		wanted++;
	for (int y = 0; y < (int)grid->len; y++)
		for (int x = 0; x < TEXT_COLUMNS; x++) {
			gunichar c = at(grid, y, x);

			walls += c == 0x2502;
			strokes += c == 0x2571 || c == 0x2572;
			if (c != 0x2502 || at(grid, y, x + 6) != 0x2502)
				continue;
			cells++;
			assert_int_equal(at(grid, y - 1, x + 2), 0x2571);
			assert_int_equal(at(grid, y - 1, x + 4), 0x2572);
			assert_int_equal(at(grid, y + 1, x + 1), 0x2572);
			assert_int_equal(at(grid, y + 1, x + 5), 0x2571);
		}
	assert_int_equal(cells, wanted);
	/* none is on its own */
	assert_true(walls > cells && walls < 2 * cells + 1);
	assert_true(strokes <= 4 * cells);
}

static char *
hex_board(int side)
{
	GString *text = g_string_new(NULL);

	for (int r = 0; r < 2 * side - 1; r++) {
		int n = 2 * side - 1 - ABS(side - 1 - r);

		g_string_append_printf(text, " %c", 'a' + r);
		for (int i = 1; i <= n; i++)
			g_string_append_printf(text, " | %c%d", 'a' + r, i);
		g_string_append_c(text, '\n');
	}
	return g_string_free(text, FALSE);
}

static void
test_hexes_line_up(void **state)
{
	(void)state;
	for (int side = 2; side <= 6; side++) {
		g_autofree char *board = hex_board(side);

		assert_walls(board);
	}
	/* rows that are not symmetric, equal ones, lone cells */
	assert_walls("x | 1 | 2 | 3\ny | 1 | 2 | 3\nz | 1 | 2 | 3 | 4 | 5\n"
		     "u | 1\nv | 1 | 2\nw | 1 | 2 | 3 | 4\n");
	assert_walls("x | 1 | 2\ny | 1 | 2 | 3 | 4 | 5 | 6\nz | 1\n");
	assert_walls("a | 王小明 | b\nb | ü | Gru\xcc\x88n | x\n");
}

static void
test_hexes_without_room(void **state)
{
	g_autoptr(GString) board = g_string_new("a");
	g_autoptr(GString) out = g_string_new(NULL);
	g_autoptr(GPtrArray) grid = NULL;

	(void)state;
	for (int i = 1; i <= 12; i++)
		g_string_append_printf(board, " | a%d ship", i);
	text_hexes(board->str, out);
	grid = grid_of(out->str);
	assert_true(g_str_has_prefix(out->str, "- a, a1 ship, a2 ship,"));
	assert_non_null(strstr(out->str, "a12 ship"));
}

/* ---- ring ---- */

static void
test_ring(void **state)
{
	(void)state;
	assert_draws(text_circle,
	    "  castle\n"
	    "---\n1 forest\nRBG\n---\n2 village\n---\n3 village\n9: RBGYK\n"
	    "---\n4 village\n---\n5 forest\n---\n6\n---\n7 village\ncart\n",
	    "  1 forest ────▶ 2 village ───▶ 3 village\n"
	    "  RBG                           9: RBGYK\n"
	    "  ▲                             │\n"
	    "  │                             ▼\n"
	    "  │              castle         4 village\n"
	    "  │                             │\n"
	    "  │                             ▼\n"
	    "  7 village ◀─── 6 ◀─────────── 5 forest\n"
	    "  cart\n");
	assert_draws(text_circle_ascii,
	    "m\n---\none\n---\ntwo\n---\na block that is too long for it\n",
	    "one ===============================> two\n"
	    "^                                    |\n"
	    "|                                    |\n"
	    "|        m                           |\n"
	    "|                                    |\n"
	    "|                                    |\n"
	    "+======= a block that is too... <====+\n");
}

/* The block ('A', 'B', ...) whose first line is there; 0: none. */
static unsigned
block_at(const GPtrArray *grid, int y, int x)
{
	gunichar c = at(grid, y, x);

	return c >= 'A' && c <= 'Z' ? 1u << (c - 'A') : 0;
}

/*
 * One arrow leads to each block: from the left or the right to its first line,
 * from above to its first letter, or from below to whatever stands there.
 */
static void
assert_goes_round(const char *text, int n)
{
	g_autoptr(GString) out = g_string_new(NULL);
	g_autoptr(GPtrArray) grid = NULL;
	unsigned reached = 0, all = (1u << n) - 1;
	int heads = 0, north = 0;

	text_circle(text, out);
	grid = grid_of(out->str);
	assert_true(g_str_has_prefix(out->str, "A "));
	for (int y = 0; y < (int)grid->len; y++)
		for (int x = 0; x < TEXT_COLUMNS; x++) {
			gunichar c = at(grid, y, x);
			unsigned to = c == 0x25b6   ? block_at(grid, y, x + 2)
				      : c == 0x25c0 ? block_at(grid, y, x - 2)
				      : c == 0x25bc ? block_at(grid, y + 1, x)
						    : 0;

			heads += to != 0;
			assert_int_equal(reached & to, 0);
			reached |= to;
			if (c == 0x25b2) {
				assert_true(
				    g_unichar_isalnum(at(grid, y - 1, x)));
				north++;
			}
			if (c == 0x2502)
				assert_true(at(grid, y + 1, x) != ' ' &&
					    at(grid, y - 1, x) != ' ');
		}
	assert_int_equal(heads + north, n);
	assert_true(north > 0 && (reached & 1) == 0 && (reached & ~all) == 0);
	for (int i = 0; i < n; i++)
		assert_non_null(strchr(out->str, 'A' + i));
}

static void
test_ring_goes_round(void **state)
{
	(void)state;
	for (int n = 3; n <= 12; n++)
		for (int lines = 1; lines <= 4; lines++) {
			g_autoptr(GString) text = g_string_new("the middle\n");

			for (int l = 0; l < 5 - lines; l++)
				g_string_append(text, "2\n");
			for (int i = 0; i < n; i++) {
				g_string_append_printf(
				    text, "---\n%c\n", 'A' + i);
				for (int l = 0; l < (i + lines) % 4; l++)
					g_string_append(
					    text, "words and more words\n");
			}
			assert_goes_round(text->str, n);
		}
}

static void
test_ring_of_wide_blocks(void **state)
{
	g_autoptr(GString) text = g_string_new("    ");
	g_autoptr(GString) out = g_string_new(NULL);
	g_autoptr(GPtrArray) grid = NULL;

	(void)state;
	for (int i = 0; i < 8; i++)
		g_string_append_printf(text,
		    "%s王小明 and Gru\xcc\x88n are together here\n",
		    i > 0 ? "---\n" : "");
	text_circle(text->str, out);
	grid = grid_of(out->str);
	assert_true(g_str_has_prefix(
	    out->str, "王小明 and Gru\xcc\x88n are t… ▶ 王小明 and"));
}

static void
test_ring_of_too_few_or_many(void **state)
{
	g_autoptr(GString) text = g_string_new("m\n");

	(void)state;
	assert_draws(text_circle, "m\n---\na\n---\nb\n", "m\n\na\n\nb\n");
	assert_draws(text_circle, "m\n", "m\n");
	for (int i = 0; i < 13; i++)
		g_string_append_printf(text, "---\n%c\n", 'a' + i);
	assert_draws(text_circle, text->str,
	    "m\n\na\n\nb\n\nc\n\nd\n\ne\n\nf\n\ng\n\nh\n\ni\n\nj\n\nk\n\nl\n\n"
	    "m\n");
}

/* ---- items ---- */

static void
test_items(void **state)
{
	g_autoptr(GString) text = g_string_new("  → place …");
	g_autoptr(GString) out = g_string_new(NULL);
	g_autoptr(GPtrArray) grid = NULL;

	(void)state;
	assert_draws(text_items, "  a … | 1) b c | 2) d |\n\nx\n",
	    "  a …  1) b c · 2) d\nx\n");
	for (int i = 1; i <= 40; i++)
		g_string_append_printf(text, " | %d) c d", i);
	text_items(text->str, out);
	grid = grid_of(out->str);
	assert_true(g_str_has_prefix(out->str,
	    "  → place …  1) c d · 2) c d · 3) c d · 4) c d · 5) c d · "
	    "6) c d ·\n      7) c d ·"));
	/* no item is broken */
	for (int i = 1; i <= 40; i++) {
		g_autofree char *item = g_strdup_printf(" %d) c d", i);

		assert_non_null(strstr(out->str, item));
	}
}

#define TWENTY "aaaaaaaaa aaaaaaaaa "

static void
test_items_that_are_long(void **state)
{
	(void)state;
	assert_draws(text_items,
	    "  sell | 1) " TWENTY TWENTY TWENTY TWENTY "b | 2) c\n",
	    "  sell\n"
	    "      1) " TWENTY TWENTY "aaaaaaaaa aaaaaaaaa\n"
	    "      aaaaaaaaa aaaaaaaaa b ·\n"
	    "      2) c\n");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_hexes),
		cmocka_unit_test(test_hexes_line_up),
		cmocka_unit_test(test_hexes_without_room),
		cmocka_unit_test(test_ring),
		cmocka_unit_test(test_ring_goes_round),
		cmocka_unit_test(test_ring_of_wide_blocks),
		cmocka_unit_test(test_ring_of_too_few_or_many),
		cmocka_unit_test(test_items),
		cmocka_unit_test(test_items_that_are_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
