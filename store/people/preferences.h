/* SPDX-License-Identifier: ISC */
/* How people want their letters. */
#ifndef STORE_PEOPLE_PREFERENCES_H
#define STORE_PEOPLE_PREFERENCES_H

#include <stdbool.h>
#include <stdint.h>

struct store;

enum mail_preference {
	MAIL_EACH, /* at once */
	MAIL_DIGEST, /* together, once a day */
	MAIL_QUIET /* only what the person must decide, and the last one */
};
struct preferences {
	enum mail_preference mail;
	int digest_at; /* minute of the person's day */
	/* how long before a deadline: "24h 3h"; "off"; "": as policies say */
	char *remind;
	bool plain; /* text alone, without HTML and pictures */
	bool calendar; /* with entries; see store_calendar_want */
};
void preferences_clear(struct preferences *);
/* ERR_MISSING: there is no such person. */
int store_preferences(struct store *, int64_t person, struct preferences *);
/* All of them but calendar. */
int store_preferences_set(
    struct store *, int64_t person, const struct preferences *);

#endif
