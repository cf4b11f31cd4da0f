/* SPDX-License-Identifier: ISC */
/* How much time a reminder says is left. */
#include "app/letters/context/time_left.h"

#include "app/home/home.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "policy/clock.h"
#include "store/matches/matches.h"
#include "store/matches/timers.h"

static const struct {
	const char *unit;
	int64_t seconds, from; /* told from so many seconds on */
} units[] = { { "days", 86400, 3 * 86400 }, { "hours", 3600, 2 * 3600 },
	{ "minutes", 60, 0 } };

/* Whole ones of that unit: "3 hours" as {"unit", "n"}. */
static json_t *
whole(size_t i, int64_t seconds)
{
	return json_pack("{s:s, s:I}", "unit", units[i].unit, "n",
	    (json_int_t)MAX(1, seconds / units[i].seconds));
}

/* Never more than is left, and by a tenth less at most: what is above that
 * stands in "more", in the next unit. */
static json_t *
left_context(int64_t seconds)
{
	int64_t rest;
	json_t *left;
	size_t i = 0;

	while (i + 1 < G_N_ELEMENTS(units) && seconds < units[i].from)
		i++;
	left = whole(i, seconds);
	rest = seconds % units[i].seconds;
	if (i + 1 < G_N_ELEMENTS(units) && rest > seconds / 10)
		json_object_set_new(left, "more", whole(i + 1, rest));
	return left;
}

int
time_left_context(const struct reader *r, json_t *context)
{
	struct timer_row decide;
	bool found = false;

	if (store_timer(r->home->store, r->t->row->id, r->seat, TIMER_DECIDE,
		&decide, &found) == -1)
		return -1;
	json_object_set_new(context, "reminds", json_true());
	if (found && decide.due != CLOCK_NEVER)
		json_object_set_new(
		    context, "left", left_context(decide.due - r->home->now));
	return 0;
}
