/* SPDX-License-Identifier: ISC */
/* Results of matches one after the other, and what they say of all players. */
#include "rating/ratings.h"

struct ratings {
	GHashTable *rated; /* its who -> struct rated */
};

struct ratings *
ratings_new(void)
{
	struct ratings *r = g_new(struct ratings, 1);

	r->rated =
	    g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free);
	return r;
}

void
ratings_free(struct ratings *r)
{
	if (r == NULL)
		return;
	g_hash_table_unref(r->rated);
	g_free(r);
}

const struct rated *
ratings_of(const struct ratings *r, int64_t who)
{
	return g_hash_table_lookup(r->rated, &who);
}

bool
rated_is_robot(const struct rated *rated)
{
	return rated->who < 0;
}

bool
rated_is_provisional(const struct rated *rated)
{
	return rated->matches < RATING_PROVISIONAL;
}

/* The seats of a match that are compared with each other. */
struct compared {
	size_t n;
	int64_t who[RATING_SEATS];
	struct rating_seat seat[RATING_SEATS];
	struct rating after[RATING_SEATS];
};

/* Is it the first seat of whoever has it? */
static bool
is_first(const struct compared *c, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (c->who[k] == c->who[i])
			return false;
	return true;
}

static void
compare(const struct ratings *r, const struct rating_result *seats, size_t n,
    bool robots, struct compared *c)
{
	size_t players = 0;

	c->n = 0;
	for (size_t i = 0; i < n; i++) {
		const struct rated *rated;

		if (seats[i].who == 0 || (seats[i].who < 0 && !robots))
			continue;
		rated = ratings_of(r, seats[i].who);
		c->who[c->n] = seats[i].who;
		c->seat[c->n] = (struct rating_seat){
			.rating = rated != NULL ? rated->rating : rating_first,
			.place = seats[i].place,
		};
		players += is_first(c, c->n++);
	}
	if (players < 2)
		c->n = 0;
	else
		rating_after(c->seat, c->n, c->after);
}

/* Nobody is placed better than the best who is rated. */
static bool
is_best(const struct compared *c, size_t i)
{
	for (size_t k = 0; k < c->n; k++)
		if (c->seat[k].place < c->seat[i].place)
			return false;
	return true;
}

static void
note(struct ratings *r, const struct compared *c, bool robots)
{
	for (size_t i = 0; i < c->n; i++) {
		struct rated *rated;

		if ((c->who[i] < 0) != robots || !is_first(c, i))
			continue;
		rated = g_hash_table_lookup(r->rated, &c->who[i]);
		if (rated == NULL) {
			rated = g_new0(struct rated, 1);
			rated->who = c->who[i];
			g_hash_table_insert(r->rated, &rated->who, rated);
		}
		rated->rating = c->after[i];
		rated->matches++;
		rated->won += is_best(c, i);
	}
}

void
ratings_add(struct ratings *r, const struct rating_result *seats, size_t n)
{
	struct compared people, all = { .n = 0 };
	bool robots = false;

	g_assert(n <= RATING_SEATS);
	for (size_t i = 0; i < n; i++)
		robots |= seats[i].who < 0;
	compare(r, seats, n, false, &people);
	if (robots)
		compare(r, seats, n, true, &all);
	note(r, &people, false);
	note(r, &all, true);
}

static gint
by_rating(gconstpointer a, gconstpointer b)
{
	const struct rated *x = *(const struct rated *const *)a;
	const struct rated *y = *(const struct rated *const *)b;

	if (rated_is_provisional(x) != rated_is_provisional(y))
		return rated_is_provisional(x) ? 1 : -1;
	if (x->rating.mu != y->rating.mu)
		return x->rating.mu > y->rating.mu ? -1 : 1;
	return x->who < y->who ? -1 : x->who > y->who;
}

GPtrArray *
ratings_list(const struct ratings *r, bool robots)
{
	GPtrArray *list = g_ptr_array_new();
	GHashTableIter i;
	gpointer rated;

	g_hash_table_iter_init(&i, r->rated);
	while (g_hash_table_iter_next(&i, NULL, &rated))
		if (rated_is_robot(rated) == robots)
			g_ptr_array_add(list, rated);
	g_ptr_array_sort(list, by_rating);
	return list;
}
