/* SPDX-License-Identifier: ISC */
/* Pirates HEXXI, placing, reserving and shifting: one test a line. */
#include "base/err.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/opening.h"
#include "core/outcome.h"
#include "tests/game/hexxi/look.h"
#include "tests/game/hexxi/play.h"

static const struct layout pair = { .board = { "", "" } };

/* A match whose start is drawn from a seed; who it was, as told. */
static int
drawn_start(unsigned char number)
{
	struct opening opening = { .game = play_game(),
		.names = play_names,
		.seats = 3,
		.seed = { number } };
	struct err err = { 0 };
	struct play p = { 0 };
	int start;

	p.m = match_start(&opening, NULL, &p.out, &err);
	assert_non_null(p.m);
	assert_int_equal(json_array_size(p.out.chance), 1);
	play_same(play_look(json_incref(p.out.chance), "0/what"), "start",
	    __FILE__, __LINE__);
	start = (int)json_integer_value(play_walk(p.out.chance, "0/value"));
	assert_int_equal(match_to_act(p.m), SEAT(start));
	play_end(&p);
	return start;
}

static void
test_a_random_seat_starts(void **unused)
{
	seatset seen = 0;

	(void)unused;
	for (unsigned char i = 0; i < 40; i++)
		seen |= SEAT(drawn_start(i));
	assert_int_equal(seen, SEAT(0) | SEAT(1) | SEAT(2));
}

static void
test_clockwise_from_there_one_token_each(void **unused)
{
	static const struct layout l = { .board = { "", "", "" }, .first = 1 };
	struct play p;

	(void)unused;
	play_begin(&p, &l);
	/* What was given is not drawn. */
	assert_int_equal(json_array_size(p.out.chance), 0);
	state_is(&p, "order", "1 2 0");
	asked(&p, "1 place");
	does(&p, 1, "place ship c3");
	asked(&p, "2 place");
	does(&p, 2, "reserve ship");
	asked(&p, "0 place");
	does(&p, 0, "place route b1");
	asked(&p, "1 place");
	play_end(&p);
}

/* The first placement on side 3, sorted by text. */
static void
test_all_that_may_be_placed_or_reserved(void **unused)
{
	static const struct layout l = { .board = { "", "" }, .side = 3 };
	static const char *const kinds[] = { "pirates", "route", "ship",
		"warship" };
	static const char fields[] = "a1 a2 a3 b1 b2 b3 b4 c2 c3 c4 "
				     "d1 d2 d3 d4 e1 e2 e3";
	g_auto(GStrv) list = g_strsplit(fields, " ", -1);
	GString *want = g_string_new(NULL);
	struct play p;

	(void)unused;
	for (size_t k = 0; k < 4; k++)
		for (size_t i = 0; list[i] != NULL; i++)
			g_string_append_printf(
			    want, "place %s %s; ", kinds[k], list[i]);
	g_string_append(want, "reserve pirates; reserve route; "
			      "reserve ship; reserve warship");
	play_begin(&p, &l);
	legal(&p, 0, want->str);
	legal(&p, 1, "");
	play_end(&p);
	g_string_free(want, TRUE);
}

static void
test_fields_of_two_digits_are_sorted_as_text(void **unused)
{
	static const struct layout l = { .board = { "", "" }, .side = 6 };
	struct play p;

	(void)unused;
	play_begin(&p, &l);
	legal_of(&p, 0, "place ship e",
	    "place ship e1; place ship e10; place ship e2; place ship e3; "
	    "place ship e4; place ship e5; place ship e6; place ship e7; "
	    "place ship e8; place ship e9");
	legal_of(&p, 0, "place ship f1", "place ship f10");
	play_end(&p);
}

static void
test_a_placed_token_lies_face_down(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &pair);
	does(&p, 0, "place warship d4");
	field_is(&p, "d4", "0 warship down");
	hand_is(&p, 0, "route:6 ship:3 pirates:2");
	hand_is(&p, 1, "route:6 ship:3 pirates:2 warship:1");
	legal_of(&p, 1, "place warship d",
	    "place warship d2; "
	    "place warship d3; place warship d5; place warship d6");
	play_end(&p);
}

static void
test_a_reserved_token_lies_face_down(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &pair);
	go(&p, "0 reserve pirates; 1 reserve route; 0 reserve route");
	reserve_is(&p, 0, "pirates down; route down");
	reserve_is(&p, 1, "route down");
	hand_is(&p, 0, "route:5 ship:3 pirates:1 warship:1");
	play_end(&p);
}

