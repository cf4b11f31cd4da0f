/* SPDX-License-Identifier: ISC */
/*
 * The ratings of forty players after random matches, bit by bit, for
 * tests/rating/test_machines.py.  usage: ratings MATCHES
 */
#include "core/chance.h"
#include "core/draw.h"
#include "rating/rating.h"
#include "rating/ratings.h"

#include <stdio.h>
#include <stdlib.h>

enum { PLAYERS = 40 };

static void
play(struct ratings *r, struct chance *chance)
{
	struct rating_result seats[RATING_SEATS];
	size_t n = 2 + chance_below(chance, RATING_SEATS - 1);

	for (size_t i = 0; i < n; i++)
		seats[i] = (struct rating_result){
			.who = 1 + chance_below(chance, PLAYERS),
			.place = 1 + (int)chance_below(chance, 4),
		};
	ratings_add(r, seats, n);
}

int
main(int argc, char **argv)
{
	unsigned char seed[SEED_SIZE] = { 'r' };
	struct chance *chance = chance_new(seed);
	struct ratings *r = ratings_new();
	g_autoptr(GPtrArray) list = NULL;

	for (int i = argc == 2 ? atoi(argv[1]) : 0; i > 0; i--)
		play(r, chance);
	list = ratings_list(r, false);
	for (guint i = 0; i < list->len; i++) {
		const struct rated *rated = list->pdata[i];

		printf("%lld %a %a %d\n", (long long)rated->who,
		    rated->rating.mu, rated->rating.sigma, rated->matches);
	}
	ratings_free(r);
	chance_free(chance);
	return 0;
}
