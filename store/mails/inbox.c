/* SPDX-License-Identifier: ISC */
/* Mails that came in, and what became of them. */
#include "store/mails/inbox.h"

#include "base/err.h"
#include "store/claims.h"
#include "store/db.h"
#include "store/fields.h"
#include "store/functions.h"
#include "store/mails/inbox_answers.h"
#include "store/mails/inbox_intake.h"
#include "store/mails/inbox_lists.h"
#include "store/ids.h"
#include "store/transaction.h"

#include <assert.h>
#include <string.h>

enum {
	Q_ADD,
	Q_ADD_RAW,
	Q_ADD_BOTH,
	Q_KNOWS,
	Q_BY_SOURCE,
	Q_SAME,
	Q_ANY_SAME,
	Q_REFILL,
	Q_REFILL_RAW,
	Q_NEW,
	Q_NEW_BY_TIME,
	Q_OLDEST,
	Q_UNTRIED,
	Q_ONE,
	Q_HEAD,
	Q_THESE,
	Q_HEADS,
	Q_LIST,
	Q_LIST_STATE,
	Q_UPDATE,
	Q_TRY,
	Q_TRY_ONE,
	Q_UNTRY,
	Q_TWIN,
	Q_ANY_TWIN,
	Q_HELD,
	Q_HELD_SINCE
};
#define INBOX                                                                \
	"SELECT id, source, sha, message_id, sender, match, seat, received," \
	" handled, state, tries, note, size, cut, says, answer, vouched,"    \
	" series"
#define RAW                                                          \
	", coalesce((SELECT unpacked(raw) FROM inbox_raw AS r WHERE" \
	" r.id = inbox.id), x'')"
#define ADD                                                          \
	"INSERT INTO inbox (source, sha, message_id, sender, match," \
	" seat, received, handled, state, tries, note, size, cut,"   \
	" says, answer, vouched, series)"                            \
	" VALUES (:source, :sha, :message_id, :sender, :match,"      \
	" :seat, :received, :handled, :state, :tries, :note, :size," \
	" :cut, :says, :answer, :vouched, :series)"
#define OF_IDS(list) " FROM inbox WHERE id IN" list " ORDER BY id"
#define TRY                                                   \
	"UPDATE inbox SET tries = :tries, handled = :handled" \
	" WHERE state = 'new' AND id"
#define UNTRY                                                            \
	"UPDATE inbox SET tries = :before, handled = :at"                \
	" WHERE state = 'new' AND tries = :tries AND handled = :handled" \
	" AND id IN"
