/* SPDX-License-Identifier: ISC */
/* Opening: what is refused, in what words, and that it is left alone. */
#include "base/err.h"
#include "store/db.h"
#include "store/functions.h"
#include "store/matches/events.h"
#include "store/meta.h"
#include "store/sqlite/sqlite.h"
#include "store/store.h"
#include "store/transaction.h"
#include "tests/store/home.h"

#include <sys/stat.h>

#define NOBODY 65534

/* Opening must fail so; the file must be the same before and after. */
static void
refused(struct home *h, bool create, enum err_code code, const char *words)
{
	g_autofree char *before = NULL, *after = NULL;
	gsize size_before = 0, size_after = 0;

	g_file_get_contents(h->path, &before, &size_before, NULL);
	h->st = store_open(h->path, create, &h->e);
	assert_null(h->st);
	assert_int_equal(h->e.code, code);
	says(words);
	says(h->path);
	g_file_get_contents(h->path, &after, &size_after, NULL);
	assert_int_equal(size_before, size_after);
	if (before != NULL)
		assert_memory_equal(before, after, size_before);
}

static void
run_sql(struct home *h, const char *sql)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(h->path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void
make_and_close(struct home *h)
{
	h->st = store_open(h->path, true, &h->e);
	assert_non_null(h->st);
	store_close(h->st);
	h->st = NULL;
}

static void
missing(void **state)
{
	struct home *h = *state;

	refused(h, false, ERR_MISSING, "there is no database");
	assert_int_equal(access(h->path, F_OK), -1);
	store_close(NULL);
}

static void
no_folder(void **state)
{
	struct home *h = *state;

	g_free(h->path);
	h->path = g_build_filename(h->folder, "none", "turnpost.db", NULL);
	refused(h, true, ERR_IO, "No such file or directory");
}

static void
a_folder(void **state)
{
	struct home *h = *state;

	g_mkdir(h->path, 0700);
	refused(h, true, ERR_DAMAGED, "is not a file");
}

static void
never_set_up(void **state)
{
	struct home *h = *state;

	g_file_set_contents(h->path, "", 0, NULL);
	refused(h, false, ERR_MISSING, "never set up");
	make_and_close(h);
}

static void
garbage(void **state)
{
	struct home *h = *state;
	g_autofree char *long_one = g_strnfill(10000, 'x');

	g_file_set_contents(h->path, long_one, 10000, NULL);
	refused(h, false, ERR_DAMAGED, "is not a database");
	refused(h, true, ERR_DAMAGED, "is not a database");
	g_file_set_contents(h->path, "hello", 5, NULL);
	refused(h, true, ERR_DAMAGED, "is not a database");
}

static void
truncated(void **state)
{
	struct home *h = *state;

	make_and_close(h);
	assert_int_equal(truncate(h->path, 8192), 0);
	refused(h, false, ERR_DAMAGED, "is damaged");
	assert_int_equal(truncate(h->path, 50), 0);
	refused(h, true, ERR_DAMAGED, "");
}

/* Where in the file the events begin. */
static size_t
events_at(struct home *h)
{
	sqlite3_stmt *q;
	size_t page;

	h->st = store_open(h->path, false, &h->e);
	assert_non_null(h->st);
	assert_int_equal(
	    sqlite3_prepare_v2(sqlite_of(h->st),
		"SELECT rootpage FROM sqlite_schema WHERE name = 'event'", -1,
		&q, NULL),
	    SQLITE_OK);
	assert_int_equal(sqlite3_step(q), SQLITE_ROW);
	page = (size_t)sqlite3_column_int(q, 0);
	sqlite3_finalize(q);
	store_close(h->st);
	h->st = NULL;
	return (page - 1) * 4096;
}

/* A page in the middle gone bad: found at the latest by a check. */
static void
rotten(void **state)
{
	struct home *h = *state;
	g_autofree char *bytes = NULL;
	gsize size;
	size_t at;

	make_and_close(h);
	at = events_at(h);
	assert_true(g_file_get_contents(h->path, &bytes, &size, NULL));
	assert_true(at > 0 && at + 4096 <= size);
	memset(bytes + at, 0xa5, 4096);
	g_file_set_contents(h->path, bytes, (gssize)size, NULL);
	h->st = store_open(h->path, false, &h->e);
	assert_non_null(h->st);
	fails(store_check(h->st), ERR_DAMAGED);
	says("is damaged");
}

static void
a_foreign_one(void **state)
{
	struct home *h = *state;

	run_sql(h, "CREATE TABLE song (title TEXT)");
	refused(h, true, ERR_DAMAGED, "another program's database");
	run_sql(h, "DROP TABLE song; PRAGMA application_id = 7");
	refused(h, true, ERR_DAMAGED, "another program's database");
}

static void
a_newer_one(void **state)
{
	struct home *h = *state;

	make_and_close(h);
	run_sql(h, "CREATE TABLE later (a); PRAGMA user_version = 9999");
	refused(h, false, ERR_NEWER, "was made by a newer turnpost");
	says("schema 9999");
	refused(h, true, ERR_NEWER, "was made by a newer turnpost");
	run_sql(h, "PRAGMA user_version = 0");
	refused(h, true, ERR_DAMAGED, "is damaged");
}

/* The super-user may write to anything: become nobody, in a child. */
static int
open_as_nobody(struct home *h, enum err_code code, const char *words)
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		if (geteuid() == 0 && setresuid(NOBODY, NOBODY, NOBODY) == -1)
			_exit(2);
		if (store_open(h->path, true, &h->e) != NULL)
			_exit(3);
		_exit(h->e.code == code && strstr(h->e.text, words) != NULL &&
			      strstr(h->e.text, h->path) != NULL
			  ? 0
			  : 4);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 5;
}

