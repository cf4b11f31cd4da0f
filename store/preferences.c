/* SPDX-License-Identifier: ISC */
/* How people want their letters. */
#include "store/preferences.h"

#include "base/err.h"
#include "store/db.h"

enum { Q_GET, Q_SET };
static const char *const sql[] = {
	[Q_GET] = "SELECT mail, digest_at, remind, plain FROM person"
		  " WHERE id = :id",
	[Q_SET] = "UPDATE person SET mail = :mail, digest_at = :digest_at,"
		  " remind = :remind, plain = :plain WHERE id = :id",
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
store_preferences(
    struct store *st, int64_t person, struct preferences *preferences)
{
	struct statement *q = db_take(st, DB_PREFERENCES, Q_GET);
	int mail, r;

	*preferences = (struct preferences){ 0 };
	db_int(q, ":id", person);
	if ((r = db_row(st, q)) == -1)
		return -1;
	if (r == 0)
		return err_set(st->err, ERR_MISSING, "there is no person %lld",
		    (long long)person);
	mail = db_get_word(q, 0, words, G_N_ELEMENTS(words), st->err);
	if (mail != -1) {
		preferences->mail = (enum mail_preference)mail;
		preferences->digest_at = (int)db_get_int(q, 1);
		preferences->remind = db_get_text(q, 2);
		preferences->plain = db_get_int(q, 3) != 0;
	}
	db_end(q);
	return mail == -1 ? -1 : 0;
}

int
store_preferences_set(
    struct store *st, int64_t person, const struct preferences *preferences)
{
	struct statement *q = db_take(st, DB_PREFERENCES, Q_SET);

	db_int(q, ":id", person);
	db_text(q, ":mail", words[preferences->mail]);
	db_int(q, ":digest_at", preferences->digest_at);
	db_word(q, ":remind", preferences->remind);
	db_int(q, ":plain", preferences->plain);
	return db_done_some(st, q);
}
