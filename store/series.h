/* SPDX-License-Identifier: ISC */
/* Series: the people, rounds and tables of each. */
#ifndef STORE_SERIES_H
#define STORE_SERIES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

enum series_state {
	SERIES_OPEN, /* people join; nothing has begun */
	SERIES_RUNNING,
	SERIES_OVER,
	SERIES_STOPPED, /* by the organiser, or for want of people */
	SERIES_STATES
};

struct series_row {
	int64_t id;
	char *name, *game;
	int least, most; /* seats of a table */
	int rounds;
	int places; /* for people, others wait; 0: for all */
	char *robots; /* the level of those that fill tables; NULL: none do */
	char *rule_name, *rule; /* series/rule.h */
	char *terms; /* JSON: {"options": [...], "policy": [...]} */
	bool by_date; /* rounds begin each that span after the one before, else
			 at most so much, and when the one before is over */
	int64_t span; /* seconds */
	int64_t seed;
	enum series_state state;
	int round; /* the last that has begun; 0: none */
	int planned; /* since that round the same people take part */
	int began_with; /* so many people */
	int64_t due; /* when a round is to begin; 0: not by date */
	int64_t created, ended;
};
void series_row_free(struct series_row *);
const char *series_state_word(enum series_state);
/* It is over or was stopped. */
bool series_is_past(const struct series_row *);

/* Sets id. */
int store_series_add(struct store *, struct series_row *);
/* state, round, planned, began_with, due, ended */
int store_series_update(struct store *, const struct series_row *);
/* NULL: there is none, or an error. */
struct series_row *store_series(struct store *, int64_t id);
/* All, the newest first: struct series_row *. */
GPtrArray *store_series_all(struct store *);
/* Those that run, and those that are to begin by now: GArray of int64_t. */
GArray *store_series_live(struct store *, int64_t now);
/* What was to begin by then begins then at the earliest. */
int store_series_put_off(struct store *, int64_t id, int64_t until);

/* Somebody who takes part, or waits for a place. */
struct entrant_row {
	int64_t series;
	int n; /* in the order in which they came */
	int64_t person;
	int since; /* the first round; 0: still to come */
	int gone; /* the first round without this person; 0: none */
};
/* In their order: GArray of struct entrant_row. */
GArray *store_entrants(struct store *, int64_t series);
int store_entrant_set(struct store *, const struct entrant_row *);
int store_entrant_drop(struct store *, int64_t series, int64_t person);

/* Somebody who was invited and takes no part yet. */
struct invitation_row {
	int64_t series, person;
	int64_t invited; /* when the newest invitation was written */
	int64_t declined; /* when the person said no; 0: there was no answer */
};
/* The oldest first: GArray of struct invitation_row. */
GArray *store_series_invitations(struct store *, int64_t series);
int store_series_invitation_set(struct store *, const struct invitation_row *);
/* Nothing is done if there is none: the person says no; it is none any more. */
int store_series_invitation_decline(
    struct store *, int64_t series, int64_t person, int64_t at);
int store_series_invitation_drop(
    struct store *, int64_t series, int64_t person);

struct series_round_row {
	int64_t series;
	int round;
	int64_t began, ended; /* ended 0: tables of it still play */
};
GArray *store_series_rounds(struct store *, int64_t series);
int store_series_round_set(struct store *, const struct series_round_row *);
/* *n: rounds that have not ended, but of whose tables none is to be made or
 * plays. */
int store_series_rounds_past(struct store *, int64_t series, int64_t *n);

enum series_table_status {
	SERIES_TABLE_NEW, /* its match is still to be made */
	SERIES_TABLE_PLAYING,
	SERIES_TABLE_OVER,
	SERIES_TABLE_UNFINISHED, /* over without a result */
	SERIES_TABLE_STATUSES
};
struct series_table_row {
	int64_t series;
	int round, n;
	int64_t match; /* 0: none yet, or deleted */
	enum series_table_status status;
	int64_t again; /* its match could not be made and is tried then */
};
const char *series_table_word(enum series_table_status);
/* By round and number: GArray of struct series_table_row. */
GArray *store_series_tables(struct store *, int64_t series);
int store_series_table_set(struct store *, const struct series_table_row *);
/* Those whose matches are to be made by now, and those that play, but whose
 * matches are past. */
GArray *store_series_tables_new(struct store *, int64_t series, int64_t now);
GArray *store_series_tables_past(struct store *, int64_t series);

/* *series: of which that match is a table; 0: of none. */
int store_series_of(struct store *, int64_t match, int64_t *series);

struct series_seat_row {
	int64_t series;
	int round, n, seat; /* n: of the table */
	int64_t person; /* 0: a robot */
	int place, score; /* of the result; place 0: none */
	bool gave_up; /* somebody else played most of it */
};
/* By round, table and seat: GArray of struct series_seat_row. */
GArray *store_series_seats(struct store *, int64_t series);
int store_series_seat_set(struct store *, const struct series_seat_row *);

#endif
