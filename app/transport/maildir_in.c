/* SPDX-License-Identifier: ISC */
/*
 * Receiving out of the Maildir spool/in.  Row first, commit, and when the disk
 * has that, the mail is moved to the Maildir spool/done, so that looking for
 * new ones never gets slower; whatever dies in between, the mail's name and
 * bytes tell that its row is there.  In a file, the commit does not wait for
 * the disk: what handles the mail and sends its letters syncs it with theirs.
 * A server may die alone, and a standby without the last commits may take its
 * place, so there it waits, and the mail is moved at once.  There other workers
 * go on meanwhile, but they take no mails in.  Some programs give a name again:
 * other bytes are another mail, also if they come while the first still lies
 * there; these stay for the next round.
 */
#include "app/transport/inner.h"
#include "app/transport/receive.h"

#include "app/home/folder.h"
#include "app/home/home.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "base/log.h"
#include "mail/incoming/read.h"
#include "mail/mail.h"
#include "mail/maildir/maildir.h"
#include "store/claims.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_intake.h"
#include "store/transaction.h"

#include <limits.h>
#include <string.h>

/* What one transaction takes in, whichever is reached first. */
#define BATCH 512
#define BATCH_BYTES (8 * MAIL_MAX_SIZE)
#define ROAD "maildir:"
#define INTAKE "mails that come" /* what one worker takes in at a time */
/* Mails that are looked at together, and on a server, where each time costs a
 * journey. */
#define TOGETHER 32
#define TOGETHER_SHARED BATCH

/* A file of the spool whose mail has its row. */
struct taken {
	struct maildir_file file;
	char name[];
};

/* What is taken in at once. */
struct batch {
	const char *in; /* a Maildir */
	GPtrArray *names; /* of all mails in the spool */
	guint begin, end; /* of those in this batch */
	GPtrArray *away; /* struct taken *: those to be moved */
	size_t bytes;
	struct err *fault; /* why one of them stays */
};

/* The mail cannot be read and is left where it is, for somebody to look at;
 * the others go on. */
static void
note_unread(struct batch *batch, const struct err *e)
{
	if (e->code == ERR_MISSING)
		return; /* somebody took it away */
	*batch->fault = *e;
	err_more(batch->fault, "a mail stays in the spool");
}

/* One of some that are looked at together, before they become rows. */
struct found {
	char *name;
	GBytes *raw;
	char *source; /* NULL: that very mail is known */
	char *sha;
	struct arrival mail;
};

static void
found_free(void *data)
{
	struct found *found = data;

	g_bytes_unref(found->raw);
	g_free(found->source);
	g_free(found->sha);
	g_free(found);
}

static char *
first_source(const char *name)
{
	g_autofree char *base = maildir_base(name);

	return g_strconcat(ROAD, base, NULL);
}

/*
 * What tells the mail from all others: its name, and if that is taken, with its
 * bytes.  source is NULL if that very mail is known.
 */
static int
name_source(struct home *home, struct found *found)
{
	g_autofree char *first = first_source(found->name);
	g_autofree char *again = NULL;
	struct inbox_row *row;

	if (!store_inbox_knows(home->store, first)) {
		found->source = g_steal_pointer(&first);
		return 0;
	}
	row = store_inbox_by_source(home->store, first);
	if (row == NULL)
		return -1;
	again = g_strdup_printf(
	    "%s:%s-%" G_GINT64_FORMAT, first, found->sha, found->mail.size);
	if ((strcmp(row->sha, found->sha) != 0 ||
		row->size != found->mail.size) &&
	    !store_inbox_knows(home->store, again))
		found->source = g_steal_pointer(&again);
	inbox_row_free(row);
	return 0;
}

static void
note_taken(
    struct batch *batch, const char *name, const struct maildir_file *file)
{
	const size_t size = strlen(name) + 1;
	struct taken *taken = g_malloc(sizeof(*taken) + size);

