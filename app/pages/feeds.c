/* SPDX-License-Identifier: ISC */
/*
 * Feeds: results as Atom (RFC 4287), deadlines as iCalendar (RFC 5545).  What
 * they say comes from summaries; their times are those of what happened.
 */
#include "app/pages/site.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/pages/folder.h"
#include "base/direction.h"
#include "store/pages.h"

#include <string.h>

enum { RESULTS_MOST = 30, DEADLINES_MOST = 500, LINE_MOST = 73 };

static char *
stamp(int64_t at, const char *format)
{
	g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(at);

	return g_date_time_format(time, format);
}

/* "Anna won. Anna 12, Boris 9": points do not decide every match. */
static char *
result_text(const struct site *site, const char *language, const json_t *item)
{
	GString *text = g_string_new(NULL);
	g_autofree char *points = NULL, *said = NULL;
	json_t *winners = json_array(), *player;
	size_t i;

	json_array_foreach(json_object_get(item, "players"), i, player)
	{
		json_t *name = json_object_get(player, "name");
		const char *called = json_string_value(name);

		g_string_append_printf(text, "%s%s%s %s", i > 0 ? ", " : "",
		    called, direction_after(called),
		    json_string_value(json_object_get(player, "score")));
		if (json_is_true(json_object_get(player, "winner")))
			json_array_append(winners, name);
	}
	points = g_string_free(text, FALSE);
	if (json_array_size(winners) == 0) {
		json_decref(winners);
		return g_steal_pointer(&points);
	}
	said = site_say(site, language, "page.won-by",
	    json_pack("{s:o}", "winners", winners));
	return g_strdup_printf("%s %s", said, points);
}

static char *
title_of(const json_t *item)
{
	return g_strdup_printf("%s %lld: %s",
	    json_string_value(json_object_get(item, "game")),
	    (long long)json_integer_value(json_object_get(item, "id")),
	    json_string_value(json_object_get(item, "name")));
}

/* ---- results ---- */

static void
add_entry(GString *out, const struct site *site, const char *language,
    const json_t *item, int64_t ended)
{
	long long id = json_integer_value(json_object_get(item, "id"));
	g_autofree char *title = title_of(item);
	g_autofree char *text = result_text(site, language, item);
	g_autofree char *at = stamp(ended, "%Y-%m-%dT%H:%M:%SZ");
	g_autofree char *safe = g_markup_printf_escaped(
	    "<entry>\n<title>%s</title>\n"
	    "<id>tag:%s,2026:%s/match-%lld</id>\n<updated>%s</updated>\n"
	    "<link rel=\"alternate\" href=\"match-%lld.html\"/>\n"
	    "<summary>%s</summary>\n</entry>\n",
	    title, strchr(site->home->config->address, '@') + 1,
	    site->folder->id, id, at, id, text);

	g_string_append(out, safe);
}

static int
write_results(struct site *site, const char *language, const GPtrArray *rows)
{
	g_autofree char *title =
	    site_say(site, language, "page.results-feed", NULL);
	g_autofree char *file = g_strconcat(language, "/results.atom", NULL);
	const struct page_row *newest = rows->len > 0 ? rows->pdata[0] : NULL;
	g_autofree char *at =
	    stamp(newest == NULL ? 0 : newest->ended, "%Y-%m-%dT%H:%M:%SZ");
	g_autoptr(GString) out = g_string_new(NULL);
	g_autofree char *head = g_markup_printf_escaped(
	    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
	    "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"%s\">\n"
	    "<title>%s: %s</title>\n<id>tag:%s,2026:%s/results-%s</id>\n"
	    "<updated>%s</updated>\n<author><name>%s</name></author>\n"
	    "<link rel=\"self\" href=\"results.atom\"/>\n",
	    language, site->home->config->name, title,
	    strchr(site->home->config->address, '@') + 1, site->folder->id,
	    language, at, site->home->config->name);

	g_string_append(out, head);
	for (guint i = 0; i < rows->len; i++) {
		g_autoptr(GPtrArray) one = g_ptr_array_new();
		json_t *items;

		g_ptr_array_add(one, rows->pdata[i]);
		items = list_items(site, language, one);
		if (json_array_size(items) > 0)
			add_entry(out, site, language, json_array_get(items, 0),
			    ((struct page_row *)rows->pdata[i])->ended);
		json_decref(items);
	}
	g_string_append(out, "</feed>\n");
	return folder_put(site->folder, file, out->str);
}

