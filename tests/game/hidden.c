/* SPDX-License-Identifier: ISC */
/*
 * Secrets, in random matches of every game: whatever a seat (or an onlooker)
 * cannot know is replaced by another choice that fits what it was shown, and
 * nothing that it is shown or told may differ.  The proof is as good as
 * resample, which therefore is reviewed like the rules.
 */
#include "core/chance.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/opening.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "core/sentence.h"
#include "core/verb.h"
#include "games/games.h"
#include "tests/game/random.h"
#include "tests/game/twins.h"

/* One of so many steps is looked at; so many refusals are compared. */
enum { CLOSELY = 15, TRIES = 6 };

/* Two states that should look the same to one seat. */
struct twins {
	struct random *r;
	int seat;
	char *one, *two;
	char *was; /* the view of both */
};

static char *
state_text(const struct random *r, const char *state)
{
	json_t *all = r->game->state(state);
	char *text = json_dumps(all, JSON_COMPACT);

	json_decref(all);
	return text;
}

/* Where two values that are not equal first differ: "players/1/hand". */
static void
find_difference(const json_t *a, const json_t *b, GString *path)
{
	const char *key;
	json_t *value;
	size_t i;

	if (json_is_object(a) && json_is_object(b)) {
		json_object_foreach((json_t *)(uintptr_t)a, key, value)
		{
			const json_t *other = json_object_get(b, key);

			if (json_equal(value, other))
				continue;
			g_string_append_printf(
			    path, "%s%s", path->len > 0 ? "/" : "", key);
			find_difference(value, other, path);
			return;
		}
	}
	if (!json_is_array(a) || json_array_size(a) != json_array_size(b))
		return;
	json_array_foreach(a, i, value)
	{
		if (json_equal(value, json_array_get(b, i)))
			continue;
		g_string_append_printf(path, "/%zu", i);
		find_difference(value, json_array_get(b, i), path);
		return;
	}
}

/* Views may be long, and cmocka cuts what is: the place says more. */
static void
check_view(const struct twins *t)
{
	char *view = view_text(t->r, t->two, t->seat);
	g_autoptr(GString) path = g_string_new(NULL);

	if (strcmp(t->was, view) != 0) {
		json_t *one = t->r->game->view(t->one, t->seat);
		json_t *two = t->r->game->view(t->two, t->seat);

		find_difference(one, two, path);
		must(t->r, false,
		    "seat %d sees at \"%s\" of its view what it cannot know",
		    t->seat, path->str);
	}
	free(view);
}

/* What the seat is shown and may do comes out the same. */
static void
check_questions(const struct twins *t)
{
	const struct game *g = t->r->game;
	seatset set = g->to_act(t->one);
	GArray *a, *b;

	check_view(t);
	if (g->scores_open) {
		struct result one = { 0 }, two = { 0 };

		g->result(t->one, &one);
		g->result(t->two, &two);
		must(t->r, memcmp(one.score, two.score, sizeof(one.score)) == 0,
		    "seat %d sees a secret in scores that lie open", t->seat);
	}
	must(t->r, set == g->to_act(t->two), "seat %d sees others asked",
	    t->seat);
	for (int i = 0; i < (int)t->r->seats; i++)
		if (set & SEAT(i))
			must(t->r,
			    strcmp(g->phase(t->one, i), g->phase(t->two, i)) ==
				0,
			    "seat %d sees another phase", t->seat);
	if (t->seat == SEAT_ONLOOKER || !(set & SEAT(t->seat)))
		return;
	a = legal_moves(t->r, t->one, t->seat);
	b = legal_moves(t->r, t->two, t->seat);
	must(t->r, same_bytes(a, b), "seat %d has other legal moves", t->seat);
	g_array_unref(a);
	g_array_unref(b);
}

/* Refusals, and their words, come out the same. */
static void
check_refusals(const struct twins *t)
{
	const struct game *g = t->r->game;
	GArray *legal;

	if (t->seat == SEAT_ONLOOKER || !(g->to_act(t->one) & SEAT(t->seat)))
		return;
	legal = legal_moves(t->r, t->one, t->seat);
	for (int i = 0; i < TRIES && t->r->npool > 0 && legal->len > 0; i++) {
		struct move m = random_try(t->r, t->one, legal);
		struct say one, two;

		memset(&one, 0, sizeof(one));
		memset(&two, 0, sizeof(two));
		if (g->tidy != NULL)
			g->tidy(t->one, &m);
		must(t->r,
		    g->check(t->one, t->seat, &m, &one) ==
			g->check(t->two, t->seat, &m, &two),
		    "seat %d: refused or not, by a secret", t->seat);
		must(t->r, memcmp(&one, &two, sizeof(one)) == 0,
		    "seat %d is told a secret by a refusal", t->seat);
	}
	g_array_unref(legal);
}

