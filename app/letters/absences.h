/* SPDX-License-Identifier: ISC */
/* A person whose absences change, in all matches of that person. */
#ifndef APP_LETTERS_ABSENCES_H
#define APP_LETTERS_ABSENCES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct effect;
struct home;
struct person;
struct reply;
struct table;

struct absent {
	struct home *home;
	struct person *person;
	/* open already, and its letters are the caller's; or NULL */
	struct table *at;
	GTimeZone *zone; /* of the person, whose days count */
	struct reply *reply; /* or NULL */
};
/* home, at, now and reply are given. */
int absent_load(struct absent *, int64_t person);
void absent_clear(struct absent *);

/* What is done in a match in which the person has that seat. */
typedef int match_work(struct absent *, struct table *, int seat, void *arg);
/* That, in all of them; each is settled, but for the one that is open. */
int absent_at_all(struct absent *, match_work *, void *arg);
/* The name by which the other players know the person there. */
const char *absent_name(struct table *, int seat);
/* What goes on ends now, and (all) what is to come never begins; *was: there
 * was any. */
int absent_back(struct absent *, bool all, bool *was);
/* A player who makes a move for which nobody else was asked is there again. */
int away_moved(struct table *, const struct effect *);

#endif
