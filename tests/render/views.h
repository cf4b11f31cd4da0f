/* SPDX-License-Identifier: ISC */
/* Pictures of the samples that have a view, and PNG files read back by a
 * reader that is not ours. */
#ifndef TESTS_RENDER_VIEWS_H
#define TESTS_RENDER_VIEWS_H

#include "base/err.h"
#include "render/picture/picture.h"
#include "render/render.h"
#include "tests/render/facts.h"

#include <cairo.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static inline struct catalog *
english(void)
{
	struct err e = { 0 };
	struct catalog *t = catalog_load("en", NULL, &e);

	assert_non_null(t);
	return t;
}

/* Those of the samples that have a view: game and facts. */
static inline void
each_view(void (*look)(const struct catalog *, const char *game,
    json_t *context, const char *name))
{
	static const char *const folders[] = { FACTS, BOARDS };
	struct catalog *t = english();
	int n = 0;

	for (size_t f = 0; f < G_N_ELEMENTS(folders); f++) {
		g_autoptr(GDir) dir = g_dir_open(folders[f], 0, NULL);
		const char *name;

		while ((name = g_dir_read_name(dir)) != NULL) {
			g_autofree char *path =
			    g_build_filename(folders[f], name, NULL);
			json_t *json = json_load_file(path, 0, NULL);
			json_t *context = json_object_get(json, "facts");

			if (json_object_get(context, "view") != NULL) {
				look(t,
				    json_string_value(
					json_object_get(json, "game")),
				    context, name);
				n++;
			}
			json_decref(json);
		}
	}
	catalog_free(t);
	assert_true(n > 10);
}

static inline cairo_status_t
read_some(void *arg, unsigned char *to, unsigned size)
{
	GByteArray *left = arg;

	if (left->len < size)
		return CAIRO_STATUS_READ_ERROR;
	memcpy(to, left->data, size);
	g_byte_array_remove_range(left, 0, size);
	return CAIRO_STATUS_SUCCESS;
}

static inline cairo_surface_t *
read_png(GBytes *png)
{
	gsize size;
	const guint8 *data = g_bytes_get_data(png, &size);
	GByteArray *left = g_byte_array_new();
	cairo_surface_t *s;

	g_byte_array_append(left, data, (guint)size);
	s = cairo_image_surface_create_from_png_stream(read_some, left);
	g_byte_array_unref(left);
	assert_int_equal(cairo_surface_status(s), CAIRO_STATUS_SUCCESS);
	return s;
}

#endif
