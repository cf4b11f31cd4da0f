/* SPDX-License-Identifier: ISC */
/*
 * A match is the replay of its log: what was recorded comes out again byte
 * for byte, what was tampered with does not, and undo goes the way back.
 */
#include "base/err.h"
#include "core/chance.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/opening.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "core/say.h"
#include "core/sentence.h"
#include "tests/core/toy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

static char *const names[] = { "Anna Maria", "Łukasz", "Zoë", NULL };

/* Two rounds and a half: bids, each way to act, two draws each round. */
static const struct {
	int seat;
	const char *text;
} play[] = {
	{ 2, "bid 7" },
	{ 0, "bid 40" },
	{ 1, "bid 40" },
	{ 0, "pass" },
	{ 0, "roll" },
	{ 1, "bid 99" },
	{ 2, "bid 0" },
	{ 0, "bid 1" },
	{ 1, "give plum Zoë" },
	{ 0, "bid 3" },
	{ 1, "bid 2" },
};

struct record {
	GPtrArray *draws; /* GArray of each event, the setup's first */
	GArray *hashes; /* of the state behind each */
};

static void
unref_array(gpointer array)
{
	g_array_unref(array);
}

static void
record_event(struct record *r, const struct match *m, const struct outcome *out)
{
	uint64_t hash = match_hash(m);

	g_ptr_array_add(r->draws, g_array_ref(out->draws));
	g_array_append_val(r->hashes, hash);
}

static void
make(struct match *m, int seat, const char *text, struct outcome *out)
{
	struct move move;

	assert_int_equal(move_read(m, text, &move), MOVE_OK);
	assert_null(match_refusal(m, seat, &move));
	match_play(m, seat, &move, out);
}

static struct opening
plan_of(char *const *players)
{
	return (struct opening){ .game = &toy_game,
		.names = players,
		.seats = 3,
		.seed = { 4, 5, 6 } };
}

static struct match *
record_all(struct record *r)
{
	const struct opening plan = plan_of(names);
	struct outcome out = { 0 };
	struct match *m = match_start(&plan, NULL, &out, NULL);

	r->draws = g_ptr_array_new_with_free_func(unref_array);
	r->hashes = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	assert_non_null(m);
	record_event(r, m, &out);
	outcome_clear(&out);
	for (size_t i = 0; i < G_N_ELEMENTS(play); i++) {
		make(m, play[i].seat, play[i].text, &out);
		record_event(r, m, &out);
		outcome_clear(&out);
	}
	return m;
}

static void
record_free(struct record *r)
{
	g_ptr_array_unref(r->draws);
	g_array_unref(r->hashes);
}

/* The first n events again; the last one may be an error. */
static int
replay(const struct record *r, size_t n, struct match **m, struct err *e)
{
	const struct opening plan = plan_of(names);

	*m = match_start(&plan, r->draws->pdata[0], NULL, e);
	if (*m == NULL)
		return -1;
	for (size_t i = 0; i < n; i++)
		if (match_replay(*m, play[i].seat, play[i].text,
			r->draws->pdata[i + 1], NULL, e) == -1)
			return -1;
	return 0;
}

static void
test_recorded_is_replayed(void **state)
{
	struct record r;
	struct match *first = record_all(&r);
	struct err e = { 0 };

	(void)state;
	for (size_t n = 0; n <= G_N_ELEMENTS(play); n++) {
		struct match *m;

		assert_int_equal(replay(&r, n, &m, &e), 0);
		assert_int_equal(match_length(m), n);
		assert_true(
		    match_hash(m) == g_array_index(r.hashes, uint64_t, n));
		match_free(m);
	}
	match_free(first);
	record_free(&r);
}

static void
test_log_is_kept(void **state)
{
	struct record r;
	struct match *m = record_all(&r);

	(void)state;
	assert_int_equal(match_length(m), G_N_ELEMENTS(play));
	for (size_t i = 0; i < G_N_ELEMENTS(play); i++) {
		struct move move;
		int seat = match_event(m, i, &move);
		g_autofree char *text = move_text(m, &move);

		assert_int_equal(seat, play[i].seat);
		assert_string_equal(text, play[i].text);
	}
	match_free(m);
	record_free(&r);
}

