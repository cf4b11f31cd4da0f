/* SPDX-License-Identifier: ISC */
/* Letters that a lost home may have sent: those of a restored one. */
#ifndef STORE_MAILS_OUTBOX_HELD_H
#define STORE_MAILS_OUTBOX_HELD_H

#include <stdint.h>

struct store;

/* Their note, by which they are known; they are dead until released. */
#define NOTE_HELD                                                           \
	"held: the home that was lost may have sent it; \"turnpost outbox " \
	"release\" sends all such letters"

/*
 * Letters that have not left are held.  Numbers of letters go on so many
 * further, so that none is used for two letters.  Within a transaction.
 * *held: how many letters.
 */
int store_outbox_hold(struct store *, int64_t skip, int64_t *held);
/* Held letters leave after all.  Within a transaction. */
int store_outbox_release(struct store *, int64_t *released);
/* The organiser wants to see them no more.  Within a transaction. */
int store_outbox_drop_held(struct store *, int64_t *dropped);
/* How many are held. */
int store_outbox_held(struct store *, int64_t *n);

#endif
