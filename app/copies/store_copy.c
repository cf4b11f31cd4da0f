/* SPDX-License-Identifier: ISC */
#include "app/copies/store_copy.h"

#include "app/home/folder.h"
#include "base/err.h"
#include "store/claims.h"
#include "store/copy.h"
#include "store/store.h"
#include "store/transaction.h"

#include <fcntl.h>
#include <glib.h>
#include <stdbool.h>
#include <sys/file.h>
#include <unistd.h>

static struct store *
open_source(const char *from, struct err *e)
{
	int schema = 0, newest = 0;
	struct store *st = store_look(from, &schema, &newest, e);

	if (st == NULL || schema == newest)
		return st;
	store_close(st);
	err_set(e, ERR_MISSING,
	    "%s is from an older turnpost; let \"turnpost run\" bring it from "
	    "schema %d to %d first",
	    from, schema, newest);
	return NULL;
}

/* A place where nothing is, or where an earlier try left tables without rows.
 * No steps are made in somebody's home. */
static int
check_target(const char *to, struct err *e)
{
	int schema = 0, newest = 0;
	struct err why = { 0 };
	struct store *st = store_look(to, &schema, &newest, &why);

	store_close(st);
	if (st == NULL && why.code != ERR_MISSING) {
		*e = why;
		return -1;
	}
	if (st == NULL || schema == newest)
		return 0; /* store_copy looks for rows */
	return err_set(e, ERR_CLASH,
	    "there is a home in %s already; name a place without one", to);
}

static int
served(const char *where, struct err *e)
{
	return err_set(e, ERR_BUSY,
	    "\"turnpost serve\" is running for the home in %s; stop it first, "
	    "and start it when the setting \"store\" names the copy",
	    where);
}

/* The lock of the home that the file is in, beside which are its settings; -1
 * with no fault: it is in none. */
static int
lock_folder(const char *file, struct err *e)
{
	g_autofree char *dir = g_path_get_dirname(file);
	g_autofree char *settings =
	    g_build_filename(dir, "turnpost.yaml", NULL);
	g_autofree char *path = g_build_filename(dir, "lock", NULL);
	bool got;
	int fd;

	if (!g_file_test(settings, G_FILE_TEST_EXISTS))
		return -1;
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd == -1)
		return err_errno(e, "cannot open %s", path);
	got = flock(fd, LOCK_EX | LOCK_NB) == 0;
	/* a daemon at work, too, is told of as one: trying later is no help */
	if (home_is_served(dir))
		served(dir, e);
	else if (!got)
		err_set(e, ERR_BUSY,
		    "another turnpost is working in %s; try again later", dir);
	else
		return fd;
	close(fd);
	return -1;
}

/* -1 if a daemon waits for work there: it would go on with the old rows. */
static int
check_source(struct store *source, const char *from, struct err *e)
{
	bool listens;

	if (store_has_listeners(source, &listens) == -1)
		return -1;
	return listens ? served(from, e) : 0;
}

/* Nobody works for the home until its rows are copied. */
static int
lock_source(const char *from, struct store *source, int *fd, struct err *e)
{
	bool got;

	if (!store_is_remote(from))
		*fd = lock_folder(from, e);
	if (e->code != 0 || store_take_steps(source, &got) == -1 ||
	    check_source(source, from, e) == -1)
		return -1;
	if (!got)
		return err_set(e, ERR_BUSY,
		    "another turnpost is working for the home in %s; try "
		    "again later",
		    from);
	return 0;
}

static void
remove_file(const char *to)
{
	static const char *const ends[] = { "", "-wal", "-shm" };

	for (size_t i = 0; i < G_N_ELEMENTS(ends); i++) {
		g_autofree char *path = g_strconcat(to, ends[i], NULL);

		unlink(path);
	}
}

static int
copy_to(struct store *source, const char *from, const char *to,
    store_copied *copied, void *arg, struct err *e)
{
	bool fresh =
	    !store_is_remote(to) && !g_file_test(to, G_FILE_TEST_EXISTS);
	struct store *target = store_open(to, true, e);
	int r = target == NULL ? -1 : store_copy(source, target, copied, arg);

	/* its transaction was taken back */
	if (r == -1 && target != NULL && e->code != ERR_CLASH)
		err_more(e,
		    "nothing was copied; put this right and run \"turnpost "
		    "store copy\" again");
	store_close(target);
	/* a daemon that had lost its connection may have come back */
	if (r == 0 && store_is_remote(from))
		r = check_source(source, from, e);
	if (r == -1 && fresh)
		remove_file(to);
	return r;
}

int
store_copy_between(const char *from, const char *to,
    void (*copied)(void *arg, const char *table, int64_t rows), void *arg,
    struct err *e)
{
	/* so that messages say where it was looked for */
	g_autofree char *file =
	    store_is_remote(from) ? NULL : g_canonicalize_filename(from, NULL);
	struct store *source;
	int fd = -1, r = -1;

	if (store_is_remote(from) == store_is_remote(to))
		return err_set(e, ERR_FORMAT,
		    "one of the two must be a file like turnpost.db, and the "
		    "other one a database like postgresql://HOST/DATABASE");
	from = file != NULL ? file : from;
	if ((source = open_source(from, e)) == NULL)
		return -1;
	if (lock_source(from, source, &fd, e) == 0 && check_target(to, e) == 0)
		r = copy_to(source, from, to, copied, arg, e);
	store_close(source);
	if (fd != -1)
		close(fd);
	return r;
}

const char *
store_copy_next(const char *to)
{
	return store_is_remote(to)
		   ? "  1. name the database with \"store\" in turnpost.yaml\n"
		     "  2. move the file out of the home, with those beside it "
		     "whose names end with -wal and -shm\n"
		   : "  1. see that the file is turnpost.db in the home\n"
		     "  2. take \"store\" out of turnpost.yaml\n";
}
