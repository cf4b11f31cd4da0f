/* SPDX-License-Identifier: ISC */
/*
 * What seats are to be told, and when: which seats are asked, letters that are
 * not written yet, and those that say what is no longer true.
 */
#include "store/mails/notices.h"

#include "store/claims.h"
#include "store/db.h"
#include "store/fields.h"
#include "store/known.h"
#include "store/mails/outbox_reader.h"
#include "store/matches/seats.h"

enum {
	Q_ASKINGS,
	Q_ASKING_SET,
	Q_ASKING_CLEAR,
	Q_ADD,
	Q_CLEAR,
	Q_MATCH,
	Q_ALL,
	Q_PERSON,
	Q_DUE,
	Q_HURRY,
	Q_DELAY,
	Q_SECTION,
	Q_ASKING_SEATS,
	Q_ASKING_ALONE,
	Q_ANY_SECTION,
	Q_OWN,
	Q_DIGEST,
	Q_DROP_OWN,
	Q_UNTELL_DIGEST,
	Q_AGAIN_DIGEST,
	Q_DROP_DIGEST,
	Q_LEFT,
	Q_TOLD
};
#define PENDING                                          \
	"SELECT match, seat, person, asks, reminds, due" \
	" FROM unwritten"
/* As store/mails/outbox.c has it: what surely did not leave. */
#define UNTRIED " AND (state = 'later' OR (tries = 0 AND note = ''))"
/* The first line is that of index outbox_unsent. */
#define ASKING                                          \
	"state IN ('new', 'later') AND answers IS NULL" \
	" AND match = :match AND asks = 1" UNTRIED
