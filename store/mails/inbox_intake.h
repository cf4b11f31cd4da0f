/* SPDX-License-Identifier: ISC */
/* Mails are taken in from where they came. */
#ifndef STORE_MAILS_INBOX_INTAKE_H
#define STORE_MAILS_INBOX_INTAKE_H

#include <stdbool.h>
#include <stdint.h>

struct inbox_row;
struct store;

/* ERR_CLASH if that source was stored before (nothing changes then). */
int store_inbox_add(struct store *, struct inbox_row *);
/* The same where it is known that its source was not stored and its id does not
 * matter: a server need not be waited for. */
int store_inbox_take(struct store *, struct inbox_row *);
/* Also no on an error: store_inbox_add will tell. */
bool store_inbox_knows(struct store *, const char *source);
/* Without raw; NULL: none (err untouched), or an error. */
struct inbox_row *store_inbox_by_source(struct store *, const char *source);
/*
 * The mail that came with the same sha by another road: its source does not
 * begin with road, which ends with ':'.  0: none did.
 */
int store_inbox_same(
    struct store *, const char *sha, const char *road, int64_t *id);
/*
 * The mail of a row that was set aside without it has come after all: sha,
 * size, cut and raw; it is new then.
 */
int store_inbox_refill(struct store *, const struct inbox_row *);

#endif
