/* SPDX-License-Identifier: ISC */
/*
 * "rating" and "results" by mail: how well people play each game, how the
 * sender's own rating came, and how the sender's matches ended.  Only finished
 * matches are in it, and of these nothing but places and points.
 */
#include "app/players/signup/person_commands.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/context/moments.h"
#include "app/letters/writing/rating_chart.h"
#include "app/matches/results/ratings.h"
#include "app/matches/results/results.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reply_lines.h"
#include "app/players/signup/signup.h"
#include "core/rules.h"
#include "games/games.h"
#include "parse/request.h"
#include "rating/ratings.h"
#include "robot/level.h"
#include "store/matches/matches.h"
#include "store/matches/results.h"
#include "store/matches/seats.h"
#include "store/people/people.h"
#include "store/people/shown.h"

enum {
	LIST_MAX = 10, /* of the best, and the sender's own line */
	RESULTS_MAX = 10
};

int
signup_rating(struct signup *s, const struct request *q)
{
	bool on = g_strcmp0(q->text, "on") == 0;

	if (q->text == NULL) {
		reply_want(&s->reply, "rating");
		signup_said(s, "signup.rating", NULL);
		return 0;
	}
	signup_said(s, on ? "signup.rating-on" : "signup.rating-off", NULL);
	return store_rated_set(s->home->store, s->person->id, on);
}

int
signup_results(struct signup *s, const struct request *q)
{
	(void)q;
	reply_want(&s->reply, "results");
	signup_said(s, "signup.results", NULL);
	return 0;
}

/* ---- the lists ---- */

static int
add_rated(
    struct signup *s, const struct rated *rated, guint place, json_t *list)
{
	json_t *item = json_pack("{s:i, s:i, s:i, s:b, s:b}", "points",
	    rating_points(&rated->rating), "doubt",
	    rating_doubt(&rated->rating), "matches", rated->matches,
	    "provisional", rated_is_provisional(rated), "self",
	    rated->who == s->person->id);
	struct person *p;

	json_array_append_new(list, item);
	if (rated_is_robot(rated)) {
		json_object_set_new(item, "robot",
		    json_string(
			robot_level_word((enum robot_level)(-1 - rated->who))));
		return 0;
	}
	if (!rated_is_provisional(rated))
		json_object_set_new(item, "place", json_integer(place));
	if ((p = store_person(s->home->store, rated->who)) == NULL)
		return -1;
	json_object_set_new(item, "name", json_string(p->name));
	person_free(p);
	return 0;
}

/* People who are to be named nowhere are not, but for themselves. */
static int
ask_hidden(struct signup *s, const struct rated *rated, bool *hidden)
{
	enum shown shown = SHOWN_NAME;

	if (!rated_is_robot(rated) && rated->who != s->person->id &&
	    store_shown(s->home->store, rated->who, &shown) == -1)
		return -1;
	*hidden = shown == SHOWN_NO;
	return 0;
}

/* The best, and the sender wherever that is. */
static int
list_rated(
    struct signup *s, const struct ratings *ratings, bool robots, json_t *list)
{
	g_autoptr(GPtrArray) all = ratings_list(ratings, robots);
	bool hidden;

	for (guint i = 0; i < all->len; i++) {
		const struct rated *rated = all->pdata[i];

		if (i >= LIST_MAX && rated->who != s->person->id)
			continue;
		if (ask_hidden(s, rated, &hidden) == -1 ||
		    (!hidden && add_rated(s, rated, i + 1, list) == -1))
			return -1;
	}
	return 0;
}

/* ---- ratings ---- */

static int
add_game(
    struct signup *s, const char *game, struct rating_course *c, json_t *games)
{
	struct rating_path path = { s->person->id,
		g_array_new(FALSE, FALSE, sizeof(struct rating_step)) };
	json_t *people = json_array(), *robots = json_array();
	struct ratings *ratings = ratings_of_game(s->home, game, &path);
	int r = ratings == NULL ? -1 : 0;

