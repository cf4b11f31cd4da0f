/* SPDX-License-Identifier: ISC */
/* Series: their rows are read whole, for a series has few. */
#include "store/series.h"

#include "base/err.h"
#include "store/db.h"
#include "store/fields.h"

enum {
	Q_ADD,
	Q_UPDATE,
	Q_ONE,
	Q_ALL,
	Q_LIVE,
	Q_PUT_OFF,
	Q_ENTRANTS,
	Q_ENTRANT_SET,
	Q_ENTRANT_DROP,
	Q_INVITATIONS,
	Q_INVITATION_SET,
	Q_INVITATION_DECLINE,
	Q_INVITATION_DROP,
	Q_ROUNDS,
	Q_ROUND_SET,
	Q_ROUNDS_PAST,
	Q_TABLES,
	Q_TABLE_SET,
	Q_TABLES_NEW,
	Q_TABLES_PAST,
	Q_OF,
	Q_SEATS,
	Q_SEAT_SET
};
#define SERIES                                                        \
	"SELECT id, name, game, least, most, rounds, places, robots," \
	" rule_name, rule, terms, by_date, span, seed, state, round," \
	" planned, began_with, due, created, ended FROM series"
#define TABLE "SELECT series, round, n, match, status, again FROM series_table"
#define OF_SERIES " WHERE series = :series"
#define AND_PERSON " AND person = :person"
static const char *const sql[] = {
	[Q_ADD] =
	    "/* id */ INSERT INTO series (name, game, least, most, rounds,"
	    " places, robots, rule_name, rule, terms, by_date, span, seed,"
	    " state, due, created) VALUES (:name, :game, :least, :most,"
	    " :rounds, :places, :robots, :rule_name, :rule, :terms, :by_date,"
	    " :span, :seed, :state, :due, :created)",
	[Q_UPDATE] = "UPDATE series SET state = :state, round = :round,"
		     " planned = :planned, began_with = :began_with,"
		     " due = :due, ended = :ended WHERE id = :id",
	[Q_ONE] = SERIES " WHERE id = :id",
	[Q_ALL] = "/* list */ " SERIES " ORDER BY id DESC",
	[Q_LIVE] = "SELECT id FROM series WHERE state = 'running' UNION ALL"
		   " SELECT id FROM series WHERE state = 'open'"
		   " AND due > 0 AND due <= :now",
	[Q_PUT_OFF] = "UPDATE series SET due = :until"
		      " WHERE id = :id AND due > 0 AND due < :until",
	[Q_ENTRANTS] =
	    "SELECT series, n, person, since, gone FROM entrant" OF_SERIES
	    " ORDER BY n",
	[Q_ENTRANT_SET] =
	    "INSERT INTO entrant (series, n, person, since, gone)"
	    " VALUES (:series, :n, :person, :since, :gone)"
	    " ON CONFLICT (series, person) DO UPDATE SET"
	    " n = excluded.n, since = excluded.since, gone = excluded.gone",
	[Q_ENTRANT_DROP] = "DELETE FROM entrant" OF_SERIES AND_PERSON,
	[Q_INVITATIONS] =
	    "SELECT series, person, invited, declined FROM "
	    "series_invitation" OF_SERIES " ORDER BY invited, person",
	[Q_INVITATION_SET] =
	    "INSERT INTO series_invitation (series, person, invited, declined)"
	    " VALUES (:series, :person, :invited, :declined)"
	    " ON CONFLICT (series, person) DO UPDATE SET"
	    " invited = excluded.invited, declined = excluded.declined",
	[Q_INVITATION_DECLINE] =
	    "UPDATE series_invitation SET declined = :at" OF_SERIES AND_PERSON,
	[Q_INVITATION_DROP] =
	    "DELETE FROM series_invitation" OF_SERIES AND_PERSON,
	[Q_ROUNDS] =
	    "SELECT series, round, began, ended FROM series_round" OF_SERIES
	    " ORDER BY round",
	[Q_ROUND_SET] = "INSERT INTO series_round (series, round, began, ended)"
			" VALUES (:series, :round, :began, :ended)"
			" ON CONFLICT (series, round) DO UPDATE SET"
			" ended = excluded.ended",
	[Q_ROUNDS_PAST] =
	    "SELECT count(*) FROM series_round WHERE series = :series"
	    " AND ended = 0 AND NOT EXISTS (SELECT 1 FROM series_table AS t"
	    " WHERE t.series = series_round.series"
	    " AND t.round = series_round.round"
	    " AND t.status IN ('new', 'playing'))",
	[Q_TABLES] = TABLE OF_SERIES " ORDER BY round, n",
	[Q_TABLE_SET] =
	    "INSERT INTO series_table (series, round, n, match, status, again)"
	    " VALUES (:series, :round, :n, :match, :status, :again)"
	    " ON CONFLICT (series, round, n) DO UPDATE SET"
	    " match = excluded.match, status = excluded.status,"
	    " again = excluded.again",
	[Q_TABLES_NEW] = TABLE OF_SERIES " AND status = 'new' AND again <= :now"
					 " ORDER BY round, n",
	[Q_TABLES_PAST] = TABLE OF_SERIES
	" AND status = 'playing' AND coalesce((SELECT life FROM match"
	" WHERE id = series_table.match), 'ended') IN ('over', 'ended')"
	" ORDER BY round, n",
	[Q_OF] = "SELECT coalesce((SELECT series FROM series_table"
		 " WHERE match = :match), 0)",
	[Q_SEATS] =
	    "SELECT series, round, n, seat, person, place, score,"
	    " gave_up FROM series_seat" OF_SERIES " ORDER BY round, n, seat",
	[Q_SEAT_SET] =
	    "INSERT INTO series_seat (series, round, n, seat, person, place,"
	    " score, gave_up) VALUES (:series, :round, :n, :seat, :person,"
	    " :place, :score, :gave_up)"
	    " ON CONFLICT (series, round, n, seat) DO UPDATE SET"
	    " place = excluded.place, score = excluded.score,"
	    " gave_up = excluded.gave_up",
};
const struct db_sql series_sql = { sql, G_N_ELEMENTS(sql), NULL };

