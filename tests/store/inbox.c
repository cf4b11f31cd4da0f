/* SPDX-License-Identifier: ISC */
/* Mails that came in. */
#include "base/err.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_answers.h"
#include "store/mails/inbox_intake.h"
#include "store/mails/inbox_lists.h"
#include "store/mails/outbox.h"
#include "store/mails/unproved.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/people/forget.h"
#include "store/people/people.h"
#include "store/transaction.h"
#include "tests/store/home.h"

static void
mail_outside(struct home *h)
{
	(void)try_mail(h, "a", "", "aa", NULL);
}

static void
handle_outside(struct home *h)
{
	struct inbox_row row = { .id = 1 };

	(void)store_inbox_update(h->st, &row);
}

static void
misuse_aborts(void **state)
{
	struct home *h = *state;

	assert_true(aborts(mail_outside, h));
	assert_true(aborts(handle_outside, h));
}

static void
words(void **state)
{
	(void)state;
	assert_string_equal(inbox_state_word(INBOX_NEW), "new");
	assert_string_equal(inbox_state_word(INBOX_DEAD), "dead");
}

static void
mail_comes_once(void **state)
{
	struct home *h = *state;
	int64_t first, second;

	assert_false(store_inbox_knows(h->st, "maildir:1"));
	ok(store_begin(h->st, __func__));
	ok(try_mail(h, "maildir:1", "m@x", "aa", &first));
	fails(try_mail(h, "maildir:1", "n@x", "bb", NULL), ERR_CLASH);
	says("mail maildir:1: it is already there (inbox.source)");
	ok(try_mail(h, "maildir:2", "m@x", "aa", &second));
	ok(store_commit(h->st));
	assert_true(second > first);
	assert_true(store_inbox_knows(h->st, "maildir:1"));
	assert_false(store_inbox_knows(h->st, "maildir:3"));
	assert_int_equal(count(h, "SELECT count(*) FROM inbox_raw"), 2);
}

static void
mail_comes_back_whole(void **state)
{
	struct home *h = *state;
	int64_t match = add_match(h, "m", 2);
	g_autoptr(GBytes) raw = g_bytes_new_static("a\0b", 3);
	struct inbox_row row = { .source = (char *)"imap:1:2",
		.sha = (char *)"ff",
		.message_id = (char *)"m@x",
		.sender = (char *)"a@x",
		.match = match,
		.seat = 1,
		.received = 1,
		.handled = 2,
		.state = INBOX_HELD,
		.tries = 3,
		.note = (char *)"odd",
		.size = 99,
		.cut = true,
		.raw = raw };
	struct inbox_row *got;

	ok(store_begin(h->st, __func__));
	ok(store_inbox_add(h->st, &row));
	ok(store_commit(h->st));
	got = store_inbox(h->st, row.id);
	assert_int_equal(got->id, row.id);
	assert_string_equal(got->source, "imap:1:2");
	assert_string_equal(got->sha, "ff");
	assert_string_equal(got->message_id, "m@x");
	assert_string_equal(got->sender, "a@x");
	assert_int_equal(got->match, match);
	assert_int_equal(got->seat, 1);
	assert_int_equal(got->received, 1);
	assert_int_equal(got->handled, 2);
	assert_int_equal(got->state, INBOX_HELD);
	assert_int_equal(got->tries, 3);
	assert_string_equal(got->note, "odd");
	assert_int_equal(got->size, 99);
	assert_true(got->cut);
	assert_true(g_bytes_equal(got->raw, raw));
	inbox_row_free(got);
	inbox_row_free(NULL);
	assert_null(store_inbox(h->st, row.id + 1));
	assert_int_equal(h->e.code, 0);
}

/* Handle a mail: its state and what the handling found out. */
static void
handle(struct home *h, int64_t id, enum inbox_state to)
{
	struct inbox_row *row = store_inbox(h->st, id);

	row->state = to;
	row->handled = 3500;
	row->tries++;
	g_free(row->note);
	row->note = g_strdup("seen");
	ok(store_inbox_update(h->st, row));
	inbox_row_free(row);
}