/* Also if it is supposed that the seat were asked now. */
static void
check_supposed(const struct twins *t)
{
	const struct game *g = t->r->game;
	struct twins other = *t;
	bool one, two;

	if (t->seat == SEAT_ONLOOKER || g->suppose == NULL ||
	    g->to_act(t->one) == 0 || (g->to_act(t->one) & SEAT(t->seat)))
		return;
	other.one = state_copy(t->r, t->one);
	other.two = state_copy(t->r, t->two);
	one = g->suppose(other.one, t->seat);
	two = g->suppose(other.two, t->seat);
	must(
	    t->r, one == two, "seat %d: supposed or not, by a secret", t->seat);
	if (one)
		check_refusals(&other);
	g_free(other.one);
	g_free(other.two);
}

static bool
reveals(const struct random *r, const GArray *news, int seat)
{
	for (guint i = 0; i < news->len; i++) {
		const struct told *t = &g_array_index(news, struct told, i);

		if (told_to(t, seat) &&
		    r->game->sentences[t->say.sentence].reveals)
			return true;
	}
	return false;
}

/*
 * The same move with the same luck.  Then the seat sees and hears the same
 * of both, or it was told what it could not know by a sentence that reveals,
 * of both.
 */
static void
check_move(const struct twins *t, int mover, const struct move *m)
{
	const struct random *r = t->r;
	unsigned char seed[SEED_SIZE] = { 'n' };
	char *one = state_copy(r, t->one), *two = state_copy(r, t->two);
	GArray *news_one, *news_two, *a, *b;

	memcpy(seed + 1, &r->moves, sizeof(r->moves));
	news_one = apply(r, one, mover, m, seed);
	news_two = apply(r, two, mover, m, seed);
	a = heard_by(news_one, t->seat);
	b = heard_by(news_two, t->seat);
	if (!same_bytes(a, b) || other_view(r, one, two, t->seat))
		must(r,
		    reveals(r, news_one, t->seat) &&
			reveals(r, news_two, t->seat),
		    "seat %d learns something by \"%s\" of seat %d, and no "
		    "sentence reveals",
		    t->seat, r->game->verbs[m->verb].word, mover);
	g_array_unref(a);
	g_array_unref(b);
	g_array_unref(news_one);
	g_array_unref(news_two);
	g_free(one);
	g_free(two);
}

/* A move of each who may act that is legal in both. */
static void
check_moves(const struct twins *t)
{
	const struct random *r = t->r;
	seatset set = r->game->to_act(t->one);

	for (int i = 0; i < (int)r->seats; i++) {
		GArray *moves;
		const struct move *m;
		struct say why;

		if (!(set & SEAT(i)))
			continue;
		moves = legal_moves(r, t->one, i);
		m = &g_array_index(moves, struct move, below(t->r, moves->len));
		if (r->game->check(t->two, i, m, &why))
			check_move(t, i, m);
		g_array_unref(moves);
	}
}

/*
 * What another choice is made of is what the seat knows, and nothing else: of
 * both comes the same with the same luck.  Robots think with it, and so look
 * at nothing that is hidden.
 */
static void
check_resampled_alike(const struct twins *t)
{
	const struct random *r = t->r;
	unsigned char seed[SEED_SIZE] = { 'a' };
	char *one = state_copy(r, t->one), *two = state_copy(r, t->two);
	struct chance *chance;

	memcpy(seed + 1, &r->moves, sizeof(r->moves));
	chance = chance_new(seed);
	r->game->resample(one, t->seat, chance);
	chance_free(chance);
	chance = chance_new(seed);
	r->game->resample(two, t->seat, chance);
	chance_free(chance);
	check_no_trace(r, one, two, t->seat);
	g_free(one);
	g_free(two);
}

static void
check_twins(struct twins *t)
{
	char *one = state_text(t->r, t->one), *two = state_text(t->r, t->two);

	t->r->resampled += strcmp(one, two) != 0;
	t->was = view_text(t->r, t->one, t->seat);
	check_resampled_alike(t);
	check_questions(t);
	check_refusals(t);
	check_supposed(t);
	check_moves(t);
	free(t->was);
	free(one);
	free(two);
}

static void
check_secrets(struct random *r, const char *state)
{
	for (int seat = SEAT_ONLOOKER; seat < (int)r->seats; seat++) {
		struct twins t = { r, seat, state_copy(r, state),
			state_copy(r, state), NULL };

		r->game->resample(t.two, seat, r->chance);
		if (!same_state(r, t.one, t.two))
			check_twins(&t);
		g_free(t.one);
		g_free(t.two);
	}
}

static void
play_one(struct random *r)
{
	struct match *m = random_walk(r, CLOSELY, check_secrets);

	if (m != NULL)
		check_secrets(r, match_state(m));
	match_free(m);
}

/* A game in which everything is open to all would need a word here. */
static void
test_every_game_keeps_its_secrets(void **unused)
{
	(void)unused;
	for (size_t i = 0; games_all[i] != NULL; i++) {
		struct random *r;

		if (!game_is_tested(games_all[i]))
			continue;
		r = g_new0(struct random, 1);
		r->game = games_all[i];
		random_game(r, play_one);
		r->options = json_object();
		must(r, r->resampled > r->moves / 50,
		    "only %zu resamplings of %zu moves changed anything",
		    r->resampled, r->moves);
		print_message("# %s: %zu moves, %zu other states\n",
		    r->game->name, r->moves, r->resampled);
		json_decref(r->options);
		g_free(r);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_game_keeps_its_secrets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
