/* SPDX-License-Identifier: ISC */
/* A match as it is ordered. */
#ifndef APP_MATCHES_CREATE_H
#define APP_MATCHES_CREATE_H

#include <stdint.h>

struct home;

struct match_order {
	const char *game;
	const char *name; /* NULL: "a table of friends" */
	char *const *seats; /* "NAME <ADDRESS> [LANGUAGE]" or
			      "robot:LEVEL", NULL-ended */
	char *const *options; /* "WORD=VALUE", NULL-ended, or NULL */
	const char *setup_file; /* JSON laid-out start, or NULL */
	char *const *policy; /* "KEY=VALUE" of policy/policy_text.h, or NULL */
	int wanted; /* seats in all, if people may join; 0: those above */
};

/* Can it be made at all?  Nothing is changed. */
int match_check(struct home *, const struct match_order *);
/* A match that was checked, with its people; nobody is invited yet. */
int match_make(struct home *, const struct match_order *, int64_t *id);

#endif