static void
new_mails_wait(void **state)
{
	struct home *h = *state;
	g_autoptr(GArray) ids = NULL;
	struct inbox_row none = { .id = 99 };
	struct inbox_row *row;
	int64_t id[4];
	int i;

	ok(store_begin(h->st, __func__));
	for (i = 0; i < 4; i++) {
		char source[2] = { (char)('a' + i), '\0' };

		ok(try_mail(h, source, "", "aa", &id[i]));
	}
	handle(h, id[1], INBOX_DONE);
	fails_inside(store_inbox_update(h->st, &none), ERR_MISSING);
	ok(store_commit(h->st));
	ids = store_inbox_new(h->st, 2);
	assert_int_equal(ids->len, 2);
	assert_int_equal(g_array_index(ids, int64_t, 0), id[0]);
	assert_int_equal(g_array_index(ids, int64_t, 1), id[2]);
	row = store_inbox(h->st, id[1]);
	assert_int_equal(row->state, INBOX_DONE);
	assert_int_equal(row->handled, 3500);
	assert_int_equal(row->tries, 1);
	assert_int_equal(row->match, 0);
	assert_int_equal(row->seat, -1);
	assert_string_equal(row->note, "seen");
	assert_int_equal(g_bytes_get_size(row->raw), 14);
	inbox_row_free(row);
}

static void
mails_are_listed(void **state)
{
	struct home *h = *state;
	g_autoptr(GPtrArray) all = NULL;
	g_autoptr(GPtrArray) held = NULL;
	int64_t a, b, c;

	ok(store_begin(h->st, __func__));
	ok(try_mail(h, "a", "", "aa", &a));
	ok(try_mail(h, "b", "", "aa", &b));
	ok(try_mail(h, "c", "", "aa", &c));
	handle(h, a, INBOX_HELD);
	handle(h, b, INBOX_HELD);
	ok(store_commit(h->st));
	all = store_inbox_list(h->st, -1, INT64_MAX, 2);
	assert_int_equal(all->len, 2);
	assert_int_equal(((struct inbox_row *)all->pdata[0])->id, c);
	assert_int_equal(((struct inbox_row *)all->pdata[1])->id, b);
	assert_null(((struct inbox_row *)all->pdata[1])->raw);
	held = store_inbox_list(h->st, INBOX_HELD, INT64_MAX, 9);
	assert_int_equal(held->len, 2);
	assert_int_equal(((struct inbox_row *)held->pdata[0])->id, b);
	assert_int_equal(((struct inbox_row *)held->pdata[1])->id, a);
}

/* A mail for a seat of match 1, handled. */
static int64_t
seat_mail(struct home *h, const char *source, const char *sha, int seat,
    enum inbox_state state, enum inbox_answer answer)
{
	struct inbox_row *row;
	int64_t id;

	ok(try_mail(h, source, "m@x", sha, &id));
	row = store_inbox(h->st, id);
	row->match = 1;
	row->seat = seat;
	row->state = state;
	row->handled = 3500;
	row->answer = answer;
	g_free(row->says);
	row->says = g_strdup(sha);
	ok(store_inbox_update(h->st, row));
	inbox_row_free(row);
	return id;
}

static int64_t
twin(struct home *h, int64_t id, const char *sender, const char *message_id)
{
	struct inbox_row *of = store_inbox(h->st, id), *row;

	of->sender = (g_free(of->sender), g_strdup(sender));
	of->message_id = (g_free(of->message_id), g_strdup(message_id));
	row = store_inbox_twin(h->st, of);
	id = row == NULL ? 0 : row->id;
	assert_int_equal(h->e.code, 0);
	inbox_row_free(row);
	inbox_row_free(of);
	return id;
}

static void
twins(void **state)
{
	struct home *h = *state;
	const char *anna = "Anna@example.ORG";
	int64_t a, b, c, d;

	needs_file(h);
	add_match(h, "m", 2);
	ok(store_begin(h->st, __func__));
	c = seat_mail(h, "c", "bb", 0, INBOX_NEW, ANSWER_NONE);
	seat_mail(h, "x", "bb", 0, INBOX_HELD, ANSWER_NONE);
	seat_mail(h, "y", "bb", 0, INBOX_IGNORED, ANSWER_NONE);
	seat_mail(h, "z", "bb", 0, INBOX_DEAD, ANSWER_NONE);
	assert_int_equal(twin(h, c, anna, "m@x"), 0); /* none was done */
	d = seat_mail(h, "d", "bb", 1, INBOX_DONE, ANSWER_NONE);
	assert_int_equal(twin(h, c, anna, "m@x"), 0); /* for another seat */
	assert_int_equal(twin(h, d, anna, "m@x"), 0); /* only itself */
	a = seat_mail(h, "a", "aa", 0, INBOX_DONE, ANSWER_NONE);
	assert_int_equal(twin(h, c, anna, "m@x"), a); /* a later one, too */
	b = seat_mail(h, "b", "bb", 0, INBOX_DONE, ANSWER_NONE);
	assert_int_equal(twin(h, c, anna, "m@x"), b); /* the same bytes */
	assert_int_equal(twin(h, b, anna, "m@x"), a);
	assert_int_equal(twin(h, c, "bert@x", "m@x"), 0);
	assert_int_equal(twin(h, c, anna, "M@x"), 0);
	assert_int_equal(twin(h, c, anna, ""), 0);
	ok(store_commit(h->st));
}

