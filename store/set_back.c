/* SPDX-License-Identifier: ISC */
/* Times that were counted while the clock was ahead: a letter that waits for
 * such a time would leave only when the clock is there again, perhaps in years.
 */
#include "store/set_back.h"

#include "store/db.h"

#include <glib.h>

/* More than a day: a letter may wait for its reader's morning or digest, and
 * what failed is tried again sooner. */
#define TOO_LONG " > :now + 86400"
static const char *const sql[] = {
	"UPDATE outbox SET next_try = :now"
	" WHERE " DB_WAITING " AND next_try" TOO_LONG,
	"UPDATE unwritten SET due = :now WHERE due" TOO_LONG,
	/* When a person is back who is away, is worked out once more. */
	"UPDATE offer SET due = :now WHERE due > 0 AND due" TOO_LONG,
	"UPDATE onlooker SET due = :now WHERE due > 0 AND due" TOO_LONG,
	"/* list */ UPDATE mailbox_mail SET next_try = :now"
	" WHERE next_try" TOO_LONG,
	"/* list */ UPDATE series_table SET again = :now WHERE again" TOO_LONG,
	/* An open series begins on a day that its organiser chose. */
	"UPDATE series SET due = :now + span"
	" WHERE state = 'running' AND due > :now + span",
};
const struct db_sql set_back_sql = { sql, G_N_ELEMENTS(sql), NULL };

int
store_set_back(struct store *st, int64_t now)
{
	for (int n = 0; n < (int)G_N_ELEMENTS(sql); n++) {
		struct statement *q = db_take(st, DB_SET_BACK, n);

		db_int(q, ":now", now);
		if (db_done(st, q) == -1)
			return -1;
	}
	return 0;
}
