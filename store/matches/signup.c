/* SPDX-License-Identifier: ISC */
/* Matches that people join by themselves, and what is known of them. */
#include "store/matches/signup.h"

#include "base/err.h"
#include "store/db.h"
#include "store/known.h"
#include "store/matches/seat_lists.h"

enum {
	Q_SET,
	Q_ONE,
	Q_MADE,
	Q_JOINABLE,
	Q_RUNNING,
	Q_LAST,
	Q_UNTRUE,
	Q_OUT_FREE,
	Q_IN_FREE,
	Q_OUT_UP,
	Q_IN_UP,
	Q_HOLDER_DROP,
	Q_PLAN_DROP,
	Q_PENDING_DROP,
	Q_OFFER_DROP,
	Q_ASKING_DROP,
	Q_LETTERS_DROP,
	Q_SECTION_DROP,
	Q_HOLDER_UP,
	Q_PLAN_UP,
	Q_PENDING_UP,
	Q_OFFER_UP,
	Q_ASKING_UP,
	Q_LETTERS_UP,
	Q_SECTION_UP,
	Q_SEAT_UP,
	Q_SEAT_DROP,
	Q_STANDING,
	Q_STANDING_SET
};
#define OF_SEAT                 \
	" WHERE match = :match" \
	" AND seat = :seat"
#define MOVE_UP " SET seat = :seat - 1" OF_SEAT
static const char *const sql[] = {
	[Q_SET] = "INSERT INTO signup (match, maker, state, invited, epoch)"
		  " VALUES (:match, :maker, :state, :invited, :epoch)"
		  " ON CONFLICT (match) DO UPDATE SET maker = excluded.maker,"
		  " state = excluded.state, invited = excluded.invited,"
		  " epoch = excluded.epoch",
	[Q_ONE] = "SELECT match, maker, state, invited, epoch FROM signup"
		  " WHERE match = :match",
	[Q_MADE] = "SELECT count(*) FROM signup AS s"
		   " JOIN match AS m ON m.id = s.match"
		   " WHERE s.maker = :maker AND m.life = 'muster'",
	[Q_JOINABLE] = "SELECT m.id FROM match AS m"
		       " JOIN signup AS s ON s.match = m.id"
		       " WHERE m.life = 'muster' AND m.wanted >"
		       " (SELECT count(*) FROM seat WHERE seat.match = m.id)"
		       " ORDER BY m.id LIMIT :max",
	[Q_RUNNING] = "SELECT id FROM match WHERE life = 'running'"
		      " ORDER BY id DESC LIMIT :max",
	[Q_LAST] = "SELECT coalesce(max(seat), -1) FROM seat"
		   " WHERE match = :match",
	[Q_UNTRUE] = "UPDATE outbox SET state = 'replaced',"
		     " note = 'the seat was left'" OF_SEAT
		     " AND (state = 'new' OR state = 'later')"
		     " AND tries = 0",
	[Q_OUT_FREE] = "UPDATE outbox SET seat = NULL" OF_SEAT,
	[Q_IN_FREE] = "UPDATE inbox SET seat = NULL" OF_SEAT,
	[Q_OUT_UP] = "UPDATE outbox" MOVE_UP,
	[Q_IN_UP] = "UPDATE inbox" MOVE_UP,
	[Q_HOLDER_DROP] = "DELETE FROM holder" OF_SEAT,
	[Q_PLAN_DROP] = "DELETE FROM plan" OF_SEAT,
	[Q_PENDING_DROP] = "DELETE FROM pending" OF_SEAT,
	[Q_OFFER_DROP] = "DELETE FROM offer" OF_SEAT,
	[Q_ASKING_DROP] = "DELETE FROM asking" OF_SEAT,
	[Q_LETTERS_DROP] = "DELETE FROM unwritten" OF_SEAT,
	[Q_SECTION_DROP] = "DELETE FROM section" OF_SEAT,
	[Q_HOLDER_UP] = "UPDATE holder" MOVE_UP,
	[Q_PLAN_UP] = "UPDATE plan" MOVE_UP,
	[Q_PENDING_UP] = "UPDATE pending" MOVE_UP,
	[Q_OFFER_UP] = "UPDATE offer" MOVE_UP,
	[Q_ASKING_UP] = "UPDATE asking" MOVE_UP,
	[Q_LETTERS_UP] = "UPDATE unwritten" MOVE_UP,
	[Q_SECTION_UP] = "UPDATE section" MOVE_UP,
	[Q_SEAT_UP] = "UPDATE seat SET (person, name, epoch, ready, luck, held,"
		      " level, told, missed, graces, hushed) = (SELECT person,"
		      " name, epoch, ready, luck, held, level, told, missed,"
		      " graces, hushed"
		      " FROM seat AS s"
		      " WHERE s.match = :match AND s.seat = :seat)"
		      " WHERE match = :match AND seat = :seat - 1",
	[Q_SEAT_DROP] = "DELETE FROM seat" OF_SEAT,
	[Q_STANDING] = "SELECT admitted, greeted, epoch FROM person"
		       " WHERE id = :person",
	[Q_STANDING_SET] = "UPDATE person SET admitted = :admitted,"
			   " greeted = :greeted, epoch = :epoch"
			   " WHERE id = :person",
};
const struct db_sql signup_sql = { sql, G_N_ELEMENTS(sql), NULL };

