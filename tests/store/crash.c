/* SPDX-License-Identifier: ISC */
/*
 * A process killed at any moment leaves whole transactions, and those it has
 * reported as committed are all there.
 */
#include "base/err.h"
#include "store/mails/inbox.h"
#include "store/mails/outbox.h"
#include "store/matches/matches.h"
#include "store/people/people.h"
#include "store/store.h"
#include "store/transaction.h"
#include "tests/store/home.h"

#define ROUNDS 40

/* One transaction: an event, and two letters, which belong together. */
static int
move_on(struct home *h, struct match_row *m)
{
	g_autofree char *first = NULL, *second = NULL;

	m->last_event++;
	first = g_strdup_printf("a%d", (int)m->last_event);
	second = g_strdup_printf("b%d", (int)m->last_event);
	if (store_begin(h->st, __func__) == -1)
		return -1;
	if (try_mail(h, first, "", "aa", NULL) == -1 ||
	    try_event(h, m->id, m->last_event) == -1 ||
	    store_match_update(h->st, m) == -1 ||
	    try_letter(h, first, NULL) == -1 ||
	    try_letter(h, second, NULL) == -1) {
		store_rollback(h->st);
		return -1;
	}
	return store_commit(h->st);
}

/* Until it is killed; tells by the pipe how far it is. */
static void
move_for_ever(struct home *h, int64_t match, int out)
{
	struct match_row *m;

	h->st = store_open(h->path, false, &h->e);
	if (h->st == NULL)
		_exit(1);
	m = store_match(h->st, match);
	while (m != NULL && move_on(h, m) == 0)
		if (write(out, &m->last_event, sizeof(m->last_event)) !=
		    sizeof(m->last_event))
			break;
	_exit(1);
}

/* Kill a child after a while; returns the last event it told of. */
static int64_t
one_round(struct home *h, int64_t match, unsigned after)
{
	int ends[2], status;
	int64_t last = 0, n;
	pid_t pid;

	assert_int_equal(pipe(ends), 0);
	pid = fork();
	if (pid == 0)
		move_for_ever(h, match, ends[1]);
	close(ends[1]);
	/* Let it come to work first. */
	if (read(ends[0], &n, sizeof(n)) == sizeof(n))
		last = n;
	g_usleep(after);
	kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status));
	while (read(ends[0], &n, sizeof(n)) == sizeof(n))
		last = n;
	close(ends[0]);
	return last;
}

static void
is_whole(struct home *h, int64_t told)
{
	int64_t events;

	ok(store_check(h->st));
	events = count(h, "SELECT count(*) FROM event");
	/* It may have died between the commit and the telling. */
	assert_true(events == told || events == told + 1);
	assert_int_equal(count(h, "SELECT last_event FROM match"), events);
	assert_int_equal(count(h, "SELECT max(n) FROM event"), events);
	assert_int_equal(count(h, "SELECT count(*) FROM inbox"), events);
	assert_int_equal(count(h, "SELECT count(*) FROM inbox_raw"), events);
	assert_int_equal(count(h, "SELECT count(*) FROM outbox"), 2 * events);
	assert_int_equal(
	    count(h, "SELECT count(*) FROM outbox_raw"), 2 * events);
	assert_int_equal(count(h, "SELECT last FROM counter"), 2 * events);
}

static void
killed_again_and_again(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 1), told = 0;
	unsigned i;

	for (i = 0; i < ROUNDS; i++) {
		int64_t now;

		store_close(h->st);
		h->st = NULL;
		now = one_round(h, match, i * 137 % 3001);
		assert_true(now > told);
		h->st = store_open(h->path, false, &h->e);
		assert_non_null(h->st);
		is_whole(h, now);
		told = count(h, "SELECT count(*) FROM event");
	}
	assert_true(told >= ROUNDS);
}

/* The first opening of all is killed, with whatever it had done. */
static void
killed_while_made(void **state)
{
	struct home *h = *state;
	unsigned i;
	int status;

	for (i = 0; i < ROUNDS; i++) {
		g_autofree char *path =
		    g_strdup_printf("%s/%u.db", h->folder, i);
		struct store *st;
		pid_t pid = fork();

		if (pid == 0) {
			store_open(path, true, NULL);
			for (;;)
				pause();
		}
		g_usleep(i * 200);
		kill(pid, SIGKILL);
		assert_int_equal(waitpid(pid, &status, 0), pid);
		st = store_open(path, true, &h->e);
		if (st == NULL)
			fail_msg("%s", h->e.text);
		ok(store_check(st));
		store_close(st);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
		    killed_again_and_again, home_open, home_remove),
		cmocka_unit_test_setup_teardown(
		    killed_while_made, home_make, home_remove),
	};

	return cmocka_run_group_tests_name("crash", tests, NULL, NULL);
}
