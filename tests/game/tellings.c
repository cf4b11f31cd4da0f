/* SPDX-License-Identifier: ISC */
/*
 * By what others hear of a move: in random matches of every game a plan that
 * goes by somebody's move holds as soon as she has made it, for everybody
 * else; and one that names a whole move never holds if nobody made that move.
 */
#include "core/chance.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/opening.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "core/sentence.h"
#include "core/verb.h"
#include "games/games.h"
#include "parse/plan.h"
#include "tests/game/random.h"

/* So many matches at least, and more of a small game until so much of what
 * others could hear of was looked at. */
enum { MATCHES = 12, CHECKS = 1000 };

/* Who made which move so far, as text. */
struct made {
	GPtrArray *texts; /* "SEAT MOVE" */
	size_t whole[VERBS_MAX]; /* how often a whole move was heard of */
	size_t checks;
};

static json_t *
step_of(int seat, const char *verb, const char *move)
{
	return json_pack("{s:[{s:[{s:i, s:s, s:s*}], s:[{s:s}]}]}", "branches",
	    "if", "seat", seat, "verb", verb, "move", move, "ways", "move",
	    "pass");
}

static bool
holds(const struct match *m, int seat, const char *verb, const char *move,
    const GArray *heard)
{
	json_t *steps = json_array();
	const json_t *ways;

	json_array_append_new(steps, step_of(seat, verb, move));
	plan_next(m, steps, heard, &ways);
	json_decref(steps);
	return ways != NULL;
}

static GArray *
heard_by(const struct outcome *out, int seat)
{
	GArray *heard = g_array_new(FALSE, FALSE, sizeof(struct say));

	for (guint i = 0; i < out->news->len; i++) {
		const struct told *t =
		    &g_array_index(out->news, struct told, i);

		if (told_to(t, seat))
			g_array_append_val(heard, t->say);
	}
	return heard;
}

static bool
was_made(const struct made *made, int seat, const char *move)
{
	g_autofree char *text = g_strdup_printf("%d %s", seat, move);

	for (guint i = 0; i < made->texts->len; i++)
		if (strcmp(made->texts->pdata[i], text) == 0)
			return true;
	return false;
}

/* A whole move of which it was heard is one that was made. */
static void
check_whole(struct random *r, const struct match *m, struct made *made,
    const GArray *heard)
{
	const struct move *tried = random_kept(r);
	g_autofree char *text = move_text(m, tried);
	const char *verb = r->game->verbs[tried->verb].word;
	int seat = (int)below(r, (uint32_t)r->seats);

	/* A player who has nothing to play passes by the rules. */
	if (tried->n == 0 || !holds(m, seat, verb, text, heard))
		return;
	made->whole[tried->verb]++;
	must(r, was_made(made, seat, text),
	    "heard of \"%s\" by seat %d, who did not make it", text, seat);
}

static bool
is_told_later(const struct game *g, const char *verb)
{
	return g->told_later != NULL && g_strv_contains(g->told_later, verb);
}

static void
look(struct random *r, const struct match *m, struct made *made, int mover,
    const struct move *move, const struct outcome *out)
{
	const char *verb = r->game->verbs[move->verb].word;
	g_autofree char *text = move_text(m, move);

	for (int s = 0; s < (int)r->seats; s++) {
		g_autoptr(GArray) heard = heard_by(out, s);

		if (s == mover)
			continue;
		must(r,
		    move->n == 0 || holds(m, mover, verb, NULL, heard) ||
			is_told_later(r->game, verb),
		    "seat %d does not hear of \"%s\" by seat %d with the move "
		    "itself: tell it then, or name its verb in told_later",
		    s, text, mover);
		made->whole[move->verb] += holds(m, mover, verb, text, heard);
		check_whole(r, m, made, heard);
		made->checks++;
	}
}

static void
play_one(struct random *r, struct made *made)
{
	struct match *m = random_start(r, NULL, NULL);

	g_ptr_array_set_size(made->texts, 0);
	memset(r->pool, 0, sizeof(r->pool));
	r->npool = 0;
	while (!match_over(m)) {
		int mover = random_seat(r, match_to_act(m));
		struct move move = random_move(r, m, mover);
		g_autofree char *text = move_text(m, &move);
		struct outcome out = { 0 };

		g_ptr_array_add(
		    made->texts, g_strdup_printf("%d %s", mover, text));
		match_play(m, mover, &move, &out);
		look(r, m, made, mover, &move, &out);
		outcome_clear(&out);
	}
	match_free(m);
}

static void
test_game(const struct game *g)
{
	static const unsigned char seed[SEED_SIZE] = { 5 };
	struct random r = { .game = g };
	struct made made = { g_ptr_array_new_with_free_func(g_free), { 0 }, 0 };

	r.chance = chance_new(seed);
	r.options = json_object();
	for (int i = 0; i < MATCHES || made.checks <= CHECKS; i++) {
		r.seats = (size_t)(g->min_seats +
				   i % (g->max_seats - g->min_seats + 1));
		r.number = (uint32_t)i + 1;
		play_one(&r, &made);
	}
	/* against a table that tells of nothing */
	for (size_t i = 0; i < g->ntellings; i++) {
		const struct telling *t = &g->tellings[i];

		assert_true(t->verb >= 0 && (size_t)t->verb < g->nverbs);
		assert_true((size_t)t->sentence < g->nsentences);
		assert_true(
		    g_str_has_prefix(g->sentences[t->sentence].args, "seat:s"));
		if (t->args[0] != '\0' && strchr(t->args, '-') == NULL &&
		    r.verb[t->verb] > 20)
			must(&r, made.whole[t->verb] > 0, "nobody heard of %s",
			    g->verbs[t->verb].word);
	}
	g_ptr_array_unref(made.texts);
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

	return cmocka_run_group_tests_name("tellings", tests, NULL, NULL);
}
