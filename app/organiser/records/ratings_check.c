/* SPDX-License-Identifier: ISC */
/*
 * Do ratings follow from the records of matches?  The records are verified by
 * themselves, put in order, and rated anew.
 */
#include "app/organiser/records/ratings.h"

#include "app/organiser/records/ratings_json.h"
#include "app/organiser/records/record_verify.h"
#include "base/err.h"
#include "core/rules.h"
#include "games/games.h"
#include "rating/ratings.h"
#include "robot/level.h"

#include <string.h>

struct recorded {
	char *name, *commitment;
	const char *game; /* its own */
	int64_t ended, match;
	size_t n;
	struct rating_result seats[RATING_SEATS];
};

struct ratings_check {
	GPtrArray *records; /* struct recorded * */
	GHashTable *commitments; /* -> struct recorded */
};

static void
recorded_free(void *record)
{
	struct recorded *r = record;

	g_free(r->name);
	g_free(r->commitment);
	g_free(r);
}

struct ratings_check *
ratings_check_new(void)
{
	struct ratings_check *c = g_new(struct ratings_check, 1);

	c->records = g_ptr_array_new_with_free_func(recorded_free);
	c->commitments = g_hash_table_new(g_str_hash, g_str_equal);
	return c;
}

void
ratings_check_free(struct ratings_check *c)
{
	g_hash_table_unref(c->commitments);
	g_ptr_array_unref(c->records);
	g_free(c);
}

static struct recorded *
recorded_new(const char *name, const struct record_result *result)
{
	struct recorded *r = g_new0(struct recorded, 1);

	r->name = g_strdup(name);
	r->commitment = g_strdup(result->commitment);
	r->game = game_find(result->game)->name;
	r->ended = result->ended;
	r->match = result->match;
	r->n = result->seats;
	for (size_t s = 0; s < r->n; s++)
		r->seats[s] =
		    (struct rating_result){ result->who[s], result->places[s] };
	return r;
}

int
ratings_check_add(struct ratings_check *c, const char *name,
    const json_t *record, struct err *e)
{
	g_autoptr(GString) report = g_string_new(NULL);
	struct record_result result = { .over = false };
	const struct recorded *twin;
	struct recorded *r;

	if (record_verify_result(record, report, &result, e) == -1)
		return err_more(e, "%s cannot be verified", name);
	if (!result.over)
		return err_set(e, ERR_CLASH,
		    "%s: the match has not been played to its end, so nobody "
		    "is rated by it; leave that record out",
		    name);
	if (result.ended <= 0)
		return err_set(e, ERR_FORMAT,
		    "%s does not say when the match ended; export it again "
		    "with this turnpost",
		    name);
	twin = g_hash_table_lookup(c->commitments, result.commitment);
	if (twin != NULL)
		return err_set(e, ERR_CLASH,
		    "%s and %s are records of the same match; leave one of "
		    "them out",
		    twin->name, name);
	r = recorded_new(name, &result);
	g_ptr_array_add(c->records, r);
	g_hash_table_insert(c->commitments, r->commitment, r);
	return 0;
}

static gint
by_end(gconstpointer a, gconstpointer b)
{
	const struct recorded *x = *(struct recorded *const *)a;
	const struct recorded *y = *(struct recorded *const *)b;

	if (x->ended != y->ended)
		return x->ended < y->ended ? -1 : 1;
	return x->match < y->match ? -1 : x->match > y->match;
}

static struct ratings *
rate(const struct ratings_check *c, const char *game)
{
	struct ratings *ratings = ratings_new();

	for (guint i = 0; i < c->records->len; i++) {
		const struct recorded *r = c->records->pdata[i];

		if (strcmp(r->game, game) == 0)
			ratings_add(ratings, r->seats, r->n);
	}
	return ratings;
}

/* What a list says of one player; NULL: it has no such. */
static const json_t *
listed(const json_t *list, const json_t *own)
{
	static const char *const keys[] = { "game", "person", "robot" };
	const json_t *item;
	size_t i;

	json_array_foreach(list, i, item)
	{
		bool same = true;

		for (size_t k = 0; k < G_N_ELEMENTS(keys); k++) {
			json_t *x = json_object_get(item, keys[k]);
			json_t *y = json_object_get(own, keys[k]);

			same &= x == y || json_equal(x, y);
		}
		if (same)
			return item;
	}
	return NULL;
}

