/* SPDX-License-Identifier: ISC */
/*
 * Receiving out of the Maildir spool/in.  Row first, commit, then the mail is
 * moved to the Maildir spool/done, so that looking for new ones never gets
 * slower; whatever dies in between, the mail's name and bytes tell that its
 * row is there.  Some programs give a name again: other bytes are another mail.
 */
#include "app/transport/inner.h"

#include "app/home/folder.h"
#include "app/home/home.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "base/log.h"
#include "mail/incoming/read.h"
#include "mail/mail.h"
#include "mail/maildir/maildir.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_intake.h"
#include "store/transaction.h"

#include <limits.h>
#include <string.h>

/* What one transaction takes in, whichever is reached first. */
#define BATCH 512
#define BATCH_BYTES (8 * MAIL_MAX_SIZE)
#define ROAD "maildir:"

/* What is taken in at once. */
struct batch {
	const char *in, *done; /* Maildirs */
	GPtrArray *names; /* of all mails in the spool */
	guint begin, end; /* of those in this batch */
	GPtrArray *away; /* names of those to be moved */
	size_t bytes;
	struct err *fault; /* why one of them stays */
};

/* The mail cannot be read and is left where it is, for somebody to look at;
 * the others go on. */
static bool
stays(struct batch *batch, const struct err *e)
{
	if (e->code == ERR_MISSING)
		return false;
	*batch->fault = *e;
	err_more(batch->fault, "a mail stays in the spool");
	return true;
}

/*
 * What tells the mail from all others: its name, and if that is taken, with its
 * bytes.  *source is NULL if that very mail is known.
 */
static int
name_source(struct home *home, const char *name, const struct arrival *mail,
    char **source)
{
	g_autofree char *base = maildir_base(name);
	g_autofree char *first = g_strconcat(ROAD, base, NULL);
	g_autofree char *sha = NULL, *again = NULL;
	struct inbox_row *row;

	*source = NULL;
	if (!store_inbox_knows(home->store, first)) {
		*source = g_steal_pointer(&first);
		return 0;
	}
	row = store_inbox_by_source(home->store, first);
	if (row == NULL)
		return -1;
	sha = letter_sha(mail->raw);
	again =
	    g_strdup_printf("%s:%s-%" G_GINT64_FORMAT, first, sha, mail->size);
	if ((strcmp(row->sha, sha) != 0 || row->size != mail->size) &&
	    !store_inbox_knows(home->store, again))
		*source = g_steal_pointer(&again);
	inbox_row_free(row);
	return 0;
}

static int
receive_one(struct home *home, struct batch *batch, char *name, int *n)
{
	struct arrival mail = { .road = ROAD };
	g_autoptr(GBytes) raw = NULL;
	g_autofree char *source = NULL;
	size_t size = 0;

	raw = maildir_read(batch->in, name, &mail.cut, &size, home->err);
	if (raw == NULL && stays(batch, home->err))
		return 0;
	g_ptr_array_add(batch->away, name);
	if (raw == NULL)
		return 0;
	batch->bytes += g_bytes_get_size(raw);
	mail.raw = raw;
	mail.size = (int64_t)size;
	if (name_source(home, name, &mail, &source) == -1)
		return -1;
	if ((mail.source = source) == NULL)
		return 0;
	if (receive_row(home, &mail) == -1)
		return -1;
	++*n;
	return 0;
}

static int
receive_rows(struct home *home, struct batch *batch, int *n)
{
	int r = 0;

	if (store_begin(home->store, __func__) == -1)
		return -1;
	while (r == 0 && batch->end < batch->names->len &&
	       batch->end - batch->begin < BATCH &&
	       batch->bytes < BATCH_BYTES) {
		r = receive_one(
		    home, batch, batch->names->pdata[batch->end], n);
		batch->end++;
	}
	if (r == -1) {
		store_rollback(home->store);
		return -1;
	}
	checkpoint("received, before the commit");
	return store_commit(home->store);
}

/* A mail that will not move is left where it is: its row is there. */
static void
move_away(const struct batch *batch)
{
	struct err why = { 0 };

	for (guint i = 0; i < batch->away->len; i++) {
		if (maildir_move(batch->in, batch->away->pdata[i], batch->done,
			&why) == -1)
			log_warn("spool-not-moved", "receive: %s", why.text);
		if (i == 0)
			checkpoint("moved one mail");
	}
}

static int
receive_batch(struct home *home, struct batch *batch, int *n)
{
	if (receive_rows(home, batch, n) == -1)
		return -1;
	checkpoint("received, mails not moved");
	move_away(batch);
	log_debug("spool-taken", "received %u mails", batch->away->len);
	return 0;
}

int
receive_maildir(struct home *home, int *n, struct err *fault)
{
	g_autofree char *in = home_spool_in(home->dir);
	g_autofree char *done =
	    g_build_filename(home->dir, "spool", "done", NULL);
	g_autoptr(GPtrArray) names = maildir_list(in, INT_MAX, home->err);
	guint begin = 0;
	int r = 0;

	if (names == NULL)
		return -1;
	while (r == 0 && begin < names->len) {
		g_autoptr(GPtrArray) away = g_ptr_array_new();
		struct batch batch = { .in = in,
			.done = done,
			.names = names,
			.begin = begin,
			.end = begin,
			.away = away,
			.fault = fault };

		r = receive_batch(home, &batch, n);
		begin = batch.end;
	}
	return r;
}
