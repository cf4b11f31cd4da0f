/* SPDX-License-Identifier: ISC */
/*
 * A home in figures, for whoever watches it.  None of them tells more of a
 * match than a list of matches does: neither moves nor what became of a
 * player's mail is counted, because an organiser who plays would learn from it
 * who has decided.
 */
#ifndef STORE_FIGURES_H
#define STORE_FIGURES_H

#include "store/matches/matches.h"
#include "store/overview.h"

#include <stdint.h>

struct store;

/* Times are UTC seconds, 0: there is none. */
struct figures {
	int64_t matches[STATUS_ENDED + 1]; /* how many, by their status */
	int64_t paused; /* of these, by players or the organiser */
	int64_t overdue; /* of these, past their deadline */
	int64_t muster_since; /* when the oldest match in its muster was made */
	int64_t asked_since; /* since then a running match waits for somebody */
	struct overview queues;
	int64_t mails, mail_last; /* that came: how many ever, the last one */
	int64_t letters, letter_last; /* that left: the same */
	int64_t faults; /* that ever began */
	int64_t undeliverable; /* people to whom letters do not get through */
	int64_t unadmitted; /* people who wait for the organiser's approval */
};
/*
 * All of one moment, read without waiting for a writer or holding one up;
 * outside of a transaction.  With 100,000 matches it takes some hundredths of a
 * second.
 */
int store_figures(struct store *, int64_t now, struct figures *);

#endif
