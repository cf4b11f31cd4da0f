/* SPDX-License-Identifier: ISC */
/* What letters say of the match besides moves. */
#ifndef APP_LETTERS_CONTEXT_MATCH_CONTEXT_H
#define APP_LETTERS_CONTEXT_MATCH_CONTEXT_H

#include <jansson.h>

struct game;
struct reader;

/* ---- match_context.c ---- */

/* match.options, and match.unusual: one of them is not as usual. */
void options_context(const struct game *, const json_t *options, json_t *match);
/* By when to answer and what follows, in a letter to that seat; zoneless. */
int muster_context(const struct reader *, json_t *context);
/* The players who are away now: a list of {"name", "until", "still"}; NULL on
 * an error. */
json_t *away_context(const struct reader *);
/* match.paused, for that reader. */
int pause_context(const struct reader *, json_t *match);

/* ---- votes_context.c ---- */

/* letters/context/votes_context.c: votes, votes_any: those that are open, for
 * that reader. */
int votes_context(const struct reader *, json_t *context);

#endif
