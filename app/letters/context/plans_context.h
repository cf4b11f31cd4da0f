/* SPDX-License-Identifier: ISC */
/* What letters say of orders and plans. */
#ifndef APP_LETTERS_CONTEXT_PLANS_CONTEXT_H
#define APP_LETTERS_CONTEXT_PLANS_CONTEXT_H

#include <jansson.h>

struct reader;
struct request;
struct tryout;

/* Into the context of that seat. */
int plans_context(const struct reader *, json_t *context);
/* Steps as texts: a new list. */
json_t *plans_told(const struct reader *, const json_t *steps);
/* A move that is tried only, and what came of it into the answer. */
void plans_check(struct tryout *, const struct request *);

#endif
