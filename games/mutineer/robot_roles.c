/* SPDX-License-Identifier: ISC */
/*
 * Rules of thumb for robots about roles and mutinies: no role is taken that
 * cannot bring anything any more, and swords are spent as far as they decide.
 */
#include "games/mutineer/state.h"

static int
open_swords(const struct player *p)
{
	int n = 0;

	for (int i = 0; i < p->nopen; i++)
		n += p->open[i] == CONFLICT;
	return n;
}

/* ---- the mutiny ---- */

/* What may still be added after a seat: cards laid aside by those of its side,
 * and by the others. */
struct rest {
	int friends, foes;
};

static struct rest
rest_after(const struct state *s, int seat)
{
	int own = mutineer_side(s, seat);
	struct rest rest = { 0, 0 };

	for (int i = (seat + 1) % s->seats; i != s->captain;
	     i = (i + 1) % s->seats) {
		int side = mutineer_side(s, i);

		if (side == own)
			rest.friends += s->player[i].nhand;
		else if (side != 0)
			rest.foes += s->player[i].nhand;
	}
	return rest;
}

/* The swords that a seat must add to be ahead as it stands; a tie goes to the
 * mutineer. */
static int
needed(const struct state *s, int seat)
{
	int loyal = mutineer_strength(s, true);
	int rebel = mutineer_strength(s, false);
	int n = mutineer_side(s, seat) > 0 ? rebel + 1 - loyal : loyal - rebel;

	return n > 0 ? n : 0;
}

void
mutineer_likely_fight(
    const struct state *s, int seat, size_t n, uint16_t *weight)
{
	struct rest rest = rest_after(s, seat);
	int need = needed(s, seat), have = (int)n - 1;
	int most = need + rest.foes < have ? need + rest.foes : have;

	if (rest.foes == 0 && rest.friends == 0 && need > have)
		most = 0;
	for (int i = 0; i <= have; i++) {
		bool all = i == most, none = i == 0;

		weight[i] = (uint16_t)(i > most ? 0 : all || none ? 4 : 1);
		if (rest.foes == 0 && rest.friends == 0)
			weight[i] = (uint16_t)(all ? 8 : none);
	}
}

/* ---- roles ---- */

static bool
lies_open_for_sale(const struct state *s, const struct player *p)
{
	for (int i = 0; i < s->nactive; i++) {
		int buys = s->island[island_at(s, s->active[i])].buys;

		for (int k = 0; k < p->nopen; k++)
			if (p->open[k] < GOODS &&
			    (buys == BUYS_ANY || buys == p->open[k]))
				return true;
	}
	return false;
}

/* Has everybody else a role who will have one? */
static bool
takes_last(const struct state *s, int seat)
{
	for (int i = 0; i < s->seats; i++)
		if (i != seat && i != s->captain && !s->player[i].passed)
			return false;
	return true;
}

static bool
is_left(const struct state *s, enum role role)
{
	return (s->roles_left & 1u << role) != 0;
}

/* A mutiny needs swords: the last to take a role knows how few are too few. */
static int
mutineer_weight(const struct state *s, int seat, bool last)
{
	const struct player *p = &s->player[seat];
	int swords = open_swords(p) + mutineer_hand_count(p, CONFLICT);
	int against = open_swords(&s->player[s->captain]) + !is_left(s, MATE);

	if (last && is_left(s, CABIN_BOY) && swords < against)
		return 0;
	return 1 + 2 * swords;
}

static int
role_weight(const struct state *s, int seat, enum role role, bool last)
{
	enum { USUAL = 3 };
	const struct player *p = &s->player[seat];

	switch (role) {
	case MUTINEER:
		return mutineer_weight(s, seat, last);
	case CABIN_BOY:
		return last && is_left(s, MUTINEER) ? 0 : USUAL;
	case MERCHANT:
		return lies_open_for_sale(s, p) ? USUAL : 0;
	case LOADMASTER:
		return p->nhand < MUT_HAND ? USUAL : 0;
	case MATE:
	case ROLES:
		break;
	}
	return USUAL;
}

void
mutineer_likely_take(const struct state *s, int seat, const struct move *v,
    size_t n, uint16_t *weight)
{
	bool last = takes_last(s, seat), any = false;

	for (size_t i = 0; i < n; i++) {
		int w = role_weight(s, seat, (enum role)v[i].arg[0], last);

		weight[i] = (uint16_t)w;
		any = any || w > 0;
	}
	for (size_t i = 0; i < n && !any; i++)
		weight[i] = 1;
}