static const char *const states[SERIES_STATES] = {
	[SERIES_OPEN] = "open",
	[SERIES_RUNNING] = "running",
	[SERIES_OVER] = "over",
	[SERIES_STOPPED] = "stopped",
};
static const char *const statuses[SERIES_TABLE_STATUSES] = {
	[SERIES_TABLE_NEW] = "new",
	[SERIES_TABLE_PLAYING] = "playing",
	[SERIES_TABLE_OVER] = "over",
	[SERIES_TABLE_UNFINISHED] = "unfinished",
};

const char *
series_state_word(enum series_state state)
{
	return states[state];
}

bool
series_is_past(const struct series_row *row)
{
	return row->state == SERIES_OVER || row->state == SERIES_STOPPED;
}

const char *
series_table_word(enum series_table_status status)
{
	return statuses[status];
}

static const struct db_field series_fields[] = {
	FIELD(series_row, NUMBER, id),
	FIELD(series_row, TEXT, name),
	FIELD(series_row, TEXT, game),
	FIELD(series_row, INT, least),
	FIELD(series_row, INT, most),
	FIELD(series_row, INT, rounds),
	FIELD(series_row, INT, places),
	FIELD(series_row, TEXT, robots),
	FIELD(series_row, TEXT, rule_name),
	FIELD(series_row, TEXT, rule),
	FIELD(series_row, TEXT, terms),
	FIELD(series_row, BOOL, by_date),
	FIELD(series_row, NUMBER, span),
	FIELD(series_row, NUMBER, seed),
	FIELD_OF_WORDS(series_row, state, ":state", states),
	FIELD(series_row, INT, round),
	FIELD(series_row, INT, planned),
	FIELD(series_row, INT, began_with),
	FIELD(series_row, NUMBER, due),
	FIELD(series_row, NUMBER, created),
	FIELD(series_row, NUMBER, ended),
};
static const struct db_type series_type =
    DB_TYPE(series_row, series_fields, series_row_free);
static const struct db_field entrant_fields[] = {
	FIELD(entrant_row, NUMBER, series),
	FIELD(entrant_row, INT, n),
	FIELD(entrant_row, NUMBER, person),
	FIELD(entrant_row, INT, since),
	FIELD(entrant_row, INT, gone),
};
static const struct db_type entrant_type =
    DB_TYPE(entrant_row, entrant_fields, g_free);
static const struct db_field invitation_fields[] = {
	FIELD(invitation_row, NUMBER, series),
	FIELD(invitation_row, NUMBER, person),
	FIELD(invitation_row, NUMBER, invited),
	FIELD(invitation_row, NUMBER, declined),
};
static const struct db_type invitation_type =
    DB_TYPE(invitation_row, invitation_fields, g_free);
static const struct db_field round_fields[] = {
	FIELD(series_round_row, NUMBER, series),
	FIELD(series_round_row, INT, round),
	FIELD(series_round_row, NUMBER, began),
	FIELD(series_round_row, NUMBER, ended),
};
static const struct db_type round_type =
    DB_TYPE(series_round_row, round_fields, g_free);
static const struct db_field table_fields[] = {
	FIELD(series_table_row, NUMBER, series),
	FIELD(series_table_row, INT, round),
	FIELD(series_table_row, INT, n),
	FIELD(series_table_row, LINK, match),
	FIELD_OF_WORDS(series_table_row, status, ":status", statuses),
	FIELD(series_table_row, NUMBER, again),
};
static const struct db_type table_type =
    DB_TYPE(series_table_row, table_fields, g_free);
static const struct db_field seat_fields[] = {
	FIELD(series_seat_row, NUMBER, series),
	FIELD(series_seat_row, INT, round),
	FIELD(series_seat_row, INT, n),
	FIELD(series_seat_row, INT, seat),
	FIELD(series_seat_row, LINK, person),
	FIELD(series_seat_row, INT, place),
	FIELD(series_seat_row, INT, score),
	FIELD(series_seat_row, BOOL, gave_up),
};
static const struct db_type seat_type =
    DB_TYPE(series_seat_row, seat_fields, g_free);

