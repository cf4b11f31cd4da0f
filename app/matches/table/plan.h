/* SPDX-License-Identifier: ISC */
/*
 * An order, which is moves that can still be changed, and a plan, which is what
 * is to be done at later turns, as a seat has sent them.
 */
#ifndef APP_MATCHES_TABLE_PLAN_H
#define APP_MATCHES_TABLE_PLAN_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* What a seat has sent. */
struct plan {
	/* An order: texts of moves, made one after the other; empty: none. */
	json_t *moves;
	int64_t moves_inbox; /* the mail that asked for it; 0: none */
	bool moves_held; /* it waits for the deadline */

	json_t *steps; /* parse/plan.h */
	json_t *expects; /* of a careful plan: its conditions; else NULL */
	int64_t after; /* the number of the log when it came */
	int64_t inbox;
	bool held; /* the next step waits for the deadline */
	/*
	 * Why all was dropped, or NULL: {"way": what could not be made, or
	 * missing; "phrase", "args": why; "dropped": the steps that followed}.
	 */
	json_t *stopped;
};

#endif
