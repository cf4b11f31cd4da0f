/* SPDX-License-Identifier: ISC */
/* Files of the spool that go with the rows of their mails and letters. */
#include "app/transport/spool_drop.h"

#include "app/home/home.h"
#include "app/transport/send.h"
#include "base/err.h"
#include "mail/maildir.h"
#include "store/deletion.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* The flags with which a Maildir's mail may lie there: seen, or by nobody. */
static const struct {
	const char *folder, *flags;
} places[] = { { "new", "" }, { "cur", "" }, { "cur", ":2," },
	{ "cur", ":2,S" } };

static int
drop(struct home *home, const char *dir, const char *name)
{
	for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
		g_autofree char *path = g_strdup_printf(
		    "%s/%s/%s%s", dir, places[i].folder, name, places[i].flags);

		if (unlink(path) == -1 && errno != ENOENT && errno != ENOTDIR)
			return err_errno(home->err, "cannot remove %s", path);
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
