/* SPDX-License-Identifier: ISC */
/*
 * What the letter about a year tells: only of matches that are over, and of
 * other people by names alone.  People who hide are not named here.
 */
#include "app/players/people/yearbook.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/context/addressed.h"
#include "app/letters/writing/rating_chart.h"
#include "app/matches/results/ratings.h"
#include "app/players/people/yearbook_book.h"
#include "core/rules.h"
#include "games/games.h"
#include "rating/ratings.h"
#include "store/matches/results.h"
#include "store/matches/seats.h"
#include "store/matches/tenures.h"
#include "store/people/people.h"
#include "store/people/shown.h"

#include <string.h>

enum { FELLOWS_MAX = 3 };

static const struct played *
match_at(const struct book *b, guint i)
{
	return &g_array_index(b->matches, struct played, i);
}

static const struct result_row *
row_at(const struct book *b, guint i)
{
	return b->rows->pdata[i];
}

static void
find_matches(struct book *b)
{
	struct played one;

	for (guint i = 0; i < b->rows->len; i = one.to) {
		one = (struct played){ NULL, i, i };
		for (; one.to < b->rows->len &&
		       row_at(b, one.to)->match == row_at(b, i)->match;
		     one.to++) {
			const struct result_row *row = row_at(b, one.to);

			if (row->person == b->person->id &&
			    (one.own == NULL || row->place < one.own->place))
				one.own = row;
		}
		if (one.own != NULL)
			g_array_append_val(b->matches, one);
	}
}

/* ---- games ---- */

struct tally {
	int matches, won, most;
	int places[GAME_MAX_SEATS + 1];
};

static struct tally
tally_of(const struct book *b, const char *game)
{
	struct tally tally = { .most = INT32_MIN };

	for (guint i = 0; i < b->matches->len; i++) {
		const struct result_row *own = match_at(b, i)->own;

		if (game != NULL && strcmp(own->game, game) != 0)
			continue;
		tally.matches++;
		tally.won += own->place == 1;
		tally.most = MAX(tally.most, own->score);
		tally.places[MIN(own->place, GAME_MAX_SEATS)]++;
	}
	return tally;
}

/* "1 (2×), 3 (1×)": each place, and how often. */
static char *
places_text(const struct tally *tally)
{
	GString *text = g_string_new(NULL);

	for (int place = 1; place <= GAME_MAX_SEATS; place++)
		if (tally->places[place] > 0)
			g_string_append_printf(text, "%s%d (%d×)",
			    text->len > 0 ? ", " : "", place,
			    tally->places[place]);
	return g_string_free(text, FALSE);
}

static int
add_rating(const struct book *b, const char *game, struct rating_course *c,
    json_t *item)
{
	struct rating_path path = { b->person->id,
		g_array_new(FALSE, FALSE, sizeof(struct rating_step)) };
	struct ratings *ratings = ratings_of_game(b->home, game, &path);

	if (ratings != NULL && path.steps->len > 0) {
		int before = rating_course_before(&path, b->year->from);
		int after = rating_course_before(&path, b->year->until);

		json_object_set_new(item, "rating",
		    json_pack("{s:i, s:o}", "points", after, "change",
			json_sprintf("%+d", after - before)));
	}
	rating_course_add(c, game, &path);
	if (ratings == NULL)
		return -1;
	ratings_free(ratings);
	return 0;
}

static int
add_game(const struct book *b, const char *game, struct rating_course *c,
    json_t *list)
{
	const struct tally tally = tally_of(b, game);
	g_autofree char *places = places_text(&tally);
	json_t *item;
	size_t at = 0;

	if (tally.matches == 0)
		return 0;
	item = json_pack("{s:s, s:i, s:i, s:s, s:i}", "game", game, "matches",
	    tally.matches, "won", tally.won, "places", places, "most",
	    tally.most);
	/* the favourite first */
	while (at < json_array_size(list) &&
	       json_integer_value(json_object_get(
		   json_array_get(list, at), "matches")) >= tally.matches)
		at++;
	json_array_insert_new(list, at, item);
	return add_rating(b, game, c, item);
}

static int
add_games(const struct book *b, json_t *context)
{
	const struct catalog *catalog =
	    home_catalog(b->home, b->person->language);
	json_t *list = json_array(), *chart;
	struct rating_course c;
	int r = 0;

	rating_course_begin(&c);
	json_object_set_new(context, "games", list);
	for (size_t i = 0; r == 0 && games_all[i] != NULL; i++)
		r = add_game(b, games_all[i]->name, &c, list);
	json_object_set(context, "favourite",
	    json_object_get(json_array_get(list, 0), "game"));
	if (r == 0 && c.n > 0) {
		chart =
		    rating_chart(&c, catalog, b->year->from, b->year->until);
		/* nothing is to be seen if no match of the year was rated */
		if (json_array_size(json_object_get(chart, "rounds")) > 1)
			json_object_set(context, "chart", chart);
		json_decref(chart);
	}
	rating_course_end(&c);
	return r;
}

