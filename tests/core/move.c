/* SPDX-License-Identifier: ISC */
/* Moves as text: what is read, as what, and what is not. */
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/sentence.h"
#include "tests/core/toy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

static char *const names[] = { "Anna Maria", "Łoś", "Los", "Sammy Jr.",
	"Smith, John", NULL };

static int
setup(void **state)
{
	*state = toy_match(names);
	return *state == NULL;
}

static int
teardown(void **state)
{
	match_free(*state);
	return 0;
}

/* The canonical text, or what it is instead of a move. */
static char *
reading(const struct match *m, const char *text)
{
	struct move move;

	switch (move_read(m, text, &move)) {
	case MOVE_OK:
		return move_text(m, &move);
	case MOVE_OTHER:
		return g_strdup("other");
	case MOVE_UNCLEAR:
		return g_strdup("near");
	}
	return NULL;
}

struct line {
	const char *text, *want;
};

static void
assert_lines(const struct match *m, const struct line *lines, size_t n)
{
	int bad = 0;

	for (size_t i = 0; i < n; i++) {
		g_autofree char *got = reading(m, lines[i].text);
		g_autofree char *again = NULL;

		if (strcmp(got, lines[i].want) != 0) {
			print_error("\"%s\": \"%s\", not \"%s\"\n",
			    lines[i].text, got, lines[i].want);
			bad++;
		}
		if (strcmp(got, "near") == 0 || strcmp(got, "other") == 0)
			continue;
		again = reading(m, got);
		assert_string_equal(again, got);
	}
	assert_int_equal(bad, 0);
}

static void
test_lenient(void **state)
{
	static const struct line lines[] = {
		{ "pass", "pass" },
		{ "PASS", "pass" },
		{ "  Pass  ", "pass" },
		{ "pass,", "pass" },
		{ ",pass", "pass" },
		{ "\tpass\t", "pass" },
		{ "take plum", "take plum" },
		{ "TAKE PLUM", "take plum" },
		{ "take\tplum", "take plum" },
		{ "take,plum", "take plum" },
		{ " take ,, plum ,", "take plum" },
		{ "take star-fruit", "take star-fruit" },
		{ "take carambola", "take star-fruit" },
		{ "bid 0", "bid 0" },
		{ "bid 9999", "bid 9999" },
		{ "Bid,  7", "bid 7" },
		{ "mix", "mix" },
		{ "mix fig", "mix fig" },
		{ "mix plum fig", "mix fig plum" },
		{ "mix oak ash", "mix ash oak" },
		{ "mix plum, fig, yew, ash", "mix fig plum ash yew" },
		{ "mix star-fruit yew", "mix star-fruit yew" },
		{ "mix fig fig fig fig fig fig fig fig fig fig fig fig fig fig",
		    "mix fig fig fig fig fig fig fig fig fig fig fig fig fig "
		    "fig" },
		{ "swap oak 1 fig", "swap oak 1 fig" },
		{ "swap oak 1 fig ash 20 kiwi", "swap oak 1 fig, ash 20 kiwi" },
		{ "swap oak 1 fig, ash 20 kiwi,",
		    "swap oak 1 fig, ash 20 kiwi" },
		{ "swap oak, 1, fig, ash, 20, kiwi, yew, 3, plum, oak, 4, fig",
		    "swap oak 1 fig, ash 20 kiwi, yew 3 plum, oak 4 fig" },
		{ "pile fig 3", "pile fig 3" },
		{ "pile fig plum 0", "pile fig plum 0" },
	};

	assert_lines(*state, lines, G_N_ELEMENTS(lines));
}

static void
test_strict(void **state)
{
	static const struct line lines[] = {
		{ "", "other" },
		{ "   ", "other" },
		{ " , \t,", "other" },
		{ "hop", "other" },
		{ "passes", "other" },
		{ "pas", "other" },
		{ "pass.", "other" },
		{ "\"pass\"", "other" },
		{ "päss", "other" },
		{ "p\u0430ss", "other" }, /* a Cyrillic a */
		{ "pass\u00a0now", "other" },
		{ "\xff\xfe", "other" },
		{ "pass\n", "other" },
		{ "pass now", "near" },
		{ "pass pass", "near" },
		{ "take", "near" },
		{ "take plum plum", "near" },
		{ "take pear", "near" },
		{ "take plüm", "near" },
		{ "take oak", "near" },
		{ "take plum.", "near" },
		{ "take 1", "near" },
		{ "bid", "near" },
		{ "bid x", "near" },
		{ "bid 01", "near" },
		{ "bid 00", "near" },
		{ "bid +1", "near" },
		{ "bid -1", "near" },
		{ "bid 1.0", "near" },
		{ "bid 0x1", "near" },
		{ "bid 1e3", "near" },
		{ "bid 10000", "near" },
		{ "bid 65536", "near" },
		{ "bid 99999999999", "near" },
		{ "bid 18446744073709551617", "near" },
		{ "bid \u0663", "near" }, /* an Arabic three */
		{ "bid 1 2", "near" },
		{ "mix fig oak fig", "mix fig fig oak" },
		{ "mix oak fig", "mix fig oak" },
		{ "mix pear", "near" },
		{ "mix fig fig fig fig fig fig fig fig fig fig fig fig fig fig "
		  "fig",
		    "near" },
		{ "swap", "near" },
		{ "swap oak", "near" },
		{ "swap oak 1", "near" },
		{ "swap fig 1 oak", "near" },
		{ "swap oak 1 fig, ash", "near" },
		{ "swap oak 1 fig ash 2", "near" },
		{ "swap oak 1 fig oak 1 fig oak 1 fig oak 1 fig oak 1 fig",
		    "near" },
		{ "pile", "near" },
		{ "pile fig", "near" },
		{ "pile 3", "near" },
		{ "pile fig 3 4", "near" },
	};

	assert_lines(*state, lines, G_N_ELEMENTS(lines));
}

