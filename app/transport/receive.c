/* SPDX-License-Identifier: ISC */
/*
 * The step receive: mails to inbox rows, out of the Maildir spool/in and of
 * all mailboxes of the settings.  A mailbox that fails stops no other: it is
 * noted for the organiser until it works again.
 */
#include "app/transport/receive.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/mailbox_config.h"
#include "app/transport/inner.h"
#include "base/err.h"
#include "base/log.h"
#include "store/claims.h"
#include "store/mails/mailboxes.h"
#include "store/transaction.h"
#include "store/troubles.h"

#include <string.h>

/* ---- troubles ---- */

#define TROUBLE "receive "
#define SPOOL "spool/in"

/* Why it did not work the last time, newly allocated, or NULL. */
static char *
old_trouble(const GPtrArray *troubles, const char *what)
{
	for (guint i = 0; i < troubles->len; i++) {
		const struct trouble_row *row = troubles->pdata[i];

		if (strcmp(row->what, what) == 0)
			return g_strdup(row->why);
	}
	return NULL;
}

/* Up to where Dovecot tells how long its answer took. */
static size_t
size_untimed(const char *why)
{
	const char *end = strstr(why, " secs)");
	const char *begin =
	    end != NULL ? g_strrstr_len(why, end - why, " (") : NULL;

	return begin != NULL ? (size_t)(begin - why) : strlen(why);
}

static bool
is_as_before(const char *old, const char *why)
{
	size_t size = size_untimed(why);

	return old != NULL && size_untimed(old) == size &&
	       memcmp(old, why, size) == 0;
}

static int
end_trouble(struct home *home, const char *what)
{
	int r;

	IN_TRANSACTION(home->store, r, store_trouble_over(home->store, what));
	return r;
}

/* One line in the log when something changes, not one a minute; none if the
 * caller will say it himself. */
static int
note_trouble(struct home *home, const char *name, const struct visited *visited,
    bool said)
{
	g_autofree char *what = g_strconcat(TROUBLE, name, NULL);
	g_autoptr(GPtrArray) troubles = store_troubles(home->store);
	g_autofree char *old = NULL;
	const char *why = visited->fault.text;
	int r;

	if (troubles == NULL)
		return -1;
	old = old_trouble(troubles, what);
	if (visited->fault.code == 0) {
		if (old == NULL || visited->stuck)
			return 0;
		log_info("mailbox-works", "receive: %s works again", name);
		return end_trouble(home, what);
	}
	if (!said && !is_as_before(old, why))
		log_warn("mailbox-fails", "receive: %s: %s", name, why);
	IN_TRANSACTION(home->store, r,
	    store_trouble_note(home->store, what, why, home->now));
	return r;
}

/* A mailbox that the settings do not name any more troubles nobody. */
static int
forget_troubles(struct home *home)
{
	g_autoptr(GPtrArray) troubles = store_troubles(home->store);

	if (troubles == NULL)
		return -1;
	for (guint i = 0; i < troubles->len; i++) {
		const struct trouble_row *row = troubles->pdata[i];

		if (g_str_has_prefix(row->what, TROUBLE) &&
		    strcmp(row->what, TROUBLE SPOOL) != 0 &&
		    receive_mailbox(home, row->what + strlen(TROUBLE)) ==
			NULL &&
		    end_trouble(home, row->what) == -1)
			return -1;
	}
	return 0;
}

/* ---- the step ---- */

/* One worker looks into a mailbox at a time.  *got: this one did. */
static int
visit_claimed(
    struct home *home, struct mailbox *box, struct visited *visited, bool *got)
{
	g_autofree char *name = claim_of("mailbox", box->config->name);
	int r;

	if (store_claim_one(home->store, name, got) == -1)
		return -1;
	if (!*got)
		return 0;
	r = receive_imap(home, box, visited);
	store_unclaim_one(home->store, name);
	return r;
}

/* fault: of the first mailbox that does not work, if the caller asks. */
static int
receive_all(struct home *home, int *n, struct err *fault)
{
	const GPtrArray *boxes = receive_mailboxes(home);
	struct visited spool = { 0 };

	*n = 0;
	home->mails_elsewhere = false;
	if (receive_maildir(home, &spool) == -1 ||
	    note_trouble(home, SPOOL, &spool, false) == -1 ||
	    forget_troubles(home) == -1)
		return -1;
	*n = spool.n;
	for (guint i = 0; i < boxes->len && !home_ends(home); i++) {
		struct mailbox *box = boxes->pdata[i];
		struct visited visited = { 0 };
		bool say, got;

		if (!receive_is_due(box, home->now))
			continue;
		if (visit_claimed(home, box, &visited, &got) == -1)
			return -1;
		home->mails_elsewhere |= !got;
		if (!got)
			continue;
		*n += visited.n;
		receive_backoff(box, visited.ended, home->now);
		say = fault != NULL && fault->code == 0;
		if (note_trouble(home, box->config->name, &visited, say) == -1)
			return -1;
		if (visited.fault.code != 0 && say) {
			*fault = visited.fault;
			err_more(fault, "%s", box->config->name);
		}
	}
	return 0;
}

int
step_receive(struct home *home, int64_t now, int *n, struct err *e)
{
	home_work(home, now, e);

	return receive_all(home, n, NULL);
}

int
receive_by_hand(struct home *home, int64_t now, int *n, struct err *e)
{
	struct err fault = { 0 };

	home_work(home, now, e);
	if (receive_all(home, n, &fault) == -1 || receive_put_away(home) == -1)
		return -1;
	if (fault.code == 0)
		return 0;
	*e = fault;
	e->code = ERR_IO;
	return -1;
}

/* ---- the organiser's word ---- */

static int
relist(struct home *home)
{
	if (store_mailboxes_anew(home->store) == -1)
		return -1;
	for (guint i = 0; i < home->config->mailboxes->len; i++) {
		const struct mailbox_config *m =
		    home->config->mailboxes->pdata[i];

		if (store_mailbox_mails_drop(home->store, m->name) == -1)
			return -1;
	}
	return 0;
}

int
receive_relist(struct home *home, struct err *e)
{
	int r;

	home_work(home, home->now, e);
	IN_TRANSACTION(home->store, r, relist(home));
	return r;
}
