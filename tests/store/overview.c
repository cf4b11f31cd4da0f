/* SPDX-License-Identifier: ISC */
/* What an organiser must know of, and looking without changing. */
#include "base/err.h"
#include "store/db.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_intake.h"
#include "store/mails/outbox.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/overview.h"
#include "store/people/people.h"
#include "store/store.h"
#include "store/transaction.h"
#include "tests/store/home.h"

static int64_t
add_mail(struct home *h, enum inbox_state state, int64_t received)
{
	static int serial;
	g_autofree char *source = g_strdup_printf("maildir:%d", serial++);
	g_autoptr(GBytes) raw = g_bytes_new("x", 1);
	struct inbox_row row = { .source = source,
		.sha = source,
		.message_id = source,
		.sender = source,
		.note = source,
		.says = source,
		.seat = -1,
		.received = received,
		.handled = received,
		.state = state,
		.raw = raw };

	ok(store_inbox_add(h->st, &row));
	return row.id;
}

static int64_t
add_letter(struct home *h, enum outbox_state state, int64_t created,
    int64_t person, const char *address, const char *note)
{
	g_autoptr(GBytes) raw = g_bytes_new("x", 1);
	struct outbox_row row = { .seat = -1,
		.person = person,
		.address = (char *)(uintptr_t)address,
		.kind = (char *)(uintptr_t) "summary",
		.message_id = (char *)(uintptr_t) "x",
		.raw = raw,
		.state = state,
		.note = (char *)(uintptr_t)note,
		.created = created,
		.news_after = -1 };
	g_autofree char *dedup = NULL;

	ok(store_outbox_next_id(h->st, &row.id));
	row.dedup = dedup = g_strdup_printf("%lld", (long long)row.id);
	ok(store_outbox_add(h->st, &row));
	return row.id;
}

static void
assert_ids(GArray *ids, int n, const int64_t *want)
{
	assert_non_null(ids);
	assert_int_equal(ids->len, n);
	for (int i = 0; i < n; i++)
		assert_int_equal(g_array_index(ids, int64_t, i), want[i]);
	g_array_unref(ids);
}

static void
what_waits(void **state)
{
	struct home *h = *state;
	struct overview o;
	int64_t held, dead, newest;

	ok(store_overview(h->st, &o));
	assert_int_equal(o.mails + o.held + o.dead + o.letters + o.given_up, 0);
	assert_int_equal(o.newest + o.mails_since + o.letters_since, 0);
	ok(store_begin(h->st, __func__));
	add_mail(h, INBOX_NEW, 70);
	add_mail(h, INBOX_NEW, 50);
	held = add_mail(h, INBOX_HELD, 60);
	dead = add_mail(h, INBOX_DEAD, 60);
	newest = add_mail(h, INBOX_HELD, 61);
	add_mail(h, INBOX_DONE, 62);
	add_mail(h, INBOX_IGNORED, 40);
	add_letter(h, OUTBOX_NEW, 80, 0, "a@b", "");
	add_letter(h, OUTBOX_UNKNOWN, 65, 0, "a@b", "");
	add_letter(h, OUTBOX_SENT, 20, 0, "a@b", "");
	ok(store_commit(h->st));
	ok(store_overview(h->st, &o));
	assert_int_equal(o.mails, 2);
	assert_int_equal(o.mails_since, 50);
	assert_int_equal(o.held, 2);
	assert_int_equal(o.dead, 1);
	assert_int_equal(o.letters, 2);
	assert_int_equal(o.letters_since, 65);
	assert_int_equal(o.given_up, 0);
	/* the last ones that came and were written */
	assert_int_equal(o.newest, 40);
	assert_ids(
	    store_set_aside(h->st, 9), 3, (int64_t[]){ newest, dead, held });
	assert_ids(store_set_aside(h->st, 1), 1, &newest);
}

static void
sql(struct home *h, const char *text)
{
	ok(db_exec(h->st, text));
}