static void
read_only(void **state)
{
	struct home *h = *state;
	g_autofree char *wal = g_strconcat(h->path, "-wal", NULL);
	g_autofree char *shm = g_strconcat(h->path, "-shm", NULL);

	make_and_close(h);
	assert_int_equal(chmod(h->folder, 0755), 0);
	assert_int_equal(chmod(h->path, 0444), 0);
	assert_int_equal(
	    open_as_nobody(h, ERR_IO, "is not writable: work as"), 0);
	/* In WAL mode files beside it are written to... */
	assert_int_equal(chmod(h->path, 0666), 0);
	assert_int_equal(chmod(wal, 0), 0);
	assert_int_equal(
	    open_as_nobody(h, ERR_IO, "-wal is not writable: give it"), 0);
	/* ...or must be made. */
	assert_int_equal(unlink(wal), 0);
	assert_int_equal(unlink(shm), 0);
	assert_int_equal(chmod(h->folder, 0555), 0);
	assert_int_equal(
	    open_as_nobody(h, ERR_IO, "'s folder is not writable"), 0);
	assert_int_equal(chmod(h->path, 0600), 0);
	assert_int_equal(chmod(h->folder, 0700), 0);
}

static void
is_private(void **state)
{
	struct home *h = *state;
	g_autofree char *wal = g_strconcat(h->path, "-wal", NULL);
	struct stat s;
	mode_t old = umask(0);

	h->st = store_open(h->path, true, &h->e);
	umask(old);
	assert_non_null(h->st);
	assert_int_equal(stat(h->path, &s), 0);
	assert_int_equal(s.st_mode & 0777, 0600);
	assert_int_equal(stat(wal, &s), 0);
	assert_int_equal(s.st_mode & 0777, 0600);
}

/* So that a database that is copied alone has all that was committed. */
static void
leaves_an_empty_log(void **state)
{
	struct home *h = *state;
	g_autofree char *wal = g_strconcat(h->path, "-wal", NULL);
	g_autofree char *alone = g_strconcat(h->path, "-alone", NULL);
	g_autofree char *bytes = NULL, *value = NULL;
	struct stat s;
	gsize size;

	h->st = store_open(h->path, true, &h->e);
	assert_non_null(h->st);
	ok(store_begin(h->st, __func__));
	ok(store_meta_set(h->st, "key", "kept"));
	ok(store_commit(h->st));
	assert_int_equal(stat(wal, &s), 0);
	assert_int_not_equal(s.st_size, 0);
	store_close(h->st);
	h->st = NULL;
	assert_int_equal(stat(wal, &s), 0);
	assert_int_equal(s.st_size, 0);
	assert_true(g_file_get_contents(h->path, &bytes, &size, NULL));
	assert_true(g_file_set_contents(alone, bytes, (gssize)size, NULL));
	h->st = store_open(alone, false, &h->e);
	assert_non_null(h->st);
	ok(store_meta_get(h->st, "key", &value));
	assert_string_equal(value, "kept");
}

static void
behaves_as_promised(void **state)
{
	struct home *h = *state;
	sqlite3_stmt *q;

	h->st = store_open(h->path, true, &h->e);
	assert_non_null(h->st);
	assert_int_equal(count(h, "PRAGMA foreign_keys"), 1);
	assert_int_equal(count(h, "PRAGMA synchronous"), 2);
	assert_int_equal(count(h, "PRAGMA busy_timeout"), 15000);
	assert_int_equal(
	    count(h, "PRAGMA application_id"), SQLITE_APPLICATION_ID);
	assert_int_equal(sqlite3_prepare_v2(sqlite_of(h->st),
			     "PRAGMA journal_mode", -1, &q, NULL),
	    SQLITE_OK);
	assert_int_equal(sqlite3_step(q), SQLITE_ROW);
	assert_string_equal(sqlite3_column_text(q, 0), "wal");
	sqlite3_finalize(q);
	/* every table strict, but those of SQLite's own */
	assert_int_equal(count(h, "SELECT count(*) FROM pragma_table_list"
				  " WHERE NOT strict AND schema = 'main'"
				  " AND name NOT LIKE 'sqlite!_%' ESCAPE '!'"),
	    0);
	ok(store_check(h->st));
}

