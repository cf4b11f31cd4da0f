/* SPDX-License-Identifier: ISC */
/*
 * Pictures: filters that place, escaping, and the PNG that comes out, read
 * back by a reader of PNG files that is not ours.
 */
#include "base/err.h"
#include "render/picture/drawing.h"
#include "render/picture/picture.h"
#include "render/render.h"
#include "tests/render/views.h"

#include <cairo.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* ---- filters ---- */

static void
assert_filter(const char *name, const char *inside, const char *want)
{
	g_autoptr(GString) out = g_string_new(NULL);
	json_t *context = json_pack(
	    "{s:{s:[s,s,s]}}", "view", "ring", "north", "east", "south");

	assert_true(place_filter(context, name, NULL, NULL));
	assert_true(place_filter(context, name, inside, out));
	assert_string_equal(out->str, want);
	json_decref(context);
}

#define AT(x, y, block) \
	"<g transform=\"translate(" #x " " #y ")\">" block "</g>\n"

static void
test_places(void **arg)
{
	(void)arg;
	assert_filter("ring", "100 200 50 30 0<next/>a<next/>b<next/>c<next/>d",
	    AT(100, 170, "a") AT(150, 200, "b") AT(100, 230, "c")
		AT(50, 200, "d"));
	assert_filter("ring", "0 0 10 10 1<next/>a<next/>b",
	    AT(0, 10, "a") AT(0, -10, "b"));
	assert_filter(
	    "row", "5 6 10 -1<next/>a<next/>b", AT(5, 6, "a") AT(15, 5, "b"));
	assert_filter("centred", "100 0 10 0<next/>a<next/>b<next/>c",
	    AT(90, 0, "a") AT(100, 0, "b") AT(110, 0, "c"));
	assert_filter("centred", "100 0 11 0<next/>a<next/>b",
	    AT(95, 0, "a") AT(106, 0, "b"));
	assert_filter("grid", "0 0 10 20 2<next/>a<next/>b<next/>c",
	    AT(0, 0, "a") AT(10, 0, "b") AT(0, 20, "c"));
	/* neighbours are sqrt(3) edges apart, rows one and a half; all at
	 * whole units */
	assert_filter("hexes", "0 0 10<row/><next/>a<next/>b<row/><next/>c",
	    AT(-9, -7, "a") AT(9, -7, "b") AT(0, 8, "c"));
	assert_filter("spokes", "1 2 0<next/>a<next/>b",
	    "<g transform=\"translate(1 2) rotate(0)\">a</g>\n"
	    "<g transform=\"translate(1 2) rotate(180)\">b</g>\n");
	/* nothing to place */
	assert_filter("ring", "100 200 50 30 0", "");
	assert_filter("grid", "", "");
}

static void
test_counts(void **arg)
{
	(void)arg;
	assert_filter(
	    "plot", "10 20 100 50 0 10 3: 0, 5, 10", "10,70 60,45 110,20");
	assert_filter("plot", "0 0 100 50 0 0 1: 0", "0,50");
	assert_filter("plot", "0 0 100 50 0 1 2:", "");
	assert_filter("pick", " 1 | a | b | c", "b");
	assert_filter("pick", "4 | a | b | c", "b");
	assert_filter("pick", " | a | b", "");
	assert_filter("index", "view.ring | south", "2");
	assert_filter("index", "view.ring | west", "");
	assert_filter("index", "view.none | south", "");
	assert_filter("count", "x<next/>a<next/>b", "2");
	assert_filter("either", "1 | 1 | yes | no", "yes");
	assert_filter("either", "1 | 2 | yes | no", "no");
}

static void
test_texts(void **arg)
{
	(void)arg;
	assert_filter("fit", "1000 40 Anna &amp; Żaneta", "Anna &amp; Żaneta");
	assert_filter("fit", "100 40 Bernhard Lindemann", "Ber…");
	/* not in the middle of what was escaped */
	assert_filter("fit", "60 40 &lt;&lt;&lt;&lt;&lt;", "&lt;…");
	assert_filter("size", "1000 40 30 Anna", "40");
	assert_filter("size", "10 40 30 Anna", "30");
	assert_filter("lines", "200 30 Sand", "<tspan x=\"0\">Sand</tspan>");
	assert_filter("lines", "120 30 Cold &amp; Cliff",
	    "<tspan x=\"0\">Cold &amp;</tspan>"
	    "<tspan x=\"0\" dy=\"1.05em\">Cliff</tspan>");
	assert_filter("plate", "200 30 40 Sand",
	    "<rect x=\"-49.4\" width=\"98.7\" height=\"52\" rx=\"14\"/>");
	assert_filter("plate", "120 30 40 Cold &amp; Cliff",
	    "<rect x=\"-59\" width=\"117.9\" height=\"94\" rx=\"14\"/>");
	/* letters are narrow, broad, or none */
	assert_true(text_breadth("iii", 10) < text_breadth("mmm", 10));
	assert_true(text_breadth("a\xcc\x81", 10) == text_breadth("a", 10));
}

