/* SPDX-License-Identifier: ISC */
/*
 * Pictures put together of sprites: an SVG is taken apart where nobody can see
 * it, the bytes are the same whatever sprites there are, and what is kept is
 * not drawn again.
 */
#include "render/picture/drawing.h"
#include "render/picture/pieces.h"
#include "render/picture/sprites.h"
#include "tests/render/views.h"

#include <stdlib.h>

#define HEAD                                                      \
	"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60\" " \
	"height=\"40\" viewBox=\"0 0 60 40\">"

/* ---- taking apart ---- */

/* Each piece as "X Y SVG", a line each; or "whole". */
static char *
apart(const char *svg)
{
	struct pieces *p = pieces_new(svg);
	GString *all = g_string_new(p->whole ? "whole" : NULL);

	for (guint i = 0; i < p->all->len && !p->whole; i++) {
		const struct piece *piece = g_ptr_array_index(p->all, i);

		g_string_append_printf(
		    all, "%g %g %s\n", piece->x, piece->y, piece->svg);
	}
	pieces_free(p);
	return g_string_free(all, FALSE);
}

static void
assert_apart(const char *inside, const char *want)
{
	g_autofree char *svg = g_strconcat(HEAD, inside, "</svg>", NULL);
	g_autofree char *got = apart(svg);

	assert_string_equal(got, want);
}

static void
test_moves(void **arg)
{
	(void)arg;
	assert_apart("<rect width=\"1\"/><g transform=\"translate(3 4.5)\">"
		     "<g transform=\"translate(1,-1)\"><path d=\"M0 0\"/></g>"
		     "<circle transform=\"translate(2)\" r=\"1\"/></g>",
	    "0 0 <rect width=\"1\"></rect>\n"
	    "4 3.5 <g><g><path d=\"M0 0\"></path></g></g>\n"
	    "5 4.5 <g><circle r=\"1\"></circle></g>\n");
	/* what is turned or scaled first is not moved by pixels any more */
	assert_apart(
	    "<g transform=\"translate(3 4) scale(2)\">"
	    "<g transform=\"translate(1 1)\"><use href=\"#a\"/></g></g>",
	    "3 4 <g transform=\"scale(2)\"><g transform=\"translate(1 1)\">"
	    "<use href=\"#a\"></use></g></g>\n");
	assert_apart("<g transform=\"rotate(9)\"><rect/></g>",
	    "0 0 <g transform=\"rotate(9)\"><rect></rect></g>\n");
	assert_apart("<rect transform=\"translate(x 1)\"/>",
	    "0 0 <rect transform=\"translate(x 1)\"></rect>\n");
}

static void
test_groups(void **arg)
{
	(void)arg;
	assert_apart("<g fill=\"red\"><rect/><text x=\"1\">a &lt;b&gt; "
		     "&amp;&quot;<tspan>c</tspan></text></g>",
	    "0 0 <g fill=\"red\"><rect></rect></g>\n"
	    "0 0 <g fill=\"red\"><text x=\"1\">a &lt;b&gt; "
	    "&amp;&quot;<tspan>c</tspan></text></g>\n");
	/* a veil lies over all of a group, not over each thing in it */
	assert_apart("<g opacity=\".5\"><rect/><rect/></g>",
	    "0 0 <g opacity=\".5\"><rect></rect><rect></rect></g>\n");
	/* definitions are no piece, wherever they stand */
	assert_apart("<g><defs><g id=\"a\"><rect/></g></defs><rect/></g>",
	    "0 0 <g><rect></rect></g>\n");
	assert_apart("<!-- a comment --><rect/>", "0 0 <rect></rect>\n");
}

static void
test_whole(void **arg)
{
	static const char *const whole[] = {
		"<svg",
		"",
		"<html/>",
		HEAD "<style>rect { fill: red }</style><rect/></svg>",
		HEAD "<rect id=\"a\"/><use href=\"#a\"/></svg>",
		"<svg width=\"6\" height=\"4\"/>",
		"<svg width=\"6\" height=\"4\" viewBox=\"0 0 3 2\"/>",
		"<svg width=\"6mm\" height=\"4mm\" viewBox=\"0 0 6mm 4mm\"/>",
		"<svg width=\"6\" height=\"4\" viewBox=\"0 0 6 4\" "
		"fill=\"red\"/>",
		"<svg width=\"0\" height=\"4\" viewBox=\"0 0 0 4\"/>",
		"<svg width=\"1\" height=\"90\" viewBox=\"0 0 1 90\"/>",
		"<?xml-stylesheet href=\"a.css\"?>" HEAD "</svg>",
		"<!DOCTYPE svg [<!ENTITY a \"b\">]>" HEAD "</svg>",
	};

	(void)arg;
	for (size_t i = 0; i < G_N_ELEMENTS(whole); i++) {
		g_autofree char *got = apart(whole[i]);

		assert_string_equal(got, "whole");
	}
}

