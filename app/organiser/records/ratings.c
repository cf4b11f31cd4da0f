/* SPDX-License-Identifier: ISC */
/* Ratings, as organisers see them. */
#include "app/organiser/records/ratings.h"

#include "app/home/home.h"
#include "app/home/people.h"
#include "app/matches/results/ratings.h"
#include "app/organiser/records/ratings_json.h"
#include "base/err.h"
#include "core/rules.h"
#include "games/games.h"
#include "rating/ratings.h"
#include "store/matches/results.h"
#include "store/people/people.h"
#include "store/transaction.h"

#include <string.h>

static int
show_one(struct home *home, const char *game, int place,
    const struct rated *rated, show_row *show, void *to)
{
	json_t *item = rated_json(game, place, rated);
	struct person *p;

	if (rated->who > 0) {
		if ((p = store_person(home->store, rated->who)) == NULL) {
			json_decref(item);
			return -1;
		}
		json_object_set_new(item, "name", json_string(p->name));
		person_free(p);
	}
	return show(item, to);
}

static int
show_list(struct home *home, const char *game, const struct ratings *ratings,
    bool robots, show_row *show, void *to)
{
	g_autoptr(GPtrArray) list = ratings_list(ratings, robots);

	for (guint i = 0; i < list->len; i++)
		if (show_one(
			home, game, (int)i + 1, list->pdata[i], show, to) == -1)
			return -1;
	return 0;
}

static int
show_game(struct home *home, const char *game, show_row *show, void *to)
{
	struct ratings *ratings = ratings_of_game(home, game, NULL);
	int r = ratings == NULL ? -1 : 0;

	if (r == 0)
		r = show_list(home, game, ratings, false, show, to);
	if (r == 0)
		r = show_list(home, game, ratings, true, show, to);
	ratings_free(ratings);
	return r;
}

int
show_ratings(struct home *home, const char *game, show_row *show, void *to,
    struct err *e)
{
	home_work(home, home->now, e);
	if (game != NULL && game_find(game) == NULL) {
		g_autoptr(GString) there = g_string_new(NULL);

		for (size_t i = 0; games_all[i] != NULL; i++)
			g_string_append_printf(there, "%s%s", i > 0 ? ", " : "",
			    games_all[i]->name);
		return err_set(e, ERR_MISSING,
		    "there is no game \"%s\"; there are %s", game, there->str);
	}
	for (size_t i = 0; games_all[i] != NULL; i++)
		if ((game == NULL || strcmp(game, games_all[i]->name) == 0) &&
		    show_game(home, games_all[i]->name, show, to) == -1)
			return -1;
	return 0;
}

int
person_rated(struct home *home, int64_t id, bool rated, struct err *e)
{
	struct person *p;
	int r;

	home_work(home, home->now, e);
	if ((p = person_there(home, id)) == NULL)
		return -1;
	person_free(p);
	IN_TRANSACTION(home->store, r, store_rated_set(home->store, id, rated));
	return r;
}
