/* SPDX-License-Identifier: ISC */
/*
 * Workers hear of each other by LISTEN and NOTIFY.  The server hands out what
 * is told when its transaction is kept, and nothing of one that is taken back.
 * Each home has a channel of its own, so that its daemons are not woken by what
 * happens in another home of the same database.
 */
#include "store/postgres/postgres.h"

#include "base/err.h"
#include "store/db.h"
#include "store/postgres/pipeline.h"

/* Behind it comes POSTGRES_HOME, which may be negative. */
#define CHANNEL "turnpost_"

int
postgres_listen_again(struct store *st)
{
	struct postgres_own *own = st->own;
	if (!own->listens)
		return 0;
	/* LISTEN takes a name alone, not what an expression gives */
	return postgres_exec(st,
	    "DO $$ BEGIN EXECUTE format('LISTEN %I', '" CHANNEL
	    "' || (" POSTGRES_HOME ")); END $$;"
	    "SELECT pg_advisory_lock_shared" POSTGRES_LISTENERS);
}

int
postgres_listen(struct store *st)
{
	struct postgres_own *own = st->own;

	own->listens = true;
	if (own->connection == NULL ||
	    pq.status(own->connection) != CONNECTION_OK)
		return postgres_connect(st);
	return postgres_listen_again(st);
}

int
postgres_has_listeners(struct store *st, bool *listens)
{
	PGresult *result;

	if (postgres_connect(st) == -1)
		return -1;
	/* given back at once, so that nobody waits for it */
	result = postgres_query(
	    st, "SELECT pg_try_advisory_xact_lock" POSTGRES_LISTENERS);
	if (result == NULL)
		return -1;
	*listens = pq.getvalue(result, 0, 0)[0] != 't';
	pq.clear(result);
	return 0;
}

int
postgres_ear(const struct store *st)
{
	const struct postgres_own *own = st->own;

	return own->listens && own->connection != NULL &&
		       pq.status(own->connection) == CONNECTION_OK
		   ? pq.socket(own->connection)
		   : -1;
}

bool
postgres_heard(struct store *st)
{
	const struct postgres_own *own = st->own;
	PGnotify *told;
	bool heard;

	if (postgres_ear(st) == -1)
		return false;
	heard = !pq.consumeInput(own->connection);
	while ((told = pq.notifies(own->connection)) != NULL) {
		heard |= told->be_pid != pq.backendPID(own->connection);
		pq.freemem(told);
	}
	return heard;
}

void
postgres_tell(struct store *st)
{
	struct postgres_own *own = st->own;

	own->tells = true;
}

int
postgres_send_told(struct store *st)
{
	struct postgres_own *own = st->own;

	if (!own->tells)
		return 0;
	own->tells = false;
	return postgres_send_sql(st,
	    "SELECT pg_notify('" CHANNEL "' || (" POSTGRES_HOME ")::text, '')");
}
