/* SPDX-License-Identifier: ISC */
/*
 * Pieces of pictures that are drawn before they are wanted: what a match shows
 * later is there when a first picture was drawn, and that is done once.
 */
#include "app/home/drawn.h"
#include "app/home/home.h"
#include "app/letters/new_match.h"
#include "app/letters/writing/pictures.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "base/err.h"
#include "games/games.h"
#include "store/db.h"
#include "store/mails/pictures.h"
#include "store/mails/sprites.h"
#include "store/meta.h"
#include "tests/app/at.h"
#include "tests/app/matches.h"

enum { DAY = 86400, MOVES = 16 };

/* How many are kept. */
static int
sprites(struct house *h)
{
	struct err e = { 0 };
	int64_t n;

	must(TOLD(h->home,
		 db_number(h->home->store, "SELECT count(*) FROM sprite", &n)),
	    &e);
	return (int)n;
}

/* A letter to that seat leaves; had pieces of its picture to be drawn? */
static bool
send(struct house *h, struct table *t, int seat)
{
	struct err e = { 0 };
	struct reader r = house_reader(t, seat);
	json_t *context = house_context(t, seat, 0);
	struct shown_picture shown;
	GBytes *png;

	g_clear_pointer(&h->home->drawn, drawn_free); /* another process */
	must(TOLD(h->home,
		 picture_for(&r, "turn", t->row->game, context, &shown)),
	    &e);
	must(TOLD(h->home, drawn_png(h->home, shown.hash, &png)), &e);
	drawn_keep(h->home);
	g_bytes_unref(png);
	picture_clear(&shown);
	json_decref(context);
	reader_clear(&r);
	return drawn_lacked(h->home);
}

static void
prepare(struct house *h, int64_t now)
{
	struct err e = { 0 };

	home_work(h->home, now, &e);
	h->home->prepare_usec = 600 * G_USEC_PER_SEC;
	pictures_prepare(h->home);
	must(e.code != 0 ? -1 : 0, &e);
}

/* Of the letters after the next moves, those whose pictures lacked a piece. */
static int
lacking(struct house *h, struct table *t)
{
	struct err e = { 0 };
	int n = 0;

	for (int i = 0; i < MOVES; i++) {
		int seat = g_bit_nth_lsf(match_to_act(t->match), -1);
		struct move move;

		assert_true(house_move(h, t, seat, &move));
		must(AT(h->home, NOW, table_play(t, seat, &move, "player", 0)),
		    &e);
		n += send(h, t, g_bit_nth_lsf(match_to_act(t->match), -1));
	}
	return n;
}

/* The same of a new home. */
static int
lacking_after(const struct game *game, bool prepared)
{
	struct house h = { 0 };
	struct table *t;
	int before, n;

	house_open(&h);
	t = house_start(&h, house_match(&h, game, 3, false));
	assert_true(send(&h, t, 0));
	before = sprites(&h);
	if (prepared) {
		prepare(&h, NOW);
		assert_true(sprites(&h) > before + 20);
	}
	n = lacking(&h, t);
	table_free(t);
	house_close(&h);
	return n;
}

/* Nearly all that moves show for the first time is there before. */
static void
test_all_games(void **arg)
{
	(void)arg;
	for (size_t i = 0; games_all[i] != NULL; i++) {
		int with = lacking_after(games_all[i], true);
		int without = lacking_after(games_all[i], false);

		print_message("# %s: %d of %d letters lack a piece, %d if "
			      "nothing is drawn ahead\n",
		    games_all[i]->name, with, MOVES, without);
		assert_true(2 * with < without);
	}
}

static void
drop_drawn(struct house *h)
{
	struct err e = { 0 };

	must(AT(h->home, NOW, store_sprites_drop(h->home->store, INT64_MAX)),
	    &e);
	must(TOLD(h->home, store_pictures_drop(h->home->store, INT64_MAX)), &e);
}

/* Once in a month for a game and a language; and again when what was drawn is
 * forgotten. */
static void
test_once(void **arg)
{
	struct house h = { 0 };
	struct err e = { 0 };
	struct table *t;
	int one;

	(void)arg;
	house_open(&h);
	t = house_start(&h, house_match(&h, game_find("mutineer"), 3, false));
	send(&h, t, 0);
	one = sprites(&h);
	prepare(&h, NOW);
	drop_drawn(&h);
	send(&h, t, 0);
	prepare(&h, NOW + 29 * DAY);
	assert_int_equal(sprites(&h), one);
	drop_drawn(&h);
	send(&h, t, 0);
	prepare(&h, NOW + 30 * DAY);
	assert_true(sprites(&h) > one);
	must(AT(h.home, NOW, drawn_forget(h.home)), &e);
	send(&h, t, 0);
	prepare(&h, NOW + 31 * DAY);
	assert_true(sprites(&h) > one);
	table_free(t);
	house_close(&h);
}

/* What is written down: how far it has come, or when it was done. */
static char *
prepared(struct house *h)
{
	struct err e = { 0 };
	char *line;

	must(TOLD(h->home,
		 store_meta_get(h->home->store, DRAWN_PREPARED, &line)),
	    &e);
	return line;
}

/* A round that has no time left draws one position more than the one before,
 * also in another process, and keeps it; the last one says when. */
static void
test_slices(void **arg)
{
	struct house h = { 0 };
	struct err e = { 0 };
	struct table *t;
	char *line;
	int before;
	unsigned replays;

	(void)arg;
	house_open(&h);
	t = house_start(&h, house_match(&h, game_find("hexxi"), 3, false));
	assert_true(send(&h, t, 0));
	h.home->prepare_usec = 0;
	before = sprites(&h);
	for (int at = 1; at < 4; at++) {
		g_autofree char *want =
		    g_strdup_printf("hexxi en 3 0 %d\n", at);

		home_work(h.home, NOW, &e);
		pictures_prepare(h.home);
		line = prepared(&h);
		assert_string_equal(line, want);
		g_free(line);
		assert_true(drawn_lacked(h.home));
	}
	/* what was drawn is kept */
	assert_true(sprites(&h) > before);
	before = sprites(&h);
	prepare(&h, NOW);
	assert_true(sprites(&h) > before);
	line = prepared(&h);
	assert_true(g_str_has_prefix(line, "hexxi en 3 1"));
	g_free(line);
	/* when all is there nothing is asked, and no match is played again */
	assert_false(drawn_lacked(h.home));
	drop_drawn(&h);
	send(&h, t, 0);
	replays = h.home->replays;
	assert_true(drawn_lacked(h.home));
	prepare(&h, NOW + DAY);
	assert_int_equal(h.home->replays, replays);
	assert_false(drawn_lacked(h.home));
	table_free(t);
	house_close(&h);
}

/* A process that had all it needed opens no libraries for others. */
static void
test_not_needed(void **arg)
{
	struct house h = { 0 };
	struct table *t;
	int one;

	(void)arg;
	house_open(&h);
	t = house_start(&h, house_match(&h, game_find("hexxi"), 3, false));
	assert_true(send(&h, t, 0));
	one = sprites(&h);
	assert_false(send(&h, t, 0));
	prepare(&h, NOW);
	assert_int_equal(sprites(&h), one);
	table_free(t);
	house_close(&h);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_games),
		cmocka_unit_test(test_once),
		cmocka_unit_test(test_slices),
		cmocka_unit_test(test_not_needed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
