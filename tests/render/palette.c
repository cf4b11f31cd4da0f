/* SPDX-License-Identifier: ISC */
/*
 * Palettes of pictures: of the colours that an SVG names, or of its pixels when
 * those would be missed.
 */
#include "render/picture/palette.h"

#include "render/picture/drawing.h"
#include "render/picture/pieces.h"
#include "tests/render/views.h"

#include <stdlib.h>

enum { SIDE = 512, FLAT = 100 /* rows of each of two colours */ };

static guint32
noise(int i)
{
	return (guint32)i * 2654435761u >> 8;
}

/* Two flat colours, and below them very many others, in all rows or none. */
static GBytes *
paint_colours(bool many, const GArray *named)
{
	struct bands *bands = bands_new();
	g_autofree struct palette *palette =
	    named != NULL ? palette_of_named(named) : NULL;
	g_autofree guint32 *pixels = g_new(guint32, SIDE * SIDE);
	struct placed placed = { NULL, 0, 0 };
	struct sprite *sprite;
	GBytes *png;

	for (int i = 0; i < SIDE * SIDE; i++)
		pixels[i] = 0xff000000 | (i < SIDE * FLAT	   ? 0x123456
					     : i < 2 * SIDE * FLAT ? 0xfedcba
					     : many		   ? noise(i)
								   : 0);
	placed.sprite = sprite = sprite_new(pixels, SIDE, SIDE, SIDE, 0, 0);
	png = paint_picture(&placed, 1, SIDE, SIDE, palette, bands);
	bands_free(bands);
	sprite_free(sprite);
	return png;
}

static void
assert_colours(GBytes *png, int farthest)
{
	cairo_surface_t *s = read_png(png);
	const guint32 *got =
	    (const guint32 *)(void *)cairo_image_surface_get_data(s);

	assert_int_equal(got[FLAT / 2 * SIDE + 7] & 0xffffff, 0x123456);
	assert_int_equal(got[FLAT * 3 / 2 * SIDE + 7] & 0xffffff, 0xfedcba);
	for (int i = SIDE * FLAT * 2; i < SIDE * SIDE; i++)
		for (int bit = 0; bit < 24; bit += 8)
			assert_in_range(abs((int)(got[i] >> bit & 0xff) -
					    (int)(noise(i) >> bit & 0xff)),
			    0, farthest);
	cairo_surface_destroy(s);
}

/* Flat colours stay what they are, also if there are very many others, and an
 * SVG that names other colours than it has gets a palette of its pixels. */
static void
test_colours(void **arg)
{
	static const guint32 some[] = { 0x123456, 0xfedcba }, none = 0x00ff00;
	g_autoptr(GArray) named = g_array_new(FALSE, FALSE, sizeof(guint32));
	g_autoptr(GBytes) counted = paint_colours(true, NULL);
	g_autoptr(GBytes) lost = NULL, wrong = NULL, right = NULL;

	(void)arg;
	assert_colours(counted, 60);
	g_array_append_vals(named, some, G_N_ELEMENTS(some));
	lost = paint_colours(true, named);
	assert_true(g_bytes_equal(lost, counted));
	g_array_set_size(named, 0);
	g_array_append_val(named, none);
	wrong = paint_colours(false, named);
	right = paint_colours(false, NULL);
	assert_true(g_bytes_equal(wrong, right));
}

/* Named colours come out as they are, pixel by pixel, whether rows of the
 * picture were packed before or not, in a picture that ends within a band. */
static void
test_exact(void **arg)
{
	enum { WIDTH = 301, HEIGHT = 211 };
	static const guint32 some[] = { 0x000000, 0x123456, 0xfedcba };
	g_autoptr(GArray) named = g_array_new(FALSE, FALSE, sizeof(guint32));
	g_autofree struct palette *palette = NULL;
	g_autofree guint32 *pixels = g_new(guint32, WIDTH * HEIGHT);
	struct bands *bands = bands_new();
	struct placed placed = { NULL, 0, 0 };
	struct sprite *sprite;

	(void)arg;
	g_array_append_vals(named, some, G_N_ELEMENTS(some));
	palette = palette_of_named(named);
	for (int i = 0; i < WIDTH * HEIGHT; i++)
		pixels[i] = 0xff000000 | some[noise(i / 3) % 3];
	placed.sprite = sprite = sprite_new(pixels, WIDTH, HEIGHT, WIDTH, 0, 0);
	/* twice the same, then lower by one band and by two */
	for (int round = 0; round < 4; round++) {
		g_autoptr(GBytes) png = NULL;
		const guint32 *got;
		cairo_surface_t *s;

		placed.y = round < 2 ? 0 : 32 * (round - 1);
		png = paint_picture(&placed, 1, WIDTH, HEIGHT, palette, bands);
		s = read_png(png);
		got = (const guint32 *)(void *)cairo_image_surface_get_data(s);
		for (int y = 0; y < HEIGHT; y++)
			for (int x = 0; x < WIDTH; x++)
				assert_int_equal(
				    got[y * cairo_image_surface_get_stride(s) /
					    4 +
					x] &
					0xffffff,
				    y < placed.y
					? 0
					: pixels[(y - placed.y) * WIDTH + x] &
					      0xffffff);
		cairo_surface_destroy(s);
	}
	sprite_free(sprite);
	bands_free(bands);
}

