/* SPDX-License-Identifier: ISC */
/*
 * What people write for "yes" and "no" when they answer a question: whole lines
 * out of such words and courtesies.  A line with any other word is none.
 */
#include "parse/parse.h"

#include "core/words.h"
#include "parse/inner.h"
#include "parse/request.h"

#include <string.h>

/* "Yes. It was me!": sentences are no matter here. */
static char *
without_marks(const char *line)
{
	char *text = clean_line(line);

	return g_strdelimit(text, ".!;:()\"-", ' ');
}

static enum request_kind
reply_kind(const char *word)
{
	if (strcmp(word, "yes") == 0)
		return REQUEST_YES;
	if (strcmp(word, "no") == 0)
		return REQUEST_NO;
	return strcmp(word, "in") == 0 ? REQUEST_READY : REQUEST_TALK;
}

/* "Wait", "actually": whatever else the line says, more may be meant. */
static bool
is_objection(const char *word)
{
	return strcmp(word, "but") == 0;
}

/* Both of one line: "yes, count me in" is more than "yes". */
static bool
join_kinds(enum request_kind *kind, enum request_kind more)
{
	if (more == REQUEST_TALK || more == *kind)
		return true;
	if (*kind == REQUEST_NO ||
	    (*kind != REQUEST_TALK && more == REQUEST_NO))
		return false;
	if (*kind != REQUEST_READY)
		*kind = more;
	return true;
}

bool
request_reply(const struct words *w, const char *line, enum request_kind *kind)
{
	g_autofree char *text = NULL;
	g_autoptr(GPtrArray) tokens = NULL;
	guint taken;

	*kind = REQUEST_TALK;
	/* "Yes?" asks back */
	if (!g_utf8_validate(line, -1, NULL) || strchr(line, '?') != NULL)
		return false;
	text = without_marks(line);
	tokens = tokens_of(text);
	for (guint i = 0; i < tokens->len; i += taken) {
		const char *word = words_at(w, "reply", tokens, i, &taken);

		if (word == NULL || is_objection(word) ||
		    !join_kinds(kind, reply_kind(word))) {
			*kind = REQUEST_TALK;
			return false;
		}
	}
	return true;
}

bool
request_objects(const struct words *w, const char *line, bool *whole)
{
	g_autofree char *text = NULL;
	g_autoptr(GPtrArray) tokens = NULL;
	bool objects = false;
	guint taken;

	*whole = false;
	if (!g_utf8_validate(line, -1, NULL))
		return false;
	text = without_marks(line);
	tokens = tokens_of(text);
	for (guint i = 0; i < tokens->len; i += taken) {
		const char *word = words_at(w, "reply", tokens, i, &taken);
		bool no = word != NULL && strcmp(word, "no") == 0;

		if (word != NULL && (no || is_objection(word)))
			objects = true;
		else if (word == NULL || strcmp(word, "polite") != 0)
			return objects;
	}
	*whole = objects;
	return objects;
}
