/* SPDX-License-Identifier: ISC */
/* What is wrong with a line that begins with a verb of the game but is no move,
 * in the words of its writer. */
#include "parse/pieces.h"

#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/names.h"
#include "core/rules.h"
#include "core/say.h"
#include "core/verb.h"
#include "core/words.h"

#include <string.h>

/*
 * What is the matter with the name of a player at its end: the least of it
 * that can be taken for a name, if possible as it was written.
 */
static struct phrase *
fault_of_name(const struct match *m, const char *line, const GArray *pieces)
{
	g_autoptr(GString) text = g_string_new(NULL);
	struct phrase *least = NULL;
	size_t size = 0;
	bool written = false;
	const char *name;

	for (guint i = 0; i < pieces->len; i++) {
		const struct piece *piece = piece_at(pieces, i);
		size_t own = text->len;
		struct phrase *why;
		bool whole;

		g_string_append(text, line + piece->start);
		why = move_fault(m, text->str, &name);
		whole =
		    name != NULL && strlen(name) <= strlen(line + piece->start);
		if (name != NULL && whole >= written &&
		    (least == NULL || whole > written || strlen(name) < size)) {
			phrase_free(least);
			least = g_steal_pointer(&why);
			size = strlen(name);
			written = whole;
		}
		phrase_free(why);
		g_string_truncate(text, own);
		g_string_append_printf(text, "%s ", piece->word);
	}
	return least;
}

/* Its words as one text, the game's where they are words of the game. */
static char *
join_pieces(const GArray *pieces)
{
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < pieces->len; i++)
		g_string_append_printf(
		    text, "%s%s", i > 0 ? " " : "", piece_at(pieces, i)->word);
	return g_string_free(text, FALSE);
}

/* The piece as it stands in the line, newly allocated. */
static char *
as_written(
    const struct match *m, const char *line, const GArray *pieces, guint i)
{
	const char *from = line + piece_at(pieces, i)->start;
	guint next = i + 1;
	size_t n;

	/* "b3-d3" is two pieces of one place */
	while (next < pieces->len &&
	       piece_at(pieces, next)->start == piece_at(pieces, i)->start)
		next++;
	n = next < pieces->len
		? piece_at(pieces, next)->start - piece_at(pieces, i)->start
		: strlen(from);
	/* without little words behind it */
	if (!piece_is_own(m, piece_at(pieces, i)->word))
		n = MIN(n, strcspn(from, " \t"));
	while (n > 0 && strchr(" \t,", from[n - 1]) != NULL)
		n--;
	return g_strndup(from, n);
}

/* "д4": a letter of another alphabet in front of a digit. */
static bool
is_foreign_field(const char *word)
{
	const char *rest = g_utf8_next_char(word);

	return g_unichar_isalpha(g_utf8_get_char(word)) &&
	       g_unichar_get_script(g_utf8_get_char(word)) !=
		   G_UNICODE_SCRIPT_LATIN &&
	       rest[0] != '\0' && rest[strspn(rest, "0123456789")] == '\0';
}

/* The word that does not fit, as its writer has it. */
static struct phrase *
fault_of_word(const struct match *m, const char *line, const GArray *pieces,
    struct phrase *why)
{
	const char *word =
	    json_string_value(json_object_get(why->args, "word"));
	struct phrase *own = NULL;

	for (guint i = 1; i < pieces->len && own == NULL; i++) {
		g_autofree char *text = NULL;

		if (strcmp(piece_at(pieces, i)->word, word) != 0)
			continue;
		text = as_written(m, line, pieces, i);
		own = phrase_new(
		    is_foreign_field(text) ? "near.latin" : "near.word",
		    json_pack("{s:s}", "word", text));
	}
	if (own == NULL)
		return why;
	phrase_free(why);
	return own;
}

bool
verb_is_asked(const struct match *m, size_t verb)
{
	seatset asked = match_to_act(m);

	for (int s = 0; s < (int)match_seats(m); s++) {
		g_autoptr(GArray) legal = NULL;

		if ((asked & SEAT(s)) == 0)
			continue;
		legal = match_legal(m, s);
		for (guint i = 0; i < legal->len; i++)
			if (g_array_index(legal, struct move, i).verb ==
			    (int16_t)verb)
				return true;
	}
	return false;
}

#define NUMBER_DIGITS 4 /* core/verb.h */

/* What the verb with which a line begins takes (core/verb.h). */
static const char *
args_of(const struct game *game, const GArray *pieces)
{
	for (size_t i = 0; i < game->nverbs; i++)
		if (strcmp(game->verbs[i].word, piece_at(pieces, 0)->word) == 0)
			return game->verbs[i].args;
	return "";
}

