/* SPDX-License-Identifier: ISC */
/*
 * Whether, when and in which form a letter to a seat leaves.  What answers a
 * mail leaves at once and is no concern of this file, but for an answer that
 * waits for robots (writing/waiting_answer.h), which the next letter joins.  A
 * letter that must wait - for the end of quiet hours, for the hour of a digest,
 * for others to the same person - is not written before: then it says what is
 * true when it leaves.  One that was written and says what is true no longer is
 * dropped before it leaves.
 */
#include "app/letters/schedule/schedule.h"

#include "app/home/home.h"
#include "app/home/hours.h"
#include "app/letters/context/context.h"
#include "app/letters/context/time_left.h"
#include "app/letters/writing/compose.h"
#include "app/letters/writing/waiting_answer.h"
#include "app/matches/clocks/reminders.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "app/matches/votes/votes.h"
#include "policy/clock.h"
#include "store/mails/notices.h"
#include "store/mails/outbox_reader.h"
#include "store/matches/matches.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"
#include "store/people/people.h"
#include "store/people/preferences.h"

#define NEVER INT64_MAX

/* ---- when ---- */

/* Does the letter ask for something that its reader may miss? */
static bool
asks(enum notice kind)
{
	return kind == NOTICE_TURN || kind == NOTICE_REMIND;
}

/*
 * Nobody misses a turn by having letters together: what asks waits for the
 * digest only if that leaves half of the time.
 */
static bool
can_wait(enum notice kind, int64_t now, int64_t then, int64_t deadline)
{
	return !asks(kind) || deadline == 0 ||
	       then - now <= (deadline - now) / 2;
}

/* When it leaves: now, later, or NEVER by itself. */
static int64_t
leaves_at(const struct reader *r, enum notice kind, int64_t deadline)
{
	int64_t at, now = r->home->now;

	if (r->home->holds)
		return now; /* it wakes nobody */
	if (r->preferences.mail == MAIL_QUIET && kind == NOTICE_NEWS &&
	    !r->untold)
		return NEVER;
	/* A reminder at an hour of the player's choice comes at that hour. */
	if (r->preferences.mail == MAIL_DIGEST && kind != NOTICE_LAST &&
	    !r->untold &&
	    (kind != NOTICE_REMIND || r->preferences.remind[0] == '\0')) {
		at = hours_next(r->zone, now, r->preferences.digest_at);
		if (can_wait(kind, now, at, deadline))
			return at;
	}
	at = hours_loud(&r->t->policy, r->zone, now);
	/* Better woken than never told. */
	return asks(kind) && deadline != 0 && at >= deadline ? now : at;
}

/* ---- writing, or putting off ---- */

int
notices_write(const struct reader *r, bool reminds)
{
	struct reader to = *r;
	struct joined_answer joined;
	json_t *context;
	int ret;

	if (answer_join(&to, &joined) == -1)
		return -1;
	context = context_whole(&to);
	if (context != NULL && reminds && time_left_context(&to, context) == -1)
		g_clear_pointer(&context, json_decref);
	if (context != NULL && joined.reply != NULL)
		json_object_update(context, joined.reply);
	ret = letter_to(&to, reminds ? "remind" : status_letter(to.t), context);
	answer_joined_clear(&joined);
	return ret;
}

bool
notices_wake(const struct reader *r)
{
	return leaves_at(r, NOTICE_TURN, 0) <= r->home->now;
}

/* Others to that person may be due in this very moment: then they are one
 * letter. */
static int
may_gather(struct table *t, int64_t person, bool *gather)
{
	GPtrArray *seats;

	*gather = false;
	if (!t->gather)
		return 0;
	seats = store_seats_of(t->home->store, person);
	if (seats == NULL)
		return -1;
	*gather = seats->len > 1;
	g_ptr_array_unref(seats);
	return 0;
}

static int
put_off(struct table *t, int seat, enum notice kind, int64_t due)
{
	const struct pending_row row = {
		.match = t->row->id,
		.seat = seat,
		.person = table_seat(t, seat)->person,
		.asks = kind == NOTICE_TURN,
		.reminds = kind == NOTICE_REMIND,
		.due = due,
	};

	return store_pending_add(t->home->store, &row);
}

/* It is written now, or when it may leave. */
static int
send_to(struct reader *r, enum notice kind)
{
	struct table *t = r->t;
	struct timer_row timer;
	bool found = false, gather = false;
	int64_t at;

	if (store_timer(t->home->store, t->row->id, r->seat, TIMER_DECIDE,
		&timer, &found) == -1 ||
	    votes_untold(t, r->seat, &r->untold) == -1)
		return -1;
	if (!found || timer.due == CLOCK_NEVER)
		timer.due = 0;
	at = leaves_at(r, kind, timer.due);
	if (may_gather(t, r->person->id, &gather) == -1)
		return -1;
	/* The player is told all when letters arrive again. */
	if (r->person->undeliverable != 0 || at == NEVER)
		return 0;
	if (at > r->home->now || gather)
		return put_off(t, r->seat, kind, MAX(at, r->home->now));
	return notices_write(r, kind == NOTICE_REMIND);
}

int
notices_send(struct table *t, int seat, enum notice kind)
{
	struct reader r = reader_seat(t, seat);
	int ret;

	if (table_seat(t, seat)->occupant != OCCUPANT_PERSON)
		return 0;
	if (reader_load(&r) == -1)
		return -1;
	ret = send_to(&r, kind);
	reader_clear(&r);
	return ret;
}

/* Must the player decide?  Not while a robot does. */
static bool
is_asked(struct table *t, int seat)
{
	return table_expects_move(t, seat) &&
	       !robot_relieves(table_seat(t, seat));
}

