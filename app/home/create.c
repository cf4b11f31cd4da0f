/* SPDX-License-Identifier: ISC */
/* Making a home.  If that fails, the files that were made are removed. */
#include "app/home/folder.h"

#include "app/home/first_settings.h"
#include "base/err.h"
#include "base/file.h"
#include "core/chance.h"
#include "mail/maildir/maildir.h"
#include "store/meta.h"
#include "store/store.h"
#include "store/transaction.h"

#include <errno.h>
#include <glib.h>
#include <string.h>
#include <sys/stat.h>

static int
create_meta(struct store *store)
{
	unsigned char bytes[SEED_SIZE];
	char hex[SEED_HEX_SIZE];
	char *old = NULL;
	int r;

	if (store_begin(store, __func__) == -1)
		return -1;
	r = store_meta_get(store, "secret", &old);
	if (r == 0 && old == NULL) {
		seed_random(bytes);
		seed_to_hex(bytes, hex);
		r = store_meta_set(store, "secret", hex);
		seed_random(bytes);
		seed_to_hex(bytes, hex);
		hex[16] = '\0';
		if (r == 0)
			r = store_meta_set(store, "instance", hex);
	}
	g_free(old);
	if (r == 0)
		return store_commit(store);
	store_rollback(store);
	return -1;
}

/* The settings come last: with them it is a home. */
static int
create(const char *dir, const struct first_settings *first, struct err *e)
{
	g_autofree char *config = g_build_filename(dir, "turnpost.yaml", NULL);
	g_autofree char *db = first->store != NULL
				  ? g_strdup(first->store)
				  : g_build_filename(dir, "turnpost.db", NULL);
	g_autofree char *in = home_spool_in(dir);
	g_autofree char *out = g_build_filename(dir, "spool", "out", NULL);
	g_autofree char *text = first_text(first);
	g_autofree char *settings = NULL;
	struct store *store;
	int r;

	if (file_mkdir(dir, e) == -1 ||
	    (store = store_open(db, true, e)) == NULL)
		return -1;
	r = create_meta(store);
	store_close(store);
	if (r == -1 || maildir_make(in, e) == -1 || file_mkdir(out, e) == -1 ||
	    first_write_passwords(dir, first, e) == -1)
		return -1;
	/* Where they lie elsewhere, a link to that file was there before. */
	settings = file_target(config);
	return file_replace(settings, text, strlen(text), e);
}

/* ---- nothing is left ---- */

/* A link that leads nowhere is there: it is somebody's. */
static bool
is_missing(const char *path)
{
	struct stat s;

	return lstat(path, &s) == -1 && errno == ENOENT;
}

/* The folder that is to be, or the first above it that is to be made. */
static char *
first_missing(const char *dir)
{
	char *missing = g_strdup(dir);

	for (;;) {
		g_autofree char *above = g_path_get_dirname(missing);

		if (!is_missing(above))
			return missing;
		g_free(missing);
		missing = g_steal_pointer(&above);
	}
}

static void
add_if_missing(GPtrArray *missing, const char *dir, const char *name)
{
	char *path = g_build_filename(dir, name, NULL);

	if (is_missing(path))
		g_ptr_array_add(missing, path);
	else
		g_free(path);
}

/*
 * What is made that is not there yet.  The files beside a database that is
 * there belong to it, whoever makes them: its log of changes may be all that
 * has its last commits.
 */
static GPtrArray *
all_missing(const char *dir)
{
	static const char *const names[] = { "turnpost.yaml", "spool",
		FIRST_PASSWORD, FIRST_PASSWORD_SMTP };
	static const char *const database[] = { "turnpost.db",
		"turnpost.db-wal", "turnpost.db-shm" };
	GPtrArray *missing = g_ptr_array_new_with_free_func(g_free);
	g_autofree char *db = g_build_filename(dir, database[0], NULL);

	if (is_missing(dir)) {
		g_ptr_array_add(missing, first_missing(dir));
		return missing;
	}
	for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
		add_if_missing(missing, dir, names[i]);
	if (is_missing(db))
		for (size_t i = 0; i < G_N_ELEMENTS(database); i++)
			add_if_missing(missing, dir, database[i]);
	return missing;
}

/* ---- all of it ---- */

int
home_create(const char *dir, const char *address, struct err *e)
{
	/* the struct frees its strings, which this one does not own */
	const struct first_settings first = { .address =
						  (char *)(uintptr_t)address };

	return home_create_with(dir, &first, e);
}

int
home_can_be(const char *dir, struct err *e)
{
	g_autofree char *config = g_build_filename(dir, "turnpost.yaml", NULL);

	if (g_file_test(dir, G_FILE_TEST_EXISTS) &&
	    !g_file_test(dir, G_FILE_TEST_IS_DIR))
		return err_set(e, ERR_CLASH,
		    "%s is a file; a home needs a folder, which is made if it "
		    "is not there",
		    dir);
	return g_file_test(config, G_FILE_TEST_EXISTS)
		   ? err_set(e, ERR_CLASH,
			 "there is already a turnpost home in %s", dir)
		   : 0;
}

int
home_create_with(
    const char *dir, const struct first_settings *first, struct err *e)
{
	g_autoptr(GPtrArray) missing = NULL;

	if (first_check_address(first->address, e) == -1 ||
	    first_check_organiser(first->address, first->organiser, e) == -1 ||
	    home_can_be(dir, e) == -1)
		return -1;
	missing = all_missing(dir);
	if (create(dir, first, e) == 0)
		return 0;
	for (guint i = 0; i < missing->len; i++)
		file_remove_all(missing->pdata[i]);
	return -1;
}
