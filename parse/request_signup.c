/* SPDX-License-Identifier: ISC */
/*
 * What people write about matches that they are not in yet, and about
 * themselves: "new mutineer players 4", "join 7", "zone Europe/Warsaw".  These
 * words begin many a line of talk ("join us", "name one"), so that whatever
 * does not fit to its end is talk.
 */
#include "parse/parse.h"

#include "base/fold.h"
#include "core/say.h"
#include "core/words.h"
#include "parse/inner.h"
#include "parse/request.h"

#include <string.h>

enum { NAME_WORDS = 3, GAME_WORDS = 2, MAX_DIGITS = 9 };

bool
request_unclear_signup(const struct request *q)
{
	const struct request_begin *begin =
	    q->kind == REQUEST_UNCLEAR ? request_begin(q->text) : NULL;

	return begin != NULL && begin->form == FORM_SIGNUP;
}

bool
request_is_signup(const struct request *q)
{
	return q->kind >= REQUEST_MATCHES && q->kind <= REQUEST_FORGET;
}

char *
request_stored(const struct request *q)
{
	return g_strconcat(request_kind_name(q->kind),
	    q->text != NULL ? " " : NULL, q->text, NULL);
}

/* A match, or a series. */
static bool
names_one(enum request_kind kind)
{
	return kind == REQUEST_JOIN || kind == REQUEST_LEAVE ||
	       kind == REQUEST_WATCH || kind == REQUEST_UNWATCH ||
	       kind == REQUEST_SERIES || kind == REQUEST_JOIN_SERIES ||
	       kind == REQUEST_LEAVE_SERIES;
}

static struct request *
make(enum request_kind kind, const char *rest)
{
	struct request *q = request_new(kind, rest);

	if (rest != NULL && names_one(kind))
		q->number = (int)g_ascii_strtoll(rest, NULL, 10);
	return q;
}

struct request *
request_restored(const char *stored)
{
	g_auto(GStrv) parts = g_strsplit(stored, " ", 2);
	const struct request_begin *begin = request_begin(parts[0]);

	return begin != NULL && begin->form == FORM_SIGNUP
		   ? make(begin->kind, parts[1])
		   : NULL;
}

static const struct token *
token_at(const GPtrArray *tokens, guint i)
{
	return tokens->pdata[i];
}

/* "7", "#7", "match 7" and nothing behind it, or NULL. */
static struct request *
read_match(enum request_kind kind, const GPtrArray *tokens, guint from)
{
	const char *number;

	if (from + 1 < tokens->len &&
	    (strcmp(token_at(tokens, from)->folded, "match") == 0 ||
		strcmp(token_at(tokens, from)->folded, "game") == 0))
		from++;
	number = token_at(tokens, from)->folded;
	number += number[0] == '#';
	if (from + 1 != tokens->len || number[0] < '1' || number[0] > '9' ||
	    strlen(number) > MAX_DIGITS ||
	    number[strspn(number, "0123456789")] != '\0')
		return NULL;
	return make(kind, number);
}

static bool
request_is_game(const struct words *w, const char *name)
{
	return !words_is_section(name) && words_of(w, name);
}

/* One word of an order, with what stands around it. */
static void
add_own(const struct words *w, const char *written, GString *text)
{
	size_t size = strcspn(written, ",:=");
	g_autofree char *bare = g_strndup(written, size);
	g_autofree char *exact = word_key(bare);
	g_autofree char *folded = fold_text(bare);
	struct token token = { .exact = exact, .folded = folded };
	g_autofree char *own = request_own(w, "order", &token);
	/* "2 working days" is read by code that knows of policies */
	bool ours = strcmp(own, folded) != 0 &&
		    (g_ascii_isdigit(bare[0]) ||
			request_word_of(w, "order", exact) != NULL);

	g_string_append_printf(text, "%s%s", ours ? own : bare, written + size);
}

char *
request_order(const struct words *w, const char *text)
{
	g_auto(GStrv) parts = g_strsplit(text, " ", -1);
	GString *own = g_string_new(NULL);
	bool name = false; /* it is as it is written, to a comma or the end */

	for (size_t i = 0; parts[i] != NULL; i++) {
		size_t from = own->len + (i > 0);

		if (i > 0)
			g_string_append_c(own, ' ');
		if (name)
			g_string_append(own, parts[i]);
		else
			add_own(w, parts[i], own);
		name = name ? !g_str_has_suffix(parts[i], ",")
			    : strncmp(own->str + from, "name", 4) == 0;
	}
	return g_string_free(own, FALSE);
}

