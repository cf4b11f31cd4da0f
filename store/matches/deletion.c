/* SPDX-License-Identifier: ISC */
/*
 * Matches that are deleted, a few rows at a time: what refers to a row goes
 * before it, so that a program that is stopped leaves a sound database.  The
 * match's own row goes last, and with it the keys of meta that say what is to
 * become of it.
 *
 * Rows of mails stay, emptied: their numbers stand in keys of letters that were
 * queued, and must never be another mail's.
 */
#include "store/matches/deletion.h"

#include "store/claims.h"
#include "store/db.h"
#include "store/engine.h"
#include "store/fields.h"
#include "store/functions.h"
#include "store/known.h"

#define FEW 4 /* rows with bytes, at a time */
#define MANY 50 /* others */
/* Keys of meta: when it is to be deleted; that this has begun; that it is kept.
 */
#define DUE "'delete.' || :match"
#define BEGUN DB_DELETION_BEGUN(":match")
#define KEPT "'kept.' || :match"
#define PUT(key, value)                                             \
	"INSERT INTO meta (key, value) VALUES (" key ", " value ")" \
	" ON CONFLICT (key) DO UPDATE SET value = excluded.value"
/* Numbers of letters and mails of the match. */
#define LETTERS "(SELECT id FROM outbox WHERE match = :match)"
#define MAILS "(SELECT id FROM inbox WHERE match = :match)"
/* Some of a table whose rows have a number. */
#define SOME(table)                                                \
	"DELETE FROM " table " WHERE id IN (SELECT id FROM " table \
	" WHERE match = :match ORDER BY id LIMIT :max)"
/* A table with few rows of a match. */
#define ALL(table) "DELETE FROM " table " WHERE match = :match"
/* The next letters whose bytes go. */
#define NEXT                                                            \
	"(SELECT o.id FROM outbox AS o JOIN outbox_raw AS r USING (id)" \
	" WHERE o.match = :match ORDER BY o.id LIMIT :max)"

/* The slices' statements stand in their order; Q_LETTERS and Q_MAILS end one,
 * for the files of no more rows are gone. */
enum {
	Q_BYTES_LAST = 3,
	Q_PAGE = 30,
	Q_LETTERS = 33,
	Q_MAILS,
	Q_SEATS,
	Q_MATCH,
	Q_KEYS,
	STEPS,
	Q_GET = STEPS,
	Q_SET,
	Q_BEGIN,
	Q_UNSET,
	Q_KEEP,
	Q_NOT_KEPT,
	Q_ANY,
	Q_DUE,
	Q_OLD,
	Q_WAS,
	Q_LAST,
	Q_ENDED,
	Q_SIZE,
	Q_SPOOLED
};