static const char *const sql[] = {
	[Q_ADD] = "/* id */ " ADD,
	[Q_ADD_RAW] = "/* sure */"
		      " INSERT INTO inbox_raw (id, raw) VALUES (:id, :raw)",
	/* a server's alone */
	[Q_ADD_BOTH] = "INSERT INTO inbox_raw (id, raw) VALUES (0, :raw)",
	[Q_KNOWS] = "/* of mail */ SELECT 1 FROM inbox WHERE source = :source",
	[Q_BY_SOURCE] = INBOX ", NULL FROM inbox WHERE source = :source",
	/* Many may be of the same road: both halves go by the index. */
	[Q_SAME] = "/* of mail */ SELECT coalesce("
		   "(SELECT id FROM inbox WHERE sha = :sha"
		   " AND source < :road ORDER BY source LIMIT 1),"
		   " (SELECT id FROM inbox WHERE sha = :sha"
		   " AND source >= :behind ORDER BY source LIMIT 1), 0)",
	[Q_ANY_SAME] = "/* of mail */ SELECT EXISTS (SELECT 1 FROM inbox WHERE "
		       "sha = :sha)",
	[Q_REFILL] = "UPDATE inbox SET sha = :sha, size = :size, cut = :cut,"
		     " state = 'new', tries = 0, handled = 0, note = ''"
		     " WHERE id = :id",
	[Q_REFILL_RAW] = "UPDATE inbox_raw SET raw = :raw WHERE id = :id",
	[Q_NEW] = "SELECT id FROM inbox WHERE state = 'new'"
		  " ORDER BY tries > 1, id LIMIT :max",
	[Q_NEW_BY_TIME] = "SELECT id FROM inbox WHERE state = 'new'"
			  " ORDER BY received, id",
	[Q_OLDEST] = "SELECT coalesce(min(iif(tries > 0, 0, received)), -1)"
		     " FROM inbox WHERE state = 'new'",
	[Q_UNTRIED] = "SELECT EXISTS (SELECT 1 FROM inbox"
		      " WHERE state = 'new' AND tries < 2)",
	/* empty where it is not kept any more (keep.h), or forgotten */
	[Q_ONE] = INBOX RAW " FROM inbox WHERE id = :id",
	[Q_HEAD] = INBOX ", NULL FROM inbox WHERE id = :id",
	[Q_THESE] = "/* list */ " INBOX RAW OF_IDS(DB_LISTED),
	[Q_HEADS] = "/* list */ " INBOX ", NULL" OF_IDS(DB_LISTED),
	[Q_LIST] = INBOX ", NULL FROM inbox"
			 " WHERE id < :before ORDER BY id DESC LIMIT :max",
	[Q_LIST_STATE] = INBOX ", NULL FROM inbox"
			       " WHERE state = :state AND id < :before"
			       " ORDER BY id DESC LIMIT :max",
	[Q_UPDATE] = "/* sure */"
		     " UPDATE inbox SET sender = :sender,"
		     " message_id = :message_id, match = :match, seat = :seat,"
		     " handled = :handled, state = :state, tries = :tries,"
		     " note = :note, says = :says, answer = :answer,"
		     " vouched = :vouched, series = :series"
		     " WHERE id = :id",
	/* few columns: the fewer indexes are written */
	[Q_TRY] = "/* list */ " TRY " IN" DB_LISTED,
	[Q_TRY_ONE] = TRY " = :id",
	[Q_UNTRY] = "/* list */ " UNTRY DB_LISTED,
	[Q_TWIN] = "/* of match */ " INBOX ", NULL FROM inbox"
		   " WHERE sender = :sender AND message_id = :message_id"
		   " AND message_id <> '' AND id <> :than"
		   " AND state = 'done' AND match IS :match"
		   " AND seat IS :seat ORDER BY sha <> :sha, id LIMIT 1",
	[Q_ANY_TWIN] = "SELECT EXISTS (SELECT 1 FROM inbox"
		       " WHERE sender = :sender AND message_id = :message_id"
		       " AND message_id <> '' AND id <> :than"
		       " AND state = 'done')",
	[Q_HELD] = "SELECT id FROM inbox AS i WHERE state = 'held'"
		   " AND sender = :sender AND :person ="
		   " (SELECT person FROM seat AS s"
		   " WHERE s.match = i.match AND s.seat = i.seat) ORDER BY id",
	[Q_HELD_SINCE] = "SELECT id FROM inbox"
			 " WHERE state = 'held' AND handled <= :at",
};
/* Two workers that lock some of the same rows do so in the same order. */
#define IN_ORDER                                                \
	" (SELECT id FROM inbox WHERE id IN" DB_LISTED_POSTGRES \
	" ORDER BY id FOR UPDATE)"
static const char *const postgres[G_N_ELEMENTS(sql)] = {
	[Q_ADD_BOTH] =
	    "/* sure */ WITH added AS (" ADD " RETURNING id)"
	    " INSERT INTO inbox_raw (id, raw) SELECT id, :raw FROM added",
	/* One that was tried once may just be another worker's. */
	[Q_OLDEST] = "SELECT coalesce(min(iif(tries > 1, 0, received)), -1)"
		     " FROM inbox WHERE state = 'new'",
	[Q_THESE] = INBOX RAW OF_IDS(DB_LISTED_POSTGRES),
	[Q_HEADS] = INBOX ", NULL" OF_IDS(DB_LISTED_POSTGRES),
	[Q_TRY] = "/* sure */ " TRY " IN" IN_ORDER,
	[Q_UNTRY] = "/* sure */ " UNTRY IN_ORDER,
};
const struct db_sql inbox_sql = { sql, G_N_ELEMENTS(sql), postgres };

