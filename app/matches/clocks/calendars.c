/* SPDX-License-Identifier: ISC */
/* By what a timer's time runs: the calendar of its match, stops, absences. */
#include "app/matches/clocks/calendars.h"

#include "app/matches/clocks/away.h"
#include "app/matches/clocks/stops.h"
#include "app/matches/table/table.h"
#include "policy/clock.h"
#include "policy/span.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"

/* Whose clocks a stop holds. */
enum scope {
	SCOPE_HOME, /* only those that go on in a match that is paused */
	SCOPE_MATCH,
	SCOPE_SEAT /* those of a person, too, who is away */
};

static const enum scope scopes[TIMER_KINDS] = {
	[TIMER_DECIDE] = SCOPE_SEAT,
	[TIMER_MUSTER] = SCOPE_MATCH,
	[TIMER_OFFER] = SCOPE_MATCH,
};

/* Hours in which the holder of the seat is away. */
static int
add_absences(struct table *t, int seat, struct calendar *c)
{
	g_autoptr(GArray) offs = away_offs(t, table_seat(t, seat)->person);

	if (offs == NULL)
		return -1;
	for (guint i = 0; i < offs->len; i++) {
		const struct off *off = &g_array_index(offs, struct off, i);

		calendar_stop(c, off->since, off->until);
	}
	return 0;
}

static struct calendar *
calendar_of(struct table *t, enum scope scope, int seat, int64_t from)
{
	struct calendar *c = stops_calendar(t, scope != SCOPE_HOME, from);

	if (c == NULL || scope != SCOPE_SEAT || add_absences(t, seat, c) == 0)
		return c;
	calendar_free(c);
	return NULL;
}

struct calendar *
clocks_calendar_from(
    struct table *t, const struct timer_row *timer, int64_t from)
{
	return calendar_of(t, scopes[timer->kind], timer->seat, from);
}

struct calendar *
clocks_calendar(struct table *t, const struct timer_row *timer)
{
	return clocks_calendar_from(t, timer, timer->asked);
}

int64_t
clocks_after(struct table *t, int seat, int64_t from, struct span span)
{
	struct calendar *c = calendar_of(t, SCOPE_SEAT, seat, from);
	int64_t due;

	/* The rows were read before: they are there. */
	g_assert(c != NULL);
	due = calendar_after(c, from, span, 0);
	calendar_free(c);
	return due;
}
