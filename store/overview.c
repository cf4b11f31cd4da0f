/* SPDX-License-Identifier: ISC */
/* What an organiser must know of: what waits, what waits for him. */
#include "store/overview.h"

#include "store/db.h"
#include "store/mails/inbox.h"

#include <string.h>

enum {
	Q_MAILS,
	Q_ASIDE,
	Q_LETTERS,
	Q_GIVEN_UP,
	Q_NEWEST,
	Q_ASIDE_IDS,
	Q_GIVEN_UP_IDS,
	Q_SUPPRESSED,
	Q_UNDELIVERABLE,
	Q_UNAPPROVED,
	Q_REPLACE,
	Q_NEWEST_ID
};
/* To the letter what the indexes ..._waiting have. */
#define ASIDE "state IN ('held', 'dead')"
#define GIVEN_UP                                                 \
	" FROM outbox AS o INDEXED BY outbox_organiser_waiting"  \
	" WHERE state = 'dead' AND note <> '" NOTE_DROPPED "'"   \
	" AND (person IS NULL OR EXISTS"                         \
	" (SELECT 1 FROM address AS a WHERE a.person = o.person" \
	" AND a.letters = 1 AND a.unreached = 0"                 \
	" AND o.address = a.address))"
static const char *const sql[] = {
	[Q_MAILS] = "SELECT count(*), coalesce(min(received), 0)"
		    " FROM inbox INDEXED BY inbox_waiting"
		    " WHERE state = 'new'",
	[Q_ASIDE] = "SELECT count(*) FILTER (WHERE state = 'held'),"
		    " count(*) FILTER (WHERE state = 'dead')"
		    " FROM inbox INDEXED BY inbox_organiser_waiting"
		    " WHERE " ASIDE,
	[Q_LETTERS] = "SELECT count(*), coalesce(min(created), 0)"
		      " FROM outbox WHERE " DB_WAITING,
	[Q_GIVEN_UP] = "SELECT count(*)" GIVEN_UP,
	[Q_NEWEST] = "SELECT max("
		     " coalesce((SELECT received FROM inbox"
		     " WHERE id = (SELECT max(id) FROM inbox)), 0),"
		     " coalesce((SELECT created FROM outbox"
		     " WHERE id = (SELECT max(id) FROM outbox)), 0))",
	[Q_ASIDE_IDS] = "SELECT id FROM inbox"
			" INDEXED BY inbox_organiser_waiting WHERE " ASIDE
			" ORDER BY id DESC LIMIT :max",
	[Q_GIVEN_UP_IDS] = "SELECT id" GIVEN_UP " ORDER BY id DESC LIMIT :max",
	[Q_SUPPRESSED] = "SELECT count(*) FROM inbox"
			 " WHERE answer = 'spared' AND handled > :since",
	[Q_UNDELIVERABLE] =
	    "SELECT p.id, p.name, a.address, a.unreached"
	    " FROM address AS a JOIN person AS p ON p.id = a.person"
	    " WHERE a.unreached > 0 AND a.letters = 1"
	    " ORDER BY a.unreached DESC",
	[Q_UNAPPROVED] = "SELECT 0 AS is_match, p.id AS id, p.name, p.created"
			 " FROM person AS p INDEXED BY person_waiting"
			 " WHERE p.admitted = 'asked' AND p.created <= :until"
			 " UNION ALL SELECT 1, m.id, m.name, m.created"
			 " FROM match AS m INDEXED BY match_life"
			 " JOIN signup AS s ON s.match = m.id"
			 " WHERE s.state = 'asked' AND m.life = 'muster'"
			 " AND m.created <= :until ORDER BY 1, 2",
	[Q_REPLACE] = "UPDATE outbox SET state = 'replaced', note = ''"
		      " WHERE address = :address AND kind = :kind"
		      " AND (state = 'new' OR state = 'later')",
	[Q_NEWEST_ID] = "/* list */ SELECT message_id FROM outbox"
			" ORDER BY id DESC LIMIT 1",
};
const struct db_sql overview_sql = { sql, G_N_ELEMENTS(sql), NULL };

