/* SPDX-License-Identifier: ISC */
/* Steps 1 and 2: the promise, cards offered, passing, roles, pirates. */
#include "games/mutineer/state.h"

#include <string.h>

static void pass_on(const struct table *);

void
mutineer_pay(const struct table *t, int seat, int points)
{
	t->s->pay = (int8_t)points;
	t->s->phase = OFFER;
	game_tell(t->news, SEATS_ALL, SAY_PAID, 2, seat, points);
}

/* All face-up cards of all players go to the discard pile. */
static void
sweep(const struct table *t)
{
	struct state *s = t->s;
	int n = 0;

	for (int i = 0; i < s->seats; i++) {
		struct player *p = &s->player[i];

		for (int j = 0; j < p->nopen; j++)
			s->discard[p->open[j]]++;
		n += p->nopen;
		p->nopen = 0;
		memset(p->open, 0, sizeof(p->open));
	}
	s->ndiscard = (uint8_t)(s->ndiscard + n);
	game_tell(
	    t->news, SEATS_ALL, SAY_PIRATES_SWEEP, 2, island_at(s, s->ship), n);
}

static void
sail_pirates(const struct table *t, int steps)
{
	struct state *s = t->s;
	/* From where the pirates are, counter-clockwise. */
	int to_ship = (s->pirate_ship + 12 - s->ship) % 12;

	if (steps == 0) {
		game_tell(t->news, SEATS_ALL, SAY_PIRATES_STAY, 1,
		    island_at(s, s->pirate_ship));
		return;
	}
	s->pirate_ship = (uint8_t)place_after(s->pirate_ship, 12 - steps);
	game_tell(t->news, SEATS_ALL, SAY_PIRATES_SAIL, 2,
	    island_at(s, s->pirate_ship), steps);
	if (to_ship >= 1 && to_ship <= steps)
		sweep(t);
}

void
mutineer_play(const struct table *t, int seat, enum card card)
{
	struct player *p = &t->s->player[seat];

	mutineer_lay(p, card);
	game_tell(t->news, SEATS_ALL, SAY_PLAYED, 3, seat, card, p->nhand);
	if (card == PIRATE)
		sail_pirates(t, p->nhand);
	pass_on(t);
}

/*
 * The seat whose turn it is has passed.  A captain's destination is marked,
 * and true returned: the offer goes on.  Anybody else chooses a role first.
 */
static bool
has_passed(const struct table *t, int seat)
{
	struct state *s = t->s;
	struct player *p = &s->player[seat];
	struct say say;

	p->passed = true;
	if (seat == s->captain) {
		s->captain_goes = (int8_t)place_after(s->ship, p->nhand);
		game_tell(t->news, SEATS_ALL, SAY_DESTINATION, 2, seat,
		    island_at(s, s->captain_goes));
		return true;
	}
	s->phase = TAKE;
	p->seen = s->roles_left;
	say = game_say(SAY_LOOKS, 0);
	for (int r = 0; r < ROLES; r++)
		if (p->seen & 1u << r)
			say.arg[say.n++] = (int16_t)r;
	news_tell(t->news, SEAT(seat), say);
	return false;
}

/*
 * The next seat that has not passed is asked; a player without a card passes
 * automatically.  When all have passed, roles are shown.
 */
static void
pass_on(const struct table *t)
{
	struct state *s = t->s;

	s->phase = OFFER;
	for (int i = 1; i <= s->seats; i++) {
		int seat = (s->turn + i) % s->seats;

		if (s->player[seat].passed)
			continue;
		s->turn = (int8_t)seat;
		if (s->player[seat].nhand > 0)
			return;
		game_tell(t->news, SEATS_ALL, SAY_PASSED_EMPTY, 1, seat);
		if (!has_passed(t, seat))
			return;
		/* The captain passed: look once more round the table. */
		i = 0;
	}
	mutineer_show_roles(t);
}

void
mutineer_pass(const struct table *t, int seat)
{
	game_tell(
	    t->news, SEATS_ALL, SAY_PASSED, 2, seat, t->s->player[seat].nhand);
	if (has_passed(t, seat))
		pass_on(t);
}

void
mutineer_take(const struct table *t, int seat, enum role role)
{
	struct state *s = t->s;

	s->player[seat].role = (int8_t)role;
	s->roles_left = (uint8_t)(s->roles_left & ~(1u << role));
	game_tell(t->news, SEAT(seat), SAY_TOOK, 1, role);
	game_tell(t->news, SEATS_ALL & ~SEAT(seat), SAY_CHOSE, 1, seat);
	pass_on(t);
}
