/* SPDX-License-Identifier: ISC */
/* Who sees what in Pirates HEXXI: one test a line of the rules. */
#include "core/decision.h"
#include "core/match.h"
#include "tests/game/hexxi/look.h"
#include "tests/game/hexxi/play.h"

static const struct layout trio = { .board = { "", "", "" } };

/* A word must not occur in what a seat heard of the last move. */
#define unheard(p, seat, word) check_heard(p, seat, word, false, __LINE__)
#define told_of(p, seat, word) check_heard(p, seat, word, true, __LINE__)
static void
check_heard(
    const struct play *p, int seat, const char *word, bool want, int line)
{
	g_autofree char *text = play_heard(p, seat, NULL);

	if ((strstr(text, word) != NULL) == want)
		return;
	print_error("seat %d heard: %s\n", seat, text);
	_fail(__FILE__, line);
}

/* The view of a field: owner, kind and face, as fields and rows have it. */
static char *
seen(const struct play *p, int seat, const char *field)
{
	g_autofree char *path = g_strdup_printf("fields/%s", field);
	g_autofree char *row = g_strdup_printf(
	    "rows/%d/fields/%d", field[0] - 'a', atoi(field + 1) - 1);
	static const char *const keys[] = { "owner", "kind", "up" };
	GString *text = g_string_new(NULL);

	for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
		g_autofree char *one = g_strdup_printf("%s/%s", path, keys[i]);
		g_autofree char *two = g_strdup_printf("%s/%s", row, keys[i]);
		g_autofree char *a = play_look(play_view(p, seat), one);
		g_autofree char *b = play_look(play_view(p, seat), two);

		assert_string_equal(a, b);
		g_string_append_printf(text, "%s%s", i > 0 ? " " : "", a);
	}
	return g_string_free(text, FALSE);
}
#define sees(p, seat, field, want) \
	play_same(seen(p, seat, field), want, __FILE__, __LINE__)

/* What is in reserve, as the two places of the view have it. */
static char *
beside(const struct play *p, int seat, int whose)
{
	g_autofree char *one = g_strdup_printf("reserves/%d", whose);
	g_autofree char *two = g_strdup_printf("players/%d/reserve", whose);
	g_autofree char *b = play_tokens(play_view(p, seat), two);
	char *a = play_tokens(play_view(p, seat), one);

	assert_string_equal(a, b);
	return a;
}
#define sees_reserve(p, seat, whose, want) \
	play_same(beside(p, seat, whose), want, __FILE__, __LINE__)

static void
test_what_everyone_sees(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &trio);
	go(&p, "0 place ship c3; 1 reserve pirates; 2 place route d4");
	for (int seat = SEAT_ONLOOKER; seat < 3; seat++) {
		view_is(&p, seat, "turn", "1");
		view_is(&p, seat, "order", "0 1 2");
		view_is(&p, seat, "scores", "0 0 0");
		view_is(&p, seat, "side", "4");
		view_is(&p, seat, "circuits", "30");
		view_is(&p, seat, "circuit", "0");
		view_is(&p, seat, "stage", "placement");
		view_is(&p, seat, "out", "");
		view_is(&p, seat, "taken", "  ");
		view_is(&p, seat, "hand_sizes", "11 11 11");
		view_is(&p, seat, "fields/c3/owner", "0");
		view_is(&p, seat, "fields/d4/owner", "2");
		view_is(&p, seat, "players/1/reserve_size", "1");
		view_is(&p, seat, "players/0/reserve_size", "0");
		view_is(&p, seat, "players/0/hand_size", "11");
		view_is(&p, seat, "players/0/base", "a1");
		view_is(&p, seat, "players/0/score", "0");
		view_is(&p, seat, "players/2/place", "3");
		view_is(&p, seat, "players/2/out", "false");
		view_is(&p, seat, "scouted", "null");
		sees(&p, seat, "d7", "1 base true");
		view_is(&p, seat, "rows/3/fields/1/owner", "null");
		view_is(&p, seat, "rows/3/fields/1/kind", "null");
		view_is(&p, seat, "fields/d2", "nothing");
	}
	play_end(&p);
}

