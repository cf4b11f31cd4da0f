/* SPDX-License-Identifier: ISC */
/*
 * What begins and ends transactions.  One program writes at a time, as it is
 * with a file: each transaction first takes a lock of the home, which its end
 * gives back, even if it ends because its program died.  So nothing that it
 * reads is changed by others before it commits, and none must be made again.
 *
 * Whether a commit that was cut off has happened is asked of the server, by the
 * number that it gave the transaction.
 */
#include "store/postgres/postgres.h"

#include "base/err.h"
#include "store/db.h"
#include "store/postgres/answers.h"
#include "store/postgres/pipeline.h"
#include "store/store.h"

#include <assert.h>
#include <string.h>

/* The answer is that of the last one; the lock comes first, so that it reads
 * what its last holder has written. */
#define BEGIN(lock, how)                              \
	"BEGIN ISOLATION LEVEL READ COMMITTED;" how   \
	"SELECT " lock POSTGRES_WRITER                \
	";SELECT schema, pg_current_xact_id()::text," \
	" pg_postmaster_start_time()::text FROM turnpost"
#define LATER "SET LOCAL synchronous_commit = off;"
#define ALONE "pg_advisory_xact_lock"
#define BESIDE "pg_advisory_xact_lock_shared" /* others that are narrow */
/* By whether it is narrow, and whether its commit waits for no disk. */
static const char *const begins[2][2] = {
	{ BEGIN(ALONE, ""), BEGIN(ALONE, LATER) },
	{ BEGIN(BESIDE, ""), BEGIN(BESIDE, LATER) },
};
static const char *const verbs[DB_VERBS] = {
	[DB_COMMIT] = "COMMIT",
	[DB_ROLLBACK] = "ROLLBACK",
};
/* Each savepoint has a name of its own: what failed late may have left some of
 * those inside of the one that is taken back. */
static const char *const save[] = { "SAVEPOINT inside_1", "SAVEPOINT inside_2",
	"SAVEPOINT inside_3", "SAVEPOINT inside_4", "SAVEPOINT inside_5",
	"SAVEPOINT inside_6", "SAVEPOINT inside_7" };
static const char *const release[] = { "RELEASE SAVEPOINT inside_1",
	"RELEASE SAVEPOINT inside_2", "RELEASE SAVEPOINT inside_3",
	"RELEASE SAVEPOINT inside_4", "RELEASE SAVEPOINT inside_5",
	"RELEASE SAVEPOINT inside_6", "RELEASE SAVEPOINT inside_7" };
static const char *const back[] = { "ROLLBACK TO SAVEPOINT inside_1",
	"ROLLBACK TO SAVEPOINT inside_2", "ROLLBACK TO SAVEPOINT inside_3",
	"ROLLBACK TO SAVEPOINT inside_4", "ROLLBACK TO SAVEPOINT inside_5",
	"ROLLBACK TO SAVEPOINT inside_6", "ROLLBACK TO SAVEPOINT inside_7" };
G_STATIC_ASSERT(G_N_ELEMENTS(save) == DB_NESTING - 1);

/* It did not begin, or is not to go on. */
static void
end_begun(struct store *st)
{
	const struct postgres_own *own = st->own;

	pq.clear(pq.exec(own->connection, "ROLLBACK"));
	postgres_claims_end(st);
}

static int
note_begin(struct store *st, const PGresult *result)
{
	struct postgres_own *own = st->own;

	if (pq.ntuples(result) != 1)
		return err_set(st->err, ERR_DAMAGED,
		    "database %s is damaged: it has lost the number of its "
		    "schema",
		    st->path);
	own->schema = postgres_cell(result, 0);
	g_free(own->transaction);
	own->transaction = g_strdup(pq.getvalue(result, 0, 1));
	g_free(own->server);
	own->server = g_strdup(pq.getvalue(result, 0, 2));
	return 0;
}

/* 1 if that transaction is kept, 0 if it is taken back or nobody can know, for
 * what is done again does no harm; -1 if it is not known yet. */
static int
find_out(struct store *st)
{
	const struct postgres_own *own = st->own;
	g_autofree char *sql = NULL;
	PGresult *result;
	int r = -1;

	if (postgres_connect(st) == -1)
		return -1;
	/* A server that has started since, or a standby in its place, may have
	 * given that number to another transaction. */
	sql = g_strconcat("SELECT CASE WHEN"
			  " pg_postmaster_start_time()::text = '",
	    own->server, "' THEN pg_xact_status('", own->transaction,
	    "'::xid8) ELSE 'aborted' END", NULL);
	if ((result = postgres_query(st, sql)) == NULL)
		return -1;
	if (strcmp(pq.getvalue(result, 0, 0), "committed") == 0)
		r = 1;
	else if (strcmp(pq.getvalue(result, 0, 0), "aborted") == 0)
		r = 0;
	pq.clear(result);
	return r;
}

