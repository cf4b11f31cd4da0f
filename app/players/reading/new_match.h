/* SPDX-License-Identifier: ISC */
/* What stands behind "new GAME". */
#ifndef APP_PLAYERS_READING_NEW_MATCH_H
#define APP_PLAYERS_READING_NEW_MATCH_H

#include <glib.h>
#include <stdbool.h>

struct game;
struct phrase;
struct words;

/* What was ordered, in the terms of a match_order. */
struct signup_order {
	const struct game *game;
	char *name; /* or NULL */
	GPtrArray *options, *policy; /* "KEY=VALUE", NULL-ended */
	int players;
	int robots; /* so many of them */
	const char *level; /* of the robots */
	bool invited; /* "private yes" */
};

/* NULL, or why not: a sentence.  It is read, and then checked as a whole. */
struct phrase *signup_order_read(struct signup_order *, const char *text);
struct phrase *signup_order_fault(const struct signup_order *);
void signup_order_clear(struct signup_order *);
/* Lines below a "new" that go on with it become part of it. */
void signup_fold(GPtrArray *requests, const struct words *);

#endif