/* ---- whole pictures ---- */

/* Its chunks have a palette and no transparency. */
static void
assert_palette(GBytes *png)
{
	gsize size;
	const guint8 *data = g_bytes_get_data(png, &size);

	assert_int_equal(data[24], 8); /* bits */
	assert_int_equal(data[25], 3); /* a palette */
	assert_null(memmem(data, size, "tRNS", 4));
	assert_non_null(memmem(data, size, "PLTE", 4));
}

static void
look_at_png(const struct catalog *t, const char *game, json_t *context,
    const char *name)
{
	struct err e = { 0 };
	g_autofree char *svg = picture_svg(t, game, context, &e);
	g_autofree char *again = picture_svg(t, game, context, &e);
	g_autoptr(GBytes) png = NULL, same = NULL;
	cairo_surface_t *s;

	(void)name;
	assert_non_null(svg);
	assert_string_equal(svg, again);
	/* every phrase is there, and no name was forgotten */
	assert_null(strstr(svg, "[picture."));
	png = picture_png(svg, PICTURE_WIDTH, NULL, &e);
	same = picture_png(again, PICTURE_WIDTH, NULL, &e);
	assert_non_null(png);
	assert_true(g_bytes_equal(png, same));
	assert_true(g_bytes_get_size(png) <= 125 * 1024);
	assert_palette(png);
	s = read_png(png);
	assert_int_equal(cairo_image_surface_get_width(s), PICTURE_WIDTH);
	assert_int_equal(cairo_image_surface_get_height(s),
	    picture_height(svg, PICTURE_WIDTH, &e));
	cairo_surface_destroy(s);
}

static void
test_pngs(void **arg)
{
	(void)arg;
	each_view(look_at_png);
}

/* Names with all that XML has a meaning for come out as they are. */
static void
look_at_hostile(const struct catalog *t, const char *game, json_t *context,
    const char *file)
{
	static const char name[] = "<&\"'|]]>";
	json_t *players =
	    json_object_get(json_object_get(context, "view"), "players");
	json_t *player;
	struct err e = { 0 };
	g_autofree char *svg = NULL;
	g_autoptr(GBytes) png = NULL;
	size_t i;

	(void)file;
	json_array_foreach(players, i, player)
	    json_object_set_new(player, "name", json_string(name));
	svg = picture_svg(t, game, context, &e);
	assert_non_null(svg);
	assert_null(strstr(svg, name));
	assert_non_null(strstr(svg, "&lt;&amp;&quot;"));
	png = picture_png(svg, PICTURE_WIDTH, NULL, &e);
	if (png == NULL)
		fail_msg("%s: %s", file, e.text);
}

static void
test_escaped(void **arg)
{
	(void)arg;
	each_view(look_at_hostile);
}

static void
test_refused(void **arg)
{
	struct err e = { 0 };
	struct catalog *t = english();

	(void)arg;
	assert_null(picture_png("<svg", 100, NULL, &e));
	assert_int_equal(e.code, ERR_FORMAT);
	assert_null(picture_png("<svg xmlns=\"http://www.w3.org/2000/svg\" "
				"width=\"1\" height=\"90\"/>",
	    100, NULL, &e));
	assert_int_equal(e.code, ERR_FORMAT);
	assert_null(picture_svg(t, "no-game", NULL, &e));
	assert_int_equal(e.code, ERR_MISSING);
	catalog_free(t);
}

#define ROOT "<svg xmlns=\"http://www.w3.org/2000/svg\" "

