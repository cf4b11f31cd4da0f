/* SPDX-License-Identifier: ISC */
/* Letters that a lost home may have sent. */
#include "store/mails/outbox_held.h"

#include "base/err.h"
#include "store/db.h"
#include "store/mails/inbox.h"

enum { Q_HOLD, Q_SKIP, Q_RELEASE, Q_DROP, Q_HELD };
/* Index outbox_organiser_waiting has the dead ones. */
#define HELD                                             \
	" state = 'dead' AND note <> '" NOTE_DROPPED "'" \
	" AND note = :note"
static const char *const sql[] = {
	[Q_HOLD] = "UPDATE outbox SET state = 'dead', note = :note"
		   " WHERE " DB_WAITING,
	[Q_SKIP] = "UPDATE counter SET last = last + :skip"
		   " WHERE name = 'outbox'",
	[Q_RELEASE] = "UPDATE outbox INDEXED BY outbox_organiser_waiting"
		      " SET state = 'new', note = '', next_try = 0"
		      " WHERE" HELD,
	[Q_DROP] = "UPDATE outbox INDEXED BY outbox_organiser_waiting"
		   " SET note = '" NOTE_DROPPED "' WHERE" HELD,
	[Q_HELD] = "SELECT count(*) FROM outbox"
		   " INDEXED BY outbox_organiser_waiting WHERE" HELD,
};
const struct db_sql outbox_held_sql = { sql, G_N_ELEMENTS(sql), NULL };

int
store_outbox_hold(struct store *st, int64_t skip, int64_t *held)
{
	struct statement *q = db_take(st, DB_HELD, Q_HOLD);

	db_text(q, ":note", NOTE_HELD);
	if (db_done(st, q) == -1)
		return -1;
	*held = db_changes(st);
	q = db_take(st, DB_HELD, Q_SKIP);
	db_int(q, ":skip", skip);
	return db_done_some(st, q);
}

static int
change_held(struct store *st, int n, int64_t *changed)
{
	struct statement *q = db_take(st, DB_HELD, n);

	db_text(q, ":note", NOTE_HELD);
	if (db_done(st, q) == -1)
		return -1;
	*changed = db_changes(st);
	return 0;
}

int
store_outbox_release(struct store *st, int64_t *released)
{
	return change_held(st, Q_RELEASE, released);
}

int
store_outbox_drop_held(struct store *st, int64_t *dropped)
{
	return change_held(st, Q_DROP, dropped);
}

int
store_outbox_held(struct store *st, int64_t *n)
{
	struct statement *q = db_take(st, DB_HELD, Q_HELD);

	db_text(q, ":note", NOTE_HELD);
	return db_one_number(st, q, n);
}
