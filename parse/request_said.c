/* SPDX-License-Identifier: ISC */
/* The lines of what is said: they are joined.  One that looks like a command
 * may have been meant to be done, and not for everybody's ears. */
#include "parse/parse.h"

#include "core/words.h"
#include "parse/inner.h"
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

/* Where the text goes on behind a word for a plan, and what people say in front
 * of it or behind it. */
static const char *
behind_plan(const struct words *w, const char *text)
{
	const char *at = request_behind_lead(w, text);
	g_autoptr(GPtrArray) tokens = tokens_of(at), bare = tokens_bare(tokens);
	guint taken;

	if (bare->len == 0 ||
	    g_strcmp0(request_word(w, bare, 0, &taken), "plan") != 0)
		return at;
	if (taken == bare->len)
		return at + strlen(at);
	at += ((const struct token *)bare->pdata[taken])->start;
	return request_behind_lead(w, at);
}

/* Does it begin with a verb of the game, with a word of the game somewhere
 * behind it?  It need be no move: a field may be mistyped. */
static bool
begins_like_move(const struct words *w, const struct match *m, const char *text)
{
	g_autoptr(GPtrArray) tokens = tokens_of(behind_plan(w, text));
	g_autoptr(GPtrArray) bare = tokens_bare(tokens);
	guint taken;

	if (bare->len == 0 || request_verb(w, m, bare, &taken) == NULL)
		return false;
	for (guint i = taken; i < bare->len; i += taken) {
		const struct token *token = bare->pdata[i];

		if (request_game_word(w, m, bare, i, &taken) &&
		    !g_ascii_isdigit(token->exact[0]))
			return true;
	}
	return false;
}

static bool
holds_like_move(const struct words *w, const struct match *m, const char *line)
{
	g_autofree char *whole = clean_line(line);
	g_auto(GStrv) texts = g_strsplit(whole, ";", -1);

	for (guint i = 0; m != NULL && texts[i] != NULL; i++) {
		g_autofree char *text = clean_part(texts[i]);

		if (begins_like_move(w, m, text))
			return true;
	}
	return false;
}

static bool
looks_like_command(
    const struct words *w, const struct match *m, const char *line)
{
	g_autoptr(GPtrArray) list =
	    g_ptr_array_new_with_free_func((GDestroyNotify)request_free);

	if (holds_like_move(w, m, line))
		return true;
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