#define LOOKS 20
#define PAUSE 500000 /* microseconds between two of them */

/* The connection was lost while it was committed. */
static int
look_after(struct store *st)
{
	struct err why = { 0 }, *errors = store_errors(st, &why);
	int kept = -1;

	for (int i = 0; i < LOOKS && kept == -1; i++) {
		if (i > 0)
			g_usleep(PAUSE);
		kept = find_out(st);
	}
	store_errors(st, errors);
	if (kept == 1)
		return 0;
	return err_set(st->err, ERR_IO,
	    "the connection to database %s was lost, and with it what was "
	    "just written; it is tried again",
	    st->path);
}

/* A connection that was made since may find that others had the steps. */
static int
has_steps_still(const struct store *st)
{
	const struct postgres_own *own = st->own;

	if (!own->stepping || own->stepping_in == own->serial)
		return 0;
	return err_set(st->err, ERR_IO,
	    "the connection to database %s was lost, and with it the turn of "
	    "this turnpost; it goes on with its next one",
	    st->path);
}

/* Nothing is left of what failed within the transaction that is taken back; -1
 * if some of it was before that began. */
static int
forget_inner(struct store *st)
{
	const struct postgres_own *own = st->own;
	struct err ignored = { 0 }, *errors = store_errors(st, &ignored);

	postgres_leave_pipeline(st);
	store_errors(st, errors);
	postgres_outdate_all(st);
	if (own->late.code != 0 && own->late_depth <= st->depth)
		return postgres_in_time(st);
	postgres_forget_late(st);
	return 0;
}

/* All of it goes. */
static void
forget_outer(struct store *st)
{
	forget_inner(st);
	postgres_forget_late(st);
}

/*
 * Whether what was written has failed must be known when the work on one row
 * of several is kept.  What stands deeper inside is a part of that work, which
 * is then taken back as a whole.  A narrow transaction hears of it with the
 * next thing that it asks, and is then taken back as a whole as well; the
 * server does that work while this program is at the next row.
 */
static int
keep(struct store *st)
{
	if (st->depth == 1 && !postgres_is_narrow(st) &&
	    postgres_is_waiting(st) && postgres_gather(st, NULL) == -1)
		return -1;
	postgres_sent_is_kept(st);
	if (postgres_send_sql(st, release[st->depth - 1]) == -1)
		return -1;
	return st->depth == 1 ? postgres_push(st) : 0;
}

static int
begin_by(struct store *st, const char *sql)
{
	g_autoptr(GPtrArray) results = postgres_query_each(st, sql);
	const PGresult *last;

	if (results == NULL)
		return -1;
	last = results->len == 0 ? NULL : results->pdata[results->len - 1];
	if (last == NULL || !postgres_is_good(last))
		return postgres_fail(st, last);
	postgres_claims_begun(st, results);
	return note_begin(st, last);
}

/* Which transactions are beside it is said before it begins, for its lock comes
 * before all that it reads. */
static int
begin(struct store *st)
{
	struct postgres_own *own = st->own;
	g_autofree char *first = NULL, *sql = NULL;
	bool narrow = false;
	int r;

	if (postgres_connect(st) == -1 || has_steps_still(st) == -1)
		return -1;
	forget_outer(st);
	own->tells = false;
	if (postgres_claims_begin(st, &narrow, &first) == -1) {
		postgres_claims_end(st);
		return -1;
	}
	sql = g_strconcat(
	    first == NULL ? "" : first, begins[narrow][own->later], NULL);
	r = begin_by(st, sql);
	if (r == -1)
		end_begun(st);
	return r;
}

/* What came back for the COMMIT; NULL: it failed. */
static PGresult *
commit_now(struct store *st)
{
	const char *behind = postgres_claims_back_sql(st);
	g_autofree char *sql = g_strconcat(verbs[DB_COMMIT], ";", behind, NULL);
	g_autoptr(GPtrArray) results = postgres_query_each(st, sql);
	PGresult *result;

	if (results == NULL)
		return NULL;
	if (behind != NULL)
		postgres_claims_given_back(st,
		    results->len == 2 && postgres_is_good(results->pdata[1]));
	result = results->len == 0 ? NULL : g_ptr_array_steal_index(results, 0);
	if (result != NULL && postgres_is_good(result))
		return result;
	postgres_fail(st, result);
	pq.clear(result);
	return NULL;
}

