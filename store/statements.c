/* SPDX-License-Identifier: ISC */
/* The statements of all files of store/, each prepared when it is wanted. */
#include "store/claims.h"
#include "store/db.h"
#include "store/engine.h"
#include "store/fields.h"

#include "base/err.h"

#include <assert.h>

static const struct db_sql *const parts[DB_PARTS] = {
	[DB_META] = &meta_sql,
	[DB_PEOPLE] = &people_sql,
	[DB_MATCHES] = &matches_sql,
	[DB_EVENTS] = &events_sql,
	[DB_ONLOOKERS] = &onlookers_sql,
	[DB_TIMERS] = &timers_sql,
	[DB_STOPS] = &stops_sql,
	[DB_INBOX] = &inbox_sql,
	[DB_ANSWERS] = &answers_sql,
	[DB_OUTBOX] = &outbox_sql,
	[DB_READER] = &reader_sql,
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
	[DB_RESULT] = &results_sql,
	[DB_VOTE] = &vote_sql,
	[DB_SIGNUP] = &signup_sql,
	[DB_PICTURE] = &picture_sql,
	[DB_SPRITE] = &sprite_sql,
	[DB_FORGET] = &forget_sql,
	[DB_KEEP] = &keep_sql,
	[DB_DELETION] = &deletion_sql,
	[DB_PACK] = &pack_sql,
	[DB_HELD] = &outbox_held_sql,
	[DB_LEFT] = &left_sql,
	[DB_SHOWN] = &shown_sql,
	[DB_PAGE] = &page_sql,
	[DB_SERIES] = &series_sql,
	[DB_WAITING_ANSWER] = &waiting_answer_sql,
	[DB_SET_BACK] = &set_back_sql,
};

int
db_count(enum db_part p)
{
	return parts[p]->n;
}

static const char *
text_of(const struct store *st, enum db_part p, int n)
{
	const char *const *postgres = parts[p]->postgres;

	if (st->engine == &postgres_engine && postgres != NULL &&
	    postgres[n] != NULL)
		return postgres[n];
	return parts[p]->text[n];
}

struct statement *
db_statement(struct store *st, enum db_part p, int n)
{
	struct statement **q;

	assert(n < parts[p]->n);
	if (st->statements[p] == NULL)
		st->statements[p] = g_new0(struct statement *, parts[p]->n);
	q = &st->statements[p][n];
	if (*q == NULL)
		*q = st->engine->prepare(st, text_of(st, p, n));
	return *q;
}

bool
db_ask_first(const struct store *st, enum db_part p, int n)
{
	struct statement *const *of = st->statements[p];

	return !store_is_shared(st) && (of == NULL || of[n] == NULL);
}

int
db_prepare(struct store *st, enum db_part p)
{
	for (int i = 0; i < parts[p]->n; i++) {
		struct statement *q = db_statement(st, p, i);

		if (q == NULL)
			return err_set(
			    st->err, st->unfit.code, "%s", st->unfit.text);
		if (st->engine->fits(st, q) == -1)
			return -1;
	}
	return 0;
}

void
db_finalize(struct store *st, enum db_part p)
{
	if (st->statements[p] == NULL)
		return;
	for (int i = 0; i < parts[p]->n; i++)
		if (st->statements[p][i] != NULL)
			st->engine->finalize(st->statements[p][i]);
	g_clear_pointer(&st->statements[p], g_free);
}