/* Two numbers; second may be NULL. */
static int
read_numbers(struct store *st, int n, int64_t *first, int64_t *second)
{
	struct statement *q = db_take(st, DB_OVERVIEW, n);

	if (db_row(st, q) != 1)
		return -1;
	*first = db_get_int(q, 0);
	if (second != NULL)
		*second = db_get_int(q, 1);
	db_end(q);
	return 0;
}

int
store_overview(struct store *st, struct overview *o)
{
	*o = (struct overview){ 0 };
	if (read_numbers(st, Q_MAILS, &o->mails, &o->mails_since) == -1 ||
	    read_numbers(st, Q_ASIDE, &o->held, &o->dead) == -1 ||
	    read_numbers(st, Q_LETTERS, &o->letters, &o->letters_since) == -1 ||
	    read_numbers(st, Q_GIVEN_UP, &o->given_up, NULL) == -1)
		return -1;
	return read_numbers(st, Q_NEWEST, &o->newest, NULL);
}

static GArray *
read_ids(struct store *st, int n, int max)
{
	struct statement *q = db_take(st, DB_OVERVIEW, n);

	db_int(q, ":max", max);
	return db_ids(st, q);
}

GArray *
store_set_aside(struct store *st, int max)
{
	return read_ids(st, Q_ASIDE_IDS, max);
}

GArray *
store_given_up(struct store *st, int max)
{
	return read_ids(st, Q_GIVEN_UP_IDS, max);
}

int
store_suppressed(struct store *st, int64_t since, int64_t *n)
{
	struct statement *q = db_take(st, DB_OVERVIEW, Q_SUPPRESSED);

	db_int(q, ":since", since);
	return db_one_number(st, q, n);
}

void
undeliverable_row_free(struct undeliverable_row *row)
{
	if (row == NULL)
		return;
	g_free(row->name);
	g_free(row->address);
	g_free(row);
}

static void *
read_undeliverable(struct statement *q, struct err *e)
{
	struct undeliverable_row *row = g_new0(struct undeliverable_row, 1);

	(void)e;
	row->person = db_get_int(q, 0);
	row->name = db_get_text(q, 1);
	row->address = db_get_text(q, 2);
	row->since = db_get_int(q, 3);
	return row;
}

GPtrArray *
store_undeliverable(struct store *st)
{
	return db_all(st, db_take(st, DB_OVERVIEW, Q_UNDELIVERABLE),
	    read_undeliverable, (GDestroyNotify)undeliverable_row_free);
}

void
unapproved_row_free(struct unapproved_row *row)
{
	if (row == NULL)
		return;
	g_free(row->name);
	g_free(row);
}

static void *
read_unapproved(struct statement *q, struct err *e)
{
	struct unapproved_row *row = g_new0(struct unapproved_row, 1);

	(void)e;
	row->is_match = db_get_int(q, 0) != 0;
	row->id = db_get_int(q, 1);
	row->name = db_get_text(q, 2);
	row->since = db_get_int(q, 3);
	return row;
}

GPtrArray *
store_unapproved(struct store *st, int64_t until)
{
	struct statement *q = db_take(st, DB_OVERVIEW, Q_UNAPPROVED);

	db_int(q, ":until", until);
	return db_all(
	    st, q, read_unapproved, (GDestroyNotify)unapproved_row_free);
}

int
store_outbox_forestall(struct store *st, const char *address, const char *kind)
{
	struct statement *q = db_take(st, DB_OVERVIEW, Q_REPLACE);

	db_text(q, ":address", address);
	db_text(q, ":kind", kind);
	return db_done(st, q);
}

int
store_newest_domain(struct store *st, char **domain)
{
	struct statement *q = db_take(st, DB_OVERVIEW, Q_NEWEST_ID);
	g_autofree char *id = NULL;
	int r = db_row(st, q);

	*domain = NULL;
	if (r == -1)
		return -1;
	if (r == 1)
		id = db_get_text(q, 0);
	db_end(q);
	if (id != NULL && strrchr(id, '@') != NULL)
		*domain = g_strdup(strrchr(id, '@') + 1);
	return 0;
}
