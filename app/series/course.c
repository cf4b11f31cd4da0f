/* SPDX-License-Identifier: ISC */
/* A series as it stands. */
#include "app/series/course.h"

#include "app/home/home.h"
#include "base/err.h"
#include "policy/policy_text.h"
#include "series/seating.h"
#include "series/standings.h"
#include "store/people/people.h"
#include "store/people/shown.h"

#include <string.h>

/* Of which a refusal tells the numbers. */
enum { NUMBERS_MOST = 8 };

/* ---- loading ---- */

static int
read_terms(struct course *c)
{
	json_t *terms = json_loads(c->row->terms, 0, NULL);
	const json_t *policy = json_object_get(terms, "policy");
	int r = -1;

	policy_default(&c->policy);
	if (json_is_object(policy))
		r = policy_from_json(&c->policy, policy, c->home->err);
	else
		err_set(c->home->err, ERR_DAMAGED, "its terms make no sense");
	c->options = json_incref(json_object_get(terms, "options"));
	json_decref(terms);
	return r;
}

static int
load(struct course *c)
{
	struct store *store = c->home->store;
	const int64_t id = c->row->id;

	if (series_rule_read(&c->rule, c->row->rule, strlen(c->row->rule),
		"its rule", c->home->err) == -1 ||
	    read_terms(c) == -1 ||
	    (c->entrants = store_entrants(store, id)) == NULL ||
	    (c->rounds = store_series_rounds(store, id)) == NULL ||
	    (c->tables = store_series_tables(store, id)) == NULL ||
	    (c->seats = store_series_seats(store, id)) == NULL)
		return -1;
	if (c->entrants->len > COURSE_PEOPLE)
		return err_set(c->home->err, ERR_DAMAGED, "too many people");
	return 0;
}

static void
free_person(void *one)
{
	struct course_person *person = one;

	g_free(person->name);
	g_free(person);
}

/* The organiser writes the number in a shell or in a mail: the sentence names
 * neither's commands. */
static void
refuse_number(struct home *home, int64_t id)
{
	g_autoptr(GPtrArray) rows = store_series_all(home->store);
	g_autoptr(GString) numbers = g_string_new(NULL);

	if (rows == NULL)
		return;
	for (guint i = 0; i < MIN(rows->len, NUMBERS_MOST); i++) {
		const struct series_row *row = rows->pdata[i];

		g_string_append_printf(
		    numbers, "%s%lld", i > 0 ? ", " : "", (long long)row->id);
	}
	err_set(home->err, ERR_MISSING, "there is no series %lld%s%s",
	    (long long)id,
	    rows->len == 0   ? ", nor any other"
	    : rows->len == 1 ? "; the only one is "
			     : "; the newest are ",
	    numbers->str);
}

struct course *
course_open(struct home *home, int64_t id)
{
	struct course *c = g_new0(struct course, 1);

	c->home = home;
	c->progress = g_array_new(FALSE, TRUE, sizeof(int));
	c->people = g_hash_table_new_full(
	    g_int64_hash, g_int64_equal, g_free, free_person);
	home->err->code = 0;
	c->row = store_series(home->store, id);
	if (c->row == NULL && home->err->code == 0)
		refuse_number(home, id);
	else if (c->row != NULL && load(c) == 0)
		return c;
	else if (c->row != NULL)
		err_more(home->err, "series %lld", (long long)id);
	course_free(c);
	return NULL;
}

void
course_free(struct course *c)
{
	if (c == NULL)
		return;
	if (c->row != NULL)
		series_row_free(c->row);
	json_decref(c->options);
	g_clear_pointer(&c->entrants, g_array_unref);
	g_clear_pointer(&c->rounds, g_array_unref);
	g_clear_pointer(&c->tables, g_array_unref);
	g_clear_pointer(&c->seats, g_array_unref);
	g_array_unref(c->progress);
	g_hash_table_unref(c->people);
	g_free(c);
}

/* ---- people ---- */

struct entrant_row *
course_entrant(const struct course *c, int i)
{
	return &g_array_index(c->entrants, struct entrant_row, i);
}

int
course_find(const struct course *c, int64_t person)
{
	for (int i = 0; i < (int)c->entrants->len; i++)
		if (course_entrant(c, i)->person == person)
			return i;
	return -1;
}

const struct course_person *
course_person(const struct course *c, int64_t id)
{
	struct course_person *one = g_hash_table_lookup(c->people, &id);
	struct person *person;
	enum shown shown;

	if (one != NULL)
		return one;
	person = store_person(c->home->store, id);
	if (person == NULL || store_shown(c->home->store, id, &shown) == -1) {
		person_free(person);
		return NULL;
	}
	one = g_new0(struct course_person, 1);
	one->name = g_strdup(person->name);
	one->forgotten = person->address == NULL;
	one->named = shown != SHOWN_NO && !one->forgotten;
	person_free(person);
	g_hash_table_insert(c->people, g_memdup2(&id, sizeof(id)), one);
	return one;
}

bool
course_was_in(const struct course *c, int i, int round)
{
	const struct entrant_row *e = course_entrant(c, i);

	return e->since != 0 && e->since <= round &&
	       (e->gone == 0 || e->gone > round);
}

int
course_active(const struct course *c, int *people)
{
	int n = 0;

	for (int i = 0; i < (int)c->entrants->len; i++)
		if (course_entrant(c, i)->gone == 0 &&
		    (c->row->places == 0 || n < c->row->places))
			people[n++] = i;
	return n;
}

