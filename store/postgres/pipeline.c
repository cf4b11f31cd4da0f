/* SPDX-License-Identifier: ISC */
#include "store/postgres/pipeline.h"

#include "base/err.h"
#include "store/db.h"
#include "store/postgres/answers.h"
#include "store/postgres/postgres.h"
#include "store/postgres/statement_own.h"

#include <assert.h>
#include <string.h>

/* So many answers may wait for one that somebody wants: more than what groups
 * of mails write and are asked about ahead, or a worker would wait for the
 * server between two mails. */
#define SENT_MAX 1024

struct postgres_sent {
	struct postgres_statement *statement; /* NULL: SQL */
	int depth; /* of the transaction in which it was sent */
	bool prepares;
	bool placed;
	bool expects; /* that it changes a row */
	GString *ahead; /* under that its answer is kept; or NULL... */
	enum postgres_ahead_way way; /* ...and how it was asked */
	bool is_old; /* something was written behind it */
	char match[POSTGRES_DIGITS]; /* that it is about; "": none */
	char person[POSTGRES_DIGITS]; /* whose; "": anybody's */
};

static void
sent_clear(void *data)
{
	struct postgres_sent *sent = data;

	g_clear_pointer(&sent->ahead, postgres_question_free);
}

GArray *
postgres_sent_new(void)
{
	GArray *sent = g_array_new(FALSE, FALSE, sizeof(struct postgres_sent));

	g_array_set_clear_func(sent, sent_clear);
	return sent;
}

static void
tell_late(const struct store *st)
{
	const struct postgres_own *own = st->own;

	err_set(st->err, own->late.code, "%s", own->late.text);
}

int
postgres_in_time(struct store *st)
{
	const struct postgres_own *own = st->own;

	if (own->late.code == 0)
		return 0;
	tell_late(st);
	return -1;
}

static int
enter(struct store *st)
{
	struct postgres_own *own = st->own;

	if (own->piping)
		return 0;
	if (!pq.enterPipelineMode(own->connection))
		return postgres_fail(st, NULL);
	own->piping = true;
	return 0;
}

static int
note(struct store *st, bool went, struct postgres_sent sent)
{
	struct postgres_own *own = st->own;

	if (!went)
		return postgres_fail(st, NULL);
	sent.depth = st->depth;
	g_array_append_val(own->sent, sent);
	return 0;
}

int
postgres_make_room(struct store *st)
{
	const struct postgres_own *own = st->own;

	return own->sent->len < SENT_MAX ? postgres_in_time(st)
					 : postgres_gather(st, NULL);
}

int
postgres_send_sql(struct store *st, const char *sql)
{
	const struct postgres_own *own = st->own;

	if (enter(st) == -1)
		return -1;
	return note(st,
	    pq.sendQueryParams(
		own->connection, sql, 0, NULL, NULL, NULL, NULL, 0),
	    (struct postgres_sent){ .statement = NULL });
}

int
postgres_send_prepare(struct store *st, struct postgres_statement *s)
{
	const struct postgres_own *own = st->own;

	if (enter(st) == -1)
		return -1;
	s->serial = own->serial;
	return note(st,
	    pq.sendPrepare(own->connection, s->name, s->text.sql, 0, NULL),
	    (struct postgres_sent){ .statement = s, .prepares = true });
}

static int
send_values(struct store *st, struct postgres_statement *s,
    const struct postgres_values *v, struct postgres_sent sent)
{
	const struct postgres_own *own = st->own;

	if (enter(st) == -1)
		return -1;
	sent.statement = s;
	return note(st,
	    pq.sendQueryPrepared(own->connection, s->name, v->n, v->values,
		v->lengths, v->formats, 1),
	    sent);
}

int
postgres_send(struct store *st, struct postgres_statement *s)
{
	return send_values(
	    st, s, &s->bound, (struct postgres_sent){ .placed = false });
}

int
postgres_send_ahead(struct store *st, struct postgres_statement *s,
    const struct postgres_values *v, GString *asked,
    enum postgres_ahead_way way)
{
	struct postgres_sent sent = { .ahead = asked, .way = way };

