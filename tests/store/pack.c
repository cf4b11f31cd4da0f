/* SPDX-License-Identifier: ISC */
/*
 * The bytes of mails and letters are packed in the database, and come out as
 * they went in: whatever they begin with, from rows of before, and with a
 * dictionary that an older program had.
 */
#include "base/err.h"
#include "store/db.h"
#include "store/functions.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_intake.h"
#include "store/sqlite/sqlite.h"
#include "store/transaction.h"
#include "tests/store/home.h"

#include <zstd.h>

static const char letter[] = "From: turnpost <robot@example.org>\r\n"
			     "To: Anna <anna@example.org>\r\n"
			     "Content-Type: text/plain; charset=utf-8\r\n\r\n"
			     "Reply with just the word \"rules\", \"help\","
			     " \"status\" or \"history\" to learn\r\n"
			     "how to play, what you can write, how the match"
			     " stands or what happened.\r\n";

/* A mail of those bytes; its number. */
static int64_t
add_mail(struct home *h, const void *bytes, size_t size)
{
	static int serial;
	g_autofree char *source = g_strdup_printf("test:%d", serial++);
	g_autoptr(GBytes) raw = g_bytes_new(bytes, size);
	struct inbox_row row = { .source = source,
		.sha = (char *)"aa",
		.received = 1,
		.size = (int64_t)size,
		.raw = raw };

	ok(store_begin(h->st, __func__));
	ok(store_inbox_add(h->st, &row));
	ok(store_commit(h->st));
	return row.id;
}

static void
assert_mail(struct home *h, int64_t id, const void *bytes, size_t size)
{
	struct inbox_row *row = store_inbox(h->st, id);

	assert_non_null(row);
	assert_int_equal(g_bytes_get_size(row->raw), size);
	if (size > 0)
		assert_memory_equal(
		    g_bytes_get_data(row->raw, NULL), bytes, size);
	inbox_row_free(row);
}

/* What the table has of it, as a number. */
static int64_t
about(struct home *h, const char *what, int64_t id)
{
	g_autofree char *sql = g_strdup_printf(
	    "SELECT %s FROM inbox_raw WHERE id = %lld", what, (long long)id);

	return count(h, sql);
}

static void
they_come_back(void **state)
{
	static const char zero[] = "\0(\265/\375 is how packed ones begin";
	struct home *h = *state;
	g_autofree guint8 *noise = g_malloc(100000);
	int64_t one, nul, none, wild;

	for (int i = 0; i < 100000; i++)
		noise[i] = (guint8)((guint32)i * 2654435761u >> 24);
	one = add_mail(h, letter, sizeof(letter) - 1);
	nul = add_mail(h, zero, sizeof(zero) - 1);
	none = add_mail(h, "", 0);
	wild = add_mail(h, noise, 100000);
	home_again(h);
	assert_mail(h, one, letter, sizeof(letter) - 1);
	assert_mail(h, nul, zero, sizeof(zero) - 1);
	assert_mail(h, none, "", 0);
	assert_mail(h, wild, noise, 100000);
	assert_true(about(h, "length(raw)", one) < (int64_t)sizeof(letter) / 2);
	assert_int_equal(about(h, "length(raw)", none), 0);
	assert_int_equal(count(h, "SELECT count(*) FROM dictionary"), 1);
}

/* The first long and short ones of a process are packed in another way than
 * those that follow, and the last ones are still in memory. */
static void
many_come_back(void **state)
{
	enum { MANY = 40, LONG = 100 /* times a letter */ };
	struct home *h = *state;
	GString *text[MANY];
	int64_t ids[MANY];

	for (int i = 0; i < MANY; i++) {
		text[i] = g_string_new(NULL);
		for (int n = 0; n <= (i % 2 == 0 ? 0 : LONG); n++)
			g_string_append_printf(
			    text[i], "%d of mail %d: %s", n, i, letter);
		ids[i] = add_mail(h, text[i]->str, text[i]->len);
		assert_true(about(h, "length(raw)", ids[i]) <
			    (int64_t)text[i]->len / 2);
		assert_mail(h, ids[i], text[i]->str, text[i]->len);
	}
	for (int again = 0; again < 2; again++) {
		for (int i = 0; i < MANY; i++)
			assert_mail(h, ids[i], text[i]->str, text[i]->len);
		home_again(h);
	}
	for (int i = 0; i < MANY; i++)
		g_string_free(text[i], TRUE);
}

static void
note_freed(void *freed)
{
	*(bool *)freed = true;
}

