/* SPDX-License-Identifier: ISC */
/*
 * What a game shows its picture from one moment of a match to the next
 * (view_again), drawn with the memory of the pictures before, is the picture of
 * the whole view: at every moment of random matches, of all released games
 * that have one.
 */
#include "app/letters/context/view.h"
#include "app/matches/table/table_play.h"
#include "core/kept.h"
#include "games/games.h"
#include "render/mustache/memo.h"
#include "render/picture/picture.h"
#include "render/render.h"
#include "tests/app/at.h"
#include "tests/app/matches.h"

#ifdef __SANITIZE_ADDRESS__
enum { MATCHES = 3 };
#else
enum { MATCHES = 12 };
#endif
enum { MOVES = 150 };

/* A match, and what is remembered of its pictures. */
struct watched {
	struct table *t;
	const struct catalog *words;
	struct kept *kept;
	struct mustache_memo *memo;
	json_t *context;
	GString *open;
};

static void
watch_moment(struct watched *w)
{
	const char *game = w->t->row->game;
	json_t *whole = json_copy(w->context);
	g_autofree char *svg = NULL, *closed = NULL;
	struct picture_words *words =
	    picture_words_new(w->words, game, w->t->atom_names);
	struct err e = { 0 };

	json_object_set_new(whole, "view", context_view(w->t, SEAT_REFEREE));
	json_object_set_new(w->context, "view",
	    context_view_again(w->t, SEAT_REFEREE, w->kept));
	svg = picture_svg(w->words, game, whole, &e);
	must(svg == NULL ? -1 : 0, &e);
	must(
	    picture_open(w->words, game, w->context, w->memo, w->open, &e), &e);
	closed = picture_close(words, w->open->str);
	assert_string_equal(closed, svg);
	picture_words_free(words);
	json_decref(whole);
}

static void
watch_match(struct house *house, struct watched *w)
{
	struct err e = { 0 };

	w->kept = kept_new();
	w->memo = memo_new();
	w->open = g_string_new(NULL);
	w->context = json_pack("{s:o, s:O?}", "names",
	    table_name_list(w->t, SEATS_ALL), "atoms", w->t->atom_names);
	watch_moment(w);
	for (int n = 0; n < MOVES && !match_over(w->t->match);) {
		struct move move;
		int seat = (int)chance_below(
		    house->chance, (uint32_t)table_seats(w->t));

		if (!house_move(house, w->t, seat, &move))
			continue;
		must(AT(w->t->home, NOW,
			 table_play(w->t, seat, &move, "player", 0)),
		    &e);
		watch_moment(w);
		n++;
	}
	json_decref(w->context);
	g_string_free(w->open, TRUE);
	memo_free(w->memo);
	kept_free(w->kept);
}

static void
test_moments(void **arg)
{
	struct house house = { .babel = false };
	struct err e = { 0 };
	struct catalog *words = catalog_load("en", NULL, &e);

	(void)arg;
	must(words == NULL ? -1 : 0, &e);
	house_open(&house);
	house_pictures(&house, false);
	for (size_t g = 0; games_all[g] != NULL; g++) {
		const struct game *game = games_all[g];

		for (int m = 0; game->released && m < MATCHES; m++) {
			int more = game->max_seats - game->min_seats + 1;
			struct watched w = { .words = words };

			w.t = house_start(
			    &house, house_match(&house, game,
					game->min_seats + m % more, m > 0));
			watch_match(&house, &w);
			table_free(w.t);
		}
	}
	house_close(&house);
	catalog_free(words);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_moments),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