static const char *const states[] = {
	[SIGNUP_ASKED] = "asked",
	[SIGNUP_OPEN] = "open",
	[SIGNUP_REFUSED] = "refused",
};
static const char *const admissions[] = {
	[ADMITTED_YES] = "yes",
	[ADMITTED_ASKED] = "asked",
	[ADMITTED_REFUSED] = "refused",
};

int
store_signup_set(struct store *st, const struct signup_row *row)
{
	struct statement *q = db_take(st, DB_SIGNUP, Q_SET);

	db_int(q, ":match", row->match);
	db_int_or(q, ":maker", row->maker, 0);
	db_text(q, ":state", states[row->state]);
	db_int(q, ":invited", row->invited);
	db_int(q, ":epoch", row->epoch);
	return db_done(st, q);
}

int
store_signup(
    struct store *st, int64_t match, struct signup_row *row, bool *found)
{
	struct statement *q = db_take(st, DB_SIGNUP, Q_ONE);
	int r, state;

	db_int(q, ":match", match);
	*found = (r = db_row(st, q)) == 1;
	if (r != 1)
		return r;
	state = db_get_word(q, 2, states, G_N_ELEMENTS(states), st->err);
	*row = (struct signup_row){
		.match = db_get_int(q, 0),
		.maker = db_get_int_or(q, 1, 0),
		.state = (enum signup_state)state,
		.invited = db_get_int(q, 3) != 0,
		.epoch = (int)db_get_int(q, 4),
	};
	db_end(q);
	return state == -1 ? -1 : 0;
}

int
store_signups_made(struct store *st, int64_t maker, int64_t *n)
{
	struct statement *q = db_take(st, DB_SIGNUP, Q_MADE);

	db_int(q, ":maker", maker);
	return db_one_number(st, q, n);
}

GArray *
store_matches_joinable(struct store *st, int max)
{
	struct statement *q = db_take(st, DB_SIGNUP, Q_JOINABLE);

	db_int(q, ":max", max);
	return db_ids(st, q);
}

GArray *
store_matches_running(struct store *st, int max)
{
	struct statement *q = db_take(st, DB_SIGNUP, Q_RUNNING);

	db_int(q, ":max", max);
	return db_ids(st, q);
}

/* ---- seats that come and go before a match begins ---- */

static int
on_seat(struct store *st, int n, int64_t match, int64_t seat)
{
	struct statement *q = db_take(st, DB_SIGNUP, n);

	db_int(q, ":match", match);
	db_int(q, ":seat", seat);
	return db_done(st, q);
}

static int
on_seat_all(struct store *st, const int *steps, int64_t match, int64_t seat)
{
	for (; *steps != -1; steps++)
		if (on_seat(st, *steps, match, seat) == -1)
			return -1;
	return 0;
}

int
store_seat_drop(struct store *st, int64_t match, int seat)
{
	static const int leave[] = { Q_UNTRUE, Q_OUT_FREE, Q_IN_FREE,
		Q_HOLDER_DROP, Q_PLAN_DROP, Q_PENDING_DROP, Q_OFFER_DROP,
		Q_ASKING_DROP, Q_LETTERS_DROP, Q_SECTION_DROP, -1 };
	static const int up[] = { Q_OUT_UP, Q_IN_UP, Q_HOLDER_UP, Q_PLAN_UP,
		Q_PENDING_UP, Q_OFFER_UP, Q_ASKING_UP, Q_LETTERS_UP,
		Q_SECTION_UP, Q_SEAT_UP, -1 };
	struct statement *q = db_take(st, DB_SIGNUP, Q_LAST);
	int64_t last;

	db_forget_known(st); /* which seats are asked changes, too */
	db_int(q, ":match", match);
	if (db_one_number(st, q, &last) == -1 ||
	    on_seat_all(st, leave, match, seat) == -1)
		return -1;
	for (int64_t s = seat + 1; s <= last; s++)
		if (on_seat_all(st, up, match, s) == -1)
			return -1;
	return on_seat(st, Q_SEAT_DROP, match, last);
}

/* ---- people ---- */

int
store_account(struct store *st, int64_t person, struct account_row *row)
{
	struct statement *q = db_take(st, DB_SIGNUP, Q_STANDING);
	int r, approved;

	db_int(q, ":person", person);
	if ((r = db_row(st, q)) != 1)
		return r == -1
			   ? -1
			   : err_set(st->err, ERR_MISSING,
				 "there is no person %lld", (long long)person);
	approved =
	    db_get_word(q, 0, admissions, G_N_ELEMENTS(admissions), st->err);
	*row = (struct account_row){
		.approved = (enum approved)approved,
		.greeted = db_get_int(q, 1) != 0,
		.epoch = (int)db_get_int(q, 2),
	};
	db_end(q);
	return approved == -1 ? -1 : 0;
}

int
store_account_set(
    struct store *st, int64_t person, const struct account_row *row)
{
	struct statement *q = db_take(st, DB_SIGNUP, Q_STANDING_SET);

	db_int(q, ":person", person);
	db_text(q, ":admitted", admissions[row->approved]);
	db_int(q, ":greeted", row->greeted);
	db_int(q, ":epoch", row->epoch);
	return db_done_some(st, q);
}
