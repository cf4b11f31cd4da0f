/* SPDX-License-Identifier: ISC */
/* Pirates HEXXI, scouting and paying for it: one test a line of the rules. */
#include "tests/game/hexxi/look.h"
#include "tests/game/hexxi/play.h"

static const struct layout pair = { .board = { "", "" } };

/* Seat 1 scouts the one token of seat 0, with a full hand. */
#define whole_hand(kind, want) \
	check_whole_hand("place " kind " c3", want, __FILE__, __LINE__)
static void
check_whole_hand(const char *move, const char *want, const char *file, int line)
{
	struct play p;

	play_begin(&p, &pair);
	play_does(&p, 0, move, file, line);
	play_does(&p, 1, "scout c3", file, line);
	play_same(play_legal(&p, 1), want, file, line);
	play_end(&p);
}

static void
test_face_down_tokens_of_opponents_on_the_board(void **unused)
{
	static const struct layout trio = { .board = { "", "", "" } };
	struct play p;

	(void)unused;
	play_begin(&p, &trio);
	go(&p, "0 place ship c3; 1 place route d4; 2 place pirates e4");
	legal_of(&p, 0, "scout", "scout d4; scout e4");
	refused(&p, 0, "scout c3", "scout-own");
	refused(&p, 0, "scout a1", "scout-own");
	refused(&p, 0, "scout d7", "scout-up");
	refused(&p, 0, "scout d3", "scout-nothing");
	go(&p, "0 scout d4; 0 pay route");
	/* d4 lies face up now; reserves cannot be scouted at all. */
	legal_of(&p, 1, "scout", "scout c3; scout e4");
	does(&p, 1, "reserve warship");
	legal_of(&p, 2, "scout", "scout c3");
	refused(&p, 2, "scout d4", "scout-up");
	canonical(&p, "scout route", "not read");
	canonical(&p, "scout", "not read");
	play_end(&p);
}

static void
test_it_is_turned_up_for_all_and_then_paid_for(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &pair);
	go(&p, "0 place pirates c3; 1 place route d4; 0 place ship c4");
	does(&p, 1, "scout c3");
	field_is(&p, "c3", "0 pirates up");
	field_is(&p, "c4", "0 ship down");
	/* Before anyone else plays. */
	asked(&p, "1 pay");
	refused(&p, 1, "place route d5", "asked-pay");
	refused(&p, 1, "scout c4", "asked-pay");
	does(&p, 1, "pay d4 ship");
	field_is(&p, "d4", "1 route up");
	reserve_is(&p, 1, "ship up");
	hand_is(&p, 1, "route:5 ship:2 pirates:2 warship:1");
	hand_is(&p, 0, "route:6 ship:2 pirates:1 warship:1");
	/* It was the whole play. */
	asked(&p, "0 place");
	state_is(&p, "scores", "0 0");
	play_end(&p);
}

static void
test_payments_of_a_whole_hand(void **unused)
{
	(void)unused;
	whole_hand("route", "pay pirates; pay route; pay ship; pay warship");
	whole_hand(
	    "ship", "pay pirates; pay route route; pay ship; pay warship");
	whole_hand("pirates",
	    "pay pirates; pay route route route; pay route ship; "
	    "pay ship ship; pay warship");
	whole_hand("warship",
	    "pay pirates pirates; pay route route route pirates; "
	    "pay route route route route route route; "
	    "pay route route route route ship; pay route route ship ship; "
	    "pay route ship pirates; pay ship ship pirates; "
	    "pay ship ship ship; pay warship");
}

static void
test_payments_of_board_and_hand(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &pair);
	script(&p, "place ship c3; reserve route; reserve route",
	    "place pirates b1; place ship e2; scout c3");
	legal(&p, 1,
	    "pay b1; pay e2; pay pirates; pay route route; pay ship; "
	    "pay warship");
	play_end(&p);
	play_begin(&p, &pair);
	script(&p,
	    "place pirates c3; reserve route; reserve route; reserve route; "
	    "reserve route; reserve route; reserve route; reserve ship; "
	    "reserve ship; reserve ship; reserve pirates",
	    "place route b1; place route b2; place ship c1; reserve route; "
	    "reserve route; reserve route; reserve ship; reserve ship; "
	    "reserve pirates; reserve warship; scout c3");
	legal(&p, 1,
	    "pay b1 b2 route; pay b1 c1; pay b2 c1; pay c1 route; "
	    "pay pirates");
	play_end(&p);
}