/* From the first tag alone if that says it; else librsvg is asked. */
static void
test_height(void **arg)
{
	static const struct {
		const char *svg;
		int height; /* at a width of 100; -1: refused */
	} all[] = {
		{ ROOT "width=\"60\" height=\"40\" viewBox=\"0 0 60 40\"/>",
		    67 },
		/* it is not looked further */
		{ ROOT "width=\"50\" height=\"25\" viewBox=\"0 0 50 25\"><p",
		    50 },
		{ "<?xml version=\"1.0\"?><!-- ours -->" ROOT
		  "width=\"9\" height=\"9\" viewBox=\"0 0 9 9\"><style/></svg>",
		    100 },
		{ ROOT "width=\"60\" height=\"30\"/>", 50 },
		{ ROOT "width=\"3cm\" height=\"6cm\"/>", 200 },
		{ ROOT "width=\"60\" height=\"30\"><p", -1 },
		{ ROOT "width=\"1\" height=\"5\" viewBox=\"0 0 1 5\"/>", -1 },
		{ ROOT "/>", -1 },
		{ "<svg", -1 },
		{ "no picture", -1 },
		{ "", -1 },
	};

	(void)arg;
	for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
		struct err e = { 0 };
		int height = picture_height(all[i].svg, 100, &e);

		if (height != all[i].height)
			fail_msg("%s: %d %s", all[i].svg, height, e.text);
		assert_true(height > 0 || e.code == ERR_FORMAT);
	}
}

static void
test_letters(void **arg)
{
	struct err e = { 0 };
	bool letters = false;

	(void)arg;
	/* the tests have fonts; tests/e2e/test_picture.py has none once */
	assert_int_equal(picture_ready(&letters, &e), 0);
	assert_true(letters);
}

/* ---- the chart ---- */

static json_t *
chart(int players, int rounds, int step)
{
	json_t *context = json_pack("{s:[], s:[]}", "rounds", "players");

	for (int r = 0; r < rounds; r++)
		json_array_append_new(json_object_get(context, "rounds"),
		    json_sprintf("%d", r + 1));
	for (int p = 0; p < players; p++) {
		json_t *scores = json_array();

		for (int r = 0; r < rounds; r++)
			json_array_append_new(
			    scores, json_integer(step * r * (p % 3 - 1)));
		json_array_append_new(json_object_get(context, "players"),
		    json_pack("{s:s, s:o}", "name", "A < B", "scores", scores));
	}
	return context;
}

/* Names at the ends of the lines do not touch, and stay inside. */
static void
assert_apart(const json_t *more)
{
	const json_t *players = json_object_get(more, "players"), *p, *q;
	size_t i, k;

	json_array_foreach(players, i, p)
	{
		double y = json_real_value(json_object_get(p, "name_y"));

		assert_true(y <= 671 && y > 40);
		json_array_foreach(players, k, q) assert_true(
		    k == i || fabs(y - json_real_value(json_object_get(
					   q, "name_y"))) >= 61);
	}
}

/* Lines with numbers from the lowest score to the highest. */
static void
assert_ticks(const json_t *more, const char *svg)
{
	const json_t *ticks = json_object_get(more, "ticks");
	size_t n = json_array_size(ticks), lines = 0;

	assert_in_range(n, 2, 8);
	assert_true(json_equal(json_object_get(more, "low"),
	    json_object_get(json_array_get(ticks, 0), "value")));
	assert_true(json_equal(json_object_get(more, "high"),
	    json_object_get(json_array_get(ticks, n - 1), "value")));
	for (const char *at = svg; (at = strstr(at, "H850\"")) != NULL; at++)
		lines++;
	assert_int_equal(lines, n);
}

static void
test_chart(void **arg)
{
	static const int shapes[][3] = { { 4, 8, 5 }, { 2, 3, -40 },
		{ 3, 90, 1 }, { 8, 5, 0 }, { 1, 1, 0 }, { 4, 0, 0 } };
	struct catalog *t = english();
	struct err e = { 0 };

	(void)arg;
	for (size_t i = 0; i < G_N_ELEMENTS(shapes); i++) {
		json_t *context =
		    chart(shapes[i][0], shapes[i][1], shapes[i][2]);
		json_t *more = chart_context(context);
		g_autofree char *svg = picture_svg(t, "chart", context, &e);
		g_autoptr(GBytes) png = NULL;

		assert_apart(more);
		assert_true(
		    json_array_size(json_object_get(more, "labels")) <= 12);
		assert_non_null(svg);
		assert_ticks(more, svg);
		png = picture_png(svg, PICTURE_WIDTH, NULL, &e);
		assert_non_null(png);
		assert_palette(png);
		json_decref(more);
		json_decref(context);
	}
	catalog_free(t);
}

