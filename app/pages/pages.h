/* SPDX-License-Identifier: ISC */
/* Pages of public matches in a folder, as a web server or a phone shows them.
 */
#ifndef APP_PAGES_PAGES_H
#define APP_PAGES_PAGES_H

#include <stdbool.h>
#include <stdint.h>

struct err;
struct home;

struct pages_order {
	const char *dir;
	bool again; /* everything, also what is up to date */
	bool replays; /* pages that play matches again, too */
	/* Called now and then: so many matches of all that are written; or
	 * NULL. */
	void (*progress)(void *arg, unsigned done, unsigned all);
	void *arg;
};
struct pages_done {
	unsigned matches, files; /* that were written */
};
/* The settings name no folder: a fault of the one that they named is over. */
int pages_unwanted(struct home *, int64_t now, struct err *);
/* A number that is another one when anything has changed in the database. */
int pages_moment(struct home *, int64_t *moment, struct err *);
/*
 * Whatever is out of date is written.  A page never points to what is not
 * there, and what was there stays whole if something fails.  A fault in the
 * folder of the settings is one of the home until they are written again.
 */
int pages_write(struct home *, const struct pages_order *, int64_t now,
    struct pages_done *, struct err *);

#endif
