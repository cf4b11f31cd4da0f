/* SPDX-License-Identifier: ISC */
/* Which calendar entries letters brought. */
#include "store/mails/calendar.h"

#include "base/err.h"
#include "store/db.h"

enum { Q_WANTED, Q_WANT, Q_GET, Q_SET };
static const char *const sql[] = {
	[Q_WANTED] = "SELECT calendar FROM person WHERE id = :id",
	[Q_WANT] = "UPDATE person SET calendar = :calendar WHERE id = :id",
	[Q_GET] = "SELECT sequence, due FROM calendar WHERE match = :match"
		  " AND seat = :seat AND person = :person",
	[Q_SET] = "INSERT INTO calendar (match, seat, person, sequence, due)"
		  " VALUES (:match, :seat, :person, :sequence, :due)"
		  " ON CONFLICT (match, seat, person) DO UPDATE"
		  " SET sequence = :sequence, due = :due",
};
const struct db_sql calendar_sql = { sql, G_N_ELEMENTS(sql), NULL };

int
store_calendar_wanted(struct store *st, int64_t person, bool *wanted)
{
	struct statement *q = db_take(st, DB_CALENDAR, Q_WANTED);
	int r;

	db_int(q, ":id", person);
	if ((r = db_row(st, q)) == -1)
		return -1;
	if (r == 0)
		return err_set(st->err, ERR_MISSING, "there is no person %lld",
		    (long long)person);
	*wanted = db_get_int(q, 0) != 0;
	db_end(q);
	return 0;
}

int
store_calendar_want(struct store *st, int64_t person, bool wanted)
{
	struct statement *q = db_take(st, DB_CALENDAR, Q_WANT);

	db_int(q, ":id", person);
	db_int(q, ":calendar", wanted);
	return db_done_some(st, q);
}

static void
bind_key(struct statement *q, const struct calendar_row *row)
{
	db_int(q, ":match", row->match);
	db_int(q, ":seat", row->seat);
	db_int(q, ":person", row->person);
}

int
store_calendar(struct store *st, struct calendar_row *row)
{
	struct statement *q = db_take(st, DB_CALENDAR, Q_GET);
	int r;

	bind_key(q, row);
	row->sequence = -1;
	row->due = 0;
	if ((r = db_row(st, q)) == -1)
		return -1;
	if (r == 1) {
		row->sequence = db_get_int(q, 0);
		row->due = db_get_int(q, 1);
		db_end(q);
	}
	return 0;
}

int
store_calendar_set(struct store *st, const struct calendar_row *row)
{
	struct statement *q = db_take(st, DB_CALENDAR, Q_SET);

	bind_key(q, row);
	db_int(q, ":sequence", row->sequence);
	db_int(q, ":due", row->due);
	return db_done(st, q);
}
