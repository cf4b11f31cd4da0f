/* SPDX-License-Identifier: ISC */
/*
 * Files of mails in spool/done.  A home that is made again from a backup takes
 * in those that the backup does not know, so a file stays until every backup
 * that is younger than the setting keep knows its mail: as long as the mail's
 * row is younger.  A name tells no more than that a mail is young, for one may
 * wait in spool/in, and not all programs begin names with the time.
 *
 * Machines that share their rows have a spool each.  So how far the sweep has
 * come is written down beside the files, not in the table meta.
 */
#include "app/home/keep.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "base/err.h"
#include "base/file.h"
#include "base/log.h"
#include "base/seconds.h"
#include "mail/maildir/maildir.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_intake.h"

#include <string.h>

#define FILES 500 /* that are removed in one tick */
#define SWEPT "swept" /* of spool/done: when all files were looked at */

struct sweep {
	struct home *home;
	int64_t before;
};

static bool
is_done(const struct inbox_row *row, int64_t before)
{
	return (row->state == INBOX_DONE || row->state == INBOX_IGNORED ||
		   row->state == INBOX_DUPLICATE) &&
	       row->received < before && row->handled < before;
}

/* 1 if a mail of that source is known, and was done before then. */
static int
ask(const struct sweep *sweep, const char *road, const char *base)
{
	g_autofree char *source = g_strconcat(road, base, NULL);
	struct store *store = sweep->home->store;
	struct inbox_row *row;
	int goes;

	if (!store_inbox_knows(store, source))
		return 0;
	if ((row = store_inbox_by_source(store, source)) == NULL)
		return -1;
	goes = is_done(row, sweep->before);
	inbox_row_free(row);
	return goes;
}

static int
may_go(void *arg, const char *base)
{
	int goes = ask(arg, "maildir:", base);

	/* taken in out of spool/done when the home was made again */
	return goes != 0 ? goes : ask(arg, "done:", base);
}

static bool
is_due(const struct home *home, const char *stamp)
{
	g_autofree char *text = NULL;
	int64_t age;

	if (!g_file_get_contents(stamp, &text, NULL, NULL))
		return true;
	age = home->now - g_ascii_strtoll(text, NULL, 10);
	return age < 0 || age >= DAY; /* the clock may have been set back */
}

static int
end_sweep(const struct home *home, const char *stamp)
{
	g_autofree char *text =
	    g_strdup_printf("%" G_GINT64_FORMAT "\n", home->now);

	return file_replace_private(stamp, text, strlen(text), home->err);
}

static int
drop_files(struct home *home, const char *done, const char *stamp)
{
	struct sweep sweep = { home, home->now - home->config->keep };
	const struct maildir_old old = { sweep.before, FILES, may_go, &sweep };
	int n;
	int r = maildir_drop(done, &old, &n, home->err);

	/* Those that cannot be removed have another try tomorrow. */
	if (n == FILES)
		return r;
	return end_sweep(home, stamp) == -1 ? -1 : r;
}

void
keep_files_tick(struct home *home)
{
	g_autofree char *done =
	    g_build_filename(home->dir, "spool", "done", NULL);
	g_autofree char *stamp = g_build_filename(done, SWEPT, NULL);
	struct err why = { 0 }, *outer;

	if (!g_file_test(done, G_FILE_TEST_IS_DIR) || !is_due(home, stamp))
		return;
	outer = home_errors(home, &why);
	if (drop_files(home, done, stamp) == -1)
		log_warn("spool-not-removed", "%s", why.text);
	home_errors(home, outer);
}