/* Lines of players with the same points run side by side, in their order, and
 * one that is alone stays where its points are. */
static void
test_chart_side_by_side(void **arg)
{
	static const char *const lines[] = { "134,656 840,489.7",
		"134,670 840,503.7", "134,684 840,150" };
	struct catalog *t = english();
	struct err e = { 0 };
	json_t *context = json_pack(
	    "{s:[s,s], s:[{s:s, s:[i,i]}, {s:s, s:[i,i]}, {s:s, s:[i,i]}]}",
	    "rounds", "1", "2", "players", "name", "Anna", "scores", 0, 20,
	    "name", "Bo", "scores", 0, 20, "name", "Cyd", "scores", 0, 60);
	g_autofree char *svg = picture_svg(t, "chart", context, &e);

	(void)arg;
	assert_non_null(svg);
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++)
		if (strstr(svg, lines[i]) == NULL)
			fail_msg("no line %s in %s", lines[i], svg);
	json_decref(context);
	catalog_free(t);
}

/* Ratings begin at their base, not at 0, and long names stay whole. */
static void
test_chart_of_ratings(void **arg)
{
	struct catalog *t = english();
	struct err e = { 0 };
	json_t *context = json_pack("{s:[s,s,s], s:[{s:s, s:[i,i,i]}], s:i}",
	    "rounds", "0", "7", "9", "players", "name", "Pirates HEXXI",
	    "scores", 1500, 1560, 1610, "base", 1500);
	json_t *more = chart_context(context);
	g_autofree char *svg = picture_svg(t, "chart", context, &e);

	(void)arg;
	assert_non_null(svg);
	assert_int_equal(
	    json_integer_value(json_object_get(more, "low")), 1500);
	assert_int_equal(
	    json_integer_value(json_object_get(more, "high")), 1650);
	assert_non_null(strstr(svg, ">Pirates HEXXI</text>"));
	assert_null(strstr(svg, ">1610</text>"));
	assert_ticks(more, svg);
	json_decref(more);
	json_decref(context);
	catalog_free(t);
}

/* The role in the card of a player is cut in no language. */
static void
test_words_fit(void **arg)
{
	static const char *const languages[] = { "de", "en", "pl", "ru" };
	static const char *const roles[] = { "mutineer", "cabin-boy", "mate",
		"merchant", "loadmaster" };

	(void)arg;
	for (size_t l = 0; l < G_N_ELEMENTS(languages); l++) {
		struct catalog *t = catalog_load(languages[l], NULL, NULL);

		assert_non_null(t);
		for (size_t i = 0; i < G_N_ELEMENTS(roles); i++) {
			g_autofree char *key = g_strconcat(
			    "mutineer.picture.role.", roles[i], NULL);
			const char *role = catalog_raw(t, key);
			g_autoptr(GString) cut = g_string_new(NULL);

			assert_non_null(role);
			text_fit(role, 238, 30, cut);
			assert_string_equal(cut->str, role);
		}
		catalog_free(t);
	}
}

/* ---- who cannot tell colours apart ---- */

/* The definition of <use href="#ID">, as text. */
static char *
definition(const char *svg, const char *id)
{
	g_autofree char *mark = g_strdup_printf(" id=\"%s\"", id);
	const char *at = strstr(svg, mark);

	assert_non_null(at);
	at += strlen(mark);
	return g_strndup(at, strcspn(at, "\n"));
}

