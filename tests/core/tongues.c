/* SPDX-License-Identifier: ISC */
/*
 * Words of other languages in letters: accents that tell words apart, forms
 * that look like words of the game, names, alternatives, quotes; and what a
 * log may not hold though a letter may.
 */
#include "base/err.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/outcome.h"
#include "core/say.h"
#include "core/words.h"
#include "tests/core/reader.h"
#include "tests/core/reading.h"

static int
setup(void **state)
{
	static const struct form forms[] = {
		{ "request", "lub", "or" },
		{ "toy", "weź", "take" },
		{ "toy", "daj", "give" },
		{ "toy", "sąd", "fig" },
		{ "toy", "sad", "plum" },
		{ "toy", "lód", "fig" },
		{ "toy", "łód", "plum" },
		{ "toy", "kiwi", "plum" },
		{ "toy", "ösen", "fig" },
		{ "toy", "ßtern frucht", "star-fruit" },
	};
	static char *names[] = { "Anna", "Żółw, Jan", "Sad", NULL };

	return reader_new(state, forms, G_N_ELEMENTS(forms), names);
}

/* As it is written comes before what it is without accents. */
static void
test_accents(void **state)
{
	static const struct line lines[] = {
		{ "take sąd", "move take fig" },
		{ "take SĄD", "move take fig" },
		{ "take sad", "move take plum" },
		{ "take sa\u0328d", "move take fig" },
		{ "take lód", "move take fig" },
		{ "take łód", "move take plum" },
		/* either may be meant */
		{ "take lod", "near take" },
		{ "wez ösen", "move take fig" },
		{ "weź osen", "move take fig" },
		{ "take sstern FRUCHT", "move take star-fruit" },
		{ "take stern frucht", "near take" },
		/* a word of the game is stronger than a form */
		{ "take kiwi", "move take kiwi" },
	};
	struct reader *r = *state;

	assert_table(r->words, r->match, lines);
}

/* However often and in whatever order the forms come. */
static void
test_accents_again(void **state)
{
	static const struct line either[] = { { "take lod", "near take" },
		{ "take lód", "move take fig" },
		{ "take łód", "move take plum" } };
	static const struct line one[] = { { "take lod", "move take plum" },
		{ "take lód", "move take plum" } };
	struct reader *r = *state;
	struct words *w = words_new();

	words_add(w, "toy", "lód", "fig");
	words_add(w, "toy", "łód", "fig");
	words_add(w, "toy", "łód", "plum");
	words_add(w, "toy", "lód", "fig");
	assert_table(w, r->match, either);
	words_add(w, "toy", "lód", "plum");
	assert_table(w, r->match, one);
	words_free(w);
}

static void
test_names(void **state)
{
	static const struct line lines[] = {
		{ "give fig Sad", "move give fig Sad" },
		{ "daj sąd sad", "move give fig Sad" },
		{ "daj sad sad", "move give plum Sad" },
		{ "daj sad Żółw, Jan", "move give plum Żółw, Jan" },
		{ "daj sad zolw jan", "move give plum Żółw, Jan" },
		{ "daj sad, Jan", "near give" },
	};
	struct reader *r = *state;

	assert_table(r->words, r->match, lines);
}

static void
test_alternatives(void **state)
{
	static const struct line lines[] = {
		{ "pass fig lub plum", "move pass > take fig > take plum" },
		{ "pass sąd, sad lub kiwi",
		    "move pass > take fig > take plum > take kiwi" },
		{ "pass, fig, or plum", "move pass > take fig > take plum" },
		{ "pass, take fig", "move pass > take fig" },
		{ "pass fig, take plum", "move pass > take fig > take plum" },
		{ "pass fig plum", "near pass" },
		{ "pass fig or", "near pass" },
		{ "pass or fig", "near pass" },
		{ "pass, or fig", "near pass" },
		{ "pass fig or or plum", "near pass" },
		{ "pass fig or oak", "near pass" },
	};
	struct reader *r = *state;

	assert_table(r->words, r->match, lines);
}

static void
test_quotes_and_brackets(void **state)
{
	static const struct line lines[] = {
		{ "„pass“", "move pass" },
		{ "„take fig”.", "move take fig" },
		{ "“pass”", "move pass" },
		{ "«take fig; status»", "move take fig | status" },
		{ "»pass«", "move pass" },
		{ "‘take fig’", "move take fig" },
		{ "‚pass‘!", "move pass" },
		{ "„pass»", "talk" },
		{ "[2]", "number 2" },
		{ "(2)", "number 2" },
		{ "[2)", "talk" },
		{ "(2]", "talk" },
		{ "[2", "talk" },
		{ "2]", "talk" },
		{ "#2]", "talk" },
	};
	struct reader *r = *state;

	assert_table(r->words, r->match, lines);
}

/* A log holds what move_text writes, and nothing that is merely like it. */
static void
test_a_log_is_not_read_leniently(void **state)
{
	static GArray untouched;
	static const char *const texts[] = { "Bid 3", "bid  3", "bid 3 ",
		"bid,3", " bid 3" };
	struct reader *r = *state;

	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
		struct err e = { 0 };

		struct outcome out = { .draws = &untouched };

		assert_int_equal(
		    match_replay(r->match, 0, texts[i], NULL, &out, &e), -1);
		assert_int_equal(e.code, ERR_DAMAGED);
		assert_null(out.news);
		assert_null(out.draws);
		assert_null(out.chance);
	}
	assert_int_equal(match_length(r->match), 0);
	assert_int_equal(
	    match_replay(r->match, 0, "bid 3", NULL, NULL, NULL), 0);
	assert_true(match_undo(r->match));
}

/* Neither an onlooker nor a seat that is not there is ever asked. */
static void
test_who_has_no_seat(void **state)
{
	static const int seats[] = { SEAT_ONLOOKER, 3, 31, 32, 100 };
	struct reader *r = *state;
	struct move move;

	assert_int_equal(move_read(r->match, "bid 3", &move), MOVE_OK);
	for (size_t i = 0; i < G_N_ELEMENTS(seats); i++) {
		g_autoptr(GArray) moves = match_legal(r->match, seats[i]);
		struct phrase *why = match_refusal(r->match, seats[i], &move);

		assert_int_equal(moves->len, 0);
		assert_non_null(why);
		assert_string_equal(why->key, "refused.not-asked");
		phrase_free(why);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_accents),
		cmocka_unit_test(test_accents_again),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_alternatives),
		cmocka_unit_test(test_quotes_and_brackets),
		cmocka_unit_test(test_a_log_is_not_read_leniently),
		cmocka_unit_test(test_who_has_no_seat),
	};

	return cmocka_run_group_tests(tests, setup, reader_free);
}