static int64_t
answered_same(struct home *h, int64_t id, int64_t person, int64_t since)
{
	struct inbox_row *row = store_inbox(h->st, id);
	struct inbox_answers all = { .now = 3500, .like[1].since = since };
	struct inbox_answered one = { .since = since };

	ok(store_inbox_answered(h->st, row, person, &all));
	ok(store_inbox_answered_like(h->st, row, person, 3500, &one));
	assert_int_equal(one.first, one.n == 0 ? 0 : 3500);
	assert_int_equal(all.like[1].n, one.n);
	assert_int_equal(all.like[1].first, one.first);
	inbox_row_free(row);
	return one.n;
}

/* Whatever they say. */
static int64_t
answered_by(
    struct home *h, int64_t id, int64_t person, int64_t since, int64_t now)
{
	struct inbox_row *row = store_inbox(h->st, id);
	struct inbox_answers all = { .now = now, .all[1].since = since };

	ok(store_inbox_answered(h->st, row, person, &all));
	assert_int_equal(all.all[1].first, all.all[1].n == 0 ? 0 : 3500);
	inbox_row_free(row);
	return all.all[1].n;
}

static int64_t
answered(struct home *h, int64_t id, int64_t person, int64_t since)
{
	return answered_by(h, id, person, since, 3500);
}

static void
answers_are_counted(void **state)
{
	struct home *h = *state;
	int64_t anna = add_person(h, "Anna", "Anna@Example.org");
	int64_t bert = add_person(h, "Bert", "bert@x"), a, b, n, at;
	struct inbox_row *row;

	add_match(h, "m", 2);
	ok(store_begin(h->st, __func__));
	a = seat_mail(h, "a", "aa", 0, INBOX_DONE, ANSWER_SENT);
	seat_mail(h, "b", "aa", 0, INBOX_DONE, ANSWER_SENT);
	b = seat_mail(h, "c", "aa", 1, INBOX_DONE, ANSWER_SENT);
	seat_mail(h, "d", "bb", 0, INBOX_DONE, ANSWER_SENT);
	seat_mail(h, "e", "aa", 0, INBOX_DONE, ANSWER_NONE);
	ok(store_inbox_suppressed(h->st, 0, 3500, &n));
	assert_int_equal(n, 0);
	seat_mail(h, "f", "aa", 0, INBOX_DONE, ANSWER_SUPPRESSED);
	seat_mail(h, "g", "aa", 0, INBOX_DONE, ANSWER_SUPPRESSED);
	ok(store_commit(h->st));
	ok(store_inbox_suppressed(h->st, 3499, 3500, &n));
	assert_int_equal(n, 1);
	ok(store_inbox_suppressed(h->st, 3500, 3500, &n));
	assert_int_equal(n, 0);
	assert_int_equal(answered(h, a, anna, 3499), 4);
	assert_int_equal(answered(h, a, anna, 3500), 0);
	assert_int_equal(answered(h, a, bert, 0), 0);
	/* the clock was ahead then */
	assert_int_equal(answered_by(h, a, anna, 3400, 3499), 0);
	assert_int_equal(answered_same(h, a, anna, 3499), 2);
	assert_int_equal(answered_same(h, b, anna, 3499), 1);
	assert_int_equal(answered_same(h, a, bert, 3499), 0);
	assert_int_equal(answered_same(h, a, anna, 3500), 0);
	/* what was done and said something else */
	row = store_inbox(h->st, a);
	ok(store_inbox_other(h->st, row, anna, 3499, 3500, &at));
	assert_int_equal(at, 3500);
	ok(store_inbox_other(h->st, row, anna, 3500, 3500, &at));
	assert_int_equal(at, 0);
	ok(store_inbox_other(h->st, row, bert, 0, 3500, &at));
	assert_int_equal(at, 0);
	inbox_row_free(row);
}

