/* SPDX-License-Identifier: ISC */
/* Opening and closing a home's rows in a PostgreSQL database. */
#include "store/postgres/postgres.h"

#include "base/err.h"
#include "store/db.h"
#include "store/migrate.h"
#include "store/postgres/answers.h"
#include "store/postgres/pipeline.h"
#include "store/store.h"

static void
make_own(struct store *st, bool looks)
{
	struct postgres_own *own = g_new0(struct postgres_own, 1);

	own->conninfo = g_strdup(st->path);
	own->looks = looks;
	own->sent = postgres_sent_new();
	own->answers = postgres_answers_new();
	own->question = g_string_new(NULL);
	own->readers = g_ptr_array_new();
	st->own = own;
}

/* May we touch it? */
static int
check_schema(struct store *st, bool create, int64_t schema)
{
	if (schema == 0 && !create)
		return err_set(st->err, ERR_MISSING,
		    "database %s is empty: it was never set up", st->path);
	if (schema > st->version)
		return err_set(st->err, ERR_NEWER,
		    "database %s was made by a newer turnpost (schema %d; this "
		    "one knows %d): use the newer one",
		    st->path, (int)schema, st->version);
	return 0;
}

int
postgres_open(struct store *st, bool create)
{
	g_autoptr(GArray) steps = db_steps(POSTGRES_STEPS);
	int64_t schema;

	make_own(st, false);
	if (postgres_connect(st) == -1 ||
	    postgres_identify(st, create, &schema) == -1 ||
	    check_schema(st, create, schema) == -1)
		return -1;
	if (schema == st->version)
		return 0;
	if (schema > 0 && st->before != NULL &&
	    st->before(st->before_arg, (int)schema, st->err) == -1)
		return -1;
	return postgres_migrate(st, steps);
}

int
postgres_look(struct store *st, int *schema)
{
	int64_t n;

	make_own(st, true);
	if (postgres_connect(st) == -1 ||
	    postgres_identify(st, false, &n) == -1 ||
	    check_schema(st, false, n) == -1)
		return -1;
	*schema = (int)n;
	return 0;
}

void
postgres_close(struct store *st)
{
	struct postgres_own *own = st->own;

	if (own == NULL)
		return;
	postgres_disconnect(st);
	g_free(own->conninfo);
	g_free(own->transaction);
	postgres_claims_free(own->claims);
	g_free(own->server);
	g_array_unref(own->sent);
	postgres_answers_free(own->answers);
	g_string_free(own->question, TRUE);
	g_ptr_array_unref(own->readers);
	g_clear_pointer(&st->own, g_free);
}

void
postgres_wait(struct store *st, int milliseconds)
{
	struct postgres_own *own = st->own;

	/* Otherwise the next connection does it. */
	if (own->connection != NULL)
		postgres_wait_at_most(st, milliseconds);
}
