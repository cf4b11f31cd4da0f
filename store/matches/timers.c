/* SPDX-License-Identifier: ISC */
/*
 * When something is to be done: a decision made, a reminder written.  Derived:
 * which seats are asked follows from the log, and a timer can be set again.
 */
#include "store/matches/timers.h"

#include "base/err.h"
#include "store/claims.h"
#include "store/db.h"
#include "store/fields.h"
#include "store/known.h"

#include <assert.h>
#include <string.h>

enum {
	Q_SET,
	Q_CLEAR,
	Q_CLEAR_ONE,
	Q_CLEAR_ALL,
	Q_TIMER,
	Q_AGAIN,
	Q_MATCH,
	Q_DUE,
	Q_ANY_DUE,
	Q_ROBOT,
	Q_ANY_ROBOT,
	Q_ROBOT_NOT,
	Q_ROBOTS,
	Q_NEXT,
	Q_DEADLINES,
	Q_MATCHES
};
#define TIMER                                               \
	"SELECT match, seat, kind, n, asked, start, extra," \
	" due FROM timer"
#define ONE                                                       \
	" WHERE match = :match AND seat = :seat AND kind = :kind" \
	" AND n = :n"
/* Not a deadline that has passed, and for which a robot is to think (n is
 * ROBOT_FOR_MISSED, and start that deadline): it is due no more. */
#define NOT_MISSED                                                            \
	"(kind <> 'decide' OR NOT EXISTS (SELECT 1 FROM timer AS robot WHERE" \
	" robot.match = timer.match AND robot.seat = timer.seat"              \
	" AND robot.kind = 'robot' AND robot.n = 1"                           \
	" AND robot.start = timer.due))"
static const char *const sql[] = {
	[Q_SET] = "/* sure */"
		  " INSERT INTO timer (match, seat, kind, n, asked, start,"
		  " extra, due) VALUES (:match, :seat, :kind, :n, :asked,"
		  " :start, :extra, :due)"
		  " ON CONFLICT (match, seat, kind, n) DO UPDATE"
		  " SET asked = excluded.asked, start = excluded.start,"
		  " extra = excluded.extra,"
		  " due = excluded.due",
	[Q_CLEAR] = "DELETE FROM timer"
		    " WHERE match = :match AND seat = :seat AND kind = :kind",
	[Q_CLEAR_ONE] = "DELETE FROM timer" ONE,
	[Q_CLEAR_ALL] = "DELETE FROM timer WHERE match = :match",
	/* the other columns are those of the row with the least */
	[Q_TIMER] = "SELECT match, seat, kind, n, asked, start, extra,"
		    " min(due) AS due FROM timer"
		    " WHERE match = :match AND seat = :seat AND kind = :kind"
		    " HAVING count(*) > 0",
	[Q_AGAIN] = TIMER ONE,
	[Q_MATCH] = TIMER " WHERE match = :match ORDER BY seat, kind, n",
	[Q_DUE] = TIMER " WHERE due <= :now"
			" AND (due < :now OR kind <> 'decide')"
			" AND kind <> 'robot' AND " NOT_MISSED
			" ORDER BY due, match, seat LIMIT :max",
	[Q_ANY_DUE] = "SELECT EXISTS (SELECT 1 FROM timer"
		      " WHERE due <= :now)",
	[Q_ANY_ROBOT] = "SELECT EXISTS (SELECT 1 FROM timer"
			" WHERE kind = 'robot' AND due <= :now)",
	[Q_ROBOT] = TIMER " WHERE kind = 'robot' AND due <= :now"
			  " ORDER BY due, match, seat"
			  " LIMIT 1 OFFSET :skip",
	[Q_ROBOT_NOT] = TIMER " WHERE kind = 'robot' AND due <= :now"
			      " AND (n = 1 OR EXISTS (SELECT 1 FROM seat"
			      " WHERE seat.match = timer.match"
			      " AND seat.seat = timer.seat AND level IS NULL))"
			      " ORDER BY due, match, seat"
			      " LIMIT 1 OFFSET :skip",
	[Q_ROBOTS] = "/* list */ SELECT count(DISTINCT match) FROM timer"
		     " WHERE kind = 'robot'",
	[Q_DEADLINES] = "SELECT due, match FROM timer"
			" WHERE (due, match) > (:due, :match)"
			" AND kind IN (:one, :other)"
			" ORDER BY due, match LIMIT :max",
	[Q_MATCHES] = "/* list */ SELECT DISTINCT match FROM timer",
	[Q_NEXT] =
	    "SELECT coalesce(min(at), 0) FROM ("
	    " SELECT min(due) AS at FROM timer"
	    " WHERE (:robots OR kind <> 'robot') AND " NOT_MISSED " UNION ALL"
	    " SELECT min(due) FROM unwritten UNION ALL"
	    " SELECT min(due) FROM onlooker WHERE due > 0 UNION ALL"
	    " SELECT min(due) FROM hint"
	    " WHERE due > 0 AND :robots UNION ALL"
	    " SELECT min(due) FROM series WHERE due > 0 UNION ALL"
	    " SELECT min(due) FROM offer WHERE due > 0 UNION ALL"
	    " SELECT min(yearbook) FROM person INDEXED BY person_yearbook"
	    " WHERE yearbook > 0) AS dues",
};
static const char *const postgres[G_N_ELEMENTS(sql)] = {
	[Q_TIMER] = TIMER " WHERE match = :match AND seat = :seat"
			  " AND kind = :kind ORDER BY due LIMIT 1",
};
const struct db_sql timers_sql = { sql, G_N_ELEMENTS(sql), postgres };

