/* SPDX-License-Identifier: ISC */
/* How far mailboxes were read, and what is left to be done with their mails. */
#include "store/mails/mailboxes.h"
#include "store/transaction.h"
#include "tests/store/home.h"

#define BOX "imap:robot@host/INBOX"

static void
box_outside(struct home *h)
{
	const struct mailbox_row row = { 1, 2 };

	(void)store_mailbox_set(h->st, BOX, &row);
}

static void
mailbox(void **state)
{
	struct home *h = *state;
	struct mailbox_row row = { 7, 7 };

	assert_true(aborts(box_outside, h));
	ok(store_mailbox(h->st, BOX, &row));
	assert_int_equal(row.validity, 0);
	assert_int_equal(row.last_uid, 0);
	row = (struct mailbox_row){ UINT32_MAX, UINT32_MAX - 1 };
	ok(store_begin(h->st, __func__));
	ok(store_mailbox_set(h->st, BOX, &row));
	ok(store_commit(h->st));
	home_again(h);
	ok(store_mailbox(h->st, BOX, &row));
	assert_int_equal(row.validity, UINT32_MAX);
	assert_int_equal(row.last_uid, UINT32_MAX - 1);
	ok(store_begin(h->st, __func__));
	ok(store_mailboxes_anew(h->st));
	ok(store_commit(h->st));
	ok(store_mailbox(h->st, BOX, &row));
	assert_int_equal(row.validity, 0);
	assert_int_equal(row.last_uid, 0);
}

static void
set_mail(struct home *h, uint32_t uid, enum mailbox_work work, int tries,
    int64_t next_try)
{
	const struct mailbox_mail mail = { uid, work, tries, next_try };

	ok(store_mailbox_mail_set(h->st, BOX, &mail));
}

/* The UIDs as text: "3 5 ". */
static char *
uids(struct home *h, enum mailbox_work work, int64_t now, int max)
{
	g_autoptr(GArray) mails =
	    store_mailbox_mails(h->st, BOX, work, now, max);
	GString *text = g_string_new(NULL);

	assert_non_null(mails);
	for (guint i = 0; i < mails->len; i++) {
		const struct mailbox_mail *mail =
		    &g_array_index(mails, struct mailbox_mail, i);

		assert_int_equal(mail->work, work);
		g_string_append_printf(text, "%u ", (unsigned)mail->uid);
	}
	return g_string_free(text, FALSE);
}

static void
list_is(struct home *h, enum mailbox_work work, int64_t now, int max,
    const char *want)
{
	g_autofree char *got = uids(h, work, now, max);

	assert_string_equal(got, want);
}

static void
mails(void **state)
{
	struct home *h = *state;
	const struct mailbox_row row = { 1, 0 };
	bool stuck;

	ok(store_begin(h->st, __func__));
	ok(store_mailbox_set(h->st, BOX, &row));
	set_mail(h, 9, MAILBOX_MOVE, 0, 0);
	set_mail(h, 4, MAILBOX_MOVE, 0, 0);
	ok(store_mailbox_stuck(h->st, BOX, &stuck));
	assert_false(stuck);
	set_mail(h, 2, MAILBOX_MOVE, 2, 100);
	ok(store_mailbox_stuck(h->st, BOX, &stuck));
	assert_true(stuck);
	set_mail(h, 3, MAILBOX_FETCH, 1, 50);
	list_is(h, MAILBOX_MOVE, 99, 50, "4 9 ");
	list_is(h, MAILBOX_MOVE, 100, 50, "4 9 2 ");
	list_is(h, MAILBOX_MOVE, 100, 1, "4 ");
	list_is(h, MAILBOX_FETCH, 49, 50, "");
	list_is(h, MAILBOX_FETCH, 50, 50, "3 ");
	/* fetched after all: now it is to be moved */
	set_mail(h, 3, MAILBOX_MOVE, 0, 0);
	list_is(h, MAILBOX_FETCH, 50, 50, "");
	list_is(h, MAILBOX_MOVE, 50, 50, "3 4 9 ");
	ok(store_mailbox_mail_drop(h->st, BOX, 3));
	ok(store_mailbox_mail_drop(h->st, BOX, 3));
	list_is(h, MAILBOX_MOVE, 50, 50, "4 9 ");
	ok(store_mailbox_mails_drop(h->st, BOX));
	list_is(h, MAILBOX_MOVE, 500, 50, "");
	ok(store_mailbox_stuck(h->st, BOX, &stuck));
	assert_false(stuck);
	ok(store_commit(h->st));
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(mailbox),
		T(mails),
	};

	return cmocka_run_group_tests_name("mailboxes", tests, NULL, NULL);
}
