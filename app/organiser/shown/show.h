/* SPDX-License-Identifier: ISC */
/* What the sources that show matches share. */
#ifndef APP_ORGANISER_SHOWN_SHOW_H
#define APP_ORGANISER_SHOWN_SHOW_H

#include <jansson.h>
#include <stdint.h>

struct home;
struct match_row;
struct reveal;
struct table;

/* ---- show.c ---- */

/* A match that is going to be shown, once it may be. */
struct table *show_table(struct home *, int64_t id, const struct reveal *);

/* ---- show_summary.c ---- */

json_t *show_summary(const struct match_row *);
/* How many seats can be taken, and whether the organiser must allow it. */
int show_free(struct home *, const struct match_row *, json_t *item);
/* When it is going to be deleted.  1: some of it is gone already. */
int show_deletion(struct home *, const struct match_row *, json_t *item);

/* ---- show_matches.c ---- */

/* By when the seats that are asked must decide ("deadline" of its "seats"), or
 * all must be ready ("until"); of one that was ended, "how". */
int show_deadlines(struct table *, json_t *item);

#endif
