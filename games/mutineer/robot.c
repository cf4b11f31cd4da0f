/* SPDX-License-Identifier: ISC */
/*
 * Rules of thumb for robots: what a sensible player does with the cards that
 * she sees.  Goods are laid open where they sell, best where nobody shows as
 * many; a player without any passes; a captain sails to a good ship value.
 */
#include "games/mutineer/state.h"

static int
open_count(const struct player *p, int kind)
{
	int n = 0;

	for (int i = 0; i < p->nopen; i++)
		n += p->open[i] == kind;
	return n;
}

/* The most cards of one kind that another seat shows for that island. */
static int
shown_by_others(const struct state *s, int seat, int buys)
{
	int most = 0;

	for (int i = 0; i < s->seats; i++)
		for (int k = 0; k < GOODS && i != seat; k++) {
			int n = open_count(&s->player[i], k);

			if ((buys == BUYS_ANY || buys == k) && n > most)
				most = n;
		}
	return most;
}

/* What it brings to lay one more of that kind open, as a weight. */
static int
card_weight(const struct state *s, int seat, enum card kind)
{
	const struct player *p = &s->player[seat];
	int mine = open_count(p, (int)kind) + mutineer_hand_count(p, kind),
	    best = 1;

	if (kind >= GOODS)
		return 3;
	for (int i = 0; i < s->nactive; i++) {
		const struct island *at =
		    &s->island[island_at(s, s->active[i])];
		int others, weight;

		if (at->buys != BUYS_ANY && at->buys != (int)kind)
			continue;
		others = shown_by_others(s, seat, at->buys);
		weight = mine > others	  ? 6 + 2 * at->value[0]
			 : mine == others ? 4 + 2 * at->value[1]
					  : 2;
		if (weight > best)
			best = weight;
	}
	return best;
}

static int
pass_weight(const struct state *s, int seat, int most)
{
	int weight = most <= 3 ? 16 : 3;

	if (seat == s->captain) {
		int place = place_after(s->ship, s->player[seat].nhand);

		weight = weight * s->island[island_at(s, place)].ship / 3;
	}
	return weight;
}

static void
offer(const struct state *s, int seat, const struct move *v, size_t n,
    uint16_t *weight)
{
	int most = 0;

	for (size_t i = 0; i < n; i++)
		if (v[i].verb == DO_PLAY) {
			int w = card_weight(s, seat, (enum card)v[i].arg[0]);

			weight[i] = (uint16_t)w;
			if (w > most)
				most = w;
		}
	for (size_t i = 0; i < n; i++)
		if (v[i].verb == DO_PASS)
			weight[i] = (uint16_t)pass_weight(s, seat, most);
}

void
mutineer_likely(const void *state, int seat, const struct move *v, size_t n,
    uint16_t *weight)
{
	const struct state *s = state;

	switch (mutineer_asked(s, seat)) {
	case OFFER:
		offer(s, seat, v, n, weight);
		break;
	case FIGHT:
		mutineer_likely_fight(s, seat, n, weight);
		break;
	case TAKE:
		mutineer_likely_take(s, seat, v, n, weight);
		break;
	case PAY:
	case SELL:
	case KEEP:
	case OVER:
		break;
	}
}

/* Points are counted at the end of each round. */
int
mutineer_chapter(const void *state)
{
	const struct state *s = state;

	return s->round;
}
