/* SPDX-License-Identifier: ISC */
/*
 * How well somebody plays, learnt from the results of matches: the Bayesian
 * approximation for the model of Plackett and Luce, algorithm 4 of R. C. Weng
 * and C.-J. Lin, "A Bayesian Approximation Method for Online Ranking", Journal
 * of Machine Learning Research 12 (2011), pages 267 to 300.  It takes any
 * number of players and equal places, and looks at each match once.
 *
 * Of the five algorithms of that paper this one changes least when many sit at
 * a table: the full pair models add up all pairs, so that one match of eight
 * would say more than seven matches of two.
 *
 * Everything is computed with + - * / and square roots of doubles, which
 * IEEE 754 rounds in one way only: turnpost-rating(1) has each step, and
 * whoever does the same gets the same numbers, to the last bit.
 */
#ifndef RATING_RATING_H
#define RATING_RATING_H

#include <stddef.h>

#define RATING_SEATS 8
/* Matches before which a rating says little. */
#define RATING_PROVISIONAL 5

/* What is believed of somebody: a normal distribution. */
struct rating {
	double mu, sigma;
};
/* Of somebody who has not played yet. */
extern const struct rating rating_first;

/* A rating before a match, and the place in it: 1 is the best. */
struct rating_seat {
	struct rating rating;
	int place;
};
/* What the match makes of each of the n ratings, at most RATING_SEATS; equal
 * places are shared. */
void rating_after(const struct rating_seat *, size_t n, struct rating *after);

/* As people read it: 1500 at the beginning, and how much that may be wrong. */
int rating_points(const struct rating *);
int rating_doubt(const struct rating *);
/* exp(-x) for x from 0 on, by steps that are the same everywhere. */
double rating_exp(double x);

#endif
