/* SPDX-License-Identifier: ISC */
/*
 * SVG to pixels: librsvg and cairo, and the fonts of fontconfig behind them;
 * opened when a picture is drawn, which few commands do.
 */
#include "render/picture/picture.h"

#include "base/err.h"
#include "base/library.h"
#include "render/picture/pieces.h"

#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <librsvg/rsvg.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define TOLERANCE 0.4 /* pixels by which curves may be off */
#define EDGE 4 /* pixels around a piece: letters differ a little by size */
#define LAYER "turnpost-%u" /* names a piece within its document */

/* What we call of them: librsvg.handle_new_from_data is rsvg_handle_... */
#define LIBRSVG_POINTER(call) LIBRARY_MEMBER(rsvg_, call)
#define LIBRSVG_CALLS(X)                       \
	X(handle_get_geometry_for_layer)       \
	X(handle_get_intrinsic_size_in_pixels) \
	X(handle_new_from_data)                \
	X(handle_render_layer)
static struct {
	LIBRSVG_CALLS(LIBRSVG_POINTER)
	LIBRARY_MEMBER(g_, object_unref) /* what it makes are GObjects */
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
	X(surface_flush)            \
	X(translate)
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
	static const struct library_call rsvg[] = { LIBRSVG_CALLS(CALL)
		    LIBRARY_CALL(g_, object_unref, librsvg) };
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

bool
picture_able(struct err *err)
{
	return open_libraries(err) == 0;
}

static RsvgHandle *
read_svg(const char *svg, struct err *err)
{
	g_autoptr(GError) error = NULL;
	RsvgHandle *handle;

	if (open_libraries(err) == -1)
		return NULL;
	handle = librsvg.handle_new_from_data(
	    (const guint8 *)svg, strlen(svg), &error);
	if (handle == NULL)
		err_set(err, ERR_FORMAT, "picture: %s", error->message);
	return handle;
}

int
measure_whole(struct pieces *p, struct err *err)
{
	const struct piece *all = g_ptr_array_index(p->all, 0);
	RsvgHandle *handle = read_svg(all->svg, err);
	gboolean known;

	if (handle == NULL)
		return -1;
	known = librsvg.handle_get_intrinsic_size_in_pixels(
	    handle, &p->width, &p->height);
	librsvg.object_unref(handle);
	if (known && p->width > 0 && p->height > 0 &&
	    p->height <= p->width * PICTURE_HEIGHT_MAX)
		return 0;
	return err_set(err, ERR_FORMAT,
	    "picture: its svg element needs a width and a height");
}

/* Is that id referred to? */
static bool
refers(const char *text, const char *id)
{
	const size_t length = strlen(id);

	while ((text = strchr(text, '#')) != NULL)
		if (strncmp(++text, id, length) == 0 &&
		    !g_ascii_isalnum(text[length]) &&
		    strchr("-_.:", text[length]) == NULL &&
		    (guchar)text[length] < 0x80)
			return true;
	return false;
}

/* What the text refers to, and what that refers to. */
static char *
write_definitions(const struct pieces *p, const char *text)
{
	GString *out = g_string_new(text);
	const gsize own = out->len;
	guint before = 0, found = 0;
	g_autofree bool *taken = g_new0(bool, p->definitions->len);

	do {
		before = found;
		for (guint i = 0; i < p->definitions->len; i++) {
			const struct definition *d = &g_array_index(
			    p->definitions, struct definition, i);

			if (taken[i] ||
			    (d->id != NULL && !refers(out->str, d->id)))
				continue;
			taken[i] = true;
			found++;
			g_string_append_len(
			    out, p->head + d->tag, d->tag_end - d->tag);
			g_string_append_len(
			    out, p->head + d->from, d->end - d->from);
			g_string_append(out, "</defs>");
		}
	} while (found > before);
	g_string_erase(out, 0, (gssize)own);
	return g_string_free(out, FALSE);
}

/* One document of all that is wanted: each is a layer. */
static char *
write_document(const struct pieces *p, const bool *wanted)
{
	g_autoptr(GString) layers = g_string_new(NULL);
	g_autofree char *definitions = NULL;

	if (p->whole)
		return g_strdup(
		    ((const struct piece *)g_ptr_array_index(p->all, 0))->svg);
	for (guint i = 0; i < p->all->len; i++) {
		const struct piece *piece = g_ptr_array_index(p->all, i);

		if (wanted[i])
			g_string_append_printf(layers,
			    "<g id=\"" LAYER "\">%s</g>", i, piece->svg);
	}
	definitions = write_definitions(p, layers->str);
	return g_strdup_printf(
	    "%.*s%s%s</svg>", (int)p->root, p->head, definitions, layers->str);
}

/* What is drawn of a document, and where on it. */
struct layer {
	RsvgHandle *handle;
	const char *id; /* "#..."; NULL: all of it */
	RsvgRectangle page; /* pixels */
	double scale; /* pixels a unit */
	double dx, dy; /* pixels to the right and below */
};

/* The pixels that it may reach, from x and y on. */
static bool
find_box(const struct layer *l, int *x, int *y, int *width, int *height,
    GError **error)
{
	const RsvgRectangle *page = &l->page;
	const double scale = l->scale;
	/* librsvg tells units of the document whatever page it is asked about:
	 * one of that size means the same to all versions */
	const RsvgRectangle own = { 0, 0, page->width / scale,
		page->height / scale };
	RsvgRectangle ink;
	double right, below;

	if (!librsvg.handle_get_geometry_for_layer(
		l->handle, l->id, &own, &ink, NULL, error))
		return false;
	right = (ink.x + ink.width) * scale;
	below = (ink.y + ink.height) * scale;
	/* what lies a page beyond the page is on none */
	*x = (int)floor(CLAMP(ink.x * scale, -page->width, page->width)) - EDGE;
	*y = (int)floor(CLAMP(ink.y * scale, -page->height, page->height)) -
	     EDGE;
	right = CLAMP(right, -page->width, 2 * page->width);
	below = CLAMP(below, -page->height, 2 * page->height);
	*width = (int)ceil(right + l->dx) + EDGE - *x;
	*height = (int)ceil(below + l->dy) + EDGE - *y;
	return true;
}

/* NULL and error. */
static struct sprite *
draw_layer(const struct layer *l, GError **error)
{
	struct sprite *sprite = NULL;
	cairo_surface_t *surface;
	cairo_t *cr;
	int x, y, width, height;

	if (!find_box(l, &x, &y, &width, &height, error))
		return NULL;
	surface =
	    libcairo.image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
	cr = libcairo.create(surface);
	libcairo.set_tolerance(cr, TOLERANCE);
	libcairo.translate(cr, l->dx - x, l->dy - y);
	if (librsvg.handle_render_layer(
		l->handle, cr, l->id, &l->page, error) &&
	    libcairo.status(cr) == CAIRO_STATUS_SUCCESS) {
		libcairo.surface_flush(surface);
		sprite = sprite_new(
		    (const guint32 *)(void *)libcairo.image_surface_get_data(
			surface),
		    width, height,
		    libcairo.image_surface_get_stride(surface) / 4, x, y);
	} else if (*error == NULL)
		g_set_error_literal(error, g_quark_from_static_string("cairo"),
		    0, libcairo.status_to_string(libcairo.status(cr)));
	libcairo.destroy(cr);
	libcairo.surface_destroy(surface);
	return sprite;
}

int
draw_pieces(const struct pieces *p, double scale, const guint8 *dx,
    const guint8 *dy, const bool *wanted, struct sprite **sprites,
    struct err *err)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *svg = write_document(p, wanted);
	struct layer layer = {
		.handle = read_svg(svg, err),
		.page = { 0, 0, p->width * scale, p->height * scale },
		.scale = scale,
	};