static void
test_one_token_a_field(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &pair);
	go(&p, "0 place ship d4; 1 place ship e4");
	refused(&p, 0, "place ship d4", "field-taken");
	refused(&p, 0, "place route e4", "field-taken");
	refused(&p, 0, "place route d1", "field-base");
	refused(&p, 0, "place route d7", "field-base");
	does(&p, 0, "place ship d3");
	play_end(&p);
}

static void
test_only_what_is_in_hand(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &pair);
	go(&p, "0 place warship d4; 1 reserve pirates");
	refused(&p, 0, "place warship d5", "not-in-hand");
	refused(&p, 0, "reserve warship", "not-in-hand");
	go(&p, "0 reserve route; 1 reserve pirates; 0 reserve route");
	refused(&p, 1, "reserve pirates", "not-in-hand");
	legal_of(&p, 1, "reserve",
	    "reserve route; reserve ship; "
	    "reserve warship");
	legal_of(&p, 1, "place pirates", "");
	/* The base is none of them. */
	cannot(&p, 1, "place base d5");
	cannot(&p, 1, "reserve base");
	play_end(&p);
}

static void
test_who_has_no_token_in_hand_is_passed_over(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &pair);
	/* Seat 1 gives three tokens in one play. */
	script(&p, "place pirates c3", "scout c3; pay route route route");
	script(&p,
	    "reserve route; reserve route; reserve route; reserve route; "
	    "reserve route; reserve route; reserve ship; reserve ship; "
	    "reserve ship",
	    "reserve route; reserve route; reserve route; reserve ship; "
	    "reserve ship; reserve ship; reserve pirates; reserve pirates; "
	    "reserve warship");
	hand_is(&p, 1, "");
	hand_is(&p, 0, "pirates:1 warship:1");
	asked(&p, "0 place");
	does(&p, 0, "reserve pirates");
	asked(&p, "0 place");
	does(&p, 0, "place warship c4");
	state_is(&p, "turn", "2");
	play_end(&p);
}

/* 16 free fields: seat 0 fills the last with its last token. */
static const struct layout crowd = {
	.board = { "r:a2 r:a3 r:b1 r:b2 r:b3 r:b4 s:c1 s:c2 s:c3 p:c4 p:d1 "
		   "w:d2",
	    "r:d3 r:d4", "r:e2 r:e3" },
	.side = 3,
};

static void
test_when_the_board_is_full_hands_go_to_reserve(void **unused)
{
	static const char down[] = "pirates down; pirates down; route down; "
				   "route down; route down; route down; "
				   "ship down; ship down; ship down; "
				   "warship down";
	struct play p;

	(void)unused;
	play_begin(&p, &crowd);
	lay(&p, &crowd);
	/* Seats 1 and 2 had one token left each. */
	reserve_is(&p, 1, down);
	reserve_is(&p, 2, down);
	state_is(&p, "hands",
	    "route:0,ship:0,pirates:0,warship:0 "
	    "route:0,ship:0,pirates:0,warship:0 "
	    "route:0,ship:0,pirates:0,warship:0");
	/* And seat 0 has no token beside the board. */
	reserve_is(&p, 0, "");
	asked(&p, "0 shift");
	play_end(&p);
}

static void
test_who_has_nothing_beside_the_board_shifts(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &crowd);
	lay(&p, &crowd);
	legal(&p, 0,
	    "shift a2; shift a3; shift b1; shift b2; shift b3; shift b4; "
	    "shift c1; shift c2; shift c3; shift c4; shift d1; shift d2");
	refused(&p, 0, "shift a1", "shift-not-yours"); /* the base */
	refused(&p, 0, "shift d3", "shift-not-yours");
	refused(&p, 0, "shift c5", "shift-not-yours");
	refused(&p, 0, "reserve route", "asked-shift");
	refused(&p, 0, "pass", "asked-shift");
	absent(&p, 0, "shift a2");
	does(&p, 0, "shift c2");
	field_is(&p, "c2", "empty");
	/* Sums 2, 18, 18. */
	asked(&p, "1 bid; 2 bid");
	reserve_is(&p, 0, "ship up");
	go(&p, "1 bid 0; 2 bid 1");
	state_is(&p, "order", "2 1 0");
	hand_is(&p, 0, "ship:1");
	play_end(&p);
}

