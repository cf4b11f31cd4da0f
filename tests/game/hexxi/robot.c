/* SPDX-License-Identifier: ISC */
/* Pirates HEXXI: what robots take for sensible, and what they do of it. */
#include "robot/think.h"
#include "tests/game/hexxi/look.h"
#include "tests/game/hexxi/play.h"

/* How likely a sensible player makes a legal move. */
static int
weight(struct play *p, int seat, const char *text)
{
	g_autoptr(GArray) legal = match_legal(p->m, seat);
	g_autofree uint16_t *weights = g_new(uint16_t, legal->len);

	for (guint i = 0; i < legal->len; i++)
		weights[i] = 1;
	play_game()->likely(match_state(p->m), seat,
	    (const struct move *)(const void *)legal->data, legal->len,
	    weights);
	for (guint i = 0; i < legal->len; i++) {
		g_autofree char *is =
		    move_text(p->m, &g_array_index(legal, struct move, i));

		if (strcmp(is, text) == 0)
			return weights[i];
	}
	fail_msg("%s is not legal", text);
	return 0;
}

/* What a robot plays with 300 tries of each move. */
static void
robot_plays(struct play *p, int seat, const char *want)
{
	static const unsigned char seed[SEED_SIZE] = { 17 };
	g_autoptr(GArray) legal = match_legal(p->m, seat);
	g_autoptr(GArray) thoughts =
	    robot_think(p->m, seat, 300 * legal->len, seed);
	g_autofree char *is =
	    move_text(p->m, &g_array_index(thoughts, struct thought, 0).move);

	assert_string_equal(is, want);
}

static void
begin(struct play *p, const char *one, const char *two)
{
	struct layout l = { .board = { one, two } };

	fight(p, &l);
	while (play_next(p) != 0)
		does(p, play_next(p), "pass");
}

static void
test_an_open_attack_is_likelier_than_to_pass(void **unused)
{
	struct play p;

	(void)unused;
	begin(&p, "p:d2 p:c1 r:b1", "s:d3 s:b4");
	assert_true(weight(&p, 0, "kidnap d2 d3") > weight(&p, 0, "pass"));
	assert_true(
	    weight(&p, 0, "kidnap d2 d3") > weight(&p, 0, "route c1 b1"));
	robot_plays(&p, 0, "kidnap d2 d3");
	play_end(&p);
}

/* Everybody else has passed, and nothing can be won: sailing to and fro looks
 * foolish, though it costs nothing. */
static void
test_who_is_alone_and_can_win_nothing_passes(void **unused)
{
	struct play p;

	(void)unused;
	begin(&p, "s:c1 s:c2", "s:g4");
	assert_int_equal(play_next(&p), 0);
	assert_true(weight(&p, 0, "pass") > weight(&p, 0, "convoy c1 c3"));
	robot_plays(&p, 0, "pass");
	play_end(&p);
}

/* The pirates could kidnap an own ship, so passing is forbidden until it is out
 * of their reach: that is done instead of sailing to and fro. */
static void
test_who_must_not_pass_yet_soon_may(void **unused)
{
	struct play p;

	(void)unused;
	begin(&p, "p:d2 s:c2 r:c1 r:e2 r:e3", "s:g4");
	assert_int_equal(play_next(&p), 0);
	assert_true(
	    weight(&p, 0, "route d2 e2") > weight(&p, 0, "route d2 c1"));
	robot_plays(&p, 0, "route d2 e2");
	play_end(&p);
}

/* For two, the far edges of d1 meet in d7. */
static void
test_ships_go_to_the_far_edge_and_stay(void **unused)
{
	struct play p;

	(void)unused;
	begin(&p, "s:c6 r:d6 r:c5 s:b5 r:b4", "p:e1");
	assert_true(weight(&p, 0, "route c6 c5") < weight(&p, 0, "pass"));
	play_end(&p);
	begin(&p, "s:d6 r:c6 r:d5", "p:e1");
	assert_true(weight(&p, 0, "route d6 c6") > weight(&p, 0, "pass"));
	assert_true(
	    weight(&p, 0, "route d6 c6") > weight(&p, 0, "route d6 d5"));
	robot_plays(&p, 0, "route d6 c6");
	play_end(&p);
}

static void
test_a_ship_is_placed_on_the_far_edge(void **unused)
{
	struct layout l = { .board = { "", "" } };
	struct play p;

	(void)unused;
	play_begin(&p, &l);
	assert_true(
	    weight(&p, 0, "place ship c6") > weight(&p, 0, "place ship c3"));
	play_end(&p);
}

static void
test_bids_are_small(void **unused)
{
	static const struct layout l = { .board = { "r:c2", "r:c5" } };
	struct play p;

	(void)unused;
	play_begin(&p, &l);
	lay(&p, &l);
	assert_true(play_is(&p, "bid"));
	assert_true(weight(&p, 0, "bid 0") > weight(&p, 0, "bid 3"));
	assert_true(weight(&p, 0, "bid 3") > 0);
	assert_int_equal(weight(&p, 0, "bid 40"), 0);
	play_end(&p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_an_open_attack_is_likelier_than_to_pass),
		cmocka_unit_test(test_who_is_alone_and_can_win_nothing_passes),
		cmocka_unit_test(test_who_must_not_pass_yet_soon_may),
		cmocka_unit_test(test_ships_go_to_the_far_edge_and_stay),
		cmocka_unit_test(test_a_ship_is_placed_on_the_far_edge),
		cmocka_unit_test(test_bids_are_small),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
