/* SPDX-License-Identifier: ISC */
/* How far many letters got at once. */
#include "store/mails/outbox_left.h"

#include "base/err.h"
#include "store/db.h"
#include "store/postgres/text.h"

enum { Q_STATE, Q_LEFT };
#define STATE "UPDATE outbox SET state = :state WHERE id IN"
#define LEFT                                                             \
	"UPDATE outbox SET state = 'sent', note = '', sent = :now WHERE" \
	" id IN"
#define LISTED " (SELECT value FROM json_each(:ids))"
static const char *const sql[] = {
	/* that list is of what is bound alone */
	[Q_STATE] = "/* list */ " STATE LISTED,
	[Q_LEFT] = "/* list */ " LEFT LISTED,
};
#define OF_IDS                             \
	" (SELECT CAST (value AS INTEGER)" \
	" FROM json_array_elements_text(CAST (:ids AS json)) AS t (value))"
static const char *const postgres[G_N_ELEMENTS(sql)] = {
	[Q_STATE] = "/* sure */ " STATE OF_IDS,
	[Q_LEFT] = "/* sure */ " LEFT OF_IDS,
};
const struct db_sql left_sql = { sql, G_N_ELEMENTS(sql), postgres };

/* "[7, 9]" */
static char *
list_of(const GPtrArray *rows)
{
	GString *list = g_string_new("[");
	char room[POSTGRES_DIGITS];

	for (guint i = 0; i < rows->len; i++) {
		const struct outbox_row *row = rows->pdata[i];

		g_string_append(i > 0 ? g_string_append_c(list, ',') : list,
		    postgres_decimal(room, row->id));
	}
	g_string_append_c(list, ']');
	return g_string_free(list, FALSE);
}

/* How many of them there were; -1: a fault. */
static int64_t
change_all(struct store *st, struct statement *q, const GPtrArray *rows)
{
	g_autofree char *list = list_of(rows);

	db_text(q, ":ids", list);
	return db_done(st, q) == -1 ? -1 : db_changes(st);
}

int
store_outbox_update_state(
    struct store *st, const GPtrArray *rows, enum outbox_state state)
{
	struct statement *q = db_take(st, DB_LEFT, Q_STATE);
	int64_t changes;

	db_text(q, ":state", outbox_state_word(state));
	if ((changes = change_all(st, q, rows)) < 0)
		return -1;
	return changes == rows->len
		   ? 0
		   : err_set(st->err, ERR_MISSING,
			 "one of %u letters is not there", rows->len);
}

int
store_outbox_left(struct store *st, const GPtrArray *rows, int64_t now)
{
	struct statement *q = db_take(st, DB_LEFT, Q_LEFT);

	db_int(q, ":now", now);
	return change_all(st, q, rows) < 0 ? -1 : 0;
}
