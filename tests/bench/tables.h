/* SPDX-License-Identifier: ISC */
/* Matches of Mutineer that have begun, and mails with moves for them. */
#ifndef TESTS_BENCH_TABLES_H
#define TESTS_BENCH_TABLES_H

#include "app/home/first_settings.h"
#include "app/home/folder.h"
#include "app/home/home.h"
#include "app/letters/new_match.h"
#include "app/letters/settle.h"
#include "app/matches/create.h"
#include "app/matches/status.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/table.h"
#include "base/err.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "mail/key.h"
#include "mail/ticket.h"
#include "mail/ticket_text.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/people/people.h"
#include "store/transaction.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define SEATS 4
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
	/* a server of the tests (tests/postgres.py); NULL: a file */
	const char *server = getenv("TEST_POSTGRES");
	g_autofree char *store =
	    server == NULL
		? NULL
		: g_strdup_printf("%s&options=-csearch_path%%3Dbench_%d",
		      server, (int)getpid());
	const struct first_settings first = {
		.address = (char *)(uintptr_t) "robot@example.org",
		.store = store
	};
	struct err e = { 0 };
	struct home *home;

	must(home_create_with(dir, &first, &e), &e);
	home = home_open(dir, NULL, &e);
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

static int
by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

/* Is that part asked for?  All are if none is named. */
static bool
wants(char **words, const char *part)
{
	return words[0] == NULL ||
	       g_strv_contains((const char *const *)words, part);
}

#endif
