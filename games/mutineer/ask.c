/* SPDX-License-Identifier: ISC */
/*
 * Who is asked what, and the list of answers.  Legal moves stand in this
 * order:
 *	pay	0, 1, 2, 3
 *	play	each kind in hand, in the order of the material; then pass
 *	take	in the order of the roles' list
 *	fight	0, 1, ... all conflict cards laid aside
 *	sell	the most cards at the first active island (in ring order from
 *		hochland) first; of equal numbers by the kind sold there, then
 *		by the kind sold at the second, in the order of the material
 *	keep	every choice once, each in the order of the material, sorted
 *		by their first card, then the second, and so on
 */
#include "games/mutineer/state.h"

#include <string.h>

/* Where moves are written: more may be counted than there is room for. */
struct list {
	struct move *v;
	size_t n, cap;
};

static const struct move *
add(struct list *l, const struct move *m)
{
	if (l->n < l->cap)
		l->v[l->n] = *m;
	l->n++;
	return m;
}

static void
add_one(struct list *l, enum verb_index verb, int arg)
{
	add(l, &(struct move){
		   .verb = (int16_t)verb, .n = 1, .arg = { (int16_t)arg } });
}

enum phase
mutineer_asked(const struct state *s, int seat)
{
	if (seat == s->keeper)
		return KEEP;
	if (s->phase == OVER || seat != s->turn)
		return OVER;
	if (s->keeper != NOBODY && s->phase != PAY)
		return OVER;
	return (enum phase)s->phase;
}

seatset
mutineer_to_act(const void *state)
{
	const struct state *s = state;
	seatset set = 0;

	if (s->keeper != NOBODY)
		set |= SEAT(s->keeper);
	if (mutineer_asked(s, s->turn) != OVER)
		set |= SEAT(s->turn);
	return set;
}

const char *
mutineer_phase(const void *state, int seat)
{
	return mutineer_phases[mutineer_asked(state, seat)];
}

/* Only of offers, which all seats make in each round.  The pay is the captain's
 * alone, a role decides which seat fights or sells, and roles to take are shown
 * only to the seat that is asked. */
bool
mutineer_suppose(void *state, int seat)
{
	struct state *s = state;

	if (s->phase != OFFER)
		return false;
	s->keeper = NOBODY;
	s->turn = (int8_t)seat;
	return true;
}

/* Each kind of card once: a hand is sorted. */
static void
list_offer(const struct state *s, int seat, struct list *l)
{
	const struct player *p = &s->player[seat];

	for (int i = 0; i < p->nhand; i++)
		if (i == 0 || p->hand[i] != p->hand[i - 1])
			add_one(l, DO_PLAY, p->hand[i]);
	add(l, &(struct move){ .verb = DO_PASS });
}

static void
list_sell(const struct state *s, int seat, struct list *l)
{
	struct sale sales[MUT_SALES];
	size_t n = mutineer_sales(s, seat, sales);
	struct move m;

	for (size_t i = 0; i < n; i++) {
		mutineer_sale_write(s, &sales[i], &m);
		add(l, &m);
	}
}

/*
 * Choices of s->keep out of the drawn cards, which differ as cards: the
 * indexes of a choice rise in the sorted list, and of equal cards the first
 * ones are chosen.
 */
static void
list_keep(const struct state *s, struct list *l)
{
	uint8_t v[MUT_DRAWN];
	int at[MUT_HAND];
	int k = s->keep, n = s->ndrawn;
	int i;

	for (i = 0; i < n; i++) {
		int j = i;

		for (; j > 0 && v[j - 1] > s->drawn[i]; j--)
			v[j] = v[j - 1];
		v[j] = s->drawn[i];
	}
	for (i = 0; i < k; i++)
		at[i] = i;
	for (;;) {
		struct move m = { .verb = DO_KEEP, .n = (int16_t)k };

		for (i = 0; i < k; i++)
			m.arg[i] = v[at[i]];
		add(l, &m);
		/* The last index that may go on to a different card. */
		for (i = k - 1; i >= 0; i--) {
			int next = at[i] + 1;

			while (next < n && v[next] == v[at[i]])
				next++;
			if (next + (k - 1 - i) >= n)
				continue;
			for (int j = i; j < k; j++)
				at[j] = next++;
			break;
		}
		if (i < 0)
			return;
	}
}

