/* SPDX-License-Identifier: ISC */
/*
 * Receiving out of a mailbox on a server.  How far it was read stands in the
 * database, never in marks on the server.  Rows first, commit, then the mails
 * are moved away, many by one request; what cannot be fetched or moved is
 * noted and tried again, so that nothing is lost and nothing holds up the
 * rest, whatever dies in between.
 */
#include "app/transport/inner.h"

#include "app/home/home.h"
#include "app/home/mailbox_config.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "base/log.h"
#include "mail/mail.h"
#include "mail/servers/imap.h"
#include "store/mails/inbox.h"
#include "store/mails/mailboxes.h"
#include "store/transaction.h"

/* Bytes of mails in memory at once, give or take one mail. */
#define BATCH_BYTES (8 * MAIL_MAX_SIZE)
/* A folder that was made anew holds few mails, or it is another one. */
#define RENEWED_MAX 500

/* ---- the mails ---- */

/* Fetch it; a connection that broke gets a second chance. */
static int
fetch(struct visit *v, struct caught *c)
{
	struct err why = { 0 };

	c->raw = imap_fetch(v->box->imap, &c->mail, &c->cut, &why);
	if (c->raw == NULL && why.code == ERR_BUSY)
		c->raw = imap_fetch(v->box->imap, &c->mail, &c->cut, &why);
	if (c->raw != NULL) {
		v->fetched = true;
		v->bytes += g_bytes_get_size(c->raw);
		return 0;
	}
	if (why.code == ERR_MISSING)
		c->fate = FATE_GONE;
	else if (why.code == ERR_CLASH)
		c->fate = FATE_REFUSED;
	else if (visit_lost(v, &why) == -1)
		return -1;
	else
		c->fate = FATE_LOST;
	c->why = g_strdup(why.text);
	return 0;
}

/* Into the batch with it. */
static int
catch_one(struct visit *v, const struct imap_mail *mail, int tries)
{
	struct caught c = { .mail = *mail, .tries = tries };
	struct inbox_row *row;

	if (visit_row(v, mail->uid, &row) == -1)
		return -1;
	if (row != NULL && !is_empty_row(row))
		c.fate = FATE_KNOWN;
	inbox_row_free(row);
	if (c.fate != FATE_KNOWN && fetch(v, &c) == -1)
		return -1;
	g_array_append_val(v->batch, c);
	return 0;
}

/* ---- the visit ---- */

/* Was it taken up before, or set aside, behind one that the server may have
 * left out? */
static int
is_in_hand(struct visit *v, uint32_t uid, bool *is)
{
	struct inbox_row *row;

	*is = false;
	if (uid <= v->hold)
		return 0;
	if (store_mailbox_has(v->home->store, v->name, uid, is) == -1)
		return -1;
	if (*is)
		return 0;
	if (visit_row(v, uid, &row) == -1)
		return -1;
	*is = row != NULL && is_empty_row(row);
	inbox_row_free(row);
	return 0;
}

static int
catch_new(struct visit *v, const struct imap_mail *mail)
{
	bool is;

	if (is_in_hand(v, mail->uid, &is) == -1)
		return -1;
	return is ? 0 : catch_one(v, mail, 0);
}

/* Store what was caught before the fault, too. */
static int
catch_all(struct visit *v, const GArray *mails, uint32_t upto)
{
	for (guint i = 0; i < mails->len; i++) {
		const struct imap_mail *mail =
		    &g_array_index(mails, struct imap_mail, i);

		if (catch_new(v, mail) == -1) {
			if (v->visited->ended &&
			    batch_end(v, mail->uid - 1) == -1)
				v->visited->ended = false;
			return -1;
		}
		if (v->bytes >= BATCH_BYTES && batch_end(v, mail->uid) == -1)
			return -1;
	}
	return batch_end(v, upto);
}

