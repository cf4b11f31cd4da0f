/* SPDX-License-Identifier: ISC */
/* Who reads the letters of a seat, and how she wants them. */
#ifndef APP_MATCHES_READER_H
#define APP_MATCHES_READER_H

#include "store/notices.h"

#include <glib.h>
#include <stdbool.h>

struct err;
struct person;
struct table;

/* Hers, else the match's, else the home's; to be unreferenced. */
GTimeZone *hours_zone(const struct table *, const struct person *);

/* Who has a seat, and how she wants her letters. */
struct reader {
	struct person *person;
	struct habits habits;
	GTimeZone *zone;
	bool untold; /* the letter is the first about a vote: it cannot wait */
};
int reader_load(struct table *, int seat, struct reader *, struct err *);
void reader_clear(struct reader *);

/*
 * Does the match wait for what this seat's person decides?  Not if she has
 * sent it already.
 */
bool notices_waits(struct table *, int seat);

#endif