/* What is deleted for good does not stay in memory. */
static void
forgotten_ones_leave_memory(void **state)
{
	struct home *h = *state;
	bool freed = false;
	GBytes *raw = g_bytes_new_with_free_func(
	    letter, sizeof(letter) - 1, note_freed, &freed);

	ok(store_begin(h->st, __func__));
	g_bytes_unref(db_pack(h->st, raw));
	ok(store_commit(h->st));
	g_bytes_unref(raw);
	assert_false(freed);
	db_pack_forget(h->st);
	assert_true(freed);
}

/* As schemas before packing have them. */
static void
plain_ones_are_read(void **state)
{
	struct home *h = *state;
	g_autofree char *sql = NULL;
	int64_t id;

	needs_file(h);
	id = add_mail(h, letter, sizeof(letter) - 1);
	sql = g_strdup_printf(
	    "UPDATE inbox_raw SET raw = CAST('%s' AS BLOB) WHERE id = %lld",
	    letter, (long long)id);
	ok(db_exec(h->st, sql));
	assert_mail(h, id, letter, sizeof(letter) - 1);
}

static void
store_blob(
    struct home *h, const char *sql, int64_t id, const void *blob, size_t size)
{
	sqlite3_stmt *q;

	assert_int_equal(
	    sqlite3_prepare_v2(sqlite_of(h->st), sql, -1, &q, NULL), SQLITE_OK);
	sqlite3_bind_int64(q, 1, id);
	sqlite3_bind_blob(q, 2, blob, (int)size, SQLITE_STATIC);
	assert_int_equal(sqlite3_step(q), SQLITE_DONE);
	sqlite3_finalize(q);
}

#define SET_RAW "UPDATE inbox_raw SET raw = ?2 WHERE id = ?1"
#define ADD_DICTIONARY "INSERT INTO dictionary VALUES (?1, ?2)"

/* Ours with another number: what an older program may have packed with. */
static GBytes *
other_dictionary(struct home *h)
{
	sqlite3_stmt *q;
	guint8 *bytes;
	gsize size;

	assert_int_equal(sqlite3_prepare_v2(sqlite_of(h->st),
			     "SELECT bytes FROM dictionary", -1, &q, NULL),
	    SQLITE_OK);
	assert_int_equal(sqlite3_step(q), SQLITE_ROW);
	size = (gsize)sqlite3_column_bytes(q, 0);
	bytes = g_memdup2(sqlite3_column_blob(q, 0), size);
	sqlite3_finalize(q);
	bytes[4] ^= 1; /* the number stands behind four bytes of magic */
	return g_bytes_new_take(bytes, size);
}

static void
older_dictionaries_are_kept(void **state)
{
	struct home *h = *state;
	int64_t id = add_mail(h, letter, sizeof(letter) - 1);
	g_autoptr(GBytes) other = NULL;
	guint8 packed[4096] = { 0 };
	const void *data;
	ZSTD_CCtx *c;
	gsize size;
	size_t n;

	needs_file(h);
	other = other_dictionary(h);
	data = g_bytes_get_data(other, &size);
	c = ZSTD_createCCtx();
	n = ZSTD_compress_usingDict(c, packed + 1, sizeof(packed) - 1, letter,
	    sizeof(letter) - 1, data, size, 3);
	ZSTD_freeCCtx(c);
	assert_false(ZSTD_isError(n));
	store_blob(h, SET_RAW, id, packed, n + 1);
	/* without it nothing can be said of them */
	assert_null(store_inbox(h->st, id));
	assert_non_null(strstr(h->e.text, "cannot be read"));
	store_blob(
	    h, ADD_DICTIONARY, ZSTD_getDictID_fromDict(data, size), data, size);
	assert_mail(h, id, letter, sizeof(letter) - 1);
}

/* Bytes that are damaged are told of, and are no bytes of another mail. */
static void
damage_is_told(void **state)
{
	struct home *h = *state;
	int64_t id = add_mail(h, letter, sizeof(letter) - 1);

	for (int cut = 1; cut < 20; cut++) {
		g_autofree char *sql =
		    g_strdup_printf("UPDATE inbox_raw SET raw = substr(raw, 1,"
				    " length(raw) - %d) WHERE id = %lld",
			cut, (long long)id);

		ok(store_begin(h->st, __func__));
		ok(db_exec(h->st, sql));
		assert_null(store_inbox(h->st, id));
		assert_non_null(strstr(h->e.text, "cannot be read"));
		store_rollback(h->st);
	}
	assert_mail(h, id, letter, sizeof(letter) - 1);
}

#define T(name) cmocka_unit_test_setup_teardown(name, home_open, home_remove)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(they_come_back),
		T(many_come_back),
		T(forgotten_ones_leave_memory),
		T(plain_ones_are_read),
		T(older_dictionaries_are_kept),
		T(damage_is_told),
	};

	return cmocka_run_group_tests_name("pack", tests, NULL, NULL);
}
