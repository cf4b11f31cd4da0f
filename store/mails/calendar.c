/* SPDX-License-Identifier: ISC */
/* Which calendar entries letters brought. */
#include "store/mails/calendar.h"

#include "base/err.h"
#include "store/claims.h"
#include "store/db.h"
#include "store/fields.h"
#include "store/known.h"
#include "store/people/known_people.h"

enum { Q_WANTED, Q_WANT, Q_MATCH, Q_SET };
static const char *const sql[] = {
	[Q_WANTED] = "SELECT calendar FROM person WHERE id = :id",
	[Q_WANT] = "UPDATE person SET calendar = :calendar WHERE id = :id",
	[Q_MATCH] = "SELECT match, seat, person, sequence, due FROM calendar"
		    " WHERE match = :match ORDER BY seat, person",
	[Q_SET] = "INSERT INTO calendar (match, seat, person, sequence, due)"
		  " VALUES (:match, :seat, :person, :sequence, :due)"
		  " ON CONFLICT (match, seat, person) DO UPDATE"
		  " SET sequence = :sequence, due = :due",
};
const struct db_sql calendar_sql = { sql, G_N_ELEMENTS(sql), NULL };

int
store_calendar_wanted(struct store *st, int64_t person, bool *wanted)
{
	const struct known_person *known = db_known_person(st, person);
	struct statement *q;
	int r;

	if (known != NULL) {
		*wanted = known->preferences.calendar;
		return 0;
	}
	q = db_take(st, DB_CALENDAR, Q_WANTED);
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

	db_forget_people(st);
	db_int(q, ":id", person);
	db_int(q, ":calendar", wanted);
	return db_done_some(st, q);
}

static const struct db_field calendar_fields[] = {
	FIELD(calendar_row, NUMBER, match),
	FIELD(calendar_row, INT, seat),
	FIELD(calendar_row, NUMBER, person),
	FIELD(calendar_row, NUMBER, sequence),
	FIELD(calendar_row, NUMBER, due),
};
static const struct db_type calendar_type =
    DB_TYPE(calendar_row, calendar_fields, g_free);

static GArray *
known_of(const struct store *st, int64_t match)
{
	return st->depth > 0 && st->known != NULL &&
		       st->known->calendar_of == match
		   ? st->known->calendar
		   : NULL;
}

/* Each letter of a match asks for its reader's, and few have any: so all of a
 * match are read at once, and kept as they change. */
static GArray *
read_match(struct store *st, int64_t match)
{
	struct statement *q = db_take(st, DB_CALENDAR, Q_MATCH);
	struct known *known;
	GArray *rows;

	db_int(q, ":match", match);
	rows = db_list_of(st, q, &calendar_type);
	if (rows == NULL || st->depth == 0 || !store_has_match(st, match))
		return rows;
	known = db_known(st);
	g_clear_pointer(&known->calendar, g_array_unref);
	known->calendar_of = match;
	known->calendar = g_array_ref(rows);
	return rows;
}

/* NULL: there is none. */
static struct calendar_row *
find(const GArray *rows, const struct calendar_row *key)
{
	for (guint i = 0; i < rows->len; i++) {
		struct calendar_row *row =
		    &g_array_index(rows, struct calendar_row, i);

		if (row->seat == key->seat && row->person == key->person)
			return row;
	}
	return NULL;
}

int
store_calendar(struct store *st, struct calendar_row *row)
{
	const struct calendar_row *found;
	GArray *rows = known_of(st, row->match);

	rows = rows != NULL ? g_array_ref(rows) : read_match(st, row->match);
	if (rows == NULL)
		return -1;
	found = find(rows, row);
	row->sequence = found == NULL ? -1 : found->sequence;
	row->due = found == NULL ? 0 : found->due;
	g_array_unref(rows);
	return 0;
}

int
store_calendar_set(struct store *st, const struct calendar_row *row)
{
	struct statement *q = db_take(st, DB_CALENDAR, Q_SET);
	GArray *known = known_of(st, row->match);
	struct calendar_row *found = known == NULL ? NULL : find(known, row);

	if (found != NULL)
		*found = *row;
	else if (known != NULL)
		g_array_append_val(known, *row);
	db_bind(q, &calendar_type, row);
	return db_done(st, q);
}
