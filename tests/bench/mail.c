/* SPDX-License-Identifier: ISC */
/*
 * What a mail costs: from raw bytes to committed moves and queued letters, in
 * homes with few and many matches and after many past mails; a batch of mails
 * through all steps; memory; start of the program.
 */
#include "app/home/folder.h"
#include "app/home/home.h"
#include "app/letters/invitations.h"
#include "app/letters/settle.h"
#include "app/matches/create.h"
#include "app/matches/dedup.h"
#include "app/matches/status.h"
#include "app/matches/table.h"
#include "app/steps/steps.h"
#include "app/transport/receive.h"
#include "base/err.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "mail/key.h"
#include "mail/maildir.h"
#include "mail/read.h"
#include "mail/ticket.h"
#include "mail/ticket_text.h"
#include "store/inbox.h"
#include "store/inbox_intake.h"
#include "store/matches.h"
#include "store/people.h"
#include "store/seats.h"
#include "store/transaction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SEATS 4
#define MOVES 4 /* measured of each match */
#define SAMPLE 200 /* mails measured a time */
#define PAST 10000
#define BATCH 1000
#define NOW 1795262400

static const char *const names[SEATS] = { "Anna", "Boris", "Carla", "Dora" };
static long serial;

static void
must(int r, const struct err *e)
{
	if (r == -1) {
		fprintf(stderr, "bench: %s\n", e->text);
		exit(1);
	}
}

