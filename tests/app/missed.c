/* SPDX-License-Identifier: ISC */
/*
 * Deadlines that pass while others decide at the same time, and those that
 * meet other things that happen.  What is made for a silent seat is known to
 * all, so nobody may hear of it before she has decided herself.
 */
#include "app/home/config.h"
#include "app/home/home.h"
#include "app/letters/context/news.h"
#include "app/letters/new_match.h"
#include "app/letters/settle.h"
#include "app/matches/deadlines.h"
#include "app/matches/results/ending.h"
#include "app/matches/seats/seats.h"
#include "app/matches/status.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/organiser/organiser.h"
#include "app/steps/steps.h"
#include "base/err.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/rules.h"
#include "policy/policy.h"
#include "policy/policy_text.h"
#include "store/mails/outbox.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"
#include "store/people/people.h"
#include "store/transaction.h"
#include "tests/app/at.h"
#include "tests/app/bidding.h"
#include "tests/app/matches.h"

/* Nobody else hears who was silent before all have decided. */
static void
test_undisclosed(void **arg)
{
	struct house *h = *arg;
	struct table *t = bidding(h, 2);
	seatset asked = match_to_act(t->match);
	int silent = first(asked);
	int64_t newest;
	GPtrArray *letters;

	set_policy(t, "open-after", "1");
	settle(t, NOW);
	t = again(h, t);
	newest = house_newest(h);
	time_up(t, silent, LATE);
	assert_int_equal(table_seat(t, silent)->missed, 1);
	assert_int_equal(table_seat(t, silent)->occupant, OCCUPANT_PERSON);
	for (int s = SEAT_ONLOOKER; s < 4; s++)
		assert_int_equal(told(t, s, "missed the deadline"), 0);
	letters = house_letters(h, newest);
	for (guint i = 0; i < letters->len; i++)
		assert_int_equal(
		    ((struct outbox_row *)letters->pdata[i])->seat, silent);
	g_ptr_array_unref(letters);
	asked &= ~SEAT(silent);
	while (asked != 0) {
		int s = first(asked);

		t = again(h, t);
		assert_int_equal(told(t, s, "missed the deadline"), 0);
		assert_int_equal(
		    table_seat(t, silent)->occupant, OCCUPANT_PERSON);
		play_any(h, t, s);
		settle(t, LATE);
		asked &= ~SEAT(s);
	}
	for (int s = SEAT_ONLOOKER; s < 4; s++)
		assert_int_equal(told(t, s, "missed the deadline"), 1);
	assert_int_equal(table_seat(t, silent)->occupant, OCCUPANT_OPEN);
	assert_int_equal(table_seat(t, silent)->undisclosed, 0);
	table_free(t);
}

/* What the organiser sees of it tells no more. */
static void
test_shown(void **arg)
{
	struct house *h = *arg;
	struct err e = { 0 };
	struct table *t = bidding(h, 2);
	int silent = first(match_to_act(t->match));
	json_t *shown[2];

	settle(t, NOW);
	for (int i = 0; i < 2; i++) {
		json_t *item = show_match(h->home, t->row->id, false, &e);

		assert_non_null(item);
		shown[i] = json_incref(json_object_get(
		    json_array_get(
			json_object_get(item, "seats"), (size_t)silent),
		    "missed"));
		json_decref(item);
		if (i == 0)
			time_up(t, silent, LATE);
	}
	assert_true(json_equal(shown[0], shown[1]));
	json_decref(shown[0]);
	json_decref(shown[1]);
	table_free(t);
}

/* A player who has taken the seat since missed nothing. */
static void
test_undisclosed_left(void **arg)
{
	struct house *h = *arg;
	struct err e = { 0 };
	struct table *t = bidding(h, 2);
	seatset asked = match_to_act(t->match);
	int silent = first(asked);
	struct person zoe = { .name = "Zoe",
		.address = "zoe@example.net",
		.language = "en",
		.zone = "",
		.created = NOW };
	json_t *shown, *seats;

	settle(t, NOW);
	time_up(t, silent, LATE);
	t = again(h, t);
	must(store_person_add(h->home->store, &zoe), &e);
	must(AT(t->home, LATE,
		 seat_give(t, silent, zoe.id, "notice.taken",
		     json_pack(
			 "{s:s, s:s}", "who", t->names[silent], "by", "Zoe"))),
	    &e);
	settle(t, LATE);
	shown = show_match(h->home, t->row->id, NULL, &e);
	assert_non_null(shown);
	seats = json_object_get(shown, "seats");
	assert_int_equal(json_integer_value(json_object_get(
			     json_array_get(seats, (size_t)silent), "missed")),
	    0);
	json_decref(shown);
	for (int s = 0; s < 4; s++)
		if ((asked & SEAT(s)) && s != silent)
			play_any(h, t, s);
	settle(t, LATE);
	assert_int_equal(told(t, SEAT_ONLOOKER, "missed the deadline"), 1);
	assert_int_equal(told(t, SEAT_ONLOOKER, "Zoe missed the deadline"), 0);
	table_free(t);
}

