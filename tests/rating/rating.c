/* SPDX-License-Identifier: ISC */
/*
 * Ratings: what a match makes of them, compared with another program
 * (openskill.h); who is compared with whom; the order of a list.
 */
#include "rating/rating.h"
#include "rating/ratings.h"
#include "tests/rating/openskill.h"

#include <glib.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#define NEAR 1e-10

static void
near(double is, double want)
{
	if (!(fabs(is - want) < NEAR))
		fail_msg("%.17g is not %.17g", is, want);
}

static void
test_exp(void **state)
{
	(void)state;
	assert_true(rating_exp(0) == 1);
	for (double x = 0; x < 30; x += 0.01) {
		double parts = rating_exp(x) / exp(-x);

		near(parts, 1);
	}
	assert_true(rating_exp(700) >= 0);
}

/* To the last bit, whatever compiler and processor. */
static void
test_bits(void **state)
{
	struct rating_seat seats[] = { { rating_first, 2 }, { rating_first, 1 },
		{ rating_first, 2 } };
	struct rating after[3];

	(void)state;
	assert_true(rating_exp(1) == 0x1.78b56362cf004p-2);
	for (int i = 0; i < 100; i++) {
		rating_after(seats, 3, after);
		for (int k = 0; k < 3; k++)
			seats[k].rating = after[k];
	}
	assert_true(after[0].mu == 0x1.77f9763ccde6ep+3);
	assert_true(after[1].mu == 0x1.d3d734bf91204p+5);
	assert_true(after[2].mu == 0x1.77f9763ccde6dp+3);
	assert_true(after[2].sigma == 0x1.948a19d4a87f0p+1);
}

static void
test_openskill(void **state)
{
	struct rating all[OPENSKILL_PLAYERS];

	(void)state;
	for (int i = 0; i < OPENSKILL_PLAYERS; i++)
		all[i] = rating_first;
	for (size_t m = 0; m < G_N_ELEMENTS(openskill); m++) {
		struct rating_seat seats[RATING_SEATS];
		struct rating after[RATING_SEATS];
		int n = openskill[m].n;

		for (int i = 0; i < n; i++)
			seats[i] =
			    (struct rating_seat){ all[openskill[m].who[i]],
				    openskill[m].place[i] };
		rating_after(seats, (size_t)n, after);
		near(after[0].mu, openskill[m].mu);
		near(after[0].sigma, openskill[m].sigma);
		for (int i = 0; i < n; i++)
			all[openskill[m].who[i]] = after[i];
	}
	for (int i = 0; i < OPENSKILL_PLAYERS; i++) {
		near(all[i].mu, openskill_end[i][0]);
		near(all[i].sigma, openskill_end[i][1]);
	}
}

static void
test_points(void **state)
{
	const struct rating other = { 26.00834, 2.008 };

	(void)state;
	assert_int_equal(rating_points(&rating_first), 1500);
	assert_int_equal(rating_doubt(&rating_first), 500);
	assert_int_equal(rating_points(&other), 1561);
	assert_int_equal(rating_doubt(&other), 120);
}

/* Two play, then three with a robot in between, which changes nothing. */
static void
test_robots_apart(void **state)
{
	const struct rating_result plain[] = { { 7, 1 }, { 9, 2 } };
	const struct rating_result mixed[] = { { -3, 1 }, { 7, 2 }, { -3, 4 },
		{ 9, 3 } };
	struct ratings *with = ratings_new(), *without = ratings_new();
	g_autoptr(GPtrArray) robots = NULL;
	const struct rated *robot;

	(void)state;
	ratings_add(with, mixed, 4);
	ratings_add(without, plain, 2);
	assert_true(ratings_of(with, 7)->rating.mu ==
		    ratings_of(without, 7)->rating.mu);
	assert_true(ratings_of(with, 9)->rating.sigma ==
		    ratings_of(without, 9)->rating.sigma);
	assert_int_equal(ratings_of(with, 7)->won, 1);
	assert_null(ratings_of(without, -3));
	robots = ratings_list(with, true);
	assert_int_equal(robots->len, 1);
	robot = robots->pdata[0];
	assert_true(rated_is_robot(robot));
	assert_int_equal(robot->who, -3);
	/* by its first seat */
	assert_int_equal(robot->won, 1);
	assert_true(robot->rating.mu > rating_first.mu);
	ratings_free(with);
	ratings_free(without);
}

static void
test_who_counts(void **state)
{
	const struct rating_result one[] = { { 7, 1 }, { 0, 2 } };
	const struct rating_result twice[] = { { 7, 1 }, { 7, 2 } };
	const struct rating_result robot[] = { { 7, 2 }, { -1, 1 } };
	const struct rating_result robots[] = { { -1, 2 }, { -1, 1 } };
	struct ratings *r = ratings_new();

	(void)state;
	ratings_add(r, one, 2);
	ratings_add(r, twice, 2);
	ratings_add(r, robots, 2);
	assert_null(ratings_of(r, 7));
	assert_null(ratings_of(r, -1));
	/* a robot learns of a match against one person, who does not */
	ratings_add(r, robot, 2);
	assert_null(ratings_of(r, 7));
	assert_int_equal(ratings_of(r, -1)->matches, 1);
	assert_null(ratings_of(r, 0));
	ratings_free(r);
}

/* A newcomer who won once stands behind those who are known. */
static void
test_order(void **state)
{
	const struct rating_result known[] = { { 1, 1 }, { 2, 2 } };
	const struct rating_result fresh[] = { { 3, 1 }, { 1, 2 } };
	struct ratings *r = ratings_new();
	g_autoptr(GPtrArray) list = NULL;
	static const int64_t want[] = { 1, 2, 3 };

	(void)state;
	for (int i = 0; i < RATING_PROVISIONAL; i++)
		ratings_add(r, known, 2);
	ratings_add(r, fresh, 2);
	list = ratings_list(r, false);
	assert_int_equal(list->len, 3);
	for (guint i = 0; i < list->len; i++)
		assert_int_equal(
		    ((const struct rated *)list->pdata[i])->who, want[i]);
	assert_false(rated_is_provisional(list->pdata[1]));
	assert_true(rated_is_provisional(list->pdata[2]));
	assert_true(ratings_of(r, 3)->rating.mu > ratings_of(r, 2)->rating.mu);
	ratings_free(r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_exp),
		cmocka_unit_test(test_bits),
		cmocka_unit_test(test_openskill),
		cmocka_unit_test(test_points),
		cmocka_unit_test(test_robots_apart),
		cmocka_unit_test(test_who_counts),
		cmocka_unit_test(test_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
