/* SPDX-License-Identifier: ISC */
/*
 * Claims are locks of the session under the hash of a name (two names with one
 * hash wait for each other, no more), so that the server gives them back when
 * the connection ends.  Narrow transactions share the lock of writing, which
 * wide ones have alone.
 *
 * The numbers of letters count in the order in which letters are written, also
 * those of one match by two workers.  A row that counts would keep all others
 * waiting until a transaction ends; so a narrow one gets some numbers before it
 * begins, when it shares the lock of writing already and has claimed its
 * matches.  What it does not use is left out.
 */
#include "store/postgres/postgres.h"

#include "base/err.h"
#include "store/claims.h"
#include "store/db.h"
#include "store/postgres/ahead.h"
#include "store/postgres/answers.h"
#include "store/postgres/pipeline.h"
#include "store/postgres/text.h"

#include <string.h>

struct claims {
	GHashTable *names; /* -> how often */
	unsigned serial; /* of the connection in which they were claimed */
	bool narrow; /* so is the next transaction... */
	int letters; /* ...with about so many letters */
	bool narrow_now; /* so is this one */
	bool refused; /* something, since somebody asked */
	bool writer; /* the session shares the lock of writing */
	int64_t next, end; /* numbers for letters */
};

/* What a narrow transaction may change: rows of its match... */
static const char *const match_tables[] = { "event", "match", "seat", "timer",
	"notice", "plan", "pending", "asking", "unwritten", "stop", "talk",
	"vote", "ballot", "hint", "calendar", "action", "onlooker",
	"waiting_answer" };
/* ...of the mail that is taken in or handled and of its sender's bounces,
 * letters and their pictures. */
static const char *const narrow_tables[] = { "inbox", "inbox_raw", "outbox",
	"outbox_raw", "counter", "section", "picture", "sprite", "unkept",
	"bounce" };

static struct claims *
claims_of(struct store *st)
{
	struct postgres_own *own = st->own;

	if (own->claims == NULL) {
		own->claims = g_new0(struct claims, 1);
		own->claims->names = g_hash_table_new_full(
		    g_str_hash, g_str_equal, g_free, NULL);
	}
	return own->claims;
}

static const struct claims *
claims_look(const struct store *st)
{
	const struct postgres_own *own = st->own;

	return own->claims;
}

void
postgres_claims_free(struct claims *c)
{
	if (c == NULL)
		return;
	g_hash_table_unref(c->names);
	g_free(c);
}

/* ---- claims ---- */

#define KEY "hashtextextended(n, " POSTGRES_HOME "::bigint)"
#define EACH " FROM unnest(string_to_array($1, chr(10)))"
#define IN_ORDER " WITH ORDINALITY AS t(n, i) ORDER BY i"
static const char *const claim_sql[] = {
	[DB_CLAIM] = "SELECT pg_try_advisory_lock(" KEY ")" EACH IN_ORDER,
	[DB_CLAIM_WAIT] = "SELECT true FROM (SELECT pg_advisory_lock(" KEY
			  ")" EACH " AS t(n)) AS l",
	[DB_CLAIM_LOOK] =
	    "SELECT CASE WHEN pg_try_advisory_lock(" KEY
	    ") THEN pg_advisory_unlock(" KEY ") ELSE false END" EACH IN_ORDER,
};
static const char back_sql[] =
    "SELECT count(pg_advisory_unlock(" KEY "))" EACH " AS t(n)";

/* The statement's one parameter is all names, one a line.  If it fails, some of
 * several may be locked, or given back: the server forgets all of them with the
 * session, which the caller ends. */
static PGresult *
run_with(struct store *st, const char *sql, const GPtrArray *names)
{
	const struct postgres_own *own = st->own;
	g_autoptr(GString) lines = g_string_new(NULL);
	const char *values[1];
	PGresult *result;

	if (postgres_leave_pipeline(st) == -1)
		return NULL;
	/* The worker that had them may have written. */
	postgres_outdate_all(st);
	for (guint i = 0; i < names->len; i++)
		g_string_append(i > 0 ? g_string_append_c(lines, '\n') : lines,
		    names->pdata[i]);
	values[0] = lines->str;
	result =
	    pq.execParams(own->connection, sql, 1, NULL, values, NULL, NULL, 0);
	if (pq.resultStatus(result) == PGRES_TUPLES_OK)
		return result;
	postgres_fail(st, result);
	pq.clear(result);
	return NULL;
}