/* Once a day, and not for ever; who becomes known is another thing. */
static void
who_proves_nothing_is_counted(void **state)
{
	struct home *h = *state;
	int64_t n, known, id;
	const int64_t ever = INT64_MAX;

	ok(store_begin(h->st, __func__));
	ok(store_unproved_note(h->st, "aa", 1000, 0));
	ok(store_unproved_note(h->st, "aa", 2000, 0));
	ok(store_unproved_note(h->st, "bb", 3000, 0));
	ok(store_unproved_since(h->st, 0, 90000, &n));
	assert_int_equal(n, 2);
	ok(store_unproved_since(h->st, 1001, 90000, &n));
	assert_int_equal(n, 1);
	ok(store_unproved_note(h->st, "aa", 1000 + 86401, 0));
	ok(store_unproved_since(h->st, 3001, 90000, &n));
	assert_int_equal(n, 1);
	/* a clock that was set back */
	ok(store_unproved_note(h->st, "aa", 500, 0));
	ok(store_unproved_since(h->st, 3001, 90000, &n));
	assert_int_equal(n, 0);
	ok(store_unproved_note(h->st, "cc", 4000, 3000));
	ok(store_unproved_since(h->st, 0, 90000, &n));
	assert_int_equal(n, 2); /* bb, cc */
	ok(store_unproved_since(h->st, 0, 3999, &n));
	assert_int_equal(n, 1); /* cc wrote while the clock was ahead */
	ok(store_unproved_proved(h->st, ever, &n));
	assert_int_equal(n, 0);
	ok(store_commit(h->st));
	id = add_person(h, "Anna", "Anna@Example.org");
	ok(store_unproved_proved(h->st, ever, &known));
	assert_true(known > 0);
	/* somebody of the time when the clock was ahead */
	ok(store_unproved_proved(h->st, known - 1, &n));
	assert_int_equal(n, 0);
	/* a person who is forgotten did become known */
	ok(store_begin(h->st, __func__));
	for (int i = 0; i < 2; i++) {
		ok(store_forget(h->st, id, 0));
		ok(store_unproved_proved(h->st, ever, &n));
		assert_int_equal(n, known);
		ok(store_unproved_proved(h->st, known - 1, &n));
		assert_int_equal(n, 0);
	}
	ok(store_commit(h->st));
}

/* The same mail by another road, and no other. */
static void
mail_comes_by_two_roads(void **state)
{
	struct home *h = *state;
	int64_t spool, box, id;

	ok(store_begin(h->st, __func__));
	ok(try_mail(h, "maildir:1", "", "aa", &spool));
	ok(try_mail(h, "maildir:2", "", "aa", NULL));
	ok(try_mail(h, "imap:a@x/INBOX:5:1", "", "bb", &box));
	ok(store_commit(h->st));
	ok(store_inbox_same(h->st, "aa", "maildir:", &id));
	assert_int_equal(id, 0);
	ok(store_inbox_same(h->st, "aa", "imap:a@x/INBOX:5:", &id));
	assert_int_equal(id, spool);
	ok(store_inbox_same(h->st, "bb", "imap:a@x/INBOX:5:", &id));
	assert_int_equal(id, 0);
	/* after its UIDs changed it is another road */
	ok(store_inbox_same(h->st, "bb", "imap:a@x/INBOX:6:", &id));
	assert_int_equal(id, box);
	ok(store_inbox_same(h->st, "bb", "imap:a@x/INBOX:4:", &id));
	assert_int_equal(id, box);
	ok(store_inbox_same(h->st, "cc", "maildir:", &id));
	assert_int_equal(id, 0);
}

/* Set aside without its bytes, which come later. */
static void
mail_is_filled_in(void **state)
{
	struct home *h = *state;
	g_autoptr(GBytes) raw = g_bytes_new_static("late", 4);
	struct inbox_row *row;
	struct inbox_row other = { .id = 99, .sha = (char *)"x", .raw = raw };
	int64_t id;

	ok(store_begin(h->st, __func__));
	ok(try_mail(h, "imap:1:1", "", "", &id));
	assert_null(store_inbox_by_source(h->st, "imap:1:2"));
	row = store_inbox_by_source(h->st, "imap:1:1");
	assert_int_equal(row->id, id);
	row->state = INBOX_DEAD;
	row->tries = 3;
	ok(store_inbox_update(h->st, row));
	g_free(row->sha);
	row->sha = g_strdup("dd");
	row->size = 4;
	row->raw = g_bytes_ref(raw);
	ok(store_inbox_refill(h->st, row));
	inbox_row_free(row);
	fails(store_inbox_refill(h->st, &other), ERR_MISSING);
	ok(store_commit(h->st));
	row = store_inbox(h->st, id);
	assert_int_equal(row->state, INBOX_NEW);
	assert_int_equal(row->tries, 0);
	assert_int_equal(row->size, 4);
	assert_string_equal(row->sha, "dd");
	assert_true(g_bytes_equal(row->raw, raw));
	inbox_row_free(row);
}

