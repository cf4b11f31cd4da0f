/* SPDX-License-Identifier: ISC */
/*
 * What a table agrees on before a match starts: how long things may take,
 * and what becomes of players who do not answer.  Pure.
 */
#ifndef POLICY_POLICY_H
#define POLICY_POLICY_H

#include "policy/span.h"

#include <stdint.h>

#define POLICY_PHASES 16
#define POLICY_REMINDERS 4
#define POLICY_DATES 32
#define POLICY_WORD_SIZE 32

enum policy_missed {
	MISSED_DEFAULT,
	MISSED_ROBOT, /* a move of the program */
	MISSED_WAIT,
	MISSED_LEVEL /* + level: a robot plays on till the player is back */
};
enum policy_robot { PLAYS_DEFAULT, PLAYS_RANDOM, PLAYS_LEVEL /* + level */ };
enum policy_talk { TALK_OPEN, TALK_PUBLIC, TALK_ANONYMOUS, TALK_NONE };
enum policy_majority {
	MAJORITY_ALL,
	MAJORITY_TWO_THIRDS,
	MAJORITY_HALF, /* more than half */
	MAJORITY_NONE /* there are no votes */
};
/* How many hints a player may have in a match: so many, or one of these. */
enum policy_hints {
	HINTS_ROBOTS = -1, /* any number, if all others are robots */
	HINTS_NONE = 0,
	HINTS_MOST = 99,
	HINTS_ANY /* any number */
};
enum policy_onlookers { ONLOOKERS_NONE, ONLOOKERS_WATCH, ONLOOKERS_TALK };
/* When pages show the match to everybody. */
enum policy_public { PUBLIC_NO, PUBLIC_WHEN_OVER, PUBLIC_YES };

/* What an organiser may do to a match that runs: bits. */
enum policy_right {
	RIGHT_PAUSE = 1 << 0, /* and resume */
	RIGHT_EXTEND = 1 << 1,
	RIGHT_REMIND = 1 << 2,
	RIGHT_REPLACE = 1 << 3,
	RIGHT_UNDO = 1 << 4,
	RIGHT_END = 1 << 5,
	RIGHT_MOVE = 1 << 6
};

struct policy {
	/* ---- time for a decision; of a phase before that of all ---- */
	struct span time;
	struct {
		char phase[POLICY_WORD_SIZE];
		struct span time;
	} times[POLICY_PHASES];
	int ntimes;

	/* ---- the calendar by which time counts ---- */
	char zone[64]; /* IANA; "": the home's */
	unsigned days_off; /* bit 0: Monday; their hours do not count */
	struct {
		int first, last; /* as date_read has them */
	} dates_off[POLICY_DATES];
	int ndates_off;
	int quiet_from, quiet_to; /* minutes of the day; equal: none */
	int latest; /* no deadline is later in the day; -1: none */

	/* ---- reminders and second thoughts ---- */
	int reminders[POLICY_REMINDERS]; /* percent of the time left, falling */
	int nreminders;
	int64_t settle; /* seconds in which a move can be taken back */

	/* ---- deadlines missed ---- */
	struct span grace; /* so much more, by itself */
	int graces; /* so often for a seat in a match */
	enum policy_missed missed;
	int open_after; /* misses in a row; 0: never */
	struct span offer; /* how long an open seat waits; none: not at all */
	enum policy_robot robot; /* how it plays */
	struct span back; /* how long a holder may come back */

	/* ---- the muster ---- */
	struct span muster; /* time to say "ready"; none: for ever */
	int renewals; /* then invited again so often, then called off */

	/* ---- people ---- */
	enum policy_talk talk;
	int away_days; /* in a year; 0: none */
	struct span away_notice; /* so long before it begins */
	struct span vote; /* how long votes are open */
	enum policy_majority majority;
	enum policy_onlookers onlookers;
	enum policy_public public;
	int hints; /* for a player in a match, or as policy_hints says */
	unsigned rights; /* of the organiser */
};

/* Has any decision a deadline? */
bool policy_any_deadline(const struct policy *);
/* Time for a decision in that phase. */
struct span policy_time(const struct policy *, const char *phase);

#endif