/* The things that players must tell apart differ in their shapes. */
static void
test_shapes(void **arg)
{
	static const char *const hexxi[] = { "seat0", "seat1", "seat2",
		"seat3" };
	static const char *const cards[] = { "ruby", "salt", "wine", "cloth",
		"grain", "conflict", "pirate" };
	static const char *const moves[] = { "card-work", "card-cart-load",
		"card-cart-unload", "card-cart-carpenter",
		"card-carpenter-build" };
	static const struct {
		const char *game;
		const char *const *ids;
		size_t n;
	} sets[] = { { "hexxi", hexxi, G_N_ELEMENTS(hexxi) },
		{ "mutineer", cards, G_N_ELEMENTS(cards) },
		{ "fourth-bridge", moves, G_N_ELEMENTS(moves) } };
	struct catalog *t = english();
	struct err e = { 0 };
	json_t *context = json_object();

	(void)arg;
	for (size_t s = 0; s < G_N_ELEMENTS(sets); s++) {
		g_autofree char *svg =
		    picture_svg(t, sets[s].game, context, &e);
		g_autoptr(GHashTable) paths = g_hash_table_new_full(
		    g_str_hash, g_str_equal, g_free, NULL);

		for (size_t i = 0; i < sets[s].n; i++)
			g_hash_table_add(
			    paths, definition(svg, sets[s].ids[i]));
		assert_int_equal(g_hash_table_size(paths), sets[s].n);
	}
	json_decref(context);
	catalog_free(t);
}

/* 0 to 1 of light, from one of 255 steps of a colour. */
static double
light_of(guint32 step)
{
	const double c = step / 255.0;

	return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/* As somebody sees it who lacks the receptors for green (Machado and others,
 * 2009), in steps of 255. */
static void
seen_without_green(guint32 colour, double seen[3])
{
	static const double parts[3][3] = { { 0.367322, 0.860646, -0.227968 },
		{ 0.280085, 0.672501, 0.047413 },
		{ -0.011820, 0.042940, 0.968881 } };

	for (int i = 0; i < 3; i++) {
		double sum = 0;

		for (int k = 0; k < 3; k++)
			sum += parts[i][k] *
			       light_of(colour >> (16 - 8 * k) & 0xff);
		sum = CLAMP(sum, 0, 1);
		seen[i] = 255 * (sum <= 0.0031308
					? sum * 12.92
					: 1.055 * pow(sum, 1 / 2.4) - 0.055);
	}
}

/* Colours of logs, which bear letters besides. */
static void
test_colour_blind(void **arg)
{
	static const char *const colours[] = { "log-red", "log-blue",
		"log-green", "log-yellow", "log-black" };
	struct catalog *t = english();
	struct err e = { 0 };
	json_t *context = json_object();
	g_autofree char *svg = picture_svg(t, "fourth-bridge", context, &e);
	double seen[G_N_ELEMENTS(colours)][3];

	(void)arg;
	for (size_t i = 0; i < G_N_ELEMENTS(colours); i++) {
		g_autofree char *log = definition(svg, colours[i]);
		const char *fill = g_strrstr(log, "fill=\"#");

		assert_non_null(fill);
		seen_without_green((guint32)g_ascii_strtoull(
				       fill + strlen("fill=\"#"), NULL, 16),
		    seen[i]);
		for (size_t k = 0; k < i; k++)
			assert_true(hypot(hypot(seen[i][0] - seen[k][0],
					      seen[i][1] - seen[k][1]),
					seen[i][2] - seen[k][2]) > 90);
	}
	json_decref(context);
	catalog_free(t);
}

/* Each log bears the letter of its colour. */
static void
look_at_logs(const struct catalog *t, const char *game, json_t *context,
    const char *name)
{
	struct err e = { 0 };
	g_autofree char *svg = NULL;

	(void)name;
	if (g_strcmp0(game, "fourth-bridge") != 0)
		return;
	svg = picture_svg(t, game, context, &e);
	for (const char *p = svg; (p = strstr(p, "#log-")) != NULL; p++) {
		const char *end = strstr(p, "</g>");
		const char *text = strstr(p, "<text ");

		/* those of roles at the end stand beside the role's name */
		if (g_str_has_prefix(p, "#log-none") || text == NULL ||
		    end < text)
			continue;
		text = strchr(text, '>') + 1;
		assert_true(g_ascii_isupper(*text) && text[1] == '<');
	}
}

static void
test_logs(void **arg)
{
	(void)arg;
	each_view(look_at_logs);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_places),
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_pngs),
		cmocka_unit_test(test_escaped),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_height),
		cmocka_unit_test(test_letters),
		cmocka_unit_test(test_chart),
		cmocka_unit_test(test_words_fit),
		cmocka_unit_test(test_chart_side_by_side),
		cmocka_unit_test(test_chart_of_ratings),
		cmocka_unit_test(test_shapes),
		cmocka_unit_test(test_colour_blind),
		cmocka_unit_test(test_logs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
