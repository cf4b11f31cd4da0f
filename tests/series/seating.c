/* SPDX-License-Identifier: ISC */
/*
 * Seating of series: everybody has one place in a round, nobody meets, sits or
 * rests much more often than others, and where all can meet equally often, all
 * do.
 */
#include "series/seating.h"

#include <glib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

/* A whole series of people who all stay. */
struct played {
	struct seating *s;
	struct seating_round *rounds;
	int people[SERIES_PEOPLE], n, nrounds;
};

static struct played
play(int n, int least, int most, int nrounds, uint64_t seed)
{
	struct played p = { .s = seating_new(),
		.rounds = g_new0(struct seating_round, (gsize)nrounds),
		.n = n,
		.nrounds = nrounds };

	for (int i = 0; i < n; i++)
		p.people[i] = i;
	seating_plan(p.s, p.people, n, least, most, seed, p.rounds, nrounds);
	for (int r = 0; r < nrounds; r++)
		seating_add(p.s, p.people, n, &p.rounds[r]);
	return p;
}

static void
end(struct played *p)
{
	seating_free(p->s);
	g_free(p->rounds);
}

static int
most_met(const struct played *p, int *least)
{
	int most = 0;

	*least = G_MAXINT;
	for (int i = 0; i < p->n; i++)
		for (int k = 0; k < i; k++) {
			int met = seating_met(p->s, i, k);

			assert_int_equal(met, seating_met(p->s, k, i));
			most = MAX(most, met);
			*least = MIN(*least, met);
		}
	return most;
}

static void
shapes(void **state)
{
	static const struct {
		int people, least, most, tables, seats, larger, resting;
	} want[] = {
		{ 12, 4, 4, 3, 4, 0, 0 },
		{ 13, 4, 4, 3, 4, 0, 1 },
		{ 13, 3, 4, 4, 3, 1, 0 },
		{ 5, 3, 4, 1, 4, 0, 1 },
		{ 6, 3, 4, 2, 3, 0, 0 },
		{ 4, 4, 4, 1, 4, 0, 0 },
		{ 7, 2, 2, 3, 2, 0, 1 },
		{ 200, 3, 6, 34, 5, 30, 0 },
	};
	struct seating_shape shape;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(want); i++) {
		assert_true(seating_shape(
		    want[i].people, want[i].least, want[i].most, &shape));
		assert_int_equal(shape.tables, want[i].tables);
		assert_int_equal(shape.seats, want[i].seats);
		assert_int_equal(shape.larger, want[i].larger);
		assert_int_equal(shape.resting, want[i].resting);
	}
	assert_false(seating_shape(3, 4, 4, &shape));
	assert_false(seating_shape(0, 2, 4, &shape));
}

/* Any number of people, and tables of any sizes. */
static void
everybody_has_one_place(void **state)
{
	(void)state;
	for (int n = 2; n <= 23; n++)
		for (int most = 2; most <= SERIES_SEATS && most <= n; most++) {
			struct played p =
			    play(n, MAX(2, most - 1), most, 3, (uint64_t)n);
			struct seating_shape shape;

			seating_shape(n, MAX(2, most - 1), most, &shape);
			for (int r = 0; r < 3; r++) {
				bool seen[SERIES_PEOPLE] = { false };
				int seated = 0;

				for (int t = 0; t < p.rounds[r].tables; t++)
					for (int i = 0;
					     i < p.rounds[r].seats[t]; i++) {
						int who = p.rounds[r].who[t][i];

						assert_in_range(who, 0, n - 1);
						assert_false(seen[who]);
						seen[who] = true;
						seated++;
					}
				assert_int_equal(seated, n - shape.resting);
			}
			end(&p);
		}
}

/* Where a plan is known in which all meet exactly once, one is found. */
static void
known_plans(void **state)
{
	static const struct {
		int people, seats, rounds;
	} plans[] = { { 4, 2, 3 }, { 8, 2, 7 }, { 9, 3, 4 }, { 16, 4, 5 } };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(plans); i++) {
		struct played p = play(plans[i].people, plans[i].seats,
		    plans[i].seats, plans[i].rounds, 1);
		int least, most = most_met(&p, &least);

		assert_int_equal(most, 1);
		assert_int_equal(least, 1);
		end(&p);
	}
}

static void
it_is_even(void **state)
{
	(void)state;
	for (int n = 8; n <= 40; n += 4) {
		struct played p = play(n, 4, 4, 8, 7);

		for (int i = 0; i < n; i++) {
			assert_int_equal(seating_rested(p.s, i), 0);
			for (int place = 0; place < 4; place++)
				assert_in_range(
				    seating_sat(p.s, i, place), 1, 3);
		}
		end(&p);
	}
	/* two of ten rest in each round, all equally often */
	{
		struct played p = play(10, 4, 4, 5, 7);

		for (int i = 0; i < 10; i++)
			assert_int_equal(seating_rested(p.s, i), 1);
		end(&p);
	}
}

/* With many people and few rounds nobody meets anybody twice. */
static void
nobody_twice(void **state)
{
	struct played p = play(40, 4, 4, 8, 3);
	int least;

	(void)state;
	assert_int_equal(most_met(&p, &least), 1);
	end(&p);
}

/* What is planned later goes by what was before: those who met do not meet
 * again while there are others, and somebody who left is not there. */
static void
it_goes_on(void **state)
{
	struct played p = play(16, 4, 4, 2, 5);
	struct seating_round next;
	int left[15], least;

	(void)state;
	for (int i = 0; i < 15; i++)
		left[i] = i < 7 ? i : i + 1;
	seating_plan(p.s, left, 15, 3, 4, 5, &next, 1);
	for (int t = 0; t < next.tables; t++)
		for (int i = 0; i < next.seats[t]; i++)
			assert_int_not_equal(next.who[t][i], 7);
	seating_add(p.s, left, 15, &next);
	assert_int_equal(most_met(&p, &least), 1);
	assert_int_equal(seating_rested(p.s, 7), 0);
	end(&p);
}

static void
chance_is_the_seed(void **state)
{
	struct played a = play(14, 3, 4, 4, 9), b = play(14, 3, 4, 4, 9);
	struct played c = play(14, 3, 4, 4, 10);

	(void)state;
	assert_memory_equal(a.rounds, b.rounds, 4 * sizeof(a.rounds[0]));
	assert_true(memcmp(a.rounds, c.rounds, 4 * sizeof(a.rounds[0])) != 0);
	end(&a);
	end(&b);
	end(&c);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shapes),
		cmocka_unit_test(everybody_has_one_place),
		cmocka_unit_test(known_plans),
		cmocka_unit_test(it_is_even),
		cmocka_unit_test(nobody_twice),
		cmocka_unit_test(it_goes_on),
		cmocka_unit_test(chance_is_the_seed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