bool
course_waits(const struct course *c, int i)
{
	int people[SERIES_PEOPLE], n = course_active(c, people);

	for (int k = 0; k < n; k++)
		if (people[k] == i)
			return false;
	return course_entrant(c, i)->gone == 0;
}

static bool
is_past(const struct series_table_row *table)
{
	return table->status == SERIES_TABLE_OVER ||
	       table->status == SERIES_TABLE_UNFINISHED;
}

/* The matches of a series that was stopped may go on. */
bool
course_public(const struct course *c)
{
	bool past = series_is_past(c->row);

	for (guint i = 0; i < c->tables->len; i++)
		past &= is_past(
		    &g_array_index(c->tables, struct series_table_row, i));
	return c->policy.public == PUBLIC_YES ||
	       (c->policy.public == PUBLIC_WHEN_OVER && past);
}

/* ---- seats ---- */

static int
compare_table(const struct series_seat_row *seat, int round, int n)
{
	return seat->round != round ? seat->round - round : seat->n - n;
}

struct series_seat_row *
course_seats(
    const struct course *c, const struct series_table_row *table, int *n)
{
	struct series_seat_row *seats = (void *)c->seats->data;
	guint from = 0, to = c->seats->len;

	while (from < to) {
		guint mid = from + (to - from) / 2;

		if (compare_table(&seats[mid], table->round, table->n) < 0)
			from = mid + 1;
		else
			to = mid;
	}
	for (*n = 0; from + (guint)*n < c->seats->len; ++*n)
		if (compare_table(
			&seats[from + (guint)*n], table->round, table->n) != 0)
			break;
	return seats + from;
}

/* ---- standings ---- */

/* The last round of which a table is over. */
static int
last_round_over(const struct course *c)
{
	int last = 0;

	for (guint i = 0; i < c->tables->len; i++) {
		const struct series_table_row *table =
		    &g_array_index(c->tables, struct series_table_row, i);

		if (is_past(table))
			last = MAX(last, table->round);
	}
	return last;
}

bool
course_any_over(const struct course *c)
{
	return last_round_over(c) > 0;
}

/* The seats of a table; those who sat there are noted of the round. */
static int
seats_of(const struct course *c, const struct series_table_row *table,
    struct series_seat *seats, bool *seated)
{
	int n;
	const struct series_seat_row *rows = course_seats(c, table, &n);

	n = MIN(n, SERIES_SEATS);
	for (int i = 0; i < n; i++) {
		seats[i] = (struct series_seat){
			.who = rows[i].person == 0
				   ? -1
				   : course_find(c, rows[i].person),
			.place = rows[i].place,
			.score = rows[i].score,
			.gave_up = rows[i].gave_up,
		};
		if (seats[i].who >= 0)
			seated[seats[i].who] = true;
	}
	return n;
}

static void
add_round(const struct course *c, const struct series_round_row *round,
    struct series_standings *standings)
{
	bool seated[SERIES_PEOPLE] = { false };
	struct series_seat seats[SERIES_SEATS];

	for (guint i = 0; i < c->tables->len; i++) {
		const struct series_table_row *table =
		    &g_array_index(c->tables, struct series_table_row, i);
		int n;

		if (table->round != round->round)
			continue;
		n = seats_of(c, table, seats, seated);
		if (is_past(table))
			series_add_table(standings, seats, n,
			    table->status == SERIES_TABLE_OVER);
	}
	for (int i = 0; round->ended != 0 && i < (int)c->entrants->len; i++)
		if (!seated[i])
			series_add_without(
			    standings, i, !course_was_in(c, i, round->round));
}

/* Everybody who ever had a round. */
static int
all_who_came(const struct course *c, int *people)
{
	int n = 0;

	for (int i = 0; i < (int)c->entrants->len; i++)
		if (course_entrant(c, i)->since != 0)
			people[n++] = i;
	return n;
}

static const struct series_round_row *
round_at(const struct course *c, guint i)
{
	return &g_array_index(c->rounds, struct series_round_row, i);
}

int
course_rank(const struct course *c, struct series_standing *out)
{
	struct series_standings *standings = series_standings_new(&c->rule);
	int people[SERIES_PEOPLE], n = all_who_came(c, people);

	for (guint i = 0; i < c->rounds->len; i++)
		add_round(c, round_at(c, i), standings);
	series_rank(standings, people, n, out);
	series_standings_free(standings);
	return n;
}

const int *
course_progress(const struct course *c, int *rounds)
{
	struct series_standing out[SERIES_PEOPLE];
	struct series_standings *standings;
	int people[SERIES_PEOPLE], n;

	if (c->progress->len > 0) {
		*rounds = (int)(c->progress->len / SERIES_PEOPLE) - 1;
		return (const int *)(void *)c->progress->data;
	}
	n = all_who_came(c, people);
	*rounds = last_round_over(c);
	g_array_set_size(c->progress, ((guint)*rounds + 1) * SERIES_PEOPLE);
	standings = series_standings_new(&c->rule);
	for (int r = 1; r <= *rounds; r++) {
		int *row =
		    &g_array_index(c->progress, int, (guint)r *SERIES_PEOPLE);

		add_round(c, round_at(c, (guint)r - 1), standings);
		series_rank(standings, people, n, out);
		for (int i = 0; i < n; i++)
			row[out[i].who] = out[i].points;
	}
	series_standings_free(standings);
	return (const int *)(void *)c->progress->data;
}
