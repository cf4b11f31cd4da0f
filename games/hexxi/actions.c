/* SPDX-License-Identifier: ISC */
/* What a player can do in a confrontation, sorted by text. */
#include "games/hexxi/state.h"

/* The list of actions being made. */
struct acting {
	const struct state *s;
	int seat;
	struct set ships, pirates, warship; /* those with a connection */
	struct list *list;
};

struct set
hexxi_bases(const struct state *s, int seat, enum kind kind)
{
	struct set bases = s->of_kind[BASE];

	if (kind == PIRATES)
		return set_and(bases, s->of_seat[seat]);
	if (kind == WARSHIP)
		return set_without(bases, s->of_seat[seat]);
	return bases;
}

bool
hexxi_unit_connected(const struct state *s, int field)
{
	const struct cell *c = &s->cell[field];

	return hexxi_connected(s, field,
	    hexxi_bases(s, c->owner, (enum kind)c->kind),
	    (struct set){ { 0, 0 } });
}

static struct set
own(const struct state *s, int seat, enum kind kind)
{
	return set_and(s->of_seat[seat], s->of_kind[kind]);
}

static struct set
connected(const struct state *s, int seat, enum kind kind)
{
	struct set units = own(s, seat, kind), left = units;
	int field;

	while (set_take(&left, &field))
		if (!hexxi_unit_connected(s, field))
			set_drop(&units, field);
	return units;
}

struct set
hexxi_convoys(const struct state *s, int from)
{
	struct set to = { { 0, 0 } };

	for (int d = 0; d < DIRECTIONS; d++) {
		int over = s->step[from][d];

		if (s->cell[over].kind == SHIP && s->step[over][d] != NOWHERE)
			set_add(&to, s->step[over][d]);
		else if (s->cell[over].kind == WARSHIP)
			to = set_or(
			    to, set_without(s->near[over], s->near[from]));
	}
	set_drop(&to, from);
	return set_and(to, set_or(s->empty, s->of_kind[ROUTE]));
}

static bool
enough(const struct acting *a)
{
	return a->list->n >= a->list->enough;
}

static void
add_each(const struct acting *a, enum verb_index verb, int from, struct set to)
{
	int field;

	while (!enough(a) && set_take(&to, &field))
		list_add(a->list,
		    move_of(verb, 2, a->s->value[from], a->s->value[field]));
}

static void
add_attacks(
    const struct acting *a, enum verb_index verb, struct set by, struct set at)
{
	int from, field;

	while (set_take(&by, &from)) {
		struct set targets = set_and(a->s->near[from], at);

		while (set_take(&targets, &field))
			if (hexxi_attack_open(a->s, verb, from, field, NULL))
				list_add(
				    a->list, move_of(verb, 2, a->s->value[from],
						 a->s->value[field]));
	}
}

/* Tokens of a kind that belong to the seat, or that do not. */
static struct set
targets(const struct acting *a, enum kind kind, bool of_own)
{
	struct set all = a->s->of_kind[kind];

	return of_own ? set_and(all, a->s->of_seat[a->seat])
		      : set_without(all, a->s->of_seat[a->seat]);
}

static void
add_ambushes(const struct acting *a, bool of_own)
{
	add_attacks(a, DO_AMBUSH, own(a->s, a->seat, BASE),
	    targets(a, WARSHIP, of_own));
}

static void
add_intercepts(const struct acting *a, bool of_own)
{
	add_attacks(a, DO_INTERCEPT, a->warship, targets(a, PIRATES, of_own));
}

static void
add_kidnaps(const struct acting *a, bool of_own)
{
	add_attacks(a, DO_KIDNAP, a->pirates, targets(a, SHIP, of_own));
}

static void
add_traps(const struct acting *a, bool of_own)
{
	add_attacks(a, DO_TRAP, a->ships, targets(a, BASE, of_own));
}

static void
add_convoys(const struct acting *a)
{
	struct set ships = a->ships;
	int from;

	while (!enough(a) && set_take(&ships, &from))
		add_each(a, DO_CONVOY, from, hexxi_convoys(a->s, from));
}

static void
add_escorts(const struct acting *a)
{
	if (set_any(a->warship))
		hexxi_escorts(a->s, set_first(a->warship), a->list);
}

/* Its base is the connection that a rescue needs. */
static void
add_rescues(const struct acting *a)
{
	const struct state *s = a->s;
	struct set warship = own(s, a->seat, WARSHIP);

	for (int i = 0; set_any(warship) && i < s->seats; i++)
		if (hexxi_rescue_open(
			s, a->seat, set_first(warship), s->by_name[i], NULL))
			list_add(a->list,
			    move_of(DO_RESCUE, 2, s->value[set_first(warship)],
				s->by_name[i]));
}

static void
add_routes(const struct acting *a)
{
	struct set units = set_or(a->ships, set_or(a->pirates, a->warship));
	int from;

	while (!enough(a) && set_take(&units, &from))
		add_each(a, DO_ROUTE, from,
		    set_and(a->s->near[from], a->s->of_kind[ROUTE]));
}

static void
add_own_attacks(const struct acting *a)
{
	add_ambushes(a, true);
	add_intercepts(a, true);
	add_kidnaps(a, true);
	add_traps(a, true);
}

static struct acting
acting(const struct state *s, int seat, struct list *l)
{
	return (struct acting){ .s = s,
		.seat = seat,
		.ships = connected(s, seat, SHIP),
		.pirates = connected(s, seat, PIRATES),
		.warship = connected(s, seat, WARSHIP),
		.list = l };
}

bool
hexxi_can_act(const struct state *s, int seat)
{
	struct list one = { .enough = 1 };
	const struct acting a = acting(s, seat, &one);

	add_routes(&a);
	if (one.n == 0)
		add_convoys(&a);
	if (one.n == 0)
		add_escorts(&a);
	if (one.n == 0) {
		add_ambushes(&a, false);
		add_intercepts(&a, false);
		add_kidnaps(&a, false);
		add_traps(&a, false);
		add_rescues(&a);
	}
	return one.n > 0;
}

bool
hexxi_can_attack_own(const struct state *s, int seat)
{
	struct list one = { .enough = 1 };
	const struct acting a = acting(s, seat, &one);

	add_own_attacks(&a);
	return one.n > 0;
}

void
hexxi_actions(const struct state *s, int seat, struct list *l)
{
	const struct acting a = acting(s, seat, l);
	struct list own_attacks = { .enough = SIZE_MAX };
	struct acting on_own = a;

	on_own.list = &own_attacks;
	add_own_attacks(&on_own);
	add_ambushes(&a, false);
	add_convoys(&a);
	add_escorts(&a);
	add_intercepts(&a, false);
	add_kidnaps(&a, false);
	if (own_attacks.n == 0)
		list_add(l, move_of(DO_PASS, 0, 0, 0));
	add_rescues(&a);
	add_routes(&a);
	add_traps(&a, false);
	if (l->n == 0)
		add_own_attacks(&a);
}
