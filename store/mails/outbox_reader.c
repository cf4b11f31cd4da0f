/* SPDX-License-Identifier: ISC */
/*
 * Letters of a match to one reader.  A letter's facts and its row ask for the
 * same one after the other, so a transaction keeps what it read last.
 */
#include "store/mails/outbox_reader.h"

#include "store/claims.h"
#include "store/db.h"
#include "store/known.h"

enum { Q_THREAD, Q_LAST_LEFT, Q_LEAVES, Q_REPLACE, Q_TOLD };
/*
 * The first line is that of index outbox_unsent.  One that is new but was
 * tried was handed over by a sender that died: it may have left.
 */
#define UNSENT                                                        \
	"state IN ('new', 'later') AND answers IS NULL"               \
	" AND match = :match AND seat IS :seat"                       \
	" AND person = :person"                                       \
	" AND (kind = 'turn' OR kind = 'answer' OR kind = 'onlooker'" \
	" OR kind = 'remind')"                                        \
	" AND (state = 'later' OR (tries = 0 AND note = ''))"
/*
 * All about those to a reader, and what the next one begins with: how many
 * wait, after which event the first of these tells, the next number (one that
 * went instead has that of the first that did not leave), the Message-ID of the
 * last one, and of the last one that does not wait.
 */
#define LAST_OF(table)                                           \
	"(SELECT message_id FROM " table " WHERE match = :match" \
	" AND seat IS :seat AND person = :person"                \
	" AND state NOT IN ('dead', 'replaced')"
#define LAST LAST_OF("outbox")
#define LAST_LETTER LAST " ORDER BY id DESC LIMIT 1)"
#define NEXT_NUMBER                             \
	"(SELECT coalesce(max(number), 0) + 1"  \
	" FROM outbox INDEXED BY outbox_number" \
	" WHERE match = :match AND seat IS :seat AND person = :person)"
static const char *const sql[] = {
	/* Without its last value, for which read_last_left asks in the few
	 * cases in which a letter waits: SQLite would prepare no longer
	 * statement than that. */
	[Q_THREAD] = "SELECT count(*), min(news_after),"
		     " coalesce(min(CASE WHEN number > 0 THEN number END),"
		     " " NEXT_NUMBER "), " LAST_LETTER ", NULL"
		     " FROM outbox INDEXED BY outbox_unsent WHERE " UNSENT,
	[Q_LAST_LEFT] = "SELECT " LAST_OF(
	    "outbox INDEXED BY outbox_number") " AND NOT (" UNSENT ")"
					       " ORDER BY id DESC LIMIT 1)",
	/* alone, or with news of other matches */
	[Q_LEAVES] = "SELECT max(coalesce((SELECT max(next_try) FROM outbox"
		     " INDEXED BY outbox_number WHERE match = :match"
		     " AND seat IS :seat AND person = :person AND " DB_WAITING
		     " AND news_after < :event), -1),"
		     " coalesce((SELECT max(o.next_try) FROM section AS s"
		     " JOIN outbox AS o ON o.id = s.outbox"
		     " WHERE s.match = :match AND s.seat = :seat"
		     " AND o.person = :person AND " DB_WAITING
		     " AND s.news_after < :event), -1))",
	[Q_REPLACE] = "UPDATE outbox INDEXED BY outbox_unsent"
		      " SET state = 'replaced',"
		      " note = 'letter ' || :by || ' went instead'"
		      " WHERE " UNSENT,
	[Q_TOLD] = "SELECT coalesce(min(news_after), -2) FROM outbox"
		   " INDEXED BY outbox_number WHERE match = :match"
		   " AND seat IS :seat AND person = :person"
		   " AND state = 'sent' AND number > 0"
		   " AND number >= CASE WHEN :number = 0 THEN"
		   " (SELECT max(number) FROM outbox"
		   " INDEXED BY outbox_number WHERE match = :match"
		   " AND seat IS :seat AND person = :person"
		   " AND state = 'sent') ELSE :number END",
};
/* What this transaction is about to replace is not what another one hands over:
 * no letter of them leaves meanwhile. */
