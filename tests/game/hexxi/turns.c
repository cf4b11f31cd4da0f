/* SPDX-License-Identifier: ISC */
/* Pirates HEXXI, from turn to turn, and the end: one test a line. */
#include "core/decision.h"
#include "core/match.h"
#include "core/rules.h"
#include "tests/game/hexxi/look.h"
#include "tests/game/hexxi/play.h"

/* Scores and winners, or "running". */
static char *
ending(const struct play *p)
{
	struct result result;
	GString *text = g_string_new(NULL);

	memset(&result, 0, sizeof(result));
	play_game()->result(match_state(p->m), &result);
	for (int s = 0; s < (int)match_seats(p->m); s++)
		g_string_append_printf(text, "%d ", (int)result.score[s]);
	if (!result.over) {
		assert_int_equal(result.winners, 0);
		g_string_append(text, "running");
		return g_string_free(text, FALSE);
	}
	g_string_append(text, "won by");
	for (int s = 0; s < (int)match_seats(p->m); s++)
		if (result.winners & SEAT(s))
			g_string_append_printf(text, " %d", s);
	return g_string_free(text, FALSE);
}
#define ending_is(p, want) play_same(ending(p), want, __FILE__, __LINE__)

static void
test_three_turns_and_equal_scores_share_the_win(void **unused)
{
	static const struct layout l = { .board = { "", "", "" }, .first = 1 };
	struct play p;

	(void)unused;
	play_begin(&p, &l);
	reserve_all(&p);
	state_is(&p, "turn", "2");
	ending_is(&p, "-20 -20 -20 running");
	asked(&p, "1 place");
	reserve_all(&p);
	state_is(&p, "turn", "3");
	ending_is(&p, "-40 -40 -40 running");
	assert_false(match_over(p.m));
	reserve_all(&p);
	assert_true(match_over(p.m));
	asked(&p, "");
	ending_is(&p, "-60 -60 -60 won by 0 1 2");
	state_is(&p, "turn", "3");
	state_is(&p, "circuit", "0");
	state_is(&p, "scores", "-60 -60 -60");
	view_is(&p, SEAT_ONLOOKER, "stage", "over");
	legal(&p, 0, "");
	play_end(&p);
}

static void
test_the_highest_score_wins(void **unused)
{
	static const struct layout l = { .board = { "s:c3", "w:d4", "p:e3" } };
	struct play p;

	(void)unused;
	fight(&p, &l);
	reserve_all(&p);
	reserve_all(&p);
	ending_is(&p, "-54 -42 -51 won by 1");
	play_end(&p);
}

static void
test_the_last_scorings_returns_are_done(void **unused)
{
	static const struct layout l = { .board = { "p:d2", "s:d3 s:a1" } };
	struct play p;

	(void)unused;
	fight(&p, &l);
	does(&p, 0, "pass");
	field_is(&p, "a1", "empty");
	reserve_all(&p);
	does(&p, 0, "pass");
	reserve_all(&p);
	does(&p, 0, "kidnap d2 d3");
	assert_true(match_over(p.m));
	state_is(&p, "taken", " ");
	hand_is(&p, 0, "route:6 ship:3 pirates:1 warship:1");
	hand_is(&p, 1, "route:6 ship:3 pirates:2 warship:1");
	state_is(&p, "reserves", " ");
	/* 3 a turn and a ship kept; 1: a far ship 6 and a ship 2, a ship 2. */
	ending_is(&p, "-47 -50 won by 0");
	play_end(&p);
}

static void
test_placement_in_the_order_of_the_last_confrontation(void **unused)
{
	static const struct layout l = {
		.board = { "w:c3", "s:d4", "p:e3", "r:f3" },
		.first = 2,
	};
	struct play p;

	/* Sums 18, 22, 21, 23. */
	(void)unused;
	play_begin(&p, &l);
	asked(&p, "2 place");
	state_is(&p, "order", "2 3 0 1");
	lay(&p, &l);
	state_is(&p, "turn", "2");
	state_is(&p, "order", "3 1 2 0");
	asked(&p, "3 place");
	does(&p, 3, "reserve route");
	asked(&p, "1 place");
	does(&p, 1, "reserve route");
	asked(&p, "2 place");
	does(&p, 2, "reserve route");
	asked(&p, "0 place");
	does(&p, 0, "reserve route");
	asked(&p, "3 place");
	play_end(&p);
}