	taken->file = *file;
	memcpy(taken->name, name, size);
	g_ptr_array_add(batch->away, taken);
}

/* NULL if there is nothing to read. */
static struct found *
read_one(struct home *home, struct batch *batch, char *name)
{
	struct maildir_file file = { 0 };
	GBytes *raw = maildir_read(batch->in, name, &file, home->err);
	struct found *found;

	if (raw == NULL) {
		note_unread(batch, home->err);
		return NULL;
	}
	note_taken(batch, name, &file);
	batch->bytes += g_bytes_get_size(raw);
	found = g_new0(struct found, 1);
	*found = (struct found){ .name = name,
		.raw = raw,
		.sha = letter_sha(raw),
		.mail = { .road = ROAD,
		    .raw = raw,
		    .size = (int64_t)file.size,
		    .cut = file.cut } };
	return found;
}

static bool
is_full(const struct batch *batch)
{
	return batch->end == batch->names->len ||
	       batch->end - batch->begin >= BATCH ||
	       batch->bytes >= BATCH_BYTES;
}

static guint
together(const struct home *home)
{
	return store_is_shared(home->store) ? TOGETHER_SHARED : TOGETHER;
}

/* Mails of one name are not looked at together, for what becomes of the second
 * depends on the first.  The very first is looked at alone: only behind it a
 * store that was just opened knows what is asked about a mail. */
static void
read_some(struct home *home, struct batch *batch, GPtrArray *some)
{
	g_autoptr(GHashTable) sources =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	const guint most = batch->end == 0 ? 1 : together(home);

	while (!is_full(batch) && some->len < most) {
		char *name = batch->names->pdata[batch->end];
		struct found *found;

		if (!g_hash_table_add(sources, first_source(name)))
			return;
		found = read_one(home, batch, name);
		if (found != NULL)
			g_ptr_array_add(some, found);
		batch->end++;
	}
}

static int
ask_ahead(struct home *home, const GPtrArray *some)
{
	for (guint i = 0; i < some->len; i++) {
		const struct found *found = some->pdata[i];
		g_autofree char *source = first_source(found->name);
		const struct store_value values[] = { { ":source", source },
			{ ":sha", found->sha }, { ":road", ROAD } };

		if (store_ahead(home->store, values, G_N_ELEMENTS(values)) ==
		    -1)
			return -1;
	}
	return store_ahead_end(home->store);
}

/* All that is asked comes before all that is written. */
static int
receive_some(struct home *home, const GPtrArray *some, int *n)
{
	if (ask_ahead(home, some) == -1)
		return -1;
	for (guint i = 0; i < some->len; i++) {
		struct found *found = some->pdata[i];

		if (name_source(home, found) == -1 ||
		    (found->source != NULL &&
			receive_same(
			    home, found->sha, ROAD, &found->mail.same) == -1))
			return -1;
		found->mail.source = found->source;
		found->mail.sha = found->sha;
	}
	for (guint i = 0; i < some->len; i++) {
		const struct found *found = some->pdata[i];

		if (found->source == NULL)
			continue;
		if (receive_row(home, &found->mail) == -1)
			return -1;
		++*n;
	}
	return 0;
}

static int
receive_rows(struct home *home, struct batch *batch, int *n)
{
	int r = 0;

	if (store_begin(home->store, __func__) == -1)
		return -1;
	while (r == 0 && !is_full(batch)) {
		g_autoptr(GPtrArray) some =
		    g_ptr_array_new_with_free_func(found_free);

		read_some(home, batch, some);
		r = receive_some(home, some, n);
	}
	if (r == -1) {
		store_rollback(home->store);
		return -1;
	}
	checkpoint("received, before the commit");
	return store_commit(home->store);
}

/* A mail that will not move is left where it is: its row is there.  What was
 * given its name since then stays, too: it has not been read. */