static void
count(struct claims *c, const char *name, int more)
{
	const int n =
	    GPOINTER_TO_INT(g_hash_table_lookup(c->names, name)) + more;

	if (n > 0)
		g_hash_table_insert(
		    c->names, g_strdup(name), GINT_TO_POINTER(n));
	else
		g_hash_table_remove(c->names, name);
}

/* Others may have had them since. */
static int
check_same_connection(struct store *st, struct claims *c)
{
	const struct postgres_own *own = st->own;

	if (g_hash_table_size(c->names) == 0 || c->serial == own->serial)
		return 0;
	g_hash_table_remove_all(c->names);
	return err_set(st->err, ERR_IO,
	    "the connection to database %s was lost, and with it what this "
	    "turnpost was at; it goes on in its next round",
	    st->path);
}

static int
claim(struct store *st, const GPtrArray *names, enum db_claiming how, bool *got)
{
	struct claims *c = claims_of(st);
	PGresult *result;

	/* What was sent before and failed is no reason to end the session. */
	if (postgres_connect(st) == -1 || check_same_connection(st, c) == -1 ||
	    postgres_leave_pipeline(st) == -1)
		return -1;
	result = run_with(st, claim_sql[how], names);
	if (result == NULL) {
		if (how != DB_CLAIM_WAIT)
			postgres_disconnect(st);
		return -1;
	}
	c->serial = ((const struct postgres_own *)st->own)->serial;
	for (guint i = 0; i < names->len; i++) {
		got[i] = pq.getvalue(result, (int)i, 0)[0] == 't';
		if (got[i] && how != DB_CLAIM_LOOK)
			count(c, names->pdata[i], 1);
	}
	pq.clear(result);
	return 0;
}

static bool
has(const struct store *st, const char *name)
{
	const struct claims *c = claims_look(st);

	return c != NULL && g_hash_table_contains(c->names, name);
}

static void
give_back(struct store *st, const GPtrArray *names)
{
	const struct postgres_own *own = st->own;
	struct claims *c = claims_of(st);
	struct err ignored = { 0 }, *errors = st->err;
	g_autoptr(GPtrArray) held = g_ptr_array_new();
	PGresult *result;

	/* When the connection was lost, the server has taken them back. */
	if (own->connection == NULL || c->serial != own->serial)
		return;
	for (guint i = 0; i < names->len; i++)
		if (has(st, names->pdata[i])) {
			g_ptr_array_add(held, names->pdata[i]);
			count(c, names->pdata[i], -1);
		}
	st->err = &ignored;
	if (held->len > 0) {
		result = run_with(st, back_sql, held);
		if (result == NULL)
			postgres_disconnect(st);
		pq.clear(result);
	}
	st->err = errors;
}

/* ---- narrow transactions ---- */

static void
set_narrow(struct store *st, bool on, int letters)
{
	struct claims *c = claims_of(st);

	c->narrow = on;
	c->letters = letters;
}

bool
postgres_is_narrow(const struct store *st)
{
	const struct claims *c = claims_look(st);

	return c != NULL && st->depth > 0 && c->narrow_now;
}

static int
refuse(struct store *st, const char *what)
{
	claims_of(st)->refused = true;
	return err_set(st->err, ERR_BUSY, "%s is to be changed alone", what);
}

static bool
too_narrow(struct store *st)
{
	struct claims *c = claims_of(st);
	const bool refused = c->refused;

	c->refused = false;
	return refused;
}

/* This need not wait for the disk: the commit of a letter that has one of the
 * numbers comes later in the log, and takes this one along. */
static char *
numbers_sql(struct claims *c)
{
	char room[POSTGRES_DIGITS];

	/* even if what follows it fails */
	c->writer = true;
	return g_strconcat("BEGIN ISOLATION LEVEL READ COMMITTED;"
			   "SELECT pg_advisory_lock_shared" POSTGRES_WRITER
			   ";SET LOCAL synchronous_commit = off;"
			   "UPDATE counter SET last = last + ",
	    postgres_decimal(room, c->letters),
	    " WHERE name = 'outbox' RETURNING last;COMMIT;", NULL);
}

void
postgres_claims_begun(struct store *st, const GPtrArray *results)
{
	struct claims *c = claims_of(st);

	for (guint i = 0; i < results->len; i++) {
		PGresult *result = results->pdata[i];

		if (strcmp(pq.cmdStatus(result), "UPDATE 1") != 0)
			continue;
		c->end = postgres_cell(result, 0) + 1;
		c->next = c->end - c->letters;
	}
}

