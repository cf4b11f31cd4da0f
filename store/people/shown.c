/* SPDX-License-Identifier: ISC */
/* How pages show people. */
#include "store/people/shown.h"

#include "base/err.h"
#include "store/db.h"

enum { Q_GET, Q_SET, Q_AGAIN };
static const char *const sql[] = {
	[Q_GET] = "SELECT shown FROM person WHERE id = :id",
	[Q_SET] = "UPDATE person SET shown = :shown WHERE id = :id",
	[Q_AGAIN] = "UPDATE page SET stamp = '' WHERE number IN"
		    " (SELECT match FROM holder WHERE person = :person"
		    " UNION SELECT match FROM seat WHERE person = :person)",
};
const struct db_sql shown_sql = { sql, G_N_ELEMENTS(sql), NULL };

static const char *const words[] = {
	[SHOWN_PAGE] = "page",
	[SHOWN_NAME] = "name",
	[SHOWN_NO] = "no",
};

int
store_shown(struct store *st, int64_t person, enum shown *shown)
{
	struct statement *q = db_take(st, DB_SHOWN, Q_GET);
	int word, r;

	db_int(q, ":id", person);
	if ((r = db_row(st, q)) == -1)
		return -1;
	if (r == 0)
		return err_set(st->err, ERR_MISSING, "there is no person %lld",
		    (long long)person);
	word = db_get_word(q, 0, words, G_N_ELEMENTS(words), st->err);
	db_end(q);
	if (word == -1)
		return -1;
	*shown = (enum shown)word;
	return 0;
}

int
store_shown_set(struct store *st, int64_t person, enum shown shown)
{
	struct statement *q = db_take(st, DB_SHOWN, Q_SET);

	db_int(q, ":id", person);
	db_text(q, ":shown", words[shown]);
	if (db_done_some(st, q) == -1)
		return -1;
	q = db_take(st, DB_SHOWN, Q_AGAIN);
	db_int(q, ":person", person);
	return db_done(st, q);
}
