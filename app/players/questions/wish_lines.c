/* SPDX-License-Identifier: ISC */
/*
 * Lines of a mail that wait for a code or for the organiser: kept as JSON, read
 * again when they are done, and told in our own words to the person who is
 * asked.  Those that anybody may have written after the letter with the code
 * had left are kept in doubt: a yes to that letter is none to them.
 */
#include "app/players/questions/wish_lines.h"

#include "app/players/reading/command_kinds.h"
#include "base/err.h"
#include "core/say.h"
#include "core/words.h"
#include "games/games.h"
#include "parse/parse.h"
#include "parse/request.h"
#include "render/render.h"

#include <string.h>

/* So many are kept: one more than are done, so that the rest is refused. */
#define KEPT_MAX 26

static void
free_request(gpointer q)
{
	request_free(q);
}

/* As people write it: what it begins with, and a game's name. */
static char *
shown_line(const struct words *words, const char *text)
{
	g_auto(GStrv) parts = g_strsplit_set(text, " \n", -1);

	for (size_t i = 0; i < 2 && parts[0] != NULL && parts[i] != NULL; i++) {
		const char *own = i == 0
				      ? words_first(words, "request", parts[0])
				      : words_first(words, "game", parts[1]);

		if (own == parts[i])
			continue;
		g_free(parts[i]);
		parts[i] = g_strdup(own);
	}
	return g_strjoinv(" ", parts);
}

static void
read_line(const struct words *words, const json_t *item, GPtrArray *requests)
{
	const char *text = json_string_value(json_array_get(item, 0));
	const char *line = json_string_value(json_array_get(item, 1));
	struct request *q;

	/* until 0.2 our words alone were noted */
	if (json_is_string(item))
		text = json_string_value(item);
	else if (text == NULL || line == NULL)
		return;
	if (text[0] == '\0') {
		request_read(words, NULL, line, requests);
		return;
	}
	if ((q = request_restored(text)) == NULL)
		return;
	q->line = line != NULL ? g_strdup(line) : shown_line(words, text);
	g_strdelimit(q->line, "\n", ' ');
	g_ptr_array_add(requests, q);
}

/* [our words, the line, "later"] */
static bool
is_doubted(const json_t *item)
{
	return json_array_size(item) > 2;
}

GPtrArray *
signup_lines_read(const struct words *words, const char *lines, struct err *e)
{
	json_t *list = json_loads(lines, 0, NULL), *item;
	GPtrArray *requests;
	size_t i;

	if (!json_is_array(list)) {
		json_decref(list);
		err_set(e, ERR_DAMAGED, "lines of a wish are not a list");
		return NULL;
	}
	requests = g_ptr_array_new_with_free_func(free_request);
	json_array_foreach(list, i, item) if (!is_doubted(item))
	    read_line(words, item, requests);
	json_decref(list);
	return requests;
}

/* [our words, the line]; ["", the line] of what is read again when it is done
 * or answered. */
static json_t *
written(const struct request *q)
{
	g_autofree char *own = NULL;

	if (!command_is(q, COMMAND_KEPT))
		return NULL;
	own = command_is(q, COMMAND_SIGNUP) ? request_stored(q) : NULL;
	return json_pack("[s, s]", own != NULL ? own : "", q->line);
}

/* Does the line, or what is asked for without one, change nothing? */
static bool
is_question(const struct request *q)
{
	return q->kind == REQUEST_MATCHES ||
	       !command_is(q, COMMAND_SIGNUP | COMMAND_PERSONAL);
}

static bool
are_same(const json_t *a, const json_t *b)
{
	return json_equal(json_array_get(a, 0), json_array_get(b, 0)) &&
	       json_equal(json_array_get(a, 1), json_array_get(b, 1));
}

/* Among the first n; what is in doubt does not count for what is not. */
static bool
is_among(const json_t *list, const json_t *item, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const json_t *one = json_array_get(list, i);

		if (are_same(one, item) &&
		    (is_doubted(item) || !is_doubted(one)))
			return true;
	}
	return false;
}

/* What is in doubt takes no place of what is not. */
static bool
is_full(const json_t *list, bool doubted)
{
	const json_t *item;
	size_t i, n = 0;

	json_array_foreach(list, i, item) n += is_doubted(item) == doubted;
	return n >= KEPT_MAX;
}

