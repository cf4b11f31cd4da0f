/* SPDX-License-Identifier: ISC */
/*
 * The folder in which one turnpost lives: settings, database, spool, and the
 * lock that keeps two processes from doing the steps at once.
 */
#include "app/home/home.h"

#include "app/home/backup.h"
#include "app/home/config.h"
#include "app/home/drawn.h"
#include "app/home/game_data.h"
#include "app/home/folder.h"
#include "app/home/languages.h"
#include "app/home/reply_keys.h"
#include "app/home/place.h"
#include "base/err.h"
#include "base/file.h"
#include "base/log_target.h"
#include "base/pool.h"
#include "core/chance.h"
#include "mail/mail.h"
#include "store/claims.h"
#include "store/meta.h"
#include "store/store.h"
#include "store/transaction.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

void
app_init(void)
{
	mail_init();
	json_set_alloc_funcs(pool_malloc, pool_free);
}

char *
home_spool_in(const char *dir)
{
	return g_build_filename(dir, "spool", "in", NULL);
}

static int
load_meta(struct home *home)
{
	g_autofree char *secret = NULL;

	if (home_place_is_filled(home->dir, home->store, home->err) == -1 ||
	    store_meta_get(home->store, "secret", &secret) == -1 ||
	    store_meta_get(home->store, "instance", &home->instance) == -1)
		return -1;
	if (home->instance == NULL || !seed_from_hex(secret, home->secret))
		return err_set(home->err, ERR_DAMAGED,
		    "the database of %s has a damaged secret; restore a backup",
		    home->dir);
	return keys_load(home);
}

static int
before_step(void *arg, int schema, struct err *e)
{
	const struct home *home = arg;

	(void)schema;
	return backup_before_step(home->dir, home->config, e);
}

struct home *
home_open(const char *dir, struct err *e)
{
	struct home *home = g_new0(struct home, 1);
	g_autofree char *db = NULL;

	home->err = e;
	home->lock = -1;
	home->prepare_usec = G_USEC_PER_SEC;
	home->dir = g_strdup(dir);
	home->config = config_read(dir, e);
	db = home_place(dir, home->config);
	if (home->config == NULL) {
		if (e->code == ERR_MISSING)
			err_set(e, ERR_MISSING,
			    "there is no turnpost home in %s; make one with "
			    "\"turnpost --home %s init\"",
			    dir, dir);
	} else if (home_place_check(dir, home->config, e) == 0 &&
		   (home->store = store_open_and(db, before_step, home, e)) !=
		       NULL &&
		   load_meta(home) == 0 && catalogs_open(home) == 0) {
		log_target_set(home->config->log);
		return home;
	}
	home_close(home);
	return NULL;
}

void
home_on_close(struct home *home, home_function *end)
{
	for (size_t i = 0; i < G_N_ELEMENTS(home->at_end); i++) {
		if (home->at_end[i] == end)
			return;
		if (home->at_end[i] == NULL) {
			home->at_end[i] = end;
			return;
		}
	}
	g_assert_not_reached();
}

static void
end_sessions(struct home *home)
{
	for (size_t i = 0; i < G_N_ELEMENTS(home->at_end); i++)
		if (home->at_end[i] != NULL)
			home->at_end[i](home);
}

void
home_close(struct home *home)
{
	struct err ignored = { 0 };

	if (home == NULL)
		return;
	/* where the last work told its faults may be gone */
	home_errors(home, &ignored);
	home_unlock(home);
	end_sessions(home);
	drawn_free(home->drawn);
	g_free(home->pictured_what);
	g_clear_pointer(&home->taken, g_ptr_array_unref);
	game_data_free(home->game_data);
	config_free(home->config);
	if (home->store != NULL)
		store_close(home->store);
	catalogs_close(home);
	keys_free(home);
	g_free(home->instance);
	g_free(home->dir);
	g_free(home);
}

/* What was read and is drawn, sent or asked is of the rows that are open. */
static int
check_same_store(struct home *home, const struct config *fresh)
{
	return g_strcmp0(home->config->store, fresh->store) == 0
		   ? 0
		   : err_set(home->err, ERR_CLASH,
			 "the setting \"store\" has changed: restart turnpost "
			 "for it, which goes on with the settings of before");
}

int
home_reload(struct home *home, struct err *e)
{
	struct config *fresh;

	home_work(home, home->now, e);
	fresh = config_read(home->dir, e);
	if (fresh == NULL)
		return -1;
	if (check_same_store(home, fresh) == -1 || catalogs_open(home) == -1) {
		config_free(fresh);
		return -1;
	}
	end_sessions(home);
	config_free(home->config);
	home->config = fresh;
	log_target_set(fresh->log);
	return 0;
}

/* Microseconds between two tries. */
#define FILE_PAUSE 50000
#define SERVER_PAUSE 250000

