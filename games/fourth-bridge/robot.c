/* SPDX-License-Identifier: ISC */
/*
 * Rules of thumb for robots: for whom it is good that bridges come to stand.
 * Builders need each other, and only one of them wins: a robot that thought of
 * its own lead alone would never lay the last log of a bridge that makes
 * another the winner, and all would lose to a Traitor.  So a part of a
 * Builder's hopes is four bridges, at the end, too.
 */
#include "games/fourth-bridge/state.h"

#include <stdlib.h>

enum {
	WHOLE = 1000, /* a win, or four bridges */
	AGAINST_TRAITOR = 550, /* the part of a win that four bridges are */
	TOGETHER = 350, /* the same with no Traitor in the match */
	FIRST = 300, /* of the rest, what goes to the winner alone */
	BEHIND = 150, /* how far below nothing progress may fall */
	HALF_LEAD = 200, /* 1/100 points; so far ahead, 3 of 4 win */
	HALF_LEAD_MORE = 600, /* the more of that while nothing is built */
	HASTE = 45, /* turns that four bridges take if nobody disturbs */
};

/* Of a Builder, before the best other one; 1/100 points. */
static int
lead_of(const struct state *s, const struct promise *p, int seat)
{
	int best = 0;

	for (int i = 0; i < s->seats; i++)
		if (i != seat && s->role[i] != TRAITOR)
			best = fourth_most(best, p->points[s->role[i]]);
	return p->points[s->role[seat]] - best;
}

/* How near four bridges are, with the turns that are left. */
static int
near(const struct state *s, int progress)
{
	int done = (progress + BEHIND) * WHOLE / (WHOLE + BEHIND);
	int left = (int)s->turn_limit - (int)s->turn + 1;
	int needed = (WHOLE - done) * HASTE / WHOLE;

	if (s->turn_limit > 0 && left < needed && done > 0)
		done = done * left / needed;
	return fourth_clamp(done, 0, WHOLE);
}

static bool
traitor_plays(const struct state *s)
{
	for (int i = 0; i < s->seats; i++)
		if (s->role[i] == TRAITOR)
			return true;
	return false;
}

int
fourth_seat_worth(const struct state *s, const struct promise *p, int seat)
{
	bool over = s->board.ended != GOING_ON, built = s->board.ended == BUILT;
	bool traitor = traitor_plays(s);
	int done = near(s, p->progress), lead, hope, half;

	if (over && !built && traitor)
		return s->role[seat] == TRAITOR ? WHOLE : 0;
	if (over)
		done = built ? WHOLE : done / 2;
	if (s->role[seat] == TRAITOR)
		return WHOLE - done;
	lead = lead_of(s, p, seat);
	half = HALF_LEAD + HALF_LEAD_MORE * (WHOLE - done) / WHOLE;
	hope = WHOLE / 2 + WHOLE / 2 * lead / (abs(lead) + half);
	if (over)
		hope += FIRST * ((lead >= 0 ? WHOLE : 0) - hope) / WHOLE;
	return hope +
	       (traitor ? AGAINST_TRAITOR : TOGETHER) * (done - hope) / WHOLE;
}

void
fourth_worth(const void *state, int32_t worth[GAME_MAX_SEATS])
{
	const struct state *s = state;
	struct promise p;

	fourth_promise(&s->board, &p);
	for (int seat = 0; seat < s->seats; seat++)
		worth[seat] = fourth_seat_worth(s, &p, seat);
}

/* Thinking ahead goes to the end of the next turn. */
int
fourth_chapter(const void *state)
{
	return (int)((const struct state *)state)->turn;
}
