/* SPDX-License-Identifier: ISC */
/* What organisers did to matches. */
#include "store/actions.h"

#include "store/db.h"

enum { Q_ADD, Q_SINCE };
static const char *const sql[] = {
	[Q_ADD] = "INSERT INTO action (match, kind, at, seats, seconds)"
		  " VALUES (:match, :kind, :at, :seats, :seconds)",
	[Q_SINCE] = "SELECT match, kind, at, seats, seconds FROM action"
		    " WHERE match = :match AND at > :since ORDER BY at, id",
};
const struct db_sql action_sql = { sql, G_N_ELEMENTS(sql) };

const char *const match_action_words[MATCH_ACTIONS] = {
	[ACTION_PAUSE] = "pause",
	[ACTION_RESUME] = "resume",
	[ACTION_EXTEND] = "extend",
	[ACTION_REMIND] = "remind",
	[ACTION_REPLACE] = "replace",
	[ACTION_UNDO] = "undo",
	[ACTION_END] = "end",
	[ACTION_MOVE] = "move",
};

int
store_action_add(struct store *st, const struct action_row *row, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_ACTION, Q_ADD);

	db_int(q, ":match", row->match);
	db_text(q, ":kind", match_action_words[row->what]);
	db_int(q, ":at", row->at);
	db_int(q, ":seats", row->seats);
	db_int(q, ":seconds", row->seconds);
	return db_done(st, q, e);
}

GArray *
store_actions(struct store *st, int64_t match, int64_t since, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_ACTION, Q_SINCE);
	GArray *list = g_array_new(FALSE, FALSE, sizeof(struct action_row));
	int r, what = 0;

	db_int(q, ":match", match);
	db_int(q, ":since", since);
	while (what != -1 && (r = db_row(st, q, e)) == 1) {
		struct action_row row = { .match = match,
			.at = db_get_int(q, 2),
			.seats = db_get_int(q, 3),
			.seconds = db_get_int(q, 4) };

		what = db_get_word(q, 1, match_action_words, MATCH_ACTIONS, e);
		row.what = (enum match_action)what;
		g_array_append_val(list, row);
	}
	if (what == -1)
		db_end(q);
	else if (r == 0)
		return list;
	g_array_unref(list);
	return NULL;
}
