/* SPDX-License-Identifier: ISC */
/* Who no longer plays in a match, and why.  A part of private.h. */
#ifndef APP_LETTERS_LEFT_H
#define APP_LETTERS_LEFT_H

#include "app/private.h"

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

/* ---- players/unauthenticated.c ---- */

/*
 * A mail without a proof asks to leave a match that she has left already: it
 * is answered so, and *done.
 */
int strangers_left(
    struct handling *, const GPtrArray *requests, bool *done, struct err *);

/* ---- a match that is past ---- */

/* "reason" of one that was called off, "by_you" if it was that seat's doing. */
void parting_reason(struct table *, int reader, json_t *facts);
/* How one that was called off ended, as all were told last; NULL: not told. */
char *parting_how(struct table *);
/* A refusal to her that names the match, and says why it was called off. */
struct phrase *parting_refusal(struct table *, int64_t person);
/* Does that notice tell what she did herself? */
bool parting_is_own(const struct phrase *why, int64_t person);

#endif
