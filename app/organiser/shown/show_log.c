/* SPDX-License-Identifier: ISC */
/*
 * The log of a match for the organiser: what was told to all, or the moves,
 * with what was said and done between them.
 *
 * When somebody decided is no more to be seen than what she decided, as long
 * as others are asked along with her: a quick person, a plan and a deadline
 * would be told apart.  So what is open has the time at which the last of them
 * had decided, to the minute, and until then none.
 */
#include "app/organiser/organiser.h"

#include "app/home/home.h"
#include "app/letters/context/news.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/report.h"
#include "app/matches/table/table.h"
#include "app/matches/table/talk.h"
#include "app/organiser/shown/columns.h"
#include "app/organiser/shown/show.h"
#include "core/decision.h"
#include "store/matches/events.h"
#include "store/matches/matches.h"
#include "store/matches/talk.h"

#define MINUTE 60

/* The report of an event behind the i-th one. */
static const struct report *
next_event(const struct table *t, guint *i)
{
	while (++*i < t->reports->len) {
		const struct report *report = t->reports->pdata[*i];

		if (report->notice == NULL && report->talk == NULL)
			return report;
	}
	return NULL;
}

/* The seat that made it. */
static seatset
mover(const struct table *t, int64_t n)
{
	for (guint i = 0; i < t->events->len; i++) {
		const struct event_row *row = t->events->pdata[i];

		if (row->n == n)
			return SEAT(row->seat);
	}
	return 0;
}

/* When all who were asked along with the i-th report's event had decided; 0:
 * they have not. */
static int64_t
told_at(const struct table *t, guint i, seatset asked)
{
	const struct report *report = t->reports->pdata[i];
	seatset others = asked & ~mover(t, report->n);

	while (report != NULL && (others & report->asked) != 0) {
		report = next_event(t, &i);
		if (report != NULL)
			others &= ~mover(t, report->n);
	}
	return report == NULL ? 0 : report->at;
}

static void
add_sentences(
    struct table *t, const struct report *report, int64_t at, json_t *list)
{
	const struct reader all = reader_view(t, SEAT_ONLOOKER);
	json_t *news = json_array(), *sentence;
	size_t i;

	context_report(&all, report, news);
	json_array_foreach(news, i, sentence)
	{
		json_t *item = json_object();

		json_object_set_new(item, "n",
		    json_integer((json_int_t)json_array_size(list) + 1));
		show_time(item, "at", at - at % MINUTE);
		json_object_set(item, "news", sentence);
		json_array_append_new(list, item);
	}
	json_decref(news);
}

/* What everybody was told: the log without its secrets. */
static json_t *
public_log(struct table *t)
{
	json_t *list = json_array();
	seatset asked = 0; /* before the next event */

	for (guint i = 0; i < t->reports->len; i++) {
		const struct report *report = t->reports->pdata[i];
		int64_t at = report->at;

		if (report->notice == NULL && report->talk == NULL) {
			at =
			    asked == 0 ? t->row->started : told_at(t, i, asked);
			asked = report->asked;
		} else if (report->talk != NULL)
			at = report->talk->at;
		add_sentences(t, report, at, list);
	}
	return list;
}

static gint
by_number(gconstpointer a, gconstpointer b)
{
	json_int_t x =
	    json_integer_value(json_object_get(*(json_t *const *)a, "n"));
	json_int_t y =
	    json_integer_value(json_object_get(*(json_t *const *)b, "n"));

	return (x > y) - (x < y);
}

/* What the organiser, votes and the clock did, as all were told. */
static void
add_notices(const struct reader *all, GPtrArray *items)
{
	struct table *t = all->t;

	for (guint i = 0; i < t->reports->len; i++) {
		const struct report *report = t->reports->pdata[i];
		json_t *told = json_array(), *item;

		if (report->notice != NULL)
			context_report(all, report, told);
		if (json_array_size(told) > 0) {
			item = json_pack("{s:I, s:s, s:O, s:s}", "n",
			    (json_int_t)talk_open_number(t, report->n), "name",
			    "", "move", json_array_get(told, 0), "by",
			    "notice");
			show_time(item, "at",
			    report->at != 0 ? report->at : t->row->started);
			g_ptr_array_add(items, item);
		}
		json_decref(told);
	}
}

/* The moves, and what was done and said between them; reveal: in private, too.
 */
static json_t *
whole_log(struct table *t, bool open)
{
	g_autoptr(GPtrArray) items = g_ptr_array_new();
	const struct reader all = reader_view(t, SEAT_ONLOOKER);
	json_t *list = json_array(), *talk = talk_json(&all, open), *item;
	size_t k;

	for (guint i = 0; i < t->events->len; i++) {
		const struct event_row *row = t->events->pdata[i];

		item = json_object();
		json_object_set_new(
		    item, "n", json_integer(talk_open_number(t, row->n)));
		json_object_set_new(
		    item, "name", json_string(t->names[row->seat]));
		json_object_set_new(item, "move", json_string(row->move));
		json_object_set_new(item, "by", json_string(row->by));
		show_time(item, "at", row->at);
		g_ptr_array_add(items, item);
	}
	json_array_foreach(talk, k, item)
	{
		g_ptr_array_add(items,
		    json_pack("{s:O, s:s, s:O, s:s, s:n}", "n",
			json_object_get(item, "n"), "name", "", "move",
			json_object_get(item, "says"), "by", "talk", "at"));
	}
	json_decref(talk);
	add_notices(&all, items);
	g_ptr_array_sort(items, by_number);
	for (guint i = 0; i < items->len; i++)
		json_array_append_new(list, items->pdata[i]);
	return list;
}

json_t *
show_log(
    struct home *home, int64_t id, const struct reveal *reveal, struct err *e)
{
	struct table *t;
	json_t *list;

	home_work(home, home->now, e);
	t = show_table(home, id, reveal);
	if (t == NULL)
		return NULL;
	if (reveal == NULL && t->row->status != STATUS_OVER) {
		list = public_log(t);
		table_free(t);
		return list;
	}
	list = whole_log(t, reveal != NULL);
	table_free(t);
	return list;
}
