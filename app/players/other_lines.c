/* SPDX-License-Identifier: ISC */
/*
 * Lines of a mail about no match that are not about sign-up either.  How a
 * person's letters come is the same in all her matches, so it is done; what
 * only a match can do is refused, and its sender hears where to write it.
 */
#include "app/players/join.h"

#include "app/home/languages.h"
#include "app/matches/answer.h"
#include "app/players/preferences.h"
#include "base/err.h"
#include "core/core.h"
#include "core/game.h"
#include "games/games.h"
#include "parse/parse.h"
#include "render/render.h"
#include "store/store.h"

#include <string.h>

/* A move has few words; a longer line is talk. */
#define MOVE_WORDS 5

static bool
is_of_match(const struct request *q)
{
	static const enum request_kind kinds[] = { REQUEST_MOVE, REQUEST_NUMBER,
		REQUEST_CANCEL, REQUEST_READY, REQUEST_RESIGN, REQUEST_PLAN,
		REQUEST_PLANS, REQUEST_CHECK, REQUEST_WAIT, REQUEST_VOTE,
		REQUEST_RESEND, REQUEST_KEY, REQUEST_ADDRESS, REQUEST_MUTE,
		REQUEST_UNMUTE, REQUEST_SAY };

	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
		if (kinds[i] == q->kind)
			return true;
	return false;
}

static bool
is_habit(const struct request *q)
{
	return q->kind == REQUEST_MAIL || q->kind == REQUEST_REMIND ||
	       q->kind == REQUEST_CALENDAR;
}

static int
do_habit(struct signup *s, const struct request *q, struct err *e)
{
	const char *words, *what = habits_said(q, &words);

	json_array_append_new(s->understood, answer_item(q->line, what, words));
	return habits_change(s->home, s->person->id, q, 0, s->now, e);
}

int
signup_other(struct signup *s, const struct request *q, struct err *e)
{
	if (is_habit(q))
		return do_habit(s, q, e);
	/* who looks on has said it already */
	if (is_of_match(q) && !(q->kind == REQUEST_SAY && s->looked))
		signup_refuse(s, q->line, "error.of-match", NULL);
	return 0;
}

/* A verb of the game in any form of her language. */
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
	const struct words *words = tongue_words(home_words(s->home));

	if (tokens[0] == NULL || tokens[0][0] == '\0' ||
	    g_strv_length(tokens) > MOVE_WORDS)
		return;
	for (size_t i = 0; games_all[i] != NULL; i++)
		if (begins_with_verb(games_all[i], words, tokens)) {
			signup_refuse(s, line, "error.of-match", NULL);
			return;
		}
}