static const char *const states[] = {
	[INBOX_NEW] = "new",
	[INBOX_DONE] = "done",
	[INBOX_IGNORED] = "ignored",
	[INBOX_DUPLICATE] = "duplicate",
	[INBOX_HELD] = "held",
	[INBOX_DEAD] = "dead",
};

static const char *const answers[] = {
	[ANSWER_NONE] = "none",
	[ANSWER_SENT] = "sent",
	[ANSWER_SUPPRESSED] = "spared",
};

static const char *const vouchers[] = {
	[VOUCHED_NOT] = "",
	[VOUCHED_SENDER] = "sender",
	[VOUCHED_ORGANISER] = "organiser",
};

static const struct db_field inbox_fields[] = {
	FIELD(inbox_row, NUMBER, id),
	FIELD(inbox_row, TEXT, source),
	FIELD(inbox_row, TEXT, sha),
	FIELD(inbox_row, NOTE, message_id),
	FIELD(inbox_row, NOTE, sender),
	FIELD(inbox_row, LINK, match),
	FIELD(inbox_row, SEAT, seat),
	FIELD(inbox_row, NUMBER, received),
	FIELD(inbox_row, NUMBER, handled),
	FIELD_OF_WORDS(inbox_row, state, ":state", states),
	FIELD(inbox_row, INT, tries),
	FIELD(inbox_row, NOTE, note),
	FIELD(inbox_row, NUMBER, size),
	FIELD(inbox_row, BOOL, cut),
	FIELD(inbox_row, NOTE, says),
	FIELD_OF_WORDS(inbox_row, answer, ":answer", answers),
	FIELD_OF_WORDS(inbox_row, vouched, ":vouched", vouchers),
	FIELD(inbox_row, LINK, series),
	FIELD(inbox_row, RAW, raw),
};
static const struct db_type inbox_type =
    DB_TYPE(inbox_row, inbox_fields, inbox_row_free);

const char *
inbox_state_word(enum inbox_state state)
{
	return states[state];
}

void
inbox_row_free(struct inbox_row *row)
{
	db_free(&inbox_type, row);
}

/* By that statement: the mail's bytes, packed, and what else it names. */
static int
put_raw(struct store *st, int which, const struct inbox_row *row)
{
	g_autoptr(GBytes) packed = db_pack(st, row->raw);
	struct statement *q;
	const void *data;
	gsize size;

	if (packed == NULL)
		return -1;
	data = g_bytes_get_data(packed, &size);
	q = db_take(st, DB_INBOX, which);
	db_bind(q, &inbox_type, row);
	db_blob(q, ":raw", data, size);
	return db_done_some(st, q);
}

static int
add(struct store *st, const struct inbox_row *row, int64_t *id)
{
	struct statement *q = db_take(st, DB_INBOX, Q_ADD);
	struct inbox_row added = *row;

	db_bind(q, &inbox_type, row);
	if (db_done(st, q) == -1)
		return -1;
	*id = added.id = db_last_id(st);
	return put_raw(st, Q_ADD_RAW, &added);
}

int
store_inbox_add(struct store *st, struct inbox_row *row)
{
	int64_t id;

	assert(row->raw != NULL);
	if (db_begin_inner(st, __func__) == -1)
		return -1;
	if (add(st, row, &id) == -1) {
		store_rollback(st);
		return err_more(st->err, "mail %s", row->source);
	}
	if (store_commit(st) == -1)
		return -1;
	row->id = id;
	store_tell(st);
	return 0;
}