static struct inbox_try
tried(struct home *h, int64_t id, int tries, int64_t handled)
{
	g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(int64_t));
	struct inbox_row *row = store_inbox_head(h->st, id);
	struct inbox_try try = { .id = id,
		.tries = tries,
		.handled = handled,
		.tries_before = row->tries,
		.handled_before = row->handled };

	g_array_append_val(ids, id);
	ok(store_inbox_try(h->st, ids, tries, handled));
	inbox_row_free(row);
	return try;
}

static void
give_back(struct home *h, const struct inbox_try *try)
{
	guint n;

	ok(store_inbox_untry(h->st, try, 1, &n));
	assert_int_equal(n, 1);
}

static int
tries_of(struct home *h, int64_t id)
{
	struct inbox_row *row = store_inbox_head(h->st, id);
	int tries = row->tries;

	inbox_row_free(row);
	return tries;
}

/* A try is given back as long as nothing else became of the mail; one that was
 * tried in vain hides no other. */
static void
tries_are_given_back(void **state)
{
	struct home *h = *state;
	struct inbox_try first, second;
	struct inbox_row *row;
	int64_t a, b;
	bool any;

	ok(store_begin(h->st, "mails"));
	ok(try_mail(h, "maildir:a", "a", "aa", &a));
	ok(try_mail(h, "maildir:b", "b", "bb", &b));
	first = tried(h, a, 1, 3060);
	assert_int_equal(tries_of(h, a), 1);
	give_back(h, &first);
	assert_int_equal(tries_of(h, a), 0);
	first = tried(h, a, 1, 3060);
	second = tried(h, a, 2, 3120);
	give_back(h, &first); /* not what it is now */
	assert_int_equal(tries_of(h, a), 2);
	ok(store_inbox_untried(h->st, &any));
	assert_true(any); /* the other one */
	tried(h, b, 2, 3120);
	ok(store_inbox_untried(h->st, &any));
	assert_false(any);
	row = store_inbox_head(h->st, a);
	row->state = INBOX_DONE;
	ok(store_inbox_update(h->st, row));
	inbox_row_free(row);
	give_back(h, &second);
	assert_int_equal(tries_of(h, a), 2);
	ok(store_commit(h->st));
}

/* Those that were counted alike are given back at once, and no others. */
static void
tries_are_given_back_together(void **state)
{
	struct home *h = *state;
	struct inbox_try tries[4] = { 0 };
	g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(int64_t));
	const char *const names[] = { "a", "b", "c", "d" };
	guint n;

	ok(store_begin(h->st, "mails"));
	for (int i = 0; i < 4; i++) {
		ok(try_mail(h, names[i], names[i], names[i], &tries[i].id));
		tries[i].tries = i < 3 ? 1 : 2;
		tries[i].handled = 3060;
		g_array_append_val(ids, tries[i].id);
	}
	g_array_set_size(ids, 3);
	ok(store_inbox_try(h->st, ids, 1, 3060));
	for (int i = 0; i < 4; i++)
		assert_int_equal(tries_of(h, tries[i].id), i < 3);
	tried(h, tries[3].id, 2, 3060);
	ok(store_inbox_untry(h->st, &tries[1], 3, &n));
	assert_int_equal(n, 2);
	assert_int_equal(tries_of(h, tries[0].id), 1);
	assert_int_equal(tries_of(h, tries[1].id), 0);
	assert_int_equal(tries_of(h, tries[2].id), 0);
	assert_int_equal(tries_of(h, tries[3].id), 2);
	ok(store_commit(h->st));
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(misuse_aborts),
		T(words),
		T(mail_comes_once),
		T(mail_comes_back_whole),
		T(new_mails_wait),
		T(mails_are_listed),
		T(twins),
		T(answers_are_counted),
		T(who_proves_nothing_is_counted),
		T(mail_comes_by_two_roads),
		T(mail_is_filled_in),
		T(tries_are_given_back),
		T(tries_are_given_back_together),
	};

	return cmocka_run_group_tests_name("inbox", tests, NULL, NULL);
}
