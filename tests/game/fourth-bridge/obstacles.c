/* SPDX-License-Identifier: ISC */
/* What a view says of actions that the card allows and the board does not. */
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/rules.h"
#include "games/fourth-bridge/fourth_bridge.h"
#include "games/fourth-bridge/state.h"
#include "tests/game/fourth-bridge/lay.h"
#include "tests/game/fourth-bridge/play.h"

static const struct layout plain = {
	PLAIN,
	.bag = "red blue green yellow black red blue green",
	.roles = "red blue green",
};

#define NONE ""
#define ONE(action, why) "action:" action ",why:" why

static void
test_nothing_stands_in_the_way(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	lay(&p, 2, "blue black");
	lay_stack(&p, "black");
	place(&p, 1, 2);
	view_is(&p, 0, "obstacles", NONE);
	ask_boris(&p, "work");
	view_is(&p, 1, "obstacles", NONE);
	play_end(&p);
}

/* For all alike: the card lies open. */
static void
test_the_cart(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	ask_boris(&p, "cart-unload");
	view_is(&p, 1, "obstacles", ONE("unload", "cart-empty"));
	view_is(&p, 2, "obstacles", ONE("unload", "cart-empty"));
	play_end(&p);

	play_begin(&p, &plain);
	lay_stack(&p, "blue blue blue blue");
	ask_boris(&p, "cart-load");
	view_is(&p, 1, "obstacles", ONE("load", "cart-full"));
	play_end(&p);

	play_begin(&p, &plain);
	place(&p, 2, 4);
	ask_boris(&p, "cart-load");
	view_is(&p, 1, "obstacles", ONE("load", "no-log-to-load"));
	play_end(&p);
}

static void
test_the_carpenter(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	ask_boris(&p, "carpenter-build");
	view_is(&p, 1, "obstacles", ONE("build", "build-forest"));
	play_end(&p);

	play_begin(&p, &plain);
	place(&p, 1, 5);
	ask_boris(&p, "carpenter-build");
	view_is(&p, 1, "obstacles", ONE("build", "no-log-to-build"));
	play_end(&p);

	play_begin(&p, &plain);
	lay(&p, 6, "yellow");
	lay_bridge(&p, 6, "red blue green black black");
	place(&p, 1, 6);
	ask_boris(&p, "carpenter-build");
	view_is(&p, 1, "obstacles", ONE("build", "bridge-stands"));
	play_end(&p);
}

static void
test_several_in_the_order_of_actions(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	ask_boris(&p, "work");
	view_is(&p, 1, "obstacles",
	    ONE("unload", "cart-empty") " " ONE("build", "build-forest"));
	does(&p, 1, "do load");
	view_is(&p, 1, "obstacles", NONE);
	play_end(&p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_nothing_stands_in_the_way),
		cmocka_unit_test(test_the_cart),
		cmocka_unit_test(test_the_carpenter),
		cmocka_unit_test(test_several_in_the_order_of_actions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
