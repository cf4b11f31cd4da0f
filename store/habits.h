/* SPDX-License-Identifier: ISC */
/* How people want their letters. */
#ifndef STORE_HABITS_H
#define STORE_HABITS_H

#include <stdbool.h>
#include <stdint.h>

struct store;

enum mail_habit {
	MAIL_EACH, /* at once */
	MAIL_DIGEST, /* together, once a day */
	MAIL_QUIET /* only what the person must decide, and the last one */
};
struct habits {
	enum mail_habit mail;
	int digest_at; /* minute of the person's day */
	/* how long before a deadline: "24h 3h"; "off"; "": as policies say */
	char *remind;
	bool plain; /* text alone, without HTML and pictures */
};
void habits_clear(struct habits *);
/* ERR_MISSING: there is no such person. */
int store_habits(struct store *, int64_t person, struct habits *);
int store_habits_set(struct store *, int64_t person, const struct habits *);

#endif
