/* SPDX-License-Identifier: ISC */
/*
 * Numbers that only grow, in the table counter.  Rows cannot be counted for
 * that: a letter that is sent again is new again, a fault that is over is gone.
 */
#include "store/tally.h"

#include "store/db.h"
#include "store/known.h"

/* Of each tally three, in this order. */
enum { Q_MORE, Q_BEGIN, Q_GET, Q_EACH };
#define NAMED(name, rows)                                          \
	"UPDATE counter SET last = last + :times"                  \
	" WHERE name = '" name "'",                                \
	    "/* list */ INSERT INTO counter (name, last)"          \
	    " SELECT '" name "', count(*) FROM " rows,             \
	    "/* list */ SELECT coalesce((SELECT last FROM counter" \
	    " WHERE name = '" name "'), (SELECT count(*) FROM " rows "))"
static const char *const sql[] = {
	NAMED("sent", "outbox WHERE state = 'sent'"),
	NAMED("faults", "trouble"),
};
const struct db_sql tally_sql = { sql, G_N_ELEMENTS(sql), NULL };

static struct statement *
take(struct store *st, enum tally tally, int n)
{
	return db_take(st, DB_TALLY, (int)tally * Q_EACH + n);
}

int
store_tally_add(struct store *st, enum tally tally, int64_t times)
{
	struct statement *q = take(st, tally, Q_MORE);

	db_int(q, ":times", times);
	if (db_done(st, q) == -1)
		return -1;
	if ((db_known(st)->tallies & 1U << tally) != 0)
		return 0;
	/* The first time, the rows have what happened just now, too. */
	if (db_changes(st) <= 0)
		return db_done(st, take(st, tally, Q_BEGIN));
	db_known(st)->tallies |= 1U << tally;
	return 0;
}

int
store_tally(struct store *st, enum tally tally, int64_t *n)
{
	return db_one_number(st, take(st, tally, Q_GET), n);
}
