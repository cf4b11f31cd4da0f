/* SPDX-License-Identifier: ISC */
/* Letters to people who no longer play in a match. */
#ifndef APP_LETTERS_KINDS_LEFT_H
#define APP_LETTERS_KINDS_LEFT_H

#include <jansson.h>

struct effect;
struct parting;
struct reader;
struct table;

/* Of a letter to a former player: "parted" and "why", if it is so, and how
 * that player may come back; notices speak to the former player from then
 * on. */
json_t *parting_context(struct reader *, const struct parting *);
/* To a player who left a seat just now, unless the answer to the player's mail
 * tells it. */
int tell_who_left(struct table *, const struct effect *);
/* To the player who left that seat (t, seat, now, answers of the reader) just
 * now; what is answered (or NULL) is taken over. */
int letter_to_former(struct reader *, const struct effect *, json_t *answer);

#endif