/* fresh: the player was not told of the decision that is asked for */
static enum notice
kind_of(struct table *t, int seat, bool fresh)
{
	switch (t->row->status) {
	case STATUS_MUSTER:
		return table_seat(t, seat)->ready ? NOTICE_NEWS : NOTICE_TURN;
	case STATUS_RUNNING:
		return fresh && is_asked(t, seat) ? NOTICE_TURN : NOTICE_NEWS;
	case STATUS_OVER:
	case STATUS_ENDED:
		break;
	}
	return NOTICE_LAST;
}

int
notices_put_off_anew(struct table *t, const struct pending_row *row)
{
	enum notice kind = kind_of(t, row->seat, row->asks);

	if (kind == NOTICE_NEWS && row->reminds)
		kind = NOTICE_REMIND;
	if (store_pending_clear(t->home->store, row->match, row->seat) == -1)
		return -1;
	return notices_send(t, row->seat, kind);
}

int
notices_tell(struct table *t, int seat)
{
	return notices_send(t, seat, kind_of(t, seat, true));
}

/* ---- what is true no longer ---- */

/* Seats that letters ask which have not left. */
static int
find_asking(struct table *t, seatset *seats)
{
	g_autoptr(GArray) ids = store_asking_seats(t->home->store, t->row->id);

	*seats = 0;
	for (guint i = 0; ids != NULL && i < ids->len; i++)
		*seats |= SEAT(g_array_index(ids, int64_t, i));
	return ids == NULL ? -1 : 0;
}

/* Of the player's letters that wait to leave, those that ask. */
static int
drop_untrue(struct table *t, int seat, bool *dropped)
{
	struct store *store = t->home->store;
	struct seat_row *row = table_seat(t, seat);
	const struct outbox_reader reader = { t->row->id, seat, row->person };
	enum asking_unsent own;
	int64_t digest;

	*dropped = false;
	if (store_asking_unsent(
		store, t->row->id, seat, row->person, &own, &digest) == -1)
		return -1;
	if (own == ASKING_FORMER &&
	    store_asking_drop(store, &reader, false) == -1)
		return -1;
	if (is_asked(t, seat) && effect_of(t, EFFECT_TIME, seat) == NULL)
		return 0;
	*dropped = own == ASKING_OWN || digest != 0;
	if (own == ASKING_OWN &&
	    (store_outbox_unsent(store, &reader, &row->told) == -1 ||
		store_asking_drop(store, &reader, true) == -1))
		return -1;
	if (digest == 0)
		return 0;
	if (store_digest_drop(store, digest, t->now) == -1)
		return -1;
	return store_seat_told(store, row);
}

/* ---- after a change ---- */

/* Since when seats are asked. */
static int
note_asking(struct table *t, int seat, const GArray *rows)
{
	struct asking_row fresh = { .match = t->row->id,
		.seat = seat,
		.person = table_seat(t, seat)->person,
		.since = t->now };
	const struct asking_row *old = NULL;

	for (guint i = 0; i < rows->len; i++)
		if (g_array_index(rows, struct asking_row, i).seat == seat)
			old = &g_array_index(rows, struct asking_row, i);
	if (!is_asked(t, seat))
		return old == NULL ? 0
				   : store_asking_clear(
					 t->home->store, t->row->id, seat);
	if (old != NULL && old->person == fresh.person &&
	    !table_newly_asked(t, seat))
		return 0;
	return store_asking_set(t->home->store, &fresh);
}

static int
note_askings(struct table *t)
{
	g_autoptr(GArray) rows = store_askings(t->home->store, t->row->id);

	if (rows == NULL)
		return -1;
	for (int s = 0; s < (int)table_seats(t); s++)
		if (note_asking(t, s, rows) == -1)
			return -1;
	return 0;
}

/* Is there a letter of a decision that its reader does not know of yet? */
static bool
is_untold(const GArray *pending, int seat)
{
	for (guint i = 0; i < pending->len; i++) {
		const struct pending_row *row =
		    &g_array_index(pending, struct pending_row, i);

		if (row->seat == seat && row->asks)
			return true;
	}
	return false;
}

static int
settle_seat(struct table *t, int seat, const GArray *pending, bool asking)
{
	/* Also one that has a plan: no letter is missing from the count of all,
	 * by which others could tell that there is one. */
	bool newly = t->row->status == STATUS_RUNNING && t->row->paused == 0 &&
		     table_newly_asked(t, seat);
	bool all = effect_of(t, EFFECT_TELL_ALL, -1) != NULL;
	bool talk = effect_of(t, EFFECT_TALK, seat) != NULL;
	bool dropped = false, fresh;

	if (asking && drop_untrue(t, seat, &dropped) == -1)
		return -1;
	if (seat == t->answered)
		return 0;
	/* The last letter is not written once more for a word of thanks. */
	if (kind_of(t, seat, false) == NOTICE_LAST && !all)
		return talk ? letter_to_seat(t, seat, "talk") : 0;
	if (!all && !talk && effect_of(t, EFFECT_TELL, seat) == NULL &&
	    !newly && !dropped)
		return 0;
	fresh = newly || dropped || is_untold(pending, seat);
	return notices_send(t, seat, kind_of(t, seat, fresh));
}

int
notices_settle(struct table *t)
{
	g_autoptr(GArray) pending = store_pending(t->home->store, t->row->id);
	seatset asking;

	if (pending == NULL || note_askings(t) == -1 ||
	    reminders_again(t) == -1 || find_asking(t, &asking) == -1)
		return -1;
	for (int s = 0; s < (int)table_seats(t); s++)
		if (settle_seat(t, s, pending, (asking & SEAT(s)) != 0) == -1)
			return -1;
	return 0;
}
