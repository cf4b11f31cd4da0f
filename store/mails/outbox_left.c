/* SPDX-License-Identifier: ISC */
/* How far many letters got at once. */
#include "store/mails/outbox_left.h"

#include "base/err.h"
#include "store/db.h"
#include "store/ids.h"

enum { Q_STATE, Q_LEFT };
#define STATE "UPDATE outbox SET state = :state WHERE id IN"
#define LEFT                                                             \
	"UPDATE outbox SET state = 'sent', note = '', sent = :now WHERE" \
	" id IN"
static const char *const sql[] = {
	[Q_STATE] = "/* list */ " STATE DB_LISTED,
	[Q_LEFT] = "/* list */ " LEFT DB_LISTED,
};
static const char *const postgres[G_N_ELEMENTS(sql)] = {
	[Q_STATE] = "/* sure */ " STATE DB_LISTED_POSTGRES,
	[Q_LEFT] = "/* sure */ " LEFT DB_LISTED_POSTGRES,
};
const struct db_sql left_sql = { sql, G_N_ELEMENTS(sql), postgres };

/* How many of them there were; -1: a fault. */
static int64_t
change_all(struct store *st, struct statement *q, const GPtrArray *rows)
{
	g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(int64_t));
	g_autofree char *list = NULL;

	for (guint i = 0; i < rows->len; i++)
		g_array_append_val(
		    ids, ((const struct outbox_row *)rows->pdata[i])->id);
	list = db_bind_ids(
	    q, &g_array_index(ids, int64_t, 0), ids->len, sizeof(int64_t));
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
