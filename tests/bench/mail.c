/* SPDX-License-Identifier: ISC */
/*
 * What a mail costs: from raw bytes to committed moves and queued letters, in
 * homes with few and many matches and after many past mails; memory; start of
 * the program.  (Batches of mails: batch.c.)
 *
 * All of that takes minutes.  Arguments name the parts that are measured
 * instead: "single", "many", "past", "start".
 */
#include "tests/bench/tables.h"

#include "app/matches/table/table.h"
#include "app/steps/steps.h"
#include "base/err.h"
#include "mail/incoming/read.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_intake.h"
#include "store/transaction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOVES 4 /* measured of each match */
#define SAMPLE 200 /* mails measured a time */
#define PAST 10000

static void
put_in_inbox(struct home *home, GBytes *raw)
{
	struct err e = { 0 };
	g_autofree char *sha = letter_sha(raw);
	g_autofree char *source = g_strdup_printf("bench:%ld", ++serial);
	struct inbox_row row = { .source = source,
		.sha = sha,
		.message_id = (char *)(uintptr_t) "",
		.sender = (char *)(uintptr_t) "",
		.note = (char *)(uintptr_t) "",
		.seat = -1,
		.received = NOW,
		.raw = raw };

	must(store_begin(home->store, __func__), &e);
	must(store_inbox_add(home->store, &row), &e);
	must(store_commit(home->store), &e);
}

/* CPU of single mails: the first moves of matches spread over all. */
struct sample {
	double ms[SAMPLE];
	int n;
};

static void
measure(struct home *home, int matches, int count, struct sample *s)
{
	struct err e = { 0 };
	int n;

	for (int i = 0; i < count; i++) {
		int64_t id = 1 + (int64_t)(i / MOVES) * matches * MOVES / count;
		GBytes *raw = next_mail(home, id);
		double begin = clock_ms(CLOCK_PROCESS_CPUTIME_ID);

		put_in_inbox(home, raw);
		must(step_handle(home, NOW + 60, &n, &e), &e);
		s->ms[s->n++] = clock_ms(CLOCK_PROCESS_CPUTIME_ID) - begin;
		g_bytes_unref(raw);
	}
}

static void
print_sample(struct sample *s, const char *what)
{
	double sum = 0;

	qsort(s->ms, (size_t)s->n, sizeof(s->ms[0]), by_size);
	for (int i = 0; i < s->n; i++)
		sum += s->ms[i];
	printf("%-32s %6.3f ms CPU a mail, median %.3f, p99 %.3f\n", what,
	    sum / s->n, s->ms[s->n / 2], s->ms[s->n * 99 / 100]);
	fflush(stdout);
	s->n = 0;
}

/* A home's first letters cost more, since its templates are read then. */
static void
warm_up(struct home *home)
{
	struct err e = { 0 };
	struct table *t = (home_errors(home, &e), table_open(home, 1));
	int n;

	must(t == NULL ? -1 : 0, &e);
	for (int seat = 0; seat < SEATS; seat++) {
		GBytes *raw = order_mail(t, seat, "status");

		put_in_inbox(home, raw);
		g_bytes_unref(raw);
	}
	table_free(t);
	must(step_handle(home, NOW + 30, &n, &e), &e);
}

/* The same with a single match in a home: many homes, one after another. */
static void
measure_single(const char *top, struct sample *s)
{
	for (int i = 0; i < SAMPLE / MOVES; i++) {
		g_autofree char *dir = g_strdup_printf("%s/single%d", top, i);
		struct home *home = make_home(dir);

		make_matches(home, 1);
		warm_up(home);
		measure(home, 1, MOVES, s);
		home_close(home);
	}
	print_sample(s, "1 match");
}

/* The same again when many mails have come before, to other matches. */
static void
measure_past(const char *top, struct sample *s)
{
	struct err e = { 0 };
	g_autofree char *dir = g_strdup_printf("%s/past", top);
	struct home *home = make_home(dir);
	int n;

	make_matches(home, 1000);
	for (int i = 0; i < PAST; i++) {
		GBytes *raw = next_mail(home, 1 + i % 500);

		if (i % 500 == 0)
			must(store_begin(home->store, __func__), &e);
		put_in_inbox(home, raw);
		g_bytes_unref(raw);
		if (i % 500 == 499) {
			must(store_commit(home->store), &e);
			must(step_handle(home, NOW + 60, &n, &e), &e);
		}
	}
	for (int i = 0; i < SAMPLE; i++) {
		GBytes *raw = next_mail(home, 501 + i / MOVES);
		double begin = clock_ms(CLOCK_PROCESS_CPUTIME_ID);

		put_in_inbox(home, raw);
		must(step_handle(home, NOW + 60, &n, &e), &e);
		s->ms[s->n++] = clock_ms(CLOCK_PROCESS_CPUTIME_ID) - begin;
		g_bytes_unref(raw);
	}
	print_sample(s, "1000 matches, 10000 past mails");
	home_close(home);
}

static void
measure_start(const char *program)
{
	double best = 1e9;

	fflush(stdout);

	for (int i = 0; i < 30; i++) {
		double begin = clock_ms(CLOCK_MONOTONIC);
		pid_t child = fork();
		int status;

		if (child == 0) {
			if (freopen("/dev/null", "w", stdout) == NULL)
				_exit(1);
			execl(program, program, "--version", (char *)NULL);
			_exit(1);
		}
		waitpid(child, &status, 0);
		begin = clock_ms(CLOCK_MONOTONIC) - begin;
		if (begin < best)
			best = begin;
	}
	printf("%-32s %6.2f ms\n", "turnpost --version, best of 30", best);
}

static void
measure_many(const char *top, struct sample *s)
{
	static const int sizes[] = { 1000, 10000 };

	for (size_t i = 0; i < G_N_ELEMENTS(sizes); i++) {
		g_autofree char *dir = g_strdup_printf("%s/home%zu", top, i);
		g_autofree char *what = g_strdup_printf("%d matches", sizes[i]);
		struct home *home = make_home(dir);

		make_matches(home, sizes[i]);
		measure(home, sizes[i], SAMPLE, s);
		print_sample(s, what);
		home_close(home);
	}
}

int
main(int argc, char **argv)
{
	g_autofree char *top = g_dir_make_tmp("turnpost-bench-XXXXXX", NULL);
	g_autofree char *remove_all = NULL;
	const char *program = g_getenv("TURNPOST");
	struct sample sample = { .n = 0 };
	struct rusage usage;
	char **words = argv + (argc > 0);

	app_init();
	if (wants(words, "single"))
		measure_single(top, &sample);
	if (wants(words, "many"))
		measure_many(top, &sample);
	if (wants(words, "past"))
		measure_past(top, &sample);
	getrusage(RUSAGE_SELF, &usage);
	printf("%-32s %6.1f MiB\n", "peak memory of all this",
	    (double)usage.ru_maxrss / 1024);
	if (wants(words, "start"))
		measure_start(
		    program != NULL ? program : "build/release/turnpost");
	remove_all = g_strdup_printf("rm -rf %s", top);
	return g_spawn_command_line_sync(remove_all, NULL, NULL, NULL, NULL)
		   ? 0
		   : 1;
}
