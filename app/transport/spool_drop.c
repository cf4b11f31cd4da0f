/* SPDX-License-Identifier: ISC */
/* Files of the spool that go with the rows of their mails and letters. */
#include "app/transport/spool_drop.h"

#include "app/home/home.h"
#include "app/transport/send.h"
#include "base/err.h"
#include "mail/maildir/maildir.h"
#include "store/matches/deletion.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* A Maildir's flags, in the order in which they stand behind ":2,". */
#define FLAGS "DFPRST"

static int
drop_one(struct home *home, const char *dir, const char *folder,
    const char *name, const char *info)
{
	g_autofree char *path =
	    g_strdup_printf("%s/%s/%s%s", dir, folder, name, info);

	return unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR
		   ? 0
		   : err_errno(home->err, "cannot remove %s", path);
}

/* A reader's program may have moved it and given it any flags; each name is
 * tried, because a folder of very many mails is not to be listed for one. */
static int
drop(struct home *home, const char *dir, const char *name)
{
	if (drop_one(home, dir, "new", name, "") == -1 ||
	    drop_one(home, dir, "cur", name, "") == -1)
		return -1;
	for (unsigned set = 0; set < 1u << strlen(FLAGS); set++) {
		char info[sizeof(":2," FLAGS)] = ":2,";
		size_t n = strlen(info);

		for (size_t i = 0; i < strlen(FLAGS); i++)
			if (set & 1u << i)
				info[n++] = FLAGS[i];
		if (drop_one(home, dir, "cur", name, info) == -1)
			return -1;
	}
	return 0;
}

/* Its source is "maildir:NAME"; with the bytes behind it, if another mail has
 * had that name (maildir_in.c): then nobody can tell whose file is whose, and
 * it stays. */
static int
drop_mail(struct home *home, const char *source)
{
	const char *begin = strchr(source, ':');
	g_autofree char *done =
	    g_build_filename(home->dir, "spool", "done", NULL);
	g_autofree char *base = NULL;

	if (begin == NULL || strchr(begin + 1, ':') != NULL ||
	    (!g_str_has_prefix(source, "maildir:") &&
		!g_str_has_prefix(source, "done:")))
		return 0;
	base = maildir_base(begin + 1);
	if (base[0] == '\0' || strchr(base, '/') != NULL)
		return 0;
	return drop(home, done, base);
}

int
spool_drop(struct home *home, const struct spooled *row)
{
	g_autofree char *dir = NULL, *name = NULL;

	if (row->source != NULL)
		return drop_mail(home, row->source);
	dir = spool_out_dir(home, row->address);
	name = spool_out_name(home, row->id, row->created);
	return drop(home, dir, name);
}