	if (s->match != 0 && v->values[s->match - 1] != NULL)
		g_strlcpy(
		    sent.match, v->values[s->match - 1], sizeof(sent.match));
	g_strlcpy(sent.person, postgres_only_person(s, v), sizeof(sent.person));
	if (send_values(st, s, v, sent) == 0)
		return 0;
	postgres_question_free(asked);
	return -1;
}

int
postgres_push(struct store *st)
{
	const struct postgres_own *own = st->own;

	return pq.flush(own->connection) == -1 ? postgres_fail(st, NULL) : 0;
}

/* A server keeps answers back until it is asked for all of them, or its buffer
 * is full. */
int
postgres_push_ahead(struct store *st)
{
	const struct postgres_own *own = st->own;

	if (own->sent->len > 0 && !pq.sendFlushRequest(own->connection))
		return postgres_fail(st, NULL);
	return postgres_push(st);
}

#define PLACE "statement"

int
postgres_send_placed(struct store *st, struct postgres_statement *s)
{
	if (postgres_send_sql(st, "SAVEPOINT " PLACE) == -1 ||
	    send_values(st, s, &s->bound,
		(struct postgres_sent){ .placed = true }) == -1)
		return -1;
	return postgres_send_sql(st, "RELEASE SAVEPOINT " PLACE);
}

bool
postgres_expect_change(struct store *st)
{
	struct postgres_own *own = st->own;

	struct postgres_sent *last;

	if (own->sent->len == 0)
		return false;
	last =
	    &g_array_index(own->sent, struct postgres_sent, own->sent->len - 1);
	if (last->statement == NULL || !last->statement->text.sure)
		return false;
	last->expects = true;
	return true;
}

void
postgres_sent_is_kept(struct store *st)
{
	const struct postgres_own *own = st->own;

	for (guint i = 0; i < own->sent->len; i++) {
		struct postgres_sent *sent =
		    &g_array_index(own->sent, struct postgres_sent, i);

		sent->depth = MIN(sent->depth, st->depth);
	}
}

bool
postgres_is_waiting(const struct store *st)
{
	const struct postgres_own *own = st->own;

	for (guint i = 0; i < own->sent->len; i++)
		if (g_array_index(own->sent, struct postgres_sent, i)
			.statement != NULL)
			return true;
	return false;
}

void
postgres_outdate_sent(
    struct store *st, uint64_t tables, const char *match, const char *person)
{
	const struct postgres_own *own = st->own;

	for (guint i = 0; i < own->sent->len; i++) {
		struct postgres_sent *sent =
		    &g_array_index(own->sent, struct postgres_sent, i);

		if (sent->ahead != NULL &&
		    (match == NULL || sent->match[0] == '\0' ||
			strcmp(sent->match, match) == 0) &&
		    postgres_makes_old(tables, person,
			sent->statement->text.tables, sent->person))
			sent->is_old = true;
	}
}

void
postgres_outdate_sent_sender(struct store *st, const char *person)
{
	const struct postgres_own *own = st->own;

	for (guint i = 0; i < own->sent->len; i++) {
		struct postgres_sent *sent =
		    &g_array_index(own->sent, struct postgres_sent, i);

		if (sent->ahead != NULL && sent->statement->text.of_sender &&
		    (person == NULL || strcmp(sent->person, person) == 0))
			sent->is_old = true;
	}
}

/* The next result of a pipeline; each ends with a NULL. */
static PGresult *
next_result(const struct postgres_own *own)
{
	PGresult *result = pq.getResult(own->connection);

	if (result != NULL && pq.resultStatus(result) != PGRES_PIPELINE_SYNC)
		pq.clear(pq.getResult(own->connection));
	return result;
}

static void
count_changes(struct postgres_own *own, PGresult *result)
{
	own->changes = g_ascii_strtoll(pq.cmdTuples(result), NULL, 10);
}

/* What failed first, and everything behind it did too. */
static void
be_late(
    struct store *st, const struct postgres_sent *sent, const PGresult *result)
{
	struct postgres_own *own = st->own;
	struct err why = { 0 }, *errors;

	if (own->late.code != 0)
		return;
	errors = store_errors(st, &why);
	if (postgres_is_good(result))
		err_set(st->err, ERR_MISSING, "%s", DB_MISSING);
	else
		postgres_fail(st, result);
	store_errors(st, errors);
	own->late = why;
	own->late_depth = sent->depth;
}