static void
test_a_player_sees_his_own_tokens(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &trio);
	go(&p, "0 place ship c3; 1 reserve pirates; 2 place route d4");
	sees(&p, 0, "c3", "0 ship false");
	sees(&p, 2, "d4", "2 route false");
	sees_reserve(&p, 1, 1, "pirates down");
	for (int seat = 0; seat < 3; seat++) {
		g_autofree char *one = g_strdup_printf("hands/%d", seat);
		g_autofree char *two = g_strdup_printf("players/%d/hand", seat);
		static const char *const want[] = {
			"route:6 ship:2 pirates:2 warship:1",
			"route:6 ship:3 pirates:1 warship:1",
			"route:5 ship:3 pirates:2 warship:1",
		};

		play_same(play_hand(play_view(&p, seat), one), want[seat],
		    __FILE__, __LINE__);
		play_same(play_hand(play_view(&p, seat), two), want[seat],
		    __FILE__, __LINE__);
	}
	play_end(&p);
}

static void
test_nobody_else_sees_what_lies_face_down(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &trio);
	go(&p, "0 place ship c3; 1 reserve pirates; 2 place route d4");
	for (int seat = SEAT_ONLOOKER; seat < 3; seat++) {
		if (seat != 0) {
			sees(&p, seat, "c3", "0 null false");
			view_is(&p, seat, "hands/0", "null");
			view_is(&p, seat, "players/0/hand", "null");
		}
		if (seat != 1) {
			sees_reserve(&p, seat, 1, "null down");
			view_is(&p, seat, "hands/1", "null");
		}
		if (seat != 2)
			sees(&p, seat, "d4", "2 null false");
	}
	play_end(&p);
}

static void
test_nobody_else_hears_what_is_laid_face_down(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &trio);
	does(&p, 0, "place ship c3");
	told_of(&p, 0, "ship");
	told_of(&p, 1, "c3");
	unheard(&p, 1, "ship");
	unheard(&p, SEAT_ONLOOKER, "ship");
	does(&p, 1, "reserve pirates");
	told_of(&p, 1, "pirates");
	unheard(&p, 0, "pirates");
	unheard(&p, 2, "pirates");
	unheard(&p, SEAT_ONLOOKER, "pirates");
	play_end(&p);
}

static void
test_all_see_what_is_scouted_and_what_pays(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &trio);
	go(&p, "0 place pirates c3; 1 place route d4; 2 place route e4");
	go(&p, "0 place ship c4; 1 scout c3");
	for (int seat = SEAT_ONLOOKER; seat < 3; seat++) {
		sees(&p, seat, "c3", "0 pirates true");
		view_is(&p, seat, "scouted/seat", "1");
		view_is(&p, seat, "scouted/field", "c3");
		view_is(&p, seat, "scouted/owner", "0");
		view_is(&p, seat, "scouted/kind", "pirates");
		view_is(&p, seat, "scouted/value", "3");
		told_of(&p, seat, "pirates");
		if (seat != 0)
			sees(&p, seat, "c4", "0 null false");
		if (seat != 1)
			sees(&p, seat, "d4", "1 null false");
	}
	does(&p, 1, "pay d4 ship");
	for (int seat = SEAT_ONLOOKER; seat < 3; seat++) {
		sees(&p, seat, "d4", "1 route true");
		sees_reserve(&p, seat, 1, "ship up");
		told_of(&p, seat, "route");
		told_of(&p, seat, "ship");
		view_is(&p, seat, "scouted", "null");
		if (seat != 2)
			sees(&p, seat, "e4", "2 null false");
	}
	play_end(&p);
}

