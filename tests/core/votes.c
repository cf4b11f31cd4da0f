/* SPDX-License-Identifier: ISC */
/* Lines that begin with "vote". */
#include "tests/core/reader.h"
#include "tests/core/reading.h"

static char *const names[] = { "Anna Maria", "Łoś", "Los", "Star Fruit",
	"Smith, John", NULL };

static int
setup(void **state)
{
	static const struct form forms[] = {
		{ "request", "głosuj", "vote" },
		{ "request", "zakończ", "end" },
		{ "request", "proszę", "please" },
	};

	return reader_new(state, forms, G_N_ELEMENTS(forms), names);
}

static void
test_questions(void **state)
{
	const struct reader *r = *state;
	static const struct line lines[] = {
		{ "vote end", "vote end" },
		{ "Vote END.", "vote end" },
		{ "głosuj zakończ", "vote end" },
		{ "vote end please", "vote end" },
		{ "vote resume", "vote resume" },
		{ "vote pause", "vote pause" },
		{ "vote pause 7d", "vote pause 604800" },
		{ "vote extend 3d", "vote extend 259200" },
		{ "vote extend 3 days", "vote extend 259200" },
		{ "vote extend 1 day", "vote extend 86400" },
		{ "vote extend 36 hours", "vote extend 129600" },
		{ "vote extend 90 minutes", "vote extend 5400" },
		{ "vote replace Łoś", "vote replace Łoś" },
		{ "vote replace anna maria", "vote replace anna maria" },
		{ "vote replace Smith, John", "vote replace Smith, John" },
		{ "vote replace Los please", "vote replace Los" },
		/* what cannot be read is not done */
		{ "vote", "near vote" },
		{ "vote extend", "near vote" },
		{ "vote extend soon", "near vote" },
		{ "vote extend 3 months", "near vote" },
		{ "vote extend 0d", "near vote" },
		{ "vote extend -3d", "near vote" },
		{ "vote end now", "near vote" },
		{ "vote replace", "near vote" },
		{ "vote replace Nobody", "near vote" },
		{ "vote for me", "near vote" },
		{ "voet end", "near vote" },
		/* without the word it is talk, or something else */
		{ "I vote end", "talk" },
		{ "end", "talk" },
		{ "resume", "talk" },
		{ "pause", "pause" },
	};

	assert_table(r->words, r->match, lines);
}

static void
test_answers(void **state)
{
	const struct reader *r = *state;
	static const struct line lines[] = {
		{ "vote yes", "vote yes" },
		{ "vote no!", "vote no" },
		{ "vote yes 2", "vote yes 2" },
		{ "vote no #12", "vote no 12" },
		{ "vote yes pause", "vote yes pause" },
		{ "vote yes please", "vote yes" },
		{ "vote no; take plum", "vote no | move take plum" },
		{ "vote 1 no", "vote no 1" },
		{ "Vote #12 yes, please", "vote yes 12" },
		{ "vote 1", "near vote" },
		{ "vote 1 no 2", "near vote" },
		{ "vote 1 end", "near vote" },
		{ "vote yes 2 3", "near vote" },
		{ "vote yes maybe", "near vote" },
		{ "vote yes 12345", "near vote" },
		{ "vote yes replace Los", "near vote" },
	};

	assert_table(r->words, r->match, lines);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_questions),
		cmocka_unit_test(test_answers),
	};

	return cmocka_run_group_tests(tests, setup, reader_free);
}
