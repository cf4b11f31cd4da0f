/* SPDX-License-Identifier: ISC */
/*
 * A backup holds the rows as a file, but the settings that they were kept on a
 * server, where others may stand by now.
 */
#include "app/home/place.h"

#include "app/home/config.h"
#include "base/err.h"
#include "store/meta.h"
#include "store/store.h"

#include <glib.h>

char *
home_place(const char *dir, const struct config *c)
{
	return c != NULL && c->store != NULL
		   ? g_strdup(c->store)
		   : g_build_filename(dir, "turnpost.db", NULL);
}

int
home_place_check(const char *dir, const struct config *c, struct err *e)
{
	g_autofree char *file = home_place(dir, NULL);

	if (c == NULL || c->store == NULL ||
	    !g_file_test(file, G_FILE_TEST_EXISTS))
		return 0;
	return err_set(e, ERR_CLASH,
	    "there are rows in %s, but the setting \"store\" names a server: "
	    "copy them to an empty place there with \"turnpost store copy\", "
	    "name that place and move the file away, or remove the setting",
	    file);
}

int
home_place_is_filled(const char *dir, struct store *st, struct err *e)
{
	g_autofree char *secret = NULL;
	struct err *errors = store_errors(st, e);
	int r = store_meta_get(st, "secret", &secret);

	store_errors(st, errors);
	if (r == -1 || secret != NULL)
		return r;
	return err_set(e, ERR_DAMAGED,
	    "the database of %s holds no home, because its secret is missing; "
	    "run \"turnpost store copy\" again, which did not finish, or "
	    "restore a backup",
	    dir);
}
