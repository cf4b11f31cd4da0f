/* SPDX-License-Identifier: ISC */
/*
 * Rules of thumb for robots: ships belong on their owner's far edges, an attack
 * that stands open is made, a bid is small, and a player with nothing better to
 * do passes instead of sailing to and fro, as soon as the rules allow it.
 */
#include "games/hexxi/state.h"

/* Weights of moves.  PLAIN is that of one that neither wins nor loses. */
enum {
	PLAIN = 4,
	AWAY = 1, /* a ship leaves the far edge, or an own token is attacked */
	TO_FAR = 60, /* a ship reaches it */
	ATTACK = 30, /* and for each point of the target's worth: */
	ATTACK_WORTH = 10,
	RESCUE = 40,
	SHIP_FAR = 40, /* a ship is placed there */
	RESERVE = 16,
	FREES = 24, /* after it, the player may pass */
	BIDS = 6, /* so many bids, from 0, are likely */
};

/* Of a unit that goes from field to field. */
static int
way_weight(const struct state *s, int seat, const struct move *v)
{
	int from = s->field[v->arg[0]], to = s->field[v->arg[v->n - 1]];
	bool was_far = set_has(s->far[seat], from);

	if (s->cell[from].kind != SHIP)
		return PLAIN;
	if (was_far)
		return AWAY;
	return set_has(s->far[seat], to) ? TO_FAR : PLAIN;
}

static int
attack_weight(const struct state *s, int seat, const struct move *v)
{
	const struct cell *target = &s->cell[s->field[v->arg[1]]];
	int worth = target->kind == BASE ? HEX_BASE_WORTH
					 : 2 * hexxi_kind_worth[target->kind];

	return target->owner == seat ? AWAY : ATTACK + ATTACK_WORTH * worth;
}

static int
place_weight(const struct state *s, int seat, const struct move *v)
{
	bool ship = v->arg[0] == kind_value(SHIP);

	return ship && set_has(s->far[seat], s->field[v->arg[1]]) ? SHIP_FAR
								  : PLAIN;
}

static int
move_weight(const struct state *s, int seat, const struct move *v)
{
	switch ((enum verb_index)v->verb) {
	case DO_CONVOY:
	case DO_ESCORT:
	case DO_ROUTE:
		return way_weight(s, seat, v);
	case DO_AMBUSH:
	case DO_INTERCEPT:
	case DO_KIDNAP:
	case DO_TRAP:
		return attack_weight(s, seat, v);
	case DO_RESCUE:
		return RESCUE;
	case DO_PLACE:
		return place_weight(s, seat, v);
	case DO_RESERVE:
		return RESERVE;
	case DO_BID:
		return v->arg[0] < BIDS ? BIDS - v->arg[0] : 0;
	case DO_PASS:
	case DO_PAY:
	case DO_SCOUT:
	case DO_SHIFT:
		break;
	}
	return PLAIN;
}

/* No player may pass while an attack on an own token stands open: of moves that
 * bring nothing else, one that closes it is likelier. */
static void
prefer_to_be_free(const struct state *s, int seat, const struct move *v,
    size_t n, uint16_t *weight)
{
	for (size_t i = 0; i < n; i++) {
		struct state after = *s;
		const struct table t = { .s = &after };

		if (weight[i] != PLAIN)
			continue;
		hexxi_act(&t, seat, &v[i]);
		if (!hexxi_can_attack_own(&after, seat))
			weight[i] = FREES;
	}
}

/* A player who could only sail about passes half of the time.  Passing is then
 * likelier than each way to do that, for robots choose by likelihood between
 * moves as good. */
void
hexxi_likely(const void *state, int seat, const struct move *v, size_t n,
    uint16_t *weight)
{
	const struct state *s = state;
	size_t pass = n;
	int plain = 0;
	bool gain = false;

	for (size_t i = 0; i < n; i++) {
		int w = move_weight(s, seat, &v[i]);

		weight[i] = (uint16_t)w;
		if (v[i].verb == DO_PASS)
			pass = i;
		else
			plain += w;
		gain = gain || w > PLAIN;
	}
	if (pass < n && !gain)
		weight[pass] = (uint16_t)((plain > PLAIN ? plain : PLAIN) + 1);
	if (pass == n && !gain && hexxi_asked(s, seat) == ACT)
		prefer_to_be_free(s, seat, v, n, weight);
}

/* Points are counted at the end of each turn, and thinking ahead goes to the
 * end of this one: that of the next, which a chapter for each turn would reach,
 * takes twice as long and tells the moves less well apart. */
int
hexxi_chapter(const void *state)
{
	const struct state *s = state;

	return 2 * s->turn;
}
