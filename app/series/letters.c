/* SPDX-License-Identifier: ISC */
/* Letters about a series: one kind, of which parts are told as they apply. */
#include "app/series/letters.h"

#include "app/home/home.h"
#include "app/home/people.h"
#include "app/letters/context/addressed.h"
#include "app/letters/context/moments.h"
#include "app/letters/writing/compose.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reader_words.h"
#include "app/series/course.h"
#include "app/series/join.h"
#include "app/series/points.h"
#include "app/series/progress.h"
#include "app/series/rounds.h"
#include "core/say.h"
#include "series/standings.h"
#include "store/matches/seats.h"
#include "store/people/people.h"

/* ---- people ---- */

static bool
is_self(const struct reader *r, int64_t id)
{
	return r->person != NULL && r->person->id == id;
}

/* Those who hide are known by name to themselves alone. */
static bool
may_name(const struct reader *r, const struct course_person *person, int64_t id)
{
	return person->named || is_self(r, id);
}

/* {"name", or "nameless": how the reader may know the person; "self"};
 * at_table: what a person who hides is called there, or NULL. */
static json_t *
person_item(const struct reader *r, const struct course *c, int64_t id,
    const char *at_table)
{
	const struct course_person *person = course_person(c, id);
	const char *name;

	if (person == NULL)
		return NULL;
	name = may_name(r, person, id) ? person->name : at_table;
	return json_pack("{s:b, s:b, s:s}", "self", is_self(r, id), "nameless",
	    name == NULL, "name", name != NULL ? name : "");
}

/* ---- standings ---- */

static json_t *
standing_item(const struct reader *r, const struct course *c,
    const struct series_standing *standing)
{
	const struct entrant_row *e = course_entrant(c, standing->who);
	json_t *item = person_item(r, c, e->person, NULL);

	if (item == NULL)
		return NULL;
	points_tell(r->language, standing, item);
	json_object_set_new(item, "gone", json_boolean(e->gone != 0));
	return item;
}

/* The people in first place, of so many: {"each": [...], "points"} */
static json_t *
first_of(const json_t *rows, int shared)
{
	json_t *each = json_array();
	json_t *points = json_object_get(json_array_get(rows, 0), "points");

	for (int i = 0; i < shared; i++)
		json_array_append(each, json_array_get(rows, (size_t)i));
	return json_pack("{s:o, s:O}", "each", each, "points", points);
}

/* {"rows": [...], "first", and what has decided between equal points beside
 * the wins: "by_score", "by_opponents"} */
static int
add_standings(const struct reader *r, const struct course *c, json_t *series)
{
	struct series_standing standings[SERIES_PEOPLE];
	json_t *rows;
	int n;

	/* before anything is over there is nothing to tell */
	if (!course_any_over(c))
		return 0;
	n = course_rank(c, standings);
	rows = json_array();
	for (int i = 0; i < n; i++) {
		json_t *item = standing_item(r, c, &standings[i]);

		if (item == NULL) {
			json_decref(rows);
			return -1;
		}
		json_array_append_new(rows, item);
	}
	if (n > 0) {
		json_t *told = json_pack("{s:O, s:o}", "rows", rows, "first",
		    first_of(rows, series_first(standings, n)));

		points_tell_ties(&c->rule, standings, n, told);
		json_object_set_new(series, "standings", told);
	}
	json_decref(rows);
	return 0;
}

static char *
name_for(const struct course *c, int64_t id, void *arg)
{
	const struct reader *r = arg;
	const struct course_person *person = course_person(c, id);

	if (person == NULL)
		return NULL;
	return may_name(r, person, id)
		   ? g_strdup(person->name)
		   : reader_say(r, phrase_new("series.nameless", NULL));
}

static int
add_progress(const struct reader *r, const struct course *c, json_t *series)
{
	int own = r->person == NULL ? -1 : course_find(c, r->person->id);
	json_t *progress;

	if (series_progress(c, r->language, own, name_for, (void *)(uintptr_t)r,
		&progress) == -1)
		return -1;
	if (progress != NULL)
		json_object_set_new(series, "progress", progress);
	return 0;
}

/* ---- tables ---- */

struct tables {
	const struct reader *r;
	const struct course *c;
	json_t *list; /* {"n", "made", "match", "people": [...]} */
	bool own; /* the reader sits at one */
};

static bool
sits_there(const struct reader *r, const struct series_seat_row *seats, int n)
{
	bool there = false;

	for (int i = 0; i < n; i++)
		there |= seats[i].person != 0 && is_self(r, seats[i].person);
	return there;
}

