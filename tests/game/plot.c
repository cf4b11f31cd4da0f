/* SPDX-License-Identifier: ISC */
/*
 * How the stories of games are told, in random matches of every game: marks
 * name what their sentences have, all hear where a chapter begins, numbers of
 * chapters follow each other, and the points that a chapter tells of are
 * those by which open scores have changed in it.
 */
#include "core/chance.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/opening.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "core/say.h"
#include "core/sentence.h"
#include "core/verb.h"
#include "games/games.h"
#include "tests/game/random.h"

enum { MATCHES = 12 };

static void
check_argument(
    const struct game *g, const struct sentence *s, const char *name, char type)
{
	g_auto(GStrv) specs = g_strsplit(s->args, " ", -1);
	g_autofree char *want = NULL;

	if (name == NULL)
		return;
	/* 0: an atom of the game */
	want = g_strdup_printf("%s:%c", name, type);
	for (char **spec = specs; *spec != NULL; spec++)
		if (type != '\0' ? strcmp(*spec, want) == 0
				 : g_str_has_prefix(*spec, want) &&
				       g_ascii_isupper((*spec)[strlen(want)]))
			return;
	fail_msg("%s: %s has no argument %s", g->name, s->key, want);
}

/* What does not go together in one mark is said by its name. */
static void
check_mark(const struct game *g, const struct sentence *s, const struct plot *p)
{
	check_argument(g, s, p->chapter, 'n');
	check_argument(g, s, p->points, 'n');
	check_argument(g, s, p->gains, 's');
	check_argument(g, s, p->loses, 's');
	check_argument(g, s, p->who, 's');
	check_argument(g, s, p->shows, '\0');
	if ((p->points != NULL) != (p->gains != NULL || p->loses != NULL))
		fail_msg("%s: plot of %s: points need gains or loses, and "
			 "these need points",
		    g->name, s->key);
	if ((p->who != NULL) != (p->shows != NULL))
		fail_msg("%s: plot of %s: who and shows go together", g->name,
		    s->key);
	/* what is left out of a chapter is nothing that counts in it */
	if (p->meanwhile && (p->chapter != NULL || p->points != NULL ||
				p->shows != NULL || p->matters))
		fail_msg("%s: plot of %s: what is told meanwhile is left out "
			 "later, so it has no chapter, points or shows, and "
			 "does not matter",
		    g->name, s->key);
}

static void
check_marks(const struct game *g)
{
	for (size_t i = 0; i < g->nplot; i++) {
		const struct plot *p = &g->plot[i];

		if (p->sentence < 0 || (size_t)p->sentence >= g->nsentences)
			fail_msg("%s: plot %zu is of no sentence", g->name, i);
		check_mark(g, &g->sentences[p->sentence], p);
		for (size_t k = 0; k < i; k++)
			if (g->plot[k].sentence == p->sentence)
				fail_msg("%s: %s is there twice in plot",
				    g->name, g->sentences[p->sentence].key);
	}
}

/* What was told of the chapter so far. */
struct counted {
	int32_t score[GAME_MAX_SEATS]; /* as it should be */
	int chapter;
	size_t chapters;
};

static void
count_points(const struct game *g, const struct say *say, struct counted *c)
{
	const struct plot *p = say_plot(g, say);
	int points = 0, seat = 0;

	if (p == NULL || p->points == NULL)
		return;
	assert_true(say_value(g, say, p->points, &points));
	if (p->gains != NULL && say_value(g, say, p->gains, &seat))
		c->score[seat] += points;
	if (p->loses != NULL && say_value(g, say, p->loses, &seat))
		c->score[seat] -= points;
}

static void
hear(struct random *r, const struct told *told, struct counted *c)
{
	const struct plot *p = say_plot(r->game, &told->say);
	int number = 0;

	count_points(r->game, &told->say, c);
	if (p == NULL || p->chapter == NULL)
		return;
	must(r, told->to == SEATS_ALL, "not all hear of a chapter");
	assert_true(say_value(r->game, &told->say, p->chapter, &number));
	must(r, number == c->chapter + 1, "chapter %d comes after %d", number,
	    c->chapter);
	c->chapter = number;
	c->chapters++;
}

static void
compare(struct random *r, const struct match *m, const struct counted *c)
{
	struct result result = { 0 };

	r->game->result(match_state(m), &result);
	for (size_t s = 0; r->game->scores_open && s < r->seats; s++)
		must(r, result.score[s] == c->score[s],
		    "seat %zu has %d points, and was told of %d", s,
		    result.score[s], c->score[s]);
}

static size_t
play_one(struct random *r)
{
	struct outcome out = { 0 };
	struct match *m = random_start(r, NULL, &out);
	struct counted c = { { 0 }, 0, 0 };

	for (;;) {
		int seat;
		struct move move;

		for (guint i = 0; i < out.news->len; i++)
			hear(r, &g_array_index(out.news, struct told, i), &c);
		outcome_clear(&out);
		compare(r, m, &c);
		if (match_to_act(m) == 0)
			break;
		seat = random_seat(r, match_to_act(m));
		move = random_move(r, m, seat);
		match_play(m, seat, &move, &out);
	}
	match_free(m);
	return c.chapters;
}

static void
test_game(const struct game *g)
{
	static const unsigned char seed[SEED_SIZE] = { 6 };
	struct random r = { .game = g };
	size_t chapters = 0;

	check_marks(g);
	r.chance = chance_new(seed);
	r.options = json_object();
	for (int i = 0; i < MATCHES; i++) {
		r.seats = (size_t)(g->min_seats +
				   i % (g->max_seats - g->min_seats + 1));
		r.number = (uint32_t)i + 1;
		chapters += play_one(&r);
	}
	if (g->nplot > 0 && chapters <= 2 * MATCHES)
		fail_msg("%s: only %zu chapters in %d matches: a sentence of "
			 "plot begins each round or turn, its number in "
			 "chapter",
		    g->name, chapters, MATCHES);
	json_decref(r.options);
	chance_free(r.chance);
}

static void
test_all(void **state)
{
	(void)state;
	for (size_t g = 0; games_all[g] != NULL; g++)
		if (game_is_tested(games_all[g]))
			test_game(games_all[g]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_all) };

	return cmocka_run_group_tests_name("plot", tests, NULL, NULL);
}
