/* SPDX-License-Identifier: ISC */
/* Setting up, drawing cards, and the beginning of a round. */
#include "games/mutineer/state.h"

#include <string.h>

const uint8_t mutineer_cards_of[CARDS] = { 4, 5, 6, 7, 8, 6, 1 };

void
mutineer_hand_add(struct player *p, uint8_t card)
{
	int i;

	for (i = p->nhand++; i > 0 && p->hand[i - 1] > card; i--)
		p->hand[i] = p->hand[i - 1];
	p->hand[i] = card;
}

void
mutineer_lay(struct player *p, enum card card)
{
	int i = 0;

	while (p->hand[i] != card)
		i++;
	for (p->nhand--; i < p->nhand; i++)
		p->hand[i] = p->hand[i + 1];
	p->hand[i] = 0;
	p->open[p->nopen++] = (uint8_t)card;
	p->ledger.laid[card]++;
}

int
mutineer_hand_count(const struct player *p, enum card card)
{
	int n = 0;

	for (int i = 0; i < p->nhand; i++)
		n += p->hand[i] == card;
	return n;
}

/* Shuffle numbers of cards into the deck, which is empty. */
static void
shuffle_deck(const struct table *t, const uint8_t count[CARDS])
{
	int16_t v[DECK_MAX];
	size_t n = 0;

	for (int c = 0; c < CARDS; c++)
		for (int i = 0; i < count[c]; i++)
			v[n++] = (int16_t)c;
	chance_shuffle(t->chance, "deck", 'C', v, n, n);
	memset(t->s->deck, 0, sizeof(t->s->deck));
	for (size_t i = 0; i < n; i++)
		t->s->deck[i] = (uint8_t)v[i];
	t->s->deck_at = 0;
	t->s->deck_end = (uint8_t)n;
}

/* Begin the players' ledgers anew. */
static void
open_ledgers(struct state *s)
{
	for (int i = 0; i < s->seats; i++) {
		struct player *p = &s->player[i];

		memset(&p->ledger, 0, sizeof(p->ledger));
		p->ledger.before = p->nhand;
		if (i == s->keeper)
			p->ledger.before =
			    (uint8_t)(p->ledger.before + s->ndrawn);
	}
	s->drawn_before = s->ndrawn;
}

/* Rejects of the deck that has run out are of no use any more. */
static void
rejects_into_deck(struct state *s, uint8_t count[CARDS])
{
	int n = 0;

	for (int i = 0; i < s->nrejects; i++) {
		struct reject r = s->reject[i];

		if (r.in_deck)
			continue;
		count[r.card]++;
		s->reject[n++] = (struct reject){
			.card = r.card, .in_deck = true, .seat = r.seat
		};
	}
	memset(
	    s->reject + n, 0, (size_t)(s->nrejects - n) * sizeof(s->reject[0]));
	s->nrejects = (uint8_t)n;
}

static void
reshuffle(const struct table *t)
{
	struct state *s = t->s;
	uint8_t count[CARDS];

	memcpy(count, s->discard, sizeof(count));
	memcpy(s->made, s->discard, sizeof(s->made));
	rejects_into_deck(s, count);
	open_ledgers(s);
	memset(s->discard, 0, sizeof(s->discard));
	s->ndiscard = 0;
	shuffle_deck(t, count);
	game_tell(t->news, SEATS_ALL, SAY_RESHUFFLED, 1, s->deck_end);
}

static int
sum(const uint8_t count[CARDS])
{
	int n = 0;

	for (int c = 0; c < CARDS; c++)
		n += count[c];
	return n;
}

uint8_t
mutineer_draw(const struct table *t, int seat)
{
	struct state *s = t->s;
	struct ledger *l = &s->player[seat].ledger;
	uint8_t card;

	if (s->deck_at == s->deck_end)
		reshuffle(t);
	/* What was laid before the first draw was not drawn from this deck. */
	if (sum(l->got) == 0) {
		l->before = (uint8_t)(l->before - sum(l->laid));
		memset(l->laid, 0, sizeof(l->laid));
	}
	card = s->deck[s->deck_at];
	s->deck[s->deck_at++] = 0;
	l->got[card]++;
	return card;
}

static void
lay_ring(const struct table *t)
{
	struct state *s = t->s;
	int hochland = mutineer_island(s, "hochland");
	int piratennest = mutineer_island(s, "piratennest");
	int16_t v[12];

	for (int i = 0; i < 12; i++)
		v[i] = (int16_t)i;
	chance_shuffle(t->chance, "ring", 'I', v, 12, 12);
	for (int i = 0; i < 12; i++) {
		s->ring[i] = (uint8_t)v[i];
		if (v[i] == hochland)
			s->home = (uint8_t)i;
		if (v[i] == piratennest)
			s->pirate_ship = (uint8_t)i;
	}
	s->ship = s->home;
	s->nactive = 1;
	s->active[0] = s->home;
}

static void
deal(const struct table *t)
{
	struct state *s = t->s;

	for (int i = 0; i < s->seats; i++) {
		int seat = (s->captain + i) % s->seats;
		struct player *p = &s->player[seat];

		while (p->nhand < MUT_HAND)
			mutineer_hand_add(p, mutineer_draw(t, seat));
		mutineer_tell_cards(
		    t, seat, game_say(SAY_DEALT, 0), p->hand, p->nhand);
	}
}

void
mutineer_setup(void *state, const struct setup *setup, struct chance *chance,
    struct news *news)
{
	struct state *s = state;
	const struct table t = { s, chance, news };
	uint8_t count[CARDS];
	int16_t seats[MUT_SEATS];

	s->seats = (uint8_t)setup->seats;
	s->rounds = s->seats == 3 ? 9 : 8;
	s->pirates = setup->option[0] != 0;
	s->keeper = NOBODY;
	mutineer_islands(s, setup->data);
	lay_ring(&t);
	memcpy(count, mutineer_cards_of, sizeof(count));
	count[PIRATE] = s->pirates ? 1 : 0;
	memcpy(s->made, count, sizeof(s->made));
	shuffle_deck(&t, count);
	for (int i = 0; i < s->seats; i++)
		seats[i] = (int16_t)i;
	s->captain =
	    (int8_t)chance_pick(chance, "captain", 's', seats, s->seats);
	game_tell(t.news, SEATS_ALL, SAY_CAPTAIN_DRAWN, 1, s->captain);
	deal(&t);
	s->round = 1;
	mutineer_round(&t);
}

void
mutineer_round(const struct table *t)
{
	struct state *s = t->s;

	for (int i = 0; i < s->seats; i++) {
		struct player *p = &s->player[i];

		p->passed = false;
		p->sold = false;
		p->seen = 0;
		p->role = NOBODY;
		p->sale = (struct sale){ { 0, 0 }, { 0, 0 } };
	}
	s->roles_shown = false;
	s->roles_left = ROLES_ALL;
	s->captain_goes = NOWHERE;
	s->mutineer_goes = NOWHERE;
	s->pay = -1;
	s->phase = PAY;
	s->turn = s->captain;
	game_tell(t->news, SEATS_ALL, SAY_ROUND_BEGINS, 3, s->round, s->rounds,
	    s->captain);
}