int
store_inbox_take(struct store *st, struct inbox_row *row)
{
	if (!store_is_shared(st))
		return store_inbox_add(st, row);
	if (put_raw(st, Q_ADD_BOTH, row) == -1)
		return err_more(st->err, "mail %s", row->source);
	store_tell(st);
	return 0;
}

bool
store_inbox_knows(struct store *st, const char *source)
{
	struct statement *q = db_take(st, DB_INBOX, Q_KNOWS);
	bool known;

	db_text(q, ":source", source);
	known = db_row(st, q) == 1;
	db_end(q);
	return known;
}

struct inbox_row *
store_inbox_by_source(struct store *st, const char *source)
{
	struct statement *q = db_take(st, DB_INBOX, Q_BY_SOURCE);

	db_text(q, ":source", source);
	return db_one_of(st, q, &inbox_type);
}

int
store_inbox_same(
    struct store *st, const char *sha, const char *road, int64_t *id)
{
	g_autofree char *behind = g_strdup(road);
	struct statement *q;
	bool any = true;

	*id = 0;
	if (db_ask_first(st, DB_INBOX, Q_SAME)) {
		q = db_take(st, DB_INBOX, Q_ANY_SAME);
		db_text(q, ":sha", sha);
		if (db_any(st, q, &any) == -1)
			return -1;
	}
	if (!any)
		return 0;
	q = db_take(st, DB_INBOX, Q_SAME);
	/* The first text that no longer begins so. */
	behind[strlen(behind) - 1]++;
	db_text(q, ":sha", sha);
	db_text(q, ":road", road);
	db_text(q, ":behind", behind);
	return db_one_number(st, q, id);
}

int
store_inbox_refill(struct store *st, const struct inbox_row *row)
{
	struct statement *q = db_take(st, DB_INBOX, Q_REFILL);

	db_bind(q, &inbox_type, row);
	if (db_done_some(st, q) == -1)
		return err_more(st->err, "inbox %lld", (long long)row->id);
	store_tell(st);
	return put_raw(st, Q_REFILL_RAW, row);
}

int
store_inbox_oldest(struct store *st, int64_t *at)
{
	if (db_one_number(st, db_take(st, DB_INBOX, Q_OLDEST), at) == -1)
		return -1;
	if (*at == -1)
		*at = INT64_MAX;
	return 0;
}

int
store_inbox_untried(struct store *st, bool *any)
{
	return db_any(st, db_take(st, DB_INBOX, Q_UNTRIED), any);
}

GArray *
store_inbox_new(struct store *st, int max)
{
	struct statement *q = db_take(st, DB_INBOX, Q_NEW);

	db_int(q, ":max", max);
	return db_ids(st, q);
}

GArray *
store_inbox_new_by_time(struct store *st)
{
	return db_ids(st, db_take(st, DB_INBOX, Q_NEW_BY_TIME));
}

GArray *
store_inbox_held(struct store *st, const char *sender, int64_t person)
{
	struct statement *q = db_take(st, DB_INBOX, Q_HELD);

	db_text(q, ":sender", sender);
	db_int(q, ":person", person);
	return db_ids(st, q);
}

GArray *
store_inbox_held_since(struct store *st, int64_t at)
{
	struct statement *q = db_take(st, DB_INBOX, Q_HELD_SINCE);

	db_int(q, ":at", at);
	return db_ids(st, q);
}

struct inbox_row *
store_inbox(struct store *st, int64_t id)
{
	struct statement *q = db_take(st, DB_INBOX, Q_ONE);

	db_int(q, ":id", id);
	return db_one_of(st, q, &inbox_type);
}

struct inbox_row *
store_inbox_head(struct store *st, int64_t id)
{
	struct statement *q = db_take(st, DB_INBOX, Q_HEAD);

	db_int(q, ":id", id);
	return db_one_of(st, q, &inbox_type);
}

