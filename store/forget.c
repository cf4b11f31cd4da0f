/* SPDX-License-Identifier: ISC */
/*
 * A person is forgotten: what only she needs is deleted, what others need has
 * no name any more.  Her number stays, with nothing behind it, for rows of
 * matches name it.  What SQLite itself leaves in free pages and in its log
 * goes when the file is written anew (store_forget_wipe).
 */
#include "store/forget.h"

#include "base/err.h"
#include "store/db.h"
#include "store/engine.h"
#include "store/fields.h"
#include "store/functions.h"
#include "store/transaction.h"

#include <assert.h>

#define FORGOTTEN "forgotten"
/* In the place of a name that no move needs, in every language. */
#define NOBODY "'N. N.'"
#define OWN_ADDRESS "(SELECT address FROM address WHERE person = :person)"
/* Mails of the person, or that the person was asked about, or that were
 * answered to the person. */
#define HER_MAIL                                                  \
	"sender IN " OWN_ADDRESS " OR id = :inbox"                \
	" OR id IN (SELECT inbox FROM ask WHERE person = :person" \
	" AND inbox IS NOT NULL)"
#define NAMES_HER(text)                                               \
	"EXISTS (SELECT 1 FROM address AS a WHERE a.person = :person" \
	" AND mentions(" text ", a.folded))"
/* A notice of a match that the person had letters of; a seat's name stays. */
#define HER_NAMES                                               \
	"(SELECT name FROM person WHERE id = :person"           \
	" UNION SELECT name FROM holder WHERE person = :person" \
	" UNION SELECT name FROM onlooker WHERE person = :person)"
#define NAMELESS(key)                                                         \
	"/* list */ UPDATE notice SET args ="                                 \
	" json_set(args, '$." key "', " NOBODY ")"                            \
	" WHERE match IN (SELECT match FROM outbox WHERE person = :person)"   \
	" AND json_extract(args, '$." key "') IN " HER_NAMES                  \
	" AND NOT EXISTS (SELECT 1 FROM seat WHERE seat.match = notice.match" \
	" AND seat.name = json_extract(args, '$." key "'))"
#define HER_TALK "(SELECT match FROM talk WHERE person = :person)"
/* What the person said is told by that letter. */
#define TELLS_OWN                                                          \
	"(match IN " HER_TALK " OR EXISTS (SELECT 1 FROM section"          \
	" WHERE section.outbox = outbox.id AND section.match IN " HER_TALK \
	"))"
#define OF_PERSON " WHERE person = :person"

enum { STEPS = 33, Q_RAW = STEPS, Q_ROW, Q_LEFT_RAW, Q_LEFT, Q_WAITS };
#define DONE                                                       \
	" WHERE kind = 'forgotten' AND address <> '" FORGOTTEN "'" \
	" AND state IN ('sent', 'replaced', 'dead')"
/* Letters to others that name the person and had still to leave: they have, or
 * never will. */
#define LEFT                                          \
	"(SELECT outbox FROM unkept WHERE NOT EXISTS" \
	" (SELECT 1 FROM outbox WHERE id = unkept.outbox AND " DB_WAITING "))"
/* The steps in this order: what goes by a row stands before what deletes that
 * row. */
