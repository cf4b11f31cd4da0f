/* SPDX-License-Identifier: ISC */
/*
 * What a seat may suppose comes of what it knows alone, in random matches of
 * every game: two matches that are not alike, but of which the seat was shown
 * and told the same for many moves, are the same to resample.  So the
 * bookkeeping of a game, which is in the state for resample's sake, may hold
 * nothing else either.
 */
#include "core/chance.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/opening.h"
#include "core/rules.h"
#include "games/games.h"
#include "tests/game/random.h"
#include "tests/game/twins.h"

/* Luck tried until the seat hears the same; pairs that a game has at least. */
enum { LUCKS = 12, PAIRS_LEAST = 10000 };

struct pair {
	struct random *r;
	int seat;
	char *one, *two;
};

static char *
resampled(const struct pair *p, const char *state, unsigned char luck)
{
	unsigned char seed[SEED_SIZE] = { 'k', luck };
	struct chance *chance;
	char *copy = state_copy(p->r, state);

	memcpy(seed + 2, &p->r->moves, sizeof(p->r->moves));
	chance = chance_new(seed);
	p->r->game->resample(copy, p->seat, chance);
	chance_free(chance);
	return copy;
}

static void
check_alike(const struct pair *p)
{
	char *one = resampled(p, p->one, 1), *two = resampled(p, p->two, 1);

	check_no_trace(p->r, one, two, p->seat);
	p->r->resampled++;
	g_free(one);
	g_free(two);
}

static void
twin_anew(struct pair *p)
{
	g_free(p->two);
	p->two = resampled(p, p->one, 2);
}

/* One move in both, with the same luck; is the seat shown and told the same?
 * If not, the second state is left as it was. */
static bool
both_move(struct pair *p, int mover, const struct move *m, uint32_t luck)
{
	const struct random *r = p->r;
	unsigned char seed[SEED_SIZE] = { 'm' };
	char *one = state_copy(r, p->one), *two = state_copy(r, p->two);
	GArray *news_one, *news_two, *a, *b;
	bool same;

	memcpy(seed + 1, &r->moves, sizeof(r->moves));
	memcpy(seed + 1 + sizeof(r->moves), &luck, sizeof(luck));
	news_one = apply(r, one, mover, m, seed);
	news_two = apply(r, two, mover, m, seed);
	a = heard_by(news_one, p->seat);
	b = heard_by(news_two, p->seat);
	same = same_bytes(a, b) && !other_view(r, one, two, p->seat);
	g_array_unref(a);
	g_array_unref(b);
	g_array_unref(news_one);
	g_array_unref(news_two);
	if (same || luck + 1 == LUCKS) {
		char *was = p->one;

		p->one = one;
		one = was;
	}
	if (same) {
		char *was = p->two;

		p->two = two;
		two = was;
	}
	g_free(one);
	g_free(two);
	return same;
}

static void
go_on(struct pair *p)
{
	const struct game *g = p->r->game;
	int mover = random_seat(p->r, g->to_act(p->one));
	GArray *moves = legal_moves(p->r, p->one, mover);
	struct move m =
	    g_array_index(moves, struct move, below(p->r, moves->len));
	struct say why;
	bool same = false;

	g_array_unref(moves);
	p->r->moves++;
	if (!(g->to_act(p->two) & SEAT(mover)) ||
	    !g->check(p->two, mover, &m, &why)) {
		g_free(p->two);
		p->two = state_copy(p->r, p->one);
	}
	for (uint32_t luck = 0; luck < LUCKS && !same; luck++)
		same = both_move(p, mover, &m, luck);
	if (same)
		check_alike(p);
	else
		twin_anew(p);
	if (same_state(p->r, p->one, p->two))
		twin_anew(p);
}

static void
play_one(struct random *r)
{
	struct match *m;

	if (r->light)
		return;
	m = random_start(r, NULL, NULL);
	for (int seat = SEAT_ONLOOKER; seat < (int)r->seats; seat++) {
		struct pair p = { r, seat, state_copy(r, match_state(m)),
			NULL };

		twin_anew(&p);
		check_alike(&p);
		for (int n = 0; n < 400 && r->game->to_act(p.one) != 0; n++)
			go_on(&p);
		g_free(p.one);
		g_free(p.two);
	}
	match_free(m);
}

static void
test_matches_that_look_alike_are_alike_to_resample(void **unused)
{
	(void)unused;
	for (size_t i = 0; games_all[i] != NULL; i++) {
		struct random *r;

		if (!game_is_tested(games_all[i]))
			continue;
		r = g_new0(struct random, 1);
		r->game = games_all[i];
		random_game(r, play_one);
		random_saw(r, r->resampled, "pairs that look alike");
		must(r, !r->game->released || r->resampled >= PAIRS_LEAST,
		    "no more than %zu pairs", r->resampled);
		g_free(r);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    test_matches_that_look_alike_are_alike_to_resample),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
