/* SPDX-License-Identifier: ISC */
/*
 * Lines as people write them in English in a match of Fourth Bridge, over the
 * words of templates/en: what is meant for the program, and what is not.
 */
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/opening.h"
#include "core/say.h"
#include "core/sentence.h"
#include "games/fourth-bridge/fourth_bridge.h"
#include "games/fourth-bridge/state.h"
#include "render/render.h"
#include "tests/core/reading.h"

struct reader {
	struct catalog *catalog;
	struct match *match;
};

static int
setup(void **state)
{
	static char *const names[] = { "Anna", "Jan \"Bob\" van d'Arc",
		"\u0141ucja", "Load Cart" };
	const struct opening opening = { .game = &game_fourth_bridge,
		.names = names,
		.seats = 4,
		.seed = { 3 } };
	struct reader *r = g_new(struct reader, 1);

	r->catalog = catalog_load("en", NULL, NULL);
	r->match = match_start(&opening, NULL, NULL, NULL);
	*state = r;
	return r->catalog == NULL || r->match == NULL;
}

static int
teardown(void **state)
{
	struct reader *r = *state;

	match_free(r->match);
	catalog_free(r->catalog);
	g_free(r);
	return 0;
}

static void
test_cards(void **state)
{
	static const struct line lines[] = {
		{ "give work Anna", "move give work Anna" },
		{ "Give work to Anna.", "move give work Anna" },
		{ "give work to anna, please", "move give work Anna" },
		{ "give: work, Anna", "move give work Anna" },
		{ "give card 1 to Anna", "move give work Anna" },
		{ "give card 2 Anna", "move give cart-load Anna" },
		{ "give card 3 to Anna", "move give cart-unload Anna" },
		{ "give card 4 to Anna", "move give cart-carpenter Anna" },
		{ "give card 5 to Anna", "move give carpenter-build Anna" },
		{ "give load/unload/build to Anna", "move give work Anna" },
		{ "give cart load to Anna", "move give cart-load Anna" },
		{ "give cart/load to Anna", "move give cart-load Anna" },
		{ "give cart unload Anna", "move give cart-unload Anna" },
		{ "give cart/carpenter Anna", "move give cart-carpenter Anna" },
		{ "give Carpenter Build to Anna",
		    "move give carpenter-build Anna" },
		{ "give work to Jan \"Bob\" van d'Arc",
		    "move give work Jan \"Bob\" van d'Arc" },
		{ "give work to \u0142ucja", "move give work \u0141ucja" },
		{ "give work to Lucja", "move give work \u0141ucja" },
		{ "give cart load load cart", "move give cart-load Load Cart" },
		{ "give cart-load to Load Cart",
		    "move give cart-load Load Cart" },
		{ "take work", "move take work" },
		{ "Take card 5", "move take carpenter-build" },
		{ "take cart carpenter", "move take cart-carpenter" },
		{ "take the work", "move take work" },
		{ "give Anna work", "move give work Anna" },
		{ "give work", "near give" },
		{ "give work to nobody", "near give" },
		{ "give work to", "near give" },
	};
	struct reader *r = *state;

	assert_table(catalog_words(r->catalog), r->match, lines);
}

static void
test_actions(void **state)
{
	static const struct line lines[] = {
		{ "do nothing", "move do nothing" },
		{ "Do nothing!", "move do nothing" },
		{ "do pass", "move do nothing" },
		{ "do load cart load", "move do load cart load" },
		{ "Do: load, cart, load.", "move do load cart load" },
		{ "do cart load", "move do cart load" },
		{ "do cart load load", "move do cart load load" },
		{ "do cart unload cart", "move do cart unload cart" },
		{ "do carpenter build build", "move do carpenter build build" },
		{ "do cart carpenter", "move do cart carpenter" },
		{ "do load unload build", "move do load unload build" },
		{ "move cart", "move do cart" },
		{ "move cart, load", "move do cart load" },
		{ "move the cart", "move do cart" },
		{ "do move cart", "move do cart" },
		{ "move carpenter", "move do carpenter" },
		{ "move carpenter build", "move do carpenter build" },
		{ "do unload a log", "move do unload" },
		/* not legal, but said so by the game */
		{ "do load load load load", "move do load load load load" },
		{ "do", "near do" },
		{ "do work", "near do" },
		{ "do load twice", "near do" },
		{ "Do you know what to do?", "near do" },
		{ "move on, please", "near do" },
	};
	struct reader *r = *state;

	assert_table(catalog_words(r->catalog), r->match, lines);
}

