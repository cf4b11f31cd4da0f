/* SPDX-License-Identifier: ISC */
/*
 * When things would be due by a policy, for people who want to see it: a
 * fortnight in which something is asked at the same hour of every day.
 */
#include "app/organiser/organiser.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/context/policy_text.h"
#include "app/matches/clocks/reminders.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "base/err.h"
#include "base/seconds.h"
#include "core/say.h"
#include "policy/clock.h"
#include "policy/wall.h"
#include "policy/policy.h"
#include "policy/policy_text.h"
#include "policy/span.h"
#include "render/render.h"

#define DAYS 14

static char *
short_time(const struct home *home, const char *zone, int64_t at)
{
	struct wall w;
	g_autofree char *key = NULL;
	struct phrase *phrase;
	g_autofree char *weekday = NULL;

	if (at >= CLOCK_NEVER)
		return g_strdup("never");
	wall_at(zone, at, &w);
	key = g_strdup_printf("date.short.%d", w.weekday + 1);
	phrase = phrase_new(key, NULL);
	weekday = catalog_say(home_words(home), phrase, NULL);
	phrase_free(phrase);
	return g_strdup_printf("%s %04d-%02d-%02d %02d:%02d %s", weekday,
	    w.date / 10000, w.date / 100 % 100, w.date % 100, w.minute / 60,
	    w.minute % 60, w.zone);
}

static void
add_reminders(const struct home *home, const struct course *course,
    const char *zone, json_t *row)
{
	const struct policy *p = course->policy;
	GString *text = g_string_new(NULL);

	for (int i = 0; i < p->nreminders && course->due < CLOCK_NEVER; i++) {
		g_autofree char *shown = short_time(
		    home, zone, reminders_share(course, p->reminders[i]));

		g_string_append_printf(text, "%s%s", i > 0 ? ", " : "", shown);
	}
	json_object_set_new(row, "reminders", json_string(text->str));
	g_string_free(text, TRUE);
}

static json_t *
one_row(const struct home *home, const struct policy *p,
    const struct calendar *c, const char *zone, int64_t asked, struct span span)
{
	json_t *row = json_object();
	g_autoptr(GTimeZone) tz = g_time_zone_new_identifier(zone);
	int64_t due = calendar_after(c, asked, span, 0);
	const struct course course = { p, tz, c, asked, due };
	g_autofree char *begin = short_time(home, zone, asked);
	g_autofree char *end = short_time(home, zone, due);

	json_object_set_new(row, "asked", json_string(begin));
	add_reminders(home, &course, zone, row);
	json_object_set_new(row, "deadline", json_string(end));
	return row;
}

/* "" of the phase: of all that have no time of their own. */
static void
add_rows(const struct home *home, const struct policy *p, const char *phase,
    const char *zone, int64_t from, json_t *list)
{
	struct span span = policy_time(p, phase);
	struct calendar *c;
	struct span day = { .working_days = 1 };
	struct policy all = *p;
	struct calendar *every;
	int64_t asked = from;

	if (!span_any(span))
		return;
	/* The same hour of each day by the match's clocks. */
	all.days_off = 0;
	all.ndates_off = 0;
	all.quiet_from = all.quiet_to = 0;
	all.latest = -1;
	every = calendar_new(&all, home->config->zone);
	c = calendar_new(p, home->config->zone);
	for (int i = 0; i < DAYS; i++) {
		json_t *row = one_row(home, p, c, zone, asked, span);

		json_object_set_new(row, "phase", json_string(phase));
		json_array_append_new(list, row);
		asked = calendar_after(every, asked, day, 0);
	}
	calendar_free(c);
	calendar_free(every);
}

static int
find_policy(
    struct home *home, int64_t match, char *const *keys, struct policy *p)
{
	struct table *t;

	*p = home->config->policy;
	if (match != 0) {
		if ((t = table_open(home, match)) == NULL)
			return -1;
		*p = t->policy;
		table_free(t);
	}
	return policy_set_all(p, keys, home->err);
}

json_t *
policy_explained(struct home *home, const struct explained *what, struct err *e)
{
	struct reader r;
	struct policy p;
	json_t *rows;
	const char *zone = what->zone;

	home_work(home, home->now, e);
	r = reader_address(home, NULL, NULL);
	if (find_policy(home, what->match, what->policy, &p) == -1)
		return NULL;
	if (zone == NULL)
		zone = p.zone[0] != '\0' ? p.zone : home->config->zone;
	rows = json_array();
	add_rows(home, &p, "", zone, what->from, rows);
	for (int i = 0; i < p.ntimes; i++)
		add_rows(home, &p, p.times[i].phase, zone, what->from, rows);
	return json_pack("{s:o, s:o}", "sentences", policy_sentences(&r, &p),
	    "calendar", rows);
}