#define OWN ASKING " AND seat = :seat"
static const char *const sql[] = {
	[Q_ASKINGS] = "SELECT match, seat, person, since, until, reminded,"
		      " times FROM asking WHERE match = :match ORDER BY seat",
	[Q_ASKING_SET] = "/* sure */"
			 " INSERT INTO asking (match, seat, person, since,"
			 " until, reminded, times) VALUES (:match, :seat,"
			 " :person, :since, :until, :reminded, :times)"
			 " ON CONFLICT (match, seat) DO UPDATE"
			 " SET person = excluded.person,"
			 " since = excluded.since, until = excluded.until,"
			 " reminded = excluded.reminded,"
			 " times = excluded.times",
	[Q_ASKING_CLEAR] = "DELETE FROM asking"
			   " WHERE match = :match AND seat = :seat",
	/* what was for a former player of the seat is not for this person */
	[Q_ADD] = "INSERT INTO unwritten (match, seat, person, asks, reminds,"
		  " due) VALUES (:match, :seat, :person, :asks, :reminds, :due)"
		  " ON CONFLICT (match, seat) DO UPDATE SET"
		  " asks = CASE unwritten.person WHEN excluded.person"
		  " THEN max(unwritten.asks, excluded.asks)"
		  " ELSE excluded.asks END,"
		  " reminds = CASE unwritten.person WHEN excluded.person"
		  " THEN max(unwritten.reminds, excluded.reminds)"
		  " ELSE excluded.reminds END,"
		  " due = CASE unwritten.person WHEN excluded.person"
		  " THEN min(unwritten.due, excluded.due)"
		  " ELSE excluded.due END,"
		  " person = excluded.person",
	[Q_CLEAR] = "DELETE FROM unwritten"
		    " WHERE match = :match AND seat = :seat",
	[Q_MATCH] = PENDING " WHERE match = :match ORDER BY seat",
	[Q_ALL] = "/* list */ " PENDING " ORDER BY match, seat",
	[Q_PERSON] = PENDING " WHERE person = :person AND due <= :now"
			     " ORDER BY match, seat",
	[Q_DUE] = "SELECT DISTINCT person FROM unwritten"
		  " INDEXED BY unwritten_due WHERE due <= :now"
		  " ORDER BY person LIMIT 1000",
	[Q_HURRY] = "UPDATE unwritten SET due = :now"
		    " WHERE person = :person AND due > :now",
	[Q_DELAY] = "UPDATE unwritten SET due = :due"
		    " WHERE person = :person AND due <= :now",
	[Q_SECTION] = "INSERT INTO section (outbox, match, seat, news_after,"
		      " asks) VALUES (:outbox, :match, :seat, :news_after,"
		      " :asks)",
	[Q_ASKING_SEATS] =
	    "/* of match */ SELECT seat FROM outbox INDEXED BY outbox_unsent"
	    " WHERE " ASKING " AND seat IS NOT NULL UNION ALL"
	    " SELECT s.seat FROM section AS s"
	    " JOIN outbox AS o ON o.id = s.outbox"
	    " WHERE s.match = :match AND s.asks = 1"
	    " AND o.state IN ('later', 'new')" UNTRIED,
	[Q_ASKING_ALONE] = "SELECT seat FROM outbox INDEXED BY outbox_unsent"
			   " WHERE " ASKING " AND seat IS NOT NULL",
	[Q_ANY_SECTION] = "SELECT EXISTS (SELECT 1 FROM section"
			  " WHERE match = :match)",
	[Q_OWN] = "SELECT coalesce(max(CASE WHEN person = :person THEN 1"
		  " WHEN person <> :person THEN 2 END), 0)"
		  " FROM outbox INDEXED BY outbox_unsent WHERE " OWN,
	[Q_DIGEST] = "SELECT coalesce(max(s.outbox), 0) FROM section AS s"
		     " JOIN outbox AS o ON o.id = s.outbox"
		     " WHERE s.match = :match AND s.seat = :seat"
		     " AND s.asks = 1 AND o.state IN ('later', 'new')" UNTRIED,
	[Q_DROP_OWN] = "UPDATE outbox INDEXED BY outbox_unsent"
		       " SET state = 'replaced',"
		       " note = 'it is no longer true' WHERE " OWN
		       " AND (person = :person) = :hers",
	[Q_UNTELL_DIGEST] = "UPDATE seat SET told = lost.news_after"
			    " FROM section AS lost"
			    " WHERE lost.outbox = :outbox"
			    " AND seat.match = lost.match"
			    " AND seat.seat = lost.seat"
			    " AND seat.told > lost.news_after",
	[Q_AGAIN_DIGEST] = "INSERT INTO unwritten (match, seat, person, asks,"
			   " reminds, due) SELECT s.match, s.seat, o.person,"
			   " s.asks, 0, :now FROM section AS s"
			   " JOIN outbox AS o ON o.id = s.outbox"
			   " WHERE s.outbox = :outbox"
			   " ON CONFLICT (match, seat) DO UPDATE SET"
			   " asks = max(unwritten.asks, excluded.asks),"
			   " due = min(unwritten.due, excluded.due)",
	[Q_DROP_DIGEST] = "UPDATE outbox SET state = 'replaced',"
			  " note = 'it is no longer true' WHERE id = :outbox",
	[Q_LEFT] = "SELECT max(coalesce((SELECT sent FROM outbox"
		   " INDEXED BY outbox_number WHERE match = :match"
		   " AND seat = :seat AND person = :person"
		   " AND state = 'sent' ORDER BY id DESC LIMIT 1), 0),"
		   " coalesce((SELECT max(o.sent) FROM section AS s"
		   " JOIN outbox AS o ON o.id = s.outbox"
		   " WHERE s.match = :match AND s.seat = :seat"
		   " AND o.person = :person), 0))",
	[Q_TOLD] = "SELECT told FROM seat"
		   " WHERE match = :match AND seat = :seat",
};
/* A planner that chooses which of the two comes first may begin with all
 * letters that wait. */
#define SECTION_UNTRIED                                  \
	" AND (SELECT state IN ('later', 'new')" UNTRIED \
	" FROM outbox WHERE id = s.outbox)"
static const char *const postgres[G_N_ELEMENTS(sql)] = {
	[Q_ASKING_SEATS] = "/* of match */ SELECT seat FROM outbox"
			   " WHERE " ASKING " AND seat IS NOT NULL UNION ALL"
			   " SELECT s.seat FROM section AS s"
			   " WHERE s.match = :match"
			   " AND s.asks = 1" SECTION_UNTRIED,
	[Q_DIGEST] = "SELECT coalesce(max(s.outbox), 0) FROM section AS s"
		     " WHERE s.match = :match AND s.seat = :seat"
		     " AND s.asks = 1" SECTION_UNTRIED,
};
const struct db_sql notice_sql = { sql, G_N_ELEMENTS(sql), postgres };

