/* SPDX-License-Identifier: ISC */
/*
 * A person is forgotten: what only she needs is deleted, what others need has
 * no name any more.  Her number stays, with nothing behind it, for rows of
 * matches name it.  What SQLite itself leaves in free pages and in its log
 * goes when the file is written anew (store_forget_wipe).
 */
#include "store/people/forget.h"

#include "base/err.h"
#include "store/db.h"
#include "store/engine.h"
#include "store/fields.h"
#include "store/functions.h"
#include "store/known.h"
#include "store/transaction.h"

#include <assert.h>
#include <string.h>

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
/* Rows with a text that may name the person, some at a time; the program looks
 * into it. */
#define SLICE " AND id > :from ORDER BY id LIMIT 200"
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
#define NAMELESS_JSON(key)                                                  \
	"UPDATE notice SET args ="                                          \
	" jsonb_set(args::jsonb, '{" key "}', '\"N. N.\"')::json"           \
	" WHERE match IN (SELECT match FROM outbox WHERE person = :person)" \
	" AND args ->> '" key "' IN " HER_NAMES                             \
	" AND NOT EXISTS (SELECT 1 FROM seat WHERE seat.match ="            \
	" notice.match AND seat.name = args ->> '" key "')"
#define HER_TALK "(SELECT match FROM talk WHERE person = :person)"
/* What the person said is told by that letter. */
#define TELLS_OWN                                                          \
	"(match IN " HER_TALK " OR EXISTS (SELECT 1 FROM section"          \
	" WHERE section.outbox = outbox.id AND section.match IN " HER_TALK \
	"))"
#define OF_PERSON " WHERE person = :person"

