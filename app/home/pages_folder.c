/* SPDX-License-Identifier: ISC */
#include "app/home/pages_folder.h"

#include "base/err.h"

#include <errno.h>
#include <glib.h>
#include <string.h>
#include <unistd.h>

bool
pages_folder_is_empty(const char *path)
{
	g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
	const char *name;

	if (dir == NULL)
		return false;
	while ((name = g_dir_read_name(dir)) != NULL)
		if (strcmp(name, PAGES_BESIDE) != 0)
			return false;
	return true;
}

int
pages_folder_foreign(const char *path, struct err *e)
{
	return err_set(e, ERR_CLASH,
	    "%s is not empty and holds no pages of turnpost: name a new or an "
	    "empty folder",
	    path);
}

int
pages_folder_try(const char *path, struct err *e)
{
	g_autofree char *marker = g_build_filename(path, PAGES_MARKER, NULL);
	g_autofree char *there = g_strdup(path);

	/* the one in which it would be made */
	while (access(there, F_OK) == -1 && errno == ENOENT) {
		g_autofree char *below = g_steal_pointer(&there);

		there = g_path_get_dirname(below);
	}
	if (access(there, R_OK | W_OK | X_OK) == -1)
		return err_errno(e, "%s", there);
	if (!g_file_test(there, G_FILE_TEST_IS_DIR))
		return err_set(e, ERR_CLASH, "%s is no folder", there);
	if (strcmp(there, path) == 0 && access(marker, F_OK) == -1 &&
	    !pages_folder_is_empty(path))
		return pages_folder_foreign(path, e);
	return 0;
}
