/* SPDX-License-Identifier: ISC */
/* Setting up: the ring, cart and carpenter, the bag, roles. */
#include "games/fourth-bridge/state.h"

#include <string.h>

static void
lay_ring(const struct table *t)
{
	struct board *b = &t->s->board;
	int16_t v[FIELDS];
	int forests = 0;

	for (int i = 0; i < FIELDS; i++)
		v[i] = i < FIELDS - FORESTS ? VILLAGE : FOREST;
	chance_shuffle(t->chance, "ring", 'F', v, FIELDS, FIELDS);
	for (int i = 0; i < FIELDS; i++) {
		b->field[i].place = (uint8_t)v[i];
		if (v[i] == FOREST)
			b->forest[forests++] = (uint8_t)i;
	}
}

/* Where the carpenter is laid, the cart has but one forest left. */
static void
place_cart(const struct table *t)
{
	struct board *b = &t->s->board;
	int16_t fields[FORESTS], free[FORESTS], carpenter;
	size_t nfree = 0;
	int cart;

	for (int i = 0; i < FORESTS; i++)
		fields[i] = (int16_t)(b->forest[i] + 1);
	if (!chance_preset(
		t->chance, "carpenter", 'n', fields, FORESTS, &carpenter))
		carpenter = 0;
	for (int i = 0; i < FORESTS; i++)
		if (fields[i] != carpenter)
			free[nfree++] = fields[i];
	cart = chance_pick(t->chance, "cart", 'n', free, nfree);
	carpenter = cart == fields[0] ? fields[1] : fields[0];
	b->cart = (uint8_t)(cart - 1);
	b->carpenter = (uint8_t)(carpenter - 1);
	game_tell(t->news, SEATS_ALL, SAY_CART_STANDS, 2, cart, carpenter);
}

static void
fill_bag(const struct table *t)
{
	uint8_t count[COLOURS];

	memset(count, LOGS_OF_COLOUR, sizeof(count));
	t->s->board.nbag = LOGS;
	fourth_shuffle_bag(t, count);
}

static void
deal_roles(const struct table *t)
{
	struct state *s = t->s;
	int16_t v[ROLES];

	for (int i = 0; i < ROLES; i++)
		v[i] = (int16_t)i;
	chance_shuffle(t->chance, "roles", 'R', v, ROLES, s->seats);
	for (int i = 0; i < s->seats; i++) {
		s->role[i] = (uint8_t)v[i];
		game_tell(t->news, SEAT(i), SAY_OWN_ROLE, 1, v[i]);
	}
}

void
fourth_setup(void *state, const struct setup *setup, struct chance *chance,
    struct news *news)
{
	struct state *s = state;
	const struct table t = { s, chance, news };
	int16_t seats[FOURTH_SEATS];

	s->seats = (uint8_t)setup->seats;
	s->turn_limit = (uint16_t)setup->option[0];
	lay_ring(&t);
	place_cart(&t);
	fill_bag(&t);
	fourth_draw_logs(&t);
	deal_roles(&t);
	for (int i = 0; i < s->seats; i++)
		seats[i] = (int16_t)i;
	s->active = (int8_t)chance_pick(chance, "active", 's', seats, s->seats);
	game_tell(t.news, SEATS_ALL, SAY_ACTIVE_DRAWN, 1, s->active);
	s->turn = 1;
	fourth_turn(&t);
}
