/* SPDX-License-Identifier: ISC */
/*
 * "turnpost check": everything is tried, nothing is changed, and no letter is
 * sent but to itself, if that is wanted.  It goes on after a fault, so that all
 * are seen at once.
 */
#include "app/organiser/check.h"

#include "app/home/config.h"
#include "app/organiser/organiser.h"
#include "base/err.h"
#include "store/store.h"

static void __attribute__((format(printf, 4, 0))) add(struct check *c,
    const char *part, const char *state, const char *fmt, va_list ap)
{
	g_autofree char *text = g_strdup_vprintf(fmt, ap);
	g_autofree char *says = g_utf8_make_valid(text, -1);
	json_t *item = json_pack(
	    "{s:s, s:s, s:s}", "part", part, "state", state, "says", says);

	if (c->watch->found != NULL)
		c->watch->found(item);
	json_array_append_new(c->list, item);
}

void
check_trying(const struct check *c, const char *what)
{
	if (c->watch->trying != NULL)
		c->watch->trying(what);
}

void
check_ok(struct check *c, const char *part, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add(c, part, "ok", fmt, ap);
	va_end(ap);
}

void
check_warn(struct check *c, const char *part, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add(c, part, "warning", fmt, ap);
	va_end(ap);
}

void
check_wrong(struct check *c, const char *part, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add(c, part, "wrong", fmt, ap);
	va_end(ap);
	c->wrong = true;
}

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
