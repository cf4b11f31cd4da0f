/* SPDX-License-Identifier: ISC */
/*
 * How a home is doing, for people and programs that watch it.  It holds no
 * name, no address and nothing that is hidden: of a match no more than a list
 * of matches shows.  Nothing is changed, nobody is waited for and nobody held
 * up. Functions return 0, or -1 (NULL) with err; now is UTC seconds.
 */
#ifndef APP_ORGANISER_SHOWN_MONITOR_H
#define APP_ORGANISER_SHOWN_MONITOR_H

#include "store/figures.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct err;
struct home;
struct store;

/* ---- monitor.c ---- */

struct monitor {
	int64_t now;
	bool serves; /* "turnpost serve" is running */
	int64_t worked; /* when the last step ran, to the minute; 0: never */
	struct figures figures;
	int64_t spool; /* mails in spool/in that no step has taken yet */
	GArray *deadlines; /* the next ones: struct deadline_row, one a match */
	GPtrArray *troubles; /* struct trouble_row *, oldest first */
	/* Bytes of turnpost.db and of what is not in it yet, and bytes that are
	 * free where the home lies: to the MiB, for the size of a mail tells
	 * an organiser who plays what it says. */
	int64_t database, room;
	struct store *own; /* opened for this look; or NULL */
};
/*
 * A look at the home in that folder, whose open database that is; faults are
 * told where store_errors said.  It is to be cleared whatever comes of it.
 */
int monitor_look(
    struct monitor *, const char *dir, struct store *, int64_t now);
void monitor_clear(struct monitor *);
/*
 * Opens the database of a home to look only, for monitor_look: faults are told
 * in err from then on.  ERR_MISSING: there is no home, or its database is an
 * older program's.
 */
struct store *monitor_open(const char *dir, struct err *);
/* What time it is where the rows of that home are, in microseconds: usec, if
 * they are in a file or nobody can be asked. */
int64_t monitor_clock(const char *dir, int64_t usec);
/* No more than whether it can be opened so. */
int monitor_is_current(const char *dir, struct err *);
/* Both, of a home that is not open: on a fault there is nothing to clear. */
int monitor_visit(struct monitor *, const char *dir, int64_t now, struct err *);

/* ---- show_status.c ---- */

/* {"version", "at", "settings", "serves", "worked", "matches": {...},
 * "inbox": {...}, "outbox": {...}, "people": {...}, "deadlines": [...],
 * "faults": [...], "disk": {...}}, as turnpost-watch(7) describes them.
 * settings: what is wrong with turnpost.yaml, without which steps do nothing,
 * but matches and queues are to be seen all the same. */
json_t *home_status(
    const char *dir, int64_t now, struct err *settings, struct err *);

/* ---- metrics.c ---- */

/* All figures in Prometheus' text format, newly allocated. */
char *home_metrics(const char *dir, int64_t now, struct err *);
/* Writes such a text beside that file, which all may read, and renames it. */
int metrics_save(const char *path, const char *text, struct err *);
/* Both for an open home and the file that its settings name; fine if they name
 * none. */
int metrics_write(struct home *, int64_t now, struct err *);

#endif
