/* SPDX-License-Identifier: ISC */
/* One play of a game: the replay of its log. */
#ifndef CORE_MATCH_H
#define CORE_MATCH_H

#include "core/decision.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct game;
struct match;
struct opening;
struct outcome;
struct phrase;

/*
 * Check the opening and set up.  If draws is not NULL it is a replay: the draws
 * are read back, and must be those of the seed (else ERR_DAMAGED).  The
 * outcome may be NULL.  ERR_FORMAT says what in it is wrong.
 */
struct match *match_start(const struct opening *, const GArray *draws,
    struct outcome *, struct err *);
void match_free(struct match *);
/* A second one that goes its own way. */
struct match *match_copy(const struct match *);
/* One in which that seat is asked now; NULL if that cannot be supposed. */
struct match *match_suppose(const struct match *, int seat);

const struct game *match_game(const struct match *);
const void *match_state(const struct match *);
const char *match_name(const struct match *, int seat);
size_t match_seats(const struct match *);
const json_t *match_options(const struct match *); /* all, with values */
seatset match_to_act(const struct match *);
bool match_over(const struct match *);
/* Number of events so far, the setup not counted. */
size_t match_length(const struct match *);
/* The event i (from 0) of the log. */
int match_event(const struct match *, size_t i, struct move *);

/* Legal moves of a seat: struct move, empty if it is not asked. */
GArray *match_legal(const struct match *, int seat);
/* NULL if the move may be made now, else why not; the caller frees it. */
struct phrase *match_refusal(
    const struct match *, int seat, const struct move *);
/* Make a move that match_refusal allowed; outcome may be NULL. */
void match_play(
    struct match *, int seat, const struct move *, struct outcome *);
/*
 * Make a move of a stored log.  ERR_DAMAGED if the text is not canonical or
 * no legal move, or its draws are not those of the seed: then it was not made,
 * and the outcome is empty.
 */
int match_replay(struct match *, int seat, const char *text,
    const GArray *draws, struct outcome *, struct err *);
/* Take the last event back; false if there is none. */
bool match_undo(struct match *);
/* Was anything hidden told to the seat by this outcome? */
bool outcome_reveals(const struct match *, const struct outcome *, int seat);
/* FNV-1a of the state's bytes: equal states, equal numbers. */
uint64_t match_hash(const struct match *);

#endif