/* What came back for one thing that was sent: does all behind it stand? */
static bool
take_answer(
    struct store *st, const struct postgres_sent *sent, PGresult *result)
{
	struct postgres_own *own = st->own;
	struct postgres_statement *s = sent->statement;

	if (postgres_is_good(result)) {
		if (s != NULL && !sent->prepares && s->text.writes)
			count_changes(own, result);
		if (sent->expects && own->changes == 0)
			be_late(st, sent, result);
		return true;
	}
	if (sent->prepares)
		s->serial = 0;
	if (!sent->placed)
		be_late(st, sent, result);
	return false;
}

/* Whoever wants the result has it now. */
static void
give(struct store *st, struct postgres_sent *sent, PGresult *result,
    PGresult **rows)
{
	if (sent->ahead != NULL && postgres_is_good(result))
		postgres_keep_ahead(st, sent->statement,
		    (struct postgres_ahead){
			sent->match, sent->person, sent->way, sent->is_old },
		    sent->ahead, result);
	else if (sent->ahead != NULL) {
		postgres_question_free(sent->ahead);
		pq.clear(result);
	} else if (rows == NULL || sent->statement == NULL || sent->prepares)
		pq.clear(result);
	else {
		pq.clear(*rows);
		*rows = result;
	}
	sent->ahead = NULL;
}

/* Answers to the first n that were sent, until the first fault and behind it;
 * good: there was none before. */
static bool
take_answers(struct store *st, guint n, bool good, PGresult **rows)
{
	struct postgres_own *own = st->own;

	for (guint i = 0; i < n; i++) {
		struct postgres_sent *sent =
		    &g_array_index(own->sent, struct postgres_sent, i);
		PGresult *result = next_result(own);

		if (good)
			good = take_answer(st, sent, result);
		else if (sent->prepares)
			sent->statement->serial = 0;
		give(st, sent, result, rows);
	}
	if (n > 0)
		g_array_remove_range(own->sent, 0, n);
	return good;
}

/* All of them; good: those before stand. */
static int
gather_rest(struct store *st, bool good, PGresult **rows)
{
	struct postgres_own *own = st->own;
	PGconn *c = own->connection;
	const struct postgres_sent first =
	    own->sent->len == 0
		? (struct postgres_sent){ .depth = st->depth }
		: g_array_index(own->sent, struct postgres_sent, 0);

	if (!pq.pipelineSync(c))
		be_late(st, &first, NULL);
	good = take_answers(st, own->sent->len, good, rows);
	pq.clear(next_result(own)); /* the sync */
	if (postgres_in_time(st) == -1)
		return -1;
	if (good)
		return 0;
	/* It was placed: everything is as it was before it. */
	pq.exitPipelineMode(c);
	own->piping = false;
	pq.clear(pq.exec(
	    c, "ROLLBACK TO SAVEPOINT " PLACE "; RELEASE SAVEPOINT " PLACE));
	return 0;
}

int
postgres_gather(struct store *st, PGresult **rows)
{
	const struct postgres_own *own = st->own;

	return own->sent->len == 0 ? postgres_in_time(st)
				   : gather_rest(st, true, rows);
}

int
postgres_gather_ahead(struct store *st)
{
	const struct postgres_own *own = st->own;
	guint n = own->sent->len;

	while (
	    n > 0 &&
	    g_array_index(own->sent, struct postgres_sent, n - 1).ahead == NULL)
		n--;
	if (n == 0)
		return postgres_in_time(st);
	if (postgres_push_ahead(st) == -1)
		return -1;
	return take_answers(st, n, true, NULL) ? postgres_in_time(st)
					       : gather_rest(st, false, NULL);
}

int
postgres_leave_pipeline(struct store *st)
{
	struct postgres_own *own = st->own;
	int r;

	if (!own->piping)
		return postgres_in_time(st);
	r = postgres_gather(st, NULL);
	if (own->piping)
		pq.exitPipelineMode(own->connection);
	own->piping = false;
	return r;
}

void
postgres_forget_late(struct store *st)
{
	struct postgres_own *own = st->own;

	own->late.code = 0;
}
