/* SPDX-License-Identifier: ISC */
/*
 * The pages that play a match again.  They and the page of their match lead to
 * each other, so they stand alone while that is not there.
 */
#include "app/pages/site.h"

#include "app/home/home.h"
#include "app/letters/writing/film.h"
#include "app/letters/writing/replay_page.h"
#include "app/matches/table/table.h"
#include "app/pages/folder.h"
#include "store/matches/matches.h"

#include <stdint.h>
#include <string.h>

/* Bytes of a replay: there is room for the list of all that happened in full.
 */
#define PAGE_MOST 98304

/* Between these stands the link to the match. */
#define LINK_BEGIN "<!--match-->"
#define LINK_END "<!--/match-->"

static char *
file_of(const struct site *site, int i, int64_t match)
{
	return g_strdup_printf(
	    "%s/replay-%lld.html", site->languages[i], (long long)match);
}

bool
replays_are_there(const struct site *site, int64_t match)
{
	g_autofree char *name =
	    g_strdup_printf("replay-%lld", (long long)match);

	return site_has_some(site, name);
}

static char *
one_of(struct site *site, struct table *t, const struct namings *names,
    GPtrArray *story, const char *language, struct film *film)
{
	if (namings_use(names, site, language, t) == -1)
		return NULL;
	return replay_of(t, site_catalog(site, language), false, story, film);
}

char **
replays_of(struct site *site, struct table *t, const struct namings *names,
    GPtrArray *story)
{
	g_autofree char *match =
	    g_strdup_printf("match-%lld.html", (long long)t->row->id);
	struct film *film = film_new(PAGE_MOST, match);
	char **texts = g_new0(char *, g_strv_length(site->languages) + 1);

	for (int i = 0; texts != NULL && site->languages[i] != NULL; i++) {
		texts[i] =
		    one_of(site, t, names, story, site->languages[i], film);
		if (texts[i] == NULL)
			g_clear_pointer(&texts, g_strfreev);
	}
	film_free(film);
	return texts;
}

/* What an organiser's own template has between no marks stays. */
static char *
without_link(const char *text)
{
	const char *begin = strstr(text, LINK_BEGIN);
	const char *end = begin == NULL ? NULL : strstr(begin, LINK_END);

	if (end == NULL)
		return g_strdup(text);
	return g_strdup_printf(
	    "%.*s%s", (int)(begin - text), text, end + strlen(LINK_END));
}

int
replays_put(struct site *site, int64_t match, char *const *texts, bool alone)
{
	for (int i = 0; texts[i] != NULL; i++) {
		g_autofree char *file = file_of(site, i, match);
		g_autofree char *text =
		    alone ? without_link(texts[i]) : g_strdup(texts[i]);

		if (folder_put(site->folder, file, text) == -1)
			return -1;
	}
	return 0;
}

int
replays_leave(struct site *site, int64_t match)
{
	for (int i = 0; site->languages[i] != NULL; i++) {
		g_autofree char *file = file_of(site, i, match);
		g_autofree char *text = folder_get(site->folder, file);
		g_autofree char *alone = NULL;

		if (text == NULL)
			continue;
		alone = without_link(text);
		if (folder_put(site->folder, file, alone) == -1)
			return -1;
	}
	return 0;
}
