/* SPDX-License-Identifier: ISC */
/*
 * People who no longer play in a match: how that came, and what a player who
 * came instead must know.  The notice by which all were told of it names the
 * person by number, so that it is found again whatever became of the seat.
 */
#include "app/letters/context/partings.h"

#include "app/letters/context/moments.h"
#include "app/letters/context/news.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reader_words.h"
#include "app/matches/table/report.h"
#include "app/matches/table/table.h"
#include "app/matches/table/tenures.h"
#include "core/decision.h"
#include "core/move.h"
#include "core/say.h"
#include "store/matches/events.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/tenures.h"

#include <string.h>

static json_int_t
leaver_of(const struct report *report)
{
	return report->notice == NULL ? 0
				      : json_integer_value(json_object_get(
					    report->notice->args, "person"));
}

bool
parting_find(struct table *t, int64_t person, struct parting *p)
{
	*p = (struct parting){ .seat = -1 };
	if (seat_of_person(t, person) >= 0)
		return false;
	for (guint i = 0; i < t->tenures->len; i++) {
		const struct tenure_row *row = t->tenures->pdata[i];

		if (row->person == person && row->until != 0)
			p->seat = row->seat;
	}
	for (guint i = t->reports->len; i > 0 && p->why == NULL; i--) {
		const struct report *report = t->reports->pdata[i - 1];

		if (leaver_of(report) == person)
			p->why = report->notice;
	}
	return p->seat != -1 || p->why != NULL;
}

/* The notice that was told last. */
static const struct phrase *
last_notice(struct table *t)
{
	for (guint i = t->reports->len; i > 0; i--) {
		const struct report *report = t->reports->pdata[i - 1];

		if (report->notice != NULL)
			return report->notice;
	}
	return NULL;
}

char *
parting_how(struct table *t)
{
	const struct phrase *last = last_notice(t);
	const struct reader r = reader_view(t, SEAT_ONLOOKER);

	return last == NULL ? NULL : notice_text(&r, last);
}

void
parting_reason(const struct reader *r, json_t *context)
{
	const struct phrase *last = last_notice(r->t);
	g_autofree char *text = NULL;

	if (last == NULL)
		return;
	text = notice_text(r, last);
	json_object_set_new(context, "reason", json_string(text));
	if (r->audience >= 0 && strcmp(last->key, "notice.declined") == 0 &&
	    json_integer_value(json_object_get(last->args, "person")) ==
		table_seat(r->t, r->audience)->person)
		json_object_set_new(context, "by_you", json_true());
}

bool
parting_is_own(const struct phrase *why, int64_t person)
{
	static const char *const keys[] = { "notice.left-early",
		"notice.all-left", "notice.declined", "notice.resigned" };

	if (json_integer_value(json_object_get(why->args, "person")) != person)
		return false;
	for (size_t i = 0; i < G_N_ELEMENTS(keys); i++)
		if (strcmp(why->key, keys[i]) == 0)
			return true;
	return false;
}

struct phrase *
parting_refusal(struct table *t, int64_t person)
{
	struct reader r = reader_view(t, SEAT_ONLOOKER);
	json_t *args = json_pack("{s:I}", "n", (json_int_t)t->row->id);
	const struct phrase *last = last_notice(t);
	g_autofree char *why = NULL;

	r.self = person;
	if (last != NULL)
		why = notice_text(&r, last);
	if (t->row->status == STATUS_ENDED && last != NULL &&
	    parting_is_own(last, person))
		return phrase_new("error.called-off-own", args);
	json_object_set_new(args, "why", json_string(why != NULL ? why : ""));
	return phrase_new(t->row->status == STATUS_ENDED
			      ? "error.match-called-off"
			      : "error.match-over",
	    args);
}

static json_t *
own_moves(const struct reader *r)
{
	struct table *t = r->t;
	json_t *list = json_array();

	for (guint i = 0; i < t->events->len; i++) {
		const struct event_row *row = t->events->pdata[i];

		g_autofree char *move = NULL;

		if (row->seat != r->seat)
			continue;
		move = move_retell(t->match, row->move, reader_words(r));
		json_array_append_new(list,
		    json_pack("{s:i, s:s}", "n", (int)i + 1, "move", move));
	}
	return list;
}

json_t *
newcomer_context(const struct reader *r, int64_t told)
{
	const struct tenure_row *h = seat_tenure(r->t, r->seat);
	json_t *own;

	if (h == NULL || told >= h->after)
		return NULL;
	own = own_moves(r);
	return json_pack("{s:s, s:o, s:b, s:o}", "plays", r->t->names[r->seat],
	    "news", context_news(r, told), "own_any", json_array_size(own) > 0,
	    "own", own);
}