static const char *const sql[] = {
	/* of letters, before their bytes go: their pictures */
	"SELECT unpacked(raw) FROM outbox_raw WHERE id IN " NEXT,
	"DELETE FROM outbox_raw WHERE id IN " NEXT,
	"DELETE FROM inbox_raw WHERE id IN (SELECT i.id"
	" FROM inbox AS i JOIN inbox_raw AS r USING (id)"
	" WHERE i.match = :match LIMIT :max)",
	/* letters about several matches */
	[Q_BYTES_LAST] =
	    "DELETE FROM outbox_raw WHERE id IN (SELECT r.id"
	    " FROM section AS s JOIN outbox_raw AS r ON r.id = s.outbox"
	    " WHERE s.match = :match LIMIT :max)",
	"DELETE FROM section WHERE match = :match",
	"DELETE FROM section WHERE outbox IN " LETTERS,
	"DELETE FROM bounce WHERE outbox IN " LETTERS,
	"DELETE FROM unkept WHERE outbox IN " LETTERS,
	/* the last ones first: what is left can still be replayed */
	"DELETE FROM event WHERE match = :match AND n IN"
	" (SELECT n FROM event WHERE match = :match"
	" ORDER BY n DESC LIMIT :max)",
	SOME("notice"),
	SOME("talk"),
	"DELETE FROM ballot WHERE vote IN"
	" (SELECT id FROM vote WHERE match = :match)",
	ALL("vote"),
	ALL("action"),
	ALL("hint"),
	ALL("timer"),
	ALL("stop"),
	ALL("plan"),
	ALL("pending"),
	ALL("asking"),
	ALL("unwritten"),
	ALL("waiting_answer"),
	ALL("calendar"),
	ALL("mute"),
	ALL("offer"),
	ALL("holder"),
	ALL("onlooker"),
	ALL("signup"),
	ALL("result"),
	/* its places and points stay with the series */
	"UPDATE series_table SET match = NULL WHERE match = :match",
	/* the row goes when its pages are gone */
	[Q_PAGE] =
	    "UPDATE page SET summary = json_object('people',"
	    " json(coalesce(json_extract(summary, '$.people'), '[]')))"
	    " WHERE number = :match AND json_extract(summary, '$.name') IS NOT "
	    "NULL",
	/* questions about its mails, and those about the match */
	"/* list */ DELETE FROM ask WHERE inbox IN " MAILS,
	"/* list */ DELETE FROM ask WHERE match = :match",
	[Q_LETTERS] = SOME("outbox"),
	[Q_MAILS] = "UPDATE inbox SET sender = '', message_id = '', sha = '',"
		    " says = '', note = 'deleted', match = NULL, seat = NULL,"
		    " size = 0, state = CASE WHEN state IN"
		    " ('new', 'held', 'dead') THEN 'ignored' ELSE state END"
		    " WHERE id IN (SELECT id FROM inbox WHERE match = :match"
		    " ORDER BY id LIMIT :max)",
	[Q_SEATS] = ALL("seat"),
	[Q_MATCH] = "/* list */ DELETE FROM match WHERE id = :match",
	[Q_KEYS] =
	    "DELETE FROM meta WHERE key IN (" DUE ", " BEGUN ", " KEPT ")",

	[Q_GET] = "SELECT coalesce((SELECT CAST(value AS INTEGER) FROM meta"
		  " WHERE key = " DUE "), 0), EXISTS (SELECT 1 FROM meta"
		  " WHERE key = " BEGUN "), EXISTS (SELECT 1 FROM meta"
		  " WHERE key = " KEPT ")",
	[Q_SET] = PUT(DUE, "CAST(:due AS TEXT)"),
	[Q_BEGIN] = PUT(BEGUN, "'1'"),
	[Q_UNSET] = "DELETE FROM meta WHERE key = " DUE,
	[Q_KEEP] = PUT(KEPT, "'1'"),
	[Q_NOT_KEPT] = "DELETE FROM meta WHERE key = " KEPT,
	[Q_ANY] = "SELECT EXISTS (SELECT 1 FROM meta"
		  " WHERE key > 'delete.' AND key < 'delete/')",
	[Q_DUE] = "SELECT coalesce((SELECT CAST(substr(key, 8) AS INTEGER)"
		  " FROM meta WHERE key > 'delete.' AND key < 'delete/'"
		  " AND CAST(value AS INTEGER) <= :now AND NOT EXISTS"
		  " (SELECT 1 FROM outbox INDEXED BY outbox_waiting"
		  " WHERE match = CAST(substr(key, 8) AS INTEGER)"
		  " AND " DB_WAITING ") AND NOT EXISTS (SELECT 1"
		  " FROM section JOIN outbox ON outbox.id = section.outbox"
		  " WHERE section.match = CAST(substr(key, 8) AS INTEGER)"
		  " AND " DB_WAITING ") AND NOT EXISTS (SELECT 1 FROM unwritten"
		  " WHERE match = CAST(substr(key, 8) AS INTEGER))"
		  " LIMIT 1), 0)",
	[Q_OLD] = "SELECT id, ended FROM match WHERE id IN"
		  " (SELECT id FROM match WHERE life = 'over' UNION ALL"
		  " SELECT id FROM match WHERE life = 'ended')"
		  " AND ended < :before AND NOT EXISTS (SELECT 1 FROM meta"
		  " WHERE key IN ('delete.' || match.id, 'kept.' || match.id))"
		  " LIMIT 1",
	[Q_WAS] = "SELECT EXISTS (SELECT 1 FROM counter WHERE name = 'match'"
		  " AND last >= :match) AND NOT EXISTS"
		  " (SELECT 1 FROM match WHERE id = :match)",
	/* no other match ever gets that number, which keys in letters hold */
	[Q_LAST] = "INSERT INTO counter (name, last) VALUES ('match', :match)"
		   " ON CONFLICT (name) DO UPDATE SET last ="
		   " max(counter.last, excluded.last)",
	[Q_ENDED] =
	    "UPDATE match SET name = '', life = 'ended' WHERE id = :match",
	[Q_SIZE] = "SELECT count(*), (SELECT count(*) FROM inbox"
		   " WHERE match = :match),"
		   " coalesce(sum(length(raw)), 0) + (SELECT"
		   " coalesce(sum(length(raw)), 0) FROM inbox_raw"
		   " WHERE id IN " MAILS ") FROM outbox LEFT JOIN outbox_raw"
		   " USING (id) WHERE match = :match",
	[Q_SPOOLED] = "SELECT id, NULL, address, created FROM outbox"
		      " WHERE id IN (SELECT id FROM outbox"
		      " WHERE match = :match ORDER BY id LIMIT :max) UNION ALL"
		      " SELECT id, source, NULL, received FROM inbox"
		      " WHERE id IN (SELECT id FROM inbox"
		      " WHERE match = :match ORDER BY id LIMIT :max)",
};
static const char *const postgres[G_N_ELEMENTS(sql)] = {
	[Q_PAGE] = "UPDATE page SET summary = json_build_object('people',"
		   " coalesce(summary -> 'people', '[]'))"
		   " WHERE number = :match"
		   " AND json_extract(summary, '$.name') IS NOT NULL",
};
const struct db_sql deletion_sql = { sql, G_N_ELEMENTS(sql), postgres };

static struct statement *
take(struct store *st, int n, int64_t match)
{
	struct statement *q = db_take(st, DB_DELETION, n);

	db_int(q, ":match", match);
	return q;
}

