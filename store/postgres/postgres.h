/* SPDX-License-Identifier: ISC */
/*
 * What the files of the PostgreSQL engine share.  libpq is opened when a store
 * is that needs it (base/library.h): pq.exec() is PQexec().
 */
#ifndef STORE_POSTGRES_POSTGRES_H
#define STORE_POSTGRES_POSTGRES_H

#include "base/err.h"
#include "base/library.h"
#include "store/engine.h"

#include <glib.h>
#include <libpq-fe.h>
#include <stdbool.h>
#include <stdint.h>

struct postgres_text;
struct store;

/* clang-format off */
/* what we call of it behind PQ */
#define PQ_CALLS(X) \
	X(backendPID) \
	X(clear) \
	X(cmdStatus) \
	X(cmdTuples) \
	X(conndefaults) \
	X(conninfoFree) \
	X(conninfoParse) \
	X(connectdbParams) \
	X(consumeInput) \
	X(enterPipelineMode) \
	X(errorMessage) \
	X(exec) \
	X(execParams) \
	X(execPrepared) \
	X(exitPipelineMode) \
	X(finish) \
	X(flush) \
	X(fname) \
	X(freemem) \
	X(ftype) \
	X(getResult) \
	X(getisnull) \
	X(getlength) \
	X(getvalue) \
	X(nfields) \
	X(notifies) \
	X(ntuples) \
	X(pipelineSync) \
	X(parameterStatus) \
	X(prepare) \
	X(resultErrorField) \
	X(resultErrorMessage) \
	X(resultMemorySize) \
	X(resultStatus) \
	X(sendFlushRequest) \
	X(sendPrepare) \
	X(sendQuery) \
	X(sendQueryParams) \
	X(sendQueryPrepared) \
	X(serverVersion) \
	X(setNoticeProcessor) \
	X(socket) \
	X(status) \
	X(transactionStatus)
/* clang-format on */
#define PQ_POINTER(call) LIBRARY_MEMBER(PQ, call)
extern struct pq_calls {
	PQ_CALLS(PQ_POINTER)
} pq;
#undef PQ_POINTER
int pq_open(struct err *);

/* What a store of this engine owns. */
struct postgres_own {
	PGconn *connection; /* NULL: none, or it was lost */
	char *conninfo; /* as turnpost.yaml has it */
	unsigned serial; /* of the connection: statements are prepared in one */
	unsigned names; /* of prepared statements, so many were given */
	int64_t schema; /* that the last transaction found... */
	char *transaction; /* ...and what the server calls it... */
	char *server; /* ...and when that has started */
	int64_t changes, last_id;
	int64_t all_changes; /* statements that changed more than the queues */
	GArray *sent; /* whose answers wait (pipeline.c)... */
	bool piping; /* ...in a pipeline */
	struct err late; /* why one of them failed, if its code says so... */
	int late_depth; /* ...in a transaction of that depth */
	struct answers *answers; /* that are kept (answers.c)... */
	GString *question; /* ...room for the name of one */
	GPtrArray *readers; /* statements that may be read ahead */
	bool joined; /* beside others */
	bool stepping; /* it took the lock of the steps... */
	unsigned stepping_in; /* ...in that connection */
	bool looks; /* nothing is changed */
	bool later; /* commits wait for no disk */
	struct claims *claims; /* claims.c; NULL: none yet */
	bool listens; /* also in the next connection */
	bool tells; /* this transaction does */
};

/* ---- connect.c ---- */

/* Opens a connection, if none is open. */
int postgres_connect(struct store *);
void postgres_disconnect(struct store *);
int postgres_wait_at_most(struct store *, int milliseconds);

/* ---- open.c ---- */

int postgres_open(struct store *, bool create);
int postgres_look(struct store *, int *schema);
void postgres_close(struct store *);
void postgres_wait(struct store *, int milliseconds);

/* ---- faults.c ---- */

/* Fill in err from what the server, or libpq, said; -1 always. */
int postgres_fail(struct store *, const PGresult *);
/* The same when no connection could be made. */
int postgres_fail_connect(struct store *, const char *message);

/* ---- run.c ---- */

/* Did the server do it?  NULL: no. */
bool postgres_is_good(const PGresult *);
/* SQL in one round trip; the last of its results, or NULL. */
PGresult *postgres_query(struct store *, const char *sql);
/* The same of several statements: what came back for each (PGresult), until one
 * that failed, and nothing if they could not be sent; NULL if what was sent
 * before has failed. */
