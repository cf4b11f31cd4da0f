/* SPDX-License-Identifier: ISC */
/*
 * Pages that serve keeps up to date: "turnpost page" in a process of its own,
 * so that mail is answered meanwhile.
 */
#ifndef CMD_SERVE_PAGES_H
#define CMD_SERVE_PAGES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct home;

struct serve_pages {
	int64_t minute; /* in which it was started last */
	int64_t seen; /* how the database was then */
	pid_t child; /* 0: none */
	bool failed; /* the last one did, which is logged once */
	bool unwanted; /* the settings name no folder, which was looked at */
};
/*
 * Starts it at the beginning of a minute if anything has changed: so the times
 * of files tell nothing of what no page shows.  Returns in how many seconds it
 * wants to be asked again; -1: never.
 */
int serve_pages_round(struct serve_pages *, struct home *, int64_t now);
/* Whatever it has not written yet, the next one writes. */
void serve_pages_end(struct serve_pages *);

#endif