static double
clock_ms(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static struct home *
make_home(const char *dir)
{
	struct err e = { 0 };
	struct home *home;

	must(home_create(dir, "robot@example.org", &e), &e);
	home = home_open(dir, &e);
	must(home == NULL ? -1 : 0, &e);
	return home;
}

/* Matches with other people each, all ready: many transactions in one. */
static void
make_matches(struct home *home, int n)
{
	struct err e = { 0 };

	must(store_begin(home->store, __func__), &e);
	for (int i = 0; i < n; i++) {
		char *seats[SEATS + 1] = { NULL };
		/* A move is made when its mail is handled. */
		char *const policy[] = { (char *)(uintptr_t) "settle=none",
			NULL };
		struct match_order order = {
			.game = "mutineer", .seats = seats, .policy = policy
		};
		struct table *t;
		char dedup_prefix[32];
		int64_t id;

		serial++;
		for (int s = 0; s < SEATS; s++)
			seats[s] = g_strdup_printf(
			    "%s <p%ld.%d@example.org>", names[s], serial, s);
		must(match_create(home, &order, NOW, &id, &e), &e);
		t = (home_errors(home, &e), table_open(home, id));
		must(t == NULL ? -1 : 0, &e);
		g_snprintf(
		    dedup_prefix, sizeof(dedup_prefix), "bench%ld", serial);
		dedup_by(t, dedup_prefix);
		for (int s = 0; s < SEATS; s++)
			must((home_work(t->home, NOW, &e),
				 match_ready(t, s, NULL)),
			    &e);
		must((home_work(t->home, NOW, &e), settle_match(t)), &e);
		table_free(t);
		for (int s = 0; s < SEATS; s++)
			g_free(seats[s]);
	}
	must(store_commit(home->store), &e);
}

/* A mail as a player's program makes it, with our letter quoted below. */
static GBytes *
order_mail(struct table *t, int seat, const char *line)
{
	struct ticket ticket = {
		.match = t->row->id, .seat = seat, .turn = t->row->last_event
	};
	struct person *person =
	    store_person(t->home->store, table_seat(t, seat)->person);
	g_autofree char *to = NULL;
	GString *mail = g_string_new(NULL);

	key_make(t->home->secret, ticket.match, seat,
	    table_seat(t, seat)->epoch, ticket.key);
	to = ticket_address(&ticket, "robot@example.org", '+');
	g_string_printf(mail,
	    "Received: from client.example by mx.example; now\r\n"
	    "From: %s <%s>\r\nTo: %s\r\nSubject: Re: [Mutineer] a table\r\n"
	    "Message-ID: <%ld@client.example>\r\n"
	    "Content-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n\r\n"
	    "On Saturday the robot wrote:\r\n",
	    person->name, person->address, to, ++serial, line);
	for (int i = 0; i < 60; i++)
		g_string_append(mail,
		    "> a line of the letter that is answered, as long as\r\n");
	person_free(person);
	return g_string_free_to_bytes(mail);
}

/* The first legal move of whoever is asked first, as a mail. */
static GBytes *
next_mail(struct home *home, int64_t id)
{
	struct err e = { 0 };
	struct table *t = (home_errors(home, &e), table_open(home, id));
	seatset asked;
	int seat = 0;
	GBytes *raw;

	must(t == NULL ? -1 : 0, &e);
	asked = t->match == NULL ? 0 : match_to_act(t->match);
	while (asked != 0 && !(asked & SEAT(seat)))
		seat++;
	if (asked != 0) {
		g_autoptr(GArray) legal = match_legal(t->match, seat);
		g_autofree char *text =
		    move_text(t->match, &g_array_index(legal, struct move, 0));

		raw = order_mail(t, seat, text);
	} else
		raw = order_mail(t, 0, "status");
	table_free(t);
	return raw;
}

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

static int
by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
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

/* A thousand mails in the spool, then the four steps: mails a second. */
static void
batch(struct home *home, const char *dir)
{
	struct err e = { 0 };
	g_autofree char *in = home_spool_in(dir);
	double begin, cpu;
	int n, sum = 0;

	must(step_send(home, NOW + 120, &n, &e), &e);
	for (int i = 0; i < BATCH; i++) {
		g_autofree char *name = g_strdup_printf("%d.%d.bench", NOW, i);
		struct maildir_item item = {
			.dir = in, .name = name, .raw = next_mail(home, 1 + i)
		};

		maildir_put(&item, 1);
		g_bytes_unref(item.raw);
	}
	begin = clock_ms(CLOCK_MONOTONIC);
	cpu = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
	must(step_receive(home, NOW + 180, &n, &e), &e);
	must(step_handle(home, NOW + 180, &n, &e), &e);
	must(step_tick(home, NOW + 180, &sum, &e), &e);
	must(step_send(home, NOW + 180, &sum, &e), &e);
	begin = clock_ms(CLOCK_MONOTONIC) - begin;
	cpu = clock_ms(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	printf(
	    "%-32s %6.0f mails/s (%d mails, %d letters, %.0f ms, CPU %.0f)\n",
	    "batch through all steps", n / begin * 1e3, n, sum, begin, cpu);
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

int
main(int argc, char **argv)
{
	static const int sizes[] = { 1000, 10000 };
	g_autofree char *top = g_dir_make_tmp("turnpost-bench-XXXXXX", NULL);
	g_autofree char *remove_all = NULL;
	const char *program = g_getenv("TURNPOST");
	struct sample sample = { .n = 0 };
	struct rusage usage;
	bool quick = argc > 1 && strcmp(argv[1], "quick") == 0;

	app_init();
	measure_single(top, &sample);
	for (size_t i = 0; !quick && i < G_N_ELEMENTS(sizes); i++) {
		g_autofree char *dir = g_strdup_printf("%s/home%zu", top, i);
		g_autofree char *what = g_strdup_printf("%d matches", sizes[i]);
		struct home *home = make_home(dir);

		make_matches(home, sizes[i]);
		measure(home, sizes[i], SAMPLE, &sample);
		print_sample(&sample, what);
		if (sizes[i] == 1000)
			batch(home, dir);
		home_close(home);
	}
	if (!quick)
		measure_past(top, &sample);
	getrusage(RUSAGE_SELF, &usage);
	printf("%-32s %6.1f MiB\n", "peak memory of all this",
	    (double)usage.ru_maxrss / 1024);
	measure_start(program != NULL ? program : "build/release/turnpost");
	remove_all = g_strdup_printf("rm -rf %s", top);
	return g_spawn_command_line_sync(remove_all, NULL, NULL, NULL, NULL)
		   ? 0
		   : 1;
}
