/* SPDX-License-Identifier: ISC */
/* What tables vote on, and the ballots. */
#include "store/db.h"

enum { Q_ADD, Q_NUMBER, Q_ONE, Q_OPEN, Q_SINCE, Q_UPDATE, Q_BALLOT, Q_BALLOTS };
#define VOTE                                                           \
	"SELECT id, match, n, kind, about, whom, seat, event, opened," \
	" closed, passed FROM vote"
static const char *const sql[] = {
	[Q_ADD] = "INSERT INTO vote (match, n, kind, about, whom, seat, event,"
		  " opened, closed, passed) VALUES (:match, :n, :kind, :about,"
		  " :whom, :seat, :event, :opened, :closed, :passed)",
	[Q_NUMBER] = "SELECT coalesce(max(n), 0) + 1 FROM vote"
		     " WHERE match = :match",
	[Q_ONE] = VOTE " WHERE id = :id",
	[Q_OPEN] = VOTE " WHERE match = :match AND closed = 0 ORDER BY id",
	[Q_SINCE] = "SELECT count(*) FROM vote WHERE match = :match"
		    " AND seat = :seat AND opened > :since",
	[Q_UPDATE] = "UPDATE vote SET closed = :closed, passed = :passed"
		     " WHERE id = :id",
	[Q_BALLOT] = "INSERT INTO ballot (vote, seat, person, yes)"
		     " VALUES (:vote, :seat, :person, :yes)"
		     " ON CONFLICT (vote, seat) DO UPDATE"
		     " SET person = excluded.person, yes = excluded.yes",
	[Q_BALLOTS] = "SELECT vote, seat, person, yes FROM ballot"
		      " WHERE vote = :vote ORDER BY seat",
};
const struct db_sql vote_sql = { sql, G_N_ELEMENTS(sql) };

static void *
read_vote(sqlite3_stmt *q, struct err *e)
{
	int kind = db_get_word(q, 3, match_action_words, MATCH_ACTIONS, e);
	struct vote_row *row;

	if (kind == -1)
		return NULL;
	row = g_new0(struct vote_row, 1);
	row->id = db_get_int(q, 0);
	row->match = db_get_int(q, 1);
	row->n = (int)db_get_int(q, 2);
	row->kind = (enum match_action)kind;
	row->about = db_get_int(q, 4);
	row->whom = db_get_int_or(q, 5, 0);
	row->seat = (int)db_get_int(q, 6);
	row->event = db_get_int(q, 7);
	row->opened = db_get_int(q, 8);
	row->closed = db_get_int(q, 9);
	row->passed = db_get_int(q, 10) != 0;
	return row;
}

int
store_vote_add(struct store *st, struct vote_row *row, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_VOTE, Q_NUMBER);
	int64_t n;

	db_int(q, ":match", row->match);
	if (db_one_number(st, q, &n, e) == -1)
		return -1;
	row->n = (int)n;
	q = db_take(st, DB_VOTE, Q_ADD);
	db_int(q, ":match", row->match);
	db_int(q, ":n", row->n);
	db_text(q, ":kind", match_action_words[row->kind]);
	db_int(q, ":about", row->about);
	db_int_or(q, ":whom", row->whom, 0);
	db_int(q, ":seat", row->seat);
	db_int(q, ":event", row->event);
	db_int(q, ":opened", row->opened);
	db_int(q, ":closed", row->closed);
	db_int(q, ":passed", row->passed);
	if (db_done(st, q, e) == -1)
		return err_more(e, "match %lld: a vote", (long long)row->match);
	row->id = sqlite3_last_insert_rowid(st->db);
	return 0;
}

struct vote_row *
store_vote(struct store *st, int64_t id, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_VOTE, Q_ONE);

	db_int(q, ":id", id);
	return db_one(st, q, read_vote, e);
}

GPtrArray *
store_votes_open(struct store *st, int64_t match, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_VOTE, Q_OPEN);

	db_int(q, ":match", match);
	return db_all(st, q, read_vote, g_free, e);
}

int
store_votes_since(struct store *st, int64_t match, int seat, int64_t since,
    int64_t *n, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_VOTE, Q_SINCE);

	db_int(q, ":match", match);
	db_int(q, ":seat", seat);
	db_int(q, ":since", since);
	return db_one_number(st, q, n, e);
}

int
store_vote_update(struct store *st, const struct vote_row *row, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_VOTE, Q_UPDATE);

	db_int(q, ":id", row->id);
	db_int(q, ":closed", row->closed);
	db_int(q, ":passed", row->passed);
	return db_done_some(st, q, e);
}

int
store_ballot_set(struct store *st, const struct ballot_row *row, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_VOTE, Q_BALLOT);

	db_int(q, ":vote", row->vote);
	db_int(q, ":seat", row->seat);
	db_int(q, ":person", row->person);
	db_int(q, ":yes", row->yes);
	return db_done(st, q, e);
}

GArray *
store_ballots(struct store *st, int64_t vote, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_VOTE, Q_BALLOTS);
	GArray *list = g_array_new(FALSE, FALSE, sizeof(struct ballot_row));
	int r;

	db_int(q, ":vote", vote);
	while ((r = db_row(st, q, e)) == 1) {
		const struct ballot_row row = {
			.vote = db_get_int(q, 0),
			.seat = (int)db_get_int(q, 1),
			.person = db_get_int(q, 2),
			.yes = db_get_int(q, 3) != 0,
		};

		g_array_append_val(list, row);
	}
	if (r == 0)
		return list;
	g_array_unref(list);
	return NULL;
}
