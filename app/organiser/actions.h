/* SPDX-License-Identifier: ISC */
/* What the files actions*.c share: the acts on a match. */
#ifndef APP_ORGANISER_ACTIONS_H
#define APP_ORGANISER_ACTIONS_H

#include <jansson.h>
#include <stdint.h>

struct err;
struct match_wish;
struct table;

/* ---- actions_time.c ---- */

/*
 * Does it.  args are those of the notice that is told afterwards ({reason},
 * {at}, {who} of a seat): more may be added.  REPLACE and END tell themselves.
 */
typedef int act_function(struct table *, const struct match_wish *,
    json_t *args, int64_t now, struct err *);

act_function organise_pause, organise_resume, organise_extend, organise_remind;

/* ---- actions_play.c ---- */

act_function organise_replace, organise_undo, organise_move, organise_end;

#endif
