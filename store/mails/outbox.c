/* SPDX-License-Identifier: ISC */
/* Letters to go out, and how far they got. */
#include "store/mails/outbox.h"

#include "base/err.h"
#include "store/claims.h"
#include "store/db.h"
#include "store/engine.h"
#include "store/fields.h"
#include "store/functions.h"
#include "store/ids.h"
#include "store/known.h"
#include "store/mails/outbox_lanes.h"
#include "store/transaction.h"

#include <assert.h>

enum {
	Q_NEXT_ID,
	Q_ADD,
	Q_ADD_RAW,
	Q_ADD_BOTH,
	Q_DUE,
	Q_DUE_IDS,
	Q_SENDING,
	Q_RECOVER,
	Q_UPDATE,
	Q_ONE,
	Q_LIST,
	Q_LIST_STATE,
	Q_LAST,
	Q_SENT,
	Q_SENT_AT,
	Q_WRITTEN,
	Q_NEXT,
	Q_WAITING,
	Q_BY_BOUNCE,
	Q_BY_MESSAGE_ID,
	Q_NOTE,
	Q_LANES,
	Q_RECOVER_THESE,
	Q_THESE,
	Q_STILL
};
#define OUTBOX                                                              \
	"SELECT id, dedup, match, seat, person, address, kind, message_id," \
	" state, tries, next_try, note, created, sent, bounce, answers,"    \
	" news_after, lost, asks, number, series"
/* Empty where it is not kept any more (keep.h), or forgotten. */
#define RAW                                                                  \
	", coalesce((SELECT unpacked(raw) FROM outbox_raw AS r WHERE r.id =" \
	" outbox.id), x'')"
#define RECOVERED                            \
	" state = 'new', tries = tries + 1," \
	" note = 'ended while it was handed over'"
#define DUE "state IN ('new', 'later', 'unknown') AND next_try <= :now"
#define DUE_OR_SENDING "(" DUE " OR state = 'sending')"
/* Adds nothing if the id was never handed out. */
#define ADD                                                         \
	"INSERT INTO outbox (id, dedup, match, seat, person,"       \
	" address, kind, message_id, state, tries, lost, next_try," \
	" note, created, sent, bounce, answers, news_after,"        \
	" asks, number, series)"                                    \
	" SELECT :id, :dedup, :match, :seat, :person, :address,"    \
	" :kind, :message_id, :state, :tries, :lost, :next_try,"    \
	" :note, :created, :sent, :bounce, :answers, :news_after,"  \
	" :asks, :number, :series"                                  \
	" FROM counter WHERE name = 'outbox' AND last >= :id"