	if (layer.handle == NULL)
		return -1;
	for (guint i = 0; i < p->all->len && error == NULL; i++) {
		g_autofree char *id = g_strdup_printf("#" LAYER, i);

		layer.id = p->whole ? NULL : id;
		layer.dx = dx[i] / 256.0;
		layer.dy = dy[i] / 256.0;
		if (wanted[i])
			sprites[i] = draw_layer(&layer, &error);
	}
	librsvg.object_unref(layer.handle);
	if (error == NULL)
		return 0;
	for (guint i = 0; i < p->all->len; i++)
		if (wanted[i])
			g_clear_pointer(&sprites[i], sprite_free);
	return err_set(err, ERR_FORMAT, "picture: %s", error->message);
}

char *
picture_fonts(void)
{
	/* what Debian's fontconfig renews when fonts are installed or set up */
	static const char *const places[] = { "/var/cache/fontconfig",
		"/etc/fonts/conf.d" };
	GString *version = g_string_new(NULL);

	for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
		struct stat at;

		if (stat(places[i], &at) == 0)
			g_string_append_printf(
			    version, " %lld", (long long)at.st_mtime);
	}
	return g_string_free(version, FALSE);
}

const char *
picture_versions(void)
{
	return "5 " LIBRSVG_VERSION " " CAIRO_VERSION_STRING "\n";
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
