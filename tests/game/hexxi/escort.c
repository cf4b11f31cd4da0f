/* SPDX-License-Identifier: ISC */
/* Pirates HEXXI, the warship's escort: one test a line of the rules. */
#include "tests/game/hexxi/look.h"
#include "tests/game/hexxi/play.h"

/* A layout in which seat 0 is asked, for single moves. */
static void
begin(struct play *p, const char *one, const char *two)
{
	struct layout l = { .board = { one, two } };

	fight(p, &l);
	while (play_next(p) != 0)
		does(p, play_next(p), "pass");
}

static void
test_over_a_ship_to_any_field_beside_it(void **unused)
{
	static const char all[] = "escort d6 c4; escort d6 c5; escort d6 d4; "
				  "escort d6 e4; escort d6 e5; pass";

	(void)unused;
	with("w:d6 s:d5", "", all);
	with("w:d6", "s:d5", all);
	with3("w:d6", "", "s:d5", all);
}

static void
test_over_another_warship(void **unused)
{
	(void)unused;
	with("w:d6", "w:d5",
	    "escort d6 c4; escort d6 c5; escort d6 d4; escort d6 e4; "
	    "escort d6 e5; pass");
}

static void
test_onto_empty_fields_and_routes(void **unused)
{
	(void)unused;
	with("w:d6 p:c4 r:d4", "s:d5 r:e4 w:e5",
	    "escort d6 c5; escort d6 d4; escort d6 e4; escort d6 e6; "
	    "escort d6 f4; escort d6 f5; pass");
}

static void
test_not_over_pirates_and_routes(void **unused)
{
	(void)unused;
	with("w:d6 r:c6", "p:e6 r:d5", "pass; route d6 c6; route d6 d5");
}

static void
test_for_warships_only_and_over_adjacent_tokens_only(void **unused)
{
	struct play p;

	(void)unused;
	begin(&p, "w:d6 s:c6 r:b5 p:c1 r:c2", "s:d4 s:b1");
	refused(&p, 0, "escort c6 c5", "needs-unit");
	refused(&p, 0, "escort c1 b2", "needs-unit");
	/* Beside d4, but d4 is not beside d6. */
	refused(&p, 0, "escort d6 d5", "escort-nothing");
	refused(&p, 0, "escort d6 e4", "escort-nothing");
	can(&p, 0, "escort d6 c5");
	play_end(&p);
}

static void
test_it_needs_its_connection(void **unused)
{
	(void)unused;
	with("w:d5", "s:d4", "");
	with("w:d5 r:d6", "s:d4",
	    "escort d5 c3; escort d5 c4; escort d5 d3; escort d5 e3; "
	    "escort d5 e4; pass; route d5 d6");
	/* Its own base is none for it. */
	with("w:d2", "s:d3", "");
}

static void
test_it_goes_on_over_another_where_the_connection_holds(void **unused)
{
	(void)unused;
	/* From c5 over b4, because c5 has the chain c6. */
	with("w:d6 s:d5 r:c6", "s:b4",
	    "escort d6 c4; escort d6 c5; escort d6 c5 a3; escort d6 c5 a4; "
	    "escort d6 c5 b3; escort d6 c5 b5; escort d6 c5 c4; "
	    "escort d6 d4; escort d6 e4; escort d6 e5; pass; route d6 c6");
	/* Over a warship first. */
	with("w:d6", "w:d5 r:c6 s:b4",
	    "escort d6 c4; escort d6 c5; escort d6 c5 a3; escort d6 c5 a4; "
	    "escort d6 c5 b3; escort d6 c5 b5; escort d6 c5 c4; "
	    "escort d6 d4; escort d6 e4; escort d6 e5; pass; route d6 c6");
	/* Without the chain. */
	with("w:d6 s:d5", "s:b4",
	    "escort d6 c4; escort d6 c5; escort d6 d4; escort d6 e4; "
	    "escort d6 e5; pass");
}

static void
test_not_twice_in_a_row_over_the_same(void **unused)
{
	(void)unused;
	/* c5 has its chain, but d5 alone beside it. */
	with("w:d6 r:c6", "s:d5",
	    "escort d6 c4; escort d6 c5; escort d6 d4; escort d6 e4; "
	    "escort d6 e5; pass; route d6 c6");
}

static void
test_over_the_first_again_after_another(void **unused)
{
	struct play p;

	/* c5, d5, c5. */
	(void)unused;
	begin(&p, "w:b5 s:c5 r:c6 r:d4 r:e4", "s:d5 r:e5 r:e6");
	legal_of(&p, 0, "escort",
	    "escort b5 b4; escort b5 c4; escort b5 c4 d4; escort b5 c4 d6; "
	    "escort b5 c4 d6 b4; escort b5 c4 d6 c6; escort b5 c4 e4; "
	    "escort b5 c4 e5; escort b5 c6; escort b5 d6; escort b5 d6 c4; "
	    "escort b5 d6 c4 b4; escort b5 d6 c4 c6; escort b5 d6 d4; "
	    "escort b5 d6 e4; escort b5 d6 e5");
	/* Never to a field that it left. */
	refused(&p, 0, "escort b5 c4 d6 c4", "escort-left");
	refused(&p, 0, "escort b5 c4 d6 b5", "escort-left");
	cannot(&p, 0, "escort b5 c4 b5");
	cannot(&p, 0, "escort b5 b5");
	play_end(&p);
}

