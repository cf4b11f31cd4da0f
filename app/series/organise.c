/* SPDX-License-Identifier: ISC */
/* What an organiser does with series. */
#include "app/series/organise.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/people.h"
#include "app/letters/reach.h"
#include "app/matches/table/robots.h"
#include "app/series/course.h"
#include "app/series/join.h"
#include "app/series/letters.h"
#include "app/series/rounds.h"
#include "app/series/tables.h"
#include "app/series/troubles.h"
#include "base/err.h"
#include "base/log.h"
#include "core/rules.h"
#include "games/games.h"
#include "policy/policy_text.h"
#include "robot/level.h"
#include "store/people/people.h"
#include "store/transaction.h"

#include <string.h>

/* ---- a new series ---- */

static int
check_game(const struct series_order *o, struct err *e)
{
	const struct game *game = game_wanted(o->game, e);

	if (game == NULL)
		return -1;
	if (o->least < game->min_seats || o->most > game->max_seats ||
	    o->least > o->most)
		return err_set(e, ERR_FORMAT,
		    "a table of %s has %d to %d seats, so seats must lie "
		    "within that, such as %d",
		    game->name, game->min_seats, game->max_seats,
		    game->max_seats);
	return 0;
}

static int
check(struct home *home, const struct series_order *o)
{
	const int needs = o->robots == NULL ? o->least : 2;
	enum robot_level level;

	if (organise_text_ok("the name of a series", o->name, home->err) ==
		-1 ||
	    check_game(o, home->err) == -1)
		return -1;
	g_assert(o->rounds >= 1 && o->rounds <= SERIES_ROUNDS);
	g_assert(o->places >= 0 && o->places <= COURSE_PEOPLE);
	if (o->places > 0 && o->places < needs)
		return err_set(home->err, ERR_FORMAT,
		    "%d %s too few for a table, which needs %d people",
		    o->places, o->places == 1 ? "place is" : "places are",
		    needs);
	if (o->robots != NULL && !robot_level_read(o->robots, &level))
		return err_set(home->err, ERR_FORMAT,
		    "robots are easy, medium or strong, not \"%s\"", o->robots);
	if (o->robots != NULL && robots_can_think(home) == -1)
		return -1;
	if (o->begin != -1 && o->begin <= home->now)
		return err_set(home->err, ERR_FORMAT,
		    "the day on which it begins is past; to begin now, give "
		    "none and start the series once it is made");
	return 0;
}

/* As text; NULL with err. */
static char *
read_rule(struct home *home, const char *points)
{
	struct series_rule rule;

	return series_rule_named(&rule, points, home->err) == -1
		   ? NULL
		   : series_rule_text(&rule);
}

/* All that its matches agree on, from now on fixed. */
static char *
read_terms(struct home *home, const struct series_order *o)
{
	const struct game *game = game_find(o->game);
	struct policy p = home->config->policy;
	json_t *options = json_array(), *terms;
	char *text;
	int n = 0;

	for (int i = 0; i < p.ntimes; i++)
		if (g_strv_contains(game->phases, p.times[i].phase))
			p.times[n++] = p.times[i];
	p.ntimes = n;
	for (int i = 0; o->options != NULL && o->options[i] != NULL; i++)
		json_array_append_new(options, json_string(o->options[i]));
	if (policy_set_all(&p, o->policy, home->err) == -1) {
		json_decref(options);
		return NULL;
	}
	terms = json_pack(
	    "{s:o, s:o}", "options", options, "policy", policy_json(&p));
	text = json_dumps(terms, JSON_COMPACT | JSON_SORT_KEYS);
	json_decref(terms);
	return text;
}

static char *
rule_name(const char *points)
{
	return g_path_get_basename(points);
}

