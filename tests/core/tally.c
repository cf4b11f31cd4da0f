/* SPDX-License-Identifier: ISC */
/* How votes are counted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "policy/policy.h"
#include "policy/tally.h"

#include <stdio.h>
#include <string.h>

#define P VOTE_PASSES
#define F VOTE_FAILS
#define S VOTE_STANDS

struct row {
	struct tally tally; /* yes, no, left, quorum */
	enum outcome_of_vote now[3]; /* all, two-thirds, half */
	enum outcome_of_vote over[3];
};

static const struct row rows[] = {
	/* who opened it alone: others may still come */
	{ { 1, 0, 3, 2 }, { S, S, S }, { F, F, F } },
	{ { 1, 0, 1, 2 }, { S, S, S }, { F, F, F } },
	/* all others are away: it waits for them, but not for ever */
	{ { 1, 0, 0, 2 }, { S, S, S }, { F, F, F } },
	/* there is nobody else */
	{ { 1, 0, 0, 1 }, { P, P, P }, { P, P, P } },
	/* two of four, the others silent: they do not count */
	{ { 2, 0, 2, 2 }, { S, S, S }, { P, P, P } },
	{ { 3, 0, 1, 2 }, { S, P, P }, { P, P, P } },
	{ { 4, 0, 0, 2 }, { P, P, P }, { P, P, P } },
	/* one against */
	{ { 1, 1, 2, 2 }, { F, S, S }, { F, F, F } },
	{ { 2, 1, 1, 2 }, { F, S, S }, { F, P, P } },
	{ { 2, 1, 0, 2 }, { F, P, P }, { F, P, P } },
	{ { 3, 1, 0, 2 }, { F, P, P }, { F, P, P } },
	/* two thirds exactly, and just below */
	{ { 4, 2, 0, 2 }, { F, P, P }, { F, P, P } },
	{ { 3, 2, 0, 2 }, { F, F, P }, { F, F, P } },
	{ { 3, 2, 1, 2 }, { F, S, S }, { F, F, P } },
	/* a tie is no majority */
	{ { 1, 1, 0, 2 }, { F, F, F }, { F, F, F } },
	{ { 2, 2, 0, 2 }, { F, F, F }, { F, F, F } },
	{ { 2, 2, 1, 2 }, { F, F, S }, { F, F, F } },
	/* she who opened it has changed her mind */
	{ { 0, 1, 0, 2 }, { F, F, F }, { F, F, F } },
	{ { 0, 1, 3, 2 }, { F, S, S }, { F, F, F } },
	/* no ballot counts any more: its voter has left */
	{ { 0, 0, 0, 2 }, { S, S, S }, { F, F, F } },
	{ { 0, 0, 3, 2 }, { S, S, S }, { F, F, F } },
};

static void
counts_by_majority(void **state)
{
	static const enum policy_majority majorities[] = { MAJORITY_ALL,
		MAJORITY_TWO_THIRDS, MAJORITY_HALF };

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		for (int m = 0; m < 3; m++) {
			const struct tally *t = &rows[i].tally;
			enum outcome_of_vote now =
			    tally_outcome(t, majorities[m], false);
			enum outcome_of_vote over =
			    tally_outcome(t, majorities[m], true);

			if (now != rows[i].now[m] || over != rows[i].over[m])
				fail_msg("row %zu, majority %d: %d, then %d", i,
				    m, (int)now, (int)over);
		}
}

/*
 * Whatever was settled early stays so: all ways in which those who are left
 * may vote, or not, lead to the same end.
 */
static void
is_settled_for_good(void **state)
{
	static const enum policy_majority majorities[] = { MAJORITY_ALL,
		MAJORITY_TWO_THIRDS, MAJORITY_HALF };
	int settled = 0;

	(void)state;
	for (int m = 0; m < 3; m++)
		for (int n = 0; n < 7 * 7 * 7; n++) {
			const struct tally t = { n % 7, n / 7 % 7, n / 49, 2 };
			enum outcome_of_vote early =
			    tally_outcome(&t, majorities[m], false);

			if (early == VOTE_STANDS)
				continue;
			settled++;
			for (int yes = 0; yes <= t.left; yes++)
				for (int no = 0; yes + no <= t.left; no++) {
					const struct tally end = { t.yes + yes,
						t.no + no, t.left - yes - no,
						2 };

					assert_int_equal(
					    tally_outcome(
						&end, majorities[m], true),
					    early);
				}
		}
	assert_true(settled > 100);
}

static void
is_none_without_votes(void **state)
{
	const struct tally t = { 4, 0, 0, 2 };

	(void)state;
	assert_int_equal(tally_outcome(&t, MAJORITY_NONE, true), VOTE_FAILS);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_by_majority),
		cmocka_unit_test(is_settled_for_good),
		cmocka_unit_test(is_none_without_votes),
	};

	return cmocka_run_group_tests_name("tally", tests, NULL, NULL);
}
