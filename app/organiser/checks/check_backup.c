/* SPDX-License-Identifier: ISC */
/* Checks of backups: is this home one, and is there a young one of it? */
#include "app/organiser/checks/check.h"

#include "app/copies/backup_names.h"
#include "app/home/config.h"
#include "app/copies/restore.h"
#include "base/seconds.h"
#include "store/meta.h"

#include <glib.h>

static char *
round_span(int64_t seconds)
{
	return seconds >= 2 * DAY
		   ? g_strdup_printf("%d days", (int)(seconds / DAY))
		   : g_strdup_printf("%d hours", (int)(seconds / HOUR));
}

static void
check_young(struct check *c)
{
	const struct backup_config *backup = &c->config->backup;
	g_autofree char *instance = NULL, *age = NULL, *most = NULL;
	int64_t newest = 0;

	if (backup->folder == NULL)
		return;
	if (store_meta_get(c->store, "instance", &instance) == -1) {
		check_wrong(c, "backup", "%s", c->err.text);
		return;
	}
	if (backup_newest(backup->folder, instance != NULL ? instance : "",
		&newest, &c->err) == -1) {
		check_warn(c, "backup",
		    "the folder of the backups cannot be read: %s; make it, or "
		    "change \"backup: folder\" in the settings",
		    c->err.text);
		return;
	}
	age = round_span(MAX(c->now - newest, 0));
	most = round_span(backup->within);
	if (newest == 0)
		check_warn(c, "backup",
		    "there is no backup of this home in %s; make one with "
		    "\"turnpost backup\", and see that this is done regularly",
		    backup->folder);
	else if (c->now - newest > backup->within)
		check_warn(c, "backup",
		    "the newest backup in %s is %s old, and the settings want "
		    "one within %s; make one with \"turnpost backup\", and see "
		    "why this is not done regularly",
		    backup->folder, age, most);
	else
		check_ok(c, "backup", "the newest backup in %s is %s old",
		    backup->folder, age);
}

/* Its first step does by itself what is asked for here. */
static void
check_caught_up(struct check *c)
{
	g_autofree char *since = NULL;

	if (store_meta_get(c->store, META_RESTORED, &since) == -1)
		check_wrong(c, "backup", "%s", c->err.text);
	else if (since != NULL)
		check_warn(c, "backup",
		    "this home was made of a backup and has not read what came "
		    "since; run \"turnpost receive --relist\"");
}

void
check_backup(struct check *c)
{
	check_caught_up(c);
	check_young(c);
}
