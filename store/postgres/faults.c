/* SPDX-License-Identifier: ISC */
/* What servers and libpq say, in our own words. */
#include "store/postgres/postgres.h"

#include "base/err.h"
#include "store/db.h"

#include <string.h>

/* A server's words in one line. */
static char *
one_line(const char *message)
{
	char *line = g_strdup(message == NULL ? "" : message);

	for (char *p = line; *p != '\0'; p++)
		if (*p == '\n' || *p == '\t')
			*p = ' ';
	return g_strstrip(line);
}

#define NAME_AUTHORITY                                                      \
	"name the file of the authority with sslrootcert=, and the server " \
	"as its certificate does"

/* No two errors of a connection have codes in libpq, but words that stay. */
static const struct {
	const char *word, *advice;
} advices[] = {
	/* "root certificate file ... does not exist" */
	{ "certificate file", NAME_AUTHORITY },
	{ "password authentication failed",
	    "put the right password into the file that passfile= names" },
	{ "no password supplied",
	    "put the password into a file that only this user can read, and "
	    "name it with passfile=" },
	{ "authentication failed",
	    "let pg_hba.conf of the server admit this user" },
	{ "no pg_hba.conf entry",
	    "let pg_hba.conf of the server admit this user" },
	{ "does not exist",
	    "make it with createdb or createuser, or name another one" },
	{ "permission denied for database", "GRANT CONNECT on it" },
	{ "read-only",
	    "it is a standby, or default_transaction_read_only is set: name "
	    "the primary, or all hosts of both, or set that off" },
	{ "too many",
	    "raise max_connections of the server, or end what is connected" },
	{ "remaining connection slots",
	    "raise max_connections of the server, or end what is connected" },
	{ "starting up", "wait until the server has started" },
	{ "shutting down", "wait until the server runs again" },
	{ "certificate", NAME_AUTHORITY },
	{ "SSL", "let the server use TLS" },
};

int
postgres_fail_connect(struct store *st, const char *message)
{
	g_autofree char *line = one_line(message);
	const char *advice = "see that the server runs and can be reached";

	for (size_t i = 0; i < G_N_ELEMENTS(advices); i++)
		if (strstr(line, advices[i].word) != NULL) {
			advice = advices[i].advice;
			break;
		}
	return err_set(st->err, ERR_IO, "cannot open database %s: %s (%s)",
	    st->path, advice, line);
}

static const char *
field(const PGresult *result, int which)
{
	const char *text =
	    result == NULL ? NULL : pq.resultErrorField(result, which);

	return text == NULL ? "" : text;
}

/* Of which column of which table there is one already: "Key (name)=(value)..."
 * says so, with a value that is not for a log. */
static char *
clashing(const PGresult *result)
{
	const char *begin = strchr(field(result, PG_DIAG_MESSAGE_DETAIL), '(');
	const char *end = begin == NULL ? NULL : strchr(begin, ')');
	g_autofree char *columns =
	    end == NULL ? g_strdup("")
			: g_strndup(begin + 1, (gsize)(end - begin - 1));

	return g_strconcat(
	    field(result, PG_DIAG_TABLE_NAME), ".", columns, NULL);
}

static int
fail_constraint(struct store *st, const PGresult *result, const char *line)
{
	const char *code = field(result, PG_DIAG_SQLSTATE);

	if (strcmp(code, "23505") == 0) {
		g_autofree char *what = clashing(result);

		return err_set(
		    st->err, ERR_CLASH, "it is already there (%s)", what);
	}
	if (strcmp(code, "23503") == 0)
		return err_set(
		    st->err, ERR_MISSING, "what it belongs to is not there");
	return err_set(st->err, ERR_FORMAT, "cannot be stored: %s", line);
}

/* The first line says why, and others what that may mean. */
static int
fail_lost(struct store *st, const char *message)
{
	return err_set(st->err, ERR_IO,
	    "the connection to database %s was lost: see that the server runs, "
	    "and try again (%.*s)",
	    st->path, (int)strcspn(message, "\n"), message);
}

int
postgres_fail(struct store *st, const PGresult *result)
{
	const struct postgres_own *own = st->own;
	const char *code = field(result, PG_DIAG_SQLSTATE);
	const char *primary = field(result, PG_DIAG_MESSAGE_PRIMARY);
	const char *message =
	    primary[0] != '\0' ? primary : pq.errorMessage(own->connection);
	g_autofree char *line = one_line(message);

	if (g_str_has_prefix(code, "23") || g_str_has_prefix(code, "22"))
		return fail_constraint(st, result, line);
	if (strcmp(code, "40001") == 0 || strcmp(code, "40P01") == 0)
		return err_set(st->err, ERR_BUSY,
		    "another turnpost was at the same rows of database %s; it "
		    "is tried again",
		    st->path);
	if (strcmp(code, "55P03") == 0) /* lock_timeout */
		return err_set(st->err, ERR_BUSY,
		    "database %s is in use: another program is writing and "
		    "did not finish within %g seconds",
		    st->path, st->busy_ms / 1000.0);
	if (strcmp(code, "42501") == 0)
		return err_set(st->err, ERR_IO,
		    "the role has not all rights in database %s: GRANT them "
		    "as turnpost-store(7) says, or, where tables are to be "
		    "made, let the role own the database (%s)",
		    st->path, line);
	if (strcmp(code, "25006") == 0)
		return err_set(st->err, ERR_IO,
		    "database %s can only be read: it is a standby; name the "
		    "primary, or all hosts of both",
		    st->path);
	if (strcmp(code, "53100") == 0)
		return err_set(st->err, ERR_IO,
		    "no room left for database %s: the server's disk is full; "
		    "make room",
		    st->path);
	if (strcmp(code, "53300") == 0)
		return postgres_fail_connect(st, line);
	if (g_str_has_prefix(code, "57P")) /* it stops, or was told to */
		return err_set(st->err, ERR_IO,
		    "the server has ended the connection to database %s: see "
		    "that it runs, and try again (%s)",
		    st->path, line);
	if (strcmp(code, "XX001") == 0 || strcmp(code, "XX002") == 0)
		return err_set(st->err, ERR_DAMAGED,
		    "database %s is damaged: restore a backup (%s)", st->path,
		    line);
	if (own->connection == NULL ||
	    pq.status(own->connection) != CONNECTION_OK)
		return fail_lost(st, message);
	return err_set(st->err, ERR_IO, "database %s: %s", st->path, line);
}
