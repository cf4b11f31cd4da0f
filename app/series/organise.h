/* SPDX-License-Identifier: ISC */
/* What an organiser does with series. */
#ifndef APP_SERIES_ORGANISE_H
#define APP_SERIES_ORGANISE_H

#include <stdbool.h>
#include <stdint.h>

struct err;
struct home;

struct series_order {
	const char *name, *game;
	int least, most; /* seats of a table */
	int rounds;
	int places; /* 0: any number */
	const char *points; /* a built-in rule, or a file; NULL: the first */
	const char *robots; /* a level, or NULL */
	int64_t begin; /* -1: when the organiser says so */
	bool by_date;
	int64_t span; /* seconds */
	int64_t seed;
	char *const *options, *const *policy; /* as in a match_order */
};

/* The series is there, and people may join; *id is its number. */
int series_new(struct home *, const struct series_order *, int64_t now,
    int64_t *id, struct err *);
/*
 * Somebody ("NAME <ADDRESS>", a number or a name) takes part, is invited, or
 * takes part no more.
 */
enum series_act { SERIES_SEAT, SERIES_INVITE, SERIES_UNSEAT };
int series_act(struct home *, int64_t id, enum series_act, const char *who,
    int64_t now, struct err *);
/* The first round begins. */
int series_start(struct home *, int64_t id, int64_t now, struct err *);
/* No more rounds begin, and all are told why. */
int series_stop(
    struct home *, int64_t id, const char *reason, int64_t now, struct err *);

/* ---- the same within a transaction, as a mail asks for it ---- */

int series_add(struct home *, const struct series_order *, int64_t *id);
int series_change(struct home *, int64_t id, enum series_act, const char *who);
/* Without a reason its first round begins, with one it ends. */
int series_set_going(struct home *, int64_t id, const char *reason);

#endif
