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

/* "Rather", "I mean": what is put right is no answer. */
static bool
is_correction(const char *word)
{
	return strcmp(word, "instead") == 0;
}

static bool
is_courtesy(const char *word)
{
	return strcmp(word, "polite") == 0 || strcmp(word, "sorry") == 0;
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

		if (word == NULL || is_objection(word) || is_correction(word) ||
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
		else if (word == NULL || !is_courtesy(word))
			return objects;
	}
	*whole = objects;
	return objects;
}

/* "no, salt", but not "no salt for me": a mark parts it from what is instead.
 */
static bool
is_parted(const char *text, const struct token *behind)
{
	const char *p = text + behind->start;

	while (p > text && p[-1] == ' ')
		p--;
	return p > text && strchr(",.!;:-", p[-1]) != NULL;
}

/* A move, its number, or its words without the verb, and nothing else. */
static bool
is_move_alone(const struct words *w, const struct match *m, const char *text)
{
	g_autofree char *own = clean_part(request_behind_lead(w, text));
	g_autoptr(GPtrArray) list =
	    g_ptr_array_new_with_free_func((GDestroyNotify)request_free);
	g_autoptr(GPtrArray) tokens = tokens_of(own);
	const struct request *q;
	struct request *bare;

	request_read(w, m, own, list);
	q = list->len == 1 ? list->pdata[0] : NULL;
	if (q != NULL && (q->kind == REQUEST_MOVE || q->kind == REQUEST_NUMBER))
		return true;
	bare = request_bare(w, m, own, tokens);
	request_free(bare);
	return bare != NULL;
}

bool
request_corrects(const struct words *w, const struct match *m, const char *line)
{
	g_autofree char *text = NULL;
	g_autoptr(GPtrArray) tokens = NULL, bare = NULL;
	bool no = false, instead = false;
	guint taken, i;

	if (!g_utf8_validate(line, -1, NULL))
		return false;
	text = clean_line(line);
	tokens = tokens_of(text);
	bare = tokens_bare(tokens);
	for (i = 0; i < bare->len; i += taken) {
		const char *word = words_at(w, "reply", bare, i, &taken);

		if (word == NULL)
			break;
		if (strcmp(word, "no") == 0)
			no = true;
		else if (is_objection(word) || is_correction(word) ||
			 strcmp(word, "sorry") == 0)
			instead = true;
		else if (!is_courtesy(word) && !no && !instead)
			return false;
		else if (!is_courtesy(word)) /* "biorę": the move begins */
			break;
	}
	if (i == 0 || i >= bare->len || !(no || instead))
		return false;
	return (instead || is_parted(text, tokens->pdata[i])) &&
	       is_move_alone(w, m,
		   text + ((const struct token *)tokens->pdata[i])->start);
}
