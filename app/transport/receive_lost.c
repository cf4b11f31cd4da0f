/* SPDX-License-Identifier: ISC */
/*
 * Mails that a home took in which was lost after its last backup.  It moved
 * them to folders for mails that are done with, on servers and in the spool;
 * from there they come again.  Their rows begin with a word of their own, so
 * that none is taken for the mail that came first.
 */
#include "app/transport/receive.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/mailbox_config.h"
#include "app/transport/inner.h"
#include "base/err.h"
#include "mail/mail.h"
#include "mail/maildir/maildir.h"
#include "mail/servers/imap.h"
#include "store/mails/inbox_intake.h"
#include "store/transaction.h"

#define ROAD "done:"
#define SLACK INT64_C(172800) /* dates of servers have zones and no hours */

/* ---- servers ---- */

static int
visit_done(
    struct home *home, const struct mailbox_config *m, int64_t since, int *n)
{
	g_autofree char *name = g_strdup_printf(
	    ROAD "imap:%s@%s/%s", m->server.user, m->server.host, m->done);
	const struct mailbox_config config = {
		.server = m->server, .folder = m->done, .name = name
	};
	struct mailbox box = { .config = &config,
		.imap = imap_new(&config.server, config.folder, NULL),
		.since = MAX(since - SLACK, 1) };
	struct visited visited = { 0 };
	int r = receive_imap(home, &box, &visited);

	imap_free(box.imap);
	if (r == -1)
		return -1;
	*n += visited.n;
	/* What is left has another try in a minute, and after the last one a
	 * row for the organiser: then nothing is left. */
	if (visited.fault.code == 0 && visited.stuck)
		return err_set(home->err, ERR_IO,
		    "%s: some mails of the folder %s could not be fetched yet; "
		    "try again in a minute",
		    m->name, m->done);
	if (visited.fault.code == 0)
		return 0;
	*home->err = visited.fault;
	home->err->code = ERR_IO;
	return err_more(home->err, "%s", m->name);
}

/* ---- the spool ---- */

static int
receive_one(struct home *home, const char *done, const char *name,
    int64_t since, int *n)
{
	g_autofree char *base = maildir_base(name);
	g_autofree char *first = g_strconcat("maildir:", base, NULL);
	g_autofree char *source = g_strconcat(ROAD, base, NULL);
	g_autoptr(GBytes) raw = NULL;
	struct arrival mail = { .source = source, .road = ROAD };
	struct err why = { 0 };
	struct maildir_file file = { 0 };

	if (store_inbox_knows(home->store, first) ||
	    store_inbox_knows(home->store, source))
		return 0;
	raw = maildir_read(done, name, &file, &why);
	if (raw == NULL)
		return why.code == ERR_MISSING
			   ? 0
			   : err_set(home->err, why.code, "%s", why.text);
	mail.raw = raw;
	mail.cut = file.cut;
	mail.size = (int64_t)file.size;
	if (receive_lost_row(home, &mail, since) == -1)
		return -1;
	++*n;
	return 0;
}

static int
receive_done(struct home *home, int64_t since, int *n)
{
	g_autofree char *done =
	    g_build_filename(home->dir, "spool", "done", NULL);
	g_autoptr(GPtrArray) names = NULL;
	int r = 0;

	if (!g_file_test(done, G_FILE_TEST_IS_DIR))
		return 0;
	if ((names = maildir_list_all(done, home->err)) == NULL)
		return -1;
	for (guint i = 0; i < names->len && r == 0; i++)
		r = receive_one(home, done, names->pdata[i], since, n);
	return r;
}

int
receive_lost(struct home *home, int64_t since, int *n)
{
	const GPtrArray *boxes = home->config->mailboxes;
	int r;

	*n = 0;
	if (mail_open(home->err) == -1)
		return -1;
	IN_TRANSACTION(home->store, r, receive_done(home, since, n));
	for (guint i = 0; r == 0 && i < boxes->len; i++) {
		const struct mailbox_config *m = boxes->pdata[i];

		if (m->done != NULL)
			r = visit_done(home, m, since, n);
	}
	return r;
}
