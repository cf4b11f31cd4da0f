/* SPDX-License-Identifier: ISC */
#include "store/postgres/text.h"

#include "store/copy.h"

#include <assert.h>
#include <string.h>

#define GIVES_ID "/* id */ "
#define SURE "/* sure */ "
#define OF_MATCH "/* of match */ "
#define OF_READER "/* of reader */ "
#define OF_SENDER "/* of sender */ "
#define OF_MAIL "/* of mail */ "

const char *
postgres_decimal(char room[POSTGRES_DIGITS], int64_t n)
{
	uint64_t left = n < 0 ? -(uint64_t)n : (uint64_t)n;
	char *p = room + POSTGRES_DIGITS - 1;

	*p = '\0';
	do
		*--p = (char)('0' + left % 10);
	while ((left /= 10) > 0);
	if (n < 0)
		*--p = '-';
	return p;
}

static bool
is_word(char c)
{
	return g_ascii_isalnum(c) || c == '_';
}

static size_t
word_length(const char *p)
{
	size_t n = 0;

	while (is_word(p[n]))
		n++;
	return n;
}

static bool
is(const char *word, size_t n, const char *what)
{
	return strlen(what) == n && strncmp(word, what, n) == 0;
}

/* A quoted text or name, or a comment; 0: none begins here. */
static size_t
quoted_length(const char *p)
{
	const char *end;

	if (p[0] == '/' && p[1] == '*') {
		end = strstr(p + 2, "*/");
		return end == NULL ? strlen(p) : (size_t)(end + 2 - p);
	}
	if (p[0] != '\'' && p[0] != '"')
		return 0;
	end = strchr(p + 1, p[0]);
	return end == NULL ? strlen(p) : (size_t)(end + 1 - p);
}

static void
put_parameter(struct postgres_text *t, GString *out, const char *name, size_t n)
{
	char room[POSTGRES_DIGITS];
	guint i;

	for (i = 0; i < t->names->len; i++)
		if (is(name, n, g_ptr_array_index(t->names, i)))
			break;
	if (i == t->names->len)
		g_ptr_array_add(t->names, g_strndup(name, n));
	g_string_append_c(out, '$');
	g_string_append(out, postgres_decimal(room, (int64_t)i + 1));
}

static const char *
skip_blanks(const char *p)
{
	return p + strspn(p, " \t\n");
}

/* A word that begins at p, and what belongs to it; returns what follows. */
static const char *
put_word(GString *out, const char *p)
{
	const size_t n = word_length(p);
	const char *next = skip_blanks(p + n);

	if (is(p, n, "INDEXED") && g_str_has_prefix(next, "BY ")) {
		next = skip_blanks(next + 2);
		return next + word_length(next);
	}
	if (is(p, n, "x") && p[n] == '\'') {
		const size_t bytes = quoted_length(p + n);

		g_string_append(out, "'\\x");
		g_string_append_len(out, p + n + 1, (gssize)bytes - 1);
		g_string_append(out, "::bytea");
		return p + n + bytes;
	}
	if (is(p, n, "INTEGER"))
		g_string_append(out, "bigint");
	else if (is(p, n, "IS") && g_str_has_prefix(next, "NOT ") &&
		 !g_str_has_prefix(next, "NOT NULL") &&
		 !g_str_has_prefix(next, "NOT DISTINCT ")) {
		g_string_append(out, "IS DISTINCT FROM");
		return next + strlen("NOT");
	} else if (is(p, n, "IS") && !g_str_has_prefix(next, "NULL") &&
		   !g_str_has_prefix(next, "NOT "))
		g_string_append(out, "IS NOT DISTINCT FROM");
	else
		g_string_append_len(out, p, (gssize)n);
	return p + n;
}

static const char *
skip_comments(const char *p)
{
	for (p = skip_blanks(p); p[0] == '/'; p = skip_blanks(p))
		p += quoted_length(p);
	return p;
}

static bool
names_table(const char *word, size_t n)
{
	return is(word, n, "FROM") || is(word, n, "JOIN") ||
	       is(word, n, "INTO") || is(word, n, "UPDATE");
}

uint64_t
postgres_table_bit(const char *word, size_t n)
{
	for (int i = 0; store_tables[i] != NULL; i++) {
		assert(i < 64);
		if (is(word, n, store_tables[i]))
			return (uint64_t)1 << i;
	}
	return 0;
}

