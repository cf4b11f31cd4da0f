/* SPDX-License-Identifier: ISC */
/*
 * What a mail server's pipe calls: the raw mail into the spool, synced, and
 * nothing else.  It takes nothing apart and opens no database, so that there
 * is nothing to fail.
 */
#include "app/transport/deliver.h"

#include "app/home/folder.h"
#include "base/err.h"
#include "base/file.h"
#include "mail/maildir/arrival.h"
#include "mail/maildir/maildir.h"

/* In memory, with the line of mbox files; what follows goes by in pieces. */
#define START_SIZE ((size_t)64 * 1024)
/*
 * No more of a mail is kept.  It is taken all the same: of one that is bigger
 * than MAIL_MAX_SIZE only the beginning is ever read, and its sender learns
 * that at once, not when the server that sends it has given up.
 */
#define DELIVER_MAX_SIZE ((size_t)64 * 1024 * 1024)

int
deliver(const char *dir, const struct piped_mail *mail, struct err *e)
{
	g_autofree char *in = home_spool_in(dir);
	g_autofree char *name = maildir_name(mail->now_usec);
	g_autofree char *config = g_build_filename(dir, "turnpost.yaml", NULL);
	g_autoptr(GBytes) start = NULL, raw = NULL;
	struct maildir_item item = { .dir = in,
		.name = name,
		.rest = mail->fd,
		.placing = mail->placing,
		.rest_max = DELIVER_MAX_SIZE - START_SIZE };

	if (!g_file_test(config, G_FILE_TEST_EXISTS))
		return err_set(
		    e, ERR_MISSING, "there is no turnpost home in %s", dir);
	start = file_read_fd(mail->fd, START_SIZE, e);
	if (start == NULL)
		return -1;
	item.raw = raw = arrival_start(
	    start, &(struct hand_over){ .sender = mail->sender,
		       .recipient = mail->recipient,
		       .original_recipient = mail->original_recipient,
		       .more = mail->more,
		       .submitted = mail->submitted });
	maildir_put(&item, 1);
	if (item.err.code == 0)
		return 0;
	*e = item.err;
	return -1;
}