void
series_row_free(struct series_row *row)
{
	db_free(&series_type, row);
}

static struct statement *
take(struct store *st, int n, int64_t series)
{
	struct statement *q = db_take(st, DB_SERIES, n);

	db_int(q, ":series", series);
	return q;
}

static int
set(struct store *st, int n, const struct db_type *type, const void *row)
{
	struct statement *q = db_take(st, DB_SERIES, n);

	db_bind(q, type, row);
	return db_done(st, q);
}

/* ---- series ---- */

int
store_series_add(struct store *st, struct series_row *row)
{
	if (set(st, Q_ADD, &series_type, row) == -1)
		return -1;
	row->id = db_last_id(st);
	return 0;
}

int
store_series_update(struct store *st, const struct series_row *row)
{
	if (set(st, Q_UPDATE, &series_type, row) == -1)
		return err_more(st->err, "series %lld", (long long)row->id);
	return 0;
}

struct series_row *
store_series(struct store *st, int64_t id)
{
	struct statement *q = db_take(st, DB_SERIES, Q_ONE);

	db_int(q, ":id", id);
	return db_one_of(st, q, &series_type);
}

GPtrArray *
store_series_all(struct store *st)
{
	return db_all_of(st, db_take(st, DB_SERIES, Q_ALL), &series_type);
}

GArray *
store_series_live(struct store *st, int64_t now)
{
	struct statement *q = db_take(st, DB_SERIES, Q_LIVE);

	db_int(q, ":now", now);
	return db_ids(st, q);
}

int
store_series_put_off(struct store *st, int64_t id, int64_t until)
{
	struct statement *q = db_take(st, DB_SERIES, Q_PUT_OFF);

	db_int(q, ":id", id);
	db_int(q, ":until", until);
	return db_done(st, q);
}

/* ---- people ---- */

GArray *
store_entrants(struct store *st, int64_t series)
{
	return db_list_of(st, take(st, Q_ENTRANTS, series), &entrant_type);
}

int
store_entrant_set(struct store *st, const struct entrant_row *row)
{
	return set(st, Q_ENTRANT_SET, &entrant_type, row);
}

static int
drop(struct store *st, int n, int64_t series, int64_t person)
{
	struct statement *q = take(st, n, series);

	db_int(q, ":person", person);
	return db_done(st, q);
}

int
store_entrant_drop(struct store *st, int64_t series, int64_t person)
{
	return drop(st, Q_ENTRANT_DROP, series, person);
}

GArray *
store_series_invitations(struct store *st, int64_t series)
{
	return db_list_of(
	    st, take(st, Q_INVITATIONS, series), &invitation_type);
}

int
store_series_invitation_set(struct store *st, const struct invitation_row *row)
{
	return set(st, Q_INVITATION_SET, &invitation_type, row);
}

int
store_series_invitation_decline(
    struct store *st, int64_t series, int64_t person, int64_t at)
{
	struct statement *q = take(st, Q_INVITATION_DECLINE, series);

	db_int(q, ":person", person);
	db_int(q, ":at", at);
	return db_done(st, q);
}

int
store_series_invitation_drop(struct store *st, int64_t series, int64_t person)
{
	return drop(st, Q_INVITATION_DROP, series, person);
}

/* ---- rounds ---- */

GArray *
store_series_rounds(struct store *st, int64_t series)
{
	return db_list_of(st, take(st, Q_ROUNDS, series), &round_type);
}

int
store_series_round_set(struct store *st, const struct series_round_row *row)
{
	return set(st, Q_ROUND_SET, &round_type, row);
}

int
store_series_rounds_past(struct store *st, int64_t series, int64_t *n)
{
	return db_one_number(st, take(st, Q_ROUNDS_PAST, series), n);
}

/* ---- tables ---- */

GArray *
store_series_tables(struct store *st, int64_t series)
{
	return db_list_of(st, take(st, Q_TABLES, series), &table_type);
}

int
store_series_table_set(struct store *st, const struct series_table_row *row)
{
	return set(st, Q_TABLE_SET, &table_type, row);
}

GArray *
store_series_tables_new(struct store *st, int64_t series, int64_t now)
{
	struct statement *q = take(st, Q_TABLES_NEW, series);

	db_int(q, ":now", now);
	return db_list_of(st, q, &table_type);
}

GArray *
store_series_tables_past(struct store *st, int64_t series)
{
	return db_list_of(st, take(st, Q_TABLES_PAST, series), &table_type);
}

int
store_series_of(struct store *st, int64_t match, int64_t *series)
{
	struct statement *q = db_take(st, DB_SERIES, Q_OF);

	db_int(q, ":match", match);
	return db_one_number(st, q, series);
}

GArray *
store_series_seats(struct store *st, int64_t series)
{
	return db_list_of(st, take(st, Q_SEATS, series), &seat_type);
}

int
store_series_seat_set(struct store *st, const struct series_seat_row *row)
{
	return set(st, Q_SEAT_SET, &seat_type, row);
}