/* ---- pixels ---- */

static GBytes *
draw(const char *svg, struct sprites *sprites)
{
	struct err e = { 0 };
	GBytes *png = picture_png(svg, 600, sprites, &e);

	if (png == NULL)
		fail_msg("%s", e.text);
	return png;
}

/* How far two pictures of the same size are apart: in the worst of the three
 * colours of the worst pixel, and in pixels that differ by much. */
static int
worst(GBytes *a, GBytes *b, int *many)
{
	cairo_surface_t *one = read_png(a), *two = read_png(b);
	const int width = cairo_image_surface_get_width(one);
	const int height = cairo_image_surface_get_height(one);
	const int stride = cairo_image_surface_get_stride(one);
	const guint8 *p = cairo_image_surface_get_data(one);
	const guint8 *q = cairo_image_surface_get_data(two);
	int most = 0;

	*many = 0;
	assert_int_equal(cairo_image_surface_get_width(two), width);
	assert_int_equal(cairo_image_surface_get_height(two), height);
	for (int y = 0; y < height; y++)
		for (int x = 0; x < width * 4; x++) {
			int off =
			    x % 4 == 3
				? 0
				: abs(p[y * stride + x] - q[y * stride + x]);

			most = MAX(most, off);
			*many += off > 24;
		}
	cairo_surface_destroy(one);
	cairo_surface_destroy(two);
	return most;
}

/* The same, drawn at once: a style that says nothing keeps it whole. */
static char *
undivided(const char *svg)
{
	const char *end = strstr(svg, "</svg>");

	return g_strdup_printf(
	    "%.*s<style> </style></svg>", (int)(end - svg), svg);
}

static void
compare(const char *name, const char *svg)
{
	g_autofree char *once = undivided(svg);
	g_autoptr(GBytes) pieced = draw(svg, NULL);
	g_autoptr(GBytes) whole = draw(once, NULL);
	int many, most = worst(pieced, whole, &many);

	/* palettes are chosen by the pixels: some of those along edges become
	 * another neighbour */
	if (most > 96 || many > 200)
		fail_msg("%s: %d apart, %d pixels", name, most, many);
}

/* What was drawn before, of all games. */
static struct sprites *drawn;

static void
look_the_same(const struct catalog *t, const char *game, json_t *context,
    const char *name)
{
	struct err e = { 0 };
	g_autofree char *svg = picture_svg(t, game, context, &e);
	g_autoptr(GBytes) alone = NULL, after = NULL, again = NULL;

	assert_non_null(svg);
	compare(name, svg);
	alone = draw(svg, NULL);
	after = draw(svg, drawn);
	assert_true(g_bytes_equal(alone, after));
	again = draw(svg, drawn);
	assert_true(g_bytes_equal(alone, again));
}

static void
test_same(void **arg)
{
	(void)arg;
	drawn = sprites_new(NULL);
	each_view(look_the_same);
	sprites_free(drawn);
	/* beyond the edges, between pixels, and one that shines through */
	compare("edges",
	    HEAD "<rect width=\"60\" height=\"40\" fill=\"#fff\"/>"
		 "<g transform=\"translate(-4.3 -3.7)\"><circle r=\"9\" "
		 "fill=\"#a00\"/></g><g transform=\"translate(58 39)\">"
		 "<circle r=\"9\" fill=\"#00a\"/></g><circle r=\"90\" "
		 "fill=\"none\" stroke=\"#0a0\" stroke-width=\"3\"/>"
		 "<g transform=\"translate(900 0)\"><rect width=\"4\" "
		 "height=\"4\"/></g><g opacity=\".5\"><rect x=\"20\" y=\"9\" "
		 "width=\"20\" height=\"20\"/></g><rect width=\"0\" "
		 "height=\"9\"/></svg>");
	compare("an id within a definition",
	    HEAD "<defs><g id=\"set\"><path id=\"sail\" "
		 "d=\"M0 0H40V40Z\"/></g></defs><rect width=\"60\" "
		 "height=\"40\" fill=\"#fff\"/>"
		 "<use href=\"#sail\" fill=\"#a00\"/></svg>");
}

