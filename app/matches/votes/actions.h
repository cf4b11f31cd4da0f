/* SPDX-License-Identifier: ISC */
/* What is done to a match that was agreed on, by its organiser or by a vote. */
#ifndef APP_MATCHES_VOTES_ACTIONS_H
#define APP_MATCHES_VOTES_ACTIONS_H

#include "core/decision.h"
#include "policy/policy.h"
#include "policy/span.h"
#include "store/matches/actions.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct table;
struct vote_row;

#define UNDO_MAX 5

struct action_options {
	enum match_action what;
	int64_t match;
	const char *reason; /* of the organiser */
	int seat; /* EXTEND, REMIND (-1: all); REPLACE, MOVE; else -1 */
	int64_t seconds; /* EXTEND; PAUSE, 0: as long as it may be */
	int count; /* UNDO: moves */
	/* MOVE: one, REPLACE: "NAME <ADDRESS>", ROBOT: its level or "off" */
	const char *text;
	bool force; /* MOVE: though the organiser plays there */
	int64_t person; /* REPLACE: the person text names */
	seatset reminded; /* REMIND: whom, as it was found */
	bool vote; /* a vote has decided it */
};

/*
 * Does it, unless the organiser must not now.  args are those of the notice
 * that is told afterwards; more may be added, and the options be changed to
 * what was done.
 */
typedef int action_apply(struct table *, struct action_options *, json_t *args);

struct action_kind {
	const char *does; /* for messages: "pause it" */
	enum policy_right right; /* by which the organiser may */
	bool muster; /* before the match begins, too: with any rights */
	int a_day; /* so often may the organiser in 24 hours */
	const char *notice; /* that the organiser did */
	const char *voted; /* that a vote did; NULL: there is none on it */
	const char *done; /* that a vote has nothing to decide any more */
	bool (*is_done)(struct table *, const struct vote_row *);
	action_apply *apply;
	bool tells; /* what does it tells the notice with these args */
};
extern const struct action_kind action_kinds[MATCH_ACTIONS];

/* Does it and tells all; args are taken over. */
int action_do(struct table *, struct action_options *, json_t *args);

/* "3d", "12h" or "30m", of at most SPAN_MOST, to seconds; false: it is none of
 * these. */
bool action_span(const char *, int64_t *seconds);

/* ---- actions_time.c ---- */

action_apply action_pause, action_resume, action_extend, action_remind;

/* ---- actions_play.c ---- */

action_apply action_replace, action_undo, action_move, action_end, action_robot;

#endif