/* Is its first word one of these, which name the table that they change next?
 */
static bool
begins_with_change(const char *sql)
{
	const char *p = skip_comments(sql);
	const size_t n = word_length(p);

	return is(p, n, "INSERT") || is(p, n, "UPDATE") || is(p, n, "DELETE");
}

/* What WITH calls its rows; or NULL. */
static const char *
own_name(const char *sql)
{
	const char *p = skip_comments(sql);

	return is(p, word_length(p), "WITH") ? skip_blanks(p + strlen("WITH"))
					     : NULL;
}

/* The tables that it names; of one that writes, all that it looks into count
 * as well. */
static void
find_tables(struct postgres_text *t, const char *sql)
{
	const char *p = sql, *own = own_name(sql);
	bool looks = !t->writes || begins_with_change(sql), all = own != NULL;
	uint64_t bit;
	size_t n;

	while (*p != '\0')
		if ((n = quoted_length(p)) > 0) {
			p += n;
		} else if ((n = word_length(p)) == 0) {
			p++;
		} else if (names_table(p, n)) {
			p = skip_blanks(p + n);
			n = word_length(p);
			bit = postgres_table_bit(p, n);
			t->tables |= bit;
			if (looks)
				t->subject = t->tables;
			/* what writes, writes into that one */
			looks = !t->writes && t->tables == 0;
			all = all && (bit != 0 || (n == word_length(own) &&
						      strncmp(p, own, n) == 0));
		} else
			p += n;
	if (all)
		t->subject = t->tables;
}

/* Nothing but its tables and values decides what it gives. */
static bool
can_keep(const struct postgres_text *t)
{
	return !t->writes && t->tables != 0 &&
	       (t->locks || strstr(t->sql, " FOR ") == NULL) &&
	       strstr(t->sql, "pg_") == NULL && strchr(t->sql, ';') == NULL;
}

void
postgres_text_read(struct postgres_text *t, const char *sql)
{
	GString *out = g_string_sized_new(strlen(sql) + 64);
	const char *p = sql;
	size_t n;

	t->names = g_ptr_array_new_with_free_func(g_free);
	t->gives_id = g_str_has_prefix(sql, GIVES_ID);
	t->adds = g_str_has_prefix(skip_comments(sql), "INSERT") ||
		  g_str_has_prefix(skip_comments(sql), "WITH");
	t->writes = !g_str_has_prefix(skip_comments(sql), "SELECT");
	t->sure = g_str_has_prefix(sql, SURE);
	t->of_reader = g_str_has_prefix(sql, OF_READER);
	t->of_sender = g_str_has_prefix(sql, OF_SENDER);
	t->of_mail = g_str_has_prefix(sql, OF_MAIL);
	t->of_match =
	    t->of_reader || t->of_sender || g_str_has_prefix(sql, OF_MATCH);
	t->only_adds = t->adds && strstr(sql, "UPDATE ") == NULL &&
		       strstr(sql, "DELETE ") == NULL;
	t->gives =
	    t->gives_id || (strstr(sql, "RETURNING ") != NULL &&
			       !g_str_has_prefix(skip_comments(sql), "WITH"));
	t->tables = t->subject = 0;
	find_tables(t, sql);
	while (*p != '\0') {
		if ((n = quoted_length(p)) > 0) {
			g_string_append_len(out, p, (gssize)n);
			p += n;
		} else if (p[0] == ':' && is_word(p[1])) {
			n = 1 + word_length(p + 1);
			put_parameter(t, out, p, n);
			p += n;
		} else if (p[0] == ':' && p[1] == ':') {
			g_string_append(out, "::");
			p += 2;
		} else if (is_word(*p)) {
			p = put_word(out, p);
		} else
			g_string_append_c(out, *p++);
	}
	if (t->gives_id)
		g_string_append(out, " RETURNING id");
	t->sql = g_string_free(out, FALSE);
	t->locks = strstr(t->sql, " FOR UPDATE") != NULL &&
		   strstr(t->sql, "SKIP LOCKED") == NULL;
	t->keeps = can_keep(t);
}

void
postgres_text_clear(struct postgres_text *t)
{
	g_clear_pointer(&t->sql, g_free);
	g_clear_pointer(&t->names, g_ptr_array_unref);
}
