/* SPDX-License-Identifier: ISC */
/* Senders who wrote without a proof. */
#ifndef STORE_MAILS_UNPROVED_H
#define STORE_MAILS_UNPROVED_H

#include <stdint.h>

struct store;

/*
 * One more, by what the address comes to; once a day.  What is older than
 * forget goes.
 */
int store_unproved_note(
    struct store *, const char *sender, int64_t at, int64_t forget);
int store_unproved_drop(struct store *, const char *sender);
/* How many, from then on up to now. */
int store_unproved_since(
    struct store *, int64_t since, int64_t now, int64_t *n);
/* When somebody last became known, up to now; 0: never. */
int store_unproved_proved(struct store *, int64_t now, int64_t *at);

#endif
