/* SPDX-License-Identifier: ISC */
/* Times that were counted while the clock was ahead: waited for until it is
 * there again, they would be years away. */
#include "store/set_back.h"

#include "store/db.h"

#include <glib.h>

enum { Q_LETTERS, Q_MAILS, Q_ONLOOKERS, Q_SERIES };
/* More than a day: a letter may wait for the morning of its reader, and what
 * failed is tried again sooner. */
#define TOO_LONG " > :now + 86400"
static const char *const sql[] = {
	[Q_LETTERS] = "UPDATE outbox SET next_try = :now"
		      " WHERE " DB_WAITING " AND next_try" TOO_LONG,
	[Q_MAILS] = "/* list */ UPDATE mailbox_mail SET next_try = :now"
		    " WHERE next_try" TOO_LONG,
	[Q_ONLOOKERS] = "UPDATE onlooker SET due = :now"
			" WHERE due > 0 AND due" TOO_LONG,
	/* an open one begins on a day that its organiser chose */
	[Q_SERIES] = "UPDATE series"
		     " SET due = max(due - :seconds, :now)"
		     " WHERE state = 'running' AND due > :now",
};
const struct db_sql set_back_sql = { sql, G_N_ELEMENTS(sql), NULL };

int
store_set_back(struct store *st, int64_t now, int64_t seconds)
{
	for (int n = 0; n < (int)G_N_ELEMENTS(sql); n++) {
		struct statement *q = db_take(st, DB_SET_BACK, n);

		db_int(q, ":now", now);
		if (n == Q_SERIES)
			db_int(q, ":seconds", seconds);
		if (db_done(st, q) == -1)
			return -1;
	}
	return 0;
}