/* Replay with the draws of event at changed; -1 and damaged is right. */
static void
assert_damaged(const struct record *r, size_t at)
{
	struct err e = { 0 };
	struct match *m;

	assert_int_equal(replay(r, G_N_ELEMENTS(play), &m, &e), -1);
	assert_int_equal(e.code, ERR_DAMAGED);
	assert_true(e.text[0] != '\0');
	if (at == 0) {
		assert_null(m);
		return;
	}
	/* the wrong event was not made */
	assert_int_equal(match_length(m), at - 1);
	assert_true(
	    match_hash(m) == g_array_index(r->hashes, uint64_t, at - 1));
	match_free(m);
}

static void
test_tampered_draws(void **state)
{
	struct record r;
	struct match *first = record_all(&r);
	size_t tampered = 0;

	(void)state;
	for (guint at = 0; at < r.draws->len; at++) {
		GArray *draws = r.draws->pdata[at];

		for (guint i = 0; i < draws->len; i++) {
			struct draw *d = &g_array_index(draws, struct draw, i);

			d->value ^= 1;
			assert_damaged(&r, at);
			d->value ^= 1;
			d->n++;
			assert_damaged(&r, at);
			d->n--;
			tampered++;
		}
	}
	/* setup: starter, 11 of a shuffle; wind, roll, wind */
	assert_int_equal(tampered, 12 + 1 + 11 + 1);
	match_free(first);
	record_free(&r);
}

static void
test_draws_too_many_or_few(void **state)
{
	struct record r;
	struct match *first = record_all(&r);

	(void)state;
	for (guint at = 0; at < r.draws->len; at++) {
		GArray *draws = r.draws->pdata[at];
		struct draw more = { 6, 3 }, last;

		g_array_append_val(draws, more);
		assert_damaged(&r, at);
		g_array_set_size(draws, draws->len - 1);
		if (draws->len == 0)
			continue;
		last = g_array_index(draws, struct draw, draws->len - 1);
		g_array_set_size(draws, draws->len - 1);
		assert_damaged(&r, at);
		g_array_append_val(draws, last);
	}
	match_free(first);
	record_free(&r);
}

static void
test_tampered_moves(void **state)
{
	static const struct {
		int seat;
		const char *text;
	} bad[] = {
		{ 0, "bid 41" }, /* seat 0 has bid already */
		{ 3, "bid 1" },
		{ -1, "bid 1" },
		{ 99, "bid 1" },
		{ 1, "bid 100" },
		{ 1, "bid" },
		{ 1, "bid 1 2" },
		{ 1, "" },
		{ 1, "hop" },
		{ 1, "roll" }, /* not now */
		{ 1, "give plum Nobody" },
		{ 1, "\xff" },
	};
	const GArray *none = NULL;
	struct record r;
	struct match *first = record_all(&r), *m;
	struct err e = { 0 };
	uint64_t before;

	(void)state;
	assert_int_equal(replay(&r, 2, &m, &e), 0);
	before = match_hash(m);
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
		struct outcome out = { 0 };

		e.code = 0;
		assert_int_equal(
		    match_replay(m, bad[i].seat, bad[i].text, none, &out, &e),
		    -1);
		assert_int_equal(e.code, ERR_DAMAGED);
		assert_null(out.news);
		assert_null(out.chance);
		assert_int_equal(match_length(m), 2);
		assert_true(match_hash(m) == before);
	}
	match_free(m);
	match_free(first);
	record_free(&r);
}

/* An outcome whose event was refused for its draws holds nothing. */
static void
test_damaged_outcome_is_empty(void **state)
{
	GArray *wrong = g_array_new(FALSE, FALSE, sizeof(struct draw));
	struct draw draw = { 5, 1 };
	struct match *m = toy_match(names);
	struct outcome out = { 0 };
	struct err e = { 0 };

	(void)state;
	g_array_append_val(wrong, draw);
	assert_int_equal(match_replay(m, 0, "bid 1", wrong, &out, &e), -1);
	assert_int_equal(e.code, ERR_DAMAGED);
	assert_null(out.news);
	assert_null(out.draws);
	assert_null(out.chance);
	g_array_unref(wrong);
	match_free(m);
}