/* ---- deadlines ---- */

/* Lines are folded between characters; text is escaped. */
static void
add_line(GString *out, const char *name, const char *value, bool text)
{
	g_autoptr(GString) line = g_string_new(name);
	size_t n = 0;

	g_string_append_c(line, ':');
	for (const char *p = value; *p != '\0'; p++) {
		if (text && strchr(",;\\", *p) != NULL)
			g_string_append_c(line, '\\');
		g_string_append_c(line, *p);
	}
	for (const char *p = line->str; *p != '\0'; n++) {
		if (n >= LINE_MOST - 4 && ((unsigned char)*p & 0xc0) != 0x80) {
			g_string_append(out, "\r\n ");
			n = 1;
		}
		g_string_append_c(out, *p++);
	}
	g_string_append(out, "\r\n");
}

static void
add_event(GString *out, const struct site *site, const char *language,
    const json_t *item, const json_t *summary)
{
	long long id = json_integer_value(json_object_get(item, "id"));
	int64_t until = json_integer_value(json_object_get(summary, "until"));
	g_autofree char *uid = g_strdup_printf("match-%lld.%s@%s", id, language,
	    strchr(site->home->config->address, '@') + 1);
	g_autofree char *due = stamp(until, "%Y%m%dT%H%M%SZ");
	g_autofree char *made =
	    stamp(json_integer_value(json_object_get(summary, "started")),
		"%Y%m%dT%H%M%SZ");
	g_autofree char *title = title_of(item);

	add_line(out, "BEGIN", "VEVENT", false);
	add_line(out, "UID", uid, false);
	add_line(out, "DTSTAMP", made, false);
	add_line(out, "DTSTART", due, false);
	add_line(out, "SUMMARY", title, true);
	add_line(out, "END", "VEVENT", false);
}

static int
write_deadlines(struct site *site, const char *language, const GPtrArray *rows)
{
	g_autofree char *file = g_strconcat(language, "/deadlines.ics", NULL);
	g_autofree char *deadlines =
	    site_say(site, language, "page.deadlines-feed", NULL);
	g_autofree char *called =
	    g_strdup_printf("%s: %s", site->home->config->name, deadlines);
	g_autoptr(GString) out = g_string_new(NULL);

	add_line(out, "BEGIN", "VCALENDAR", false);
	add_line(out, "VERSION", "2.0", false);
	add_line(out, "PRODID", "-//turnpost//pages//EN", false);
	/* how readers of calendars name one that they fetch again and again */
	add_line(out, "X-WR-CALNAME", called, true);
	for (guint i = 0; i < rows->len; i++) {
		const struct page_row *row = rows->pdata[i];
		json_t *summary = json_loads(row->summary, 0, NULL);
		g_autoptr(GPtrArray) one = g_ptr_array_new();
		json_t *items;

		g_ptr_array_add(one, rows->pdata[i]);
		items = list_items(site, language, one);
		if (json_array_size(items) > 0 &&
		    json_integer_value(json_object_get(summary, "until")) > 0)
			add_event(out, site, language, json_array_get(items, 0),
			    summary);
		json_decref(items);
		json_decref(summary);
	}
	add_line(out, "END", "VCALENDAR", false);
	return folder_put(site->folder, file, out->str);
}

int
feeds_write(struct site *site)
{
	struct store *store = site->home->store;
	const char *id = site->folder->id;
	g_autoptr(GPtrArray) recent =
	    store_pages_recent(store, id, "over", RESULTS_MOST);
	g_autoptr(GPtrArray) running =
	    store_pages_recent(store, id, "running", DEADLINES_MOST);

	if (recent == NULL || running == NULL)
		return -1;
	for (int i = 0; site->languages[i] != NULL; i++)
		if (write_results(site, site->languages[i], recent) == -1 ||
		    write_deadlines(site, site->languages[i], running) == -1)
			return -1;
	return 0;
}
