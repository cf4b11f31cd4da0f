/* SPDX-License-Identifier: ISC */
/* How far many letters got at once. */
#include "store/mails/outbox_left.h"

#include "base/err.h"
#include "store/db.h"
#include "store/ids.h"

enum { Q_STATE, Q_LEFT, Q_STATE_ONE, Q_LEFT_ONE };
#define FEW 3 /* so many letters at most are changed one by one */
#define STATE "UPDATE outbox SET state = :state WHERE id"
#define LEFT                                                             \
	"UPDATE outbox SET state = 'sent', note = '', sent = :now WHERE" \
	" id"
static const char *const sql[] = {
	[Q_STATE] = "/* list */ " STATE " IN" DB_LISTED,
	[Q_LEFT] = "/* list */ " LEFT " IN" DB_LISTED,
	[Q_STATE_ONE] = STATE " = :id",
	[Q_LEFT_ONE] = LEFT " = :id",
};
static const char *const postgres[G_N_ELEMENTS(sql)] = {
	[Q_STATE] = "/* sure */ " STATE " IN" DB_LISTED_POSTGRES,
	[Q_LEFT] = "/* sure */ " LEFT " IN" DB_LISTED_POSTGRES,
};
const struct db_sql left_sql = { sql, G_N_ELEMENTS(sql), postgres };

/* A change of letters, and its statements: for a list, and for one letter. */
struct change {
	int all, one; /* statements */
	const char *state; /* NULL: they left... */
	int64_t now; /* ...now */
};

static struct statement *
take(struct store *st, int n, const struct change *change)
{
	struct statement *q = db_take(st, DB_LEFT, n);

	if (change->state != NULL)
		db_text(q, ":state", change->state);
	else
		db_int(q, ":now", change->now);
	return q;
}

static int64_t
id_of(const GPtrArray *rows, guint i)
{
	return ((const struct outbox_row *)rows->pdata[i])->id;
}

/* Each by itself, for few, as of one mail: SQLite prepares the statement for a
 * list at twice the cost. */
static int64_t
change_each(
    struct store *st, const struct change *change, const GPtrArray *rows)
{
	int64_t changes = 0;

	for (guint i = 0; i < rows->len; i++) {
		struct statement *q = take(st, change->one, change);

		db_int(q, ":id", id_of(rows, i));
		if (db_done(st, q) == -1)
			return -1;
		changes += db_changes(st);
	}
	return changes;
}

/* How many of them there were; -1: a fault. */
static int64_t
change_all(struct store *st, const struct change *change, const GPtrArray *rows)
{
	g_autoptr(GArray) ids = NULL;
	g_autofree char *list = NULL;
	struct statement *q;

	if (rows->len <= FEW && db_ask_first(st, DB_LEFT, change->all))
		return change_each(st, change, rows);
	ids = g_array_new(FALSE, FALSE, sizeof(int64_t));
	for (guint i = 0; i < rows->len; i++) {
		const int64_t id = id_of(rows, i);

		g_array_append_val(ids, id);
	}
	q = take(st, change->all, change);
	list = db_bind_ids(
	    q, &g_array_index(ids, int64_t, 0), ids->len, sizeof(int64_t));
	return db_done(st, q) == -1 ? -1 : db_changes(st);
}

int
store_outbox_update_state(
    struct store *st, const GPtrArray *rows, enum outbox_state state)
{
	const struct change change = { .all = Q_STATE,
		.one = Q_STATE_ONE,
		.state = outbox_state_word(state) };
	const int64_t changes = change_all(st, &change, rows);

	if (changes < 0)
		return -1;
	return changes == rows->len
		   ? 0
		   : err_set(st->err, ERR_MISSING,
			 "one of %u letters is not there", rows->len);
}

int
store_outbox_left(struct store *st, const GPtrArray *rows, int64_t now)
{
	const struct change change = {
		.all = Q_LEFT, .one = Q_LEFT_ONE, .now = now
	};

	return change_all(st, &change, rows) < 0 ? -1 : 0;
}