static void
move_away(const struct home *home)
{
	g_autofree char *in = home_spool_in(home->dir);
	g_autofree char *done =
	    g_build_filename(home->dir, "spool", "done", NULL);
	struct err why = { 0 };

	for (guint i = 0; i < home->taken->len; i++) {
		const struct taken *taken = home->taken->pdata[i];

		if (maildir_move(in, taken->name, &taken->file, done, &why) ==
		    -1)
			log_warn("spool-not-moved", "receive: %s", why.text);
		if (i == 0)
			checkpoint("moved one mail");
	}
}

int
receive_put_away(struct home *home)
{
	if (home->taken == NULL)
		return 0;
	/* a server has kept them: receive_maildir */
	if (!store_is_shared(home->store) && store_sync(home->store) == -1)
		return -1;
	move_away(home);
	g_clear_pointer(&home->taken, g_ptr_array_unref);
	return 0;
}

static void
begin_again(struct batch *batch)
{
	batch->end = batch->begin;
	batch->bytes = 0;
	g_ptr_array_set_size(batch->away, 0);
}

/* Other workers go on meanwhile, but none takes mails in: so rows come in the
 * order of their numbers, and what is asked about a mail stays true. */
static int
receive_beside(struct home *home, struct batch *batch, int *n)
{
	int taken = 0, r;

	if (store_claim_wait(home->store, INTAKE) == -1) {
		if (home->err->code != ERR_BUSY)
			return -1;
		/* Another worker hangs in it: these mails stay for the next
		 * round, no deadline passes before them, and all else goes on.
		 */
		home->err->code = 0;
		home->mails_elsewhere = true;
		batch->end = batch->names->len;
		return 0;
	}
	store_narrow(home->store, 0);
	r = receive_rows(home, batch, &taken);
	store_wide(home->store);
	/* The first bytes of a home that are packed bring their dictionary. */
	if (r == -1 && store_too_narrow(home->store)) {
		home->err->code = 0;
		begin_again(batch);
		taken = 0;
		r = receive_rows(home, batch, &taken);
	}
	if (r == 0)
		*n += taken;
	store_unclaim_one(home->store, INTAKE);
	return r;
}

static int
receive_batch(struct home *home, struct batch *batch, int *n)
{
	if (receive_beside(home, batch, n) == -1)
		return -1;
	checkpoint("received, mails not moved");
	if (home->taken == NULL)
		home->taken = g_ptr_array_new_with_free_func(g_free);
	log_debug("spool-taken", "received %u mails", batch->away->len);
	g_ptr_array_extend_and_steal(home->taken, g_ptr_array_ref(batch->away));
	return 0;
}

static int
receive_batches(
    struct home *home, const char *in, GPtrArray *names, struct visited *spool)
{
	guint begin = 0;
	int r = 0;

	while (r == 0 && begin < names->len) {
		g_autoptr(GPtrArray) away =
		    g_ptr_array_new_with_free_func(g_free);
		struct batch batch = { .in = in,
			.names = names,
			.begin = begin,
			.end = begin,
			.away = away,
			.fault = &spool->fault };

		r = receive_batch(home, &batch, &spool->n);
		begin = batch.end;
	}
	return r;
}

int
receive_maildir(struct home *home, struct visited *spool)
{
	g_autofree char *in = home_spool_in(home->dir);
	g_autoptr(GPtrArray) names = NULL;
	int r;

	/* what a round left that was cut short would be found again */
	if (receive_put_away(home) == -1)
		return -1;
	names = maildir_list(in, INT_MAX, home->err);
	if (names == NULL || names->len == 0)
		return names == NULL ? -1 : 0;
	if (store_is_shared(home->store)) {
		r = receive_batches(home, in, names, spool);
		return receive_put_away(home) == -1 ? -1 : r;
	}
	if (store_sync_later(home->store, true) == -1)
		return -1;
	r = receive_batches(home, in, names, spool);
	return store_sync_later_end(home->store, r);
}
