/* SPDX-License-Identifier: ISC */
/* An absence that ends is told in all matches of the person. */
#include "app/letters/absences.h"

#include "app/home/home.h"
#include "app/letters/settle.h"
#include "app/matches/clocks/away.h"
#include "app/matches/clocks/clocks.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/notice_args.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/matches/table/tenures.h"
#include "store/matches/matches.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/matches/substitutes.h"
#include "store/people/absences.h"
#include "store/people/people.h"

int
absent_load(struct absent *s, int64_t person)
{
	if ((s->person = store_person(s->home->store, person)) == NULL)
		return -1;
	s->zone = away_zone(s->home, s->person);
	return 0;
}

void
absent_clear(struct absent *s)
{
	person_free(s->person);
	if (s->zone != NULL)
		g_time_zone_unref(s->zone);
}

static int
at_match(
    struct absent *s, const struct seat_row *row, match_work *work, void *arg)
{
	struct table *t;
	int r;

	/* Its letters are written by the caller who opened it. */
	if (s->at != NULL && s->at->row->id == row->match)
		return work(s, s->at, row->seat, arg);
	if ((t = table_open_for(s->home, row->match, "h")) == NULL)
		return -1;
	r = work(s, t, row->seat, arg);
	if (r == 0)
		r = settle_match(t);
	table_free(t);
	return r;
}

int
absent_at_all(struct absent *s, match_work *work, void *arg)
{
	g_autoptr(GPtrArray) seats =
	    store_seats_of(s->home->store, s->person->id);

	if (seats == NULL)
		return -1;
	for (guint i = 0; i < seats->len; i++)
		if (at_match(s, seats->pdata[i], work, arg) == -1)
			return -1;
	return 0;
}

const char *
absent_name(struct table *t, int seat)
{
	const char *player = seat_player(t, seat);

	return player != NULL ? player : t->names[seat];
}

static int
end_at(struct absent *s, struct table *t, int seat, void *arg)
{
	(void)s;
	(void)arg;
	if (table_notice(t, "notice.here",
		told_of(absent_name(t, seat), s->person->id)) == -1)
		return -1;
	return clocks_again(t);
}

/* Ends what goes on, and (all) what is to come; *was: there was any. */
int
absent_back(struct absent *s, bool all, bool *was)
{
	g_autoptr(GPtrArray) rows =
	    store_absences(s->home->store, s->person->id);
	int64_t end = s->home->now;

	*was = false;
	if (rows == NULL)
		return -1;
	for (guint i = 0; i < rows->len; i++) {
		struct absence_row *a = rows->pdata[i];
		bool begun = a->since < s->home->now;
		int r;

		/* What follows at once is the same absence. */
		if (a->until <= s->home->now || (!all && a->since > end))
			continue;
		end = MAX(end, a->until);
		*was = true;
		a->until = s->home->now;
		r = begun ? store_absence_update(s->home->store, a)
			  : store_absence_drop(s->home->store, a->id);
		if (r == -1)
			return -1;
	}
	if (!*was)
		return 0;
	if (store_offers_hurry(s->home->store, s->person->id, s->home->now) ==
	    -1)
		return -1;
	return absent_at_all(s, end_at, NULL);
}

/* If others were asked, too, they would know by it that this player has
 * decided. */
int
away_moved(struct table *t, const struct effect *moved)
{
	int seat = moved->seat;
	int64_t person = table_seat(t, seat)->person;
	struct absent s = { .home = t->home, .at = t };
	bool away, was = false;
	int r = away_now(t->home, person, &away, NULL);

	if (r == -1 || !away)
		return r;
	r = absent_load(&s, person);
	if (r == 0)
		r = absent_back(&s, false, &was);
	if (was)
		table_effect(t, EFFECT_BACK, seat);
	absent_clear(&s);
	return r;
}
