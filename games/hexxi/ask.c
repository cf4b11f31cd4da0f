/* SPDX-License-Identifier: ISC */
/*
 * Which seats are asked what, and the list of answers.  Legal moves are sorted
 * by text, bytewise.
 */
#include "games/hexxi/state.h"

#include <string.h>

enum phase
hexxi_asked(const struct state *s, int seat)
{
	switch ((enum phase)s->phase) {
	case BID:
		return (s->asked & SEAT(seat)) && s->bid[s->round][seat] < 0
			   ? BID
			   : OVER;
	case PLACE:
	case PAY:
	case SHIFT:
	case ACT:
		return seat == s->order[s->at] ? (enum phase)s->phase : OVER;
	case OVER:
		break;
	}
	return OVER;
}

seatset
hexxi_to_act(const void *state)
{
	const struct state *s = state;
	seatset set = 0;

	for (int i = 0; i < s->seats; i++)
		if (hexxi_asked(s, i) != OVER)
			set |= SEAT(i);
	return set;
}

const char *
hexxi_phase(const void *state, int seat)
{
	return hexxi_phases[hexxi_asked(state, seat)];
}

/* But for a bid, which the player has made or will not be asked for, and for a
 * token that another has scouted. */
bool
hexxi_suppose(void *state, int seat)
{
	struct state *s = state;

	if (s->phase != PLACE && s->phase != SHIFT && s->phase != ACT)
		return false;
	s->order[s->at] = (uint8_t)seat;
	return true;
}

static void
list_fields(const struct state *s, struct list *l, enum verb_index verb,
    struct set fields)
{
	int field;

	while (set_take(&fields, &field))
		list_add(l, move_of(verb, 1, s->value[field], 0));
}

/* Face-down tokens of others. */
static struct set
scoutable(const struct state *s, int seat)
{
	struct set fields = { { 0, 0 } };

	for (int i = 0; i < s->seats; i++)
		if (i != seat)
			fields = set_or(fields, hexxi_face_down(s, i));
	return fields;
}

static void
list_place(const struct state *s, int seat, struct list *l)
{
	for (int i = 0; i < KINDS; i++) {
		int kind = hexxi_kinds_sorted[i];
		struct set empty = s->empty;
		int field;

		while (s->hand[seat][kind] > 0 && set_take(&empty, &field))
			list_add(l, move_of(DO_PLACE, 2, kind_value(kind),
					s->value[field]));
	}
	for (int i = 0; i < KINDS; i++)
		if (s->hand[seat][hexxi_kinds_sorted[i]] > 0)
			list_add(l, move_of(DO_RESERVE, 1,
					kind_value(hexxi_kinds_sorted[i]), 0));
	list_fields(s, l, DO_SCOUT, scoutable(s, seat));
}

static void
list_bids(struct list *l)
{
	for (int tens = 0; tens < 10; tens++) {
		list_add(l, move_of(DO_BID, 1, tens, 0));
		for (int i = 0; tens > 0 && i < 10; i++)
			list_add(l, move_of(DO_BID, 1, 10 * tens + i, 0));
	}
}

size_t
hexxi_legal(const void *state, int seat, struct move *v, size_t cap)
{
	const struct state *s = state;
	struct list l = { v, 0, cap, SIZE_MAX };

	switch (hexxi_asked(s, seat)) {
	case PLACE:
		list_place(s, seat, &l);
		break;
	case PAY:
		hexxi_payments(s, seat, &l);
		break;
	case SHIFT:
		list_fields(s, &l, DO_SHIFT,
		    set_without(s->of_seat[seat], s->of_kind[BASE]));
		break;
	case BID:
		list_bids(&l);
		break;
	case ACT:
		hexxi_actions(s, seat, &l);
		break;
	case OVER:
		break;
	}
	return l.n;
}

void
hexxi_tidy(const void *state, struct move *m)
{
	(void)state;
	for (int i = 1; m->verb == DO_PAY && i < m->n; i++)
		for (int j = i; j > 0 && m->arg[j - 1] > m->arg[j]; j--) {
			int16_t arg = m->arg[j];

			m->arg[j] = m->arg[j - 1];
			m->arg[j - 1] = arg;
		}
}

/* Of the player's tokens on the board that of the least value, the first by
 * row. */
static int
least_on_board(const struct state *s, int seat)
{
	for (int k = 0; k < KINDS; k++) {
		struct set same = set_and(s->of_seat[seat], s->of_kind[k]);
		int least = HEX_VALUES, field;

		while (set_take(&same, &field))
			if (s->value[field] < least)
				least = s->value[field];
		if (least < HEX_VALUES)
			return least;
	}
	return 0;
}

static void
absent_place(const struct state *s, int seat, struct move *m)
{
	int kind = 0;

	while (s->hand[seat][kind] == 0)
		kind++;
	*m = move_of(DO_RESERVE, 1, kind_value(kind), 0);
}

void
hexxi_absent(const void *state, int seat, struct move *m)
{
	const struct state *s = state;

	memset(m, 0, sizeof(*m));
	switch (hexxi_asked(s, seat)) {
	case PLACE:
		absent_place(s, seat, m);
		break;
	case PAY:
		hexxi_payment_least(s, seat, m);
		break;
	case SHIFT:
		*m = move_of(DO_SHIFT, 1, least_on_board(s, seat), 0);
		break;
	case BID:
		*m = move_of(DO_BID, 1, 0, 0);
		break;
	case ACT:
		if (hexxi_can_attack_own(s, seat))
			hexxi_legal(s, seat, m, 1);
		else
			*m = move_of(DO_PASS, 0, 0, 0);
		break;
	case OVER:
		break;
	}
}
