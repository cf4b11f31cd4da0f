/* SPDX-License-Identifier: ISC */
/* Mutineer: what robots take for sensible about roles and mutinies. */
#include "core/decision.h"
#include "core/match.h"
#include "core/rules.h"
#include "tests/game/mutineer/play.h"

/* How likely a sensible player makes each of the legal moves, as they are
 * listed. */
static void
weights_are(struct play *p, int seat, const char *want)
{
	g_autoptr(GArray) legal = match_legal(p->m, seat);
	g_autofree uint16_t *weights = g_new(uint16_t, legal->len);
	g_autoptr(GString) is = g_string_new(NULL);

	for (guint i = 0; i < legal->len; i++)
		weights[i] = 1;
	play_game()->likely(match_state(p->m), seat,
	    (const struct move *)(const void *)legal->data, legal->len,
	    weights);
	for (guint i = 0; i < legal->len; i++) {
		g_autofree char *text =
		    move_text(p->m, &g_array_index(legal, struct move, i));

		g_string_append_printf(
		    is, "%s%s: %u", i > 0 ? "; " : "", text, weights[i]);
	}
	assert_string_equal(is->str, want);
}

static const struct layout armed = {
	.captain = 0,
	.hands = { "conflict conflict wine wine grain",
	    "conflict conflict salt grain cloth",
	    "cloth cloth grain salt wine" },
};

/* The captain may need both, for the mutineer may add what is laid aside; the
 * mutineer, last of all, adds what decides and no more. */
static void
test_swords_are_spent_as_far_as_they_decide(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &armed);
	go(&p, "0 pay 0; 0 pass; 1 pass; 1 take mutineer; 2 play wine");
	go(&p, "2 pass; 2 take merchant");
	weights_are(&p, 0, "fight 0: 4; fight 1: 1; fight 2: 4");
	does(&p, 0, "fight 1");
	weights_are(&p, 1, "fight 0: 1; fight 1: 8; fight 2: 0");
	play_end(&p);
}

static void
test_no_sword_for_what_is_won_or_lost(void **unused)
{
	static const struct layout strong = {
		.captain = 0,
		.hands = { "conflict conflict conflict wine grain",
		    "conflict conflict salt grain cloth",
		    "cloth cloth grain salt wine" },
	};
	struct play p;

	(void)unused;
	play_begin(&p, &armed);
	go(&p, "0 pay 0; 0 pass; 1 pass; 1 take mutineer; 2 play wine");
	go(&p, "2 pass; 2 take merchant; 0 fight 0");
	weights_are(&p, 1, "fight 0: 8; fight 1: 0; fight 2: 0");
	play_end(&p);
	play_begin(&p, &strong);
	go(&p, "0 pay 0; 0 pass; 1 pass; 1 take mutineer; 2 play wine");
	go(&p, "2 pass; 2 take merchant; 0 fight 3");
	weights_are(&p, 1, "fight 0: 8; fight 1: 0; fight 2: 0");
	play_end(&p);
}

/* Hochland, where the ship lies, buys anything. */
static void
test_no_role_that_can_bring_nothing(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &armed);
	go(&p, "0 pay 0; 0 play conflict; 1 play salt; 2 pass");
	/* Nothing of seat 2's lies open, and its hand is full. */
	weights_are(&p, 2,
	    "take mutineer: 1; take cabin-boy: 3; take mate: 3; "
	    "take merchant: 0; take loadmaster: 0");
	go(&p, "2 take mate; 0 pass; 1 pass");
	/* Nobody else will be the mutineer, and two swords are enough. */
	weights_are(&p, 1,
	    "take mutineer: 5; take cabin-boy: 0; take merchant: 3; "
	    "take loadmaster: 3");
	play_end(&p);
}

/* The captain shows two swords, and no cabin boy will help. */
static void
test_the_last_to_take_is_no_mutineer_without_swords(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &armed);
	go(&p, "0 pay 0; 0 play conflict; 1 pass; 1 take mate; 2 play cloth");
	go(&p, "0 pass; 2 pass");
	weights_are(&p, 2,
	    "take mutineer: 0; take cabin-boy: 0; take merchant: 3; "
	    "take loadmaster: 3");
	play_end(&p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_swords_are_spent_as_far_as_they_decide),
		cmocka_unit_test(test_no_sword_for_what_is_won_or_lost),
		cmocka_unit_test(test_no_role_that_can_bring_nothing),
		cmocka_unit_test(
		    test_the_last_to_take_is_no_mutineer_without_swords),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
