/* SPDX-License-Identifier: ISC */
/*
 * Mails that are in the inbox leave their folder on the server, many by one
 * request.  Until the database knows that they did, they are tried again: the
 * move of a mail that is gone is no fault.
 */
#include "app/transport/inner.h"

#include "app/home/home.h"
#include "app/home/mailbox_config.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "mail/servers/imap.h"
#include "store/mails/mailboxes.h"
#include "store/transaction.h"

#define RETRY_SECONDS 60
#define RETRY_SECONDS_MAX 3600
/* So many moves refused, and no more are tried in this visit. */
#define REFUSED_MAX 3

int
visit_drop_moved(struct visit *v)
{
	struct store *store = v->home->store;

	for (guint i = 0; i < v->moved->len; i++)
		if (store_mailbox_mail_drop(store, v->name,
			g_array_index(v->moved, uint32_t, i)) == -1)
			return -1;
	g_array_set_size(v->moved, 0);
	return 0;
}

int
visit_flush_moved(struct visit *v)
{
	int r;

	if (v->moved->len == 0)
		return 0;
	IN_TRANSACTION(v->home->store, r, visit_drop_moved(v));
	return r;
}

/* One request for these, of which the server may refuse one or all. */
static int
try_move(
    struct visit *v, const struct mailbox_mail *mails, guint n, bool *refused)
{
	g_autoptr(GArray) uids =
	    g_array_sized_new(FALSE, FALSE, sizeof(uint32_t), n);
	const char *done = v->box->config->done;
	struct err why = { 0 };

	for (guint i = 0; i < n; i++)
		g_array_append_val(uids, mails[i].uid);
	*refused = false;
	if (imap_move(v->box->imap, uids, &why) == 0) {
		g_array_append_vals(v->moved, uids->data, n);
		return 0;
	}
	if (why.code != ERR_CLASH)
		return visit_lost(v, &why);
	*refused = true;
	err_set(&v->visited->fault, why.code,
	    done != NULL ? "mails were taken in but stay in \"%s\" because "
			   "they cannot be moved to \"%s\": %s"
			 : "mails were taken in but stay in \"%s\" because "
			   "they cannot be deleted%s: %s",
	    v->box->config->folder, done != NULL ? done : "", why.text);
	return 0;
}

/* It will be tried again, more and more seldom. */
static int
put_off_move(struct visit *v, const struct mailbox_mail *mail)
{
	struct mailbox_mail later = *mail;
	int r;

	v->refused++;
	later.next_try = v->now + MIN(RETRY_SECONDS << MIN(later.tries, 10),
				      RETRY_SECONDS_MAX);
	later.tries++;
	IN_TRANSACTION(v->home->store, r,
	    store_mailbox_mail_set(v->home->store, v->name, &later));
	return r;
}

int
visit_move(struct visit *v, const GArray *mails)
{
	const struct mailbox_mail *all = (const void *)mails->data;
	bool refused = false;

	if (mails->len == 0 || v->refused >= REFUSED_MAX)
		return 0;
	if (try_move(v, all, mails->len, &refused) == -1)
		return -1;
	if (!refused)
		return 0;
	if (mails->len == 1)
		return put_off_move(v, all);
	/* Find the one that it means. */
	for (guint i = 0; i < mails->len && v->refused < REFUSED_MAX; i++) {
		if (try_move(v, &all[i], 1, &refused) == -1)
			return -1;
		if (refused && put_off_move(v, &all[i]) == -1)
			return -1;
	}
	return 0;
}

int
visit_sweep(struct visit *v)
{
	for (;;) {
		g_autoptr(GArray) mails = store_mailbox_mails(
		    v->home->store, v->name, MAILBOX_MOVE, v->now, IMAP_SLICE);

		if (mails == NULL)
			return -1;
		if (mails->len == 0 || v->refused >= REFUSED_MAX)
			return 0;
		if (visit_move(v, mails) == -1 || visit_flush_moved(v) == -1)
			return -1;
		checkpoint("swept");
	}
}
