/* SPDX-License-Identifier: ISC */
/* SVG to pixels: librsvg and cairo, and the fonts of fontconfig behind them. */
#include "render/drawing.h"

#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <librsvg/rsvg.h>
#include <string.h>

#define TOLERANCE 0.4 /* pixels by which curves may be off */
#define HEIGHT_MAX 4 /* times the width: what a slip asks for is refused */

static RsvgHandle *
read_svg(const char *svg, double *width, double *height, struct err *err)
{
	g_autoptr(GError) error = NULL;
	RsvgHandle *handle =
	    rsvg_handle_new_from_data((const guint8 *)svg, strlen(svg), &error);

	if (handle == NULL) {
		err_set(err, ERR_FORMAT, "picture: %s", error->message);
		return NULL;
	}
	if (rsvg_handle_get_intrinsic_size_in_pixels(handle, width, height) &&
	    *width > 0 && *height > 0 && *height <= *width * HEIGHT_MAX)
		return handle;
	g_object_unref(handle);
	err_set(err, ERR_FORMAT,
	    "picture: its svg element needs a width and a height");
	return NULL;
}

/* Onto a surface of the right size; NULL and err. */
static cairo_surface_t *
draw(RsvgHandle *handle, int width, int height, struct err *err)
{
	g_autoptr(GError) error = NULL;
	const RsvgRectangle all = { 0, 0, width, height };
	cairo_surface_t *surface =
	    cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
	cairo_t *cr = cairo_create(surface);
	gboolean good;

	cairo_set_tolerance(cr, TOLERANCE);
	good = rsvg_handle_render_document(handle, cr, &all, &error) &&
	       cairo_status(cr) == CAIRO_STATUS_SUCCESS;

	if (!good)
		err_set(err, ERR_FORMAT, "picture: %s",
		    error != NULL ? error->message
				  : cairo_status_to_string(cairo_status(cr)));
	cairo_destroy(cr);
	if (good)
		return surface;
	cairo_surface_destroy(surface);
	return NULL;
}

GBytes *
picture_png(const char *svg, int width, struct err *err)
{
	double own_width, own_height;
	RsvgHandle *handle = read_svg(svg, &own_width, &own_height, err);
	cairo_surface_t *surface;
	GBytes *png;
	int height;

	if (handle == NULL)
		return NULL;
	height = MAX(1, (int)(own_height * width / own_width + 0.5));
	surface = draw(handle, width, height, err);
	g_object_unref(handle);
	if (surface == NULL)
		return NULL;
	cairo_surface_flush(surface);
	png = png_of_pixels(
	    (const guint32 *)(void *)cairo_image_surface_get_data(surface),
	    width, height, cairo_image_surface_get_stride(surface) / 4);
	cairo_surface_destroy(surface);
	return png;
}

const char *
picture_versions(void)
{
	static char text[64];

	if (text[0] == '\0')
		g_snprintf(text, sizeof(text), "2 %u.%u.%u %d\n",
		    rsvg_major_version, rsvg_minor_version, rsvg_micro_version,
		    cairo_version());
	return text;
}

int
picture_height(GBytes *png)
{
	static const guint8 start[] = { 137, 'P', 'N', 'G', '\r', '\n', 26,
		'\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R' };
	gsize size;
	const guint8 *at = g_bytes_get_data(png, &size);

	if (size < 24 || memcmp(at, start, sizeof(start)) != 0)
		return 0;
	return at[20] << 24 | at[21] << 16 | at[22] << 8 | at[23];
}

bool
picture_has_letters(void)
{
	FcPattern *any = FcPatternCreate();
	FcObjectSet *nothing = FcObjectSetCreate();
	FcFontSet *fonts = FcFontList(NULL, any, nothing);
	bool has = fonts != NULL && fonts->nfont > 0;

	if (fonts != NULL)
		FcFontSetDestroy(fonts);
	FcObjectSetDestroy(nothing);
	FcPatternDestroy(any);
	return has;
}
