/* SPDX-License-Identifier: ISC */
/* When a player is reminded of a decision. */
#ifndef APP_MATCHES_CLOCKS_REMINDERS_H
#define APP_MATCHES_CLOCKS_REMINDERS_H

#include <glib.h>
#include <stdint.h>

struct calendar;
struct policy;
struct table;

/* By what the moments of a decision's reminders are found. */
struct course {
	const struct policy *policy;
	GTimeZone *zone; /* those of the player's quiet hours */
	const struct calendar *calendar; /* by which the player's time runs */
	int64_t asked, due;
};

/* When one comes that the policy has at that percentage. */
int64_t reminders_share(const struct course *, int percent);
/* Its deadlines have moved: reminders anew. */
int reminders_again(struct table *);
/* Seconds that stand between the question and its first reminder, at least. */
int64_t reminders_lull(int64_t asked, int64_t due);

#endif
