/* SPDX-License-Identifier: ISC */
/*
 * Mails that were fetched out of a mailbox become rows, and so does what is
 * left to be done with those that were not: all of it in one commit with how
 * far the mailbox was read.
 */
#include "app/transport/inner.h"

#include "app/home/home.h"
#include "app/home/mailbox_config.h"
#include "app/transport/receive.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "base/log.h"
#include "mail/incoming/read.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_intake.h"
#include "store/mails/mailboxes.h"
#include "store/transaction.h"

#include <string.h>

#define TRIES_MAX 3
#define RETRY_SECONDS 60
#define PROGRESS_FROM 300 /* mails that wait */

void
caught_clear(void *data)
{
	struct caught *c = data;

	if (c->raw != NULL)
		g_bytes_unref(c->raw);
	g_free(c->why);
}

static char *
source_of(const struct visit *v, uint32_t uid)
{
	return g_strdup_printf("%s%" G_GUINT32_FORMAT, v->road, uid);
}

static int
set_work(
    struct visit *v, const struct caught *c, enum mailbox_work work, int tries)
{
	struct mailbox_mail mail = {
		.uid = c->mail.uid,
		.work = work,
		.tries = tries,
		.next_try =
		    work == MAILBOX_FETCH ? v->now + RETRY_SECONDS : v->now,
	};

	return store_mailbox_mail_set(v->home->store, v->name, &mail);
}

static int
refill(struct visit *v, struct inbox_row *row, const struct caught *c)
{
	g_free(row->sha);
	row->sha = letter_sha(c->raw);
	row->size = c->mail.size;
	row->cut = c->cut;
	row->raw = g_bytes_ref(c->raw);
	return store_inbox_refill(v->home->store, row);
}

/* It leaves its folder, unless that is where such mails lie. */
static int
is_to_move(struct visit *v, const struct caught *c)
{
	if (v->box->since != 0)
		return store_mailbox_mail_drop(
		    v->home->store, v->name, c->mail.uid);
	return set_work(v, c, MAILBOX_MOVE, 0);
}

static int
store_taken(struct visit *v, const struct caught *c)
{
	g_autofree char *source = source_of(v, c->mail.uid);
	struct arrival mail = { .source = source,
		.road = v->road,
		.raw = c->raw,
		.size = c->mail.size,
		.cut = c->cut };
	struct inbox_row *row;
	int r;

	if (visit_row(v, c->mail.uid, &row) == -1)
		return -1;
	if (row != NULL)
		r = refill(v, row, c);
	else if (v->box->since != 0)
		r = receive_lost_row(v->home, &mail, v->box->since);
	else
		r = receive_row(v->home, &mail);
	inbox_row_free(row);
	if (r == -1)
		return -1;
	v->visited->n++;
	return is_to_move(v, c);
}

static int
add_empty_row(struct visit *v, const struct caught *c)
{
	char *none = (char *)(uintptr_t) "";
	g_autofree char *source = source_of(v, c->mail.uid);
	g_autofree char *note = g_strdup_printf(
	    "not received after %d tries; it stays in the folder \"%s\": %s",
	    TRIES_MAX, v->box->config->folder, c->why);
	g_autoptr(GBytes) raw = g_bytes_new_static("", 0);
	struct inbox_row row = {
		.source = source,
		.sha = none,
		.message_id = none,
		.sender = none,
		.says = none,
		.note = note,
		.seat = -1,
		.received = v->now,
		.handled = v->now,
		.size = MAX(c->mail.size, 0),
		.state = INBOX_DEAD,
		.tries = TRIES_MAX,
		.raw = raw,
	};

	if (store_inbox_add(v->home->store, &row) == -1)
		return -1;
	log_warn("mail-given-up", "inbox %lld: %s: %s", (long long)row.id,
	    v->name, note);
	return 0;
}

/* After three tries it is set aside, for the organiser to look at. */
static int
store_failed(struct visit *v, const struct caught *c)
{
	struct inbox_row *row;
	int r = 0;

	log_info("mail-not-fetched", "receive: %s: mail %lu: %s", v->name,
	    (unsigned long)c->mail.uid, c->why);
	if (c->tries + 1 < TRIES_MAX)
		return set_work(v, c, MAILBOX_FETCH, c->tries + 1);
	if (visit_row(v, c->mail.uid, &row) == -1)
		return -1;
	if (row == NULL)
		r = add_empty_row(v, c);
	inbox_row_free(row);
	if (r == -1)
		return -1;
	return store_mailbox_mail_drop(v->home->store, v->name, c->mail.uid);
}

