/* SPDX-License-Identifier: ISC */
/*
 * What scouting costs: sets of own face-down tokens and of tokens in hand
 * that reach the value of the scouted one, and out of which none could be
 * left; or all there is, if that does not reach it.
 */
#include "games/hexxi/state.h"

#include <string.h>

int
hexxi_price(const struct state *s)
{
	return hexxi_kind_worth[s->cell[s->scouted].kind];
}

/* A payment being put together, in the order of its text. */
struct paying {
	const struct state *s;
	int seat, price;
	struct set down;
	struct move m;
	struct list *list; /* all go here; or NULL: the least one is wanted */
	struct move least;
	int least_sum; /* 0 before the first */
};

/* A payment found, worth sum. */
static void
found(struct paying *p, int sum)
{
	if (p->list != NULL) {
		list_add(p->list, p->m);
		return;
	}
	if (p->least_sum != 0 && sum >= p->least_sum &&
	    (sum > p->least_sum || p->m.n >= p->least.n))
		return;
	p->least = p->m;
	p->least_sum = sum;
}

static void choose(struct paying *, int sum, int least);

/* One more token in the payment, whose least one so far is worth that. */
static void
choose_one(struct paying *p, int value, int kind, int sum, int least)
{
	int worth = hexxi_kind_worth[kind];

	if (worth < least)
		least = worth;
	sum += worth;
	p->m.arg[p->m.n++] = (int16_t)value;
	if (sum < p->price)
		choose(p, sum, least);
	else if (sum - least < p->price)
		found(p, sum);
	p->m.arg[--p->m.n] = 0;
}

/*
 * Go through all tokens that may come next: fields of a text stand in row
 * order, which is that of values, then kinds in theirs.
 */
static void
choose(struct paying *p, int sum, int least)
{
	int last = p->m.n > 0 ? p->m.arg[p->m.n - 1] : -1;
	struct set down = p->down;
	int field;

	while (last < HEX_VALUES && set_take(&down, &field))
		if (p->s->value[field] > last)
			choose_one(p, p->s->value[field],
			    p->s->cell[field].kind, sum, least);
	for (int i = 0; i < KINDS; i++) {
		int kind = hexxi_kinds_sorted[i];
		int used = 0;

		for (int j = 0; j < p->m.n; j++)
			used += p->m.arg[j] == kind_value(kind);
		if (kind_value(kind) >= last &&
		    used < p->s->hand[p->seat][kind])
			choose_one(p, kind_value(kind), kind, sum, least);
	}
}

/* What all the player's tokens that may pay are worth. */
static int
means(const struct state *s, int seat)
{
	struct set down = hexxi_face_down(s, seat);
	int sum = 0, field;

	while (set_take(&down, &field))
		sum += hexxi_kind_worth[s->cell[field].kind];
	for (int k = 0; k < KINDS; k++)
		sum += s->hand[seat][k] * hexxi_kind_worth[k];
	return sum;
}

/* All that the player has: worth less than a warship, so that there is
 * room. */
static struct move
all_of(const struct state *s, int seat)
{
	struct move m = move_of(DO_PAY, 0, 0, 0);
	struct set down = hexxi_face_down(s, seat);
	int field;

	while (set_take(&down, &field))
		m.arg[m.n++] = s->value[field];
	for (int k = 0; k < KINDS; k++)
		for (int i = 0; i < s->hand[seat][k]; i++)
			m.arg[m.n++] = (int16_t)kind_value(k);
	hexxi_tidy(s, &m);
	return m;
}

static void
pay_any_way(const struct state *s, int seat, struct paying *p)
{
	p->s = s;
	p->seat = seat;
	p->price = hexxi_price(s);
	p->down = hexxi_face_down(s, seat);
	p->m = move_of(DO_PAY, 0, 0, 0);
	if (means(s, seat) >= p->price) {
		choose(p, 0, HEX_VALUES);
		return;
	}
	p->m = all_of(s, seat);
	found(p, 1);
}