static const char *const sql[] = {
	NAMELESS("who"),
	NAMELESS("by"),
	NAMELESS("name"),
	"/* list */ UPDATE inbox_raw SET raw = x''"
	" WHERE id IN (SELECT id FROM inbox WHERE " HER_MAIL ")",
	"/* list */ UPDATE inbox SET sender = '', message_id = '', says = '',"
	" note = '" FORGOTTEN "', state = CASE"
	" WHEN state IN ('held', 'dead') THEN 'ignored' ELSE state END"
	" WHERE " HER_MAIL,
	/* mails of others that name the person, as in an invitation */
	"/* list */ UPDATE inbox_raw SET raw = x''"
	" WHERE (SELECT state FROM inbox WHERE inbox.id = inbox_raw.id)"
	" IN ('done', 'ignored', 'duplicate') AND " NAMES_HER("unpacked(raw)"),
	"/* list */ UPDATE inbox SET note = '' WHERE " NAMES_HER("note"),
	"/* list */ DELETE FROM bounce WHERE address IN " OWN_ADDRESS
	" OR (SELECT person FROM outbox WHERE id = bounce.outbox) = :person",
	"/* list */ DELETE FROM section WHERE outbox IN"
	" (SELECT id FROM outbox WHERE person = :person)",
	"/* list */ UPDATE outbox_raw SET raw = x'' WHERE id IN (SELECT id"
	" FROM outbox WHERE person = :person OR address IN " OWN_ADDRESS ")",
	"/* list */ UPDATE outbox SET address = '" FORGOTTEN "', note = '',"
	" state = CASE WHEN state = 'sent' THEN 'sent' ELSE 'replaced' END,"
	" asks = 0"
	" WHERE person = :person OR address IN " OWN_ADDRESS,
	/* what others have yet to get, they get */
	"INSERT INTO unkept SELECT id FROM outbox WHERE " DB_WAITING
	" AND id NOT IN (SELECT outbox FROM unkept) AND (" TELLS_OWN
	" OR EXISTS (SELECT 1 FROM outbox_raw AS r WHERE r.id = outbox.id"
	" AND " NAMES_HER("unpacked(r.raw)") "))",
	/* letters to others that have left and tell what the person said */
	"/* list */ UPDATE outbox_raw SET raw = x'' WHERE id IN (SELECT id"
	" FROM outbox WHERE state IN ('sent', 'replaced') AND " TELLS_OWN ")",
	/* letters to the organiser that name her */
	"/* list */ UPDATE outbox_raw SET raw = x'' WHERE " NAMES_HER(
	    "unpacked(raw)") " AND id NOT IN (SELECT outbox FROM unkept)",
	"/* list */ UPDATE outbox SET note = '' WHERE " NAMES_HER("note"),
	"/* list */ DELETE FROM trouble WHERE " NAMES_HER("why"),
	/* people whom the person has invited may still come */
	"DELETE FROM ask WHERE address IN " OWN_ADDRESS
	" OR (person = :person AND NOT (kind = 'invite' AND"
	" (SELECT life FROM match WHERE id = ask.match) = 'muster'))",
	"DELETE FROM absence" OF_PERSON,
	"DELETE FROM standby" OF_PERSON,
	"DELETE FROM offer" OF_PERSON,
	"DELETE FROM onlooker" OF_PERSON,
	"DELETE FROM unwritten" OF_PERSON,
	"/* list */ DELETE FROM asking" OF_PERSON,
	"/* list */ DELETE FROM calendar" OF_PERSON,
	"/* list */ DELETE FROM mute" OF_PERSON,
	/* numbers of what was told stay, and so do their places */
	"DELETE FROM talk" OF_PERSON " AND n = 0",
	"UPDATE talk SET text = '…', name = CASE WHEN name ="
	" (SELECT name FROM seat WHERE seat.match = talk.match"
	" AND seat.seat = talk.seat) THEN name ELSE " NOBODY " END" OF_PERSON,
	"UPDATE holder SET name = " NOBODY OF_PERSON " AND name <>"
	" (SELECT name FROM seat WHERE seat.match = holder.match"
	" AND seat.seat = holder.seat)",
	"UPDATE signup SET maker = NULL WHERE maker = :person",
	"DELETE FROM address" OF_PERSON,
	/* a moment without a name: strangers are answered by it (unproved.c) */
	"INSERT INTO meta (key, value) SELECT 'proved', created FROM person"
	" WHERE id = :person ON CONFLICT (key) DO UPDATE SET value ="
	" max(CAST(value AS INTEGER), CAST(excluded.value AS INTEGER))",
	"UPDATE person SET name = " NOBODY ", language = 'en', zone = '',"
	" created = 0, text = 'utf-8', mail = 'each', digest_at = 0,"
	" remind = '', admitted = 'yes', greeted = 0, epoch = epoch + 1,"
	" plain = 0, calendar = 0, rated = 0, shown = 'no' WHERE id = :person",
	"UPDATE page SET stamp = '' WHERE number IN"
	" (SELECT match FROM holder" OF_PERSON
	" UNION SELECT match FROM seat" OF_PERSON ")",
	/* the last letters, when they have left or never will */
	[Q_RAW] = "/* list */ UPDATE outbox_raw SET raw = x''"
		  " WHERE id IN (SELECT id FROM outbox" DONE ")",
	[Q_ROW] = "/* list */ UPDATE outbox SET address = '" FORGOTTEN "',"
		  " note = ''" DONE,
	[Q_LEFT_RAW] = "/* list */ UPDATE outbox_raw SET raw = x''"
		       " WHERE id IN " LEFT,
	[Q_LEFT] = "/* list */ DELETE FROM unkept WHERE outbox IN " LEFT,
	[Q_WAITS] = "SELECT EXISTS (SELECT 1 FROM outbox"
		    " INDEXED BY outbox_waiting WHERE kind = 'forgotten'"
		    " AND " DB_WAITING
		    ") OR EXISTS (SELECT 1 FROM unkept WHERE outbox > 0)",
};
const struct db_sql forget_sql = { sql, G_N_ELEMENTS(sql) };

static void
bind(struct statement *q, const char *name, int64_t value)
{
	if (q != NULL && db_parameter(q, name) > 0)
		db_int(q, name, value);
}

int
store_forget(struct store *st, int64_t person, int64_t inbox)
{
	if (db_begin_inner(st, __func__) == -1)
		return -1;
	for (int i = 0; i < STEPS; i++) {
		struct statement *q = db_take(st, DB_FORGET, i);

		bind(q, ":person", person);
		bind(q, ":inbox", inbox);
		if (db_done(st, q) == -1) {
			store_rollback(st);
			return err_more(
			    st->err, "person %lld", (long long)person);
		}
	}
	return store_commit(st);
}

int
store_forget_wipe(struct store *st, bool *done)
{
	assert(st->depth == 0);
	*done = false;
	if (st->engine->write_anew(st, done) == -1)
		return err_more(st->err, "what was deleted is not wiped yet");
	return 0;
}

int
store_forget_letters(struct store *st, bool *waits)
{
	int64_t n;

	if (db_done(st, db_take(st, DB_FORGET, Q_RAW)) == -1 ||
	    db_done(st, db_take(st, DB_FORGET, Q_ROW)) == -1 ||
	    db_done(st, db_take(st, DB_FORGET, Q_LEFT_RAW)) == -1 ||
	    db_done(st, db_take(st, DB_FORGET, Q_LEFT)) == -1 ||
	    db_one_number(st, db_take(st, DB_FORGET, Q_WAITS), &n) == -1)
		return -1;
	*waits = n != 0;
	return 0;
}