static void
given_up(void **state)
{
	struct home *h = *state;
	g_autoptr(GPtrArray) none = NULL, one = NULL;
	const struct undeliverable_row *row;
	struct overview o;
	int64_t anna, boris, ids[3];

	needs_file(h);
	ok(store_begin(h->st, __func__));
	anna = add_person(h, "Anna", "Anna@b");
	boris = add_person(h, "Boris", "boris@b");
	ids[2] = add_letter(h, OUTBOX_DEAD, 1, 0, "stranger@b", "x");
	ids[1] = add_letter(h, OUTBOX_DEAD, 1, anna, "anna@B", "x");
	/* not hers any more */
	add_letter(h, OUTBOX_DEAD, 1, anna, "old@b", "x");
	add_letter(h, OUTBOX_DEAD, 1, anna, "anna@b", NOTE_DROPPED);
	add_letter(h, OUTBOX_LATER, 1, anna, "anna@b", "x");
	ids[0] = add_letter(h, OUTBOX_DEAD, 1, boris, "boris@b", "");
	ok(store_commit(h->st));
	assert_ids(store_given_up(h->st, 9), 3, ids);
	ok(store_overview(h->st, &o));
	assert_int_equal(o.given_up, 3);
	none = store_undeliverable(h->st);
	assert_int_equal(none->len, 0);
	sql(h, "UPDATE address SET unreached = 77 WHERE person = 2");
	assert_ids(store_given_up(h->st, 9), 2, ids + 1);
	one = store_undeliverable(h->st);
	assert_int_equal(one->len, 1);
	row = one->pdata[0];
	assert_int_equal(row->person, boris);
	assert_string_equal(row->name, "Boris");
	assert_string_equal(row->address, "boris@b");
	assert_int_equal(row->since, 77);
}

static void
forestalled(void **state)
{
	struct home *h = *state;
	int64_t fresh, sent, n;
	struct outbox_row *row;

	needs_file(h);
	ok(store_begin(h->st, __func__));
	fresh = add_letter(h, OUTBOX_NEW, 1, 0, "Olga@b", "");
	add_letter(h, OUTBOX_LATER, 1, 0, "olga@b", "no");
	sent = add_letter(h, OUTBOX_SENT, 1, 0, "olga@b", "");
	add_letter(h, OUTBOX_UNKNOWN, 1, 0, "olga@b", "");
	add_letter(h, OUTBOX_NEW, 1, 0, "other@b", "");
	ok(store_outbox_forestall(h->st, "olga@b", "turn"));
	ok(store_outbox_waiting(h->st, &n));
	assert_int_equal(n, 4);
	ok(store_outbox_forestall(h->st, "olga@b", "summary"));
	ok(store_commit(h->st));
	ok(store_outbox_waiting(h->st, &n));
	assert_int_equal(n, 2);
	row = store_outbox(h->st, fresh);
	assert_int_equal(row->state, OUTBOX_REPLACED);
	outbox_row_free(row);
	row = store_outbox(h->st, sent);
	assert_int_equal(row->state, OUTBOX_SENT);
	outbox_row_free(row);
}

static void
suppressed(void **state)
{
	struct home *h = *state;
	int64_t n;

	ok(store_begin(h->st, __func__));
	for (int i = 1; i <= 4; i++)
		add_mail(h, INBOX_DONE, i * 10);
	ok(store_commit(h->st));
	ok(store_suppressed(h->st, 0, &n));
	assert_int_equal(n, 0);
	sql(h, "UPDATE inbox SET answer = 'spared' WHERE received > 10");
	ok(store_suppressed(h->st, 0, &n));
	assert_int_equal(n, 3);
	ok(store_suppressed(h->st, 20, &n));
	assert_int_equal(n, 2);
}

/* ---- looking ---- */

static void
looking(void **state)
{
	struct home *h = *state;
	int schema = 0, newest = 0;
	struct store *st;
	struct overview o;

	ok(store_begin(h->st, __func__));
	add_mail(h, INBOX_HELD, 5);
	ok(store_commit(h->st));
	st = store_look(h->path, &schema, &newest, &h->e);
	assert_non_null(st);
	assert_int_equal(schema, newest);
	ok(store_check(st));
	assert_int_equal(store_overview(st, &o), 0);
	assert_int_equal(o.held, 1);
	/* it writes nothing, whatever it is asked */
	assert_int_equal(db_exec(st, "DELETE FROM inbox_raw"), -1);
	store_close(st);
}

static void
looking_at_an_old_one(void **state)
{
	struct home *h = *state;
	int schema = 0, newest = 0;
	struct store *st;

	needs_file(h);
	sql(h, "PRAGMA user_version = 1");
	st = store_look(h->path, &schema, &newest, &h->e);
	assert_non_null(st);
	assert_int_equal(schema, 1);
	assert_true(newest > 1);
	store_close(st);
	st = store_look(h->path, &schema, &newest, &h->e);
	assert_int_equal(schema, 1);
	store_close(st);
	sql(h, "PRAGMA user_version = 99");
	assert_null(store_look(h->path, &schema, &newest, &h->e));
	assert_int_equal(h->e.code, ERR_NEWER);
	assert_null(store_look("/nonexistent/x.db", &schema, &newest, &h->e));
	assert_int_equal(h->e.code, ERR_MISSING);
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(what_waits),
		T(given_up),
		T(forestalled),
		T(suppressed),
		T(looking),
		T(looking_at_an_old_one),
	};

	return cmocka_run_group_tests_name("overview", tests, NULL, NULL);
}
