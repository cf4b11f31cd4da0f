/* SPDX-License-Identifier: ISC */
/* Pirates HEXXI, who plays earlier: one test a line of the rules. */
#include "tests/game/hexxi/look.h"
#include "tests/game/hexxi/play.h"

/* Up to the bids, or beyond if there are none. */
static void
begin(struct play *p, const struct layout *l)
{
	play_begin(p, l);
	lay(p, l);
}

static const struct layout pair = { .board = { "", "" } };
static const struct layout trio = { .board = { "", "", "" }, .first = 1 };
static const struct layout four = { .board = { "", "", "", "" } };

static void
test_higher_sums_play_earlier(void **unused)
{
	static const struct layout l = {
		.board = { "s:c3 r:d4", "", "p:c4", "w:e3" },
	};
	static const struct layout one = { .board = { "r:c3", "" } };
	struct play p;

	/* 21, 24, 21, 18: one tie; then 23 and 24. */
	(void)unused;
	begin(&p, &l);
	asked(&p, "0 bid; 2 bid");
	go(&p, "0 bid 0; 2 bid 1");
	state_is(&p, "order", "1 2 0 3");
	play_end(&p);
	begin(&p, &one);
	state_is(&p, "turn", "2");
	state_is(&p, "order", "1 0");
	play_end(&p);
}

static void
test_every_kind_counts_its_value(void **unused)
{
	static const struct layout l = {
		.board = { "w:c3", "p:c4 p:d4", "s:e3 s:e4 s:f3",
		    "r:b1 r:b2 r:b3 r:b4 r:c5 r:c6" },
	};
	struct play p;

	/* Each has 6 on the board and 18 beside it. */
	(void)unused;
	begin(&p, &l);
	asked(&p, "0 bid; 1 bid; 2 bid; 3 bid");
	play_end(&p);
}

static void
test_a_bid_from_0_to_99(void **unused)
{
	GString *want = g_string_new("bid 0; bid 1");
	struct play p;

	/* By text: 1 10 11 ... 19 2 20 ... */
	(void)unused;
	for (int n = 10; n < 100; n++) {
		if (n % 10 == 0 && n > 10)
			g_string_append_printf(want, "; bid %d", n / 10);
		g_string_append_printf(want, "; bid %d", n);
	}
	begin(&p, &pair);
	asked(&p, "0 bid; 1 bid");
	legal(&p, 0, want->str);
	legal(&p, 1, want->str);
	refused(&p, 0, "bid 100", "bid-range");
	refused(&p, 0, "bid 9999", "bid-range");
	refused(&p, 0, "bid -1", "not read");
	refused(&p, 0, "bid 1 2", "not read");
	refused(&p, 0, "bid", "not read");
	refused(&p, 0, "pass", "asked-bid");
	absent(&p, 0, "bid 0");
	does(&p, 1, "bid 99");
	/* One bid each. */
	asked(&p, "0 bid");
	does(&p, 0, "bid 98");
	state_is(&p, "order", "1 0");
	play_end(&p);
	g_string_free(want, TRUE);
}

static void
test_higher_bids_play_earlier_and_the_last_pays_nothing(void **unused)
{
	struct play p;

	(void)unused;
	begin(&p, &pair);
	go(&p, "0 bid 8; 1 bid 9");
	state_is(&p, "order", "1 0");
	state_is(&p, "scores", "-20 -29");
	play_end(&p);
	begin(&p, &four);
	go(&p, "0 bid 5; 1 bid 20; 2 bid 3; 3 bid 11");
	state_is(&p, "order", "1 3 0 2");
	state_is(&p, "scores", "-25 -40 -20 -31");
	play_end(&p);
}

static void
test_equal_bids_bid_again_on_top(void **unused)
{
	struct play p;

	(void)unused;
	begin(&p, &four);
	go(&p, "3 bid 0; 1 bid 5; 0 bid 5; 2 bid 3");
	asked(&p, "0 bid; 1 bid");
	state_is(&p, "bids", "null null null null");
	state_is(&p, "scores", "0 0 0 0");
	does(&p, 1, "bid 4");
	state_is(&p, "bids", "null 4 null null");
	does(&p, 0, "bid 2");
	state_is(&p, "order", "1 0 2 3");
	/* 9, 7, 3 and nothing. */
	state_is(&p, "scores", "-27 -29 -23 -20");
	state_is(&p, "bids", "null null null null");
	play_end(&p);
}

static void
test_after_two_equal_rounds_the_old_order(void **unused)
{
	static const struct layout l = { .board = { "", "" }, .first = 1 };
	struct play p;

	(void)unused;
	begin(&p, &l);
	go(&p, "0 bid 3; 1 bid 3");
	asked(&p, "0 bid; 1 bid");
	go(&p, "0 bid 2; 1 bid 2");
	state_is(&p, "turn", "2");
	state_is(&p, "order", "1 0");
	state_is(&p, "scores", "-20 -25");
	play_end(&p);
	/* Three, of whom one leaves the tie in the second round. */
	begin(&p, &trio);
	go(&p, "0 bid 5; 1 bid 5; 2 bid 5");
	asked(&p, "0 bid; 1 bid; 2 bid");
	go(&p, "0 bid 1; 1 bid 1; 2 bid 2");
	state_is(&p, "order", "2 1 0");
	state_is(&p, "scores", "-20 -26 -27");
	play_end(&p);
	begin(&p, &trio);
	go(&p, "0 bid 5; 1 bid 5; 2 bid 5");
	go(&p, "0 bid 2; 1 bid 1; 2 bid 2");
	/* Clockwise from seat 1: 1, 2, 0. */
	state_is(&p, "order", "2 0 1");
	state_is(&p, "scores", "-27 -20 -27");
	play_end(&p);
}

