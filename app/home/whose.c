/* SPDX-License-Identifier: ISC */
#include "app/home/whose.h"

#include "base/err.h"

#include <errno.h>
#include <glib.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

static char *
account_of(uid_t user)
{
	const struct passwd *found = getpwuid(user);

	return found != NULL ? g_strdup(found->pw_name)
			     : g_strdup_printf("#%u", (unsigned)user);
}

int
home_whose(const char *dir, struct err *e)
{
	g_autofree char *path = g_build_filename(dir, "turnpost.yaml", NULL);
	g_autofree char *owner = NULL;
	struct stat st;

	if (stat(dir, &st) == -1)
		return errno == EACCES ? err_errno(e, "%s", dir) : -1;
	if (!S_ISDIR(st.st_mode))
		return err_set(e, ERR_FORMAT,
		    "%s is a file, and a home of turnpost is a folder", dir);
	if (access(path, R_OK) == 0 || errno != EACCES)
		return -1;
	if (st.st_uid == geteuid())
		return err_errno(e, "%s", path);
	owner = account_of(st.st_uid);
	return err_set(e, ERR_IO,
	    "%s: %s; the home belongs to %s, so work there as that user, as in "
	    "\"sudo -u %s turnpost ...\"",
	    path, g_strerror(EACCES), owner, owner);
}