enum {
	Q_MAIL = 5,
	Q_MAIL_NOTE,
	Q_WAITING = 13,
	Q_LETTER = 15,
	Q_LETTER_NOTE,
	STEPS = 38,
	Q_LOOK_MAIL = STEPS,
	Q_LOOK_MAIL_NOTE,
	Q_LOOK_WAITING,
	Q_LOOK_LETTER,
	Q_LOOK_LETTER_NOTE,
	Q_TROUBLES,
	Q_TROUBLE,
	Q_ADDRESSES,
	Q_RAW,
	Q_ROW,
	Q_LEFT_RAW,
	Q_LEFT,
	Q_WAITS
};
/* The statement that finds the rows of a step, by number; 0: it does so. */
static const int looks[STEPS] = {
	[Q_MAIL] = Q_LOOK_MAIL,
	[Q_MAIL_NOTE] = Q_LOOK_MAIL_NOTE,
	[Q_WAITING] = Q_LOOK_WAITING,
	[Q_LETTER] = Q_LOOK_LETTER,
	[Q_LETTER_NOTE] = Q_LOOK_LETTER_NOTE,
};
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
	" WHEN state IN ('held', 'dead') OR (state = 'new' AND id <> :inbox)"
	" THEN 'ignored' ELSE state END WHERE " HER_MAIL,
	/* mails of others that name the person, as in an invitation */
	[Q_MAIL] = "UPDATE inbox_raw SET raw = x'' WHERE id = :id",
	[Q_MAIL_NOTE] = "UPDATE inbox SET note = '' WHERE id = :id",
	"/* list */ DELETE FROM bounce WHERE address IN " OWN_ADDRESS
	" OR (SELECT person FROM outbox WHERE id = bounce.outbox) = :person",
	"/* list */ DELETE FROM section WHERE outbox IN"
	" (SELECT id FROM outbox WHERE person = :person)",
	"/* list */ DELETE FROM waiting_answer WHERE outbox IN"
	" (SELECT id FROM outbox WHERE person = :person)",
	"/* list */ UPDATE outbox_raw SET raw = x'' WHERE id IN (SELECT id"
	" FROM outbox WHERE person = :person OR address IN " OWN_ADDRESS ")",
	"/* list */ UPDATE outbox SET address = '" FORGOTTEN "', note = '',"
	" state = CASE WHEN state = 'sent' THEN 'sent' ELSE 'replaced' END,"
	" asks = 0"
	" WHERE person = :person OR address IN " OWN_ADDRESS,
	/* what others have yet to get, they get */
	"INSERT INTO unkept SELECT id FROM outbox WHERE " DB_WAITING
	" AND id NOT IN (SELECT outbox FROM unkept) AND " TELLS_OWN,
	[Q_WAITING] = "INSERT INTO unkept (outbox) VALUES (:id)",
	/* letters to others that have left and tell what the person said */
	"/* list */ UPDATE outbox_raw SET raw = x'' WHERE id IN (SELECT id"
	" FROM outbox WHERE state IN ('sent', 'replaced') AND " TELLS_OWN ")",
	/* letters to the organiser that name her */
	[Q_LETTER] = "UPDATE outbox_raw SET raw = x'' WHERE id = :id",
	[Q_LETTER_NOTE] = "UPDATE outbox SET note = '' WHERE id = :id",
	/* people whom the person has invited may still come */
	"DELETE FROM ask WHERE address IN " OWN_ADDRESS
	" OR (person = :person AND NOT (kind = 'invite' AND"
	" (SELECT life FROM match WHERE id = ask.match) = 'muster'))",
	"DELETE FROM absence" OF_PERSON,
	"DELETE FROM standby" OF_PERSON,
	"DELETE FROM offer" OF_PERSON,
	"DELETE FROM onlooker" OF_PERSON,
	"DELETE FROM unwritten" OF_PERSON,
	"DELETE FROM series_invitation" OF_PERSON,
	"DELETE FROM entrant" OF_PERSON
	" AND (SELECT state FROM series WHERE id = entrant.series) = 'open'",
	/* rounds to come are planned without the person */
	"UPDATE series SET planned = 0 WHERE id IN (SELECT series FROM "
	"entrant" OF_PERSON " AND gone = 0)",
	"UPDATE entrant SET gone = (SELECT round + 1 FROM series"
	" WHERE id = entrant.series)" OF_PERSON " AND gone = 0",
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
	" max(CAST(meta.value AS INTEGER),"
	" CAST(excluded.value AS INTEGER))",
	"UPDATE person SET name = " NOBODY ", language = 'en', zone = '',"
	" created = 0, text = 'utf-8', mail = 'each', digest_at = 0,"
	" remind = '', admitted = 'yes', greeted = 0, epoch = epoch + 1,"
	" plain = 0, calendar = 0, rated = 0, shown = 'no',"
	" yearbook = 0 WHERE id = :person",
	"UPDATE page SET stamp = '' WHERE number IN"
	" (SELECT match FROM holder" OF_PERSON
	" UNION SELECT match FROM seat" OF_PERSON ")",
	[Q_LOOK_MAIL] =
	    "SELECT id, unpacked(raw) FROM inbox_raw"
	    " WHERE (SELECT state FROM inbox WHERE inbox.id = inbox_raw.id)"
	    " IN ('done', 'ignored', 'duplicate')" SLICE,
	[Q_LOOK_MAIL_NOTE] = "SELECT id, note FROM inbox"
			     " WHERE note <> ''" SLICE,
	[Q_LOOK_WAITING] =
	    "SELECT id, unpacked((SELECT raw FROM outbox_raw AS r"
	    " WHERE r.id = outbox.id)) FROM outbox"
	    " INDEXED BY outbox_waiting WHERE " DB_WAITING
	    " AND id NOT IN (SELECT outbox FROM unkept)" SLICE,
	[Q_LOOK_LETTER] = "SELECT id, unpacked(raw) FROM outbox_raw"
			  " WHERE id NOT IN (SELECT outbox FROM unkept)" SLICE,
	[Q_LOOK_LETTER_NOTE] = "SELECT id, note FROM outbox"
			       " WHERE note <> ''" SLICE,
	[Q_TROUBLES] = "/* list */ SELECT what, why FROM trouble",
	[Q_TROUBLE] = "DELETE FROM trouble WHERE what = :what",
	[Q_ADDRESSES] = "SELECT folded FROM address WHERE person = :person",
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
static const char *const postgres[G_N_ELEMENTS(sql)] = {
	NAMELESS_JSON("who"),
	NAMELESS_JSON("by"),
	NAMELESS_JSON("name"),
};
const struct db_sql forget_sql = { sql, G_N_ELEMENTS(sql), postgres };

static void
bind(struct statement *q, const char *name, int64_t value)
{
	if (q != NULL && db_parameter(q, name) > 0)
		db_int(q, name, value);
}

/* ---- what names the person ---- */