static char *
called(const char *game, const struct rated *rated)
{
	if (rated->who > 0)
		return g_strdup_printf(
		    "%s, person %lld", game, (long long)rated->who);
	return g_strdup_printf("%s, robot %s", game,
	    robot_level_word((enum robot_level)(-1 - rated->who)));
}

static int
compare_one(const char *game, int place, const struct rated *rated,
    const json_t *list, struct err *e)
{
	static const char *const keys[] = { "matches", "won", "provisional",
		"points", "doubt", "mu", "sigma", "place" };
	g_autofree char *name = called(game, rated);
	json_t *own = rated_json(game, place, rated);
	const json_t *item = listed(list, own);
	int r = 0;

	if (item == NULL)
		r = err_set(e, ERR_DAMAGED,
		    "%s: rated by the records, but not in the list", name);
	for (size_t i = 0; r == 0 && i < G_N_ELEMENTS(keys); i++) {
		json_t *x = json_object_get(item, keys[i]);
		json_t *y = json_object_get(own, keys[i]);
		g_autofree char *is = json_dumps(x, JSON_ENCODE_ANY);
		g_autofree char *by = json_dumps(y, JSON_ENCODE_ANY);

		if (x != y && !json_equal(x, y))
			r = err_set(e, ERR_DAMAGED,
			    "%s: %s is %s by the records, and %s in the list%s",
			    name, keys[i], by != NULL ? by : "missing",
			    is != NULL ? is : "missing",
			    i == 0 ? "; is a record missing, or one too many?"
				   : "");
	}
	json_decref(own);
	return r;
}

static int
compare_game(struct ratings_check *c, const char *game, const json_t *list,
    size_t *n, struct err *e)
{
	struct ratings *ratings = rate(c, game);
	int r = 0;

	for (int robots = 0; robots < 2; robots++) {
		g_autoptr(GPtrArray) all = ratings_list(ratings, robots != 0);

		*n += all->len;
		for (guint i = 0; i < all->len && r == 0; i++)
			r = compare_one(
			    game, (int)i + 1, all->pdata[i], list, e);
	}
	ratings_free(ratings);
	return r;
}

/* Of one game alone, if the list has that alone. */
static bool
is_listed(const json_t *list, const char *game)
{
	const json_t *item;
	size_t i;

	json_array_foreach(
	    list, i, item) if (g_strcmp0(json_string_value(json_object_get(item,
					     "game")),
				   game) == 0) return true;
	return false;
}

int
ratings_check_list(struct ratings_check *c, const json_t *list, struct err *e)
{
	size_t n = 0;

	if (!json_is_array(list))
		return err_set(e, ERR_FORMAT,
		    "this is not a list made by \"turnpost rating --json\"");
	if (json_array_size(list) == 0)
		return err_set(e, ERR_FORMAT,
		    "the list has no ratings, so there is nothing to compare");
	g_ptr_array_sort(c->records, by_end);
	for (size_t i = 0; games_all[i] != NULL; i++)
		if (is_listed(list, games_all[i]->name) &&
		    compare_game(c, games_all[i]->name, list, &n, e) == -1)
			return -1;
	if (json_array_size(list) > n)
		return err_set(e, ERR_DAMAGED,
		    "the list has %zu ratings, and the records make %zu; is a "
		    "record missing, or from a page or a letter, which do not "
		    "say whom they rate?  \"turnpost export\" makes some that "
		    "do",
		    json_array_size(list), n);
	return 0;
}

/* ---- in JSON ---- */

json_t *
rated_json(const char *game, int place, const struct rated *rated)
{
	json_t *item = json_pack("{s:s}", "game", game);

	if (rated->who > 0)
		json_object_set_new(
		    item, "person", json_integer((json_int_t)rated->who));
	else
		json_object_set_new(item, "robot",
		    json_string(
			robot_level_word((enum robot_level)(-1 - rated->who))));
	json_object_update_new(item,
	    json_pack("{s:i, s:i, s:i, s:i, s:b, s:f, s:f}", "points",
		rating_points(&rated->rating), "doubt",
		rating_doubt(&rated->rating), "matches", rated->matches, "won",
		rated->won, "provisional", rated_is_provisional(rated), "mu",
		rated->rating.mu, "sigma", rated->rating.sigma));
	if (rated->who > 0 && !rated_is_provisional(rated))
		json_object_set_new(item, "place", json_integer(place));
	return item;
}