size_t
mutineer_legal(const void *state, int seat, struct move *v, size_t cap)
{
	const struct state *s = state;
	struct list l = { v, 0, cap };

	switch (mutineer_asked(s, seat)) {
	case PAY:
		for (int i = 0; i <= MUT_MAX_PAY; i++)
			add_one(&l, DO_PAY, i);
		break;
	case OFFER:
		list_offer(s, seat, &l);
		break;
	case TAKE:
		for (int r = 0; r < ROLES; r++)
			if (s->roles_left & 1u << r)
				add_one(&l, DO_TAKE, r);
		break;
	case FIGHT:
		for (int i = 0;
		     i <= mutineer_hand_count(&s->player[seat], CONFLICT); i++)
			add_one(&l, DO_FIGHT, i);
		break;
	case SELL:
		list_sell(s, seat, &l);
		break;
	case KEEP:
		list_keep(s, &l);
		break;
	case OVER:
		break;
	}
	return l.n;
}

/* The place of an island in the ring, counted from hochland. */
static int
sale_order(const struct state *s, int island)
{
	for (int i = 0; i < 12; i++)
		if (island_at(s, place_after(s->home, i)) == island)
			return i;
	return 12;
}

static void
tidy_keep(struct move *m)
{
	for (int i = 1; i < m->n; i++)
		for (int j = i; j > 0 && m->arg[j - 1] > m->arg[j]; j--) {
			int16_t arg = m->arg[j];

			m->arg[j] = m->arg[j - 1];
			m->arg[j - 1] = arg;
		}
}

static void
tidy_sell(const struct state *s, struct move *m)
{
	for (int i = 3; i + 2 < m->n; i += 3)
		for (int j = i; j > 0 && sale_order(s, m->arg[j - 1]) >
					     sale_order(s, m->arg[j + 2]);
		     j -= 3) {
			int16_t part[3];

			memcpy(part, &m->arg[j], sizeof(part));
			memcpy(&m->arg[j], &m->arg[j - 3], sizeof(part));
			memcpy(&m->arg[j - 3], part, sizeof(part));
		}
}

void
mutineer_tidy(const void *state, struct move *m)
{
	if (m->verb == DO_KEEP)
		tidy_keep(m);
	else if (m->verb == DO_SELL)
		tidy_sell(state, m);
}

static enum role
default_role(const struct state *s)
{
	static const enum role wished[ROLES] = { MERCHANT, LOADMASTER,
		CABIN_BOY, MATE, MUTINEER };
	int i = 0;

	while (!(s->roles_left & 1u << wished[i]))
		i++;
	return wished[i];
}

void
mutineer_absent(const void *state, int seat, struct move *m)
{
	const struct state *s = state;
	enum phase asked = mutineer_asked(s, seat);

	memset(m, 0, sizeof(*m));
	switch (asked) {
	case PAY:
	case FIGHT:
		m->verb = asked == PAY ? DO_PAY : DO_FIGHT;
		m->n = 1;
		break;
	case OFFER:
		m->verb = DO_PASS;
		break;
	case TAKE:
		m->verb = DO_TAKE;
		m->n = 1;
		m->arg[0] = (int16_t)default_role(s);
		break;
	case KEEP:
		m->verb = DO_KEEP;
		for (m->n = 0; m->n < s->keep; m->n++)
			m->arg[m->n] = s->drawn[m->n];
		tidy_keep(m);
		break;
	case SELL:
		mutineer_legal(s, seat, m, 1);
		break;
	case OVER:
		break;
	}
}
