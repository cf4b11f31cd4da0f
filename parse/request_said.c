/* SPDX-License-Identifier: ISC */
/* The lines of what is said: they are joined.  One that looks like a command
 * may have been meant to be done, and not for everybody's ears. */
#include "parse/parse.h"

#include "parse/request.h"

#include <string.h>

/* A line with so many characters was broken by a mail program, not by its
 * writer. */
#define FULL_CHARS 60

static void
note_inside(struct request *q, const char *line)
{
	guint n = q->inside == NULL ? 0 : g_strv_length(q->inside);

	q->inside = g_renew(char *, q->inside, n + 2);
	q->inside[n] = g_strdup(line);
	q->inside[n + 1] = NULL;
}

static bool
looks_like_command(
    const struct words *w, const struct match *m, const char *line)
{
	g_autoptr(GPtrArray) list =
	    g_ptr_array_new_with_free_func((GDestroyNotify)request_free);

	request_read(w, m, line, list);
	for (guint i = 0; i < list->len; i++) {
		const struct request *q = list->pdata[i];

		if (request_is_command(q))
			return true;
	}
	return false;
}

void
request_say_less(struct request *q, const struct words *w,
    const struct match *m, const char *line)
{
	if (looks_like_command(w, m, line))
		note_inside(q, line);
}

void
request_say_more(struct request *q, const struct words *w,
    const struct match *m, const char *line)
{
	const char *between = q->number >= FULL_CHARS ? " " : "\n";
	char *text = q->text[0] == '\0'
			 ? g_strdup(line)
			 : g_strconcat(q->text, between, line, NULL);

	q->number = (int)g_utf8_strlen(line, -1);
	if (q->order == NULL && looks_like_command(w, m, line))
		q->order = g_strdup(line);
	g_free(q->text);
	q->text = text;
}
