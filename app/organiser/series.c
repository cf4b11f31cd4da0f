/* SPDX-License-Identifier: ISC */
/* Series as the organiser sees them. */
#include "app/organiser/series.h"

#include "app/home/home.h"
#include "app/organiser/shown/columns.h"
#include "app/series/course.h"
#include "base/err.h"
#include "series/standings.h"
#include "store/people/people.h"

static json_t *
summary(const struct course *c)
{
	const struct series_row *row = c->row;
	int people[SERIES_PEOPLE], n = course_active(c, people);
	json_t *item = json_pack("{s:I, s:s, s:s, s:s, s:i, s:i, s:i}",
	    "series", (json_int_t)row->id, "name", row->name, "game", row->game,
	    "state", series_state_word(row->state), "round", row->round,
	    "rounds", row->rounds, "people", n);

	if (row->due > 0)
		show_time(item, "due", row->due);
	return item;
}

json_t *
series_list(struct home *home, struct err *e)
{
	g_autoptr(GPtrArray) rows = NULL;
	json_t *list;

	home_work(home, home->now, e);
	if ((rows = store_series_all(home->store)) == NULL)
		return NULL;
	list = json_array();
	for (guint i = 0; i < rows->len; i++) {
		const struct series_row *row = rows->pdata[i];
		struct course *c = course_open(home, row->id);

		if (c == NULL) {
			json_decref(list);
			return NULL;
		}
		json_array_append_new(list, summary(c));
		course_free(c);
	}
	return list;
}

/* ---- one ---- */

static int
add_person(struct home *home, int64_t id, json_t *item)
{
	struct person *person = store_person(home->store, id);

	if (person == NULL)
		return -1;
	json_object_set_new(item, "person", json_integer(id));
	json_object_set_new(item, "name", json_string(person->name));
	person_free(person);
	return 0;
}

static int
add_standings(const struct course *c, json_t *list)
{
	struct series_standing standings[SERIES_PEOPLE];
	int n = course_rank(c, standings);

	for (int i = 0; i < n; i++) {
		const struct series_standing *one = &standings[i];
		g_autofree char *points = series_points_text(one->points);
		g_autofree char *opponents = series_points_text(one->opponents);
		json_t *item = json_pack("{s:i, s:s, s:i, s:i, s:i, s:s}",
		    "place", one->place, "points", points, "tables",
		    one->tables, "wins", one->wins, "score", one->score,
		    "opponents", opponents);

		json_array_append_new(list, item);
		if (add_person(c->home, course_entrant(c, one->who)->person,
			item) == -1)
			return -1;
	}
	return 0;
}

static int
add_entrants(const struct course *c, json_t *list)
{
	for (int i = 0; i < (int)c->entrants->len; i++) {
		const struct entrant_row *e = course_entrant(c, i);
		const char *state = e->gone != 0	 ? "left"
				    : course_waits(c, i) ? "waits"
							 : "in";
		json_t *item = json_pack("{s:s}", "state", state);

		json_array_append_new(list, item);
		if (add_person(c->home, e->person, item) == -1)
			return -1;
	}
	return 0;
}

static int
add_invited(const struct course *c, json_t *list)
{
	g_autoptr(GArray) rows =
	    store_series_invitations(c->home->store, c->row->id);

	for (guint i = 0; rows != NULL && i < rows->len; i++) {
		const struct invitation_row *row =
		    &g_array_index(rows, struct invitation_row, i);
		json_t *item = json_object();

		json_array_append_new(list, item);
		show_time(item, "invited", row->invited);
		show_time(item, "declined", row->declined);
		if (add_person(c->home, row->person, item) == -1)
			return -1;
	}
	return rows == NULL ? -1 : 0;
}

static int
add_seats(
    const struct course *c, const struct series_table_row *table, json_t *list)
{
	int n;
	const struct series_seat_row *seats = course_seats(c, table, &n);

	for (int i = 0; i < n; i++) {
		const struct series_seat_row *seat = &seats[i];
		json_t *item = json_pack("{s:i}", "seat", seat->seat);

		json_array_append_new(list, item);
		if (seat->place > 0) {
			json_object_set_new(
			    item, "place", json_integer(seat->place));
			json_object_set_new(
			    item, "score", json_integer(seat->score));
			json_object_set_new(
			    item, "gave_up", json_boolean(seat->gave_up));
		}
		if (seat->person != 0 &&
		    add_person(c->home, seat->person, item) == -1)
			return -1;
	}
	return 0;
}

static int
add_tables(const struct course *c, json_t *list)
{
	for (guint i = 0; i < c->tables->len; i++) {
		const struct series_table_row *table =
		    &g_array_index(c->tables, struct series_table_row, i);
		json_t *seats = json_array();
		json_t *item = json_pack("{s:i, s:i, s:s, s:o}", "round",
		    table->round, "table", table->n, "state",
		    series_table_word(table->status), "seats", seats);

		if (table->match != 0)
			json_object_set_new(
			    item, "match", json_integer(table->match));
		json_array_append_new(list, item);
		if (add_seats(c, table, seats) == -1)
			return -1;
	}
	return 0;
}

static json_t *
whole(const struct course *c)
{
	const struct series_row *row = c->row;
	json_t *item = summary(c);
	json_t *entrants = json_array(), *tables = json_array();
	json_t *standings = json_array(), *invited = json_array();

	json_object_set_new(item, "least", json_integer(row->least));
	json_object_set_new(item, "most", json_integer(row->most));
	json_object_set_new(item, "places", json_integer(row->places));
	json_object_set_new(item, "by_date", json_boolean(row->by_date));
	json_object_set_new(item, "span", json_integer(row->span));
	json_object_set_new(item, "seed", json_integer(row->seed));
	json_object_set_new(item, "points", json_string(row->rule_name));
	json_object_set_new(item, "rule", json_string(row->rule));
	if (row->robots != NULL)
		json_object_set_new(item, "robots", json_string(row->robots));
	json_object_set_new(item, "terms", json_loads(row->terms, 0, NULL));
	json_object_set_new(item, "entrants", entrants);
	json_object_set_new(item, "invited", invited);
	json_object_set_new(item, "tables", tables);
	json_object_set_new(item, "standings", standings);
	if (add_entrants(c, entrants) == -1 || add_invited(c, invited) == -1 ||
	    add_tables(c, tables) == -1 || add_standings(c, standings) == -1)
		g_clear_pointer(&item, json_decref);
	return item;
}

json_t *
series_show(struct home *home, int64_t id, struct err *e)
{
	struct course *c;
	json_t *item;

	home_work(home, home->now, e);
	if ((c = course_open(home, id)) == NULL)
		return NULL;
	item = whole(c);
	course_free(c);
	return item;
}