/* All 24 tokens on the board of side 6. */
static const struct layout all = {
	.board = { "p:e3 s:e4 s:e5 s:e6 p:e7 w:e8 r:e9 r:e10 r:e2 r:g1 r:g2 "
		   "r:g3",
	    "w:h1 s:h2 s:h3 p:h4 p:h5 s:h6 r:i1 r:i2 r:i3 r:i4 r:j1 r:j2" },
	.first = 1,
	.side = 6,
};

static void
test_shifts_in_the_order_of_play(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &all);
	lay(&p, &all);
	asked(&p, "1 shift");
	absent(&p, 1, "shift i1");
	does(&p, 1, "shift h1");
	reserve_is(&p, 1, "warship down");
	asked(&p, "0 shift");
	legal(&p, 0,
	    "shift e10; shift e2; shift e3; shift e4; shift e5; shift e6; "
	    "shift e7; shift e8; shift e9; shift g1; shift g2; shift g3");
	/* The first field in row order, not as text. */
	absent(&p, 0, "shift e2");
	does(&p, 0, "shift e3");
	state_is(&p, "order", "1 0");
	play_end(&p);
}

static void
test_a_shifted_token_keeps_its_face(void **unused)
{
	static const char rest[] = "place route b1; place route b2; "
				   "place route b3; place route b4; "
				   "place route b5; place ship c1; "
				   "place ship c2; place ship c4; "
				   "place pirates c5; place pirates c6; "
				   "place warship d2";
	static const char other[] = "scout c3; pay route; reserve route; "
				    "reserve route; reserve route; "
				    "reserve route; reserve route; "
				    "reserve ship; reserve ship; "
				    "reserve ship; reserve pirates; "
				    "reserve pirates; reserve warship";
	static const struct layout three = {
		.board = { "", "", "" },
	};
	struct play p;

	(void)unused;
	/* A third keeps the initiative fields from being turned up. */
	play_begin(&p, &three);
	go(&p, "0 place route c3; 1 scout c3; 1 pay route; 2 place route f4");
	for (size_t i = 0; i < 11; i++) {
		g_auto(GStrv) mine = g_strsplit(rest, "; ", -1);
		g_auto(GStrv) yours = g_strsplit(other, "; ", -1);
		static const char *const third[] = { "place route f1",
			"place route f2", "place route f3", "place route e1",
			"place route e2", "place ship e3", "place ship e4",
			"place ship e5", "place pirates e6", "place pirates g2",
			"place warship g3" };

		does(&p, 0, mine[i]);
		does(&p, 1, yours[i + 2]);
		does(&p, 2, third[i]);
	}
	asked(&p, "0 shift");
	does(&p, 0, "shift c3");
	field_is(&p, "c3", "empty");
	reserve_is(&p, 0, "route up");
	asked(&p, "2 shift");
	reserve_is(&p, 1,
	    "pirates down; pirates down; route down; "
	    "route down; route down; route down; route down; "
	    "route up; ship down; ship down; ship down; "
	    "warship down");
	play_end(&p);
}

static void
test_a_missed_placement_reserves_the_lowest_token(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &pair);
	absent(&p, 0, "reserve route");
	script(&p,
	    "reserve route; reserve route; reserve route; reserve route; "
	    "reserve route; reserve route",
	    "reserve route; reserve route; reserve route; reserve route; "
	    "reserve route; reserve route");
	absent(&p, 0, "reserve ship");
	script(&p, "place ship c3; place ship c4; place ship c5",
	    "reserve ship; reserve ship; reserve ship");
	absent(&p, 0, "reserve pirates");
	script(&p, "place pirates d3; reserve pirates",
	    "reserve pirates; reserve pirates");
	absent(&p, 0, "reserve warship");
	play_end(&p);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(a_random_seat_starts),
		T(clockwise_from_there_one_token_each),
		T(all_that_may_be_placed_or_reserved),
		T(fields_of_two_digits_are_sorted_as_text),
		T(a_placed_token_lies_face_down),
		T(a_reserved_token_lies_face_down),
		T(one_token_a_field),
		T(only_what_is_in_hand),
		T(who_has_no_token_in_hand_is_passed_over),
		T(when_the_board_is_full_hands_go_to_reserve),
		T(who_has_nothing_beside_the_board_shifts),
		T(shifts_in_the_order_of_play),
		T(a_shifted_token_keeps_its_face),
		T(a_missed_placement_reserves_the_lowest_token),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