static const struct db_field asking_fields[] = {
	FIELD(asking_row, NUMBER, match),
	FIELD(asking_row, INT, seat),
	FIELD(asking_row, NUMBER, person),
	FIELD(asking_row, NUMBER, since),
	FIELD(asking_row, NUMBER, until),
	FIELD(asking_row, INT, reminded),
	FIELD(asking_row, INT, times),
};
static const struct db_type asking_type =
    DB_TYPE(asking_row, asking_fields, g_free);
static const struct db_field pending_fields[] = {
	FIELD(pending_row, NUMBER, match),
	FIELD(pending_row, INT, seat),
	FIELD(pending_row, NUMBER, person),
	FIELD(pending_row, BOOL, asks),
	FIELD(pending_row, BOOL, reminds),
	FIELD(pending_row, NUMBER, due),
};
static const struct db_type pending_type =
    DB_TYPE(pending_row, pending_fields, g_free);

static struct statement *
take(struct store *st, int n, int64_t match, int seat)
{
	struct statement *q = db_take(st, DB_NOTICES, n);

	db_int(q, ":match", match);
	db_int(q, ":seat", seat);
	return q;
}

/* ---- who is asked ---- */

/* A transaction asks for these again after each change, so that it keeps the
 * rows of a match as it changes them. */
static GArray *
known_askings(const struct store *st, int64_t match)
{
	return st->known != NULL && st->known->asked_in == match
		   ? st->known->askings
		   : NULL;
}

GArray *
store_askings(struct store *st, int64_t match)
{
	struct statement *q;
	struct known *known;
	GArray *rows = known_askings(st, match);

	if (rows != NULL)
		return g_array_copy(rows);
	q = db_take(st, DB_NOTICES, Q_ASKINGS);
	db_int(q, ":match", match);
	rows = db_list_of(st, q, &asking_type);
	if (rows == NULL || st->depth == 0 || !store_has_match(st, match))
		return rows;
	known = db_known(st);
	g_clear_pointer(&known->askings, g_array_unref);
	known->asked_in = match;
	known->askings = g_array_copy(rows);
	return rows;
}

/* The row of the seat, or where it would stand. */
static guint
place_of(const GArray *rows, int seat, bool *there)
{
	guint i = 0;

	while (i < rows->len &&
	       g_array_index(rows, struct asking_row, i).seat < seat)
		i++;
	*there = i < rows->len &&
		 g_array_index(rows, struct asking_row, i).seat == seat;
	return i;
}

int
store_asking_set(struct store *st, const struct asking_row *row)
{
	struct statement *q = db_take(st, DB_NOTICES, Q_ASKING_SET);
	GArray *known = known_askings(st, row->match);
	bool there;
	guint i;

	db_bind(q, &asking_type, row);
	if (db_done(st, q) == -1)
		return -1;
	if (known == NULL)
		return 0;
	i = place_of(known, row->seat, &there);
	if (there)
		g_array_index(known, struct asking_row, i) = *row;
	else
		g_array_insert_val(known, i, *row);
	return 0;
}

int
store_asking_clear(struct store *st, int64_t match, int seat)
{
	GArray *known = known_askings(st, match);
	bool there;

	if (known != NULL) {
		const guint i = place_of(known, seat, &there);

		if (!there)
			return 0;
		g_array_remove_index(known, i);
	}
	return db_done(st, take(st, Q_ASKING_CLEAR, match, seat));
}

/* ---- what is not written yet ---- */

int
store_pending_add(struct store *st, const struct pending_row *row)
{
	struct statement *q = db_take(st, DB_NOTICES, Q_ADD);

	if (st->known != NULL)
		st->known->unpended = 0;
	db_bind(q, &pending_type, row);
	return db_done(st, q);
}

int
store_pending_clear(struct store *st, int64_t match, int seat)
{
	/* mostly there is none */
	if (st->known != NULL && st->known->unpended == match && match != 0)
		return 0;
	return db_done(st, take(st, Q_CLEAR, match, seat));
}

GArray *
store_pending(struct store *st, int64_t match)
{
	struct statement *q = db_take(st, DB_NOTICES, Q_MATCH);
	GArray *rows;

	db_int(q, ":match", match);
	rows = db_list_of(st, q, &pending_type);
	if (rows != NULL && rows->len == 0 && st->depth > 0 &&
	    store_has_match(st, match))
		db_known(st)->unpended = match;
	return rows;
}

GArray *
store_pending_all(struct store *st)
{
	return db_list_of(st, db_take(st, DB_NOTICES, Q_ALL), &pending_type);
}