static GPtrArray *
rows_of(struct store *st, int which, const int64_t *ids, guint n)
{
	struct statement *q = db_take(st, DB_INBOX, which);
	g_autofree char *list = NULL;

	list = db_bind_ids(q, ids, n, sizeof(*ids));

	return db_all_of(st, q, &inbox_type);
}

GPtrArray *
store_inbox_these(struct store *st, const int64_t *ids, guint n)
{
	return rows_of(st, Q_THESE, ids, n);
}

GPtrArray *
store_inbox_heads(struct store *st, const int64_t *ids, guint n)
{
	struct statement *q;

	if (n != 1 || !db_ask_first(st, DB_INBOX, Q_HEADS))
		return rows_of(st, Q_HEADS, ids, n);
	/* mostly there is one, for which SQLite needs no list */
	q = db_take(st, DB_INBOX, Q_HEAD);
	db_int(q, ":id", ids[0]);
	return db_all_of(st, q, &inbox_type);
}

GPtrArray *
store_inbox_list(struct store *st, int state, int64_t before, int max)
{
	struct statement *q =
	    db_take(st, DB_INBOX, state == -1 ? Q_LIST : Q_LIST_STATE);

	if (state != -1)
		db_text(q, ":state", states[state]);
	db_int(q, ":before", before);
	db_int(q, ":max", max);
	return db_all_of(st, q, &inbox_type);
}

int
store_inbox_update(struct store *st, const struct inbox_row *row)
{
	struct statement *q = db_take(st, DB_INBOX, Q_UPDATE);

	db_bind(q, &inbox_type, row);
	if (db_done_some(st, q) == -1)
		return err_more(st->err, "inbox %lld", (long long)row->id);
	if (row->state == INBOX_NEW)
		store_tell(st);
	return 0;
}

int
store_inbox_try(struct store *st, const GArray *ids, int tries, int64_t handled)
{
	const int64_t *all = &g_array_index(ids, int64_t, 0);
	const bool one = ids->len == 1 && db_ask_first(st, DB_INBOX, Q_TRY);
	struct statement *q = db_take(st, DB_INBOX, one ? Q_TRY_ONE : Q_TRY);
	g_autofree char *list = NULL;

	if (one)
		db_int(q, ":id", all[0]);
	else
		list = db_bind_ids(q, all, ids->len, sizeof(*all));
	db_int(q, ":tries", tries);
	db_int(q, ":handled", handled);
	return db_done(st, q);
}

static bool
are_alike(const struct inbox_try *a, const struct inbox_try *b)
{
	return a->tries == b->tries && a->tries_before == b->tries_before &&
	       a->handled == b->handled &&
	       a->handled_before == b->handled_before;
}

int
store_inbox_untry(
    struct store *st, const struct inbox_try *try, guint of, guint *n)
{
	struct statement *q = db_take(st, DB_INBOX, Q_UNTRY);
	g_autofree char *list = NULL;

	*n = 1;
	while (*n < of && are_alike(try, &try[*n]))
		++*n;
	list = db_bind_ids(q, &try->id, *n, sizeof(*try));
	db_int(q, ":before", try->tries_before);
	db_int(q, ":at", try->handled_before);
	db_int(q, ":tries", try->tries);
	db_int(q, ":handled", try->handled);
	return db_done(st, q);
}

struct inbox_row *
store_inbox_twin(struct store *st, const struct inbox_row *row)
{
	struct statement *q;
	bool any = true;

	if (db_ask_first(st, DB_INBOX, Q_TWIN)) {
		q = db_take(st, DB_INBOX, Q_ANY_TWIN);
		db_int(q, ":than", row->id);
		db_bind(q, &inbox_type, row);
		if (db_any(st, q, &any) == -1)
			return NULL;
	}
	if (!any)
		return NULL;
	q = db_take(st, DB_INBOX, Q_TWIN);
	db_int(q, ":than", row->id);
	db_bind(q, &inbox_type, row);
	return db_one_of(st, q, &inbox_type);
}