static const char *const postgres[G_N_ELEMENTS(sql)] = {
	[Q_THREAD] =
	    "/* of reader */ SELECT u.n, u.news, coalesce(u.number,"
	    " " NEXT_NUMBER "), " LAST_LETTER ", CASE WHEN u.n > 0 THEN " LAST
	    " AND NOT (" UNSENT ") ORDER BY id DESC LIMIT 1) END"
	    " FROM (SELECT count(*) AS n, min(news_after) AS news,"
	    " min(CASE WHEN number > 0 THEN number END) AS number"
	    " FROM (SELECT news_after, number FROM outbox WHERE " UNSENT
	    " FOR UPDATE) AS w) AS u",
};
const struct db_sql reader_sql = { sql, G_N_ELEMENTS(sql), postgres };

static void
bind_reader(struct statement *q, const struct outbox_reader *reader)
{
	db_int(q, ":match", reader->match);
	db_int_or(q, ":seat", reader->seat, -1);
	db_int(q, ":person", reader->person);
}

static bool
is_of(const struct known_thread *t, const struct outbox_reader *reader)
{
	return t->match != 0 && t->match == reader->match &&
	       t->person == reader->person && t->seat == reader->seat;
}

static int
read_last_left(struct store *st, const struct outbox_reader *reader,
    struct known_thread *t)
{
	struct statement *q = db_take(st, DB_READER, Q_LAST_LEFT);

	bind_reader(q, reader);
	if (db_row(st, q) == 1) {
		t->last_left = db_get_text(q, 0);
		db_end(q);
		return 0;
	}
	g_clear_pointer(&t->last, g_free);
	return -1;
}

static int
read_thread(struct store *st, const struct outbox_reader *reader,
    struct known_thread *t)
{
	struct statement *q = db_take(st, DB_READER, Q_THREAD);

	bind_reader(q, reader);
	if (db_row(st, q) != 1)
		return -1;
	*t = (struct known_thread){ .match = reader->match,
		.person = reader->person,
		.seat = reader->seat,
		.waits = db_get_int(q, 0),
		.news_after = db_get_int(q, 1),
		.number = db_get_int(q, 2),
		.last = db_get_text(q, 3),
		.last_left = db_get_text(q, 4) };
	db_end(q);
	return t->waits == 0 || store_is_shared(st)
		   ? 0
		   : read_last_left(st, reader, t);
}

/* Until something is written, or the next reader. */
static const struct known_thread *
thread_of(struct store *st, const struct outbox_reader *reader)
{
	struct known_thread fresh;
	struct known *known = db_known(st);

	if (st->depth > 0 && is_of(&known->thread, reader))
		return &known->thread;
	if (read_thread(st, reader, &fresh) == -1)
		return NULL;
	db_forget_thread(st);
	known->thread = fresh;
	return &known->thread;
}

int
store_outbox_unsent(
    struct store *st, const struct outbox_reader *reader, int64_t *news_after)
{
	const struct known_thread *t = thread_of(st, reader);

	if (t == NULL)
		return -1;
	if (t->waits > 0 && t->news_after < *news_after)
		*news_after = t->news_after;
	return 0;
}

int
store_outbox_leaves(struct store *st, const struct outbox_reader *reader,
    int64_t event, int64_t *at)
{
	struct statement *q = db_take(st, DB_READER, Q_LEAVES);

	bind_reader(q, reader);
	db_int(q, ":event", event);
	return db_one_number(st, q, at);
}

int
store_outbox_number(struct store *st, const struct outbox_reader *reader,
    bool replaces, int64_t *number, char **before)
{
	const struct known_thread *t = thread_of(st, reader);

	if (t == NULL)
		return -1;
	*number = t->number;
	*before = g_strdup(replaces && t->waits > 0 ? t->last_left : t->last);
	return 0;
}

int
store_outbox_told(struct store *st, const struct outbox_reader *reader,
    int64_t number, int64_t *told, bool *found)
{
	struct statement *q = db_take(st, DB_READER, Q_TOLD);
	int64_t after;

	bind_reader(q, reader);
	db_int(q, ":number", number);
	if (db_one_number(st, q, &after) == -1)
		return -1;
	*found = after != -2;
	if (*found && after < *told)
		*told = after;
	return 0;
}

int
store_outbox_replace(
    struct store *st, const struct outbox_reader *reader, int64_t by)
{
	struct statement *q;

	/* mostly none waits */
	if (st->known != NULL && is_of(&st->known->thread, reader) &&
	    st->known->thread.waits == 0)
		return 0;
	q = db_take(st, DB_READER, Q_REPLACE);
	bind_reader(q, reader);
	db_int(q, ":by", by);
	return db_done(st, q);
}