GArray *
store_pending_of(struct store *st, int64_t person, int64_t now)
{
	struct statement *q = db_take(st, DB_NOTICES, Q_PERSON);

	db_int(q, ":person", person);
	db_int(q, ":now", now);
	return db_list_of(st, q, &pending_type);
}

static void *
read_whom(struct statement *q, struct err *e)
{
	struct pending_row *row = g_new0(struct pending_row, 1);

	(void)e;
	row->person = db_get_int(q, 0);
	return row;
}

GPtrArray *
store_pending_due(struct store *st, int64_t now)
{
	struct statement *q = db_take(st, DB_NOTICES, Q_DUE);

	db_int(q, ":now", now);
	return db_all(st, q, read_whom, g_free);
}

int
store_pending_delay(struct store *st, int64_t person, int64_t now, int64_t due)
{
	struct statement *q = db_take(st, DB_NOTICES, Q_DELAY);

	db_int(q, ":person", person);
	db_int(q, ":now", now);
	db_int(q, ":due", due);
	return db_done(st, q);
}

int
store_pending_hurry(struct store *st, int64_t person, int64_t now)
{
	struct statement *q = db_take(st, DB_NOTICES, Q_HURRY);

	db_int(q, ":person", person);
	db_int(q, ":now", now);
	return db_done(st, q);
}

/* ---- what was written and did not leave ---- */

int
store_section_add(struct store *st, const struct section_row *row)
{
	struct statement *q = take(st, Q_SECTION, row->match, row->seat);

	db_int(q, ":outbox", row->outbox);
	db_int(q, ":news_after", row->news_after);
	db_int(q, ":asks", row->asks);
	return db_done(st, q);
}

GArray *
store_asking_seats(struct store *st, int64_t match)
{
	int which = Q_ASKING_SEATS;
	struct statement *q;
	bool any = true;

	/* letters about several matches are few */
	if (db_ask_first(st, DB_NOTICES, Q_ASKING_SEATS)) {
		q = db_take(st, DB_NOTICES, Q_ANY_SECTION);
		db_int(q, ":match", match);
		if (db_any(st, q, &any) == -1)
			return NULL;
		which = any ? Q_ASKING_SEATS : Q_ASKING_ALONE;
	}
	q = db_take(st, DB_NOTICES, which);
	db_int(q, ":match", match);
	return db_ids(st, q);
}

int
store_asking_unsent(struct store *st, int64_t match, int seat, int64_t person,
    enum asking_unsent *own, int64_t *digest)
{
	struct statement *q = take(st, Q_OWN, match, seat);
	int64_t n = 0;

	db_int(q, ":person", person);
	if (db_one_number(st, q, &n) == -1)
		return -1;
	*own = (enum asking_unsent)n;
	return db_one_number(st, take(st, Q_DIGEST, match, seat), digest);
}

int
store_asking_drop(
    struct store *st, const struct outbox_reader *reader, bool own)
{
	struct statement *q = take(st, Q_DROP_OWN, reader->match, reader->seat);

	db_int(q, ":person", reader->person);
	db_int(q, ":hers", own);
	return db_done(st, q);
}

int
store_digest_drop(struct store *st, int64_t outbox, int64_t now)
{
	static const int steps[] = { Q_UNTELL_DIGEST, Q_AGAIN_DIGEST,
		Q_DROP_DIGEST };

	if (store_need_all(st, "a letter about several matches") == -1)
		return -1;
	if (st->known != NULL)
		st->known->unpended = 0;
	for (size_t i = 0; i < G_N_ELEMENTS(steps); i++) {
		struct statement *q = db_take(st, DB_NOTICES, steps[i]);

		db_int(q, ":outbox", outbox);
		if (steps[i] == Q_AGAIN_DIGEST)
			db_int(q, ":now", now);
		if (db_done(st, q) == -1)
			return -1;
	}
	return 0;
}

int
store_last_left(
    struct store *st, int64_t match, int seat, int64_t person, int64_t *at)
{
	struct statement *q = take(st, Q_LEFT, match, seat);

	db_int(q, ":person", person);
	return db_one_number(st, q, at);
}

int
store_seat_told(struct store *st, struct seat_row *row)
{
	return db_one_number(
	    st, take(st, Q_TOLD, row->match, row->seat), &row->told);
}