/* The next ones; *from goes on. */
static int
list_next(struct visit *v, uint32_t *from, GArray *mails)
{
	struct imap *imap = v->box->imap;
	uint32_t end = v->status.next;
	struct err why = { 0 };

	if (imap_list(imap, *from, end, mails, from, &why) == 0)
		return 0;
	if (why.code != ERR_CLASH && visit_lost(v, &why) == -1)
		return -1;
	/* If one of them cannot be read at all, it is enough to know that it
	 * is there. */
	if (imap_list_bare(imap, *from, end, mails, from, &why) == 0)
		return 0;
	return visit_end(v, &why);
}

/* Nothing is taken for read from the first number on that was not shown. */
static void
hold_at_gap(struct visit *v, uint32_t first, uint32_t on, const GArray *mails)
{
	for (guint i = 0; i < mails->len; i++, first++)
		if (g_array_index(mails, struct imap_mail, i).uid != first)
			break;
	if (first < on)
		v->hold = MIN(v->hold, first - 1);
}

/*
 * Those that came since the last visit, and how many.  If none is said to be
 * there, the newest are looked for all the same: a server may have counted
 * before one came, and looked for the next UID after.
 */
static int
take_shown(struct visit *v, uint32_t *n)
{
	uint32_t from = v->row.last_uid + 1, end = v->status.next, first;

	*n = 0;
	if (v->status.mails == 0 && end - from > IMAP_WINDOW)
		from = end - IMAP_WINDOW;
	while (from < end && !home_ends(v->home)) {
		g_autoptr(GArray) mails =
		    g_array_new(FALSE, FALSE, sizeof(struct imap_mail));

		first = from;
		if (list_next(v, &from, mails) == -1)
			return -1;
		hold_at_gap(v, first, from, mails);
		*n += mails->len;
		if (catch_all(v, mails, from - 1) == -1)
			return -1;
	}
	return 0;
}

/* How many are there by the count of the server, but were not shown: neither
 * now nor, up to that one, before.  UINT32_MAX: nobody can tell. */
static int
count_hidden(struct visit *v, uint32_t before, uint32_t shown, uint32_t *hidden)
{
	uint32_t old, all = v->status.mails;
	struct err why = { 0 };

	*hidden = 0;
	if (all <= shown)
		return 0;
	if (imap_count_upto(v->box->imap, &v->status, before, all - shown, &old,
		&why) == -1)
		return visit_end(v, &why);
	if (old == UINT32_MAX)
		*hidden = UINT32_MAX;
	else if (all - shown > old)
		*hidden = all - shown - old;
	return 0;
}

/* A number that was not shown may be that of a mail which somebody took away:
 * only if the server counts more mails is one hidden. */
static int
take_once(struct visit *v, uint32_t *hidden)
{
	uint32_t before = v->row.last_uid, shown;

	v->hold = UINT32_MAX;
	*hidden = 0;
	if (take_shown(v, &shown) == -1)
		return -1;
	if (v->hold == UINT32_MAX || home_ends(v->home))
		return 0;
	if (count_hidden(v, before, shown, hidden) == -1)
		return -1;
	if (*hidden > 0)
		return 0;
	v->hold = UINT32_MAX;
	return batch_end(v, v->status.next - 1);
}

static void
tell_hidden(struct visit *v, uint32_t hidden)
{
	const char *folder = v->box->config->folder;

	if (hidden == UINT32_MAX)
		err_set(&v->visited->fault, ERR_DAMAGED,
		    "there are too many mails in \"%s\" to tell whether its "
		    "server shows them all; each visit looks again: delete old "
		    "ones there with another mail program, or move them away",
		    folder);
	else
		err_set(&v->visited->fault, ERR_DAMAGED,
		    "its server counts %lu mail%s in \"%s\" that it does not "
		    "show; each visit looks again: look into the folder with "
		    "another mail program",
		    (unsigned long)hidden, hidden == 1 ? "" : "s", folder);
}

static int
take_new(struct visit *v)
{
	struct err why = { 0 };
	uint32_t hidden;

	if (take_once(v, &hidden) == -1)
		return -1;
	if (hidden == 0)
		return 0;
	/* Mails come and go while we look, and fewer are easier to count: look
	 * again. */
	if (imap_status(v->box->imap, &v->status, &why) == -1)
		return visit_end(v, &why);
	if (v->status.validity != v->row.validity ||
	    v->status.next <= v->row.last_uid)
		return 0;
	if (take_once(v, &hidden) == -1)
		return -1;
	if (hidden > 0)
		tell_hidden(v, hidden);
	return 0;
}