static void
test_tokens_that_lie_face_up_do_not_pay(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &pair);
	script(&p, "place ship c3; scout d4; pay ship; reserve route",
	    "place ship d4; place ship d5; scout c3");
	legal(&p, 1,
	    "pay d5; pay pirates; pay route route; pay ship; "
	    "pay warship");
	refused(&p, 1, "pay d4", "pay-not-yours");
	/* Nor those of others, nor bases, nor empty fields. */
	refused(&p, 1, "pay c3", "pay-not-yours");
	refused(&p, 1, "pay d7", "pay-not-yours");
	refused(&p, 1, "pay d3", "pay-not-yours");
	play_end(&p);
}

static void
test_no_token_that_could_be_left_out(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &pair);
	script(
	    &p, "place pirates c3; reserve route", "place route d4; scout c3");
	refused(&p, 1, "pay ship ship", "legal");
	refused(&p, 1, "pay d4 ship", "legal");
	refused(&p, 1, "pay d4 route", "pay-small");
	refused(&p, 1, "pay ship", "pay-small");
	refused(&p, 1, "pay route route ship", "pay-spare");
	refused(&p, 1, "pay d4 pirates", "pay-spare");
	refused(&p, 1, "pay d4 warship", "pay-spare");
	refused(&p, 1, "pay pirates pirates", "pay-spare");
	refused(&p, 1, "pay warship warship", "pay-hand");
	refused(&p, 1, "pay d4 d4 d4", "pay-twice");
	cannot(&p, 1, "pay");
	play_end(&p);
}

static void
test_the_order_of_the_text(void **unused)
{
	static const struct layout large = {
		.board = { "", "" },
		.side = 6,
	};
	struct play p;

	(void)unused;
	play_begin(&p, &large);
	script(&p,
	    "place ship c3; reserve route; reserve route; reserve route; "
	    "reserve route; reserve route; reserve route; reserve ship; "
	    "reserve ship; reserve pirates; reserve pirates",
	    "place route e10; place route e2; reserve route; reserve route; "
	    "reserve route; reserve route; reserve pirates; "
	    "reserve pirates; reserve ship; reserve warship; scout c3");
	/* Fields in row order within a move, the moves sorted as text. */
	legal(&p, 1, "pay e2 e10; pay ship");
	canonical(&p, "pay e10 e2", "pay e2 e10");
	canonical(&p, "PAY f1,  E10 a3 warship ship route Ship",
	    "pay a3 e10 f1 route ship ship warship");
	does(&p, 1, "pay e10 e2");
	field_is(&p, "e2", "1 route up");
	field_is(&p, "e10", "1 route up");
	hand_is(&p, 1, "ship:2");
	play_end(&p);
}

static void
test_lists_of_fields_of_two_digits_are_sorted_as_text(void **unused)
{
	static const struct layout large = {
		.board = { "", "" },
		.side = 6,
	};
	struct play p;

	(void)unused;
	play_begin(&p, &large);
	script(&p,
	    "place warship c3; reserve route; reserve route; reserve route; "
	    "reserve route; reserve route; reserve route; reserve ship; "
	    "reserve ship; reserve pirates; reserve pirates",
	    "place route e10; place route e2; reserve route; reserve route; "
	    "reserve route; reserve route; place pirates b1; "
	    "reserve pirates; reserve ship; reserve warship; scout c3");
	/* What is left: the ships; b1 3, e2 and e10 1 each. */
	hand_is(&p, 1, "ship:2");
	legal(&p, 1,
	    "pay b1 e10 ship; pay b1 e2 ship; pay b1 ship ship; "
	    "pay e2 e10 ship ship");
	absent(&p, 1, "pay b1 e10 ship");
	play_end(&p);
}

/* Seat 1 plays first, so that seat 0 has a token left afterwards. */
static const struct layout late = { .board = { "", "" }, .first = 1 };
static const char warship_first[] =
    "place warship c3; reserve route; reserve route; reserve route; "
    "reserve route; reserve route; reserve route; reserve ship; "
    "reserve ship; reserve ship; reserve pirates";