int
series_add(struct home *home, const struct series_order *o, int64_t *id)
{
	const char *points =
	    o->points != NULL ? o->points : series_rule_name(0);
	g_autofree char *rule = NULL, *terms = NULL, *named = rule_name(points);
	struct series_row row = {
		.name = (char *)(uintptr_t)o->name,
		.game = (char *)(uintptr_t)o->game,
		.least = o->least,
		.most = o->most,
		.rounds = o->rounds,
		.places = o->places,
		.robots = (char *)(uintptr_t)o->robots,
		.rule_name = named,
		.by_date = o->by_date,
		.span = o->span,
		.seed = o->seed,
		.due = o->begin == -1 ? 0 : o->begin,
		.created = home->now,
	};

	if (check(home, o) == -1 || (rule = read_rule(home, points)) == NULL ||
	    (terms = read_terms(home, o)) == NULL)
		return -1;
	row.rule = rule;
	row.terms = terms;
	if (tables_try(home, &row) == -1 ||
	    store_series_add(home->store, &row) == -1)
		return -1;
	*id = row.id;
	log_info("series-made", "series %lld: made", (long long)row.id);
	return 0;
}

int
series_new(struct home *home, const struct series_order *o, int64_t now,
    int64_t *id, struct err *e)
{
	int r;

	home_work(home, now, e);
	IN_TRANSACTION(home->store, r, series_add(home, o, id));
	return r;
}

/* ---- its people ---- */

/* Somebody new may only come with an address. */
static int
find_person(
    struct home *home, enum series_act what, const char *who, int64_t *id)
{
	g_autofree char *name = NULL;
	struct person *person;

	if (strchr(who, '<') == NULL) {
		int r = person_named(home, who, id, home->err);

		return r == -1 && home->err->code == ERR_MISSING
			   ? err_set(home->err, ERR_MISSING,
				 "there is no person \"%s\"; %s", who,
				 what == SERIES_UNSEAT
				     ? "name one who takes part, as in Bo or "
				       "bo@example.org"
				     : "of somebody new, write the name and "
				       "the address, as in Bo "
				       "<bo@example.org>")
			   : r;
	}
	person = person_meant(home, "person", who, &name);
	if (person == NULL)
		return -1;
	*id = person->id;
	person_free(person);
	return reach_given(home, who);
}

