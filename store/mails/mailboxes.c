/* SPDX-License-Identifier: ISC */
/* Mailboxes on mail servers: how far they were read, what is left to do. */
#include "store/mails/mailboxes.h"

#include "store/db.h"

enum {
	Q_ONE,
	Q_SET,
	Q_ANEW,
	Q_MAIL_SET,
	Q_MAIL_DROP,
	Q_MAILS_DROP,
	Q_MAILS,
	Q_HAS,
	Q_STUCK
};
static const char *const sql[] = {
	[Q_ONE] = "SELECT uidvalidity, last_uid FROM mailbox"
		  " WHERE name = :name",
	[Q_SET] = "INSERT INTO mailbox (name, uidvalidity, last_uid)"
		  " VALUES (:name, :validity, :last_uid)"
		  " ON CONFLICT (name) DO UPDATE SET"
		  " uidvalidity = :validity, last_uid = :last_uid",
	[Q_ANEW] = "/* list */ UPDATE mailbox"
		   " SET uidvalidity = 0, last_uid = 0",
	[Q_MAIL_SET] = "INSERT INTO mailbox_mail (mailbox, uid, work, tries,"
		       " next_try) VALUES (:name, :uid, :work, :tries,"
		       " :next_try) ON CONFLICT (mailbox, uid) DO UPDATE SET"
		       " work = :work, tries = :tries, next_try = :next_try",
	[Q_MAIL_DROP] = "DELETE FROM mailbox_mail"
			" WHERE mailbox = :name AND uid = :uid",
	[Q_MAILS_DROP] = "DELETE FROM mailbox_mail WHERE mailbox = :name",
	[Q_MAILS] = "SELECT uid, tries, next_try FROM mailbox_mail"
		    " WHERE mailbox = :name AND work = :work"
		    " AND next_try <= :now ORDER BY tries, uid LIMIT :max",
	[Q_HAS] = "SELECT EXISTS (SELECT 1 FROM mailbox_mail"
		  " WHERE mailbox = :name AND uid = :uid)",
	[Q_STUCK] = "SELECT EXISTS (SELECT 1 FROM mailbox_mail"
		    " WHERE mailbox = :name AND (tries > 0 OR work = 'fetch'))",
};
const struct db_sql mailbox_sql = { sql, G_N_ELEMENTS(sql), NULL };

static const char *const works[] = {
	[MAILBOX_FETCH] = "fetch",
	[MAILBOX_MOVE] = "move",
};

int
store_mailbox(struct store *st, const char *name, struct mailbox_row *row)
{
	struct statement *q = db_take(st, DB_MAILBOX, Q_ONE);
	int r;

	*row = (struct mailbox_row){ 0, 0 };
	db_text(q, ":name", name);
	if ((r = db_row(st, q)) != 1)
		return r;
	row->validity = (uint32_t)db_get_int(q, 0);
	row->last_uid = (uint32_t)db_get_int(q, 1);
	db_end(q);
	return 0;
}

int
store_mailbox_set(
    struct store *st, const char *name, const struct mailbox_row *row)
{
	struct statement *q = db_take(st, DB_MAILBOX, Q_SET);

	db_text(q, ":name", name);
	db_int(q, ":validity", row->validity);
	db_int(q, ":last_uid", row->last_uid);
	return db_done(st, q);
}

int
store_mailboxes_anew(struct store *st)
{
	return db_done(st, db_take(st, DB_MAILBOX, Q_ANEW));
}

int
store_mailbox_mail_set(
    struct store *st, const char *name, const struct mailbox_mail *mail)
{
	struct statement *q = db_take(st, DB_MAILBOX, Q_MAIL_SET);

	db_text(q, ":name", name);
	db_int(q, ":uid", mail->uid);
	db_text(q, ":work", works[mail->work]);
	db_int(q, ":tries", mail->tries);
	db_int(q, ":next_try", mail->next_try);
	return db_done(st, q);
}

int
store_mailbox_mail_drop(struct store *st, const char *name, uint32_t uid)
{
	struct statement *q = db_take(st, DB_MAILBOX, Q_MAIL_DROP);

	db_text(q, ":name", name);
	db_int(q, ":uid", uid);
	return db_done(st, q);
}

int
store_mailbox_mails_drop(struct store *st, const char *name)
{
	struct statement *q = db_take(st, DB_MAILBOX, Q_MAILS_DROP);

	db_text(q, ":name", name);
	return db_done(st, q);
}

GArray *
store_mailbox_mails(struct store *st, const char *name, enum mailbox_work work,
    int64_t now, int max)
{
	struct statement *q = db_take(st, DB_MAILBOX, Q_MAILS);
	GArray *mails = g_array_new(FALSE, FALSE, sizeof(struct mailbox_mail));
	int r;

	db_text(q, ":name", name);
	db_text(q, ":work", works[work]);
	db_int(q, ":now", now);
	db_int(q, ":max", max);
	while ((r = db_row(st, q)) == 1) {
		struct mailbox_mail mail = {
			.uid = (uint32_t)db_get_int(q, 0),
			.work = work,
			.tries = (int)db_get_int(q, 1),
			.next_try = db_get_int(q, 2),
		};

		g_array_append_val(mails, mail);
	}
	if (r == 0)
		return mails;
	g_array_unref(mails);
	return NULL;
}

int
store_mailbox_has(struct store *st, const char *name, uint32_t uid, bool *has)
{
	struct statement *q = db_take(st, DB_MAILBOX, Q_HAS);

	db_text(q, ":name", name);
	db_int(q, ":uid", uid);
	return db_any(st, q, has);
}

int
store_mailbox_stuck(struct store *st, const char *name, bool *stuck)
{
	struct statement *q = db_take(st, DB_MAILBOX, Q_STUCK);

	db_text(q, ":name", name);
	return db_any(st, q, stuck);
}
