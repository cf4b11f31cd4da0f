/* SPDX-License-Identifier: ISC */
/*
 * Hints.  One that is wanted is a row, so that it is given once, whatever
 * stops the program; those that were given stay, for they are counted.
 */
#include "store/matches/hints.h"

#include "base/err.h"
#include "store/db.h"
#include "store/fields.h"

enum { Q_ADD, Q_UPDATE, Q_DROP, Q_FORGET, Q_SEAT, Q_DUE, Q_ANY_DUE, Q_AGAIN };
#define HINT "SELECT id, match, seat, inbox, due, event, n FROM hint"
static const char *const sql[] = {
	[Q_ADD] =
	    "/* id */ INSERT INTO hint (match, seat, inbox, due, event, n)"
	    " VALUES (:match, :seat, :inbox, :due, :event, :n)",
	[Q_UPDATE] = "UPDATE hint SET due = :due, event = :event, n = :n"
		     " WHERE id = :id",
	[Q_DROP] = "DELETE FROM hint WHERE id = :id",
	[Q_FORGET] = "DELETE FROM hint"
		     " WHERE match = :match AND seat = :seat AND due > 0",
	[Q_SEAT] = HINT " WHERE match = :match AND seat = :seat ORDER BY id",
	/* none waits longer, unless the clock was set back since */
	[Q_DUE] = HINT " WHERE due > 0"
		       " AND (due <= :now OR due > :now + 600)"
		       " ORDER BY due, id LIMIT 1",
	[Q_ANY_DUE] = "SELECT EXISTS (SELECT 1 FROM hint WHERE due > 0)",
	[Q_AGAIN] = HINT " WHERE id = :id",
};
const struct db_sql hint_sql = { sql, G_N_ELEMENTS(sql), NULL };

static const struct db_field hint_fields[] = {
	FIELD(hint_row, NUMBER, id),
	FIELD(hint_row, NUMBER, match),
	FIELD(hint_row, INT, seat),
	FIELD(hint_row, NUMBER, inbox),
	FIELD(hint_row, NUMBER, due),
	FIELD(hint_row, NUMBER, event),
	FIELD(hint_row, NUMBER, n),
};
static const struct db_type hint_type = DB_TYPE(hint_row, hint_fields, g_free);

int
store_hint_add(struct store *st, struct hint_row *hint)
{
	struct statement *q = db_take(st, DB_HINT, Q_ADD);

	db_bind(q, &hint_type, hint);
	if (db_done(st, q) == -1)
		return err_more(st->err, "match %lld: hint for seat %d",
		    (long long)hint->match, hint->seat);
	hint->id = db_last_id(st);
	return 0;
}

int
store_hint_update(struct store *st, const struct hint_row *hint)
{
	struct statement *q = db_take(st, DB_HINT, Q_UPDATE);

	db_bind(q, &hint_type, hint);
	return db_done(st, q);
}

int
store_hint_drop(struct store *st, int64_t id)
{
	struct statement *q = db_take(st, DB_HINT, Q_DROP);

	db_int(q, ":id", id);
	return db_done(st, q);
}

int
store_hints_forget(struct store *st, int64_t match, int seat)
{
	struct statement *q = db_take(st, DB_HINT, Q_FORGET);

	db_int(q, ":match", match);
	db_int(q, ":seat", seat);
	return db_done(st, q);
}

GArray *
store_hints(struct store *st, int64_t match, int seat)
{
	struct statement *q = db_take(st, DB_HINT, Q_SEAT);

	db_int(q, ":match", match);
	db_int(q, ":seat", seat);
	return db_list_of(st, q, &hint_type);
}

int
store_hint_due(
    struct store *st, int64_t now, struct hint_row *hint, bool *found)
{
	struct statement *q;
	bool any = true;

	*found = false;
	if (db_ask_first(st, DB_HINT, Q_DUE) &&
	    db_any(st, db_take(st, DB_HINT, Q_ANY_DUE), &any) == -1)
		return -1;
	if (!any)
		return 0;
	q = db_take(st, DB_HINT, Q_DUE);
	db_int(q, ":now", now);
	return db_find_of(st, q, &hint_type, hint, found);
}

int
store_hint_again(struct store *st, struct hint_row *hint, bool *found)
{
	struct statement *q = db_take(st, DB_HINT, Q_AGAIN);

	db_bind(q, &hint_type, hint);
	return db_find_of(st, q, &hint_type, hint, found);
}
