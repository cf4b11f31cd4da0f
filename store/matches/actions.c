/* SPDX-License-Identifier: ISC */
/* What organisers did to matches. */
#include "store/matches/actions.h"

#include "store/db.h"
#include "store/fields.h"

enum { Q_ADD, Q_SINCE };
static const char *const sql[] = {
	[Q_ADD] = "INSERT INTO action (match, kind, at, seats, seconds)"
		  " VALUES (:match, :kind, :at, :seats, :seconds)",
	[Q_SINCE] = "SELECT match, kind, at, seats, seconds FROM action"
		    " WHERE match = :match AND at > :since ORDER BY at, id",
};
const struct db_sql action_sql = { sql, G_N_ELEMENTS(sql), NULL };

const char *const match_action_words[MATCH_ACTIONS] = {
	[ACTION_PAUSE] = "pause",
	[ACTION_RESUME] = "resume",
	[ACTION_EXTEND] = "extend",
	[ACTION_REMIND] = "remind",
	[ACTION_REPLACE] = "replace",
	[ACTION_UNDO] = "undo",
	[ACTION_END] = "end",
	[ACTION_MOVE] = "move",
	[ACTION_ROBOT] = "robot",
};

static const struct db_field action_fields[] = {
	FIELD(action_row, NUMBER, match),
	FIELD_OF_WORDS(action_row, what, ":kind", match_action_words),
	FIELD(action_row, NUMBER, at),
	FIELD(action_row, NUMBER, seats),
	FIELD(action_row, NUMBER, seconds),
};
static const struct db_type action_type =
    DB_TYPE(action_row, action_fields, g_free);

int
store_action_add(struct store *st, const struct action_row *row)
{
	struct statement *q = db_take(st, DB_ACTION, Q_ADD);

	db_bind(q, &action_type, row);
	return db_done(st, q);
}

GArray *
store_actions(struct store *st, int64_t match, int64_t since)
{
	struct statement *q = db_take(st, DB_ACTION, Q_SINCE);

	db_int(q, ":match", match);
	db_int(q, ":since", since);
	return db_list_of(st, q, &action_type);
}
