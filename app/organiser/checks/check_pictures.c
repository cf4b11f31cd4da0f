/* SPDX-License-Identifier: ISC */
/* Checks of pictures, and of the page that shows them move by move. */
#include "app/organiser/checks/check.h"

#include "base/err.h"
#include "render/picture/picture.h"
#include "render/render.h"
#include "render/replay.h"

#include <string.h>

/* A template of the home, with the context of no match. */
static bool
check_picture(struct check *c, const struct catalog *catalog, const char *file)
{
	g_autofree char *name = g_strndup(file, strlen(file) - strlen(".svg"));
	json_t *context = json_object();
	struct err e = { 0 };
	g_autofree char *svg = picture_svg(catalog, name, context, &e);
	g_autoptr(GBytes) png =
	    svg != NULL ? picture_png(svg, PICTURE_WIDTH, NULL, &e) : NULL;

	json_decref(context);
	if (png == NULL)
		check_wrong(c, "pictures", "%s: %s", file, e.text);
	return png != NULL;
}

static bool
check_page(struct check *c, const struct catalog *catalog)
{
	struct err e = { 0 };

	if (replay_check(catalog, &e) == 0)
		return true;
	check_wrong(c, "pictures", "pages/%s", e.text);
	return false;
}

static bool
check_own(struct check *c)
{
	g_autofree char *path =
	    g_build_filename(c->dir, "templates", "pictures", NULL);
	g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
	struct err e = { 0 };
	struct catalog *catalog = catalog_load("en", c->dir, &e);
	const char *name;
	bool good;

	/* A language that cannot be read was told of already. */
	if (catalog == NULL)
		return true;
	good = check_page(c, catalog);
	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL)
		if (g_str_has_suffix(name, ".svg"))
			good &= check_picture(c, catalog, name);
	catalog_free(catalog);
	return good;
}

void
check_pictures(struct check *c)
{
	struct err e = { 0 };
	bool letters, good;

	if (picture_ready(&letters, &e) == -1) {
		check_wrong(c, "pictures", "%s", e.text);
		return;
	}
	good = check_own(c);
	if (!letters)
		check_warn(c, "pictures",
		    "this machine has no fonts, so pictures in letters show "
		    "boxes instead of words; install some (Debian: apt-get "
		    "install fonts-open-sans)");
	else if (good)
		check_ok(c, "pictures", "they can be drawn");
}
