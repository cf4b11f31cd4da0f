/* SPDX-License-Identifier: ISC */
/*
 * What the disk has when a mail leaves the spool or a letter reaches its
 * reader: all that was committed before, although only the step send waits for
 * it.
 */
#include "app/home/folder.h"
#include "app/home/home.h"
#include "app/home/reply_keys.h"
#include "app/letters/new_match.h"
#include "app/letters/settle.h"
#include "app/matches/table/table.h"
#include "app/steps/steps.h"
#include "app/transport/receive.h"
#include "base/err.h"
#include "games/games.h"
#include "mail/maildir/maildir.h"
#include "mail/ticket.h"
#include "mail/ticket_text.h"
#include "store/people/people.h"
#include "store/people/preferences.h"
#include "store/store.h"
#include "store/transaction.h"
#include "tests/app/at.h"
#include "tests/app/matches.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ROBOT "robot@example.org"

enum { SEATS = 4 };

static int syncs; /* of the log of changes */
static off_t on_disk; /* bytes of it */
static int taken, left; /* mails moved, letters put where readers look */
static int early; /* of these, while the log was not on the disk */

static bool
is_log(const char *path)
{
	return g_str_has_suffix(path, "-wal");
}

/* SQLite finds this one before that of the C library. */
int
fdatasync(int fd)
{
	g_autofree char *link = g_strdup_printf("/proc/self/fd/%d", fd);
	g_autofree char *path = g_file_read_link(link, NULL);
	struct stat log;

	if (path != NULL && is_log(path) && fstat(fd, &log) == 0) {
		syncs++;
		on_disk = log.st_size;
	}
	return (int)syscall(SYS_fdatasync, fd);
}

static struct house *open_house;

static off_t
log_size(void)
{
	g_autofree char *path =
	    g_build_filename(open_house->home->dir, "turnpost.db-wal", NULL);
	struct stat log;

	assert_int_equal(stat(path, &log), 0);
	return log.st_size;
}

int
rename(const char *from, const char *to)
{
	bool mail = strstr(to, "/spool/done/cur/") != NULL;
	bool letter = strstr(to, "/spool/out/") != NULL;

	if ((mail || letter) && log_size() != on_disk)
		early++;
	if (syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to) == -1)
		return -1;
	taken += mail;
	left += letter;
	return 0;
}

/* A mail of the player of that seat lies in the spool. */
static void
put_mail(struct house *h, int64_t match, const char *line)
{
	static int number;
	struct ticket ticket = { .match = match, .turn = 1 };
	struct table *t = house_table(h, match);
	struct person *player =
	    store_person(h->home->store, table_seat(t, 0)->person);
	g_autofree char *in = home_spool_in(h->home->dir);
	g_autofree char *name = g_strdup_printf("%d.%d.test", NOW, ++number);
	g_autofree char *to = NULL, *text = NULL;
	g_autoptr(GBytes) raw = NULL;
	struct maildir_item item = { .dir = in, .name = name };

	keys_make(h->home, table_seat(t, 0), ticket.key);
	to = ticket_address(&ticket, ROBOT, '+');
	text = g_strdup_printf("From: <%s>\nTo: <%s>\n"
			       "Message-ID: <m%d@x.example>\n"
			       "Subject: hello\n\n%s\n",
	    player->address, to, number, line);
	raw = g_bytes_new(text, strlen(text));
	item.raw = raw;
	maildir_put(&item, 1);
	assert_int_equal(item.err.code, 0);
	person_free(player);
	table_free(t);
}

static int64_t
begin_match(struct house *h)
{
	const struct preferences wishes = { .mail = MAIL_EACH,
		.remind = (char *)(uintptr_t) "",
		.plain = true };
	struct err e = { 0 };
	int64_t match = house_match(h, game_find("mutineer"), SEATS, false);
	struct table *t = house_start(h, match);
	int n;

	/* no pictures, which take most of the time */
	for (int seat = 0; seat < SEATS; seat++)
		must(store_preferences_set(
			 h->home->store, table_seat(t, seat)->person, &wishes),
		    &e);
	must(AT(t->home, NOW, settle_match(t)), &e);
	table_free(t);
	must(store_commit(h->home->store), &e);
	/* what a home does once, and the letters about the beginning */
	must(step_tick(h->home, NOW, &n, &e), &e);
	must(step_send(h->home, NOW, &n, &e), &e);
	must(step_rest(h->home, &e), &e);
	syncs = taken = left = early = 0;
	return match;
}

static void
take_in_and_handle(struct house *h)
{
	struct err e = { 0 };
	int n;

	must(step_receive(h->home, NOW, &n, &e), &e);
	assert_int_equal(n, 1);
	must(step_handle(h->home, NOW, &n, &e), &e);
	assert_int_equal(n, 1);
	must(step_tick(h->home, NOW, &n, &e), &e);
}