static void
test_those_who_bid_the_same_are_compared_among_themselves(void **unused)
{
	struct play p;

	(void)unused;
	begin(&p, &four);
	go(&p, "0 bid 5; 1 bid 5; 2 bid 3; 3 bid 3");
	asked(&p, "0 bid; 1 bid; 2 bid; 3 bid");
	go(&p, "0 bid 0; 1 bid 1; 2 bid 50; 3 bid 40");
	state_is(&p, "order", "1 0 2 3");
	/* One group of equal sums: only its last pays nothing. */
	state_is(&p, "scores", "-25 -26 -73 -20");
	play_end(&p);
}

/* Sums 22, 21, 22, 21. */
static const struct layout groups = {
	.board = { "s:c3", "p:d4", "s:e3", "p:c5" },
	.first = 3,
};

static void
test_several_groups_bid_at_once(void **unused)
{
	struct play p;

	(void)unused;
	begin(&p, &groups);
	asked(&p, "0 bid; 1 bid; 2 bid; 3 bid");
	go(&p, "0 bid 1; 1 bid 99; 2 bid 2; 3 bid 98");
	/* Compared only within each; the last of each pays nothing. */
	state_is(&p, "order", "2 0 1 3");
	state_is(&p, "scores", "-18 -116 -20 -17");
	play_end(&p);
}

static void
test_equal_bids_of_two_groups_are_no_tie(void **unused)
{
	struct play p;

	(void)unused;
	begin(&p, &groups);
	go(&p, "0 bid 4; 1 bid 4; 2 bid 5; 3 bid 5");
	state_is(&p, "order", "2 0 3 1");
	state_is(&p, "scores", "-18 -17 -23 -22");
	play_end(&p);
	/* One group is settled while the other bids again. */
	begin(&p, &groups);
	go(&p, "0 bid 4; 1 bid 9; 2 bid 4; 3 bid 8");
	asked(&p, "0 bid; 2 bid");
	field_is(&p, "d4", "1 pirates down");
	go(&p, "0 bid 0; 2 bid 0");
	/* Old order 3, 0, 1, 2. */
	state_is(&p, "order", "0 2 1 3");
	state_is(&p, "scores", "-22 -26 -18 -17");
	play_end(&p);
}

static void
test_the_old_order_is_that_of_the_last_confrontation(void **unused)
{
	struct play p;

	(void)unused;
	begin(&p, &pair);
	go(&p, "0 bid 0; 1 bid 1");
	state_is(&p, "order", "1 0");
	asked(&p, "1 place");
	while (play_is(&p, "place"))
		play_reserve(&p, __FILE__, __LINE__);
	go(&p, "0 bid 7; 1 bid 7; 0 bid 7; 1 bid 7");
	state_is(&p, "turn", "3");
	state_is(&p, "order", "1 0");
	state_is(&p, "scores", "-40 -55");
	play_end(&p);
}

static void
test_the_board_is_turned_up_when_the_order_stands(void **unused)
{
	static const struct layout l = {
		.board = { "s:d2 r:d3", "s:d6 r:d5" },
	};
	static const char rest[] = "pirates up; pirates up; route up; "
				   "route up; route up; route up; route up; "
				   "ship up; ship up; warship up";
	struct play p;

	(void)unused;
	begin(&p, &l);
	asked(&p, "0 bid; 1 bid");
	field_is(&p, "d2", "0 ship down");
	field_is(&p, "d3", "0 route down");
	field_is(&p, "d6", "1 ship down");
	state_is(&p, "circuit", "0");
	/* The initiative fields are turned up before. */
	reserve_is(&p, 0, rest);
	reserve_is(&p, 1, rest);
	hand_is(&p, 0, "");
	go(&p, "1 bid 0; 0 bid 0");
	field_is(&p, "d2", "0 ship down");
	go(&p, "1 bid 0; 0 bid 0");
	asked(&p, "0 act");
	field_is(&p, "d2", "0 ship up");
	field_is(&p, "d3", "0 route up");
	field_is(&p, "d6", "1 ship up");
	field_is(&p, "d5", "1 route up");
	/* Initiative tokens are in hand again. */
	reserve_is(&p, 0, "");
	reserve_is(&p, 1, "");
	hand_is(&p, 0, "route:5 ship:2 pirates:2 warship:1");
	hand_is(&p, 1, "route:5 ship:2 pirates:2 warship:1");
	play_end(&p);
}

static void
test_bids_may_lead_below_zero_at_once(void **unused)
{
	static const struct layout l = {
		.board = { "s:d2 r:d3", "s:d6 r:d5" },
	};
	struct play p;

	(void)unused;
	begin(&p, &l);
	go(&p, "1 bid 99; 0 bid 98");
	asked(&p, "1 act");
	state_is(&p, "scores", "0 -99");
	play_end(&p);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(higher_sums_play_earlier),
		T(every_kind_counts_its_value),
		T(a_bid_from_0_to_99),
		T(higher_bids_play_earlier_and_the_last_pays_nothing),
		T(equal_bids_bid_again_on_top),
		T(after_two_equal_rounds_the_old_order),
		T(those_who_bid_the_same_are_compared_among_themselves),
		T(several_groups_bid_at_once),
		T(equal_bids_of_two_groups_are_no_tie),
		T(the_old_order_is_that_of_the_last_confrontation),
		T(the_board_is_turned_up_when_the_order_stands),
		T(bids_may_lead_below_zero_at_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
