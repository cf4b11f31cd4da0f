/* SPDX-License-Identifier: ISC */
/*
 * People come, leave and come back.  A person who leaves before a first round
 * of their own was never there; later, the place goes to the next person who
 * waits or joins.  A person who comes back stands behind all others.
 */
#include "app/series/join.h"

#include "app/home/home.h"
#include "app/series/course.h"
#include "base/log.h"
#include "store/people/people.h"

static int
plan_anew(struct course *c)
{
	c->row->planned = 0;
	return store_series_update(c->home->store, c->row);
}

static const char *
past_fault(const struct course *c)
{
	return series_is_past(c->row) ? "error.series-over" : NULL;
}

const char *
series_enter_fault(const struct course *c, int64_t person)
{
	int i = course_find(c, person);
	const char *why = past_fault(c);

	if (why != NULL)
		return why;
	if (i != -1 && course_entrant(c, i)->gone == 0)
		return "error.series-joined";
	if (c->row->state == SERIES_RUNNING && c->row->round == c->row->rounds)
		return "error.series-last";
	if (i == -1 && c->entrants->len >= COURSE_PEOPLE)
		return "error.series-full";
	return NULL;
}

/* Rounds that passed meanwhile count as for somebody who came late. */
static void
come_back(struct course *c, int i, struct entrant_row *e)
{
	*e = *course_entrant(c, i);
	if (e->gone <= c->row->round)
		e->since = c->row->round + 1;
	e->gone = 0;
	g_array_remove_index(c->entrants, (guint)i);
}

int
series_enter(struct course *c, int64_t person, const char **why)
{
	struct entrant_row e = { .series = c->row->id, .person = person };
	int i = course_find(c, person);

	if ((*why = series_enter_fault(c, person)) != NULL)
		return 0;
	if (i != -1)
		come_back(c, i, &e);
	if (c->entrants->len > 0)
		e.n = course_entrant(c, (int)c->entrants->len - 1)->n + 1;
	if (store_entrant_set(c->home->store, &e) == -1 ||
	    store_series_invitation_drop(c->home->store, c->row->id, person) ==
		-1)
		return -1;
	g_array_append_val(c->entrants, e);
	log_info("series-joined", "series %lld: person %lld joined",
	    (long long)c->row->id, (long long)person);
	return plan_anew(c);
}

int
series_leave(struct course *c, int64_t person, const char **why)
{
	int i = course_find(c, person);
	struct entrant_row *e = i == -1 ? NULL : course_entrant(c, i);
	bool played;

	*why = past_fault(c);
	if (*why == NULL && (e == NULL || e->gone != 0))
		*why = "error.series-not-in";
	if (*why != NULL)
		return 0;
	log_info("series-left", "series %lld: person %lld left",
	    (long long)c->row->id, (long long)person);
	played = e->since != 0;
	e->gone = c->row->round + 1;
	if ((played ? store_entrant_set(c->home->store, e)
		    : store_entrant_drop(c->home->store, c->row->id, person)) ==
	    -1)
		return -1;
	if (!played)
		g_array_remove_index(c->entrants, (guint)i);
	return plan_anew(c);
}

/* ---- invitations ---- */

int
series_invite(struct course *c, int64_t person, const char **why)
{
	const struct invitation_row row = {
		.series = c->row->id, .person = person, .invited = c->home->now
	};

	if ((*why = series_enter_fault(c, person)) != NULL)
		return 0;
	return store_series_invitation_set(c->home->store, &row);
}

int
series_decline(struct course *c, int64_t person)
{
	return store_series_invitation_decline(
	    c->home->store, c->row->id, person, c->home->now);
}

int
series_uninvite(struct course *c, int64_t person, bool *invited)
{
	g_autoptr(GArray) rows =
	    store_series_invitations(c->home->store, c->row->id);

	*invited = false;
	for (guint i = 0; rows != NULL && i < rows->len; i++)
		*invited |=
		    g_array_index(rows, struct invitation_row, i).person ==
		    person;
	if (rows == NULL)
		return -1;
	return *invited ? store_series_invitation_drop(
			      c->home->store, c->row->id, person)
			: 0;
}
