/* SPDX-License-Identifier: ISC */
/* What people say to each other, and whom they do not want to hear. */
#include "store/matches/talk.h"

#include "base/err.h"
#include "store/db.h"
#include "store/fields.h"

enum { Q_ADD, Q_TOLD, Q_LIST, Q_COUNT, Q_MUTE, Q_UNMUTE, Q_MUTES };
static const char *const sql[] = {
	[Q_ADD] = "/* id */ INSERT INTO talk"
		  " (match, n, at, seat, person, name, hearer, text)"
		  " VALUES (:match, :n, :at, :seat, :person, :name, :hearer,"
		  " :text)",
	[Q_TOLD] = "UPDATE talk SET n = :n WHERE id = :id AND n = 0",
	[Q_LIST] = "SELECT id, match, n, at, seat, person, name, hearer, text"
		   " FROM talk WHERE match = :match ORDER BY n, id",
	[Q_COUNT] = "SELECT count(*) FROM talk WHERE person = :person"
		    " AND at > :since AND at <= :now AND match = :match",
	[Q_MUTE] = "INSERT INTO mute (match, person, seat)"
		   " VALUES (:match, :person, :seat)"
		   " ON CONFLICT (match, person, seat) DO NOTHING",
	[Q_UNMUTE] = "DELETE FROM mute WHERE match = :match"
		     " AND person = :person AND seat = :seat RETURNING 1",
	[Q_MUTES] = "SELECT person, seat FROM mute WHERE match = :match"
		    " ORDER BY person, seat",
};
const struct db_sql talk_sql = { sql, G_N_ELEMENTS(sql), NULL };

static const struct db_field talk_fields[] = {
	FIELD(talk_row, NUMBER, id),
	FIELD(talk_row, NUMBER, match),
	FIELD(talk_row, NUMBER, n),
	FIELD(talk_row, NUMBER, at),
	FIELD(talk_row, INT, seat),
	FIELD(talk_row, NUMBER, person),
	FIELD(talk_row, TEXT, name),
	FIELD(talk_row, INT, hearer),
	FIELD(talk_row, TEXT, text),
};
static const struct db_type talk_type =
    DB_TYPE(talk_row, talk_fields, talk_row_free);
static const struct db_field mute_fields[] = {
	FIELD(mute_row, NUMBER, person),
	FIELD(mute_row, INT, seat),
};
static const struct db_type mute_type = DB_TYPE(mute_row, mute_fields, g_free);

void
talk_row_free(struct talk_row *row)
{
	db_free(&talk_type, row);
}

int
store_talk_add(struct store *st, struct talk_row *row)
{
	struct statement *q = db_take(st, DB_TALK, Q_ADD);

	db_bind(q, &talk_type, row);
	if (db_done(st, q) == -1)
		return err_more(
		    st->err, "match %lld: talk", (long long)row->match);
	row->id = db_last_id(st);
	return 0;
}

int
store_talk_told(struct store *st, const struct talk_row *row)
{
	struct statement *q = db_take(st, DB_TALK, Q_TOLD);

	db_bind(q, &talk_type, row);
	return db_done_some(st, q);
}

GPtrArray *
store_talk(struct store *st, int64_t match)
{
	struct statement *q = db_take(st, DB_TALK, Q_LIST);

	db_int(q, ":match", match);
	return db_all_of(st, q, &talk_type);
}

int
store_talk_count(struct store *st, int64_t match, int64_t person, int64_t since,
    int64_t now, int64_t *n)
{
	struct statement *q = db_take(st, DB_TALK, Q_COUNT);

	db_int(q, ":match", match);
	db_int(q, ":person", person);
	db_int(q, ":since", since);
	db_int(q, ":now", now);
	return db_one_number(st, q, n);
}

/* ---- players whom a player does not want to hear ---- */

static struct statement *
take_mute(struct store *st, int n, int64_t match, const struct mute_row *row)
{
	struct statement *q = db_take(st, DB_TALK, n);

	db_int(q, ":match", match);
	db_bind(q, &mute_type, row);
	return q;
}

int
store_mute_add(struct store *st, int64_t match, const struct mute_row *row)
{
	return db_done(st, take_mute(st, Q_MUTE, match, row));
}

int
store_mute_drop(
    struct store *st, int64_t match, const struct mute_row *row, bool *found)
{
	struct statement *q = take_mute(st, Q_UNMUTE, match, row);
	int r = db_row(st, q);

	*found = r == 1;
	/* only at its end has the statement done its work */
	while (r == 1)
		r = db_row(st, q);
	return r;
}

GArray *
store_mutes(struct store *st, int64_t match)
{
	struct statement *q = db_take(st, DB_TALK, Q_MUTES);

	db_int(q, ":match", match);
	return db_list_of(st, q, &mute_type);
}
