/* SPDX-License-Identifier: ISC */
/* A person's year, of which the letter about it tells. */
#ifndef APP_PLAYERS_PEOPLE_YEARBOOK_BOOK_H
#define APP_PLAYERS_PEOPLE_YEARBOOK_BOOK_H

#include <glib.h>
#include <jansson.h>

struct home;
struct person;
struct result_row;
struct year;

/* One match of the person in that year: the best of the person's seats. */
struct played {
	const struct result_row *own;
	guint from, to; /* rows of all seats */
};

struct book {
	struct home *home;
	const struct person *person;
	const struct year *year;
	const GPtrArray *rows;
	GArray *matches; /* struct played, the oldest first */
};

/* ---- yearbook_turning.c ---- */

/*
 * "turning" into the context: of matches that were won before others, and of
 * these the newest.  None, if none has any.
 */
int yearbook_add_turning(const struct book *, json_t *context);

#endif