static void
test_tokens_stay_and_those_in_reserve_are_used_again(void **unused)
{
	static const struct layout l = {
		.board = { "s:c3 r:d4", "p:e3" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	state_is(&p, "turn", "2");
	hand_is(&p, 0, "route:5 ship:2 pirates:2 warship:1");
	hand_is(&p, 1, "route:6 ship:3 pirates:1 warship:1");
	state_is(&p, "reserves", " ");
	field_is(&p, "c3", "0 ship up");
	cannot(&p, play_next(&p), "place ship c3");
	cannot(&p, play_next(&p), "place ship d4");
	cannot(&p, play_next(&p), "scout c3");
	cannot(&p, play_next(&p), "scout e3");
	play_end(&p);
}

static void
test_tokens_that_lie_face_up_do_not_pay(void **unused)
{
	static const struct layout l = { .board = { "s:c3 p:c4", "" } };
	struct play p;

	(void)unused;
	fight(&p, &l);
	asked(&p, "1 place");
	does(&p, 1, "place ship e3");
	does(&p, 0, "place route e4");
	does(&p, 1, "reserve route");
	legal_of(&p, 0, "scout", "scout e3");
	does(&p, 0, "scout e3");
	legal(&p, 0,
	    "pay e4 route; pay pirates; pay route route; pay ship; "
	    "pay warship");
	refused(&p, 0, "pay c3", "pay-not-yours");
	refused(&p, 0, "pay c4", "pay-not-yours");
	play_end(&p);
}

static void
test_a_token_that_stayed_is_shifted_face_up(void **unused)
{
	static const struct layout l = {
		.board = {
			"w:c2 r:c3 r:c4 r:c5 r:d3 r:d4 s:d5 s:e2 s:e3 p:e4 "
			"p:e5",
			"r:f1",
		},
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	state_is(&p, "turn", "2");
	hand_is(&p, 0, "route:1");
	go(&p, "1 reserve route; 0 place route f3");
	while (play_is(&p, "place"))
		play_reserve(&p, __FILE__, __LINE__);
	asked(&p, "0 shift");
	legal(&p, 0,
	    "shift c2; shift c3; shift c4; shift c5; shift d3; shift d4; "
	    "shift d5; shift e2; shift e3; shift e4; shift e5; shift f3");
	view_is(&p, 1, "fields/f3/up", "false");
	view_is(&p, 1, "fields/d5/up", "true");
	does(&p, 0, "shift d5");
	state_is(&p, "turn", "3");
	hand_is(&p, 0, "ship:1");
	play_end(&p);
}

/* All 17 free fields of side 3; no ship on a far edge, no attacks. */
static const struct layout crowd = {
	.board = { "r:a1 r:b1 r:d1 r:e1 r:a2 r:b4 s:b2 s:d2 s:c3",
	    "r:a3 r:e2 r:e3 r:d4 r:c2 r:c4 s:b3 s:d3" },
	.side = 3,
};

static void
test_a_full_board_at_the_start_of_a_turn(void **unused)
{
	struct play p;

	(void)unused;
	fight(&p, &crowd);
	asked(&p, "1 act");
	go(&p, "1 pass; 0 pass");
	/* All hands have gone to the initiative fields at once, and back. */
	state_is(&p, "turn", "2");
	asked(&p, "1 act");
	state_is(&p, "circuit", "1");
	state_is(&p, "scores", "-14 -16");
	hand_is(&p, 0, "pirates:2 warship:1");
	hand_is(&p, 1, "ship:1 pirates:2 warship:1");
	/* A route that goes home leaves a field for the next placement. */
	go(&p, "1 pass; 0 route b2 a2; 0 pass");
	state_is(&p, "turn", "3");
	asked(&p, "1 place");
	hand_is(&p, 0, "route:1 pirates:2 warship:1");
	legal(&p, 1,
	    "place pirates b2; place ship b2; place warship b2; "
	    "reserve pirates; reserve ship; reserve warship");
	play_end(&p);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(three_turns_and_equal_scores_share_the_win),
		T(the_highest_score_wins),
		T(the_last_scorings_returns_are_done),
		T(placement_in_the_order_of_the_last_confrontation),
		T(tokens_stay_and_those_in_reserve_are_used_again),
		T(tokens_that_lie_face_up_do_not_pay),
		T(a_token_that_stayed_is_shifted_face_up),
		T(a_full_board_at_the_start_of_a_turn),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