int
store_deletion(struct store *st, int64_t match, struct deletion_plan *plan)
{
	struct statement *q = take(st, Q_GET, match);

	if (db_row(st, q) != 1)
		return -1;
	plan->due = db_get_int(q, 0);
	plan->begun = db_get_int(q, 1) != 0;
	plan->kept = db_get_int(q, 2) != 0;
	db_end(q);
	return 0;
}

int
store_deletion_set(struct store *st, int64_t match, int64_t due)
{
	struct statement *q = take(st, Q_SET, match);

	db_int(q, ":due", due);
	return db_done(st, q) == -1 ? -1
				    : db_done(st, take(st, Q_NOT_KEPT, match));
}

int
store_deletion_begin(struct store *st, int64_t match)
{
	return db_done(st, take(st, Q_BEGIN, match));
}

int
store_deletion_cancel(struct store *st, int64_t match)
{
	return db_done(st, take(st, Q_UNSET, match)) == -1
		   ? -1
		   : db_done(st, take(st, Q_KEEP, match));
}

int
store_deletion_due(struct store *st, int64_t now, int64_t *match)
{
	struct statement *q;
	bool any = true;

	*match = 0;
	/* There is mostly none, and each run of a program asks: it is prepared
	 * at a tenth of what the other one takes. */
	if (!store_is_shared(st) &&
	    db_any(st, db_take(st, DB_DELETION, Q_ANY), &any) == -1)
		return -1;
	if (!any)
		return 0;
	q = db_take(st, DB_DELETION, Q_DUE);
	db_int(q, ":now", now);
	return db_one_number(st, q, match);
}

int
store_deletion_old(
    struct store *st, int64_t before, int64_t *match, int64_t *ended)
{
	struct statement *q = db_take(st, DB_DELETION, Q_OLD);
	int r;

	*match = *ended = 0;
	db_int(q, ":before", before);
	r = db_row(st, q);
	if (r != 1)
		return r;
	*match = db_get_int(q, 0);
	*ended = db_get_int(q, 1);
	db_end(q);
	return 0;
}

int
store_match_deleted(struct store *st, int64_t match, bool *deleted)
{
	return db_any(st, take(st, Q_WAS, match), deleted);
}

int
store_match_size(struct store *st, int64_t match, struct match_size *size)
{
	struct statement *q = take(st, Q_SIZE, match);
	int r = db_row(st, q);

	*size = (struct match_size){ 0 };
	if (r != 1)
		return r;
	size->letters = db_get_int(q, 0);
	size->mails = db_get_int(q, 1);
	size->bytes = db_get_int(q, 2);
	db_end(q);
	return 0;
}

/* ---- slices ---- */

static void
spooled_free(void *row)
{
	struct spooled *s = row;

	g_free(s->source);
	g_free(s->address);
	g_free(s);
}

static void *
read_spooled(struct statement *q, struct err *e)
{
	struct spooled *s = g_new0(struct spooled, 1);

	(void)e;
	s->id = db_get_int(q, 0);
	s->source = db_get_text(q, 1);
	s->address = db_get_text(q, 2);
	s->created = db_get_int(q, 3);
	return s;
}

GPtrArray *
store_deletion_spooled(struct store *st, int64_t match)
{
	struct statement *q = take(st, Q_SPOOLED, match);

	db_int(q, ":max", MANY);
	return db_all(st, q, read_spooled, spooled_free);
}

/* One statement; *changed: it found rows. */
static int
do_step(struct store *st, int n, int64_t match, bool *changed)
{
	struct statement *q = take(st, n, match);

	if (q != NULL && db_parameter(q, ":max") > 0)
		db_int(q, ":max", n <= Q_BYTES_LAST ? FEW : MANY);
	*changed = false;
	if (n == 0)
		return db_pictures_drop(st, q);
	if (db_done(st, q) == -1)
		return -1;
	*changed = db_changes(st) > 0;
	return 0;
}

int
store_deletion_slice(struct store *st, int64_t match, int64_t usec, bool *done)
{
	const int64_t end = g_get_monotonic_time() + usec;
	int n = 0;

	*done = false;
	db_forget_known(st); /* timers go, too */
	/* half a match is none that was played to its end */
	if (db_done(st, take(st, Q_LAST, match)) == -1 ||
	    db_done(st, take(st, Q_ENDED, match)) == -1)
		return -1;
	/* its seats and its own row go together */
	while (n < STEPS && (n > Q_MAILS || g_get_monotonic_time() < end)) {
		bool changed;

		if (do_step(st, n, match, &changed) == -1)
			return err_more(
			    st->err, "match %lld", (long long)match);
		if (changed && (n == Q_LETTERS || n == Q_MAILS))
			return 0;
		/* pictures are found by the bytes that go after them */
		if (changed && n == 1)
			n = 0;
		else if (!changed || n == 0)
			n++;
	}
	*done = n == STEPS;
	return 0;
}

int
store_overwrite(struct store *st, bool on)
{
	db_pack_forget(st);
	return st->engine->overwrite(st, on);
}

int
store_log_empty(struct store *st, bool *done)
{
	return st->engine->empty_log(st, done);
}
