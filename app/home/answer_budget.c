/* SPDX-License-Identifier: ISC */
/*
 * Answers to unknown senders have a budget in all, which shrinks the more of
 * them write and the longer none of them becomes known.  It goes by who wrote
 * without a proof, known or not: by what is left for others nobody may learn
 * whether an address is known.
 */
#include "app/home/answer_budget.h"

#include "base/seconds.h"
#include "store/mails/unproved.h"

#include <glib.h>
#include <stddef.h>

/* When so many wrote since anybody became known: */
static const struct {
	int64_t wrote;
	int64_t seconds;
	int max;
} strangers[] = {
	{ 150, DAY, 5 },
	{ 100, DAY, 10 },
	{ 50, HOUR, 10 },
	{ 0, HOUR, 50 },
};

int
answer_budget(struct store *st, int64_t now, struct budget *b)
{
	int64_t proved, since = now - BUDGET_REMEMBERED;
	size_t i = 0;

	if (store_unproved_proved(st, now, &proved) == -1 ||
	    store_unproved_since(st, MAX(since, proved + 1), now, &b->wrote) ==
		-1)
		return -1;
	while (b->wrote < strangers[i].wrote)
		i++;
	b->max = strangers[i].max;
	b->daily = strangers[i].seconds == DAY;
	b->shrunk = strangers[i].wrote > 0;
	return 0;
}