/* The first mail of a match that has just begun becomes a row. */
static void
receive_first(struct house *h, const char *line)
{
	struct err e = { 0 };
	int n;

	put_mail(h, begin_match(h), line);
	must(step_receive(h->home, NOW, &n, &e), &e);
	assert_int_equal(n, 1);
}

/* The mail stays in the spool while the disk may lack its row. */
static void
send_syncs_what_was_done(void **arg)
{
	struct house *h = *arg;
	struct err e = { 0 };
	int64_t match = begin_match(h);
	int n;

	put_mail(h, match, "status");
	take_in_and_handle(h);
	assert_int_equal(syncs, 0);
	assert_int_equal(taken, 0);
	must(step_send(h->home, NOW, &n, &e), &e);
	assert_int_equal(n, 1);
	assert_int_equal(syncs, 1);
	assert_int_equal(taken, 1);
	assert_int_equal(left, 1);
	assert_int_equal(early, 0);
	/* what became of the letter waits for the end */
	assert_int_not_equal(log_size(), on_disk);
	must(step_rest(h->home, &e), &e);
	assert_int_equal(log_size(), on_disk);
}

/* No letter leaves that would make it sync. */
static void
a_mail_without_an_answer_is_taken_in(void **arg)
{
	struct house *h = *arg;
	struct err e = { 0 };
	int n;

	receive_first(h, "status");
	assert_int_equal(taken, 0);
	must(step_send(h->home, NOW, &n, &e), &e);
	assert_int_equal(n, 0);
	assert_int_equal(taken, 1);
	assert_int_equal(early, 0);
	assert_int_equal(log_size(), on_disk);
}

/* Its round was cut short: the next one moves it, and takes it in once. */
static void
a_mail_that_was_left_is_known(void **arg)
{
	struct house *h = *arg;
	struct err e = { 0 };
	int n;

	receive_first(h, "status");
	must(step_receive(h->home, NOW, &n, &e), &e);
	assert_int_equal(n, 0);
	assert_int_equal(taken, 1);
	assert_int_equal(early, 0);
}

/* What its process had in memory is gone; the one that comes next has another
 * connection, which has committed nothing and yet must sync. */
static void
a_mail_of_a_killed_process_is_known(void **arg)
{
	struct house *h = *arg;
	struct err e = { 0 };
	struct store *killed = h->home->store;
	g_autofree char *path =
	    g_build_filename(h->home->dir, "turnpost.db", NULL);
	int n;

	receive_first(h, "history");
	g_clear_pointer(&h->home->taken, g_ptr_array_unref);
	h->home->store = store_open(path, false, &e);
	must(h->home->store == NULL ? -1 : 0, &e);
	/* its row is in the log, and not on the disk */
	assert_int_equal(syncs, 0);
	assert_int_not_equal(log_size(), on_disk);

	must(receive_by_hand(h->home, NOW, &n, &e), &e);
	assert_int_equal(n, 0);
	assert_int_equal(taken, 1);
	assert_int_equal(early, 0);
	store_close(h->home->store);
	h->home->store = killed;
}

/* The name of a mail is given again between the round's steps. */
static void
another_mail_of_its_name_stays(void **arg)
{
	struct house *h = *arg;
	struct err e = { 0 };
	int64_t match = begin_match(h);
	g_autofree char *in = home_spool_in(h->home->dir);
	g_autoptr(GPtrArray) mails = NULL;
	g_autofree char *path = NULL;
	int n;

	put_mail(h, match, "status");
	mails = maildir_list(in, 2, &e);
	assert_int_equal(mails->len, 1);
	path = g_build_filename(in, "new", mails->pdata[0], NULL);
	must(step_receive(h->home, NOW, &n, &e), &e);
	assert_int_equal(n, 1);
	/* beside it and renamed over it */
	assert_true(g_file_set_contents(
	    path, "From: <new@x.example>\n\nhello\n", -1, NULL));
	must(step_send(h->home, NOW, &n, &e), &e);
	assert_int_equal(taken, 0);
	assert_true(g_file_test(path, G_FILE_TEST_EXISTS));
	must(step_receive(h->home, NOW, &n, &e), &e);
	assert_int_equal(n, 1);
	must(step_send(h->home, NOW, &n, &e), &e);
	assert_int_equal(taken, 1);
	assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
}

static int
setup(void **arg)
{
	static struct house house;

	house_open(&house);
	*arg = open_house = &house;
	return 0;
}

static int
teardown(void **arg)
{
	struct house *h = *arg;
	struct err e = { 0 };

	/* which closing it takes back */
	must(store_begin(h->home->store, __func__), &e);
	house_close(h);
	return 0;
}

#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(send_syncs_what_was_done),
		T(a_mail_without_an_answer_is_taken_in),
		T(a_mail_that_was_left_is_known),
		T(another_mail_of_its_name_stays),
		T(a_mail_of_a_killed_process_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
