/* SPDX-License-Identifier: ISC */
/* Stretches of time as people write them; texts are newly allocated. */
#ifndef POLICY_SPAN_H
#define POLICY_SPAN_H

#include <stdbool.h>
#include <stdint.h>

/* The most of any unit, and how people are told. */
#define SPAN_MAX 10000
#define SPAN_MOST "10000d"

/* A stretch of time that may count: either seconds, or days of work. */
struct span {
	int64_t seconds;
	int working_days;
}; /* both 0: none */
bool span_any(struct span);
/* "3d", "36h", "90m", "2 working days", "none" */
bool span_read(const char *, struct span *);
char *span_text(struct span);
/* The largest unit of which it has a whole number, *n: "days", "hours",
 * "minutes" or "working-days", as keys of phrases name them; static. */
const char *span_unit(struct span, int64_t *n);

#endif