static json_t *
list_of(const char *lines)
{
	json_t *list = json_loads(lines, 0, NULL);

	if (json_is_array(list))
		return list;
	json_decref(list);
	return json_array();
}

/* The list is taken over. */
static char *
text_of(json_t *list)
{
	char *text = json_dumps(list, JSON_COMPACT);
	char *copy = g_strdup(text);

	free(text);
	json_decref(list);
	return copy;
}

char *
signup_lines_add(const char *lines, const GPtrArray *requests, bool sure)
{
	json_t *list = list_of(lines);
	size_t before = json_array_size(list);

	for (guint i = 0; i < requests->len; i++) {
		json_t *item = written(requests->pdata[i]);
		bool doubted = !sure && !is_question(requests->pdata[i]);

		if (item != NULL && doubted)
			json_array_append_new(item, json_string("later"));
		if (item != NULL && !is_full(list, doubted) &&
		    !is_among(list, item, before))
			json_array_append(list, item);
		json_decref(item);
	}
	return text_of(list);
}

char *
signup_lines_doubted(const char *lines)
{
	json_t *list = list_of(lines), *rest = json_array(), *item;
	size_t i, n = json_array_size(list);

	json_array_foreach(list, i, item)
	{
		json_t *sure = json_pack(
		    "[O, O]", json_array_get(item, 0), json_array_get(item, 1));

		if (is_doubted(item) && !is_among(list, sure, n))
			json_array_append(rest, sure);
		json_decref(sure);
	}
	json_decref(list);
	if (json_array_size(rest) > 0)
		return text_of(rest);
	json_decref(rest);
	return NULL;
}

char *
signup_lines_write(const GPtrArray *requests)
{
	return signup_lines_add("[]", requests, true);
}

/* What the wish is about: the number of a match, the name of a game, or more.
 */
static json_t *
wish_about(const char *word, const char *what)
{
	g_autofree char *key = g_strdup_printf("game.%s", what);

	if (strcmp(word, "new") == 0 && game_find(what) != NULL)
		return json_pack(
		    "{s:{s:s, s:s}}", "n", "word", what, "phrase", key);
	return json_pack("{s:s}", "n", what);
}

/* "join match 7", or NULL: nothing that must be said. */
static char *
say_line(const struct catalog *catalog, const char *line)
{
	g_auto(GStrv) parts = g_strsplit_set(line, " \n", 3);
	g_autofree char *key = g_strdup_printf(
	    "wish.%s%s", parts[0], strcmp(line, "leave") == 0 ? "-any" : "");
	struct phrase *phrase;
	char *text;

	if (!catalog_has(catalog, key))
		return NULL;
	phrase = phrase_new(
	    key, wish_about(parts[0], parts[1] != NULL ? parts[1] : ""));
	text = catalog_say(catalog, phrase, NULL);
	phrase_free(phrase);
	return text;
}

/* "to be away" of a line that is kept as it was written; NULL: it is a
 * question.
 */
static char *
say_unread(const struct catalog *catalog, const char *line)
{
	g_autoptr(GPtrArray) read =
	    g_ptr_array_new_with_free_func(free_request);
	const struct request *q;

	request_read(catalog_words(catalog), NULL, line, read);
	q = read->len > 0 ? read->pdata[0] : NULL;
	return q != NULL && command_is(q, COMMAND_PERSONAL)
		   ? say_line(catalog, request_kind_name(q->kind))
		   : NULL;
}

static char *
say_item(const struct catalog *catalog, const json_t *item)
{
	const char *text = json_string_value(json_array_get(item, 0));
	const char *line = json_string_value(json_array_get(item, 1));

	if (text == NULL || is_doubted(item))
		return NULL;
	if (text[0] != '\0')
		return say_line(catalog, text);
	return line != NULL ? say_unread(catalog, line) : NULL;
}

json_t *
signup_lines_say(const struct catalog *catalog, const char *lines)
{
	json_t *list = json_loads(lines, 0, NULL), *item;
	json_t *said = json_array();
	size_t i;

	json_array_foreach(list, i, item)
	{
		g_autofree char *text = say_item(catalog, item);

		if (text != NULL)
			json_array_append_new(said, json_string(text));
	}
	json_decref(list);
	return said;
}
