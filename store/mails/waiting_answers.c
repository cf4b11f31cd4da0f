/* SPDX-License-Identifier: ISC */
/*
 * Answers that wait for robots, and letters that answer in their place and have
 * not left.  The letter itself is one like others, due after a while or at
 * once, so that it leaves whatever becomes of the robots.
 */
#include "store/mails/waiting_answers.h"

#include "store/db.h"
#include "store/fields.h"

enum {
	Q_SET,
	Q_GET,
	Q_WAITS,
	Q_LEAVES,
	Q_ALL_LEAVE,
	Q_JOIN,
	Q_DROP,
	Q_DROP_ALL
};
/* As store/mails/outbox_reader.c has it: what surely did not leave.  One that
 * is put off keeps its time, but may be replaced. */
#define NEVER_TRIED "state = 'new' AND tries = 0 AND note = ''"
/* 0: it was told to leave. */
#define WAITS " AND next_try > 0 AND " NEVER_TRIED
#define UNSENT " AND next_try > 0 AND (state = 'later' OR (" NEVER_TRIED "))"
#define DROP                         \
	"DELETE FROM waiting_answer" \
	" WHERE match = :match AND seat = :seat"
static const char *const sql[] = {
	[Q_SET] = "/* sure */ INSERT INTO waiting_answer (match, seat, outbox,"
		  " reply) VALUES (:match, :seat, :outbox, :reply)"
		  " ON CONFLICT (match, seat) DO UPDATE SET"
		  " outbox = excluded.outbox, reply = excluded.reply",
	[Q_GET] = "SELECT w.match, w.seat, w.outbox, w.reply, o.person,"
		  " o.answers AS inbox, i.message_id FROM waiting_answer AS w"
		  " JOIN outbox AS o ON o.id = w.outbox"
		  " JOIN inbox AS i ON i.id = o.answers"
		  " WHERE w.match = :match AND w.seat = :seat",
	[Q_WAITS] = "SELECT 1 FROM outbox WHERE id = :outbox" UNSENT,
	[Q_LEAVES] = "UPDATE outbox SET next_try = 0 WHERE id = :outbox" WAITS,
	[Q_ALL_LEAVE] =
	    "UPDATE outbox SET next_try = 0 WHERE match = :match AND id IN"
	    " (SELECT outbox FROM waiting_answer WHERE match = :match)" WAITS,
	[Q_JOIN] = "UPDATE outbox SET answers = NULL WHERE id = :outbox" UNSENT,
	[Q_DROP] = DROP,
	[Q_DROP_ALL] = "DELETE FROM waiting_answer WHERE match = :match",
};
const struct db_sql waiting_answer_sql = { sql, G_N_ELEMENTS(sql), NULL };

static const struct db_field fields[] = {
	FIELD(waiting_answer, NUMBER, match),
	FIELD(waiting_answer, INT, seat),
	FIELD(waiting_answer, NUMBER, outbox),
	FIELD(waiting_answer, TEXT, reply),
	FIELD(waiting_answer, LINK, person),
	FIELD(waiting_answer, NUMBER, inbox),
	FIELD(waiting_answer, TEXT, message_id),
};
static const struct db_type type =
    DB_TYPE(waiting_answer, fields, waiting_answer_free);

void
waiting_answer_free(struct waiting_answer *answer)
{
	db_free(&type, answer);
}

/* A statement about that answer. */
static struct statement *
take(struct store *st, int n, const struct waiting_answer *answer)
{
	struct statement *q = db_take(st, DB_WAITING_ANSWER, n);

	db_bind(q, &type, answer);
	return q;
}

int
store_waiting_answer_set(struct store *st, const struct waiting_answer *answer)
{
	return db_done(st, take(st, Q_SET, answer));
}

struct waiting_answer *
store_waiting_answer(struct store *st, int64_t match, int seat)
{
	const struct waiting_answer of = { .match = match, .seat = seat };

	return db_one_of(st, take(st, Q_GET, &of), &type);
}

int
store_waiting_answer_waits(
    struct store *st, const struct waiting_answer *answer, bool *waits)
{
	return db_any(st, take(st, Q_WAITS, answer), waits);
}

int
store_waiting_answer_leaves(
    struct store *st, const struct waiting_answer *answer)
{
	return db_done(st, take(st, Q_LEAVES, answer)) == -1
		   ? -1
		   : db_done(st, take(st, Q_DROP, answer));
}

int
store_waiting_answers_leave(struct store *st, int64_t match)
{
	const struct waiting_answer of = { .match = match };

	return db_done(st, take(st, Q_ALL_LEAVE, &of)) == -1
		   ? -1
		   : db_done(st, take(st, Q_DROP_ALL, &of));
}

int
store_waiting_answer_join(
    struct store *st, const struct waiting_answer *answer, bool *joined)
{
	if (db_done(st, take(st, Q_JOIN, answer)) == -1)
		return -1;
	*joined = db_changes(st) == 1;
	return db_done(st, take(st, Q_DROP, answer));
}
