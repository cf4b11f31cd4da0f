/* SPDX-License-Identifier: ISC */
/* What the sources of the arena share. */
#ifndef SIM_ARENA_INNER_H
#define SIM_ARENA_INNER_H

#include "core/chance.h"
#include "core/decision.h"
#include "sim/contestants.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct arena_options;
struct err;
struct game;
struct match;

/* How often a kind of move was made in a match, and what it brought. */
struct move_gain {
	guint n, by_seat[GAME_MAX_SEATS];
	int64_t points;
};

/* What came of one match. */
struct played {
	bool done;
	uint32_t length; /* moves */
	int first; /* the seat that moved first */
	int32_t score[GAME_MAX_SEATS];
	double win[GAME_MAX_SEATS]; /* 1, shared by those who won */
	json_t *ending; /* what the game adds to the result */
	json_t *state; /* the last one */
	GHashTable *gains; /* "take mate" -> struct move_gain */
	GArray *cpu[GAME_MAX_SEATS]; /* int64_t: nanoseconds, each decision */
};

struct arena {
	const struct arena_options *options;
	const struct game *game;
	json_t *data; /* of the game, or NULL */
	GPtrArray
	    *variants; /* json_t: options of a match, one a deal in turn */
	int seats, deals, matches; /* matches: deals * seats */
	struct contestant contestant[GAME_MAX_SEATS];
	/* The place of the first contestant with that name. */
	int group[GAME_MAX_SEATS];
	unsigned char seed[SEED_SIZE];
	struct played *played; /* by deal and rotation */
};

/* ---- arena_options.c ---- */

/* All of it but what was played; -1 with ERR_FORMAT.  Clear it anyway. */
int arena_begin(struct arena *, const struct arena_options *, struct err *);
void arena_clear(struct arena *);

/* ---- arena_match.c ---- */

/* Which contestant has that seat in match i. */
int arena_contestant(const struct arena *, int i, int seat);
/* 0, or -1 with ERR_CLASH: it did not end. */
int arena_match(struct arena *, int i, struct err *);

/* ---- arena_report.c ---- */

json_t *arena_report(const struct arena *);

/* ---- arena_moves.c ---- */

/* While a match is played: decisions that may still bring something. */
struct gains {
	GArray *pending;
	int chapter; /* in which the last move was made */
};
void gains_begin(struct gains *);
void gains_end(struct gains *);
/* Around each move of match i. */
void gains_before(const struct arena *, int i, struct gains *,
    const struct match *, int seat, const struct move *);
void gains_after(const struct arena *, struct gains *, const struct match *);
json_t *gains_json(const struct arena *);

/* ---- arena_endings.c ---- */

/* Of all matches: what the game says of their ends and of seats in them. */
void endings_report(const struct arena *, json_t *report);

#endif