static const char *const kinds[TIMER_KINDS] = {
	[TIMER_DECIDE] = "decide",
	[TIMER_REMIND] = "remind",
	[TIMER_PLAN] = "plan",
	[TIMER_MUSTER] = "muster",
	[TIMER_OFFER] = "offer",
	[TIMER_RETURN] = "return",
	[TIMER_VOTE] = "vote",
	[TIMER_PAUSE] = "pause",
	[TIMER_TALK] = "talk",
	[TIMER_ROBOT] = "robot",
};

static const struct db_field timer_fields[] = {
	FIELD(timer_row, NUMBER, match),
	FIELD(timer_row, INT, seat),
	FIELD_OF_WORDS(timer_row, kind, ":kind", kinds),
	FIELD(timer_row, NUMBER, n),
	FIELD(timer_row, NUMBER, asked),
	FIELD(timer_row, NUMBER, start),
	FIELD(timer_row, NUMBER, extra),
	FIELD(timer_row, NUMBER, due),
};
static const struct db_type timer_type =
    DB_TYPE(timer_row, timer_fields, g_free);
static const struct db_field deadline_fields[] = {
	FIELD(deadline_row, NUMBER, due),
	FIELD(deadline_row, NUMBER, match),
};
static const struct db_type deadline_type =
    DB_TYPE(deadline_row, deadline_fields, g_free);

/* Is there any for that statement?  Mostly there is none. */
static int
look(struct store *st, int statement, int any_such, int64_t now, bool *any)
{
	struct statement *q;

	*any = true;
	if (!db_ask_first(st, DB_TIMERS, statement))
		return 0;
	q = db_take(st, DB_TIMERS, any_such);
	db_int(q, ":now", now);
	return db_any(st, q, any);
}

static struct statement *
take(struct store *st, int n, int64_t match, int seat, enum timer_kind kind)
{
	struct statement *q = db_take(st, DB_TIMERS, n);

	db_int(q, ":match", match);
	db_int(q, ":seat", seat);
	db_text(q, ":kind", kinds[kind]);
	return q;
}

static GArray *
read_match(struct store *st, int64_t match)
{
	struct statement *q = db_take(st, DB_TIMERS, Q_MATCH);

	db_int(q, ":match", match);
	return db_list_of(st, q, &timer_type);
}

/* ---- of the match at hand ---- */

