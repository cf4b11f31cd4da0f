/* SPDX-License-Identifier: ISC */
/* People who no longer play in a match, and why. */
#ifndef APP_LETTERS_LEFT_H
#define APP_LETTERS_LEFT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct effect;
struct phrase;
struct reader;
struct table;

struct parting {
	int seat; /* the last one held there; -1: there is no such seat now */
	const struct phrase *why; /* as all were told, or NULL: not known */
};

/* Did this person play there, and does so no longer? */
bool parting_find(struct table *, int64_t person, struct parting *);
/* Of a letter to a former player: "parted" and "why", if it is so, and how
 * that player may come back; notices speak to the former player from then
 * on. */
json_t *parting_context(struct reader *, const struct parting *);
/* "reason" of one that was called off, "by_you" if it was that seat's doing. */
void parting_reason(const struct reader *, json_t *context);
/* How one that was called off ended, as all were told last; NULL: not told. */
char *parting_how(struct table *);
/* A refusal to a former player that names the match, and says why it was
 * called off. */
struct phrase *parting_refusal(struct table *, int64_t person);
/* Does that notice tell what the reader did? */
bool parting_is_own(const struct phrase *why, int64_t person);
/* What a player who came later must know: {"plays", "own"}; NULL if the player
 * knows. */
json_t *newcomer_context(const struct reader *, int64_t told);
/* To a player who left a seat just now, unless the answer to the player's mail
 * tells it. */
int tell_who_left(struct table *, const struct effect *);
/* To the player who left that seat (t, seat, now, answers of the reader) just
 * now; what is answered (or NULL) is taken over. */
int letter_to_former(struct reader *, const struct effect *, json_t *answer);

#endif
