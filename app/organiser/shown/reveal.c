/* SPDX-License-Identifier: ISC */
/* An organiser looks at what is hidden in a match, in its mails and letters. */
#include "app/organiser/shown/reveal.h"

#include "app/home/home.h"
#include "app/home/people.h"
#include "app/home/veil.h"
#include "app/letters/settle.h"
#include "app/matches/table/table.h"
#include "base/err.h"
#include "base/log.h"
#include "core/decision.h"
#include "store/mails/inbox.h"
#include "store/mails/outbox.h"
#include "store/matches/matches.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/transaction.h"

static int
refuse(const struct table *t)
{
	return err_set(t->home->err, ERR_CLASH,
	    "the organiser plays in match %lld, so what is hidden there is not "
	    "shown; with --force it is, and all players are told at once",
	    (long long)t->row->id);
}

/* Written down; whom it concerns is told by settle_match. */
static int
note_look(struct table *t, const struct reveal *reveal)
{
	log_info("organiser-looks",
	    "match %lld: the organiser looks at what is hidden",
	    (long long)t->row->id);
	t->row->looked = reveal->now;
	return store_match_update(t->home->store, t->row);
}

/* What is looked at belongs to no moment; that it is told to players does. */
static int
look_at(struct table *t, const struct reveal *reveal)
{
	t->home->now = reveal->now;
	if (!t->organiser_plays)
		return t->row->looked != 0 ? 0 : note_look(t, reveal);
	/* Of a match that is over what people said in private is hidden yet. */
	if (!reveal->force)
		return refuse(t);
	if (note_look(t, reveal) == -1)
		return -1;
	return settle_match(t);
}

static int
look_at_match(struct home *home, int64_t id, const struct reveal *reveal)
{
	struct table *t = table_open_for(home, id, "l");
	int r = t == NULL ? -1 : look_at(t, reveal);

	table_free(t);
	return r;
}

int
reveal_match(struct home *home, int64_t id, const struct reveal *reveal)
{
	int r;

	if (reveal == NULL)
		return 0;
	IN_TRANSACTION(home->store, r, look_at_match(home, id, reveal));
	return r;
}

/* To do something for a seat shows what its hand allows. */
static int
try_seat(struct home *home, int64_t id, int seat, const struct reveal *reveal)
{
	struct table *t = table_open_for(home, id, "l");
	int r = 0;

	if (t == NULL)
		return -1;
	if (t->organiser_plays && !(t->organiser & SEAT(seat)))
		r = look_at(t, reveal);
	table_free(t);
	return r;
}

int
reveal_seat(
    struct home *home, int64_t id, int seat, const struct reveal *reveal)
{
	int r;

	IN_TRANSACTION(home->store, r, try_seat(home, id, seat, reveal));
	return r;
}

/* A letter to a seat or a mail from one, but not the organiser's own. */
static int
look_at_letter(struct home *home, int64_t match, int seat, int64_t person,
    const struct reveal *reveal)
{
	int64_t organiser;

	/* Onlookers are told what lies open. */
	if (match == 0 || seat < 0)
		return 0;
	if (organiser_seats(home, &organiser) == -1)
		return -1;
	if (organiser != 0 && organiser == person)
		return 0;
	return look_at_match(home, match, reveal);
}

int
reveal_letter(struct home *home, const struct outbox_row *row,
    const struct reveal *reveal)
{
	int r;

	if (reveal == NULL)
		return 0;
	IN_TRANSACTION(home->store, r,
	    look_at_letter(home, row->match, row->seat, row->person, reveal));
	return r;
}

/* A mail of an unknown match may be for any in which its sender (0: anybody)
 * and the organiser play. */
static int
look_at_unknown(struct home *home, int64_t organiser, int64_t sender,
    const struct reveal *reveal)
{
	g_autoptr(GPtrArray) seats = store_seats_of(home->store, organiser);

	if (seats == NULL)
		return -1;
	for (guint i = 0; i < seats->len; i++) {
		const struct seat_row *row = seats->pdata[i];
		struct table *t = table_open_for(home, row->match, "l");
		bool own = sender == 0;
		int r = 0;

		if (t == NULL)
			return -1;
		for (int s = 0; s < (int)table_seats(t); s++)
			own |= table_seat(t, s)->person == sender;
		if (own)
			r = look_at(t, reveal);
		table_free(t);
		if (r == -1)
			return -1;
	}
	return 0;
}

static int
look_at_mail(
    struct home *home, const struct inbox_row *row, const struct reveal *reveal)
{
	bool unread = row->state == INBOX_NEW || row->state == INBOX_DEAD;
	int64_t organiser, sender;

	if (organiser_seats(home, &organiser) == -1 ||
	    organiser_own_sender(home, row, &sender) == -1)
		return -1;
	if (row->match != 0)
		return look_at_letter(
		    home, row->match, row->seat, sender, reveal);
	if (organiser == 0 || organiser == sender || (sender == 0 && !unread))
		return 0;
	return look_at_unknown(home, organiser, sender, reveal);
}

int
reveal_mail(
    struct home *home, const struct inbox_row *row, const struct reveal *reveal)
{
	int r;

	if (reveal == NULL)
		return 0;
	IN_TRANSACTION(home->store, r, look_at_mail(home, row, reveal));
	return r;
}

int
veil_lift(struct veil *v, const struct reveal *reveal)
{
	for (guint i = 0; i < v->hidden->len; i++)
		if (reveal_match(v->home, g_array_index(v->hidden, int64_t, i),
			reveal) == -1)
			return -1;
	return 0;
}

enum inbox_state
veil_state(enum inbox_state state)
{
	return state == INBOX_IGNORED || state == INBOX_DUPLICATE ? INBOX_DONE
								  : state;
}