/* ---- with whom ---- */

struct fellow {
	int64_t person;
	const char *level; /* of a robot, or NULL */
	guint last; /* the match that counted last, so that each does once */
	int matches;
};

static struct fellow *
fellow_of(GArray *all, const struct result_row *row)
{
	struct fellow one = { row->person, row->level, G_MAXUINT, 0 };

	for (guint i = 0; i < all->len; i++) {
		struct fellow *f = &g_array_index(all, struct fellow, i);

		if (f->person == row->person &&
		    g_strcmp0(f->level, row->level) == 0)
			return f;
	}
	g_array_append_val(all, one);
	return &g_array_index(all, struct fellow, all->len - 1);
}

static gint
by_matches(gconstpointer a, gconstpointer b)
{
	const struct fellow *x = a, *y = b;

	return y->matches - x->matches;
}

static GArray *
find_fellows(const struct book *b)
{
	GArray *all = g_array_new(FALSE, FALSE, sizeof(struct fellow));

	for (guint i = 0; i < b->matches->len; i++)
		for (guint k = match_at(b, i)->from; k < match_at(b, i)->to;
		     k++) {
			const struct result_row *row = row_at(b, k);
			struct fellow *f;

			if (row->person == b->person->id ||
			    (row->person == 0 && row->level == NULL))
				continue;
			f = fellow_of(all, row);
			f->matches += f->last != i;
			f->last = i;
		}
	g_array_sort(all, by_matches);
	return all;
}

/*
 * As the reader knew that person at the table where they met last: nothing
 * tells who that is here, under another name.  *name is newly allocated; it
 * stays NULL if nothing is known of that seat any more.
 */
static int
name_fellow(const struct book *b, const struct fellow *f, char **name)
{
	struct store *store = b->home->store;
	int64_t match = row_at(b, match_at(b, f->last)->from)->match;
	g_autoptr(GPtrArray) tenures =
	    store_tenures_of(store, f->person, match);
	g_autoptr(GPtrArray) seats = store_seats(store, match);

	if (tenures == NULL || seats == NULL)
		return -1;
	/* a match that came from another home has seats alone */
	for (guint i = 0; i < seats->len; i++) {
		const struct seat_row *seat = seats->pdata[i];

		if (seat->person == f->person && *name == NULL)
			*name = g_strdup(seat->name);
	}
	if (tenures->len > 0) {
		const struct tenure_row *last =
		    tenures->pdata[tenures->len - 1];

		g_free(*name);
		*name = g_strdup(last->name);
	}
	return 0;
}

static int
add_fellow(const struct book *b, const struct fellow *f, json_t *list)
{
	enum shown shown = SHOWN_NAME;
	g_autofree char *name = NULL;

	if (f->level == NULL &&
	    store_shown(b->home->store, f->person, &shown) == -1)
		return -1;
	if (shown == SHOWN_NO)
		return 0;
	if (f->level == NULL && name_fellow(b, f, &name) == -1)
		return -1;
	if (f->level != NULL || name != NULL)
		json_array_append_new(
		    list, json_pack("{s:s?, s:s?, s:i}", "name", name, "robot",
			      f->level, "matches", f->matches));
	return 0;
}

static int
add_fellows(const struct book *b, json_t *context)
{
	g_autoptr(GArray) all = find_fellows(b);
	json_t *list = json_array();
	int r = 0;

	for (guint i = 0;
	     r == 0 && i < all->len && json_array_size(list) < FELLOWS_MAX; i++)
		r = add_fellow(b, &g_array_index(all, struct fellow, i), list);
	json_object_set_new(context, "fellows",
	    json_pack(
		"{s:O, s:b}", "each", list, "any", json_array_size(list) > 0));
	json_decref(list);
	return r;
}

/* ---- all of it ---- */

json_t *
yearbook_context(struct home *home, const struct person *person,
    const struct year *year, const GPtrArray *results)
{
	g_autoptr(GArray) matches =
	    g_array_new(FALSE, FALSE, sizeof(struct played));
	struct book b = { home, person, year, results, matches };
	json_t *context = context_person(home, person->name);
	struct tally all;

	find_matches(&b);
	all = tally_of(&b, NULL);
	json_object_set_new(context, "year", json_integer(year->number));
	json_object_set_new(context, "matches", json_integer(all.matches));
	json_object_set_new(context, "won", json_integer(all.won));
	if (add_games(&b, context) == 0 && add_fellows(&b, context) == 0 &&
	    yearbook_add_turning(&b, context) == 0)
		return context;
	json_decref(context);
	return NULL;
}
