/* SPDX-License-Identifier: ISC */
/* When the clocks of a match, or of the whole home, stood still. */
#include "store/matches/stops.h"

#include "store/db.h"
#include "store/fields.h"

enum { Q_ADD, Q_UPDATE, Q_LIST, Q_BACK, Q_BACK_DROP };
#define STOP "SELECT id, match, since, until FROM stop"
static const char *const sql[] = {
	[Q_ADD] = "/* id */ INSERT INTO stop (match, since, until)"
		  " VALUES (:match, :since, :until)",
	[Q_UPDATE] = "UPDATE stop SET since = :since, until = :until"
		     " WHERE id = :id",
	/* ":behind": is_of_all in store/postgres/answers.c knows it */
	[Q_LIST] =
	    STOP " WHERE match = :match AND until > :behind UNION ALL " STOP
		 " WHERE match = :match AND until = 0 UNION ALL " STOP
		 " WHERE match IS NULL AND until > :behind",
	[Q_BACK] = "/* list */ UPDATE stop SET since = min(since, :now),"
		   " until = min(until, :now)"
		   " WHERE since > :now OR until > :now",
	[Q_BACK_DROP] = "/* list */ DELETE FROM stop WHERE since = until",
};
const struct db_sql stops_sql = { sql, G_N_ELEMENTS(sql), NULL };

static const struct db_field stop_fields[] = {
	FIELD(stop_row, NUMBER, id),
	FIELD(stop_row, LINK, match),
	FIELD(stop_row, NUMBER, since),
	FIELD(stop_row, NUMBER, until),
};
static const struct db_type stop_type = DB_TYPE(stop_row, stop_fields, g_free);

int
store_stop_add(struct store *st, struct stop_row *s)
{
	struct statement *q = db_take(st, DB_STOPS, Q_ADD);

	db_bind(q, &stop_type, s);
	if (db_done(st, q) == -1)
		return -1;
	s->id = db_last_id(st);
	return 0;
}

int
store_stop_update(struct store *st, const struct stop_row *s)
{
	struct statement *q = db_take(st, DB_STOPS, Q_UPDATE);

	db_bind(q, &stop_type, s);
	return db_done_some(st, q);
}

int
store_stops_back(struct store *st, int64_t now)
{
	struct statement *q = db_take(st, DB_STOPS, Q_BACK);

	db_int(q, ":now", now);
	if (db_done(st, q) == -1)
		return -1;
	return db_done(st, db_take(st, DB_STOPS, Q_BACK_DROP));
}

GArray *
store_stops(struct store *st, int64_t match, int64_t after)
{
	struct statement *q = db_take(st, DB_STOPS, Q_LIST);

	db_int(q, ":match", match);
	db_int(q, ":behind", after);
	return db_list_of(st, q, &stop_type);
}