static void
test_other_seed_is_damage(void **state)
{
	struct opening plan = plan_of(names);
	struct record r;
	struct match *m = record_all(&r);
	struct err e = { 0 };

	(void)state;
	plan.seed[31] = 1;
	assert_null(match_start(&plan, r.draws->pdata[0], NULL, &e));
	assert_int_equal(e.code, ERR_DAMAGED);
	match_free(m);
	record_free(&r);
}

static bool
same_draws(const GArray *a, const GArray *b)
{
	if (a->len != b->len)
		return false;
	for (guint i = 0; i < a->len; i++) {
		struct draw x = g_array_index(a, struct draw, i);
		struct draw y = g_array_index(b, struct draw, i);

		if (x.n != y.n || x.value != y.value)
			return false;
	}
	return true;
}

/* Back to every length, and on again by the same moves. */
static void
test_undo_and_again(void **state)
{
	struct record r;
	struct match *m = record_all(&r);

	(void)state;
	for (size_t back = G_N_ELEMENTS(play); back > 0; back--) {
		assert_true(match_undo(m));
		assert_int_equal(match_length(m), back - 1);
		assert_true(match_hash(m) ==
			    g_array_index(r.hashes, uint64_t, back - 1));
		for (size_t i = back - 1; i < G_N_ELEMENTS(play); i++) {
			struct outcome out = { 0 };

			make(m, play[i].seat, play[i].text, &out);
			assert_true(
			    same_draws(out.draws, r.draws->pdata[i + 1]));
			assert_true(match_hash(m) ==
				    g_array_index(r.hashes, uint64_t, i + 1));
			outcome_clear(&out);
		}
		for (size_t i = back - 1; i < G_N_ELEMENTS(play); i++)
			assert_true(match_undo(m));
		assert_int_equal(match_length(m), back - 1);
	}
	assert_false(match_undo(m));
	assert_true(match_hash(m) == g_array_index(r.hashes, uint64_t, 0));
	match_free(m);
	record_free(&r);
}

/* Given values stay when a match is set up again by an undo. */
static void
test_undo_keeps_what_was_preset(void **state)
{
	struct opening plan = plan_of(names);
	json_t *preset = json_pack("{s:i, s:i}", "starter", 2, "second", 2);
	struct match *m;
	uint64_t before;

	(void)state;
	plan.preset = preset;
	m = match_start(&plan, NULL, NULL, NULL);
	assert_non_null(m);
	json_decref(preset); /* the match has its own */
	before = match_hash(m);
	make(m, 0, "bid 1", NULL);
	assert_true(match_hash(m) != before);
	assert_true(match_undo(m));
	assert_true(match_hash(m) == before);
	assert_int_equal(((const struct toy *)match_state(m))->second, 2);
	match_free(m);
}

static void
test_copy_goes_its_own_way(void **state)
{
	struct match *m = toy_match(names), *copy;
	struct outcome a = { 0 }, b = { 0 };
	uint64_t before;

	(void)state;
	copy = match_copy(m); /* of an empty log */
	match_free(copy);
	make(m, 0, "bid 5", NULL);
	make(m, 1, "bid 6", NULL);
	before = match_hash(m);
	copy = match_copy(m);
	assert_true(match_state(copy) != match_state(m));
	make(copy, 2, "bid 9", &a);
	make(copy, 2, "roll", NULL);
	assert_int_equal(match_length(copy), 4);
	assert_int_equal(match_length(m), 2);
	assert_true(match_hash(m) == before);
	/* the copy's draws were not taken from the other's */
	make(m, 2, "bid 9", &b);
	assert_true(same_draws(a.draws, b.draws));
	outcome_clear(&a);
	outcome_clear(&b);
	match_free(m);
	make(copy, 0, "bid 1", NULL);
	make(copy, 1, "bid 1", NULL);
	make(copy, 2, "bid 1", &a); /* tells the words of what was drawn */
	outcome_clear(&a);
	for (int i = 0; i < 5; i++)
		assert_true(match_undo(copy));
	assert_true(match_hash(copy) == before);
	assert_string_equal(match_name(copy, 1), "Łukasz");
	match_free(copy);
}

