/* SPDX-License-Identifier: ISC */
/* A match is made, and its players are invited. */
#ifndef APP_LETTERS_INVITATIONS_H
#define APP_LETTERS_INVITATIONS_H

#include <stdint.h>

struct effect;
struct err;
struct home;
struct match_order;
struct table;

/* To a player who did not answer in time; the player alone is told that this is
 * not the first invitation. */
int invite_again(struct table *, const struct effect *);

/* The match is made, and its players are invited; *id is its number. */
int match_create(struct home *, const struct match_order *, int64_t now,
    int64_t *id, struct err *);

#endif
