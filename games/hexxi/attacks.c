/* SPDX-License-Identifier: ISC */
/*
 * When a token can be taken off the board, and a ship be rescued.  Each
 * attack says first what is wrong, if anybody wants to know.
 */
#include "games/hexxi/state.h"

static bool
fault(struct say *why, enum sentence_index sentence, int n, int one, int two)
{
	if (why != NULL)
		*why = game_say(sentence, n, one, two);
	return false;
}

/* What an attack takes, and next to what that is safe. */
static const struct {
	enum kind target, guard;
	enum sentence_index guarded;
} attacks[] = {
	[DO_AMBUSH] = { WARSHIP, WARSHIP, SAY_AMBUSH_GUARDED },
	[DO_INTERCEPT] = { PIRATES, BASE, SAY_INTERCEPT_GUARDED },
	[DO_KIDNAP] = { SHIP, WARSHIP, SAY_KIDNAP_GUARDED },
	[DO_TRAP] = { BASE, PIRATES, SAY_TRAP_GUARDED },
};

/* A straight line of three: is there that kind behind the middle one? */
static bool
in_line(const struct state *s, int first, int middle, enum kind last)
{
	int d = hexxi_direction(s, first, middle);

	return d != -1 && s->cell[s->step[middle][d]].kind == last;
}

static bool
check_target(
    const struct state *s, enum verb_index verb, int target, struct say *why)
{
	enum kind kind = attacks[verb].target;

	if (s->cell[target].kind == kind)
		return true;
	if (kind == BASE)
		return fault(why, SAY_NO_BASE, 1, s->value[target], 0);
	return fault(
	    why, SAY_NO_TARGET, 2, kind_value((int)kind), s->value[target]);
}

bool
hexxi_attack_open(const struct state *s, enum verb_index verb, int from,
    int target, struct say *why)
{
	struct set guards;

	if (!check_target(s, verb, target, why))
		return false;
	guards = set_and(s->near[target], s->of_kind[attacks[verb].guard]);
	if (set_any(guards))
		return fault(why, attacks[verb].guarded, 2, s->value[target],
		    s->value[set_first(guards)]);
	if (!set_has(s->near[from], target))
		return fault(
		    why, SAY_NOT_ADJACENT, 2, s->value[from], s->value[target]);
	if (verb == DO_AMBUSH && !in_line(s, from, target, PIRATES))
		return fault(why, SAY_AMBUSH_LINE, 1, s->value[target], 0);
	return verb != DO_TRAP || in_line(s, target, from, WARSHIP) ||
	       fault(why, SAY_TRAP_LINE, 1, s->value[from], 0);
}

/* Does the seat's own warship stand there, next to that player's base? */
static bool
at_base_of(const struct state *s, int seat, int from, int player)
{
	const struct cell *c = &s->cell[from];
	int base = s->corner[player];

	return c->owner == seat && c->kind == WARSHIP &&
	       s->cell[base].kind == BASE && set_has(s->near[from], base);
}

bool
hexxi_rescue_open(
    const struct state *s, int seat, int from, int player, struct say *why)
{
	int i = 0;

	if (seat == player)
		return fault(why, SAY_RESCUE_SELF, 0, 0, 0);
	while (i < s->ntaken[player] && (s->taken[player][i].owner != seat ||
					    s->taken[player][i].kind != SHIP))
		i++;
	if (i == s->ntaken[player])
		return fault(why, SAY_RESCUE_NONE, 1, player, 0);
	return at_base_of(s, seat, from, player) ||
	       fault(why, SAY_RESCUE_AWAY, 2, s->value[from], player);
}