/*
 * One mail asks for timers of its match a dozen times, and clears what mostly
 * is not there.  So a transaction reads all timers of a match once, and keeps
 * them as it changes the rows.
 */
static GArray *
known_of(const struct store *st, int64_t match)
{
	return st->known != NULL && st->known->match == match
		   ? st->known->timers
		   : NULL;
}

/* *rows: NULL if they may change any time; else the store's own. */
static int
know(struct store *st, int64_t match, GArray **rows)
{
	struct known *known;
	GArray *fresh;

	*rows = NULL;
	if (st->depth == 0 || !store_has_match(st, match))
		return 0;
	if ((*rows = known_of(st, match)) != NULL)
		return 0;
	if ((fresh = read_match(st, match)) == NULL)
		return -1;
	known = db_known(st);
	g_clear_pointer(&known->timers, g_array_unref);
	known->match = match;
	*rows = known->timers = fresh;
	return 0;
}

static int
compare(const struct timer_row *a, const struct timer_row *b)
{
	if (a->seat != b->seat)
		return a->seat < b->seat ? -1 : 1;
	if (a->kind != b->kind)
		return strcmp(kinds[a->kind], kinds[b->kind]);
	return a->n < b->n ? -1 : a->n > b->n;
}

/* Where it stands, or would. */
static guint
place_of(const GArray *rows, const struct timer_row *t, bool *there)
{
	int c = 1;
	guint i;

	for (i = 0; i < rows->len && c > 0; i++)
		c = compare(t, &g_array_index(rows, struct timer_row, i));
	*there = rows->len > 0 && c == 0;
	return c > 0 ? i : i - 1;
}

static void
put(GArray *rows, const struct timer_row *t)
{
	bool there;
	const guint i = place_of(rows, t, &there);

	if (there)
		g_array_index(rows, struct timer_row, i) = *t;
	else
		g_array_insert_val(rows, i, *t);
}

/* One that it has, or NULL: of a kind of the seat, the earliest. */
static const struct timer_row *
earliest(const GArray *rows, int seat, enum timer_kind kind)
{
	const struct timer_row *first = NULL;

	for (guint i = 0; rows != NULL && i < rows->len; i++) {
		const struct timer_row *t =
		    &g_array_index(rows, struct timer_row, i);

		if (t->seat == seat && t->kind == kind &&
		    (first == NULL || t->due < first->due))
			first = t;
	}
	return first;
}

static void
drop(GArray *rows, int seat, enum timer_kind kind)
{
	for (guint i = rows->len; i-- > 0;) {
		const struct timer_row *t =
		    &g_array_index(rows, struct timer_row, i);

		if (t->seat == seat && t->kind == kind)
			g_array_remove_index(rows, i);
	}
}

/* ---- one by one ---- */

int
store_timer_set(struct store *st, const struct timer_row *t)
{
	struct statement *q;
	GArray *known;

	/* more is asked about them soon, and they may be there already */
	if (know(st, t->match, &known) == -1)
		return -1;
	q = db_take(st, DB_TIMERS, Q_SET);
	db_bind(q, &timer_type, t);
	if (db_done(st, q) == -1)
		return err_more(st->err, "match %lld: timer of seat %d",
		    (long long)t->match, t->seat);
	store_tell(st);
	if (known != NULL)
		put(known, t);
	return 0;
}

int
store_timer_clear(
    struct store *st, int64_t match, int seat, enum timer_kind kind)
{
	GArray *known;

	assert(st->depth > 0);
	/* mostly there is none */
	if (know(st, match, &known) == -1)
		return -1;
	if (known != NULL && earliest(known, seat, kind) == NULL)
		return 0;
	if (known != NULL)
		drop(known, seat, kind);
	return db_done(st, take(st, Q_CLEAR, match, seat, kind));
}

