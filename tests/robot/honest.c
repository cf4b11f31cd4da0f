/* SPDX-License-Identifier: ISC */
/*
 * A robot's thoughts come of what its seat knows alone: in random matches of
 * every game they are the same, byte by byte, in a twin of the match that has
 * other hidden things, another seed and other luck to come.  Robots that cheat
 * are planted, to see that this would be noticed.
 */
#include "core/chance.h"
#include "core/decision.h"
#include "core/inner.h"
#include "core/match.h"
#include "core/opening.h"
#include "core/rules.h"
#include "games/games.h"
#include "robot/compare.h"
#include "robot/think.h"
#include "tests/game/random.h"
#include "tests/game/twins.h"

enum { ITERATIONS = 24, PAIRS = 1000, PAIRS_OF_CHEATS = 150 };

typedef GArray *thinker(const struct match *, int seat, uint32_t iterations,
    const unsigned char seed[SEED_SIZE]);

struct comparison {
	struct random *r;
	thinker *think;
	size_t pairs, wanted, differ;
};

/* The same to that seat, and other in all that it cannot know. */
static struct match *
twin_of(struct random *r, const struct match *m, int seat)
{
	struct match *twin = match_copy(m);

	for (size_t i = 0; i < SEED_SIZE; i++)
		twin->seed[i] = (unsigned char)below(r, 256);
	chance_begin(&twin->chance, twin->seed);
	r->game->resample(twin->state, seat, r->chance);
	return twin;
}

static void
compare(struct comparison *c, const struct match *m, int seat)
{
	unsigned char seed[SEED_SIZE] = { 't' };
	struct match *twin = twin_of(c->r, m, seat);
	struct match *one = match_copy(m);
	GArray *a, *b;

	memcpy(seed + 1, &c->pairs, sizeof(c->pairs));
	a = c->think(one, seat, ITERATIONS, seed);
	b = c->think(twin, seat, ITERATIONS, seed);
	c->differ += !same_bytes(a, b);
	c->pairs++;
	must(c->r,
	    c->think != robot_think ||
		(memcmp(one->state, m->state, m->game->state_size) == 0 &&
		    one->chance.at == m->chance.at),
	    "thinking changed the match");
	g_array_unref(a);
	g_array_unref(b);
	match_free(one);
	match_free(twin);
}

static void
compare_in_a_match(struct comparison *c, uint32_t number)
{
	struct random *r = c->r;
	unsigned char seed[SEED_SIZE] = { 'h' };
	struct match *m;

	memcpy(seed + 1, &number, sizeof(number));
	r->number = number;
	r->seats =
	    (size_t)r->game->min_seats +
	    number % (size_t)(r->game->max_seats - r->game->min_seats + 1);
	r->options = json_object();
	r->chance = chance_new(seed);
	m = random_start(r, NULL, NULL);
	while (match_to_act(m) != 0 && c->pairs < c->wanted) {
		int seat = random_seat(r, match_to_act(m));
		struct move move = random_move(r, m, seat);

		if (below(r, 8) == 0)
			compare(c, m, seat);
		match_play(m, seat, &move, NULL);
	}
	match_free(m);
	chance_free(r->chance);
	json_decref(r->options);
}

/* How many of so many pairs differ. */
static size_t
differences(const struct game *game, thinker *think, size_t pairs)
{
	struct random *r = g_new0(struct random, 1);
	struct comparison c = { .r = r, .think = think, .wanted = pairs };

	r->game = game;
	for (uint32_t i = 1; c.pairs < pairs; i++)
		compare_in_a_match(&c, i);
	g_free(r);
	return c.differ;
}

static void
test_same_thoughts_in_worlds_that_look_alike(void **unused)
{
	(void)unused;
	for (size_t i = 0; games_all[i] != NULL; i++)
		if (game_is_tested(games_all[i]))
			assert_int_equal(
			    differences(games_all[i], robot_think, PAIRS), 0);
}

static void
test_without_rules_of_thumb_as_well(void **unused)
{
	(void)unused;
	for (size_t i = 0; games_all[i] != NULL; i++) {
		struct game plain = *games_all[i];

		if (!game_is_tested(games_all[i]))
			continue;
		plain.worth = NULL;
		plain.likely = NULL;
		plain.chapter = NULL;
		assert_int_equal(
		    differences(&plain, robot_think, PAIRS_OF_CHEATS), 0);
	}
}

/* What a hint is made of: an outlook for each of the first moves. */
static GArray *
compare_moves(const struct match *m, int seat, uint32_t iterations,
    const unsigned char seed[SEED_SIZE])
{
	g_autoptr(GArray) legal = match_legal(m, seat);
	guint n = MIN(legal->len, 3);
	GArray *list = g_array_new(FALSE, FALSE, sizeof(struct outlook));

	g_array_set_size(list, n);
	robot_compare(m, seat, (const struct move *)(const void *)legal->data,
	    n, iterations / 4, seed, (struct outlook *)(void *)list->data);
	return list;
}

static void
test_same_outlooks_in_worlds_that_look_alike(void **unused)
{
	(void)unused;
	for (size_t i = 0; games_all[i] != NULL; i++)
		if (game_is_tested(games_all[i]))
			assert_int_equal(
			    differences(games_all[i], compare_moves, PAIRS), 0);
}

/* ---- robots that cheat ---- */

/* This one looks at the true state. */
static void
resample_nothing(void *state, int seat, struct chance *chance)
{
	(void)state;
	(void)seat;
	(void)chance;
}

static GArray *
think_with_open_eyes(const struct match *m, int seat, uint32_t iterations,
    const unsigned char seed[SEED_SIZE])
{
	struct match *other = match_copy(m);
	struct game open = *m->game;
	GArray *thoughts;

	open.resample = resample_nothing;
	other->game = &open;
	thoughts = robot_think(other, seat, iterations, seed);
	other->game = m->game;
	match_free(other);
	return thoughts;
}

/* This one thinks by the luck of the match. */
static GArray *
think_by_the_seed(const struct match *m, int seat, uint32_t iterations,
    const unsigned char seed[SEED_SIZE])
{
	(void)seed;
	return robot_think(m, seat, iterations, m->seed);
}

/* This one knows the draws to come: what its move would lead to in truth. */
static GArray *
think_of_the_draws(const struct match *m, int seat, uint32_t iterations,
    const unsigned char seed[SEED_SIZE])
{
	GArray *thoughts = robot_think(m, seat, iterations, seed);

	for (guint i = 0; i < thoughts->len; i++) {
		struct thought *t = &g_array_index(thoughts, struct thought, i);
		struct match *next = match_copy(m);

		match_play(next, seat, &t->move, NULL);
		t->value = (int32_t)chance_below(&next->chance, ROBOT_WIN);
		match_free(next);
	}
	return thoughts;
}

static void
test_robots_that_cheat_are_noticed(void **unused)
{
	static thinker *const cheats[] = { think_with_open_eyes,
		think_by_the_seed, think_of_the_draws };

	(void)unused;
	for (size_t i = 0; games_all[i] != NULL; i++)
		for (size_t k = 0; k < G_N_ELEMENTS(cheats); k++)
			if (game_is_tested(games_all[i]) &&
			    games_all[i]->released)
				assert_int_not_equal(
				    differences(games_all[i], cheats[k],
					PAIRS_OF_CHEATS),
				    0);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(same_thoughts_in_worlds_that_look_alike),
		T(same_outlooks_in_worlds_that_look_alike),
		T(without_rules_of_thumb_as_well),
		T(robots_that_cheat_are_noticed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
