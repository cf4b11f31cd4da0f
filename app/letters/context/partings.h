/* SPDX-License-Identifier: ISC */
/* People who no longer play in a match, and why. */
#ifndef APP_LETTERS_CONTEXT_PARTINGS_H
#define APP_LETTERS_CONTEXT_PARTINGS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct phrase;
struct reader;
struct table;

struct parting {
	int seat; /* the last one held there; -1: there is no such seat now */
	const struct phrase *why; /* as all were told, or NULL: not known */
};

/* Did this person play there, and does so no longer? */
bool parting_find(struct table *, int64_t person, struct parting *);
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

#endif