static void
check_finds_orphans(void **state)
{
	struct home *h = *state;

	make_and_close(h);
	run_sql(h, "PRAGMA foreign_keys = OFF;"
		   "INSERT INTO inbox_raw (id, raw) VALUES (5, x'00')");
	h->st = store_open(h->path, false, &h->e);
	assert_non_null(h->st);
	fails(store_check(h->st), ERR_DAMAGED);
	says("a row of inbox_raw belongs to none of inbox");
}

static int
prepared(struct home *h)
{
	sqlite3_stmt *q = NULL;
	int n = 0;

	while ((q = sqlite3_next_stmt(sqlite_of(h->st), q)) != NULL)
		n++;
	return n;
}

/* Only what begins and ends transactions is at hand from the beginning. */
static void
prepares_what_is_wanted(void **state)
{
	struct home *h = *state;
	char *value = NULL;
	int all = DB_VERBS + 1;

	for (int p = 0; p < DB_PARTS; p++)
		all += db_count((enum db_part)p);
	h->st = store_open(h->path, true, &h->e);
	assert_non_null(h->st);
	assert_int_equal(prepared(h), DB_VERBS + 1);
	for (int i = 0; i < 2; i++)
		ok(store_meta_get(h->st, "secret", &value));
	assert_int_equal(prepared(h), DB_VERBS + 1 + 1);
	ok(store_check(h->st));
	assert_int_equal(prepared(h), all);
}

/* Whatever does not fit the database fails with words, and nothing else. */
static void
without_tables(void **state)
{
	struct home *h = *state;
	g_autoptr(GString) drop = g_string_new("PRAGMA foreign_keys = OFF;");
	struct statement *w;
	sqlite3_stmt *q;

	home_again(h);
	assert_int_equal(
	    sqlite3_prepare_v2(sqlite_of(h->st),
		"SELECT name FROM sqlite_schema WHERE type = 'table'"
		" AND name NOT LIKE 'sqlite!_%' ESCAPE '!'",
		-1, &q, NULL),
	    SQLITE_OK);
	while (sqlite3_step(q) == SQLITE_ROW)
		g_string_append_printf(
		    drop, "DROP TABLE %s;", sqlite3_column_text(q, 0));
	sqlite3_finalize(q);
	store_close(h->st);
	run_sql(h, drop->str);
	h->st = store_open(h->path, false, &h->e);
	assert_non_null(h->st);
	for (int p = 0; p < DB_PARTS; p++)
		for (int i = 0; i < db_count((enum db_part)p); i++) {
			w = db_take(h->st, (enum db_part)p, i);
			assert_null(w);
			db_int_or(w, ":id", 1, 1);
			db_int_or(w, ":id", 1, -1);
			db_word(w, ":name", NULL);
			db_blob(w, ":raw", NULL, 0);
			fails(db_row(h->st, w), ERR_IO);
			says(h->path);
			says("is damaged: no such table");
			db_end(w);
		}
}

/* One is gone: all else works, and what was begun is taken back. */
static void
without_a_table(void **state)
{
	struct home *h = *state;
	int schema, newest;

	store_close(h->st);
	run_sql(h, "PRAGMA foreign_keys = OFF; DROP TABLE event");
	h->st = store_open(h->path, false, &h->e);
	assert_non_null(h->st);
	add_match(h, "bohnen", 3);
	ok(store_begin(h->st, __func__));
	fails(try_event(h, 1, 1), ERR_IO);
	says("is damaged: no such table: ");
	store_rollback(h->st);
	assert_null(store_events(h->st, 1));
	fails(store_check(h->st), ERR_IO);
	store_close(h->st);
	h->st = store_look(h->path, &schema, &newest, &h->e);
	assert_non_null(h->st);
	fails(store_check(h->st), ERR_IO);
	says("no such table: ");
}

/* Several first runs at the same moment. */
static void
made_by_many(void **state)
{
	struct home *h = *state;
	pid_t pid[6];
	int i, status;

	for (i = 0; i < 6; i++) {
		pid[i] = fork();
		if (pid[i] != 0)
			continue;
		h->st = store_open(h->path, true, &h->e);
		if (h->st == NULL)
			fprintf(stderr, "%s\n", h->e.text);
		_exit(h->st == NULL);
	}
	for (i = 0; i < 6; i++) {
		assert_int_equal(waitpid(pid[i], &status, 0), pid[i]);
		assert_int_equal(status, 0);
	}
	h->st = store_open(h->path, false, &h->e);
	assert_non_null(h->st);
	ok(store_check(h->st));
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_make, home_remove)
#define O(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(missing),
		T(no_folder),
		T(a_folder),
		T(never_set_up),
		T(garbage),
		T(truncated),
		T(rotten),
		T(a_foreign_one),
		T(a_newer_one),
		T(read_only),
		T(is_private),
		T(leaves_an_empty_log),
		T(behaves_as_promised),
		T(check_finds_orphans),
		T(prepares_what_is_wanted),
		O(without_tables),
		O(without_a_table),
		T(made_by_many),
	};

	return cmocka_run_group_tests_name("open", tests, NULL, NULL);
}
