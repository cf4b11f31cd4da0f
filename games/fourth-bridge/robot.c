/* SPDX-License-Identifier: ISC */
/*
 * Rules of thumb for robots: for whom it is good that bridges come to stand,
 * and what is sensible to do about it.  Builders need each other, and only one
 * of them wins: a robot that thought of its own lead alone would never lay the
 * last log of a bridge that makes another the winner, and all would lose to a
 * Traitor.  So a part of a Builder's hopes is the four bridges themselves, when
 * the match is over, too.
 */
#include "games/fourth-bridge/state.h"

#include <stdlib.h>

enum {
	WHOLE = 1000, /* a win, or four bridges */
	TOGETHER = 550, /* the part of a win that four bridges are */
	FIRST = 300, /* of the rest, the part that goes to the winner alone */
	HALF_LEAD = 600, /* 1/100 points; so far ahead, 3 of 4 win */
	BEHIND = 150, /* how far below nothing progress may fall */
	HASTE = 45, /* turns that four bridges take if nobody disturbs */
	SHADE = 8, /* a move that promises so much less is half as likely */
	MOVES_MAX = 64,
};

/* In 1/100, how likely a bridge will stand, by the number of logs laid. */
static const uint8_t laid_chance[BRIDGE_LOGS] = { 20, 30, 45, 60, 80 };

/* Points that a Builder may hope for, in 1/100. */
static int
hopes(const struct state *s, int role)
{
	int next = fourth_next_value(&s->board);
	int sum = 100 * fourth_points(s, role);

	for (int i = 0; i < FIELDS; i++) {
		const struct field *f = &s->board.field[i];

		if (f->value != 0 || !fourth_can_stand(f))
			continue;
		for (int k = 0; k < f->nbridge; k++)
			if (f->bridge[k] == role)
				sum += laid_chance[f->nbridge] *
				       (next - (BRIDGE_LOGS - 1 - k));
	}
	return sum;
}

/* Of a Builder, before the best other one; 1/100 points. */
static int
lead_of(const struct state *s, int seat)
{
	int best = 0;

	for (int i = 0; i < s->seats; i++)
		if (i != seat && s->role[i] != TRAITOR)
			best = fourth_most(best, hopes(s, s->role[i]));
	return hopes(s, s->role[seat]) - best;
}

/* How near four bridges are, with the turns that are left. */
static int
near(const struct state *s)
{
	int done =
	    (fourth_progress(&s->board) + BEHIND) * WHOLE / (WHOLE + BEHIND);
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

static int
seat_worth(const struct state *s, int seat)
{
	bool over = s->phase == OVER, built = s->board.ended == BUILT;
	int done = near(s), lead, hope;

	if (over && !built && traitor_plays(s))
		return s->role[seat] == TRAITOR ? WHOLE : 0;
	if (over)
		done = built ? WHOLE : done / 2;
	if (s->role[seat] == TRAITOR)
		return WHOLE - done;
	lead = lead_of(s, seat);
	hope = WHOLE / 2 + WHOLE / 2 * lead / (abs(lead) + HALF_LEAD);
	if (over)
		hope =
		    (FIRST * (lead >= 0 ? WHOLE : 0) + (WHOLE - FIRST) * hope) /
		    WHOLE;
	return (TOGETHER * done + (WHOLE - TOGETHER) * hope) / WHOLE;
}

void
fourth_worth(const void *state, int32_t worth[GAME_MAX_SEATS])
{
	const struct state *s = state;

	for (int seat = 0; seat < s->seats; seat++)
		worth[seat] = seat_worth(s, seat);
}

/* Of what a mover does, the better for the mover the more. */
void
fourth_likely(const void *state, int seat, const struct move *v, size_t n,
    uint16_t *weight)
{
	const struct state *s = state;
	int worth[MOVES_MAX], best = INT32_MIN;
	struct state then;

	if (s->phase != DO || n > MOVES_MAX || n == 1)
		return;
	then = *s;
	for (size_t i = 0; i < n; i++) {
		then.board = s->board;
		for (int k = 0; k < v[i].n && v[i].arg[0] != NOTHING; k++)
			fourth_foresee(&then.board, (enum action)v[i].arg[k]);
		worth[i] = seat_worth(&then, seat);
		best = fourth_most(best, worth[i]);
	}
	for (size_t i = 0; i < n; i++) {
		int less = (best - worth[i]) / SHADE;

		weight[i] = (uint16_t)(less < 10 ? 1024 >> less : 0);
	}
}

/* Thinking ahead goes as far as the next one who moves. */
int
fourth_chapter(const void *state)
{
	const struct state *s = state;

	return (int)s->turn * (s->seats + 1) + s->ngiven;
}