/* ---- kept ---- */

struct shelf {
	GHashTable *kept; /* name -> GBytes */
	int found, added;
	int palettes; /* of those that were found */
	bool faulty;
	int room; /* for so many; 0: for all */
};

static int
shelf_find(void *arg, const char *name, GBytes **bytes)
{
	struct shelf *shelf = arg;

	if (shelf->faulty)
		return -1;
	*bytes = g_hash_table_lookup(shelf->kept, name);
	if (*bytes != NULL)
		g_bytes_ref(*bytes);
	shelf->found += *bytes != NULL;
	shelf->palettes +=
	    *bytes != NULL && g_str_has_prefix(name, SPRITES_PALETTE);
	return 0;
}

static int
shelf_keep(void *arg, const char *name, GBytes *bytes)
{
	struct shelf *shelf = arg;

	if (shelf->room > 0 && shelf->added == shelf->room)
		return -1;
	g_hash_table_insert(shelf->kept, g_strdup(name), g_bytes_ref(bytes));
	shelf->added++;
	return 0;
}

#define TWICE                                                          \
	HEAD "<rect width=\"60\" height=\"40\" fill=\"#eee\"/>"        \
	     "<g transform=\"translate(9 9)\"><circle r=\"5\"/></g>"   \
	     "<g transform=\"translate(29 19)\"><circle r=\"5\"/></g>" \
	     "</svg>"

static void
shelf_open(struct shelf *shelf)
{
	*shelf = (struct shelf){ .kept = g_hash_table_new_full(g_str_hash,
				     g_str_equal, g_free,
				     (GDestroyNotify)g_bytes_unref) };
}

/* With sprites that are made now, as another process would. */
static GBytes *
draw_with(struct shelf *shelf, const char *svg)
{
	const struct sprite_keeper keeper = { shelf_find, shelf_keep, shelf };
	struct sprites *sprites = sprites_new(&keeper);
	GBytes *png = draw(svg, sprites);

	sprites_free(sprites);
	return png;
}

static void
test_kept(void **arg)
{
	struct shelf shelf;
	g_autoptr(GBytes) alone = draw(TWICE, NULL);
	g_autoptr(GBytes) first = NULL, second = NULL;

	(void)arg;
	shelf_open(&shelf);
	first = draw_with(&shelf, TWICE);
	/* two that are equal but for their place are one; and the palette */
	assert_int_equal(shelf.added, 3);
	second = draw_with(&shelf, TWICE);
	assert_int_equal(shelf.added, 3);
	assert_true(shelf.found >= 3);
	assert_true(g_bytes_equal(alone, first));
	assert_true(g_bytes_equal(alone, second));
	g_hash_table_destroy(shelf.kept);
}

/* What is kept was damaged: it is drawn again. */
static void
test_damaged(void **arg)
{
	static const guint8 wild[] = { 200, 0, 0, 0, 1, 2, 3 };
	struct shelf shelf;
	g_autoptr(GBytes) alone = draw(TWICE, NULL);
	GHashTableIter each;
	gpointer name, value;

	(void)arg;
	shelf_open(&shelf);
	g_bytes_unref(draw_with(&shelf, TWICE));
	for (gsize cut = 0; cut < 40; cut += 3) {
		g_autoptr(GBytes) png = NULL;

		g_hash_table_iter_init(&each, shelf.kept);
		while (g_hash_table_iter_next(&each, &name, &value)) {
			gsize size = g_bytes_get_size(value);
			GBytes *bad =
			    cut == 0 ? g_bytes_new_static(wild, sizeof(wild))
				     : g_bytes_new_from_bytes(
					   value, 0, size - MIN(cut, size));

			g_hash_table_iter_replace(&each, bad);
		}
		shelf.added = 0;
		png = draw_with(&shelf, TWICE);
		assert_int_equal(shelf.added, 3);
		assert_true(g_bytes_equal(alone, png));
	}
	g_hash_table_destroy(shelf.kept);
}