/* What letters of a match call that person: as her seat has been called since
 * it was made, whatever her name is today; *name is NULL if she has none. */
static int
name_in_match(struct store *st, int64_t match, int64_t id, char **name)
{
	g_autoptr(GPtrArray) seats = store_seats(st, match);

	*name = NULL;
	if (seats == NULL)
		return -1;
	for (guint i = 0; *name == NULL && i < seats->len; i++) {
		const struct seat_row *seat = seats->pdata[i];

		if (seat->person == id)
			*name = g_strdup(seat->name);
	}
	return 0;
}

/* own: the reader was seated there, too, and so has letters of the match. */
static json_t *
seat_item(const struct tables *t, const struct series_table_row *table,
    int64_t id, bool own)
{
	const struct course_person *person;
	g_autofree char *name = NULL;

	if (id == 0)
		return json_pack("{s:s}", "robot", t->c->row->robots);
	if ((person = course_person(t->c, id)) == NULL)
		return NULL;
	if (own && table->status == SERIES_TABLE_PLAYING && table->match != 0 &&
	    !may_name(t->r, person, id) && !person->forgotten &&
	    name_in_match(t->c->home->store, table->match, id, &name) == -1)
		return NULL;
	return person_item(t->r, t->c, id, name);
}

static int
add_people(struct tables *t, const struct series_table_row *table, json_t *item)
{
	json_t *people = json_array();
	int n;
	const struct series_seat_row *seats = course_seats(t->c, table, &n);
	bool own = sits_there(t->r, seats, n);

	t->own |= own;
	json_object_set_new(item, "people", people);
	for (int i = 0; i < n; i++) {
		json_t *one = seat_item(t, table, seats[i].person, own);

		if (one == NULL)
			return -1;
		json_array_append_new(people, one);
	}
	return 0;
}

/* Those of the round that began last. */
static int
add_tables(struct tables *t)
{
	for (guint i = 0; i < t->c->tables->len; i++) {
		const struct series_table_row *table =
		    &g_array_index(t->c->tables, struct series_table_row, i);
		json_t *item;

		if (table->round != t->c->row->round)
			continue;
		item = json_pack("{s:i, s:{s:b}, s:b, s:I}", "n", table->n,
		    "status", series_table_word(table->status), 1, "made",
		    table->match != 0, "match", (json_int_t)table->match);
		json_array_append_new(t->list, item);
		if (add_people(t, table, item) == -1)
			return -1;
	}
	return 0;
}

/* The reader takes part, but has no table in the round. */
static bool
rests(const struct tables *t)
{
	int i = t->r->person == NULL ? -1 : course_find(t->c, t->r->person->id);

	return i != -1 && !t->own && course_was_in(t->c, i, t->c->row->round);
}

static int
add_round(const struct reader *r, const struct course *c, json_t *series)
{
	struct tables t = { .r = r, .c = c, .list = json_array() };
	int ret = add_tables(&t);

	if (c->row->round > 0)
		json_object_set_new(series, "tables",
		    json_pack("{s:i, s:O, s:b, s:b}", "round", c->row->round,
			"each", t.list, "seated", t.own, "rests", rests(&t)));
	json_decref(t.list);
	return ret;
}

/* ---- all of it ---- */

json_t *
series_item(const struct reader *r, const struct course *c)
{
	const struct series_row *row = c->row;
	int people[SERIES_PEOPLE], n = course_active(c, people);
	int own = r->person == NULL ? -1 : course_find(c, r->person->id);
	json_t *item = json_pack("{s:I, s:s, s:s, s:i, s:i, s:i, s:{s:b}}",
	    "id", (json_int_t)row->id, "name", row->name, "game", row->game,
	    "rounds", row->rounds, "round", row->round, "people", n, "state",
	    series_state_word(row->state), 1);

	json_object_set_new(item, "in",
	    json_boolean(own != -1 && course_entrant(c, own)->gone == 0));
	json_object_set_new(item, "left",
	    json_boolean(own != -1 && course_entrant(c, own)->gone != 0));
	json_object_set_new(
	    item, "waits", json_boolean(own != -1 && course_waits(c, own)));
	json_object_set_new(
	    item, "playing", json_boolean(!series_is_past(row)));
	json_object_set_new(item, "joinable",
	    json_boolean(series_enter_fault(c,
			     r->person == NULL ? 0 : r->person->id) == NULL));
	if (row->state == SERIES_OPEN && row->due > 0) {
		g_autofree char *at = reader_moment(r, row->due);

		json_object_set_new(item, "begins", json_string(at));
	}
	return item;
}

