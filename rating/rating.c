/* SPDX-License-Identifier: ISC */
/* What one match makes of the ratings of its players. */
#include "rating/rating.h"

#include <assert.h>
#include <float.h>
#include <math.h>

/* No step is computed more precisely than it is told: neither with more bits,
 * nor two at once, which gcc does not do in C11. */
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif
static_assert(FLT_EVAL_METHOD == 0, "doubles must be rounded as IEEE 754 says");

#define MU 25.0
#define SIGMA (MU / 3)
/* How much the play of one evening differs from the next. */
#define BETA (SIGMA / 2)
/* How much a player may change from match to match. */
#define TAU (MU / 300)
/* No match makes the variance smaller than by this factor. */
#define KAPPA 0.0001

/* Points for people. */
#define POINTS_FIRST 1500
#define POINTS_EACH 60

enum { HALVINGS = 10, TERMS = 8 };

const struct rating rating_first = { MU, SIGMA };

double
rating_exp(double x)
{
	double y = -x, sum = 1;

	for (int i = 0; i < HALVINGS; i++)
		y = y / 2;
	/* 1 + y (1 + y/2 (1 + y/3 ...)) */
	for (int i = TERMS; i > 0; i--)
		sum = 1 + y * sum / i;
	for (int i = 0; i < HALVINGS; i++)
		sum = sum * sum;
	return sum;
}

/* A match as the formulas of the paper name it. */
struct sums {
	size_t n;
	double variance[RATING_SEATS]; /* sigma squared, with the change */
	double c;
	double strength[RATING_SEATS]; /* e to the mu / c, the best being 1 */
	double below[RATING_SEATS]; /* strengths of those no better placed */
	int equal[RATING_SEATS]; /* how many have that place */
};

static void
add_up(const struct rating_seat *seats, struct sums *s)
{
	double best = seats[0].rating.mu, sum = 0;

	for (size_t i = 0; i < s->n; i++) {
		const struct rating *r = &seats[i].rating;

		s->variance[i] = r->sigma * r->sigma + TAU * TAU;
		sum = sum + (s->variance[i] + BETA * BETA);
		best = r->mu > best ? r->mu : best;
	}
	s->c = sqrt(sum);
	for (size_t i = 0; i < s->n; i++)
		s->strength[i] = rating_exp((best - seats[i].rating.mu) / s->c);
	for (size_t q = 0; q < s->n; q++) {
		s->below[q] = 0;
		s->equal[q] = 0;
		for (size_t i = 0; i < s->n; i++) {
			if (seats[i].place >= seats[q].place)
				s->below[q] = s->below[q] + s->strength[i];
			s->equal[q] += seats[i].place == seats[q].place;
		}
	}
}

void
rating_after(const struct rating_seat *seats, size_t n, struct rating *after)
{
	struct sums s = { .n = n };

	assert(n > 0 && n <= RATING_SEATS);
	add_up(seats, &s);
	for (size_t i = 0; i < n; i++) {
		double omega = 0, delta = 0, left, share;

		for (size_t q = 0; q < n; q++) {
			if (seats[q].place > seats[i].place)
				continue;
			share = s.strength[i] / s.below[q];
			omega = omega + ((i == q ? 1 : 0) - share) / s.equal[q];
			delta = delta + share * (1 - share) / s.equal[q];
		}
		share = s.variance[i] / s.c;
		left = 1 - sqrt(s.variance[i]) / s.c * (delta * (share / s.c));
		left = left > KAPPA ? left : KAPPA;
		after[i].mu = seats[i].rating.mu + omega * share;
		after[i].sigma = sqrt(s.variance[i]) * sqrt(left);
	}
}

/* Halves are rounded up; points are never that far below 0. */
static int
rounded(double x)
{
	return (int)floor(x + 0.5);
}

int
rating_points(const struct rating *r)
{
	return rounded(POINTS_FIRST + (r->mu - MU) * POINTS_EACH);
}

int
rating_doubt(const struct rating *r)
{
	return rounded(r->sigma * POINTS_EACH);
}
