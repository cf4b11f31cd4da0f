/* SPDX-License-Identifier: ISC */
/*
 * Replays in several languages, in random matches of every game: each page is
 * as if it were made alone, though they share their pictures, what was told,
 * and the chapters of the match.
 */
#include "app/home/languages.h"
#include "app/letters/story/story.h"
#include "app/letters/writing/replay_page.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "base/err.h"
#include "core/match.h"
#include "core/rules.h"
#include "games/games.h"
#include "tests/app/at.h"
#include "tests/app/matches.h"

static char *
page_of(
    struct table *t, const char *language, GPtrArray *story, struct film *film)
{
	const struct catalog *catalog = home_catalog(t->home, language);
	struct err e = { 0 };

	return TOLD(t->home, replay_of(t, catalog, false, story, film));
}

static void
check_page(
    struct table *t, const char *language, GPtrArray *story, struct film *film)
{
	g_autofree char *together = page_of(t, language, story, film);
	g_autofree char *alone = page_of(t, language, NULL, NULL);

	assert_non_null(alone);
	assert_string_equal(together, alone);
}

static void
check_pages(struct table *t)
{
	const struct reader all = reader_view(t, SEAT_ONLOOKER);
	g_autoptr(GPtrArray) story = story_chapters(&all, 0);
	struct film *film = film_new(REPLAY_MOST);

	for (size_t i = 0; i < G_N_ELEMENTS(catalogs); i++)
		check_page(t, catalogs[i], story, film);
	check_page(t, catalogs[0], story, film);
	/* names may differ from language to language */
	g_free(t->names[0]);
	t->names[0] = g_strdup("Zoe");
	check_page(t, catalogs[1], story, film);
	film_free(film);
}

static void
play(struct house *h, const struct game *game)
{
	struct table *t =
	    house_start(h, house_match(h, game, game->min_seats, false));
	struct err e = { 0 };

	while (!match_over(t->match)) {
		int seat =
		    (int)chance_below(h->chance, (uint32_t)table_seats(t));
		struct move move;

		if (house_move(h, t, seat, &move))
			must(AT(t->home, NOW,
				 table_play(t, seat, &move, "player", 0)),
			    &e);
	}
	check_pages(t);
	table_free(t);
}

static void
test_pages_that_share(void **state)
{
	struct house h = { 0 };

	(void)state;
	house_open(&h);
	for (size_t g = 0; games_all[g] != NULL; g++)
		play(&h, games_all[g]);
	house_close(&h);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pages_that_share),
	};

	return cmocka_run_group_tests_name("replays", tests, NULL, NULL);
}
