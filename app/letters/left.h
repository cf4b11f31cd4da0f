/* SPDX-License-Identifier: ISC */
/* People who no longer play in a match, and why. */
#ifndef APP_LETTERS_LEFT_H
#define APP_LETTERS_LEFT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct answered;
struct err;
struct person;
struct phrase;
struct table;

struct parting {
	int seat; /* the last one held there; -1: there is no such seat now */
	const struct phrase *why; /* as all were told, or NULL: not known */
};

/* Did she play there, and does so no longer? */
bool parting_find(struct table *, int64_t person, struct parting *);
/*
 * Facts for her: "parted" and "why", if it is so, and how she may come back;
 * the news after told.
 */
json_t *parting_facts(
    struct table *, const struct person *, int64_t told, int64_t now);
/* "reason" of one that was called off, "by_you" if it was that seat's doing. */
void parting_reason(struct table *, int reader, json_t *facts);
/* How one that was called off ended, as all were told last; NULL: not told. */
char *parting_how(struct table *);
/* A refusal to her that names the match, and says why it was called off. */
struct phrase *parting_refusal(struct table *, int64_t person);
/* Does that notice tell what she did herself? */
bool parting_is_own(const struct phrase *why, int64_t person);
/* What who came later must know: {"plays", "own"}; NULL if she knows. */
json_t *seat_newcomer_facts(struct table *, int seat, int64_t told);
/* To all who left a seat just now, but not to table.answered. */
int seats_tell_left(struct table *, int64_t now, struct err *);
/* To who left that seat just now; facts of the answer are taken over. */
int seat_tell_left(struct table *, int seat, json_t *facts,
    const struct answered *, int64_t now, struct err *);
/* Facts of that letter. */
json_t *seat_left_facts(struct table *, int seat, int64_t now, struct err *);

#endif
