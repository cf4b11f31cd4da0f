/* SPDX-License-Identifier: ISC */
/*
 * Lines that are a little more than a command, or a little less: a colon, a
 * "please", a slip of the pen.
 */
#include "core/match.h"
#include "tests/core/reader.h"
#include "tests/core/reading.h"
#include "tests/core/toy.h"

static char *const names[] = { "Anna Maria", "Łoś", "Los", "Star Fruit",
	"Smith, John", NULL };

static int
setup(void **state)
{
	static const struct form forms[] = {
		{ "request", "pls", "please" },
		{ "request", "proszę bardzo", "please" },
		{ "request", "i am ready", "ready" },
		{ "toy", "bierz", "take" },
		{ "toy", "hand over", "give" },
		{ "toy", "śliwka", "plum" },
		{ "toy", "star fruit", "star-fruit" },
	};

	return reader_new(state, forms, G_N_ELEMENTS(forms), names);
}

/* A colon behind the verb, and nowhere else. */
static void
test_colons(void **state)
{
	static const struct line lines[] = {
		{ "bid: 2", "move bid 2" },
		{ "Bid : 2.", "move bid 2" },
		{ "bid:\t2", "move bid 2" },
		{ "bierz: śliwka", "move take plum" },
		{ "hand over: plum Łoś", "move give plum Łoś" },
		{ "give: plum Smith, John", "move give plum Smith, John" },
		{ "pass: plum or fig", "move pass > take plum > take fig" },
		{ "pass: the salt", "near pass" },
		{ "bid: two", "near bid" },
		{ "bid:", "talk" },
		{ "bid:2", "talk" },
		{ "bid: : 2", "near bid" },
		{ "bid 2: 2", "near bid" },
		{ ": bid 2", "talk" },
		{ "my bid: 2", "talk" },
		{ "mix plum: fig", "near mix" },
		{ "status: fine", "talk" },
		{ "From: Anna", "talk" },
	};
	struct reader *r = *state;

	assert_table(r->words, r->match, lines);
}

static void
test_please(void **state)
{
	static const struct line lines[] = {
		{ "take plum please", "move take plum" },
		{ "Take plum, please!", "move take plum" },
		{ "take plum pls", "move take plum" },
		{ "take plum prosze bardzo", "move take plum" },
		{ "pass plum or fig, please",
		    "move pass > take plum > take fig" },
		{ "pass please; take plum please",
		    "move pass | move take plum" },
		{ "2 please", "number 2" },
		{ "status, please.", "status" },
		{ "I am ready please", "ready" },
		{ "resign please", "resign please" }, /* a code like any */
		{ "ready luck pretty please", "ready pretty please" },
		{ "take please", "near take" },
		{ "take plum please please", "move take plum" },
		{ "take plum please now", "near take" },
		{ "please take plum", "talk" },
		{ "please", "talk" },
		{ "yes please", "talk" },
		{ "plum please", "talk" },
	};
	static char *const players[] = { "Anna", "Please", NULL };
	static const struct line named[] = {
		{ "give plum Please", "move give plum Please" },
		{ "give plum Anna, please", "move give plum Anna" },
		{ "give plum Please please", "move give plum Please" },
	};
	struct reader *r = *state;
	struct match *m = toy_match(players);

	assert_table(r->words, r->match, lines);
	assert_non_null(m);
	assert_table(r->words, m, named);
	match_free(m);
}

/* One slip in the first word of a short line: reported, and never done. */
static void
test_slips(void **state)
{
	static const struct line lines[] = {
		{ "tkae plum", "near take" },
		{ "taek plum", "near take" },
		{ "atke plum", "near take" },
		{ "takke plum", "near take" },
		{ "takr plum!", "near take" },
		{ "tàkr plum", "near take" },
		{ "psas", "near pass" },
		{ "bdi 3", "near bid" },
		{ "gvie plum", "near give" },
		{ "tkae star fruit please", "near take" },
		{ "passs plum or fig", "near pass" },
		{ "psas; take plum", "near pass" },
		{ "hlep", "near help" },
		{ "hlep rules", "near help" },
		{ "staus", "near status" },
		{ "rsign", "near resign" },
		{ "raedy luck", "near ready" },
		{ "swpa oak 1 plum", "near swap" },
		/* too much, too far, too short, or something else behind it */
		{ "swpa oak 1 plum 2", "talk" },
		{ "tkea plum", "talk" },
		{ "bad 3", "talk" },
		{ "make plum", "talk" },
		{ "tale of woe", "talk" },
		{ "past midnight", "talk" },
		{ "hell no", "talk" },
		{ "tkae", "near take" },
		{ "tkae?", "talk" },
		{ "take2 plum", "talk" },
		{ "plum tkae", "talk" },
	};
	static const struct line without[] = {
		{ "tkae plum", "talk" },
		{ "hlep", "near help" },
		{ "hlep plum", "talk" },
	};
	struct reader *r = *state;

	assert_table(r->words, r->match, lines);
	assert_table(r->words, NULL, without);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_colons),
		cmocka_unit_test(test_please),
		cmocka_unit_test(test_slips),
	};

	return cmocka_run_group_tests(tests, setup, reader_free);
}
