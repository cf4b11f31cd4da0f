/* SPDX-License-Identifier: ISC */
/* What tables vote on, and the ballots. */
#include "store/matches/votes.h"

#include "base/err.h"
#include "store/db.h"
#include "store/fields.h"
#include "store/matches/actions.h"

enum {
	Q_ADD,
	Q_NUMBER,
	Q_ONE,
	Q_OPEN,
	Q_ANY_OPEN,
	Q_SINCE,
	Q_UPDATE,
	Q_BALLOT,
	Q_BALLOTS
};
#define VOTE                                                                  \
	"SELECT id, match, n, kind, about, whom, level, seat, event, opened," \
	" closed, passed FROM vote"
static const char *const sql[] = {
	[Q_ADD] = "/* id */ INSERT INTO vote (match, n, kind, about, whom, "
		  "level, seat, event,"
		  " opened, closed, passed) VALUES (:match, :n, :kind, :about,"
		  " :whom, :level, :seat, :event, :opened, :closed, :passed)",
	[Q_NUMBER] = "SELECT coalesce(max(n), 0) + 1 FROM vote"
		     " WHERE match = :match",
	[Q_ONE] = VOTE " WHERE id = :id",
	[Q_OPEN] = VOTE " WHERE match = :match AND closed = 0 ORDER BY id",
	[Q_ANY_OPEN] = "SELECT EXISTS (SELECT 1 FROM vote"
		       " WHERE match = :match AND closed = 0)",
	[Q_SINCE] = "SELECT count(*) FROM vote WHERE match = :match"
		    " AND seat = :seat AND opened > :since"
		    " AND opened <= :now",
	[Q_UPDATE] = "UPDATE vote SET closed = :closed, passed = :passed"
		     " WHERE id = :id",
	[Q_BALLOT] = "INSERT INTO ballot (vote, seat, person, yes)"
		     " VALUES (:vote, :seat, :person, :yes)"
		     " ON CONFLICT (vote, seat) DO UPDATE"
		     " SET person = excluded.person, yes = excluded.yes",
	[Q_BALLOTS] = "SELECT vote, seat, person, yes FROM ballot"
		      " WHERE vote = :vote ORDER BY seat",
};
const struct db_sql vote_sql = { sql, G_N_ELEMENTS(sql), NULL };

static const struct db_field vote_fields[] = {
	FIELD(vote_row, NUMBER, id),
	FIELD(vote_row, NUMBER, match),
	FIELD(vote_row, INT, n),
	FIELD_OF_WORDS(vote_row, kind, ":kind", match_action_words),
	FIELD(vote_row, NUMBER, about),
	FIELD(vote_row, LINK, whom),
	FIELD(vote_row, TEXT, level),
	FIELD(vote_row, INT, seat),
	FIELD(vote_row, NUMBER, event),
	FIELD(vote_row, NUMBER, opened),
	FIELD(vote_row, NUMBER, closed),
	FIELD(vote_row, BOOL, passed),
};
void
vote_row_free(struct vote_row *row)
{
	if (row == NULL)
		return;
	g_free(row->level);
	g_free(row);
}

static void
free_row(void *row)
{
	vote_row_free(row);
}

static const struct db_type vote_type =
    DB_TYPE(vote_row, vote_fields, free_row);
static const struct db_field ballot_fields[] = {
	FIELD(ballot_row, NUMBER, vote),
	FIELD(ballot_row, INT, seat),
	FIELD(ballot_row, NUMBER, person),
	FIELD(ballot_row, BOOL, yes),
};
static const struct db_type ballot_type =
    DB_TYPE(ballot_row, ballot_fields, g_free);

int
store_vote_add(struct store *st, struct vote_row *row)
{
	struct statement *q = db_take(st, DB_VOTE, Q_NUMBER);
	int64_t n;

	db_int(q, ":match", row->match);
	if (db_one_number(st, q, &n) == -1)
		return -1;
	row->n = (int)n;
	q = db_take(st, DB_VOTE, Q_ADD);
	db_bind(q, &vote_type, row);
	if (db_done(st, q) == -1)
		return err_more(
		    st->err, "match %lld: a vote", (long long)row->match);
	row->id = db_last_id(st);
	return 0;
}

struct vote_row *
store_vote(struct store *st, int64_t id)
{
	struct statement *q = db_take(st, DB_VOTE, Q_ONE);

	db_int(q, ":id", id);
	return db_one_of(st, q, &vote_type);
}

GPtrArray *
store_votes_open(struct store *st, int64_t match)
{
	struct statement *q;
	bool any = true;

	if (db_ask_first(st, DB_VOTE, Q_OPEN)) {
		q = db_take(st, DB_VOTE, Q_ANY_OPEN);
		db_int(q, ":match", match);
		if (db_any(st, q, &any) == -1)
			return NULL;
	}
	if (!any)
		return g_ptr_array_new_with_free_func(
		    (GDestroyNotify)vote_row_free);
	q = db_take(st, DB_VOTE, Q_OPEN);
	db_int(q, ":match", match);
	return db_all_of(st, q, &vote_type);
}

int
store_votes_since(struct store *st, int64_t match, int seat, int64_t since,
    int64_t now, int64_t *n)
{
	struct statement *q = db_take(st, DB_VOTE, Q_SINCE);

	db_int(q, ":match", match);
	db_int(q, ":seat", seat);
	db_int(q, ":since", since);
	db_int(q, ":now", now);
	return db_one_number(st, q, n);
}

int
store_vote_update(struct store *st, const struct vote_row *row)
{
	struct statement *q = db_take(st, DB_VOTE, Q_UPDATE);

	db_bind(q, &vote_type, row);
	return db_done_some(st, q);
}

int
store_ballot_set(struct store *st, const struct ballot_row *row)
{
	struct statement *q = db_take(st, DB_VOTE, Q_BALLOT);

	db_bind(q, &ballot_type, row);
	return db_done(st, q);
}

GArray *
store_ballots(struct store *st, int64_t vote)
{
	struct statement *q = db_take(st, DB_VOTE, Q_BALLOTS);

	db_int(q, ":vote", vote);
	return db_list_of(st, q, &ballot_type);
}