static void
test_a_token_shifted_face_down_stays_hidden(void **unused)
{
	static const struct layout l = {
		.board = {
			"w:c2 r:c3 r:c4 r:c5 r:d2 r:d3 r:d4 s:d5 s:e2 s:e3 "
			"p:e4 p:e5",
			"r:f1", "r:f2",
		},
		.side = 4,
	};
	struct play p;

	(void)unused;
	play_begin(&p, &l);
	lay(&p, &l);
	asked(&p, "0 shift");
	sees_reserve(&p, 1, 1,
	    "pirates down; pirates down; route down; "
	    "route down; route down; route down; "
	    "route down; ship down; ship down; ship down; "
	    "warship down");
	sees_reserve(&p, 0, 1,
	    "null down; null down; null down; null down; "
	    "null down; null down; null down; null down; "
	    "null down; null down; null down");
	view_is(&p, 1, "hand_sizes", "0 0 0");
	does(&p, 0, "shift c2");
	/* Now all beside the board is face up, for all. */
	sees_reserve(&p, 1, 0, "warship up");
	sees_reserve(&p, SEAT_ONLOOKER, 0, "warship up");
	asked(&p, "1 bid; 2 bid");
	sees(&p, 1, "c3", "0 null false");
	play_end(&p);
}

static void
test_two_shifts_one_seen_by_its_owner_only(void **unused)
{
	static const struct layout l = {
		.board = {
			"w:c2 r:c3 r:c4 r:c5 r:d2 r:d3 r:d4 s:d5 s:e2 s:e3 "
			"p:e4 p:e5",
			"w:f1 r:f2 r:f3 r:f4 r:f5 r:g1 r:g2 s:g3 s:g4 s:a1 "
			"p:a2 p:a3",
		},
	};
	struct play p;

	(void)unused;
	play_begin(&p, &l);
	lay(&p, &l);
	asked(&p, "0 shift");
	does(&p, 0, "shift c2");
	asked(&p, "1 shift");
	sees_reserve(&p, 0, 0, "warship down");
	sees_reserve(&p, 1, 0, "null down");
	sees_reserve(&p, SEAT_ONLOOKER, 0, "null down");
	unheard(&p, 1, "warship");
	unheard(&p, SEAT_ONLOOKER, "warship");
	told_of(&p, 1, "c2");
	sees(&p, 1, "c3", "0 null false");
	play_end(&p);
}

/* Nowhere in a view is there that number. */
static void
assert_unseen(const struct play *p, int seat, const char *number)
{
	g_autofree char *text = NULL;
	GString *all = g_string_new(NULL);
	json_t *view = play_view(p, seat);

	play_write(all, view);
	json_decref(view);
	text = g_string_free(all, FALSE);
	assert_null(strstr(text, number));
}

/* Tied with 21 each; they can act afterwards. */
static const struct layout tied = {
	.board = { "s:d2 r:d3", "s:d6 r:d5" },
};

static void
test_a_bid_is_hidden_until_all_are_in(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &tied);
	lay(&p, &tied);
	does(&p, 1, "bid 37");
	view_is(&p, 1, "bids", "null 37");
	view_is(&p, 1, "players/1/bid", "37");
	told_of(&p, 1, "37");
	view_is(&p, 0, "bids", "null null");
	view_is(&p, 0, "players/1/bid", "null");
	view_is(&p, SEAT_ONLOOKER, "bids", "null null");
	unheard(&p, 0, "37");
	unheard(&p, SEAT_ONLOOKER, "37");
	assert_unseen(&p, 0, "37");
	assert_unseen(&p, SEAT_ONLOOKER, "37");
	for (int seat = SEAT_ONLOOKER; seat < 2; seat++) {
		view_is(&p, seat, "bid_in", "false true");
		view_is(&p, seat, "players/0/bid_in", "false");
		view_is(&p, seat, "players/1/bid_in", "true");
		view_is(&p, seat, "stage", "confrontation");
	}
	does(&p, 0, "bid 42");
	for (int seat = SEAT_ONLOOKER; seat < 2; seat++) {
		told_of(&p, seat, "37");
		told_of(&p, seat, "42");
		view_is(&p, seat, "scores", "-42 0");
		view_is(&p, seat, "bids", "null null");
		view_is(&p, seat, "bid_in", "false false");
	}
	play_end(&p);
}

static void
test_a_round_of_bids_is_shown_before_the_next(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &tied);
	lay(&p, &tied);
	go(&p, "1 bid 37; 0 bid 37");
	asked(&p, "0 bid; 1 bid");
	told_of(&p, SEAT_ONLOOKER, "37");
	told_of(&p, 1, "37");
	does(&p, 0, "bid 55");
	view_is(&p, 0, "bids", "55 null");
	view_is(&p, 1, "bids", "null null");
	unheard(&p, 1, "55");
	assert_unseen(&p, 1, "55");
	assert_unseen(&p, SEAT_ONLOOKER, "55");
	does(&p, 1, "bid 12");
	told_of(&p, 1, "55");
	told_of(&p, 0, "12");
	play_end(&p);
}

