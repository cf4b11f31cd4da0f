/* SPDX-License-Identifier: ISC */
/* Fourth Bridge: what robots take for sensible about the actions of a turn. */
#include "core/decision.h"
#include "core/match.h"
#include "core/rules.h"
#include "tests/game/fourth-bridge/lay.h"
#include "tests/game/fourth-bridge/play.h"

static const struct layout plain = { PLAIN,
	.bag = "red blue green yellow black red", .roles = "red blue green" };
static const struct layout betrayed = { PLAIN,
	.bag = "red blue green yellow black red",
	.roles = "red traitor green" };

/* Does any likely move of Boris begin so? */
static bool
is_likely(struct play *p, const char *beginning)
{
	g_autoptr(GArray) legal = match_legal(p->m, 1);
	g_autofree uint16_t *weights = g_new0(uint16_t, legal->len);
	bool likely = false, legal_too = false;

	game_fourth_bridge.likely(match_state(p->m), 1,
	    (const struct move *)(const void *)legal->data, legal->len,
	    weights);
	for (guint i = 0; i < legal->len; i++) {
		g_autofree char *text =
		    move_text(p->m, &g_array_index(legal, struct move, i));

		if (!g_str_has_prefix(text, beginning))
			continue;
		legal_too = true;
		likely |= weights[i] > 0;
	}
	assert_true(legal_too);
	return likely;
}

static bool
gives_back(const struct layout *layout, const char *stack, const char *move)
{
	struct play p;
	bool likely;

	play_begin(&p, layout);
	lay_stack(&p, stack);
	ask_boris(&p, "cart-unload");
	likely = is_likely(&p, move);
	play_end(&p);
	return likely;
}

/* The cart stands on field 1, a forest, and the next two are villages. */
static void
test_logs_do_not_go_back_to_the_forest(void **unused)
{
	(void)unused;
	assert_false(gives_back(&plain, "blue green black", "do unload"));
	assert_true(gives_back(&plain, "blue green black", "do cart unload"));
	assert_false(gives_back(&plain, "blue green black blue", "do unload"));
	assert_true(gives_back(&betrayed, "blue green black", "do unload"));
}

/* No bridge wants the cart's last log, and all want the one below it. */
static void
test_a_full_cart_gives_back_what_no_bridge_wants(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &plain);
	lay_bridge(&p, 2, "green blue");
	lay_bridge(&p, 3, "green yellow");
	lay_bridge(&p, 5, "green red");
	lay_bridge(&p, 6, "green");
	lay_stack(&p, "blue yellow black green");
	ask_boris(&p, "cart-unload");
	assert_true(is_likely(&p, "do unload cart"));
	assert_false(is_likely(&p, "do unload unload"));
	play_end(&p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_logs_do_not_go_back_to_the_forest),
		cmocka_unit_test(
		    test_a_full_cart_gives_back_what_no_bridge_wants),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