/* Of this machine by the file, of all machines by the database. */
static int
try_lock(struct home *home, const char *path, int fd, bool joins, bool *got)
{
	*got = false;
	if (flock(fd, LOCK_EX | LOCK_NB) == -1)
		return errno == EWOULDBLOCK || errno == EINTR
			   ? 0
			   : err_errno(home->err, "cannot lock %s", path);
	if ((joins ? store_join_steps(home->store, got)
		   : store_take_steps(home->store, got)) == -1)
		return -1;
	if (!*got)
		flock(fd, LOCK_UN);
	return 0;
}

static int
lock(struct home *home, int wait_seconds, bool joins, struct err *e)
{
	g_autofree char *path = NULL;
	int64_t end;
	bool got;
	int fd;

	home_work(home, home->now, e);
	path = g_build_filename(home->dir, "lock", NULL);
	if (home->lock != -1)
		return 0;
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd == -1)
		return err_errno(e, "cannot open %s", path);
	end = g_get_monotonic_time() + wait_seconds * G_USEC_PER_SEC;
	for (;;) {
		if (try_lock(home, path, fd, joins, &got) == -1) {
			close(fd);
			return -1;
		}
		if (got)
			break;
		if (g_get_monotonic_time() >= end || home_ends(home)) {
			close(fd);
			return err_set(e, ERR_BUSY,
			    "another turnpost is working in %s; try again "
			    "later",
			    home->dir);
		}
		g_usleep(
		    home->config->store != NULL ? SERVER_PAUSE : FILE_PAUSE);
	}
	home->lock = fd;
	return 0;
}

int
home_lock(struct home *home, int wait_seconds, struct err *e)
{
	return lock(home, wait_seconds, false, e);
}

int
home_join(struct home *home, int wait_seconds, struct err *e)
{
	return lock(home, wait_seconds, true, e);
}

void
home_unlock(struct home *home)
{
	if (home->lock != -1) {
		store_give_steps(home->store);
		close(home->lock);
	}
	home->lock = -1;
}

int64_t
home_clock(struct home *home, int64_t usec)
{
	struct err ignored = { 0 }, *outer = home_errors(home, &ignored);
	int64_t there = usec;
	int r = store_clock(home->store, &there);

	/* The first one may have found that the connection is lost. */
	if (r == -1)
		r = store_clock(home->store, &there);
	home_errors(home, outer);
	if (r == 0)
		home->ahead_usec = there - usec;
	return usec + home->ahead_usec;
}

/* ---- the one that serves ---- */

#define SERVE_TRIES 5
#define SERVE_PAUSE 100000 /* microseconds between them */

char *
home_bell(const char *dir)
{
	return g_build_filename(dir, "serving", NULL);
}

int
home_serve(struct home *home, struct err *e)
{
	g_autofree char *path = NULL;
	int fd;

	home_work(home, home->now, e);
	/* not when the first mail waits for it; and before pictures are drawn,
	 * by threads in which the leak check knows no library that came later
	 */
	if (mail_open(e) == -1)
		return -1;
	path = home_bell(home->dir);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd == -1)
		return err_errno(e, "cannot open %s", path);
	/* home_ring holds it for a moment */
	for (int tries = 0; tries < SERVE_TRIES; tries++) {
		if (flock(fd, LOCK_EX | LOCK_NB) == 0)
			return fd;
		if (errno != EWOULDBLOCK) {
			err_errno(e, "cannot lock %s", path);
			close(fd);
			return -1;
		}
		g_usleep(SERVE_PAUSE);
	}
	close(fd);
	return err_set(e, ERR_BUSY,
	    "another \"turnpost serve\" is already running in %s; stop that "
	    "one first",
	    home->dir);
}

/* Closing the bell rings it if it was open for writing, not if for reading. */
static bool
touch_bell(const char *dir, int mode)
{
	g_autofree char *path = home_bell(dir);
	int fd = open(path, mode | O_CLOEXEC);
	bool serves;

	if (fd == -1)
		return false;
	serves = flock(fd, LOCK_SH | LOCK_NB) == -1 && errno == EWOULDBLOCK;
	close(fd);
	return serves;
}

bool
home_ring(const char *dir)
{
	return touch_bell(dir, O_WRONLY);
}

bool
home_is_served(const char *dir)
{
	return touch_bell(dir, O_RDONLY);
}

void
home_progress(struct home *home, progress_function *progress, void *arg)
{
	home->progress = progress;
	home->progress_arg = arg;
}

void
home_ending(struct home *home, ending_function *ending)
{
	home->ending = ending;
}

bool
home_ends(const struct home *home)
{
	return home->ending != NULL && home->ending();
}

struct err *
home_errors(struct home *home, struct err *err)
{
	struct err *before = home->err;

	home->err = err;
	if (home->store != NULL)
		store_errors(home->store, err);
	return before;
}

void
home_work(struct home *home, int64_t now, struct err *err)
{
	home->now = now;
	home_errors(home, err);
}
