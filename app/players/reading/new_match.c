/* SPDX-License-Identifier: ISC */
/*
 * "new mutineer players 4, pirates, time 3d, name Friday night": options of
 * the game and keys of a policy, each with what follows up to the next one, on
 * one line or on those below it.
 */
#include "app/players/reading/new_match.h"

#include "base/err.h"
#include "core/rules.h"
#include "core/say.h"
#include "games/games.h"
#include "mail/outgoing/write.h"
#include "parse/parse.h"
#include "parse/request.h"
#include "policy/policy.h"
#include "policy/policy_text.h"
#include "robot/level.h"

#include <string.h>

static const char *const own_keys[] = { "players", "robots", "name", "private",
	NULL };

static const struct option *
find_option(const struct game *game, const char *word)
{
	for (size_t i = 0; i < game->noptions; i++)
		if (strcmp(game->options[i].word, word) == 0)
			return &game->options[i];
	return NULL;
}

/* "4 players" is as "players 4". */
static bool
is_key(const struct game *game, const char *word)
{
	if (g_strv_contains(own_keys, word) || find_option(game, word) != NULL)
		return true;
	for (size_t i = 0; policy_key(i) != NULL; i++)
		if (strcmp(policy_key(i), word) == 0)
			return true;
	return false;
}

/* Does another key stand there? */
static bool
begins(const struct game *game, char *const *words)
{
	g_autofree char *key = g_ascii_strdown(words[0], -1);

	/* "pirates," */
	key[strcspn(key, ",:=")] = '\0';
	return is_key(game, key) ||
	       (g_ascii_isdigit(key[0]) && words[1] != NULL &&
		   g_ascii_strcasecmp(words[1], "players") == 0);
}

/* A value that is a list keeps its commas; the last one ends it. */
static char *
join(char **words, guint from, guint to)
{
	g_autofree char *kept = words[to];
	char *text;
	size_t n;

	words[to] = NULL;
	text = g_strjoinv(" ", words + from);
	words[to] = g_steal_pointer(&kept);
	for (n = strlen(text); n > 0 && strchr(", ;", text[n - 1]) != NULL;)
		text[--n] = '\0';
	return text;
}

/* A seat is left for a person. */
static struct phrase *
robots_fault(int max)
{
	return phrase_new("error.order-robots", json_pack("{s:i}", "max", max));
}

static struct phrase *
fault(const char *key, const char *word, const char *value)
{
	return phrase_new(key, json_pack("{s:s, s:s}", "word", word, "value",
				   value != NULL ? value : ""));
}

/* As the reader would write it. */
static json_t *
key_atom(const char *key)
{
	g_autofree char *phrase = g_strdup_printf("order-key.%s", key);

	return json_pack("{s:s, s:s}", "word", key, "phrase", phrase);
}

static struct phrase *
number_fault(const char *key, int min, int max)
{
	return phrase_new(
	    "error.order-number", json_pack("{s:o, s:i, s:i}", "word",
				      key_atom(key), "min", min, "max", max));
}

/* Of what stands behind "private" or an option that is on or off. */
static struct phrase *
yes_fault(const char *key)
{
	return phrase_new(
	    "error.order-yes", json_pack("{s:o}", "word", key_atom(key)));
}

/* "2", "2 strong" */
static struct phrase *
set_robots(
    struct signup_order *o, const char *value, gint64 n, const char *behind)
{
	enum robot_level level = ROBOT_MEDIUM;

	if (!g_ascii_isdigit(value[0]))
		return number_fault("robots", 0, o->game->max_seats - 1);
	while (*behind == ' ')
		behind++;
	if (*behind != '\0' && !robot_level_read(behind, &level))
		return fault("error.order-level", behind, NULL);
	/* whether so many can play is known when the players are */
	o->robots = (int)MIN(n, o->game->max_seats);
	o->level = robot_level_word(level);
	return NULL;
}

struct phrase *
signup_order_fault(const struct signup_order *o)
{
	return o->robots < o->players ? NULL : robots_fault(o->players - 1);
}

