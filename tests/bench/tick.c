/* SPDX-License-Identifier: ISC */
/*
 * What the step tick costs, by the clock on the wall: over 100,000 matches
 * that run when nothing is due, and when 1,000 deadlines have passed, each with
 * its move and the letters that follow.
 */
#include "app/home/config.h"
#include "app/home/folder.h"
#include "app/home/home.h"
#include "app/letters/new_match.h"
#include "app/letters/settle.h"
#include "app/matches/create.h"
#include "app/matches/status.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/table.h"
#include "app/steps/steps.h"
#include "base/err.h"
#include "base/log_target.h"
#include "policy/policy_text.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"
#include "store/transaction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNNING = 100000, DUE = 1000, ROUNDS = 31, NOW = 1795262400 };

static void
must(int r, const struct err *e)
{
	if (r == -1) {
		fprintf(stderr, "bench: %s\n", e->text);
		exit(1);
	}
}

static struct home *
make_home(const char *dir)
{
	struct err e = { 0 };
	struct home *home;

	must(home_create(dir, "robot@example.org", &e), &e);
	home = home_open(dir, NULL, &e);
	must(home == NULL ? -1 : 0, &e);
	policy_default(&home->config->policy);
	must(policy_set(&home->config->policy, "graces", "0", &e), &e);
	must(policy_set(&home->config->policy, "reminders", "none", &e), &e);
	home->config->outage = 0;
	return home;
}

/* Matches that have begun, each with somebody who must decide. */
static void
begin_matches(struct home *home)
{
	struct err e = { 0 };

	must(store_begin(home->store, __func__), &e);
	for (int i = 0; i < DUE; i++) {
		char *seats[4] = { NULL };
		struct match_order order = { .game = "mutineer",
			.seats = seats };
		g_autofree char *dedup_prefix = g_strdup_printf("b%d", i);
		struct table *t;
		int64_t id;

		for (int s = 0; s < 3; s++)
			seats[s] = g_strdup_printf(
			    "%c <p%d.%d@example.org>", 'A' + s, i, s);
		must(match_create(home, &order, NOW, &id, &e), &e);
		t = (home_errors(home, &e), table_open(home, id));
		must(t == NULL ? -1 : 0, &e);
		dedup_by(t, dedup_prefix);
		for (int s = 0; s < 3; s++) {
			must((home_work(t->home, NOW, &e),
				 match_ready(t, s, NULL)),
			    &e);
			g_free(seats[s]);
		}
		must((home_work(t->home, NOW, &e), settle_match(t)), &e);
		table_free(t);
	}
	must(store_commit(home->store), &e);
}

/* Rows of matches whose deadlines are far away. */
static void
fill(struct home *home)
{
	struct err e = { 0 };

	must(store_begin(home->store, __func__), &e);
	for (int i = 0; i < RUNNING; i++) {
		struct seat_row seat = { .person = 1,
			.name = (char *)(uintptr_t) "A",
			.occupant = OCCUPANT_PERSON };
		g_autoptr(GPtrArray) seats = g_ptr_array_new();
		struct match_row row = { .game = (char *)(uintptr_t) "mutineer",
			.rules = 1,
			.name = (char *)(uintptr_t) "",
			.status = STATUS_RUNNING,
			.options = (char *)(uintptr_t) "{}",
			.created = NOW };
		struct timer_row timer = { .kind = TIMER_DECIDE,
			.asked = NOW,
			.due = NOW + 365 * INT64_C(86400) + i };

		g_ptr_array_add(seats, &seat);
		must(store_match_add(home->store, &row, seats), &e);
		timer.match = row.id;
		must(store_timer_set(home->store, &timer), &e);
	}
	must(store_commit(home->store), &e);
}

static double
tick_ms(struct home *home, int64_t now, int *n)
{
	struct err e = { 0 };
	int64_t begin = g_get_monotonic_time();

	must(step_tick(home, now, n, &e), &e);
	return (double)(g_get_monotonic_time() - begin) / 1e3;
}

static double
cpu_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int
by_size(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

int
main(void)
{
	g_autofree char *tmp = g_dir_make_tmp("turnpost-XXXXXX", NULL);
	g_autofree char *dir = g_build_filename(tmp, "home", NULL);
	g_autofree char *away = g_strdup_printf("rm -rf '%s'", tmp);
	double took[ROUNDS];
	struct home *home;
	int n;

	app_init();
	log_level_set(LOG_WARN);
	home = make_home(dir);
	begin_matches(home);
	fill(home);
	tick_ms(home, NOW, &n);
	for (int i = 0; i < ROUNDS; i++)
		took[i] = tick_ms(home, NOW + 60 * (i + 1), &n);
	qsort(took, ROUNDS, sizeof(took[0]), by_size);
	printf("%d matches, nothing due: %.2f ms (median of %d, longest "
	       "%.2f)\n",
	    RUNNING + DUE, took[ROUNDS / 2], ROUNDS, took[ROUNDS - 1]);
	took[1] = cpu_ms();
	took[0] = tick_ms(home, NOW + 3 * 86400 + 1, &n);
	printf("%d deadlines with their moves and letters: %.0f ms, CPU %.0f\n",
	    n, took[0], cpu_ms() - took[1]);
	home_close(home);
	return system(away) != 0;
}