void
hexxi_payments(const struct state *s, int seat, struct list *l)
{
	struct paying p = { .list = l };

	pay_any_way(s, seat, &p);
}

void
hexxi_payment_least(const struct state *s, int seat, struct move *m)
{
	struct paying p = { .list = NULL };

	pay_any_way(s, seat, &p);
	*m = p.least;
}

/* Are these tokens the player's to pay with?  Sum them up, and find the
 * least. */
static bool
add_up(const struct state *s, int seat, const struct move *m, int *sum,
    int *least, struct say *why)
{
	struct set down = hexxi_face_down(s, seat);
	int left[KINDS];

	for (int k = 0; k < KINDS; k++)
		left[k] = s->hand[seat][k];
	for (int i = 0; i < m->n; i++) {
		int kind = m->arg[i] - HEX_VALUES;

		if (kind >= 0) {
			if (left[kind]-- == 0)
				return refuse(
				    why, game_say(SAY_PAY_HAND, 2, m->arg[i],
					     s->hand[seat][kind]));
		} else {
			int field = s->field[m->arg[i]];

			if (i > 0 && m->arg[i] == m->arg[i - 1])
				return refuse(
				    why, game_say(SAY_PAY_TWICE, 1, m->arg[i]));
			if (!set_has(down, field))
				return refuse(why,
				    game_say(SAY_PAY_NOT_YOURS, 1, m->arg[i]));
			kind = s->cell[field].kind;
		}
		*sum += hexxi_kind_worth[kind];
		if (hexxi_kind_worth[kind] < *least)
			*least = hexxi_kind_worth[kind];
	}
	return true;
}

bool
hexxi_payment_check(
    const struct state *s, int seat, const struct move *m, struct say *why)
{
	int price = hexxi_price(s), have = means(s, seat);
	int sum = 0, least = HEX_VALUES;

	if (!add_up(s, seat, m, &sum, &least, why))
		return false;
	if (have < price)
		return sum == have ||
		       refuse(why, game_say(SAY_PAY_ALL, 2, have, price));
	if (sum < price)
		return refuse(why, game_say(SAY_PAY_SMALL, 2, sum, price));
	return sum - least < price ||
	       refuse(why, game_say(SAY_PAY_SPARE, 3, sum, price, least));
}

/* Turn up fields, a sentence for each kind. */
static void
turn_up(const struct table *t, int seat, struct set fields)
{
	struct state *s = t->s;
	int field;

	for (int k = 0; k < KINDS; k++) {
		struct set same = set_and(fields, s->of_kind[k]);

		if (set_any(same))
			hexxi_tell_fields(t,
			    game_say(SAY_PAID_BOARD, 2, seat, kind_value(k)),
			    same);
	}
	while (set_take(&fields, &field))
		s->cell[field].up = true;
}

void
hexxi_pay(const struct table *t, int seat, const struct move *m)
{
	struct state *s = t->s;
	struct say from_hand = game_say(SAY_PAID_HAND, 1, seat);
	struct set fields = { { 0, 0 } };
	int missing = hexxi_price(s);

	for (int i = 0; i < m->n; i++) {
		int kind = m->arg[i] - HEX_VALUES;

		if (kind < 0) {
			set_add(&fields, s->field[m->arg[i]]);
			kind = s->cell[s->field[m->arg[i]]].kind;
		} else {
			s->hand[seat][kind]--;
			hexxi_lay_aside(s, seat, (enum kind)kind, true);
			from_hand.arg[from_hand.n++] = m->arg[i];
		}
		missing -= hexxi_kind_worth[kind];
	}
	turn_up(t, seat, fields);
	if (from_hand.n > 1)
		news_tell(t->news, SEATS_ALL, from_hand);
	if (missing > 0) {
		s->score[seat] = (int16_t)(s->score[seat] - missing);
		game_tell(t->news, SEATS_ALL, SAY_FINED, 2, seat, missing);
	}
	s->scouted = NOWHERE;
	hexxi_placement_go_on(t);
}
