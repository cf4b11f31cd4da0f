/* SPDX-License-Identifier: ISC */
/*
 * The folder in which one turnpost lives: settings, database, spool.
 */
#include "app/home/home.h"

#include "app/home/config.h"
#include "app/home/drawn.h"
#include "app/home/game_data.h"
#include "app/home/folder.h"
#include "app/home/languages.h"
#include "app/home/reply_keys.h"
#include "app/home/place.h"
#include "base/err.h"
#include "base/log_target.h"
#include "base/pool.h"
#include "core/chance.h"
#include "mail/mail.h"
#include "store/meta.h"
#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
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

struct opening {
	const struct home *home;
	home_before_step *before;
};

static int
before_step(void *arg, int schema, struct err *e)
{
	const struct opening *o = arg;

	(void)schema;
	return o->before == NULL ? 0
				 : o->before(o->home->dir, o->home->config, e);
}

struct home *
home_open(const char *dir, home_before_step *before, struct err *e)
{
	struct home *home = g_new0(struct home, 1);
	struct opening opening = { home, before };
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
		   (home->store = store_open_and(
			db, before_step, &opening, e)) != NULL &&
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