/* Only if others came through, now or before, is it the mail's fault. */
static int
store_lost(struct visit *v, const struct caught *c)
{
	err_set(&v->visited->fault, ERR_IO,
	    "mail %lu of the folder does not come through: %s",
	    (unsigned long)c->mail.uid, c->why);
	return set_work(v, c, MAILBOX_FETCH, c->tries);
}

static int
store_one(struct visit *v, const struct caught *c)
{
	switch (c->fate) {
	case FATE_TAKEN:
		return store_taken(v, c);
	case FATE_KNOWN:
		return is_to_move(v, c);
	case FATE_GONE:
		log_info("mail-removed",
		    "receive: %s: mail %lu was removed by somebody else",
		    v->name, (unsigned long)c->mail.uid);
		return store_mailbox_mail_drop(
		    v->home->store, v->name, c->mail.uid);
	case FATE_LOST:
		if (!v->fetched && c->tries == 0)
			return store_lost(v, c);
		break;
	case FATE_REFUSED:
		break;
	}
	return store_failed(v, c);
}

static int
store_batch(struct visit *v, uint32_t upto)
{
	if (visit_drop_moved(v) == -1)
		return -1;
	v->row.last_uid = MAX(v->row.last_uid, MIN(upto, v->hold));
	if (store_mailbox_set(v->home->store, v->name, &v->row) == -1)
		return -1;
	for (guint i = 0; i < v->batch->len; i++)
		if (store_one(v, &g_array_index(v->batch, struct caught, i)) ==
		    -1)
			return -1;
	checkpoint("received, before the commit");
	return 0;
}

static void
tell_progress(const struct visit *v)
{
	const struct home *home = v->home;

	if (home->progress != NULL && v->status.mails > PROGRESS_FROM)
		home->progress(home->progress_arg, v->name, v->done,
		    MAX(v->status.mails, v->done));
}

int
batch_end(struct visit *v, uint32_t upto)
{
	g_autoptr(GArray) away =
	    g_array_new(FALSE, FALSE, sizeof(struct mailbox_mail));
	int r;

	checkpoint("fetched, nothing stored");
	IN_TRANSACTION(v->home->store, r, store_batch(v, upto));
	if (r == -1)
		return -1;
	checkpoint("received, mails not moved");
	for (guint i = 0; i < v->batch->len; i++) {
		const struct caught *c =
		    &g_array_index(v->batch, struct caught, i);
		struct mailbox_mail mail = { .uid = c->mail.uid,
			.work = MAILBOX_MOVE };

		if (v->box->since == 0 &&
		    (c->fate == FATE_TAKEN || c->fate == FATE_KNOWN))
			g_array_append_val(away, mail);
	}
	v->done += v->batch->len;
	v->bytes = 0;
	g_array_set_size(v->batch, 0);
	tell_progress(v);
	if (v->visited->ended)
		return 0;
	r = visit_move(v, away);
	checkpoint("moved, rows do not say so");
	return r;
}

/* ---- the organiser's word ---- */

int
receive_again(struct home *home, const struct inbox_row *row, bool *meant)
{
	g_autofree char *name = g_strdup(row->source);
	struct mailbox_mail mail = { .work = MAILBOX_FETCH };
	struct mailbox_row box;
	char *uid, *validity;

	*meant = is_empty_row(row) && g_str_has_prefix(name, "imap:");
	if (!*meant)
		return 0;
	uid = strrchr(name, ':');
	*uid++ = '\0';
	validity = strrchr(name, ':');
	*validity++ = '\0';
	if (store_mailbox(home->store, name, &box) == -1)
		return -1;
	if (box.validity != g_ascii_strtoull(validity, NULL, 10))
		return err_set(home->err, ERR_CLASH,
		    "mail %lld cannot be fetched again: its mailbox has been "
		    "created anew since",
		    (long long)row->id);
	mail.uid = (uint32_t)g_ascii_strtoull(uid, NULL, 10);
	return store_mailbox_mail_set(home->store, name, &mail);
}
