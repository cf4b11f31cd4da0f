/* SPDX-License-Identifier: ISC */
/*
 * Is a move legal, and if not, why.  A refusal names nothing but what lies
 * open, and of the active player's cards those that he has not.
 */
#include "games/fourth-bridge/state.h"

static bool
refuse(struct say *why, struct say say)
{
	*why = say;
	return false;
}

static bool
check_give(const struct state *s, int card, int to, struct say *why)
{
	if (s->hand[card] == 0)
		return refuse(why, game_say(SAY_NOT_IN_HAND, 1, card));
	if (to == s->active)
		return refuse(why, game_say(SAY_GIVE_SELF, 0));
	if (fourth_has_card(s, to))
		return refuse(why, game_say(SAY_HAS_MOVED, 1, to));
	return true;
}

static bool
check_take(const struct state *s, int card, struct say *why)
{
	return s->hand[card] > 0 ||
	       refuse(why, game_say(SAY_NOT_IN_HAND, 1, card));
}

/* Actions that the card allows, one after the other. */
static bool
check_course(const struct state *s, const struct move *m, struct say *why)
{
	struct board b = s->board;

	for (int i = 0; i < m->n; i++) {
		enum action action = (enum action)m->arg[i];
		enum sentence_index obstacle = fourth_obstacle(&b, action);
		bool by_cart = action == LOAD || action == UNLOAD;

		if (b.ended != GOING_ON)
			return refuse(why, game_say(SAY_BEHIND_END, 1, i));
		if (obstacle != SAYS)
			return refuse(
			    why, game_say(obstacle, 2, i + 1,
				     (by_cart ? b.cart : b.carpenter) + 1));
		fourth_foresee(&b, action);
	}
	return b.ended != GOING_ON || b.cart != b.carpenter ||
	       refuse(why, game_say(SAY_ONE_FIELD, 1, b.cart + 1));
}

static bool
check_do(const struct state *s, const struct move *m, struct say *why)
{
	enum card card = fourth_card(s);

	if (m->n == 1 && m->arg[0] == NOTHING)
		return true;
	for (int i = 0; i < m->n; i++)
		if (m->arg[i] == NOTHING)
			return refuse(why, game_say(SAY_NOTHING_ALONE, 0));
	if (m->n > ACTIONS_MAX)
		return refuse(why, game_say(SAY_TOO_MANY, 1, ACTIONS_MAX));
	for (int i = 0; i < m->n; i++)
		if (!fourth_allows(card, (enum action)m->arg[i]))
			return refuse(why,
			    game_say(SAY_CARD_FORBIDS, 2, m->arg[i], card));
	return check_course(s, m, why);
}

/* A move of another phase: say what is asked now. */
static bool
refuse_verb(const struct state *s, struct say *why)
{
	if (s->phase == DO)
		return refuse(why, game_say(SAY_ASKED_DO, 1, fourth_card(s)));
	return refuse(why,
	    game_say(s->phase == GIVE ? SAY_ASKED_GIVE : SAY_ASKED_TAKE, 0));
}

bool
fourth_check(const void *state, int seat, const struct move *m, struct say *why)
{
	static const enum phase phases[VERBS] = {
		[DO_GIVE] = GIVE,
		[DO_TAKE] = TAKE,
		[DO_DO] = DO,
	};
	const struct state *s = state;

	(void)seat; /* one only is asked */
	if (phases[m->verb] != s->phase)
		return refuse_verb(s, why);
	switch ((enum verb_index)m->verb) {
	case DO_GIVE:
		return check_give(s, m->arg[0], m->arg[1], why);
	case DO_TAKE:
		return check_take(s, m->arg[0], why);
	case DO_DO:
		return check_do(s, m, why);
	case VERBS:
		break;
	}
	return false;
}
