/* SPDX-License-Identifier: ISC */
/*
 * Who is asked what, and the list of answers.  Legal moves stand in this
 * order:
 *	give	cards in the order of the material, for each the players
 *		clockwise from the active one
 *	take	in the order of the material
 *	do	nothing; then fewer actions before more; then by the first
 *		action, the second, the third, in the order load, unload,
 *		build, cart, carpenter
 */
#include "games/fourth-bridge/state.h"

#include <string.h>

/* Where moves are written: more may be counted than there is room for. */
struct list {
	struct move *v;
	size_t n, cap;
};

static void
add(struct list *l, enum verb_index verb, const int16_t *arg, int16_t n)
{
	struct move *m;

	if (l->n++ >= l->cap)
		return;
	m = &l->v[l->n - 1];
	memset(m, 0, sizeof(*m));
	m->verb = (int16_t)verb;
	m->n = n;
	memcpy(m->arg, arg, (size_t)n * sizeof(*arg));
}

bool
fourth_allows(enum card card, enum action action)
{
	static const uint8_t allowed[CARDS] = {
		[WORK] = 1u << LOAD | 1u << UNLOAD | 1u << BUILD,
		[CART_LOAD] = 1u << CART | 1u << LOAD,
		[CART_UNLOAD] = 1u << CART | 1u << UNLOAD,
		[CART_CARPENTER] = 1u << CART | 1u << CARPENTER,
		[CARPENTER_BUILD] = 1u << CARPENTER | 1u << BUILD,
	};

	return (allowed[card] & 1u << action) != 0;
}

bool
fourth_has_card(const struct state *s, int seat)
{
	for (int i = 0; i < s->ngiven; i++)
		if (s->given[i].seat == seat)
			return true;
	return false;
}

enum card
fourth_card(const struct state *s)
{
	return (enum card)s->given[s->ngiven - 1].card;
}

/* Whom the match waits for, or NOBODY. */
static int
asked(const struct state *s)
{
	if (s->phase == OVER)
		return NOBODY;
	return s->phase == DO ? s->mover : s->active;
}

seatset
fourth_to_act(const void *state)
{
	int seat = asked(state);

	return seat == NOBODY ? 0 : SEAT(seat);
}

const char *
fourth_phase(const void *state, int seat)
{
	const struct state *s = state;

	return seat == asked(s) ? fourth_phases[s->phase] : NULL;
}

static void
list_give(const struct state *s, struct list *l)
{
	for (int c = 0; c < CARDS; c++)
		for (int i = 1; s->hand[c] > 0 && i < s->seats; i++) {
			int to = (s->active + i) % s->seats;
			int16_t arg[] = { (int16_t)c, (int16_t)to };

			if (!fourth_has_card(s, to))
				add(l, DO_GIVE, arg, 2);
		}
}

static void
list_take(const struct state *s, struct list *l)
{
	for (int16_t c = 0; c < CARDS; c++)
		if (s->hand[c] > 0)
			add(l, DO_TAKE, &c, 1);
}

/* Some actions of a move, and the board behind them. */
struct node {
	struct board board;
	int16_t action[ACTIONS_MAX];
	int16_t n;
};

/* List what can follow on a node by one action; returns how many boards. */
static int
list_next(
    const struct node *node, enum card card, struct list *l, struct node *next)
{
	int n = 0;

	if (node->board.ended != GOING_ON)
		return 0;
	for (int a = LOAD; a < NOTHING; a++) {
		const struct board *b = &next[n].board;

		if (!fourth_allows(card, (enum action)a) ||
		    fourth_obstacle(&node->board, (enum action)a) != SAYS)
			continue;
		next[n] = *node;
		next[n].action[next[n].n++] = (int16_t)a;
		fourth_foresee(&next[n].board, (enum action)a);
		if (b->ended != GOING_ON || b->cart != b->carpenter)
			add(l, DO_DO, next[n].action, next[n].n);
		n++;
	}
	return n;
}

/* A card allows no more than three actions. */
#define NODES_MAX (1 + 3 + 9 + 27)

static void
list_do(const struct state *s, struct list *l)
{
	static const int16_t nothing = NOTHING;
	struct node nodes[NODES_MAX];
	int from = 0, to = 1;

	add(l, DO_DO, &nothing, 1);
	nodes[0].board = s->board;
	nodes[0].n = 0;
	for (int n = 0; n < ACTIONS_MAX; n++) {
		int last = to;

		for (; from < last; from++)
			to += list_next(
			    &nodes[from], fourth_card(s), l, &nodes[to]);
	}
}

size_t
fourth_legal(const void *state, int seat, struct move *v, size_t cap)
{
	const struct state *s = state;
	struct list l = { v, 0, cap };

	if (seat != asked(s))
		return 0;
	switch ((enum phase)s->phase) {
	case GIVE:
		list_give(s, &l);
		break;
	case DO:
		list_do(s, &l);
		break;
	case TAKE:
		list_take(s, &l);
		break;
	case OVER:
		break;
	}
	return l.n;
}

/* The first that is legal: of give, to the next who has not moved. */
void
fourth_absent(const void *state, int seat, struct move *m)
{
	memset(m, 0, sizeof(*m));
	fourth_legal(state, seat, m, 1);
}
