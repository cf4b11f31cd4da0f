/* SPDX-License-Identifier: ISC */
/*
 * A move without its verb: "build, carpenter" for "do build carpenter".  It is
 * never made, since much of talk is like it; but its sender is asked whether
 * that was meant.
 */
#include "parse/inner.h"
#include "parse/pieces.h"

#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/rules.h"
#include "core/say.h"
#include "core/verb.h"
#include "core/words.h"
#include "parse/request.h"

#include <string.h>

/* More is talk. */
enum { BARE_WORDS = 8 };

/* The move that it is behind that verb, or NULL. */
static struct request *
read_behind(const struct words *w, const struct match *m, const char *verb,
    const char *text)
{
	g_autofree char *whole = g_strdup_printf("%s %s", verb, text);
	g_autoptr(GPtrArray) tokens = tokens_of(whole);
	struct request *q = request_move(w, m, whole, tokens);

	/* not one whose verb the text says itself */
	if (q != NULL && q->kind == REQUEST_MOVE && q->then == NULL &&
	    g_str_has_prefix(q->text, verb))
		return q;
	request_free(q);
	return NULL;
}

/* Is it more than "the" and the like, with a word of the game in front? */
static bool
begins_bare(
    const struct words *w, const struct match *m, const GPtrArray *tokens)
{
	guint i = 0, taken;

	while (
	    i < tokens->len && words_at(w, "little", tokens, i, &taken) != NULL)
		i += taken;
	return i < tokens->len && request_game_word(w, m, tokens, i, &taken);
}

struct request *
request_bare(const struct words *w, const struct match *m, const char *text,
    const GPtrArray *tokens)
{
	struct request *near = NULL;
	g_autofree char *front = NULL;

	/* What has numbers or fields ("g4") stands in letters of ours, too,
	 * which mail programs send back without marks. */
	if (m == NULL || tokens->len == 0 || tokens->len > BARE_WORDS ||
	    piece_has_digit(text) || !begins_bare(w, m, tokens))
		return NULL;
	front = request_before_please(w, text, tokens);
	if (front != NULL)
		text = front;
	for (size_t i = 0; i < match_game(m)->nverbs; i++) {
		const char *verb = match_game(m)->verbs[i].word;
		struct request *q = read_behind(w, m, verb, text);
		g_autofree char *said = NULL;

		if (q == NULL || near != NULL || !verb_is_asked(m, i)) {
			request_free(q);
			continue;
		}
		said = move_retell(m, q->text, w);
		request_free(q);
		near = request_new(REQUEST_UNCLEAR, verb);
		near->why =
		    phrase_new("near.bare", json_pack("{s:s}", "move", said));
	}
	return near;
}
