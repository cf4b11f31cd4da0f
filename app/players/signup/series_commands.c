/* SPDX-License-Identifier: ISC */
/* "series", "join series 3", "leave series 3" by mail. */
#include "app/players/signup/person_commands.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/home/people.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reply_lines.h"
#include "app/players/signup/signup.h"
#include "app/series/course.h"
#include "app/series/join.h"
#include "app/series/letters.h"
#include "base/err.h"
#include "parse/request.h"
#include "store/people/people.h"
#include "store/series.h"

/* The one that the line names, or NULL with *r: 0 if there is none, which is
 * said. */
static struct course *
find(struct signup *s, const struct request *q, int *r)
{
	struct err *err = s->home->err;
	struct course *c = course_open(s->home, q->number);

	*r = 0;
	if (c != NULL)
		return c;
	if (err->code != ERR_MISSING) {
		*r = -1;
		return NULL;
	}
	err->code = 0;
	signup_refuse(s, "error.no-series", signup_number(q->number));
	return NULL;
}

static void
show(struct signup *s, int64_t series)
{
	s->series = series;
	reply_want(&s->reply, "series");
}

int
signup_series(struct signup *s, const struct request *q)
{
	struct course *c = NULL;
	int r = 0;

	if (q->number != 0 && (c = find(s, q, &r)) == NULL)
		return r;
	course_free(c);
	show(s, q->number);
	signup_said(s, "signup.series", NULL);
	return 0;
}

static const char *
joined_key(const struct course *c, int64_t person)
{
	if (course_waits(c, course_find(c, person)))
		return "signup.series-waits";
	return c->row->round > 0 ? "signup.series-next"
				 : "signup.series-joined";
}

/* Also where people join no matches by themselves: the organiser has opened the
 * series for them. */
int
signup_join_series(struct signup *s, const struct request *q)
{
	const char *why = NULL;
	struct course *c;
	int r;

	if ((c = find(s, q, &r)) == NULL)
		return r;
	r = series_enter(c, s->person->id, &why);
	if (why != NULL)
		signup_refuse(s, why, signup_number(q->number));
	else if (r == 0) {
		signup_said(
		    s, joined_key(c, s->person->id), signup_number(q->number));
		show(s, q->number);
	}
	course_free(c);
	return r;
}

/* The matches that the person still plays go on. */
static void
say_left(struct signup *s, const struct course *c)
{
	json_t *matches = json_array();
	int n;

	for (guint i = 0; i < c->tables->len; i++) {
		const struct series_table_row *table =
		    &g_array_index(c->tables, struct series_table_row, i);
		const struct series_seat_row *seats;

		if (table->status != SERIES_TABLE_PLAYING)
			continue;
		seats = course_seats(c, table, &n);
		for (int k = 0; k < n; k++)
			if (seats[k].person == s->person->id)
				json_array_append_new(
				    matches, json_sprintf("%lld",
						 (long long)table->match));
	}
	signup_said(s,
	    json_array_size(matches) > 0 ? "signup.series-left-playing"
					 : "signup.series-left",
	    json_pack(
		"{s:I, s:O}", "n", (json_int_t)c->row->id, "matches", matches));
	json_decref(matches);
}

int
signup_leave_series(struct signup *s, const struct request *q)
{
	const char *why = NULL;
	struct course *c;
	int r;

	if ((c = find(s, q, &r)) == NULL)
		return r;
	r = series_leave(c, s->person->id, &why);
	if (g_strcmp0(why, "error.series-not-in") == 0) {
		/* it is as is wished, such as by "no" to an invitation */
		r = series_decline(c, s->person->id);
		signup_said(
		    s, "signup.series-not-in", signup_number(q->number));
	} else if (why != NULL)
		signup_refuse(s, why, signup_number(q->number));
	else if (r == 0) {
		s->series = q->number;
		say_left(s, c);
	}
	course_free(c);
	return r;
}

/* ---- the answer ---- */

#define PAST_MAX 5 /* that are over, and listed */

static int
list_all(struct signup *s, const struct reader *r, json_t *list)
{
	g_autoptr(GPtrArray) rows = store_series_all(s->home->store);
	int past = 0;

	if (rows == NULL)
		return -1;
	for (guint i = 0; i < rows->len; i++) {
		const struct series_row *row = rows->pdata[i];
		struct course *c;

		if (series_is_past(row) && ++past > PAST_MAX)
			continue;
		if ((c = course_open(s->home, row->id)) == NULL)
			return -1;
		json_array_append_new(list, series_item(r, c));
		course_free(c);
	}
	return 0;
}

static bool
any_joinable(const json_t *list)
{
	const json_t *item;
	size_t i;

	json_array_foreach(list, i, item) if (json_is_true(json_object_get(item,
						  "joinable"))) return true;
	return false;
}

static int
add_invited(struct course *c, json_t *series)
{
	g_autoptr(GArray) rows =
	    store_series_invitations(c->home->store, c->row->id);

	for (guint i = 0; rows != NULL && i < rows->len; i++) {
		const struct invitation_row *row =
		    &g_array_index(rows, struct invitation_row, i);
		const char *key = row->declined != 0 ? "declined" : "awaited";
		const struct course_person *one = course_person(c, row->person);
		json_t *list = json_object_get(series, key);

		if (one == NULL)
			return -1;
		if (list == NULL) {
			list = json_pack("{s:[]}", "each");
			json_object_set_new(series, key, list);
		}
		json_array_append_new(json_object_get(list, "each"),
		    json_pack("{s:s}", "name", one->name));
	}
	return rows == NULL ? -1 : 0;
}

/* Which of the invited people do not take part is the organiser's alone to
 * know. */
static int
add_for_organiser(const struct signup *s, struct course *c, json_t *series)
{
	int64_t organiser;

	if (organiser_seats(s->home, &organiser) == -1)
		return -1;
	return organiser != 0 && organiser == s->person->id
		   ? add_invited(c, series)
		   : 0;
}

static int
show_one(struct signup *s, const struct reader *r, json_t *context)
{
	struct course *c = course_open(s->home, s->series);
	json_t *series;

	if (c == NULL)
		return -1;
	series = series_context(r, c);
	if (series != NULL && add_for_organiser(s, c, series) == -1)
		g_clear_pointer(&series, json_decref);
	course_free(c);
	if (series == NULL)
		return -1;
	json_object_set_new(series, "explained", json_true());
	series_into(context, series);
	return 0;
}

int
signup_series_context(struct signup *s, json_t *context)
{
	struct reader r = signup_reader(s, s->person);
	json_t *list;
	int done;

	r.language = home_words(s->home);
	if (s->series != 0)
		return show_one(s, &r, context);
	list = json_array();
	done = list_all(s, &r, list);
	json_object_set_new(context, "all_series",
	    json_pack("{s:O, s:b, s:b}", "each", list, "any",
		json_array_size(list) > 0, "joinable", any_joinable(list)));
	json_decref(list);
	return done;
}
