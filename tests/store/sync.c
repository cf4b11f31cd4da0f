/* SPDX-License-Identifier: ISC */
/* When the disk has what was committed. */
#include "store/engine.h"
#include "store/meta.h"
#include "store/store.h"
#include "store/transaction.h"
#include "tests/store/home.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

static int synced;
static bool disk_gone;

/* SQLite finds this one before that of the C library. */
int
fdatasync(int fd)
{
	synced++;
	if (disk_gone) {
		errno = EIO;
		return -1;
	}
	return (int)syscall(SYS_fdatasync, fd);
}

/* Commit something; how often was something synced? */
static int
set(struct home *h, const char *value)
{
	const int before = synced;

	ok(store_begin(h->st, __func__));
	ok(store_meta_set(h->st, "key", value));
	ok(store_commit(h->st));
	return synced - before;
}

static int
syncs(struct home *h)
{
	const int before = synced;

	ok(store_sync(h->st));
	return synced - before;
}

/* One commit that was synced, and one that is not yet. */
static void
commit_two(struct home *h)
{
	set(h, "a");
	ok(store_sync_later(h->st, true));
	assert_int_equal(set(h, "b"), 0);
}

static void
each_commit_is_synced(void **state)
{
	struct home *h = *state;

	needs_file(h);
	assert_true(set(h, "a") > 0);
	assert_int_equal(set(h, "b"), 1);
	assert_int_equal(syncs(h), 0);
}

static void
later_ones_are_synced_at_once(void **state)
{
	struct home *h = *state;

	needs_file(h);
	commit_two(h);
	assert_int_equal(set(h, "c"), 0);
	ok(store_sync_later(h->st, false));
	assert_int_equal(syncs(h), 1);
	assert_int_equal(syncs(h), 0);
	assert_int_equal(set(h, "d"), 1);
}

static void
the_next_commit_syncs_them(void **state)
{
	struct home *h = *state;

	needs_file(h);
	commit_two(h);
	ok(store_sync_later(h->st, false));
	assert_int_equal(set(h, "c"), 1);
	assert_int_equal(syncs(h), 0);
}

/* One that changes nothing has nothing to sync, and those before wait on. */
static void
an_empty_one_does_not(void **state)
{
	struct home *h = *state;

	needs_file(h);
	commit_two(h);
	ok(store_sync_later(h->st, false));
	ok(store_begin(h->st, __func__));
	ok(store_commit(h->st));
	assert_int_equal(syncs(h), 1);
}

static int
cannot(struct store *st, bool on)
{
	(void)on;
	return err_set(st->err, ERR_BUSY, "the disk is gone");
}

/* What went wrong first is told, whatever else does. */
static void
the_first_fault_stays(void **state)
{
	struct home *h = *state;
	const struct db_engine *engine = h->st->engine;
	struct db_engine broken = *engine;

	broken.sync_later = cannot;
	h->st->engine = &broken;
	fails(store_sync_later_end(h->st, 0), ERR_BUSY);
	says("the disk is gone");
	err_set(&h->e, ERR_DAMAGED, "a mail is not there");
	assert_int_equal(store_sync_later_end(h->st, -1), -1);
	says("a mail is not there");
	h->st->engine = engine;
	assert_int_equal(store_sync_later_end(h->st, -1), -1);
	ok(store_sync_later_end(h->st, 0));
}

/* Another connection sees it at once. */
static void
others_see_what_is_not_synced(void **state)
{
	struct home *h = *state;
	struct store *other;
	g_autofree char *value = NULL;

	ok(store_sync_later(h->st, true));
	set(h, "seen");
	other = store_open(h->path, false, &h->e);
	assert_non_null(other);
	ok(store_meta_get(other, "key", &value));
	store_close(other);
	assert_string_equal(value, "seen");
}

static void
closing_syncs_them(void **state)
{
	struct home *h = *state;
	struct store *other;
	int before;

	needs_file(h);
	commit_two(h);
	other = store_open(h->path, false, &h->e);
	assert_non_null(other);
	before = synced;
	store_close(h->st);
	h->st = other;
	assert_true(synced > before);
}

static void
a_disk_that_is_gone_is_told(void **state)
{
	struct home *h = *state;

	needs_file(h);
	commit_two(h);
	disk_gone = true;
	fails(store_sync(h->st), ERR_IO);
	disk_gone = false;
	says(h->path);
	/* asked again, for it has not got there */
	assert_int_equal(syncs(h), 1);
}

/* Where faults were told is often gone by then. */
static void
closing_tells_nobody(void **state)
{
	struct home *h = *state;
	int before;

	needs_file(h);
	commit_two(h);
	memset(&h->e, 0, sizeof(h->e));
	before = synced;
	disk_gone = true;
	store_close(h->st);
	disk_gone = false;
	h->st = NULL;
	assert_true(synced > before);
	assert_int_equal(h->e.code, 0);
	assert_string_equal(h->e.text, "");
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(each_commit_is_synced),
		T(later_ones_are_synced_at_once),
		T(the_first_fault_stays),
		T(the_next_commit_syncs_them),
		T(an_empty_one_does_not),
		T(others_see_what_is_not_synced),
		T(closing_syncs_them),
		T(a_disk_that_is_gone_is_told),
		T(closing_tells_nobody),
	};

	return cmocka_run_group_tests_name("sync", tests, NULL, NULL);
}
