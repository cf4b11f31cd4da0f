/* SPDX-License-Identifier: ISC */
/*
 * Nothing is decided by a vote before everybody whom mail reaches was shown
 * it.  A letter about one leaves at once, however its reader wants letters, or
 * at the end of the reader's quiet hours; its time begins when the last of
 * them can have left.  Which readers were told is what letters say
 * (seat.told), as long as none of them waits in the outbox.
 */
#include "app/matches/votes/votes.h"

#include "app/home/home.h"
#include "app/home/hours.h"
#include "app/matches/clocks/stops.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/notice_args.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "base/log.h"
#include "base/seconds.h"
#include "policy/span.h"
#include "store/mails/notices.h"
#include "store/mails/outbox_reader.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"
#include "store/matches/votes.h"
#include "store/people/people.h"

#define VOTES_MAX_DAYS 30 /* open, where no time was agreed on */
#define LOOK_AGAIN 60 /* seconds behind the time when a letter may leave */

/* Does mail reach who holds that seat? */
static int
is_reached(struct table *t, int seat, bool *reached)
{
	const struct seat_row *row = table_seat(t, seat);
	struct person *person;

	*reached = false;
	if (row->occupant != OCCUPANT_PERSON)
		return 0;
	person = store_person(t->home->store, row->person);
	if (person == NULL)
		return -1;
	*reached = person->undeliverable == 0;
	person_free(person);
	return 0;
}

/* When a letter is written that tells the player; -1: none will be. */
static int
pending_at(struct table *t, int seat, int64_t *at)
{
	g_autoptr(GArray) rows = store_pending(t->home->store, t->row->id);

	if (rows == NULL)
		return -1;
	/* This change is told to the player in a moment. */
	*at = effect_of(t, EFFECT_TELL_ALL, -1) != NULL ||
		      effect_of(t, EFFECT_TELL, seat) != NULL
		  ? t->home->now
		  : -1;
	for (guint i = 0; i < rows->len; i++) {
		const struct pending_row *row =
		    &g_array_index(rows, struct pending_row, i);

		if (row->seat == seat &&
		    row->person == table_seat(t, seat)->person)
			*at = MAX(row->due, t->home->now);
	}
	return 0;
}

int
votes_shown(struct table *t, const struct vote_row *vote, int seat,
    enum vote_shown *shown, int64_t *at)
{
	const struct seat_row *row = table_seat(t, seat);
	const struct outbox_reader reader = { t->row->id, seat, row->person };
	bool told = row->told >= vote->event, reached;
	int64_t leaves;

	*shown = SHOWN_NEVER;
	if (is_reached(t, seat, &reached) == -1)
		return -1;
	if (!reached)
		return 0;
	if (told ? store_outbox_leaves(
		       t->home->store, &reader, vote->event, &leaves) == -1
		 : pending_at(t, seat, &leaves) == -1)
		return -1;
	if (leaves >= 0)
		*shown = SHOWN_LATER;
	else if (told)
		*shown = SHOWN;
	if (at != NULL)
		*at = leaves;
	return 0;
}

int
votes_untold(struct table *t, int seat, bool *untold)
{
	g_autoptr(GPtrArray) open = NULL;

	*untold = false;
	if (t->row->status != STATUS_RUNNING)
		return 0;
	open = store_votes_open(t->home->store, t->row->id);
	if (open == NULL)
		return -1;
	for (guint i = 0; i < open->len; i++) {
		const struct vote_row *vote = open->pdata[i];

		*untold |= table_seat(t, seat)->told < vote->event;
	}
	return 0;
}

/* ---- its time ---- */

/* When nobody to whom letters go has quiet hours any more. */
static int
all_awake(struct table *t, int64_t *at)
{
	*at = t->home->now;
	for (int s = 0; s < (int)table_seats(t); s++) {
		struct reader r = reader_seat(t, s);
		bool reached;

		if (is_reached(t, s, &reached) == -1)
			return -1;
		if (!reached)
			continue;
		if (reader_load(&r) == -1)
			return -1;
		*at = MAX(*at, hours_loud(&t->policy, r.zone, t->home->now));
		reader_clear(&r);
	}
	return 0;
}

/* No vote is open for ever. */
static int
set_time(struct table *t, struct timer_row *timer)
{
	timer->due = span_any(t->policy.vote)
			 ? stops_after(t, timer->start, t->policy.vote)
			 : timer->start + VOTES_MAX_DAYS * DAY;
	return store_timer_set(t->home->store, timer);
}

int
votes_begin(
    struct table *t, const struct vote_row *row, struct timer_row *timer)
{
	*timer = (struct timer_row){ .match = t->row->id,
		.seat = -1,
		.kind = TIMER_VOTE,
		.n = row->id,
		.asked = t->home->now };
	if (all_awake(t, &timer->start) == -1)
		return -1;
	return set_time(t, timer);
}

/* Its letters could not leave in all that time. */
static int
time_anew(struct table *t, const struct vote_row *vote)
{
	struct timer_row timer = { .match = t->row->id,
		.seat = -1,
		.kind = TIMER_VOTE,
		.n = vote->id,
		.asked = vote->opened,
		.start = t->home->now };

	log_warn("vote-stays-open",
	    "match %lld: vote %d stays open: a letter about it did not "
	    "leave",
	    (long long)t->row->id, vote->n);
	if (set_time(t, &timer) == -1)
		return -1;
	return table_announce(t, "notice.vote-unshown",
	    json_pack(
		"{s:i, s:o}", "n", vote->n, "until", told_moment(timer.due)));
}

static int
look_again(struct table *t, const struct vote_row *vote, int64_t at)
{
	const struct timer_row timer = { .match = t->row->id,
		.seat = VOTE_LOOK(vote),
		.kind = TIMER_VOTE,
		.n = vote->id,
		.asked = vote->opened,
		.due = at + LOOK_AGAIN };

	return store_timer_set(t->home->store, &timer);
}

int
votes_wait(struct table *t, const struct vote_row *vote, bool over, bool *waits)
{
	int64_t last = t->home->now;

	*waits = false;
	for (int s = 0; s < (int)table_seats(t); s++) {
		enum vote_shown shown;
		int64_t at;

		/* The player who asked knows of it. */
		if (s == vote->seat)
			continue;
		if (votes_shown(t, vote, s, &shown, &at) == -1)
			return -1;
		*waits |= shown == SHOWN_LATER;
		if (shown == SHOWN_LATER)
			last = MAX(last, at);
	}
	if (!*waits)
		return 0;
	return over ? time_anew(t, vote) : look_again(t, vote, last);
}