GPtrArray *postgres_query_each(struct store *, const char *sql);
int postgres_exec(struct store *, const char *sql);
int postgres_number(struct store *, const char *sql, int64_t *n);
/* Of a result in text. */
int64_t postgres_cell(const PGresult *, int column);

/* ---- migrate.c ---- */

#define POSTGRES_STEPS "store/postgres/sql/"
/* What stands there, of one moment: the number of its schema; 0: nothing is
 * there. */
int postgres_identify(struct store *, bool create, int64_t *schema);
int postgres_migrate(struct store *, const GArray *steps);

/* ---- verbs.c ---- */

#define POSTGRES_HOME "'turnpost'::regclass::oid::bigint::bit(32)::integer"
/* The locks of a home, for functions of the server: of the program whose turn
 * it is, and of the one that writes.  Both are taken in this order. */
#define POSTGRES_TURN "(1953525620, " POSTGRES_HOME ")"
#define POSTGRES_WRITER "(1953525619, " POSTGRES_HOME ")"
/* All that listen share this one as long as their session lasts. */
#define POSTGRES_LISTENERS "(1953525621, " POSTGRES_HOME ")"

int postgres_run(struct store *, enum db_verb);
bool postgres_ended(const struct store *);
int postgres_version(struct store *, int64_t *schema);
int postgres_take_steps(struct store *, bool *got);
int postgres_join_steps(struct store *, bool *got);
void postgres_give_steps(struct store *);
int postgres_sync_later(struct store *, bool on);
int postgres_begin_read(struct store *);
int postgres_end_read(struct store *);

/* ---- claims.c ---- */

extern const struct db_sharing postgres_sharing;
/* Before a transaction begins; *narrow: beside others.  -1: what was claimed is
 * so no longer.  *first: what is to be done in the journey that begins it, and
 * before that, newly allocated; NULL: nothing. */
int postgres_claims_begin(struct store *, bool *narrow, char **first);
/* It began; what came back for that (postgres_query_each). */
void postgres_claims_begun(struct store *, const GPtrArray *results);
/* What may be done in the journey that commits it, and behind that; NULL:
 * nothing.  done: it was. */
const char *postgres_claims_back_sql(struct store *);
void postgres_claims_given_back(struct store *, bool done);
/* Is this one? */
bool postgres_is_narrow(const struct store *);
/* It has ended, whatever became of it. */
void postgres_claims_end(struct store *);
/* Within it: may this statement be run?  Before its end: was none refused? */
int postgres_claims_allow(struct store *, const struct postgres_text *);
int postgres_claims_kept(struct store *);
/* Can nobody else change rows of those tables until it ends?  Of tables that
 * hold rows of matches, those of that one (in decimal) are meant. */
bool postgres_claims_hold(
    const struct store *, uint64_t tables, const char *match);
/* Is that match (in decimal, or NULL) claimed? */
bool postgres_claims_have(const struct store *, const char *match);
/* Is there anything among these tables but mails, letters, and what belongs to
 * them? */
bool postgres_claims_concern(uint64_t tables);
void postgres_claims_free(struct claims *);

/* ---- ear.c ---- */

/* What store/claims.h says of each. */
int postgres_listen(struct store *);
int postgres_has_listeners(struct store *, bool *listens);
int postgres_ear(const struct store *);
bool postgres_heard(struct store *);
void postgres_tell(struct store *);
/* A connection is new: it listens as the last one did. */
int postgres_listen_again(struct store *);
/* Before a transaction is kept: others hear of it if it tells them. */
int postgres_send_told(struct store *);

/* ---- care.c ---- */

int postgres_careless(struct store *);
int postgres_check(struct store *, bool *fits);
int postgres_snapshot(struct store *);
int postgres_copy(struct store *, const char *to);
int postgres_overwrite(struct store *, bool on);
int postgres_empty_log(struct store *, bool *done);
int postgres_write_anew(struct store *, bool *done);
int postgres_count_on(struct store *);
int postgres_moment(struct store *, int64_t *);
int postgres_clock(struct store *, int64_t *usec);
int postgres_size(struct store *, int64_t *bytes);
int postgres_shrink(struct store *, bool *more);

#endif