static void
test_talk(void **state)
{
	static const char *const lines[] = { "Hi all,", "load", "cart",
		"carpenter", "nothing", "Nothing.", "pass", "Pass!", "work",
		"red", "black", "traitor", "Anna is the traitor!", "forest",
		"village", "card 1", "cart load", "load, cart, load",
		"build bridges, not walls", "Please give work to Anna for me",
		"You take work", "Don't do that", "> do nothing",
		"\u2192 do nothing", "Boris: load, cart, load.",
		"Anna gives Boris the card load/unload/build.",
		"Your movement cards: cart/load, cart/load", "No, nothing.",
		"Works for me" };
	struct reader *r = *state;

	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
		const struct line line = { lines[i], "talk" };

		assert_readings(catalog_words(r->catalog), r->match, &line, 1);
	}
}

/* Every move that can be listed is read as it stands there. */
static void
test_legal_moves_are_read(void **state)
{
	struct reader *r = *state;
	struct match *m = match_copy(r->match);

	for (int i = 0; i < 400 && !match_over(m); i++) {
		seatset set = match_to_act(m);
		g_autoptr(GArray) legal = NULL;
		int seat = 0;

		while (!(set & SEAT(seat)))
			seat++;
		legal = match_legal(m, seat);
		for (guint k = 0; k < legal->len; k++) {
			g_autofree char *text =
			    move_text(m, &g_array_index(legal, struct move, k));
			g_autofree char *want =
			    g_strconcat("move ", text, NULL);
			const struct line line = { text, want };

			assert_readings(catalog_words(r->catalog), m, &line, 1);
		}
		match_play(m, seat,
		    &g_array_index(
			legal, struct move, (guint)i * 7 % legal->len),
		    NULL);
	}
	match_free(m);
}

/* What happens, as it is told. */
static void
test_sentences(void **state)
{
	static const struct {
		struct say say;
		const char *want;
	} sentences[] = {
		{ { SAY_GIVES, 3, { 0, WORK, 2 } },
		    "Anna gives \u0141ucja the work card." },
		{ { SAY_DOES, 4, { 0, LOAD, CART, LOAD } },
		    "Anna: load, cart, load." },
		{ { SAY_LAID, 3, { RED, 2, 3 } },
		    "The red log at field\u00a02 becomes the third log of the "
		    "bridge there." },
		{ { SAY_FILLED, 2, { 4, RED } },
		    "New log at the forest, field\u00a04: red." },
		{ { SAY_FILLED, 3, { 4, RED, BLUE } },
		    "New logs at the forest, field\u00a04: red, blue." },
		{ { SAY_OWN_ROLE, 1, { RED } }, "You are the red Builder." },
		{ { SAY_OWN_ROLE, 1, { TRAITOR } }, "You are the Traitor." },
		{ { SAY_BUILDER_SHOWN, 3, { 0, RED, 1 } },
		    "Anna was the red Builder, with 1 point." },
	};
	struct reader *r = *state;

	for (size_t i = 0; i < G_N_ELEMENTS(sentences); i++) {
		struct phrase *phrase = say_phrase(r->match, &sentences[i].say);
		g_autofree char *text = catalog_say(r->catalog, phrase, NULL);

		phrase_free(phrase);
		assert_string_equal(text, sentences[i].want);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cards),
		cmocka_unit_test(test_actions),
		cmocka_unit_test(test_talk),
		cmocka_unit_test(test_legal_moves_are_read),
		cmocka_unit_test(test_sentences),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
