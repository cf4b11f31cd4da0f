/* SPDX-License-Identifier: ISC */
/*
 * A page for each series whose matches are public: how it stands, and its
 * tables with links to the pages of their matches.
 */
#include "app/pages/series.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/pages/folder.h"
#include "app/pages/site.h"
#include "app/series/course.h"
#include "app/series/join.h"
#include "app/series/points.h"
#include "app/series/progress.h"
#include "render/picture/picture.h"
#include "series/standings.h"
#include "store/pages.h"
#include "store/series.h"
#include "store/transaction.h"

#include <stdint.h>

static char *
page_name(int64_t id)
{
	return g_strdup_printf("series-%lld", (long long)id);
}

/* As pages show that person, newly allocated; NULL on an error. */
static char *
person_name(
    struct site *site, const char *language, const struct course *c, int64_t id)
{
	const struct course_person *person = course_person(c, id);

	if (person == NULL)
		return NULL;
	return person->named
		   ? name_plain(person->name)
		   : site_say(site, language, "series.nameless", NULL);
}

/* ---- standings ---- */

static json_t *
standings_list(struct site *site, const char *language, const struct course *c,
    const struct series_standing *out, int n)
{
	const struct catalog *words = site_catalog(site, language);
	json_t *list = json_array();

	for (int i = 0; i < n; i++) {
		g_autofree char *name = person_name(
		    site, language, c, course_entrant(c, out[i].who)->person);
		json_t *item;

		if (name == NULL) {
			json_decref(list);
			return NULL;
		}
		item = json_pack("{s:s}", "name", name);
		points_tell(words, &out[i], item);
		json_array_append_new(list, item);
	}
	return list;
}

/* ---- tables ---- */

static int
add_people(struct site *site, const char *language, const struct course *c,
    const struct series_table_row *table, json_t *people)
{
	int n;
	const struct series_seat_row *seats = course_seats(c, table, &n);

	for (int i = 0; i < n; i++) {
		const struct series_seat_row *seat = &seats[i];
		g_autofree char *robot = g_strdup_printf("robot.%s",
		    c->row->robots != NULL ? c->row->robots : "easy");
		g_autofree char *name = NULL;

		name = seat->person == 0
			   ? site_say(site, language, robot, NULL)
			   : person_name(site, language, c, seat->person);
		if (name == NULL)
			return -1;
		json_array_append_new(
		    people, json_pack("{s:s, s:b}", "name", name, "winner",
				table->status == SERIES_TABLE_OVER &&
				    seat->place == 1));
	}
	return 0;
}

/* No page leads to one that is not there. */
static json_t *
table_item(struct site *site, const struct series_table_row *table)
{
	g_autofree char *match =
	    g_strdup_printf("match-%lld", (long long)table->match);
	json_t *item = json_pack(
	    "{s:i, s:i, s:[]}", "round", table->round, "n", table->n, "people");

	if (table->match != 0 && site_has_all(site, match))
		json_object_set_new(item, "match", json_integer(table->match));
	return item;
}

static json_t *
tables_list(struct site *site, const char *language, const struct course *c)
{
	json_t *list = json_array();

	for (guint i = c->tables->len; i > 0; i--) {
		const struct series_table_row *table =
		    &g_array_index(c->tables, struct series_table_row, i - 1);
		json_t *item = table_item(site, table);

		json_array_append_new(list, item);
		if (add_people(site, language, c, table,
			json_object_get(item, "people")) == -1) {
			json_decref(list);
			return NULL;
		}
	}
	return list;
}

/* ---- the chart ---- */

struct naming {
	struct site *site;
	const char *language;
};

static char *
name_for(const struct course *c, int64_t person, void *arg)
{
	const struct naming *n = arg;

	return person_name(n->site, n->language, c, person);
}

static int
add_chart(struct site *site, const char *language, const struct course *c,
    json_t *page)
{
	struct naming naming = { site, language };
	const struct catalog *words = site_catalog(site, language);
	g_autofree char *svg = NULL, *alt = NULL;
	json_t *progress;

	if (series_progress(c, words, -1, name_for, &naming, &progress) == -1)
		return -1;
	if (progress == NULL)
		return 0;
	svg = picture_svg(words, "chart", progress, site->home->err);
	alt = site_say(
	    site, language, "picture.series-alt", json_incref(progress));
	if (svg != NULL)
		json_object_set_new(page, "chart",
		    json_pack("{s:s, s:s, s:O}", "svg", svg, "alt", alt,
			"progress", progress));
	json_decref(progress);
	return svg == NULL ? -1 : 0;
}

/* ---- pages ---- */

