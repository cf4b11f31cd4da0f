/* SPDX-License-Identifier: ISC */
/* A home in figures: counted by its indexes as far as there are any. */
#include "store/figures.h"

#include "store/db.h"
#include "store/engine.h"
#include "store/tally.h"

#include <assert.h>

enum {
	Q_MATCHES,
	Q_PAUSED,
	Q_OVERDUE,
	Q_MUSTER,
	Q_ASKED,
	Q_MAILS,
	Q_LETTERS,
	Q_UNDELIVERABLE,
	Q_UNADMITTED
};
static const char *const sql[] = {
	/* in the order of enum match_status */
	[Q_MATCHES] = "SELECT"
		      " (SELECT count(*) FROM match WHERE life = 'muster'),"
		      " (SELECT count(*) FROM match WHERE life = 'running'),"
		      " (SELECT count(*) FROM match WHERE life = 'over'),"
		      " (SELECT count(*) FROM match WHERE life = 'ended')",
	/* Each pause has an end. */
	[Q_PAUSED] = "/* list */ SELECT count(*) FROM timer"
		     " WHERE kind = 'pause'",
	[Q_OVERDUE] = "SELECT count(DISTINCT match) FROM timer"
		      " WHERE due < :now"
		      " AND (kind = 'decide' OR kind = 'muster')",
	/* Matches have numbers in the order in which they were made. */
	[Q_MUSTER] = "SELECT coalesce((SELECT created FROM match WHERE id ="
		     " (SELECT min(id) FROM match WHERE life = 'muster')), 0)",
	[Q_ASKED] = "SELECT coalesce(min(since), 0) FROM asking"
		    " WHERE match IN"
		    " (SELECT id FROM match WHERE life = 'running')",
	/* No row ever goes, so the last number is how many there are. */
	[Q_MAILS] = "SELECT id, received FROM inbox"
		    " WHERE id = (SELECT max(id) FROM inbox)",
	[Q_LETTERS] = "SELECT coalesce(max(sent), 0) FROM outbox"
		      " WHERE state = 'sent' AND sent > 0",
	[Q_UNDELIVERABLE] = "SELECT count(*) FROM address"
			    " WHERE unreached > 0 AND letters = 1",
	[Q_UNADMITTED] = "SELECT count(*) FROM person"
			 " INDEXED BY person_waiting WHERE admitted = 'asked'",
};
const struct db_sql figures_sql = { sql, G_N_ELEMENTS(sql), NULL };

/* The numbers of the one row, if there is one. */
static int
read_row(struct store *st, struct statement *q, int n, int64_t *const *numbers)
{
	int r = db_row(st, q);

	for (int i = 0; r == 1 && i < n; i++)
		*numbers[i] = db_get_int(q, i);
	if (r == 1)
		db_end(q);
	return r == -1 ? -1 : 0;
}

static int
read_number(struct store *st, int n, int64_t *number)
{
	return db_one_number(st, db_take(st, DB_FIGURES, n), number);
}

static int
read_matches(struct store *st, int64_t now, struct figures *f)
{
	int64_t *const matches[] = { &f->matches[STATUS_MUSTER],
		&f->matches[STATUS_RUNNING], &f->matches[STATUS_OVER],
		&f->matches[STATUS_ENDED] };
	struct statement *q;

	if (read_row(st, db_take(st, DB_FIGURES, Q_MATCHES),
		(int)G_N_ELEMENTS(matches), matches) == -1 ||
	    read_number(st, Q_PAUSED, &f->paused) == -1 ||
	    read_number(st, Q_MUSTER, &f->muster_since) == -1 ||
	    read_number(st, Q_ASKED, &f->asked_since) == -1)
		return -1;
	q = db_take(st, DB_FIGURES, Q_OVERDUE);
	db_int(q, ":now", now);
	return db_one_number(st, q, &f->overdue);
}

static int
read_mail(struct store *st, struct figures *f)
{
	int64_t *const mails[] = { &f->mails, &f->mail_last };

	if (store_overview(st, &f->queues) == -1 ||
	    read_row(st, db_take(st, DB_FIGURES, Q_MAILS),
		(int)G_N_ELEMENTS(mails), mails) == -1 ||
	    read_number(st, Q_LETTERS, &f->letter_last) == -1 ||
	    read_number(st, Q_UNDELIVERABLE, &f->undeliverable) == -1 ||
	    read_number(st, Q_UNADMITTED, &f->unadmitted) == -1 ||
	    store_tally(st, TALLY_SENT, &f->letters) == -1)
		return -1;
	return store_tally(st, TALLY_FAULTS, &f->faults);
}

int
store_figures(struct store *st, int64_t now, struct figures *f)
{
	int r;

	assert(st->depth == 0);
	*f = (struct figures){ 0 };
	/* It locks nothing, but what it reads is of its first moment. */
	if (st->engine->begin_read(st) == -1)
		return -1;
	r = read_matches(st, now, f) == -1 ? -1 : read_mail(st, f);
	return db_end_read(st, r);
}