	if (r == 0)
		r = list_rated(s, ratings, false, people);
	if (r == 0)
		r = list_rated(s, ratings, true, robots);
	if (r == 0 && json_array_size(people) + json_array_size(robots) > 0)
		json_array_append_new(
		    games, json_pack("{s:s, s:O, s:O}", "game", game, "people",
			       people, "robots", robots));
	rating_course_add(c, game, &path);
	json_decref(people);
	json_decref(robots);
	ratings_free(ratings);
	return r;
}

int
signup_rating_context(struct signup *s, json_t *context)
{
	struct rating_course c;
	json_t *games = json_array();
	bool rated = false;
	int r = store_rated(s->home->store, s->person->id, &rated);

	rating_course_begin(&c);
	for (size_t i = 0; r == 0 && games_all[i] != NULL; i++)
		r = add_game(s, games_all[i]->name, &c, games);
	if (r == 0)
		json_object_set_new(context, "rating",
		    json_pack("{s:O, s:b, s:b, s:i}", "games", games, "any",
			json_array_size(games) > 0, "rated", rated,
			"provisional", RATING_PROVISIONAL));
	if (r == 0 && c.n > 0)
		json_object_set_new(context, "chart",
		    rating_chart(
			&c, home_words(s->home), INT64_MIN, INT64_MAX));
	rating_course_end(&c);
	json_decref(games);
	return r;
}

/* ---- results ---- */

/* The seats of a match, the best first. */
static int
add_seats(
    struct signup *s, const GPtrArray *rows, guint from, guint to, json_t *item)
{
	const struct result_row *any = rows->pdata[from];
	g_autoptr(GPtrArray) seats = store_seats(s->home->store, any->match);
	json_t *list = json_array();

	json_object_set_new(item, "seats", list);
	if (seats == NULL)
		return -1;
	for (int place = 1; place <= GAME_MAX_SEATS; place++)
		for (guint i = from; i < to; i++) {
			const struct result_row *row = rows->pdata[i];
			const struct seat_row *seat;

			if (row->place != place ||
			    (guint)row->seat >= seats->len)
				continue;
			seat = seats->pdata[row->seat];
			json_array_append_new(list,
			    json_pack("{s:i, s:s, s:i, s:b}", "place", place,
				"name", seat->name, "score", row->score, "self",
				row->person == s->person->id));
		}
	return 0;
}

static int
add_result(struct signup *s, const struct reader *r, const GPtrArray *rows,
    guint from, guint to, json_t *list)
{
	const struct result_row *row = rows->pdata[from];
	struct match_row *match = store_match(s->home->store, row->match);
	g_autofree char *ended = reader_moment(r, row->ended);
	json_t *item;
	int done;

	if (match == NULL)
		return -1;
	item = json_pack("{s:I, s:s, s:s, s:s}", "id", (json_int_t)row->match,
	    "game", row->game, "name", match->name, "ended", ended);
	match_row_free(match);
	done = add_seats(s, rows, from, to, item);
	json_array_append_new(list, item);
	return done;
}

int
signup_results_context(struct signup *s, json_t *context)
{
	struct reader r = signup_reader(s, s->person);
	g_autoptr(GPtrArray) rows = NULL;
	json_t *list = json_array();
	guint from, to;
	int done = results_catch_up(s->home, -1);

	r.language = home_words(s->home);
	if (done == 0)
		rows = store_results_of(
		    s->home->store, s->person->id, RESULTS_MAX);
	if (rows == NULL)
		done = -1;
	for (from = 0; done == 0 && from < rows->len; from = to) {
		const struct result_row *first = rows->pdata[from];

		for (to = from; to < rows->len &&
				((struct result_row *)rows->pdata[to])->match ==
				    first->match;
		     to++)
			;
		done = add_result(s, &r, rows, from, to, list);
	}
	json_object_set_new(context, "results",
	    json_pack(
		"{s:O, s:b}", "each", list, "any", json_array_size(list) > 0));
	json_decref(list);
	return done;
}
