/* SPDX-License-Identifier: ISC */
/* The moves of one mail, all or nothing. */
#ifndef APP_MATCHES_MOVES_TRYOUT_H
#define APP_MATCHES_MOVES_TRYOUT_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct match;
struct phrase;
struct reply;
struct request;
struct table;

struct tryout {
	struct table *t;
	int seat;
	/* of the mail: */
	struct reply *reply;
	int64_t turn; /* whose list a number means, or -1 */
	int64_t inbox;
	struct match *match; /* NULL: it has not begun */
	GArray *moves; /* struct move */
	guint shown; /* so many moves have shown something hidden */
	bool drew; /* chance has decided something */
	bool stopped; /* at a line that could not be read */
	bool keeps; /* the seat had a plan before */
	json_t *steps; /* of the plan that this mail makes */
	json_t *lines; /* for each of them what was said of its lines */
	bool careful; /* it is dropped by what it does not expect */
	bool waits; /* its moves are not to be made yet */
	bool empty_plan; /* "plan" alone stood there, and must have lines */
	struct tryout *dry_run; /* of what is tried only, or NULL */
};

/* ---- tryout.c ---- */

void tryout_begin(struct tryout *, struct table *, int seat);
void tryout_end(struct tryout *);

/* One line: a move, and the first of then (or NULL) that is legal.  NULL if
 * all is well, else why it is not; moves before that one are on the list. */
struct phrase *tryout_line(
    struct tryout *, const char *move, char *const *then);
/* Make the first n of the moves. */
int tryout_make(struct tryout *, guint n, const char *by, int64_t inbox);
/* Say that the moves from that one on are done: all, or those that have shown
 * something. */
void tryout_said(const struct tryout *, const char *line, guint from, bool all);

/* ---- tryout_mail.c: all that one mail asks for ---- */

/* NULL if the seat may make moves in this match, else why not. */
struct phrase *tryout_can_move(const struct tryout *);
/* The move that has this number in the list of the turn; NULL, or why there
 * is none. */
struct phrase *tryout_number(struct tryout *, int number, char **text);
/*
 * Are these all one verb with a number, as "pay 0", "pay 1"?  Such a list is
 * numbered by the moves' own numbers, so that "2" can mean but one thing;
 * others are numbered from 1.
 */
bool choices_by_value(const struct table *, const GArray *legal);
/* Try one, or keep it for a later turn. */
void tryout_move(struct tryout *, const struct request *);
/* A line of a plan. */
void tryout_plan(struct tryout *, const struct request *);
/* Moves that were found legal but are not played after all: say so. */
void tryout_forget(struct tryout *);
/* Play what was tried, and keep the rest; after a refusal make only what must
 * stand. */
int tryout_play(struct tryout *);

#endif
