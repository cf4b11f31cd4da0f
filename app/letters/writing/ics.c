/* SPDX-License-Identifier: ISC */
/*
 * Deadlines for the calendars of those who like that.  There is one entry for
 * a seat and who holds it: each letter that asks that person brings it anew,
 * and the first that asks nothing any more takes it back.
 */
#include "app/letters/writing/ics.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/letters/context/moments.h"
#include "app/matches/deadlines.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reader_words.h"
#include "app/matches/table/table.h"
#include "app/matches/table/tenures.h"
#include "base/seconds.h"
#include "core/decision.h"
#include "core/say.h"
#include "mail/outgoing/calendar.h"
#include "mail/outgoing/write.h"
#include "policy/clock.h"
#include "store/mails/calendar.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"
#include "store/people/people.h"

#include <string.h>

/* ---- by when the player must do something ---- */

static int
timer_due(struct table *t, int seat, enum timer_kind kind, int64_t *due)
{
	struct timer_row timer;
	bool found = false;

	*due = 0;
	if (store_timer(
		t->home->store, t->row->id, seat, kind, &timer, &found) == -1)
		return -1;
	if (found && timer.due < CLOCK_NEVER)
		*due = timer.due;
	return 0;
}

/* UTC seconds; 0: nothing is asked, or it has no deadline. */
static int
asked_until(
    struct table *t, int seat, const struct person *person, int64_t *due)
{
	const struct seat_row *row = table_seat(t, seat);

	*due = 0;
	if (row->occupant != OCCUPANT_PERSON || row->person != person->id)
		return 0;
	if (t->row->status == STATUS_MUSTER && (muster_missing(t) & SEAT(seat)))
		return timer_due(t, -1, TIMER_MUSTER, due);
	if (t->row->status == STATUS_RUNNING && seat_is_awaited(t, seat))
		return timer_due(t, seat, TIMER_DECIDE, due);
	return 0;
}

/* ---- what it says ---- */

static char *
sentence(const struct reader *r, const char *key, const char *until)
{
	struct table *t = r->t;
	g_autofree char *game = g_strdup_printf("game.%s", t->row->game);

	return reader_say(
	    r, phrase_new(key, json_pack("{s:{s:s, s:s}, s:I, s:s*}", "game",
				   "word", t->row->game, "phrase", game, "n",
				   (json_int_t)t->row->id, "until", until)));
}

/* The same in all letters about the seat. */
static char *
entry_uid(const struct calendar_row *row, const char *host)
{
	return g_strdup_printf(
	    "g%lld.s%d@%s", (long long)row->match, row->seat, host);
}

static GBytes *
write_entry(const struct reader *r, const struct calendar_row *row, int64_t due,
    bool cancelled)
{
	struct table *t = r->t;
	const char *address = t->home->config->address;
	bool muster = t->row->status == STATUS_MUSTER;
	g_autofree char *uid = entry_uid(row, strchr(address, '@') + 1);
	g_autofree char *until = both_moments(r, due);
	g_autofree char *summary =
	    sentence(r, muster ? "calendar.muster" : "calendar.turn", NULL);
	g_autofree char *description = sentence(r,
	    cancelled ? "calendar.done"
	    : muster  ? "calendar.muster-text"
		      : "calendar.turn-text",
	    until);
	struct calendar_entry entry = { .uid = uid,
		.organiser = address,
		.sequence = row->sequence,
		.stamp = r->home->now,
		.due = due,
		.alarm = due - r->home->now > 2 * HOUR ? HOUR : 0,
		.summary = summary,
		.description = description,
		.cancelled = cancelled };

	return calendar_write(&entry, r->home->err);
}

int
calendar_file(const struct reader *r, struct attachment **file)
{
	const struct person *person = r->person;
	struct table *t = r->t;
	int seat = r->seat;
	struct calendar_row row = {
		.match = t->row->id, .seat = seat, .person = person->id
	};
	g_autoptr(GBytes) bytes = NULL;
	bool wanted = false;
	int64_t due = 0, told;

	*file = NULL;
	if (store_calendar_wanted(t->home->store, person->id, &wanted) == -1)
		return -1;
	if (store_calendar(t->home->store, &row) == -1 ||
	    (wanted && asked_until(t, seat, person, &due) == -1))
		return -1;
	if (due == 0 && row.due == 0)
		return 0;
	told = due != 0 ? due : row.due;
	row.sequence++;
	/* A letter that a newer one may replace before it leaves may take
	 * nothing back: so the next one does so, too, which does no harm. */
	if (due != 0 || r->reply == NULL)
		row.due = due;
	if (store_calendar_set(t->home->store, &row) == -1)
		return -1;
	bytes = write_entry(r, &row, told, due == 0);
	if (bytes == NULL)
		return -1;
	*file = attachment_new(CALENDAR_NAME, CALENDAR_TYPE, bytes);
	return 0;
}