static void *
read_address(struct statement *q, struct err *e)
{
	(void)e;
	return db_get_text(q, 0);
}

static GPtrArray *
addresses_of(struct store *st, int64_t person)
{
	struct statement *q = db_take(st, DB_FORGET, Q_ADDRESSES);

	db_int(q, ":person", person);
	return db_all(st, q, read_address, g_free);
}

static bool
names_person(const GPtrArray *addresses, const void *text, size_t size)
{
	for (guint i = 0; i < addresses->len; i++)
		if (db_mentions(text, size, g_ptr_array_index(addresses, i)))
			return true;
	return false;
}

/* Rows behind *from that name the person: their numbers; NULL on a fault.
 * *from is the last one that was looked at; 0: there are no more. */
static GArray *
look(struct store *st, int n, const GPtrArray *addresses, int64_t *from)
{
	g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(int64_t));
	struct statement *q = db_take(st, DB_FORGET, n);
	int r;

	db_int(q, ":from", *from);
	*from = 0;
	while ((r = db_row(st, q)) == 1) {
		g_autoptr(GBytes) text = db_get_raw(q, 1, st->err);
		gsize size;
		const void *data;

		if (text == NULL) {
			db_end(q);
			return NULL;
		}
		data = g_bytes_get_data(text, &size);
		*from = db_get_int(q, 0);
		if (size > 0 && names_person(addresses, data, size))
			g_array_append_val(ids, *from);
	}
	return r == 0 ? g_steal_pointer(&ids) : NULL;
}

static int
change_rows(struct store *st, int n, const GPtrArray *addresses)
{
	int64_t from = 0;

	do {
		g_autoptr(GArray) ids = look(st, looks[n], addresses, &from);

		if (ids == NULL)
			return -1;
		for (guint i = 0; i < ids->len; i++) {
			struct statement *q = db_take(st, DB_FORGET, n);

			db_int(q, ":id", g_array_index(ids, int64_t, i));
			if (db_done(st, q) == -1)
				return -1;
		}
	} while (from > 0);
	return 0;
}

struct trouble {
	char *what, *why;
};

static void
trouble_free(void *row)
{
	struct trouble *t = row;

	g_free(t->what);
	g_free(t->why);
	g_free(t);
}

static void *
read_trouble(struct statement *q, struct err *e)
{
	struct trouble *t = g_new0(struct trouble, 1);

	(void)e;
	t->what = db_get_text(q, 0);
	t->why = db_get_text(q, 1);
	return t;
}

static int
forget_troubles(struct store *st, const GPtrArray *addresses)
{
	g_autoptr(GPtrArray) rows = db_all(
	    st, db_take(st, DB_FORGET, Q_TROUBLES), read_trouble, trouble_free);

	for (guint i = 0; rows != NULL && i < rows->len; i++) {
		const struct trouble *t = g_ptr_array_index(rows, i);
		struct statement *q;

		if (!names_person(addresses, t->why, strlen(t->why)))
			continue;
		q = db_take(st, DB_FORGET, Q_TROUBLE);
		db_text(q, ":what", t->what);
		if (db_done(st, q) == -1)
			return -1;
	}
	return rows == NULL ? -1 : 0;
}

/* ---- all of it ---- */

static int
do_step(struct store *st, int n, int64_t person, int64_t inbox)
{
	struct statement *q = db_take(st, DB_FORGET, n);

	bind(q, ":person", person);
	bind(q, ":inbox", inbox);
	return db_done(st, q);
}

static int
do_steps(struct store *st, int64_t person, int64_t inbox)
{
	g_autoptr(GPtrArray) addresses = addresses_of(st, person);

	if (addresses == NULL || forget_troubles(st, addresses) == -1)
		return -1;
	for (int n = 0; n < STEPS; n++)
		if ((looks[n] != 0 ? change_rows(st, n, addresses)
				   : do_step(st, n, person, inbox)) == -1)
			return -1;
	return 0;
}

int
store_forget(struct store *st, int64_t person, int64_t inbox)
{
	if (db_begin_inner(st, __func__) == -1)
		return -1;
	db_forget_known(st); /* where the person was asked, too */
	db_pack_forget(st);
	if (do_steps(st, person, inbox) == 0)
		return store_commit(st);
	store_rollback(st);
	return err_more(st->err, "person %lld", (long long)person);
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