/* The refusals of series_enter and series_leave, for the organiser. */
static int
refuse(const struct course *c, const char *why)
{
	static const struct {
		const char *key, *text;
	} texts[] = {
		{ "error.series-over", "it is over" },
		{ "error.series-joined", "that person takes part already" },
		{ "error.series-last", "its last round has begun" },
		{ "error.series-full", "it has no more room" },
		{ "error.series-not-in", "that person takes no part in it" },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
		if (strcmp(texts[i].key, why) == 0)
			return err_set(c->home->err, ERR_CLASH,
			    "series %lld: %s", (long long)c->row->id,
			    texts[i].text);
	g_assert_not_reached();
}

/* A letter to that person would not be written, and nobody would hear of it. */
static int
check_reached(struct home *home, int64_t id)
{
	struct person *person = person_there(home, id);
	int r = person == NULL ? -1 : 0;

	if (r == 0 && person->undeliverable != 0)
		r = err_set(home->err, ERR_CLASH,
		    "no mail reaches %s; write the name with an address that "
		    "works, as in %s <bo@example.org>",
		    person->name, person->name);
	person_free(person);
	return r;
}

static int
act(struct course *c, enum series_act act, int64_t person)
{
	static const enum series_told told[] = {
		[SERIES_SEAT] = SERIES_TOLD_ENTERED,
		[SERIES_INVITE] = SERIES_TOLD_INVITED,
		[SERIES_UNSEAT] = SERIES_TOLD_TAKEN_OUT,
	};
	bool invited = false;
	const char *why = NULL;
	int r = 0;

	if (act != SERIES_UNSEAT && check_reached(c->home, person) == -1)
		return -1;
	if (act == SERIES_SEAT)
		r = series_enter(c, person, &why);
	else if (act == SERIES_INVITE)
		r = series_invite(c, person, &why);
	else if ((r = series_uninvite(c, person, &invited)) == 0 && !invited)
		r = series_leave(c, person, &why);
	if (r == -1)
		return -1;
	if (why != NULL)
		return refuse(c, why);
	/* a person who was only invited may still join: there is no news */
	return invited ? 0 : series_write(c, person, told[act]);
}

int
series_change(
    struct home *home, int64_t id, enum series_act what, const char *who)
{
	struct course *c = course_open(home, id);
	int64_t person = 0;
	int r = c == NULL ? -1 : find_person(home, what, who, &person);

	if (r == 0)
		r = act(c, what, person);
	course_free(c);
	return r;
}

int
series_act(struct home *home, int64_t id, enum series_act what, const char *who,
    int64_t now, struct err *e)
{
	int r;

	home_work(home, now, e);
	IN_TRANSACTION(home->store, r, series_change(home, id, what, who));
	return r;
}

/* ---- start and stop ---- */

static int
start(struct course *c)
{
	struct course_news news = { .too_few = -1 };
	int people[SERIES_PEOPLE], n = course_active(c, people);
	long long id = (long long)c->row->id;

	if (c->row->state != SERIES_OPEN)
		return err_set(c->home->err, ERR_CLASH, "series %lld %s", id,
		    c->row->state == SERIES_STOPPED ? "was stopped"
		    : c->row->state == SERIES_OVER  ? "is over"
						    : "has begun already");
	if (!round_possible(c))
		return err_set(c->home->err, ERR_CLASH,
		    "series %lld cannot begin: %d %s, and it needs %d", id, n,
		    n == 1 ? "person has joined" : "people have joined",
		    round_needs(c));
	if (round_begin(c, &news) == -1)
		return -1;
	return series_tell(c, &news);
}

/* No match of those is made any more; the letter about the end says that. */
static int
drop_tables(struct course *c)
{
	for (guint i = 0; i < c->tables->len; i++) {
		struct series_table_row *table =
		    &g_array_index(c->tables, struct series_table_row, i);

		if (table->status != SERIES_TABLE_NEW)
			continue;
		table->status = SERIES_TABLE_UNFINISHED;
		if (store_series_table_set(c->home->store, table) == -1 ||
		    series_table_works(c->home, table) == -1)
			return -1;
	}
	return series_works(c->home, c->row->id);
}

static int
stop(struct course *c, const char *reason)
{
	struct course_news news = { .too_few = -1, .reason = reason };

	if (organise_text_ok("the reason", reason, c->home->err) == -1)
		return -1;
	if (series_is_past(c->row))
		return err_set(c->home->err, ERR_CLASH,
		    "series %lld is over already", (long long)c->row->id);
	c->row->state = SERIES_STOPPED;
	c->row->ended = c->home->now;
	c->row->due = 0;
	log_info("series-stopped", "series %lld: the organiser stopped it",
	    (long long)c->row->id);
	if (store_series_update(c->home->store, c->row) == -1 ||
	    drop_tables(c) == -1)
		return -1;
	return series_tell(c, &news);
}

int
series_set_going(struct home *home, int64_t id, const char *reason)
{
	struct course *c = course_open(home, id);
	int r = c == NULL ? -1 : reason == NULL ? start(c) : stop(c, reason);

	course_free(c);
	return r;
}

int
series_start(struct home *home, int64_t id, int64_t now, struct err *e)
{
	int r;

	home_work(home, now, e);
	IN_TRANSACTION(home->store, r, series_set_going(home, id, NULL));
	return r;
}

int
series_stop(struct home *home, int64_t id, const char *reason, int64_t now,
    struct err *e)
{
	int r;

	home_work(home, now, e);
	IN_TRANSACTION(home->store, r, series_set_going(home, id, reason));
	return r;
}