static void
test_who_has_too_little_turns_up_all_and_pays_in_points(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &late);
	script(&p, warship_first,
	    "place route b1; reserve route; reserve route; reserve route; "
	    "reserve route; reserve ship; reserve ship; reserve ship; "
	    "reserve pirates; reserve pirates; reserve warship; scout c3");
	hand_is(&p, 1, "route:1");
	legal(&p, 1, "pay b1 route");
	refused(&p, 1, "pay route", "pay-all");
	refused(&p, 1, "pay b1", "pay-all");
	absent(&p, 1, "pay b1 route");
	does(&p, 1, "pay b1 route");
	/* 2 of 6: below zero. */
	state_is(&p, "scores", "0 -4");
	field_is(&p, "b1", "1 route up");
	hand_is(&p, 1, "");
	reserve_is(&p, 1,
	    "pirates down; pirates down; route down; "
	    "route down; route down; route down; route up; "
	    "ship down; ship down; ship down; warship down");
	/* Seat 0 has one token left. */
	asked(&p, "0 place");
	does(&p, 0, "reserve pirates");
	/* 18 and 23; then scored: 6 less 20, and -4 less 20. */
	state_is(&p, "scores", "-14 -24");
	play_end(&p);
}

static void
test_just_enough_costs_no_points(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &late);
	script(&p, warship_first,
	    "place pirates b1; place ship c1; reserve route; reserve route; "
	    "reserve route; reserve route; reserve route; reserve ship; "
	    "reserve ship; reserve pirates; reserve warship; scout c3");
	hand_is(&p, 1, "route:1");
	legal(&p, 1, "pay b1 c1 route");
	does(&p, 1, "pay b1 c1 route");
	state_is(&p, "scores", "0 0");
	play_end(&p);
}

static void
test_a_hand_may_be_kept_by_paying_from_the_board(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &pair);
	script(&p, "place ship c3; reserve route; reserve route",
	    "place pirates b1; scout c3; pay b1");
	hand_is(&p, 1, "route:6 ship:3 pirates:1 warship:1");
	reserve_is(&p, 1, "");
	field_is(&p, "b1", "1 pirates up");
	asked(&p, "1 place");
	play_end(&p);
}

static void
test_a_missed_payment_is_the_cheapest(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &pair);
	go(&p, "0 place ship c3; 1 scout c3");
	/* 2 by one token, not by two routes. */
	absent(&p, 1, "pay ship");
	play_end(&p);
	play_begin(&p, &pair);
	go(&p, "0 place pirates c3; 1 place pirates c1; 0 reserve route");
	does(&p, 1, "scout c3");
	absent(&p, 1, "pay c1");
	play_end(&p);
	play_begin(&p, &pair);
	script(&p, "place ship c3; reserve route; reserve route; reserve route",
	    "place ship e2; place ship d3; place ship e1; scout c3");
	/* The first of equals as text; no ship is left in hand. */
	legal(&p, 1,
	    "pay d3; pay e1; pay e2; pay pirates; pay route route; "
	    "pay warship");
	absent(&p, 1, "pay d3");
	play_end(&p);
	play_begin(&p, &late);
	script(&p, warship_first,
	    "place pirates b1; place ship c1; place ship e1; reserve route; "
	    "reserve route; reserve route; reserve route; reserve route; "
	    "reserve pirates; reserve warship; reserve ship; scout c3");
	/* 3, 2, 2 and a route: 6 is less than 7. */
	legal(&p, 1, "pay b1 c1 e1; pay b1 c1 route; pay b1 e1 route");
	absent(&p, 1, "pay b1 c1 route");
	play_end(&p);
}

static void
test_of_four_players_anyone_may_scout_in_his_turn(void **unused)
{
	static const struct layout four = {
		.board = { "", "", "", "" },
		.first = 3,
	};
	struct play p;

	(void)unused;
	play_begin(&p, &four);
	go(&p, "3 place route c3; 0 scout c3; 0 pay route");
	asked(&p, "1 place");
	go(&p, "1 place warship d4; 2 scout d4");
	asked(&p, "2 pay");
	go(&p, "2 pay warship; 3 place ship d5");
	legal_of(&p, 0, "scout", "scout d5");
	play_end(&p);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(face_down_tokens_of_opponents_on_the_board),
		T(it_is_turned_up_for_all_and_then_paid_for),
		T(payments_of_a_whole_hand),
		T(payments_of_board_and_hand),
		T(tokens_that_lie_face_up_do_not_pay),
		T(no_token_that_could_be_left_out),
		T(the_order_of_the_text),
		T(lists_of_fields_of_two_digits_are_sorted_as_text),
		T(who_has_too_little_turns_up_all_and_pays_in_points),
		T(just_enough_costs_no_points),
		T(a_hand_may_be_kept_by_paying_from_the_board),
		T(a_missed_payment_is_the_cheapest),
		T(of_four_players_anyone_may_scout_in_his_turn),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
