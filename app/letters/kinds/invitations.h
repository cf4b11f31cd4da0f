/* SPDX-License-Identifier: ISC */
/* A player who did not answer is invited again. */
#ifndef APP_LETTERS_KINDS_INVITATIONS_H
#define APP_LETTERS_KINDS_INVITATIONS_H

struct effect;
struct table;

/* To a player who did not answer in time; the player alone is told that this is
 * not the first invitation. */
int invite_again(struct table *, const struct effect *);

#endif
