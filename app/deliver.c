/* SPDX-License-Identifier: ISC */
/*
 * What a mail server's pipe calls: the raw mail into the spool, synced, and
 * nothing else.  It parses nothing and opens no database, so that there is
 * nothing to fail.
 */
#include "app/private.h"

#include "base/file.h"

/* What a mail server lets through at all; cut when it is read, not here. */
#define DELIVER_MAX_SIZE ((size_t)64 * 1024 * 1024)

int
deliver(const char *dir, int fd, int64_t now_usec, struct err *e)
{
	g_autofree char *in = home_spool_in(dir);
	g_autofree char *name = maildir_name(now_usec);
	g_autofree char *config = g_build_filename(dir, "turnpost.yaml", NULL);
	struct maildir_item item = { .dir = in, .name = name };

	if (!g_file_test(config, G_FILE_TEST_EXISTS))
		return err_set(
		    e, ERR_MISSING, "there is no turnpost home in %s", dir);
	item.raw = file_read_fd(fd, DELIVER_MAX_SIZE, e);
	if (item.raw == NULL)
		return -1;
	maildir_put(&item, 1);
	g_bytes_unref(item.raw);
	if (item.err.code == 0)
		return 0;
	*e = item.err;
	return -1;
}