static void
test_names(void **state)
{
	static const struct line lines[] = {
		{ "give fig Anna Maria", "give fig Anna Maria" },
		{ "GIVE FIG ANNA MARIA", "give fig Anna Maria" },
		{ " give  fig,  anna   maria ", "give fig Anna Maria" },
		{ "give fig Ánna Mariå", "give fig Anna Maria" },
		{ "give fig Łoś", "give fig Łoś" },
		{ "give fig łoś", "give fig Łoś" },
		{ "give fig ŁOS\u0301", "give fig Łoś" },
		{ "give fig Los", "give fig Los" },
		{ "give fig LOS", "give fig Los" },
		/* might be either */
		{ "give fig Loś", "near" },
		{ "give fig Łos", "near" },
		{ "give fig Sammy Jr.", "give fig Sammy Jr." },
		{ "give fig sammy jr", "give fig Sammy Jr." },
		{ "give fig Smith, John", "give fig Smith, John" },
		{ "give fig smith, john", "give fig Smith, John" },
		{ "give fig", "near" },
		{ "give fig ", "near" },
		{ "give fig ,", "near" },
		{ "give fig .", "near" },
		{ "give fig Anna", "near" },
		{ "give fig AnnaMaria", "near" },
		{ "give fig Anna Maria Anna Maria", "near" },
		{ "give fig Bob", "near" },
		{ "give fig 0", "near" },
		{ "give Anna Maria", "near" },
		{ "give Anna Maria fig", "near" },
		{ "give fig \xff", "near" },
	};

	assert_lines(*state, lines, G_N_ELEMENTS(lines));
}

/* Whatever a player may be called, the log can be read back. */
static void
test_odd_names(void **state)
{
	static const char *const odd[] = { ", Jr", ",", "a, b,", " x ", "fig",
		"give", "7", "e\u0301", "ﬁn", "İ", "ß", "a;b", "\"q\"", "*",
		"o'neill", "李", "Ω", "\u00a0", "\u200b", "fig fig", "!!" };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(odd); i++) {
		char *pair[] = { (char *)(uintptr_t) "Ann",
			(char *)(uintptr_t)odd[i], NULL };
		struct move give = {
			.verb = TOY_GIVE, .n = 2, .arg = { PLUM, 1 }
		};
		struct match *m = toy_match(pair);
		g_autofree char *text = NULL;
		struct move back;

		assert_non_null(m);
		text = move_text(m, &give);
		if (move_read(m, text, &back) != MOVE_OK ||
		    !move_equal(&give, &back)) {
			print_error("\"%s\" is lost in \"%s\"\n", odd[i], text);
			fail();
		}
		match_free(m);
	}
}

static void
test_very_long(void **state)
{
	g_autofree char *word = g_strnfill(100000, 'x');
	g_autofree char *digits = g_strnfill(100000, '9');
	g_autofree char *blanks = g_strnfill(100000, ' ');
	g_autofree char *bid = g_strconcat("bid ", digits, NULL);
	g_autofree char *take = g_strconcat("take ", word, NULL);
	g_autofree char *give = g_strconcat("give fig ", word, NULL);
	g_autofree char *wide =
	    g_strconcat(blanks, "take", blanks, "plum", blanks, NULL);
	const struct line lines[] = {
		{ word, "other" },
		{ bid, "near" },
		{ take, "near" },
		{ give, "near" },
		{ wide, "take plum" },
		/* as long as a word may be, and one more */
		{ "take xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "near" },
		{ "take xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "near" },
	};

	assert_lines(*state, lines, G_N_ELEMENTS(lines));
}

/* Equal moves are equal bytes, whatever stood there before. */
static void
test_equal_bytes(void **state)
{
	struct move a, b;

	memset(&a, 0xaa, sizeof a);
	memset(&b, 0x55, sizeof b);
	assert_int_equal(move_read(*state, "mix plum fig oak", &a), MOVE_OK);
	assert_int_equal(move_read(*state, "MIX fig,plum,oak", &b), MOVE_OK);
	assert_memory_equal(&a, &b, sizeof a);
	assert_true(move_equal(&a, &b));
	assert_int_equal(move_read(*state, "mix fig plum", &b), MOVE_OK);
	assert_false(move_equal(&a, &b));
	assert_int_equal(move_read(*state, "mix fig fig oak", &b), MOVE_OK);
	assert_false(move_equal(&a, &b));
}

/* Number of a verb with stars and a last number that could be a fruit. */
static void
test_number_behind_a_list(void **state)
{
	for (int16_t n = 0; n < 6; n++) {
		struct move pile = {
			.verb = TOY_PILE, .n = 3, .arg = { FIG, STAR_FRUIT, n }
		};
		g_autofree char *text = move_text(*state, &pile);
		g_autofree char *want =
		    g_strdup_printf("pile fig star-fruit %d", n);

		assert_string_equal(text, want);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lenient),
		cmocka_unit_test(test_strict),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_odd_names),
		cmocka_unit_test(test_very_long),
		cmocka_unit_test(test_equal_bytes),
		cmocka_unit_test(test_number_behind_a_list),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