static const char *const sql[] = {
	[Q_NEXT_ID] = "UPDATE counter SET last = last + 1"
		      " WHERE name = 'outbox' RETURNING last",
	[Q_ADD] = "/* sure */ " ADD,
	[Q_ADD_RAW] = "/* sure */"
		      " INSERT INTO outbox_raw (id, raw) VALUES (:id, :raw)",
	/* a server's alone */
	[Q_ADD_BOTH] = "INSERT INTO outbox_raw (id, raw) VALUES (0, :raw)",
	/* Here and below rows are ordered by id + 0: by id a server may go
	 * through all letters that ever left until it has as many that wait. */
	[Q_DUE] = OUTBOX RAW " FROM outbox WHERE id IN"
			     " (SELECT id FROM outbox"
			     " INDEXED BY outbox_waiting WHERE " DB_WAITING
			     " AND state <> 'sending' AND next_try <= :now"
			     " ORDER BY id + 0 LIMIT :max) ORDER BY id",
	[Q_DUE_IDS] = "SELECT id FROM outbox INDEXED BY outbox_waiting"
		      " WHERE " DB_WAITING " AND state <> 'sending'"
		      " AND next_try <= :now ORDER BY id + 0 LIMIT :max",
	[Q_SENDING] = "SELECT EXISTS (SELECT 1 FROM outbox"
		      " INDEXED BY outbox_waiting WHERE " DB_WAITING
		      " AND state = 'sending')",
	[Q_RECOVER] = "UPDATE outbox SET" RECOVERED " WHERE " DB_WAITING
		      " AND state = 'sending'",
	[Q_UPDATE] = "/* sure */"
		     " UPDATE outbox SET state = :state, tries = :tries,"
		     " lost = :lost, next_try = :next_try, note = :note,"
		     " sent = :sent"
		     " WHERE id = :id",
	[Q_ONE] = OUTBOX RAW " FROM outbox WHERE id = :id",
	[Q_LIST] = OUTBOX ", NULL FROM outbox"
			  " WHERE id < :before ORDER BY id DESC LIMIT :max",
	[Q_LIST_STATE] = OUTBOX ", NULL FROM outbox"
				" WHERE state = :state AND id < :before"
				" ORDER BY id DESC LIMIT :max",
	[Q_LAST] = "SELECT coalesce(max(created), 0) FROM outbox"
		   " WHERE address = :address AND kind = :kind"
		   " AND created <= :now",
	[Q_SENT] = "SELECT count(*) FROM outbox"
		   " WHERE state = 'sent' AND sent > :since"
		   " AND sent <= :now",
	[Q_SENT_AT] = "SELECT sent FROM outbox"
		      " WHERE state = 'sent' AND sent > :since"
		      " AND sent <= :now"
		      " ORDER BY sent LIMIT 1 OFFSET :n",
	/* Later ones have higher numbers, so that no index is needed, but for
	 * some that several workers wrote at once. */
	[Q_WRITTEN] = "/* list */ SELECT count(*) FROM outbox"
		      " WHERE created > :since AND created <= :now AND id >"
		      " coalesce((SELECT id FROM outbox"
		      " WHERE created <= :since"
		      " ORDER BY id DESC LIMIT 1), 0) - 1000",
	/* all rows are looked at: there are never many that wait */
	[Q_NEXT] = "SELECT coalesce(min(next_try), -1) FROM outbox"
		   " INDEXED BY outbox_waiting WHERE " DB_WAITING,
	[Q_WAITING] = "SELECT count(*) FROM outbox WHERE " DB_WAITING,
	[Q_BY_BOUNCE] = OUTBOX RAW " FROM outbox WHERE bounce = :bounce",
	/* The index has the first part. If message_id stood alone, SQLite would
	 * put what it is equal to into the first condition, too. */
	[Q_BY_MESSAGE_ID] = OUTBOX RAW
	" FROM outbox WHERE substr(message_id, 1, 20) ="
	" substr(CAST(:message_id AS text), 1, 20)"
	" AND message_id || '' = :message_id ORDER BY id LIMIT 1",
	[Q_NOTE] = "UPDATE outbox SET note = :note WHERE id = :id",
	[Q_LANES] = "SELECT id, address, state = 'sending' AS sending"
		    " FROM outbox INDEXED BY outbox_waiting WHERE " DB_WAITING
		    " AND next_try <= :now ORDER BY id + 0 LIMIT :max",
	[Q_RECOVER_THESE] = "/* list */ UPDATE outbox SET" RECOVERED
			    " WHERE id IN" DB_LISTED " AND state = 'sending'",
	[Q_THESE] =
	    "/* list */ " OUTBOX RAW " FROM outbox WHERE id IN" DB_LISTED
	    " AND " DUE " ORDER BY id",
	[Q_STILL] =
	    "/* list */ SELECT id, address, state = 'sending' AS sending"
	    " FROM outbox WHERE id IN" DB_LISTED " AND " DUE_OR_SENDING
	    " ORDER BY id",
};
/* What this transaction is about to hand over is not what another one hands
 * over or replaces. */
