/* SPDX-License-Identifier: ISC */
/*
 * Another choice of all that a seat cannot know.  Nobody is ever shown more
 * of it than the view tells now: roles are dealt once, the bag's order comes
 * to light log by log, and the cards are shuffled anew each turn.
 */
#include "games/fourth-bridge/state.h"

#include <string.h>

/* Not all choices are as likely: what a player did for the bridges tells
 * something.  So much of it halves the odds that the Traitor sits there. */
enum { DOUBT = 20, ODDS = 1024 };

/* Of a seat whose moves helped so much, beside ODDS of each card not dealt. */
static uint32_t
traitor_odds(int helped)
{
	int doubts = helped / DOUBT;

	return (uint32_t)(doubts >= 0 ? ODDS >> doubts : ODDS << -doubts);
}

/* Change the Traitor, if he is among those n roles, to a place drawn by odds.
 * The first are those of the other seats, the rest were not dealt. */
static void
place_traitor(const struct state *s, int seat, int16_t role[ROLES], size_t n,
    struct chance *chance)
{
	uint32_t odds[ROLES], sum = 0, pick;
	size_t at = 0, was = 0, to = 0;

	for (int i = 0; i < s->seats; i++)
		if (i != seat)
			odds[at++] = traitor_odds(s->helped[i]);
	while (at < n)
		odds[at++] = ODDS;
	for (size_t i = 0; i < n; i++)
		sum += odds[i];
	pick = (uint32_t)chance_below(chance, sum);
	while (was < n && role[was] != TRAITOR)
		was++;
	if (was == n)
		return;
	while (pick >= odds[to])
		pick -= odds[to++];
	role[was] = role[to];
	role[to] = TRAITOR;
}

static void
resample_roles(struct state *s, int seat, struct chance *chance)
{
	int16_t v[ROLES];
	size_t n = 0, at = 0;

	if (s->phase == OVER)
		return;
	for (int16_t r = 0; r < ROLES; r++)
		if (seat == SEAT_ONLOOKER || s->role[seat] != r)
			v[n++] = r;
	chance_shuffle(chance, NULL, 'R', v, n, 0);
	place_traitor(s, seat, v, n, chance);
	for (int i = 0; i < s->seats; i++)
		if (i != seat)
			s->role[i] = (uint8_t)v[at++];
}

static void
resample_bag(struct state *s, struct chance *chance)
{
	int16_t v[LOGS];
	size_t n = 0;
	int count[COLOURS] = { 0 };

	for (int i = 0; i < s->board.nbag; i++)
		count[s->bag[i]]++;
	for (int c = 0; c < COLOURS; c++)
		while (count[c]-- > 0)
			v[n++] = (int16_t)c;
	chance_shuffle(chance, NULL, 'L', v, n, 0);
	for (size_t i = 0; i < n; i++)
		s->bag[i] = (uint8_t)v[i];
}

/* Of all cards but those that lie open. */
static void
resample_hand(struct state *s, int seat, struct chance *chance)
{
	int16_t v[PACK];
	size_t n = 0, held = 0;

	if (seat == s->active)
		return;
	for (int c = 0; c < CARDS; c++) {
		int left = CARDS_OF_KIND;

		held += s->hand[c];
		for (int i = 0; i < s->ngiven; i++)
			left -= s->given[i].card == c;
		while (left-- > 0)
			v[n++] = (int16_t)c;
	}
	chance_shuffle(chance, NULL, 'M', v, n, 0);
	memset(s->hand, 0, sizeof(s->hand));
	for (size_t i = 0; i < held; i++)
		s->hand[v[i]]++;
}

void
fourth_resample(void *state, int seat, struct chance *chance)
{
	resample_roles(state, seat, chance);
	resample_bag(state, chance);
	resample_hand(state, seat, chance);
}
