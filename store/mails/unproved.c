/* SPDX-License-Identifier: ISC */
/* Senders who wrote without a proof, for the budget of answers to such
 * mails. */
#include "store/mails/unproved.h"

#include "store/db.h"

enum { Q_NOTE, Q_DROP, Q_FORGET, Q_SINCE, Q_PROVED };
static const char *const sql[] = {
	[Q_NOTE] = "INSERT INTO unproved (sender, at) VALUES (:sender, :at)"
		   " ON CONFLICT (sender) DO UPDATE SET at = :at"
		   " WHERE unproved.at NOT BETWEEN :at - 86400 AND :at",
	[Q_DROP] = "DELETE FROM unproved WHERE sender = :sender",
	[Q_FORGET] = "DELETE FROM unproved WHERE at < :before",
	[Q_SINCE] = "SELECT count(*) FROM unproved"
		    " WHERE at >= :since AND at <= :now",
	/* in meta: of those who are forgotten; CASE, for other values there
	 * are no numbers */
	[Q_PROVED] = "SELECT max(coalesce((SELECT max(created) FROM person"
		     " WHERE created <= :now), 0),"
		     " coalesce((SELECT CAST(value AS INTEGER) FROM meta"
		     " WHERE key = 'proved' AND CASE WHEN key = 'proved'"
		     " THEN CAST(value AS INTEGER) <= :now ELSE FALSE END),"
		     " 0))",
};
const struct db_sql unproved_sql = { sql, G_N_ELEMENTS(sql), NULL };

int
store_unproved_note(
    struct store *st, const char *sender, int64_t at, int64_t forget)
{
	struct statement *q = db_take(st, DB_UNPROVED, Q_FORGET);

	db_int(q, ":before", forget);
	if (db_done(st, q) == -1)
		return -1;
	q = db_take(st, DB_UNPROVED, Q_NOTE);
	db_text(q, ":sender", sender);
	db_int(q, ":at", at);
	return db_done(st, q);
}

int
store_unproved_drop(struct store *st, const char *sender)
{
	struct statement *q = db_take(st, DB_UNPROVED, Q_DROP);

	db_text(q, ":sender", sender);
	return db_done(st, q);
}

int
store_unproved_since(struct store *st, int64_t since, int64_t now, int64_t *n)
{
	struct statement *q = db_take(st, DB_UNPROVED, Q_SINCE);

	db_int(q, ":since", since);
	db_int(q, ":now", now);
	return db_one_number(st, q, n);
}

int
store_unproved_proved(struct store *st, int64_t now, int64_t *at)
{
	struct statement *q = db_take(st, DB_UNPROVED, Q_PROVED);

	db_int(q, ":now", now);
	return db_one_number(st, q, at);
}
