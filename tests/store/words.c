/* SPDX-License-Identifier: ISC */
/* Statements as PostgreSQL spells them. */
#include "store/postgres/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void
becomes(const char *sql, const char *want)
{
	struct postgres_text t;

	postgres_text_read(&t, sql);
	assert_string_equal(t.sql, want);
	postgres_text_clear(&t);
}

static void
parameters_have_numbers(void **state)
{
	struct postgres_text t;

	(void)state;
	postgres_text_read(
	    &t, "SELECT a FROM b WHERE c = :one AND d > :other AND e < :one");
	assert_string_equal(
	    t.sql, "SELECT a FROM b WHERE c = $1 AND d > $2 AND e < $1");
	assert_int_equal(t.names->len, 2);
	assert_string_equal(t.names->pdata[0], ":one");
	assert_string_equal(t.names->pdata[1], ":other");
	assert_false(t.writes);
	postgres_text_clear(&t);
	becomes("SELECT ':one', \":two\" /* :three */",
	    "SELECT ':one', \":two\" /* :three */");
	becomes("SELECT a::jsonb", "SELECT a::jsonb");
}

static void
spelling(void **state)
{
	(void)state;
	becomes("UPDATE a SET b = x'' WHERE c <> x'1a'",
	    "UPDATE a SET b = '\\x'::bytea WHERE c <> '\\x1a'::bytea");
	becomes("SELECT 1 FROM a INDEXED BY a_b WHERE c IS :d",
	    "SELECT 1 FROM a  WHERE c IS NOT DISTINCT FROM $1");
	becomes("SELECT 1 FROM a WHERE b IS NULL OR c IS NOT NULL",
	    "SELECT 1 FROM a WHERE b IS NULL OR c IS NOT NULL");
	becomes("SELECT 1 FROM a WHERE b IS NOT c",
	    "SELECT 1 FROM a WHERE b IS DISTINCT FROM c");
	becomes("SELECT CAST(a AS INTEGER)", "SELECT CAST(a AS bigint)");
	/* a piece of a name is none of these words */
	becomes(
	    "SELECT THIS, max, xx FROM HIS", "SELECT THIS, max, xx FROM HIS");
}

static void
what_it_does(void **state)
{
	struct postgres_text t;

	(void)state;
	postgres_text_read(&t, "/* id */ INSERT INTO a (b) VALUES (:b)");
	assert_true(t.writes && t.adds && t.gives_id);
	assert_string_equal(
	    t.sql, "/* id */ INSERT INTO a (b) VALUES ($1) RETURNING id");
	postgres_text_clear(&t);
	postgres_text_read(&t, "/* list */ SELECT a FROM b");
	assert_false(t.writes || t.adds || t.gives_id);
	postgres_text_clear(&t);
	postgres_text_read(&t, "DELETE FROM a");
	assert_true(t.writes && !t.adds);
	postgres_text_clear(&t);
}

static void
read_text(struct postgres_text *t, const char *sql)
{
	postgres_text_clear(t);
	postgres_text_read(t, sql);
}

/* What may be told late, and what may be kept until when. */
static void
what_it_touches(void **state)
{
	struct postgres_text t = { .sql = NULL };
	uint64_t event, seat;

	(void)state;
	read_text(&t, "/* sure */ UPDATE seat SET told = :n");
	seat = t.tables;
	assert_true(t.writes && t.sure && !t.gives && !t.keeps && seat != 0);
	read_text(&t, "INSERT INTO event (n, seat) VALUES (:n, :seat)");
	event = t.tables;
	assert_true(!t.sure && event != 0 && event != seat);
	read_text(&t, "UPDATE counter SET last = 1 RETURNING last");
	assert_true(t.writes && t.gives);
	read_text(&t, "SELECT seat FROM event WHERE match = :match");
	assert_true(t.keeps && t.tables == event && t.subject == event);
	read_text(&t, "SELECT 1 FROM event AS e JOIN seat ON a = b");
	assert_true(t.keeps && t.tables == (event | seat));
	assert_true(t.subject == event);
	read_text(&t, "/* sure */ INSERT INTO event (n) SELECT n FROM seat");
	assert_true(t.tables == (event | seat) && t.subject == event);
	/* another table than those that it looks into */
	read_text(
	    &t, "DELETE FROM foreign_rows WHERE id IN (SELECT id FROM seat)");
	assert_true(t.tables == seat && t.subject == 0);
	read_text(&t, "WITH a AS (SELECT 1 FROM seat) UPDATE event SET n = 1");
	assert_true(t.writes && t.subject == (event | seat));
	read_text(
	    &t, "WITH a AS (SELECT 1 FROM seat) DELETE FROM foreign_rows");
	assert_true(t.tables == seat && t.subject == 0);
	read_text(&t, "SELECT EXISTS (SELECT 1 FROM seat)");
	assert_true(t.keeps && t.tables == seat);
	read_text(&t, "SELECT n FROM event FOR UPDATE");
	assert_true(t.keeps && t.locks);
	read_text(&t, "SELECT n FROM event FOR UPDATE SKIP LOCKED");
	assert_false(t.keeps || t.locks);
	read_text(&t, "SELECT pg_try_advisory_xact_lock(1, id) FROM seat");
	assert_false(t.keeps);
	read_text(&t, "SELECT 1");
	assert_false(t.keeps);
	postgres_text_clear(&t);
}

static void
decimals(void **state)
{
	char room[POSTGRES_DIGITS];

	(void)state;
	assert_string_equal(postgres_decimal(room, 0), "0");
	assert_string_equal(postgres_decimal(room, -17), "-17");
	assert_string_equal(
	    postgres_decimal(room, INT64_MAX), "9223372036854775807");
	assert_string_equal(
	    postgres_decimal(room, INT64_MIN), "-9223372036854775808");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parameters_have_numbers),
		cmocka_unit_test(spelling),
		cmocka_unit_test(what_it_does),
		cmocka_unit_test(what_it_touches),
		cmocka_unit_test(decimals),
	};

	return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