static void
test_the_board_stays_face_down_until_the_order_stands(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &tied);
	lay(&p, &tied);
	for (int seat = SEAT_ONLOOKER; seat < 2; seat++) {
		sees(&p, seat, "d2",
		    seat == 0 ? "0 ship false" : "0 null false");
		sees(&p, seat, "d6",
		    seat == 1 ? "1 ship false" : "1 null false");
		/* But all that lies beside it is seen. */
		sees_reserve(&p, seat, 0,
		    "pirates up; pirates up; route up; "
		    "route up; route up; route up; "
		    "route up; ship up; ship up; "
		    "warship up");
	}
	go(&p, "0 bid 1; 1 bid 1");
	sees(&p, 1, "d2", "0 null false");
	go(&p, "0 bid 1; 1 bid 0");
	for (int seat = SEAT_ONLOOKER; seat < 2; seat++) {
		sees(&p, seat, "d2", "0 ship true");
		sees(&p, seat, "d3", "0 route true");
		sees(&p, seat, "d6", "1 ship true");
		told_of(&p, seat, "d6");
		view_is(&p, seat, "hand_sizes", "10 10");
		sees_reserve(&p, seat, 0, "");
		view_is(&p, seat, "circuit", "1");
		view_is(&p, seat, "stage", "confrontation");
	}
	view_is(&p, 0, "hands/1", "null");
	view_is(&p, 1, "hands/0", "null");
	view_is(&p, SEAT_ONLOOKER, "hands", "null null");
	play_end(&p);
}

static void
test_all_see_kept_tokens_and_who_has_passed(void **unused)
{
	static const struct layout l = {
		.board = { "p:d2 p:c1 r:b1", "s:d3 s:d6 r:e6" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	/* 17 and 19. */
	go(&p, "1 pass; 0 kidnap d2 d3");
	for (int seat = SEAT_ONLOOKER; seat < 2; seat++) {
		view_is(&p, seat, "order", "1 0");
		view_is(&p, seat, "players/0/place", "2");
		view_is(&p, seat, "out", "1");
		view_is(&p, seat, "players/1/out", "true");
		view_is(&p, seat, "players/0/out", "false");
		play_same(play_tokens(play_view(&p, seat), "taken/0"), "1 ship",
		    __FILE__, __LINE__);
		play_same(play_tokens(play_view(&p, seat), "players/0/taken"),
		    "1 ship", __FILE__, __LINE__);
		told_of(&p, seat, "d3");
	}
	play_end(&p);
}

static void
test_hands_stay_hidden_at_the_end(void **unused)
{
	static const struct layout l = { .board = { "s:c3", "" } };
	struct play p;

	(void)unused;
	fight(&p, &l);
	reserve_all(&p);
	reserve_all(&p);
	assert_true(match_over(p.m));
	view_is(&p, 1, "stage", "over");
	view_is(&p, 1, "hands/0", "null");
	view_is(&p, SEAT_ONLOOKER, "hands", "null null");
	view_is(&p, 1, "hand_sizes", "11 12");
	view_is(&p, 1, "scores", "-54 -60");
	sees(&p, 1, "c3", "0 ship true");
	play_end(&p);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(what_everyone_sees),
		T(a_player_sees_his_own_tokens),
		T(nobody_else_sees_what_lies_face_down),
		T(nobody_else_hears_what_is_laid_face_down),
		T(all_see_what_is_scouted_and_what_pays),
		T(a_token_shifted_face_down_stays_hidden),
		T(two_shifts_one_seen_by_its_owner_only),
		T(a_bid_is_hidden_until_all_are_in),
		T(a_round_of_bids_is_shown_before_the_next),
		T(the_board_stays_face_down_until_the_order_stands),
		T(all_see_kept_tokens_and_who_has_passed),
		T(hands_stay_hidden_at_the_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
