/* SPDX-License-Identifier: ISC */
/* Ratings, as organisers see them, and whether they follow from records. */
#ifndef APP_ORGANISER_RECORDS_RATINGS_H
#define APP_ORGANISER_RECORDS_RATINGS_H

#include "app/organiser/organiser.h"

#include <glib.h>
#include <jansson.h>

struct err;
struct home;

/*
 * Those of a game, or (NULL) of all: game by game people, best first, then
 * robots.  -1 also if no more were wanted.
 */
int show_ratings(
    struct home *, const char *game, show_row *, void *to, struct err *);
/* Does somebody take part in ratings? */
int person_rated(struct home *, int64_t id, bool rated, struct err *);

/* Records that are verified, one by one, for their ratings. */
struct ratings_check;
struct ratings_check *ratings_check_new(void);
void ratings_check_free(struct ratings_check *);
/* name ("match-7.json") is for messages.  -1 with err: it does not hold, or
 * ratings cannot be computed of it. */
int ratings_check_add(struct ratings_check *, const char *name,
    const json_t *record, struct err *);
/* Is that the list, of "turnpost rating --json", that follows from them?  -1
 * with err says what differs first. */
int ratings_check_list(
    struct ratings_check *, const json_t *list, struct err *);

#endif
