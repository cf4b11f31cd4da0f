/* SPDX-License-Identifier: ISC */
/*
 * For the tests of store/: a database in a folder of its own, rows with
 * something in every field, and children that die by assert.
 */
#ifndef TESTS_STORE_HOME_H
#define TESTS_STORE_HOME_H

#include "base/err.h"
#include "store/people/absences.h"
#include "store/matches/actions.h"
#include "store/db.h"
#include "store/matches/events.h"
#include "store/matches/tenures.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_intake.h"
#include "store/matches/matches.h"
#include "store/matches/onlookers.h"
#include "store/mails/outbox.h"
#include "store/overview.h"
#include "store/people/people.h"
#include "store/matches/plans.h"
#include "store/people/asks.h"
#include "store/matches/seats.h"
#include "store/matches/substitutes.h"
#include "store/store.h"
#include "store/matches/talk.h"
#include "store/matches/timers.h"
#include "store/transaction.h"
#include "store/matches/votes.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include <glib/gstdio.h>

struct home {
	char *folder;
	char *path; /* of the database */
	struct store *st;
	struct err e;
};

/* Fails the test with the error's words, which say more than a number. */
#define ok(call)                                              \
	do {                                                  \
		if ((call) != 0)                              \
			fail_msg("%s: %s", #call, h->e.text); \
	} while (0)
#define fails(call, want)                                                   \
	do {                                                                \
		memset(&h->e, 0, sizeof(h->e));                             \
		if ((call) != -1)                                           \
			fail_msg("%s: does not fail", #call);               \
		if (h->e.code != (want))                                    \
			fail_msg(                                           \
			    "%s: %d %s", #call, (int)h->e.code, h->e.text); \
	} while (0)
/* The same of what may be told late: at the end of its transaction. */
#define fails_inside(call, want)                                            \
	do {                                                                \
		int called_;                                                \
                                                                            \
		ok(store_begin(h->st, "fails_inside"));                     \
		memset(&h->e, 0, sizeof(h->e));                             \
		called_ = (call);                                           \
		if (called_ == 0)                                           \
			called_ = store_commit(h->st);                      \
		else                                                        \
			store_rollback(h->st);                              \
		if (called_ != -1)                                          \
			fail_msg("%s: does not fail", #call);               \
		if (h->e.code != (want))                                    \
			fail_msg(                                           \
			    "%s: %d %s", #call, (int)h->e.code, h->e.text); \
	} while (0)
#define says(word) assert_non_null(strstr(h->e.text, word))

/*
 * Where its database is: a file, or with TEST_POSTGRES, the connection string
 * of a server for tests (tests/postgres.py), a schema of its own there.
 */
static inline char *
home_place(const char *folder)
{
	const char *server = getenv("TEST_POSTGRES");
	g_autofree char *name = g_path_get_basename(folder);
	g_autofree char *schema = NULL;

	if (server == NULL)
		return g_build_filename(folder, "turnpost.db", NULL);
	/* a name that needs no quotes */
	schema = g_ascii_strdown(g_strdelimit(name, "-", '_'), -1);
	return g_strconcat(server, "&options=-csearch_path%3D", schema, NULL);
}

/*
 * The rest of the test is about what SQLite alone has: a file, its pragmas, or
 * addresses that compare in any case, as older turnposts wrote them.
 */
#define needs_file(h)                           \
	do {                                    \
		if (store_is_remote((h)->path)) \
			skip();                 \
	} while (0)
/* The rest of the test is about what a server alone has. */
#define needs_server(h)                          \
	do {                                     \
		if (!store_is_remote((h)->path)) \
			skip();                  \
	} while (0)

static inline int
home_make(void **state)
{
	struct home *h = g_new0(struct home, 1);

	h->folder = g_dir_make_tmp("turnpost-store-XXXXXX", NULL);
	h->path = home_place(h->folder);
	*state = h;
	return h->folder == NULL ? -1 : 0;
}

static inline int
home_open(void **state)
{
	struct home *h;

	if (home_make(state) == -1)
		return -1;
	h = *state;
	h->st = store_open(h->path, true, &h->e);
	if (h->st == NULL)
		fprintf(stderr, "%s\n", h->e.text);
	return h->st == NULL ? -1 : 0;
}

static inline int
home_remove(void **state)
{
	struct home *h = *state;
	GDir *dir = g_dir_open(h->folder, 0, NULL);
	const char *name;

	store_close(h->st);
	while ((name = g_dir_read_name(dir)) != NULL) {
		g_autofree char *path = g_build_filename(h->folder, name, NULL);

		g_remove(path);
	}
	g_dir_close(dir);
	g_rmdir(h->folder);
	g_free(h->folder);
	g_free(h->path);
	g_free(h);
	return 0;
}

/* Open anew, as the next run of the program would. */
static inline void
home_again(struct home *h)
{
	store_close(h->st);
	h->st = store_open(h->path, false, &h->e);
	if (h->st == NULL)
		fail_msg("%s", h->e.text);
}

/*
 * Does this call die by an assert?  In a child, without its complaint and
 * without a core file.
 */
static inline bool
aborts(void (*call)(struct home *), struct home *h)
{
	const struct rlimit none = { 0, 0 };
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		setrlimit(RLIMIT_CORE, &none);
		if (freopen("/dev/null", "w", stderr) == NULL)
			_exit(2);
		signal(SIGABRT, SIG_DFL);
		call(h);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

/* One number by SQL of the test's own. */
static inline int64_t
count(struct home *h, const char *sql)
{
	int64_t n;

	ok(db_number(h->st, sql, &n));
	return n;
}

static inline int64_t
add_person(struct home *h, const char *name, const char *address)
{
	struct person p = {
		.name = (char *)name,
		.language = (char *)"en",
		.zone = (char *)"Europe/Berlin",
		.address = (char *)address,
		.created = 1000,
	};

	ok(store_begin(h->st, __func__));
	ok(store_person_add(h->st, &p));
	ok(store_commit(h->st));
	return p.id;
}

/* A match of as many persons as there are names; its persons are new. */
static inline int64_t
add_match(struct home *h, const char *name, int nseats)
{
	struct match_row m = {
		.game = (char *)"mutineer",
		.rules = 1,
		.name = (char *)name,
		.status = STATUS_MUSTER,
		.options = (char *)"{}",
		.created = 1000,
	};
	g_autoptr(GPtrArray) seats =
	    g_ptr_array_new_with_free_func((GDestroyNotify)seat_row_free);
	int i;

	for (i = 0; i < nseats; i++) {
		struct seat_row *s = g_new0(struct seat_row, 1);
		g_autofree char *address =
		    g_strdup_printf("p%d@%s.example", i, name);

		s->name = g_strdup_printf("Player %d", i);
		s->seat = i;
		s->told = -1;
		s->person = add_person(h, s->name, address);
		g_ptr_array_add(seats, s);
	}
	ok(store_begin(h->st, __func__));
	ok(store_match_add(h->st, &m, seats));
	ok(store_commit(h->st));
	return m.id;
}

/* Within a transaction of the caller's. */
static inline int
try_event(struct home *h, int64_t match, int64_t n)
{
	struct event_row ev = {
		.n = n,
		.move = (char *)"play wine",
		.by = (char *)"player",
		.at = 2000 + n,
	};

	return store_event_add(h->st, match, &ev);
}

/* Within a transaction of the caller's; sets *id. */
static inline int
try_mail(struct home *h, const char *source, const char *message_id,
    const char *sha, int64_t *id)
{
	g_autoptr(GBytes) raw = g_bytes_new_static("From: a\n\nplay\n", 14);
	struct inbox_row row = {
		.source = (char *)source,
		.sha = (char *)sha,
		.message_id = (char *)message_id,
		.sender = (char *)"anna@example.org",
		.seat = -1,
		.received = 3000,
		.size = 14,
		.raw = raw,
	};
	int r = store_inbox_add(h->st, &row);

	if (id != NULL)
		*id = row.id;
	return r;
}

/* Within a transaction of the caller's: a letter to a stranger. */
static inline int
try_letter(struct home *h, const char *dedup, int64_t *id)
{
	g_autoptr(GBytes) raw = g_bytes_new_static("To: b\n\nhello\n", 13);
	struct outbox_row row = {
		.dedup = (char *)dedup,
		.seat = -1,
		.address = (char *)"bert@example.org",
		.kind = (char *)"stranger",
		.message_id = (char *)"m1@example.org",
		.created = 4000,
		.raw = raw,
	};

	int r = store_outbox_next_id(h->st, &row.id);

	if (id != NULL)
		*id = row.id;
	return r == -1 ? -1 : store_outbox_add(h->st, &row);
}

#endif