/* What the start page tells of it, too. */
static json_t *
item_of(struct site *site, const char *language, const struct course *c)
{
	const struct series_row *row = c->row;
	int people[SERIES_PEOPLE], n = course_active(c, people);
	g_autofree char *key = g_strdup_printf("game.%s", row->game);
	g_autofree char *game = site_say(site, language, key, NULL);
	g_autofree char *name = name_plain(row->name);
	/* others would be turned away */
	const bool known_only =
	    site->home->config->signup.mode != SIGNUP_MODE_ANY;

	return json_pack(
	    "{s:I, s:s, s:s, s:s?, s:{s:b}, s:i, s:i, s:i, s:b, s:b, s:o}",
	    "id", (json_int_t)row->id, "name", name, "game", game, "game_page",
	    game_page_of(row->game), "state", series_state_word(row->state), 1,
	    "round", row->round, "rounds", row->rounds, "people", n, "joinable",
	    series_enter_fault(c, 0) == NULL, "known_only", known_only, "line",
	    site_line(site, language, "join-series", row->id));
}

/* When it begins, and how many sit at a table. */
static void
add_course(const struct series_row *row, json_t *page)
{
	if (row->state == SERIES_OPEN && row->due > 0) {
		g_autofree char *at = site_moment(row->due);

		json_object_set_new(page, "begins", json_string(at));
	}
	json_object_set_new(page, "seats", json_integer(row->most));
	if (row->least < row->most)
		json_object_set_new(page, "least", json_integer(row->least));
}

static json_t *
context_of_series(struct site *site, const char *language, void *arg)
{
	const struct course *c = arg;
	struct series_standing out[SERIES_PEOPLE];
	const int n = course_rank(c, out);
	json_t *standings = standings_list(site, language, c, out, n);
	json_t *tables =
	    standings == NULL ? NULL : tables_list(site, language, c);
	json_t *page;

	if (tables == NULL) {
		json_decref(standings);
		return NULL;
	}
	page = item_of(site, language, c);
	json_object_set_new(
	    page, "standings_any", json_boolean(course_any_over(c)));
	json_object_set_new(page, "standings", standings);
	points_tell_ties(&c->rule, out, n, page);
	add_course(c->row, page);
	json_object_set_new(
	    page, "tables_any", json_boolean(c->tables->len > 0));
	json_object_set_new(page, "tables", tables);
	if (add_chart(site, language, c, page) == -1)
		g_clear_pointer(&page, json_decref);
	return page;
}

static int
write_one(struct site *site, const struct course *c)
{
	g_autofree char *name = page_name(c->row->id);

	return site_write(
	    site, "site-series", name, context_of_series, (void *)(uintptr_t)c);
}

/* Others are about to lead there, but its page leads only to pages of matches
 * that are there already. */
static int
write_first(struct site *site, const struct course *c)
{
	g_autofree char *name = page_name(c->row->id);

	return site_has_all(site, name) ? 0 : write_one(site, c);
}

int
series_page_of(struct site *site, int64_t match, int64_t *id, char **name)
{
	int64_t series;
	struct course *c;
	int r = 0;

	if (store_series_of(site->home->store, match, &series) == -1)
		return -1;
	if (series == 0)
		return 0;
	if ((c = course_open(site->home, series)) == NULL)
		return -1;
	if (course_public(c) && (r = write_first(site, c)) == 0) {
		*id = series;
		*name = g_strdup(c->row->name);
	}
	course_free(c);
	return r;
}

/* Calls that for each public series, the newest first. */
static int
each_public(struct site *site,
    int (*work)(struct site *, const struct course *, void *), void *arg)
{
	g_autoptr(GPtrArray) rows = store_series_all(site->home->store);
	int r = rows == NULL ? -1 : 0;

	for (guint i = 0; r == 0 && i < rows->len; i++) {
		const struct series_row *row = rows->pdata[i];
		struct course *c = course_open(site->home, row->id);

		r = c == NULL ? -1 : 0;
		if (r == 0 && course_public(c))
			r = work(site, c, arg);
		course_free(c);
	}
	return r;
}

static int
come_each(struct site *site, const struct course *c, void *arg)
{
	struct store *store = site->home->store;
	g_autofree char *name = page_name(c->row->id);
	int r;

	(void)arg;
	if (site_has_all(site, name))
		return 0;
	IN_TRANSACTION(
	    store, r, store_site_series(store, site->folder->id, c->row->id));
	return r;
}

int
series_pages_come(struct site *site)
{
	return each_public(site, come_each, NULL);
}

static int
write_each(struct site *site, const struct course *c, void *arg)
{
	(void)arg;
	return write_one(site, c);
}

int
series_pages(struct site *site)
{
	return each_public(site, write_each, NULL);
}

struct listing {
	const char *language;
	json_t *list;
};

static int
list_each(struct site *site, const struct course *c, void *arg)
{
	struct listing *l = arg;

	json_array_append_new(l->list, item_of(site, l->language, c));
	return 0;
}

json_t *
series_shown(struct site *site, const char *language)
{
	struct listing l = { language, json_array() };

	if (each_public(site, list_each, &l) == -1)
		g_clear_pointer(&l.list, json_decref);
	return l.list;
}
