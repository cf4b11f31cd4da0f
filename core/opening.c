/* SPDX-License-Identifier: ISC */
/* With what a match may begin: players, options, each checked. */
#include "core/opening.h"

#include "base/err.h"
#include "core/decision.h"
#include "core/inner.h"
#include "core/names.h"
#include "core/rules.h"
#include "core/say.h"
#include "core/words.h"

#include <string.h>

#define NAME_MAX_CHARS 40

static bool
name_fits(const char *name)
{
	g_autofree char *key = NULL;

	if (!g_utf8_validate(name, -1, NULL) ||
	    g_utf8_strlen(name, -1) > NAME_MAX_CHARS)
		return false;
	key = word_key(name);
	if (key[0] == '\0')
		return false; /* nothing but blanks */
	for (const char *p = name; *p != '\0'; p = g_utf8_next_char(p))
		if (g_unichar_iscntrl(g_utf8_get_char(p)))
			return false;
	return true;
}

/* Two of them that are one to a person who reads a move; NULL: there are
 * none. */
static const char *
equal_name(char *const *names, size_t n, char *(*key_of)(const char *))
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < i; k++) {
			g_autofree char *a = key_of(names[i]);
			g_autofree char *b = key_of(names[k]);

			if (strcmp(a, b) == 0)
				return names[i];
		}
	return NULL;
}

/* Logs name players to the letter: there, less must differ. */
static struct phrase *
find_fault(const struct game *game, char *const *names, size_t n, bool replay)
{
	const char *equal;

	for (size_t i = 0; i < n; i++)
		if (!name_fits(names[i]))
			return phrase_new("error.name",
			    json_pack("{s:i}", "max", NAME_MAX_CHARS));
	equal = game->names_matter
		    ? equal_name(names, n, replay ? word_key : name_key)
		    : NULL;
	if (equal != NULL)
		return phrase_new(
		    "error.names-equal", json_pack("{s:s}", "name", equal));
	return NULL;
}

struct phrase *
names_fault(const struct game *game, char *const *names, size_t n)
{
	return find_fault(game, names, n, false);
}

static int
option_fault(const struct option *option, struct err *e)
{
	if (option->boolean)
		return err_set(e, ERR_FORMAT,
		    "options.%s must be true or false", option->word);
	return err_set(e, ERR_FORMAT,
	    "options.%s must be a number from %d to %d", option->word,
	    option->min, option->max);
}

static int
read_option(
    const struct option *option, const json_t *value, int *n, struct err *e)
{
	json_int_t number = json_integer_value(value);

	if (option->boolean ? !json_is_boolean(value)
			    : !json_is_integer(value) || number < option->min ||
				  number > option->max)
		return option_fault(option, e);
	*n = option->boolean ? json_is_true(value) : (int)number;
	return 0;
}

int
opening_options(
    const struct opening *opening, int value[GAME_MAX_OPTIONS], struct err *e)
{
	const struct game *game = opening->game;
	const char *word;
	json_t *preset;

	for (size_t i = 0; i < game->noptions; i++)
		value[i] = game->options[i].dflt;
	if (opening->options == NULL)
		return 0;
	/* jansson has no iterator over constant objects */
	json_object_foreach((json_t *)opening->options, word, preset)
	{
		size_t i = 0;

		while (i < game->noptions &&
		       strcmp(game->options[i].word, word) != 0)
			i++;
		if (i == game->noptions)
			return err_set(e, ERR_FORMAT,
			    "the game %s has no option %s", game->name, word);
		if (read_option(&game->options[i], preset, &value[i], e) == -1)
			return -1;
	}
	return 0;
}

json_t *
options_json(const struct game *game, const int value[GAME_MAX_OPTIONS])
{
	json_t *options = json_object();

	for (size_t i = 0; i < game->noptions; i++)
		json_object_set_new(options, game->options[i].word,
		    game->options[i].boolean ? json_boolean(value[i])
					     : json_integer(value[i]));
	return options;
}

int
opening_check(const struct opening *opening, bool replay, struct err *e)
{
	const struct game *game = opening->game;
	struct phrase *fault;

	if (opening->options != NULL && !json_is_object(opening->options))
		return err_set(e, ERR_FORMAT, "options must be an object");
	if (opening->preset != NULL && !json_is_object(opening->preset))
		return err_set(e, ERR_FORMAT, "setup must be an object");
	if (opening->seats < (size_t)game->min_seats ||
	    opening->seats > (size_t)game->max_seats)
		return err_set(e, ERR_FORMAT,
		    "%s needs %d to %d players, not %zu", game->name,
		    game->min_seats, game->max_seats, opening->seats);
	fault = find_fault(game, opening->names, opening->seats, replay);
	if (fault != NULL) {
		bool equal = strcmp(fault->key, "error.names-equal") == 0;

		phrase_free(fault);
		return err_set(e, ERR_FORMAT,
		    equal ? "two players have the same name, or names that "
			    "read alike; give each a different one"
			  : "a player's name must have 1 to 40 characters, "
			    "none of them a control character");
	}
	return 0;
}
