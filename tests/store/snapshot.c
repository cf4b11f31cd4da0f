/* SPDX-License-Identifier: ISC */
/* A copy is of one moment, whatever is written meanwhile; held letters. */
#include "store/mails/outbox_held.h"
#include "store/snapshot.h"
#include "store/meta.h"
#include "tests/store/home.h"

#include <fcntl.h>

static void
set(struct home *h, const char *value)
{
	ok(store_begin(h->st, __func__));
	ok(store_meta_set(h->st, "what", value));
	ok(store_commit(h->st));
}

static char *
empty_file(const struct home *h)
{
	char *path = g_build_filename(h->folder, "copy", NULL);

	close(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
	return path;
}

static void
one_moment(void **state)
{
	struct home *h = *state;
	g_autofree char *path = empty_file(h), *text = NULL;
	struct store *look, *copy;
	int schema, newest;

	set(h, "before");
	look = store_look(h->path, &schema, &newest, &h->e);
	assert_non_null(look);
	assert_int_equal(schema, newest);
	ok(store_snapshot(look));
	set(h, "after"); /* the copy makes nobody wait */
	ok(store_snapshot_copy(look, path));
	store_close(look);
	copy = store_open(path, false, &h->e);
	assert_non_null(copy);
	ok(store_check(copy));
	ok(store_meta_get(copy, "what", &text));
	assert_string_equal(text, "before");
	store_close(copy);
}

static void
no_room(void **state)
{
	struct home *h = *state;
	const struct rlimit small = { 8192, RLIM_INFINITY };
	struct rlimit before;
	g_autofree char *path = empty_file(h);
	struct store *look;
	int schema, newest;

	look = store_look(h->path, &schema, &newest, &h->e);
	ok(store_snapshot(look));
	getrlimit(RLIMIT_FSIZE, &before);
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	fails(store_snapshot_copy(look, path), ERR_IO);
	says("no room is left");
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	store_close(look);
}

static int64_t
add_letter(struct home *h, const char *dedup, enum outbox_state letter_state)
{
	g_autoptr(GBytes) raw = g_bytes_new_static("x", 1);
	struct outbox_row row = { .dedup = (char *)dedup,
		.seat = -1,
		.address = (char *)"a@example.org",
		.kind = (char *)"turn",
		.message_id = (char *)dedup,
		.note = (char *)"",
		.state = letter_state,
		.raw = raw };

	ok(store_begin(h->st, __func__));
	ok(store_outbox_next_id(h->st, &row.id));
	ok(store_outbox_add(h->st, &row));
	ok(store_commit(h->st));
	return row.id;
}

static void
held(void **state)
{
	struct home *h = *state;
	int64_t n, next;

	add_letter(h, "a", OUTBOX_NEW);
	add_letter(h, "b", OUTBOX_SENDING);
	add_letter(h, "c", OUTBOX_SENT);
	add_letter(h, "d", OUTBOX_DEAD);
	ok(store_begin(h->st, __func__));
	ok(store_outbox_hold(h->st, 1000, &n));
	assert_int_equal(n, 2);
	ok(store_outbox_next_id(h->st, &next));
	assert_int_equal(next, 1005);
	ok(store_outbox_held(h->st, &n));
	assert_int_equal(n, 2);
	ok(store_outbox_release(h->st, &n));
	assert_int_equal(n, 2);
	ok(store_outbox_held(h->st, &n));
	assert_int_equal(n, 0);
	ok(store_commit(h->st));
	assert_int_equal(
	    count(h, "SELECT count(*) FROM outbox WHERE state = 'new'"), 2);
	assert_int_equal(
	    count(h, "SELECT count(*) FROM outbox WHERE state = 'dead'"), 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
		    one_moment, home_open, home_remove),
		cmocka_unit_test_setup_teardown(
		    no_room, home_open, home_remove),
		cmocka_unit_test_setup_teardown(held, home_open, home_remove),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