static const char *const postgres[G_N_ELEMENTS(sql)] = {
	[Q_ADD_BOTH] =
	    "/* sure */ WITH added AS (" ADD " RETURNING id)"
	    " INSERT INTO outbox_raw (id, raw) SELECT id, :raw FROM added",
	[Q_THESE] = OUTBOX RAW " FROM outbox WHERE id IN" DB_LISTED_POSTGRES
			       " AND " DUE " ORDER BY id"
			       " FOR UPDATE OF outbox SKIP LOCKED",
	[Q_RECOVER_THESE] =
	    "UPDATE outbox SET" RECOVERED " WHERE id IN (SELECT id FROM outbox"
	    " WHERE id IN" DB_LISTED_POSTGRES
	    " AND state = 'sending' ORDER BY id FOR UPDATE)",
	[Q_STILL] = "SELECT id, address, state = 'sending' AS sending"
		    " FROM outbox WHERE id IN" DB_LISTED_POSTGRES
		    " AND " DUE_OR_SENDING " ORDER BY id",
};
const struct db_sql outbox_sql = { sql, G_N_ELEMENTS(sql), postgres };

static const char *const states[] = {
	[OUTBOX_NEW] = "new",
	[OUTBOX_SENDING] = "sending",
	[OUTBOX_SENT] = "sent",
	[OUTBOX_LATER] = "later",
	[OUTBOX_UNKNOWN] = "unknown",
	[OUTBOX_REPLACED] = "replaced",
	[OUTBOX_DEAD] = "dead",
};

static const struct db_field outbox_fields[] = {
	FIELD(outbox_row, NUMBER, id),
	FIELD(outbox_row, TEXT, dedup),
	FIELD(outbox_row, LINK, match),
	FIELD(outbox_row, SEAT, seat),
	FIELD(outbox_row, LINK, person),
	FIELD(outbox_row, TEXT, address),
	FIELD(outbox_row, TEXT, kind),
	FIELD(outbox_row, TEXT, message_id),
	FIELD_OF_WORDS(outbox_row, state, ":state", states),
	FIELD(outbox_row, INT, tries),
	FIELD(outbox_row, NUMBER, next_try),
	FIELD(outbox_row, NOTE, note),
	FIELD(outbox_row, NUMBER, created),
	FIELD(outbox_row, NUMBER, sent),
	FIELD(outbox_row, TEXT, bounce),
	FIELD(outbox_row, LINK, answers),
	FIELD(outbox_row, NUMBER, news_after),
	FIELD(outbox_row, INT, lost),
	FIELD(outbox_row, BOOL, asks),
	FIELD(outbox_row, NUMBER, number),
	FIELD(outbox_row, LINK, series),
	FIELD(outbox_row, RAW, raw),
};
static const struct db_type outbox_type =
    DB_TYPE(outbox_row, outbox_fields, outbox_row_free);
static const struct db_field lane_fields[] = {
	FIELD(outbox_lane, NUMBER, id),
	FIELD(outbox_lane, TEXT, address),
	FIELD(outbox_lane, BOOL, sending),
};
static const struct db_type lane_type =
    DB_TYPE(outbox_lane, lane_fields, outbox_lane_free);

const char *
outbox_state_word(enum outbox_state state)
{
	return states[state];
}

void
outbox_row_free(struct outbox_row *row)
{
	db_free(&outbox_type, row);
}

int
store_outbox_next_id(struct store *st, int64_t *id)
{
	struct known_thread thread;
	int r;

	if (store_is_shared(st) && st->engine->sharing->letter(st, id))
		return 0;
	/* it changes the counter alone */
	thread = db_take_thread(st);
	r = db_one_number(st, db_take(st, DB_OUTBOX, Q_NEXT_ID), id);
	db_keep_thread(st, thread);
	return r;
}

