/* SPDX-License-Identifier: ISC */
/* How people want their letters, and whether they want one about each year. */
#include "store/people/preferences.h"

#include "base/err.h"
#include "store/db.h"
#include "store/people/known_people.h"
#include "store/people/yearbook.h"

enum { Q_GET, Q_SET, Q_YEARBOOKS, Q_YEARBOOK, Q_YEARBOOK_SET };
static const char *const sql[] = {
	[Q_GET] = "SELECT " DB_PREFERENCES_COLUMNS " FROM person"
		  " WHERE id = :id",
	[Q_SET] = "UPDATE person SET mail = :mail, digest_at = :digest_at,"
		  " remind = :remind, plain = :plain WHERE id = :id",
	/* each takes some time: mail is not to wait for all of them */
	[Q_YEARBOOKS] = "SELECT id, yearbook FROM person"
			" INDEXED BY person_yearbook"
			" WHERE yearbook > 0 AND yearbook <= :now"
			" ORDER BY yearbook, id LIMIT 20",
	[Q_YEARBOOK] = "SELECT coalesce((SELECT yearbook FROM person"
		       " WHERE id = :id), 0)",
	[Q_YEARBOOK_SET] = "UPDATE person SET yearbook = :due WHERE id = :id",
};
const struct db_sql preference_sql = { sql, G_N_ELEMENTS(sql), NULL };

static const char *const words[] = {
	[MAIL_EACH] = "each",
	[MAIL_DIGEST] = "digest",
	[MAIL_QUIET] = "quiet",
};

void
preferences_clear(struct preferences *preferences)
{
	g_clear_pointer(&preferences->remind, g_free);
}

int
db_preferences_read(struct statement *q, int column,
    struct preferences *preferences, struct err *e)
{
	const int mail = db_get_word(q, column, words, G_N_ELEMENTS(words), e);

	*preferences = (struct preferences){ 0 };
	if (mail == -1)
		return -1;
	preferences->mail = (enum mail_preference)mail;
	preferences->digest_at = (int)db_get_int(q, column + 1);
	preferences->remind = db_get_text(q, column + 2);
	preferences->plain = db_get_int(q, column + 3) != 0;
	preferences->calendar = db_get_int(q, column + 4) != 0;
	return 0;
}

int
store_preferences(
    struct store *st, int64_t person, struct preferences *preferences)
{
	const struct known_person *known = db_known_person(st, person);
	struct statement *q;
	int r;

	if (known != NULL) {
		*preferences = known->preferences;
		preferences->remind = g_strdup(preferences->remind);
		return 0;
	}
	q = db_take(st, DB_PREFERENCES, Q_GET);
	*preferences = (struct preferences){ 0 };
	db_int(q, ":id", person);
	if ((r = db_row(st, q)) == -1)
		return -1;
	if (r == 0)
		return err_set(st->err, ERR_MISSING, "there is no person %lld",
		    (long long)person);
	r = db_preferences_read(q, 0, preferences, st->err);
	db_end(q);
	return r;
}

int
store_preferences_set(
    struct store *st, int64_t person, const struct preferences *preferences)
{
	struct statement *q = db_take(st, DB_PREFERENCES, Q_SET);

	db_forget_people(st);
	db_int(q, ":id", person);
	db_text(q, ":mail", words[preferences->mail]);
	db_int(q, ":digest_at", preferences->digest_at);
	db_word(q, ":remind", preferences->remind);
	db_int(q, ":plain", preferences->plain);
	return db_done_some(st, q);
}

/* ---- the letter about a year ---- */

static void *
read_row(struct statement *q, struct err *e)
{
	struct yearbook_row *row = g_new0(struct yearbook_row, 1);

	(void)e;
	row->person = db_get_int(q, 0);
	row->due = db_get_int(q, 1);
	return row;
}

GPtrArray *
store_yearbooks_due(struct store *st, int64_t now)
{
	struct statement *q = db_take(st, DB_PREFERENCES, Q_YEARBOOKS);

	db_int(q, ":now", now);
	return db_all(st, q, read_row, g_free);
}

int
store_yearbook(struct store *st, int64_t person, int64_t *due)
{
	struct statement *q = db_take(st, DB_PREFERENCES, Q_YEARBOOK);

	db_int(q, ":id", person);
	return db_one_number(st, q, due);
}

int
store_yearbook_set(struct store *st, int64_t person, int64_t due)
{
	struct statement *q = db_take(st, DB_PREFERENCES, Q_YEARBOOK_SET);

	db_int(q, ":id", person);
	db_int(q, ":due", due);
	return db_done_some(st, q);
}
