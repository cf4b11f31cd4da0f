/* SPDX-License-Identifier: ISC */
/* What a table decides itself. */
#ifndef APP_MATCHES_VOTES_VOTES_H
#define APP_MATCHES_VOTES_VOTES_H

#include "core/decision.h"

#include <stdbool.h>
#include <stdint.h>

struct table;
struct timer_row;
struct vote_row;

/* ---- votes.c ---- */

/* With fewer ballots nothing is decided, if more people have a seat. */
#define VOTES_QUORUM 2
/* How many seats, besides that one (-1: none), are held by people. */
int votes_tenures(struct table *, int besides);
/* Is it about a seat? */
bool vote_about_seat(const struct vote_row *);
/* The seat whose person has no part in it; -1: all have. */
int vote_apart(struct table *, const struct vote_row *);
/* After a change: those that are settled or void are closed. */
int votes_settle(struct table *);
int votes_time_up(struct table *, const struct timer_row *);
/* The seats that said yes and no; a ballot counts as long as the person who
 * gave it holds the seat. */
int votes_ballots(
    struct table *, const struct vote_row *, seatset *yes, seatset *no);

/* ---- votes_shown.c ---- */

enum vote_shown {
	SHOWN, /* a letter that tells of it has left */
	SHOWN_LATER, /* it will */
	SHOWN_NEVER /* no letter reaches the player, or that one got lost */
};

/* Was it shown to the player of that seat?  *at (or NULL): when it will be. */
int votes_shown(struct table *, const struct vote_row *, int seat,
    enum vote_shown *, int64_t *at);
/* Is one open of which that player has not been told? */
int votes_untold(struct table *, int seat, bool *untold);
/* Its time, which begins when all can have been shown it. */
int votes_begin(struct table *, const struct vote_row *, struct timer_row *);
/* The seat of the timer by which it is looked at again. */
#define VOTE_LOOK(vote) ((vote)->seat)
/*
 * *waits: a letter about it is on its way; it is looked at again when that has
 * left or, if its time is over, has time anew.
 */
int votes_wait(struct table *, const struct vote_row *, bool over, bool *waits);

#endif
