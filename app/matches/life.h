/* SPDX-License-Identifier: ISC */
/* The life of a match: muster, running, over. */
#ifndef APP_MATCHES_LIFE_H
#define APP_MATCHES_LIFE_H

#include "store/matches.h"

#include <jansson.h>

struct table;

/* What follows a change by itself, but for letters: the first part of
 * life_settle (letters/settle.h). */
int life_go_on(struct table *);
/* "muster", "running", ...: for templates and tables. */
const char *life_word(enum match_life);
/* The key of a refusal, in a match that is past. */
const char *parting_past(const struct table *);
int life_ready(struct table *, int seat, const char *luck);
int life_resign(struct table *, int seat);
/* Over before its end.  args are taken over; {reason} is one of them. */
int life_end(struct table *, const char *phrase, json_t *args);

#endif
