/* SPDX-License-Identifier: ISC */
/* What a match tells: news and whom it is for, sentences and draws as JSON. */
#include "core/decision.h"
#include "core/inner.h"
#include "core/match.h"
#include "core/move.h"
#include "core/opening.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "core/say.h"
#include "core/sentence.h"
#include "tests/core/toy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

static char *const names[] = { "Anna Maria", "Łukasz", "Zoë", NULL };

static void
make(struct match *m, int seat, const char *text, struct outcome *out)
{
	struct move move;

	assert_int_equal(move_read(m, text, &move), MOVE_OK);
	assert_null(match_refusal(m, seat, &move));
	match_play(m, seat, &move, out);
}

static struct opening
opening_of(char *const *players)
{
	return (struct opening){ .game = &toy_game,
		.names = players,
		.seats = 3,
		.seed = { 4, 5, 6 } };
}

static void
assert_phrase(struct phrase *p, const char *key, const char *args)
{
	json_t *want = json_loads(args, 0, NULL);

	assert_non_null(p);
	assert_string_equal(p->key, key);
	assert_non_null(want);
	if (!json_equal(p->args, want)) {
		char *got = json_dumps(p->args, 0);

		print_error("%s: %s instead of %s\n", key, got, args);
		free(got);
		fail();
	}
	json_decref(want);
	phrase_free(p);
}

/* Each hears what is for her, and no one else's hand. */
static void
test_news_of_the_setup(void **state)
{
	const struct opening opening = opening_of(names);
	struct outcome out = { 0 };
	struct match *m = match_start(&opening, NULL, &out, NULL);

	(void)state;
	assert_int_equal(out.news->len, 3);
	for (int seat = 0; seat < 3; seat++) {
		const struct toy *t = match_state(m);
		const struct told *told =
		    &g_array_index(out.news, struct told, seat);

		assert_int_equal(told->say.sentence, TOY_SAY_DEALT);
		assert_memory_equal(
		    told->say.arg, t->hand[seat], sizeof t->hand[seat]);
		for (int other = SEAT_ONLOOKER; other < 3; other++)
			assert_int_equal(told_to(told, other), other == seat);
		assert_true(outcome_reveals(m, &out, seat));
	}
	assert_false(outcome_reveals(m, &out, SEAT_ONLOOKER));
	outcome_clear(&out);
	outcome_clear(&out); /* nothing is left to clear */
	match_free(m);
}

static void
test_reveals_only_to_the_audience(void **state)
{
	struct match *m = toy_match(names);
	struct outcome out = { 0 };

	(void)state;
	make(m, 0, "bid 1", NULL);
	make(m, 1, "bid 2", NULL);
	make(m, 2, "bid 0", &out);
	for (int seat = SEAT_ONLOOKER; seat < 3; seat++) {
		assert_true(
		    told_to(&g_array_index(out.news, struct told, 0), seat));
		assert_false(outcome_reveals(m, &out, seat));
	}
	outcome_clear(&out);
	make(m, 1, "roll", &out);
	for (int seat = SEAT_ONLOOKER; seat < 3; seat++)
		assert_int_equal(outcome_reveals(m, &out, seat), seat == 1);
	outcome_clear(&out);
	match_free(m);
}

static void
test_sentences_as_json(void **state)
{
	static const struct say won = { TOY_SAY_WON, 3, { 1, 40, STAR_FRUIT } };
	static const struct say dealt = { TOY_SAY_DEALT, 2, { PLUM, FIG } };
	static const struct say none = { TOY_SAY_DEALT, 0, { 0 } };
	struct match *m = toy_match(names);
	json_t *event = say_event(m, &won), *want;

	(void)state;
	want = json_pack("{s:s, s:i, s:i, s:s}", "event", "won", "seat", 1,
	    "points", 40, "wind", "star-fruit");
	assert_true(json_equal(event, want));
	json_decref(event);
	json_decref(want);
	assert_phrase(say_phrase(m, &won), "toy.won",
	    "{\"seat\":\"Łukasz\",\"points\":40,\"wind\":"
	    "{\"word\":\"star-fruit\",\"phrase\":\"toy.fruit.star-fruit\"}}");
	assert_phrase(say_phrase(m, &dealt), "toy.dealt",
	    "{\"fruits\":[{\"word\":\"plum\",\"phrase\":\"toy.fruit.plum\"},"
	    "{\"word\":\"fig\",\"phrase\":\"toy.fruit.fig\"}]}");
	assert_phrase(say_phrase(m, &none), "toy.dealt", "{\"fruits\":[]}");
	match_free(m);
}

/* What is told of draws: names, words, and of a shuffle the part shown. */
static void
test_chance_is_told(void **state)
{
	const struct opening opening = opening_of(names);
	struct outcome out = { 0 };
	struct match *m = match_start(&opening, NULL, &out, NULL);
	const struct toy *t = match_state(m);
	const json_t *starter = json_array_get(out.chance, 0);
	const json_t *deck = json_array_get(out.chance, 1);
	const json_t *order = json_object_get(deck, "order");

	(void)state;
	assert_int_equal(json_array_size(out.chance), 2);
	assert_string_equal(
	    json_string_value(json_object_get(starter, "what")), "starter");
	assert_int_equal(
	    json_integer_value(json_object_get(starter, "value")), t->starter);
	assert_string_equal(
	    json_string_value(json_object_get(deck, "what")), "deck");
	assert_int_equal(json_array_size(order), 6);
	for (size_t i = 0; i < 6; i++)
		assert_string_equal(json_string_value(json_array_get(order, i)),
		    toy_fruits[t->deck[i]]);
	outcome_clear(&out);
	match_free(m);
}

/* What games say with: each argument in its place, nobody hears of news that
 * nobody wants, and words from the list of a kind. */
static void
test_games_say(void **state)
{
	struct say say = game_say(TOY_SAY_WON, 3, 1, 40, KIWI);
	GArray *heard = g_array_new(FALSE, FALSE, sizeof(struct told));
	struct news news = { heard };
	const struct told *told;

	(void)state;
	assert_int_equal(say.sentence, TOY_SAY_WON);
	assert_int_equal(say.n, 3);
	assert_int_equal(say.arg[0], 1);
	assert_int_equal(say.arg[1], 40);
	assert_int_equal(say.arg[2], KIWI);
	assert_int_equal(say.arg[3], 0);
	game_tell(NULL, SEATS_ALL, TOY_SAY_DONE, 0);
	game_tell(&news, 0, TOY_SAY_DONE, 0);
	game_tell(&news, SEAT(2), TOY_SAY_BID, 1, 2);
	assert_int_equal(heard->len, 1);
	told = &g_array_index(heard, struct told, 0);
	assert_int_equal(told->to, SEAT(2));
	assert_int_equal(told->say.arg[0], 2);
	assert_string_equal(game_word(&toy_game, 'K', YEW), "yew");
	assert_string_equal(game_word(&toy_game, 'K', TREES_END), "");
	assert_string_equal(game_word(&toy_game, 'K', FIG), "");
	g_array_unref(heard);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_news_of_the_setup),
		cmocka_unit_test(test_reveals_only_to_the_audience),
		cmocka_unit_test(test_sentences_as_json),
		cmocka_unit_test(test_chance_is_told),
		cmocka_unit_test(test_games_say),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