#define GIVE_WRITER_BACK "SELECT pg_advisory_unlock_shared" POSTGRES_WRITER

const char *
postgres_claims_back_sql(struct store *st)
{
	const struct claims *c = claims_look(st);

	return c != NULL && c->writer ? GIVE_WRITER_BACK : NULL;
}

void
postgres_claims_given_back(struct store *st, bool done)
{
	struct claims *c = claims_of(st);

	c->writer = c->writer && !done;
}

static void
give_writer_back(struct store *st, struct claims *c)
{
	const struct postgres_own *own = st->own;
	PGresult *result;

	if (c->writer && own->connection != NULL) {
		result = pq.exec(own->connection, GIVE_WRITER_BACK);
		/* else it is tried again, before the next transaction */
		c->writer = pq.resultStatus(result) != PGRES_TUPLES_OK &&
			    pq.status(own->connection) == CONNECTION_OK;
		pq.clear(result);
	} else
		c->writer = false;
}

int
postgres_claims_begin(struct store *st, bool *narrow, char **first)
{
	const struct postgres_own *own = st->own;
	struct claims *c = own->claims;

	if (c == NULL)
		return 0;
	give_writer_back(st, c);
	if (check_same_connection(st, c) == -1)
		return -1;
	c->refused = false;
	c->next = c->end = 0;
	*narrow = c->narrow_now = c->narrow;
	if (c->narrow && c->letters > 0)
		*first = numbers_sql(c);
	return 0;
}

void
postgres_claims_end(struct store *st)
{
	const struct postgres_own *own = st->own;
	struct claims *c = own->claims;

	if (c == NULL)
		return;
	c->narrow_now = false;
	c->next = c->end = 0;
	give_writer_back(st, c);
}

static uint64_t
bits_of(const char *const *tables, size_t n)
{
	uint64_t bits = 0;

	for (size_t i = 0; i < n; i++)
		bits |= postgres_table_bit(tables[i], strlen(tables[i]));
	return bits;
}

/* Both are worked out once. */
static struct bits {
	uint64_t match, others;
} bits_of_narrow(void)
{
	static struct bits bits;

	if (bits.match == 0) {
		bits.match = bits_of(match_tables, G_N_ELEMENTS(match_tables));
		bits.others =
		    bits_of(narrow_tables, G_N_ELEMENTS(narrow_tables));
	}
	return bits;
}

int
postgres_claims_allow(struct store *st, const struct postgres_text *text)
{
	const struct bits bits = bits_of_narrow();

	if (!postgres_is_narrow(st) ||
	    (text->subject != 0 &&
		(text->subject & ~(bits.match | bits.others)) == 0))
		return 0;
	return refuse(st, text->sql);
}

bool
postgres_claims_concern(uint64_t tables)
{
	return (tables & ~bits_of_narrow().others) != 0;
}

bool
postgres_claims_hold(const struct store *st, uint64_t tables, const char *match)
{
	const struct bits bits = bits_of_narrow();

	if (!postgres_is_narrow(st))
		return true;
	if ((tables & bits.others) != 0)
		return false;
	return (tables & bits.match) == 0 || postgres_claims_have(st, match);
}

bool
postgres_claims_have(const struct store *st, const char *match)
{
	g_autofree char *name = NULL;

	if (match == NULL)
		return false;
	name = claim_of("match", match);
	return has(st, name);
}

int
postgres_claims_kept(struct store *st)
{
	const struct claims *c = claims_look(st);

	return c != NULL && c->narrow_now && c->refused
		   ? err_set(st->err, ERR_BUSY, "it is to be done alone")
		   : 0;
}

/* The next number; false: there is none. */
static bool
letter(struct store *st, int64_t *id)
{
	struct claims *c = claims_of(st);

	if (!postgres_is_narrow(st) || c->next == c->end)
		return false;
	*id = c->next++;
	return true;
}

const struct db_sharing postgres_sharing = { postgres_join_steps, claim, has,
	give_back, set_narrow, postgres_is_narrow, refuse, too_narrow, letter,
	postgres_send_ahead_of, postgres_push_ahead, postgres_gather_ahead,
	postgres_spare_unwanted, postgres_outdate_sender, postgres_listen,
	postgres_has_listeners, postgres_ear, postgres_heard, postgres_tell };