/* Those that the server did not hand over the last time. */
static int
take_again(struct visit *v)
{
	g_autoptr(GArray) mails = store_mailbox_mails(
	    v->home->store, v->name, MAILBOX_FETCH, v->now, IMAP_SLICE);

	if (mails == NULL)
		return -1;
	for (guint i = 0; i < mails->len; i++) {
		const struct mailbox_mail *m =
		    &g_array_index(mails, struct mailbox_mail, i);
		struct imap_mail mail = { m->uid, -1 };

		if (catch_one(v, &mail, m->tries) == -1)
			return -1;
		if (batch_end(v, 0) == -1)
			return -1;
	}
	return 0;
}

static int
begin_anew(struct visit *v, uint32_t first)
{
	v->row.validity = v->status.validity;
	v->row.last_uid = first - 1;
	if (store_mailbox_mails_drop(v->home->store, v->name) == -1)
		return -1;
	return store_mailbox_set(v->home->store, v->name, &v->row);
}

/* Are its mails still those whose UIDs we know? */
static int
recognise(struct visit *v)
{
	const struct imap_status *s = &v->status;
	struct err why = { 0 };
	uint32_t first = 1;
	int r = 0;

	if (store_mailbox(v->home->store, v->name, &v->row) == -1)
		return -1;
	if (v->row.validity == s->validity && v->row.last_uid < s->next) {
		v->road = g_strdup_printf(
		    "%s:%" G_GUINT32_FORMAT ":", v->name, s->validity);
		return 0;
	}
	if (v->row.validity == s->validity) {
		err_set(&why, ERR_DAMAGED,
		    "its server has used numbers of mails again without saying "
		    "so (UIDNEXT); move them to a new folder and name that one "
		    "in turnpost.yaml");
		return visit_end(v, &why);
	}
	if (v->row.validity != 0 && s->mails > RENEWED_MAX) {
		err_set(&why, ERR_DAMAGED,
		    "its server created it anew and it holds more than %d "
		    "mails; if it is the right one, run \"turnpost receive "
		    "--relist\"",
		    RENEWED_MAX);
		return visit_end(v, &why);
	}
	if (v->row.validity != 0)
		log_info("mailbox-anew",
		    "receive: %s was created anew on its server", v->name);
	if (v->box->since != 0 && imap_first_since(v->box->imap, s,
				      v->box->since, &first, &why) == -1)
		return visit_end(v, &why);
	IN_TRANSACTION(v->home->store, r, begin_anew(v, first));
	return r == 0 ? recognise(v) : -1;
}

static int
reveal(struct visit *v)
{
	struct err why = { 0 };

	if ((v->box->since != 0 &&
		imap_make_folder(v->box->imap, &why) == -1) ||
	    imap_status(v->box->imap, &v->status, &why) == -1)
		return visit_end(v, &why);
	/* New ones first: they show whether it is the server's fault or a
	 * mail's if one does not come through. */
	if (recognise(v) == -1 || visit_sweep(v) == -1 || take_new(v) == -1 ||
	    take_again(v) == -1 || visit_flush_moved(v) == -1)
		return -1;
	checkpoint("mailbox done");
	return 0;
}

int
receive_imap(struct home *home, struct mailbox *box, struct visited *visited)
{
	struct visit v = {
		.home = home,
		.box = box,
		.name = box->config->name,
		.now = home->now,
		.visited = visited,
		.hold = UINT32_MAX,
		.batch = g_array_new(FALSE, TRUE, sizeof(struct caught)),
		.moved = g_array_new(FALSE, FALSE, sizeof(uint32_t)),
	};
	int r;

	g_array_set_clear_func(v.batch, caught_clear);
	r = reveal(&v);
	if (visited->ended)
		r = 0;
	g_array_unref(v.batch);
	g_array_unref(v.moved);
	g_free(v.road);
	if (r == -1)
		return -1;
	return store_mailbox_stuck(
	    home->store, box->config->name, &visited->stuck);
}
