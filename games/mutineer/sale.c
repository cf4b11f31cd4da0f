/* SPDX-License-Identifier: ISC */
/*
 * The sale of step 5.  A way to sell is a kind and a number for each active
 * island; what counts is its pair of numbers.
 */
#include "games/mutineer/state.h"

#include <string.h>

static void
count_open(const struct player *p, int count[CARDS])
{
	memset(count, 0, CARDS * sizeof(count[0]));
	for (int i = 0; i < p->nopen; i++)
		count[p->open[i]]++;
}

static bool
buys(const struct state *s, int active, int kind)
{
	int bought = s->island[island_at(s, s->active[active])].buys;

	return bought == BUYS_ANY || bought == kind;
}

/* The most cards of one kind that can be sold at an active island. */
static int
most_at(const struct state *s, int active, const int count[CARDS])
{
	int most = 0;

	for (int k = 0; k < GOODS; k++)
		if (count[k] > most && buys(s, active, k))
			most = count[k];
	return most;
}

/*
 * For a number sold at the first island, the most that can be sold at the
 * second; -1 if that number cannot be sold at the first.
 */
static int
most_beside(const struct state *s, const int count[CARDS], int first)
{
	int most = -1;

	for (int a = 0; a < GOODS; a++) {
		int second[CARDS];
		int n;

		if (first > 0 && (count[a] < first || !buys(s, 0, a)))
			continue;
		memcpy(second, count, sizeof(second));
		second[a] -= first;
		n = most_at(s, 1, second);
		if (n > most)
			most = n;
		if (first == 0)
			break;
	}
	return most;
}

/* Add the ways to sell just these numbers. */
static size_t
add_ways(const struct state *s, const int count[CARDS], int first, int second,
    struct sale *list, size_t n)
{
	for (int a = 0; a < GOODS; a++) {
		if (first > 0 ? count[a] < first || !buys(s, 0, a) : a > 0)
			continue;
		for (int b = 0; b < GOODS; b++) {
			int used = b == a ? first : 0;

			if (second > 0
				? count[b] - used < second || !buys(s, 1, b)
				: b > 0)
				continue;
			if (n < MUT_SALES)
				list[n++] =
				    (struct sale){ { (int8_t)a, (int8_t)b },
					    { (int8_t)first, (int8_t)second } };
		}
	}
	return n;
}

size_t
mutineer_sales(const struct state *s, int seat, struct sale *list)
{
	int count[CARDS];
	int best = -1;
	int first;
	size_t n = 0;

	count_open(&s->player[seat], count);
	first = most_at(s, 0, count);
	if (s->nactive == 1)
		return add_ways(s, count, first, 0, list, 0);
	for (; first >= 0; first--) {
		int second = most_beside(s, count, first);

		if (second <= best)
			continue;
		best = second;
		n = add_ways(s, count, first, second, list, n);
	}
	return n;
}

bool
mutineer_sale_asked(const struct sale *list, size_t n)
{
	/* Pairs stand together, so that the ends differ if any do. */
	return list[0].number[0] != list[n - 1].number[0];
}

/* Read one part, "KIND N ISLAND". */
static bool
read_part(const struct state *s, const int16_t arg[3], struct sale *sale,
    struct say *why)
{
	int kind = arg[0], number = arg[1], island = arg[2];
	int active = 0;

	while (active < s->nactive && island_at(s, s->active[active]) != island)
		active++;
	if (active == s->nactive)
		*why = game_say(SAY_SELL_NOT_ACTIVE, 1, island);
	else if (kind >= GOODS)
		*why = game_say(SAY_SELL_NO_GOODS, 1, kind);
	else if (!buys(s, active, kind))
		*why = game_say(SAY_SELL_NOT_BOUGHT, 2, island, kind);
	else if (number == 0)
		*why = game_say(SAY_SELL_NONE, 1, island);
	else if (sale->number[active] > 0)
		*why = game_say(SAY_SELL_TWICE, 1, island);
	else {
		sale->kind[active] = (int8_t)kind;
		/* More than anybody has, whatever was written. */
		sale->number[active] =
		    (int8_t)(number > DECK_MAX ? DECK_MAX : number);
		return true;
	}
	return false;
}

