/* SPDX-License-Identifier: ISC */
/* Calendar entries that letters brought. */
#ifndef STORE_MAILS_CALENDAR_H
#define STORE_MAILS_CALENDAR_H

#include <stdbool.h>
#include <stdint.h>

struct store;

/* Does the person want entries?  ERR_MISSING: there is no such person. */
int store_calendar_wanted(struct store *, int64_t person, bool *wanted);
int store_calendar_want(struct store *, int64_t person, bool wanted);

struct calendar_row {
	int64_t match;
	int seat;
	int64_t person;
	int64_t sequence; /* of the last one; -1: there was none */
	int64_t due; /* UTC seconds; 0: it was taken back */
};
/* match, seat and person are given; the rest is found. */
int store_calendar(struct store *, struct calendar_row *);
int store_calendar_set(struct store *, const struct calendar_row *);

#endif
