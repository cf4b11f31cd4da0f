/* SPDX-License-Identifier: ISC */
/*
 * Escort: a warship jumps over a ship or another warship to any field next to
 * it, and over another one from there, up to HEX_HOPS times.
 *
 * Which token was jumped is not said.  So a place reached goes with the set of
 * tokens that may have been the last one jumped: a next one can be jumped
 * unless it must have been the last.
 */
#include "games/hexxi/state.h"

/* An escort being put together. */
struct escort {
	const struct state *s;
	struct set bases; /* a connection is needed with one of these */
	struct set jumped; /* what may be jumped */
	struct set lands; /* where it may land */
	struct set left; /* where it has been */
	struct set gone; /* routes that it landed on */
	struct move m;
	struct list *list;
};

static void
begin(struct escort *e, const struct state *s, int from)
{
	e->s = s;
	e->bases = hexxi_bases(s, s->cell[from].owner, WARSHIP);
	e->jumped = set_or(s->of_kind[SHIP], s->of_kind[WARSHIP]);
	set_drop(&e->jumped, from);
	e->lands = set_or(s->empty, s->of_kind[ROUTE]);
	e->left = (struct set){ { 0, 0 } };
	set_add(&e->left, from);
	e->gone = (struct set){ { 0, 0 } };
}

/* It has landed there. */
static void
land(struct escort *e, int field)
{
	set_add(&e->left, field);
	if (e->s->cell[field].kind == ROUTE)
		set_add(&e->gone, field);
}

/* Tokens that can be jumped from a field, when it was one of last before. */
static struct set
jumpable(const struct escort *e, int from, struct set last, bool first)
{
	struct set tokens = set_and(e->s->near[from], e->jumped);

	if (!first && set_size(last) == 1)
		return set_without(tokens, last);
	return tokens;
}

/* Of these tokens, those over which that field is reached. */
static struct set
jumped_to(const struct escort *e, struct set tokens, int field)
{
	return set_and(tokens, e->s->near[field]);
}

static void
hop(struct escort *e, int from, struct set last, int hops)
{
	struct set tokens = jumpable(e, from, last, hops == 0), each = tokens;
	struct set to = { { 0, 0 } };
	struct set gone = e->gone;
	int token, field;

	while (set_take(&each, &token))
		to = set_or(to, e->s->near[token]);
	to = set_without(set_and(to, e->lands), e->left);
	while (set_take(&to, &field)) {
		if (e->list->n >= e->list->enough)
			return;
		e->m.arg[e->m.n++] = e->s->value[field];
		list_add(e->list, e->m);
		land(e, field);
		if (hops + 1 < HEX_HOPS &&
		    hexxi_connected(e->s, field, e->bases, e->gone))
			hop(e, field, jumped_to(e, tokens, field), hops + 1);
		set_drop(&e->left, field);
		e->gone = gone;
		e->m.arg[--e->m.n] = 0;
	}
}

void
hexxi_escorts(const struct state *s, int from, struct list *l)
{
	struct escort e = { .m = move_of(DO_ESCORT, 1, s->value[from], 0),
		.list = l };

	begin(&e, s, from);
	hop(&e, from, (struct set){ { 0, 0 } }, 0);
}

/* One hop, from a field where it may go on. */
static bool
check_hop(const struct escort *e, int from, int to, struct set tokens,
    struct say *why)
{
	int value = e->s->value[to];

	if (set_has(e->left, to))
		return refuse(why, game_say(SAY_ESCORT_LEFT, 1, value));
	if (!set_has(e->lands, to))
		return refuse(why, game_say(SAY_BLOCKED, 1, value));
	return set_any(jumped_to(e, tokens, to)) ||
	       refuse(why,
		   game_say(SAY_ESCORT_NOTHING, 2, e->s->value[from], value));
}

bool
hexxi_escort_check(const struct state *s, const struct move *m, struct say *why)
{
	int from = s->field[m->arg[0]];
	struct set last = { { 0, 0 } };
	struct escort e = { .list = NULL };

	if (m->n > HEX_HOPS + 1)
		return refuse(why, game_say(SAY_ESCORT_HOPS, 1, HEX_HOPS));
	begin(&e, s, from);
	for (int i = 1; i < m->n; i++) {
		int to = s->field[m->arg[i]];
		struct set tokens = jumpable(&e, from, last, i == 1);

		if (i > 1 && !hexxi_connected(s, from, e.bases, e.gone))
			return refuse(why, game_say(SAY_ESCORT_UNCONNECTED, 1,
					       s->value[from]));
		if (!check_hop(&e, from, to, tokens, why))
			return false;
		last = jumped_to(&e, tokens, to);
		land(&e, to);
		from = to;
	}
	return true;
}
