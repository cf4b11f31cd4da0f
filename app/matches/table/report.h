/* SPDX-License-Identifier: ISC */
/* What happened in a match, as it is told. */
#ifndef APP_MATCHES_TABLE_REPORT_H
#define APP_MATCHES_TABLE_REPORT_H

#include "core/decision.h"
#include "core/outcome.h"

#include <stdint.h>

struct phrase;
struct table;
struct talk_row;

/* What was told, and under which number of the log. */
struct report {
	int64_t n;
	int64_t at; /* when it came about; 0: with the start */
	seatset asked; /* by the event: seats that were to decide behind it */
	struct phrase *notice; /* or NULL */
	const struct talk_row *talk; /* or NULL */
	struct outcome outcome; /* of an event or of the setup */
	int32_t
	    score[GAME_MAX_SEATS]; /* of all seats after it; may be secret */
};

/* The next one of a table, under that number; it stays the table's. */
struct report *report_add(struct table *, int64_t n);
/* Scores, and which seats are asked, as the match stands now. */
void report_state(const struct table *, struct report *);
void report_free(void *); /* for GLib */

#endif