int
store_timer_clear_one(struct store *st, const struct timer_row *t)
{
	struct statement *q;
	GArray *known;
	bool there;

	assert(st->depth > 0);
	if (know(st, t->match, &known) == -1)
		return -1;
	if (known != NULL) {
		const guint i = place_of(known, t, &there);

		if (!there)
			return 0;
		g_array_remove_index(known, i);
	}
	q = db_take(st, DB_TIMERS, Q_CLEAR_ONE);
	db_bind(q, &timer_type, t);
	return db_done(st, q);
}

int
store_timers_clear(struct store *st, int64_t match)
{
	struct statement *q = db_take(st, DB_TIMERS, Q_CLEAR_ALL);
	GArray *known = known_of(st, match);

	if (known != NULL)
		g_array_set_size(known, 0);
	db_int(q, ":match", match);
	return db_done(st, q);
}

int
store_timer(struct store *st, int64_t match, int seat, enum timer_kind kind,
    struct timer_row *t, bool *found)
{
	const struct timer_row *first;
	GArray *known;

	if (know(st, match, &known) == -1)
		return -1;
	if (known == NULL)
		return db_find_of(st, take(st, Q_TIMER, match, seat, kind),
		    &timer_type, t, found);
	first = earliest(known, seat, kind);
	*found = first != NULL;
	if (*found)
		*t = *first;
	return 0;
}

int
store_timer_again(struct store *st, struct timer_row *t, bool *found)
{
	struct statement *q;
	GArray *known;

	if (know(st, t->match, &known) == -1)
		return -1;
	if (known != NULL) {
		const guint i = place_of(known, t, found);

		if (*found)
			*t = g_array_index(known, struct timer_row, i);
		return 0;
	}
	q = db_take(st, DB_TIMERS, Q_AGAIN);
	db_bind(q, &timer_type, t);
	return db_find_of(st, q, &timer_type, t, found);
}

int
store_timer_robot(struct store *st, int64_t now, bool thinks, int skip,
    struct timer_row *t, bool *found)
{
	const int which = thinks ? Q_ROBOT : Q_ROBOT_NOT;
	struct statement *q;
	bool any;

	*found = false;
	if (look(st, which, Q_ANY_ROBOT, now, &any) == -1)
		return -1;
	if (!any)
		return 0;
	q = db_take(st, DB_TIMERS, which);
	db_int(q, ":now", now);
	db_int(q, ":skip", skip);
	return db_find_of(st, q, &timer_type, t, found);
}

int
store_robots_awaited(struct store *st, int64_t *matches)
{
	return db_one_number(st, db_take(st, DB_TIMERS, Q_ROBOTS), matches);
}

GArray *
store_timers(struct store *st, int64_t match)
{
	GArray *known;

	if (know(st, match, &known) == -1)
		return NULL;
	return known == NULL ? read_match(st, match) : g_array_copy(known);
}

GArray *
store_timer_matches(struct store *st)
{
	return db_ids(st, db_take(st, DB_TIMERS, Q_MATCHES));
}

GArray *
store_timers_due(struct store *st, int64_t now, int max)
{
	struct statement *q;
	bool any;

	if (look(st, Q_DUE, Q_ANY_DUE, now, &any) == -1)
		return NULL;
	if (!any)
		return g_array_new(FALSE, FALSE, sizeof(struct timer_row));
	q = db_take(st, DB_TIMERS, Q_DUE);
	db_int(q, ":now", now);
	db_int(q, ":max", max);
	return db_list_of(st, q, &timer_type);
}

GArray *
store_deadlines(struct store *st, enum timer_kind one, enum timer_kind other,
    const struct deadline_row *behind, int max)
{
	struct statement *q = db_take(st, DB_TIMERS, Q_DEADLINES);

	db_bind(q, &deadline_type, behind);
	db_text(q, ":one", kinds[one]);
	db_text(q, ":other", kinds[other]);
	db_int(q, ":max", max);
	return db_list_of(st, q, &deadline_type);
}

int
store_next_due(struct store *st, bool robots, int64_t *at)
{
	struct statement *q = db_take(st, DB_TIMERS, Q_NEXT);

	db_int(q, ":robots", robots);
	return db_one_number(st, q, at);
}
