/* SPDX-License-Identifier: ISC */
/* What letters say of orders and plans. */
#ifndef APP_LETTERS_PLANS_CONTEXT_H
#define APP_LETTERS_PLANS_CONTEXT_H

#include <jansson.h>

struct reader;
struct request;
struct trial;

/* Into the facts of that seat. */
int plans_facts(const struct reader *, json_t *facts);
/* Steps as texts: a new list. */
json_t *plans_told(const struct reader *, const json_t *steps);
/* A move that is tried only, and what came of it into the answer. */
void plans_check(struct trial *, const struct request *);

#endif
