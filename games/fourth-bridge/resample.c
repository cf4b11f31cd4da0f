/* SPDX-License-Identifier: ISC */
/*
 * Another choice of all that a seat cannot know.  Nobody is ever shown more
 * of it than the view tells now: roles are dealt once, the bag's order comes
 * to light log by log, and the cards are shuffled anew each turn.
 */
#include "games/fourth-bridge/state.h"

#include <string.h>

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
