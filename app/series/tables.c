/* SPDX-License-Identifier: ISC */
/*
 * Tables of a series.  The row of a table is there before its match, and says
 * in the same transaction in which the match is made that it is: so each table
 * has one, wherever the program stops.
 */
#include "app/series/tables.h"

#include "app/home/home.h"
#include "app/letters/settle.h"
#include "app/matches/create.h"
#include "app/matches/deadlines.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/series/course.h"
#include "app/series/letters.h"
#include "base/log.h"
#include "core/chance.h"
#include "core/names.h"
#include "store/matches/matches.h"
#include "store/matches/results.h"
#include "store/matches/seats.h"
#include "store/people/people.h"
#include "store/transaction.h"

#include <string.h>

#define NAME_CUT 36 /* of a name that gets a number behind it */

/* ---- what a match is ordered with ---- */

struct ordering {
	GPtrArray *seats, *options, *policy; /* texts, NULL-ended */
	struct match_order order;
};

static GPtrArray *
texts_new(void)
{
	return g_ptr_array_new_with_free_func(g_free);
}

static void
ordering_clear(struct ordering *o)
{
	g_ptr_array_unref(o->seats);
	g_ptr_array_unref(o->options);
	g_ptr_array_unref(o->policy);
}

static void
ordering_init(struct ordering *o, const struct series_row *row)
{
	json_t *terms = json_loads(row->terms, 0, NULL);
	const char *key;
	json_t *value;
	size_t i;

	*o = (struct ordering){ .seats = texts_new(),
		.options = texts_new(),
		.policy = texts_new() };
	json_array_foreach(json_object_get(terms, "options"), i, value)
	    g_ptr_array_add(o->options, g_strdup(json_string_value(value)));
	json_object_foreach(json_object_get(terms, "policy"), key, value)
	    g_ptr_array_add(o->policy,
		g_strdup_printf("%s=%s", key, json_string_value(value)));
	json_decref(terms);
	o->order.game = row->game;
}

static const struct match_order *
ordering_end(struct ordering *o)
{
	g_ptr_array_add(o->seats, NULL);
	g_ptr_array_add(o->options, NULL);
	g_ptr_array_add(o->policy, NULL);
	o->order.seats = (char *const *)o->seats->pdata;
	o->order.options = (char *const *)o->options->pdata;
	o->order.policy = (char *const *)o->policy->pdata;
	return &o->order;
}

static int
try_one(struct home *home, const struct series_row *row, int seats)
{
	struct ordering o;
	int64_t id;
	int r;

	ordering_init(&o, row);
	o.order.wanted = seats;
	if (store_begin(home->store, __func__) == -1) {
		ordering_clear(&o);
		return -1;
	}
	r = match_make(home, ordering_end(&o), &id);
	store_rollback(home->store);
	ordering_clear(&o);
	return r;
}

int
tables_try(struct home *home, const struct series_row *row)
{
	for (int seats = row->least; seats <= row->most; seats++)
		if (try_one(home, row, seats) == -1)
			return -1;
	return 0;
}

/* ---- a match ---- */

struct making {
	struct course *c;
	const struct series_table_row *table;
	struct ordering o;
	GPtrArray *names;
	bool gone; /* somebody who was to sit there is not known any more */
};

static bool
is_taken(const struct making *m, const char *name)
{
	for (guint i = 0; i < m->names->len; i++)
		if (names_alike(m->names->pdata[i], name))
			return true;
	return false;
}

/* At a table all names differ: a name gets a number if it must, from that of
 * its seat on. */
static char *
free_name(const struct making *m, const char *name)
{
	g_autofree char *cut =
	    g_utf8_substring(name, 0, MIN(g_utf8_strlen(name, -1), NAME_CUT));
	char *free = g_strdup(name);

	for (guint n = m->names->len + 1; is_taken(m, free); n++) {
		g_free(free);
		free = g_strdup_printf("%s %u", cut, n);
	}
	return free;
}

static int
add_person(struct making *m, int64_t id)
{
	struct person *person = store_person(m->c->home->store, id);
	char *name;

	if (person == NULL)
		return -1;
	if (person->address == NULL) {
		m->gone = true;
		person_free(person);
		return 0;
	}
	name = free_name(m, person->name);
	g_ptr_array_add(m->names, name);
	g_ptr_array_add(
	    m->o.seats, g_strdup_printf("%s <%s>", name, person->address));
	person_free(person);
	return 0;
}

static int
add_seats(struct making *m)
{
	const char *level = m->c->row->robots;
	int n;
	const struct series_seat_row *seats = course_seats(m->c, m->table, &n);

	for (int i = 0; i < n; i++)
		if (seats[i].person == 0)
			g_ptr_array_add(
			    m->o.seats, g_strdup_printf("robot:%s", level));
		else if (add_person(m, seats[i].person) == -1)
			return -1;
	return 0;
}

