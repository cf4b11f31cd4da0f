/* SPDX-License-Identifier: ISC */
/*
 * Random matches of every game in which each decision was planned, or settles:
 * whatever can be asked can be planned, and is made when its time has come, not
 * before.
 */
#include "app/home/home.h"
#include "app/letters/new_match.h"
#include "app/letters/settle.h"
#include "app/matches/moves/plans_made.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/plans.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "base/err.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/move.h"
#include "core/rules.h"
#include "games/games.h"
#include "parse/plan.h"
#include "policy/span.h"
#include "store/matches/events.h"
#include "store/matches/matches.h"
#include "store/matches/timers.h"
#include "store/people/preferences.h"
#include "tests/app/at.h"
#include "tests/app/matches.h"

enum { MATCHES_EACH = 3, SETTLE = 300 };

struct bench {
	struct house house;
	struct table *t;
	GHashTable *verbs; /* "GAME VERB" that were planned */
	guint planned, settled, waited;
	char dedup_prefix[16];
};

static void
check_last(const struct bench *b, int seat, const char *move, const char *by)
{
	const struct event_row *last =
	    b->t->events->pdata[b->t->events->len - 1];

	assert_int_equal(last->seat, seat);
	assert_string_equal(last->move, move);
	assert_string_equal(last->by, by);
}

/* Its time has come: what waits is made, as the step tick does it. */
static void
be_due(struct bench *b, int seat, int64_t due)
{
	struct err e = { 0 };
	struct timer_row timer;
	bool found = false;
	guint before = b->t->events->len;

	must(store_timer(b->house.home->store, b->t->row->id, seat, TIMER_PLAN,
		 &timer, &found),
	    &e);
	assert_true(found);
	assert_int_equal(timer.due, due);
	assert_true(plans_answered(b->t, seat));
	g_snprintf(b->dedup_prefix, sizeof(b->dedup_prefix), "p%u",
	    b->planned + b->settled);
	dedup_by(b->t, b->dedup_prefix);
	must(AT(b->t->home, due, plans_due(b->t, &timer)), &e);
	must(AT(b->t->home, due, settle_match(b->t)), &e);
	assert_int_equal(b->t->events->len, before + 1);
}

/* The last number of the log at which the seat was not asked for what it is
 * asked now; -1: it decided something just before. */
static int64_t
unasked(const struct table *t, int seat)
{
	for (guint i = t->events->len; i > 0; i--) {
		const struct event_row *row = t->events->pdata[i - 1];
		struct match *then;
		bool asked;

		if (row->seat == seat)
			return -1;
		then = table_at(t, row->n);
		asked = (match_to_act(then) & SEAT(seat)) != 0;
		match_free(then);
		if (!asked)
			return row->n;
	}
	return -1;
}

/* What came while its owner was asked is for her next decision: it waits. */
static void
wait_on(struct bench *b, int seat)
{
	struct err e = { 0 };
	struct timer_row timer;
	bool found = true, again = false;

	assert_true(plans_later(b->t, seat));
	assert_false(plans_answered(b->t, seat));
	must(AT(b->t->home, NOW, plans_settle(b->t, &again)), &e);
	assert_false(again);
	must(store_timer(b->house.home->store, b->t->row->id, seat, TIMER_PLAN,
		 &timer, &found),
	    &e);
	assert_false(found);
	must(AT(b->t->home, NOW, plans_make(b->t, seat, &again)), &e);
	assert_false(again);
	b->waited++;
}

/* false: it can have come only while its owner was asked already. */
static bool
by_plan(struct bench *b, int seat, const char *move)
{
	struct err e = { 0 };
	json_t *steps = json_array(), *dropped = json_array();
	int64_t before = unasked(b->t, seat);
	bool again = false;

	b->t->policy.settle = 0;
	json_array_append_new(steps, plan_step(move, NULL));
	must(TOLD(b->t->home,
		 plans_replace(b->t, seat, steps, false, 0, dropped)),
	    &e);
	json_decref(steps);
	json_decref(dropped);
	wait_on(b, seat);
	if (before < 0) {
		must(TOLD(b->t->home, plans_forget(b->t, seat)), &e);
		return false;
	}
	b->t->plans[seat].after = before;
	must(AT(b->t->home, NOW, plans_settle(b->t, &again)), &e);
	assert_false(again);
	be_due(b, seat, NOW + plans_delay(b->t, seat));
	check_last(b, seat, move, "plan");
	b->planned++;
	return true;
}

