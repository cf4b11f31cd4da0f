/* SPDX-License-Identifier: ISC */
/*
 * Lines about no match: functions of the table in commands.c.  What only a
 * match can do is refused, and its sender hears where to write it.
 */
#include "app/players/signup/person_commands.h"

#include "app/home/languages.h"
#include "app/matches/table/reply_lines.h"
#include "app/players/signup/signup.h"
#include "core/rules.h"
#include "core/say.h"
#include "core/verb.h"
#include "core/words.h"
#include "games/games.h"
#include "parse/request.h"
#include "render/render.h"

#include <string.h>

/* A move has few words; a longer line is talk. */
#define MOVE_WORDS 5

int
person_unclear(struct signup *s, const struct request *q)
{
	g_autofree char *key = g_strdup_printf("hint.%s", q->text);

	if (catalog_has(home_words(s->home), key))
		reply_hint(&s->reply, q, key);
	/* the answer is about that series, so that a plain yes answers it */
	if (q->why != NULL && strcmp(q->why->key, "near.series") == 0)
		s->series = q->number;
	return 0;
}

int
person_help(struct signup *s, const struct request *q)
{
	g_clear_pointer(&s->reply.help_topic, g_free);
	reply_section(&s->reply, q, "help");
	return 0;
}

int
person_matches(struct signup *s, const struct request *q)
{
	(void)q;
	reply_want(&s->reply, "matches");
	signup_said(s, "signup.matches", NULL);
	return 0;
}

int
person_of_match(struct signup *s, const struct request *q)
{
	reply_refuse(&s->reply, q->line, "error.of-match", NULL);
	return 0;
}

/* A verb of the game in any form of the language. */
static bool
begins_with_verb(
    const struct game *game, const struct words *words, char *const *tokens)
{
	guint taken;
	const char *word = words_find(words, game->name, tokens, &taken);

	if (word == NULL)
		word = tokens[0];
	for (size_t i = 0; i < game->nverbs; i++)
		if (g_ascii_strcasecmp(game->verbs[i].word, word) == 0)
			return true;
	return false;
}

void
signup_move(struct signup *s, const char *line)
{
	g_auto(GStrv) tokens = g_strsplit(line, " ", MOVE_WORDS + 1);
	const struct words *words = catalog_words(home_words(s->home));

	if (tokens[0] == NULL || tokens[0][0] == '\0' ||
	    g_strv_length(tokens) > MOVE_WORDS)
		return;
	for (size_t i = 0; games_all[i] != NULL; i++)
		if (begins_with_verb(games_all[i], words, tokens)) {
			reply_refuse(&s->reply, line, "error.of-match", NULL);
			return;
		}
}
