/* SPDX-License-Identifier: ISC */
/* The calendar of a match, with the hours in which its clocks stood still. */
#include "app/matches/clocks/stops.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/matches/table/table.h"
#include "policy/clock.h"
#include "policy/span.h"
#include "store/matches/matches.h"
#include "store/matches/stops.h"

struct calendar *
stops_calendar(struct table *t, bool all, int64_t from)
{
	g_autoptr(GArray) stops = store_stops(t->home->store, t->row->id, from);
	struct calendar *c;

	if (stops == NULL)
		return NULL;
	c = calendar_new(&t->policy, t->home->config->zone);
	for (guint i = 0; i < stops->len; i++) {
		const struct stop_row *stop =
		    &g_array_index(stops, struct stop_row, i);

		if (stop->match == 0 || all)
			calendar_stop(c, stop->since, stop->until);
	}
	return c;
}

int64_t
stops_after(struct table *t, int64_t from, struct span span)
{
	struct calendar *c = stops_calendar(t, false, from);
	int64_t due;

	/* The rows were read before: they are there. */
	g_assert(c != NULL);
	due = calendar_after(c, from, span, 0);
	calendar_free(c);
	return due;
}
