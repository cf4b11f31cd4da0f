/* SPDX-License-Identifier: ISC */
/* A match ends. */
#ifndef APP_MATCHES_RESULTS_ENDING_H
#define APP_MATCHES_RESULTS_ENDING_H

#include <jansson.h>

struct table;

/* Its rules say that it is over. */
int match_finish(struct table *);
/* Over before its end.  args are taken over; {reason} is one of them. */
int match_call_off(struct table *, const char *phrase, json_t *args);
/* Why nothing can be done in a match that is past: the key of a sentence. */
const char *ending_refusal(const struct table *);

#endif
