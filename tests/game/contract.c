/* SPDX-License-Identifier: ISC */
/*
 * What core/game.h demands of every game, tried in random matches.  Secrets
 * are tried in hidden.c.
 */
#include "base/err.h"
#include "core/decision.h"
#include "core/kept.h"
#include "core/match.h"
#include "core/move.h"
#include "core/opening.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "core/sentence.h"
#include "core/verb.h"
#include "games/games.h"
#include "tests/game/random.h"
#include "tests/game/said.h"

/* One of so many steps is looked at closely. */
enum { CLOSELY = 3, SELDOM = 300, TRIES = 24 };

static int
compare_texts(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Texts come back as the same moves, and no two moves share one. */
static void
check_texts(struct random *r, const struct match *m, const GArray *legal)
{
	GPtrArray *texts = g_ptr_array_new_with_free_func(g_free);

	for (guint i = 0; i < legal->len; i++) {
		const struct move *want = &g_array_index(legal, struct move, i);
		char *text = move_text(m, want);
		struct move got;

		g_ptr_array_add(texts, text);
		must(r, move_read(m, text, &got) == MOVE_OK,
		    "\"%s\" is not read", text);
		must(r, memcmp(&got, want, sizeof(got)) == 0,
		    "\"%s\" is read as another move", text);
	}
	g_ptr_array_sort(texts, compare_texts);
	for (guint i = 1; i < texts->len; i++)
		must(r, strcmp(texts->pdata[i - 1], texts->pdata[i]) != 0,
		    "\"%s\" is listed twice", (char *)texts->pdata[i]);
	g_ptr_array_unref(texts);
}

static bool
listed(const GArray *legal, const struct move *m)
{
	for (guint i = 0; i < legal->len; i++)
		if (memcmp(&g_array_index(legal, struct move, i), m,
			sizeof(*m)) == 0)
			return true;
	return false;
}

/* A list cut short still tells how long it is, and stays in its room. */
static void
check_cap(struct random *r, const struct match *m, int seat, guint n)
{
	struct move room[3];
	size_t got;

	memset(room, 0x5a, sizeof(room));
	got = r->game->legal(match_state(m), seat, room, 1);
	must(r, got == n, "legal says %zu moves with room for 1, not %u", got,
	    n);
	must(r, ((unsigned char *)&room[1])[0] == 0x5a,
	    "legal writes beyond its room");
	must(r, r->game->legal(match_state(m), seat, NULL, 0) == n,
	    "legal says another number without room");
}

/* All that was told of a move. */
static void
hear(struct random *r, const struct match *m, const GArray *news)
{
	for (guint i = 0; i < news->len; i++)
		check_said(r, m, &g_array_index(news, struct told, i).say);
	random_heard(r, news);
}

/* What is listed is what check allows, no more and no less. */
static void
check_seat(struct random *r, const struct match *m, int seat)
{
	const struct game *g = r->game;
	const void *s = match_state(m);
	GArray *legal = match_legal(m, seat);
	struct move absent;
	struct say why;
	bool known = false;

	for (guint i = 0; i < legal->len; i++)
		must(r,
		    g->check(
			s, seat, &g_array_index(legal, struct move, i), &why),
		    "check refuses move %u of the list", i);
	check_texts(r, m, legal);
	check_cap(r, m, seat, legal->len);
	g->absent(s, seat, &absent);
	must(r, listed(legal, &absent), "absent is not legal");
	for (int i = 0; i < TRIES && r->npool > 0; i++) {
		struct move try = random_try(r, s, legal);
		bool allowed;

		if (g->tidy != NULL)
			g->tidy(s, &try);
		memset(&why, 0, sizeof(why));
		allowed = g->check(s, seat, &try, &why);
		if (!allowed) {
			check_said(r, m, &why);
			r->sentence[why.sentence] = true;
		}
		if (allowed != listed(legal, &try)) {
			g_autofree char *text = move_text(m, &try);

			must(r, false, "\"%s\" is %slisted, but %s", text,
			    allowed ? "not " : "",
			    allowed ? "allowed" : "refused");
		}
	}
	for (size_t i = 0; g->phases[i] != NULL; i++)
		if (strcmp(g->phases[i], g->phase(s, seat)) == 0)
			known = r->phase[i] = true;
	must(r, known, "no phase is called %s", g->phase(s, seat));
	g_array_unref(legal);
}

/* All that the part shows is so in the view. */
static bool
is_part_of(const json_t *part, const json_t *view)
{
	const char *key;
	json_t *value;
	size_t i;

	if (json_is_object(part) && json_is_object(view)) {
		json_object_foreach((json_t *)(uintptr_t)part, key, value)
		{
			if (!is_part_of(value, json_object_get(view, key)))
				return false;
		}
		return true;
	}
	if (!json_is_array(part) || !json_is_array(view))
		return json_equal(part, view);
	json_array_foreach(part, i, value)
	{
		if (!is_part_of(value, json_array_get(view, i)))
			return false;
	}
	return json_array_size(part) == json_array_size(view);
}

/* What the picture shows, with parts of earlier views, is as in a view that is
 * made afresh. */
static void
check_view_again(
    struct random *r, const struct match *m, struct kept *kept, int reader)
{
	json_t *again, *view;

	if (r->game->view_again == NULL)
		return;
	kept_for(kept, reader);
	again = r->game->view_again(match_state(m), reader, kept);
	view = r->game->view(match_state(m), reader);
	must(r, json_object_size(again) > 0 && is_part_of(again, view),
	    "view_again of seat %d is not as its view", reader);
	json_decref(again);
	json_decref(view);
}

static void
check_result(struct random *r, const struct match *m)
{
	struct result result;
	seatset set = match_to_act(m);

	memset(&result, 0, sizeof(result));
	r->game->result(match_state(m), &result);
	must(r, result.over == (set == 0), "over, or nobody to act, not both");
	must(r, result.over == (result.winners != 0),
	    "winners and over do not go together");
	must(r, ((set | result.winners) >> r->seats) == 0,
	    "a seat that there is not");
}

/*
 * Letters find what there is of each seat in "players", and put beside it
 * whose seat it is: one item for each, and none of those keys.
 */
static void
check_players(struct random *r, const json_t *view, int reader)
{
	static const char *const marks[] = { "seat", "name", "by", "me",
		"asked", "organiser", "ready", "robot", "held" };
	const json_t *players = json_object_get(view, "players");
	const json_t *player;
	size_t i;

	must(r, json_array_size(players) == r->seats,
	    "the view of seat %d has %zu items in \"players\", not %zu", reader,
	    json_array_size(players), r->seats);
	json_array_foreach(players, i, player)
	{
		must(r, json_is_object(player),
		    "players/%zu in the view of seat %d is no object", i,
		    reader);
		for (size_t k = 0; k < G_N_ELEMENTS(marks); k++)
			must(r, json_object_get(player, marks[k]) == NULL,
			    "players/%zu/%s in the view of seat %d: letters "
			    "need that name for their own",
			    i, marks[k], reader);
	}
}

/* All questions; none may change the state. */
static void
check_questions(struct random *r, const struct match *m)
{
	uint64_t before = match_hash(m);
	seatset set = match_to_act(m);
	/* those of all readers in one position of four, else one: most of the
	 * time goes into views */
	bool all = before % 4 == 0;
	int one = (int)below(r, (uint32_t)r->seats + 1) - 1;

	for (int reader = -1; reader < (int)r->seats; reader++) {
		json_t *view = all || reader == one
				   ? r->game->view(match_state(m), reader)
				   : NULL;

		must(r, json_is_object(view) || (!all && reader != one),
		    "no view of seat %d", reader);
		if (view != NULL)
			check_players(r, view, reader);
		json_decref(view);
	}
	check_result(r, m);
	for (int seat = 0; seat < (int)r->seats; seat++) {
		if (set & SEAT(seat))
			check_seat(r, m, seat);
		else
			must(r,
			    r->game->legal(match_state(m), seat, NULL, 0) == 0,
			    "seat %d is not asked, but has legal moves", seat);
	}
	json_decref(r->game->state(match_state(m)));
	must(r, match_hash(m) == before, "a question changed the state");
}

/* The same move at two copies, with other things between. */
static void
check_twice(
    struct random *r, const struct match *m, int seat, const struct move *move)
{
	struct match *a = match_copy(m), *b = match_copy(m);
	uint64_t before = match_hash(m);

	match_play(a, seat, move, NULL);
	if (!match_over(a)) {
		struct match *c = match_copy(a);
		int next = random_seat(r, match_to_act(c));
		struct move other = random_move(r, c, next);

		match_play(c, next, &other, NULL);
		match_free(c);
	}
	match_play(b, seat, move, NULL);
	must(r, match_hash(a) == match_hash(b), "equal moves, other states");
	must(r, match_undo(a) && match_hash(a) == before,
	    "undo does not lead back");
	match_play(a, seat, move, NULL);
	must(r, match_hash(a) == match_hash(b), "undone, it goes otherwise");
	match_free(a);
	match_free(b);
}

/* Two may act at once: which is first makes no difference. */
static void
check_order(struct random *r, const struct match *m)
{
	seatset set = match_to_act(m);
	int one = random_seat(r, set), two;
	struct match *a, *b;
	struct move first, second;

	if ((set & ~SEAT(one)) == 0)
		return;
	two = random_seat(r, set & ~SEAT(one));
	first = random_move(r, m, one);
	second = random_move(r, m, two);
	a = match_copy(m);
	b = match_copy(m);
	match_play(a, one, &first, NULL);
	match_play(b, two, &second, NULL);
	must(r, (match_to_act(a) & SEAT(two)) && (match_to_act(b) & SEAT(one)),
	    "who acts first keeps another from acting");
	match_play(a, two, &second, NULL);
	match_play(b, one, &first, NULL);
	must(r, match_hash(a) == match_hash(b), "who acts first matters");
	match_free(a);
	match_free(b);
}

/* What the log keeps of a match. */
struct log {
	GArray *seats; /* int */
	GPtrArray *texts;
	GPtrArray *draws; /* GArray * of struct draw */
};

static void
log_add(struct log *log, int seat, char *text, const struct outcome *out)
{
	g_array_append_val(log->seats, seat);
	g_ptr_array_add(log->texts, text);
	g_ptr_array_add(log->draws, g_array_ref(out->draws));
}

static void
log_clear(struct log *log)
{
	g_array_unref(log->seats);
	g_ptr_array_unref(log->texts);
	g_ptr_array_unref(log->draws);
}

/* Texts and draws lead to the same state. */
static void
check_replay(struct random *r, const struct match *m, const struct log *log)
{
	struct match *again = random_start(r, log->draws->pdata[0], NULL);
	struct err err = { 0 };

	for (guint i = 1; i < log->texts->len; i++)
		must(r,
		    match_replay(again, g_array_index(log->seats, int, i),
			log->texts->pdata[i], log->draws->pdata[i], NULL,
			&err) == 0,
		    "event %u: %s", i, err.text);
	must(r, match_hash(again) == match_hash(m),
	    "the log leads to another state");
	match_free(again);
}

static void
play_one(struct random *r)
{
	struct log log = { g_array_new(FALSE, FALSE, sizeof(int)),
		g_ptr_array_new_with_free_func(g_free),
		g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref) };
	struct outcome out = { 0 };
	struct match *m = random_start(r, NULL, &out);
	bool logged = !r->light || below(r, 10) == 0;
	/* a reader sees nearly all of a few matches, for parts to come again */
	struct kept *kept = r->matches % 16 == 0 ? kept_new() : NULL;
	int reader = (int)(r->matches / 16 % (r->seats + 2)) - 2;

	log_add(&log, 0, g_strdup("begin"), &out);
	for (int n = 0; match_to_act(m) != 0; n++) {
		int seat = random_seat(r, match_to_act(m));
		struct move move = random_move(r, m, seat);
		bool closely = below(r, r->light ? SELDOM : CLOSELY) == 0;

		must(r, n < MOVES_MAX, "no end after %d moves", n);
		hear(r, m, out.news);
		outcome_clear(&out);
		if (closely) {
			check_questions(r, m);
			check_twice(r, m, seat, &move);
		}
		if (kept != NULL)
			check_view_again(r, m, kept, reader);
		if (!r->light || closely)
			check_order(r, m);
		match_play(m, seat, &move, &out);
		if (logged)
			log_add(&log, seat, move_text(m, &move), &out);
	}
	hear(r, m, out.news);
	outcome_clear(&out);
	check_questions(r, m);
	if (kept != NULL)
		check_view_again(r, m, kept, reader);
	kept_free(kept);
	if (logged)
		check_replay(r, m, &log);
	r->matches++;
	log_clear(&log);
	match_free(m);
}

/* A test that never comes by a thing does not test it. */
static void
check_reached(const struct random *r)
{
	const struct game *g = r->game;

	for (size_t i = 0; i < g->nverbs; i++)
		must(r, r->verb[i], "nobody ever did %s in %zu matches",
		    g->verbs[i].word, r->matches);
	for (size_t i = 0; g->phases[i] != NULL; i++)
		must(r, r->phase[i], "it never was phase %s in %zu matches",
		    g->phases[i], r->matches);
	for (size_t i = 0; i < g->nsentences; i++)
		must(r, r->sentence[i],
		    "nobody was ever told %s in %zu matches: nothing says it, "
		    "or it is rare, and MATCHES must be more",
		    g->sentences[i].key, r->matches);
}

static void
test_every_game_keeps_the_contract(void **unused)
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
		check_reached(r);
		json_decref(r->options);
		print_message("# %s: %zu matches, %zu moves\n", r->game->name,
		    r->matches, r->moves);
		g_free(r);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_game_keeps_the_contract),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
