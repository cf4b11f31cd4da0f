/* SPDX-License-Identifier: ISC */
/* Steps 6 to 9: the ship, cards put away and drawn, the loadmaster's choice. */
#include "games/mutineer/state.h"

#include <string.h>

/* The captain is who won the mutiny, if there was one. */
static int
destination(const struct state *s)
{
	return s->player[s->captain].role == MUTINEER ? s->mutineer_goes
						      : s->captain_goes;
}

static int
from_home(const struct state *s, int place)
{
	return (place + 12 - s->home) % 12;
}

static void
sail(const struct table *t)
{
	struct state *s = t->s;
	uint8_t from = s->ship, to = (uint8_t)destination(s);

	s->ship = to;
	s->active[0] = from;
	s->active[1] = 0;
	s->nactive = 1;
	if (from == to) {
		game_tell(
		    t->news, SEATS_ALL, SAY_SHIP_STAYS, 1, island_at(s, to));
		return;
	}
	s->nactive = 2;
	s->active[1] = to;
	if (from_home(s, to) < from_home(s, from)) {
		s->active[0] = to;
		s->active[1] = from;
	}
	game_tell(t->news, SEATS_ALL, SAY_SHIP_MOVED, 2, island_at(s, from),
	    island_at(s, to));
}

static void
put_away(struct state *s)
{
	for (int i = 0; i < s->seats; i++) {
		struct player *p = &s->player[i];

		for (int j = 0; j < p->nopen; j++)
			s->discard[p->open[j]]++;
		s->ndiscard = (uint8_t)(s->ndiscard + p->nopen);
		p->nopen = 0;
		memset(p->open, 0, sizeof(p->open));
	}
}

static void
draw_loadmaster(const struct table *t, int seat, int need)
{
	struct state *s = t->s;

	s->keeper = (int8_t)seat;
	s->keep = (uint8_t)need;
	while (s->ndrawn < need + MUT_EXTRA) {
		uint8_t card = mutineer_draw(t, seat);

		s->drawn[s->ndrawn++] = card;
	}
	game_tell(
	    t->news, SEATS_ALL & ~SEAT(seat), SAY_DRAWS, 2, seat, s->ndrawn);
	mutineer_tell_cards(
	    t, seat, game_say(SAY_MUST_KEEP, 1, need), s->drawn, s->ndrawn);
}

static void
draw_player(const struct table *t, int seat, int need)
{
	struct player *p = &t->s->player[seat];
	uint8_t drawn[MUT_HAND];

	for (int i = 0; i < need; i++) {
		drawn[i] = mutineer_draw(t, seat);
		mutineer_hand_add(p, drawn[i]);
	}
	game_tell(t->news, SEATS_ALL & ~SEAT(seat), SAY_DRAWS, 2, seat, need);
	mutineer_tell_cards(t, seat, game_say(SAY_DREW, 0), drawn, need);
}

static void
draw(const struct table *t)
{
	struct state *s = t->s;

	for (int i = 0; i < s->seats; i++) {
		int seat = (s->captain + i) % s->seats;
		int need = MUT_HAND - s->player[seat].nhand;

		if (need == 0)
			continue;
		if (s->player[seat].role == LOADMASTER)
			draw_loadmaster(t, seat, need);
		else
			draw_player(t, seat, need);
	}
}

void
mutineer_round_end(const struct table *t)
{
	struct state *s = t->s;

	if (s->round == s->rounds) {
		s->phase = OVER;
		game_tell(t->news, SEATS_ALL, SAY_OVER, 1, s->round);
		return;
	}
	sail(t);
	put_away(s);
	draw(t);
	s->round++;
	mutineer_round(t);
}

/* The first card of that kind that is not yet kept. */
static int
find_drawn(const struct state *s, const bool kept[MUT_DRAWN], int card)
{
	for (int i = 0; i < s->ndrawn; i++)
		if (!kept[i] && s->drawn[i] == card)
			return i;
	return 0;
}

void
mutineer_keep(const struct table *t, int seat, const struct move *m)
{
	struct state *s = t->s;
	bool kept[MUT_DRAWN] = { false };
	uint8_t own[MUT_HAND];

	for (int i = 0; i < m->n; i++) {
		int at = find_drawn(s, kept, m->arg[i]);

		kept[at] = true;
		own[i] = s->drawn[at];
		mutineer_hand_add(&s->player[seat], own[i]);
	}
	for (int i = 0; i < s->ndrawn; i++)
		if (!kept[i])
			s->reject[s->nrejects++] = (struct reject){
				.card = s->drawn[i],
				.seat = (int8_t)seat,
				.before = s->drawn_before,
				.since = (uint8_t)(s->ndrawn - s->drawn_before),
			};
	mutineer_tell_cards(t, seat, game_say(SAY_KEPT_OWN, 0), own, m->n);
	game_tell(t->news, SEATS_ALL & ~SEAT(seat), SAY_KEPT, 2, seat, m->n);
	s->keeper = NOBODY;
	s->keep = 0;
	s->ndrawn = 0;
	s->drawn_before = 0;
	memset(s->drawn, 0, sizeof(s->drawn));
}