/* All are silent: each is told of once, when the last one was. */
static void
test_all_silent(void **arg)
{
	struct house *h = *arg;
	struct table *t = bidding(h, 2);
	seatset asked = match_to_act(t->match), left = asked;

	settle(t, NOW);
	while (left != 0) {
		int s = first(left);

		t = again(h, t);
		assert_int_equal(told(t, s, "missed the deadline"), 0);
		time_up(t, s, LATE);
		left &= ~SEAT(s);
	}
	assert_int_equal(
	    told(t, SEAT_ONLOOKER, "missed the deadline"), count(asked));
	table_free(t);
}

/* The same by the program's own step: all are due in one second, and a run
 * that comes again finds nothing to do. */
static void
test_tick(void **arg)
{
	struct house *h = *arg;
	struct err e = { 0 };
	struct policy was = h->home->config->policy;
	struct table *t;
	seatset asked;
	int n;

	must(policy_set(&h->home->config->policy, "time", "3d", &e), &e);
	t = bidding(h, 2);
	h->home->config->policy = was;
	asked = match_to_act(t->match);
	settle(t, NOW);
	must(store_commit(h->home->store), &e);
	must(step_tick(h->home, NOW + 3 * 86400, &n, &e), &e);
	assert_int_equal(n, 0);
	must(step_tick(h->home, NOW + 3 * 86400 + 1, &n, &e), &e);
	assert_true(n >= count(asked));
	must(step_tick(h->home, NOW + 3 * 86400 + 1, &n, &e), &e);
	assert_int_equal(n, 0);
	t = again(h, t);
	for (int s = 0; s < 4; s++)
		assert_int_equal(
		    table_seat(t, s)->missed, (asked & SEAT(s)) != 0);
	assert_int_equal(
	    told(t, SEAT_ONLOOKER, "missed the deadline"), count(asked));
	table_free(t);
	must(store_begin(h->home->store, __func__), &e);
}

/* A default move that is taken back was never made. */
static void
test_undone(void **arg)
{
	struct house *h = *arg;
	struct err e = { 0 };
	struct table *t = bidding(h, 2);
	seatset asked = match_to_act(t->match);
	int silent = first(asked);

	settle(t, NOW);
	time_up(t, silent, LATE);
	assert_int_not_equal(table_seat(t, silent)->undisclosed, 0);
	must(TOLD(t->home, table_undo(t)), &e);
	settle(t, LATE);
	assert_int_equal(table_seat(t, silent)->undisclosed, 0);
	t = again(h, t);
	for (int s = 0; s < 4; s++)
		if (asked & SEAT(s))
			play_any(h, t, s);
	settle(t, LATE);
	assert_int_equal(told(t, SEAT_ONLOOKER, "missed the deadline"), 0);
	table_free(t);
}

static bool
has_timer(struct table *t, int seat, struct timer_row *timer)
{
	struct err e = { 0 };
	bool found = false;

	must(store_timer(
		 t->home->store, t->row->id, seat, TIMER_DECIDE, timer, &found),
	    &e);
	return found;
}

static struct table *
running(struct house *h)
{
	struct table *t =
	    house_start(h, house_match(h, find_game("mutineer"), 4, false));

	set_policy(t, "time", "3d");
	set_policy(t, "offer", "3d");
	settle(t, NOW);
	return again(h, t);
}

/* A timer that was read before it lost its meaning does nothing. */
static void
test_stale(void **arg)
{
	struct house *h = *arg;
	struct err e = { 0 };
	struct table *t = running(h);
	int seat = first(match_to_act(t->match));
	int other = (seat + 1) % 4;
	size_t length = match_length(t->match);
	struct timer_row timer;

	assert_true(has_timer(t, seat, &timer));
	/* not asked any more */
	time_up(t, other, LATE);
	assert_int_equal(match_length(t->match), length);
	/* she gave up the seat in the same run */
	must(AT(t->home, LATE, match_resign(t, seat)), &e);
	settle(t, LATE);
	assert_false(has_timer(t, seat, &timer));
	time_up(t, seat, LATE);
	assert_int_equal(match_length(t->match), length);
	assert_int_equal(told(t, other, "missed the deadline"), 0);
	/* the match has ended */
	must(AT(t->home, LATE,
		 match_call_off(
		     t, "notice.ended", json_pack("{s:s}", "reason", "tea"))),
	    &e);
	time_up(t, seat, LATE);
	assert_int_equal(match_length(t->match), length);
	table_free(t);
}