static struct phrase *
set_own(struct signup_order *o, const char *key, const char *value)
{
	char *end;
	gint64 n;

	if (strcmp(key, "name") == 0) {
		if (!words_ok(value) || value[0] == '\0' ||
		    g_utf8_strlen(value, -1) > 80)
			return fault("error.order-name", key, value);
		g_free(o->name);
		o->name = g_strdup(value);
		return NULL;
	}
	if (strcmp(key, "private") == 0) {
		o->invited = strcmp(value, "no") != 0;
		return value[0] == '\0' || strcmp(value, "yes") == 0 ||
			       strcmp(value, "no") == 0
			   ? NULL
			   : yes_fault(key);
	}
	n = g_ascii_strtoll(value, &end, 10);
	if (strcmp(key, "robots") == 0)
		return set_robots(o, value, n, end);
	if (*end != '\0' || n < o->game->min_seats || n > o->game->max_seats)
		return phrase_new("error.order-players",
		    json_pack("{s:i, s:i}", "min", o->game->min_seats, "max",
			o->game->max_seats));
	o->players = (int)n;
	return NULL;
}

static struct phrase *
set_option(
    struct signup_order *o, const struct option *option, const char *value)
{
	char *end;
	gint64 n = g_ascii_strtoll(value, &end, 10);

	if (option->boolean && value[0] == '\0')
		value = "yes";
	if (option->boolean && strcmp(value, "yes") != 0 &&
	    strcmp(value, "no") != 0)
		return yes_fault(option->word);
	if (!option->boolean && (value[0] == '\0' || *end != '\0' ||
				    n < option->min || n > option->max))
		return number_fault(option->word, option->min, option->max);
	g_ptr_array_add(
	    o->options, g_strdup_printf("%s=%s", option->word, value));
	return NULL;
}

static struct phrase *
set(struct signup_order *o, const char *key, const char *value)
{
	const struct option *option = find_option(o->game, key);
	g_autofree char *low = g_ascii_strdown(value, -1);
	struct policy scratch;
	struct err e = { 0 };

	if (strcmp(key, "name") == 0)
		return set_own(o, key, value);
	if (g_strv_contains(own_keys, key))
		return set_own(o, key, low);
	if (option != NULL)
		return set_option(o, option, low);
	/* names of zones are written with capitals */
	if (strcmp(key, "zone") != 0)
		value = low;
	policy_default(&scratch);
	if (policy_set(&scratch, key, value, &e) == -1)
		return fault("error.order-policy", e.text, NULL);
	g_ptr_array_add(o->policy, g_strdup_printf("%s=%s", key, value));
	return NULL;
}

static bool
is_number(const struct option *option, const char *key)
{
	return strcmp(key, "players") == 0 || strcmp(key, "robots") == 0 ||
	       (option != NULL && !option->boolean);
}

/* Where the value of the key at i ends. */
static guint
value_end(const struct signup_order *o, char **words, guint i)
{
	g_autofree char *key = g_ascii_strdown(words[i], -1);
	const struct option *option = find_option(o->game, key);
	bool bare =
	    (option != NULL && option->boolean) || strcmp(key, "private") == 0;
	guint end = i + 1;

	/* a name has any words: it goes to the comma or the end */
	if (strcmp(key, "name") == 0) {
		while (words[end] != NULL && !g_str_has_suffix(words[end], ","))
			end++;
		return words[end] != NULL ? end + 1 : end;
	}
	if (g_str_has_suffix(words[i], ","))
		return end;
	/* a number is one word: what is behind it must be a key, or the level
	 * of robots */
	if (words[end] != NULL && is_number(option, key)) {
		bool more = strcmp(key, "robots") == 0 &&
			    !g_str_has_suffix(words[end], ",") &&
			    words[end + 1] != NULL &&
			    !begins(o->game, words + end + 1);

		return end + 1 + more;
	}
	/* the first word is the value's, even if it is a key's too */
	if (words[end] != NULL && !(bare && begins(o->game, words + end)))
		end++;
	while (words[end] != NULL && !begins(o->game, words + end))
		end++;
	return end;
}