json_t *
series_context(const struct reader *r, struct course *c)
{
	json_t *series = series_item(r, c);

	json_object_set_new(series, "terms",
	    json_pack("{s:o}", "sentences", series_sentences(r, c)));
	if (!course_public(c) &&
	    (r->person == NULL || course_find(c, r->person->id) == -1))
		return series;
	if (add_standings(r, c, series) == -1 ||
	    add_progress(r, c, series) == -1 || add_round(r, c, series) == -1)
		g_clear_pointer(&series, json_decref);
	return series;
}

void
series_into(json_t *context, json_t *series)
{
	json_t *progress = json_object_get(series, "progress");

	if (progress != NULL)
		json_object_set(context, "progress", progress);
	json_object_set_new(context, "series", series);
}

/* ---- letters ---- */

static int
write_to(struct course *c, const struct person *person, json_t *told)
{
	struct reader r = reader_person(c->home, person);
	json_t *context = context_person(c->home, person->name);
	json_t *series = series_context(&r, c);
	int64_t organiser;

	if (series == NULL || organiser_seats(c->home, &organiser) == -1) {
		json_decref(series);
		json_decref(context);
		return -1;
	}
	if (organiser == person->id)
		context_to_organiser(context);
	r.series = c->row->id;
	json_object_update(series, told);
	series_into(context, series);
	return letter_to(&r, "series", context);
}

/* No letter goes where none arrives. */
static int
write_if_reached(struct course *c, int64_t id, json_t *told)
{
	struct person *person = store_person(c->home->store, id);
	int r = person == NULL ? -1 : 0;

	if (r == 0 && person->address != NULL && person->undeliverable == 0)
		r = write_to(c, person, told);
	person_free(person);
	return r;
}

int
series_write(struct course *c, int64_t person, enum series_told what)
{
	static const char *const words[] = {
		[SERIES_TOLD_ENTERED] = "joined",
		[SERIES_TOLD_INVITED] = "invited",
		[SERIES_TOLD_TAKEN_OUT] = "unseated",
	};
	json_t *told = json_pack("{s:b, s:b}", words[what], 1, "explained",
	    what != SERIES_TOLD_TAKEN_OUT);
	int r = write_if_reached(c, person, told);

	json_decref(told);
	return r;
}

int
series_tell_unmade(struct course *c, const struct series_table_row *table)
{
	json_t *told = json_pack(
	    "{s:{s:i, s:i}}", "unmade", "round", table->round, "n", table->n);
	const struct series_seat_row *seats;
	int n, r = 0;

	seats = course_seats(c, table, &n);
	for (int i = 0; r == 0 && i < n; i++)
		if (seats[i].person != 0)
			r = write_if_reached(c, seats[i].person, told);
	json_decref(told);
	return r;
}

static json_t *
told_of(const struct course *c, const struct course_news *news)
{
	json_t *told = json_object(), *ended = json_array();

	for (int i = 0; i < news->nended; i++)
		json_array_append_new(
		    ended, json_pack("{s:i}", "n", news->ended[i]));
	json_object_set_new(told, "ended", ended);
	json_object_set_new(told, "follows", json_boolean(news->nended > 0));
	if (news->began > 0)
		json_object_set_new(told, "began", json_integer(news->began));
	if (news->began > 0 && news->half)
		json_object_set_new(
		    told, "half", json_pack("{s:i}", "of", c->row->began_with));
	if (news->over)
		json_object_set_new(told, "over", json_true());
	if (news->too_few >= 0)
		json_object_set_new(told, "few",
		    json_pack("{s:i, s:i}", "n", news->too_few, "needs",
			round_needs(c)));
	if (news->reason != NULL)
		json_object_set_new(told, "stopped",
		    json_pack("{s:s}", "reason", news->reason));
	return told;
}

int
series_tell(struct course *c, const struct course_news *news)
{
	json_t *told;
	int r = 0;

	if (news->began == 0 && news->nended == 0 && !news->over &&
	    news->reason == NULL)
		return 0;
	told = told_of(c, news);
	for (int i = 0; r == 0 && i < (int)c->entrants->len; i++)
		if (course_entrant(c, i)->gone == 0)
			r = write_if_reached(
			    c, course_entrant(c, i)->person, told);
	json_decref(told);
	return r;
}