static void
test_which_token_was_jumped_is_not_said(void **unused)
{
	struct play p;

	/* To c4 over c5 or d5: on over the other one, whichever it was. */
	(void)unused;
	begin(&p, "w:d6 s:c5 r:b4 r:b5 r:c6", "s:d5");
	legal_of(&p, 0, "escort",
	    "escort d6 b4; escort d6 b5; escort d6 c4; escort d6 c4 b4; "
	    "escort d6 c4 b5; escort d6 c4 c6; escort d6 c4 d4; "
	    "escort d6 c4 e4; escort d6 c4 e5; escort d6 c6; escort d6 d4; "
	    "escort d6 e4; escort d6 e5");
	does(&p, 0, "escort d6 c4 e5");
	field_is(&p, "d6", "empty");
	field_is(&p, "c4", "empty");
	field_is(&p, "e5", "0 warship up");
	field_is(&p, "c5", "0 ship up");
	field_is(&p, "d5", "1 ship up");
	play_end(&p);
}

/*
 * The routes d5 and d6 connect c4, c5, d4, e4 and e5; over b4, c3, e3 and
 * f4 the warship goes round them, and over e6 it could go on.
 */
static const char ring0[] = "w:c5 s:b4 s:c3 s:e3 r:d5 r:d6";
static const char ring1[] = "s:f4 s:e6";

static void
test_up_to_four_hops(void **unused)
{
	struct play p;

	(void)unused;
	begin(&p, ring0, ring1);
	can(&p, 0, "escort c5 c4");
	can(&p, 0, "escort c5 c4 d4");
	can(&p, 0, "escort c5 c4 d4 e4");
	can(&p, 0, "escort c5 c4 d4 e4 e5");
	can(&p, 0, "escort c5 c4 d4 e4 g4");
	legal_of(&p, 0, "escort c5 c4 d4 e4",
	    "escort c5 c4 d4 e4; escort c5 c4 d4 e4 e5; "
	    "escort c5 c4 d4 e4 f3; escort c5 c4 d4 e4 f5; "
	    "escort c5 c4 d4 e4 g3; escort c5 c4 d4 e4 g4");
	refused(&p, 0, "escort c5 c4 d4 e4 e5 f5", "escort-hops");
	does(&p, 0, "escort c5 c4 d4 e4 e5");
	field_is(&p, "c5", "empty");
	field_is(&p, "c4", "empty");
	field_is(&p, "d4", "empty");
	field_is(&p, "e4", "empty");
	field_is(&p, "e5", "0 warship up");
	play_end(&p);
	/* From e5 that hop is one that can be made. */
	begin(&p, "w:e5 s:b4 s:c3 s:e3 r:d5 r:d6", ring1);
	can(&p, 0, "escort e5 f5");
	play_end(&p);
}

static void
test_a_route_landed_on_connects_no_longer(void **unused)
{
	struct play p;

	/* c4 is connected by d5 and d6: so it can go on over b3 ... */
	(void)unused;
	begin(&p, "w:d4 r:d5 r:d6 s:d3", "s:b3 s:e4 s:c5");
	can(&p, 0, "escort d4 c3");
	can(&p, 0, "escort d4 d5 c4");
	/* ... unless it has come by way of d5. */
	refused(&p, 0, "escort d4 d5 c4 b2", "escort-unconnected");
	cannot(&p, 0, "escort d4 d5 c4 a3");
	play_end(&p);
	begin(&p, "w:c4 r:d5 r:d6 s:d3", "s:b3 s:e4 s:c5");
	can(&p, 0, "escort c4 b2");
	can(&p, 0, "escort c4 a3");
	play_end(&p);
}

static void
test_every_route_landed_on_goes_home(void **unused)
{
	struct play p;

	(void)unused;
	begin(&p, "w:d4 r:d5 r:d6 s:d3", "s:b3 s:e4 s:c5 r:c4");
	hand_is(&p, 0, "route:4 ship:2 pirates:2");
	hand_is(&p, 1, "route:5 pirates:2 warship:1");
	does(&p, 0, "escort d4 d5 c4");
	field_is(&p, "d5", "empty");
	field_is(&p, "c4", "0 warship up");
	field_is(&p, "d6", "0 route up");
	hand_is(&p, 0, "route:5 ship:2 pirates:2");
	hand_is(&p, 1, "route:6 pirates:2 warship:1");
	play_end(&p);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(over_a_ship_to_any_field_beside_it),
		T(over_another_warship),
		T(onto_empty_fields_and_routes),
		T(not_over_pirates_and_routes),
		T(for_warships_only_and_over_adjacent_tokens_only),
		T(it_needs_its_connection),
		T(it_goes_on_over_another_where_the_connection_holds),
		T(not_twice_in_a_row_over_the_same),
		T(over_the_first_again_after_another),
		T(which_token_was_jumped_is_not_said),
		T(up_to_four_hops),
		T(a_route_landed_on_connects_no_longer),
		T(every_route_landed_on_goes_home),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
