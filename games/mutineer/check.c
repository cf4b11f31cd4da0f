/* SPDX-License-Identifier: ISC */
/*
 * Is a move legal, and if not, why.  A refusal names nothing but what the
 * player wrote and holds, and what lies open.
 */
#include "games/mutineer/state.h"

#include <assert.h>

static bool
refuse(struct say *why, struct say say)
{
	*why = say;
	return false;
}

/* A move of another phase: say what is asked now. */
static bool
refuse_verb(const struct state *s, int seat, enum phase asked, int verb,
    struct say *why)
{
	const struct player *p = &s->player[seat];
	int conflicts = mutineer_hand_count(p, CONFLICT);

	switch (asked) {
	case PAY:
		return refuse(why, game_say(SAY_ASKED_PAY, 1, MUT_MAX_PAY));
	case OFFER:
		if (verb == DO_TAKE)
			return refuse(why,
			    game_say(seat == s->captain ? SAY_CAPTAIN_TAKES_NONE
							: SAY_TAKE_AFTER_PASS,
				0));
		return refuse(why, game_say(SAY_ASKED_OFFER, 0));
	case TAKE:
		return refuse(why, game_say(SAY_ASKED_TAKE, 0));
	case FIGHT:
		return refuse(why, game_say(SAY_ASKED_FIGHT, 1, conflicts));
	case SELL:
		return refuse(why, game_say(SAY_ASKED_SELL, 0));
	case KEEP:
		return refuse(why, game_say(SAY_ASKED_KEEP, 1, s->keep));
	case OVER:
		break;
	}
	assert(false); /* the seat is not asked */
	return false;
}

static bool
check_keep(const struct state *s, const struct move *m, struct say *why)
{
	int count[CARDS] = { 0 };

	if (m->n != s->keep)
		return refuse(why, game_say(SAY_KEEP_NUMBER, 1, s->keep));
	for (int i = 0; i < s->ndrawn; i++)
		count[s->drawn[i]]++;
	for (int i = 0; i < m->n; i++)
		if (count[m->arg[i]]-- == 0)
			return refuse(
			    why, game_say(SAY_NOT_DRAWN, 1, m->arg[i]));
	return true;
}

static bool
check_play(const struct state *s, int seat, int card, struct say *why)
{
	return mutineer_hand_count(&s->player[seat], (enum card)card) > 0 ||
	       refuse(why, game_say(SAY_NOT_IN_HAND, 1, card));
}

static bool
check_fight(const struct state *s, int seat, int cards, struct say *why)
{
	int most = mutineer_hand_count(&s->player[seat], CONFLICT);

	return cards <= most ||
	       refuse(why, game_say(SAY_FIGHT_TOO_MANY, 1, most));
}

/* The phase to which a verb belongs. */
static enum phase
phase_of(int verb)
{
	static const enum phase phases[] = {
		[DO_PAY] = PAY,
		[DO_PLAY] = OFFER,
		[DO_PASS] = OFFER,
		[DO_TAKE] = TAKE,
		[DO_FIGHT] = FIGHT,
		[DO_SELL] = SELL,
		[DO_KEEP] = KEEP,
	};

	return phases[verb];
}

bool
mutineer_check(
    const void *state, int seat, const struct move *m, struct say *why)
{
	const struct state *s = state;
	enum phase asked = mutineer_asked(s, seat);
	struct sale sale;

	if (phase_of(m->verb) != asked)
		return refuse_verb(s, seat, asked, m->verb, why);
	switch ((enum verb_index)m->verb) {
	case DO_PAY:
		return m->arg[0] <= MUT_MAX_PAY ||
		       refuse(why, game_say(SAY_PAY_RANGE, 1, MUT_MAX_PAY));
	case DO_PLAY:
		return check_play(s, seat, m->arg[0], why);
	case DO_PASS:
		return true;
	case DO_TAKE:
		return (s->roles_left & 1u << m->arg[0]) != 0 ||
		       refuse(why, game_say(SAY_NOT_THERE, 1, m->arg[0]));
	case DO_FIGHT:
		return check_fight(s, seat, m->arg[0], why);
	case DO_SELL:
		return mutineer_sale_read(s, seat, m, &sale, why);
	case DO_KEEP:
		return check_keep(s, m, why);
	}
	return false;
}
