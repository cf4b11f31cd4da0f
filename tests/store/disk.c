/* SPDX-License-Identifier: ISC */
/*
 * A disk that fills up: the error says so, nothing half done stays, and once
 * there is room again the same database goes on.
 */
#include "base/err.h"
#include "store/db.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_intake.h"
#include "store/mails/outbox.h"
#include "store/matches/seats.h"
#include "store/meta.h"
#include "store/store.h"
#include "store/transaction.h"
#include "tests/store/home.h"

#include <sys/stat.h>

#define MAIL_SIZE 100000

/* A mail of some size, in a transaction of its own. */
static int
store_big_mail(struct home *h, const char *source)
{
	g_autofree guint32 *text = g_new(guint32, MAIL_SIZE / 4);
	g_autoptr(GBytes) raw = NULL;
	struct inbox_row row = { .source = (char *)source,
		.sha = (char *)"aa",
		.seat = -1,
		.size = MAIL_SIZE };

	/* noise, which takes as much room when it is packed */
	for (guint32 i = 0; i < MAIL_SIZE / 4; i++)
		text[i] = (i + 1) * 2654435761u * (i | 1);
	row.raw = raw = g_bytes_new(text, MAIL_SIZE);
	if (store_begin(h->st, "receive") == -1)
		return -1;
	if (store_inbox_add(h->st, &row) == -1) {
		store_rollback(h->st);
		return -1;
	}
	return store_commit(h->st);
}

/*
 * No file of ours may grow beyond this; 0: as far as it wants.  It is how a
 * full disk looks from here, but for its name.
 */
static void
limit_files(rlim_t size)
{
	struct rlimit limit;

	getrlimit(RLIMIT_FSIZE, &limit);
	limit.rlim_cur = size == 0 ? limit.rlim_max : size;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void
still_works(struct home *h, int64_t mails)
{
	assert_false(store_in_transaction(h->st));
	assert_int_equal(count(h, "SELECT count(*) FROM inbox"), mails);
	assert_int_equal(count(h, "SELECT count(*) FROM inbox_raw"), mails);
	ok(store_check(h->st));
	ok(store_big_mail(h, "afterwards"));
	home_again(h);
	assert_int_equal(count(h, "SELECT count(*) FROM inbox"), mails + 1);
	ok(store_check(h->st));
}

/* The commit writes to the log beside the database, and fails. */
static void
log_cannot_grow(void **state)
{
	struct home *h = *state;
	g_autofree char *wal = g_strconcat(h->path, "-wal", NULL);
	struct stat s;
	int i;

	ok(store_big_mail(h, "before"));
	assert_int_equal(stat(wal, &s), 0);
	for (i = 0; i < 3; i++) {
		limit_files((rlim_t)s.st_size + 20000);
		fails(store_big_mail(h, "during"), ERR_IO);
		limit_files(0);
		says(h->path);
		says("receive: cannot read or write database");
		assert_int_equal(count(h, "SELECT count(*) FROM inbox"), 1);
	}
	still_works(h, 1);
}

/* SQLite's own limit gives its own word for a full disk. */
static void
database_is_full(void **state)
{
	struct home *h = *state;
	int64_t pages;

	ok(store_big_mail(h, "before"));
	pages = count(h, "PRAGMA page_count");
	assert_true(pages > 10);
	/* It cannot be set below what there is: so to that, and no more. */
	ok(db_exec(h->st, "PRAGMA max_page_count = 1"));
	fails(store_big_mail(h, "during"), ERR_IO);
	says("mail during: no room left for database ");
	ok(db_exec(h->st, "PRAGMA max_page_count = 1073741823"));
	still_works(h, 1);
}

/* In the middle of more: the outer transaction must not keep its half. */
static void
full_within_another(void **state)
{
	struct home *h = *state;
	int r;

	ok(store_begin(h->st, "handle"));
	ok(store_meta_set(h->st, "half", "1"));
	ok(db_exec(h->st, "PRAGMA max_page_count = 1"));
	fails(store_big_mail(h, "during"), ERR_IO);
	ok(db_exec(h->st, "PRAGMA max_page_count = 1073741823"));
	r = store_meta_set(h->st, "other half", "1");
	if (store_commit(h->st) == -1)
		assert_int_equal(r, -1);
	/* Both halves or none. */
	assert_int_equal(
	    count(h, "SELECT count(*) FROM meta WHERE key LIKE '%half'"),
	    r == 0 ? 2 : 0);
	still_works(h, 0);
}

static void
no_room_to_begin_with(void **state)
{
	struct home *h = *state;
	struct store *st;
	g_autofree char *path = g_build_filename(h->folder, "new.db", NULL);

	/* For the file itself, and for those beside it. */
	for (rlim_t size = 1; size < 32768; size += 5000) {
		limit_files(size);
		st = store_open(path, true, &h->e);
		limit_files(0);
		assert_null(st);
		assert_int_equal(h->e.code, ERR_IO);
		says(path);
		says("the disk is full");
	}
	st = store_open(path, true, &h->e);
	assert_non_null(st);
	ok(store_check(st));
	store_close(st);
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(log_cannot_grow),
		T(database_is_full),
		T(full_within_another),
		T(no_room_to_begin_with),
	};

	signal(SIGXFSZ, SIG_IGN);
	return cmocka_run_group_tests_name("disk", tests, NULL, NULL);
}
