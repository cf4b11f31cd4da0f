/* SPDX-License-Identifier: ISC */
/* Setting up, and the first phase of a turn: placing, reserving, scouting. */
#include "games/hexxi/state.h"

#include <string.h>

static const uint8_t tokens_of[KINDS] = { 6, 3, 2, 1 };

int
hexxi_hand_size(const struct state *s, int seat)
{
	int n = 0;

	for (int k = 0; k < KINDS; k++)
		n += s->hand[seat][k];
	return n;
}

struct set
hexxi_face_down(const struct state *s, int seat)
{
	struct set down = s->of_seat[seat], left = down;
	int field;

	while (set_take(&left, &field))
		if (s->cell[field].up)
			set_drop(&down, field);
	return down;
}

void
hexxi_lay_aside(struct state *s, int seat, enum kind kind, bool up)
{
	s->reserve[seat][s->nreserve[seat]++] =
	    (struct reserved){ (uint8_t)kind, up };
}

void
hexxi_setup(void *state, const struct setup *setup, struct chance *chance,
    struct news *news)
{
	struct state *s = state;
	const struct table t = { s, chance, news };
	int16_t seats[HEX_SEATS];
	int start;

	s->seats = (uint8_t)setup->seats;
	s->side = (uint8_t)setup->option[0];
	s->circuits = (uint8_t)setup->option[1];
	s->scouted = NOWHERE;
	memset(s->bid, -1, sizeof(s->bid));
	hexxi_board(s);
	for (int i = 0; i < s->seats; i++) {
		seats[i] = (int16_t)i;
		s->by_name[setup->name_order[i]] = (uint8_t)i;
		memcpy(s->hand[i], tokens_of, sizeof(tokens_of));
	}
	start = chance_pick(chance, "start", 's', seats, s->seats);
	for (int i = 0; i < s->seats; i++)
		s->order[i] = (uint8_t)((start + i) % s->seats);
	game_tell(t.news, SEATS_ALL, SAY_START, 1, start);
	s->turn = 1;
	hexxi_turn(&t);
}

void
hexxi_turn(const struct table *t)
{
	struct state *s = t->s;

	game_tell(t->news, SEATS_ALL, SAY_TURN_BEGINS, 3, s->turn, HEX_TURNS,
	    s->order[0]);
	s->phase = PLACE;
	s->at = -1;
	hexxi_placement_go_on(t);
}

/* The board is full: what is in hand goes to the initiative fields. */
static void
reserve_all(const struct table *t)
{
	struct state *s = t->s;

	game_tell(t->news, SEATS_ALL, SAY_BOARD_FULL, 0);
	for (int i = 0; i < s->seats; i++) {
		int seat = s->order[i];
		int n = hexxi_hand_size(s, seat);

		if (n == 0)
			continue;
		for (int k = 0; k < KINDS; k++)
			for (; s->hand[seat][k] > 0; s->hand[seat][k]--)
				hexxi_lay_aside(s, seat, (enum kind)k, false);
		game_tell(t->news, SEATS_ALL, SAY_RESERVED_REST, 2, seat, n);
	}
}

/* All hands are empty: everybody needs a token on an initiative field. */
static void
shift_go_on(const struct table *t)
{
	struct state *s = t->s;

	for (s->at = 0; s->at < s->seats; s->at++)
		if (s->nreserve[s->order[s->at]] == 0) {
			s->phase = SHIFT;
			return;
		}
	hexxi_confront(t);
}

void
hexxi_placement_go_on(const struct table *t)
{
	struct state *s = t->s;

	s->phase = PLACE;
	if (!set_any(s->empty))
		reserve_all(t);
	for (int i = 1; i <= s->seats; i++) {
		int at = (s->at + i) % s->seats;

		if (hexxi_hand_size(s, s->order[at]) == 0)
			continue;
		s->at = (int8_t)at;
		return;
	}
	shift_go_on(t);
}

void
hexxi_place(const struct table *t, int seat, enum kind kind, int field)
{
	struct state *s = t->s;
	int left;

	s->hand[seat][kind]--;
	left = hexxi_hand_size(s, seat);
	hexxi_put(s, field, seat, kind, false);
	game_tell(t->news, SEATS_ALL & ~SEAT(seat), SAY_PLACED, 3, seat,
	    s->value[field], left);
	game_tell(t->news, SEAT(seat), SAY_PLACED_OWN, 3, kind_value((int)kind),
	    s->value[field], left);
	hexxi_placement_go_on(t);
}

void
hexxi_reserve(const struct table *t, int seat, enum kind kind)
{
	struct state *s = t->s;
	int left;

	s->hand[seat][kind]--;
	left = hexxi_hand_size(s, seat);
	hexxi_lay_aside(s, seat, kind, false);
	game_tell(
	    t->news, SEATS_ALL & ~SEAT(seat), SAY_RESERVED, 2, seat, left);
	game_tell(t->news, SEAT(seat), SAY_RESERVED_OWN, 2,
	    kind_value((int)kind), left);
	hexxi_placement_go_on(t);
}

void
hexxi_scout(const struct table *t, int seat, int field)
{
	struct state *s = t->s;
	struct cell *c = &s->cell[field];

	c->up = true;
	s->scouted = (uint8_t)field;
	s->phase = PAY;
	game_tell(t->news, SEATS_ALL, SAY_SCOUTED, 5, seat, c->owner,
	    s->value[field], kind_value(c->kind), hexxi_kind_worth[c->kind]);
}

void
hexxi_shift(const struct table *t, int seat, int field)
{
	struct state *s = t->s;
	struct cell c = s->cell[field];

	hexxi_lift(s, field);
	hexxi_lay_aside(s, seat, (enum kind)c.kind, c.up);
	game_tell(t->news, SEATS_ALL, SAY_SHIFTED, 2, seat, s->value[field]);
	shift_go_on(t);
}