/* A list longer than the room first made for it. */
static void
test_legal(void **state)
{
	struct match *m = toy_match(names);
	GArray *legal = match_legal(m, 1);
	struct move want = { 0 };

	(void)state;
	assert_int_equal(legal->len, TOY_BIDS);
	for (int16_t i = 0; i < TOY_BIDS; i++) {
		want.n = 1;
		want.arg[0] = i;
		assert_true(
		    move_equal(&g_array_index(legal, struct move, i), &want));
	}
	g_array_unref(legal);
	make(m, 1, "bid 3", NULL);
	legal = match_legal(m, 1); /* is not asked any more */
	assert_int_equal(legal->len, 0);
	g_array_unref(legal);
	match_free(m);
}

static struct phrase *
refusal(const struct match *m, int seat, const char *text)
{
	struct move move;

	assert_int_equal(move_read(m, text, &move), MOVE_OK);
	return match_refusal(m, seat, &move);
}

static void
assert_phrase(struct phrase *p, const char *key, const char *args)
{
	json_t *want = json_loads(args, 0, NULL);

	assert_non_null(p);
	assert_string_equal(p->key, key);
	assert_non_null(want);
	if (!json_equal(p->args, want)) {
		char *got = json_dumps(p->args, 0);

		print_error("%s: %s instead of %s\n", key, got, args);
		free(got);
		fail();
	}
	json_decref(want);
	phrase_free(p);
}

static void
test_refusals(void **state)
{
	struct match *m = toy_match(names);

	(void)state;
	assert_phrase(refusal(m, 0, "roll"), "toy.phase", "{}");
	make(m, 0, "bid 1", NULL);
	assert_phrase(refusal(m, 0, "bid 2"), "refused.not-asked",
	    "{\"waiting\":[\"Łukasz\",\"Zoë\"]}");
	make(m, 2, "bid 0", NULL);
	make(m, 1, "bid 0", NULL);
	assert_phrase(refusal(m, 0, "give plum Anna Maria"), "toy.self",
	    "{\"fruit\":{\"word\":\"plum\",\"phrase\":\"toy.fruit.plum\"}}");
	assert_null(refusal(m, 0, "give plum Zoë"));
	match_free(m);
}

static void
test_over(void **state)
{
	struct opening plan = plan_of(names);
	json_t *options = json_pack("{s:i}", "rounds", 1);
	struct match *m;

	(void)state;
	plan.options = options;
	m = match_start(&plan, NULL, NULL, NULL);
	json_decref(options);
	for (int seat = 0; seat < 3; seat++)
		make(m, seat, "bid 1", NULL);
	assert_false(match_over(m));
	make(m, 0, "take fig", NULL);
	assert_true(match_over(m));
	assert_int_equal(match_to_act(m), 0);
	assert_phrase(refusal(m, 0, "take fig"), "refused.over", "{}");
	assert_true(match_undo(m));
	assert_false(match_over(m));
	match_free(m);
}

/* The order of those who act at once makes no difference to the state. */
static void
test_simultaneous(void **state)
{
	struct match *a = toy_match(names), *b = toy_match(names);

	(void)state;
	assert_int_equal(match_to_act(a), SEAT(0) | SEAT(1) | SEAT(2));
	make(a, 0, "bid 1", NULL);
	make(a, 1, "bid 8", NULL);
	make(b, 1, "bid 8", NULL);
	assert_int_equal(match_to_act(b), SEAT(0) | SEAT(2));
	make(b, 0, "bid 1", NULL);
	assert_int_equal(match_to_act(a), match_to_act(b));
	make(a, 2, "bid 2", NULL);
	make(b, 2, "bid 2", NULL);
	assert_int_equal(match_to_act(a), SEAT(1));
	assert_int_equal(match_to_act(b), SEAT(1));
	match_free(a);
	match_free(b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_recorded_is_replayed),
		cmocka_unit_test(test_log_is_kept),
		cmocka_unit_test(test_tampered_draws),
		cmocka_unit_test(test_draws_too_many_or_few),
		cmocka_unit_test(test_tampered_moves),
		cmocka_unit_test(test_damaged_outcome_is_empty),
		cmocka_unit_test(test_other_seed_is_damage),
		cmocka_unit_test(test_undo_and_again),
		cmocka_unit_test(test_undo_keeps_what_was_preset),
		cmocka_unit_test(test_copy_goes_its_own_way),
		cmocka_unit_test(test_legal),
		cmocka_unit_test(test_refusals),
		cmocka_unit_test(test_over),
		cmocka_unit_test(test_simultaneous),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