/* A grace is asked for when there is one, in every phase, and counted. */
static void
test_graces(void **arg)
{
	struct house *h = *arg;
	struct table *t = running(h);
	int seat = first(match_to_act(t->match));
	size_t length = match_length(t->match);
	struct timer_row timer;

	set_policy(t, "graces", "2");
	set_policy(t, "grace", "1d");
	set_policy(t, "open-after", "1");
	for (int i = 1; i <= 2; i++) {
		t = again(h, t);
		assert_true(has_timer(t, seat, &timer));
		time_up(t, seat, timer.due + 1);
		assert_int_equal(table_seat(t, seat)->graces, i);
		assert_int_equal(table_seat(t, seat)->missed, 0);
		assert_int_equal(match_length(t->match), length);
		assert_int_equal(told(t, 3, "is now 1 day later"), i);
	}
	assert_true(has_timer(t, seat, &timer));
	assert_int_equal(timer.due, NOW + 5 * 86400);
	t = again(h, t);
	time_up(t, seat, timer.due + 1);
	assert_int_equal(match_length(t->match), length + 1);
	assert_int_equal(table_seat(t, seat)->occupant, OCCUPANT_OPEN);
	table_free(t);
}

/* A tick that comes days late still grants the whole of it. */
static void
test_late_tick(void **arg)
{
	struct house *h = *arg;
	struct err e = { 0 };
	struct table *t = running(h);
	int seat = first(match_to_act(t->match));
	struct timer_row timer;

	set_policy(t, "graces", "1");
	set_policy(t, "grace", "1d");
	assert_true(has_timer(t, seat, &timer));
	new_dedup_prefix(t);
	must(AT(t->home, timer.due + 5 * 86400, missed_time_up(t, &timer)), &e);
	must(AT(t->home, timer.due + 5 * 86400, settle_match(t)), &e);
	assert_true(has_timer(t, seat, &timer));
	assert_int_equal(timer.due, NOW + 9 * 86400);
	table_free(t);
}

/* ---- the muster ---- */

/* A seat that nobody has: all have answered, and still it does not begin. */
static void
test_free_seat(void **arg)
{
	struct house *h = *arg;
	struct err e = { 0 };
	bool found;
	struct table *t =
	    house_table(h, house_match(h, find_game("mutineer"), 3, false));
	struct timer_row timer = {
		.match = t->row->id, .seat = -1, .kind = TIMER_MUSTER
	};

	t->row->wanted = 4;
	set_policy(t, "muster", "7d");
	set_policy(t, "renewals", "1");
	for (int s = 0; s < 3; s++)
		must(AT(t->home, NOW, match_ready(t, s, NULL)), &e);
	assert_int_equal(t->row->status, STATUS_MUSTER);
	new_dedup_prefix(t);
	must(AT(t->home, LATE, muster_time_up(t, &timer)), &e);
	must(AT(t->home, LATE, settle_match(t)), &e);
	assert_int_equal(t->row->status, STATUS_MUSTER);
	assert_int_equal(told(t, 0, "run out with 1 seat free"), 1);
	new_dedup_prefix(t);
	must(store_timer(
		 t->home->store, t->row->id, -1, TIMER_MUSTER, &timer, &found),
	    &e);
	assert_true(found);
	must(AT(t->home, LATE, muster_time_up(t, &timer)), &e);
	must(AT(t->home, LATE, settle_match(t)), &e);
	assert_int_equal(t->row->status, STATUS_ENDED);
	assert_int_equal(told(t, 0, "1 seat is still free, so"), 1);
	table_free(t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_undisclosed),
		cmocka_unit_test(test_shown),
		cmocka_unit_test(test_undisclosed_left),
		cmocka_unit_test(test_all_silent),
		cmocka_unit_test(test_tick),
		cmocka_unit_test(test_undone),
		cmocka_unit_test(test_stale),
		cmocka_unit_test(test_graces),
		cmocka_unit_test(test_late_tick),
		cmocka_unit_test(test_free_seat),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
