/* SPDX-License-Identifier: ISC */
/* How many unknown senders are answered. */
#ifndef APP_HOME_ANSWER_BUDGET_H
#define APP_HOME_ANSWER_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

struct store;

/* Seconds for which it is known that somebody wrote without a proof. */
#define BUDGET_REMEMBERED (30 * INT64_C(86400))

struct budget {
	int64_t wrote; /* without a proof, since anybody became known */
	int max; /* of the first ones of each hour */
	bool daily; /* or day (UTC) */
	bool shrunk; /* it is less than it could be */
};
int answer_budget(struct store *, int64_t now, struct budget *);

#endif
