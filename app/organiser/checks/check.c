/* SPDX-License-Identifier: ISC */
/*
 * "turnpost check": everything is tried, nothing is changed, and no letter is
 * sent but to itself, if that is wanted.  It goes on after a fault, so that all
 * are seen at once.
 */
#include "app/organiser/checks/check.h"

#include "app/home/config.h"
#include "app/organiser/organiser.h"
#include "base/err.h"
#include "store/store.h"

bool
check_settings(struct check *c)
{
	struct err e = { 0 };

	c->config = config_read(c->dir, &e);
	if (c->config != NULL)
		check_ok(c, "settings", "turnpost.yaml has no mistakes");
	else if (e.code == ERR_MISSING)
		check_wrong(c, "settings",
		    "there is no turnpost home in %s; make one with "
		    "\"turnpost --home %s init\", or say where it is",
		    c->dir, c->dir);
	else
		check_wrong(c, "settings", "%s", e.text);
	return c->config != NULL || e.code != ERR_MISSING;
}

json_t *
home_check(const char *dir, int64_t now, int wait,
    const struct check_watch *watch, bool *well)
{
	struct check c = { .dir = dir,
		.now = now,
		.watch = watch,
		.wait = wait,
		.list = json_array() };

	if (check_settings(&c)) {
		check_templates(&c);
		check_pictures(&c);
		check_folders(&c);
		check_database(&c);
		if (c.store != NULL)
			check_running(&c);
		if (c.config != NULL) {
			check_data(&c);
			check_mail(&c);
			if (wait > 0)
				check_letter(&c);
			check_metrics(&c);
			check_pages(&c);
		}
		if (c.store != NULL)
			check_state(&c);
		if (c.store != NULL && c.config != NULL)
			check_backup(&c);
	}
	store_close(c.store);
	config_free(c.config);
	*well = !c.wrong;
	return c.list;
}
