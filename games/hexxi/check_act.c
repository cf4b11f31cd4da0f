/* SPDX-License-Identifier: ISC */
/*
 * Is an action legal, and if not, why.  In a confrontation all on the board
 * lies open.
 */
#include "games/hexxi/state.h"

/* With what an action is done; NOTHING: with any unit. */
static const enum kind actors[] = {
	[DO_AMBUSH] = BASE,
	[DO_CONVOY] = SHIP,
	[DO_ESCORT] = WARSHIP,
	[DO_INTERCEPT] = WARSHIP,
	[DO_KIDNAP] = PIRATES,
	[DO_ROUTE] = NOTHING,
	[DO_TRAP] = SHIP,
};

static bool
check_base(const struct state *s, int seat, int from, struct say *why)
{
	int base = s->corner[seat];

	if (s->cell[base].kind != BASE)
		return refuse(why, game_say(SAY_BASE_GONE, 0));
	return from == base || refuse(why, game_say(SAY_NEEDS_BASE, 2,
					       s->value[base], s->value[from]));
}

/* Stands there what can do that? */
static bool
check_actor(const struct state *s, int seat, enum verb_index verb, int from,
    struct say *why)
{
	enum kind actor = actors[verb];
	const struct cell *c = &s->cell[from];

	if (actor == BASE)
		return check_base(s, seat, from, why);
	if (actor == NOTHING)
		return (c->owner == seat && is_unit(c->kind)) ||
		       refuse(why, game_say(SAY_NO_UNIT, 1, s->value[from]));
	return (c->owner == seat && c->kind == actor) ||
	       refuse(why, game_say(SAY_NEEDS_UNIT, 2, kind_value((int)actor),
			       s->value[from]));
}

/* A base needs no connection. */
static bool
check_connection(
    const struct state *s, enum verb_index verb, int from, struct say *why)
{
	enum sentence_index sentence = SAY_SHIP_UNCONNECTED;

	if (verb == DO_AMBUSH || hexxi_unit_connected(s, from))
		return true;
	if (s->cell[from].kind == PIRATES)
		sentence = SAY_PIRATES_UNCONNECTED;
	else if (s->cell[from].kind == WARSHIP)
		sentence = SAY_WARSHIP_UNCONNECTED;
	return refuse(why, game_say(sentence, 1, s->value[from]));
}

static bool
check_route(const struct state *s, int from, int to, struct say *why)
{
	if (!set_has(s->near[from], to))
		return refuse(why, game_say(SAY_NOT_ADJACENT, 2, s->value[from],
				       s->value[to]));
	return s->cell[to].kind == ROUTE ||
	       refuse(why, game_say(SAY_NO_ROUTE, 1, s->value[to]));
}

static bool
check_convoy(const struct state *s, int from, int to, struct say *why)
{
	if (s->cell[to].kind != NOTHING && s->cell[to].kind != ROUTE)
		return refuse(why, game_say(SAY_BLOCKED, 1, s->value[to]));
	return set_has(hexxi_convoys(s, from), to) ||
	       refuse(why, game_say(SAY_CONVOY_NOTHING, 2, s->value[from],
			       s->value[to]));
}

/* On own tokens only if there is nothing else to do. */
static bool
check_attack(const struct state *s, int seat, enum verb_index verb, int from,
    int target, struct say *why)
{
	if (!hexxi_attack_open(s, verb, from, target, why))
		return false;
	return s->cell[target].owner != seat || !hexxi_can_act(s, seat) ||
	       refuse(why, game_say(SAY_OWN_ATTACK, 1, s->value[target]));
}

bool
hexxi_check_act(
    const struct state *s, int seat, const struct move *m, struct say *why)
{
	enum verb_index verb = (enum verb_index)m->verb;
	int from, to;

	if (verb == DO_PASS)
		return !hexxi_can_attack_own(s, seat) ||
		       refuse(why, game_say(SAY_NO_PASS, 0));
	from = s->field[m->arg[0]];
	if (verb == DO_RESCUE)
		return hexxi_rescue_open(s, seat, from, m->arg[1], why);
	if (!check_actor(s, seat, verb, from, why) ||
	    !check_connection(s, verb, from, why))
		return false;
	if (verb == DO_ESCORT)
		return hexxi_escort_check(s, m, why);
	to = s->field[m->arg[1]];
	if (verb == DO_ROUTE)
		return check_route(s, from, to, why);
	if (verb == DO_CONVOY)
		return check_convoy(s, from, to, why);
	return check_attack(s, seat, verb, from, to, why);
}
