/* SPDX-License-Identifier: ISC */
/* What a sensible player does of the actions of a turn. */
#include "games/fourth-bridge/state.h"

enum {
	IDLE = -1000, /* worth less than anything */
	SHADE = 8, /* a move that promises so much less is half as likely */
	MOVES_MAX = 64,
};

/* Does an action take the one before it back, or comes the same of them in the
 * other order, which is in the list, too? */
static bool
is_idle(const struct move *v)
{
	static const uint8_t before[NOTHING] = {
		[LOAD] = 1u << UNLOAD | 1u << BUILD,
		[UNLOAD] = 1u << LOAD | 1u << BUILD,
		[CART] = 1u << CARPENTER,
	};

	for (int k = 1; k < v->n; k++)
		if (before[v->arg[k]] & 1u << v->arg[k - 1])
			return true;
	return false;
}

static bool
has_action(const struct move *v, enum action action)
{
	for (int k = 0; k < v->n; k++)
		if (v->arg[k] == (int16_t)action)
			return true;
	return false;
}

/* Does a Builder give a log back to a forest, although the cart has room or a
 * bridge wants the log? */
static bool
is_waste(const struct state *s, int seat, const struct move *v)
{
	struct board b;
	bool full = false;

	if (s->role[seat] == TRAITOR || !has_action(v, UNLOAD))
		return false;
	b = s->board;
	for (int k = 0; k < v->n; k++) {
		if (v->arg[k] == UNLOAD && b.field[b.cart].place == FOREST) {
			full = full || b.nstack == CART_ROOM;
			if (!full || fourth_wants(&b, b.stack[b.nstack - 1]))
				return true;
		}
		fourth_foresee(&b, (enum action)v->arg[k]);
	}
	return false;
}

/* What is left to a seat of it when these actions are done. */
static int
worth_then(const struct state *s, int seat, const struct move *v)
{
	struct state then = *s;
	struct promise p;

	for (int k = 0; k < v->n && v->arg[0] != NOTHING; k++)
		fourth_foresee(&then.board, (enum action)v->arg[k]);
	fourth_promise(&then.board, &p);
	return fourth_seat_worth(&then, &p, seat);
}

/* Of what a mover does, the better for the mover the more. */
void
fourth_likely(const void *state, int seat, const struct move *v, size_t n,
    uint16_t *weight)
{
	const struct state *s = state;
	int worth[MOVES_MAX], best = IDLE;

	if (s->phase != DO || n > MOVES_MAX || n == 1)
		return;
	for (size_t i = 0; i < n; i++) {
		worth[i] = is_idle(&v[i]) || is_waste(s, seat, &v[i])
			       ? IDLE
			       : worth_then(s, seat, &v[i]);
		best = fourth_most(best, worth[i]);
	}
	for (size_t i = 0; i < n; i++) {
		int less = fourth_least((best - worth[i]) / SHADE, 10);

		weight[i] = (uint16_t)(worth[i] == IDLE ? 0 : 1024 >> less);
	}
}
