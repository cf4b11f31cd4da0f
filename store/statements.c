/* SPDX-License-Identifier: ISC */
/* The statements of all files of store/, each prepared when it is wanted. */
#include "store/db.h"
#include "store/fields.h"

#include "base/err.h"

#include <assert.h>

static const struct db_sql *const parts[DB_PARTS] = {
	[DB_TRANSACTION] = &transaction_sql,
	[DB_META] = &meta_sql,
	[DB_PEOPLE] = &people_sql,
	[DB_MATCHES] = &matches_sql,
	[DB_EVENTS] = &events_sql,
	[DB_ONLOOKERS] = &onlookers_sql,
	[DB_TIMERS] = &timers_sql,
	[DB_STOPS] = &stops_sql,
	[DB_INBOX] = &inbox_sql,
	[DB_OUTBOX] = &outbox_sql,
	[DB_PLAN] = &plans_sql,
	[DB_PREFERENCES] = &preference_sql,
	[DB_CALENDAR] = &calendar_sql,
	[DB_NOTICES] = &notice_sql,
	[DB_TROUBLE] = &trouble_sql,
	[DB_BOUNCE] = &bounce_sql,
	[DB_UNPROVED] = &unproved_sql,
	[DB_MAILBOX] = &mailbox_sql,
	[DB_OVERVIEW] = &overview_sql,
	[DB_TALLY] = &tally_sql,
	[DB_FIGURES] = &figures_sql,
	[DB_ASK] = &ask_sql,
	[DB_HOLDERS] = &tenures_sql,
	[DB_ABSENCES] = &absences_sql,
	[DB_STANDINS] = &substitutes_sql,
	[DB_TALK] = &talk_sql,
	[DB_ACTION] = &action_sql,
	[DB_HINT] = &hint_sql,
	[DB_VOTE] = &vote_sql,
	[DB_SIGNUP] = &signup_sql,
	[DB_PICTURE] = &picture_sql,
	[DB_SPRITE] = &sprite_sql,
	[DB_FORGET] = &forget_sql,
	[DB_KEEP] = &keep_sql,
	[DB_DELETION] = &deletion_sql,
	[DB_PACK] = &pack_sql,
	[DB_HELD] = &outbox_held_sql,
	[DB_SHOWN] = &shown_sql,
	[DB_PAGE] = &page_sql,
};

int
db_count(enum db_part p)
{
	return parts[p]->n;
}

/*
 * The statements fit the schema's steps, so what does not fit them now is the
 * database: a table is gone, or another one than it was.  That is the fault of
 * no mail that just then is handled, so it is one that another try may mend.
 */
static void
fail_unfit(struct store *st)
{
	struct err *e = &st->unfit;

	*e = (struct err){ 0 };
	if (sqlite3_errcode(st->db) == SQLITE_ERROR)
		err_set(e, ERR_IO, "database %s is damaged: %s", st->path,
		    sqlite3_errmsg(st->db));
	else
		db_fail(st);
}

sqlite3_stmt *
db_statement(struct store *st, enum db_part p, int n)
{
	const unsigned flags = SQLITE_PREPARE_PERSISTENT;
	sqlite3_stmt **q;

	assert(n < parts[p]->n);
	if (st->statements[p] == NULL)
		st->statements[p] = g_new0(sqlite3_stmt *, parts[p]->n);
	q = &st->statements[p][n];
	if (*q == NULL && sqlite3_prepare_v3(st->db, parts[p]->text[n], -1,
			      flags, q, NULL) != SQLITE_OK)
		fail_unfit(st);
	return *q;
}

int
db_prepare(struct store *st, enum db_part p)
{
	for (int i = 0; i < parts[p]->n; i++)
		if (db_statement(st, p, i) == NULL)
			return err_set(
			    st->err, st->unfit.code, "%s", st->unfit.text);
	return 0;
}

void
db_finalize(struct store *st, enum db_part p)
{
	if (st->statements[p] == NULL)
		return;
	/* Another statement may come to stand at the same address. */
	db_parameters_forget();
	for (int i = 0; i < parts[p]->n; i++)
		sqlite3_finalize(st->statements[p][i]);
	g_clear_pointer(&st->statements[p], g_free);
}