/* By that statement: the letter's bytes, packed, and what else it names. */
static int
put_raw(struct store *st, int which, const struct outbox_row *row)
{
	g_autoptr(GBytes) packed = db_pack(st, row->raw);
	struct statement *q;
	const void *data;
	gsize size;

	if (packed == NULL)
		return -1;
	data = g_bytes_get_data(packed, &size);
	q = db_take(st, DB_OUTBOX, which);
	db_bind(q, &outbox_type, row);
	db_blob(q, ":raw", data, size);
	return db_done_some(st, q);
}

static int
add(struct store *st, const struct outbox_row *row)
{
	struct statement *q = db_take(st, DB_OUTBOX, Q_ADD);

	db_bind(q, &outbox_type, row);
	if (db_done_some(st, q) == -1) /* its id was never handed out */
		return -1;
	return put_raw(st, Q_ADD_RAW, row);
}

int
store_outbox_ahead(struct store *st)
{
	return store_is_narrow(st) ? db_pack_ahead(st) : 0;
}

int
store_outbox_add(struct store *st, const struct outbox_row *row)
{
	assert(row->raw != NULL);
	if (store_is_shared(st) && st->depth > 1) {
		store_tell(st);
		/* A fault of it takes back the work on a whole mail, or on
		 * whatever else it is a part of: so it needs no place of its
		 * own, to go back to. */
		return put_raw(st, Q_ADD_BOTH, row) == 0
			   ? 0
			   : err_more(st->err, "letter %s", row->dedup);
	}
	if (db_begin_inner(st, __func__) == -1)
		return -1;
	store_tell(st);
	if (add(st, row) == 0)
		return store_commit(st);
	store_rollback(st);
	return err_more(st->err, "letter %s", row->dedup);
}

GPtrArray *
store_outbox_due(struct store *st, int64_t now, int max)
{
	struct statement *q = db_take(st, DB_OUTBOX, Q_DUE);

	db_int(q, ":now", now);
	db_int(q, ":max", max);
	return db_all_of(st, q, &outbox_type);
}

GArray *
store_outbox_due_ids(struct store *st, int64_t now, int max)
{
	struct statement *q = db_take(st, DB_OUTBOX, Q_DUE_IDS);

	db_int(q, ":now", now);
	db_int(q, ":max", max);
	return db_ids(st, q);
}

int
store_outbox_next(struct store *st, int64_t *at)
{
	return db_one_number(st, db_take(st, DB_OUTBOX, Q_NEXT), at);
}

int
store_outbox_recover(struct store *st)
{
	bool any;

	assert(st->depth > 0); /* whether it writes, or not */
	/* nearly never, and to find that out is soon prepared */
	if (db_any(st, db_take(st, DB_OUTBOX, Q_SENDING), &any) == -1)
		return -1;
	return any ? db_done(st, db_take(st, DB_OUTBOX, Q_RECOVER)) : 0;
}

int
store_outbox_update(struct store *st, const struct outbox_row *row)
{
	struct statement *q = db_take(st, DB_OUTBOX, Q_UPDATE);

	db_bind(q, &outbox_type, row);
	if (db_done_some(st, q) == -1)
		return err_more(st->err, "outbox %lld", (long long)row->id);
	if (row->state == OUTBOX_NEW)
		store_tell(st);
	return 0;
}

struct outbox_row *
store_outbox(struct store *st, int64_t id)
{
	struct statement *q = db_take(st, DB_OUTBOX, Q_ONE);

	db_int(q, ":id", id);
	return db_one_of(st, q, &outbox_type);
}

struct outbox_row *
store_outbox_by_bounce(struct store *st, const char *word)
{
	struct statement *q = db_take(st, DB_OUTBOX, Q_BY_BOUNCE);

	db_text(q, ":bounce", word);
	return db_one_of(st, q, &outbox_type);
}

struct outbox_row *
store_outbox_by_message_id(struct store *st, const char *message_id)
{
	struct statement *q = db_take(st, DB_OUTBOX, Q_BY_MESSAGE_ID);

	db_text(q, ":message_id", message_id);
	return db_one_of(st, q, &outbox_type);
}

