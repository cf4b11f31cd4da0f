/* SPDX-License-Identifier: ISC */
/*
 * How votes are counted.  Only ballots count: a player who lets a vote pass,
 * or is away, is neither for nor against it.  Pure.
 */
#ifndef POLICY_TALLY_H
#define POLICY_TALLY_H

#include "policy/policy.h"

#include <stdbool.h>

struct tally {
	int yes, no; /* ballots */
	int left; /* the seats that are there and have given none */
	int quorum; /* with fewer ballots nothing is decided */
};

enum outcome_of_vote { VOTE_STANDS, VOTE_PASSES, VOTE_FAILS };

/*
 * Whatever those who are left may say; over: its time is up, so that it no
 * longer can stand.
 */
enum outcome_of_vote tally_outcome(
    const struct tally *, enum policy_majority, bool over);

#endif