/* And what can stand there: the most usual of it. */
static struct phrase *
unknown_word(const struct game *game, const char *word)
{
	json_t *keys = json_array();
	g_autofree char *phrase = g_strdup_printf("game.%s", game->name);

	for (size_t i = 0; own_keys[i] != NULL; i++)
		json_array_append_new(keys, key_atom(own_keys[i]));
	for (size_t i = 0; i < game->noptions; i++)
		json_array_append_new(keys, key_atom(game->options[i].word));
	json_array_append_new(keys, key_atom("time"));
	return phrase_new("error.order-word",
	    json_pack("{s:s, s:o, s:{s:s, s:s}}", "word", word, "keys", keys,
		"game", "word", game->name, "phrase", phrase));
}

/* One key with its value, at *i. */
static struct phrase *
read_pair(struct signup_order *o, char **words, guint *i)
{
	g_autofree char *key = g_ascii_strdown(words[*i], -1);
	g_autofree char *value = NULL;
	guint end;

	g_strdelimit(key, ",:=", '\0');
	if (g_ascii_isdigit(key[0]) && words[*i + 1] != NULL &&
	    g_ascii_strncasecmp(words[*i + 1], "players", 7) == 0) {
		*i += 2;
		return set(o, "players", key);
	}
	if (!is_key(o->game, key))
		return unknown_word(o->game, key);
	end = value_end(o, words, *i);
	value = join(words, *i + 1, end);
	*i = end;
	return set(o, key, value);
}

/* Words of a text, none of them empty. */
static char **
split(const char *text)
{
	GPtrArray *words = g_ptr_array_new();
	g_auto(GStrv) parts = g_strsplit_set(text, " \t\n", -1);

	for (size_t i = 0; parts[i] != NULL; i++)
		if (parts[i][0] != '\0')
			g_ptr_array_add(words, g_strdup(parts[i]));
	g_ptr_array_add(words, NULL);
	return (char **)g_ptr_array_free(words, FALSE);
}

struct phrase *
signup_order_read(struct signup_order *o, const char *text)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	struct phrase *why = NULL;

	*o = (struct signup_order){
		.options = g_ptr_array_new_with_free_func(g_free),
		.policy = g_ptr_array_new_with_free_func(g_free),
	};
	for (size_t l = 0; lines[l] != NULL && why == NULL; l++) {
		g_auto(GStrv) words = split(lines[l]);
		guint i = 0;

		if (l == 0 && words[0] != NULL) {
			o->game = game_find(words[i++]);
			if (o->game == NULL)
				return fault(
				    "error.order-game", words[0], NULL);
			o->players = o->game->min_seats;
		}
		while (words[i] != NULL && why == NULL)
			why = read_pair(o, words, &i);
	}
	g_ptr_array_add(o->options, NULL);
	g_ptr_array_add(o->policy, NULL);
	return why;
}

void
signup_order_clear(struct signup_order *o)
{
	g_free(o->name);
	g_ptr_array_unref(o->options);
	g_ptr_array_unref(o->policy);
}

/* ---- lines below it ---- */

static bool
goes_on(const char *order, const char *line)
{
	g_autofree char *name = g_strndup(order, strcspn(order, " \n"));
	const struct game *game = game_find(name);
	g_auto(GStrv) words = split(line);
	struct signup_order o;
	struct phrase *why;
	g_autofree char *text = NULL;

	if (game == NULL || words[0] == NULL || !begins(game, words))
		return false;
	text = g_strdup_printf("%s\n%s", name, line);
	why = signup_order_read(&o, text);
	signup_order_clear(&o);
	if (why == NULL)
		return true;
	phrase_free(why);
	/* a slip in two words is one of an option, more may be talk */
	return g_strv_length(words) == 2;
}

void
signup_fold(GPtrArray *requests, const struct words *words)
{
	for (guint i = 0; i < requests->len; i++) {
		struct request *q = requests->pdata[i];

		if (q->kind != REQUEST_NEW)
			continue;
		while (i + 1 < requests->len) {
			struct request *next = requests->pdata[i + 1];
			g_autofree char *own = request_order(words, next->line);
			char *text;

			if (!goes_on(q->text, own))
				break;
			text = g_strdup_printf("%s\n%s", q->text, own);
			g_free(q->text);
			q->text = text;
			g_ptr_array_remove_index(requests, i + 1);
		}
	}
}
