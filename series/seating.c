/* SPDX-License-Identifier: ISC */
/*
 * The social golfer problem, by local search: all rounds are dealt at random,
 * and two people of different tables of a round change places while that makes
 * meetings more even (I. Dotú and P. Van Hentenryck, "Scheduling Social Golfers
 * Locally", CPAIOR 2005).  Worse plans are accepted up to a threshold that
 * falls (G. Dueck and T. Scheuer, "Threshold Accepting", Journal of
 * Computational Physics 90, 1990), which needs whole numbers alone.
 *
 * Uneven is the sum of the squares of how often each two meet: with so many
 * meetings in all, it is least when all numbers are equal.  The same measure
 * decides, table by table, who sits in which place.
 */
#include "series/seating.h"

#include <glib.h>
#include <string.h>

#define TRIES 4 /* plans, of which the most even is taken */
/* So many swaps are looked at for each. */
#define SWAPS 100000
#define SWAPS_MORE 200 /* for each person in each round */
#define PLACINGS 6 /* of all tables, one after the other */
#define THRESHOLD 4 /* how much worse a swap may be at first */

struct seating {
	int met[SERIES_PEOPLE][SERIES_PEOPLE];
	int sat[SERIES_PEOPLE][SERIES_SEATS];
	int rested[SERIES_PEOPLE];
};

/* ---- chance: splitmix64 ---- */