/* The game that the tokens name; *next stands behind it. */
static char *
read_game(
    const struct words *w, const GPtrArray *tokens, guint from, guint *next)
{
	static const char *const fillers[] = { "a", "game", "match", "of",
		"pirates", NULL };

	const char *named;
	guint taken;

	/* "Die vierte Brücke", "hexxi" */
	named = words_at(w, "game", tokens, from, &taken);
	if (named != NULL) {
		*next = from + taken;
		return g_strdup(named);
	}
	while (from + 1 < tokens->len &&
	       g_strv_contains(fillers, token_at(tokens, from)->folded))
		from++;
	for (guint n = MIN(GAME_WORDS, tokens->len - from); n > 0; n--) {
		g_autoptr(GString) name = g_string_new(NULL);

		for (guint i = from; i < from + n; i++)
			g_string_append_printf(name, "%s%s",
			    i > from ? "-" : "", token_at(tokens, i)->folded);
		g_strdelimit(name->str, ":", '\0');
		if (!request_is_game(w, name->str))
			continue;
		*next = from + n;
		return g_strdup(name->str);
	}
	return NULL;
}

static gint
by_text(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* All games, as the language calls them. */
static json_t *
games_named(const struct words *w)
{
	g_autoptr(GPtrArray) games = words_games(w);
	json_t *list = json_array();

	g_ptr_array_sort(games, by_text);
	for (guint i = 0; i < games->len; i++) {
		const char *game = games->pdata[i];
		g_autofree char *phrase = g_strdup_printf("game.%s", game);

		json_array_append_new(list,
		    json_pack("{s:s, s:s}", "word", game, "phrase", phrase));
	}
	return list;
}

/* "new chess", "new chess players 2": a game that is not here; NULL: talk. */
static struct request *
other_game(const struct words *w, const char *text, const GPtrArray *tokens,
    guint from)
{
	const char *name = text + token_at(tokens, from)->start;
	size_t size = strcspn(name, " ,:;?!");
	const char *second =
	    from + 1 < tokens->len ? token_at(tokens, from + 1)->folded : NULL;
	g_autofree char *bare = g_strndup(name, size);
	struct request *q;

	if (second != NULL && !g_ascii_isdigit(second[0]) &&
	    strcmp(second, "players") != 0 &&
	    request_word_of(w, "order", second) == NULL)
		return NULL;
	q = request_new(REQUEST_UNCLEAR, "new");
	q->why = phrase_new("near.game",
	    json_pack("{s:s, s:o}", "name", bare, "games", games_named(w)));
	return q;
}

/* "new mutineer players 4, time 2d": the rest is read by code that
 * makes it. */
static struct request *
read_new(const struct words *w, const char *text, const GPtrArray *tokens,
    guint from)
{
	guint next;
	g_autofree char *game = read_game(w, tokens, from, &next);
	g_autofree char *rest = NULL, *own = NULL;

	if (game == NULL)
		return other_game(w, text, tokens, from);
	if (next == tokens->len)
		return make(REQUEST_NEW, game);
	own = request_order(w, text + token_at(tokens, next)->start);
	rest = g_strdup_printf("%s %s", game, own);
	return make(REQUEST_NEW, rest);
}

/* Up to three words of letters, as they are written. */
static struct request *
read_name(const char *text, const GPtrArray *tokens, guint from)
{
	const char *name = text + token_at(tokens, from)->start;

	if (tokens->len - from > NAME_WORDS ||
	    strpbrk(name, ":?\"<>@,") != NULL)
		return NULL;
	return make(REQUEST_NAME, name);
}

/* What begins a city of two words is no shorter. */
#define CITY_LETTERS 3

/* "new york" as zones have it, newly allocated; "of peace" and "berlin please"
 * as they are. */
static char *
joined_city(const struct words *w, const char *rest, const GPtrArray *tokens,
    guint from)
{
	char *city = g_strdup(rest);
	guint taken;

	if (from + 2 == tokens->len && strcspn(rest, " ") >= CITY_LETTERS &&
	    strchr(rest, '/') == NULL &&
	    g_strcmp0(request_word(w, tokens, from + 1, &taken), "please") !=
		0 &&
	    words_at(w, "reply", tokens, from + 1, &taken) == NULL &&
	    words_at(w, "day", tokens, from, &taken) == NULL &&
	    words_at(w, "little", tokens, from, &taken) == NULL)
		g_strdelimit(city, " ", '_');
	return city;
}

/* One word of letters and what stands in the names of zones, which are ASCII,
 * or a city of two; those of languages are in the letters of any. */
static struct request *
read_one(const struct words *w, enum request_kind kind, const char *text,
    const GPtrArray *tokens, guint from)
{
	const char *own = text + token_at(tokens, from)->start;
	g_autofree char *rest = kind == REQUEST_ZONE
				    ? joined_city(w, own, tokens, from)
				    : g_strdup(own);

	for (const char *p = rest; *p != '\0'; p = g_utf8_next_char(p)) {
		gunichar c = g_utf8_get_char(p);
		bool letter = kind == REQUEST_LANGUAGE && g_unichar_isalpha(c);

		if (!letter && !g_ascii_isalnum(*p) &&
		    strchr("/_-+", *p) == NULL)
			return NULL;
	}
	return make(kind, rest);
}

/* "Bob <bob@example.org>", or the address alone */
static struct request *
read_invite(const char *text, const GPtrArray *tokens, guint from)
{
	const char *rest = text + token_at(tokens, from)->start;

	return strchr(rest, '@') != NULL ? make(REQUEST_INVITE, rest) : NULL;
}

/* The word alone. */
static struct request *
read_word(const struct request_begin *begin, guint from)
{
	/* of "forget" one word is too little for what it does */
	if (begin->kind == REQUEST_MATCHES || begin->kind == REQUEST_LEAVE ||
	    begin->kind == REQUEST_RATING || begin->kind == REQUEST_RESULTS ||
	    begin->kind == REQUEST_SERIES ||
	    (begin->kind == REQUEST_FORGET && from > 1))
		return make(begin->kind, NULL);
	return request_new(REQUEST_UNCLEAR, begin->word);
}

/* "rating off", "rating on" */
static struct request *
read_rating(const struct words *w, const GPtrArray *tokens, guint from)
{
	const char *word = request_on_off(w, tokens, from);

	return word != NULL ? make(REQUEST_RATING, word) : NULL;
}

/* "series start 3", "series new Winter cup, ...": as the organiser; NULL: it is
 * none of these. */
static struct request *
read_arranging(const struct words *w, const char *text, const GPtrArray *tokens,
    guint from)
{
	guint taken;
	const char *verb = words_at(w, "arrange", tokens, from, &taken);
	const char *rest;
	g_autofree char *whole = NULL;

	if (verb == NULL || from + taken == tokens->len)
		return NULL;
	rest = text + token_at(tokens, from + taken)->start;
	if (strcmp(verb, "new") != 0 && !g_ascii_isdigit(rest[0]))
		return NULL;
	whole = g_strdup_printf("%s %s", verb, rest);
	return make(REQUEST_ARRANGE_SERIES, whole);
}

struct request *
request_signup(const struct words *w, const struct request_begin *begin,
    const char *text, const GPtrArray *tokens, guint from)
{
	/* "series start" is read below; its own name is nobody's word */
	if (begin->kind == REQUEST_ARRANGE_SERIES)
		return NULL;
	if (from == tokens->len)
		return read_word(begin, from);
	if (begin->kind == REQUEST_MATCHES || begin->kind == REQUEST_FORGET ||
	    begin->kind == REQUEST_RESULTS)
		return NULL;
	if (begin->kind == REQUEST_RATING)
		return read_rating(w, tokens, from);
	if (begin->kind == REQUEST_NEW)
		return read_new(w, text, tokens, from);
	if (begin->kind == REQUEST_NAME)
		return read_name(text, tokens, from);
	if (begin->kind == REQUEST_INVITE)
		return read_invite(text, tokens, from);
	if (begin->kind == REQUEST_SERIES) {
		struct request *q = read_arranging(w, text, tokens, from);

		if (q != NULL)
			return q;
	}
	if (begin->kind == REQUEST_ZONE || begin->kind == REQUEST_LANGUAGE)
		return read_one(w, begin->kind, text, tokens, from);
	return read_match(begin->kind, tokens, from);
}
