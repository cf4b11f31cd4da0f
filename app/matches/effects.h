/* SPDX-License-Identifier: ISC */
/* What letters must tell of a change, and what they are known again by. */
#ifndef APP_MATCHES_EFFECTS_H
#define APP_MATCHES_EFFECTS_H

#include "core/game.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct err;
struct home;
struct table;

/* What followed from a change besides the news of it; letters/settle.c walks
 * these. */
enum effect_kind {
	EFFECT_TELL_ALL, /* all seats hear at once, asked or not (seat: -1) */
	EFFECT_TELL, /* the seat hears at once, asked or not */
	EFFECT_TALK, /* so it does, for somebody talks to it */
	EFFECT_TIME, /* what its letters say of time has changed */
	EFFECT_INVITE, /* it is asked anew whether it plays: for the n-th time
			*/
	EFFECT_MOVE, /* its player made a move for which nobody else was asked
		      */
	EFFECT_BACK, /* the player's absence ended with that move */
	EFFECT_LEFT, /* that person has left it, who was told all up to n */
	EFFECT_OFFER /* who may take the seat is to be asked */
};
struct effect {
	enum effect_kind kind;
	int seat;
	int64_t person, n;
};

/* Of a kind and a seat only the last one stands. */
void effect_add(struct table *, const struct effect *);
void table_effect(struct table *, enum effect_kind, int seat);
/* NULL: there is none. */
const struct effect *effect_of(
    const struct table *, enum effect_kind, int seat);
bool table_has(const struct table *, enum effect_kind, int seat);
void effect_drop(struct table *, enum effect_kind, int seat);
/* Something that all seats hear at once; takes args over. */
int table_announce(struct table *, const char *phrase, json_t *args,
    int64_t now, struct err *);

/*
 * What led to letters, as the begin of their dedup keys: no letter is queued
 * twice under the same key.  The first letters of what are one thing each: a
 * an address, b letters that came back, c who comes to a seat, f an offer that
 * waited or somebody forgotten, h an absence, i a mail, l a look, m a match
 * that was made, n letters that waited, o an onlooker's day, s seats shown to a
 * substitute, t a timer, u an organiser's action, v an approval, w watching, or
 * preferences.  p is of letters outside matches.
 */
void dedup_by(struct table *, const char *what);
void dedup_by_number(struct table *, const char *what, int64_t n);
void dedup_add(struct table *, int64_t n);
/* Open it for that: its dedup prefix is "whatMATCH.EVENT". */
struct table *table_open_for(
    struct home *, int64_t match, const char *what, struct err *);

#endif
