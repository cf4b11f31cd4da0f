/* SPDX-License-Identifier: ISC */
/*
 * Is a move legal, and if not, why.  A refusal names nothing but what the
 * player wrote and holds, and what lies open.
 */
#include "games/hexxi/state.h"

#include <assert.h>

/* A move of another phase: say what is asked now. */
static bool
refuse_verb(const struct state *s, enum phase asked, struct say *why)
{
	switch (asked) {
	case PLACE:
		return refuse(why, game_say(SAY_ASKED_PLACE, 0));
	case PAY:
		return refuse(why, game_say(SAY_ASKED_PAY, 1, hexxi_price(s)));
	case SHIFT:
		return refuse(why, game_say(SAY_ASKED_SHIFT, 0));
	case BID:
		return refuse(why, game_say(SAY_ASKED_BID, 1, HEX_BID_MAX));
	case ACT:
		return refuse(why, game_say(SAY_ASKED_ACT, 0));
	case OVER:
		break;
	}
	assert(false); /* the seat is not asked */
	return false;
}

/* The phase to which a verb belongs. */
static enum phase
phase_of(int verb)
{
	static const enum phase phases[] = {
		[DO_AMBUSH] = ACT,
		[DO_BID] = BID,
		[DO_CONVOY] = ACT,
		[DO_ESCORT] = ACT,
		[DO_INTERCEPT] = ACT,
		[DO_KIDNAP] = ACT,
		[DO_PASS] = ACT,
		[DO_PAY] = PAY,
		[DO_PLACE] = PLACE,
		[DO_RESCUE] = ACT,
		[DO_RESERVE] = PLACE,
		[DO_ROUTE] = ACT,
		[DO_SCOUT] = PLACE,
		[DO_SHIFT] = SHIFT,
		[DO_TRAP] = ACT,
	};

	return phases[verb];
}

/* There is no such field: say where each row ends. */
static struct say
no_field(const struct state *s, int value)
{
	struct say say = game_say(SAY_NO_FIELD, 1, value);

	for (int row = 0; row < 2 * s->side - 1; row++) {
		int end = HEX_ROWS * row;

		while (
		    (end + 1) % HEX_ROWS != 0 && s->field[end + 1] != NOWHERE)
			end++;
		say.arg[say.n++] = (int16_t)end;
	}
	return say;
}

/* Is that argument of a move a field? */
static bool
is_field(const struct move *m, int i)
{
	const char *args = hexxi_verbs[m->verb].args;

	if (m->verb == DO_RESCUE || m->verb == DO_PLACE)
		return args[i] == 'F';
	return args[0] == 'F' && m->arg[i] < HEX_VALUES;
}

static bool
check_fields(const struct state *s, const struct move *m, struct say *why)
{
	for (int i = 0; i < m->n; i++)
		if (is_field(m, i) && s->field[m->arg[i]] == NOWHERE)
			return refuse(why, no_field(s, m->arg[i]));
	return true;
}

static bool
check_in_hand(const struct state *s, int seat, int value, struct say *why)
{
	return s->hand[seat][value - HEX_VALUES] > 0 ||
	       refuse(why, game_say(SAY_NOT_IN_HAND, 1, value));
}

static bool
check_scout(const struct state *s, int seat, int value, struct say *why)
{
	const struct cell *c = &s->cell[s->field[value]];

	if (c->kind == NOTHING)
		return refuse(why, game_say(SAY_SCOUT_NOTHING, 1, value));
	if (c->owner == seat)
		return refuse(why, game_say(SAY_SCOUT_OWN, 1, value));
	return !c->up || refuse(why, game_say(SAY_SCOUT_UP, 1, value));
}

static bool
check_shift(const struct state *s, int seat, int value, struct say *why)
{
	const struct cell *c = &s->cell[s->field[value]];

	return (c->owner == seat && c->kind != BASE) ||
	       refuse(why, game_say(SAY_SHIFT_NOT_YOURS, 1, value));
}

static bool
check_empty(const struct state *s, int value, struct say *why)
{
	enum kind kind = s->cell[s->field[value]].kind;

	return kind == NOTHING ||
	       refuse(why,
		   game_say(kind == BASE ? SAY_FIELD_BASE : SAY_FIELD_TAKEN, 1,
		       value));
}

bool
hexxi_check(const void *state, int seat, const struct move *m, struct say *why)
{
	const struct state *s = state;
	enum phase asked = hexxi_asked(s, seat);

	if (phase_of(m->verb) != asked)
		return refuse_verb(s, asked, why);
	if (!check_fields(s, m, why))
		return false;
	switch ((enum verb_index)m->verb) {
	case DO_PLACE:
		if (!check_in_hand(s, seat, m->arg[0], why))
			return false;
		return check_empty(s, m->arg[1], why);
	case DO_RESERVE:
		return check_in_hand(s, seat, m->arg[0], why);
	case DO_SCOUT:
		return check_scout(s, seat, m->arg[0], why);
	case DO_PAY:
		return hexxi_payment_check(s, seat, m, why);
	case DO_SHIFT:
		return check_shift(s, seat, m->arg[0], why);
	case DO_BID:
		return m->arg[0] <= HEX_BID_MAX ||
		       refuse(why, game_say(SAY_BID_RANGE, 1, HEX_BID_MAX));
	case DO_AMBUSH:
	case DO_CONVOY:
	case DO_ESCORT:
	case DO_INTERCEPT:
	case DO_KIDNAP:
	case DO_PASS:
	case DO_RESCUE:
	case DO_ROUTE:
	case DO_TRAP:
		break;
	}
	return hexxi_check_act(s, seat, m, why);
}