static void
by_order(struct bench *b, int seat, const char *move)
{
	struct err e = { 0 };
	json_t *moves = json_pack("[s]", move), *dropped = json_array();

	b->t->policy.settle = SETTLE;
	must(AT(b->t->home, NOW,
		 plans_order(b->t, seat, moves, false, 0, dropped)),
	    &e);
	assert_int_equal(json_array_size(dropped), 0);
	be_due(b, seat, NOW + SETTLE);
	check_last(b, seat, move, "player");
	json_decref(moves);
	json_decref(dropped);
	b->settled++;
}

static void
play_out(struct bench *b)
{
	while (b->t->row->status == STATUS_RUNNING) {
		int seat = (int)chance_below(
		    b->house.chance, (uint32_t)table_seats(b->t));
		g_autofree char *text = NULL;
		struct move move;

		if (!house_move(&b->house, b->t, seat, &move))
			continue;
		text = move_text(b->t->match, &move);
		g_hash_table_add(
		    b->verbs, g_strdup_printf("%s %s", b->t->game->name,
				  b->t->game->verbs[move.verb].word));
		if (chance_below(b->house.chance, 4) == 0 ||
		    !by_plan(b, seat, text))
			by_order(b, seat, text);
	}
}

/*
 * How long a plan waits is never known beforehand: it is within some minutes
 * behind the time in which moves settle, another for every seat and event, and
 * always the same for these.
 */
static void
test_spread(void **arg)
{
	struct bench *b = *arg;
	const struct game *game = games_all[0];
	struct table *t =
	    house_start(&b->house, house_match(&b->house, game, 4, false));
	g_autoptr(GHashTable) seen =
	    g_hash_table_new(g_direct_hash, g_direct_equal);
	unsigned char secret = b->house.home->secret[0];
	int64_t was;
	int n = 0;

	t->policy.time = (struct span){ .seconds = 86400 };
	t->policy.settle = SETTLE;
	for (int i = 0; i < 20 && !match_over(t->match); i++) {
		struct err e = { 0 };
		struct move move;
		int mover = 0;

		for (int s = 0; s < 4; s++, n++) {
			int64_t delay = plans_delay(t, s);

			assert_in_range(delay, SETTLE + 120, SETTLE + 480);
			assert_int_equal(plans_delay(t, s), delay);
			g_hash_table_add(seen, GINT_TO_POINTER((int)delay));
		}
		while (!house_move(&b->house, t, mover, &move))
			mover++;
		must(AT(t->home, NOW, table_play(t, mover, &move, "player", 0)),
		    &e);
	}
	/* of 361 seconds */
	assert_in_range(g_hash_table_size(seen), n * 2 / 3, n);
	was = plans_delay(t, 0) * 1000000 + plans_delay(t, 1) * 1000 +
	      plans_delay(t, 2);
	b->house.home->secret[0] ^= 1;
	assert_true(was != plans_delay(t, 0) * 1000000 +
			       plans_delay(t, 1) * 1000 + plans_delay(t, 2));
	b->house.home->secret[0] = secret;
	/* A short deadline is not waited for. */
	t->policy.settle = 0;
	t->policy.time.seconds = 120;
	for (int s = 0; s < 4; s++)
		assert_in_range(plans_delay(t, s), 30, 60);
	table_free(t);
}

static void
test_every_decision(void **arg)
{
	struct bench *b = *arg;

	for (size_t g = 0; games_all[g] != NULL; g++) {
		const struct game *game = games_all[g];

		for (int i = 0; i < MATCHES_EACH; i++) {
			int64_t id = house_match(
			    &b->house, game, game->min_seats, i % 2 == 1);

			b->t = house_start(&b->house, id);
			/* but in the first match letters are written, too;
			 * in others they wait for a digest */
			for (int s = 0; i > 0 && s < game->min_seats; s++)
				house_preferences(
				    &b->house, b->t, s, MAIL_DIGEST, true);
			play_out(b);
			table_free(b->t);
		}
	}
	print_message("# %u planned, %u settled, %u waited\n", b->planned,
	    b->settled, b->waited);
	for (size_t i = 0; i < 6; i++) {
		static const char *const asked[] = { "mutineer fight",
			"mutineer sell", "mutineer pay", "fourth-bridge do",
			"hexxi place", "hexxi bid" };

		assert_true(g_hash_table_contains(b->verbs, asked[i]));
	}
}

static int
set_up(void **arg)
{
	struct bench *b = g_new0(struct bench, 1);

	house_open(&b->house);
	house_pictures(&b->house, false);
	b->verbs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	*arg = b;
	return 0;
}

static int
tear_down(void **arg)
{
	struct bench *b = *arg;

	house_close(&b->house);
	g_hash_table_destroy(b->verbs);
	g_free(b);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_spread, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
		    test_every_decision, set_up, tear_down),
	};

	return cmocka_run_group_tests_name("plans", tests, NULL, NULL);
}