/* Bytes of the palette. */
static const guint8 *
palette_of(GBytes *png)
{
	return (const guint8 *)g_bytes_get_data(png, NULL) + 33 + 8;
}

/* Colours that an SVG names are entries, the lowest first, whatever stands
 * where, and what it does not show has no part in what it looks like. */
static void
test_named(void **arg)
{
#define OF_60 "width=\"60\" height=\"40\" viewBox=\"0 0 60 40\">"
	static const char svg[] =
	    "<svg xmlns=\"http://www.w3.org/2000/svg\" "
	    "xmlns:xlink=\"http://www.w3.org/1999/xlink\" " OF_60
	    "<defs><g id=\"abc\"><circle r=\"9\"/></g></defs>"
	    "<rect width=\"60\" height=\"40\" fill=\"#f80\"/>"
	    "<use xlink:href=\"#abc\" style=\"fill:#102030;stroke:#fFf\"/>"
	    "</svg>";
	static const guint32 want[] = { 0x102030, 0xff8800, 0xffffff };
	g_autoptr(GArray) named = palette_named(svg);
	g_autoptr(GString) many = g_string_new(NULL);
	struct err e = { 0 };
	g_autoptr(GBytes) png = picture_png(svg, 600, NULL, &e);

	(void)arg;
	assert_non_null(named);
	assert_int_equal(named->len, G_N_ELEMENTS(want));
	assert_memory_equal(named->data, want, sizeof(want));
	assert_non_null(png);
	assert_memory_equal(palette_of(png), "\x10\x20\x30\xff\x88\x00", 6);
	assert_null(palette_named("<svg/>"));
	for (int i = 0; i <= PALETTE_NAMED_MAX; i++)
		g_string_append_printf(many, "\"#00%04x\"", i * 99);
	assert_null(palette_named(many->str));
#undef OF_60
}

static int
off_by(const struct palette *p, int i, guint32 cell)
{
	const int r = p->entry[i][0] - (int)((cell >> 10) << 3 | 4);
	const int g = p->entry[i][1] - (int)((cell >> 5 & 0x1f) << 3 | 4);
	const int b = p->entry[i][2] - (int)((cell & 0x1f) << 3 | 4);

	return r * r + g * g + b * b;
}

/* Each cell becomes the nearest entry, or the colour of its own that is named,
 * the same out of bytes that were kept; other bytes are refused. */
static void
test_nearest(void **arg)
{
	static const guint32 some[] = { 0x000000, 0x102030, 0x123456, 0x808080,
		0xc02000, 0xff8800, 0xfffffe, 0xffffff };
	g_autoptr(GArray) named = g_array_new(FALSE, FALSE, sizeof(guint32));
	g_autofree struct palette *p = NULL, *kept = NULL;
	g_autoptr(GBytes) bytes = NULL, less = NULL;
	guint32 other = 0x000001;

	(void)arg;
	g_array_append_vals(named, some, G_N_ELEMENTS(some));
	p = palette_of_named(named);
	bytes = palette_bytes(p);
	kept = palette_read(bytes, named);
	assert_non_null(kept);
	for (guint32 cell = 0; cell < PALETTE_CELLS; cell++) {
		const int i = palette_at(p, cell) & 0xff;
		int nearest = i;

		assert_int_equal(palette_at(kept, cell), palette_at(p, cell));
		for (int k = 0; k < p->n; k++)
			if (off_by(p, k, cell) < off_by(p, nearest, cell))
				nearest = k;
		if (i >= (int)named->len)
			assert_int_equal(i, nearest);
	}
	for (guint i = 0; i + 1 < named->len; i++)
		assert_int_equal(
		    palette_at(p, palette_cell(some[i])) & 0xff, i);
	less = g_bytes_new_from_bytes(bytes, 0, g_bytes_get_size(bytes) - 1);
	assert_null(palette_read(less, named));
	g_array_index(named, guint32, 0) = other;
	assert_null(palette_read(bytes, named));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_colours),
		cmocka_unit_test(test_exact),
		cmocka_unit_test(test_named),
		cmocka_unit_test(test_nearest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