static uint64_t
next(uint64_t *chance)
{
	uint64_t z = *chance += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static int
below(uint64_t *chance, int n)
{
	return (int)((next(chance) >> 32) * (uint64_t)n >> 32);
}

static void
shuffle(uint64_t *chance, int *v, int n)
{
	for (int i = n - 1; i > 0; i--) {
		int k = below(chance, i + 1), was = v[i];

		v[i] = v[k];
		v[k] = was;
	}
}

/* ---- what was ---- */

struct seating *
seating_new(void)
{
	return g_new0(struct seating, 1);
}

void
seating_free(struct seating *s)
{
	g_free(s);
}

int
seating_met(const struct seating *s, int a, int b)
{
	return s->met[a][b];
}

int
seating_sat(const struct seating *s, int person, int place)
{
	return s->sat[person][place];
}

int
seating_rested(const struct seating *s, int person)
{
	return s->rested[person];
}

static void
meet(struct seating *s, int a, int b, int more)
{
	s->met[a][b] += more;
	s->met[b][a] += more;
}

static void
add_meetings(struct seating *s, const struct seating_round *round)
{
	for (int t = 0; t < round->tables; t++)
		for (int i = 0; i < round->seats[t]; i++)
			for (int k = 0; k < i; k++)
				meet(s, round->who[t][i], round->who[t][k], 1);
}

static bool
is_seated(const struct seating_round *round, int person)
{
	for (int t = 0; t < round->tables; t++)
		for (int i = 0; i < round->seats[t]; i++)
			if (round->who[t][i] == person)
				return true;
	return false;
}

void
seating_add(struct seating *s, const int *people, int n,
    const struct seating_round *round)
{
	add_meetings(s, round);
	for (int t = 0; t < round->tables; t++)
		for (int i = 0; i < round->seats[t]; i++)
			s->sat[round->who[t][i]][i]++;
	for (int i = 0; i < n; i++)
		s->rested[people[i]] += !is_seated(round, people[i]);
}

/* ---- how many tables ---- */

bool
seating_shape(int people, int least, int most, struct seating_shape *shape)
{
	for (int rest = 0; people - rest >= least; rest++) {
		int seated = people - rest;
		int tables = (seated + most - 1) / most;

		if (tables * least > seated)
			continue;
		*shape = (struct seating_shape){ .tables = tables,
			.seats = seated / tables,
			.larger = seated % tables,
			.resting = rest };
		return true;
	}
	return false;
}

/* People who have rested least rest; the others come to the front. */
static void
let_rest(const struct seating *s, int *people, int n, int resting)
{
	for (int left = n; left > n - resting; left--) {
		int best = left - 1, was;

		for (int i = 0; i < left; i++)
			if (s->rested[people[i]] < s->rested[people[best]])
				best = i;
		was = people[best];
		people[best] = people[left - 1];
		people[left - 1] = was;
	}
}

static void
deal(struct seating_round *round, const struct seating_shape *shape,
    const int *people)
{
	round->tables = shape->tables;
	for (int t = 0; t < shape->tables; t++) {
		round->seats[t] = shape->seats + (t < shape->larger);
		for (int i = 0; i < round->seats[t]; i++)
			round->who[t][i] = *people++;
	}
}

/* ---- who sits with whom ---- */

/* What it adds to the measure if that one, who leaves a place at a table, sits
 * at another one instead; of both tables only the others count. */
static int
change_of(const struct seating *s, const struct seating_round *round, int from,
    int i, int to, int k)
{
	int person = round->who[from][i], change = 0;

	for (int j = 0; j < round->seats[from]; j++)
		if (j != i)
			change -= 2 * s->met[person][round->who[from][j]] - 1;
	for (int j = 0; j < round->seats[to]; j++)
		if (j != k)
			change += 2 * s->met[person][round->who[to][j]] + 1;
	return change;
}

static void
move(struct seating *s, const struct seating_round *round, int from, int i,
    int to, int k)
{
	int person = round->who[from][i];

	for (int j = 0; j < round->seats[from]; j++)
		if (j != i)
			meet(s, person, round->who[from][j], -1);
	for (int j = 0; j < round->seats[to]; j++)
		if (j != k)
			meet(s, person, round->who[to][j], 1);
}

/* A swap of two people of a round, if it makes the plan worse by no more than
 * that; what it adds to the measure. */
static int
try_swap(struct seating *s, struct seating_round *round, uint64_t *chance,
    int threshold)
{
	int a = below(chance, round->tables);
	int b = (a + 1 + below(chance, round->tables - 1)) % round->tables;
	int i = below(chance, round->seats[a]);
	int k = below(chance, round->seats[b]);
	int was = round->who[a][i];
	int change =
	    change_of(s, round, a, i, b, k) + change_of(s, round, b, k, a, i);

	if (change > threshold)
		return 0;
	move(s, round, a, i, b, k);
	move(s, round, b, k, a, i);
	round->who[a][i] = round->who[b][k];
	round->who[b][k] = was;
	return change;
}

static int
uneven(const struct seating *s, const int *people, int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		for (int k = 0; k < i; k++)
			sum += s->met[people[i]][people[k]] *
			       s->met[people[i]][people[k]];
	return sum;
}

/* If all meetings are as even as their number allows, it cannot be less. */
static int
least_uneven(const struct seating *s, const int *people, int n)
{
	int pairs = n * (n - 1) / 2, meetings = 0, each, left;

	for (int i = 0; i < n; i++)
		for (int k = 0; k < i; k++)
			meetings += s->met[people[i]][people[k]];
	each = pairs == 0 ? 0 : meetings / pairs;
	left = meetings - each * pairs;
	return left * (each + 1) * (each + 1) + (pairs - left) * each * each;
}

/* The measure of the plan; s has what was and the plan. */
static int
improve(struct seating *s, const int *people, int n, uint64_t *chance,
    struct seating_round *rounds, int nrounds)
{
	const int swaps = SWAPS + SWAPS_MORE * n * nrounds;
	int now = uneven(s, people, n), least = least_uneven(s, people, n);

	for (int i = 0; i < swaps && now > least; i++)
		now += try_swap(s, &rounds[below(chance, nrounds)], chance,
		    THRESHOLD - (int)((int64_t)(THRESHOLD + 1) * i / swaps));
	return now;
}

/* ---- who sits in which place ---- */

struct places {
	const struct seating *s;
	int n, best;
	int who[SERIES_SEATS], order[SERIES_SEATS], found[SERIES_SEATS];
	bool used[SERIES_SEATS];
};

/* All orders of a table, but those that are worse already. */
static void
try_places(struct places *p, int place, int sum)
{
	if (sum >= p->best)
		return;
	if (place == p->n) {
		p->best = sum;
		memcpy(p->found, p->order, sizeof(p->found));
		return;
	}
	for (int i = 0; i < p->n; i++) {
		if (p->used[i])
			continue;
		p->used[i] = true;
		p->order[place] = p->who[i];
		try_places(p, place + 1, sum + p->s->sat[p->who[i]][place]);
		p->used[i] = false;
	}
}

static void
count_places(struct seating *s, const int *who, int n, int more)
{
	for (int i = 0; i < n; i++)
		s->sat[who[i]][i] += more;
}

/* With what all other rounds of the plan add, as far as they have places. */
static void
place_people(struct seating *s, struct seating_round *round, bool again)
{
	for (int t = 0; t < round->tables; t++) {
		struct places p = {
			.s = s, .n = round->seats[t], .best = G_MAXINT
		};

		if (again)
			count_places(s, round->who[t], p.n, -1);
		memcpy(p.who, round->who[t], sizeof(p.who));
		try_places(&p, 0, 0);
		memcpy(round->who[t], p.found, sizeof(p.found));
		count_places(s, round->who[t], p.n, 1);
	}
}

/* ---- a plan ---- */

static int
plan_once(const struct seating *past, const int *people, int n,
    const struct seating_shape *shape, uint64_t *chance,
    struct seating_round *rounds, int nrounds)
{
	struct seating *s = g_memdup2(past, sizeof(*past));
	g_autofree int *order = g_memdup2(people, (gsize)n * sizeof(*people));
	int measure;

	for (int r = 0; r < nrounds; r++) {
		shuffle(chance, order, n);
		let_rest(s, order, n, shape->resting);
		deal(&rounds[r], shape, order);
		add_meetings(s, &rounds[r]);
		for (int i = n - shape->resting; i < n; i++)
			s->rested[order[i]]++;
	}
	measure = shape->tables < 2
		      ? 0
		      : improve(s, people, n, chance, rounds, nrounds);
	for (int i = 0; i < PLACINGS; i++)
		for (int r = 0; r < nrounds; r++)
			place_people(s, &rounds[r], i > 0);
	seating_free(s);
	return measure;
}

void
seating_plan(const struct seating *s, const int *people, int n, int least,
    int most, uint64_t seed, struct seating_round *rounds, int nrounds)
{
	gsize size = (gsize)nrounds * sizeof(*rounds);
	g_autofree struct seating_round *tried = g_malloc0(size);
	struct seating_shape shape = { 0 };
	uint64_t chance = seed;
	int best = G_MAXINT;

	if (!seating_shape(n, least, most, &shape))
		g_assert_not_reached();
	for (int i = 0; i < TRIES; i++) {
		int measure =
		    plan_once(s, people, n, &shape, &chance, tried, nrounds);

		if (measure < best) {
			best = measure;
			memcpy(rounds, tried, size);
		}
	}
}
