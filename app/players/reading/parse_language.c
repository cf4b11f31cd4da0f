/* SPDX-License-Identifier: ISC */
/*
 * Lines that ask for another language, in which the lines below them are read;
 * and lines copied from our letters, which are in none.
 */
#include "app/players/reading/parse_language.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/players/reading/heard.h"
#include "parse/parse.h"
#include "parse/request.h"
#include "render/render.h"

#include <string.h>

/* ---- "language deutsch", and more below it ---- */

static struct catalog *
load_called(const struct catalog *beside, const char *name)
{
	g_auto(GStrv) there = catalogs_there();

	if (g_strv_contains((const char *const *)there, name))
		return catalog_beside(beside, name);
	for (size_t i = 0; there[i] != NULL; i++) {
		struct catalog *catalog = catalog_beside(beside, there[i]);

		if (catalog != NULL && catalog_is_called(catalog, name))
			return catalog;
		catalog_free(catalog);
	}
	return NULL;
}

bool
reading_switch(const struct catalog *catalog, const GPtrArray *requests,
    guint from, struct catalog **asked)
{
	struct catalog *found = NULL;

	for (guint i = from; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		if (q->kind != REQUEST_LANGUAGE)
			continue;
		catalog_free(found);
		found = load_called(catalog, q->text);
	}
	if (found == NULL)
		return false;
	catalog_free(*asked);
	*asked = found;
	return true;
}

/* ---- copied lines ---- */

/* Behind the arrow of a list, as it stands there or as one types it, or NULL:
 * "3 -> pay 3", "=> pay 3". */
static const char *
behind_arrow(const char *line)
{
	static const char *const arrows[] = { "\u2192", "\u21d2", "\u2794",
		"\u279c", "\u27a1" };
	const char *p = line + strspn(line, "0123456789.)| ");
	size_t shaft = strspn(p, "-=");

	if (shaft > 0 && p[shaft] == '>')
		return p + shaft + 1;
	for (size_t i = 0; i < G_N_ELEMENTS(arrows); i++)
		if (g_str_has_prefix(p, arrows[i]))
			return p + strlen(arrows[i]);
	return NULL;
}

/* What takes something away is written by hand. */
static bool
may_be_copied(const struct request *q)
{
	return q->kind != REQUEST_TALK && q->kind != REQUEST_KEY &&
	       q->kind != REQUEST_ADDRESS &&
	       (q->kind != REQUEST_RESIGN || q->text != NULL) &&
	       q->kind != REQUEST_LEAVE;
}

/* The only line of so few that has an arrow, or -1; *behind: what it copies. */
static int
find_arrow(const GPtrArray *requests, const char **behind)
{
	/* a letter of ours, quoted without marks, has more */
	enum { COPIED_MAX = 6 };
	int at = -1;

	if (requests->len > COPIED_MAX)
		return -1;
	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];
		const char *copied = behind_arrow(q->line);

		if (copied == NULL)
			continue;
		if (at != -1)
			return -1;
		*behind = copied;
		at = (int)i;
	}
	return at;
}

/* The line that was chosen stands there, too, as a command. */
static bool
is_chosen(const GPtrArray *requests, const struct request *copied)
{
	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		if (q->kind == REQUEST_NUMBER ||
		    (q->kind == copied->kind &&
			g_strcmp0(q->text, copied->text) == 0))
			return true;
	}
	return false;
}

void
reading_copied(
    struct heard *heard, const struct words *words, const struct match *match)
{
	g_autoptr(GPtrArray) list =
	    g_ptr_array_new_with_free_func((GDestroyNotify)request_free);
	const char *behind;
	struct request **line;
	int at = find_arrow(heard->requests, &behind);

	if (at == -1)
		return;
	line = (struct request **)&heard->requests->pdata[at];
	request_read(words, match, behind, list);
	if ((*line)->kind != REQUEST_TALK || list->len != 1 ||
	    !may_be_copied(list->pdata[0]))
		return;
	if (reading_is_talk(heard->requests)) {
		request_free(*line);
		*line = g_ptr_array_steal_index(list, 0);
	} else if (!is_chosen(heard->requests, list->pdata[0])) {
		(*line)->kind = REQUEST_UNCLEAR;
		(*line)->text = g_strdup("arrow");
	}
}