/* Are there the cards, each sold once? */
static bool
has_cards(
    const struct state *s, int seat, const struct sale *sale, struct say *why)
{
	int count[CARDS], left[CARDS];

	count_open(&s->player[seat], count);
	memcpy(left, count, sizeof(left));
	for (int i = 0; i < s->nactive; i++) {
		int kind = sale->kind[i];

		if (sale->number[i] == 0)
			continue;
		left[kind] -= sale->number[i];
		if (left[kind] < 0) {
			*why =
			    game_say(SAY_SELL_TOO_MANY, 2, kind, count[kind]);
			return false;
		}
	}
	return true;
}

bool
mutineer_sale_read(const struct state *s, int seat, const struct move *m,
    struct sale *sale, struct say *why)
{
	struct sale list[MUT_SALES];
	size_t n = mutineer_sales(s, seat, list);

	*sale = (struct sale){ { 0, 0 }, { 0, 0 } };
	for (int i = 0; i + 2 < m->n; i += 3)
		if (!read_part(s, &m->arg[i], sale, why))
			return false;
	if (!has_cards(s, seat, sale, why))
		return false;
	for (size_t i = 0; i < n; i++)
		if (memcmp(&list[i], sale, sizeof(*sale)) == 0)
			return true;
	*why = game_say(SAY_SELL_BEATEN, 0);
	return false;
}

void
mutineer_sale_write(
    const struct state *s, const struct sale *sale, struct move *m)
{
	memset(m, 0, sizeof(*m));
	m->verb = DO_SELL;
	for (int i = 0; i < s->nactive; i++) {
		if (sale->number[i] == 0)
			continue;
		m->arg[m->n++] = sale->kind[i];
		m->arg[m->n++] = sale->number[i];
		m->arg[m->n++] = (int16_t)island_at(s, s->active[i]);
	}
}

static void
decided(const struct table *t, int seat, const struct sale *sale)
{
	struct state *s = t->s;

	s->player[seat].sale = *sale;
	s->player[seat].sold = true;
	for (int i = 0; i < s->nactive; i++)
		if (sale->number[i] > 0)
			game_tell(t->news, SEATS_ALL, SAY_SELLS, 4, seat,
			    sale->number[i], sale->kind[i],
			    island_at(s, s->active[i]));
}

/* Four who tie get nothing, but for a merchant. */
static int
worth(const struct state *s, int seat, int island, int tied)
{
	if (tied == 1 || s->player[seat].role == MERCHANT)
		return s->island[island].value[0];
	return s->island[island].value[tied - 1];
}

static void
count_island(const struct table *t, int active)
{
	struct state *s = t->s;
	int island = island_at(s, s->active[active]);
	int best = 0, tied = 0;

	for (int i = 0; i < s->seats; i++) {
		int n = s->player[i].sale.number[active];

		if (n > best) {
			best = n;
			tied = 0;
		}
		tied += n == best;
	}
	if (best == 0) {
		game_tell(t->news, SEATS_ALL, SAY_SALE_NOBODY, 1, island);
		return;
	}
	if (tied == 4)
		game_tell(t->news, SEATS_ALL, SAY_SALE_FOUR, 1, island);
	for (int i = 0; i < s->seats; i++) {
		int seat = (s->captain + i) % s->seats;
		struct player *p = &s->player[seat];
		bool merchant = tied > 1 && p->role == MERCHANT;
		int points;

		if (p->sale.number[active] != best || (tied == 4 && !merchant))
			continue;
		points = worth(s, seat, island, tied);
		p->score = (int16_t)(p->score + points);
		game_tell(t->news, SEATS_ALL,
		    merchant ? SAY_SALE_MERCHANT : SAY_SALE_POINTS, 3, seat,
		    points, island);
	}
}

void
mutineer_sale_go_on(const struct table *t)
{
	struct state *s = t->s;

	for (int i = 0; i < s->seats; i++) {
		int seat = (s->captain + i) % s->seats;
		struct sale list[MUT_SALES];
		size_t n;

		if (s->player[seat].sold)
			continue;
		n = mutineer_sales(s, seat, list);
		if (mutineer_sale_asked(list, n)) {
			s->phase = SELL;
			s->turn = (int8_t)seat;
			return;
		}
		decided(t, seat, &list[0]);
	}
	for (int i = 0; i < s->nactive; i++)
		count_island(t, i);
	mutineer_round_end(t);
}

void
mutineer_sell(const struct table *t, int seat, const struct sale *sale)
{
	decided(t, seat, sale);
	mutineer_sale_go_on(t);
}