static int
commit(struct store *st)
{
	struct postgres_own *own = st->own;
	PGresult *result;
	int r = 0;

	if (postgres_in_time(st) == -1 || postgres_claims_kept(st) == -1 ||
	    postgres_send_told(st) == -1)
		return -1;
	/* Inside a transaction that failed, no lock can be given back: it is
	 * taken back first. */
	if (postgres_is_waiting(st) && postgres_gather(st, NULL) == -1)
		return -1;
	result = commit_now(st);
	postgres_claims_end(st);
	if (result == NULL)
		return pq.status(own->connection) != CONNECTION_OK
			   ? look_after(st)
			   : -1;
	/* A transaction in which a statement failed is not kept. */
	if (strcmp(pq.cmdStatus(result), "COMMIT") != 0)
		r = err_set(st->err, ERR_IO,
		    "it was rolled back after an earlier error");
	postgres_outdate_all(st);
	pq.clear(result);
	return r;
}

static int
roll_back(struct store *st)
{
	PGresult *result;

	forget_outer(st);
	result = postgres_query(st, verbs[DB_ROLLBACK]);
	postgres_claims_end(st);
	if (result == NULL)
		return -1;
	pq.clear(result);
	return 0;
}

static int
go_back(struct store *st)
{
	if (forget_inner(st) == -1)
		return -1;
	return postgres_exec(st, back[st->depth - 1]);
}

int
postgres_run(struct store *st, enum db_verb verb)
{
	const struct postgres_own *own = st->own;

	if (verb == DB_BEGIN)
		return begin(st);
	if (own->connection == NULL)
		return err_set(st->err, ERR_IO,
		    "the connection to database %s was lost", st->path);
	if (verb == DB_COMMIT)
		return commit(st);
	if (verb == DB_ROLLBACK)
		return roll_back(st);
	if (verb == DB_BACK)
		return go_back(st);
	if (postgres_in_time(st) == -1)
		return -1;
	return verb == DB_RELEASE ? keep(st)
				  : postgres_send_sql(st, save[st->depth - 1]);
}

bool
postgres_ended(const struct store *st)
{
	const struct postgres_own *own = st->own;

	return own->connection == NULL ||
	       pq.status(own->connection) != CONNECTION_OK ||
	       pq.transactionStatus(own->connection) == PQTRANS_IDLE;
}

int
postgres_version(struct store *st, int64_t *schema)
{
	const struct postgres_own *own = st->own;

	*schema = own->schema;
	return 0;
}

/* A server that does not know a setting has NULL for it. */
#define UNLESS_SET(name, value)                             \
	"SELECT set_config('" name "', '" value "', false)" \
	" WHERE current_setting('" name "', true) = '0';"

/*
 * The lock of the steps is one of the session: the server gives it back when
 * the connection ends.  So a program that dies, or is cut off, has it no longer
 * than the server takes to notice that; and one that hangs no longer than a
 * server waits for it from then on, five minutes unless its settings say
 * otherwise.
 */
#define TAKE_STEPS(lock)                                          \
	UNLESS_SET("idle_session_timeout", "5min")                \
	UNLESS_SET("idle_in_transaction_session_timeout", "5min") \
	"SELECT"                                                  \
	" " lock POSTGRES_TURN

static int
take_steps(struct store *st, bool joins, bool *got)
{
	struct postgres_own *own = st->own;
	PGresult *result;

	if (postgres_connect(st) == -1)
		return -1;
	result =
	    postgres_query(st, joins ? TAKE_STEPS("pg_try_advisory_lock_shared")
				     : TAKE_STEPS("pg_try_advisory_lock"));
	if (result == NULL)
		return -1;
	*got = own->stepping = pq.getvalue(result, 0, 0)[0] == 't';
	own->joined = joins;
	own->stepping_in = own->serial;
	pq.clear(result);
	return 0;
}

int
postgres_take_steps(struct store *st, bool *got)
{
	return take_steps(st, false, got);
}

int
postgres_join_steps(struct store *st, bool *got)
{
	return take_steps(st, true, got);
}

void
postgres_give_steps(struct store *st)
{
	struct postgres_own *own = st->own;
	struct err ignored = { 0 }, *errors = store_errors(st, &ignored);

	/* When the connection was lost, the server has taken it back. */
	if (own->stepping && own->connection != NULL &&
	    own->stepping_in == own->serial)
		pq.clear(postgres_query(
		    st, own->joined
			    ? "SELECT pg_advisory_unlock_shared" POSTGRES_TURN
			    : "SELECT pg_advisory_unlock" POSTGRES_TURN));
	own->stepping = false;
	store_errors(st, errors);
}

/* The log of a server holds commits one behind the other, too: the next one
 * that has written anything and waits for the disk, of whatever worker, brings
 * all before it there, and to the standby for which it waits. */
int
postgres_sync_later(struct store *st, bool on)
{
	struct postgres_own *own = st->own;

	own->later = on;
	return 0;
}

int
postgres_begin_read(struct store *st)
{
	if (postgres_connect(st) == -1)
		return -1;
	return postgres_exec(
	    st, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
}

int
postgres_end_read(struct store *st)
{
	return postgres_exec(st, "ROLLBACK");
}
