/* SPDX-License-Identifier: ISC */
/* What letters must tell of a change besides its news. */
#ifndef APP_MATCHES_TABLE_EFFECTS_H
#define APP_MATCHES_TABLE_EFFECTS_H

#include <stdint.h>

struct table;

/* What followed from a change besides its news; letters/settle.c walks it. */
enum effect_kind {
	EFFECT_TELL_ALL, /* all seats hear at once, asked or not (seat: -1) */
	EFFECT_TELL, /* the seat hears at once, asked or not */
	EFFECT_TALK, /* the seat hears at once, for somebody talks to it */
	EFFECT_TIME, /* what letters to the seat say of time has changed */
	EFFECT_INVITE, /* the seat is invited for the n-th time */
	EFFECT_MOVE, /* the seat's player moved when nobody else was asked */
	EFFECT_BACK, /* that player's absence ended by the move */
	EFFECT_LEFT, /* that person left the seat, and was told all up to n */
	EFFECT_OFFER /* the seat is offered to people who may take it */
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
void effect_drop(struct table *, enum effect_kind, int seat);

#endif
