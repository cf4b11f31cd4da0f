/* SPDX-License-Identifier: ISC */
/*
 * What people say to each other.  It is shown by the name of a seat, and heard
 * by those it is meant for alone: nothing else that anybody gets may change by
 * it, so private talk takes a number of the log that nobody else can see.
 *
 * Without names (policy "anonymous") it is told at the full hour, all of it
 * together and in no order of theirs, for the minute could tell who spoke.
 */
#include "app/matches/table/talk.h"

#include "app/home/home.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reader_words.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "base/seconds.h"
#include "core/say.h"
#include "policy/policy.h"
#include "store/matches/matches.h"
#include "store/matches/onlookers.h"
#include "store/matches/seats.h"
#include "store/matches/talk.h"
#include "store/matches/timers.h"

#include <string.h>

#define UNNAMED_WAIT 600 /* at least */

/* ---- in a table ---- */

int
talk_load(struct table *t)
{
	t->talk = store_talk(t->home->store, t->row->id);
	t->mutes = store_mutes(t->home->store, t->row->id);
	if (t->talk == NULL || t->mutes == NULL)
		return -1;
	for (guint i = 0; i < t->talk->len; i++) {
		const struct talk_row *row = t->talk->pdata[i];

		if (row->n != 0)
			table_talk(t, row);
	}
	return 0;
}

void
talk_free(struct table *t)
{
	if (t->talk != NULL)
		g_ptr_array_unref(t->talk);
	if (t->mutes != NULL)
		g_array_unref(t->mutes);
}

static bool
is_private(const struct talk_row *row)
{
	return row->hearer >= 0;
}

int64_t
talk_open_number(const struct table *t, int64_t n)
{
	int64_t open = n;

	for (guint i = 0; i < t->talk->len; i++) {
		const struct talk_row *row = t->talk->pdata[i];

		open -= row->n != 0 && row->n <= n && is_private(row);
	}
	return open;
}

int64_t
talk_full_number(const struct table *t, int64_t open)
{
	int64_t n = open;

	/* rows stand in the order of their numbers */
	for (guint i = 0; i < t->talk->len; i++) {
		const struct talk_row *row = t->talk->pdata[i];

		n += row->n != 0 && is_private(row) && row->n <= n + 1;
	}
	return n;
}

/* ---- who hears it ---- */

static bool
is_muted(const struct table *t, int64_t person, int seat)
{
	for (guint i = 0; i < t->mutes->len; i++) {
		const struct mute_row *mute =
		    &g_array_index(t->mutes, struct mute_row, i);

		if (mute->person == person &&
		    (mute->seat == seat || mute->seat == MUTE_ALL))
			return true;
	}
	return false;
}

/* Said by that seat, be it by a player who had it before. */
static bool
is_own(const struct talk_row *row, int seat)
{
	return seat >= 0 && row->seat == seat;
}

static bool
is_heard(struct table *t, const struct talk_row *row, int seat)
{
	if (is_own(row, seat))
		return true;
	if (is_private(row) && row->hearer != seat)
		return false;
	return seat < 0 || !is_muted(t, table_seat(t, seat)->person, row->seat);
}

bool
talk_is_news(struct table *t, const struct talk_row *row, int seat)
{
	return !is_own(row, seat) && is_heard(t, row, seat);
}

/* ---- as it is told ---- */

static const char *
sentence_key(const struct reader *r, const struct talk_row *row)
{
	struct table *t = r->t;
	int seat = r->audience;
	bool unnamed = t->policy.talk == TALK_ANONYMOUS;

	if (is_own(row, seat) && row->person == table_seat(t, seat)->person)
		return is_private(row) ? "talk.own-private" : "talk.own";
	if (is_private(row))
		return is_own(row, seat) ? "talk.between" : "talk.private";
	if (row->seat < 0)
		return unnamed ? "talk.onlooker-unnamed" : "talk.onlooker";
	return unnamed ? "talk.unnamed" : "talk.all";
}

/* Lines below the first one hang in the list of news. */
static char *
say(const struct reader *r, const struct talk_row *row, const char *key)
{
	g_auto(GStrv) lines = g_strsplit(row->text, "\n", -1);
	g_autofree char *text = g_strjoinv("\n   ", lines);

	return reader_say(r,
	    phrase_new(key,
		json_pack("{s:s, s:s, s:s}", "who", row->name, "text", text,
		    "whom", is_private(row) ? r->t->names[row->hearer] : "")));
}

char *
talk_sentence(const struct reader *r, const struct talk_row *row)
{
	return is_heard(r->t, row, r->audience)
		   ? say(r, row, sentence_key(r, row))
		   : NULL;
}

