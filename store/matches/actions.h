/* SPDX-License-Identifier: ISC */
/* What is done to matches, and how often it was. */
#ifndef STORE_MATCHES_ACTIONS_H
#define STORE_MATCHES_ACTIONS_H

#include <glib.h>
#include <stdint.h>

struct store;

/* By the organiser; votes are about some of them. */
enum match_action {
	ACTION_PAUSE,
	ACTION_RESUME,
	ACTION_EXTEND,
	ACTION_REMIND,
	ACTION_REPLACE,
	ACTION_UNDO,
	ACTION_END,
	ACTION_MOVE,
	ACTION_ROBOT,
	MATCH_ACTIONS /* how many */
};
extern const char *const match_action_words[MATCH_ACTIONS]; /* "pause" */

/* What the organiser did. */
struct action_row {
	int64_t match;
	enum match_action what;
	int64_t at;
	int64_t seats; /* a bit for each that it was for; 0: for all */
	int64_t seconds; /* EXTEND */
};
int store_action_add(struct store *, const struct action_row *);
/* Those after since, in their order: GArray of struct action_row. */
GArray *store_actions(struct store *, int64_t match, int64_t since);

#endif
