/* SPDX-License-Identifier: ISC */
/* How votes are counted. */
#include "policy/tally.h"

#include "policy/policy.h"

static bool
is_enough(enum policy_majority majority, int yes, int all)
{
	switch (majority) {
	case MAJORITY_ALL:
		return yes == all;
	case MAJORITY_TWO_THIRDS:
		return 3 * yes >= 2 * all;
	case MAJORITY_HALF:
		return 2 * yes > all;
	case MAJORITY_NONE:
		break;
	}
	return false;
}

enum outcome_of_vote
tally_outcome(const struct tally *t, enum policy_majority majority, bool over)
{
	int cast = t->yes + t->no;
	bool counts = cast >= t->quorum && cast > 0;

	if (over)
		return counts && is_enough(majority, t->yes, cast) ? VOTE_PASSES
								   : VOTE_FAILS;
	/* all that are left against it, or for it */
	if (counts && is_enough(majority, t->yes, cast + t->left))
		return VOTE_PASSES;
	if (cast > 0 && !is_enough(majority, t->yes + t->left, cast + t->left))
		return VOTE_FAILS;
	return VOTE_STANDS;
}