/* What one picture shares with the one before changes no byte: pieces that
 * come, go, move, lie upon others or change, and pages of other sizes. */
static void
test_one_after_another(void **arg)
{
#define PAGE(height, inside)                                      \
	"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60\" " \
	"height=\"" height "\" viewBox=\"0 0 60 " height          \
	"\"><rect width=\"60\" "                                  \
	"height=\"60\" fill=\"#123456\"/>" inside "</svg>"
#define BALL(x, y, fill)                      \
	"<g transform=\"translate(" #x " " #y \
	")\"><circle r=\"8\" fill=\"" fill "\"/></g>"
	static const char *const pages[] = {
		PAGE("60", BALL(20, 20, "#f00") BALL(28, 24, "#0f0")),
		PAGE("60", BALL(28, 24, "#0f0") BALL(20, 20, "#f00")),
		PAGE("60", BALL(20, 20, "#f00") BALL(28, 24, "#0f0")
			       BALL(20, 45, "#fff")),
		PAGE("60", BALL(20, 20, "#f00") BALL(29, 24, "#0f0")
			       BALL(20, 45, "#fff")),
		PAGE("60", BALL(20, 45, "#fff")),
		PAGE("80", BALL(20, 45, "#fff")),
		PAGE("60", BALL(20, 45, "#00f")),
		PAGE("60", ""),
		PAGE("60", BALL(20, -3, "#00f") BALL(20, 59, "#00f")),
	};
	struct sprites *sprites = sprites_new(NULL);

	(void)arg;
	for (size_t i = 0; i < 3 * G_N_ELEMENTS(pages); i++) {
		const char *svg = pages[i * i % G_N_ELEMENTS(pages)];
		g_autoptr(GBytes) alone = draw(svg, NULL);
		g_autoptr(GBytes) after = draw(svg, sprites);

		assert_true(g_bytes_equal(alone, after));
		svg = pages[i % G_N_ELEMENTS(pages)];
		g_bytes_unref(after);
		after = draw(svg, sprites);
		g_bytes_unref(alone);
		alone = draw(svg, NULL);
		assert_true(g_bytes_equal(alone, after));
	}
	sprites_free(sprites);
#undef BALL
#undef PAGE
}

/* Bytes that are no sprite, whatever they say of themselves. */
static void
test_unsound(void **arg)
{
	static const guint32 pixels[4] = { 0, 0xff112233, 0xff112233, 0 };
	struct sprite *sprite = sprite_new(pixels, 2, 2, 2, -1, -1);
	gsize size;
	const guint8 *bytes = g_bytes_get_data(sprite->bytes, &size);
	int refused = 0;

	(void)arg;
	for (gsize i = 0; i < size; i++)
		for (int by = 1; by < 256; by *= 2) {
			guint8 *other = g_memdup2(bytes, size);
			g_autoptr(GBytes) bad = g_bytes_new_take(other, size);
			struct placed placed = { NULL, 2, 2 };
			struct bands *bands = bands_new();
			struct sprite *read;

			other[i] = (guint8)(other[i] + by);
			read = sprite_read(bad);
			placed.sprite = read;
			if (read != NULL)
				g_bytes_unref(paint_picture(
				    &placed, 1, 8, 8, NULL, bands));
			bands_free(bands);
			refused += read == NULL;
			sprite_free(read);
		}
	assert_true(refused > 100);
	sprite_free(sprite);
}

static void
test_fault(void **arg)
{
	struct shelf shelf;
	const struct sprite_keeper keeper = { shelf_find, shelf_keep, &shelf };
	struct sprites *sprites = sprites_new(&keeper);
	struct err e = { 0 };

	(void)arg;
	shelf_open(&shelf);
	shelf.faulty = true;
	assert_null(picture_png(TWICE, 600, sprites, &e));
	/* as is an SVG whose pieces cannot be drawn */
	shelf.faulty = false;
	assert_null(picture_png("<svg", 600, sprites, &e));
	assert_int_equal(e.code, ERR_FORMAT);
	sprites_free(sprites);
	g_hash_table_destroy(shelf.kept);
}

/* What was drawn and could not be kept goes away; a later picture draws it
 * again. */