/* With all names, for readers who may see everything. */
static char *
talk_revealed(const struct reader *r, const struct talk_row *row)
{
	return say(r, row,
	    is_private(row)   ? "talk.between"
	    : row->seat == -1 ? "talk.onlooker"
			      : "talk.all");
}

json_t *
talk_json(const struct reader *r, bool reveal)
{
	struct table *t = r->t;
	json_t *list = json_array();

	for (guint i = 0; i < t->talk->len; i++) {
		const struct talk_row *row = t->talk->pdata[i];
		g_autofree char *says = NULL;

		if (row->n == 0)
			continue;
		says = reveal ? talk_revealed(r, row) : talk_sentence(r, row);
		if (says != NULL)
			json_array_append_new(
			    list, json_pack("{s:I, s:s}", "n",
				      (json_int_t)talk_open_number(t, row->n),
				      "says", says));
	}
	return list;
}

/* ---- told ---- */

/*
 * A player who hears it gets a letter.  The others have not missed anything:
 * what they were told reaches up to it, if it did up to what came before.
 */
static int
pass_seats(struct table *t, const struct talk_row *row)
{
	for (int s = 0; s < (int)table_seats(t); s++) {
		struct seat_row *seat = table_seat(t, s);

		if (talk_is_news(t, row, s) &&
		    seat->occupant == OCCUPANT_PERSON) {
			table_effect(t, EFFECT_TALK, s);
			continue;
		}
		if (seat->told != row->n - 1)
			continue;
		seat->told = row->n;
		if (store_seat_update(t->home->store, seat) == -1)
			return -1;
	}
	return 0;
}

static int
pass_onlookers(struct table *t, const struct talk_row *row)
{
	g_autoptr(GPtrArray) list = store_onlookers(t->home->store, t->row->id);

	if (list == NULL)
		return -1;
	for (guint i = 0; i < list->len; i++) {
		struct onlooker_row *o = list->pdata[i];

		if (o->told != row->n - 1)
			continue;
		o->told = row->n;
		if (store_onlooker_update(t->home->store, o) == -1)
			return -1;
	}
	return 0;
}

/* The row has its number now. */
static int
pass_on(struct table *t, const struct talk_row *row)
{
	table_talk(t, row);
	if (store_match_update(t->home->store, t->row) == -1 ||
	    pass_seats(t, row) == -1)
		return -1;
	return is_private(row) ? pass_onlookers(t, row) : 0;
}

/* ---- without names ---- */

static int
wait_for_hour(struct table *t)
{
	const struct timer_row timer = { .match = t->row->id,
		.seat = -1,
		.kind = TIMER_TALK,
		.asked = t->home->now,
		.due = ((t->home->now + UNNAMED_WAIT) / HOUR + 1) * HOUR };
	struct timer_row before;
	bool found = false;

	if (store_timer(t->home->store, t->row->id, -1, TIMER_TALK, &before,
		&found) == -1)
		return -1;
	return found ? 0 : store_timer_set(t->home->store, &timer);
}

/* An order that has nothing to do with who said it, and when. */
static gint
by_text(gconstpointer a, gconstpointer b)
{
	const struct talk_row *x = *(struct talk_row *const *)a;
	const struct talk_row *y = *(struct talk_row *const *)b;
	int order = strcmp(x->text, y->text);

	return order != 0 ? order : x->id < y->id ? -1 : 1;
}

/* What waits, and was said by then. */
static int
tell_unnamed(struct table *t, int64_t by)
{
	g_autoptr(GPtrArray) waits = g_ptr_array_new();

	for (guint i = 0; i < t->talk->len; i++) {
		struct talk_row *row = t->talk->pdata[i];

		if (row->n == 0 && row->at <= by)
			g_ptr_array_add(waits, row);
	}
	g_ptr_array_sort(waits, by_text);
	for (guint i = 0; i < waits->len; i++) {
		struct talk_row *row = waits->pdata[i];

		row->n = ++t->row->last_event;
		if (store_talk_told(t->home->store, row) == -1 ||
		    pass_on(t, row) == -1)
			return -1;
	}
	return 0;
}

int
talk_due(struct table *t, const struct timer_row *timer)
{
	if (store_timer_clear(
		t->home->store, timer->match, timer->seat, TIMER_TALK) == -1)
		return -1;
	return tell_unnamed(t, t->home->now);
}

int
talk_settle(struct table *t)
{
	/* what was said before the end is told with it */
	return match_is_past(t->row) ? tell_unnamed(t, t->row->ended) : 0;
}

int
talk_add(struct table *t, struct talk_row *row)
{
	g_ptr_array_add(t->talk, row);
	if (store_talk_add(t->home->store, row) == -1)
		return -1;
	return t->policy.talk == TALK_ANONYMOUS ? wait_for_hour(t)
						: pass_on(t, row);
}