/* A verb that takes none has a number behind it, but another one that takes one
 * is asked for: what may be meant; or NULL. */
static struct phrase *
meant_number(const struct words *w, const struct match *m, const GArray *pieces)
{
	const struct game *game = match_game(m);
	const char *number = pieces->len == 2 ? piece_at(pieces, 1)->word : "";

	if (number[0] == '\0' || number[strspn(number, "0123456789")] != '\0' ||
	    strlen(number) > NUMBER_DIGITS ||
	    strcmp(args_of(game, pieces), "n") == 0)
		return NULL;
	for (size_t i = 0; i < game->nverbs; i++) {
		g_autofree char *text =
		    g_strdup_printf("%s %s", game->verbs[i].word, number);
		g_autofree char *said = NULL;

		if (strcmp(game->verbs[i].args, "n") != 0 ||
		    !verb_is_asked(m, i))
			continue;
		said = move_retell(m, text, w);
		return phrase_new(
		    "near.bare", json_pack("{s:s}", "move", said));
	}
	return NULL;
}

/* "pass mate please or merchant": of what stands behind such a word its roles
 * are not to blame, but the first word that is none; or NULL. */
static struct phrase *
fault_of_shorthand(
    const struct match *m, const char *line, const GArray *pieces)
{
	const struct game *game = match_game(m);
	bool shorthand = false, atom = false;

	for (size_t i = 0; i < game->nshorthands; i++)
		shorthand |= strcmp(game->shorthands[i].word,
				 piece_at(pieces, 0)->word) == 0;
	for (guint i = 1; shorthand && i < pieces->len; i++) {
		const struct piece *piece = piece_at(pieces, i);

		if (piece_is_own(m, piece->word)) {
			atom = true;
		} else if (!piece->other) {
			g_autofree char *text = as_written(m, line, pieces, i);

			return atom ? phrase_new("near.word",
					  json_pack("{s:s}", "word", text))
				    : NULL;
		}
	}
	return NULL;
}

struct phrase *
pieces_fault(const struct words *w, const struct match *m, const char *line,
    const GArray *pieces, const GArray *loose)
{
	struct phrase *why = meant_number(w, m, loose);
	/* a little word is not to blame */
	const GArray *blamed = loose->len < pieces->len ? loose : pieces;
	g_autofree char *text = NULL;
	const char *name;

	if (why == NULL)
		why = fault_of_name(m, line, pieces);
	if (why == NULL)
		why = fault_of_shorthand(m, line, blamed);
	if (why != NULL)
		return why;
	text = join_pieces(blamed);
	why = move_fault(m, text, &name);
	if (why != NULL && strcmp(why->key, "near.word") == 0)
		return fault_of_word(m, line, blamed, why);
	return why;
}

/* Does the line end in a stray word that names nobody at the table?  "Take the
 * mate, Anna!" speaks to a player. */
static bool
ends_in_stray(const struct match *m, const struct piece *end)
{
	return end != NULL && !end->comma && !piece_is_atom(m, end->word) &&
	       match_seat_named(m, end->word) == NO_SEAT;
}

bool
pieces_nearly(const struct match *m, const GArray *loose)
{
	const struct piece *end = NULL;
	guint words = 0, strays = 0;
	bool field = false;

	for (guint i = 1; i < loose->len; i++) {
		const struct piece *piece = piece_at(loose, i);
		bool own = piece_is_atom(m, piece->word);

		if (g_ascii_isdigit(piece->word[0]) && !own)
			continue;
		words += own;
		strays += !own;
		field |= piece_has_digit(piece->word);
		end = piece;
	}
	/* names are compared for one word of the line, not for each */
	return words > 0 && ((field && strays <= 2) ||
				(strays == 1 && ends_in_stray(m, end)));
}

/* A longer verb that takes anything is hardly a word of another language: "play
 * wyne" is meant. */
#define SHORT_VERB 3

bool
pieces_foreign(const struct words *w, const struct match *m,
    const GPtrArray *tokens, const GArray *pieces)
{
	const struct game *game = match_game(m);
	const char *verb = piece_at(pieces, 0)->word;
	const struct token *first = tokens->pdata[0];

	if ((strlen(verb) > SHORT_VERB && args_of(game, pieces)[0] != '\0') ||
	    strcmp(first->folded, verb) != 0 ||
	    strcmp(words_first(w, game->name, verb), verb) == 0)
		return false;
	for (guint i = 1; i < pieces->len; i++) {
		const char *word = piece_at(pieces, i)->word;

		if (piece_is_own(m, word) || g_ascii_isdigit(word[0]) ||
		    match_seat_named(m, word) != NO_SEAT)
			return false;
	}
	return pieces->len > 1;
}