static void
test_full(void **arg)
{
	struct shelf shelf;
	const struct sprite_keeper keeper = { shelf_find, shelf_keep, &shelf };
	struct sprites *sprites = sprites_new(&keeper);
	struct err e = { 0 };
	static const char svg[] =
	    HEAD "<rect width=\"60\" height=\"40\" fill=\"#eee\"/>"
		 "<circle r=\"5\"/><circle r=\"7\"/><circle r=\"9\"/></svg>";
	GBytes *png;

	(void)arg;
	shelf_open(&shelf);
	shelf.room = 2; /* the palette, and a circle */
	assert_null(picture_png(svg, 600, sprites, &e));
	shelf.room = 0;
	png = picture_png(svg, 600, sprites, &e);
	assert_non_null(png);
	g_bytes_unref(png);
	sprites_free(sprites);
	g_hash_table_destroy(shelf.kept);
}

/* ---- more than memory is given to ---- */

/* Nine pieces of slanting lines, whose pixels are hardly ever the same twice;
 * each stands right of its place by so many pixels, and those of other parts of
 * a pixel are other sprites. */
static char *
hatched(int right, int sixteenths)
{
	GString *svg = g_string_new(HEAD "<rect width=\"60\" height=\"40\" "
					 "fill=\"#fff\"/>");

	for (int i = 0; i < 9; i++) {
		const int n = sixteenths * 9 + i;
		const int shift = right * (i + 1) % (41 + 2 * i);

		g_string_append_printf(svg,
		    "<g transform=\"translate(%.5f %.5f)\"><path fill=\"none\" "
		    "stroke=\"#048\" stroke-width=\".11\" d=\"",
		    i % 3 * 20 + (shift + n % 16 / 16.0) / 10,
		    i / 3 * 13 + n / 16 / 16.0 / 10);
		for (int line = 0; line < 75; line++)
			g_string_append_printf(svg, "M%.2f 0l3 12", line * .23);
		g_string_append(svg, "\"/></g>");
	}
	g_string_append(svg, "</svg>");
	return g_string_free(svg, FALSE);
}

enum { SOME = 3, ENOUGH = 1000 };

static void
draw_some(char *const *svgs, GBytes *const *alone, struct sprites *sprites)
{
	for (int i = 0; i < SOME; i++) {
		g_autoptr(GBytes) png = draw(svgs[i], sprites);

		assert_true(g_bytes_equal(png, alone[i]));
	}
}

/* When memory has as much as it may, it is emptied, and what is asked of the
 * keeper again tells that: palettes go with the bands, sprites later. */
static void
test_emptied(void **arg)
{
	struct shelf shelf;
	const struct sprite_keeper keeper = { shelf_find, shelf_keep, &shelf };
	struct sprites *sprites = sprites_new(&keeper);
	char *svgs[SOME] = { g_strdup(TWICE), hatched(0, 0), hatched(1, 0) };
	GBytes *alone[SOME];
	int pages = 0;

	(void)arg;
	shelf_open(&shelf);
	for (int i = 0; i < SOME; i++)
		alone[i] = draw(svgs[i], NULL);
	draw_some(svgs, alone, sprites);
	assert_int_equal(shelf.found, 0);
	while (shelf.palettes == 0 && pages++ < ENOUGH) {
		g_autofree char *svg = hatched(1 + pages, 0);

		g_bytes_unref(draw(svg, sprites));
	}
	draw_some(svgs, alone, sprites);
	assert_true(pages > 1 && pages < ENOUGH);
	assert_int_equal(shelf.found, shelf.palettes);
	for (pages = 0; shelf.found == shelf.palettes && pages < ENOUGH;) {
		g_autofree char *svg = hatched(0, ++pages);

		g_bytes_unref(draw(svg, sprites));
		draw_some(svgs, alone, sprites);
	}
	assert_true(pages > 1 && pages < ENOUGH);
	draw_some(svgs, alone, sprites);
	for (int i = 0; i < SOME; i++) {
		g_bytes_unref(alone[i]);
		g_free(svgs[i]);
	}
	sprites_free(sprites);
	g_hash_table_destroy(shelf.kept);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_moves),
		cmocka_unit_test(test_groups),
		cmocka_unit_test(test_whole),
		cmocka_unit_test(test_same),
		cmocka_unit_test(test_kept),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_one_after_another),
		cmocka_unit_test(test_unsound),
		cmocka_unit_test(test_fault),
		cmocka_unit_test(test_full),
		cmocka_unit_test(test_emptied),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
