/* SPDX-License-Identifier: ISC */
/*
 * "turnpost check --brief", for programs that ask every few minutes.  Mail
 * servers are not asked: turnpost that runs asks them each minute, and what
 * does not work is a trouble in the database.
 */
#include "app/organiser/checks/check.h"

#include "app/home/config.h"
#include "app/organiser/shown/monitor.h"
#include "app/organiser/organiser.h"
#include "base/err.h"
#include "store/store.h"

#include <string.h>

/* Nothing can be said about the home; why stands in err. */
static bool
is_unknown(const struct err *e)
{
	return e->code != 0 && e->code != ERR_DAMAGED && e->code != ERR_NEWER;
}

/* The figures that a graph may be made of. */
static void
add_figures(GString *line, const struct monitor *m)
{
	const struct figures *f = &m->figures;

	g_string_append_printf(line,
	    " | running=%lld muster=%lld overdue=%lld spool=%lld mails=%lld "
	    "held=%lld dead=%lld letters=%lld given_up=%lld faults=%u "
	    "free=%lldB",
	    (long long)f->matches[STATUS_RUNNING],
	    (long long)f->matches[STATUS_MUSTER], (long long)f->overdue,
	    (long long)m->spool, (long long)f->queues.mails,
	    (long long)f->queues.held, (long long)f->queues.dead,
	    (long long)f->queues.letters, (long long)f->queues.given_up,
	    m->troubles->len, (long long)m->room);
}

/* What was found in that state, without what is to be done about it. */
static void
add_findings(GString *line, const json_t *list, const char *state)
{
	const json_t *item;
	size_t i;

	json_array_foreach(list, i, item)
	{
		const char *says =
		    json_string_value(json_object_get(item, "says"));
		const char *end = strstr(says, "; ");

		if (strcmp(json_string_value(json_object_get(item, "state")),
			state) != 0)
			continue;
		g_string_append_printf(line, "%s%s: %.*s",
		    g_str_has_suffix(line->str, " - ") ? "" : "; ",
		    json_string_value(json_object_get(item, "part")),
		    (int)(end == NULL ? strlen(says) : (size_t)(end - says)),
		    says);
	}
}

static bool
has_state(const json_t *list, const char *state)
{
	const json_t *item;
	size_t i;

	json_array_foreach(list, i, item)
	{
		const char *found =
		    json_string_value(json_object_get(item, "state"));

		if (strcmp(found, state) == 0)
			return true;
	}
	return false;
}

/* m: NULL, if there are no figures. */
static char *
line_of(const struct check *c, enum brief brief, const struct monitor *m)
{
	static const char *const words[] = { "OK", "WARNING", "CRITICAL",
		"UNKNOWN" };
	GString *line = g_string_new("TURNPOST ");

	g_string_append_printf(line, "%s - ", words[brief]);
	add_findings(line, c->list, "wrong");
	add_findings(line, c->list, "warning");
	if (brief == BRIEF_OK)
		g_string_append_printf(line,
		    "matches running: %lld, mails waiting: %lld, letters "
		    "waiting: %lld",
		    (long long)m->figures.matches[STATUS_RUNNING],
		    (long long)m->figures.queues.mails,
		    (long long)m->figures.queues.letters);
	/* Behind this sign figures begin. */
	g_strdelimit(line->str, "|", '/');
	if (m != NULL)
		add_figures(line, m);
	return g_string_free(line, FALSE);
}

static void
check_parts(struct check *c)
{
	check_folders(c);
	if (c->config != NULL) {
		check_metrics(c);
		check_pages(c);
	}
	if (c->config != NULL && c->store != NULL)
		check_backup(c);
	check_running(c);
	check_state(c);
}

json_t *
home_check_brief(const char *dir, int64_t now, enum brief *brief, char **line)
{
	static const struct check_watch none = { NULL, NULL };
	struct check c = { .dir = dir,
		.now = now,
		.watch = &none,
		.list = json_array(),
		.brief = true };
	struct monitor m = { 0 };
	struct err e = { 0 };
	bool looked = false;

	if (check_settings(&c) && (c.store = monitor_open(dir, &e)) != NULL) {
		store_errors(c.store, &e);
		looked = monitor_look(&m, dir, c.store, now) == 0;
	}
	if (looked) {
		store_errors(c.store, &c.err);
		check_room(&c, (uint64_t)m.room);
		check_parts(&c);
	} else if (e.code != 0)
		check_wrong(&c, "database", "%s", e.text);
	if (!looked && (e.code == 0 || is_unknown(&e)))
		*brief = BRIEF_UNKNOWN;
	else if (c.wrong)
		*brief = BRIEF_CRITICAL;
	else
		*brief =
		    has_state(c.list, "warning") ? BRIEF_WARNING : BRIEF_OK;
	*line = line_of(&c, *brief, looked ? &m : NULL);
	monitor_clear(&m);
	store_close(c.store);
	config_free(c.config);
	return c.list;
}