int
store_outbox_note(struct store *st, int64_t id, const char *note)
{
	struct statement *q = db_take(st, DB_OUTBOX, Q_NOTE);

	db_int(q, ":id", id);
	db_word(q, ":note", note);
	if (db_done_some(st, q) == -1)
		return err_more(st->err, "outbox %lld", (long long)id);
	return 0;
}

GPtrArray *
store_outbox_list(struct store *st, int state, int64_t before, int max)
{
	struct statement *q =
	    db_take(st, DB_OUTBOX, state == -1 ? Q_LIST : Q_LIST_STATE);

	if (state != -1)
		db_text(q, ":state", states[state]);
	db_int(q, ":before", before);
	db_int(q, ":max", max);
	return db_all_of(st, q, &outbox_type);
}

int
store_outbox_last(struct store *st, const char *address, const char *kind,
    int64_t now, int64_t *at)
{
	struct statement *q = db_take(st, DB_OUTBOX, Q_LAST);

	db_text(q, ":address", address);
	db_text(q, ":kind", kind);
	db_int(q, ":now", now);
	return db_one_number(st, q, at);
}

int
store_outbox_sent(struct store *st, int64_t since, int64_t now, int64_t *n)
{
	struct statement *q = db_take(st, DB_OUTBOX, Q_SENT);

	db_int(q, ":since", since);
	db_int(q, ":now", now);
	return db_one_number(st, q, n);
}

int
store_outbox_sent_at(
    struct store *st, int64_t since, int64_t now, int64_t n, int64_t *at)
{
	struct statement *q = db_take(st, DB_OUTBOX, Q_SENT_AT);

	db_int(q, ":since", since);
	db_int(q, ":now", now);
	db_int(q, ":n", n);
	return db_one_number(st, q, at);
}

int
store_outbox_written(struct store *st, int64_t since, int64_t now, int64_t *n)
{
	struct statement *q = db_take(st, DB_OUTBOX, Q_WRITTEN);

	db_int(q, ":since", since);
	db_int(q, ":now", now);
	return db_one_number(st, q, n);
}

int
store_outbox_waiting(struct store *st, int64_t *n)
{
	return db_one_number(st, db_take(st, DB_OUTBOX, Q_WAITING), n);
}

/* ---- several workers ---- */

void
outbox_lane_free(struct outbox_lane *lane)
{
	db_free(&lane_type, lane);
}

GPtrArray *
store_outbox_lanes(struct store *st, int64_t now, int max)
{
	struct statement *q = db_take(st, DB_OUTBOX, Q_LANES);

	db_int(q, ":now", now);
	db_int(q, ":max", max);
	return db_all_of(st, q, &lane_type);
}

int
store_outbox_recover_these(struct store *st, const int64_t *ids, guint n)
{
	struct statement *q = db_take(st, DB_OUTBOX, Q_RECOVER_THESE);
	g_autofree char *list = NULL;

	list = db_bind_ids(q, ids, n, sizeof(*ids));
	return db_done(st, q);
}

GPtrArray *
store_outbox_these(struct store *st, const int64_t *ids, guint n, int64_t now)
{
	struct statement *q = db_take(st, DB_OUTBOX, Q_THESE);
	g_autofree char *list = NULL;

	list = db_bind_ids(q, ids, n, sizeof(*ids));
	db_int(q, ":now", now);
	return db_all_of(st, q, &outbox_type);
}

GPtrArray *
store_outbox_still(struct store *st, const int64_t *ids, guint n, int64_t now)
{
	struct statement *q = db_take(st, DB_OUTBOX, Q_STILL);
	g_autofree char *list = NULL;

	list = db_bind_ids(q, ids, n, sizeof(*ids));
	db_int(q, ":now", now);
	return db_all_of(st, q, &lane_type);
}
