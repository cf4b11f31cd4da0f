/* SPDX-License-Identifier: ISC */
/*
 * What an organiser is shown while several decide at the same time: no count
 * and no line of the log tells a silent player from another one.
 */
#include "app/home/home.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/organiser/organiser.h"
#include "base/err.h"
#include "base/log_target.h"
#include "core/decision.h"
#include "core/match.h"
#include "store/mails/outbox.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "tests/app/at.h"
#include "tests/app/bidding.h"
#include "tests/app/matches.h"

/* How many deadlines a seat missed, as the organiser is shown it. */
static int
shown_missed(struct house *h, struct table *t, int seat)
{
	struct err e = { 0 };
	json_t *item = show_match(h->home, t->row->id, NULL, &e);
	json_int_t n;

	assert_non_null(item);
	n = json_integer_value(json_object_get(
	    json_array_get(json_object_get(item, "seats"), (size_t)seat),
	    "missed"));
	json_decref(item);
	return (int)n;
}

/* Three bid at the same time, and each of them missed some turns before. */
static struct table *
bidding_late(struct house *h, int missed, int seats[3])
{
	struct err e = { 0 };
	struct table *t = bidding(h, 3);
	seatset asked = match_to_act(t->match);

	settle(t, NOW);
	t = again(h, t);
	for (int i = 0; i < 3; i++) {
		seats[i] = first(asked);
		asked &= ~SEAT(seats[i]);
		table_seat(t, seats[i])->missed = missed;
		must(store_seat_update(h->home->store, table_seat(t, seats[i])),
		    &e);
	}
	while (asked != 0) {
		play_any(h, t, first(asked));
		asked &= asked - 1;
	}
	return t;
}

/* A player who decided herself is shown like one who was silent, until all
 * have. */
static void
test_shown_alike(void **arg)
{
	struct house *h = *arg;
	int seats[3];
	struct table *t = bidding_late(h, 2, seats);

	play_any(h, t, seats[0]);
	settle(t, LATE);
	time_up(t, seats[1], LATE);
	t = again(h, t);
	for (int i = 0; i < 3; i++)
		assert_int_equal(shown_missed(h, t, seats[i]), 2);
	play_any(h, t, seats[2]);
	settle(t, LATE);
	assert_int_equal(shown_missed(h, t, seats[0]), 0);
	assert_int_equal(shown_missed(h, t, seats[1]), 3);
	assert_int_equal(shown_missed(h, t, seats[2]), 0);
	table_free(t);
}

static int logged;

static void
count_lines(void *arg, enum log_level level, const char *id, const char *text)
{
	(void)arg;
	(void)level;
	(void)text;
	logged += strcmp(id, "seat-time-up") == 0;
}

/* Nor does the log tell more, before all are told. */
static void
test_logged(void **arg)
{
	struct house *h = *arg;
	int seats[3];
	struct table *t = bidding_late(h, 0, seats);

	logged = 0;
	log_hook_set(count_lines, NULL);
	log_level_set(LOG_INFO);
	time_up(t, seats[0], LATE);
	time_up(t, seats[1], LATE);
	assert_int_equal(logged, 0);
	play_any(h, t, seats[2]);
	settle(t, LATE);
	assert_int_equal(logged, 2);
	log_level_set(LOG_WARN);
	log_hook_set(NULL, NULL);
	table_free(t);
}

/* What was taken back before all had decided leaves no trace of either. */
static void
test_shown_undone(void **arg)
{
	struct house *h = *arg;
	struct err e = { 0 };
	int seats[3];

	for (int silent = 0; silent < 2; silent++) {
		struct table *t = bidding_late(h, 2, seats);

		if (silent)
			time_up(t, seats[0], LATE);
		else {
			play_any(h, t, seats[0]);
			settle(t, LATE);
		}
		must(TOLD(t->home, table_undo(t)), &e);
		settle(t, LATE);
		assert_int_equal(shown_missed(h, t, seats[0]), 2);
		assert_int_equal(table_seat(t, seats[0])->undisclosed, 0);
		table_free(t);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shown_alike),
		cmocka_unit_test(test_logged),
		cmocka_unit_test(test_shown_undone),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
