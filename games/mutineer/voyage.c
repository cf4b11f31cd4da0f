/* SPDX-License-Identifier: ISC */
/* Steps 3 to 5: roles are shown, the mutiny, and points of the voyage. */
#include "games/mutineer/state.h"

static void voyage(const struct table *);

int
mutineer_who(const struct state *s, enum role role)
{
	for (int i = 0; i < s->seats; i++)
		if (s->player[i].role == (int)role)
			return i;
	return NOBODY;
}

void
mutineer_show_roles(const struct table *t)
{
	struct state *s = t->s;
	int mutineer = mutineer_who(s, MUTINEER);

	s->roles_shown = true;
	for (int i = 1; i < s->seats; i++) {
		int seat = (s->captain + i) % s->seats;

		game_tell(t->news, SEATS_ALL, SAY_ROLE_SHOWN, 2, seat,
		    s->player[seat].role);
	}
	if (mutineer == NOBODY) {
		game_tell(t->news, SEATS_ALL, SAY_NO_MUTINY, 0);
		voyage(t);
		return;
	}
	s->mutineer_goes =
	    (int8_t)place_after(s->ship, s->player[mutineer].nhand);
	game_tell(t->news, SEATS_ALL, SAY_MUTINEER_DESTINATION, 2, mutineer,
	    island_at(s, s->mutineer_goes));
	s->phase = FIGHT;
	s->turn = s->captain;
}

int
mutineer_side(const struct state *s, int seat)
{
	if (seat == s->captain || s->player[seat].role == MATE)
		return 1;
	if (s->player[seat].role == MUTINEER ||
	    s->player[seat].role == CABIN_BOY)
		return -1;
	return 0;
}

int
mutineer_strength(const struct state *s, bool loyal)
{
	int of_side = loyal ? 1 : -1;
	int n = 0;

	for (int i = 0; i < s->seats; i++) {
		const struct player *p = &s->player[i];

		if (mutineer_side(s, i) != of_side)
			continue;
		n += of_side == 1 && p->role == MATE;
		for (int j = 0; j < p->nopen; j++)
			n += p->open[j] == CONFLICT;
	}
	return n;
}

static void
score(const struct table *t, int seat, int points)
{
	struct player *p = &t->s->player[seat];

	p->score = (int16_t)(p->score + points);
}

/* The captain keeps his office. */
static void
captain_scores(const struct table *t)
{
	struct state *s = t->s;
	int mate = mutineer_who(s, MATE);
	int island = island_at(s, s->captain_goes);

	score(t, s->captain, s->island[island].ship);
	game_tell(t->news, SEATS_ALL, SAY_CAPTAIN_POINTS, 3, s->captain,
	    s->island[island].ship, island);
	if (mate == NOBODY)
		return;
	score(t, mate, 1);
	game_tell(t->news, SEATS_ALL, SAY_MATE_POINTS, 2, mate, 1);
	if (s->pay == 0)
		return;
	score(t, mate, s->pay);
	score(t, s->captain, -s->pay);
	game_tell(
	    t->news, SEATS_ALL, SAY_MATE_PAID, 3, mate, s->captain, s->pay);
}

/* The mutineer has won and is captain at once. */
static void
mutineer_scores(const struct table *t, int mutineer)
{
	struct state *s = t->s;
	int boy = mutineer_who(s, CABIN_BOY);
	int island = island_at(s, s->mutineer_goes);

	s->captain = (int8_t)mutineer;
	score(t, mutineer, s->island[island].ship);
	game_tell(t->news, SEATS_ALL, SAY_MUTINEER_POINTS, 3, mutineer,
	    s->island[island].ship, island);
	if (boy == NOBODY)
		return;
	score(t, boy, 2);
	game_tell(t->news, SEATS_ALL, SAY_CABIN_BOY_POINTS, 2, boy, 2);
}

static void
voyage(const struct table *t)
{
	captain_scores(t);
	mutineer_sale_go_on(t);
}

static void
decide(const struct table *t)
{
	struct state *s = t->s;
	int mutineer = mutineer_who(s, MUTINEER);
	int loyal = mutineer_strength(s, true);
	int rebel = mutineer_strength(s, false);

	if (loyal > rebel) {
		game_tell(t->news, SEATS_ALL, SAY_MUTINY_FAILED, 3, s->captain,
		    loyal, rebel);
		voyage(t);
		return;
	}
	game_tell(
	    t->news, SEATS_ALL, SAY_MUTINY_WON, 3, mutineer, loyal, rebel);
	mutineer_scores(t, mutineer);
	mutineer_sale_go_on(t);
}

void
mutineer_fight(const struct table *t, int seat, int cards)
{
	struct state *s = t->s;
	struct player *p = &s->player[seat];

	for (int i = 0; i < cards; i++)
		mutineer_lay(p, CONFLICT);
	game_tell(t->news, SEATS_ALL, SAY_FOUGHT, 2, seat, cards);
	do
		s->turn = (int8_t)((s->turn + 1) % s->seats);
	while (mutineer_side(s, s->turn) == 0);
	if (s->turn == s->captain)
		decide(t);
}