/* As a rule the invitation to a match has the fingerprints; nobody is
 * invited to this one. */
static int
tell_fingerprints(struct table *t)
{
	unsigned char commitment[SEED_SIZE];
	char hex[SEED_HEX_SIZE];

	seed_commitment(t->row->server_seed, commitment);
	seed_to_hex(commitment, hex);
	return table_notice(t, "notice.fingerprints",
	    json_pack(
		"{s:s, s:s}", "commitment", hex, "agreed", t->row->agreed));
}

/* Nobody is asked again whether they play. */
static int
begin(struct home *home, int64_t id)
{
	struct table *t = table_open(home, id);
	int r;

	if (t == NULL)
		return -1;
	dedup_by_number(t, "m", id);
	r = tell_fingerprints(t);
	for (int s = 0; r == 0 && s < (int)table_seats(t); s++) {
		struct seat_row *seat = table_seat(t, s);

		seat->ready = true;
		r = store_seat_update(home->store, seat);
	}
	if (r == 0)
		r = muster_settle(t);
	if (r == 0)
		r = settle_match(t);
	table_free(t);
	return r;
}

static int
make(struct making *m)
{
	struct home *home = m->c->home;
	struct series_table_row table = *m->table;
	g_autofree char *name =
	    g_strdup_printf("%s %d.%d", m->c->row->name, table.round, table.n);

	if (add_seats(m) == -1)
		return -1;
	if (m->gone) {
		log_warn("series-table-gone",
		    "series %lld: table %d of round %d cannot be played: "
		    "somebody has left since",
		    (long long)table.series, table.n, table.round);
		return table_unmade(m->c, &table);
	}
	m->o.order.name = name;
	if (match_make(home, ordering_end(&m->o), &table.match) == -1 ||
	    begin(home, table.match) == -1)
		return -1;
	table.status = SERIES_TABLE_PLAYING;
	log_info("series-table-made",
	    "series %lld: table %d of round %d is match %lld",
	    (long long)table.series, table.n, table.round,
	    (long long)table.match);
	return store_series_table_set(home->store, &table);
}

/* Neither made nor given up, and a series that was stopped needs none. */
static bool
is_wanted(const struct course *c, const struct series_table_row *table)
{
	for (guint i = 0; i < c->tables->len; i++) {
		const struct series_table_row *one =
		    &g_array_index(c->tables, struct series_table_row, i);

		if (one->round == table->round && one->n == table->n)
			return one->status == SERIES_TABLE_NEW &&
			       c->row->state == SERIES_RUNNING;
	}
	return false;
}

int
table_make(struct course *c, const struct series_table_row *table)
{
	struct making m = { .c = c, .table = table };
	int r;

	if (!is_wanted(c, table))
		return 0;
	ordering_init(&m.o, c->row);
	m.names = texts_new();
	r = make(&m);
	g_ptr_array_unref(m.names);
	ordering_clear(&m.o);
	return r;
}

int
table_unmade(struct course *c, const struct series_table_row *table)
{
	struct series_table_row row = *table;

	row.status = SERIES_TABLE_UNFINISHED;
	if (store_series_table_set(c->home->store, &row) == -1)
		return -1;
	return series_tell_unmade(c, &row);
}

/* ---- results ---- */

static int
note_seat(struct course *c, const struct series_table_row *table,
    const struct result_row *result)
{
	int n;
	struct series_seat_row *seats = course_seats(c, table, &n);

	for (int i = 0; i < n; i++) {
		struct series_seat_row *seat = &seats[i];

		if (seat->seat != result->seat)
			continue;
		seat->place = result->place;
		seat->score = result->score;
		seat->gave_up =
		    seat->person != 0 && seat->person != result->person;
		return store_series_seat_set(c->home->store, seat);
	}
	return 0;
}

static int
note_table(struct course *c, struct series_table_row *table)
{
	g_autoptr(GPtrArray) results =
	    store_results_of_match(c->home->store, table->match);

	if (results == NULL)
		return -1;
	table->status =
	    results->len > 0 ? SERIES_TABLE_OVER : SERIES_TABLE_UNFINISHED;
	for (guint i = 0; i < results->len; i++)
		if (note_seat(c, table, results->pdata[i]) == -1)
			return -1;
	return store_series_table_set(c->home->store, table);
}

int
tables_note(struct course *c, int *n)
{
	g_autoptr(GArray) past =
	    store_series_tables_past(c->home->store, c->row->id);

	if (past == NULL)
		return -1;
	*n = (int)past->len;
	for (guint i = 0; i < c->tables->len; i++) {
		struct series_table_row *table =
		    &g_array_index(c->tables, struct series_table_row, i);

		for (guint k = 0; k < past->len; k++) {
			const struct series_table_row *one =
			    &g_array_index(past, struct series_table_row, k);

			if (one->round == table->round && one->n == table->n &&
			    note_table(c, table) == -1)
				return -1;
		}
	}
	return 0;
}
