/* SPDX-License-Identifier: ISC */
/*
 * SVG to pixels: librsvg and cairo, and the fonts of fontconfig behind them;
 * opened when a picture is drawn, which few commands do.
 */
#include "render/picture.h"

#include "base/err.h"
#include "base/library.h"
#include "render/drawing.h"

#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <librsvg/rsvg.h>
#include <stdlib.h>
#include <string.h>

#define TOLERANCE 0.4 /* pixels by which curves may be off */
#define HEIGHT_MAX 4 /* times the width: what a slip asks for is refused */

/* What we call of them: librsvg.handle_new_from_data is rsvg_handle_... */
#define LIBRSVG_POINTER(call) LIBRARY_MEMBER(rsvg_, call)
#define LIBRSVG_CALLS(X)                       \
	X(handle_get_intrinsic_size_in_pixels) \
	X(handle_new_from_data)                \
	X(handle_render_document)
static struct {
	LIBRSVG_CALLS(LIBRSVG_POINTER)
} librsvg;

#define LIBCAIRO_POINTER(call) LIBRARY_MEMBER(cairo_, call)
#define LIBCAIRO_CALLS(X)           \
	X(create)                   \
	X(destroy)                  \
	X(image_surface_create)     \
	X(image_surface_get_data)   \
	X(image_surface_get_stride) \
	X(set_tolerance)            \
	X(status)                   \
	X(status_to_string)         \
	X(surface_destroy)          \
	X(surface_flush)
static struct {
	LIBCAIRO_CALLS(LIBCAIRO_POINTER)
} libcairo;

#define LIBFONTCONFIG_POINTER(call) LIBRARY_MEMBER(Fc, call)
#define LIBFONTCONFIG_CALLS(X) \
	X(ConfigCreate)        \
	X(ConfigSetCurrent)    \
	X(FontList)            \
	X(FontSetDestroy)      \
	X(ObjectSetCreate)     \
	X(ObjectSetDestroy)    \
	X(PatternCreate)       \
	X(PatternDestroy)
static struct {
	LIBFONTCONFIG_CALLS(LIBFONTCONFIG_POINTER)
} libfontconfig;

#ifdef __SANITIZE_ADDRESS__
/* Of a library behind librsvg, whose header nothing else here needs. */
void pango_cairo_font_map_set_default(void *);
#define LIBPANGO_POINTER(call) LIBRARY_MEMBER(pango_, call)
#define LIBPANGO_CALLS(X) X(cairo_font_map_set_default)
static struct {
	LIBPANGO_CALLS(LIBPANGO_POINTER)
} libpango;

/*
 * What was read of the fonts is kept until the process ends, by offsets, which
 * the leak check does not know for pointers.  It would look up the names of
 * all it takes for leaks, in each process that drew: half of its time.
 */
static void
let_fonts_go(void)
{
	libpango.cairo_font_map_set_default(NULL);
	/* not FcFini, which a thread that still looks at fonts would end badly
	 */
	libfontconfig.ConfigSetCurrent(libfontconfig.ConfigCreate());
}

static void
let_fonts_go_at_end(void)
{
#define CALL(call) LIBRARY_CALL(pango_, call, libpango)
	static const struct library_call pango[] = { LIBPANGO_CALLS(CALL) };
#undef CALL
	static struct library library = { library_rsvg, pango,
		G_N_ELEMENTS(pango), false };

	if (!library.open && library_need(&library, NULL) == 0)
		atexit(let_fonts_go);
}
#else
static void
let_fonts_go_at_end(void)
{
}
#endif

static int
open_libraries(struct err *e)
{
#define CALL(call) LIBRARY_CALL(rsvg_, call, librsvg)
	static const struct library_call rsvg[] = { LIBRSVG_CALLS(CALL) };
#undef CALL
#define CALL(call) LIBRARY_CALL(cairo_, call, libcairo)
	static const struct library_call cairo[] = { LIBCAIRO_CALLS(CALL) };
#undef CALL
#define CALL(call) LIBRARY_CALL(Fc, call, libfontconfig)
	static const struct library_call fontconfig[] = { LIBFONTCONFIG_CALLS(
	    CALL) };
#undef CALL
	static struct library libraries[] = {
		{ library_rsvg, rsvg, G_N_ELEMENTS(rsvg), false },
		{ library_cairo, cairo, G_N_ELEMENTS(cairo), false },
		{ library_fontconfig, fontconfig, G_N_ELEMENTS(fontconfig),
		    false },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(libraries); i++)
		if (library_need(&libraries[i], e) == -1)
			return -1;
	let_fonts_go_at_end();
	return 0;
}

static RsvgHandle *
read_svg(const char *svg, double *width, double *height, struct err *err)
{
	g_autoptr(GError) error = NULL;
	RsvgHandle *handle = librsvg.handle_new_from_data(
	    (const guint8 *)svg, strlen(svg), &error);

	if (handle == NULL) {
		err_set(err, ERR_FORMAT, "picture: %s", error->message);
		return NULL;
	}
	if (librsvg.handle_get_intrinsic_size_in_pixels(
		handle, width, height) &&
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
	    libcairo.image_surface_create(CAIRO_FORMAT_RGB24, width, height);
	cairo_t *cr = libcairo.create(surface);
	gboolean good;

	libcairo.set_tolerance(cr, TOLERANCE);
	good = librsvg.handle_render_document(handle, cr, &all, &error) &&
	       libcairo.status(cr) == CAIRO_STATUS_SUCCESS;

	if (!good)
		err_set(err, ERR_FORMAT, "picture: %s",
		    error != NULL
			? error->message
			: libcairo.status_to_string(libcairo.status(cr)));
	libcairo.destroy(cr);
	if (good)
		return surface;
	libcairo.surface_destroy(surface);
	return NULL;
}

GBytes *
picture_png(const char *svg, int width, struct err *err)
{
	double own_width, own_height;
	RsvgHandle *handle;
	cairo_surface_t *surface;
	GBytes *png;
	int height;

	if (open_libraries(err) == -1 ||
	    (handle = read_svg(svg, &own_width, &own_height, err)) == NULL)
		return NULL;
	height = MAX(1, (int)(own_height * width / own_width + 0.5));
	surface = draw(handle, width, height, err);
	g_object_unref(handle);
	if (surface == NULL)
		return NULL;
	libcairo.surface_flush(surface);
	png = png_of_pixels(
	    (const guint32 *)(void *)libcairo.image_surface_get_data(surface),
	    width, height, libcairo.image_surface_get_stride(surface) / 4);
	libcairo.surface_destroy(surface);
	return png;
}

const char *
picture_versions(void)
{
	return "2 " LIBRSVG_VERSION " " CAIRO_VERSION_STRING "\n";
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

int
picture_ready(bool *letters, struct err *e)
{
	FcObjectSet *nothing;
	FcFontSet *fonts;
	FcPattern *any;

	if (open_libraries(e) == -1)
		return -1;
	any = libfontconfig.PatternCreate();
	nothing = libfontconfig.ObjectSetCreate();
	fonts = libfontconfig.FontList(NULL, any, nothing);
	*letters = fonts != NULL && fonts->nfont > 0;
	if (fonts != NULL)
		libfontconfig.FontSetDestroy(fonts);
	libfontconfig.ObjectSetDestroy(nothing);
	libfontconfig.PatternDestroy(any);
	return 0;
}
