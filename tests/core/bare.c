/* SPDX-License-Identifier: ISC */
/* Moves without their verb, in Fourth Bridge: not made, but not lost either. */
#include "base/embed.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/opening.h"
#include "core/say.h"
#include "games/games.h"
#include "render/render.h"
#include "tests/core/reading.h"

static struct catalog *catalog;
static struct match *match;

static int
setup(void **state)
{
	char *names[] = { "Anna", "Bernhard", "Work" };
	const struct opening opening = { .game = game_find("fourth-bridge"),
		.names = names,
		.seats = 3,
		.seed = { 3 } };

	(void)state;
	catalog = catalog_load("en", NULL, NULL);
	match = match_start(&opening, NULL, NULL, NULL);
	return catalog == NULL || match == NULL;
}

static int
teardown(void **state)
{
	(void)state;
	match_free(match);
	catalog_free(catalog);
	return 0;
}

static int
asked(void)
{
	int seat = 0;

	while ((match_to_act(match) & SEAT(seat)) == 0)
		seat++;
	return seat;
}

/* The first legal move that begins so. */
static void
play(const char *front)
{
	g_autoptr(GArray) legal = match_legal(match, asked());

	for (guint i = 0; i < legal->len; i++) {
		const struct move *m = &g_array_index(legal, struct move, i);
		g_autofree char *text = move_text(match, m);

		if (!g_str_has_prefix(text, front))
			continue;
		match_play(match, asked(), m, NULL);
		return;
	}
	fail_msg("no legal move begins with \"%s\"", front);
}

static void
assert_asks(const char *line, const char *move)
{
	g_autoptr(GPtrArray) list =
	    g_ptr_array_new_with_free_func(reading_free);
	const struct request *q;
	g_autofree char *said = NULL, *want = NULL;

	request_read(catalog_words(catalog), match, line, list);
	assert_int_equal(list->len, 1);
	q = list->pdata[0];
	assert_int_equal(q->kind, REQUEST_UNCLEAR);
	assert_non_null(q->why);
	said = catalog_say(catalog, q->why, NULL);
	want =
	    g_strdup_printf("If you mean \"%s\", reply with just that.", move);
	assert_string_equal(said, want);
}

static void
test_bare(void **state)
{
	static const struct line of_give[] = {
		{ "build, carpenter", "talk" },
		{ "load", "talk" },
		{ "work", "talk" },
		{ "Work to do", "talk" },
		{ "Anna", "talk" },
	};
	static const struct line of_do[] = {
		{ "load, cart, load, cart", "near do" },
		{ "load the cart, I say", "talk" },
		{ "Anna", "talk" },
		{ "build is what I like", "talk" },
		{ "do load cart", "move do load cart" },
		{ "cart-load to Anna", "talk" },
	};

	(void)state;
	assert_table(catalog_words(catalog), match, of_give);
	assert_asks("cart-load to Anna", "give cart-load Anna");
	assert_asks("work Bernhard", "give work Bernhard");
	play("give ");
	assert_table(catalog_words(catalog), match, of_do);
	assert_asks("build, carpenter", "do build carpenter");
	assert_asks("Cart load.", "do cart load");
	assert_asks("the cart", "do cart");
	assert_asks("nothing", "do nothing");
	play("do nothing");
	play("give ");
	play("do nothing");
	assert_asks("carpenter-build", "take carpenter-build");
	assert_asks("carpenter, build", "take carpenter-build");
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_bare) };

	return cmocka_run_group_tests(tests, setup, teardown);
}
