/* SPDX-License-Identifier: ISC */
/* A look at a home from outside: its figures, its faults, its disk. */
#include "app/organiser/shown/monitor.h"

#include "app/home/config.h"
#include "app/home/folder.h"
#include "app/home/place.h"
#include "app/matches/clocks/clocks.h"
#include "base/err.h"
#include "policy/clock.h"
#include "store/matches/timers.h"
#include "store/store.h"
#include "store/troubles.h"

#include <sys/statvfs.h>

#define MIB ((int64_t)1024 * 1024)
#define DEADLINES 5 /* that are shown */
#define DEADLINES_READ 50 /* at once, for a match may have several */

static bool
has_match(const GArray *deadlines, int64_t match)
{
	for (guint i = 0; i < deadlines->len; i++)
		if (g_array_index(deadlines, struct deadline_row, i).match ==
		    match)
			return true;
	return false;
}

static int
find_deadlines(struct monitor *m, struct store *st)
{
	struct deadline_row last = { 0 };
	bool more = true;

	m->deadlines = g_array_new(FALSE, FALSE, sizeof(struct deadline_row));
	while (more) {
		g_autoptr(GArray) rows = store_deadlines(
		    st, TIMER_MUSTER, TIMER_DECIDE, &last, DEADLINES_READ);

		if (rows == NULL)
			return -1;
		more = rows->len == DEADLINES_READ;
		for (guint i = 0; i < rows->len; i++) {
			last = g_array_index(rows, struct deadline_row, i);
			if (last.due == CLOCK_NEVER ||
			    m->deadlines->len == DEADLINES)
				return 0;
			if (!has_match(m->deadlines, last.match))
				g_array_append_val(m->deadlines, last);
		}
	}
	return 0;
}

static int64_t
count_spool(const char *dir)
{
	g_autofree char *in = home_spool_in(dir);
	g_autofree char *fresh = g_build_filename(in, "new", NULL);
	g_autoptr(GDir) folder = g_dir_open(fresh, 0, NULL);
	const char *name;
	int64_t n = 0;

	while (folder != NULL && (name = g_dir_read_name(folder)) != NULL)
		n += name[0] != '.';
	return n;
}

static int
measure_disk(struct monitor *m, const char *dir, struct store *st)
{
	struct statvfs disk;

	if (store_size(st, &m->database) == -1)
		return -1;
	m->database = (m->database + MIB - 1) / MIB * MIB;
	if (statvfs(dir, &disk) == 0)
		m->room = (int64_t)((uint64_t)disk.f_bavail * disk.f_frsize /
				    (uint64_t)MIB) *
			  MIB;
	return 0;
}

int
monitor_look(struct monitor *m, const char *dir, struct store *st, int64_t now)
{
	*m = (struct monitor){ .now = now };
	m->serves = home_is_served(dir);
	m->spool = count_spool(dir);
	if (measure_disk(m, dir, st) == -1 ||
	    outage_pulse(st, &m->worked) == -1 ||
	    store_figures(st, now, &m->figures) == -1 ||
	    (m->troubles = store_troubles(st)) == NULL)
		return -1;
	return find_deadlines(m, st);
}

void
monitor_clear(struct monitor *m)
{
	g_clear_pointer(&m->deadlines, g_array_unref);
	g_clear_pointer(&m->troubles, g_ptr_array_unref);
	store_close(m->own);
}

struct store *
monitor_open(const char *dir, struct err *e)
{
	struct err ignored = { 0 };
	struct config *config = config_read(dir, &ignored);
	const bool none = config == NULL && ignored.code == ERR_MISSING;
	g_autofree char *path = home_place(dir, config);
	int schema = 0, newest = 0;
	struct store *st = home_place_check(dir, config, e) == -1
			       ? NULL
			       : store_look(path, &schema, &newest, e);

	config_free(config);
	/* a home that lost its database is not to be made anew */
	if (st == NULL && none && e->code == ERR_MISSING)
		err_set(e, ERR_MISSING,
		    "there is no turnpost home in %s; make one with "
		    "\"turnpost --home %s init\"",
		    dir, dir);
	if (st == NULL)
		return NULL;
	if (schema == newest) {
		if (home_place_is_filled(dir, st, e) == 0)
			return st;
		store_close(st);
		return NULL;
	}
	store_close(st);
	err_set(e, ERR_MISSING,
	    "the database is from an older turnpost; \"turnpost run\" brings "
	    "it from schema %d to %d",
	    schema, newest);
	return NULL;
}

int64_t
monitor_clock(const char *dir, int64_t usec)
{
	struct err ignored = { 0 };
	struct config *config = config_read(dir, &ignored);
	const bool far = config != NULL && config->store != NULL;
	struct store *st = far ? monitor_open(dir, &ignored) : NULL;

	config_free(config);
	if (st != NULL)
		store_clock(st, &usec);
	store_close(st);
	return usec;
}

int
monitor_is_current(const char *dir, struct err *e)
{
	struct store *st = monitor_open(dir, e);

	store_close(st);
	return st == NULL ? -1 : 0;
}

int
monitor_visit(struct monitor *m, const char *dir, int64_t now, struct err *e)
{
	struct store *st = monitor_open(dir, e);
	int r;

	if (st == NULL)
		return -1;
	r = monitor_look(m, dir, st, now);
	m->own = st;
	if (r == -1)
		monitor_clear(m);
	return r;
}
